//! Tests of SetUp values.
//!
//! Standard: §9.7. Decisions: D-25.

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
