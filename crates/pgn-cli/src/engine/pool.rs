//! Several engines that share the positions to be searched.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::command_line::CommandLine;
use super::process::{Engine, Trouble};
use super::talk::{Answer, Limits, Patience, Task as Search};
use pgn_db::error::{Error, ErrorKind};
use pgnkit::chess::Position;

/// How the engines are run.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The command that starts one.
    pub command: CommandLine,
    /// Its options: names and values.
    pub options: Vec<(String, String)>,
    /// How far each search goes.
    pub limits: Limits,
    /// How long an engine is waited for.
    pub patience: Patience,
    /// How many run side by side.
    pub n_engines: NonZeroUsize,
    /// Whether an answer without a score is one.
    pub scores: Scores,
}

/// Whether an answer without a score is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scores {
    /// The move is enough.
    Optional,
    /// An engine that gives none has failed.
    Required,
}

/// What came of a position: an answer, or why there is none.
pub type Searched = Result<Answer, String>;

/// How often an engine may fail in a row before nobody tries any more.
const FAILURES_MAX: usize = 3;

/// Engines that run until the pool is dropped; each is started when it is first needed.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
    /// `None` when no more tasks come.
    tasks: Option<Sender<Task>>,
    threads: Vec<JoinHandle<()>>,
}

/// What the threads share.
#[derive(Debug)]
struct Shared {
    setting: Setting,
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
    /// Nobody wants it any more, nor the others that came with it.
    is_unwanted: Arc<AtomicBool>,
    results: Sender<(usize, Done)>,
}

/// What a thread sends.
enum Done {
    Searched(Searched),
    NoProgram(std::io::Error),
}

impl Pool {
    /// A pool whose engines are started when they are needed.
    ///
    /// # Errors
    /// When there are no threads to be had.
    pub fn start(setting: Setting) -> Result<Pool, Error> {
        Pool::start_with(setting, None)
    }

    /// The same, but one engine is started at once, so that a command that is no engine is known
    /// before any work is begun.
    ///
    /// # Errors
    /// When it cannot be started, or does not answer as engines do.
    pub fn start_tried(setting: Setting) -> Result<Pool, Error> {
        let program = setting.command.program.clone();
        match Engine::start(&setting.command, &setting.options, setting.patience) {
            Ok(engine) => Pool::start_with(setting, Some(engine)),
            Err(Trouble::Start(error)) => Err(not_started(&program, error)),
            Err(Trouble::Broken(why) | Trouble::Declined(why)) => {
                Err(Error::new(ErrorKind::Io, program, format!("the engine {why}")))
            }
        }
    }

    fn start_with(setting: Setting, mut first: Option<Engine>) -> Result<Pool, Error> {
        let n_engines = setting.n_engines.get();
        let (tasks, waiting) = channel();
        let shared = Arc::new(Shared {
            setting,
            waiting: Mutex::new(waiting),
            failures: Mutex::new((0, String::new())),
            n_open: AtomicUsize::new(0),
        });
        let mut threads = Vec::new();
        for _ in 0..n_engines {
            let (shared, engine) = (Arc::clone(&shared), first.take());
            let work = move || shared.work(engine);
            let thread = thread::Builder::new().name("search".to_owned()).spawn(work);
            threads.push(thread.map_err(|error| Error::from_io("threads", error))?);
        }
        Ok(Pool { shared, tasks: Some(tasks), threads })
    }

    /// Searches all positions and hands what comes of each to `take`, with its number, in the
    /// order in which they are done. Several threads may search at once; they share the engines.
    ///
    /// An engine that hangs or ends is restarted for the next position; when three fail one
    /// after the other, nothing is searched any more.
    ///
    /// # Errors
    /// When the program cannot be started at all, and those of `take`; what is not searched yet is
    /// not searched any more then.
    pub fn search_all<E: From<Error>>(
        &self,
        positions: impl IntoIterator<Item = Position>,
        mut take: impl FnMut(usize, Searched) -> Result<(), E>,
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
        for (idx, done) in received {
            n_done += 1;
            let taken = match done {
                Done::Searched(searched) => take(idx, searched),
                Done::NoProgram(error) => Err(self.not_started(error).into()),
            };
            if let Err(error) = taken {
                is_unwanted.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        match n_done == n_positions {
            true => Ok(()),
            false => Err(Error::new(ErrorKind::Io, "engines", "a thread has failed").into()),
        }
    }

    /// Whether engines have failed so often that none is asked any more.
    #[must_use]
    pub fn has_given_up(&self) -> bool {
        self.shared.failures().0 >= FAILURES_MAX
    }

    fn not_started(&self, error: std::io::Error) -> Error {
        not_started(&self.shared.setting.command.program, error)
    }
}

impl Drop for Pool {
    /// Lets the engines end. Nobody waits for a search that nobody wants.
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

fn not_started(program: &str, error: std::io::Error) -> Error {
    Error::from_io(program, error).with_context("the engine cannot be started")
}

impl Shared {
    fn work(&self, mut engine: Option<Engine>) {
        loop {
            let task = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(task) = task else { return };
            let is_wanted = !task.is_unwanted.load(Ordering::Relaxed);
            let done = is_wanted.then(|| self.done(&task.position, &mut engine));
            self.n_open.fetch_sub(1, Ordering::Relaxed);
            if let Some(done) = done {
                // Whoever does not listen any more does not want it.
                let _ = task.results.send((task.idx, done));
            }
        }
    }

    fn done(&self, position: &Position, engine: &mut Option<Engine>) -> Done {
        match self.search(position, engine) {
            Ok(answer) => {
                self.failures().0 = 0;
                Done::Searched(Ok(answer))
            }
            Err(Trouble::Declined(why)) => Done::Searched(Err(why)),
            Err(Trouble::Broken(why)) => {
                *engine = None;
                Done::Searched(Err(self.fail(why)))
            }
            Err(Trouble::Start(error)) => Done::NoProgram(error),
        }
    }

    /// Counts a failure, unless it only says that there were too many.
    fn fail(&self, why: String) -> String {
        let mut failures = self.failures();
        if failures.0 < FAILURES_MAX {
            *failures = (failures.0 + 1, why.clone());
        }
        why
    }

    fn failures(&self) -> MutexGuard<'_, (usize, String)> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn search(&self, position: &Position, engine: &mut Option<Engine>) -> Result<Answer, Trouble> {
        let Setting { command, options, limits, patience, scores, .. } = &self.setting;
        let (n_failures, why) = self.failures().clone();
        if n_failures >= FAILURES_MAX {
            let why = format!("was not used: it failed {n_failures} times in a row, last: {why}");
            return Err(Trouble::Broken(why));
        }
        let engine = match engine {
            Some(engine) => engine,
            None => engine.insert(Engine::start(command, options, *patience)?),
        };
        let answer = engine.search(&Search::of(*position, *limits))?;
        match (scores, answer.info.score) {
            (Scores::Required, None) => Err(Trouble::Broken("returns no score".to_owned())),
            (Scores::Required | Scores::Optional, _) => Ok(answer),
        }
    }
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task").field("idx", &self.idx).finish_non_exhaustive()
    }
}
