//! Coordinates as engines write them.
//! Owns: UCI moves, in and out. Knows nothing of: the rest of the protocol.
//! Decisions: D-34, D-60.
//! Start at [`parse`].

use core::error::Error;
use core::fmt;

use crate::castling::Side;
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::Square;
use crate::text::ShortText;

/// A move in UCI: 4 or 5 bytes.
pub type UciText = ShortText<7>;

/// Why a text is no move of this position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UciError {
    /// Not two squares and perhaps one of `n b r q k`, nor a drop.
    Syntax,
    /// Well written, but not legal here.
    Illegal,
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UciError::Syntax => "expected two squares and perhaps n, b, r or q",
            UciError::Illegal => "not a legal move",
        })
    }
}

impl Error for UciError {}

/// `e2e4`, `e7e8q`, `N@f3`, `0000`. Castling is `e1g1`, or the king taking its rook in Chess960,
/// and in other variants where king and rook do not start from the squares of ordinary chess.
pub fn to_text(position: &Position, mv: Move) -> UciText {
    let mut text = UciText::new();
    if mv.is_null() {
        text.push_str("0000");
        return text;
    }
    let (from, mut to) = (mv.from(), mv.to());
    if let Some(role) = mv.dropped() {
        text.push(role.letter());
        text.push(b'@');
        to.name().into_iter().for_each(|byte| text.push(byte));
        return text;
    }
    if mv.is_castle() && !position.variant().castles_by_rook() && Setup::is_at_home(from, to) {
        to = Side::of(from, to).king_target(position.turn());
    }
    for square in [from, to] {
        square.name().into_iter().for_each(|byte| text.push(byte));
    }
    if let Some(role) = mv.promotion() {
        text.push(role.letter().to_ascii_lowercase());
    }
    text
}

/// The legal move of a UCI text.
///
/// Castling may be written either way in every variant, unless the king can go to that square
/// anyway. `0000` is the null move, which is illegal in check.
///
/// # Errors
/// [`UciError`].
pub fn parse(position: &Position, text: &[u8]) -> Result<Move, UciError> {
    if text == b"0000" {
        return if position.is_check() { Err(UciError::Illegal) } else { Ok(Move::NULL) };
    }
    if let [letter, b'@', square @ ..] = text {
        let role = Role::from_letter(*letter).ok_or(UciError::Syntax)?;
        let to = Square::from_ascii(square).ok_or(UciError::Syntax)?;
        let mv = Move::new(to, to, MoveKind::Drop(role));
        return if position.is_legal(mv) { Ok(mv) } else { Err(UciError::Illegal) };
    }
    let (from, to, promotion) = squares(text).ok_or(UciError::Syntax)?;
    let moves = position.legal_moves();
    let from_here = || moves.iter().filter(|mv| mv.from() == from && mv.dropped().is_none());
    let exact = from_here().find(|mv| mv.to() == to && mv.promotion() == promotion);
    let castle = || {
        from_here().find(|mv| {
            mv.is_castle()
                && promotion.is_none()
                && Side::of(from, mv.to()).king_target(position.turn()) == to
        })
    };
    exact.or_else(castle).copied().ok_or(UciError::Illegal)
}

fn squares(text: &[u8]) -> Option<(Square, Square, Option<Role>)> {
    let from = Square::from_ascii(text.get(..2)?)?;
    let to = Square::from_ascii(text.get(2..4)?)?;
    let promotion = match text.get(4..)? {
        [] => None,
        [b'n'] => Some(Role::Knight),
        [b'b'] => Some(Role::Bishop),
        [b'r'] => Some(Role::Rook),
        [b'q'] => Some(Role::Queen),
        [b'k'] => Some(Role::King),
        _ => return None,
    };
    Some((from, to, promotion))
}
