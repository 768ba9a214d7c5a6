//! Tests of tag names and values, one file for each section of the standard.
//!
//! Owns: the cases of the requirements. Knows nothing of: games.
//! Standard: §8.1, §9, §12, §15. Decisions: D-15 to D-25, D-42, D-44, D-60.
//! Start at the file of the section.

mod conclusion;
mod date;
mod event;
mod names;
mod opening;
mod player;
mod round;
mod site;
mod start;
mod time_control;

use super::*;

/// The value fits its tag.
#[track_caller]
fn ok(name: &str, value: &str) {
    assert_eq!(check(name, value), Ok(()), "[{name} {value:?}]");
}

/// The value does not fit its tag; returns where and the sentence.
#[track_caller]
fn fault(name: &str, value: &str) -> (usize, String) {
    let error = check(name, value).expect_err(&format!("[{name} {value:?}]"));
    assert!(value.is_char_boundary(error.offset()), "[{name} {value:?}]");
    assert!(error.range().end <= value.len(), "[{name} {value:?}]");
    (error.offset(), error.to_string())
}
