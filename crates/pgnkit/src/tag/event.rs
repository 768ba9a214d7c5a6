//! Board numbers of team events and simultaneous exhibitions.
//!
//! Owns: the integer of the Board tag. Knows nothing of: EventDate, which is a
//! [`Date`](super::Date); sponsor, section and stage, which are free text.
//! Standard: §9.2. Decisions: D-16, D-25.
//! Start at [`parse_board`].

use super::ValueError;
use super::number::parse_integer;

/// The board number; `None` for the empty value.
///
/// # Errors
/// At the first character that is not a digit, or if the number is above `u32::MAX`.
pub fn parse_board(value: &str) -> Result<Option<u32>, ValueError> {
    if value.is_empty() { Ok(None) } else { parse_integer(value, "a board number").map(Some) }
}
