//! The one loop that reads games: selection, encoding, and counts (D-01).
//!
//! ```text
//! chunk ─ region ─ wanted? ─┬─ no: counted
//!                           └─ yes: read by the job ─ counted
//!
//! where all are wanted: read by the job while the chunk is cut into regions
//! ```
//!
//! Start at [`Reading`], a [`Job`]; callers implement [`ReadGames`].

mod openings;
mod tag_filter;

pub use openings::{OpeningFollower, OpeningLookup, OpeningNeeds};
pub use tag_filter::TagFilter;

use std::sync::Arc;

use crate::record::{DRAFT_ENCODING, RecordText, UnreadLines};
use crate::scan::{Chunk, Cut, Cutting, Job, SourceInfo};
use pgn_query::{Query, QueryFilter, Verdict};
use pgnkit::charset::Choice;
use pgnkit::read::{GameListener, LanguageChoice, Referee, Sniff};
use pgnkit::syntax::split::InPlace;
use pgnkit::syntax::{Kind, Region, sniff};

/// The work on the games of a chunk, in any thread and order.
pub trait ReadGames: Send + Sync + 'static {
    /// Reads games of one encoding, one after the other. Each thread has its own.
    type Reader: Send;
    /// The result for the games of a chunk.
    type Output: Send + 'static;

    /// A reader for texts in this encoding.
    fn reader(&self, encoding: Choice) -> Self::Reader;

    /// An empty output, for a chunk of this many bytes.
    fn begin(&self, reader: &mut Self::Reader, byte_count: usize) -> Self::Output;

    /// Reads a region into the output.
    fn read(
        &self,
        reader: &mut Self::Reader,
        at: Place<'_>,
        output: &mut Self::Output,
    ) -> RegionKind;

    /// The chunk is over.
    fn end(&self, _: &mut Self::Reader, _: &mut Self::Output) {}

    /// Whether [`read_next`](ReadGames::read_next) gives the same result as
    /// [`read`](ReadGames::read). Called only if every game is selected and the language of the
    /// moves is known.
    fn reads_while_cut(&self, _: &Self::Reader) -> bool {
        false
    }

    /// Reads the next region into the output while the text is split, once instead of twice; `None`
    /// at the end. Lines and games are counted from the beginning of the chunk, because the text
    /// before it is not known yet.
    fn read_next<'t>(
        &self,
        _: &mut Self::Reader,
        _: Next<'_, 't>,
        _: &mut Self::Output,
    ) -> Option<(Region<'t>, RegionKind)> {
        None
    }

    /// Whether the output contains no lines or numbers of games. If it does, everything is read
    /// again, with places.
    fn is_without_places(&self, _: &Self::Output) -> bool {
        true
    }
}

/// A region and its place.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// Where it comes from.
    pub source: &'a SourceInfo,
    /// The region.
    pub region: &'a Region<'a>,
    /// Its index among the regions of its chunk.
    pub region_idx: usize,
}

/// A region that is not split yet.
#[derive(Debug)]
pub struct Next<'a, 't> {
    /// Where it comes from.
    pub source: &'a SourceInfo,
    /// The rest of the chunk.
    pub regions: &'a mut InPlace<'t>,
    /// Its index among the regions of its chunk.
    pub region_idx: usize,
}

/// The content of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionKind {
    /// A game.
    Game,
    /// Text that belongs to no game.
    NoGame,
    /// Something that is not PGN.
    NotPgn,
}

impl RegionKind {
    /// A game or none, unless the text is not PGN.
    #[must_use]
    pub fn of(is_not_pgn: bool, is_game: bool) -> RegionKind {
        match (is_not_pgn, is_game) {
            (true, _) => RegionKind::NotPgn,
            (false, true) => RegionKind::Game,
            (false, false) => RegionKind::NoGame,
        }
    }
}

/// The results of every job for the games of a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Selected games.
    pub game_count: u64,
    /// Games that are not selected.
    pub unwanted_count: u64,
    /// Those among them whose positions cannot be tested, because their moves cannot be played.
    pub unplayable_count: u64,
    /// The source is not PGN, but this.
    pub not_pgn: Option<Kind>,
}

impl Header {
    /// All games.
    #[must_use]
    pub fn read_count(&self) -> u64 {
        self.game_count + self.unwanted_count
    }

    /// Adds what follows.
    pub fn join(&mut self, next: &Header) {
        self.game_count += next.game_count;
        self.unwanted_count += next.unwanted_count;
        self.unplayable_count += next.unplayable_count;
        self.not_pgn = self.not_pgn.or(next.not_pgn);
    }

    /// Counts a region that was read.
    pub fn count(&mut self, seen: RegionKind, region: &Region<'_>) {
        match seen {
            RegionKind::Game => self.game_count += 1,
            RegionKind::NoGame => {}
            RegionKind::NotPgn => self.not_pgn = Some(sniff(region.text)),
        }
    }

    fn count_unwanted(&mut self, verdict: Verdict) {
        self.unwanted_count += 1;
        self.unplayable_count += u64::from(verdict.is_unplayable());
    }
}

/// The games of a chunk after they were read.
#[derive(Debug, Default)]
pub struct ChunkResult<O> {
    /// How many there are.
    pub header: Header,
    /// The results of the job.
    pub output: O,
}

/// Reads the games that match a query, or all.
#[derive(Clone, Debug)]
pub struct Reading<J> {
    /// The work on them.
    pub job: J,
    /// The selection; `None` for all.
    pub query: Option<Arc<Query>>,
}

impl<J> Reading<J> {
    /// Reads all games.
    pub fn all(job: J) -> Reading<J> {
        Reading { job, query: None }
    }
}

/// The state of a thread between chunks.
pub struct Worker<R> {
    encoding: Choice,
    reader: R,
    filter: QueryFilter,
}

impl<J: ReadGames> Reading<J> {
    /// The reader of a thread, ready for a source.
    fn reader<'w>(
        &self,
        worker: &'w mut Worker<J::Reader>,
        source: &SourceInfo,
    ) -> &'w mut J::Reader {
        let encoding = source.text_encoding();
        if worker.encoding != encoding {
            worker.encoding = encoding;
            worker.reader = self.job.reader(encoding);
        }
        &mut worker.reader
    }
}

impl<J: ReadGames> Job for Reading<J> {
    type Worker = Worker<J::Reader>;
    type Output = ChunkResult<J::Output>;

    fn worker(&self) -> Self::Worker {
        let encoding = Choice::Auto;
        let reader = self.job.reader(encoding);
        Worker { encoding, reader, filter: QueryFilter::new(self.query.as_ref()) }
    }

    fn work_while_cut(
        &self,
        worker: &mut Self::Worker,
        source: &SourceInfo,
        cutting: &mut Cutting<'_>,
    ) -> Option<Self::Output> {
        // The language is detected from a whole game.
        if self.query.is_some() || source.language == LanguageChoice::Auto || source.makes_utf8 {
            return None;
        }
        let reader = self.reader(worker, source);
        if !self.job.reads_while_cut(reader) {
            return None;
        }
        let mut output = self.job.begin(reader, cutting.byte_count());
        let mut header = Header::default();
        for region_idx in 0.. {
            let next = cutting.next_with(|regions| {
                let next = Next { source, regions, region_idx };
                let (region, seen) = self.job.read_next(reader, next, &mut output)?;
                Some((region, (region, seen)))
            });
            let Some((region, seen)) = next else { break };
            header.count(seen, &region);
            if !self.job.is_without_places(&output) {
                return None;
            }
        }
        self.job.end(reader, &mut output);
        Some(ChunkResult { header, output })
    }

    fn work(&self, worker: &mut Self::Worker, chunk: &Chunk) -> Self::Output {
        let source = &*chunk.source;
        let mut output = self.job.begin(self.reader(worker, source), chunk.text.len());
        let Worker { encoding, reader, filter } = worker;
        let mut header = Header::default();
        let mut records = self.query.is_some().then(RecordText::default);
        for (region_idx, region) in chunk.regions().enumerate() {
            let text = source.text_of(&region);
            let region = Region { text: &text, ..region };
            let verdict = match (source.cut, &mut records) {
                (Cut::Games, _) => filter.rejects(&region, *encoding, &source.name),
                (Cut::Lines, None) => None,
                (Cut::Lines, Some(records)) => {
                    let rules = (*encoding, source.variant);
                    // The job reports lines that cannot be read.
                    let game = records.game_of(&region, rules, &mut UnreadLines::default());
                    game.and_then(|game| filter.rejects(&game, DRAFT_ENCODING, &source.name))
                }
            };
            if let Some(verdict) = verdict {
                header.count_unwanted(verdict);
                continue;
            }
            let seen =
                self.job.read(reader, Place { source, region: &region, region_idx }, &mut output);
            header.count(seen, &region);
        }
        self.job.end(reader, &mut output);
        ChunkResult { header, output }
    }
}

/// Reads games one after the other in the same memory.
#[derive(Debug)]
pub struct GameReader<F> {
    referee: Box<Referee<F, Sniff>>,
}

impl<F: GameListener> GameReader<F> {
    /// Reads texts in this encoding; `listener` receives the games.
    #[must_use]
    pub fn new(listener: F, encoding: Choice) -> GameReader<F> {
        let referee = Referee::new(listener, Sniff::default()).encoding(encoding);
        GameReader { referee: Box::new(referee) }
    }

    /// Reads a region; returns its structure.
    pub fn read(&mut self, region: &Region<'_>) -> Sniff {
        let _ = region.visit(&mut *self.referee);
        std::mem::take(&mut self.referee.notes)
    }

    /// Reads the next region while the text is split, once instead of twice; returns its structure.
    pub fn read_next<'t>(&mut self, regions: &mut InPlace<'t>) -> Option<(Region<'t>, Sniff)> {
        let region = regions.next_with(&mut *self.referee)?;
        Some((region, std::mem::take(&mut self.referee.notes)))
    }

    /// The listener.
    pub fn listener(&mut self) -> &mut F {
        &mut self.referee.listener
    }
}

/// For tests: reads the games of a text, and passes on the result of each chunk.
#[cfg(test)]
pub(crate) fn read_text<J: ReadGames>(
    text: &str,
    options: crate::scan::Options,
    job: J,
    mut take: impl FnMut(ChunkResult<J::Output>),
) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, text).expect("written");
    let mut collect = |_: Chunk, made| {
        take(made);
        Ok(())
    };
    let inputs = crate::source::Inputs::gather(&[path]);
    crate::scan::run(inputs, options, Reading::all(job), &mut collect).expect("read");
}
