//! The legal moves of a position in the order of their texts.
//!
//! Standard: §20.2, §8.2.3.3.

use super::spelling::Spelling;
use crate::moves::{Move, MoveList};
use crate::position::Position;

/// The number of legal moves whose text sorts before that of this legal move (§20.2).
///
/// Texts are compared byte by byte; check marks do not matter, because they come last in a text.
/// For an illegal move, the number has no meaning. Cost: every legal move is spelled.
///
/// ```
/// use pgn_chess::{Position, notation::{san, uci}};
/// let position = Position::start();
/// let mv = uci::parse(&position, b"a2a3").expect("a legal move");
/// assert_eq!(san::ordinal(&position, mv), 4);
/// assert_eq!(san::by_ordinal(&position, 4), Some(mv));
/// ```
#[must_use]
pub fn ordinal(position: &Position, mv: Move) -> usize {
    let own = key(position, mv);
    position.legal_moves().iter().filter(|other| key(position, **other) < own).count()
}

/// The legal move at this index in the order of their texts; `None` if the index is beyond the
/// last. Cost: every legal move is spelled, and they are sorted.
///
/// ```
/// use pgn_chess::{Position, notation::san};
/// let start = Position::start();
/// assert_eq!(san::to_text(&start, san::by_ordinal(&start, 0).unwrap()).as_str(), "Na3");
/// assert_eq!(san::by_ordinal(&start, 20), None);
/// ```
#[must_use]
pub fn by_ordinal(position: &Position, ordinal: usize) -> Option<Move> {
    let moves = position.legal_moves();
    let mut keys = [0; MoveList::CAPACITY];
    let keys = &mut keys[..moves.len()];
    for (slot, &mv) in keys.iter_mut().zip(moves.iter()) {
        *slot = key(position, mv);
    }
    keys.sort_unstable();
    keys.get(ordinal).map(|key| Move::from_raw(*key as u16))
}

/// A text as a number that sorts as the text does, in the upper six bytes, and the move itself
/// below: no text without its mark has more.
fn key(position: &Position, mv: Move) -> u64 {
    let (word, len) = Spelling::unmarked(position, mv).word(mv);
    let text = word & ((1 << (8 * len)) - 1);
    text.swap_bytes() | u64::from(mv.raw())
}
