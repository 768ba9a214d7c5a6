//! The engine next to the games: one for all pages, which works for the page that used it last.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::StatusCode;
use hyper::body::{Body, Bytes, Frame};
use pgn_view::{Analysis, EngineLine, score_text};
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Position, Variant, fen};
use serde_json::{Value, json};
use tokio::time::Interval;

use super::super::EngineChoice;
use super::super::analyst::Analyst;
use super::Refusal;
use pgn_engine::{SearchLimits, SearchTask};

/// How many lines it shows.
const N_LINES: u32 = 3;

/// The interval between two evaluations sent to a page.
const PAUSE: Duration = Duration::from_millis(150);

/// The maximum time without sending: a failed send shows that the client is gone.
const SILENT_TURNS_MAX: u32 = 40;

/// The engine, which starts on the first request.
pub(super) struct EngineService {
    engine: Option<EngineChoice>,
    state: Arc<Mutex<EngineState>>,
}

#[derive(Default)]
struct EngineState {
    analyst: Option<Analyst>,
    /// Which question it thinks about; an older one is over.
    question: u64,
}

fn lock(state: &Mutex<EngineState>) -> MutexGuard<'_, EngineState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running analysis, as the body of its answer; when it is dropped, the engine stops.
pub(super) struct AnalysisStream {
    state: Arc<Mutex<EngineState>>,
    number: u64,
    position: Position,
    analysis: Analysis,
    pause: Interval,
    silent_count: u32,
    is_over: bool,
}

impl Drop for AnalysisStream {
    fn drop(&mut self) {
        let mut state = lock(&self.state);
        if state.question == self.number
            && let Some(analyst) = &mut state.analyst
        {
            analyst.rest();
        }
    }
}

impl EngineService {
    pub(super) fn new(engine: Option<EngineChoice>) -> EngineService {
        EngineService { engine, state: Arc::default() }
    }

    /// The name of the engine.
    pub(super) fn name(&self) -> Option<&str> {
        self.engine.as_ref().map(EngineChoice::short_name)
    }

    /// The engine's evaluation of a position as events, until the client disconnects or makes
    /// another request.
    pub(super) fn think(&self, fen: &[u8], variant: &[u8]) -> Result<AnalysisStream, Refusal> {
        let none = || Refusal::new(StatusCode::NOT_FOUND, "no engine was named");
        let engine = self.engine.as_ref().ok_or_else(none)?;
        let variant = str::from_utf8(variant).ok().and_then(Variant::from_name);
        let variant = variant.ok_or_else(|| Refusal::wrong("no such variant"))?;
        let (position, _) = fen::parse_as(fen, fen::Mode::Lax, variant)
            .map_err(|error| Refusal::wrong(error.to_string()))?;
        let mut state = lock(&self.state);
        state.question += 1;
        let number = state.question;
        let analyst = state.analyst.get_or_insert_with(|| Analyst::start(engine, N_LINES));
        analyst.think(SearchTask::new(position, SearchLimits::default()));
        let analysis = Analysis { engine: analyst.name().to_owned(), lines: Vec::new() };
        drop(state);
        let state = Arc::clone(&self.state);
        let pause = tokio::time::interval(PAUSE);
        Ok(AnalysisStream {
            state,
            number,
            position,
            analysis,
            pause,
            silent_count: 0,
            is_over: false,
        })
    }
}

impl Body for AnalysisStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        while !self.is_over {
            ready!(self.pause.poll_tick(context));
            if let Some(event) = self.hear() {
                return Poll::Ready(Some(Ok(Frame::data(event.into()))));
            }
        }
        Poll::Ready(None)
    }
}

impl AnalysisStream {
    /// The event that is due.
    fn hear(&mut self) -> Option<String> {
        let mut state = lock(&self.state);
        if state.question != self.number {
            self.is_over = true;
            return Some(event(&json!({ "error": "the engine is now used by another tab" })));
        }
        let (reports, end) = state.analyst.as_mut()?.poll();
        if let Some(why) = end {
            self.is_over = true;
            state.analyst = None;
            let why = format!("{}: {why}", self.analysis.engine);
            return Some(event(&json!({ "error": why })));
        }
        if reports.is_empty() {
            self.silent_count += 1;
            return (self.silent_count.is_multiple_of(SILENT_TURNS_MAX))
                .then(|| ":\n\n".to_owned());
        }
        for report in &reports {
            self.analysis.take(EngineLine::of(report, &self.position));
        }
        let lines: Vec<Value> = self.analysis.lines.iter().map(|line| self.line(line)).collect();
        Some(event(&json!({ "lines": lines })))
    }

    fn line(&self, line: &EngineLine) -> Value {
        let first = line.first.map(|mv| uci::to_text(&self.position, mv).as_str().to_owned());
        let score = line.score.map(score_text).unwrap_or_default();
        json!({ "depth": line.depth, "score": score, "moves": line.moves, "first": first })
    }
}

fn event(value: &Value) -> String {
    format!("data: {value}\n\n")
}
