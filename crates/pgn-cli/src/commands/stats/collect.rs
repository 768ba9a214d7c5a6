//! Takes the counts of chunk after chunk.
//!
//! Owns: the sums over files, and what is said of games that could not be counted whole. Knows
//! nothing of: what is counted.
//! Standard: none.
//! Start at [`Gathered`].

use super::table::Head;
use crate::exit::Exit;
use crate::memory::temporary_trouble;
use crate::rewrite::{Findings, Report};
use crate::terminal::counted;
use pgn_db::carry::Counts;
use pgn_db::error::Error;
use pgn_db::scan::{Chunk, Collect, SourceInfo};
use pgn_db::sort::Folder;
use pgn_db::stats::{Counted, Found, Sights, Table};

/// All counts so far.
pub(super) struct Gathered<'a> {
    pub(super) counted: Counted<Folder>,
    pub(super) head: Head,
    folder: Folder,
    report: Report<'a>,
    n_broken: u64,
}

impl<'a> Gathered<'a> {
    pub(super) fn new(
        tables: &[Table],
        folder: Folder,
        memory_bytes: usize,
        report: Report<'a>,
    ) -> Gathered<'a> {
        let counted = Counted::new(tables, folder.clone(), memory_bytes);
        Gathered { counted, head: Head::default(), folder, report, n_broken: 0 }
    }

    /// How the reading ended.
    pub(super) fn exit(&self) -> Exit {
        self.report.exit
    }
}

impl Collect<Found> for Gathered<'_> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.report.begin(source);
        self.head.n_files += 1;
        self.head.n_games += source.n_passed;
        self.n_broken = 0;
        Ok(())
    }

    fn take(&mut self, _: Chunk, found: Found) -> Result<(), Error> {
        let Sights { n_games, n_unplayable, not_pgn, .. } = found.sights;
        let carried = Counts { n_unplayable, ..Counts::default() };
        self.report.take(n_games, &Findings { not_pgn, carried, ..Findings::default() });
        self.head.n_games += n_games;
        self.head.n_counted += found.n_counted;
        self.head.n_broken += found.n_broken;
        self.n_broken += found.n_broken;
        self.counted.take(found.groups).map_err(|error| temporary_trouble(&self.folder, error))
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        self.report.end(source, end);
        if self.n_broken > 0 {
            let games = counted(self.n_broken, "game", "games");
            let why = "with a move that cannot be played, counted as far as the moves go";
            self.report.console.say(&format!("{}: {games} {why}", source.name));
        }
        Ok(())
    }

    fn trouble(&mut self, error: Error) -> Result<(), Error> {
        self.report.trouble(&error);
        Ok(())
    }
}
