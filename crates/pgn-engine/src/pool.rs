//! Several engines that share the positions to be searched.

use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use pgn_chess::Position;

use crate::command_line::EngineCommand;
use crate::error::EngineError;
use crate::process::Engine;
use crate::search::{SearchAnswer, SearchLimits, SearchTask, Timeouts};

/// How an [`EnginePool`] runs its engines.
#[derive(Clone, Debug)]
pub struct PoolOptions {
    /// The command that starts an engine.
    pub command: EngineCommand,
    /// The options of the engine: names and values.
    pub options: Vec<(String, String)>,
    /// How far each search goes.
    pub limits: SearchLimits,
    /// How long to wait for an engine.
    pub timeouts: Timeouts,
    /// How many engines run at the same time.
    pub engine_count: NonZeroUsize,
    /// Whether an answer needs a score.
    pub scores: Scores,
}

/// Whether an answer needs a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scores {
    /// The move is enough.
    Optional,
    /// An engine that returns no score has failed.
    Required,
}

/// The answer for a position, or why there is none.
pub type SearchResult = Result<SearchAnswer, EngineError>;

/// After this number of failures in a row, the pool gives up.
const FAILURES_MAX: usize = 3;

/// Engines that run until the pool is dropped; each is started when it is first needed.
#[derive(Debug)]
pub struct EnginePool {
    shared: Arc<EnginePoolState>,
    /// `None` if there are no more tasks.
    tasks: Option<Sender<Task>>,
    threads: Vec<JoinHandle<()>>,
}

/// The state shared by the threads.
#[derive(Debug)]
struct EnginePoolState {
    options: PoolOptions,
    waiting: Mutex<Receiver<Task>>,
    /// Failures in a row, and the last one.
    failures: Mutex<(usize, String)>,
    /// Tasks that were sent and are not done.
    n_open: AtomicUsize,
}

/// A position to be searched.
struct Task {
    idx: usize,
    position: Position,
    /// It is no longer needed, nor are the others that came with it.
    is_unwanted: Arc<AtomicBool>,
    results: Sender<(usize, SearchResult)>,
}

impl EnginePool {
    /// Starts a pool, which starts its engines when it needs them.
    ///
    /// # Errors
    /// If no threads can be started.
    pub fn start(options: PoolOptions) -> Result<EnginePool, EngineError> {
        EnginePool::start_with(options, None)
    }

    /// Starts a pool and one of its engines, so that a command that is not an engine is reported
    /// before any work begins.
    ///
    /// # Errors
    /// If the engine cannot be started, or does not answer as engines do.
    pub fn start_tried(options: PoolOptions) -> Result<EnginePool, EngineError> {
        let engine = Engine::start(&options.command, &options.options, options.timeouts)?;
        EnginePool::start_with(options, Some(engine))
    }

    fn start_with(
        options: PoolOptions,
        mut first: Option<Engine>,
    ) -> Result<EnginePool, EngineError> {
        let engine_count = options.engine_count.get();
        let (tasks, waiting) = channel();
        let shared = Arc::new(EnginePoolState {
            options,
            waiting: Mutex::new(waiting),
            failures: Mutex::new((0, String::new())),
            n_open: AtomicUsize::new(0),
        });
        let mut threads = Vec::new();
        for _ in 0..engine_count {
            let (shared, engine) = (Arc::clone(&shared), first.take());
            let work = move || shared.work(engine);
            let thread = thread::Builder::new().name("search".to_owned()).spawn(work);
            threads.push(thread.map_err(EngineError::Thread)?);
        }
        Ok(EnginePool { shared, tasks: Some(tasks), threads })
    }

    /// Searches all positions and passes each result to `take`, with the index of the position, in
    /// the order in which they finish. Several threads may search at once; they share the engines.
    ///
    /// An engine that does not respond or ends is restarted for the next position; after three
    /// failures in a row, nothing more is searched.
    ///
    /// # Errors
    /// If the program cannot be started at all, and those of `take`; the remaining positions are
    /// not searched then.
    pub fn search_all<E: From<EngineError>>(
        &self,
        positions: impl IntoIterator<Item = Position>,
        mut take: impl FnMut(usize, SearchResult) -> Result<(), E>,
    ) -> Result<(), E> {
        let (results, received) = channel();
        let is_unwanted = Arc::new(AtomicBool::new(false));
        let mut n_positions = 0;
        for (idx, position) in positions.into_iter().enumerate() {
            let (is_unwanted, results) = (Arc::clone(&is_unwanted), results.clone());
            let task = Task { idx, position, is_unwanted, results };
            self.shared.n_open.fetch_add(1, Ordering::Relaxed);
            let is_sent = self.tasks.as_ref().is_some_and(|tasks| tasks.send(task).is_ok());
            n_positions += usize::from(is_sent);
        }
        drop(results);
        let mut n_done = 0;
        for (idx, result) in received {
            n_done += 1;
            let taken = match result {
                Err(error @ EngineError::Start(_)) => Err(error.into()),
                result => take(idx, result),
            };
            if let Err(error) = taken {
                is_unwanted.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        match n_done == n_positions {
            true => Ok(()),
            false => Err(EngineError::Thread(io::Error::other("it has failed")).into()),
        }
    }

    /// Whether engines failed so often that the pool searches nothing more.
    #[must_use]
    pub fn has_given_up(&self) -> bool {
        self.shared.failures().0 >= FAILURES_MAX
    }
}

impl Drop for EnginePool {
    /// Ends the engines, without waiting for unfinished searches.
    fn drop(&mut self) {
        self.tasks = None;
        if self.shared.n_open.load(Ordering::Relaxed) > 0 {
            return;
        }
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl EnginePoolState {
    fn work(&self, mut engine: Option<Engine>) {
        loop {
            let task = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(task) = task else { return };
            let is_wanted = !task.is_unwanted.load(Ordering::Relaxed);
            let result = is_wanted.then(|| self.search(&task.position, &mut engine));
            self.n_open.fetch_sub(1, Ordering::Relaxed);
            if let Some(result) = result {
                // A dropped receiver does not need it.
                let _ = task.results.send((task.idx, result));
            }
        }
    }

    fn search(&self, position: &Position, engine: &mut Option<Engine>) -> SearchResult {
        let result = self.try_search(position, engine);
        match &result {
            Ok(_) => self.failures().0 = 0,
            Err(EngineError::Failed(why)) => {
                *engine = None;
                let mut failures = self.failures();
                if failures.0 < FAILURES_MAX {
                    *failures = (failures.0 + 1, why.clone());
                }
            }
            Err(_) => {}
        }
        result
    }

    fn failures(&self) -> MutexGuard<'_, (usize, String)> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn try_search(&self, position: &Position, engine: &mut Option<Engine>) -> SearchResult {
        let PoolOptions { command, options, limits, timeouts, scores, .. } = &self.options;
        let (n_failures, why) = self.failures().clone();
        if n_failures >= FAILURES_MAX {
            let why = format!("was not used: it failed {n_failures} times in a row, last: {why}");
            return Err(EngineError::Failed(why));
        }
        let engine = match engine {
            Some(engine) => engine,
            None => engine.insert(Engine::start(command, options, *timeouts)?),
        };
        let answer = engine.search(&SearchTask::new(*position, *limits))?;
        match (scores, answer.info.score) {
            (Scores::Required, None) => Err(EngineError::Failed("returns no score".to_owned())),
            (Scores::Required | Scores::Optional, _) => Ok(answer),
        }
    }
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task").field("idx", &self.idx).finish_non_exhaustive()
    }
}
