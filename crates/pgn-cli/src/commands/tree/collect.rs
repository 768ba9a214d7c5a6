//! The counts of all files, gathered, and what is said of games that do not count.
//!
//! Owns: these sentences, the account of games. Knows nothing of: how a tree looks.
//! Standard: none.
//! Start at [`Taken`], which collects.

use crate::exit::Exit;
use crate::memory::temporary_trouble;
use crate::rewrite::{Findings, Report};
use crate::tally;
use pgn_db::error::Error;
use pgn_db::scan::{Chunk, Collect, SourceInfo};
use pgn_db::sort::Folder;
use pgn_db::tree::{Counted, Games, Gather, Moves, Played};

/// Takes the counts of one file after the other.
pub(super) struct Taken<'a> {
    gather: Gather<Folder>,
    folder: Folder,
    report: Report<'a>,
    games: Games,
    /// Of the present file.
    of_file: Games,
    n_read: u64,
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

impl<'a> Taken<'a> {
    pub(super) fn new(gather: Gather<Folder>, folder: Folder, report: Report<'a>) -> Taken<'a> {
        let (games, of_file) = (Games::default(), Games::default());
        Taken { gather, folder, report, games, of_file, n_read: 0 }
    }

    /// Takes what the index of a file says, instead of its games.
    pub(super) fn take_answer(&mut self, answer: &Answer) -> Result<(), Error> {
        tell(&answer.name, &answer.games, &self.report);
        self.n_read += u64::from(answer.n_games);
        self.games.join(&answer.games);
        let trouble = |error| temporary_trouble(&self.folder, error);
        self.gather.take(&answer.moves).map_err(trouble)
    }

    pub(super) fn finish(self) -> Result<Total, Error> {
        close(&self.games, self.n_read)?;
        let trouble = |error| temporary_trouble(&self.folder, error);
        let moves = self.gather.finish().map_err(trouble)?;
        Ok(Total { games: self.games, moves, exit: self.report.exit })
    }
}

/// Every game that was read counts, or is said not to.
pub(super) fn close(games: &Games, n_in: u64) -> Result<(), Error> {
    let n_out = u64::from(games.reached.n_games);
    tally::Games { n_in, n_out, n_rejected: games.n() - n_out }.close("tree")
}

/// Says how many games of a file do not count.
pub(super) fn tell(name: &str, games: &Games, report: &Report<'_>) {
    if games.n_unplayable > 0 {
        let n = counted(games.n_unplayable);
        let why = "cannot be played, or whose start or rules are not known: they do not count";
        report.console.say(&format!("{name}: {n} whose moves {why}"));
    }
    if games.n_unwanted > 0 {
        let n = counted(games.n_unwanted);
        report.console.remark(&format!("{name}: {n} for which the expression does not hold"));
    }
    if games.n_elsewhere > 0 {
        let n = counted(games.n_elsewhere);
        report.console.remark(&format!("{name}: {n} that do not come to the position"));
    }
}

fn counted(n: u64) -> String {
    if n == 1 { "1 game".to_owned() } else { format!("{n} games") }
}

impl Collect<Counted> for Taken<'_> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.report.begin(source);
        self.of_file = Games::default();
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, counted: Counted) -> Result<(), Error> {
        let findings = Findings { not_pgn: counted.not_pgn, ..Findings::default() };
        self.report.take(chunk.n_games(), &findings);
        self.n_read += chunk.n_games();
        self.of_file.join(&counted.games);
        let trouble = |error| temporary_trouble(&self.folder, error);
        self.gather.take(&counted.moves).map_err(trouble)
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        self.report.end(source, end);
        tell(&source.name, &self.of_file, &self.report);
        self.games.join(&self.of_file);
        Ok(())
    }

    fn trouble(&mut self, error: Error) -> Result<(), Error> {
        self.report.trouble(&error);
        Ok(())
    }
}
