//! The differences between two games, and their places.
//!
//! Standard: §8.2.5.

use crate::game::Game;
use crate::nag::Nag;
use crate::tag::Outcome;
use pgn_chess::Color;

/// A place in a game: after a move of a line, or before the first move of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Place {
    /// The line, as an index into [`Changes::branches`]; 0 is the main line.
    pub branch: u32,
    /// Plies played from the start of the game, including the move of this place; at the head of a
    /// line, those before its first move.
    pub ply: u32,
}

/// A line of a game that contains a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// The line that it varies; `None` for the main line.
    pub parent: Option<u32>,
    /// Plies before its first move.
    pub ply: u32,
    /// Its first move; empty for the main line and for a variation without a move.
    pub first: String,
}

/// A difference between two games. Each kind is its own inverse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A tag was added, removed or changed; `nth` distinguishes tags of the same name, from 0.
    Tag {
        /// The name.
        name: String,
        /// Which of that name.
        nth: usize,
        /// The value before; `None` if the tag was absent.
        before: Option<String>,
        /// The value after; `None` if the tag is absent.
        after: Option<String>,
    },
    /// The same tags are in another order.
    TagOrder,
    /// The outcome.
    Outcome {
        /// Before.
        before: Outcome,
        /// After.
        after: Outcome,
    },
    /// A line continues differently from here, or continues although the other one ends.
    Moves {
        /// After this move.
        place: Place,
        /// The rest of the line before; only its first move if it is now a variation.
        before: Vec<String>,
        /// The rest of the line after; only its first move if it was a variation.
        after: Vec<String>,
        /// The previous line is now a variation.
        is_demoted: bool,
        /// The current line was a variation.
        is_promoted: bool,
    },
    /// A variation was added or removed: its moves.
    Variation {
        /// After the move before its first one.
        place: Place,
        /// Its moves before.
        before: Option<Vec<String>>,
        /// Its moves after.
        after: Option<Vec<String>>,
    },
    /// The same variations are in another order.
    VariationOrder {
        /// After the move before their first ones.
        place: Place,
    },
    /// A comment or an escape line was added, removed or changed.
    Comment {
        /// Where it is.
        place: Place,
        /// The text before.
        before: Option<String>,
        /// The text after.
        after: Option<String>,
    },
    /// A NAG was added or removed.
    Nag {
        /// The move that it is after.
        place: Place,
        /// The NAG before.
        before: Option<Nag>,
        /// The NAG after.
        after: Option<Nag>,
    },
    /// The same NAGs, comments and variations are in another order.
    RemarkOrder {
        /// Where they are.
        place: Place,
    },
}

/// All differences of two games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// The differences: tags, outcome, then moves and annotations.
    pub list: Vec<Change>,
    /// The lines that places refer to.
    pub branches: Vec<Branch>,
    /// The number of the first move and its side, in the first game.
    first: (u32, Color),
}

/// How many lines around a place are named at most.
const BRANCHES_NAMED_MAX: usize = 4;

impl Changes {
    pub(super) fn of(before: &Game, _: &Game) -> Changes {
        let start = before.start_position();
        let first = start.map_or((1, Color::White), |it| (it.fullmove(), it.turn()));
        let main = Branch { parent: None, ply: 0, first: String::new() };
        Changes { list: Vec::new(), branches: vec![main], first }
    }

    /// Whether the games are the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The move number with its dots of the move after this many plies: `12.`, `12...`.
    #[doc(hidden)]
    #[must_use]
    pub fn number(&self, plies_before: u32) -> String {
        let (fullmove, turn) = self.first;
        let plies = u64::from(plies_before) + u64::from(turn == Color::Black);
        let dots = if plies.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots}", u64::from(fullmove) + plies / 2)
    }

    /// The lines around a place, outermost first, as their first moves with numbers; empty for the
    /// main line. At most the four innermost lines.
    #[doc(hidden)]
    #[must_use]
    pub fn path(&self, place: Place) -> Vec<String> {
        let mut path = Vec::new();
        let mut at = place.branch;
        while let Some(branch) = self.branches.get(at as usize)
            && let Some(parent) = branch.parent
            && path.len() < BRANCHES_NAMED_MAX
        {
            path.push(
                format!("{} {}", self.number(branch.ply), branch.first).trim_end().to_owned(),
            );
            at = parent;
        }
        path.reverse();
        path
    }
}

impl Change {
    /// The inverse of this change.
    #[doc(hidden)]
    #[must_use]
    pub fn turned(self) -> Change {
        match self {
            Change::Tag { name, nth, before, after } => {
                Change::Tag { name, nth, before: after, after: before }
            }
            Change::TagOrder => Change::TagOrder,
            Change::Outcome { before, after } => Change::Outcome { before: after, after: before },
            Change::Moves { place, before, after, is_demoted, is_promoted } => Change::Moves {
                place,
                before: after,
                after: before,
                is_demoted: is_promoted,
                is_promoted: is_demoted,
            },
            Change::Variation { place, before, after } => {
                Change::Variation { place, before: after, after: before }
            }
            Change::VariationOrder { place } => Change::VariationOrder { place },
            Change::Comment { place, before, after } => {
                Change::Comment { place, before: after, after: before }
            }
            Change::Nag { place, before, after } => {
                Change::Nag { place, before: after, after: before }
            }
            Change::RemarkOrder { place } => Change::RemarkOrder { place },
        }
    }
}
