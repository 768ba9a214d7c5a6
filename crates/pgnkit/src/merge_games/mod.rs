//! Merges two duplicates of a game: the contents of both, each once.
//!
//! ```text
//! kept    1. e4 e5 {best} 2. Nf3 *
//! other   1. e4 e5 $1 (1... c5) 2. Bc4 1-0
//! union   1. e4 e5 $1 {best} (1... c5) 2. Nf3 (2. Bc4) 1-0
//! ```
//!
//! Moves that are legal in a game are legal in another from the same start, so nothing is played.
//!
//! Standard: §8.1, §8.2.5. Decisions: D-14, D-30.
//! Start at [`merge_games`].

mod graft;
mod lines;
mod remark;
mod tags;

#[cfg(test)]
mod tests;

use std::fmt;

use crate::game::Game;
use crate::tag::Outcome;

pub use lines::{AddedLines, add_lines};

/// The additions to a game by merging.
///
/// ```
/// use pgnkit::{Game, merge_games::merge_games};
/// let mut game: Game = "1. e4 e5 *".parse()?;
/// let other = game.clone();
/// assert!(merge_games(&mut game, &other).expect("the same start").is_nothing());
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MergeReport {
    /// Tags that were missing or unknown, in the order of the other game.
    pub tags: Vec<String>,
    /// Moves, in the main line or in variations.
    pub n_moves: usize,
    /// Variations.
    pub n_variations: usize,
    /// Comments and escape lines, complete or in part.
    pub n_comments: usize,
    /// NAGs.
    pub n_nags: usize,
    /// Plies by which the main line grew; they also count as moves.
    pub n_main_plies: usize,
    /// The outcome, if it was unknown.
    pub outcome: Option<Outcome>,
    /// Values that differ between the games: the result has those of the kept game.
    pub conflicts: Vec<Conflict>,
}

impl MergeReport {
    /// Whether the game did not change.
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
    /// The name of the tag, or of a command with its percent sign.
    pub name: String,
    /// The value in the result.
    pub kept: String,
    /// The value in the other game.
    pub other: String,
}

/// Why two games cannot be merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeError {
    /// They do not start from the same position by the same rules.
    Start,
    /// The result would be larger than a game can be.
    Size,
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MergeError::Start => "the games do not start from the same position",
            MergeError::Size => "both games together are larger than a game can be",
        })
    }
}

impl std::error::Error for MergeError {}

/// Adds to `game` everything in `other` that it does not have.
///
/// - The main line stays. If the other game continues differently, that becomes a variation; if
///   this game ends first, it continues like the other one. The same move from the same position
///   counts as one, in any variation.
/// - Comments with the same words count as one. A command that is already there is not added again;
///   if two clocks or evaluations of a move differ, that of `game` stays, which is a [`Conflict`].
/// - All NAGs are kept, each once, after the existing ones.
/// - Missing tags are added, and unknown values and less exact dates are replaced; for other tags
///   the value of `game` stays, which is also a [`Conflict`].
///
/// Merging a game with itself does not change it, and merging again has no effect. The result is at
/// most as large as both games together. No recursion. Cost: about that of reading both.
///
/// # Errors
/// If the games start differently, or are too large; `game` then does not change.
///
/// ```
/// use pgnkit::{Game, merge_games::merge_games};
/// let (mut game, other): (Game, Game) = ("1. e4 e5 *".parse()?, "1. e4 c5 *".parse()?);
/// let report = merge_games(&mut game, &other).expect("the same start");
/// assert_eq!(report.n_variations, 1);
/// assert!(game.to_string().contains("(1... c5)"));
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
pub fn merge_games(game: &mut Game, other: &Game) -> Result<MergeReport, MergeError> {
    if !tags::start_alike(game, other) {
        return Err(MergeError::Start);
    }
    if !game.tree().fits_with(other.tree()) {
        return Err(MergeError::Size);
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
