//! A time control field that should be last or alone.
//!
//! # What it finds
//! A sudden death, incremental or sandclock period before another one; `?` or `-` with other
//! fields.
//!
//! # Why it matters
//! Nothing can follow a period that lasts until the end of the game.
//!
//! # Standard
//! §9.6.
//!
//! # Example
//! ```pgn lax
//! [TimeControl "300:40/7200"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [TimeControl "40/7200:300"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Hand-typed time controls.

use crate::rules::prelude::*;
use pgnkit::tag::{TimeControl, fields, time_control::Oddity};

rule! {
    "time_control_order.rs", 'T' 111 "time-control-order" Remark "§9.6"
        "time control field that should be last or alone";
    REMARK, None, Tag(TagFilter::SkipIfPlain(&[ValueType::TimeControl]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Ok(time_control) = TimeControl::parse(&tag.value) else { return };
    for oddity in time_control.oddities() {
        let (field_idx, expected) = match oddity {
            Oddity::NotAlone { field_idx } => (field_idx, "expected this field alone"),
            Oddity::NotLast { field_idx } => (field_idx, "expected this field last"),
            Oddity::ZeroIncrement { .. } => continue,
        };
        let Some((offset, field)) = fields(&tag.value).nth(field_idx) else { continue };
        let span = tag.span_of(offset..offset + field.len());
        report.push(Message::new(span, format!("{}: {expected}, found others", tag.name)));
    }
}
