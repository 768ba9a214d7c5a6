//! Tests of SetUp, FEN and Variant values.
//!
//! Owns: cases of the start of a game. Knows nothing of: positions.
//! Standard: §9.7. Decisions: D-25, D-60.
//! Start at the first test.

use super::*;

#[test]
fn setup_is_zero_or_one() {
    // §9.7-01
    ok("SetUp", "0");
    ok("SetUp", "1");
    assert_eq!(fault("SetUp", "2"), (0, "expected `0` or `1`, found `2`".to_owned()));
    fault("SetUp", "01");
    assert_eq!(SetUp::parse("1"), Ok(Some(SetUp::Fen)));
    assert_eq!(SetUp::parse(""), Ok(None));
}

#[test]
fn variant_names_match_without_case_and_spaces() {
    // VAR-01, VAR-07, D-60
    let cases = [
        ("Chess960", VariantName::Chess960),
        ("chess 960", VariantName::Chess960),
        ("Fischerandom", VariantName::Chess960),
        ("Fischerrandom", VariantName::Chess960),
        ("Fischer Random", VariantName::Chess960),
        ("CHESS_960", VariantName::Chess960),
        ("Standard", VariantName::Standard),
        ("standard", VariantName::Standard),
        ("", VariantName::Standard),
        ("From Position", VariantName::FromPosition),
        ("crazyhouse", VariantName::Crazyhouse),
        ("Three-check", VariantName::ThreeCheck),
        ("King of the Hill", VariantName::KingOfTheHill),
        ("RacingKings", VariantName::RacingKings),
        ("Xiangqi", VariantName::Other),
        ("Chess9600", VariantName::Other),
    ];
    for (value, variant) in cases {
        assert_eq!(VariantName::of(value), variant, "{value}");
    }
    assert!(VariantName::FromPosition.is_ordinary());
    assert!(!VariantName::Chess960.is_ordinary());
}

#[test]
fn usual_spelling_of_each_variant_names_it() {
    for variant in [
        VariantName::Standard,
        VariantName::FromPosition,
        VariantName::Chess960,
        VariantName::Crazyhouse,
        VariantName::Atomic,
        VariantName::Antichess,
        VariantName::KingOfTheHill,
        VariantName::ThreeCheck,
        VariantName::Horde,
        VariantName::RacingKings,
    ] {
        assert_eq!(VariantName::of(variant.name()), variant);
    }
}
