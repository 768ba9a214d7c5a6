//! Names of events that differ only in form.
//!
//! # What it finds
//! Two event names in one file that have the same letters and digits, but differ in letter case,
//! blanks or punctuation.
//!
//! # Why it matters
//! Programs count the games of one event as two events.
//!
//! # Standard
//! §8.1.1.1.
//!
//! # Example
//! ```pgn lax
//! [Event "Wijk aan Zee"]
//! [Result "*"]
//!
//! *
//!
//! [Event "Wijk-aan-Zee"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Event "Wijk aan Zee"]
//! [Result "*"]
//!
//! *
//!
//! [Event "Wijk aan Zee"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None: only the author knows which spelling is right.
//!
//! # Seen in
//! Collections from several sources.

use crate::rules::prelude::*;

rule! {
    "similar_event_names.rs", 'T' 135 "similar-event-names" Remark "§8.1.1.1"
        "event name that differs from another only in form";
    TASTE, None, Linter
}
