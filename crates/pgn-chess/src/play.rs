//! Playing a move on a position.
//! Owns: how each part of a position changes. Knows nothing of: whether the move is legal.
//! Standard: §16.1.3. Decisions: D-34, D-45.
//! Start at [`Position::play`].

use crate::bitboard::Bitboard;
use crate::board::EMPTY;
use crate::castling::Side;
use crate::hash;
use crate::moves::{Move, MoveKind};
use crate::piece::{Piece, Role};
use crate::position::{NO_EP, Position};
use crate::square::Square;

impl Position {
    /// Plays a legal move, or the null move.
    ///
    /// With a move that is not legal here the position afterwards means nothing, but this does
    /// not panic, and neither does anything else that is done with that position. About 5 ns.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        if mv.is_plain() {
            self.play_plain(mv);
        } else {
            self.play_special(mv);
        }
    }

    /// The position after a legal move; see [`Position::play`].
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut after = *self;
        after.play(mv);
        after
    }

    /// An advance, a capture, a king's step: one man goes from square to square.
    ///
    /// Captures are not asked for: the code of an empty square stands for "clear a bit that is
    /// not set" on the board and for zero in the key.
    #[inline]
    fn play_plain(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let us = self.turn.index();
        let man = self.board.codes[from.usize()];
        let captured = self.board.codes[to.usize()];
        if man >> 3 != us as u8 {
            return;
        }
        let (origin, target) = (Bitboard::from_square(from), Bitboard::from_square(to));
        // Rights are gone or untouched for long stretches of a game: this is predicted well.
        if self.castling_files != 0 {
            self.keep_castling(origin | target, man & 7 == Role::King as u8);
        }
        let board = &mut self.board;
        *board.role_set(captured) &= !target;
        *board.color_set(us ^ 1) &= !target;
        let moved = board.role_set(man);
        *moved = (*moved & !origin) | target;
        let own = board.color_set(us);
        *own = (*own & !origin) | target;
        board.codes[from.usize()] = EMPTY;
        board.codes[to.usize()] = man;
        self.key ^= hash::man(man, from) ^ hash::man(man, to) ^ hash::man(captured, to);

        // Not `||`: whether a pawn moves or something is captured cannot be predicted.
        let resets_clock = (man & 7 == Role::Pawn as u8) | (captured != EMPTY);
        let behind = (from.index() + to.index()) / 2;
        self.pass_turn(resets_clock, if mv.is_double_push() { behind } else { NO_EP });
    }

    /// Castling, en passant, promotion, null move.
    #[cold]
    #[inline(never)]
    fn play_special(&mut self, mv: Move) {
        let (from, to, us) = (mv.from(), mv.to(), self.turn);
        let touched = Bitboard::from_square(from) | to.into();
        match mv.kind() {
            MoveKind::Null | MoveKind::Normal | MoveKind::DoublePush => {
                self.pass_turn(false, NO_EP);
            }
            MoveKind::Castle => {
                let side = Side::of(from, to);
                self.keep_castling(Bitboard::EMPTY, true);
                self.lift(from);
                self.lift(to);
                self.drop_on(side.king_target(us), Piece { color: us, role: Role::King });
                self.drop_on(side.rook_target(us), Piece { color: us, role: Role::Rook });
                self.pass_turn(false, NO_EP);
            }
            MoveKind::EnPassant => {
                self.lift(Square::wrap(to.index() ^ 8));
                self.lift(from);
                self.drop_on(to, Piece { color: us, role: Role::Pawn });
                self.pass_turn(true, NO_EP);
            }
            MoveKind::Promotion(role) => {
                self.keep_castling(touched, false);
                self.lift(from);
                self.drop_on(to, Piece { color: us, role });
                self.pass_turn(true, NO_EP);
            }
        }
    }

    fn lift(&mut self, square: Square) {
        self.key ^= hash::man(self.board.codes[square.usize()], square);
        self.board.remove(square);
    }

    fn drop_on(&mut self, square: Square, piece: Piece) {
        self.lift(square);
        self.board.put(square, piece);
        self.key ^= hash::man(piece.code(), square);
    }

    /// A rook's right goes when a man leaves or enters its square, both go when the king moves.
    /// To be asked before a king moves: which wing a rook belongs to, its king's file says.
    #[inline]
    fn keep_castling(&mut self, touched: Bitboard, king_moves: bool) {
        let corners = (touched.0 & 0xff) as u16 | ((touched.0 >> 56) as u16) << 8;
        let whole_side = 0xff << (8 * self.turn as u16);
        let lost = corners | if king_moves { whole_side } else { 0 };
        if self.castling_files & lost != 0 {
            self.lose_castling(lost);
        }
    }

    #[cold]
    #[inline(never)]
    fn lose_castling(&mut self, lost: u16) {
        let kept = self.castling_files & !lost;
        self.key ^= self.castling_key(self.castling_files) ^ self.castling_key(kept);
        self.castling_files = kept;
    }

    #[inline]
    fn pass_turn(&mut self, resets_clock: bool, ep: u8) {
        let keep = u32::from(resets_clock).wrapping_sub(1);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1) & keep;
        self.fullmove = self.fullmove.saturating_add(self.turn as u32);
        self.ep = ep;
        self.turn = self.turn.other();
        self.key ^= hash::WHITE_TO_MOVE;
    }
}
