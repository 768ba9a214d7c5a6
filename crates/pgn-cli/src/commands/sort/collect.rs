//! The games of all sources, gathered, then written in order.
//!
//! Owns: what is said of games that are not carried as they were. Knows nothing of: the order.
//! Standard: none.
//! Start at [`Gathered`], which collects.

use std::io::Write as _;

use crate::exit::Exit;
use crate::memory::temporary_trouble;
use crate::output::Output;
use crate::rewrite::{Findings, Report};
use pgn_db::carry::{Load, open_parcel};
use pgn_db::collate::{Movetexts, OUTSIDE};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::scan::{Chunk, Collect, SourceInfo};
use pgn_db::sort::{Folder, Sorter};

/// Takes the games of one file after the other into a sorter.
pub(super) struct Gathered<'a> {
    sorter: Sorter<Folder, Movetexts>,
    folder: Folder,
    report: Report<'a>,
}

impl<'a> Gathered<'a> {
    pub(super) fn new(
        sorter: Sorter<Folder, Movetexts>,
        folder: Folder,
        report: Report<'a>,
    ) -> Gathered<'a> {
        Gathered { sorter, folder, report }
    }

    /// Writes all that was gathered; gives the status.
    pub(super) fn finish(self, mut output: Output) -> Result<Exit, Error> {
        let trouble = |error| temporary_trouble(&self.folder, error);
        let n_taken = self.sorter.n_items();
        let mut sorted = self.sorter.finish().map_err(trouble)?;
        let mut n_written = 0;
        while let Some((_, parcel)) = sorted.next_item().map_err(trouble)? {
            let text = open_parcel(parcel).text;
            output.write_all(text).map_err(|error| output.trouble(error))?;
            n_written += 1;
        }
        if n_written != n_taken {
            let why = format!("{n_taken} games went in, {n_written} came out");
            let error = Error::new(ErrorKind::Io, "sort", why);
            return Err(error.with_hint("this is a fault of the program; nothing was written"));
        }
        output.commit()?;
        Ok(self.report.exit)
    }
}

impl Collect<Load> for Gathered<'_> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.report.begin(source);
        Ok(())
    }

    fn take(&mut self, _: Chunk, load: Load) -> Result<(), Error> {
        self.report.take(load.counts.n_games, &findings_of(&load));
        let trouble = |error| temporary_trouble(&self.folder, error);
        for game in load.carriages() {
            self.sorter.push(game.key, game.parcel).map_err(trouble)?;
        }
        for tail in load.tails() {
            self.sorter.push(&OUTSIDE, tail).map_err(trouble)?;
        }
        Ok(())
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

/// What a report says of games that were carried.
pub(super) fn findings_of(load: &Load) -> Findings {
    Findings { carried: load.counts, not_pgn: load.not_pgn, ..Findings::default() }
}
