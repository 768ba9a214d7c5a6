//! SAN with figurines in place of letters.
//!
//! Standard: §8.2.3. Decisions: D-62.

use super::letters::{LetterText, Letters};
use super::san;
use crate::moves::Move;
use crate::position::Position;

/// `♘f3`, with the outlined figurines for both sides as in print.
pub fn to_text(position: &Position, mv: Move) -> LetterText {
    from_san(&san::to_text(position, mv))
}

/// Canonical SAN with its letters replaced.
pub fn from_san(text: &str) -> LetterText {
    Letters::FIGURINES.from_english(text)
}
