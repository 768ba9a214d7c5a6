//! Enters the games of a chunk.
//!
//! Owns: the work of a thread. Knows nothing of: which games belong together.
//! Standard: none. Decisions: D-22.
//! Start at [`Enter`], a [`Job`].

use std::ops::Range;
use std::sync::Arc;

use super::entry::Entry;
use crate::scan::{Chunk, Job};
use crate::stats::{Eyes, Sights};
use pgn_query::Query;

/// Enters games: all with known players.
#[derive(Clone, Default)]
pub struct Enter {
    /// Which games are entered, if not all are.
    pub query: Option<Arc<Query>>,
}

/// The entries of a chunk.
#[derive(Debug, Default)]
pub struct Entered {
    bytes: Vec<u8>,
    /// Where the key of each entry is, and where its load ends.
    entries: Vec<(Range<usize>, usize)>,
    /// The games that were seen.
    pub sights: Sights,
    /// Those among them that are wanted and lack the name of a player.
    pub n_nameless: u64,
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
        Eyes::for_tags(self.query.as_ref())
    }

    fn work(&self, eyes: &mut Eyes, chunk: &Chunk) -> Entered {
        let mut entered = Entered::default();
        entered.sights = eyes.see_all(chunk, |game, _| match Entry::of(game) {
            Some(entry) => entered.push(&entry),
            None => entered.n_nameless += 1,
        });
        entered
    }
}
