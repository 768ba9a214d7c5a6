//! The games that reach a position, one per line, in the format of `pgn convert --to opg`.
//!
//! Standard: §13. Decisions: D-58.

use super::collect::GameCounts;
use crate::collect::SourceSink;
use crate::output::Output;
use crate::rewrite::{Report, push_opg_line};
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::reading::{self, ChunkResult, Place, ReadGames};
use pgn_db::scan::{Chunk, SourceInfo};
use pgn_db::tree::{GameOutcome, Games, Root, Sight};
use pgnkit::charset::Choice;
use pgnkit::read::RegionReader;

/// Writes a line for each game of a chunk that reaches this position.
pub(super) struct List(pub(super) Root);

pub(super) struct OpgWorker {
    sight: Sight,
    games: RegionReader,
}

/// The lines of a chunk.
#[derive(Default)]
pub(super) struct OpgLines {
    text: Vec<u8>,
    games: Games,
}

impl ReadGames for List {
    type Reader = OpgWorker;
    type Output = OpgLines;

    fn reader(&self, encoding: Choice) -> OpgWorker {
        let games = RegionReader::new(encoding);
        OpgWorker { sight: Sight::new(self.0), games }
    }

    fn begin(&self, _: &mut OpgWorker, _: usize) -> OpgLines {
        OpgLines::default()
    }

    fn read(
        &self,
        worker: &mut OpgWorker,
        at: Place<'_>,
        lines: &mut OpgLines,
    ) -> reading::RegionKind {
        let (seen, passage) = worker.sight.look(at, &mut lines.games);
        if at.region.is_game() && passage.fate() == GameOutcome::Reached {
            worker.games.read(at.region);
            if let Some(game) = worker.games.game() {
                push_opg_line(game, &mut lines.text);
            }
        }
        seen
    }
}

/// Writes the lines, file by file.
pub(super) struct Listed {
    output: Output,
    seen: GameCounts,
}

impl Listed {
    pub(super) fn new(output: Output, seen: GameCounts) -> Listed {
        Listed { output, seen }
    }

    pub(super) fn finish(self, console: &Console) -> Result<(), Error> {
        self.seen.close()?;
        self.output.commit(console)
    }
}

impl SourceSink<OpgLines> for Listed {
    fn begin(&mut self, source: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.seen.begin(source);
        Ok(())
    }

    fn take(
        &mut self,
        chunk: Chunk,
        ChunkResult { header, output: lines }: ChunkResult<OpgLines>,
        _: &mut Report<'_>,
    ) -> Result<(), Error> {
        self.seen.take(chunk.game_count(), &header, &lines.games);
        self.output.put(&lines.text)
    }

    fn report(&mut self, source: &SourceInfo, report: &mut Report<'_>) {
        self.seen.end(source, report);
    }
}
