//! An unreadable header of a server's move list.
//!
//! # What it finds
//! A date, a rating or a time control that cannot be read, in the header of a move list. Its tag is
//! missing or has the value for unknown.
//!
//! # Why it matters
//! The tags lack information that the log contains.
//!
//! # Standard
//! §13 mentions such records but does not describe them. Decisions: D-57.
//!
//! # Example
//! ```ics lax
//! Anna (1500) vs. Ben (strong) --- Sat May  1, 10:00 GMT 1999
//! Rated blitz match, initial time: 5 minutes, increment: 2 seconds.
//!   1.  e4      (0:00)     e5      (0:02)
//!       {Ben resigns} 1-0
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
//! None: set the tag by hand.
//!
//! # Seen in
//! Servers in other languages.

use crate::rules::prelude::*;

rule! { "odd_log_head.rs", ics_fault::ODD_LOG_HEAD; DOUBT, None, Linter }
