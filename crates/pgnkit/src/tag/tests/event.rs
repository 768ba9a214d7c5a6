//! Tests of the tags about the event.
//!
//! Standard: §9.2. Decisions: D-25.

use super::*;

#[test]
fn sponsor_section_and_stage_are_free() {
    // §9.2-02 to §9.2-04
    ok("EventSponsor", "Jezdimir V.");
    ok("Section", "Open");
    ok("Stage", "Preliminary");
}

#[test]
fn board_is_an_integer() {
    // §9.2-05
    ok("Board", "3");
    assert_eq!(fault("Board", "III"), (0, "expected a board number, found `I`".to_owned()));
    assert_eq!(fault("Board", "3.1").0, 1);
    assert_eq!(fault("Board", "-1").0, 0);
    assert_eq!(parse_board("12"), Ok(Some(12)));
    assert_eq!(parse_board(""), Ok(None));
}
