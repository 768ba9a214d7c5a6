//! The engine next to the game: receives positions, and returns its evaluation of the last one.

use std::time::Duration;

use super::EngineChoice;
use super::thought::report;
use crate::engine;
use pgn_engine::{Analysis, AnalysisEvent, SearchTask, Timeouts};
use pgn_view::Report;

/// How long an engine may take to start, to be ready and to stop.
const PATIENCE: Duration = Duration::from_secs(10);

/// An engine next to the game.
pub(super) struct Analyst {
    analysis: Analysis,
    name: String,
    number: u64,
}

impl Analyst {
    /// Starts an engine that shows this many lines.
    pub(super) fn start(engine: &EngineChoice, line_count: u32) -> Analyst {
        let mut options = engine.options.clone();
        options.push(("MultiPV".to_owned(), line_count.to_string()));
        let timeouts = Timeouts::default().with_search(PATIENCE).with_answer(PATIENCE);
        let analysis = engine::start_analysis(engine.command.clone(), options, timeouts);
        Analyst { analysis, name: engine.short_name().to_owned(), number: 0 }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Has it think about a position.
    pub(super) fn think(&mut self, task: SearchTask) {
        self.number = self.analysis.think(task);
    }

    pub(super) fn rest(&mut self) {
        self.number = 0;
        self.analysis.rest();
    }

    /// Its evaluation of the position, and why it can no longer be used.
    pub(super) fn poll(&mut self) -> (Vec<Report>, Option<String>) {
        let (mut reports, mut end) = (Vec::new(), None);
        for said in self.analysis.poll() {
            match said {
                AnalysisEvent::Thought(number, info) if number == self.number => {
                    reports.extend(report(info));
                }
                AnalysisEvent::Ready(_) | AnalysisEvent::Thought(..) | AnalysisEvent::Done(..) => {}
                AnalysisEvent::Declined(_, why) | AnalysisEvent::Ended(why) => end = Some(why),
            }
        }
        (reports, end)
    }
}
