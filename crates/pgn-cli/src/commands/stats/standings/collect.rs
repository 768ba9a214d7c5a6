//! Takes the entries of chunk after chunk.
//!
//! Owns: what is said of games without names. Knows nothing of: events.
//! Standard: none.
//! Start at [`Gathered`].

use crate::commands::stats::table::Head;
use crate::memory::temporary_trouble;
use crate::rewrite::{Findings, Report};
use pgn_db::carry::Counts;
use pgn_db::error::Error;
use pgn_db::scan::{Chunk, Collect, SourceInfo};
use pgn_db::sort::Folder;
use pgn_db::standings::{Entered, Events};
use pgn_db::stats::Sights;

/// All entries so far.
pub(in super::super) struct Gathered<'a> {
    pub(super) events: Events<Folder>,
    pub(super) folder: Folder,
    pub(super) report: Report<'a>,
    pub(super) head: Head,
    pub(super) n_nameless: u64,
    pub(super) n_unwanted: u64,
}

impl<'a> Gathered<'a> {
    pub(super) fn new(folder: Folder, memory_bytes: usize, report: Report<'a>) -> Gathered<'a> {
        let events = Events::new(folder.clone(), memory_bytes);
        Gathered { events, folder, report, head: Head::default(), n_nameless: 0, n_unwanted: 0 }
    }
}

impl Collect<Entered> for Gathered<'_> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.report.begin(source);
        self.head.n_files += 1;
        self.head.n_games += source.n_passed;
        self.n_unwanted += source.n_passed;
        Ok(())
    }

    fn take(&mut self, _: Chunk, entered: Entered) -> Result<(), Error> {
        let Sights { n_games, n_unplayable, n_unwanted, not_pgn } = entered.sights;
        let carried = Counts { n_unplayable, ..Counts::default() };
        self.report.take(n_games, &Findings { not_pgn, carried, ..Findings::default() });
        self.head.n_games += n_games;
        self.n_unwanted += n_unwanted;
        self.n_nameless += entered.n_nameless;
        self.events.take(&entered).map_err(|error| temporary_trouble(&self.folder, error))
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
