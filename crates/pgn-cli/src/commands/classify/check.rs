//! `pgn classify --check`: tags that say something else than the moves.
//!
//! Owns: the comparison and its lines. Knows nothing of: how an opening is found.
//! Standard: §9.3, §9.4. Decisions: none.
//! Start at [`Compare`], a [`Job`].

use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::name::{Counts, Part, says_something};
use crate::args::Read;
use crate::exit::Exit;
use crate::indexed::UseIndex;
use crate::output::Output;
use crate::rewrite::{Findings, Report};
use crate::tally;
use crate::terminal::Console;
use pgn_db::error::{Error, printable};
use pgn_db::scan::{Chunk, Collect, Job, SourceInfo};
use pgn_query::{Matcher, Query};
use pgnkit::charset::Choice;
use pgnkit::opening::{Finder, Table};
use pgnkit::read::{Brief, Builder, Referee};
use pgnkit::syntax::{GameEnd, Region};

/// Compares the tags of games with their moves.
#[derive(Clone)]
pub(super) struct Compare {
    pub(super) table: &'static Table,
    pub(super) parts: Vec<Part>,
    pub(super) query: Option<Arc<Query>>,
    pub(super) counts: Arc<Counts>,
}

/// What a thread keeps.
pub(super) struct Worker {
    encoding: Choice,
    tags: Box<Referee<Builder, ()>>,
    brief: Brief<Finder<'static>>,
    matcher: Option<Matcher>,
}

/// What was found in a chunk.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
    games: tally::Games,
}

impl Compare {
    /// Compares all games; the status says whether a tag differs.
    pub(super) fn run(
        self,
        (read, index): (&Read, UseIndex),
        output: Option<&Path>,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        let inputs = read.inputs();
        let output = Output::open(output, &inputs)?;
        console.start_progress(&inputs, &output);
        let games = tally::Games::default();
        let mut told =
            Told { output, report: Report::new(console, ""), games, n_read: 0, differs: false };
        let (input, query) = ((inputs, read.scan_options()), self.query.clone());
        index.scan(input, query.as_ref(), self, &mut told, console)?;
        let Told { output, report, games, n_read, differs } = told;
        tally::Games { n_in: n_read, ..games }.close("classify")?;
        output.commit()?;
        Ok(report.exit.max(if differs { Exit::Findings } else { Exit::Clean }))
    }

    fn compare(
        &self,
        region: &Region<'_>,
        worker: &mut Worker,
        source: &SourceInfo,
        to: &mut Lines,
    ) {
        worker.brief.read(region);
        let Some(opening) = self.counts.take(&worker.brief.referee.follow) else { return };
        match region.visit(&mut *worker.tags) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(never) => match never {},
        }
        let Some(game) = worker.tags.follow.lend() else { return };
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
            to.text.push_str(&printable(&format!(
                "{}:{place}: game {number}: {tag} is {value:?}, the moves say {expected} ({name})",
                source.name
            )));
            to.text.push('\n');
        }
    }
}

impl Job for Compare {
    type Worker = Worker;
    type Output = Lines;

    fn worker(&self) -> Worker {
        Worker {
            encoding: Choice::Auto,
            tags: tags_of(Choice::Auto),
            brief: Brief::new(Finder::new(self.table)),
            matcher: self.query.as_ref().map(|query| query.matcher(Choice::Auto)),
        }
    }

    fn work(&self, worker: &mut Worker, chunk: &Chunk) -> Lines {
        let source = &*chunk.source;
        if worker.encoding != source.encoding {
            worker.encoding = source.encoding;
            worker.tags = tags_of(source.encoding);
        }
        let mut lines = Lines::default();
        for region in chunk.regions() {
            let verdict = worker.matcher.as_mut().map(|matcher| {
                matcher.set_encoding(source.encoding);
                matcher.test(&region, &source.name)
            });
            match verdict {
                Some(None) => continue,
                Some(Some(verdict)) if !verdict.holds() => lines.games.n_rejected += 1,
                Some(Some(_)) | None => {
                    let is_game = region.end.is_some_and(|end| end != GameEnd::NoGame);
                    lines.games.n_out += u64::from(is_game);
                    self.compare(&region, worker, source, &mut lines);
                }
            }
        }
        lines
    }
}

fn tags_of(encoding: Choice) -> Box<Referee<Builder, ()>> {
    Box::new(Referee::new(Builder::tags_with_places(encoding), ()).encoding(encoding))
}

/// Writes the lines in order.
struct Told<'a> {
    output: Output,
    report: Report<'a>,
    games: tally::Games,
    n_read: u64,
    differs: bool,
}

impl Collect<Lines> for Told<'_> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.report.begin(source);
        self.n_read += source.n_passed;
        self.games.n_rejected += source.n_passed;
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, lines: Lines) -> Result<(), Error> {
        self.report.take(chunk.n_games(), &Findings::default());
        self.n_read += chunk.n_games();
        self.games.n_out += lines.games.n_out;
        self.games.n_rejected += lines.games.n_rejected;
        self.differs |= !lines.text.is_empty();
        self.output.write_all(lines.text.as_bytes()).map_err(|error| self.output.trouble(error))
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        self.report.end(source, end);
        Ok(())
    }

    fn trouble(&mut self, error: Error) -> Result<(), Error> {
        self.report.trouble(&error);
        Ok(())
    }
}
