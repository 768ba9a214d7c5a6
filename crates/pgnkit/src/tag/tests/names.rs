//! Tests of tag names, the roster and the table of tags.
//!
//! Standard: §8.1, §8.1.1, §9. Decisions: D-15, D-16, D-17.

use super::*;

#[test]
fn names_are_letters_digits_and_underscores() {
    // §8.1-04
    for name in ["Event", "White_Elo2", "a", "1st", "UTCDate"] {
        assert_eq!(check_name(name), Ok(()), "{name}");
    }
    for (name, offset) in
        [("White-Elo", 5), ("", 0), ("_x", 0), ("Ev\u{e9}nt", 2), ("a b", 1), ("a+", 1), ("e:", 1)]
    {
        assert_eq!(check_name(name).unwrap_err().offset(), offset, "{name}");
    }
    assert!(check_name(&"x".repeat(255)).is_ok());
    assert_eq!(check_name(&"x".repeat(256)).unwrap_err().offset(), 255);
}

#[test]
fn archival_names_begin_with_an_upper_case_letter() {
    // §8.1-08, D-15
    assert_eq!(archival_name("foo").as_deref(), Some("Foo"));
    assert_eq!(archival_name("Foo").as_deref(), Some("Foo"));
    assert_eq!(archival_name("1st"), None);
    assert_eq!(archival_name("white-elo"), None);
    assert_eq!(archival_name(""), None);
    assert!(is_archival_name("ECO"));
    assert!(!is_archival_name("eCO"));
}

#[test]
fn roster_has_seven_names_in_order() {
    // §8.1.1-01, §8.1.1-03
    assert_eq!(ROSTER, ["Event", "Site", "Date", "Round", "White", "Black", "Result"]);
    let unknown: Vec<_> = ROSTER.iter().map(|name| unknown_value(name).unwrap()).collect();
    assert_eq!(unknown, ["?", "?", "????.??.??", "?", "?", "?", "*"]);
    assert_eq!(unknown_value("ECO"), None);
    assert_eq!(roster_idx("Result"), Some(6));
    assert_eq!(roster_idx("result"), None);
    for (name, unknown) in ROSTER.iter().zip(unknown) {
        ok(name, unknown);
    }
}

#[test]
fn well_known_names_in_another_case_are_recognized() {
    let meant = |name: &str| well_known::name_of_other_case(name.as_bytes());
    for (name, known) in [
        ("EVENT", "Event"),
        ("fen", "FEN"),
        ("Fen", "FEN"),
        ("setup", "SetUp"),
        ("Setup", "SetUp"),
        ("variant", "Variant"),
        ("Eco", "ECO"),
        ("whiteelo", "WhiteElo"),
        ("WhiteELO", "WhiteElo"),
        ("timecontrol", "TimeControl"),
        ("result", "Result"),
        ("PlyCOUNT", "PlyCount"),
    ] {
        assert_eq!(meant(name), Some(known));
        assert_eq!(meant(known), None);
    }
    for name in ["", "Foo", "FENN", "Set-Up", "\u{17f}ite", &"x".repeat(300)] {
        assert_eq!(meant(name), None);
    }
    for name in well_known::NAMES {
        let lower = name.to_ascii_lowercase();
        assert!(meant(name).is_none() && (meant(&lower) == Some(name) || lower == name), "{name}");
    }
}

#[test]
fn every_tag_of_section_9_has_its_kind() {
    // §9-01
    let expected = [
        ("WhiteTitle", ValueType::Titles, "9.1.1"),
        ("BlackUSCF", ValueType::Ratings, "9.1.3"),
        ("WhiteNA", ValueType::Addresses, "9.1.4"),
        ("EventDate", ValueType::Date, "9.2.1"),
        ("SubVariation", ValueType::Text, "9.3.3"),
        ("NIC", ValueType::Text, "9.4.2"),
        ("UTCDate", ValueType::Date, "9.5.3"),
        ("TimeControl", ValueType::TimeControl, "9.6.1"),
        ("FEN", ValueType::Fen, "9.7.2"),
        ("Termination", ValueType::Termination, "9.8.1"),
        ("Annotator", ValueType::Players, "9.9.1"),
    ];
    for (name, value, section) in expected {
        assert_eq!(kind(name).map(|kind| (kind.value, kind.section)), Some((value, section)));
    }
    assert_eq!(kind("whiteelo"), None);
    assert_eq!(kind("LichessId"), None);
    for (idx, tag) in TAGS.iter().enumerate() {
        assert!(is_archival_name(tag.name));
        assert!(TAGS[..idx].iter().all(|other| other.name != tag.name), "{} twice", tag.name);
    }
}

#[test]
fn unknown_tags_take_any_value() {
    // §8.1.1-05, §9-01
    ok("LichessId", "abc");
    ok("Foo", "\u{1f9c0}:?");
}

#[test]
fn empty_values_are_unknown_but_for_ratings() {
    // §9.1-03, D-16
    for tag in TAGS {
        let is_rating = tag.value == ValueType::Ratings;
        assert_eq!(check(tag.name, "").is_err(), is_rating, "{}", tag.name);
    }
}

#[test]
fn colon_separates_items_only_where_it_should() {
    // §8.1-11, §8.1-12, D-17
    let items: Vec<_> = fields("Smith, J.:Jones, K.").collect();
    assert_eq!(items, [(0, "Smith, J."), (10, "Jones, K.")]);
    assert_eq!(n_fields("a:b:"), 3);
    assert_eq!(n_fields(""), 0);
    let addresses = "https://a.example/@x:Reed, A.:http://b.example";
    let items: Vec<_> = fields(addresses).map(|(_, item)| item).collect();
    assert_eq!(items, ["https://a.example/@x", "Reed, A.", "http://b.example"]);
    let with_colon = ["White", "Black", "Annotator", "WhiteNA", "Time", "UTCTime", "TimeControl"];
    for name in with_colon {
        assert!(kind(name).unwrap().value.allows_colon(), "{name}");
    }
    for name in ["Event", "Site", "Date", "EventSponsor", "FEN"] {
        assert!(!kind(name).unwrap().value.allows_colon(), "{name}");
    }
}

#[test]
fn no_value_makes_a_check_panic() {
    let odd = ["\u{e9}", "1\u{301}", "\u{1f9c0}", "1992.\u{e9}", ":", "::", "1/", "1+", "*", "\0"];
    for tag in TAGS {
        for value in odd {
            if let Err(error) = check(tag.name, value) {
                assert!(value.get(error.range()).is_some(), "[{} {value:?}]", tag.name);
                assert!(error.to_string().starts_with("expected "));
            }
        }
    }
}
