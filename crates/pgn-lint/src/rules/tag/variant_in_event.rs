//! A variant that is named only in the Event tag.
//!
//! # What it finds
//! An Event such as `FICS rated suicide game`, `FICS rated wild/fr game` (Chess960) or `Rated
//! Atomic game` in a game without a Variant tag. The reader uses the rules of that variant.
//!
//! # Why it matters
//! A program that relies on the Variant tag uses ordinary rules and stops at the first move that
//! they do not allow. If the Event tag is changed, the variant is lost.
//!
//! # Standard
//! §9.7. Decisions: D-91.
//!
//! # Example
//! ```pgn lax
//! [Event "FICS rated suicide game"]
//! [Result "*"]
//!
//! 1. e3 b6 2. Ba6 Nxa6 *
//! ```
//!
//! # Instead
//! ```pgn
//! [Event "FICS rated suicide game"]
//! [Result "*"]
//! [Variant "Suicide"]
//!
//! 1. e3 b6 2. Ba6 Nxa6 *
//! ```
//!
//! # Fix
//! Unsafe: it adds the variant, here `[Variant "Suicide"]`, before the Event tag.
//!
//! # Seen in
//! Games from the Free Internet Chess Server.

use crate::rules::prelude::*;
use pgnkit::game::EventRules;

rule! { "variant_in_event.rs", game_fault::VARIANT_IN_EVENT; WARN, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let event = context.tag_named("Event");
    let rules = event.as_ref().and_then(|event| EventRules::of(&event.value));
    let name = rules.map_or("", EventRules::name);
    let tag = format!("[Variant \"{name}\"]");
    let message = Message::new(span, format!("expected `{tag}` for this event, found none"))
        .help("add the Variant tag");
    let change = match (context.tag_named("Variant"), &event) {
        (Some(named), _) => Change::new(named.place.value, name),
        (None, Some(event)) => Change::insert(event.place.span.start, format!("{tag}\n")),
        (None, None) => return message,
    };
    message.risky(format!("add {tag}"), vec![change])
}
