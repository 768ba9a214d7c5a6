//! The fast road for a plain FEN.
//! Owns: six fields as §16.1 has them, read in one go. Knows nothing of: faults and notes.
//! Standard: §16.1. Decisions: D-45, D-46.
//! Start at [`read`].
//!
//! What is read here is read alike by the long road, strictly and without a note; for everything
//! else the long road has the reasons.

use super::placement;
use crate::bitboard::Bitboard;
use crate::board::{Board, EMPTY};
use crate::hash;
use crate::piece::{BLACK, Color, Piece, Role, WHITE};
use crate::position::{NO_EP, Position};
use crate::square::Square;
use crate::variant::{Extras, Variant};

/// What a byte of the first field does.
#[derive(Clone, Copy)]
#[repr(align(4))]
struct Sign {
    /// The row of the constants of the man; zeros for none.
    row: u16,
    /// What stands on the square: a man, or nothing.
    code: u8,
    /// How many squares it is good for.
    squares: u8,
}

static SIGNS: [Sign; 256] = {
    let mut table = [Sign { row: hash::row(EMPTY), code: EMPTY, squares: 0 }; 256];
    let mut n = 1;
    while n <= 8 {
        table[b'0' as usize + n].squares = n as u8;
        n += 1;
    }
    let mut man = 0;
    while man < 12 {
        let piece = Piece { color: Color::ALL[man / 6], role: Role::ALL[man % 6] };
        let (row, code) = (hash::row(piece.code()), piece.code());
        table[piece.to_char() as usize] = Sign { row, code, squares: 1 };
        man += 1;
    }
    table
};

/// Reads a plain FEN of ordinary chess; false if anything about it is unusual, and then the
/// position means nothing.
///
/// It is written where it will stay: copying it costs a quarter of the time.
#[inline]
pub(super) fn read(text: &[u8], position: &mut Position) -> bool {
    read_fields(text, position).is_some() && is_possible(position)
}

#[inline(always)]
fn read_fields(text: &[u8], position: &mut Position) -> Option<()> {
    let (men_key, rest) = placement(text, &mut position.board)?;
    let (turn, rest) = match rest {
        [b' ', b'w', b' ', rest @ ..] => (Color::White, rest),
        [b' ', b'b', b' ', rest @ ..] => (Color::Black, rest),
        _ => return None,
    };
    let codes = &position.board.codes;
    let (castling_files, rest) = castling(codes, rest)?;
    let (ep, rest) = en_passant(codes, turn, rest)?;
    let (halfmove_clock, rest) = number(rest)?;
    let (fullmove, rest) = number(rest.strip_prefix(b" ")?)?;
    if !rest.is_empty() || fullmove == 0 {
        return None;
    }
    let turn_key = if turn == Color::White { hash::WHITE_TO_MOVE } else { 0 };
    (position.turn, position.ep) = (turn, ep);
    (position.halfmove_clock, position.fullmove) = (halfmove_clock, fullmove);
    position.castling_files = castling_files;
    position.key = men_key ^ turn_key ^ position.castling_key(castling_files);
    position.variant = Variant::Standard;
    position.extras = Extras::NONE;
    Some(())
}

/// Fills the board and returns the men's part of the key, and what follows the field.
///
/// Nothing is checked while reading: the field is right if it is what is written for the board.
#[inline(always)]
fn placement<'a>(text: &'a [u8], board: &mut Board) -> Option<(u64, &'a [u8])> {
    board.codes = [EMPTY; 64];
    let (mut key, mut at) = (0, 0_u32);
    for &byte in text {
        let sign = &SIGNS[usize::from(byte)];
        // From rank 8 down. A digit or a slash writes nothing where nothing is yet.
        let square = Square::wrap((at ^ 56) as u8);
        board.codes[square.usize()] = sign.code;
        key ^= hash::in_row(sign.row, square);
        at += u32::from(sign.squares);
        if at >= 64 {
            break;
        }
    }
    board.sets_of_codes();
    let mut written = [0; placement::BYTES_MAX];
    let len = placement::write(&mut written, board);
    Some((key, text.strip_prefix(written.get(..len)?)?))
}

/// `KQkq` in this order with kings and rooks at home, or a hyphen.
#[inline(always)]
fn castling<'a>(codes: &[u8; 64], text: &'a [u8]) -> Option<(u16, &'a [u8])> {
    if let [b'-', b' ', rest @ ..] = text {
        return Some((0, rest));
    }
    let mut rest = text;
    let mut files = 0;
    let rights = [
        (b'K', Square::H1, Square::E1, 0x0080, 0),
        (b'Q', Square::A1, Square::E1, 0x0001, 0),
        (b'k', Square::H8, Square::E8, 0x8000, 8),
        (b'q', Square::A8, Square::E8, 0x0100, 8),
    ];
    for (letter, rook, king, file, color) in rights {
        if rest.first() == Some(&letter) {
            let is_home = codes[rook.usize()] == Role::Rook as u8 | color
                && codes[king.usize()] == Role::King as u8 | color;
            files |= if is_home { file } else { return None };
            rest = rest.get(1..)?;
        }
    }
    if files == 0 { None } else { Some((files, rest.strip_prefix(b" ")?)) }
}

/// A square behind a pawn that can have come from behind it, or a hyphen.
#[inline(always)]
fn en_passant<'a>(codes: &[u8; 64], turn: Color, text: &'a [u8]) -> Option<(u8, &'a [u8])> {
    let (square, rest) = match text {
        [b'-', b' ', rest @ ..] => return Some((NO_EP, rest)),
        [file, rank, b' ', rest @ ..] => (Square::from_ascii(&[*file, *rank])?, rest),
        _ => return None,
    };
    let is_third = square.rank().relative_to(turn.other()).index() == 2;
    // The ranks 4, 3, 2 and 5, 6, 7 differ in these bits.
    let at = |bits: u8| codes[Square::wrap(square.index() ^ bits).usize()];
    let (front, behind) = (at(8), at(24));
    let pawn = Piece { color: turn.other(), role: Role::Pawn }.code();
    let is_possible = is_third && front == pawn && at(0) == EMPTY && behind == EMPTY;
    is_possible.then_some((square.index(), rest))
}

/// A number of up to nine digits without zeros before it, and what follows.
#[inline(always)]
fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let (mut value, mut len) = (0, 0);
    while let Some(digit) = text.get(len).map(|byte| byte.wrapping_sub(b'0')).filter(|d| *d < 10) {
        if len == 9 {
            return None;
        }
        value = 10 * value + u32::from(digit);
        len += 1;
    }
    let has_zeros = len > 1 && text.first() == Some(&b'0');
    (len > 0 && !has_zeros).then(|| (value, text.get(len..).unwrap_or_default()))
}

/// One king each, no pawns on the end ranks, and nobody could take a king; the rest is known.
#[inline]
fn is_possible(position: &Position) -> bool {
    let board = &position.board;
    let kings = Color::ALL.map(|color| board.by_piece(color, Role::King));
    let one_each = kings.iter().all(|kings| !kings.is_empty() && !kings.has_many());
    let waits_in_check = match position.turn {
        Color::White => position.is_check_for::<BLACK>(),
        Color::Black => position.is_check_for::<WHITE>(),
    };
    one_each && !waits_in_check && !board.by_role(Role::Pawn).intersects(Bitboard::END_RANKS)
}
