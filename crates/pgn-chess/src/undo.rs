//! Undoing a move.
//!
//! Standard: §16.1.3. Decisions: D-34.

use crate::castling::Side;
use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::square::Square;

/// The data that undoes a move; 24 bytes.
///
/// With the last move and this, you need no copy of the position before it. The default value is a
/// placeholder that belongs to no move.
///
/// ```
/// use pgn_chess::{Position, Undo};
/// let mut position = Position::start();
/// let mv = position.parse_san("e4")?;
/// let undo: Undo = position.play_undoable(mv);
/// position.take_back(mv, undo);
/// assert_eq!(position, Position::start());
/// # Ok::<(), pgn_chess::notation::san::ResolveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Undo {
    /// For a variant, the other pieces that the move removed: the key is computed again.
    pub(crate) key: u64,
    halfmove_clock: u32,
    fullmove: u32,
    castling_files: u16,
    ep: u8,
    /// The board code of what was on the target.
    pub(crate) captured: u8,
}

const _: () = assert!(size_of::<Undo>() <= 24);

impl Position {
    /// The data to come back to this position, if a piece with this code is captured.
    #[inline(always)]
    pub(crate) fn undo(&self, captured: u8) -> Undo {
        let mut undo = Undo::default();
        self.remember(captured, &mut undo);
        undo
    }

    /// [`Position::undo`], written in its final place.
    #[inline(always)]
    pub(crate) fn remember(&self, captured: u8, undo: &mut Undo) {
        undo.key = self.key;
        undo.halfmove_clock = self.halfmove_clock;
        undo.fullmove = self.fullmove;
        undo.castling_files = self.castling_files;
        undo.ep = self.ep;
        undo.captured = captured;
    }

    /// [`Position::take_back`] by the rules of ordinary chess.
    pub(crate) fn take_back_orthodox(&mut self, mv: Move, undo: Undo) {
        let (from, to, us) = (mv.from(), mv.to(), self.turn.other());
        match mv.kind() {
            MoveKind::Null | MoveKind::Drop(_) => {}
            MoveKind::Normal | MoveKind::DoublePush => {
                if let Some(piece) = self.board.remove(to) {
                    self.board.put(from, piece);
                }
                self.put_back(to, undo.captured);
            }
            MoveKind::Promotion(_) => {
                self.board.remove(to);
                self.board.put(from, Piece { color: us, role: Role::Pawn });
                self.put_back(to, undo.captured);
            }
            MoveKind::EnPassant => {
                self.board.remove(to);
                self.board.put(from, Piece { color: us, role: Role::Pawn });
                let passed = Square::wrap(to.index() ^ 8);
                self.board.put(passed, Piece { color: us.other(), role: Role::Pawn });
            }
            MoveKind::Castle => self.uncastle(us, from, to),
        }
        self.turn = us;
        self.restore(undo);
    }

    /// Everything except board and turn.
    pub(crate) fn restore(&mut self, undo: Undo) {
        self.key = undo.key;
        self.halfmove_clock = undo.halfmove_clock;
        self.fullmove = undo.fullmove;
        self.castling_files = undo.castling_files;
        self.ep = undo.ep;
    }

    fn put_back(&mut self, square: Square, captured: u8) {
        if let Some(piece) = Piece::from_code(captured) {
            self.board.put(square, piece);
        }
    }

    fn uncastle(&mut self, us: Color, king: Square, rook: Square) {
        let side = Side::of(king, rook);
        self.board.remove(side.king_target(us));
        self.board.remove(side.rook_target(us));
        self.board.put(king, Piece { color: us, role: Role::King });
        self.board.put(rook, Piece { color: us, role: Role::Rook });
    }
}
