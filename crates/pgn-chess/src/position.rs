//! A position: the board, and everything else a legal move depends on.
//!
//! Standard: §16.1.3. Decisions: D-45, D-52, D-60.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::{Castling, Side};
use crate::hash;
use crate::moves::Move;
use crate::piece::{BLACK, Color, Piece, Role, WHITE};
use crate::square::Square;
use crate::variant::{Extras, Pocket, Variant};

/// "No en passant square" in [`Position::ep`].
pub(crate) const NO_EP: u8 = 64;

/// A possible position of a game; 168 bytes, cheap to copy.
///
/// Equality compares everything, including the counters and the written en passant square;
/// [`Position::same_position`] compares positions as for repetitions and transpositions.
///
/// ```
/// use pgn_chess::{Color, Position, Role, Side, Square, Variant};
/// let mut position = Position::start();
/// for san in ["e4", "a6", "e5", "d5"] {
///     let mv = position.parse_san(san)?;
///     position.play_unchecked(mv);
/// }
/// assert_eq!(position.ep_square(), Some(Square::D6));
/// assert_eq!(position.attacked_ep_square(), position.legal_ep_square());
/// assert_eq!((position.fullmove(), position.halfmove_clock()), (3, 0));
/// assert!(position.castling().has(Color::White, Side::King));
/// assert_eq!(position.by_role(Role::Pawn) & position.by_color(Color::White), position.board()
///     .by_piece(Color::White, Role::Pawn));
/// assert!(position.checkers().is_empty() && position.has_legal_move());
/// assert!(!position.is_pinned(Square::E5));
/// assert_eq!(position.variant(), Variant::Standard);
/// assert!(position.same_position(&position.clone()));
/// assert_eq!(position.repetition_key(), position.polyglot_key());
/// # Ok::<(), pgn_chess::notation::san::ResolveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) board: Board,
    /// The Polyglot key without the en passant file, which is cheap to add on demand.
    pub(crate) key: u64,
    pub(crate) halfmove_clock: u32,
    pub(crate) fullmove: u32,
    /// Files of rooks that may castle: White's in the low byte, Black's in the high byte.
    pub(crate) castling_files: u16,
    pub(crate) turn: Color,
    pub(crate) ep: u8,
    pub(crate) variant: Variant,
    /// Pockets, promoted pieces, checks.
    pub(crate) extras: Extras,
}

const _: () = assert!(size_of::<Position>() <= 168);

impl Position {
    /// The usual start position.
    ///
    /// ```
    /// # use pgn_chess::Position;
    /// assert_eq!(Position::start(), Position::default());
    /// ```
    pub fn start() -> Position {
        START
    }

    /// The side to move.
    ///
    /// ```
    /// # use pgn_chess::{Color, Position, Square};
    /// let position = Position::start();
    /// assert_eq!(position.turn(), Color::White);
    /// ```
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The piece on a square.
    ///
    /// ```
    /// # use pgn_chess::{Color, Position, Square};
    /// let position = Position::start();
    /// let piece = position.piece_at(Square::E1).expect("the king");
    /// assert_eq!(piece.color, Color::White);
    /// assert_eq!(position.piece_at(Square::E4), None);
    /// ```
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The piece placement.
    ///
    /// ```
    /// use pgn_chess::{Position, Square};
    /// assert!(Position::start().board().piece_at(Square::E4).is_none());
    /// ```
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The squares of one role, both colors.
    ///
    /// ```
    /// use pgn_chess::{Position, Role};
    /// assert_eq!(Position::start().by_role(Role::Pawn).len(), 16);
    /// ```
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.board.by_role(role)
    }

    /// The squares of one color.
    ///
    /// ```
    /// use pgn_chess::{Color, Position};
    /// assert_eq!(Position::start().by_color(Color::White).len(), 16);
    /// ```
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.board.by_color(color)
    }

    /// The king's square; with several kings, the one with the lowest index. `None` in variants
    /// where a side may have no king.
    ///
    /// ```
    /// # use pgn_chess::{Color, Position, Square};
    /// let position = Position::start();
    /// assert_eq!(position.king(Color::Black), Some(Square::E8));
    /// ```
    pub fn king(&self, color: Color) -> Option<Square> {
        self.board.king(color)
    }

    /// The castling rights (§16.1.3.3).
    ///
    /// ```
    /// use pgn_chess::{Color, Position, Side};
    /// assert!(Position::start().castling().has(Color::Black, Side::Queen));
    /// ```
    pub fn castling(&self) -> Castling {
        let mut castling = Castling::NONE;
        for color in Color::ALL {
            let Some(king) = self.king(color) else { continue };
            for rook in self.castling_rooks(color) {
                castling.set(color, Side::of(king, rook), Some(rook.file()));
            }
        }
        castling
    }

    /// The rooks of one color that may castle.
    #[inline]
    pub(crate) fn castling_rooks(&self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard((self.castling_files & 0xff) as u64),
            Color::Black => Bitboard(((self.castling_files >> 8) as u64) << 56),
        }
    }

    /// The square behind a pawn that has just advanced two squares, whether or not the pawn can be
    /// captured (§16.1.3.4, D-45 "standard").
    ///
    /// ```
    /// use pgn_chess::{Position, Square};
    /// let position = Position::start();
    /// let position = position.after(position.parse_san("e4").unwrap());
    /// assert_eq!(position.ep_square(), Some(Square::E3));
    /// assert_eq!(position.legal_ep_square(), None);
    /// ```
    #[inline]
    pub fn ep_square(&self) -> Option<Square> {
        Square::new(self.ep)
    }

    /// The en passant square if a pawn of the side to move attacks it, legally or not.
    #[doc(hidden)]
    pub fn attacked_ep_square(&self) -> Option<Square> {
        let square = self.ep_square()?;
        (!self.ep_pawns(square).is_empty()).then_some(square)
    }

    /// The pawns of the side to move that attack the en passant square.
    pub(crate) fn ep_pawns(&self, square: Square) -> Bitboard {
        attacks::pawn(!self.turn, square) & self.board.by_piece(self.turn, Role::Pawn)
    }

    /// Plies since the last capture or pawn move (§16.1.3.5).
    ///
    /// ```
    /// use pgn_chess::Position;
    /// assert_eq!(Position::start().halfmove_clock(), 0);
    /// ```
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move to be played, from 1 (§16.1.3.6).
    ///
    /// ```
    /// use pgn_chess::Position;
    /// assert_eq!(Position::start().fullmove(), 1);
    /// ```
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// The variant.
    ///
    /// ```
    /// use pgn_chess::{Position, Variant};
    /// assert_eq!(Position::start().variant(), Variant::Standard);
    /// ```
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The enemy pieces that attack the king of the side to move.
    ///
    /// ```
    /// use pgn_chess::{Position, Square};
    /// let position: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.checkers().single(), Some(Square::E2));
    /// # Ok::<(), pgn_chess::fen::FenError>(())
    /// ```
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        match self.king(self.turn) {
            Some(king) if self.variant.is_orthodox() || self.attack_is_check() => {
                self.board.attackers(!self.turn, king, self.board.occupied())
            }
            Some(_) | None => Bitboard::EMPTY,
        }
    }

    /// The pieces that a color may drop; only in Crazyhouse.
    pub fn pocket(&self, color: Color) -> Pocket {
        self.extras.pocket(color)
    }

    /// Promoted pieces, which become pawns again when they are captured; only in Crazyhouse.
    pub fn promoted(&self) -> Bitboard {
        self.extras.promoted
    }

    /// The number of checks that a color has given, 0 to 3; only in Three-check.
    pub fn checks_given(&self, color: Color) -> u8 {
        self.extras.checks(color)
    }

    /// True if the side to move is in check.
    ///
    /// ```
    /// # use pgn_chess::Position;
    /// let position: Position = "8/8/8/8/8/4k3/4r3/4K3 w - -".parse()?;
    /// assert!(position.is_check() && !position.is_checkmate());
    /// # Ok::<(), pgn_chess::fen::FenError>(())
    /// ```
    #[inline]
    pub fn is_check(&self) -> bool {
        if !self.variant.is_orthodox() {
            return self.is_check_of_variant();
        }
        self.is_attacked()
    }

    #[cold]
    #[inline(never)]
    fn is_check_of_variant(&self) -> bool {
        self.attack_is_check() && self.is_attacked()
    }

    /// True if a king that is attacked is in check. Kings that touch protect each other in Atomic.
    #[cold]
    fn attack_is_check(&self) -> bool {
        let is_protected = self.variant.explodes() && self.board.kings_touch();
        !self.variant.is_losing_chess() && !is_protected
    }

    /// True if an enemy piece attacks the king of the side to move.
    #[inline]
    pub(crate) fn is_attacked(&self) -> bool {
        match self.turn {
            Color::White => self.is_check_for::<WHITE>(),
            Color::Black => self.is_check_for::<BLACK>(),
        }
    }

    /// True if the side to move attacks the king of the other side, which only a kept illegal move
    /// can cause. No rule of chess allows capturing it, and programs that expect legal positions
    /// must not be given such a one.
    ///
    /// ```
    /// assert!(!pgn_chess::Position::start().attacks_king());
    /// ```
    #[must_use]
    pub fn attacks_king(&self) -> bool {
        match self.turn {
            Color::White => self.is_check_for::<BLACK>(),
            Color::Black => self.is_check_for::<WHITE>(),
        }
    }

    /// [`Position::is_attacked`] for the side to move, or the other one, as a constant `US`.
    #[inline(always)]
    pub(crate) fn is_check_for<const US: usize>(&self) -> bool {
        let (own, enemy) = (self.board.of_color(US), self.board.of_color(US ^ 1));
        match (own & self.board.by_role(Role::King)).first() {
            Some(king) => self.board.is_seen::<US>(king, enemy, own | enemy),
            None => false,
        }
    }

    /// The Polyglot key (§19, D-52).
    ///
    /// The en passant file counts only if a pawn of the side to move attacks the square; the
    /// counters and the variant do not count. Pockets, promoted pieces and checks count if there
    /// are any, although Polyglot has no constants for them. Two positions may have the same key by
    /// chance.
    ///
    /// ```
    /// # use pgn_chess::{Color, Position, Square};
    /// let position = Position::start();
    /// assert_eq!(position.polyglot_key(), 0x463B_9618_1691_FC9C);
    /// ```
    #[inline]
    pub fn polyglot_key(&self) -> u64 {
        self.key ^ hash::en_passant(self.ep, self.board.by_piece(self.turn, Role::Pawn))
    }

    /// [`Position::key`] from scratch.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let turn = if self.turn == Color::White { hash::WHITE_TO_MOVE } else { 0 };
        hash::placement(&self.board)
            ^ self.castling_key(self.castling_files)
            ^ turn
            ^ self.extras.key()
    }

    /// The constant of these rights, with the kings on their current squares.
    pub(crate) fn castling_key(&self, castling_files: u16) -> u64 {
        let mut bits = 0;
        for (color, shift) in [(Color::White, 0), (Color::Black, 8)] {
            let files = castling_files >> shift & 0xff;
            if files != 0 {
                let king = self.king(color).map_or(0, |king| king.file().index());
                let right_of_king = 0xfe_u16 << king;
                let one_color = usize::from(files & right_of_king != 0)
                    | usize::from(files & !right_of_king != 0) << 1;
                bits |= one_color << (shift / 4);
            }
        }
        hash::castling(bits)
    }

    /// The side of a castling move; `None` for other moves.
    ///
    /// ```
    /// use pgn_chess::{Position, Side};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let mv = position.parse_san("O-O").unwrap();
    /// assert_eq!(position.castling_side(mv), Some(Side::King));
    /// # Ok::<(), pgn_chess::fen::FenError>(())
    /// ```
    pub fn castling_side(&self, mv: Move) -> Option<Side> {
        mv.is_castle().then(|| Side::of(mv.from(), mv.to()))
    }

    /// True if the move captures a piece, also en passant.
    ///
    /// ```
    /// # use pgn_chess::{Color, Position, Square};
    /// let position = Position::start();
    /// let mv = position.parse_uci("e2e4").expect("a legal move");
    /// assert!(!position.is_capture(mv));
    /// ```
    pub fn is_capture(&self, mv: Move) -> bool {
        mv.is_en_passant()
            || (!mv.is_castle() && !mv.is_null() && self.board.occupied().contains(mv.to()))
    }
}

/// The usual array, built by the compiler.
static START: Position = Position {
    board: Board::USUAL,
    key: hash::placement(&Board::USUAL) ^ hash::castling(15) ^ hash::WHITE_TO_MOVE,
    halfmove_clock: 0,
    fullmove: 1,
    castling_files: 0x8181,
    turn: Color::White,
    ep: NO_EP,
    variant: Variant::Standard,
    extras: Extras::NONE,
};

impl Default for Position {
    /// The usual start position.
    fn default() -> Position {
        Position::start()
    }
}
