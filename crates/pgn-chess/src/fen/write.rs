//! Writing a FEN.
//! Owns: the canonical text and its few choices. Knows nothing of: reading.
//! Standard: §16.1. Decisions: D-45, D-60.
//! Start at [`write`].

use super::castling;
use crate::board::Board;
use crate::piece::Color;
use crate::position::Position;
use crate::setup::Setup;
use crate::text::ShortText;

/// A FEN: at most 103 bytes.
pub type FenText = ShortText<112>;

/// When the en passant square is written (D-45).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EpPolicy {
    /// After every double step of a pawn, as §16.1.3.4 says.
    #[default]
    Standard,
    /// Only if an enemy pawn stands ready to capture.
    XFen,
    /// Only if capturing is legal.
    Legal,
}

/// How castling rights of Chess960 are written (D-60). Ordinary positions have `KQkq` in X-FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingStyle {
    /// `KQkq` for the outermost rook, the letter of its file for an inner one.
    #[default]
    XFen,
    /// Always the letter of the rook's file: `HAha`.
    Shredder,
}

/// The choices of writing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Style {
    /// When the en passant square is written.
    pub ep: EpPolicy,
    /// How castling rights are written.
    pub castling: CastlingStyle,
}

/// The FEN of a position, castling in X-FEN.
pub fn write(position: &Position, ep: EpPolicy) -> FenText {
    write_with(position, Style { ep, castling: CastlingStyle::XFen })
}

/// The FEN of a position with every choice open.
pub fn write_with(position: &Position, style: Style) -> FenText {
    let mut text = write_fields(position, style);
    push_clocks(&mut text, position.halfmove_clock(), position.fullmove());
    text
}

/// The first four fields, which EPD shares.
pub fn write_fields(position: &Position, style: Style) -> FenText {
    let mut setup = Setup::from(position);
    setup.ep_square = match style.ep {
        EpPolicy::Standard => position.ep_square(),
        EpPolicy::XFen => position.attacked_ep_square(),
        EpPolicy::Legal => position.legal_ep_square(),
    };
    four_fields(&setup, style.castling)
}

/// The FEN of any arrangement of men; the en passant square is written as it is held.
pub fn write_setup(setup: &Setup, castling: CastlingStyle) -> FenText {
    let mut text = four_fields(setup, castling);
    push_clocks(&mut text, setup.halfmove_clock, setup.fullmove);
    text
}

fn push_clocks(text: &mut FenText, halfmove_clock: u32, fullmove: u32) {
    text.push(b' ');
    text.push_number(halfmove_clock);
    text.push(b' ');
    text.push_number(fullmove);
}

fn four_fields(setup: &Setup, style: CastlingStyle) -> FenText {
    let mut text = FenText::new();
    placement(&mut text, &setup.board);
    text.push(match setup.turn {
        Color::White => b'w',
        Color::Black => b'b',
    });
    text.push(b' ');
    castling::write(&mut text, &setup.board, &setup.castling, style);
    text.push(b' ');
    match setup.ep_square {
        Some(square) => square.name().into_iter().for_each(|byte| text.push(byte)),
        None => text.push(b'-'),
    }
    text
}

/// Every occupied square writes the gap before it and its letter; the gap's digit is overwritten
/// by the letter when there is none, so that nothing has to be decided.
fn placement(text: &mut FenText, board: &Board) {
    let mut buffer = [0_u8; 96];
    let mut len = 0;
    let occupied = board.occupied().0;
    for rank in (0..8).rev() {
        let mut row = occupied >> (8 * rank) & 0xff;
        let mut done = 0;
        while row != 0 {
            let file = row.trailing_zeros() as usize & 7;
            let gap = file - done;
            buffer[len] = b'0' + gap as u8;
            len += usize::from(gap != 0);
            buffer[len] = LETTERS[usize::from(board.codes[8 * rank + file] & 15)];
            len += 1;
            done = file + 1;
            row &= row - 1;
        }
        buffer[len] = b'0' + (8 - done) as u8;
        len += usize::from(done != 8);
        buffer[len] = if rank > 0 { b'/' } else { b' ' };
        len += 1;
    }
    text.push_ascii(&buffer[..len]);
}

/// Letters by board code.
const LETTERS: [u8; 16] = *b"PNBRQK??pnbrqk??";
