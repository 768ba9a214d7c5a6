//! A character in an EPD record that is not printing ASCII.
//!
//! # What it finds
//! A letter beyond ASCII, or a control character, anywhere in a record; the first run of them is
//! told. A tab is one of them in a string, and white space elsewhere (F211).
//!
//! # Why it matters
//! EPD is ASCII; other programs may read other letters, or refuse the record.
//!
//! # Standard
//! §16.2. Decisions: D-48.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "Strangmüller";
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "Strangmueller";
//! ```
//!
//! # Fix
//! None: how a name is written without its letters is for the author to say; `pgn epd fmt
//! --profile archival` replaces them.
//!
//! # Seen in
//! Names of players in comments.

use crate::rules::prelude::*;

rule! { "foreign_character.rs", epd_fault::FOREIGN_CHARACTER; MEND, None, Record(tell) }

fn tell(scene: &Scene<'_>, note: &Note) -> Told {
    Told::new(
        note.diagnostic.span,
        format!("expected printing ASCII, found `{}`", scene.show(note.diagnostic.span)),
    )
    .help("write it in ASCII")
}
