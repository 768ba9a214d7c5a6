//! The counts of all files, gathered, and what is said of games that do not count.
//!
//! Owns: these sentences, the account of games. Knows nothing of: how a tree looks.
//! Standard: none.
//! Start at [`Taken`], which collects.

use crate::exit::Exit;
use crate::memory::temporary_trouble;
use crate::rewrite::{Findings, Report};
use crate::tally;
use crate::terminal::counted;
use pgn_db::error::Error;
use pgn_db::scan::{Chunk, Collect, SourceInfo};
use pgn_db::sort::Folder;
use pgn_db::tree::{Counted, Games, Gather, Moves, Played};
use pgn_query::Query;
use pgnkit::syntax::Kind;

/// What became of the games of one file after the other.
pub(super) struct Seen<'a> {
    passed: Passed,
    report: Report<'a>,
    games: Games,
    /// Of the present file.
    of_file: Games,
    n_read: u64,
}

/// What the games of a file are that an index rules out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    /// They do not come to the position.
    Elsewhere,
    /// The query leaves them out.
    Unwanted,
}

impl Passed {
    /// When games are chosen by this query, or by the position.
    pub(super) fn with(query: Option<&Query>) -> Passed {
        if query.is_some() { Passed::Unwanted } else { Passed::Elsewhere }
    }

    /// Those of a source.
    pub(super) fn games_of(self, source: &SourceInfo) -> Games {
        let n = source.n_passed;
        match self {
            Passed::Elsewhere => Games { n_elsewhere: n, ..Games::default() },
            Passed::Unwanted => Games { n_unwanted: n, ..Games::default() },
        }
    }
}

/// Takes the counts of one file after the other.
pub(super) struct Taken<'a> {
    gather: Gather<Folder>,
    folder: Folder,
    seen: Seen<'a>,
}

/// What the index of a file says.
pub(super) struct Answer {
    pub(super) name: String,
    pub(super) n_games: u32,
    pub(super) games: Games,
    pub(super) moves: Vec<Played>,
}

/// All that was counted.
pub(super) struct Total {
    pub(super) games: Games,
    pub(super) moves: Moves,
    /// How the reading ended.
    pub(super) exit: Exit,
}

impl<'a> Seen<'a> {
    /// Of games that are not read, `passed` says what they are.
    pub(super) fn new(report: Report<'a>, passed: Passed) -> Seen<'a> {
        Seen { passed, report, games: Games::default(), of_file: Games::default(), n_read: 0 }
    }

    pub(super) fn begin(&mut self, source: &SourceInfo) {
        self.report.begin(source);
        self.of_file = self.passed.games_of(source);
        self.n_read += source.n_passed;
    }

    /// The games of a chunk.
    pub(super) fn take(&mut self, n_games: u64, games: &Games, not_pgn: Option<Kind>) {
        self.report.take(n_games, &Findings { not_pgn, ..Findings::default() });
        self.n_read += n_games;
        self.of_file.join(games);
    }

    pub(super) fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) {
        self.report.end(source, end);
        tell(&source.name, &self.of_file, &self.report);
        self.games.join(&self.of_file);
    }

    pub(super) fn trouble(&mut self, error: &Error) {
        self.report.trouble(error);
    }

    /// Every game that was read counts, or is said not to. Gives the status.
    pub(super) fn close(&self) -> Result<Exit, Error> {
        let n_out = u64::from(self.games.reached.n_games);
        let n_rejected = self.games.n() - n_out;
        tally::Games { n_in: self.n_read, n_out, n_rejected }.close("tree")?;
        Ok(self.report.exit)
    }
}

impl<'a> Taken<'a> {
    pub(super) fn new(gather: Gather<Folder>, folder: Folder, seen: Seen<'a>) -> Taken<'a> {
        Taken { gather, folder, seen }
    }

    /// Takes what the index of a file says, instead of its games.
    pub(super) fn take_answer(&mut self, answer: &Answer) -> Result<(), Error> {
        tell(&answer.name, &answer.games, &self.seen.report);
        self.seen.n_read += u64::from(answer.n_games);
        self.seen.games.join(&answer.games);
        let trouble = |error| temporary_trouble(&self.folder, error);
        self.gather.take_moves(&answer.moves).map_err(trouble)
    }

    pub(super) fn finish(self) -> Result<Total, Error> {
        let exit = self.seen.close()?;
        let trouble = |error| temporary_trouble(&self.folder, error);
        let moves = self.gather.finish().map_err(trouble)?;
        Ok(Total { games: self.seen.games, moves, exit })
    }
}

/// Says how many games of a file do not count.
fn tell(name: &str, games: &Games, report: &Report<'_>) {
    if games.n_unplayable > 0 {
        let n = counted(games.n_unplayable, "game", "games");
        let why = "cannot be played, or whose start or rules are not known: they do not count";
        report.console.say(&format!("{name}: {n} whose moves {why}"));
    }
    if games.n_unwanted > 0 {
        let n = counted(games.n_unwanted, "game", "games");
        report.console.remark(&format!("{name}: {n} for which the expression does not hold"));
    }
    if games.n_elsewhere > 0 {
        let n = counted(games.n_elsewhere, "game", "games");
        report.console.remark(&format!("{name}: {n} that do not come to the position"));
    }
}

impl Collect<Counted> for Taken<'_> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.seen.begin(source);
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, counted: Counted) -> Result<(), Error> {
        self.seen.take(chunk.n_games(), &counted.games, counted.not_pgn);
        let trouble = |error| temporary_trouble(&self.folder, error);
        self.gather.take(&counted).map_err(trouble)
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
