//! An unreadable line in a server's move list.
//!
//! # What it finds
//! A line between the header and the last line of a move list that is neither a row of moves nor
//! blank. The reader leaves it out of the game. `pgn import ics` reports this, `pgn check` does
//! not.
//!
//! # Why it matters
//! Either other text is mixed into the list, such as chat, or a row has an unknown form and its
//! moves are missing.
//!
//! # Standard
//! §13 mentions such records but does not describe them. Decisions: D-57.
//!
//! # Example
//! ```ics lax
//! Anna (1500) vs. Ben (1480) --- Sat May  1, 10:00 GMT 1999
//! Rated blitz match, initial time: 5 minutes, increment: 2 seconds.
//!   1.  e4      (0:00)     e5      (0:02)
//! Carl tells you: hello
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
//! None: the meaning of the line is not known.
//!
//! # Seen in
//! Logs of sessions with chat.

use crate::rules::prelude::*;

rule! { "unknown_log_line.rs", ics_fault::UNKNOWN_LOG_LINE; DOUBT, None, Linter }
