//! The fast path for a plain FEN.
//!
//! Standard: §16.1. Decisions: D-45, D-46.
//!
//! The slow path reads the same FENs with the same result, strictly and without notes; it also has
//! the reasons for everything else.

use super::castling;
use crate::bitboard::Bitboard;
use crate::board::{Board, EMPTY};
use crate::hash;
use crate::piece::{BLACK, Color, Piece, Role, WHITE};
use crate::position::{NO_EP, Position};
use crate::square::Square;
use crate::variant::{Extras, Variant};

/// The code of the end of a rank, of which no other code has a bit.
const SLASH: u8 = 32;

/// A rank has eight places for squares, and a slash fills the other eight of its sixteen.
const RANK_PLACES: usize = 16;

/// The last place of the last rank, which has no slash.
const END: u32 = hash::FIRST_PLACE as u32 + 8 * RANK_PLACES as u32 - 8 - 1;

/// A byte that is not a valid character advances far beyond the end, to a place that is not a
/// square.
const BEYOND: u32 = 0x1_0000 + 121;

/// How many places a byte of the first field fills.
static N_PLACES: [u32; 256] = {
    let mut table = [BEYOND; 256];
    let mut n = 1;
    while n <= 8 {
        table[b'0' as usize + n] = n as u32;
        n += 1;
    }
    table[b'/' as usize] = 8;
    let mut n = 0;
    while n < 12 {
        table[PIECES[n].to_char() as usize] = 1;
        n += 1;
    }
    table
};

/// The content of the last of these places: a piece, nothing, or a slash.
static CODES: [u8; 256] = {
    let mut table = [EMPTY; 256];
    table[b'/' as usize] = SLASH;
    let mut n = 0;
    while n < 12 {
        table[PIECES[n].to_char() as usize] = PIECES[n].code();
        n += 1;
    }
    table
};

/// The constants of the key for it.
static ROWS: [&hash::Row; 256] = {
    let mut table = [hash::row(EMPTY); 256];
    let mut n = 0;
    while n < 12 {
        table[PIECES[n].to_char() as usize] = hash::row(PIECES[n].code());
        n += 1;
    }
    table
};

const PIECES: [Piece; 12] = {
    let mut pieces = [Piece { color: Color::White, role: Role::Pawn }; 12];
    let mut n = 0;
    while n < 12 {
        pieces[n] = Piece { color: Color::ALL[n / 6], role: Role::ALL[n % 6] };
        n += 1;
    }
    pieces
};

/// How many signs a rank has, by set of occupied files: the fewest there can be.
static N_SIGNS: [u8; 256] = {
    let mut table = [0; 256];
    let mut occupied = 0;
    while occupied < 256_usize {
        // A gap begins at an empty square after a piece, or on the first file.
        let gaps = !occupied & (occupied << 1 | 1) & 0xff;
        table[occupied] = (occupied.count_ones() + gaps.count_ones()) as u8;
        occupied += 1;
    }
    table
};

/// Parses a plain FEN of ordinary chess; false if anything about it is unusual, and then the
/// position has no meaning.
///
/// It is written in its final place, because copying it costs a quarter of the time.
#[inline]
pub(super) fn read(text: &[u8], position: &mut Position) -> bool {
    read_fields(text, position).is_some() && is_possible(position)
}

#[inline(always)]
fn read_fields(text: &[u8], position: &mut Position) -> Option<()> {
    let (pieces_key, rest) = placement(text, &mut position.board)?;
    let (turn, rest) = match rest {
        [b' ', b'w', b' ', rest @ ..] => (Color::White, rest),
        [b' ', b'b', b' ', rest @ ..] => (Color::Black, rest),
        _ => return None,
    };
    let (rights, castling_files, rest) = castling::read_corners(&position.board, rest)?;
    let (ep, rest) = en_passant(&position.board.codes, turn, rest)?;
    let (halfmove_clock, rest) = number(rest)?;
    let (fullmove, rest) = number(rest.strip_prefix(b" ")?)?;
    if !rest.is_empty() || fullmove == 0 {
        return None;
    }
    let turn_key = if turn == Color::White { hash::WHITE_TO_MOVE } else { 0 };
    (position.turn, position.ep) = (turn, ep);
    (position.halfmove_clock, position.fullmove) = (halfmove_clock, fullmove);
    position.castling_files = castling_files;
    position.key = pieces_key ^ turn_key ^ hash::castling(rights);
    position.variant = Variant::Standard;
    position.extras = Extras::NONE;
    Some(())
}

/// Fills the board and returns the pieces' part of the key, and what follows the field.
///
/// Nothing is checked while reading. The field is valid if a slash ended each of the first seven
/// ranks in the correct place, so that no character crossed the end of a rank; if none of the
/// squares has a slash; and if the number of characters is not larger than the pieces require, so
/// that no two digits are neighbors.
#[inline(always)]
fn placement<'a>(text: &'a [u8], board: &mut Board) -> Option<(u64, &'a [u8])> {
    let mut places = [EMPTY; 256];
    let (mut key, mut at, mut len) = (0, u32::from(hash::FIRST_PLACE) - 1, 0_usize);
    for pair in text.as_chunks::<2>().0 {
        for &byte in pair {
            let byte = usize::from(byte);
            at += N_PLACES[byte];
            let last = usize::from(at as u8);
            places[last] = CODES[byte];
            key ^= ROWS[byte][last];
        }
        len += 2;
        if at >= END {
            break;
        }
    }
    // The second of the last two may be what follows: that this is a space, is seen later.
    if at == END + BEYOND {
        len -= 1;
    } else if at != END {
        return None;
    }
    let (mut slashes, mut squares) = (SLASH, 0);
    let (ranks, _) = places[usize::from(hash::FIRST_PLACE)..].as_chunks::<RANK_PLACES>();
    for (rank, places) in ranks.iter().take(8).enumerate() {
        let [codes, behind] = places.as_chunks::<8>().0 else { return None };
        board.codes[56 - 8 * rank..64 - 8 * rank].copy_from_slice(codes);
        squares |= u64::from_le_bytes(*codes);
        slashes &= if rank < 7 { behind[7] } else { SLASH };
    }
    let has_slash = squares & (0x0101_0101_0101_0101 * u64::from(SLASH)) != 0;
    if has_slash || slashes != SLASH {
        return None;
    }
    board.sets_of_codes();
    let ranks = board.occupied().0.to_le_bytes();
    let n_signs: usize = ranks.iter().map(|rank| usize::from(N_SIGNS[usize::from(*rank)])).sum();
    if len == n_signs + 7 { Some((key, text.get(len..)?)) } else { None }
}

/// The square behind a pawn that may have just advanced two squares, or a hyphen.
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

/// One king each, no pawns on the end ranks, and no king can be captured; the rest is known.
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
