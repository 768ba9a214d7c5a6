//! A roster tag in the wrong letter case.
//!
//! # What it finds
//! A name such as `EVENT` or `white`. It counts only if the right name is absent.
//!
//! # Why it matters
//! Tag names are case sensitive: other programs do not find the tag.
//!
//! # Standard
//! §8.1. Decisions: D-15.
//!
//! # Example
//! ```pgn lax
//! [EVENT "Candidates"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Event "Candidates"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Unsafe: the name is written as in the roster; if it is already there, the game then has it
//! twice.
//!
//! # Seen in
//! Hand-typed headers; programs that write capitals.

use crate::rules::prelude::*;

rule! { "wrong_case_tag.rs", game_fault::WRONG_CASE_TAG; REMARK, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let Some(name) = pgnkit::tag::roster_name_of_other_case(&found) else {
        return Message::new(
            span,
            format!("expected the letter case of the roster, found `{found}`"),
        );
    };
    Message::new(span, format!("expected `{name}`, found `{found}`"))
        .help("tag names are case sensitive")
        .risky(format!("write {name}"), vec![Change::new(span, name)])
}
