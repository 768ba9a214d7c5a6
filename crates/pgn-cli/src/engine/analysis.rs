//! An engine beside a person: it thinks about one position after the other for as long as someone
//! looks at it, or plays.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::command_line::CommandLine;
use super::message::Info;
use super::process::{Engine, Trouble};
use super::talk::{Answer, Patience, Task};

/// How long an engine is waited for before its lines are looked at together with new questions.
const TURN: Duration = Duration::from_millis(20);

/// What is asked.
enum Ask {
    Think { number: u64, task: Box<Task> },
    Rest,
}

/// What is heard.
#[derive(Debug)]
pub enum Said {
    /// It runs, and calls itself this.
    Ready(Option<String>),
    /// What it thinks of the task with this number.
    Thought(u64, Info),
    /// It is done with the task of this number, and was so at this time.
    Done(u64, Box<Answer>, Instant),
    /// It cannot think about the task with this number, and waits for others.
    Declined(u64, String),
    /// It is of no use any more.
    Ended(String),
}

/// An engine with its thread. It is ended when this is dropped.
#[derive(Debug)]
pub struct Analysis {
    asks: Sender<Ask>,
    said: Receiver<Said>,
    number: u64,
}

impl Analysis {
    /// Starts an engine, which takes its time: nothing is waited for here.
    #[must_use]
    pub fn start(
        command: CommandLine,
        options: Vec<(String, String)>,
        patience: Patience,
    ) -> Analysis {
        let (asks, asked) = channel();
        let (saying, said) = channel();
        let run = move || {
            if let Err(why) = run(&command, &options, patience, &asked, &saying) {
                let _ = saying.send(Said::Ended(why));
            }
        };
        let failed = thread::Builder::new().name("analysis".to_owned()).spawn(run).err();
        let analysis = Analysis { asks, said, number: 0 };
        // Without its thread the channel is closed, which says the same.
        drop(failed);
        analysis
    }

    /// Has the engine think about this from now on; gives the number by which its words are known.
    pub fn think(&mut self, task: Task) -> u64 {
        self.number += 1;
        let ask = Ask::Think { number: self.number, task: Box::new(task) };
        let _ = self.asks.send(ask);
        self.number
    }

    /// Has it stop thinking.
    pub fn rest(&mut self) {
        self.number += 1;
        let _ = self.asks.send(Ask::Rest);
    }

    /// What was said since the last call.
    pub fn poll(&mut self) -> Vec<Said> {
        let mut all = Vec::new();
        loop {
            match self.said.try_recv() {
                Ok(said) => all.push(said),
                Err(TryRecvError::Empty) => return all,
                Err(TryRecvError::Disconnected) => {
                    let is_told = all.iter().any(|said| matches!(said, Said::Ended(_)));
                    if !is_told {
                        all.push(Said::Ended("has ended".to_owned()));
                    }
                    return all;
                }
            }
        }
    }
}

/// What the thread does: until nobody asks any more.
fn run(
    command: &CommandLine,
    options: &[(String, String)],
    patience: Patience,
    asked: &Receiver<Ask>,
    saying: &Sender<Said>,
) -> Result<(), String> {
    let mut engine = Engine::start(command, options, patience).map_err(in_words)?;
    let _ = saying.send(Said::Ready(engine.name().map(str::to_owned)));
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
            let _ = saying.send(Said::Thought(number, info));
        };
        match engine.follow(&task, TURN, &mut interrupt, &mut hear) {
            Ok(answer) => {
                let _ = saying.send(Said::Done(number, Box::new(answer), Instant::now()));
            }
            Err(Trouble::Declined(why)) => {
                let _ = saying.send(Said::Declined(number, why));
            }
            Err(trouble) => return Err(in_words(trouble)),
        }
    }
}

fn in_words(trouble: Trouble) -> String {
    match trouble {
        Trouble::Start(error) => format!("could not be started: {error}"),
        Trouble::Broken(why) | Trouble::Declined(why) => why,
    }
}
