//! Move generation in the plainest way: a mailbox, rays, and "play it, then look for the king".
//!
//! Standard: §8.2.3. Decisions: D-60.

use pgn_chess::{Color, Move, MoveKind, Piece, Position, Role, Side, Square};

pub(crate) type Board = [Option<Piece>; 64];

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

pub(crate) fn square(file: i8, rank: i8) -> Option<Square> {
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    if on_board { Square::new((rank * 8 + file) as u8) } else { None }
}

pub(crate) fn step(from: Square, (df, dr): (i8, i8)) -> Option<Square> {
    square(from.file().index() as i8 + df, from.rank().index() as i8 + dr)
}

pub(crate) fn at(board: &Board, square: Square) -> Option<Piece> {
    board[square.index() as usize]
}

fn directions(role: Role) -> (Vec<(i8, i8)>, bool) {
    match role {
        Role::Knight => (KNIGHT.to_vec(), false),
        Role::Bishop => (DIAGONAL.to_vec(), true),
        Role::Rook => (STRAIGHT.to_vec(), true),
        Role::Queen => ([STRAIGHT, DIAGONAL].concat(), true),
        Role::King => ([STRAIGHT, DIAGONAL].concat(), false),
        Role::Pawn => (Vec::new(), false),
    }
}

fn forward(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

/// Squares a piece attacks.
pub(crate) fn attacked_from(board: &Board, from: Square, piece: Piece) -> Vec<Square> {
    if piece.role == Role::Pawn {
        let up = forward(piece.color);
        return [(-1, up), (1, up)].into_iter().filter_map(|by| step(from, by)).collect();
    }
    let (directions, slides) = directions(piece.role);
    let mut found = Vec::new();
    for by in directions {
        let mut here = step(from, by);
        while let Some(square) = here {
            found.push(square);
            if !slides || at(board, square).is_some() {
                break;
            }
            here = step(square, by);
        }
    }
    found
}

pub(crate) fn is_attacked(board: &Board, target: Square, by: Color) -> bool {
    Square::all().any(|from| {
        at(board, from).is_some_and(|piece| {
            piece.color == by && attacked_from(board, from, piece).contains(&target)
        })
    })
}

pub(crate) fn king(board: &Board, color: Color) -> Option<Square> {
    Square::all().find(|square| at(board, *square) == Some(Piece { color, role: Role::King }))
}

/// The pieces on their squares.
pub(crate) fn board(position: &Position) -> Board {
    std::array::from_fn(|index| position.piece_at(Square::new(index as u8).expect("64 squares")))
}

/// The moves of all pieces as they go, but castling.
pub(crate) fn piece_moves(position: &Position, board: &Board) -> Vec<Move> {
    let us = position.turn();
    let mut moves = Vec::new();
    for from in Square::all() {
        match at(board, from) {
            Some(piece) if piece.color == us && piece.role == Role::Pawn => {
                pawn_moves(position, board, from, &mut moves);
            }
            Some(piece) if piece.color == us => {
                for to in attacked_from(board, from, piece) {
                    if at(board, to).is_none_or(|other| other.color != us) {
                        moves.push(Move::new(from, to, MoveKind::Normal));
                    }
                }
            }
            Some(_) | None => {}
        }
    }
    moves
}

/// The pieces after a move that is not castling.
pub(crate) fn moved(board: &Board, mv: Move) -> Board {
    let mut after = *board;
    if mv.is_en_passant() {
        let behind = square(mv.to().file().index() as i8, mv.from().rank().index() as i8);
        after[behind.expect("on the board").index() as usize] = None;
    }
    after[mv.to().index() as usize] = after[mv.from().index() as usize].take();
    after
}

/// All legal moves, sorted.
pub(crate) fn legal_moves(position: &Position) -> Vec<Move> {
    let (board, us) = (board(position), position.turn());
    let mut moves = piece_moves(position, &board);
    moves.retain(|mv| {
        let after = moved(&board, *mv);
        king(&after, us).is_none_or(|king| !is_attacked(&after, king, !us))
    });
    castles(position, &board, is_attacked, &mut moves);
    moves.sort_unstable();
    moves
}

fn pawn_moves(position: &Position, board: &Board, from: Square, moves: &mut Vec<Move>) {
    let us = position.turn();
    let up = forward(us);
    let mut push = |to: Square, kind: MoveKind| {
        if matches!(to.rank().index(), 0 | 7) {
            for role in Role::PROMOTIONS {
                moves.push(Move::new(from, to, MoveKind::Promotion(role)));
            }
        } else {
            moves.push(Move::new(from, to, kind));
        }
    };
    if let Some(one) = step(from, (0, up)).filter(|one| at(board, *one).is_none()) {
        push(one, MoveKind::Normal);
        let is_home = from.rank().index() == if us == Color::White { 1 } else { 6 };
        let two = step(one, (0, up)).filter(|two| is_home && at(board, *two).is_none());
        if let Some(two) = two {
            push(two, MoveKind::DoublePush);
        }
    }
    for to in [(-1, up), (1, up)].into_iter().filter_map(|by| step(from, by)) {
        if at(board, to).is_some_and(|piece| piece.color != us) {
            push(to, MoveKind::Normal);
        } else if at(board, to).is_none() && position.ep_square() == Some(to) {
            push(to, MoveKind::EnPassant);
        }
    }
}

/// Castling, where a square is not safe of which `is_unsafe` says so.
pub(crate) fn castles(
    position: &Position,
    board: &Board,
    is_unsafe: impl Fn(&Board, Square, Color) -> bool,
    moves: &mut Vec<Move>,
) {
    let us = position.turn();
    let Some(from) = king(board, us) else { return };
    for side in Side::ALL {
        let Some(rook) = position.castling().rook(us, side) else { continue };
        let (king_to, rook_to) = (side.king_target(us), side.rook_target(us));
        let rank = from.rank().index() as i8;
        let span = |one: Square, other: Square| {
            let (one, other) = (one.file().index() as i8, other.file().index() as i8);
            (one.min(other)..=one.max(other)).filter_map(move |file| square(file, rank))
        };
        let mut rest = *board;
        rest[from.index() as usize] = None;
        rest[rook.index() as usize] = None;
        let is_free =
            span(from, king_to).chain(span(rook, rook_to)).all(|s| at(&rest, s).is_none());
        let mut without_king = *board;
        without_king[from.index() as usize] = None;
        let is_safe = !is_unsafe(board, from, !us)
            && span(from, king_to)
                .filter(|s| *s != king_to)
                .all(|s| !is_unsafe(&without_king, s, !us));
        rest[king_to.index() as usize] = Some(Piece { color: us, role: Role::King });
        rest[rook_to.index() as usize] = Some(Piece { color: us, role: Role::Rook });
        if is_free && is_safe && !is_unsafe(&rest, king_to, !us) {
            moves.push(Move::new(from, rook, MoveKind::Castle));
        }
    }
}
