//! Enters the games of a chunk (D-22).

use std::ops::Range;

use super::entry::Entry;
use crate::reading::{Next, Place, ReadGames, RegionKind};
use crate::stats::SummaryReader;
use pgn_query::facts::GameView;
use pgnkit::charset::Choice;
use pgnkit::syntax::Region;

/// Enters games: all with known players.
#[derive(Clone, Copy, Debug, Default)]
pub struct Enter;

/// The entries of a chunk.
#[derive(Debug, Default)]
pub struct Entered {
    bytes: Vec<u8>,
    /// Where the key of each entry is, and where its load ends.
    entries: Vec<(Range<usize>, usize)>,
    /// Games that lack the name of a player.
    pub nameless_count: u64,
}

impl Entered {
    pub(super) fn items(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.entries.iter().map(|(key, end)| (&self.bytes[key.clone()], &self.bytes[key.end..*end]))
    }

    fn enter(&mut self, game: &GameView<'_>) {
        match Entry::of(game) {
            Some(entry) => self.push(&entry),
            None => self.nameless_count += 1,
        }
    }

    pub(super) fn push(&mut self, entry: &Entry) {
        let from = self.bytes.len();
        entry.push_key(&mut self.bytes);
        let key = from..self.bytes.len();
        entry.encode(&mut self.bytes);
        self.entries.push((key, self.bytes.len()));
    }
}

impl ReadGames for Enter {
    type Reader = SummaryReader;
    type Output = Entered;

    fn reader(&self, encoding: Choice) -> SummaryReader {
        SummaryReader::for_tags(encoding)
    }

    fn begin(&self, _: &mut SummaryReader, _: usize) -> Entered {
        Entered::default()
    }

    fn read(&self, reader: &mut SummaryReader, at: Place<'_>, entered: &mut Entered) -> RegionKind {
        reader.see(at, |game, _| entered.enter(game))
    }

    fn reads_while_cut(&self, _: &SummaryReader) -> bool {
        true
    }

    fn read_next<'t>(
        &self,
        reader: &mut SummaryReader,
        next: Next<'_, 't>,
        entered: &mut Entered,
    ) -> Option<(Region<'t>, RegionKind)> {
        reader.see_next(next, |game, _| entered.enter(game))
    }
}
