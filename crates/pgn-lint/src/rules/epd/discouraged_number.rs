//! An EPD integer with a plus sign or leading zeros.
//!
//! # What it finds
//! An integer with a plus sign, leading zeros, or a minus sign before zero.
//!
//! # Why it matters
//! The standard allows this form but discourages it, and some readers do not understand it.
//!
//! # Standard
//! §16.2.4. Decisions: D-49.
//!
//! # Example
//! ```epd import
//! 4k3/8/8/8/8/8/4P3/4K3 w - - ce +30;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - ce 30;
//! ```
//!
//! # Fix
//! Safe: it writes the number without them.
//!
//! # Seen in
//! Scores written by engines.

use crate::rules::prelude::*;

rule! { "discouraged_number.rs", epd_fault::DISCOURAGED_NUMBER; CUSTOM, Safe, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    let span = note.diagnostic.span;
    let text = context.show(span);
    let message = Message::new(span, format!("`{text}` has a sign or zeros that it does not need"));
    match text.parse::<i64>() {
        Ok(number) => message
            .help(format!("write {number}"))
            .safe(format!("write {number}"), vec![Change::new(span, number.to_string())]),
        Err(_) => message,
    }
}
