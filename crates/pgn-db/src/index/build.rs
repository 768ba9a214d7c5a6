//! Building indexes: one for each file, in one pass over all of them.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use twox_hash::XxHash3_128;

use super::facts::Place;
use super::header::{Access, Header, write_end, write_prologue};
use super::indexer::{Entries, Indexer};
use super::open::{open_source, side_path, to_error};
use super::page::{PAGE_BYTES, PageWriter};
use super::plan::{GrowingIndex, IndexWriting, Plan, cut, stamp_of};
use super::segment::{Gathering, Means};
use super::stamp;
use crate::error::{Error, ErrorKind};
use crate::output::Replacement;
use crate::reading::{ChunkResult, Reading};
use crate::scan::{self, Chooser, Chunk, ChunkSink, SourceInfo, run_chosen};
use crate::source::{Compression, Inputs, Note};
use pgnkit::syntax::Kind;

/// How indexes are built.
#[derive(Clone, Debug)]
pub struct Options {
    /// How files are read.
    pub scan: scan::Options,
    /// The approximate memory that may be used besides that, in bytes.
    pub memory_bytes: usize,
    /// Indexes that fit are rebuilt, too.
    pub rebuild: bool,
}

/// The result for an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// It is up to date and does not change.
    Fits,
    /// Only the time of the file had changed; the index has the new one.
    Stamped,
    /// The number of games that were added.
    Appended(u64),
    /// It was built, with this many games. If there was one before, this is why it was not kept.
    Built(u64, Option<String>),
}

/// Receives progress of the work.
pub trait Watch {
    /// A file is read now.
    fn begin(&mut self, source: &SourceInfo);
    /// This many more games were read.
    fn games(&mut self, game_count: u64);
    /// A file has its index.
    fn done(&mut self, file: &Path, done: Done);
    /// A file has none, or the old one.
    fn on_error(&mut self, error: Error);
    /// Whether the work is to end, without a new index.
    fn is_canceled(&self) -> bool {
        false
    }
}

/// Ensures that every file has an up-to-date index: current ones are left alone, files that have
/// grown get their new games added, and for the others the index is built. The old index stays
/// until the new one is complete.
///
/// Memory: according to the options, or a game if that is more.
///
/// # Errors
/// Only if nothing more can be read, or if `watch` cancels the work ([`ErrorKind::Canceled`]);
/// errors of a single file go to `watch`.
pub fn update(inputs: Inputs, options: &Options, watch: &mut dyn Watch) -> Result<(), Error> {
    let plans: Plans = Arc::default();
    let (shared, encoding, rebuild) = (Arc::clone(&plans), options.scan.encoding, options.rebuild);
    let chooser: Chooser = Arc::new(move |source| {
        let plan = Plan::of(source, encoding, rebuild);
        let chosen = plan.chosen();
        let mut plans = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let file = source.path().unwrap_or(Path::new("")).to_owned();
        plans.push_back((file, plan));
        chosen
    });
    let indexer = Indexer::default();
    let means = Means {
        memory_bytes: options.memory_bytes,
        thread_count: options.scan.thread_count.min(SORTING_THREADS_MAX),
        pool: indexer.pool.clone(),
        hasher: indexer.hasher.clone(),
    };
    let mut build = Build { options, watch, plans, means, open: None };
    run_chosen(inputs, options.scan, chooser, Reading::all(indexer), &mut build)
}

/// The decisions about the open files, in order.
type Plans = Arc<Mutex<VecDeque<(PathBuf, Plan)>>>;

/// Collects the entries, file by file.
struct Build<'a> {
    options: &'a Options,
    watch: &'a mut dyn Watch,
    plans: Plans,
    means: Means,
    open: Option<OpenIndex>,
}

struct OpenIndex {
    file: PathBuf,
    writing: Box<IndexWriting>,
    pages: PageWriter<Replacement<fs::File>>,
    header: Header,
    gathering: Gathering,
    /// The text from the start, while it is the file.
    hasher: XxHash3_128,
    not_pgn: Option<Kind>,
}

/// More threads than these sort no faster, and each takes a partition of memory.
const SORTING_THREADS_MAX: NonZeroUsize = NonZeroUsize::new(4).unwrap();

impl Build<'_> {
    fn open(&self, file: &Path, mut writing: Box<IndexWriting>) -> Result<OpenIndex, Error> {
        let side = side_path(file);
        let in_words = |error| Error::from_io(side.to_string_lossy(), error);
        let mut to = Replacement::create(&side, None, |file| file).map_err(in_words)?;
        let encoding = self.options.scan.encoding;
        let mut header = Header { encoding, ..Header::default() };
        let mut number = 0;
        if let Some(GrowingIndex { index, begin, is_touched }) = &writing.kept {
            let old = fs::File::open(&side).map_err(in_words)?;
            number = index.contents_page;
            let bytes = number * PAGE_BYTES as u64;
            if io::copy(&mut old.take(bytes), &mut to).map_err(in_words)? != bytes {
                return Err(index.pages.damaged("is truncated"));
            }
            header = index.header.clone();
            if !is_touched {
                header.append_count += 1;
                header.outside = Place::default();
                header.text_bytes = begin.offset;
                header.segments = cut(&header.segments, begin.game_count as u32);
            }
        }
        let mut pages = PageWriter::new(to, number);
        if number == 0 {
            write_prologue(&mut pages).map_err(in_words)?;
        }
        header.stamp = writing.stamp;
        let why = writing.why.take().filter(|_| writing.kept.is_none());
        writing.why = why;
        Ok(OpenIndex {
            file: file.to_owned(),
            writing,
            pages,
            gathering: self.gathering(&header, header.game_count()),
            header,
            hasher: XxHash3_128::new(),
            not_pgn: None,
        })
    }

    fn gathering(&self, header: &Header, first_game: u32) -> Gathering {
        let position_count = header.segments.iter().map(|segment| segment.position_count).sum();
        Gathering::new(first_game, position_count, &self.means)
    }

    fn take_entries(
        &mut self,
        open: &mut OpenIndex,
        text: &[u8],
        entries: Entries,
    ) -> io::Result<()> {
        open.header.text_bytes += text.len() as u64;
        open.hasher.write(text);
        open.header.outside = entries.outside.unwrap_or(open.header.outside);
        let game_count = u64::from(open.header.game_count()) + u64::from(open.gathering.game_count);
        if game_count + entries.games.len() as u64 > u64::from(u32::MAX) {
            return Err(io::Error::other("more games than an index can contain"));
        }
        open.gathering.take(entries);
        if open.gathering.is_full() {
            self.write_segment(open)?;
        }
        Ok(())
    }

    fn write_segment(&mut self, open: &mut OpenIndex) -> io::Result<()> {
        let first = open.gathering.first_game + open.gathering.game_count;
        let next = self.gathering(&open.header, first);
        let gathering = std::mem::replace(&mut open.gathering, next);
        open.header.segments.push(gathering.write(&mut open.pages)?);
        Ok(())
    }

    /// Writes what is left and puts the index in its place.
    fn finish(&mut self, mut open: OpenIndex, source: &SourceInfo) -> Result<Done, Error> {
        let file = open.file.clone();
        if let Some(kind) = open.not_pgn {
            return Err(Error::not_pgn(&source.name, kind));
        }
        if source.notes.list().iter().any(Note::is_found_while_reading) {
            let why = "cannot have an index: what is wrong with its games is found while reading";
            let error = Error::new(ErrorKind::Unsupported, &source.name, why);
            return Err(error.with_hint("convert it to PGN first"));
        }
        let side = side_path(&file);
        let in_words = |error| Error::from_io(side.to_string_lossy(), error);
        if stamp_of(&file)? != open.writing.stamp {
            let why = "was changed by another program while it was read";
            let error = Error::new(ErrorKind::Io, &source.name, why);
            return Err(error.with_hint("it has no new index; try again"));
        }
        if open.gathering.game_count > 0 {
            self.write_segment(&mut open).map_err(in_words)?;
        }
        let is_touched = open.writing.kept.as_ref().is_some_and(|kept| kept.is_touched);
        if !is_touched {
            open.describe(source).map_err(|error| to_error(&file, error))?;
            let frames = open.frames(source);
            open.header.frames = open.pages.section(&frames).map_err(in_words)?;
        }
        write_end(&mut open.pages, &open.header).map_err(in_words)?;
        open.pages.into_sink().commit().map_err(in_words)?;
        let game_count = u64::from(open.header.game_count());
        Ok(match (&open.writing.kept, is_touched) {
            (None, _) => Done::Built(game_count, open.writing.why.take()),
            (Some(_), true) => Done::Stamped,
            (Some(kept), false) => {
                let before_count = u64::from(kept.index.game_count());
                Done::Appended(game_count.saturating_sub(before_count))
            }
        })
    }
}

impl OpenIndex {
    /// How games are accessed, and the hash of the whole file.
    fn describe(&mut self, source: &SourceInfo) -> io::Result<()> {
        let mut access = Access::Plain;
        for note in source.notes.list() {
            access = match note {
                Note::Compressed(compression)
                    if access == Access::Plain
                        && compression != Compression::Zip
                        && source.frames.list().len() > 1 =>
                {
                    Access::Frames(compression)
                }
                Note::Compressed(_) | Note::Utf16 { .. } | Note::Transcoded(_) => Access::FromStart,
                _ => access,
            };
        }
        self.header.access = access;
        let stamp = &self.writing.stamp;
        let is_file = access == Access::Plain && self.writing.kept.is_none();
        self.header.whole = if is_file && self.header.text_bytes == stamp.len {
            self.hasher.finish_128()
        } else {
            let file = open_source(&self.file).map_err(io::Error::other)?;
            let sums = stamp::whole(&file, &[stamp.len])?;
            sums.first().copied().unwrap_or_default()
        };
        Ok(())
    }

    /// The table of frames.
    fn frames(&self, source: &SourceInfo) -> Vec<u8> {
        let mut table = Vec::new();
        if let Access::Frames(_) = self.header.access {
            for frame in source.frames.list() {
                table.extend_from_slice(&frame.file_offset.to_le_bytes());
                table.extend_from_slice(&frame.text_offset.to_le_bytes());
            }
        }
        table
    }
}

impl ChunkSink<ChunkResult<Entries>> for Build<'_> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.watch.begin(source);
        let plan = self.plans.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        self.open = None;
        let Some((file, plan)) = plan else { return Ok(()) };
        match plan {
            Plan::Write(writing) => match self.open(&file, writing) {
                Ok(open) => self.open = Some(open),
                Err(error) => self.watch.on_error(error),
            },
            Plan::Refuse(error) => self.watch.on_error(error),
            Plan::Nothing => self.watch.done(&file, Done::Fits),
        }
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, made: ChunkResult<Entries>) -> Result<(), Error> {
        let ChunkResult { header, output: entries } = made;
        if self.watch.is_canceled() {
            return Err(Error::canceled(&chunk.source.name));
        }
        self.watch.games(entries.games.len() as u64);
        let Some(mut open) = self.open.take() else { return Ok(()) };
        open.not_pgn = open.not_pgn.or(header.not_pgn);
        match self.take_entries(&mut open, &chunk.text, entries) {
            Ok(()) => self.open = Some(open),
            Err(error) => {
                let side = side_path(&open.file);
                self.watch.on_error(Error::from_io(side.to_string_lossy(), error));
            }
        }
        Ok(())
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        let Some(open) = self.open.take() else { return Ok(()) };
        let file = open.file.clone();
        match end.and_then(|()| self.finish(open, source)) {
            Ok(done) => self.watch.done(&file, done),
            Err(error) => self.watch.on_error(error),
        }
        Ok(())
    }

    fn on_error(&mut self, error: Error) -> Result<(), Error> {
        self.watch.on_error(error);
        Ok(())
    }
}
