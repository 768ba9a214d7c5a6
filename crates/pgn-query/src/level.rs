//! How much of a game must be known to answer a question.
//!
//! Owns: the levels, from cheap to dear. Knows nothing of: questions.
//! Decisions: D-01.
//! Start at [`Level`].

use super::facts::Cost;

/// What must be known of a game before a question can be answered, from cheap to dear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Its tags, and where it stands.
    Tags,
    /// The whole game, its moves read and played once.
    Game,
    /// The positions of its moves.
    Boards,
}

impl Level {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Tags => "tags",
            Level::Game => "whole game",
            Level::Boards => "boards",
        }
    }
}

impl From<Cost> for Level {
    fn from(cost: Cost) -> Level {
        match cost {
            Cost::Tags | Cost::Opening => Level::Tags,
            Cost::Outcome | Cost::Moves | Cost::Game => Level::Game,
        }
    }
}
