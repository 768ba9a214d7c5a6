//! Start positions.
//!
//! Standard: none; `docs/formats/chessbase.md`.

use pgnkit::chess::{Color, File, Piece, Role, Setup, Side, Variant};

use super::numbers::square;
use crate::setup::{corner, grant, set_ep};

/// The bytes of a start position.
pub(super) const START_BYTES: usize = 28;
/// What follows them in Chess960.
pub(super) const CHESS960_BYTES: usize = 8;

/// The start position of 28 bytes, with those after it in Chess960. Rights and an en passant square
/// that the board does not bear out are left out. `None` when the bytes are too few.
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

/// The file of the castling rook: the corner, or what the bytes of Chess960 say.
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
    const ROLES: [Role; 6] =
        [Role::King, Role::Queen, Role::Knight, Role::Bishop, Role::Rook, Role::Pawn];
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
