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

/// The fault.
pub(crate) const FAULT: Fault = Fault {
    code: Code::new('T', 135),
    name: "similar-event-names",
    standing: Standing::Remark,
    section: "§8.1.1.1",
    summary: "event name that differs from another one in form only",
};

pub(crate) const RULE: Rule = Rule::new(
    FAULT,
    Levels::TASTE,
    FixKind::None,
    include_str!("similar_event_names.rs"),
    Check::Linter,
);
