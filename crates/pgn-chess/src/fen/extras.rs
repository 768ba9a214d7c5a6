//! Additional parts in the FEN of a variant: pockets, promoted pieces, checks.
//!
//! Decisions: D-60.
//!
//! ```text
//! Crazyhouse   RNBQKBNR[QNp] w KQkq - 0 1         or   RNBQKBNR/QNp w KQkq - 0 1
//!              3Q~4: a queen that was a pawn
//! Three-check  … KQkq - 3+2 0 1: checks to give   or   … KQkq - 0 1 +0+1: checks given
//! ```

use super::error::{FenError, FenErrorKind, FenNotes};
use super::out::Out;
use super::style::{Dialect, Mode};
use crate::board::Board;
use crate::piece::{Color, Piece};
use crate::square::{File, Rank, Square};
use crate::variant::{Extras, Pocket};

/// The contents of the pockets, and where they begin within the field.
pub(super) type Hands<'a> = Option<(usize, &'a [u8])>;

/// Splits the first field: placement, and the pockets, if any.
pub(super) fn split(field: &[u8]) -> Result<(&[u8], Hands<'_>), FenError> {
    if let Some(at) = field.iter().position(|byte| *byte == b'[') {
        return match field.strip_suffix(b"]") {
            Some(inner) => {
                Ok((&field[..at], Some((at + 1, inner.get(at + 1..).unwrap_or_default()))))
            }
            None => Err(FenError::new(FenErrorKind::Pockets, field.len(), "]")),
        };
    }
    let ninth = field.iter().enumerate().filter(|(_, byte)| **byte == b'/').nth(7);
    Ok(match ninth {
        Some((at, _)) => (&field[..at], Some((at + 1, &field[at + 1..]))),
        None => (field, None),
    })
}

/// Reads the pieces in hand: `QNp`, White's in capitals.
pub(super) fn pockets(
    text: &[u8],
    offset: usize,
    mode: Mode,
) -> Result<([Pocket; 2], FenNotes), FenError> {
    let error = |at, expected| FenError::new(FenErrorKind::Pockets, offset + at, expected);
    let mut pockets = [Pocket::EMPTY; 2];
    if text == b"-" && mode == Mode::Lax {
        return Ok((pockets, FenNotes::POCKET_HYPHEN));
    }
    let (mut notes, mut last) = (FenNotes::NONE, None);
    for (at, &byte) in text.iter().enumerate() {
        let piece = Piece::from_char(byte as char);
        let place = piece.and_then(|piece| {
            let nth = Pocket::ROLES.iter().position(|role| *role == piece.role)?;
            Some((piece, (piece.color, nth)))
        });
        let Some((Piece { color, role }, place)) = place else {
            return Err(error(at, "one of Q R B N P q r b n p"));
        };
        if last.is_some_and(|last| last > place) {
            if mode == Mode::Strict {
                return Err(error(at, "the pieces in hand in the order QRBNPqrbnp"));
            }
            notes |= FenNotes::POCKET_ORDER;
        }
        last = Some(place);
        if pockets[color.index()].len() >= Pocket::PIECES_MAX {
            return Err(error(at, "at most 32 pieces in a pocket"));
        }
        pockets[color.index()].add(role);
    }
    Ok((pockets, notes))
}

/// Checks given, from `3+2`, which has the number of checks still to be given; `None` if it is
/// another field.
pub(super) fn checks_left(field: &[u8]) -> Option<[u8; 2]> {
    match field {
        [white @ b'0'..=b'3', b'+', black @ b'0'..=b'3'] => {
            Some([white, black].map(|digit| Extras::CHECKS - (digit - b'0')))
        }
        _ => None,
    }
}

/// Checks given, from `+0+1`; `None` if it is another field.
pub(super) fn checks_given(field: &[u8]) -> Option<[u8; 2]> {
    match field {
        [b'+', white @ b'0'..=b'3', b'+', black @ b'0'..=b'3'] => {
            Some([white, black].map(|digit| digit - b'0'))
        }
        _ => None,
    }
}

/// Writes the first field with promoted pieces, and with pockets if the variant has any, and the
/// space after it.
pub(super) fn put_placement(
    out: &mut Out<'_>,
    board: &Board,
    extras: &Extras,
    pockets: Option<Dialect>,
) {
    for rank in (0..8).rev().filter_map(Rank::new) {
        let mut gap = 0;
        for file in File::all() {
            let square = Square::from_coords(file, rank);
            let Some(piece) = board.piece_at(square) else {
                gap += 1;
                continue;
            };
            put_gap(out, &mut gap);
            out.put(piece.to_char() as u64, 1);
            if extras.promoted.contains(square) {
                out.put(b'~'.into(), 1);
            }
        }
        put_gap(out, &mut gap);
        if rank != Rank::FIRST {
            out.put(b'/'.into(), 1);
        }
    }
    if let Some(dialect) = pockets {
        put_pockets(out, extras, dialect);
    }
    out.put(b' '.into(), 1);
}

fn put_pockets(out: &mut Out<'_>, extras: &Extras, dialect: Dialect) {
    let (open, close) = match dialect {
        Dialect::Brackets => (b'[', Some(b']')),
        Dialect::Slash => (b'/', None),
    };
    out.put(open.into(), 1);
    for color in Color::ALL {
        for role in extras.pocket(color).roles() {
            out.put(Piece { color, role }.to_char() as u64, 1);
        }
    }
    if let Some(close) = close {
        out.put(close.into(), 1);
    }
}

fn put_gap(out: &mut Out<'_>, gap: &mut u64) {
    if *gap > 0 {
        out.put(u64::from(b'0') + *gap, 1);
        *gap = 0;
    }
}

/// Writes ` 3+2` after the en passant square, or ` +0+1` after all.
pub(super) fn put_checks(out: &mut Out<'_>, extras: &Extras, dialect: Dialect) {
    for (color, first) in Color::ALL.into_iter().zip([true, false]) {
        let (given, left) = (extras.checks(color), extras.checks_left(color));
        let (before, digit) = match (dialect, first) {
            (Dialect::Brackets, true) => (" ", left),
            (Dialect::Brackets, false) => ("+", left),
            (Dialect::Slash, true) => (" +", given),
            (Dialect::Slash, false) => ("+", given),
        };
        before.bytes().for_each(|byte| out.put(byte.into(), 1));
        out.put(u64::from(b'0' + digit), 1);
    }
}
