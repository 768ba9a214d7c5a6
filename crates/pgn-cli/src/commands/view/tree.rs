//! The moves that the games of files played in a position: counted in memory, or from an index.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use super::games::to_session_error;
use pgn_db::error::Error;
use pgn_db::index::{self, Done, Index, IndexUnusable, Watch};
use pgn_db::library::{GameWalk, Library};
use pgn_db::scan::SourceInfo;
use pgn_db::source::Inputs;
use pgn_db::tree::{Score, look_up};
use pgn_view::{
    MoveTree, PlayedMoves, Progress, Results, SessionError, TreeChoice, TreeSource, no_index,
};
use pgnkit::charset::Choice;
use pgnkit::chess::Position;

/// The different moves that are counted in memory: 7/8 of a power of two, which takes 280 MB, and
/// 420 MB while it grows.
const ENTRIES_MAX: usize = (1 << 23) / 8 * 7;

/// The memory for building an index, in bytes.
const INDEX_BYTES: usize = 256 << 20;

/// How many games are read at once.
const BATCH_GAMES: usize = 256;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins to get the moves, for the file of a game if they come from an index.
///
/// # Errors
/// When there is no index, or none can be written.
pub(super) fn open(
    library: &Arc<Library>,
    choice: TreeChoice,
    game: Option<usize>,
) -> Result<Box<dyn TreeSource>, SessionError> {
    let file = game.and_then(|game| library.plain_file(game));
    Ok(match (choice, file) {
        (TreeChoice::Memory, _) => Box::new(Counting::start(Arc::clone(library))),
        (TreeChoice::Index, Some(file)) => {
            let known = IndexTree::open(&file).map_err(|unusable| match unusable {
                IndexUnusable::Absent => no_index(),
                unusable => unusable_index(&file, &unusable),
            })?;
            Box::new(known)
        }
        (TreeChoice::Index, None) => return Err(no_index()),
        (TreeChoice::NewIndex, Some(file)) => Box::new(Building::start(library, file)),
        (TreeChoice::NewIndex, None) => {
            let error = SessionError::new("an index is written only beside plain PGN files");
            return Err(error.with_hint("`tree memory` counts the moves in memory"));
        }
    })
}

fn unusable_index(file: &Path, unusable: &IndexUnusable) -> SessionError {
    match unusable {
        IndexUnusable::Error(error) => to_session_error(error),
        unusable => {
            let name = file.display();
            let error = SessionError::new(format!("no index of {name} can be used: {unusable}"));
            error
                .with_hint("`tree memory` counts the moves in memory, `tree index` builds it again")
        }
    }
}

// ---- in memory ----

/// A count of the moves of all games, in a separate thread.
struct Counting {
    shared: Arc<CountingState>,
}

#[derive(Default)]
struct CountingState {
    seen_count: AtomicUsize,
    is_canceled: AtomicBool,
    done: OnceLock<Result<MoveTree, SessionError>>,
}

impl Counting {
    fn start(library: Arc<Library>) -> Counting {
        let shared = Arc::new(CountingState::default());
        let state = Arc::clone(&shared);
        thread::spawn(move || {
            let counted = state.count(&library);
            let _ = state.done.set(counted);
        });
        Counting { shared }
    }
}

impl CountingState {
    fn count(&self, library: &Library) -> Result<MoveTree, SessionError> {
        let (mut tree, mut walk) = (MoveTree::new(ENTRIES_MAX), GameWalk::default());
        let mut from = 0;
        while !self.is_canceled.load(Ordering::Relaxed) {
            let to = library.wait_for(from + BATCH_GAMES).min(from + BATCH_GAMES);
            if from == to {
                break;
            }
            let read = library.walk(from..to, &mut walk, |game| tree.add(game));
            read.map_err(|error| to_session_error(&error))?;
            from = to;
            self.seen_count.store(from, Ordering::Relaxed);
        }
        Ok(tree)
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        self.shared.is_canceled.store(true, Ordering::Relaxed);
    }
}

impl TreeSource for Counting {
    fn poll(&mut self) -> Result<Progress, SessionError> {
        let is_done = match self.shared.done.get() {
            Some(Err(error)) => return Err(error.clone()),
            done => done.is_some(),
        };
        Ok(Progress { n_seen: self.shared.seen_count.load(Ordering::Relaxed), is_done })
    }

    fn moves_at(&self, position: &Position) -> Option<Result<PlayedMoves, SessionError>> {
        let counted = self.shared.done.get()?;
        Some(counted.as_ref().map(|tree| tree.moves_at(position)).map_err(SessionError::clone))
    }
}

// ---- from an index ----

/// An index, which a separate thread looks into.
struct IndexTree {
    asks: Sender<Position>,
    state: Arc<Mutex<LookUp>>,
}

/// The position that was asked for last, and its moves when they are known.
#[derive(Default)]
struct LookUp {
    position: Option<Position>,
    answer: Option<Result<PlayedMoves, SessionError>>,
}

impl IndexTree {
    fn open(file: &Path) -> Result<IndexTree, IndexUnusable> {
        let index = Index::open(file, Choice::Auto)?;
        let (asks, asked) = channel::<Position>();
        let state: Arc<Mutex<LookUp>> = Arc::default();
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            while let Ok(ask) = asked.recv() {
                // Of several that wait the last one counts.
                let position = asked.try_iter().last().unwrap_or(ask);
                let answer = moves_at(&index, &position);
                let mut state = lock(&shared);
                if state.position == Some(position) {
                    state.answer = Some(answer);
                }
            }
        });
        Ok(IndexTree { asks, state })
    }
}

impl TreeSource for IndexTree {
    fn poll(&mut self) -> Result<Progress, SessionError> {
        Ok(Progress { n_seen: 0, is_done: true })
    }

    fn moves_at(&self, position: &Position) -> Option<Result<PlayedMoves, SessionError>> {
        let mut state = lock(&self.state);
        if state.position != Some(*position) {
            (state.position, state.answer) = (Some(*position), None);
            let _ = self.asks.send(*position);
        }
        state.answer.clone()
    }
}

fn moves_at(index: &Index, position: &Position) -> Result<PlayedMoves, SessionError> {
    let answer = look_up(index, position).map_err(|error| to_session_error(&error))?;
    let Some((games, played)) = answer else {
        return Err(SessionError::new("a game has more positions than the index holds"));
    };
    let moves = played.into_iter().map(|played| (played.edge.mv, results(&played.score)));
    let game_count = games.reached.game_count;
    Ok(PlayedMoves { game_count, ..PlayedMoves::of(position, moves) })
}

fn results(score: &Score) -> Results {
    let Score { game_count, white_count: white, draw_count: draw, black_count: black, .. } = *score;
    Results { white, draw, black, other: game_count.saturating_sub(white + draw + black) }
}

// ---- a new index ----

/// An index that is written in a separate thread, and then used.
struct Building {
    shared: Arc<BuildingState>,
    index: Option<IndexTree>,
}

struct BuildingState {
    file: PathBuf,
    seen_count: AtomicUsize,
    is_canceled: AtomicBool,
    done: OnceLock<Result<(), SessionError>>,
}

impl Building {
    fn start(library: &Library, file: PathBuf) -> Building {
        let shared = Arc::new(BuildingState {
            file,
            seen_count: AtomicUsize::new(0),
            is_canceled: AtomicBool::new(false),
            done: OnceLock::new(),
        });
        let state = Arc::clone(&shared);
        let scan = *library.scan_options();
        thread::spawn(move || {
            let options = index::Options { scan, memory_bytes: INDEX_BYTES, rebuild: false };
            let inputs = Inputs::gather(std::slice::from_ref(&state.file));
            let mut watch = BuildingWatch { state: &state, error: None };
            let done = index::update(inputs, &options, &mut watch);
            let error = watch.error.or(done.err());
            let done = error.map_or(Ok(()), |error| Err(to_session_error(&error)));
            let _ = state.done.set(done);
        });
        Building { shared, index: None }
    }
}

impl Drop for Building {
    fn drop(&mut self) {
        self.shared.is_canceled.store(true, Ordering::Relaxed);
    }
}

struct BuildingWatch<'s> {
    state: &'s BuildingState,
    error: Option<Error>,
}

impl Watch for BuildingWatch<'_> {
    fn begin(&mut self, _: &SourceInfo) {}

    fn games(&mut self, game_count: u64) {
        self.state.seen_count.fetch_add(game_count as usize, Ordering::Relaxed);
    }

    fn done(&mut self, _: &Path, _: Done) {}

    fn on_error(&mut self, error: Error) {
        self.error = Some(error);
    }

    fn is_canceled(&self) -> bool {
        self.state.is_canceled.load(Ordering::Relaxed)
    }
}

impl TreeSource for Building {
    fn poll(&mut self) -> Result<Progress, SessionError> {
        if let (None, Some(done)) = (&self.index, self.shared.done.get()) {
            done.clone()?;
            let file = &self.shared.file;
            let index = IndexTree::open(file);
            self.index = Some(index.map_err(|unusable| unusable_index(file, &unusable))?);
        }
        let n_seen = self.shared.seen_count.load(Ordering::Relaxed);
        Ok(Progress { n_seen, is_done: self.index.is_some() })
    }

    fn moves_at(&self, position: &Position) -> Option<Result<PlayedMoves, SessionError>> {
        self.index.as_ref()?.moves_at(position)
    }
}
