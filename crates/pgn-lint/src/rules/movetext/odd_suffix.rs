//! A suffix annotation in an unusual form.
//!
//! # What it finds
//! Suffixes that are separated from their move (`e4 !`), in parentheses (`e4 (!)`) or longer than
//! two characters (`!!!`), and symbols such as `±`, `+-` and `N` instead of a NAG, even if they
//! touch the move (`Ke7+-`).
//!
//! # Why it matters
//! Only six suffixes are legal, and only directly after the move. Other programs drop the others,
//! or the move with them.
//!
//! # Standard
//! §8.2.3.8. Decisions: D-13, D-78, D-79.
//!
//! # Example
//! ```pgn lax
//! 1. e4 ! e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4! e5 *
//! ```
//!
//! # Fix
//! Safe: it writes the corresponding NAGs.
//!
//! # Seen in
//! Hand-typed annotations, books.

use crate::rules::prelude::*;
use pgnkit::charset::entity;

rule! { "odd_suffix.rs", game_fault::ODD_SUFFIX; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let message =
        Message::new(span, format!("expected one of six suffixes after its move, found `{found}`"));
    let nags = nags_of(&context.decode(span));
    if nags.is_empty() {
        return message.help("write a NAG, or one of `!` `?` `!!` `??` `!?` `?!`");
    }
    let is_white = |byte: u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
    let before = if is_white(context.byte_before(span.start)) { "" } else { " " };
    let after = if context.byte_at(span.end).is_ascii_alphanumeric() { " " } else { "" };
    let change = Change::new(span, format!("{before}{nags}{after}"));
    message.help(format!("write `{nags}`")).safe(format!("write {nags}"), vec![change])
}

/// The NAGs that marks mean, the longest legal marks first; `!!!` is `!!` and `!`.
fn nags_of(text: &str) -> String {
    let text = entity::decoded(text);
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let text = inner.map_or(text.as_str(), str::trim);
    if let Some(nag) = Nag::from_glyph(text) {
        return format!("${}", nag.0);
    }
    let mut rest = text;
    let mut nags = Vec::new();
    while !rest.is_empty() {
        let mark = rest.get(..2).or_else(|| rest.get(..1)).unwrap_or_default();
        match Nag::from_glyph(mark) {
            Some(nag) if !mark.is_empty() => nags.push(format!("${}", nag.0)),
            Some(_) | None => return String::new(),
        }
        rest = &rest[mark.len()..];
    }
    nags.join(" ")
}
