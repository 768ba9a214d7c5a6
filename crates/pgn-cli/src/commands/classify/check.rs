//! `pgn classify --check`: reports tags that disagree with the moves.
//!
//! Standard: §9.3, §9.4.

use std::path::Path;
use std::sync::Arc;

use super::name::{ClassifyCounts, OpeningTag, says_something};
use crate::args::Read;
use crate::collect::{SourceReporter, SourceSink};
use crate::conservation;
use crate::exit::Exit;
use crate::indexed::UseIndex;
use crate::output::Output;
use crate::rewrite::Report;
use crate::terminal::Console;
use pgn_db::error::{Error, printable};
use pgn_db::reading::{ChunkResult, Place, ReadGames, RegionKind};
use pgn_db::scan::{Chunk, SourceInfo};
use pgn_query::Query;
use pgnkit::charset::Choice;
use pgnkit::opening::{OpeningReader, Table};
use pgnkit::read::RegionReader;

/// Compares the tags of games with their moves.
#[derive(Clone)]
pub(super) struct Compare {
    pub(super) table: &'static Table,
    pub(super) parts: Vec<OpeningTag>,
    pub(super) counts: Arc<ClassifyCounts>,
}

/// The state of a thread.
pub(super) struct CheckWorker {
    tags: RegionReader,
    opening: OpeningReader<'static>,
}

/// The findings in a chunk.
#[derive(Default)]
pub(super) struct DifferenceLines(String);

impl Compare {
    /// Compares the games for which the query is true; the status shows whether a tag differs.
    pub(super) fn run(
        self,
        (read, index): (&Read, UseIndex),
        query: Option<Arc<Query>>,
        output: Option<&Path>,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        let inputs = read.inputs();
        let output = Output::open(output, &inputs)?;
        console.start_progress(&inputs, &output);
        let differences =
            DifferenceWriter { output, games: conservation::Games::default(), differs: false };
        let mut collector = SourceReporter::new(differences, console);
        index.scan((inputs, read.scan_options()), query, self, &mut collector, console)?;
        let SourceReporter { taken: DifferenceWriter { output, games, differs }, report } =
            collector;
        games.close("classify")?;
        output.commit(console)?;
        Ok(report.exit.max(if differs { Exit::Findings } else { Exit::Clean }))
    }

    /// Compares the game whose opening was computed.
    fn compare(&self, at: Place<'_>, worker: &mut CheckWorker, to: &mut DifferenceLines) {
        let Place { region, source, .. } = at;
        let Some(opening) = self.counts.take(&worker.opening) else { return };
        worker.tags.read(region);
        let Some(game) = worker.tags.game() else { return };
        for &part in &self.parts {
            let value = game.tag(part.tag());
            let Some(value) = value.filter(|value| says_something(Some(value))) else { continue };
            if part.fits(value, &opening) {
                continue;
            }
            let (place, number) = (region.begin(), region.n_games_before + 1);
            let expected = match part.of(&opening) {
                Some(expected) => format!("{expected:?}"),
                None => "none".to_owned(),
            };
            let (tag, name) = (part.tag(), opening.name);
            to.0.push_str(&printable(&format!(
                "{}:{place}: game {number}: {tag} is {value:?}, but the moves give {expected} \
                 ({name})",
                source.name
            )));
            to.0.push('\n');
        }
    }
}

impl ReadGames for Compare {
    type Reader = CheckWorker;
    type Output = DifferenceLines;

    fn reader(&self, encoding: Choice) -> CheckWorker {
        let opening = OpeningReader::new(self.table);
        let tags = RegionReader::tags_only(encoding);
        CheckWorker { tags, opening }
    }

    fn begin(&self, _: &mut CheckWorker, _: usize) -> DifferenceLines {
        DifferenceLines::default()
    }

    fn read(
        &self,
        worker: &mut CheckWorker,
        at: Place<'_>,
        lines: &mut DifferenceLines,
    ) -> RegionKind {
        let is_not_pgn = worker.opening.read(at.region).is_not_pgn;
        self.compare(at, worker, lines);
        RegionKind::of(is_not_pgn, at.region.is_game())
    }
}

/// Writes the lines in order.
struct DifferenceWriter {
    output: Output,
    games: conservation::Games,
    differs: bool,
}

impl SourceSink<DifferenceLines> for DifferenceWriter {
    fn begin(&mut self, source: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.games.input_count += source.passed_count;
        self.games.rejected_count += source.passed_count;
        Ok(())
    }

    fn take(
        &mut self,
        chunk: Chunk,
        ChunkResult { header, output: lines }: ChunkResult<DifferenceLines>,
        _: &mut Report<'_>,
    ) -> Result<(), Error> {
        self.games.input_count += chunk.game_count();
        self.games.output_count += header.game_count;
        self.games.rejected_count += header.unwanted_count;
        self.differs |= !lines.0.is_empty();
        self.output.put(lines.0)
    }
}
