//! The results of the sources, in order: reported, and passed to the verb.

use crate::args::Read;
use crate::collection::Collection;
use crate::exit::Exit;
use crate::rewrite::Report;
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::reading::{ChunkResult, ReadGames, Reading};
use pgn_db::scan::{self, Chunk, ChunkSink, SourceInfo};
use pgn_db::source::Inputs;

/// The handling of the results by a verb, source by source, in their order.
pub(crate) trait SourceSink<O> {
    /// A source begins.
    ///
    /// # Errors
    /// Whatever must end the run.
    fn begin(&mut self, _: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// The result of a chunk. The report has counted its games; findings are to be
    /// [added](Report::add) to it.
    ///
    /// # Errors
    /// Whatever must end the run.
    fn take(
        &mut self,
        chunk: Chunk,
        made: ChunkResult<O>,
        report: &mut Report<'_>,
    ) -> Result<(), Error>;

    /// Whether more games are of use.
    fn wants_more(&self) -> bool {
        true
    }

    /// The source cannot be read, or not to its end; it is over.
    fn fail(&mut self) {}

    /// A source is over.
    ///
    /// # Errors
    /// Whatever must end the run.
    fn end(&mut self, _: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Further messages about a source, after the report.
    fn report(&mut self, _: &SourceInfo, _: &mut Report<'_>) {}
}

/// Reads records of positions, one per line; returns the result, and the status.
///
/// # Errors
/// Those of `taken`.
pub(crate) fn read_lines<J: ReadGames, T: SourceSink<J::Output>>(
    inputs: Inputs,
    read: &Read,
    job: J,
    taken: T,
    console: &Console,
) -> Result<(T, Exit), Error> {
    let options = read.scan_options().with_cut(scan::Cut::Lines);
    let mut collector = SourceReporter::new(taken, console);
    scan::run(inputs, options, Reading::all(job), &mut collector)?;
    Ok((collector.taken, collector.report.exit))
}

/// Reports on the sources of a verb.
pub(crate) struct SourceReporter<'a, T> {
    /// The results that the verb has collected.
    pub(crate) taken: T,
    pub(crate) report: Report<'a>,
}

impl<'a, T> SourceReporter<'a, T> {
    pub(crate) fn new(taken: T, console: &'a Console) -> SourceReporter<'a, T> {
        SourceReporter { taken, report: Report::new(console, "") }
    }
}

impl<T> SourceReporter<'_, T> {
    /// The same, with messages about what the sources have: games or records.
    pub(crate) fn about(mut self, collection: &Collection) -> Self {
        if collection.has_records() {
            self.report.set_records();
        }
        self
    }
}

impl<O, T: SourceSink<O>> ChunkSink<ChunkResult<O>> for SourceReporter<'_, T> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.report.begin(source);
        self.taken.begin(source, &mut self.report)
    }

    fn take(&mut self, chunk: Chunk, made: ChunkResult<O>) -> Result<(), Error> {
        self.report.count(&made.header);
        self.taken.take(chunk, made, &mut self.report)
    }

    fn wants_more(&self) -> bool {
        self.taken.wants_more()
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        if end.is_err() {
            self.taken.fail();
        }
        self.taken.end(source, &mut self.report)?;
        self.report.end(source, end);
        self.taken.report(source, &mut self.report);
        Ok(())
    }

    fn on_error(&mut self, error: Error) -> Result<(), Error> {
        self.report.on_error(&error);
        Ok(())
    }
}
