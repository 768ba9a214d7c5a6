//! Taking control codes out: between tokens, and in the string or comment that holds one (§4.1,
//! D-03).

use crate::context::{RuleContext, span_at};
use crate::message::Change;
use pgnkit::syntax::Span;

/// Takes out the run at `span`; inside a string or comment every control code in it becomes a
/// space, since only the first one is reported. Nothing inside a comment that is not closed.
pub(super) fn changes(context: &RuleContext<'_>, span: Span) -> Vec<Change> {
    if context.is_in_open_comment(span) {
        return Vec::new();
    }
    let (tags, comments) = (&context.game.tags, &context.game.comments);
    let tag = tags.partition_point(|tag| tag.value.start <= span.start).checked_sub(1);
    let comment = comments.partition_point(|one| one.1.start <= span.start).checked_sub(1);
    let holders = [tag.map(|idx| tags[idx].value), comment.map(|idx| comments[idx].1)];
    let Some(holder) = holders.into_iter().flatten().find(|at| span.start < at.end) else {
        return context.take_out(span);
    };
    let bytes = context.bytes(holder).iter().enumerate();
    bytes
        .filter(|(_, byte)| is_control(**byte))
        .map(|(at, _)| Change::new(span_at(holder.start as usize + at, 1), " "))
        .collect()
}

const fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 12 | 14..=31 | 127)
}
