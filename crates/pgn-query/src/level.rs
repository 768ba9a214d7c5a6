//! How much of a game must be known to answer a question (D-01).

use super::facts::Cost;
use pgnkit::named_enum;

named_enum! {
    /// The data of a game that are needed to answer a question, from cheap to expensive.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Level, name {
        /// Its tags, and its place.
        Tags = "tags",
        /// The whole game, its moves read and played once.
        Game = "whole game",
        /// The positions of its moves.
        Boards = "boards",
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
