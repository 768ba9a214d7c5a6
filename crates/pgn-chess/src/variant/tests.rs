//! Names of variants.
//! Owns: name, variant. Knows nothing of: rules.
//! Standard: none. Decisions: D-60.
//! Start at [`names_by_letters_and_digits_alone`].

use super::Variant;

#[test]
fn names_by_letters_and_digits_alone() {
    for name in ["Chess960", "chess 960", "Fischerandom", "Fischerrandom", "CHESS-960"] {
        assert_eq!(Variant::from_name(name), Some(Variant::Chess960), "{name}");
    }
    for name in ["Standard", "From Position", "standard"] {
        assert_eq!(Variant::from_name(name), Some(Variant::Standard), "{name}");
    }
    for name in ["", "Xiangqi", "Chess961"] {
        assert_eq!(Variant::from_name(name), None, "{name}");
    }
    for variant in Variant::ALL {
        assert_eq!(Variant::from_name(variant.name()), Some(variant));
    }
}
