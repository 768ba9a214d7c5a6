//! Board numbers of team events and simultaneous exhibitions.
//!
//! Standard: §9.2. Decisions: D-16, D-25.

use super::ValueError;
use super::number::parse_integer;

/// The board number; `None` for the empty value.
///
/// # Errors
/// At the first character that is not a digit, or if the number is above `u32::MAX`.
pub fn parse_board(value: &str) -> Result<Option<u32>, ValueError> {
    if value.is_empty() { Ok(None) } else { parse_integer(value, "a board number").map(Some) }
}
