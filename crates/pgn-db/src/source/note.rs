//! Notes about a source that are not errors.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::transcode::Format;
use super::utf16::Endian;
use crate::compression::Compression;
use pgn_formats::Found;
use pgnkit::charset::Encoding;

/// A note about a source that may interest the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// It is compressed, in this way. Nested ones are noted from the outside in.
    Compressed(Compression),
    /// Its name ends like a compressed file, but it is plain text.
    NotCompressed(Compression),
    /// It was written in UTF-16 and is delivered as UTF-8.
    Utf16 {
        /// The order of the two bytes.
        endian: Endian,
        /// Whether a byte-order mark showed it, or the pattern of zero bytes.
        marked: bool,
    },
    /// Its text that is not UTF-8 was recognized to be in this encoding.
    Recognized(Encoding),
    /// It was in this format and is delivered as PGN.
    Transcoded(Format),
    /// A game of another format could not be read completely; it is delivered as far as it goes.
    Misread {
        /// The number of the game, from 1; `None` if `why` names the record.
        game: Option<u64>,
        /// The problem and its place.
        why: String,
    },
    /// Findings about the notation of another format, with the lines of the file.
    Fault(Found),
    /// There were more of them than are reported.
    MisreadBeyond,
    /// The number of records of a database that were not requested. Noted at the end.
    LeftOut {
        /// Games marked as deleted.
        deleted_count: u64,
        /// Guiding texts.
        text_count: u64,
    },
    /// The number of invalid UTF-16 units that became U+FFFD. Noted at the end.
    BrokenUnits(u64),
}

impl Note {
    /// Whether only reading the text shows it, and not opening the source.
    #[must_use]
    pub fn is_found_while_reading(&self) -> bool {
        match self {
            Note::Misread { .. }
            | Note::Fault(_)
            | Note::MisreadBeyond
            | Note::LeftOut { .. }
            | Note::BrokenUnits(_) => true,
            Note::Compressed(_)
            | Note::NotCompressed(_)
            | Note::Utf16 { .. }
            | Note::Recognized(_)
            | Note::Transcoded(_) => false,
        }
    }

    /// Whether it sums up the whole source, and is known at its end.
    #[must_use]
    pub fn is_said_at_the_end(&self) -> bool {
        matches!(self, Note::BrokenUnits(_) | Note::LeftOut { .. })
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Compressed(compression) => write!(f, "compressed with {compression}"),
            Note::NotCompressed(compression) => {
                write!(f, "is not compressed, though its name says {compression}")
            }
            Note::Utf16 { endian, marked } => {
                let how = if *marked { "by its mark" } else { "by its content" };
                write!(f, "read as UTF-16, {endian} {how}")
            }
            Note::Recognized(encoding) => {
                let name = encoding.label();
                write!(f, "read as {name}, by the words in it (--encoding {name})")
            }
            Note::Transcoded(format) => write!(f, "read as {format}"),
            Note::Misread { game: Some(game), why } => write!(f, "game {game}: {why}"),
            Note::Misread { game: None, why } => f.write_str(why),
            Note::LeftOut { deleted_count, text_count } => {
                let deleted = (*deleted_count, "deleted game", "deleted");
                let texts = (*text_count, "guiding text", "texts");
                let mut separator = "";
                for (n, what, option) in [deleted, texts].into_iter().filter(|(n, ..)| *n > 0) {
                    let s = if n == 1 { "" } else { "s" };
                    write!(f, "{separator}{n} {what}{s} left out (--include {option})")?;
                    separator = ", ";
                }
                Ok(())
            }
            Note::Fault(found) => found.fmt(f),
            Note::MisreadBeyond => write!(f, "and more of this kind"),
            Note::BrokenUnits(1) => write!(f, "one broken UTF-16 unit was replaced"),
            Note::BrokenUnits(n) => write!(f, "{n} broken UTF-16 units were replaced"),
        }
    }
}

/// The maximum number of notes about a source.
pub(crate) const MISREADS_MAX: usize = 1000;

/// The notes about one source. They fill while it is read; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Notes(Arc<Mutex<Vec<Note>>>);

impl Notes {
    /// The notes made so far, in the order in which they were made.
    #[must_use]
    pub fn list(&self) -> Vec<Note> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the delivered text is UTF-8 regardless of the requested encoding, because it was
    /// transcoded. Known as soon as the source is open.
    #[must_use]
    pub fn transcoded(&self) -> bool {
        let is_made = |note: &Note| match note {
            Note::Utf16 { .. } => true,
            Note::Transcoded(format) => format.makes_utf8(),
            _ => false,
        };
        self.list().iter().any(is_made)
    }

    /// The legacy encoding that it was recognized to be in. Known as soon as the source is open.
    #[must_use]
    pub fn recognized(&self) -> Option<Encoding> {
        self.list().iter().find_map(|note| match note {
            Note::Recognized(encoding) => Some(*encoding),
            _ => None,
        })
    }

    /// The format that was turned into PGN, if one was.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        self.list().iter().find_map(|note| match note {
            Note::Transcoded(format) => Some(*format),
            Note::Compressed(_)
            | Note::NotCompressed(_)
            | Note::Utf16 { .. }
            | Note::Recognized(_)
            | Note::Misread { .. }
            | Note::Fault(_)
            | Note::MisreadBeyond
            | Note::LeftOut { .. }
            | Note::BrokenUnits(_) => None,
        })
    }

    /// Takes a note about a game, unless there are [too many](MISREADS_MAX) already.
    pub(crate) fn push_bounded(&self, note: Note) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match notes.len() {
            ..MISREADS_MAX => notes.push(note),
            MISREADS_MAX => notes.push(Note::MisreadBeyond),
            _ => {}
        }
    }

    pub(crate) fn push(&self, note: Note) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(note);
    }

    /// Notes of an outer layer, taken over by the source found inside.
    pub(crate) fn copied(&self) -> Notes {
        Notes(Arc::new(Mutex::new(self.list())))
    }
}
