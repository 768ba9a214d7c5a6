//! A move in sixteen bits, and a list of moves without heap allocation.
//!
//! Decisions: D-34, D-60.

use core::fmt;
use core::ops::Deref;

use crate::piece::Role;
use crate::square::Square;

/// The kind of a move.
///
/// ```
/// use pgn_chess::{MoveKind, Position};
/// let position = Position::start();
/// assert_eq!(position.parse_uci("e2e4")?.kind(), MoveKind::DoublePush);
/// # Ok::<(), pgn_chess::notation::uci::UciError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveKind {
    /// No piece moves; see [`Move::NULL`].
    Null,
    /// A piece moves to a square, and may capture the piece there.
    Normal,
    /// A pawn advances two squares.
    DoublePush,
    /// A pawn captures a pawn en passant.
    EnPassant,
    /// Castling; `to` is the rook's square.
    Castle,
    /// A pawn reaches the last rank and becomes this piece.
    Promotion(Role),
    /// A piece is dropped from the pocket on an empty square: `from` and `to` are this square.
    Drop(Role),
}

const NULL: u16 = 0;
const NORMAL: u16 = 1;
const DOUBLE_PUSH: u16 = 2;
const EN_PASSANT: u16 = 3;
const CASTLE: u16 = 4;
/// 5 to 9: knight, bishop, rook, queen, and the king of Antichess.
const PROMOTION: u16 = 5;
/// 10 to 14: pawn, knight, bishop, rook, queen. 15 is free.
const DROP: u16 = 10;

const _: () = assert!(PROMOTION == Role::Knight as u16 + 4 && DROP == Role::King as u16 + 5);

/// A move: from, to, and kind, in sixteen bits.
///
/// Castling is stored as the king taking its own rook (`e1h1`), the only form that is never
/// ambiguous in Chess960. A `Move` has a meaning only together with the position before it.
///
/// ```
/// use pgn_chess::{Move, MoveKind, Role, Square};
/// let mv = Move::new(Square::E7, Square::E8, MoveKind::Promotion(Role::Queen));
/// assert_eq!((mv.from(), mv.to()), (Square::E7, Square::E8));
/// assert_eq!((mv.promotion(), mv.dropped()), (Some(Role::Queen), None));
/// assert_eq!(Move::from_raw(mv.raw()), mv);
/// assert!(Move::NULL.is_null());
/// assert!(!mv.is_castle() && !mv.is_en_passant() && !mv.is_double_push() && !mv.is_beyond_san());
/// assert_eq!(mv.kind(), MoveKind::Promotion(Role::Queen));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// The null move: it only passes the turn (D-34).
    ///
    /// ```
    /// use pgn_chess::Move;
    /// assert!(Move::NULL.is_null());
    /// ```
    pub const NULL: Move = Move(NULL);

    #[inline]
    const fn with_kind(from: Square, to: Square, kind: u16) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6 | kind << 12)
    }

    /// A move. The squares of a null move and the origin of a drop are ignored, a promotion to a
    /// pawn is a normal move, and the drop of a king is the null move.
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let kind = match kind {
            MoveKind::Null => return Move::NULL,
            MoveKind::Normal => NORMAL,
            MoveKind::DoublePush => DOUBLE_PUSH,
            MoveKind::EnPassant => EN_PASSANT,
            MoveKind::Castle => CASTLE,
            MoveKind::Promotion(Role::Pawn) => NORMAL,
            MoveKind::Promotion(role) => role as u16 + PROMOTION - Role::Knight as u16,
            MoveKind::Drop(Role::King) => return Move::NULL,
            MoveKind::Drop(role) => return Move::with_kind(to, to, role as u16 + DROP),
        };
        Move::with_kind(from, to, kind)
    }

    /// An ordinary move, or a pawn's advance by two squares.
    #[inline]
    pub(crate) const fn of_piece(from: Square, to: Square, doubles: bool) -> Move {
        Move::with_kind(from, to, NORMAL + doubles as u16)
    }

    /// The sixteen bits: from, to (six each), kind (four), lowest first. Stable.
    ///
    /// ```
    /// use pgn_chess::{Move, Position};
    /// let mv = Position::start().parse_san("e4").unwrap();
    /// assert_eq!(Move::from_raw(mv.raw()), mv);
    /// ```
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// The inverse of [`Move::raw`]; any bits are some move.
    pub const fn from_raw(raw: u16) -> Move {
        Move(raw)
    }

    /// The origin of the piece; the king's square for castling, the target for a drop.
    ///
    /// ```
    /// use pgn_chess::{Position, Square};
    /// assert_eq!(Position::start().parse_san("Nf3").unwrap().from(), Square::G1);
    /// ```
    pub const fn from(self) -> Square {
        Square::wrap((self.0 & 63) as u8)
    }

    /// The target of the piece; the rook's square for castling.
    ///
    /// ```
    /// use pgn_chess::{Position, Square};
    /// assert_eq!(Position::start().parse_san("Nf3").unwrap().to(), Square::F3);
    /// ```
    pub const fn to(self) -> Square {
        Square::wrap((self.0 >> 6 & 63) as u8)
    }

    /// The kind of the move; unused bit patterns are [`MoveKind::Null`].
    ///
    /// ```
    /// use pgn_chess::{MoveKind, Position};
    /// assert_eq!(Position::start().parse_san("Nf3").unwrap().kind(), MoveKind::Normal);
    /// ```
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 12 {
            NORMAL => MoveKind::Normal,
            DOUBLE_PUSH => MoveKind::DoublePush,
            EN_PASSANT => MoveKind::EnPassant,
            CASTLE => MoveKind::Castle,
            5 => MoveKind::Promotion(Role::Knight),
            6 => MoveKind::Promotion(Role::Bishop),
            7 => MoveKind::Promotion(Role::Rook),
            8 => MoveKind::Promotion(Role::Queen),
            9 => MoveKind::Promotion(Role::King),
            10 => MoveKind::Drop(Role::Pawn),
            11 => MoveKind::Drop(Role::Knight),
            12 => MoveKind::Drop(Role::Bishop),
            13 => MoveKind::Drop(Role::Rook),
            14 => MoveKind::Drop(Role::Queen),
            _ => MoveKind::Null,
        }
    }

    /// The piece that a pawn becomes.
    ///
    /// ```
    /// use pgn_chess::{Position, Role};
    /// let position: Position = "8/4P1k1/8/8/8/8/8/K7 w - - 0 1".parse()?;
    /// assert_eq!(position.parse_san("e8=N").unwrap().promotion(), Some(Role::Knight));
    /// # Ok::<(), pgn_chess::fen::FenError>(())
    /// ```
    pub const fn promotion(self) -> Option<Role> {
        if let MoveKind::Promotion(role) = self.kind() { Some(role) } else { None }
    }

    /// The piece that is dropped from the pocket.
    ///
    /// ```
    /// use pgn_chess::{Role, Variant, fen::{self, Mode}};
    /// let fen = b"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
    /// let (position, _) = fen::parse_as(fen, Mode::Strict, Variant::Crazyhouse)?;
    /// assert_eq!(position.parse_san("N@e4").unwrap().dropped(), Some(Role::Knight));
    /// # Ok::<(), pgn_chess::fen::FenError>(())
    /// ```
    pub const fn dropped(self) -> Option<Role> {
        if let MoveKind::Drop(role) = self.kind() { Some(role) } else { None }
    }

    /// True if the standard's SAN cannot express it: drops, and promotion to a king.
    #[doc(hidden)]
    pub const fn is_beyond_san(self) -> bool {
        matches!(self.kind(), MoveKind::Drop(_) | MoveKind::Promotion(Role::King))
    }

    /// True if the text contains more than role, origin and target: a promotion or a drop.
    #[inline]
    pub(crate) const fn says_role(self) -> bool {
        self.0 >> 12 >= PROMOTION
    }

    /// True for castling of either side.
    ///
    /// ```
    /// use pgn_chess::{Move, MoveKind, Square};
    /// assert!(Move::new(Square::E1, Square::H1, MoveKind::Castle).is_castle());
    /// ```
    pub const fn is_castle(self) -> bool {
        self.0 >> 12 == CASTLE
    }

    /// True for the null move.
    ///
    /// ```
    /// use pgn_chess::Position;
    /// assert!(!Position::start().parse_san("e4").unwrap().is_null());
    /// ```
    pub const fn is_null(self) -> bool {
        matches!(self.kind(), MoveKind::Null)
    }

    /// True for a capture en passant.
    ///
    /// ```
    /// use pgn_chess::Position;
    /// assert!(!Position::start().parse_san("e4").unwrap().is_en_passant());
    /// ```
    pub const fn is_en_passant(self) -> bool {
        self.0 >> 12 == EN_PASSANT
    }

    /// True for a pawn's advance by two squares.
    ///
    /// ```
    /// use pgn_chess::Position;
    /// assert!(Position::start().parse_san("e4").unwrap().is_double_push());
    /// ```
    pub const fn is_double_push(self) -> bool {
        self.0 >> 12 == DOUBLE_PUSH
    }

    /// True if playing it only moves a piece from one square to another.
    pub(crate) const fn is_plain(self) -> bool {
        (self.0 >> 12).wrapping_sub(NORMAL) <= DOUBLE_PUSH - NORMAL
    }
}

impl fmt::Debug for Move {
    /// Coordinates, with the rook's square when castling: `e2e4`, `e7e8=Q`, `e1xh1`, `N@f3`,
    /// `--`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            MoveKind::Null => f.write_str("--"),
            MoveKind::Castle => write!(f, "{}x{}", self.from(), self.to()),
            MoveKind::EnPassant => write!(f, "{}{}ep", self.from(), self.to()),
            MoveKind::Promotion(role) => {
                write!(f, "{}{}={}", self.from(), self.to(), role.to_char())
            }
            MoveKind::Drop(role) => write!(f, "{}@{}", role.to_char(), self.to()),
            MoveKind::Normal | MoveKind::DoublePush => write!(f, "{}{}", self.from(), self.to()),
        }
    }
}

/// A list of moves in one position, without heap allocation.
///
/// 256 moves would be enough for any position that is reachable from the usual start position (the
/// known maximum is 218), but a set-up position may have more queens than any game.
///
/// ```
/// use pgn_chess::{Move, MoveList, Position};
/// let moves = Position::start().legal_moves();
/// assert_eq!((moves.len(), moves.as_slice().len()), (20, 20));
/// let mut list = MoveList::new();
/// list.push(Move::NULL);
/// assert!(list.len() <= MoveList::CAPACITY);
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MoveList::CAPACITY],
    len: u16,
}

impl MoveList {
    /// The maximum number of moves in a list; further ones are dropped.
    #[doc(hidden)]
    pub const CAPACITY: usize = 512;

    /// A list without moves.
    pub const fn new() -> MoveList {
        MoveList { moves: [Move::NULL; MoveList::CAPACITY], len: 0 }
    }

    /// Appends a move, unless the list is full.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.len as usize) {
            *slot = mv;
            self.len += 1;
        }
    }

    /// The moves.
    pub fn as_slice(&self) -> &[Move] {
        self.moves.get(..self.len as usize).unwrap_or(&self.moves)
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
