//! Enters the games of a chunk.
//!
//! Owns: the work of a thread. Knows nothing of: which games belong together.
//! Standard: none. Decisions: D-22.
//! Start at [`Enter`], a [`Job`].

use std::ops::Range;

use super::entry::Entry;
use crate::scan::{Chunk, Job};
use crate::stats::Eyes;
use pgnkit::syntax::Kind;

/// Enters games: all with known players.
#[derive(Clone, Copy, Debug, Default)]
pub struct Enter;

/// The entries of a chunk.
#[derive(Debug, Default)]
pub struct Entered {
    bytes: Vec<u8>,
    /// Where the key of each entry is, and where its load ends.
    entries: Vec<(Range<usize>, usize)>,
    /// Games that were read.
    pub n_games: u64,
    /// Those among them without the name of a player.
    pub n_nameless: u64,
    /// The source is none of games, but this.
    pub not_pgn: Option<Kind>,
}

impl Entered {
    /// Keys and loads for a sorter.
    pub(super) fn items(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.entries.iter().map(|(key, end)| (&self.bytes[key.clone()], &self.bytes[key.end..*end]))
    }

    pub(super) fn push(&mut self, entry: &Entry) {
        let from = self.bytes.len();
        entry.push_key(&mut self.bytes);
        let key = from..self.bytes.len();
        entry.encode(&mut self.bytes);
        self.entries.push((key, self.bytes.len()));
    }
}

impl Job for Enter {
    type Worker = Eyes;
    type Output = Entered;

    fn worker(&self) -> Eyes {
        Eyes::for_tags()
    }

    fn work(&self, eyes: &mut Eyes, chunk: &Chunk) -> Entered {
        let mut entered = Entered::default();
        let not_pgn = eyes.see_all(chunk, |game| {
            entered.n_games += 1;
            match Entry::of(game) {
                Some(entry) => entered.push(&entry),
                None => entered.n_nameless += 1,
            }
        });
        entered.not_pgn = not_pgn;
        entered
    }
}
