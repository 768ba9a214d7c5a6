//! Engines: processes that search positions, one search at a time.
//!
//! ```text
//! EngineProcess ─ thread ─ Engine::follow ─┬─ reports ─▶ EngineSearch ─ Python
//!                                          ◀─ stop ──────┘
//! ```
//!
//! The part in Python, `pgnkit.engine`, has the names of python-chess. A new search stops the one
//! before; every wait ends with Ctrl-C.

use crate::board::PyBoard;
use crate::errors::ErrorClass;
use crate::feed::{SIGNAL_INTERVAL, patiently};
use crate::moves::PyMove;
use pgn_engine::{
    Engine, EngineCommand, EngineError, EngineScore, GameClocks, SearchAnswer, SearchBound,
    SearchContext, SearchInfo, SearchLimits, SearchTask, Timeouts,
};
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Move, Position};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long the thread waits for the engine before it looks whether to stop.
const TURN: Duration = Duration::from_millis(5);

/// A wait without an end, in seconds.
const FOREVER_SECONDS: u64 = 1 << 32;

/// The number of reports that wait for Python; older ones are dropped.
const REPORTS_MAX: usize = 4096;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn raise(py: Python<'_>, error: &EngineError) -> PyErr {
    match error {
        EngineError::Start(why) if why.kind() == io::ErrorKind::NotFound => {
            ErrorClass::MissingFile.raise(py, error)
        }
        _ => ErrorClass::Engine.raise(py, error),
    }
}

fn seconds(py: Python<'_>, seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        let message = format!("expected a number of seconds that is not negative, found {seconds}");
        ErrorClass::Option.raise(py, message)
    })
}

/// An engine, and the search that it is doing.
struct EngineCell {
    /// `None` if it has ended.
    engine: Mutex<Option<Engine>>,
    running: Mutex<Option<Arc<SearchCell>>>,
}

impl EngineCell {
    /// Stops the search, if there is one, and waits for the engine.
    fn idle(&self) -> MutexGuard<'_, Option<Engine>> {
        self.stop();
        lock(&self.engine)
    }

    fn stop(&self) {
        if let Some(search) = &*lock(&self.running) {
            search.stops.store(true, Ordering::Relaxed);
        }
    }

    /// Does something with the engine while it waits.
    fn with<T>(&self, work: impl FnOnce(&mut Engine) -> Result<T, EngineError>) -> EngineResult<T> {
        let mut engine = self.idle();
        let Some(running) = engine.as_mut() else { return Err(EngineFailure::Ended) };
        let done = work(running);
        if let Err(EngineError::Failed(_)) = done {
            *engine = None;
        }
        done.map_err(EngineFailure::Error)
    }
}

/// Why an engine did not do something.
enum EngineFailure {
    Ended,
    Error(EngineError),
}

type EngineResult<T> = Result<T, EngineFailure>;

impl EngineFailure {
    fn raise(&self, py: Python<'_>) -> PyErr {
        match self {
            EngineFailure::Ended => ErrorClass::EngineTerminated.raise(py, "the engine has ended"),
            EngineFailure::Error(EngineError::Failed(why)) => {
                ErrorClass::EngineTerminated.raise(py, format!("the engine {why}"))
            }
            EngineFailure::Error(error) => raise(py, error),
        }
    }
}

/// An engine that runs. `pgnkit.engine.SimpleEngine` is the class for programs.
#[pyclass(module = "pgnkit._pgnkit", frozen)]
pub(crate) struct EngineProcess {
    cell: Arc<EngineCell>,
    /// How long the engine may take for everything other than a search.
    answer: Duration,
}

/// An option of an engine: name, type, default, least, greatest, choices.
type OptionParts = (String, String, Option<String>, Option<i64>, Option<i64>, Vec<String>);

#[pymethods]
impl EngineProcess {
    /// Starts a program and waits until it is ready.
    #[new]
    fn new(
        py: Python<'_>,
        command: Vec<String>,
        protocol: &str,
        timeout: Option<f64>,
    ) -> PyResult<EngineProcess> {
        let answer = match timeout {
            Some(timeout) => seconds(py, timeout)?,
            None => Duration::from_secs(FOREVER_SECONDS),
        };
        let mut words = command.into_iter();
        let program = words.next().ok_or_else(|| {
            ErrorClass::Option.raise(py, "expected the name of a program, found nothing")
        })?;
        let command = EngineCommand { program, arguments: words.collect() };
        let timeouts = Timeouts::default().with_answer(answer);
        let is_xboard = protocol == "xboard";
        let started = patiently(py, move |_| match is_xboard {
            true => Engine::start_without_uci(&command, &[], timeouts),
            false => Engine::start(&command, &[], timeouts),
        })?;
        let engine = started.map_err(|error| raise(py, &error))?;
        let cell = EngineCell { engine: Mutex::new(Some(engine)), running: Mutex::new(None) };
        Ok(EngineProcess { cell: Arc::new(cell), answer })
    }

    /// The name and the author of the engine, where it gives them.
    fn identity(&self, py: Python<'_>) -> PyResult<(Option<String>, Option<String>)> {
        self.quick(py, |engine| {
            let own = |text: Option<&str>| text.map(str::to_owned);
            Ok((own(engine.name()), own(engine.author())))
        })
    }

    /// The options that the engine has.
    fn options(&self, py: Python<'_>) -> PyResult<Vec<OptionParts>> {
        self.quick(py, |engine| {
            let parts = engine
                .options()
                .iter()
                .cloned()
                .map(|it| (it.name, it.kind, it.default, it.min, it.max, it.choices));
            Ok(parts.collect())
        })
    }

    /// Stops a search, sets options, and waits until the engine has done so.
    fn configure(&self, py: Python<'_>, options: Vec<(String, String)>) -> PyResult<()> {
        let cell = Arc::clone(&self.cell);
        let done = patiently(py, move |_| cell.with(|engine| engine.configure(&options)))?;
        done.map_err(|failure| failure.raise(py))
    }

    /// Starts a search of the position of a board; a search that runs is stopped.
    #[pyo3(signature = (board, limit, root_moves, lines, is_same_game))]
    fn search(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        limit: &Bound<'_, PyDict>,
        root_moves: Option<Vec<PyMove>>,
        lines: u32,
        is_same_game: bool,
    ) -> PyResult<EngineSearch> {
        let board = board.try_borrow()?;
        let (start, moves) = board.line()?;
        let mut task = SearchTask::of_game(*start, moves.to_vec(), bound_of(limit)?);
        if task.moves.iter().any(|mv| mv.is_null()) {
            // Engines do not know null moves.
            (task.start, task.moves) = (*board.position()?, Vec::new());
        }
        task.line_count = lines;
        task.context = if is_same_game { SearchContext::SameGame } else { SearchContext::NewGame };
        for mv in root_moves.iter().flatten() {
            task.root_moves.push(board.legal(py, mv)?);
        }
        let position = *board.position()?;
        drop(board);
        let (search, cell) = (Arc::new(SearchCell::default()), Arc::clone(&self.cell));
        self.cell.stop();
        *lock(&self.cell.running) = Some(Arc::clone(&search));
        let told = Arc::clone(&search);
        let thread = thread::Builder::new().name("search".to_owned());
        thread.spawn(move || told.run(&cell, &task))?;
        Ok(EngineSearch { search, position, lines })
    }

    /// Ends the engine.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let cell = Arc::clone(&self.cell);
        patiently(py, move |_| {
            let mut engine = cell.idle();
            let ended = engine.take();
            drop(engine);
            drop(ended);
        })
    }

    /// The seconds that the engine may take for everything other than a search.
    #[getter]
    fn timeout(&self) -> f64 {
        self.answer.as_secs_f64()
    }
}

impl EngineProcess {
    /// Asks the engine for something that it has already sent, without ending a search.
    fn quick<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut Engine) -> Result<T, EngineError> + Send,
    ) -> PyResult<T> {
        py.detach(|| self.cell.with(ask)).map_err(|failure| failure.raise(py))
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.cell.stop();
    }
}

/// The limit of a search by the names of `pgnkit.engine.Limit`.
fn bound_of(limit: &Bound<'_, PyDict>) -> PyResult<SearchBound> {
    let py = limit.py();
    let time = |name: &str| -> PyResult<Option<Duration>> {
        match limit.get_item(name)? {
            Some(value) => seconds(py, value.extract()?).map(Some),
            None => Ok(None),
        }
    };
    let number = |name: &str| -> PyResult<Option<u32>> {
        limit.get_item(name)?.map(|value| value.extract()).transpose()
    };
    let nodes = limit.get_item("nodes")?.map(|value| value.extract()).transpose()?;
    let limits = SearchLimits::default()
        .with_time(time("time")?)
        .with_depth(number("depth")?)
        .with_mate(number("mate")?)
        .with_nodes(nodes);
    let left = [time("white_clock")?, time("black_clock")?];
    let [Some(white), Some(black)] = left else {
        if left.iter().any(Option::is_some) {
            let message = "expected the clocks of both sides, found one";
            return Err(ErrorClass::Option.raise(py, message));
        }
        return Ok(SearchBound::Limits(limits));
    };
    if limits != SearchLimits::default() {
        let message = "expected clocks or other limits, found both";
        return Err(ErrorClass::Option.raise(py, message));
    }
    let mut clocks = GameClocks::new([white, black], Duration::ZERO);
    clocks.increments =
        [time("white_inc")?.unwrap_or_default(), time("black_inc")?.unwrap_or_default()];
    clocks.moves_left = number("remaining_moves")?;
    Ok(SearchBound::Clocks(clocks))
}

/// A search that a thread and Python share.
#[derive(Default)]
struct SearchCell {
    stops: AtomicBool,
    state: Mutex<SearchState>,
    changed: Condvar,
}

#[derive(Default)]
struct SearchState {
    waiting: VecDeque<SearchInfo>,
    answer: Option<EngineResult<SearchAnswer>>,
}

impl SearchCell {
    /// Waits for the engine, and searches.
    fn run(&self, cell: &EngineCell, task: &SearchTask) {
        let mut engine = lock(&cell.engine);
        let mut interrupt = || self.stops.load(Ordering::Relaxed);
        let mut hear = |info| {
            let mut state = lock(&self.state);
            if state.waiting.len() == REPORTS_MAX {
                state.waiting.pop_front();
            }
            state.waiting.push_back(info);
            self.changed.notify_all();
        };
        let answer = match engine.as_mut() {
            None => Err(EngineFailure::Ended),
            Some(running) => running
                .follow(&task.clone(), TURN, &mut interrupt, &mut hear)
                .map_err(EngineFailure::Error),
        };
        if let Err(EngineFailure::Error(EngineError::Failed(_))) = answer {
            *engine = None;
        }
        drop(engine);
        lock(&self.state).answer = Some(answer);
        self.changed.notify_all();
    }

    /// Waits until there is a report or the answer, or it is time to look for Ctrl-C.
    fn wait(&self) -> MutexGuard<'_, SearchState> {
        let state = lock(&self.state);
        if !state.waiting.is_empty() || state.answer.is_some() {
            return state;
        }
        let waited = self.changed.wait_timeout(state, SIGNAL_INTERVAL);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// A search, which goes on in a thread.
#[pyclass(module = "pgnkit._pgnkit", frozen)]
pub(crate) struct EngineSearch {
    search: Arc<SearchCell>,
    position: Position,
    lines: u32,
}

/// The move of an engine, the reply that it expects, and whether it resigns.
type EngineMove = (Option<PyMove>, Option<PyMove>, bool);

#[pymethods]
impl EngineSearch {
    /// The next report, waited for; `None` when the search is over.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        loop {
            let (info, is_over) = py.detach(|| {
                let mut state = self.search.wait();
                let info = state.waiting.pop_front();
                (info, state.answer.is_some())
            });
            match info {
                Some(info) => return self.report(py, &info).map(Some),
                None if is_over => return Ok(None),
                None => py.check_signals()?,
            }
        }
    }

    /// Whether the next report is there already, or the search is over.
    fn would_block(&self) -> bool {
        let state = lock(&self.search.state);
        state.waiting.is_empty() && state.answer.is_none()
    }

    /// Stops the search, without waiting for its end.
    fn stop(&self) {
        self.search.stops.store(true, Ordering::Relaxed);
    }

    /// The move of the engine, when the search is over.
    fn answer(&self, py: Python<'_>) -> PyResult<EngineMove> {
        let state = lock(&self.search.state);
        let Some(answer) = &state.answer else {
            return Err(PyValueError::new_err("the search is not over"));
        };
        let answer = match answer {
            Ok(answer) => answer.clone(),
            Err(failure) => {
                let error = failure.raise(py);
                drop(state);
                return Err(error);
            }
        };
        drop(state);
        let Some(best) = &answer.best else { return Ok((None, None, answer.resigns)) };
        let mv = uci::parse(&self.position, best.as_bytes()).ok();
        let Some(mv) = mv.filter(|mv| !mv.is_null() && self.position.is_legal(*mv)) else {
            let message = format!("the engine returns an illegal move: {best}");
            return Err(ErrorClass::Engine.raise(py, message));
        };
        let after = self.position.after(mv);
        let ponder = answer.ponder.as_deref();
        let ponder = ponder.and_then(|text| uci::parse(&after, text.as_bytes()).ok());
        let ponder = ponder.map(|mv| PyMove::of(mv, &after));
        Ok((Some(PyMove::of(mv, &self.position)), ponder, answer.resigns))
    }
}

impl EngineSearch {
    /// A report under the names of `pgnkit.engine.InfoDict`; a score is its kind and its number.
    fn report<'py>(&self, py: Python<'py>, info: &SearchInfo) -> PyResult<Bound<'py, PyDict>> {
        let report = PyDict::new(py);
        let numbers = [
            ("depth", info.depth.map(u64::from)),
            ("seldepth", info.seldepth.map(u64::from)),
            ("nodes", info.nodes),
            ("nps", info.nps),
            ("tbhits", info.tbhits),
            ("hashfull", info.hashfull.map(u64::from)),
            ("currmovenumber", info.currmovenumber.map(u64::from)),
            ("multipv", info.multipv.map(u64::from).filter(|_| self.lines > 1)),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                report.set_item(name, number)?;
            }
        }
        if let Some(time) = info.time_ms {
            report.set_item("time", time as f64 / 1000.0)?;
        }
        match info.score {
            Some(EngineScore::Centipawns(cp)) => report.set_item("score", ("cp", cp))?,
            Some(EngineScore::Mate(moves)) => report.set_item("score", ("mate", moves))?,
            None => {}
        }
        if info.is_bound {
            let name = if info.is_lower_bound { "lowerbound" } else { "upperbound" };
            report.set_item(name, true)?;
        }
        if let Some([wins, draws, losses]) = info.wdl {
            report.set_item("wdl", (wins, draws, losses))?;
        }
        if let Some(text) = &info.string {
            report.set_item("string", text)?;
        }
        let mv = |at: &Position, text: &str| uci::parse(at, text.as_bytes()).ok();
        if let Some(mv) = info.currmove.as_deref().and_then(|text| mv(&self.position, text)) {
            report.set_item("currmove", PyMove::of(mv, &self.position))?;
        }
        if !info.pv.is_empty() {
            let (mut at, mut line) = (self.position, Vec::new());
            for text in &info.pv {
                let is_playable = |mv: &Move| !mv.is_null() && at.is_legal(*mv);
                let Some(mv) = mv(&at, text).filter(is_playable) else { break };
                line.push(PyMove::of(mv, &at));
                at.play_unchecked(mv);
            }
            report.set_item("pv", line)?;
        }
        Ok(report)
    }
}

impl Drop for EngineSearch {
    /// A search that nothing looks at any more is stopped.
    fn drop(&mut self) {
        self.stop();
    }
}
