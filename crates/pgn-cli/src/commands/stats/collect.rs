//! Takes the counts of chunk after chunk.

use super::addition::Addition;
use super::table::ReportHead;
use crate::collect::SourceSink;
use crate::memory::temporary_file_error;
use crate::rewrite::Report;
use crate::terminal::counted;
use pgn_db::error::Error;
use pgn_db::reading::ChunkResult;
use pgn_db::scan::{Chunk, SourceInfo};
use pgn_db::sort::Folder;
use pgn_db::stats::{Counted, Found, SeeGame, Table};

/// All counts so far.
pub(super) struct Gathered<A> {
    pub(super) counted: Counted<Folder>,
    pub(super) head: ReportHead,
    pub(super) addition: A,
    folder: Folder,
    broken_count: u64,
}

impl<A> Gathered<A> {
    pub(super) fn new(
        tables: &[Table],
        addition: A,
        folder: Folder,
        memory_bytes: usize,
    ) -> Gathered<A> {
        let counted = Counted::new(tables, folder.clone(), memory_bytes);
        Gathered { counted, head: ReportHead::default(), addition, folder, broken_count: 0 }
    }
}

impl<A: Addition> SourceSink<(Found, <A::See as SeeGame>::Seen)> for Gathered<A> {
    fn begin(&mut self, source: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.head.file_count += 1;
        self.head.game_count += source.passed_count;
        self.broken_count = 0;
        Ok(())
    }

    fn take(
        &mut self,
        _: Chunk,
        made: ChunkResult<(Found, <A::See as SeeGame>::Seen)>,
        _: &mut Report<'_>,
    ) -> Result<(), Error> {
        let ChunkResult { header, output: (found, seen) } = made;
        self.addition.take(seen)?;
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
