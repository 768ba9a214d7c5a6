//! Compares two games: tags, moves, variations, comments, NAGs, outcome.
//!
//! The layout does not count: line ends, move numbers, the spelling of moves, braces or semicolons
//! around comments. Cost: one pass over both games.
//!
//! ```
//! use pgnkit::compare::{Ignore, Change, compare};
//! let game = |text: &str| pgnkit::read::Games::new(text.as_bytes()).next().unwrap().unwrap();
//! let before = game("[White \"Tal\"]\n\n1. e4 e5 {old} *");
//! let after = game("[White \"Tal\"]\n\n1.e4 e5 {new} *");
//! let changes = compare(&before, &after, &Ignore::default());
//! assert!(matches!(&changes.list[..], [Change::Comment { .. }]));
//! ```
//!
//! Standard: §8. Decisions: D-14, D-22, D-29.
//! Start at [`compare`].

mod change;
mod digest;
mod lines;
mod remark;
mod tags;

#[cfg(test)]
mod tests;

pub use change::{Branch, Change, Changes, Place};
pub use digest::digest;

use crate::game::Game;
use pgn_chess::option_struct;

option_struct! {
    "use pgnkit::compare::Ignore;";
    /// What to ignore.
    ///
    /// ```
    /// # use pgnkit::{Game, compare::{Ignore, compare}};
    /// let (before, after): (Game, Game) = ("1. e4! *".parse()?, "1. e4 *".parse()?);
    /// assert!(!compare(&before, &after, &Ignore::default()).is_empty());
    /// assert!(compare(&before, &after, &Ignore::default().with_nags(true)).is_empty());
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[derive(Debug, Clone, Default, PartialEq, Eq)]
    pub struct Ignore {
        /// Comments and escape lines.
        comments, with_comments: bool = "true",
        /// NAGs.
        nags, with_nags: bool = "true",
        /// Variations.
        variations, with_variations: bool = "true",
        /// The clock commands in comments: `clk`, `emt`, `egt`, `mct`.
        clocks, with_clocks: bool = "true",
        /// The order of tags, and of NAGs, comments and variations after a move.
        order, with_order: bool = "true",
        /// All tags.
        all_tags, with_all_tags: bool = "true",
        /// Tags of these names.
        tags, with_tags: Vec<String> = "vec![\"Site\".to_owned()]",
    }
}

impl Ignore {
    fn ignores_tag(&self, name: &str) -> bool {
        self.all_tags || self.tags.iter().any(|known| known == name)
    }
}

/// The changes that turn `before` into `after`; none if they are the same game. The reverse
/// comparison gives the same list with each change inverted.
#[must_use]
pub fn compare(before: &Game, after: &Game, ignore: &Ignore) -> Changes {
    let mut changes = Changes::of(before, after);
    tags::compare(before.tags(), after.tags(), ignore, &mut changes.list);
    if before.outcome() != after.outcome() {
        let (before, after) = (before.outcome(), after.outcome());
        changes.list.push(Change::Outcome { before, after });
    }
    lines::compare([before.tree(), after.tree()], ignore, &mut changes);
    changes
}
