//! An engine that runs: a process, a thread that listens to it, and the clock.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::command_line::EngineCommand;
use crate::conversation::Conversation;
use crate::error::EngineError;
use crate::reaction::{Event, Reaction};
use crate::search::{SearchAnswer, SearchTask, Timeouts};
use crate::uci_line::{EngineOption, SearchInfo};

/// A longer line is cut there: no line of the protocol is that long.
const LINE_BYTES_MAX: u64 = 1 << 16;

/// The number of lines that may wait to be processed; an engine that writes more has to wait.
const LINES_WAITING: usize = 1024;

/// An engine that runs and waits for positions. Dropping it ends its process.
#[derive(Debug)]
pub struct Engine {
    child: Arc<Mutex<Child>>,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    conversation: Conversation,
}

impl Engine {
    /// Starts a program, sets its options, given as names and values, and waits until it is ready.
    ///
    /// An engine that exits when it receives `uci`, as some XBoard engines do, is started again
    /// without it.
    ///
    /// # Errors
    /// If the program cannot be started, or does not answer as engines do.
    pub fn start(
        command: &EngineCommand,
        options: &[(String, String)],
        timeouts: Timeouts,
    ) -> Result<Engine, EngineError> {
        let (engine, greeted) = Engine::greet(command, Conversation::start(options, timeouts))?;
        match greeted {
            Ok(()) => Ok(engine),
            Err(error) if engine.has_ended() && engine.name().is_none() => {
                Engine::start_without_uci(command, options, timeouts).map_err(|_| error)
            }
            Err(error) => Err(error),
        }
    }

    /// Starts a program that speaks the protocol of XBoard.
    ///
    /// # Errors
    /// As [`start`](Engine::start).
    pub fn start_without_uci(
        command: &EngineCommand,
        options: &[(String, String)],
        timeouts: Timeouts,
    ) -> Result<Engine, EngineError> {
        let start = Conversation::start_without_uci(options, timeouts);
        let (engine, greeted) = Engine::greet(command, start)?;
        greeted.map(|()| engine)
    }

    /// Starts a program and waits until it is ready.
    fn greet(
        command: &EngineCommand,
        (conversation, reaction): (Conversation, Reaction),
    ) -> Result<(Engine, Result<(), EngineError>), EngineError> {
        let mut engine = Engine::launch(command, conversation)?;
        let greeted = engine.run(reaction).map(|_| ());
        Ok((engine, greeted))
    }

    /// Starts a program.
    fn launch(command: &EngineCommand, conversation: Conversation) -> Result<Engine, EngineError> {
        let mut running = lock(&RUNNING);
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(EngineError::Start)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let child = Arc::new(Mutex::new(child));
        running.retain(|engine| engine.strong_count() > 0);
        running.push(Arc::downgrade(&child));
        drop(running);
        let (sender, lines) = sync_channel(LINES_WAITING);
        if let Some(output) = output {
            let listen = move || listen(output, &sender);
            let thread = thread::Builder::new().name("engine".to_owned()).spawn(listen);
            thread.map_err(EngineError::Thread)?;
        }
        Ok(Engine { child, input, lines, conversation })
    }

    fn has_ended(&self) -> bool {
        matches!(lock(&self.child).try_wait(), Ok(Some(_)))
    }

    /// The name that the engine gave.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.conversation.name()
    }

    /// The author of the engine; `None` if it names none.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.conversation.author()
    }

    /// The options that the engine has.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        self.conversation.options()
    }

    /// Sets options, given as names and values, and waits until the engine has done so.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn configure(&mut self, options: &[(String, String)]) -> Result<(), EngineError> {
        let reaction = self.conversation.configure(options);
        self.run(reaction).map(|_| ())
    }

    /// Searches a position.
    ///
    /// # Errors
    /// If the engine fails, or declines the search.
    pub fn search(&mut self, task: &SearchTask) -> Result<SearchAnswer, EngineError> {
        let reaction = self.conversation.search(task);
        answer_of(self.run(reaction)?)
    }

    /// Searches a position until the engine is done or `interrupt` returns true; it is called after
    /// each line of the engine, and every `turn`. The engine's reports go to `hear`.
    ///
    /// # Errors
    /// If the engine fails, or declines the search.
    pub fn follow(
        &mut self,
        task: &SearchTask,
        turn: Duration,
        interrupt: &mut dyn FnMut() -> bool,
        hear: &mut dyn FnMut(SearchInfo),
    ) -> Result<SearchAnswer, EngineError> {
        let mut reaction = self.conversation.search(task);
        let mut deadline = Instant::now();
        loop {
            match self.react(reaction, &mut deadline)? {
                Some(Event::Info(info)) => hear(info),
                Some(event) => return answer_of(event),
                None => {}
            }
            let is_late = Instant::now() > deadline;
            reaction = match self.lines.recv_timeout(turn) {
                _ if is_late || self.conversation.is_searching() && interrupt() => {
                    self.conversation.time_out()
                }
                Ok(line) => self.conversation.hear(&line),
                Err(RecvTimeoutError::Timeout) => Reaction::default(),
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Failed(self.end())),
            };
        }
    }

    /// Sends and receives lines until an event ends the exchange.
    fn run(&mut self, mut reaction: Reaction) -> Result<Event, EngineError> {
        let mut deadline = Instant::now();
        loop {
            match self.react(reaction, &mut deadline)? {
                Some(Event::Info(_)) | None => {}
                Some(Event::Failed(reason)) => return Err(EngineError::Failed(reason)),
                Some(event) => return Ok(event),
            }
            let left = deadline.saturating_duration_since(Instant::now());
            reaction = match self.lines.recv_timeout(left) {
                // An engine that never stops writing runs out of time all the same.
                Ok(_) if left.is_zero() => self.conversation.time_out(),
                Ok(line) => self.conversation.hear(&line),
                Err(RecvTimeoutError::Timeout) => self.conversation.time_out(),
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Failed(self.end())),
            };
        }
    }

    /// Sends the lines of a reaction and sets the deadline.
    fn react(
        &mut self,
        reaction: Reaction,
        deadline: &mut Instant,
    ) -> Result<Option<Event>, EngineError> {
        for line in &reaction.send {
            self.send(line)?;
        }
        if let Some(wait) = reaction.wait {
            *deadline = Instant::now() + wait;
        }
        Ok(reaction.event)
    }

    fn send(&mut self, line: &str) -> Result<(), EngineError> {
        let Some(input) = &mut self.input else { return Ok(()) };
        let sent = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        sent.map_err(|_| EngineError::Failed(self.end()))
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

/// The answer in the event that ends a search.
fn answer_of(event: Event) -> Result<SearchAnswer, EngineError> {
    match event {
        Event::Answer(answer) => Ok(*answer),
        Event::Failed(reason) => Err(EngineError::Failed(reason)),
        Event::Declined(reason) => Err(EngineError::Declined(reason)),
        Event::Ready | Event::Info(_) => {
            Err(EngineError::Failed("is ready when it should be searching".to_owned()))
        }
    }
}

/// Every engine that runs. The lock is held while one is started, so that a signal finds it here or
/// not running.
static RUNNING: Mutex<Vec<Weak<Mutex<Child>>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the processes of all engines and lets no other one start, for a program that a signal
/// stops.
pub fn end_all_engines() {
    let running = lock(&RUNNING);
    for engine in running.iter().filter_map(Weak::upgrade) {
        // One that has ended already cannot be ended.
        let _ = lock(&engine).kill();
    }
    std::mem::forget(running);
}

/// Passes on the lines of an engine until it or its listener is gone.
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
