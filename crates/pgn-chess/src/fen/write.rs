//! Writing a FEN.
//! Owns: the canonical text and its few choices. Knows nothing of: reading.
//! Standard: §16.1. Decisions: D-45, D-60.
//! Start at [`write`].

use super::castling;
use crate::board::Board;
use crate::piece::Color;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::Square;
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
    let mut text = FenText::new();
    push_fields(&mut text, position, style);
    push_clocks(&mut text, position.halfmove_clock(), position.fullmove());
    text
}

/// The first four fields, which EPD shares.
pub fn write_fields(position: &Position, style: Style) -> FenText {
    let mut text = FenText::new();
    push_fields(&mut text, position, style);
    text
}

fn push_fields(text: &mut FenText, position: &Position, style: Style) {
    let ep_square = match style.ep {
        EpPolicy::Standard => position.ep_square(),
        EpPolicy::XFen => position.attacked_ep_square(),
        EpPolicy::Legal => position.legal_ep_square(),
    };
    placement(text, position.board());
    push_turn(text, position.turn());
    castling::write(text, position.board(), &position.castling(), style.castling);
    push_ep(text, ep_square);
}

/// The FEN of any arrangement of men; the en passant square is written as it is held.
pub fn write_setup(setup: &Setup, castling: CastlingStyle) -> FenText {
    let mut text = FenText::new();
    placement(&mut text, &setup.board);
    push_turn(&mut text, setup.turn);
    castling::write(&mut text, &setup.board, &setup.castling, castling);
    push_ep(&mut text, setup.ep_square);
    push_clocks(&mut text, setup.halfmove_clock, setup.fullmove);
    text
}

fn push_clocks(text: &mut FenText, halfmove_clock: u32, fullmove: u32) {
    text.push(b' ');
    text.push_number(halfmove_clock);
    text.push(b' ');
    text.push_number(fullmove);
}

fn push_turn(text: &mut FenText, turn: Color) {
    text.push_str(match turn {
        Color::White => "w ",
        Color::Black => "b ",
    });
}

fn push_ep(text: &mut FenText, square: Option<Square>) {
    text.push(b' ');
    match square {
        Some(square) => text.push_ascii(&square.name()),
        None => text.push(b'-'),
    }
}

/// Rank by rank, eight bytes each, of which as many count as the rank has letters and digits.
///
/// What the bytes are depends on which squares are occupied alone and is looked up, so that the
/// men on the board decide no branch.
fn placement(text: &mut FenText, board: &Board) {
    let mut buffer = [0_u8; 80];
    let mut len = 0;
    let occupied = board.occupied().0;
    for (nth, codes) in board.codes.chunks_exact(8).rev().enumerate() {
        let (order, n_bytes) = &RANKS[(occupied >> (56 - 8 * nth) & 0xff) as usize];
        let mut signs = *b"????????12345678";
        for (sign, code) in signs.iter_mut().zip(codes) {
            *sign = LETTERS[usize::from(code & 15)];
        }
        let Some(room) = buffer.get_mut(len..len + 9) else { return };
        for (byte, sign) in room.iter_mut().zip(order) {
            *byte = signs[usize::from(sign & 15)];
        }
        len += usize::from(*n_bytes);
        buffer[len.min(79)] = b'/';
        len += 1;
    }
    text.push_ascii(&buffer[..len - 1]);
    text.push(b' ');
}

/// For each set of occupied files: files 0 to 7 whose letter is written, 8 to 15 for the digits 1
/// to 8, and how many there are.
static RANKS: [([u8; 8], u8); 256] = {
    let mut table = [([0; 8], 0); 256];
    let mut occupied: usize = 0;
    while occupied < 256 {
        let (mut file, mut len) = (0, 0);
        while file < 8 {
            let gap = ((occupied | 256) >> file).trailing_zeros() as u8;
            if gap == 0 {
                table[occupied].0[len] = file;
                file += 1;
            } else {
                table[occupied].0[len] = 7 + gap;
                file += gap;
            }
            len += 1;
        }
        table[occupied].1 = len as u8;
        occupied += 1;
    }
    table
};

/// Letters by board code.
const LETTERS: [u8; 16] = *b"PNBRQK??pnbrqk??";
