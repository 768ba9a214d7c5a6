//! The Seven Tag Roster: the tags that every archived game has, in their order.
//!
//! Standard: §8.1.1. Decisions: D-15, D-16.

/// The event the game belongs to.
pub const EVENT: &str = "Event";
/// Where the game was played.
pub const SITE: &str = "Site";
/// The day on which the game began, in local time of the site (D-19).
pub const DATE: &str = "Date";
/// The round.
pub const ROUND: &str = "Round";
/// The player or players with the white pieces.
pub const WHITE: &str = "White";
/// The player or players with the black pieces.
pub const BLACK: &str = "Black";
/// The outcome, equal to the termination marker.
pub const RESULT: &str = "Result";

/// The seven names in the order of export.
///
/// ```
/// # use pgnkit::tag::{ROSTER, roster_idx};
/// assert_eq!(ROSTER.first(), Some(&"Event"));
/// ```
pub const ROSTER: [&str; 7] = [EVENT, SITE, DATE, ROUND, WHITE, BLACK, RESULT];

/// The index of a name in the roster, from 0; `None` if it is not a roster tag.
///
/// ```
/// # use pgnkit::tag::{ROSTER, roster_idx};
/// assert_eq!((roster_idx("Site"), roster_idx("ECO")), (Some(1), None));
/// ```
#[doc(hidden)]
#[must_use]
pub fn roster_idx(name: &str) -> Option<usize> {
    ROSTER.iter().position(|&roster_name| roster_name == name)
}

/// The value of a roster tag for unknown; `None` if it is not a roster tag.
#[doc(hidden)]
#[must_use]
pub fn unknown_value(name: &str) -> Option<&'static str> {
    match name {
        DATE => Some("????.??.??"),
        RESULT => Some("*"),
        EVENT | SITE | ROUND | WHITE | BLACK => Some("?"),
        _ => None,
    }
}
