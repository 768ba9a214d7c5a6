//! Every bound of the reader: its unit, its value, its reason.
//!
//! Owns: the numbers. Knows nothing of: who keeps to them.
//! Standard: §4.3, §7 (255). Decisions: D-04, D-05.
//! Start at [`Limits`].

/// A line of import format, its newline counted, in characters (§4.3).
pub const LINE_CHARACTERS_MAX: usize = 255;

/// The data of a string, in characters (§7).
pub const STRING_CHARACTERS_MAX: usize = 255;

/// A symbol, in characters (§7).
pub const SYMBOL_CHARACTERS_MAX: usize = 255;

/// How many tag names of a game are remembered, to see a second tag section begin and to say of a
/// tag that it is repeated.
pub const TAG_NAMES_MAX: usize = 64;

/// A comment longer than this many bytes is handed over in parts of this size, so that a comment
/// of any length costs no more memory than this.
pub const PART_BYTES: usize = 64 * 1024;

/// How far the reader looks ahead, in bytes, before it decides what a doubtful place means: a
/// tag pair inside a comment, a comment after the last marker. Any chunking sees the same.
pub const LOOKAHEAD_BYTES: usize = 64 * 1024;

/// A run without white space longer than this many bytes is no symbol, whatever it holds; it is
/// reported and passed over.
pub const WORD_BYTES_MAX: usize = 1024;

/// What the parser wants to see after a token before it names it, in bytes.
pub const TAIL_BYTES: usize = 128;

const _: () = assert!(SYMBOL_CHARACTERS_MAX < WORD_BYTES_MAX);
const _: () = assert!(PART_BYTES.is_multiple_of(2) && LOOKAHEAD_BYTES >= 4 * WORD_BYTES_MAX);

/// The bounds a caller may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest tag pair, in bytes; the buffer of a [`Reader`](crate::Reader) grows up to this
    /// when a tag pair needs it. A longer one is reported and passed over. Default 16 MiB.
    pub tag_bytes_max: usize,
    /// The size that the buffer of a [`Reader`](crate::Reader) starts with, in bytes; at least
    /// 192 KiB, since comments come in parts of 64 KiB and doubtful places are looked at 64 KiB
    /// ahead. Default 256 KiB.
    pub buffer_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { tag_bytes_max: 16 * 1024 * 1024, buffer_bytes: 256 * 1024 }
    }
}
