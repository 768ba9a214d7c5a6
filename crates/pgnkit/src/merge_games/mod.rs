//! The union of two copies of a game: everything that either of them says, once.
//!
//! ```text
//! kept    1. e4 e5 {best} 2. Nf3 *
//! other   1. e4 e5 $1 (1... c5) 2. Bc4 1-0
//! union   1. e4 e5 $1 {best} (1... c5) 2. Nf3 (2. Bc4) 1-0
//! ```
//!
//! Moves that are legal in a game are legal in another from the same start, so nothing is played.
//!
//! Owns: what of one game is new to another. Knows nothing of: which games are copies, which of
//! them is the better one.
//! Standard: §8.1, §8.2.5. Decisions: D-14, D-30.
//! Start at [`merge_games`].

mod graft;
mod remark;
mod tags;

#[cfg(test)]
mod tests;

use std::fmt;

use crate::game::Game;
use crate::tag::Outcome;

/// What a game gained by a union.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MergeReport {
    /// Tags that were missing or unknown, in the order of the other game.
    pub tags: Vec<String>,
    /// Moves, in the main line or in variations.
    pub n_moves: usize,
    /// Variations.
    pub n_variations: usize,
    /// Comments and escape lines, whole or in part.
    pub n_comments: usize,
    /// Glyphs.
    pub n_nags: usize,
    /// Plies by which the main line grew; they are among the moves.
    pub n_main_plies: usize,
    /// The outcome, where it was unknown.
    pub outcome: Option<Outcome>,
    /// What both games say, and not the same: the union has what the kept one says.
    pub conflicts: Vec<Conflict>,
}

impl MergeReport {
    /// Whether the game is as it was.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.tags.is_empty()
            && self.outcome.is_none()
            && self.n_moves + self.n_variations + self.n_comments + self.n_nags == 0
    }
}

/// A tag, or a command such as `%clk`, with different values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The name of the tag; of a command, with the percent sign before it.
    pub name: String,
    /// What the union says.
    pub kept: String,
    /// What the other game says.
    pub other: String,
}

/// Why two games have no union.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// They do not start from the same position by the same rules.
    Start,
    /// The union would be larger than a game can be.
    Size,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::Start => "the games do not start from the same position",
            Refused::Size => "both games together are larger than a game can be",
        })
    }
}

impl std::error::Error for Refused {}

/// Adds to `game` all that `other` says and it does not.
///
/// - The main line stays. Where the other game goes on differently, that becomes a variation; where
///   this one ends first, it goes on as the other one does. A move from the same position is the
///   same move, in whatever variation it stands.
/// - Comments of equal words are one. A command that is there already is not added again, and of
///   two clocks or evaluations of a move the one of `game` stays, which is a [`Conflict`].
/// - Glyphs are all kept, each once, after those that are there.
/// - Tags are added when they are missing, and taken over where the value is unknown or a date is
///   known better; of others the value of `game` stays, which is a [`Conflict`] too.
///
/// The union of a game with itself is that game, and uniting again changes nothing. The size is
/// that of both games at most. No recursion. Cost: about that of reading both.
///
/// # Errors
/// When the games do not start alike, or are too large; `game` is as it was then.
pub fn merge_games(game: &mut Game, other: &Game) -> Result<MergeReport, Refused> {
    if !tags::start_alike(game, other) {
        return Err(Refused::Start);
    }
    if !game.tree().fits_with(other.tree()) {
        return Err(Refused::Size);
    }
    let mut gain = MergeReport::default();
    let n_plies = game.n_plies();
    graft::graft(game.tree_mut(), other.tree(), &mut gain);
    gain.n_main_plies = game.n_plies() - n_plies;
    tags::merge(game, other, &mut gain);
    if game.outcome() == Outcome::Unknown && other.outcome() != Outcome::Unknown {
        game.set_outcome(other.outcome());
        gain.outcome = Some(other.outcome());
    }
    Ok(gain)
}
