//! An engine in a thread, which plays, or analyzes one position after the other.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::command_line::EngineCommand;
use crate::error::EngineError;
use crate::process::Engine;
use crate::search::{SearchAnswer, SearchTask, Timeouts};
use crate::uci_line::SearchInfo;

/// How long the thread waits for the engine before it looks for new questions.
const TURN: Duration = Duration::from_millis(20);

/// The task.
enum Ask {
    Think { number: u64, task: Box<SearchTask> },
    Rest,
}

/// A report of an [`Analysis`].
#[derive(Debug)]
pub enum AnalysisEvent {
    /// The engine is ready, and has this name.
    Ready(Option<String>),
    /// The report about the task with this number.
    Thought(u64, SearchInfo),
    /// It finished the task with this number, at this time.
    Done(u64, Box<SearchAnswer>, Instant),
    /// It cannot search the task with this number, for this reason, and waits for others.
    Declined(u64, String),
    /// It cannot be used any more, for this reason.
    Ended(String),
}

/// An engine with its thread. Dropping it ends the engine.
#[derive(Debug)]
pub struct Analysis {
    asks: Sender<Ask>,
    said: Receiver<AnalysisEvent>,
    number: u64,
}

impl Analysis {
    /// Starts an engine, without waiting for it.
    #[must_use]
    pub fn start(
        command: EngineCommand,
        options: Vec<(String, String)>,
        timeouts: Timeouts,
    ) -> Analysis {
        let (asks, asked) = channel();
        let (saying, said) = channel();
        let run = move || {
            if let Err(why) = run(&command, &options, timeouts, &asked, &saying) {
                let _ = saying.send(AnalysisEvent::Ended(why));
            }
        };
        let failed = thread::Builder::new().name("analysis".to_owned()).spawn(run).err();
        let analysis = Analysis { asks, said, number: 0 };
        // Without its thread, the channel is closed, which has the same effect.
        drop(failed);
        analysis
    }

    /// Lets the engine think about this task from now on; returns the number of the task, which its
    /// events contain.
    pub fn think(&mut self, task: SearchTask) -> u64 {
        self.number += 1;
        let ask = Ask::Think { number: self.number, task: Box::new(task) };
        let _ = self.asks.send(ask);
        self.number
    }

    /// Stops the search.
    pub fn rest(&mut self) {
        self.number += 1;
        let _ = self.asks.send(Ask::Rest);
    }

    /// The events since the last call.
    pub fn poll(&mut self) -> Vec<AnalysisEvent> {
        let mut all = Vec::new();
        loop {
            match self.said.try_recv() {
                Ok(said) => all.push(said),
                Err(TryRecvError::Empty) => return all,
                Err(TryRecvError::Disconnected) => {
                    let is_told = all.iter().any(|said| matches!(said, AnalysisEvent::Ended(_)));
                    if !is_told {
                        all.push(AnalysisEvent::Ended("has ended".to_owned()));
                    }
                    return all;
                }
            }
        }
    }
}

/// The thread function; it ends when the sender is gone.
fn run(
    command: &EngineCommand,
    options: &[(String, String)],
    timeouts: Timeouts,
    asked: &Receiver<Ask>,
    saying: &Sender<AnalysisEvent>,
) -> Result<(), String> {
    let mut engine = Engine::start(command, options, timeouts).map_err(reason)?;
    let _ = saying.send(AnalysisEvent::Ready(engine.name().map(str::to_owned)));
    let mut next = None;
    loop {
        let ask = match next.take() {
            Some(ask) => ask,
            None => match asked.recv() {
                Ok(ask) => ask,
                Err(_) => return Ok(()),
            },
        };
        // Of several questions that wait the last one counts.
        let ask = asked.try_iter().last().unwrap_or(ask);
        let Ask::Think { number, task } = ask else { continue };
        let mut interrupt = || match asked.try_recv() {
            Ok(ask) => {
                next = Some(ask);
                true
            }
            Err(TryRecvError::Empty) => false,
            Err(TryRecvError::Disconnected) => {
                next = Some(Ask::Rest);
                true
            }
        };
        let mut hear = |info| {
            let _ = saying.send(AnalysisEvent::Thought(number, info));
        };
        match engine.follow(&task, TURN, &mut interrupt, &mut hear) {
            Ok(answer) => {
                let _ = saying.send(AnalysisEvent::Done(number, Box::new(answer), Instant::now()));
            }
            Err(EngineError::Declined(why)) => {
                let _ = saying.send(AnalysisEvent::Declined(number, why));
            }
            Err(error) => return Err(reason(error)),
        }
    }
}

/// The reason without "the engine", whose name the caller adds.
fn reason(error: EngineError) -> String {
    match error {
        EngineError::Start(error) | EngineError::Thread(error) => {
            format!("could not be started: {error}")
        }
        EngineError::Failed(reason) | EngineError::Declined(reason) => reason,
    }
}
