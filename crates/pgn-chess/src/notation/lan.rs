//! Long algebraic notation: origin and target both written out.
//!
//! Standard: §8.2.3.7. Decisions: D-32.

use super::san::check_mark;
use crate::castling::Side;
use crate::moves::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::text::ShortText;

/// A move in long algebraic notation, at most 9 bytes.
pub type LanText = ShortText<15>;

/// `Ng1-f3`, `e4xd5`, `e7-e8=Q+`, `O-O`, `N@f3`, with check marks; `--` for the null move.
///
/// For an illegal move, the text is unspecified.
///
/// ```
/// use pgn_chess::{Position, notation::lan};
/// let position = Position::start();
/// let mv = position.parse_san("Nf3")?;
/// assert_eq!(lan::to_text(&position, mv), "Ng1-f3");
/// # Ok::<(), pgn_chess::notation::san::ResolveError>(())
/// ```
pub fn to_text(position: &Position, mv: Move) -> LanText {
    let mut text = LanText::new();
    if mv.is_null() {
        text.push_str("--");
        return text;
    }
    if mv.is_castle() {
        text.push_str(Side::of(mv.from(), mv.to()).san());
    } else if let Some(role) = mv.dropped() {
        text.push(role.letter());
        text.push(b'@');
        mv.to().name().into_iter().for_each(|byte| text.push(byte));
    } else {
        let role = position.piece_at(mv.from()).map_or(Role::Pawn, |piece| piece.role);
        if role != Role::Pawn {
            text.push(role.letter());
        }
        mv.from().name().into_iter().for_each(|byte| text.push(byte));
        text.push(if position.is_capture(mv) { b'x' } else { b'-' });
        mv.to().name().into_iter().for_each(|byte| text.push(byte));
        if let Some(role) = mv.promotion() {
            text.push(b'=');
            text.push(role.letter());
        }
    }
    if let Some(mark) = check_mark(&position.after(mv)) {
        text.push(mark);
    }
    text
}
