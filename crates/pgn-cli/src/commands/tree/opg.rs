//! The games that come to a position, a line each, as `pgn convert --to opg` writes them.
//!
//! Owns: which games they are. Knows nothing of: the line, how a position is found in a game.
//! Standard: §13. Decisions: D-58.
//! Start at [`List`], a [`Job`], and [`Listed`], which collects.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::collect::Seen;
use crate::exit::Exit;
use crate::output::Output;
use crate::rewrite::push_opg_line;
use pgn_db::error::Error;
use pgn_db::scan::{Chunk, Collect, Job, SourceInfo};
use pgn_db::tree::{Fate, Games, Root, Sight};
use pgn_query::Query;
use pgnkit::charset::Choice;
use pgnkit::read::{Builder, Referee};
use pgnkit::syntax::Kind;

/// Writes a line for each game of a chunk that comes to the position.
pub(super) struct List {
    pub(super) root: Root,
    pub(super) query: Option<Arc<Query>>,
}

pub(super) struct Worker {
    encoding: Choice,
    sight: Sight,
    referee: Referee<Builder, ()>,
}

/// The lines of a chunk.
#[derive(Default)]
pub(super) struct Lines {
    text: Vec<u8>,
    games: Games,
    not_pgn: Option<Kind>,
}

impl Job for List {
    type Worker = Worker;
    type Output = Lines;

    fn worker(&self) -> Worker {
        let encoding = Choice::Auto;
        let sight = Sight::new(self.root, self.query.as_ref());
        Worker { encoding, sight, referee: builder(encoding) }
    }

    fn work(&self, worker: &mut Worker, chunk: &Chunk) -> Lines {
        if worker.encoding != chunk.source.encoding {
            worker.encoding = chunk.source.encoding;
            worker.referee = builder(worker.encoding);
        }
        let mut lines = Lines::default();
        for region in chunk.regions() {
            let Lines { games, not_pgn, .. } = &mut lines;
            let passage = worker.sight.look(&region, &chunk.source, games, not_pgn);
            if passage.is_none_or(|passage| passage.fate() != Fate::Reached) {
                continue;
            }
            match region.visit(&mut worker.referee) {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(never) => match never {},
            }
            if let Some(game) = worker.referee.follow.lend() {
                push_opg_line(game, &mut lines.text);
            }
        }
        lines
    }
}

fn builder(encoding: Choice) -> Referee<Builder, ()> {
    Referee::new(Builder::new(encoding), ()).encoding(encoding)
}

/// Writes the lines of one file after the other.
pub(super) struct Listed<'a> {
    output: Output,
    seen: Seen<'a>,
}

impl<'a> Listed<'a> {
    pub(super) fn new(output: Output, seen: Seen<'a>) -> Listed<'a> {
        Listed { output, seen }
    }

    pub(super) fn finish(self) -> Result<Exit, Error> {
        let exit = self.seen.close()?;
        self.output.commit()?;
        Ok(exit)
    }
}

impl Collect<Lines> for Listed<'_> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.seen.begin(source);
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, lines: Lines) -> Result<(), Error> {
        self.seen.take(chunk.n_games(), &lines.games, lines.not_pgn);
        self.output.write_all(&lines.text).map_err(|error| self.output.trouble(error))
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        self.seen.end(source, end);
        Ok(())
    }

    fn trouble(&mut self, error: Error) -> Result<(), Error> {
        self.seen.trouble(&error);
        Ok(())
    }
}
