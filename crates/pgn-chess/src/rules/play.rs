//! Playing a move of a variant, and undoing it.
//!
//! Decisions: D-60.
//!
//! ```text
//! drop        pocket  -> board
//! capture     board   -> pocket of the taker, or a blast: taker, taken, and all round but pawns
//! gives check counted
//! ```
//!
//! [`VariantUndo`] has the data for undoing. It takes the place of the key in ordinary undoing; the
//! key is computed again here.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::EMPTY;
use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::square::Square;
use crate::undo::Undo;
use crate::variant::Extras;

impl Position {
    /// Plays a legal move, or the null move.
    ///
    /// With an illegal move, the resulting position is unspecified, but neither this nor anything
    /// else done with that position panics. About 5 ns.
    ///
    /// ```
    /// use pgn_chess::Position;
    /// let mut position = Position::start();
    /// position.play_unchecked(position.parse_san("e4").unwrap());
    /// assert!(position.fen().as_str().contains("/4P3/"));
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        if !self.variant.is_orthodox() {
            return play(self, mv);
        }
        self.play_orthodox(mv);
    }

    /// The position after a legal move; see [`Position::play_unchecked`].
    ///
    /// ```
    /// # use pgn_chess::{Color, Position};
    /// let position = Position::start();
    /// let mv = position.parse_uci("e2e4").expect("a legal move");
    /// assert_eq!(position.after(mv).turn(), Color::Black);
    /// ```
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> Position {
        let mut after = *self;
        after.play_unchecked(mv);
        after
    }

    /// Plays a legal move, or the null move, and returns what [`Position::take_back`] needs.
    #[inline]
    pub fn play_undoable(&mut self, mv: Move) -> Undo {
        if !self.variant.is_orthodox() {
            return play_undoable(self, mv);
        }
        let undo = self.undo(self.board.codes[mv.to().usize()]);
        self.play_orthodox(mv);
        undo
    }

    /// Undoes the last move: the position is then exactly as before the move.
    ///
    /// With another move, or the data of another move, the resulting position is unspecified, but
    /// this does not panic.
    ///
    /// ```
    /// use pgn_chess::{Position, notation::uci};
    /// let mut position = Position::start();
    /// let mv = uci::parse(&position, b"e2e4").expect("a legal move");
    /// let undo = position.play_undoable(mv);
    /// position.take_back(mv, undo);
    /// assert_eq!(position, Position::start());
    /// ```
    pub fn take_back(&mut self, mv: Move, undo: Undo) {
        if !self.variant.is_orthodox() {
            return take_back(self, mv, undo);
        }
        self.take_back_orthodox(mv, undo);
    }
}

/// The pieces that a move of a variant removes besides the captured one, in 64 bits.
///
/// ```text
/// bits 0–31   board codes of what stood round the target, four bits each, in order of squares
/// bits 32–35  the code of the piece that moved, if it is blown up
/// bit  36     what was taken had been a pawn
/// bit  37     a check was counted
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct VariantUndo(u64);

impl VariantUndo {
    const NONE: VariantUndo = VariantUndo(0xf_ffff_ffff);
    const NOBODY: u64 = 0xf;
    const MOVER: u32 = 32;
    const WAS_PROMOTED: u64 = 1 << 36;
    const CHECK_COUNTED: u64 = 1 << 37;

    fn keep(&mut self, at: u32, code: u8) {
        self.0 = self.0 & !(VariantUndo::NOBODY << at) | u64::from(code & 0xf) << at;
    }

    fn piece(self, at: u32) -> Option<Piece> {
        Piece::from_code((self.0 >> at & VariantUndo::NOBODY) as u8)
    }

    fn has(self, bit: u64) -> bool {
        self.0 & bit != 0
    }
}

/// The squares round a capture, each with its place in the memory.
fn round(target: Square) -> impl Iterator<Item = (u32, Square)> {
    (0..).step_by(4).zip(attacks::king(target))
}

/// Plays a move of a variant; see [`Position::play_unchecked`].
#[cold]
#[inline(never)]
fn play(position: &mut Position, mv: Move) {
    let _ = play_unkeyed(position, mv);
    position.key = position.key_from_scratch();
}

/// [`play`] with what taking back needs.
#[cold]
#[inline(never)]
fn play_undoable(position: &mut Position, mv: Move) -> Undo {
    let before = *position;
    let captured = position.board.codes[mv.to().usize()];
    let memory = play_unkeyed(position, mv);
    position.key = position.key_from_scratch();
    let mut undo = before.undo(captured);
    undo.key = memory;
    undo
}

/// Plays without looking after the key, for trying out.
pub(super) fn play_unkeyed(position: &mut Position, mv: Move) -> u64 {
    let us = position.turn;
    let row = position.variant.row();
    let mut memory = VariantUndo::NONE;
    let taken = taken(position, mv);
    let mover = position.board.codes[mv.from().usize()];
    if let Some(role) = mv.dropped() {
        drop_on(position, mv.to(), role);
    } else {
        position.play_orthodox(mv);
    }
    if row.has_pockets {
        pocket(position, mv, us, taken, &mut memory);
    }
    if row.explodes && taken.is_some() {
        memory.keep(VariantUndo::MOVER, mover);
        explode(position, mv.to(), &mut memory);
    }
    if row.counts_checks && !mv.is_null() && position.is_check() {
        let checks = position.extras.checks(us);
        if checks < Extras::CHECKS {
            position.extras.set_checks(us, checks + 1);
            memory.0 |= VariantUndo::CHECK_COUNTED;
        }
    }
    memory.0
}

/// The captured piece, and its square.
fn taken(position: &Position, mv: Move) -> Option<(Square, Role)> {
    match mv.kind() {
        MoveKind::EnPassant => Some((Square::wrap(mv.to().index() ^ 8), Role::Pawn)),
        MoveKind::Normal | MoveKind::DoublePush | MoveKind::Promotion(_) => {
            let piece = position.piece_at(mv.to())?;
            (piece.color != position.turn).then_some((mv.to(), piece.role))
        }
        MoveKind::Null | MoveKind::Castle | MoveKind::Drop(_) => None,
    }
}

/// A piece comes from the pocket; if the square is not free, only the turn changes.
fn drop_on(position: &mut Position, to: Square, role: Role) {
    let us = position.turn;
    let mut pocket = position.extras.pocket(us);
    let can_drop = pocket.count(role) > 0 && position.board.codes[to.usize()] == EMPTY;
    if can_drop {
        pocket.remove(role);
        position.extras.set_pocket(us, pocket);
        position.board.put(to, Piece { color: us, role });
    }
    position.pass_the_turn(can_drop && role == Role::Pawn);
}

/// A captured piece changes sides, and a promoted one becomes a pawn again.
fn pocket(
    position: &mut Position,
    mv: Move,
    us: Color,
    taken: Option<(Square, Role)>,
    memory: &mut VariantUndo,
) {
    let extras = &mut position.extras;
    if let Some((square, role)) = taken {
        let was_promoted = extras.promoted.contains(square);
        if was_promoted {
            memory.0 |= VariantUndo::WAS_PROMOTED;
        }
        extras.promoted &= !Bitboard::from_square(square);
        let mut hand = extras.pocket(us);
        hand.add(if was_promoted { Role::Pawn } else { role });
        extras.set_pocket(us, hand);
    }
    match mv.kind() {
        MoveKind::Promotion(_) => extras.promoted |= mv.to().into(),
        MoveKind::Normal if extras.promoted.contains(mv.from()) => {
            extras.promoted &= !Bitboard::from_square(mv.from());
            extras.promoted |= mv.to().into();
        }
        MoveKind::Null
        | MoveKind::Normal
        | MoveKind::DoublePush
        | MoveKind::EnPassant
        | MoveKind::Castle
        | MoveKind::Drop(_) => {}
    }
}

/// The taker goes, and all round it but pawns. Rights go with kings and rooks.
fn explode(position: &mut Position, target: Square, memory: &mut VariantUndo) {
    position.board.remove(target);
    for (at, square) in round(target) {
        let code = position.board.codes[square.usize()];
        if code != EMPTY && code & 7 != Role::Pawn as u8 {
            memory.keep(at, code);
            position.board.remove(square);
        }
    }
    let blast = attacks::king(target) | target.into();
    let corners = (blast.0 & 0xff) as u16 | ((blast.0 >> 56) as u16) << 8;
    let mut lost = corners;
    for (color, rank) in [(Color::White, 0x00ff), (Color::Black, 0xff00)] {
        if position.king(color).is_none() {
            lost |= rank;
        }
    }
    position.castling_files &= !lost;
}

/// Takes back a move of a variant; see [`Position::take_back`].
#[cold]
#[inline(never)]
fn take_back(position: &mut Position, mv: Move, undo: Undo) {
    let us = position.turn.other();
    let memory = VariantUndo(undo.key);
    if memory.has(VariantUndo::CHECK_COUNTED) {
        let checks = position.extras.checks(us);
        position.extras.set_checks(us, checks.saturating_sub(1));
    }
    if position.variant.row().explodes {
        gather(position, mv, memory);
    }
    if position.variant.row().has_pockets {
        empty_pocket(position, mv, us, undo, memory);
    }
    if mv.dropped().is_some() {
        position.turn = us;
        position.restore(undo);
    } else {
        position.take_back_orthodox(mv, undo);
    }
    position.key = position.key_from_scratch();
}

/// Restores the pieces that were blown up, with the capturing piece on the target.
fn gather(position: &mut Position, mv: Move, memory: VariantUndo) {
    let Some(mover) = memory.piece(VariantUndo::MOVER) else { return };
    for (at, square) in round(mv.to()) {
        if let Some(piece) = memory.piece(at) {
            position.board.put(square, piece);
        }
    }
    position.board.put(mv.to(), mover);
}

/// The inverse of [`pocket`], and of a drop.
fn empty_pocket(position: &mut Position, mv: Move, us: Color, undo: Undo, memory: VariantUndo) {
    let extras = &mut position.extras;
    let mut hand = extras.pocket(us);
    if let Some(role) = mv.dropped() {
        hand.add(role);
        extras.set_pocket(us, hand);
        position.board.remove(mv.to());
        return;
    }
    if mv.is_null() || mv.is_castle() {
        return;
    }
    let was_promoted = memory.has(VariantUndo::WAS_PROMOTED);
    let taken = match mv.kind() {
        MoveKind::EnPassant => Some(Role::Pawn),
        MoveKind::Normal | MoveKind::DoublePush | MoveKind::Promotion(_) => {
            Piece::from_code(undo.captured).map(|piece| piece.role)
        }
        MoveKind::Null | MoveKind::Castle | MoveKind::Drop(_) => None,
    };
    if let Some(role) = taken {
        hand.remove(if was_promoted { Role::Pawn } else { role });
        extras.set_pocket(us, hand);
    }
    let moved = extras.promoted.contains(mv.to());
    extras.promoted &= !Bitboard::from_square(mv.to());
    if moved && mv.kind() == MoveKind::Normal {
        extras.promoted |= mv.from().into();
    }
    if was_promoted {
        extras.promoted |= mv.to().into();
    }
}
