//! Values of tags that several facts, and programs that read tags alone, have in common (§8.1.1.3,
//! §9.1.2, D-18, D-20).

use pgnkit::tag::{Date, Rating, fields};

/// The rating in a value: of several players, the first plausible one. `0`, `10000` and `?` are not
/// plausible.
///
/// ```
/// use pgn_query::facts::rating;
///
/// assert_eq!((rating("2600"), rating("?")), (Some(2600), None));
/// ```
#[must_use]
pub fn rating(value: &str) -> Option<u32> {
    let points = |(_, field): (usize, &str)| {
        Rating::parse_lax(field).filter(|rating| rating.is_plausible())?.points()
    };
    fields(value).find_map(points)
}

/// The year in a value of the tag Date.
///
/// ```
/// use pgn_query::facts::year;
///
/// assert_eq!(year("1992.08.31"), Some(1992));
/// ```
#[must_use]
pub fn year(value: &str) -> Option<u16> {
    Date::parse_lax(value.trim()).and_then(|date| date.year())
}

/// Whether a value means unknown: it is empty, `?` or `-`.
pub(crate) fn is_unknown(value: &str) -> bool {
    matches!(value, "" | "?" | "-")
}
