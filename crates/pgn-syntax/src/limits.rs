//! Every bound of the reader: its unit, its value, its reason.
//!
//! Standard: §4.3, §7 (255). Decisions: D-04, D-05.

/// The maximum length of a line in import format, including its newline, in characters (§4.3).
///
/// ```
/// assert_eq!(pgn_syntax::limits::LINE_CHARACTERS_MAX, 255);
/// ```
pub const LINE_CHARACTERS_MAX: usize = 255;

/// The maximum length of a string, in characters (§7).
pub const STRING_CHARACTERS_MAX: usize = 255;

/// The maximum length of a symbol, in characters (§7).
pub const SYMBOL_CHARACTERS_MAX: usize = 255;

/// The number of tag names of a game that are remembered, to detect a second tag section and
/// repeated tags.
#[doc(hidden)]
pub const TAG_NAMES_MAX: usize = 64;

/// Longer comments are passed in parts of this size, in bytes, so that a comment of any length
/// needs no more memory.
#[doc(hidden)]
pub const PART_BYTES: usize = 64 * 1024;

/// How far the reader looks ahead, in bytes, to interpret an ambiguous place: a tag pair inside a
/// comment, or a comment after the last marker. The result does not depend on chunks.
#[doc(hidden)]
pub const LOOKAHEAD_BYTES: usize = 64 * 1024;

/// A run without white space that is longer than this many bytes is not a symbol; it is reported
/// and skipped.
#[doc(hidden)]
pub const WORD_BYTES_MAX: usize = 1024;

/// The number of bytes that the parser needs after a token before it emits it.
#[doc(hidden)]
pub const TAIL_BYTES: usize = 128;

const _: () = assert!(SYMBOL_CHARACTERS_MAX < WORD_BYTES_MAX);
const _: () = assert!(PART_BYTES.is_multiple_of(2) && LOOKAHEAD_BYTES >= 4 * WORD_BYTES_MAX);

/// Limits that callers can choose.
///
/// ```
/// use pgn_syntax::{Limits, Reader};
/// let limits = Limits::default().with_tag_bytes_max(1 << 20);
/// let reader = Reader::with_limits(&b"1. e4 *"[..], limits);
/// assert_eq!(reader.n_games(), 0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The longest tag pair, in bytes; the buffer of a [`Reader`](crate::Reader) grows up to this
    /// size if a tag pair needs it. A longer one is reported and skipped. Default 16 MiB.
    pub tag_bytes_max: usize,
    /// The initial size of the buffer of a [`Reader`](crate::Reader), in bytes; at least 192 KiB,
    /// because comments come in parts of 64 KiB and ambiguous places need a lookahead of 64 KiB.
    /// Default 256 KiB.
    pub buffer_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { tag_bytes_max: 16 * 1024 * 1024, buffer_bytes: 256 * 1024 }
    }
}

impl Limits {
    /// The same with this [`tag_bytes_max`](field@Self::tag_bytes_max).
    ///
    /// ```
    /// let limits = pgn_syntax::Limits::default().with_tag_bytes_max(1_000);
    /// assert_eq!(limits.tag_bytes_max, 1_000);
    /// ```
    #[must_use]
    pub fn with_tag_bytes_max(self, tag_bytes_max: usize) -> Limits {
        Limits { tag_bytes_max, ..self }
    }

    /// The same with this [`buffer_bytes`](field@Self::buffer_bytes).
    ///
    /// ```
    /// let limits = pgn_syntax::Limits::default().with_buffer_bytes(1 << 20);
    /// assert_eq!(limits.buffer_bytes, 1 << 20);
    /// ```
    #[must_use]
    pub fn with_buffer_bytes(self, buffer_bytes: usize) -> Limits {
        Limits { buffer_bytes, ..self }
    }
}
