//! Takes the counts of chunk after chunk.

use super::table::ReportHead;
use crate::collect::SourceSink;
use crate::memory::temporary_file_error;
use crate::rewrite::Report;
use crate::terminal::counted;
use pgn_db::error::Error;
use pgn_db::reading::ChunkResult;
use pgn_db::scan::{Chunk, SourceInfo};
use pgn_db::sort::Folder;
use pgn_db::stats::{Counted, Found, Table};

/// All counts so far.
pub(super) struct Gathered {
    pub(super) counted: Counted<Folder>,
    pub(super) head: ReportHead,
    folder: Folder,
    broken_count: u64,
}

impl Gathered {
    pub(super) fn new(tables: &[Table], folder: Folder, memory_bytes: usize) -> Gathered {
        let counted = Counted::new(tables, folder.clone(), memory_bytes);
        Gathered { counted, head: ReportHead::default(), folder, broken_count: 0 }
    }
}

impl SourceSink<Found> for Gathered {
    fn begin(&mut self, source: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.head.file_count += 1;
        self.head.game_count += source.passed_count;
        self.broken_count = 0;
        Ok(())
    }

    fn take(
        &mut self,
        _: Chunk,
        ChunkResult { header, output: found }: ChunkResult<Found>,
        _: &mut Report<'_>,
    ) -> Result<(), Error> {
        self.head.game_count += header.read_count();
        self.head.counted_count += found.counted_count;
        self.head.broken_count += found.broken_count;
        self.broken_count += found.broken_count;
        self.counted.take(found.groups).map_err(|error| temporary_file_error(&self.folder, error))
    }

    fn report(&mut self, source: &SourceInfo, report: &mut Report<'_>) {
        if self.broken_count > 0 {
            let games = counted(self.broken_count, "game", "games");
            let why = "with an illegal move, counted up to that move";
            report.console.say(&format!("{}: {games} {why}", source.name));
        }
    }
}
