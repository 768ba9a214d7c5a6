//! The SetUp tag: whether the game starts from the usual array.
//!
//! Owns: its two values. Knows nothing of: FEN, and what to do when the two tags disagree (D-23).
//! Standard: §9.7. Decisions: D-16, D-25.
//! Start at [`SetUp`].

use super::ValueError;

/// Where a game starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SetUp {
    /// `0`: the usual array.
    #[default]
    UsualArray,
    /// `1`: the position in the FEN tag.
    Fen,
}

impl SetUp {
    /// Parses a SetUp value; `None` for the empty value.
    ///
    /// # Errors
    /// If it is neither `0` nor `1`.
    pub fn parse(value: &str) -> Result<Option<SetUp>, ValueError> {
        match value {
            "" => Ok(None),
            "0" => Ok(Some(SetUp::UsualArray)),
            "1" => Ok(Some(SetUp::Fen)),
            _ => Err(ValueError::whole(value, "`0` or `1`")),
        }
    }

    /// The digit of the standard.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            SetUp::UsualArray => "0",
            SetUp::Fen => "1",
        }
    }
}
