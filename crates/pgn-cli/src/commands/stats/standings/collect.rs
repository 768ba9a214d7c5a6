//! Takes the entries of chunk after chunk.

use crate::collect::SourceSink;
use crate::commands::stats::table::ReportHead;
use crate::memory::temporary_file_error;
use crate::rewrite::Report;
use pgn_db::error::Error;
use pgn_db::reading::ChunkResult;
use pgn_db::scan::{Chunk, SourceInfo};
use pgn_db::sort::Folder;
use pgn_db::standings::{Entered, EventBy, Events};

/// All entries so far.
pub(in super::super) struct Gathered {
    pub(super) events: Events<Folder>,
    pub(super) folder: Folder,
    pub(super) head: ReportHead,
    pub(super) nameless_count: u64,
    pub(super) unwanted_count: u64,
}

impl Gathered {
    pub(super) fn new(folder: Folder, by: EventBy, memory_bytes: usize) -> Gathered {
        let events = Events::new(folder.clone(), by, memory_bytes);
        Gathered {
            events,
            folder,
            head: ReportHead::default(),
            nameless_count: 0,
            unwanted_count: 0,
        }
    }
}

impl SourceSink<Entered> for Gathered {
    fn begin(&mut self, source: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.head.file_count += 1;
        self.head.game_count += source.passed_count;
        self.unwanted_count += source.passed_count;
        Ok(())
    }

    fn take(
        &mut self,
        _: Chunk,
        ChunkResult { header, output: entered }: ChunkResult<Entered>,
        _: &mut Report<'_>,
    ) -> Result<(), Error> {
        self.head.game_count += header.read_count();
        self.unwanted_count += header.unwanted_count;
        self.nameless_count += entered.nameless_count;
        self.events.take(&entered).map_err(|error| temporary_file_error(&self.folder, error))
    }
}
