//! A move in SAN as a symbol, without a board.
//!
//! Standard: §8.2.3.3, §8.2.3.5.

use core::error::Error;
use core::fmt;

use super::reading::Mark;
use crate::castling::Side;
use crate::piece::Role;
use crate::square::{File, Rank, Square};

/// The parts of a canonical SAN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum San {
    /// `O-O`, `O-O-O`.
    Castle {
        /// The wing.
        side: Side,
        /// The mark at the end.
        mark: Mark,
    },
    /// `N@f3`, `P@e4`.
    Drop {
        /// The dropped piece.
        role: Role,
        /// Where.
        to: Square,
        /// The mark at the end.
        mark: Mark,
    },
    /// All other moves.
    Normal {
        /// The piece that moves.
        role: Role,
        /// The file that it comes from, if given.
        file: Option<File>,
        /// The rank that it comes from, if given.
        rank: Option<Rank>,
        /// True for `x`.
        capture: bool,
        /// Where it goes.
        to: Square,
        /// The promotion piece.
        promotion: Option<Role>,
        /// The mark at the end.
        mark: Mark,
    },
}

/// The expected text at a syntax error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SanErrorKind {
    /// A piece letter, a file or `O` at the start.
    Start,
    /// The target square, or the text before it.
    Square,
    /// `N`, `B`, `R` or `Q`.
    Promotion,
    /// The end of the text.
    End,
}

/// Where and why a text is not canonical SAN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct SanError {
    /// Bytes from the start of the text.
    pub offset: usize,
    /// The expected text.
    pub kind: SanErrorKind,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = match self.kind {
            SanErrorKind::Start => "a piece letter, a file or O",
            SanErrorKind::Square => "a square",
            SanErrorKind::Promotion => "N, B, R or Q",
            SanErrorKind::End => "the end of the move",
        };
        write!(f, "expected {expected} at byte {}", self.offset)
    }
}

impl Error for SanError {}

/// Parses the syntax of canonical SAN, without checking that the move exists.
///
/// ```text
/// SAN       = ( castling | pawn | piece | drop ) [ "+" | "#" ]
/// drop      = ( "P" | "N" | "B" | "R" | "Q" ) "@" square               variants alone
/// castling  = "O-O" | "O-O-O"
/// pawn      = [ file "x" ] square [ "=" ( "N" | "B" | "R" | "Q" ) ]
/// piece     = ( "N" | "B" | "R" | "Q" | "K" ) [ file ] [ rank ] [ "x" ] square
/// ```
///
/// # Errors
/// The first byte that does not fit.
///
/// ```
/// use pgn_chess::{Role, notation::san::{self, San}};
/// assert!(san::parse(b"Nbd7").is_ok() && san::parse(b"N7").is_err());
/// ```
pub fn parse(text: &[u8]) -> Result<San, SanError> {
    let (body, mark) = match text.split_last() {
        Some((b'+', body)) => (body, Mark::Check),
        Some((b'#', body)) => (body, Mark::Mate),
        Some(_) | None => (text, Mark::None),
    };
    let error = |offset, kind| Err(SanError { offset, kind });
    match body {
        b"O-O" => return Ok(San::Castle { side: Side::King, mark }),
        b"O-O-O" => return Ok(San::Castle { side: Side::Queen, mark }),
        [letter, b'@', square @ ..] => return drop(*letter, square, mark),
        _ => {}
    }
    let at = |n: usize| body.get(n).copied().unwrap_or(0);
    let role = match at(0) {
        b'a'..=b'h' => Role::Pawn,
        letter @ (b'N' | b'B' | b'R' | b'Q' | b'K') => {
            Role::from_letter(letter).unwrap_or(Role::King)
        }
        _ => return error(0, SanErrorKind::Start),
    };
    let start = usize::from(role != Role::Pawn);
    // The square is the last file and rank before a promotion, so look for the longest origin.
    let (file, rank, capture, to, end) = if role == Role::Pawn {
        if at(1) == b'x' {
            let Some(to) = square_at(body, 2) else { return error(2, SanErrorKind::Square) };
            (File::from_letter(at(0)), None, true, to, 4)
        } else {
            let Some(to) = square_at(body, 0) else { return error(1, SanErrorKind::Square) };
            (None, None, false, to, 2)
        }
    } else {
        let Some((file, rank, sign)) = origin_at(body, start) else {
            return error(start, SanErrorKind::Square);
        };
        let next = start + usize::from(file.is_some()) + usize::from(rank.is_some());
        let next = next + usize::from(sign);
        let Some(to) = square_at(body, next) else { return error(next, SanErrorKind::Square) };
        (file, rank, sign, to, next + 2)
    };
    let (promotion, end) = if role == Role::Pawn && at(end) == b'=' {
        let role = Role::from_letter(at(end + 1)).filter(|role| *role != Role::Pawn);
        if role.is_none() {
            return error(end + 1, SanErrorKind::Promotion);
        }
        (role, end + 2)
    } else {
        (None, end)
    };
    if end != body.len() {
        return error(end, SanErrorKind::End);
    }
    Ok(San::Normal { role, file, rank, capture, to, promotion, mark })
}

/// A drop: the text before and after the `@`.
fn drop(letter: u8, square: &[u8], mark: Mark) -> Result<San, SanError> {
    let Some(role) = Role::from_letter(letter).filter(|role| *role != Role::King) else {
        return Err(SanError { offset: 0, kind: SanErrorKind::Start });
    };
    match Square::from_ascii(square) {
        Some(to) => Ok(San::Drop { role, to, mark }),
        None => Err(SanError { offset: 2, kind: SanErrorKind::Square }),
    }
}

fn square_at(body: &[u8], at: usize) -> Option<Square> {
    Square::from_ascii(body.get(at..at + 2)?)
}

/// File, rank and sign before the square of a piece move: the longest origin that still leaves a
/// square after it.
fn origin_at(body: &[u8], start: usize) -> Option<(Option<File>, Option<Rank>, bool)> {
    let at = |n: usize| body.get(start + n).copied().unwrap_or(0);
    let file = File::from_letter(at(0));
    let rank_at = |n: usize| Rank::from_digit(at(n));
    let forms = [
        (file.filter(|_| rank_at(1).is_some()), rank_at(1), 2),
        (file, None, 1),
        (None, rank_at(0), 1),
        (None, None, 0),
    ];
    for (file, rank, len) in forms {
        if usize::from(file.is_some()) + usize::from(rank.is_some()) != len {
            continue;
        }
        let sign = at(len) == b'x';
        if square_at(body, start + len + usize::from(sign)).is_some() {
            return Some((file, rank, sign));
        }
    }
    None
}
