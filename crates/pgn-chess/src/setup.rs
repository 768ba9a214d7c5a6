//! A set-up position, possible or not, with all reasons why it is impossible.
//!
//! Standard: §16.1.3. Decisions: D-46, D-47.

use crate::bitboard::Bitboard;
use crate::bitset::{bitset, set_example};
use crate::board::Board;
use crate::castling::Castling;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::square::Square;
use crate::variant::{CastlingFrom, Pocket, Variant};

bitset! {
    /// All reasons why a setup is not a possible position.
    ///
    /// ```
    /// use pgn_chess::{Setup, SetupError};
    /// let faults = Setup::EMPTY.faults();
    /// let kings = SetupError::NO_WHITE_KING.union(SetupError::NO_BLACK_KING);
    /// assert!(faults.contains(kings) && faults.intersects(kings) && !faults.is_empty());
    /// assert_eq!(faults.words().collect::<Vec<_>>(), ["White has no king", "Black has no king"]);
    /// assert_eq!((faults.iter().count(), faults.without(kings)), (2, SetupError::NONE));
    /// assert_eq!(SetupError::from_bits(faults.bits()), faults);
    /// ```
    pub struct SetupError: u16, "pgn_chess::SetupError" {
        /// White has no king.
        NO_WHITE_KING = 0, "White has no king";
        /// Black has no king.
        NO_BLACK_KING = 1, "Black has no king";
        /// White has two kings or more.
        MANY_WHITE_KINGS = 2, "White has more than one king";
        /// Black has two kings or more.
        MANY_BLACK_KINGS = 3, "Black has more than one king";
        /// A pawn is on rank 1 or 8.
        PAWN_ON_END_RANK = 4, "a pawn is on the first or last rank";
        /// The side that has just moved is in check.
        OPPONENT_IN_CHECK = 5, "the side that is not to move is in check";
        /// The en passant square is not behind a pawn that may have just advanced two squares.
        IMPOSSIBLE_EP = 6, "the en passant square is not possible";
        /// A castling right lacks its king or its rook.
        IMPOSSIBLE_CASTLING = 7, "a castling right lacks its king or its rook";
        /// Racing Kings: the side to move is in check.
        CHECK_IN_RACE = 8, "a king is in check, which no move of this variant gives";
        /// A pocket has more than 32 pieces.
        OVERFULL_POCKET = 9, "more than 32 pieces in a pocket";
        /// Pockets, promoted pieces or checks that the variant does not have.
        FOREIGN_EXTRAS = 10, "pockets, promoted pieces or checks that the variant does not have";
    }
}

impl SetupError {
    /// The errors in the number of kings.
    pub(crate) const KINGS: SetupError = SetupError(0b1111);
}

/// The parts of a position, in any combination, even an impossible one.
///
/// ```
/// use pgn_chess::{Color, Piece, Role, Setup, SetupError, Square};
/// let mut setup = Setup::EMPTY;
/// setup.board.put(Square::E1, Piece { color: Color::White, role: Role::King });
/// assert_eq!(setup.faults(), SetupError::NO_BLACK_KING);
/// setup.board.put(Square::E8, Piece { color: Color::Black, role: Role::King });
/// assert!(setup.checkers().is_empty() && !setup.ep_is_possible(Square::E6));
/// assert_eq!(setup.position()?.turn(), Color::White);
/// # Ok::<(), SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces on their squares.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The castling rights.
    pub castling: Castling,
    /// The square behind a pawn that has just advanced two squares.
    pub ep_square: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// Number of the next move, from 1.
    pub fullmove: u32,
    /// The variant.
    pub variant: Variant,
    /// The pieces that each color may drop, White first.
    pub pockets: [Pocket; 2],
    /// Promoted pieces, which become pawns again when they are captured.
    pub promoted: Bitboard,
    /// The number of checks that each color has given, White first; 0 to 3.
    pub checks: [u8; 2],
}

impl Setup {
    /// An empty board, White to move.
    ///
    /// ```
    /// use pgn_chess::Setup;
    /// assert!(Setup::EMPTY.board.occupied().is_empty());
    /// ```
    pub const EMPTY: Setup = Setup {
        board: Board::EMPTY,
        turn: Color::White,
        castling: Castling::NONE,
        ep_square: None,
        halfmove_clock: 0,
        fullmove: 1,
        variant: Variant::Standard,
        pockets: [Pocket::EMPTY; 2],
        promoted: Bitboard::EMPTY,
        checks: [0; 2],
    };

    /// True if a pawn may have just advanced two squares across this one.
    pub fn ep_is_possible(&self, square: Square) -> bool {
        let mover = !self.turn;
        if square.rank().relative_to(mover).index() != 2 {
            return false;
        }
        let index = square.index();
        let (front, behind) = match mover {
            Color::White => (index + 8, index - 8),
            Color::Black => (index - 8, index + 8),
        };
        let pawn = Piece { color: mover, role: Role::Pawn };
        self.board.piece_at(Square::wrap(front)) == Some(pawn)
            && self.board.piece_at(square).is_none()
            && self.board.piece_at(Square::wrap(behind)).is_none()
    }

    /// True if the variant has castling with king and rook on these squares.
    pub(crate) fn may_castle_from(&self, king: Square, rook: Square) -> bool {
        match self.variant.row().castling {
            CastlingFrom::Home => Setup::is_at_home(king, rook),
            CastlingFrom::Anywhere => true,
            CastlingFrom::Nowhere => false,
        }
    }

    /// True if king and rook are on their start squares of ordinary chess.
    pub(crate) fn is_at_home(king: Square, rook: Square) -> bool {
        king.file().index() == 4 && matches!(rook.file().index(), 0 | 7)
    }

    /// The pieces that give check to the side to move, with any number of kings.
    pub fn checkers(&self) -> Bitboard {
        let occupied = self.board.occupied();
        self.board
            .by_piece(self.turn, Role::King)
            .map(|king| self.board.attackers(!self.turn, king, occupied))
            .fold(Bitboard::EMPTY, |all, some| all | some)
    }
}

impl Default for Setup {
    /// The usual array.
    fn default() -> Setup {
        Setup::from(&Position::start())
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        Setup {
            board: position.board,
            turn: position.turn,
            castling: position.castling(),
            ep_square: position.ep_square(),
            halfmove_clock: position.halfmove_clock,
            fullmove: position.fullmove,
            variant: position.variant,
            pockets: Color::ALL.map(|color| position.pocket(color)),
            promoted: position.promoted(),
            checks: Color::ALL.map(|color| position.checks_given(color)),
        }
    }
}

impl core::error::Error for SetupError {}
