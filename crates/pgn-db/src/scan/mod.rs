//! Games of many sources, worked on by many threads, collected in order (D-01).
//!
//! ```text
//! sources ─ feed ─ blocks ─┬─ worker: cut into games, work ─┬─ in order ─ collector
//!                          ├─ worker                        ─┤
//!                          └─ worker                        ─┘
//! ```
//!
//! There is one feed for all: an idle thread takes its next chunk. So a large file keeps all
//! threads busy, as do many small ones.
//!
//! Start at [`run`]; a verb brings a [`Job`] and a [`ChunkSink`].

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;

mod blocks;
mod buffer_pool;
mod chooser;
mod chunk;
mod chunk_link;
mod cutter;
mod feed;
mod guard;
mod lines;
mod part;
mod pool;

#[cfg(test)]
mod tests;

pub use buffer_pool::{Buffer, BufferPool, Text};
pub use chooser::{Begin, Chooser, Chosen, Pick};
pub use chunk::{Chunk, Cutting, SourceInfo};
pub use part::{Part, part, parts};

use crate::error::{Error, ErrorKind};
use crate::source::{DatabaseOptions, Inputs, Note, UNPACK_BYTES_MAX};
use chunk::FoundRegions;
use feed::{Item, SourceFeed};
use pgnkit::charset::Choice;
use pgnkit::chess::{Variant, option_struct};
use pgnkit::read::LanguageChoice;

/// More threads than these for each core only take memory, and time to start.
const THREADS_PER_CORE_MAX: NonZeroUsize = NonZeroUsize::new(4).unwrap();

/// The number of threads for a request of this many: one for each core by default, and never more
/// than a few for each core.
#[must_use]
pub fn usable_threads(wanted: Option<NonZeroUsize>) -> NonZeroUsize {
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    wanted.map_or(cores, |wanted| wanted.min(cores.saturating_mul(THREADS_PER_CORE_MAX)))
}

option_struct! {
    "use std::num::NonZeroUsize;\n\
    use pgn_db::scan::{Cut, Options};\n\
    use pgn_db::source::DatabaseOptions;\n\
    use pgnkit::charset::{Choice, Encoding};\n\
    use pgnkit::read::LanguageChoice;";
    /// How the scan is done.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Options {
        /// The encoding that the person named.
        encoding, with_encoding: Choice = "Choice::Fixed(Encoding::Latin1)",
        /// Whether readers get the text of games in UTF-8, to write it so.
        makes_utf8, with_makes_utf8: bool = "true",
        /// The language of the piece letters of the moves, if given.
        language, with_language: LanguageChoice = "LanguageChoice::Auto",
        /// Number of threads that work, or a few per core if that is less; with one, everything
        /// happens in the calling thread.
        thread_count, with_thread_count: NonZeroUsize = "NonZeroUsize::MIN",
        /// The amount of text in flight from the feed to the collector, in bytes; a single game may
        /// be longer.
        under_way_bytes, with_under_way_bytes: usize = "1 << 20",
        /// The memory limit for decompression, in bytes; input that needs more is rejected.
        unpack_bytes_max, with_unpack_bytes_max: u64 = "1 << 30",
        /// How databases of other programs are read.
        databases, with_databases: DatabaseOptions = "DatabaseOptions::default()",
        /// The kind of region.
        cut, with_cut: Cut = "Cut::Lines",
        /// The variant of records of positions, if given.
        variant, with_variant: Option<Variant> = "None",
    }
}

impl Default for Options {
    /// One thread, and the defaults.
    fn default() -> Options {
        Options {
            encoding: Choice::default(),
            makes_utf8: false,
            language: LanguageChoice::default(),
            thread_count: NonZeroUsize::MIN,
            under_way_bytes: UNDER_WAY_BYTES,
            unpack_bytes_max: UNPACK_BYTES_MAX,
            databases: DatabaseOptions::default(),
            cut: Cut::default(),
            variant: None,
        }
    }
}

/// The units into which a text is split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// Games of PGN.
    #[default]
    Games,
    /// Lines, each with its line end; EPD records count as games.
    Lines,
}

/// Default limit on in-flight text, in bytes.
pub const UNDER_WAY_BYTES: usize = 32 << 20;

/// The work on a chunk, in any thread and order.
pub trait Job: Send + Sync + 'static {
    /// The state that a thread keeps between chunks for reuse.
    type Worker: Send;
    /// The result for a chunk.
    type Output: Send + 'static;

    /// ChunkResult once for each thread.
    fn worker(&self) -> Self::Worker;

    /// Whether the regions need their line and number in the source. If not, a chunk whose
    /// [`regions`](Chunk::regions) are not used is never split into them.
    fn needs_places(&self) -> bool {
        true
    }

    /// Does the work while the text is split, so that it is read once instead of twice: takes all
    /// regions of `cutting`, whose lines and games are counted from the beginning of the chunk,
    /// because the text before it is not known yet. `None` if it needs regions with places, for
    /// [`work`](Job::work); that is also called if the text was not split where games end.
    fn work_while_cut(
        &self,
        _worker: &mut Self::Worker,
        _source: &SourceInfo,
        _cutting: &mut Cutting<'_>,
    ) -> Option<Self::Output> {
        None
    }

    /// Assigns a place to a result that was made while the text was split: the chunk begins at
    /// `begin`.
    fn place(&self, _output: &mut Self::Output, _source: &SourceInfo, _begin: &Begin) {}

    /// Does the work.
    fn work(&self, worker: &mut Self::Worker, chunk: &Chunk) -> Self::Output;
}

/// Cuts texts into regions, and no more: for collectors that do all the work in order.
#[derive(Clone, Copy, Debug)]
pub struct CutOnly;

impl Job for CutOnly {
    type Worker = ();
    type Output = ();

    fn worker(&self) {}

    fn work_while_cut(&self, (): &mut (), _: &SourceInfo, cutting: &mut Cutting<'_>) -> Option<()> {
        while cutting.next_with(|regions| Some((regions.next()?, ()))).is_some() {}
        Some(())
    }

    fn work(&self, (): &mut (), _: &Chunk) {}
}

/// Takes the results of sources that are read a second time: their errors were reported the first
/// time.
#[derive(Debug)]
pub struct Again<F>(pub F);

impl<O, F: FnMut(Chunk, O) -> Result<(), Error>> ChunkSink<O> for Again<F> {
    fn take(&mut self, chunk: Chunk, output: O) -> Result<(), Error> {
        (self.0)(chunk, output)
    }

    fn end(&mut self, _: &SourceInfo, _: Result<(), Error>) -> Result<(), Error> {
        Ok(())
    }

    fn on_error(&mut self, _: Error) -> Result<(), Error> {
        Ok(())
    }
}

/// Receives the results, in the order of the sources, one call after the other.
///
/// An error from here ends the scan; it is for the output, not for a source.
pub trait ChunkSink<O> {
    /// A source begins.
    ///
    /// # Errors
    /// Whatever must end the scan.
    fn begin(&mut self, _: &SourceInfo) -> Result<(), Error> {
        Ok(())
    }

    /// The next chunk of that source and the result of the work.
    ///
    /// # Errors
    /// Whatever must end the scan.
    fn take(&mut self, chunk: Chunk, output: O) -> Result<(), Error>;

    /// Whether to continue after the current chunk. If not, the scan ends: the source is over, and
    /// nothing more is read.
    fn wants_more(&self) -> bool {
        true
    }

    /// The source is over; with an error if it could not be read to its end, which ends the scan
    /// unless overridden.
    ///
    /// # Errors
    /// Whatever must end the scan.
    fn end(&mut self, _: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        end
    }

    /// A source could not be opened at all, or a game of it could not be read unchanged. This ends
    /// the scan unless overridden.
    ///
    /// # Errors
    /// Whatever must end the scan.
    fn on_error(&mut self, error: Error) -> Result<(), Error> {
        Err(error)
    }
}

/// A function is a sink that only takes chunks.
impl<O, F: FnMut(Chunk, O) -> Result<(), Error>> ChunkSink<O> for F {
    fn take(&mut self, chunk: Chunk, output: O) -> Result<(), Error> {
        self(chunk, output)
    }
}

impl Options {
    fn with_usable_threads(self) -> Options {
        Options { thread_count: usable_threads(Some(self.thread_count)), ..self }
    }
}

/// Scans `inputs`: the same calls to `collect` in the same order for any number of threads.
///
/// Memory: a few chunks a thread, or the longest game if that is more.
///
/// # Errors
/// Errors of `collect`; then reading stops where it is.
pub fn run<J: Job>(
    inputs: Inputs,
    options: Options,
    job: J,
    collect: &mut impl ChunkSink<J::Output>,
) -> Result<(), Error> {
    let options = options.with_usable_threads();
    run_feed(SourceFeed::new(inputs, options, None), options, job, collect)
}

/// The same for those parts of the sources that `choose` names. Chunks and their regions are those
/// of a scan of everything, but for the games that are not read.
///
/// # Errors
/// Errors of `collect`; then reading stops where it is.
pub fn run_chosen<J: Job>(
    inputs: Inputs,
    options: Options,
    choose: Chooser,
    job: J,
    collect: &mut impl ChunkSink<J::Output>,
) -> Result<(), Error> {
    let options = options.with_usable_threads();
    run_feed(SourceFeed::new(inputs, options, Some(choose)), options, job, collect)
}

fn run_feed<J: Job>(
    mut feed: SourceFeed,
    options: Options,
    job: J,
    collect: &mut impl ChunkSink<J::Output>,
) -> Result<(), Error> {
    if options.thread_count.get() > 1 {
        return pool::run(feed, options, job, collect);
    }
    let mut worker = job.worker();
    while let Some(item) = feed.next_item() {
        let begun = begin(&job, &mut worker, item);
        if deliver(finish(&job, &mut worker, begun), collect)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// An item of the feed that was processed as far as possible without the text before it.
enum Begun<O> {
    /// The result for a chunk while it was split, if the job works that way.
    Chunk(Box<Chunk>, Option<(O, FoundRegions)>),
    Error(Error),
}

/// An item of the feed with the result of the work.
enum Done<O> {
    Chunk(Box<Chunk>, O),
    Error(Error),
}

impl<O> Begun<O> {
    /// Whether it must wait for the state at the end of the chunk before it.
    fn must_wait(&self) -> bool {
        match self {
            Begun::Chunk(chunk, Some(_)) => !chunk.is_told(),
            // It waits no longer than others need to split theirs.
            Begun::Chunk(_, None) | Begun::Error(_) => false,
        }
    }
}

fn begin<J: Job>(job: &J, worker: &mut J::Worker, item: Item) -> Begun<J::Output> {
    match item {
        Item::Chunk(chunk) => {
            let read = |source: &SourceInfo, cutting: &mut Cutting<'_>| {
                job.work_while_cut(worker, source, cutting)
            };
            let made = if job.needs_places() { chunk.cut_while(read) } else { None };
            Begun::Chunk(chunk, made)
        }
        Item::Error(error) => Begun::Error(error),
    }
}

fn finish<J: Job>(job: &J, worker: &mut J::Worker, begun: Begun<J::Output>) -> Done<J::Output> {
    let (mut chunk, made) = match begun {
        Begun::Chunk(chunk, made) => (chunk, made),
        Begun::Error(error) => return Done::Error(error),
    };
    if let Some((mut output, found)) = made
        && let Some(begin) = chunk.place(found)
    {
        job.place(&mut output, &chunk.source, &begin);
        return Done::Chunk(chunk, output);
    }
    if job.needs_places() {
        chunk.cut();
    }
    let output = job.work(worker, &chunk);
    Done::Chunk(chunk, output)
}

/// Passes a result to `collect`; breaks if that stops.
fn deliver<O>(done: Done<O>, collect: &mut impl ChunkSink<O>) -> Result<ControlFlow<()>, Error> {
    let (mut chunk, output) = match done {
        Done::Chunk(chunk, output) => (chunk, output),
        Done::Error(error) => {
            return collect.on_error(error).map(|()| ControlFlow::Continue(()));
        }
    };
    let source = chunk.source.clone();
    if chunk.is_first {
        collect.begin(&source)?;
    }
    let end = chunk.end.take();
    collect.take(*chunk, output)?;
    if !collect.wants_more() {
        collect.end(&source, Ok(()))?;
        return Ok(ControlFlow::Break(()));
    }
    if let Some(end) = end {
        for note in source.notes.list() {
            if let Note::Misread { .. } | Note::MisreadBeyond = note {
                let why = note.to_string();
                collect.on_error(Error::new(ErrorKind::Damaged, &source.name, why))?;
            }
        }
        collect.end(&source, end)?;
    }
    Ok(ControlFlow::Continue(()))
}
