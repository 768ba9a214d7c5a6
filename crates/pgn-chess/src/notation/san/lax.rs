//! The slow path from any text to a legal move.
//!
//! Standard: §8.2.3.7. Decisions: D-32, D-34, D-37.

use super::candidates::Candidates;
use super::explain;
use super::forms::{Notes, Sign};
use super::illegal::IllegalMoveError;
use super::normal::Normal;
use super::reading::{Departures, Mark, Reading, ResolveError, SanOptions, Stage};
use super::shape::{PieceMove, Shape, ShapePart, shapes};
use super::uncommon_form::castling_move;
use super::write;
use crate::attacks;
use crate::castling::Side;
use crate::moves::{Move, MoveList};
use crate::piece::Role;
use crate::position::Position;
use crate::square::Square;

/// The legal move a text means, by any spelling of D-32.
///
/// ```text
/// shapes = all ways to understand the text
/// for each legal move and shape: fit? at which stage?
/// the first stage at which something fits: one move is the answer, several are none
/// ```
pub(super) fn resolve(
    position: &Position,
    text: &[u8],
    lax: &SanOptions,
) -> Result<Reading, ResolveError> {
    resolve_among(position, &position.legal_moves(), text, lax)
}

/// The same among other moves than the legal ones.
pub(super) fn resolve_among(
    position: &Position,
    moves: &MoveList,
    text: &[u8],
    lax: &SanOptions,
) -> Result<Reading, ResolveError> {
    let mut shapes = shapes(text);
    if !lax.doubtful {
        shapes = shapes.map(|shape| shape.filter(|shape| !shape.notes.departures.is_doubtful()));
    }
    let Some(first) = shapes.iter().flatten().min_by_key(|shape| shape.notes.stage) else {
        return Err(ResolveError::NotAMove);
    };
    let mark = written_mark(text);
    let mut found = MoveList::new();
    let mut best: Option<Notes> = None;
    for mv in moves {
        for shape in shapes.iter().flatten() {
            let Some(notes) = fit(position, *mv, shape, lax) else { continue };
            let rank = best.map(|best| notes.stage.cmp(&best.stage));
            match rank {
                None | Some(core::cmp::Ordering::Less) => {
                    found = MoveList::new();
                    found.push(*mv);
                    best = Some(notes);
                }
                Some(core::cmp::Ordering::Equal) if !found.contains(mv) => found.push(*mv),
                Some(core::cmp::Ordering::Equal | core::cmp::Ordering::Greater) => {}
            }
        }
    }
    match (best, found.as_slice()) {
        (Some(notes), [mv]) => {
            let Notes { stage, mut departures, .. } = notes;
            if let ShapePart::Piece(written) = &first.what
                && let Some(other) = other_piece(position, *mv, written, departures)
                && let either @ [_, _, ..] = pawn_or(other, position, *mv, written).as_slice()
            {
                if !lax.doubtful {
                    return Err(ResolveError::Ambiguous(Candidates::new(position, either)));
                }
                departures |= Departures::OTHER_PIECE;
            }
            Ok(Reading { mv: *mv, stage, departures, mark })
        }
        (Some(_), several @ [_, _, ..]) => {
            Err(ResolveError::Ambiguous(Candidates::new(position, several)))
        }
        (None, _) | (_, []) => Err(ResolveError::Illegal(match first.what {
            ShapePart::Piece(piece_move) => explain::piece_move(position, &piece_move),
            ShapePart::Castle(side) => explain::castle(position, side),
            ShapePart::Drop(role, to) => explain::drop(position, role, to),
            ShapePart::Null => return null(position, first.notes),
        })),
    }
}

fn written_mark(text: &[u8]) -> Mark {
    let Some(mut normal) = Normal::new(text) else { return Mark::None };
    normal.cut_tails();
    normal.mark
}

fn null(position: &Position, notes: Notes) -> Result<Reading, ResolveError> {
    match explain::check(position) {
        Some((by, at)) => Err(ResolveError::Illegal(IllegalMoveError::NullInCheck {
            color: position.turn(),
            by,
            at,
        })),
        None => Ok(Reading {
            mv: Move::NULL,
            stage: notes.stage,
            departures: notes.departures,
            mark: Mark::None,
        }),
    }
}

/// How a legal move fits a shape, if it does.
fn fit(position: &Position, mv: Move, shape: &Shape, lax: &SanOptions) -> Option<Notes> {
    let mut notes = shape.notes;
    let piece_move = match shape.what {
        ShapePart::Null => return None,
        ShapePart::Castle(side) => {
            return (position.castling_side(mv) == Some(side)).then_some(notes);
        }
        ShapePart::Drop(role, to) => {
            return (mv.dropped() == Some(role) && mv.to() == to).then_some(notes);
        }
        ShapePart::Piece(piece_move) => piece_move,
    };
    if mv.is_castle() {
        return fit_castle(position, mv, &piece_move, notes);
    }
    let piece = position.piece_at(mv.from())?;
    let captures = position.is_capture(mv);
    if piece_move.role.is_some_and(|role| role != piece.role)
        || !piece_move.origin().contains(mv.from())
        || piece_move.to_file != mv.to().file()
        || piece_move.to_rank.is_some_and(|rank| rank != mv.to().rank())
    {
        return None;
    }
    if notes.departures.contains(Departures::SHORT_PAWN_CAPTURE) && !captures {
        return None;
    }
    if notes.departures.contains(Departures::OTHER_PIECE)
        && piece.role == Role::Bishop
        && piece_move.role.is_some()
        && b_pawn_may_be_meant(position, mv.to())
    {
        return None;
    }
    if piece_move.promotion != mv.promotion() {
        if piece_move.promotion.is_some() || !lax.queen || mv.promotion() != Some(Role::Queen) {
            return None;
        }
        notes.note(Stage::Promotion, Departures::MISSING_PROMOTION);
    }
    let says_little = Departures::COORDINATES | Departures::SHORT_PAWN_CAPTURE;
    match (piece_move.sign, captures) {
        (Sign::Capture, false) => notes.note(Stage::Signs, Departures::EXTRA_CAPTURE),
        (Sign::None | Sign::Dash, true) if !notes.departures.intersects(says_little) => {
            notes.note(Stage::Signs, Departures::MISSING_CAPTURE);
        }
        (Sign::None | Sign::Dash, _) | (Sign::Capture, true) => {}
    }
    let is_whole_origin =
        notes.departures.intersects(Departures::COORDINATES | Departures::LONG_ALGEBRAIC);
    if piece.role != Role::Pawn
        && !is_whole_origin
        && write::origin(position, piece.role, mv.from(), mv.to())
            != (piece_move.file, piece_move.rank)
    {
        notes.note(Stage::Signs, Departures::ORIGIN);
    }
    Some(notes)
}

/// Whether a pawn of the side to move could go to this square from the b file, ignoring the other
/// pieces.
fn b_pawn_may_be_meant(position: &Position, to: Square) -> bool {
    let us = position.turn();
    position.board().by_piece(us, Role::Pawn).into_iter().any(|from| {
        from.file().letter() == b'b'
            && (attacks::pawn(us, from).contains(to) || explain::advance(us, from, to).is_some())
    })
}

/// Whose move a pawn's may be: a knight's, which Dutch writes as `P`, or that of the bishop which
/// `bb5` has in lower case.
fn other_piece(
    position: &Position,
    mv: Move,
    written: &PieceMove,
    departures: Departures,
) -> Option<Role> {
    if departures.contains(Departures::PAWN_LETTER) {
        return Some(Role::Knight);
    }
    let is_pawn = position.piece_at(mv.from()).is_some_and(|piece| piece.role == Role::Pawn);
    let says_file_twice = written.to_file.letter() == b'b' && written.file == Some(written.to_file);
    (is_pawn && says_file_twice && departures.contains(Departures::ORIGIN)).then_some(Role::Bishop)
}

/// The moves of such a piece that fit a pawn's move, and the pawn's move before them.
fn pawn_or(other: Role, position: &Position, pawn: Move, written: &PieceMove) -> MoveList {
    let others = position.board().by_piece(position.turn(), other);
    // A pawn that goes straight on has the file of its target without being written.
    let says_origin = written.rank.is_some() || written.file != Some(pawn.to().file());
    let from = if says_origin { others & written.origin() } else { others };
    let mut found = MoveList::new();
    found.push(pawn);
    for mv in &position.legal_moves() {
        if mv.dropped().is_none() && mv.to() == pawn.to() && from.contains(mv.from()) {
            found.push(*mv);
        }
    }
    found
}

/// Castling written as the king's move: two squares or more towards its target, or onto the rook.
fn fit_castle(
    position: &Position,
    mv: Move,
    piece_move: &PieceMove,
    mut notes: Notes,
) -> Option<Notes> {
    let to = piece_move.to()?;
    let king = mv.from();
    if piece_move.role.is_some_and(|role| role != Role::King)
        || !piece_move.origin().contains(king)
        || piece_move.promotion.is_some()
    {
        return None;
    }
    let target = Side::of(king, mv.to()).king_target(position.turn());
    let is_far = king.file().index().abs_diff(target.file().index()) >= 2;
    if to == target && is_far {
        notes.note(Stage::Castling, Departures::KING_MOVE_CASTLING);
    } else if to == mv.to() && piece_move.file.is_some() {
        notes.note(Stage::Coordinates, Departures::KING_MOVE_CASTLING);
    } else {
        return None;
    }
    Some(notes)
}

/// The wing that a king's move of two squares may have meant, with or without the right.
pub(super) fn meant_castling(position: &Position, piece_move: &PieceMove) -> Option<Side> {
    let to = piece_move.to()?;
    let us = position.turn();
    let king = position.king(us).filter(|king| piece_move.origin().contains(*king))?;
    if attacks::king(king).contains(to) {
        return None;
    }
    Side::ALL.into_iter().find(|side| {
        let rook = castling_move(position, *side).map(Move::to);
        let is_step = to == side.king_target(us) && king.rank() == to.rank();
        is_step || (rook == Some(to) && piece_move.file.is_some())
    })
}
