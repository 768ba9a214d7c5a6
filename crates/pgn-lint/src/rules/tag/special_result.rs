//! A forfeit or an arbiter's result in the Result tag.
//!
//! # What it finds
//! A Result tag such as `+/-`, `-/+`, `-/-`, `0-0`, `1/2-0`, `0-1/2`, `1-0F` or `1-0 (forfeit)`.
//! The reader understands it: each side gets its points, the tag is kept, and the marker is `*`.
//!
//! # Why it matters
//! The standard has four results. Programs that know only these leave the game out when they count
//! points.
//!
//! # Standard
//! §8.1.1.7. Decisions: D-74.
//!
//! # Example
//! ```pgn lax
//! [Result "+/-"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "1-0"]
//! [Termination "rules infraction"]
//!
//! 1-0
//! ```
//!
//! # Fix
//! None: the standard cannot express such a result.
//!
//! # Seen in
//! Team leagues, pairing programs, Olympiads.

use crate::rules::prelude::*;

rule! { "special_result.rs", game_fault::SPECIAL_RESULT; REMARK, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let outcome = Outcome::parse_lax(&context.decode(span)).unwrap_or_default();
    let points = outcome.half_points().unwrap_or_default().map(|halves| match halves {
        0 => "0",
        1 => "1/2",
        _ => "1",
    });
    let [white, black] = points;
    Message::new(span, format!("`{found}` is not one of the four results of the standard"))
        .help(format!("it counts as {white} for White and {black} for Black"))
}
