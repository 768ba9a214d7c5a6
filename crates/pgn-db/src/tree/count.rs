//! The games of a chunk, counted.
//!
//! Owns: the work of a thread. Knows nothing of: what becomes of the counts.
//! Standard: none.
//! Start at [`Count`].

use super::Edge;
use super::passage::{Fate, Passage, Root};
use super::score::{Score, Side};
use crate::carry::Sniff;
use crate::scan::{Chunk, Job, SourceInfo};
use pgn_query::{Gate, Query};
use pgnkit::read::{Brief, Referee};
use pgnkit::syntax::{Kind, Region, sniff};
use std::sync::Arc;

/// Counts the moves behind a position in the games of a chunk.
#[derive(Clone, Debug)]
pub struct Count {
    /// What is asked for.
    pub root: Root,
    /// Which games count; all of them without a query.
    pub query: Option<Arc<Query>>,
}

/// What became of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// How the games went that came to the position; the ratings are White's.
    pub reached: Score,
    /// Games that did not.
    pub n_elsewhere: u64,
    /// Games that do not count, since their moves cannot be played.
    pub n_unplayable: u64,
    /// Games that the query leaves out.
    pub n_unwanted: u64,
}

impl Games {
    fn add(&mut self, passage: &Passage) {
        match passage.fate() {
            Fate::NoGame => {}
            Fate::Unplayable => self.n_unplayable += 1,
            Fate::Elsewhere => self.n_elsewhere += 1,
            Fate::Reached => self.reached.join(&Score::of_game(passage.facts(), Side::White)),
        }
    }

    /// Adds other games.
    pub fn join(&mut self, other: &Games) {
        self.reached.join(&other.reached);
        self.n_elsewhere += other.n_elsewhere;
        self.n_unplayable += other.n_unplayable;
        self.n_unwanted += other.n_unwanted;
    }

    /// All of them.
    #[must_use]
    pub fn n(&self) -> u64 {
        u64::from(self.reached.n_games) + self.n_elsewhere + self.n_unplayable + self.n_unwanted
    }
}

/// What was counted in a chunk.
#[derive(Debug, Default)]
pub struct Counted {
    /// The games.
    pub games: Games,
    /// The moves of all games, in no order, each with the place of what it adds in `scores`.
    pub(super) moves: Vec<(Edge, u32)>,
    /// What a game adds to the moves of White and to those of Black.
    pub(super) scores: Vec<Score>,
    /// The source is none of games, but this.
    pub not_pgn: Option<Kind>,
}

/// Looks at games one after the other: which are wanted, and how they pass the position. One for
/// each thread.
pub struct Sight {
    brief: Brief<Passage, Sniff>,
    gate: Gate,
}

impl Sight {
    /// Looks for this in the games that the query wants.
    #[must_use]
    pub fn new(root: Root, query: Option<&Arc<Query>>) -> Sight {
        let referee = Referee::new(Passage::new(root), Sniff::default());
        Sight { brief: Brief { referee }, gate: Gate::new(query) }
    }

    /// Looks at the game of a region and counts it; what it gives may have
    /// [reached](Fate::Reached) the position. What is no PGN is told to `not_pgn`.
    pub fn look(
        &mut self,
        region: &Region<'_>,
        source: &SourceInfo,
        games: &mut Games,
        not_pgn: &mut Option<Kind>,
    ) -> Option<&mut Passage> {
        if let Some(verdict) = self.gate.turns_away(region, source.encoding, &source.name) {
            let counted = match verdict.is_unplayable() {
                true => &mut games.n_unplayable,
                false => &mut games.n_unwanted,
            };
            *counted += 1;
            return None;
        }
        self.brief.read(region);
        let referee = &mut self.brief.referee;
        if std::mem::take(&mut referee.notes).is_not_pgn {
            *not_pgn = Some(sniff(region.text));
        }
        // Text behind the last game is none.
        region.end?;
        games.add(&referee.follow);
        Some(&mut referee.follow)
    }
}

impl Job for Count {
    type Worker = Sight;
    type Output = Counted;

    fn worker(&self) -> Sight {
        Sight::new(self.root, self.query.as_ref())
    }

    fn work(&self, sight: &mut Sight, chunk: &Chunk) -> Counted {
        let mut counted = Counted::default();
        let Counted { games, moves, scores, not_pgn } = &mut counted;
        for region in chunk.regions() {
            let Some(passage) = sight.look(&region, &chunk.source, games, not_pgn) else {
                continue;
            };
            let white = scores.len() as u32;
            moves.extend(passage.edges().iter().map(|&(edge, side)| match side {
                Side::White => (edge, white),
                Side::Black => (edge, white + 1),
            }));
            if passage.fate() == Fate::Reached {
                let sides = [Side::White, Side::Black];
                scores.extend(sides.map(|side| Score::of_game(passage.facts(), side)));
            }
        }
        counted
    }
}
