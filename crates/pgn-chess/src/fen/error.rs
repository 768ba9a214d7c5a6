//! Errors and corrections in a FEN.
//!
//! Standard: §16.1. Decisions: D-46, D-47.

use core::error::Error;
use core::fmt;

use crate::bitset::{bitset, set_example};
use crate::setup::SetupError;

/// The invalid field, or the position as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// Misplaced spaces, or too many or too few fields.
    Spacing,
    /// Piece placement (§16.1.3.1).
    Placement,
    /// Side to move (§16.1.3.2).
    Color,
    /// Castling availability (§16.1.3.3).
    Castling,
    /// En passant square (§16.1.3.4).
    EnPassant,
    /// Halfmove clock (§16.1.3.5).
    Clock,
    /// Fullmove number (§16.1.3.6).
    MoveNumber,
    /// The pockets of Crazyhouse.
    Pockets,
    /// The checks of Three-check.
    Checks,
    /// Well formed, but the position is impossible (D-47).
    Setup(SetupError),
}

/// Why a FEN was rejected.
///
/// ```
/// use pgn_chess::{Position, fen::FenErrorKind};
/// let error = "8/8/8/8/8/8/8/8 w - - 0 1".parse::<Position>().expect_err("no kings");
/// assert!(matches!(error.kind, FenErrorKind::Setup(_)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct FenError {
    /// The invalid field.
    pub kind: FenErrorKind,
    /// Byte offset of the error in the text; 0 for impossible positions.
    pub offset: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl FenError {
    pub(crate) fn new(kind: FenErrorKind, offset: usize, expected: &'static str) -> FenError {
        FenError { kind, offset, expected }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = match self.kind {
            FenErrorKind::Spacing => "fields",
            FenErrorKind::Placement => "piece placement",
            FenErrorKind::Color => "side to move",
            FenErrorKind::Castling => "castling availability",
            FenErrorKind::EnPassant => "en passant square",
            FenErrorKind::Clock => "halfmove clock",
            FenErrorKind::MoveNumber => "fullmove number",
            FenErrorKind::Pockets => "pockets",
            FenErrorKind::Checks => "checks",
            FenErrorKind::Setup(faults) => return write!(f, "impossible position: {faults}"),
        };
        write!(f, "{field}: expected {} at byte {}", self.expected, self.offset)
    }
}

impl Error for FenError {}

bitset! {
    /// Deviations that were accepted or corrected while reading a FEN.
    ///
    /// ```
    /// use pgn_chess::fen::{self, FenNotes, Mode};
    /// let (_, notes) = fen::parse(b"4k3/8/8/8/8/8/8/4K3 W - -", Mode::Lax)?;
    /// let expected = FenNotes::COLOR_CASE | FenNotes::MISSING_FIELDS;
    /// assert!(notes.contains(expected) && notes.intersects(expected) && !notes.is_empty());
    /// assert_eq!((notes.iter().count(), notes.without(expected)), (2, FenNotes::NONE));
    /// assert_eq!(FenNotes::from_bits(notes.bits()), notes);
    /// # Ok::<(), fen::FenError>(())
    /// ```
    pub struct FenNotes: u32, "pgn_chess::fen::FenNotes" {
        /// Tabs, several spaces, or spaces at an end.
        WHITE_SPACE = 0, "white space other than one space between fields";
        /// Fewer than six fields; the missing ones get their default values.
        MISSING_FIELDS = 1, "fewer than six fields";
        /// Text after the sixth field, or in place of the last two.
        TRAILING_TEXT = 2, "text after the last field";
        /// Two digits in a row in the placement.
        SPLIT_DIGITS = 3, "a run of empty squares written as several digits";
        /// `W` or `B` for the side to move.
        COLOR_CASE = 4, "the side to move in upper case";
        /// Castling letters out of order or repeated.
        CASTLING_ORDER = 5, "castling letters out of order or repeated";
        /// A castling right without its king or rook was dropped.
        CASTLING_DROPPED = 6, "a castling right without its king or rook";
        /// An impossible en passant square was dropped.
        EP_DROPPED = 7, "an impossible en passant square";
        /// The fullmove number 0 was read as 1.
        FULLMOVE_ZERO = 8, "fullmove number 0";
        /// A clock or number above 4,294,967,295 was read as that value.
        CLOCK_SATURATED = 9, "a number too large to be held";
        /// Something that only another variant can have, although no variant was given.
        VARIANT_IMPLIED = 10, "something that only another variant has";
        /// `DD`-style numbers with leading zeros.
        LEADING_ZEROS = 11, "a number with leading zeros";
        /// A right of ordinary chess given by its rook's file.
        CASTLING_FILES = 12, "a castling right of ordinary chess with the letter of a file";
        /// No pockets in Crazyhouse, or no checks in Three-check; they were read as empty or 0.
        MISSING_EXTRAS = 13, "no pockets or no checks, as the variant has them";
        /// The pieces of the pockets in another order than `QRBNPqrbnp`.
        POCKET_ORDER = 14, "the pieces of the pockets out of order";
        /// A promotion mark after a pawn, a king or nothing was dropped.
        PROMOTION_DROPPED = 15, "a promotion sign without a promoted piece";
        /// A hyphen for empty pockets.
        POCKET_HYPHEN = 16, "a hyphen for empty pockets";
        /// The operations `hmvc` and `fmvn` of EPD in place of the last two fields.
        EPD_COUNTERS = 17, "EPD operations in place of the last two fields";
        /// A field such as `161+0`, which the variant does not have.
        UNKNOWN_FIELD = 18, "a field that the variant does not have";
        /// Both sides may castle in Chess960, and their kings are on different files.
        KINGS_APART = 19, "castling rights of kings on different files";
    }
}
