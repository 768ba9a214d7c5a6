//! Takes the games of one side: their prints, and their texts.

use crate::collect::SourceSink;
use crate::conservation::Games;
use crate::memory::temporary_file_error;
use crate::rewrite::Report;
use pgn_db::error::Error;
use pgn_db::extract::GameBatch;
use pgn_db::pairing::{Fingerprint, Spool};
use pgn_db::reading::ChunkResult;
use pgn_db::scan::{Chunk, SourceInfo};
use pgn_db::sort::Folder;

/// A side that is being read.
pub(super) struct DiffSide {
    games: SideGames,
    folder: Folder,
    /// Games in the files before.
    n_before: u64,
    /// Games that were read, and those among them that are not compared.
    n_read: u64,
    n_unwanted: u64,
}

/// The games of a side.
pub(super) struct SideGames {
    pub(super) prints: Vec<Fingerprint>,
    /// The numbers of the games, from 1.
    pub(super) numbers: Vec<u64>,
    pub(super) spool: Spool,
}

impl DiffSide {
    pub(super) fn new(folder: Folder) -> Result<DiffSide, Error> {
        let spool = Spool::new(&folder).map_err(|error| temporary_file_error(&folder, error))?;
        let games = SideGames { prints: Vec::new(), numbers: Vec::new(), spool };
        Ok(DiffSide { games, folder, n_before: 0, n_read: 0, n_unwanted: 0 })
    }

    /// The games, if all of them were read or none needed to be.
    pub(super) fn into_games(self) -> Result<SideGames, Error> {
        let n_out = self.games.prints.len() as u64;
        Games { n_in: self.n_read, n_out, n_rejected: self.n_unwanted }.close("diff")?;
        Ok(self.games)
    }
}

impl SourceSink<GameBatch> for DiffSide {
    fn begin(&mut self, _: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.n_before = self.n_read;
        Ok(())
    }

    // Changes by moving a game do not count here, because no game is written.
    fn take(
        &mut self,
        chunk: Chunk,
        ChunkResult { header, output: load }: ChunkResult<GameBatch>,
        _: &mut Report<'_>,
    ) -> Result<(), Error> {
        self.n_read += header.n_read();
        self.n_unwanted += header.n_unwanted;
        let mut regions = chunk.regions().enumerate();
        for game in load.games() {
            let region = regions.find(|(region_idx, _)| *region_idx == game.region_idx);
            let n_before = region.map_or(0, |(_, region)| region.n_games_before);
            self.games.numbers.push(self.n_before + n_before + 1);
            self.games.prints.push(Fingerprint::decode(game.key));
            let pushed = self.games.spool.push(game.stored);
            pushed.map_err(|error| temporary_file_error(&self.folder, error))?;
        }
        Ok(())
    }
}
