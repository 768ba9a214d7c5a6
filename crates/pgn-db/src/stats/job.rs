//! Counts the games of a chunk.
//!
//! Owns: the work of a thread. Knows nothing of: the order of chunks.
//! Standard: none. Decisions: D-01, D-33.
//! Start at [`Count`], a [`Job`].

use std::sync::Arc;

use super::eyes::{Eyes, Sights};
use super::group::{Groups, Table};
use super::sighting::{Openings, WantedPlayer};
use super::watch::{Whole, Wish};
use super::word::Word;
use crate::scan::{Chunk, Job};
use pgn_query::Query;

/// Counts games in tables.
#[derive(Clone)]
pub struct Count {
    /// The tables.
    pub tables: Vec<Table>,
    /// Whose games are counted, if not all are.
    pub player: Option<WantedPlayer>,
    /// Which games are counted, if not all are.
    pub query: Option<Arc<Query>>,
    /// Plies are counted even when no word needs them.
    pub with_plies: bool,
    /// Who says what openings are.
    pub openings: Openings,
}

/// What was counted in a chunk.
#[derive(Debug, Default)]
pub struct Found {
    /// The groups of each table.
    pub groups: Vec<Groups>,
    /// The games that were seen.
    pub sights: Sights,
    /// Those among them that are counted.
    pub n_counted: u64,
    /// Those among these whose moves were read and cannot all be played.
    pub n_broken: u64,
}

impl Count {
    fn wish(&self) -> Wish {
        let words = || self.tables.iter().flat_map(Table::words);
        Wish {
            moves: self.with_plies || words().any(Word::needs_moves),
            language: words().any(|word| *word == Word::Language),
            eco: words().any(|word| matches!(word, Word::Eco | Word::EcoLetter)),
            opening: words().any(|word| matches!(word, Word::Opening | Word::Variation)),
            openings: self.openings,
        }
    }
}

impl Job for Count {
    type Worker = Eyes;
    type Output = Found;

    fn worker(&self) -> Eyes {
        Eyes::new(self.wish(), self.query.as_ref())
    }

    fn work(&self, eyes: &mut Eyes, chunk: &Chunk) -> Found {
        let mut groups = vec![Groups::default(); self.tables.len()];
        let (mut n_counted, mut n_broken) = (0, 0);
        let sights = eyes.see_all(chunk, |game, whole| {
            if self.player.as_ref().is_some_and(|wanted| !wanted.plays(game)) {
                return;
            }
            n_counted += 1;
            n_broken += u64::from(whole == Whole::Broken);
            for (table, groups) in self.tables.iter().zip(&mut groups) {
                table.count(game, self.player.as_ref(), groups);
            }
        });
        Found { groups, sights, n_counted, n_broken }
    }
}
