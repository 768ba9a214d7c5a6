//! Games that are the same game: found among any number, with the reason for each.
//!
//! ```text
//! games ─ read ─ a print of each ─ sorted by moves ─ sweep ─┬─ twins: equal in all that counts
//!                                                           └─ pairs: judged by what else is known
//! pairs ─ sorted, the best copy first ─ resolve ─ roles: kept, or dropped for which one and why
//! ```
//!
//! In the order of their moves, a game that is cut short comes directly before those that continue
//! it, so it is enough to compare neighbors and the games that contain one. A game is dropped only
//! for a game that stays, and only after the two were compared: similarity is not transitive.
//!
//! Start at [`Take`], which [reads games](crate::reading::ReadGames), and [`Finder`], which takes
//! what it gives.

mod evidence;
mod key;
mod quality;
mod read;
mod resolve;
mod same_game;
mod sweep;

#[cfg(test)]
mod round_tests;
#[cfg(test)]
mod tests;

pub use evidence::{DateMatch, EventMatch, Evidence, Match, PlayersMatch, Relation};
pub use quality::{Prefer, Rule};
pub use read::{Prints, Take};
pub use resolve::{Counts, Finder, Kept, Role, Roles};

/// When games are the same game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// The same moves, complete, cut short or with a tail that was never played, and no
    /// contradiction: compatible players and dates, no other round, no other link.
    #[default]
    MovesAndPlayers,
    /// The same start and the same moves, by any players.
    Moves,
    /// The same start, the same moves and the same seven tags of the roster.
    Exact,
    /// The same position after this many plies; 0 is the end. Shorter games have no duplicates.
    PositionAt(u32),
    /// The same set-up start. Games from the start position are not compared.
    SetUp,
    /// The same round, board and players, whatever the moves: states of a game that is being
    /// broadcast. Games without a round or a player have no duplicates.
    Round,
    /// Records of the same position, whatever their operations: the first four fields are equal. A
    /// line that cannot be read has no duplicates.
    Record,
    /// The same, with the same operations.
    RecordWithOperations,
}

impl By {
    /// Whether records of positions are compared.
    #[must_use]
    pub fn is_of_records(self) -> bool {
        matches!(self, By::Record | By::RecordWithOperations)
    }
}
