//! Several engines that share the positions to be searched.
//!
//! Owns: who searches what, and what becomes of an engine that fails. Knows nothing of: the
//! conversation.
//! Standard: none.
//! Start at [`search_all`].

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::command_line::CommandLine;
use super::process::{Engine, Trouble};
use super::talk::{Answer, Limits, Patience};
use pgn_db::error::{Error, ErrorKind};
use pgnkit::chess::Position;
use pgnkit::chess::fen::{self, CastlingStyle, EpPolicy, Style};

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
}

/// What came of a position: an answer, or why there is none.
pub type Searched = Result<Answer, String>;

/// How often an engine may fail in a row before nobody tries any more.
const FAILURES_MAX: usize = 3;

/// What the threads share.
struct Shared {
    setting: Setting,
    positions: Vec<Position>,
    next: AtomicUsize,
    /// Failures in a row, and the last one.
    failures: Mutex<(usize, String)>,
}

/// Searches all positions and hands what comes of each to `take`, with its number, in the order in
/// which they are done.
///
/// An engine that hangs or ends is started anew for the next position; when three fail one after
/// the other, the rest is not searched.
///
/// # Errors
/// When the program cannot be started at all, and those of `take`.
pub fn search_all(
    setting: Setting,
    positions: Vec<Position>,
    mut take: impl FnMut(usize, Searched) -> Result<(), Error>,
) -> Result<(), Error> {
    if positions.is_empty() {
        return Ok(());
    }
    let (n_positions, n_engines) = (positions.len(), setting.n_engines.get());
    let failures = Mutex::new((0, String::new()));
    let next = AtomicUsize::new(0);
    let shared = Arc::new(Shared { setting, positions, next, failures });
    let (results, received) = channel();
    for _ in 0..n_engines.min(n_positions) {
        let (shared, results) = (Arc::clone(&shared), results.clone());
        let work = move || shared.work(&results);
        let thread = thread::Builder::new().name("search".to_owned()).spawn(work);
        thread.map_err(|error| Error::from_io("threads", error))?;
    }
    drop(results);
    let mut n_done = 0;
    for (idx, searched) in received {
        match searched {
            Done::Searched(searched) => take(idx, searched)?,
            Done::NoProgram(error) => {
                return Err(Error::from_io(shared.setting.command.program.clone(), error)
                    .with_context("the engine cannot be started"));
            }
        }
        n_done += 1;
    }
    match n_done == n_positions {
        true => Ok(()),
        false => Err(Error::new(ErrorKind::Io, "engines", "a thread has failed")),
    }
}

/// What a thread sends.
enum Done {
    Searched(Searched),
    NoProgram(std::io::Error),
}

impl Shared {
    fn work(&self, results: &Sender<(usize, Done)>) {
        let mut engine: Option<Engine> = None;
        loop {
            let idx = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(position) = self.positions.get(idx) else { return };
            let done = match self.search(position, &mut engine) {
                Ok(answer) => {
                    self.failures().0 = 0;
                    Done::Searched(Ok(answer))
                }
                Err(Trouble::Broken(why)) => {
                    engine = None;
                    Done::Searched(Err(self.fail(why)))
                }
                Err(Trouble::Start(error)) => Done::NoProgram(error),
            };
            if results.send((idx, done)).is_err() {
                return;
            }
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

    fn failures(&self) -> std::sync::MutexGuard<'_, (usize, String)> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn search(&self, position: &Position, engine: &mut Option<Engine>) -> Result<Answer, Trouble> {
        let Setting { command, options, limits, patience, .. } = &self.setting;
        let (n_failures, why) = self.failures().clone();
        if n_failures >= FAILURES_MAX {
            let why =
                format!("was not asked: {n_failures} times in a row it failed, at last: {why}");
            return Err(Trouble::Broken(why));
        }
        let engine = match engine {
            Some(engine) => engine,
            None => engine.insert(Engine::start(command, options, *patience)?),
        };
        let is_chess960 = position.variant().castles_by_rook();
        let castling = if is_chess960 { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        let style = Style { ep: EpPolicy::XFen, castling, ..Style::default() };
        let fen = fen::write_with(position, style);
        engine.search(fen.as_str(), position.variant(), limits)
    }
}
