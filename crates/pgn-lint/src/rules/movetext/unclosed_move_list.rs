//! A server's move list without its last line.
//!
//! # What it finds
//! A move list that has no last line such as `{Ben resigns} 1-0` before the end of the log, another
//! move list, or a long stretch of chat. The reader keeps the game up to that point, with an
//! unknown outcome.
//!
//! # Why it matters
//! The rest of the moves and the result may be lost.
//!
//! # Standard
//! §13 mentions such records but does not describe them. Decisions: D-57.
//!
//! # Example
//! ```ics lax
//! Anna (1500) vs. Ben (1480) --- Sat May  1, 10:00 GMT 1999
//! Rated blitz match, initial time: 5 minutes, increment: 2 seconds.
//!   1.  e4      (0:00)     e5      (0:02)
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
//! None: the rest of the list is missing.
//!
//! # Seen in
//! Truncated logs.

use crate::rules::prelude::*;

rule! { "unclosed_move_list.rs", ics_fault::UNCLOSED_MOVE_LIST; DOUBT, None, Linter }
