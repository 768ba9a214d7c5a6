//! `pgn sort --check`: the first game of each file that is after one it should be before.
//!
//! Standard: §12. Decisions: D-42.

use crate::collect::SourceSink;
use crate::exit::Exit;
use crate::rewrite::{Findings, Report};
use crate::terminal::Console;
use pgn_db::collate::Movetexts;
use pgn_db::collate::Order;
use pgn_db::error::{Error, printable};
use pgn_db::extract::{GameBatch, KeyedGame, StoredGameReader};
use pgn_db::reading::ChunkResult;
use pgn_db::scan::{Chunk, SourceInfo};
use pgn_db::sort::Tail as _;
use pgnkit::syntax::Region;

/// Takes the games, file by file, and keeps the last one.
pub(super) struct SortCheckSink {
    collation: Order,
    movetexts: Movetexts,
    /// Key and stored text of the game before; empty at the beginning of a file.
    before: (Vec<u8>, Vec<u8>),
    is_sorted: bool,
    /// No file was found out of order.
    are_sorted: bool,
    /// The name of an item.
    noun: &'static str,
}

impl SortCheckSink {
    pub(super) fn new(collation: Order, noun: &'static str) -> SortCheckSink {
        let movetexts = Movetexts::new(collation.clone());
        let before = Default::default();
        SortCheckSink { collation, movetexts, before, is_sorted: true, are_sorted: true, noun }
    }

    /// The status, if everything could be read.
    pub(super) fn exit(&self) -> Exit {
        if self.are_sorted { Exit::Clean } else { Exit::Findings }
    }

    /// Whether the game may be after the one before.
    fn follows(&mut self, game: KeyedGame<'_>) -> bool {
        let (key, stored) = &self.before;
        match game.key.cmp(key) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => {
                let (mut before, mut this) = (Vec::new(), Vec::new());
                self.movetexts.push(stored, &mut before);
                self.movetexts.push(game.stored, &mut this);
                this >= before
            }
        }
    }

    /// Reports the game and its key.
    fn report_disorder(
        &self,
        source: &SourceInfo,
        region: &Region<'_>,
        stored: &[u8],
        console: &Console,
    ) {
        let (mut one, mut other) = (StoredGameReader::default(), StoredGameReader::default());
        let decided = match (one.read(&self.before.1), other.read(stored)) {
            (Some(before), Some(game)) => self.collation.decide(before, game),
            (_, None) | (None, _) => None,
        };
        let key = decided.map_or("", |(name, _)| name);
        let location = region.begin();
        let number = region.n_games_before + 1;
        let (name, before) = (printable(&source.name), number - 1);
        let noun = self.noun;
        let line = format!(
            "{name}:{location}: {noun} {number} should come before {noun} {before}: {key}\n"
        );
        console.write(&line);
    }
}

impl SourceSink<GameBatch> for SortCheckSink {
    fn begin(&mut self, _: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.before = Default::default();
        self.is_sorted = true;
        Ok(())
    }

    fn take(
        &mut self,
        chunk: Chunk,
        ChunkResult { output: load, .. }: ChunkResult<GameBatch>,
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        report.add(&Findings::of_unread(&load.unread, &chunk.source.name));
        let mut regions = chunk.regions().enumerate();
        for game in load.games() {
            let region = regions.find(|(idx, _)| *idx == game.region_idx);
            if !self.is_sorted {
                continue;
            }
            if !self.follows(game)
                && let Some((_, region)) = region
            {
                self.report_disorder(&chunk.source, &region, game.stored, report.console);
                self.is_sorted = false;
                self.are_sorted = false;
            }
            self.before.0.clear();
            self.before.0.extend_from_slice(game.key);
            self.before.1.clear();
            self.before.1.extend_from_slice(game.stored);
        }
        Ok(())
    }
}
