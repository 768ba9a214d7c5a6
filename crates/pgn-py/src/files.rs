//! Games of files: read by threads of their own, ahead of Python, in order.
//!
//! ```text
//! files ─ scan (threads) ─ batches, a chunk of text each ─ channel ─ iterator ─ Python
//! ```
//!
//! The channel holds few batches, so that memory stays bounded; when the iterator is dropped, the
//! scan ends. The GIL is free while the iterator waits.

use crate::errors::ErrorClass;
use crate::feed::{Feed, Message, Sender, one_thread};
use crate::game::{Headers, Origin, Store, game_handle};
use crate::read::{GameParser, illegal_moves_of};
use crate::sources::{Sources, sources_of};
use crate::tag_block::{LazyTags, TagBlock};
use pgn_db::error::Error;
use pgn_db::reading::{ChunkResult, Next, Place, ReadGames, Reading, RegionKind};
use pgn_db::scan::{self, Chunk, ChunkSink, Options, SourceInfo};
use pgn_db::source::Inputs;
use pgn_query::{Context, Query};
use pgnkit::charset::Choice;
use pgnkit::read::{IllegalMoves, Sniff};
use pgnkit::syntax::Region;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

/// The maximum amount of text in flight, in bytes.
const UNDER_WAY_BYTES: usize = 16 << 20;

impl<O: ChunkOutput> ChunkSink<ChunkResult<O>> for Sender<O> {
    fn take(&mut self, chunk: Chunk, made: ChunkResult<O>) -> Result<(), Error> {
        if let Some(kind) = made.header.not_pgn {
            self.send(Message::Failed(Error::not_pgn(&chunk.source.name, kind)))?;
        }
        if made.output.is_empty() {
            return Ok(());
        }
        self.send(Message::Batch(made.output))
    }

    fn end(&mut self, _: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        end.or_else(|error| self.send(Message::Failed(error)))
    }

    fn on_error(&mut self, error: Error) -> Result<(), Error> {
        self.send(Message::Failed(error))
    }
}

/// The result for a chunk.
trait ChunkOutput: Send + 'static {
    fn is_empty(&self) -> bool;
}

/// Begins to read.
fn start<J: ReadGames>(inputs: Inputs, options: Options, reading: Reading<J>) -> Started<J>
where
    J::Output: ChunkOutput,
{
    Feed::start(move |mut sender| {
        if let Err(error) = scan::run(inputs, options, reading, &mut sender) {
            // If the receiver is gone, the result is not needed.
            let _ = sender.send(Message::Failed(error));
        }
    })
}

/// A feed of what a job makes.
type Started<J> = std::io::Result<Feed<<J as ReadGames>::Output>>;

/// The number of threads that read.
pub(crate) fn threads(n_threads: Option<NonZeroUsize>) -> NonZeroUsize {
    scan::usable_threads(n_threads)
}

/// The argument `threads`.
pub(crate) fn threads_of(value: &Bound<'_, PyAny>) -> PyResult<Option<NonZeroUsize>> {
    count_of(value, "threads")
}

/// An argument that is a number from 1 on, or `None`.
pub(crate) fn count_of(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<NonZeroUsize>> {
    if value.is_none() {
        return Ok(None);
    }
    match value.extract::<usize>() {
        Ok(n) if n > 0 => Ok(NonZeroUsize::new(n)),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Err(error),
        _ => {
            let message = format!("{name}: expected a whole number from 1 on, found {value}");
            Err(ErrorClass::Option.raise(value.py(), message))
        }
    }
}

/// How files are read.
pub(crate) fn options(n_threads: Option<NonZeroUsize>) -> Options {
    Options::default().with_thread_count(threads(n_threads)).with_under_way_bytes(UNDER_WAY_BYTES)
}

/// The encoding that is named, as `pgn --encoding` takes it.
pub(crate) fn encoding(py: Python<'_>, name: &str) -> PyResult<Choice> {
    let raise = |error| ErrorClass::Option.raise(py, format!("encoding: {error}"));
    name.parse().map_err(raise)
}

/// The expression of `where`, or an exception with a caret under the error.
pub(crate) fn query(py: Python<'_>, text: Option<&str>) -> PyResult<Option<Arc<Query>>> {
    let Some(text) = text else { return Ok(None) };
    let parsed = Query::parse(text, &Context::default());
    parsed.map(Some).map_err(|error| ErrorClass::Query.raise(py, error))
}

/// Reads whole games.
struct GameJob {
    illegal_moves: IllegalMoves,
}

/// The games of a chunk.
struct GameBatch {
    games: Vec<Store>,
}

impl ChunkOutput for GameBatch {
    fn is_empty(&self) -> bool {
        self.games.is_empty()
    }
}

impl ReadGames for GameJob {
    type Reader = (GameParser, Option<(String, Arc<str>)>);
    type Output = GameBatch;

    fn reader(&self, encoding: Choice) -> Self::Reader {
        (GameParser::new(encoding, self.illegal_moves), None)
    }

    fn begin(&self, _: &mut Self::Reader, _: usize) -> GameBatch {
        GameBatch { games: Vec::new() }
    }

    fn read(&self, reader: &mut Self::Reader, at: Place<'_>, output: &mut GameBatch) -> RegionKind {
        let (parser, name) = reader;
        let Some(mut store) = parser.read(at.region) else {
            let sniff = Sniff::of(at.region);
            return RegionKind::of(sniff.is_not_pgn, false);
        };
        if name.as_ref().is_none_or(|(known, _)| *known != at.source.name) {
            *name = Some((at.source.name.clone(), at.source.name.as_str().into()));
        }
        store.origin = Origin {
            file: name.as_ref().map(|(_, shared)| Arc::clone(shared)),
            number: at.region.n_games_before + 1,
            offset: at.region.start.0,
        };
        output.games.push(store);
        RegionKind::Game
    }
}

/// The games of files, read ahead of Python in the order of the files.
///
/// An unreadable or truncated file raises `pgnkit.ReadError` at its place; the next call continues
/// with the following file.
#[pyclass(module = "pgnkit.pgn", frozen)]
pub(crate) struct GameFiles {
    feed: Feed<GameBatch>,
    batch: Mutex<std::vec::IntoIter<Store>>,
    /// What is read; temporary files among it stay until reading ends.
    _sources: Sources,
}

#[pymethods]
impl GameFiles {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, crate::game::PyGame>>> {
        let mut waiting = one_thread(&self.batch)?;
        loop {
            if let Some(store) = waiting.next() {
                return game_handle(py, store.share()).map(Some);
            }
            match self.feed.next(py)? {
                Some(batch) => *waiting = batch.games.into_iter(),
                None => return Ok(None),
            }
        }
    }
}

/// Games of files; see `pgnkit.pgn.games`.
#[pyfunction]
#[pyo3(signature = (paths, r#where=None, threads=None, encoding="auto", illegal_moves=None))]
pub(crate) fn open_games(
    paths: &Bound<'_, PyAny>,
    r#where: Option<&str>,
    #[pyo3(from_py_with = threads_of)] threads: Option<NonZeroUsize>,
    encoding: &str,
    illegal_moves: Option<&Bound<'_, PyAny>>,
) -> PyResult<GameFiles> {
    let illegal_moves = illegal_moves.map(illegal_moves_of).transpose()?.unwrap_or_default();
    let encoding = self::encoding(paths.py(), encoding)?;
    let reading = Reading { job: GameJob { illegal_moves }, query: query(paths.py(), r#where)? };
    let sources = sources_of(paths)?;
    let feed = start(sources.inputs(), options(threads).with_encoding(encoding), reading)?;
    Ok(GameFiles { feed, batch: Mutex::default(), _sources: sources })
}

/// Reads the tags of games and passes over their movetext.
struct TagJob;

impl ChunkOutput for TagBlock {
    fn is_empty(&self) -> bool {
        self.n_games() == 0
    }
}

impl ReadGames for TagJob {
    type Reader = Choice;
    type Output = TagBlock;

    fn reader(&self, encoding: Choice) -> Choice {
        encoding
    }

    fn begin(&self, _: &mut Choice, n_bytes: usize) -> TagBlock {
        TagBlock::for_games_of(n_bytes)
    }

    fn read(&self, encoding: &mut Choice, at: Place<'_>, block: &mut TagBlock) -> RegionKind {
        let found = block.add(*encoding, |visitor| {
            let _ = at.region.visit(visitor);
            Some(*at.region)
        });
        match found {
            Some((_, true)) => RegionKind::Game,
            _ => RegionKind::of(Sniff::of(at.region).is_not_pgn, false),
        }
    }

    fn reads_while_cut(&self, _: &Choice) -> bool {
        true
    }

    fn read_next<'t>(
        &self,
        encoding: &mut Choice,
        next: Next<'_, 't>,
        block: &mut TagBlock,
    ) -> Option<(Region<'t>, RegionKind)> {
        let (region, is_game) = block.add(*encoding, |visitor| next.regions.next_with(visitor))?;
        let is_not_pgn = !is_game && region.start.0 == 0 && Sniff::of(&region).is_not_pgn;
        Some((region, RegionKind::of(is_not_pgn, is_game)))
    }
}

/// The tags of the games of files, read ahead of Python in the order of the files.
#[pyclass(module = "pgnkit.pgn", frozen)]
pub(crate) struct HeaderFiles {
    feed: Feed<TagBlock>,
    /// A block, and how many of its games were given.
    block: Mutex<(Arc<TagBlock>, usize)>,
    /// As those of [`GameFiles`].
    _sources: Sources,
}

#[pymethods]
impl HeaderFiles {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Headers>> {
        let mut state = one_thread(&self.block)?;
        let (block, given_count) = &mut *state;
        while *given_count == block.n_games() {
            match self.feed.next(py)? {
                Some(batch) => (*block, *given_count) = (Arc::new(batch), 0),
                None => return Ok(None),
            }
        }
        *given_count += 1;
        let tags = LazyTags { block: Arc::clone(block), n: *given_count as u32 - 1 };
        Ok(Some(Headers::lazy(tags)))
    }
}

/// Tags of the games of files; see `pgnkit.pgn.headers`.
#[pyfunction]
#[pyo3(signature = (paths, r#where=None, threads=None, encoding="auto"))]
pub(crate) fn open_headers(
    paths: &Bound<'_, PyAny>,
    r#where: Option<&str>,
    #[pyo3(from_py_with = threads_of)] threads: Option<NonZeroUsize>,
    encoding: &str,
) -> PyResult<HeaderFiles> {
    let encoding = self::encoding(paths.py(), encoding)?;
    let reading = Reading { job: TagJob, query: query(paths.py(), r#where)? };
    let sources = sources_of(paths)?;
    let feed = start(sources.inputs(), options(threads).with_encoding(encoding), reading)?;
    Ok(HeaderFiles { feed, block: Mutex::default(), _sources: sources })
}
