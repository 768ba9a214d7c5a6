//! An engine that runs: a process, a thread that listens to it, and the clock.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::command_line::CommandLine;
use super::message::Info;
use super::talk::{Answer, Event, Patience, Step, Talk, Task};
use super::uci::Uci;
use super::xboard::XBoard;
use crate::signal;

/// A line longer than this is cut there: no line of the protocol is.
const LINE_BYTES_MAX: u64 = 1 << 16;

/// How many lines may wait to be heard; an engine that says more waits itself.
const LINES_WAITING: usize = 1024;

/// An engine that runs and waits for positions.
pub(super) struct Engine {
    child: Arc<Mutex<Child>>,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    talk: Box<dyn Talk>,
}

/// Why an engine is of no use.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The program could not be started.
    Start(io::Error),
    /// It hangs, or it has ended.
    Broken(String),
    /// It cannot search this position, and waits for others.
    Declined(String),
}

impl Engine {
    /// Starts a program and waits until it is ready. One that ends at `uci`, as some engines of
    /// XBoard do at a word that they do not know, is started once more and not told that word.
    pub(super) fn start(
        command: &CommandLine,
        options: &[(String, String)],
        patience: Patience,
    ) -> Result<Engine, Trouble> {
        let greet = |(talk, step): (Uci, Step)| {
            let mut engine = Engine::launch(command, talk)?;
            let greeted = engine.greet(step, options, patience);
            Ok((engine, greeted))
        };
        let (engine, greeted) = greet(Uci::new(options, patience))?;
        match greeted {
            Ok(()) => Ok(engine),
            Err(trouble) if engine.has_ended() && engine.name().is_none() => {
                match greet(Uci::without_uci(options, patience))? {
                    (engine, Ok(())) => Ok(engine),
                    (_, Err(_)) => Err(trouble),
                }
            }
            Err(trouble) => Err(trouble),
        }
    }

    /// Starts a program.
    fn launch(command: &CommandLine, talk: Uci) -> Result<Engine, Trouble> {
        signal::on_stop(end_all_engines);
        let mut running = lock(&RUNNING);
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(Trouble::Start)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let child = Arc::new(Mutex::new(child));
        running.retain(|engine| engine.strong_count() > 0);
        running.push(Arc::downgrade(&child));
        drop(running);
        let (sender, lines) = sync_channel(LINES_WAITING);
        if let Some(output) = output {
            let listen = move || listen(output, &sender);
            let thread = thread::Builder::new().name("engine".to_owned()).spawn(listen);
            thread.map_err(Trouble::Start)?;
        }
        Ok(Engine { child, input, lines, talk: Box::new(talk) })
    }

    /// Waits until it is ready.
    fn greet(
        &mut self,
        step: Step,
        options: &[(String, String)],
        patience: Patience,
    ) -> Result<(), Trouble> {
        let event = match self.go_on(step)? {
            Event::SpeaksXBoard(line) => {
                self.talk = Box::new(XBoard::new(options, patience));
                let step = self.talk.hear(&line);
                self.go_on(step)?
            }
            event => event,
        };
        answer_of(event).map(|_| ())
    }

    fn has_ended(&self) -> bool {
        matches!(lock(&self.child).try_wait(), Ok(Some(_)))
    }

    /// What it calls itself.
    pub(super) fn name(&self) -> Option<&str> {
        self.talk.name()
    }

    /// Searches a position.
    pub(super) fn search(&mut self, task: &Task) -> Result<Answer, Trouble> {
        let step = self.talk.search(task);
        match answer_of(self.go_on(step)?)? {
            Some(answer) => Ok(answer),
            None => Err(Trouble::Broken("is ready when it should be searching".to_owned())),
        }
    }

    /// Searches a position until it is done, or `interrupt` says that it is enough, which is asked
    /// each time that the engine has said something, and every `turn`. What it thinks goes to
    /// `hear`.
    pub(super) fn follow(
        &mut self,
        task: &Task,
        turn: Duration,
        interrupt: &mut dyn FnMut() -> bool,
        hear: &mut dyn FnMut(Info),
    ) -> Result<Answer, Trouble> {
        let mut step = self.talk.search(task);
        let mut deadline = Instant::now();
        loop {
            for line in &step.send {
                self.send(line)?;
            }
            if let Some(wait) = step.wait {
                deadline = Instant::now() + wait;
            }
            if let Some(answer) = step.event.map(answer_of).transpose()?.flatten() {
                return Ok(answer);
            }
            step.thought.into_iter().for_each(&mut *hear);
            let is_late = Instant::now() > deadline;
            step = match self.lines.recv_timeout(turn) {
                _ if is_late || self.talk.is_searching() && interrupt() => self.talk.late(),
                Ok(line) => self.talk.hear(&line),
                Err(RecvTimeoutError::Timeout) => Step::default(),
                Err(RecvTimeoutError::Disconnected) => return Err(Trouble::Broken(self.end())),
            };
        }
    }

    /// Says and hears until something is over.
    fn go_on(&mut self, first: Step) -> Result<Event, Trouble> {
        let mut deadline = Instant::now();
        let mut step = first;
        loop {
            for line in &step.send {
                self.send(line)?;
            }
            if let Some(wait) = step.wait {
                deadline = Instant::now() + wait;
            }
            if let Some(event) = step.event {
                return Ok(event);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            step = match self.lines.recv_timeout(left) {
                // An engine that never stops talking runs out of time all the same.
                Ok(_) if left.is_zero() => self.talk.late(),
                Ok(line) => self.talk.hear(&line),
                Err(RecvTimeoutError::Timeout) => self.talk.late(),
                Err(RecvTimeoutError::Disconnected) => return Err(Trouble::Broken(self.end())),
            };
        }
    }

    fn send(&mut self, line: &str) -> Result<(), Trouble> {
        let Some(input) = &mut self.input else { return Ok(()) };
        let sent = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        sent.map_err(|_| Trouble::Broken(self.end()))
    }

    /// How it ended, for people.
    fn end(&mut self) -> String {
        // A signal that ended it ends this program, too, and keeps this lock until then.
        drop(lock(&RUNNING));
        // Its output is closed; it ends at once or never.
        let until = Instant::now() + Duration::from_secs(1);
        while Instant::now() < until {
            match lock(&self.child).try_wait() {
                Ok(Some(status)) => return format!("has ended ({status})"),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(_) => break,
            }
        }
        "has closed its output".to_owned()
    }
}

impl Drop for Engine {
    /// Asks it to end, and ends it.
    fn drop(&mut self) {
        let asked = self.send("quit");
        self.input = None;
        let patience = if asked.is_ok() { Duration::from_millis(500) } else { Duration::ZERO };
        let until = Instant::now() + patience;
        while Instant::now() < until {
            match lock(&self.child).try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Ok(Some(_)) | Err(_) => return,
            }
        }
        let mut child = lock(&self.child);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// The answer that an event is, if it is one.
fn answer_of(event: Event) -> Result<Option<Answer>, Trouble> {
    match event {
        Event::Answer(answer) => Ok(Some(*answer)),
        Event::Ready => Ok(None),
        Event::GivenUp(why) => Err(Trouble::Broken(why)),
        Event::Declined(why) => Err(Trouble::Declined(why)),
        Event::SpeaksXBoard(_) => Err(Trouble::Broken("changes its protocol".to_owned())),
    }
}

/// Every engine that runs. The lock is held while one is started, so that a signal finds it here or
/// not running.
static RUNNING: Mutex<Vec<Weak<Mutex<Child>>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every engine, for a program that a signal stops, and lets no other one start.
fn end_all_engines() {
    let running = lock(&RUNNING);
    for engine in running.iter().filter_map(Weak::upgrade) {
        // One that has ended already cannot be ended.
        let _ = lock(&engine).kill();
    }
    std::mem::forget(running);
}

/// Hands over the lines of an engine until it or its listener is gone.
fn listen(output: ChildStdout, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match output.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if lines.send(text).is_err() {
                    return;
                }
            }
        }
    }
}
