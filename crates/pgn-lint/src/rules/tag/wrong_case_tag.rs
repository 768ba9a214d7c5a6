//! A well-known tag name in the wrong letter case.
//!
//! # What it finds
//! A name such as `EVENT`, `fen` or `Setup`. The reader uses the tag only if there is no tag with
//! the right name.
//!
//! # Why it matters
//! Tag names are case sensitive: other programs do not find the tag. If it is the FEN tag, they do
//! not find the start position.
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
//! Safe: it writes the name as in the standard. Unsafe if the game already has a tag with that
//! name, because it then has two.
//!
//! # Seen in
//! Hand-typed headers; programs that write names in capitals.

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
