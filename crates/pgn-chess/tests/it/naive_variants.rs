//! The rules of variants in the plainest way: play it on a mailbox, then look what is left.
//!
//! Decisions: D-60.

use pgn_chess::{Color, Move, MoveKind, Piece, Pocket, Position, Role, Square, Variant};

use crate::naive::{self, Board, at, board, is_attacked, king, moved, piece_moves};

/// All legal moves, sorted.
pub(crate) fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = if is_over(position) { Vec::new() } else { moves_as_if_not_over(position) };
    moves.sort_unstable();
    moves
}

fn moves_as_if_not_over(position: &Position) -> Vec<Move> {
    let pieces = board(position);
    let mut moves = piece_moves(position, &pieces);
    add_what_the_variant_adds(position, &pieces, &mut moves);
    if position.variant().is_losing_chess() {
        if moves.iter().any(|mv| is_capture(&pieces, *mv)) {
            moves.retain(|mv| is_capture(&pieces, *mv));
        }
        return moves;
    }
    moves.retain(|mv| is_survived(position, &after(position, *mv)));
    let is_atomic = position.variant() == Variant::Atomic;
    let is_unsafe = |pieces: &Board, square: Square, by: Color| {
        let protects = is_atomic && king(pieces, by).is_some_and(|king| is_near(king, square));
        !protects && is_attacked(pieces, square, by)
    };
    naive::castles(position, &pieces, is_unsafe, &mut moves);
    moves
}

fn is_capture(pieces: &Board, mv: Move) -> bool {
    mv.is_en_passant() || at(pieces, mv.to()).is_some()
}

fn is_near(one: Square, other: Square) -> bool {
    let distance = |a: u8, b: u8| a.abs_diff(b);
    one != other
        && distance(one.file().index(), other.file().index()) <= 1
        && distance(one.rank().index(), other.rank().index()) <= 1
}

fn add_what_the_variant_adds(position: &Position, pieces: &Board, moves: &mut Vec<Move>) {
    let us = position.turn();
    match position.variant() {
        Variant::Antichess | Variant::Suicide => {
            let queens = moves.iter().filter(|mv| mv.promotion() == Some(Role::Queen));
            let king = |mv: &Move| Move::new(mv.from(), mv.to(), MoveKind::Promotion(Role::King));
            let kings: Vec<Move> = queens.map(king).collect();
            moves.extend(kings);
        }
        Variant::Horde if us == Color::White => {
            let pawn = Piece { color: Color::White, role: Role::Pawn };
            for from in Square::all().filter(|from| from.rank().index() == 0) {
                let ahead = |n: u8| Square::new(from.index() + 8 * n).expect("rank 2 or 3");
                let is_free = at(pieces, ahead(1)).is_none() && at(pieces, ahead(2)).is_none();
                if at(pieces, from) == Some(pawn) && is_free {
                    moves.push(Move::new(from, ahead(2), MoveKind::Normal));
                }
            }
        }
        Variant::Crazyhouse => {
            for role in Pocket::ROLES.into_iter().filter(|r| position.pocket(us).count(*r) > 0) {
                for to in Square::all().filter(|to| at(pieces, *to).is_none()) {
                    if role != Role::Pawn || !matches!(to.rank().index(), 0 | 7) {
                        moves.push(Move::new(to, to, MoveKind::Drop(role)));
                    }
                }
            }
        }
        _ => {}
    }
}

/// The pieces after a move, drops and blasts included.
pub(crate) fn after(position: &Position, mv: Move) -> Board {
    let pieces = board(position);
    if let Some(role) = mv.dropped() {
        let mut after = pieces;
        after[mv.to().index() as usize] = Some(Piece { color: position.turn(), role });
        return after;
    }
    let mut after = moved(&pieces, mv);
    if let Some(role) = mv.promotion() {
        after[mv.to().index() as usize] = Some(Piece { color: position.turn(), role });
    }
    if position.variant() == Variant::Atomic && is_capture(&pieces, mv) {
        for square in Square::all() {
            let is_pawn = at(&after, square).is_some_and(|piece| piece.role == Role::Pawn);
            if square == mv.to() || (is_near(square, mv.to()) && !is_pawn) {
                after[square.index() as usize] = None;
            }
        }
    }
    after
}

fn is_survived(position: &Position, after: &Board) -> bool {
    let us = position.turn();
    let in_check =
        |color: Color| king(after, color).is_some_and(|king| is_attacked(after, king, !color));
    match position.variant() {
        Variant::Atomic => match (king(after, us), king(after, !us)) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(own), Some(enemy)) => is_near(own, enemy) || !in_check(us),
        },
        Variant::RacingKings => !in_check(us) && !in_check(!us),
        _ => !in_check(us),
    }
}

/// The game is over by a rule of the variant.
pub(crate) fn is_over(position: &Position) -> bool {
    let pieces = board(position);
    let has_pieces = |color: Color| pieces.iter().flatten().any(|piece| piece.color == color);
    let king_of = |color: Color| king(&pieces, color);
    match position.variant() {
        Variant::Atomic => Color::ALL.into_iter().any(|color| king_of(color).is_none()),
        Variant::Antichess | Variant::Suicide => {
            Color::ALL.into_iter().any(|color| !has_pieces(color))
        }
        Variant::Horde => !has_pieces(Color::White),
        Variant::KingOfTheHill => Color::ALL.into_iter().filter_map(king_of).any(|king| {
            matches!(king.file().index(), 3 | 4) && matches!(king.rank().index(), 3 | 4)
        }),
        Variant::ThreeCheck => Color::ALL.into_iter().any(|c| position.checks_given(c) >= 3),
        Variant::RacingKings => {
            let is_home = |color| king_of(color).is_some_and(|king| king.rank().index() == 7);
            let follows =
                |mv: &Move| Some(mv.from()) == king_of(Color::Black) && mv.to().rank().index() == 7;
            match (is_home(Color::White), is_home(Color::Black)) {
                (false, false) => false,
                (_, true) => true,
                (true, false) => {
                    position.turn() == Color::White
                        || !moves_as_if_not_over(position).iter().any(follows)
                }
            }
        }
        _ => false,
    }
}
