//! Canonical texts that are longer than the usual: one ply of twelve.
//!
//! Standard: §8.2.3.3, §8.2.3.4. Decisions: D-32.

use super::canonical::{BYTES_MAX, byte};
use super::write;
use crate::attacks::{self, AttackPattern};
use crate::bitboard::Bitboard;
use crate::board::EMPTY;
use crate::castling::Side;
use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::rules;
use crate::square::{File, Rank, Square};

/// The move of a text that names an origin, castles or promotes; none if it is not canonical.
#[inline(never)]
pub(super) fn uncommon_form(position: &Position, word: u64, len: usize) -> Option<Move> {
    if !(2..=BYTES_MAX).contains(&len) || word >> (8 * len) != 0 {
        return None;
    }
    let len = len as u32;
    let has_mark = matches!(byte(word, len - 1), b'+' | b'#');
    let len = len - u32::from(has_mark);
    // Not a `match`: a jump that goes to many places is not predicted.
    let role = ROLES[usize::from(byte(word, 0))];
    if role == Some(Role::Pawn) {
        promotion(position, word, len)
    } else if let Some(role) = role {
        with_origin(position, role, word, len)
    } else {
        castle(position, word, len)
    }
}

/// The role by the first byte of a move.
static ROLES: [Option<Role>; 256] = {
    let mut table = [None; 256];
    let mut n = 1;
    while n < Role::ALL.len() {
        table[Role::ALL[n].letter() as usize] = Some(Role::ALL[n]);
        n += 1;
    }
    let mut file = b'a';
    while file <= b'h' {
        table[file as usize] = Some(Role::Pawn);
        file += 1;
    }
    table
};

/// The squares that a byte of the origin leaves: a file, a rank, or none.
static ORIGINS: [Bitboard; 256] = {
    let mut table = [Bitboard::EMPTY; 256];
    let mut n = 0;
    while n < 8 {
        table[b'a' as usize + n] = Bitboard(0x0101_0101_0101_0101 << n);
        table[b'1' as usize + n] = Bitboard(0xff << (8 * n));
        n += 1;
    }
    table
};

/// The square named by two bytes from `at` on.
#[inline]
fn square(word: u64, at: u32) -> Option<Square> {
    let file = byte(word, at).wrapping_sub(b'a');
    let rank = byte(word, at + 1).wrapping_sub(b'1');
    if file | rank > 7 { None } else { Some(Square::wrap(rank << 3 | file)) }
}

/// True if a piece of the side to move that `captures` or not can go to the square.
#[inline]
fn is_target(position: &Position, to: Square, captures: bool) -> bool {
    let wanted = if captures { !position.turn as u8 } else { EMPTY >> 3 };
    position.board.codes[to.usize()] >> 3 == wanted
}

/// `Nbd2`, `R1xe2`, `Qa6xb7`: the origin must be needed and the shortest possible.
fn with_origin(position: &Position, role: Role, word: u64, len: u32) -> Option<Move> {
    if len < 4 {
        return None;
    }
    let to = square(word, len - 2)?;
    let has_sign = byte(word, len - 3) == b'x';
    let (one, two) = (byte(word, 1), byte(word, 2));
    let origin = match len - u32::from(has_sign) {
        4 => ORIGINS[usize::from(one)],
        // The file first: letters are the greater ones.
        5 if one > two => ORIGINS[usize::from(one)] & ORIGINS[usize::from(two)],
        _ => return None,
    };
    let board = &position.board;
    let pieces =
        attacks::origins(AttackPattern::of(role), to) & board.by_piece(position.turn, role);
    if !pieces.has_many() || !is_target(position, to, has_sign) {
        return None;
    }
    let free = attacks::unblocked(pieces, to, board.occupied());
    let legal = write::legal_origins(position, free, to);
    let from = (legal & origin).single()?;
    let rivals = legal & !Bitboard::from_square(from);
    let (file, rank) = (Bitboard::from_file(from.file()), Bitboard::from_rank(from.rank()));
    let shortest = if rivals.is_empty() {
        return None;
    } else if !rivals.intersects(file) {
        file
    } else if !rivals.intersects(rank) {
        rank
    } else {
        file & rank
    };
    (origin == shortest).then(|| Move::new(from, to, MoveKind::Normal))
}

/// `O-O`, `O-O-O`.
fn castle(position: &Position, word: u64, len: u32) -> Option<Move> {
    const SHORT: u64 = u64::from_le_bytes(*b"O-O\0\0\0\0\0");
    const LONG: u64 = u64::from_le_bytes(*b"O-O-O\0\0\0");
    let side = match (len, word & ((1 << ((8 * len) & 63)) - 1)) {
        (3, SHORT) => Side::King,
        (5, LONG) => Side::Queen,
        (_, _) => return None,
    };
    castling_move(position, side).filter(|mv| {
        // Only the right is known so far.
        rules::castle_is_legal(position, mv.from(), mv.to())
    })
}

/// The castling move to this side if the side has the right, legal or not.
pub(super) fn castling_move(position: &Position, side: Side) -> Option<Move> {
    let king = position.king(position.turn())?;
    let mut rooks = position.castling_rooks(position.turn());
    let rook = rooks.find(|rook| Side::of(king, *rook) == side)?;
    Some(Move::new(king, rook, MoveKind::Castle))
}

/// `e8=Q`, `exd8=Q`.
fn promotion(position: &Position, word: u64, len: u32) -> Option<Move> {
    let has_sign = byte(word, 1) == b'x';
    let at = if has_sign { 2 } else { 0 };
    if len != at + 4 || byte(word, at + 2) != b'=' {
        return None;
    }
    let role =
        Role::from_letter(byte(word, at + 3)).filter(|role| Role::PROMOTIONS.contains(role))?;
    let to = square(word, at)?;
    let us = position.turn;
    let (last, before) = match us {
        Color::White => (Rank::EIGHTH, to.index().wrapping_sub(8)),
        Color::Black => (Rank::FIRST, to.index().wrapping_add(8)),
    };
    if to.rank() != last || !is_target(position, to, has_sign) {
        return None;
    }
    let below = Square::wrap(before);
    let from = Square::from_coords(File::from_letter(byte(word, 0))?, below.rank());
    let reaches = from == below || (has_sign && attacks::pawn(us, from).contains(to));
    let is_pawn = position.board.by_piece(us, Role::Pawn).contains(from);
    (reaches && (from == below) != has_sign && is_pawn && rules::is_safe(position, from, to))
        .then(|| Move::new(from, to, MoveKind::Promotion(role)))
}
