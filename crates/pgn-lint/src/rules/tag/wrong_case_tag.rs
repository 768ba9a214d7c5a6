//! A well-known tag name in the wrong letter case.
//!
//! # What it finds
//! A name such as `EVENT`, `fen` or `Setup`. It counts only if the right name is absent.
//!
//! # Why it matters
//! Tag names are case sensitive: other programs do not find the tag, and with it perhaps not the
//! position the game begins with.
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
//! Safe: the name is written as the standard has it. Unsafe if that name is already there: the
//! game then has it twice.
//!
//! # Seen in
//! Hand-typed headers; programs that write capitals.

use crate::rules::prelude::*;
use pgnkit::tag::well_known;

rule! { "wrong_case_tag.rs", game_fault::WRONG_CASE_TAG; REMARK, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let Some(name) = well_known::name_of_other_case(context.bytes(span)) else {
        return Message::new(span, format!("expected another letter case, found `{found}`"));
    };
    let message = Message::new(span, format!("expected `{name}`, found `{found}`"))
        .help("tag names are case sensitive");
    let (title, changes) = (format!("write {name}"), vec![Change::new(span, name)]);
    // Of several names that mean it, the last counts.
    let is_it = context.tag_named(name).is_some_and(|tag| tag.place.name == span);
    if is_it { message.safe(title, changes) } else { message.risky(title, changes) }
}
