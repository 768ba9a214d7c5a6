//! The number of half-moves of a game's main line.
//!
//! Standard: §9.9. Decisions: D-16, D-25.

use super::ValueError;
use super::number::parse_integer;

/// The number of plies; `None` for the empty value.
///
/// # Errors
/// At the first character that is not a digit, or if the number is above `u32::MAX`.
pub fn parse_ply_count(value: &str) -> Result<Option<u32>, ValueError> {
    if value.is_empty() { Ok(None) } else { parse_integer(value, "a number of plies").map(Some) }
}
