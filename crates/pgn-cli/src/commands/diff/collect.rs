//! Takes the games of one side: their prints, and their texts.
//!
//! Owns: what is said of files while they are read. Knows nothing of: the other side.
//! Standard: none.
//! Start at [`Side`].

use crate::exit::Exit;
use crate::gather::findings_of;
use crate::memory::temporary_trouble;
use crate::rewrite::Report;
use pgn_db::carry::Load;
use pgn_db::error::Error;
use pgn_db::pairing::{Print, Spool};
use pgn_db::scan::{Chunk, Collect, SourceInfo};
use pgn_db::sort::Folder;

/// A side that is being read.
pub(super) struct Side<'a> {
    games: SideGames,
    folder: Folder,
    report: Report<'a>,
}

/// The games of a side.
pub(super) struct SideGames {
    pub(super) prints: Vec<Print>,
    pub(super) spool: Spool,
}

impl<'a> Side<'a> {
    pub(super) fn new(folder: Folder, report: Report<'a>) -> Result<Side<'a>, Error> {
        let spool = Spool::new(&folder).map_err(|error| temporary_trouble(&folder, error))?;
        Ok(Side { games: SideGames { prints: Vec::new(), spool }, folder, report })
    }

    /// How the reading ended.
    pub(super) fn exit(&self) -> Exit {
        self.report.exit
    }

    pub(super) fn into_games(self) -> SideGames {
        self.games
    }
}

impl Collect<Load> for Side<'_> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.report.begin(source);
        Ok(())
    }

    fn take(&mut self, _: Chunk, load: Load) -> Result<(), Error> {
        let mut findings = findings_of(&load);
        findings.carried = Default::default();
        self.report.take(load.counts.n_games, &findings);
        for game in load.carriages() {
            self.games.prints.push(Print::decode(game.key));
            let pushed = self.games.spool.push(game.parcel);
            pushed.map_err(|error| temporary_trouble(&self.folder, error))?;
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
