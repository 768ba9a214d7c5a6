//! Counts the games of a chunk.
//!
//! Owns: the work of a thread. Knows nothing of: the order of chunks.
//! Standard: none. Decisions: D-01, D-33.
//! Start at [`Count`], a [`Job`].

use super::group::{Groups, Table};
use super::sighting::WantedPlayer;
use super::watch::{Seen, Watch, Whole, Wish};
use super::word::Word;
use crate::scan::{Chunk, Job};
use pgnkit::charset::Choice;
use pgnkit::syntax::{Kind, sniff};

/// Counts games in tables.
#[derive(Clone, Debug)]
pub struct Count {
    /// The tables.
    pub tables: Vec<Table>,
    /// Whose games are counted, if not all are.
    pub player: Option<WantedPlayer>,
    /// Plies are counted even when no word needs them.
    pub with_plies: bool,
}

/// What was counted in a chunk.
#[derive(Debug, Default)]
pub struct Found {
    /// The groups of each table.
    pub groups: Vec<Groups>,
    /// Games that were read.
    pub n_games: u64,
    /// Those among them that are counted.
    pub n_counted: u64,
    /// Those among them whose moves were read and cannot all be played.
    pub n_broken: u64,
    /// The source is none of games, but this.
    pub not_pgn: Option<Kind>,
}

impl Count {
    fn wish(&self) -> Wish {
        let words = || self.tables.iter().flat_map(Table::words);
        Wish {
            moves: self.with_plies || words().any(Word::needs_moves),
            language: words().any(|word| *word == Word::Language),
        }
    }
}

/// What a thread keeps from chunk to chunk.
pub struct Worker {
    encoding: Choice,
    watch: Watch,
}

impl Job for Count {
    type Worker = Worker;
    type Output = Found;

    fn worker(&self) -> Worker {
        Worker { encoding: Choice::Auto, watch: Watch::new(Choice::Auto, self.wish()) }
    }

    fn work(&self, worker: &mut Worker, chunk: &Chunk) -> Found {
        let (encoding, language) = (chunk.source.encoding, chunk.source.language);
        if worker.encoding != encoding {
            *worker = Worker { encoding, watch: Watch::new(encoding, self.wish()) };
        }
        let groups = vec![Groups::default(); self.tables.len()];
        let mut found = Found { groups, ..Found::default() };
        for region in chunk.regions() {
            let (game, whole) = match worker.watch.see(&region, encoding, language) {
                Seen::Game(game, whole) => (game, whole),
                Seen::NoGame => continue,
                Seen::NotPgn => {
                    found.not_pgn = Some(sniff(region.text));
                    continue;
                }
            };
            found.n_games += 1;
            let is_wanted = |wanted: &WantedPlayer| wanted.plays(&game);
            if !self.player.as_ref().is_none_or(is_wanted) {
                continue;
            }
            found.n_counted += 1;
            found.n_broken += u64::from(whole == Whole::Broken);
            for (table, groups) in self.tables.iter().zip(&mut found.groups) {
                table.count(&game, self.player.as_ref(), groups);
            }
        }
        found
    }
}
