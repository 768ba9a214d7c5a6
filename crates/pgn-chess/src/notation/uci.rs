//! Coordinates as engines write them.
//!
//! Decisions: D-34, D-60.

use core::error::Error;
use core::fmt;

use crate::castling::Side;
use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::setup::Setup;
use crate::square::{Rank, Square};
use crate::text::ShortText;
use crate::variant::Variant;

/// A move in UCI: 4 or 5 bytes.
pub type UciText = ShortText<7>;

/// Why a text is not a move in this position.
///
/// ```
/// use pgn_chess::{Position, notation::uci::UciError};
/// let position = Position::start();
/// assert_eq!(position.parse_uci("e2"), Err(UciError::Syntax));
/// assert_eq!(position.parse_uci("e2e5"), Err(UciError::Illegal));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UciError {
    /// Neither two squares with an optional `n b r q k`, nor a drop.
    Syntax,
    /// Well formed, but not legal here.
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
///
/// ```
/// use pgn_chess::{Position, notation::uci};
/// let position = Position::start();
/// let mv = uci::parse(&position, b"e2e4")?;
/// assert_eq!(uci::to_text(&position, mv), "e2e4");
/// # Ok::<(), uci::UciError>(())
/// ```
pub fn to_text(position: &Position, mv: Move) -> UciText {
    let mut text = UciText::new();
    if mv.is_null() {
        text.push_str("0000");
        return text;
    }
    if let Some(role) = mv.dropped() {
        text.push(role.letter());
        text.push(b'@');
        mv.to().name().into_iter().for_each(|byte| text.push(byte));
        return text;
    }
    for square in [mv.from(), target(position.variant(), mv)] {
        square.name().into_iter().for_each(|byte| text.push(byte));
    }
    if let Some(role) = mv.promotion() {
        text.push(role.letter().to_ascii_lowercase());
    }
    text
}

/// The square that UCI writes as the target of a move; for castling, the king's target, or the
/// rook's square if UCI writes it as the king taking its rook.
///
/// ```
/// use pgn_chess::{Position, Variant, notation::uci};
/// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let castle = uci::parse(&position, b"e1g1").expect("a legal move");
/// assert_eq!(uci::target(Variant::Standard, castle).to_string(), "g1");
/// assert_eq!(uci::target(Variant::Chess960, castle).to_string(), "h1");
/// # Ok::<(), pgn_chess::fen::FenError>(())
/// ```
pub fn target(variant: Variant, mv: Move) -> Square {
    let (from, to) = (mv.from(), mv.to());
    if mv.is_castle() && !variant.castles_by_rook() && Setup::is_at_home(from, to) {
        let color = if from.rank() == Rank::FIRST { Color::White } else { Color::Black };
        return Side::of(from, to).king_target(color);
    }
    to
}

/// The legal move of a UCI text.
///
/// Castling may be written either way in every variant, unless the king can go to that square
/// anyway. `0000` is the null move, which is illegal in check.
///
/// # Errors
/// [`UciError`].
///
/// ```
/// use pgn_chess::{Position, Square, notation::uci};
/// assert_eq!(uci::parse(&Position::start(), b"g1f3")?.to(), Square::F3);
/// # Ok::<(), uci::UciError>(())
/// ```
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
    resolve(position, from, to, promotion).ok_or(UciError::Illegal)
}

/// The legal move between two squares, except drops; castling as in [`parse`].
///
/// ```
/// use pgn_chess::{Position, Square, notation::uci};
/// let position = Position::start();
/// let mv = uci::resolve(&position, Square::E2, Square::E4, None).expect("a legal move");
/// assert!(mv.is_double_push());
/// ```
pub fn resolve(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Option<Move> {
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
    exact.or_else(castle).copied()
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
