//! Tags with one field a player, and which of them hold ratings (§9.1, D-17, D-25).

use crate::context::{RuleContext, TagSeen};
use pgnkit::tag::{BLACK, ValueError, ValueType, WHITE, rating_agency};
use std::borrow::Cow;

/// Whether a tag contains ratings: a standard one, or one with a similar name (`WhiteDWZ`). Two
/// letters are not an agency: `WhiteRD` is the deviation of a rating.
pub(super) fn is_rating(tag: &TagSeen<'_>) -> bool {
    match tag.kind {
        Some(kind) => kind.value == ValueType::Ratings,
        None => is_of_agency(tag.name),
    }
}

/// Whether the name of a tag that the standard does not name is that of a rating.
pub(crate) fn is_of_agency(name: &str) -> bool {
    rating_agency(name).is_some_and(|agency| agency.len() > 2)
}

/// Whether a rating is empty or holds a question mark.
pub(super) fn is_unknown(value: &str) -> bool {
    value.trim().is_empty() || value.contains('?')
}

/// Whether a value is made of ratings.
pub(super) fn check(value: &str) -> Result<(), ValueError> {
    ValueType::Ratings.check(value)
}

/// The players that a tag such as `WhiteElo` speaks of, if their tag has a value.
pub(super) fn players_of<'a>(context: &RuleContext<'a>, tag: &TagSeen<'_>) -> Option<Cow<'a, str>> {
    let name = if tag.name.starts_with(WHITE) { WHITE } else { BLACK };
    context.value_named(name).filter(|players| !players.is_empty())
}
