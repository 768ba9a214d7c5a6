//! The result of reading a move, and how it was written.
//!
//! Standard: §8.2.3.7. Decisions: D-32, D-34, D-37.

use core::error::Error;
use core::fmt;

use super::candidates::Candidates;
use super::illegal::IllegalMoveError;
use super::write;
use crate::bitset::{bitset, set_example};
use crate::moves::Move;
use crate::notation::letters::Letters;
use crate::option_struct::option_struct;
use crate::position::Position;

option_struct! {
    "use pgn_chess::notation::{letters::Letters, san::SanOptions};";
    /// Accepted spellings in addition to those that are always accepted.
    ///
    /// ```
    /// use pgn_chess::{Position, notation::san::{self, SanOptions}};
    /// let position: Position = "8/4P1k1/8/8/8/8/8/K7 w - - 0 1".parse()?;
    /// assert!(san::resolve(&position, b"e8", &SanOptions::default()).is_err());
    /// assert!(san::resolve(&position, b"e8", &SanOptions::default().with_queen(true)).is_ok());
    /// # Ok::<(), pgn_chess::fen::FenError>(())
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct SanOptions {
        /// Whether a pawn that reaches the last rank without a promotion piece becomes a queen.
        queen, with_queen: bool = "true",
        /// The piece letters of another language (D-62); never guessed.
        letters, with_letters: Option<Letters> = "Some(Letters::FIGURINES)",
        /// Whether to read a word whose letters may mean another piece, if only one legal move
        /// fits: `bc4` as `Bc4`, `DXE5` as `dxe5`. See [`Reading::is_doubtful`].
        doubtful, with_doubtful: bool = "true",
    }
}

/// The stage of D-32 at which a text was read as a move: the first stage with a legal move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Stage {
    /// 1: canonical SAN, apart from check marks.
    Canonical = 1,
    /// 2: signs that are missing, superfluous or spelled differently, or a longer origin than
    /// necessary.
    Signs = 2,
    /// 3: castling with zeros or other dashes, or as a king's move.
    Castling = 3,
    /// 4: long algebraic, coordinates, `ed`; null moves.
    Coordinates = 4,
    /// 5: promotion in another spelling or without a piece.
    Promotion = 5,
    /// 6: figurines.
    Figurine = 6,
    /// 7: letters in the wrong case.
    Case = 7,
    /// 8: a letter for the pawn, or a move number attached to the move.
    Extra = 8,
}

impl Stage {
    /// All stages, the canonical one first.
    pub const ALL: [Stage; 8] = [
        Stage::Canonical,
        Stage::Signs,
        Stage::Castling,
        Stage::Coordinates,
        Stage::Promotion,
        Stage::Figurine,
        Stage::Case,
        Stage::Extra,
    ];
}

bitset! {
    /// The differences between a text and the canonical one.
    pub struct Departures: u32, "pgn_chess::notation::san::Departures" {
        /// `Ne5` or `ed5` for a capture.
        MISSING_CAPTURE = 0, "the capture sign is missing";
        /// `Nxf3` to an empty square.
        EXTRA_CAPTURE = 1, "a capture sign without a capture";
        /// `:` or `×` for `x`.
        CAPTURE_SIGN = 2, "another sign for the capture";
        /// `Ngf3` where `Nf3` is enough, `R1d1` where `Rad1` is correct.
        ORIGIN = 3, "the origin is not the shortest one";
        /// `++`, `ch`, `mate`, `†`, or a mark that is not at the end.
        MARK_SPELLING = 4, "the check mark is spelled otherwise";
        /// Check without a mark; set by [`Reading::check_marks`].
        MISSING_CHECK = 5, "the check mark is missing";
        /// Mate without `#`; set by [`Reading::check_marks`].
        MISSING_MATE = 6, "the mate mark is missing";
        /// A mark without the check or mate it promises; set by [`Reading::check_marks`].
        WRONG_MARK = 7, "a wrong check mark";
        /// `exd6 e.p.`
        EN_PASSANT_TAIL = 8, "en passant is spelled out";
        /// `0-0`.
        ZERO_CASTLING = 9, "castling with zeros";
        /// A dash other than the ASCII one.
        FOREIGN_DASH = 10, "another dash";
        /// `Kg1`, `e1g1`, `e1h1` for castling.
        KING_MOVE_CASTLING = 11, "castling as a move of the king";
        /// `Ng1-f3`.
        LONG_ALGEBRAIC = 12, "long algebraic notation";
        /// `g1f3`.
        COORDINATES = 13, "coordinates";
        /// `ed`, `exd`, `xd5`.
        SHORT_PAWN_CAPTURE = 14, "a pawn capture without its square or its file";
        /// `e8Q`.
        MISSING_EQUALS = 15, "the equals sign of the promotion is missing";
        /// `e4=`.
        EXTRA_EQUALS = 16, "an equals sign without a promotion";
        /// `e8(Q)`, `e8/Q`.
        PROMOTION_SPELLING = 17, "the promotion is spelled otherwise";
        /// `e8` for `e8=Q`.
        MISSING_PROMOTION = 18, "the promotion piece is missing";
        /// `♘f3`.
        FIGURINE = 19, "a figurine";
        /// `nf3`, `E4`, `o-o`.
        CASE = 20, "letters in the wrong case";
        /// `Pe4`.
        PAWN_LETTER = 21, "a letter for the pawn";
        /// `1e4`.
        GLUED_NUMBER = 22, "a move number glued to the move";
        /// `--`, `Z0` and the like; not a chess move (D-34).
        NULL_MOVE = 23, "a null move";
        /// Piece letters of another language.
        LANGUAGE = 24, "piece letters of another language";
        /// White space inside.
        SPACE = 25, "white space inside the move";
        /// `@e4` for `P@e4`.
        DROP_LETTER = 26, "the letter of a dropped pawn is missing";
        /// `bc4` for `Bc4`, `DXE5` for `dxe5`; only with [`SanOptions::doubtful`].
        OTHER_PIECE = 27, "the letter may mean another piece";
    }
}

impl Departures {
    /// See [`Reading::is_doubtful`].
    pub const fn is_doubtful(self) -> bool {
        self.intersects(Departures::OTHER_PIECE.union(Departures::MISSING_PROMOTION))
    }
}

/// The check mark as written, in any spelling.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Mark {
    /// No mark.
    #[default]
    None,
    /// `+`, `++`, `ch`.
    Check,
    /// `#`, `mate`.
    Mate,
}

/// The one legal move that a text means, and how it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The move; [`Move::NULL`] for a null move.
    pub mv: Move,
    /// The stage at which it was found.
    pub stage: Stage,
    /// All differences from the canonical text, apart from check marks.
    pub departures: Departures,
    /// The check mark that was written; see [`Reading::check_marks`].
    pub mark: Mark,
}

impl Reading {
    /// Whether the text may mean another piece, or lacks the promotion piece: check that the
    /// context agrees before you use it.
    pub fn is_doubtful(&self) -> bool {
        self.departures.is_doubtful()
    }

    /// The errors in the check mark, given the position after the move (D-37). Cost: a test for
    /// check, and a search for an evasion if there is check.
    #[inline]
    pub fn check_marks(&self, after: &Position) -> Departures {
        let deserved = if self.mv.is_null() { None } else { write::check_mark(after) };
        let truth = match deserved {
            None => Mark::None,
            Some(b'+') => Mark::Check,
            Some(_) => Mark::Mate,
        };
        match (self.mark, truth) {
            (Mark::None, Mark::Check) => Departures::MISSING_CHECK,
            (Mark::None | Mark::Check, Mark::Mate) => Departures::MISSING_MATE,
            (Mark::Check, Mark::None) | (Mark::Mate, Mark::None | Mark::Check) => {
                Departures::WRONG_MARK
            }
            (Mark::None, Mark::None) | (Mark::Check, Mark::Check) | (Mark::Mate, Mark::Mate) => {
                Departures::NONE
            }
        }
    }
}

/// Why a text is not a legal move here.
///
/// ```
/// use pgn_chess::{Position, notation::san::ResolveError};
/// assert_eq!(Position::start().parse_san("x"), Err(ResolveError::NotAMove));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResolveError {
    /// The text does not have the form of a move.
    NotAMove,
    /// Two or more legal moves fit equally well.
    Ambiguous(Candidates),
    /// It has the form of a move, but the rules forbid it.
    Illegal(IllegalMoveError),
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResolveError::NotAMove => f.write_str("not a move"),
            ResolveError::Ambiguous(candidates) => candidates.fmt(f),
            ResolveError::Illegal(reason) => reason.fmt(f),
        }
    }
}

impl Error for ResolveError {}
