//! The fix that puts in what a value meant (§9, D-24, D-25).

use crate::context::TagSeen;
use crate::message::Message;
use pgnkit::tag::{Certainty, ValueFix};

/// With the fix for the intended value, which is safe if both have the same meaning. Without one,
/// with `help`.
pub(super) fn with_value_fix(
    message: Message,
    tag: &TagSeen<'_>,
    meant: Option<ValueFix>,
    help: &str,
) -> Message {
    let Some(ValueFix { value, certainty }) = meant else { return message.help(help) };
    let title = format!("write {value}");
    match certainty {
        Certainty::Certain => {
            message.help(format!("write `{value}`")).safe(title, tag.rewrite(&value))
        }
        Certainty::Probable => {
            message.help(format!("did you mean `{value}`?")).risky(title, tag.rewrite(&value))
        }
    }
}
