//! An engine that plays a side.

use std::time::{Duration, Instant};

use crate::commands::view::EngineChoice;
use crate::engine;
use pgn_engine::{Analysis, AnalysisEvent, SearchAnswer, SearchTask, Timeouts};

/// How long an engine may take to start, to be ready, and beyond its time.
const PATIENCE: Duration = Duration::from_secs(10);

/// An engine that plays a side.
pub(super) struct Opponent {
    analysis: Analysis,
    /// The question that is not answered yet.
    number: Option<u64>,
    is_ready: bool,
}

/// Its result since the last call.
pub(super) enum News {
    /// It runs from now on, and calls itself this.
    Ready(Option<String>),
    Answered(Box<SearchAnswer>, Instant),
    /// It is of no use any more.
    Failed(String),
}

impl Opponent {
    /// Starts it without waiting.
    pub(super) fn start(engine: &EngineChoice) -> Opponent {
        let timeouts = Timeouts::default().with_search(PATIENCE).with_answer(PATIENCE);
        let EngineChoice { command, options } = engine.clone();
        let analysis = engine::start_analysis(command, options, timeouts);
        Opponent { analysis, number: None, is_ready: false }
    }

    /// Whether it has reported that it runs.
    pub(super) fn is_ready(&self) -> bool {
        self.is_ready
    }

    /// Asks for its move.
    pub(super) fn ask(&mut self, task: SearchTask) {
        self.number = Some(self.analysis.think(task));
    }

    pub(super) fn poll(&mut self) -> Vec<News> {
        let mut news = Vec::new();
        for said in self.analysis.poll() {
            match said {
                AnalysisEvent::Ready(name) => {
                    self.is_ready = true;
                    news.push(News::Ready(name));
                }
                AnalysisEvent::Done(number, answer, at) if Some(number) == self.number => {
                    self.number = None;
                    news.push(News::Answered(answer, at));
                }
                AnalysisEvent::Declined(number, why) if Some(number) == self.number => {
                    news.push(News::Failed(why));
                }
                AnalysisEvent::Ended(why) => news.push(News::Failed(why)),
                AnalysisEvent::Thought(..)
                | AnalysisEvent::Done(..)
                | AnalysisEvent::Declined(..) => {}
            }
        }
        news
    }
}
