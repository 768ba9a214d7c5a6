//! A draw offer or claim without a supplied move.
//!
//! # What it finds
//! `draw_offer` or `draw_claim` in a record without `sm`.
//!
//! # Why it matters
//! A player offers or claims a draw together with a move; without it, the receiver has no move to
//! play.
//!
//! # Standard
//! §16.2.5. Decisions: D-55.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - draw_offer;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - draw_offer; sm Kf2;
//! ```
//!
//! # Fix
//! None: only the player knows the move.
//!
//! # Seen in
//! Hand-written messages.

use crate::rules::prelude::*;

rule! { "missing_supplied_move.rs", epd_fault::MISSING_SUPPLIED_MOVE; DOUBT, None, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(
        note.diagnostic.span,
        format!("`{}` needs a supplied move", context.show(note.diagnostic.span)),
    )
    .help("add the move as `sm`")
}
