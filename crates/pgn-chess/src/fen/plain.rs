//! The fast road for a plain FEN.
//! Owns: six fields as §16.1 has them, read in one go. Knows nothing of: faults and notes.
//! Standard: §16.1. Decisions: D-45, D-46.
//! Start at [`parse`].
//!
//! What is read here is read alike by the long road, strictly and without a note; for everything
//! else the long road has the reasons.

use crate::bitboard::Bitboard;
use crate::board::{Board, EMPTY};
use crate::hash;
use crate::piece::{BLACK, Color, Piece, Role, WHITE};
use crate::position::Position;
use crate::setup::Setup;
use crate::square::Square;

/// What a byte of the first field does.
#[derive(Clone, Copy)]
struct Sign {
    /// What stands on the square: a man, or nothing.
    code: u8,
    /// How many squares it is good for.
    squares: u8,
    kind: u8,
}

const OTHER: u8 = 0;
const SLASH: u8 = 1;
const DIGIT: u8 = 2;
const MAN: u8 = 4;

static SIGNS: [Sign; 256] = {
    let mut table = [Sign { code: EMPTY, squares: 0, kind: OTHER }; 256];
    table[b'/' as usize].kind = SLASH;
    let mut n = 1;
    while n <= 8 {
        table[b'0' as usize + n] = Sign { code: EMPTY, squares: n as u8, kind: DIGIT };
        n += 1;
    }
    let mut role = 0;
    while role < 6 {
        let mut color = 0;
        while color < 2 {
            let piece = Piece { color: Color::ALL[color], role: Role::ALL[role] };
            let sign = Sign { code: piece.code(), squares: 1, kind: MAN };
            table[piece.to_char() as usize] = sign;
            color += 1;
        }
        role += 1;
    }
    table
};

/// The position of a plain FEN of ordinary chess; `None` if anything about it is unusual.
pub(super) fn parse(text: &[u8]) -> Option<Position> {
    let (mut position, rest) = placement(text)?;
    let (turn, rest) = match rest {
        [b' ', b'w', b' ', rest @ ..] => (Color::White, rest),
        [b' ', b'b', b' ', rest @ ..] => (Color::Black, rest),
        _ => return None,
    };
    position.turn = turn;
    let rest = castling(&mut position, rest)?;
    let rest = en_passant(&mut position, rest)?;
    let (halfmove_clock, rest) = number(rest)?;
    let (fullmove, rest) = number(rest.strip_prefix(b" ")?)?;
    if !rest.is_empty() || fullmove == 0 {
        return None;
    }
    (position.halfmove_clock, position.fullmove) = (halfmove_clock, fullmove);
    let turn_key = if turn == Color::White { hash::WHITE_TO_MOVE } else { 0 };
    position.key ^= turn_key ^ position.castling_key(position.castling_files);
    is_possible(&position).then_some(position)
}

/// The board and the men's part of the key, and what follows the field.
#[inline]
fn placement(text: &[u8]) -> Option<(Position, &[u8])> {
    let mut codes = [EMPTY; 64];
    let (mut at, mut slashes, mut before, mut is_bad) = (0_usize, 0_usize, 0_u8, false);
    let mut key = 0;
    let mut n_bytes = 0;
    for &byte in text {
        let sign = SIGNS[usize::from(byte)];
        if sign.kind == OTHER {
            break;
        }
        // From rank 8 down; what is written behind the last square is wrong anyway.
        let square = Square::wrap((at ^ 56) as u8);
        codes[square.usize()] = sign.code;
        key ^= hash::man(sign.code, square);
        at += usize::from(sign.squares);
        let is_slash = sign.kind == SLASH;
        slashes += usize::from(is_slash);
        is_bad |= (is_slash & (at != 8 * slashes)) | (sign.kind & before & DIGIT != 0);
        before = sign.kind;
        n_bytes += 1;
    }
    if is_bad || at != 64 || slashes != 7 {
        return None;
    }
    let board = Board::of_codes(codes);
    let position = Position { board, key, castling_files: 0, ..Position::start() };
    Some((position, text.get(n_bytes..)?))
}

/// `KQkq` in this order with kings and rooks at home, or a hyphen.
#[inline]
fn castling<'a>(position: &mut Position, text: &'a [u8]) -> Option<&'a [u8]> {
    if let [b'-', b' ', rest @ ..] = text {
        return Some(rest);
    }
    let codes = &position.board.codes;
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
    position.castling_files = files;
    if files == 0 { None } else { rest.strip_prefix(b" ") }
}

#[inline]
fn en_passant<'a>(position: &mut Position, text: &'a [u8]) -> Option<&'a [u8]> {
    let (square, rest) = match text {
        [b'-', b' ', rest @ ..] => return Some(rest),
        [file, rank, b' ', rest @ ..] => (Square::from_ascii(&[*file, *rank])?, rest),
        _ => return None,
    };
    position.ep = square.index();
    Setup::from(&*position).ep_is_possible(square).then_some(rest)
}

/// A number of up to nine digits without zeros before it, and what follows.
#[inline]
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
