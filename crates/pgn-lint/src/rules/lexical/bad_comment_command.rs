//! A comment command with a malformed value.
//!
//! # What it finds
//! One of the commands `[%clk]`, `[%emt]`, `[%egt]`, `[%mct]`, `[%eval]`, `[%csl]`, `[%cal]` with a
//! value in an unexpected form. The reader keeps it as text.
//!
//! # Why it matters
//! Programs ignore the clock, evaluation or arrow.
//!
//! # Standard
//! §5. Decisions: D-11.
//!
//! # Example
//! ```pgn lax
//! 1. e4 {[%clk one minute]} *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {[%clk 0:01:00]} *
//! ```
//!
//! # Fix
//! None: only the author knows the value.
//!
//! # Seen in
//! Programs with their own clock format.

use crate::rules::prelude::*;
use pgnkit::comment::commands;

rule! {
    "bad_comment_command.rs", 'L' 27 "bad-comment-command" Remark "§5"
        "comment command with a malformed value";
    HINT, None, Comment(check)
}

fn check(_: &RuleContext<'_>, comment: &CommentSeen<'_>, report: &mut dyn Report) {
    if !comment.text.contains("[%") {
        return;
    }
    for command in commands(&comment.text) {
        let Err(error) = command.value() else { continue };
        let written = comment.text.get(command.range.clone()).unwrap_or_default();
        let args = command.range.start + written.rfind(command.args).unwrap_or_default();
        let range = args + error.range().start..args + error.range().end;
        let sentence = format!("[%{}]: {error}", command.name);
        report.push(Message::new(comment.span_of(range), sentence));
    }
}
