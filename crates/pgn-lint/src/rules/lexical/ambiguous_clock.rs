//! A clock time with two readings.
//!
//! # What it finds
//! A clock time of two fields, such as `[%clk 1:29]`, that may be hours and minutes or minutes and
//! seconds, because the TimeControl has hours or is not known. Also a time alone in a comment, such
//! as `{0:04:57}`, which may be the time left or the time spent on the move.
//!
//! # Why it matters
//! Programs read the time differently. pgn reads it as hours and minutes under a TimeControl of
//! hours, and as minutes and seconds without a TimeControl; it reads a time alone as the time left.
//!
//! # Standard
//! §5. Decisions: D-92.
//!
//! # Example
//! ```pgn lax
//! [Result "*"]
//! [TimeControl "5400+30"]
//!
//! 1. e4 {[%clk 1:29]} *
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "*"]
//! [TimeControl "5400+30"]
//!
//! 1. e4 {[%clk 1:29:00]} *
//! ```
//!
//! # Fix
//! Unsafe: it writes out the time as pgn reads it. `pgn annotate --commands standard` does the same
//! for all comments.
//!
//! # Seen in
//! Clubs and broadcasts that copy the display of a clock; games of the Internet Chess Club.

use crate::message::Change;
use crate::rules::prelude::*;
use pgnkit::chess::Color;
use pgnkit::comment::{CommentContext, clocks_with_two_readings};

rule! {
    "ambiguous_clock.rs", 'L' 35 "ambiguous-clock" Remark "§5" "clock time with two readings";
    HINT, Unsafe, Comment(check)
}

fn check(context: &RuleContext<'_>, comment: &CommentSeen<'_>, report: &mut dyn Report) {
    let control = context.tag_named("TimeControl");
    // The side does not matter to a clock.
    let of = CommentContext {
        mover: Color::White,
        time_control: control.as_ref().map(|tag| &*tag.value),
    };
    for (range, readings) in clocks_with_two_readings(&comment.text, of) {
        let (read, other) = (readings.read.to_string(), readings.other.to_string());
        let found = comment.text.get(range.clone()).unwrap_or_default();
        let span = comment.span_of(range);
        let sentence = format!("expected a time with one reading, found `{found}`");
        let help = format!("read as `{read}`; it may also be `{other}`");
        let change = vec![Change::new(span, &*read)];
        let message = Message::new(span, sentence).help(help);
        report.push(message.risky(format!("write {read}"), change));
    }
}
