//! Taking control codes out: between tokens, and in the string or comment that holds one.
//!
//! Owns: these edits, which two rules share. Knows nothing of: when they are offered.
//! Standard: §4.1. Decisions: D-03.
//! Start at [`changes`].

use crate::scene::{Change, Scene, span_at};
use pgnkit::syntax::Span;

/// Takes out the run at `span`; inside a string or comment every control code in it becomes a
/// space, since only the first one is reported. Nothing inside a comment that is not closed.
pub(super) fn changes(scene: &Scene<'_>, span: Span) -> Vec<Change> {
    if scene.is_in_open_comment(span) {
        return Vec::new();
    }
    let tags = scene.game.tags.iter().map(|tag| tag.value);
    let comments = scene.game.comments.iter().map(|comment| comment.1);
    let holder = tags.chain(comments).find(|at| at.start <= span.start && span.start < at.end);
    let Some(holder) = holder else { return scene.take_out(span) };
    let bytes = scene.bytes(holder).iter().enumerate();
    bytes
        .filter(|(_, byte)| is_control(**byte))
        .map(|(at, _)| Change::new(span_at(holder.start as usize + at, 1), " "))
        .collect()
}

const fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 12 | 14..=31 | 127)
}
