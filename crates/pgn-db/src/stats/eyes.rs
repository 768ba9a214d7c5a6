//! Looks at the games of a chunk, at those that are wanted.
//!
//! Owns: the reader and the query of a thread. Knows nothing of: what the games are looked at for.
//! Standard: none. Decisions: D-01.
//! Start at [`Eyes::see_all`].

use std::sync::Arc;

use super::sighting::Sighting;
use super::watch::{Seen, Watch, Whole, Wish};
use crate::scan::Chunk;
use pgn_query::{Gate, Query};
use pgnkit::charset::Choice;
use pgnkit::syntax::{Kind, sniff};

/// Reads games as far as a [`Sighting`] goes.
pub struct Eyes {
    encoding: Choice,
    wish: Wish,
    watch: Watch,
    gate: Gate,
}

/// What was seen of a chunk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sights {
    /// Games.
    pub n_games: u64,
    /// Those among them for which the query does not hold.
    pub n_unwanted: u64,
    /// Those among these of which the query cannot be answered, since their moves cannot be played.
    pub n_unplayable: u64,
    /// The source is none of games, but this.
    pub not_pgn: Option<Kind>,
}

impl Eyes {
    /// For tags and outcomes of the games for which a query holds; of all without one.
    #[must_use]
    pub fn for_tags(query: Option<&Arc<Query>>) -> Eyes {
        Eyes::new(Wish::default(), query)
    }

    pub(super) fn new(wish: Wish, query: Option<&Arc<Query>>) -> Eyes {
        let encoding = Choice::Auto;
        Eyes { encoding, wish, watch: Watch::new(encoding, wish), gate: Gate::new(query) }
    }

    /// Shows the games of a chunk that are wanted, each with whether all its moves were played.
    pub fn see_all(&mut self, chunk: &Chunk, mut show: impl FnMut(&Sighting<'_>, Whole)) -> Sights {
        let (encoding, language) = (chunk.source.encoding, chunk.source.language);
        if self.encoding != encoding {
            self.encoding = encoding;
            self.watch = Watch::new(encoding, self.wish);
        }
        let mut sights = Sights::default();
        for region in chunk.regions() {
            let verdict = self.gate.turns_away(&region, encoding, &chunk.source.name);
            if let Some(verdict) = verdict {
                sights.n_games += 1;
                sights.n_unwanted += 1;
                sights.n_unplayable += u64::from(verdict.is_unplayable());
                continue;
            }
            match self.watch.see(&region, encoding, language) {
                Seen::Game(game, whole) => {
                    sights.n_games += 1;
                    show(&game, whole);
                }
                Seen::NoGame => {}
                Seen::NotPgn => sights.not_pgn = Some(sniff(region.text)),
            }
        }
        sights
    }
}
