//! Ordinals: a move as its place among the legal moves, sorted by their SAN (§20.2).

use pgnkit::chess::notation::san;
use pgnkit::chess::{Move, Position};

/// The ordinal of a legal move; `None` if more than 255 moves sort before it, which is possible in
/// a set-up position. See [`san::ordinal`] for the cost.
///
/// ```
/// use pgn_formats::pgc::{ordinal, resolve};
/// use pgnkit::Position;
///
/// let start = Position::default();
/// let mv = start.legal_moves()[0];
/// let number = ordinal(&start, mv).unwrap();
/// assert_eq!(resolve(&start, number), Some(mv));
/// ```
#[must_use]
#[inline]
pub fn ordinal(position: &Position, mv: Move) -> Option<u8> {
    u8::try_from(san::ordinal(position, mv)).ok()
}

/// The move with this ordinal; `None` if the position has too few moves.
///
/// ```
/// use pgn_formats::pgc::resolve;
///
/// assert_eq!(resolve(&pgnkit::Position::default(), 200), None);
/// ```
#[must_use]
#[inline]
pub fn resolve(position: &Position, ordinal: u8) -> Option<Move> {
    san::by_ordinal(position, usize::from(ordinal))
}
