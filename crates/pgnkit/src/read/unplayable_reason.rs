//! Why a line ends at a move that cannot be played (§8.2, D-32, D-33).

use super::intended_moves;
use crate::fault;
use crate::game::{Game, NodeId, UNPLAYABLE};
use pgn_chess::notation::san::{self, ResolveError, SanOptions};
use pgn_chess::{Color, Position};
use pgn_syntax::Fault;

/// The finding of `pgn check` about the move at which the line ends after this node: code, name and
/// reason.
///
/// `position` is the one after the node, and `options` those with which the moves were read. `None`
/// if the line ends there in another way, or the reason is not in the text that is left.
///
/// ```
/// use pgnkit::{Game, read::unplayable_reason};
///
/// let game: Game = "1. e4 e5 2. Nf6 Nc6 *".parse()?;
/// let mut end = game.cursor();
/// while end.forward() {}
/// let position = end.position().expect("a position");
/// let reason = unplayable_reason(&game, end.node(), position, &Default::default());
/// assert_eq!(reason.as_deref(), Some("C001 illegal-move: 2. Nf6: no knight can reach f6"));
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[must_use]
pub fn unplayable_reason(
    game: &Game,
    node: NodeId,
    position: &Position,
    options: &SanOptions,
) -> Option<String> {
    let rest = game.tree().comments(node).find(|text| text.starts_with(UNPLAYABLE))?;
    let text = intended_moves(rest).next()?;
    let reason = san::resolve(position, text.as_bytes(), options).err()?;
    let fault = unplayable_fault(&reason);
    let sentence = match reason {
        ResolveError::NotAMove => format!("expected a move, found `{text}`"),
        reason => unplayable_sentence(position, text, &reason),
    };
    Some(format!("{} {}: {sentence}", fault.code, fault.name))
}

/// The sentence about a text that is not a legal move: `2. Nf6: no knight can reach f6`.
#[doc(hidden)]
#[must_use]
pub fn unplayable_sentence(position: &Position, text: &str, reason: &ResolveError) -> String {
    let number = position.fullmove();
    let dots = match position.turn() {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{number}{dots} {text}: {reason}")
}

/// The finding for a reason.
pub(super) fn unplayable_fault(reason: &ResolveError) -> &'static Fault {
    match reason {
        ResolveError::Ambiguous(_) => &fault::AMBIGUOUS_MOVE,
        ResolveError::NotAMove => &fault::UNREADABLE_MOVE,
        ResolveError::Illegal(_) => &fault::ILLEGAL_MOVE,
    }
}
