//! SAN with figurines in place of letters.
//!
//! Standard: §8.2.3. Decisions: D-62.

use super::letters::{LetterText, Letters};
use super::san;
use crate::moves::Move;
use crate::position::Position;

/// `♘f3`, with the outlined figurines for both sides as in print.
///
/// ```
/// use pgn_chess::{Position, notation::figurine};
/// let position = Position::start();
/// let mv = position.parse_san("Nf3")?;
/// assert_eq!(figurine::to_text(&position, mv), "♘f3");
/// # Ok::<(), pgn_chess::notation::san::ResolveError>(())
/// ```
pub fn to_text(position: &Position, mv: Move) -> LetterText {
    from_san(&san::to_text(position, mv))
}

/// Canonical SAN with its letters replaced.
///
/// ```
/// assert_eq!(pgn_chess::notation::figurine::from_san("Qxe5+"), "♕xe5+");
/// ```
pub fn from_san(text: &str) -> LetterText {
    Letters::FIGURINES.from_english(text)
}
