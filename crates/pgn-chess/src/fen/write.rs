//! Writing a FEN.
//!
//! Standard: §16.1. Decisions: D-45, D-60.

use super::out::{BYTES_MAX, Out};
use super::style::{CastlingStyle, Dialect, EpPolicy, Style};
use super::{castling, extras, placement};
use crate::piece::Color;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::Square;
use crate::text::ShortText;
use crate::variant::Extras;

/// A FEN: at most 103 bytes, or 240 for variants.
pub type FenText = ShortText<BYTES_MAX>;

/// The FEN of a position, castling in X-FEN.
///
/// ```
/// use pgn_chess::{Position, fen::{self, EpPolicy}};
/// let fen = fen::to_text(&Position::start(), EpPolicy::Standard);
/// assert!(fen.as_str().ends_with(" w KQkq - 0 1"));
/// ```
pub fn to_text(position: &Position, ep: EpPolicy) -> FenText {
    to_text_with(position, Style::default().with_ep(ep))
}

/// The FEN of a position with these options.
pub fn to_text_with(position: &Position, style: Style) -> FenText {
    FenText::filled(|bytes| write(position, style, bytes))
}

/// Writes the FEN of a position and returns its length in bytes; the bytes after it are
/// unspecified. About 15 ns with AVX, 30 without.
pub fn write(position: &Position, style: Style, bytes: &mut [u8; BYTES_MAX]) -> usize {
    let mut out = put_fields(bytes, position, style);
    put_clocks(&mut out, position.halfmove_clock, position.fullmove);
    if !position.variant.is_orthodox() {
        put_checks_after(&mut out, position, style.dialect);
    }
    out.len()
}

#[cold]
fn put_checks_after(out: &mut Out<'_>, position: &Position, dialect: Dialect) {
    if position.variant.row().counts_checks && dialect == Dialect::Slash {
        extras::put_checks(out, &position.extras, dialect);
    }
}

/// The first four fields, which are the same in EPD, with the additions of the variant.
#[doc(hidden)]
pub fn fields_to_text(position: &Position, style: Style) -> FenText {
    FenText::filled(|bytes| put_fields(bytes, position, style).len())
}

/// The FEN of any arrangement of pieces; the en passant square is written as stored.
///
/// ```
/// use pgn_chess::{Setup, fen::{self, CastlingStyle}};
/// let fen = fen::setup_to_text(&Setup::EMPTY, CastlingStyle::XFen);
/// assert!(fen.as_str().starts_with("8/8/8/8/8/8/8/8 w"));
/// ```
pub fn setup_to_text(setup: &Setup, style: CastlingStyle) -> FenText {
    let extras = Extras::new(setup.promoted, setup.pockets, setup.checks);
    let row = setup.variant.row();
    FenText::filled(|bytes| {
        let mut out = Out::behind(bytes, 0);
        let pockets = row.has_pockets.then_some(Dialect::Brackets);
        extras::put_placement(&mut out, &setup.board, &extras, pockets);
        put_turn(&mut out, setup.turn);
        castling::write(&mut out, &setup.board, &setup.castling, style);
        put_ep(&mut out, setup.ep_square);
        if row.counts_checks {
            extras::put_checks(&mut out, &extras, Dialect::Brackets);
        }
        put_clocks(&mut out, setup.halfmove_clock, setup.fullmove);
        out.len()
    })
}

#[inline]
fn put_fields<'a>(bytes: &'a mut [u8; BYTES_MAX], position: &Position, style: Style) -> Out<'a> {
    let ep_square = match style.ep {
        EpPolicy::Standard => position.ep_square(),
        EpPolicy::XFen => position.attacked_ep_square(),
        EpPolicy::Legal => position.legal_ep_square(),
    };
    if !position.variant.is_orthodox() {
        return put_variant_fields(bytes, position, ep_square, style);
    }
    let Some(spare) = bytes.first_chunk_mut() else { return Out::behind(bytes, 0) };
    let at = placement::write(spare, position.board());
    let is_ordinary = position.castling_files & !castling::CORNERS == 0;
    let mut out = if is_ordinary && style.castling == CastlingStyle::XFen {
        let mut out = Out::behind(bytes, at);
        castling::write_corners(&mut out, position.turn, position.castling_files);
        out
    } else {
        let len = put_other_rights(Out::behind(bytes, at), position, style.castling);
        Out::behind(bytes, len)
    };
    put_ep(&mut out, ep_square);
    out
}

/// Turn and castling if a rook does not castle from a corner; returns the length.
#[cold]
#[inline(never)]
fn put_other_rights(mut out: Out<'_>, position: &Position, style: CastlingStyle) -> usize {
    put_turn(&mut out, position.turn);
    castling::write(&mut out, position.board(), &position.castling(), style);
    out.len()
}

#[cold]
#[inline(never)]
fn put_variant_fields<'a>(
    bytes: &'a mut [u8; BYTES_MAX],
    position: &Position,
    ep_square: Option<Square>,
    style: Style,
) -> Out<'a> {
    let row = position.variant.row();
    let mut out = Out::behind(bytes, 0);
    let pockets = row.has_pockets.then_some(style.dialect);
    extras::put_placement(&mut out, &position.board, &position.extras, pockets);
    put_turn(&mut out, position.turn);
    castling::write(&mut out, &position.board, &position.castling(), style.castling);
    put_ep(&mut out, ep_square);
    if row.counts_checks && style.dialect == Dialect::Brackets {
        extras::put_checks(&mut out, &position.extras, style.dialect);
    }
    out
}

#[inline]
fn put_turn(out: &mut Out<'_>, turn: Color) {
    let turn = if turn == Color::White { *b"w " } else { *b"b " };
    out.put(u16::from_le_bytes(turn).into(), 2);
}

/// A space and the name of a square, first byte lowest, or a hyphen after the last square; in the
/// highest two bits how many bytes that makes.
static EP: [u32; 65] = {
    let mut table = [u32::from_le_bytes([b' ', b'-', 0, 2 << 6]); 65];
    let mut index = 0;
    while index < 64 {
        let [file, rank] = Square::wrap(index).name();
        table[index as usize] = u32::from_le_bytes([b' ', file, rank, 3 << 6]);
        index += 1;
    }
    table
};

#[inline]
fn put_ep(out: &mut Out<'_>, square: Option<Square>) {
    let text = EP[square.map_or(64, |square| usize::from(square.index()))];
    out.put(text.into(), (text >> 30) as usize);
}

#[inline]
fn put_clocks(out: &mut Out<'_>, halfmove_clock: u32, fullmove: u32) {
    out.put_number(halfmove_clock);
    out.put_number(fullmove);
}
