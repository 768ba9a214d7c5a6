//! A closing brace inside a comment, after a backslash.
//!
//! # What it finds
//! A `\}` that does not close its comment, because the next brace is a closing brace again: `{the
//! files {a,h\} are open}`. The comment extends to that brace.
//!
//! # Why it matters
//! The standard has no escapes in comments. Other programs end the comment at the first brace and
//! read the rest as moves.
//!
//! # Standard
//! §5. Decisions: D-93.
//!
//! # Example
//! ```pgn lax
//! 1. e4 {the files {a,h\} are open} e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {the files (a,h) are open} e5 *
//! ```
//!
//! # Fix
//! Unsafe: it replaces the braces inside the comment with parentheses.
//!
//! # Seen in
//! Programs that write `\}` for a brace in a comment.

use crate::message::Change;
use crate::rules::prelude::*;

rule! {
    "escaped_brace.rs", 'L' 36 "escaped-brace" Departure "§5"
        "closing brace inside a comment";
    DOUBT, Unsafe, Comment(check)
}

fn check(context: &RuleContext<'_>, comment: &CommentSeen<'_>, report: &mut dyn Report) {
    let start = comment.span_of(0..0).start as usize;
    let is_brace = start.checked_sub(1).and_then(|at| context.text.get(at)) == Some(&b'{');
    let Some(at) = comment.text.find("\\}").filter(|_| is_brace) else { return };
    let text = comment.text.replace("\\}", ")").replace('{', "(");
    let message = Message::new(
        comment.span_of(at..at + 2),
        "expected a comment without braces in it, found `\\}`",
    );
    let change = Change::new(comment.span_of(0..comment.text.len()), &*text);
    let message = message.help("write parentheses inside the comment");
    report.push(message.risky("write parentheses", vec![change]));
}
