//! Playing a move on a position.
//!
//! Standard: §16.1.3. Decisions: D-34, D-45.

use crate::bitboard::Bitboard;
use crate::board::EMPTY;
use crate::castling::Side;
use crate::hash;
use crate::moves::{Move, MoveKind};
use crate::piece::{BLACK, Color, Piece, Role, WHITE};
use crate::position::{NO_EP, Position};
use crate::square::Square;
use crate::undo::Undo;

/// The changes by a move of one piece, besides those on the board.
#[derive(Clone, Copy)]
pub(crate) struct Effect {
    /// All bits, or none if the halfmove clock begins again.
    pub(crate) kept_clock: u32,
    /// A pawn advances two squares.
    pub(crate) doubles: bool,
}

impl Effect {
    #[inline(always)]
    pub(crate) fn of(role: u8, captured: u8, doubles: bool) -> Effect {
        // Not `||`: whether a pawn moves or something is captured cannot be predicted.
        let resets_clock = (role == Role::Pawn as u8) | (captured != EMPTY);
        Effect { kept_clock: u32::from(resets_clock).wrapping_sub(1), doubles }
    }
}

impl Position {
    /// [`Position::play_unchecked`] by the rules of ordinary chess.
    #[inline(always)]
    pub(crate) fn play_orthodox(&mut self, mv: Move) {
        if !mv.is_plain() {
            self.play_special(mv);
        } else if self.turn == Color::White {
            self.play_plain::<WHITE>(mv);
        } else {
            self.play_plain::<BLACK>(mv);
        }
    }

    #[inline]
    fn play_plain<const US: usize>(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.board.codes[from.usize()];
        let captured = self.board.codes[to.usize()];
        // A piece that captures one of its own side would leave a board whose parts disagree.
        if usize::from(piece >> 3) == US && usize::from(captured >> 3) != US {
            let effect = Effect::of(piece & 7, captured, mv.is_double_push());
            self.shift::<US>(from, to, piece & 7, captured, effect, &mut Undo::default());
        }
    }

    /// An advance, a capture, a king's step: one piece of the side to move, which is `US`, goes
    /// from square to square. That side is known to the compiler because its every use is then
    /// free.
    ///
    /// No branch on captures: the code of an empty square means "clear a bit that is not set" on
    /// the board, and zero in the key.
    ///
    /// The undo data is recorded on the way, where each part is known; callers that do not need it
    /// pass a dummy, and the compiler optimizes the store away.
    #[inline(always)]
    pub(crate) fn shift<const US: usize>(
        &mut self,
        from: Square,
        to: Square,
        role: u8,
        captured: u8,
        effect: Effect,
        undo: &mut Undo,
    ) {
        self.remember(captured, undo);
        // The clocks are known here, and need not stay in registers until the key is computed. The
        // ranks 4 and 3, and 5 and 6, differ in this bit.
        let behind = to.index() ^ 8;
        self.count_move::<US>(effect.kept_clock, if effect.doubles { behind } else { NO_EP });
        let (origin, target) = (Bitboard::from_square(from), Bitboard::from_square(to));
        // Rights are gone or untouched for long stretches of a game: this is predicted well.
        if self.castling_files != 0 {
            self.keep_castling::<US>(origin | target, role == Role::King as u8);
        }
        let piece = role | (US as u8) << 3;
        self.key ^= hash::piece(piece, from)
            ^ hash::piece(piece, to)
            ^ hash::piece(captured, to)
            ^ hash::WHITE_TO_MOVE;
        let board = &mut self.board;
        *board.role_set(captured) &= !target;
        *board.color_set(US ^ 1) &= !target;
        *board.role_set(role) ^= origin | target;
        *board.color_set(US) ^= origin | target;
        board.codes[from.usize()] = EMPTY;
        board.codes[to.usize()] = piece;
    }

    /// Castling, en passant, promotion, null move.
    #[cold]
    #[inline(never)]
    fn play_special(&mut self, mv: Move) {
        match self.turn {
            Color::White => self.play_special_as::<WHITE>(mv),
            Color::Black => self.play_special_as::<BLACK>(mv),
        }
    }

    fn play_special_as<const US: usize>(&mut self, mv: Move) {
        let (from, to, us) = (mv.from(), mv.to(), self.turn);
        let touched = Bitboard::from_square(from) | to.into();
        match mv.kind() {
            MoveKind::Null | MoveKind::Normal | MoveKind::DoublePush | MoveKind::Drop(_) => {
                self.pass_turn::<US>(!0, NO_EP);
            }
            MoveKind::Castle => {
                self.castle::<US>(from, to);
                self.pass_turn::<US>(!0, NO_EP);
            }
            MoveKind::EnPassant => {
                self.lift(Square::wrap(to.index() ^ 8));
                self.lift(from);
                self.drop_on(to, Piece { color: us, role: Role::Pawn });
                self.pass_turn::<US>(0, NO_EP);
            }
            MoveKind::Promotion(role) => {
                self.keep_castling::<US>(touched, false);
                self.lift(from);
                self.drop_on(to, Piece { color: us, role });
                self.pass_turn::<US>(0, NO_EP);
            }
        }
    }

    /// King and rook change places at the same time: in Chess960, one may reach the square of the
    /// other.
    fn castle<const US: usize>(&mut self, king: Square, rook: Square) {
        let side = Side::of(king, rook);
        let (king_to, rook_to) = (side.king_target(self.turn), side.rook_target(self.turn));
        let leaving = Bitboard::from_square(king) | rook.into();
        let coming = Bitboard::from_square(king_to) | rook_to.into();
        let color = (US as u8) << 3;
        let (king_code, rook_code) = (Role::King as u8 | color, Role::Rook as u8 | color);
        let codes = &self.board.codes;
        let is_castle = codes[king.usize()] == king_code && codes[rook.usize()] == rook_code;
        if !is_castle || (self.board.occupied() & !leaving).intersects(coming) {
            return;
        }
        self.keep_castling::<US>(Bitboard::EMPTY, true);
        for (code, from, to) in [(king_code, king, king_to), (rook_code, rook, rook_to)] {
            let pieces = self.board.role_set(code);
            *pieces = (*pieces & !Bitboard::from_square(from)) | to.into();
            self.key ^= hash::piece(code, from) ^ hash::piece(code, to);
        }
        let own = self.board.color_set(US);
        *own = (*own & !leaving) | coming;
        let codes = &mut self.board.codes;
        (codes[king.usize()], codes[rook.usize()]) = (EMPTY, EMPTY);
        (codes[king_to.usize()], codes[rook_to.usize()]) = (king_code, rook_code);
    }

    fn lift(&mut self, square: Square) {
        self.key ^= hash::piece(self.board.codes[square.usize()], square);
        self.board.remove(square);
    }

    fn drop_on(&mut self, square: Square, piece: Piece) {
        self.lift(square);
        self.board.put(square, piece);
        self.key ^= hash::piece(piece.code(), square);
    }

    /// A piece that leaves or enters a rook's square removes that rook's right; a king's move
    /// removes both. Call this before the king moves: its file decides which wing a rook belongs
    /// to.
    #[inline]
    fn keep_castling<const US: usize>(&mut self, touched: Bitboard, king_moves: bool) {
        let corners = (touched.0 & 0xff) as u16 | ((touched.0 >> 56) as u16) << 8;
        let whole_side = 0xff << (8 * US);
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

    /// Only the turn changes.
    pub(crate) fn pass_the_turn(&mut self, resets_clock: bool) {
        let kept_clock = u32::from(resets_clock).wrapping_sub(1);
        match self.turn {
            Color::White => self.pass_turn::<WHITE>(kept_clock, NO_EP),
            Color::Black => self.pass_turn::<BLACK>(kept_clock, NO_EP),
        }
    }

    #[inline]
    fn pass_turn<const US: usize>(&mut self, kept_clock: u32, ep: u8) {
        self.key ^= hash::WHITE_TO_MOVE;
        self.count_move::<US>(kept_clock, ep);
    }

    /// The turn passes, but for the key.
    #[inline(always)]
    fn count_move<const US: usize>(&mut self, kept_clock: u32, ep: u8) {
        self.halfmove_clock = self.halfmove_clock.saturating_add(1) & kept_clock;
        self.fullmove = self.fullmove.saturating_add(US as u32);
        self.ep = ep;
        self.turn = if US == WHITE { Color::Black } else { Color::White };
    }
}
