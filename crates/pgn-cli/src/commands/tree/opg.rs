//! The games that come to a position, a line each.
//!
//! ```text
//! line = moves TAB white " - " black TAB result TAB opening LF
//! ```
//!
//! The moves are those of the main line in SAN, with spaces between. The opening is the tag ECO,
//! else the tag Opening, else the code that the table of openings gives; a question mark stands for
//! what is not known.
//!
//! Owns: this form. Knows nothing of: how a position is found in a game.
//! Standard: §13. Decisions: D-58.
//! Start at [`List`], a [`Job`], and [`Listed`], which collects.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::collect::Seen;
use crate::exit::Exit;
use crate::output::Output;
use crate::rewrite::Report;
use pgn_db::error::Error;
use pgn_db::query::Query;
use pgn_db::scan::{Chunk, Collect, Job, SourceInfo};
use pgn_db::tree::{Fate, Games, Root, Sight};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::opening::Table;
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
                push_line(game, &mut lines.text);
            }
        }
        lines
    }
}

fn builder(encoding: Choice) -> Referee<Builder, ()> {
    Referee::new(Builder::new(encoding), ()).encoding(encoding)
}

fn push_line(game: &Game, text: &mut Vec<u8>) {
    for (n, node) in game.main_line().enumerate() {
        if n > 0 {
            text.push(b' ');
        }
        if let Some(san) = game.tree().san(node) {
            text.extend_from_slice(san.as_str().as_bytes());
        }
    }
    let known = |name| game.tag(name).map(str::trim).filter(|value| !matches!(*value, "" | "?"));
    text.push(b'\t');
    push_field(known("White").unwrap_or("?"), text);
    text.extend_from_slice(b" - ");
    push_field(known("Black").unwrap_or("?"), text);
    text.push(b'\t');
    text.extend_from_slice(game.outcome().marker().as_bytes());
    text.push(b'\t');
    match known("ECO").or_else(|| known("Opening")) {
        Some(value) => push_field(value, text),
        None => {
            let opening = Table::standard().classify(game);
            let code = opening.map_or_else(|| "?".to_owned(), |opening| opening.code.to_string());
            text.extend_from_slice(code.as_bytes());
        }
    }
    text.push(b'\n');
}

/// A value; what would end the field or the line becomes a space.
fn push_field(value: &str, text: &mut Vec<u8>) {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.extend(value.chars().map(plain).collect::<String>().bytes());
}

/// Writes the lines of one file after the other.
pub(super) struct Listed<'a> {
    output: Output,
    seen: Seen<'a>,
}

impl<'a> Listed<'a> {
    pub(super) fn new(output: Output, report: Report<'a>) -> Listed<'a> {
        Listed { output, seen: Seen::new(report) }
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
