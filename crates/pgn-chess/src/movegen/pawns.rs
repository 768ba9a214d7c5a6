//! Pawn moves, all pawns at once.

use super::{GenerationContext, Sink, king};
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind};
use crate::piece::{Role, WHITE};
use crate::square::File;

const FILE_A: Bitboard = Bitboard::from_file(File::A);
const FILE_H: Bitboard = Bitboard::from_file(File::H);
const RANK_3: Bitboard = Bitboard(0x0000_0000_00ff_0000);
const RANK_6: Bitboard = Bitboard(0x0000_ff00_0000_0000);

/// All moves except en passant; true if the sink asked to stop.
#[inline(always)]
pub(super) fn moves<S: Sink, const US: usize>(frame: &GenerationContext<'_>, sink: &mut S) -> bool {
    let pawns = frame.own & frame.position.board.by_role(Role::Pawn);
    if advance::<S, US>(frame, pawns & !frame.pinned, frame.targets, sink) {
        return true;
    }
    // Pinned pawns are rare enough to be taken one by one.
    for from in pawns & frame.pinned {
        if advance::<S, US>(frame, from.into(), frame.allowed(from), sink) {
            return true;
        }
    }
    false
}

#[inline]
fn advance<S: Sink, const US: usize>(
    frame: &GenerationContext<'_>,
    pawns: Bitboard,
    targets: Bitboard,
    sink: &mut S,
) -> bool {
    let (up, after_one_step) = if US == WHITE { (8, RANK_3) } else { (-8, RANK_6) };
    let free = !frame.occupied;
    let one = pawns.shifted(up) & free;
    let two = (one & after_one_step).shifted(up) & free & targets;
    let one = one & targets;
    let enemy = frame.enemy & targets;
    let to_a = (pawns & !FILE_A).shifted(up - 1) & enemy;
    let to_h = (pawns & !FILE_H).shifted(up + 1) & enemy;

    let ends = Bitboard::END_RANKS;
    if ((one | to_a | to_h) & ends).0 != 0
        && (sink.promotions(one & ends, up)
            || sink.promotions(to_a & ends, up - 1)
            || sink.promotions(to_h & ends, up + 1))
    {
        return true;
    }
    sink.pawns(one & !ends, up, MoveKind::Normal)
        || sink.pawns(two, 2 * up, MoveKind::DoublePush)
        || sink.pawns(to_a & !ends, up - 1, MoveKind::Normal)
        || sink.pawns(to_h & !ends, up + 1, MoveKind::Normal)
}

/// Captures en passant; true if the sink asked to stop.
#[inline(always)]
pub(super) fn en_passant<S: Sink>(frame: &GenerationContext<'_>, sink: &mut S) -> bool {
    let Some(square) = frame.position.ep_square() else { return false };
    let pawns = frame.position.ep_pawns(square);
    for from in pawns {
        if king::en_passant_is_safe(frame.position, from, square)
            && sink.one(Move::new(from, square, MoveKind::EnPassant))
        {
            return true;
        }
    }
    false
}
