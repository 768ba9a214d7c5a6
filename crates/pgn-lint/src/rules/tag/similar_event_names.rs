//! Names of events that differ only in form.
//!
//! # What it finds
//! Two spellings of an event in one file that have the same letters and digits, apart from case,
//! blanks and punctuation.
//!
//! # Why it matters
//! The games of one event are counted as those of two.
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
//! None: which spelling is right is for the curator to say.
//!
//! # Seen in
//! Collections from several sources.

use crate::rules::prelude::*;

rule! {
    "similar_event_names.rs", 'T' 135 "similar-event-names" Remark "§8.1.1.1"
        "event name that differs from another one in form only";
    TASTE, None, Linter
}
