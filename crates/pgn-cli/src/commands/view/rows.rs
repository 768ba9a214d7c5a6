//! The rows of the list, read in a separate thread, so that a slow disk does not block the keys.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use pgn_view::{Heading, SessionError};

/// The number of games whose headings are cached.
const KEPT: usize = 4096;

/// The known data of games.
type Known = Result<Heading, SessionError>;

/// Headings that were read, and a thread that reads others.
#[derive(Debug, Default)]
pub(super) struct HeadingCache {
    state: Arc<Mutex<RowsState>>,
    asks: OnceLock<Sender<usize>>,
}

#[derive(Debug, Default)]
struct RowsState {
    known: HashMap<usize, Known>,
    asked: HashSet<usize>,
    /// Rows were read since the last call of [`HeadingCache::take_news`].
    has_news: bool,
    /// Counts how often all was forgotten.
    age: u64,
}

fn lock(state: &Mutex<RowsState>) -> MutexGuard<'_, RowsState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl HeadingCache {
    /// The heading of a game if it was read; else `read` reads it soon, in the thread.
    pub(super) fn get(
        &self,
        game: usize,
        read: impl FnOnce() -> Box<dyn Fn(usize) -> Known + Send>,
    ) -> Option<Known> {
        let mut state = lock(&self.state);
        if let Some(known) = state.known.get(&game) {
            return Some(known.clone());
        }
        if state.asked.insert(game) {
            let asks = self.asks.get_or_init(|| start(Arc::clone(&self.state), read()));
            // A thread that is gone has failed; then the row stays empty.
            let _ = asks.send(game);
        }
        None
    }

    /// Whether rows were read since the last call.
    #[cfg(feature = "terminal")]
    pub(super) fn take_news(&self) -> bool {
        std::mem::take(&mut lock(&self.state).has_news)
    }

    /// Whether rows are still to be read.
    #[cfg(feature = "terminal")]
    pub(super) fn is_busy(&self) -> bool {
        !lock(&self.state).asked.is_empty()
    }

    /// Forgets all: games have other texts now.
    pub(super) fn forget(&self) {
        let mut state = lock(&self.state);
        state.known.clear();
        state.asked.clear();
        state.age += 1;
    }
}

fn start(state: Arc<Mutex<RowsState>>, read: Box<dyn Fn(usize) -> Known + Send>) -> Sender<usize> {
    let (asks, asked) = channel();
    thread::spawn(move || {
        let mut waiting: Vec<usize> = Vec::new();
        loop {
            if waiting.is_empty() {
                let Ok(game) = asked.recv() else { return };
                waiting.push(game);
            }
            waiting.extend(asked.try_iter());
            // The latest requests are on the screen.
            let Some(game) = waiting.pop() else { continue };
            let age = lock(&state).age;
            let known = read(game);
            let mut state = lock(&state);
            if state.age != age {
                continue;
            }
            if state.known.len() == KEPT {
                state.known.clear();
            }
            state.asked.remove(&game);
            state.known.insert(game, known);
            state.has_news = true;
        }
    });
    asks
}
