//! A game that ended for an unknown reason.
//!
//! # What it finds
//! A last line with an unknown reason for the end of the game. The reader keeps it as a comment and
//! adds no Termination tag.
//!
//! # Why it matters
//! Programs look for the reason in the Termination tag.
//!
//! # Standard
//! §13 mentions such records but does not describe them. Decisions: D-57.
//!
//! # Example
//! ```ics lax
//! Anna (1500) vs. Ben (1480) --- Sat May  1, 10:00 GMT 1999
//! Rated blitz match, initial time: 5 minutes, increment: 2 seconds.
//!   1.  e4      (0:00)     e5      (0:02)
//!       {The cat did it} 1-0
//! ```
//!
//! # Instead
//! ```ics
//! Anna (1500) vs. Ben (1480) --- Sat May  1, 10:00 GMT 1999
//! Rated blitz match, initial time: 5 minutes, increment: 2 seconds.
//!   1.  e4      (0:00)     e5      (0:02)
//!       {Ben resigns} 1-0
//! ```
//!
//! # Fix
//! None: add the tag by hand.
//!
//! # Seen in
//! Servers with their own messages.

use crate::rules::prelude::*;

rule! { "unknown_reason.rs", ics_fault::UNKNOWN_REASON; DOUBT, None, Linter }
