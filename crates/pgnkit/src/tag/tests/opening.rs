//! Tests of the tags about the opening.
//!
//! Standard: §9.3, §9.4. Decisions: D-25.

use super::*;

#[test]
fn names_of_openings_are_free() {
    // §9.3-01 to §9.3-03, §9.4-02
    ok("Opening", "King's Pawn");
    ok("Variation", "x");
    ok("SubVariation", "y");
    ok("NIC", "RL.17");
}

#[test]
fn eco_is_a_letter_and_two_digits_once_or_twice() {
    // §9.4-01
    for value in ["C95", "B20/07", "A00", "E99"] {
        ok("ECO", value);
        assert_eq!(Eco::parse(value).unwrap().unwrap().to_string(), value);
    }
    assert_eq!(fault("ECO", "F00"), (0, "expected a letter from A to E, found `F`".to_owned()));
    assert_eq!(fault("ECO", "C9"), (2, "expected a digit, found the end".to_owned()));
    assert_eq!(fault("ECO", "c95").0, 0);
    assert_eq!(fault("ECO", "B20/7").0, 5);
    assert_eq!(fault("ECO", "B20a"), (3, "expected `/` or the end, found `a`".to_owned()));
    assert_eq!(fault("ECO", "B20/077").0, 6);
    assert_eq!(fault("ECO", "?").0, 0);
}

#[test]
fn eco_has_parts_and_order() {
    let eco = Eco::parse("B20/07").unwrap().unwrap();
    assert_eq!((eco.volume(), eco.number(), eco.part()), ('B', 20, Some(7)));
    assert!(Eco::new('B', 20).unwrap() < eco);
    assert!(eco < Eco::new('B', 21).unwrap());
    assert_eq!(Eco::new('F', 0), None);
    assert_eq!(Eco::new('A', 100), None);
}
