//! An unknown Mode.
//!
//! # What it finds
//! A value of Mode other than OTB, PM, EM, ICS and TC.
//!
//! # Why it matters
//! Any text is legal, but programs know only these five.
//!
//! # Standard
//! §9.9.2.
//!
//! # Example
//! ```pgn lax
//! [Mode "over the board"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Mode "OTB"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Safe for a mode in another letter case or in words: it writes the abbreviation. None otherwise.
//!
//! # Seen in
//! Modern servers.

use super::value_fix_message::with_value_fix;
use crate::rules::prelude::*;
use pgnkit::tag::Mode;

rule! {
    "unknown_mode.rs", 'T' 120 "unknown-mode" Remark "§9.9.2"
        "unknown Mode";
    TASTE, Safe, Tag(TagFilter::Types(&[ValueType::Mode]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if !tag.value.is_empty() && Mode::from_name(&tag.value).is_none() {
        let found = crate::message::shorten(&tag.value);
        let sentence = format!("expected OTB, PM, EM, ICS or TC, found `{found}`");
        let message = Message::new(tag.place.value, sentence);
        let meant = ValueType::Mode.fix(&tag.value);
        report.push(with_value_fix(
            message,
            tag,
            meant,
            "other modes are legal; few programs know them",
        ));
    }
}
