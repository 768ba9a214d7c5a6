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
    before_count: u64,
    /// Games that were read, and those among them that are not compared.
    read_count: u64,
    unwanted_count: u64,
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
        Ok(DiffSide { games, folder, before_count: 0, read_count: 0, unwanted_count: 0 })
    }

    /// The games, if all of them were read or none needed to be.
    pub(super) fn into_games(self) -> Result<SideGames, Error> {
        let output_count = self.games.prints.len() as u64;
        Games { input_count: self.read_count, output_count, rejected_count: self.unwanted_count }
            .close("diff")?;
        Ok(self.games)
    }
}

impl SourceSink<GameBatch> for DiffSide {
    fn begin(&mut self, _: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.before_count = self.read_count;
        Ok(())
    }

    // Changes by moving a game do not count here, because no game is written.
    fn take(
        &mut self,
        chunk: Chunk,
        ChunkResult { header, output: load }: ChunkResult<GameBatch>,
        _: &mut Report<'_>,
    ) -> Result<(), Error> {
        self.read_count += header.read_count();
        self.unwanted_count += header.unwanted_count;
        let mut regions = chunk.regions().enumerate();
        for game in load.games() {
            let region = regions.find(|(region_idx, _)| *region_idx == game.region_idx);
            let before_count = region.map_or(0, |(_, region)| region.n_games_before);
            self.games.numbers.push(self.before_count + before_count + 1);
            self.games.prints.push(Fingerprint::decode(game.key));
            let pushed = self.games.spool.push(game.stored);
            pushed.map_err(|error| temporary_file_error(&self.folder, error))?;
        }
        Ok(())
    }
}
