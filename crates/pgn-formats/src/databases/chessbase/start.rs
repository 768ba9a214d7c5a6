//! Start positions.

use pgnkit::chess::{Color, File, Piece, Position, Rank, Role, Setup, Side, Square, Variant};

use super::numbers::{number_of, square};
use crate::databases::setup::{corner, grant, set_ep};

/// Their numbers count from 1.
const ROLES: [Role; 6] =
    [Role::King, Role::Queen, Role::Knight, Role::Bishop, Role::Rook, Role::Pawn];

pub(super) const START_BYTES: usize = 28;
/// What follows them in Chess960.
pub(super) const CHESS960_BYTES: usize = 8;

/// The start position of 28 bytes, with those after it in Chess960. Rights and an en passant square
/// that contradict the board are left out. `None` if there are too few bytes.
pub(super) fn parse(bytes: &[u8], chess960: Option<&[u8]>) -> Option<Setup> {
    let &[_, turn, castling, fullmove, ref board @ ..] = bytes else { return None };
    let mut setup = Setup { fullmove: u32::from(fullmove.max(1)), ..Setup::EMPTY };
    put_pieces(board, &mut setup)?;
    if turn & 0x10 != 0 {
        setup.turn = Color::Black;
    }
    if chess960.is_some() {
        setup.variant = Variant::Chess960;
    }
    let rights = [(Color::White, Side::Queen), (Color::White, Side::King)];
    let rights =
        rights.into_iter().chain([(Color::Black, Side::Queen), (Color::Black, Side::King)]);
    for (bit, (color, side)) in rights.enumerate() {
        if castling >> bit & 1 == 1 {
            grant(&mut setup, color, side, rook_file(chess960, color, side));
        }
    }
    set_ep(&mut setup, (turn & 15).checked_sub(1).and_then(File::new));
    Some(setup)
}

/// The bytes of a start position, with those after it in Chess960. They do not contain the halfmove
/// clock and move numbers above 255, so [parsing](parse) them does not return these.
pub(super) fn encode(position: &Position) -> Vec<u8> {
    let is_chess960 = position.variant() == Variant::Chess960;
    let ep = position.ep_square().map_or(0, |square| square.file().index() + 1);
    let turn = if position.turn() == Color::Black { 0x10 } else { 0 };
    let castling = position.castling();
    let rights =
        Color::ALL.into_iter().flat_map(|color| [(color, Side::Queen), (color, Side::King)]);
    let rights =
        rights.enumerate().map(|(bit, (color, side))| u8::from(castling.has(color, side)) << bit);
    let fullmove = u8::try_from(position.fullmove()).unwrap_or(u8::MAX);
    let mut bytes = vec![1, ep | turn, rights.sum(), fullmove];
    let (mut bits, mut n_bits) = (0_u8, 0);
    let mut push = |value: u8, n: u8| {
        for bit in (0..n).rev() {
            bits = bits << 1 | value >> bit & 1;
            n_bits += 1;
            if n_bits == 8 {
                bytes.push(bits);
                (bits, n_bits) = (0, 0);
            }
        }
    };
    for square in (0..64).filter_map(square) {
        match position.piece_at(square) {
            None => push(0, 1),
            Some(piece) => {
                let role = ROLES.iter().position(|role| *role == piece.role).unwrap_or(0) as u8;
                push(0x10 | u8::from(piece.color == Color::Black) << 3 | (role + 1), 5);
            }
        }
    }
    push(0, 7);
    bytes.resize(START_BYTES, 0);
    if is_chess960 {
        let number = |square: Option<Square>| square.map_or(0, number_of);
        bytes.extend(Color::ALL.map(|color| number(position.king(color))));
        for color in Color::ALL {
            bytes.extend([Side::King, Side::Queen].map(|side| {
                // Without a right, the known databases have the corner.
                let home = Rank::FIRST.relative_to(color);
                let corner = corner(side).map(|file| Square::from_coords(file, home));
                number(castling.rook(color, side).or(corner))
            }));
        }
        bytes.extend(chess960_number(position).unwrap_or(0).to_be_bytes());
    }
    bytes
}

/// The number of a start position of Chess960, if it is one.
pub(super) fn chess960_number(position: &Position) -> Option<u16> {
    let is_usual = position.fullmove() == 1 && position.turn() == Color::White;
    let mut numbers = 0..if is_usual { 960 } else { 0 };
    numbers.find(|&number| {
        Position::chess960(number).is_some_and(|start| start.same_position(position))
    })
}

/// The file of the castling rook: the corner, or the one in the bytes of Chess960.
fn rook_file(chess960: Option<&[u8]>, color: Color, side: Side) -> Option<File> {
    match chess960 {
        None => corner(side),
        Some(squares) => {
            let n = 2 + 2 * color.index() + usize::from(side == Side::Queen);
            Some(square(*squares.get(n)?)?.file())
        }
    }
}

/// The board: a bit for an empty square, five for a piece.
fn put_pieces(bytes: &[u8], setup: &mut Setup) -> Option<()> {
    let mut at = 0;
    let mut bits = |n: u8| {
        (0..n).try_fold(0u8, |value, _| {
            let bit = bytes.get(at / 8)? >> (7 - at % 8) & 1;
            at += 1;
            Some(value << 1 | bit)
        })
    };
    for n in 0..64 {
        if bits(1)? == 0 {
            continue;
        }
        let color = if bits(1)? == 1 { Color::Black } else { Color::White };
        let role = *ROLES.get(usize::from(bits(3)?.checked_sub(1)?))?;
        setup.board.put(square(n)?, Piece { color, role });
    }
    Some(())
}
