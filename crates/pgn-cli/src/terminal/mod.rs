//! How the command talks to a person: color or not, loud or quiet, one line at a time.
//!
//! Start at [`Console`].

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::output::{ErrorLog, Output};
use crate::progress::{LINE_EVERY, Progress, TERMINAL_EVERY, VERBOSE_LINE_EVERY};
use crate::screen::{Colors, Screen};
use pgn_db::error::{Error, ErrorKind, printable};
use pgn_db::source::Inputs;

#[cfg(test)]
mod tests;

/// When to do something that suits a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum When {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The amount of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loudness {
    /// Only what went wrong.
    Quiet,
    /// Messages for the user.
    #[default]
    Normal,
    /// Additional details.
    Verbose,
}

/// A number with its noun: `1 game`, `2 games`.
pub(crate) fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Whether to color what goes to a stream. `is_terminal` is about that stream, `variable` looks up
/// the environment.
///
/// The option of the command line takes precedence; then `NO_COLOR`, then `CLICOLOR_FORCE`, then
/// the kind of terminal.
pub fn wants_color(
    when: When,
    is_terminal: bool,
    variable: impl Fn(&str) -> Option<OsString>,
) -> bool {
    let set = |name| variable(name).is_some_and(|value| !value.is_empty());
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto if set("NO_COLOR") => false,
        When::Auto if set("CLICOLOR_FORCE") && variable("CLICOLOR_FORCE") != Some("0".into()) => {
            true
        }
        When::Auto => {
            is_terminal
                && variable("TERM") != Some("dumb".into())
                && variable("CLICOLOR") != Some("0".into())
        }
    }
}

/// Seconds between two lines of progress, where standard error is not a terminal.
const INTERVAL_VARIABLE: &str = "PGN_PROGRESS_SECONDS";

/// How often progress is shown, on a standard error and with an output that are terminals or not;
/// `None` if it is not. `variable` looks up the environment.
fn interval(
    when: When,
    loudness: Loudness,
    [is_terminal, is_output_terminal]: [bool; 2],
    variable: impl Fn(&str) -> Option<OsString>,
) -> Option<Duration> {
    let every = match (when, is_terminal) {
        (When::Never, _) => return None,
        (When::Always, true) => return Some(TERMINAL_EVERY),
        (When::Always, false) => LINE_EVERY,
        (When::Auto, true) => {
            let is_shown = !is_output_terminal && loudness > Loudness::Quiet;
            return is_shown.then_some(TERMINAL_EVERY);
        }
        (When::Auto, false) if loudness >= Loudness::Verbose => VERBOSE_LINE_EVERY,
        (When::Auto, false) => return None,
    };
    let seconds = variable(INTERVAL_VARIABLE).and_then(|text| text.to_str()?.parse().ok());
    let wanted = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    Some(wanted.unwrap_or(every).max(Duration::from_millis(1)))
}

/// Standard error, with the progress display on it.
///
/// Nothing here can fail: without a listener, the work goes on.
#[derive(Debug)]
pub struct Console {
    loudness: Loudness,
    color: When,
    show_progress: When,
    progress: Option<Progress>,
    last_words: LastWords,
    /// An error was reported, so whatever is written lacks something.
    has_reported_errors: AtomicBool,
    accepts_partial: bool,
}

/// Prints the messages deferred to the end of the verb.
type LastWord = Box<dyn FnOnce() -> Vec<String> + Send>;

/// The messages at the end of the verb.
#[derive(Default)]
struct LastWords(Mutex<Vec<LastWord>>);

impl fmt::Debug for LastWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LastWords").finish_non_exhaustive()
    }
}

impl Console {
    /// As set by the options of the command line.
    #[must_use]
    pub fn new(loudness: Loudness, color: When, show_progress: When) -> Console {
        Console {
            loudness,
            color,
            show_progress,
            progress: None,
            last_words: LastWords::default(),
            has_reported_errors: AtomicBool::new(false),
            accepts_partial: false,
        }
    }

    /// The amount of output.
    #[must_use]
    pub fn loudness(&self) -> Loudness {
        self.loudness
    }

    /// Whether to color what goes to standard error.
    #[must_use]
    pub fn color(&self) -> bool {
        wants_color(self.color, io::stderr().is_terminal(), |name| env::var_os(name))
    }

    /// Whether to color what goes to standard output.
    #[must_use]
    pub fn color_on_stdout(&self) -> bool {
        wants_color(self.color, io::stdout().is_terminal(), |name| env::var_os(name))
    }

    /// Writes to standard error, with the progress display out of the way.
    pub fn write(&self, text: &str) {
        let write = || {
            let stderr = io::stderr().lock();
            let is_terminal = stderr.is_terminal();
            let mut screen = Screen::new(stderr, is_terminal);
            screen.colors = Colors::Pass;
            let _ = screen.write_all(text.as_bytes()).and_then(|()| screen.flush());
        };
        match &self.progress {
            Some(progress) => progress.suspend(write),
            None => write(),
        }
    }

    /// Prints an error in one line, `pgn: what: why (hint)`, also with `--quiet`.
    pub fn error(&self, error: &Error) {
        self.has_reported_errors.store(true, Ordering::Relaxed);
        let (on, off) = if self.color() { ("\u{1b}[1;31m", "\u{1b}[0m") } else { ("", "") };
        self.write(&format!("{on}pgn:{off} {error}\n"));
    }

    /// Sets whether incomplete results replace old files: `--partial`.
    pub fn set_accepts_partial(&mut self, accepts: bool) {
        self.accepts_partial = accepts;
    }

    /// Says one line, unless quiet.
    pub fn say(&self, what: &str) {
        if self.loudness >= Loudness::Normal {
            self.write(&format!("pgn: {}\n", printable(what)));
        }
    }

    /// Defers messages to the end of the verb, unless quiet; `lines` is called then.
    pub fn defer(&self, lines: impl FnOnce() -> Vec<String> + Send + 'static) {
        let mut last = self.last_words.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.push(Box::new(lines));
    }

    /// Prints the deferred messages.
    pub fn flush_deferred(&self) {
        let mut last = self.last_words.0.lock().unwrap_or_else(PoisonError::into_inner);
        for line in last.drain(..).flat_map(|lines| lines()) {
            self.say(&line);
        }
    }

    /// Says one line when verbose.
    pub fn remark(&self, what: &str) {
        if self.loudness >= Loudness::Verbose {
            self.write(&format!("pgn: {}\n", printable(what)));
        }
    }

    /// Begins the progress display for reading `inputs`, and prints related messages first. Without
    /// `--progress`, it is shown if standard error is a terminal, without `--quiet`, and if the
    /// games do not go to the terminal; or, with `--verbose`, if standard error is not a terminal.
    pub fn start_progress(&mut self, inputs: &Inputs, output: &Output) {
        // A person is expected to type the games.
        if inputs.name_stdin() && io::stdin().is_terminal() {
            self.say("reading games from the terminal; press Ctrl-D to finish");
        }
        match inputs.skipped_count() {
            0 => {}
            n => self.remark(&format!("files skipped because of their names: {n}")),
        }
        if let Some(every) = self.progress_every(output) {
            let (total, read) = (inputs.total_bytes(), inputs.read_bytes());
            self.progress = Some(Progress::start(total, read, every));
        }
    }

    /// Begins to show how many of `total` positions are done; [`Console::count_games`] counts them.
    pub fn start_tasks(&mut self, total: u64, output: &Output) {
        if let Some(every) = self.progress_every(output) {
            self.progress = Some(Progress::start_tasks(total, every));
        }
    }

    /// Begins to show how many positions are searched; `done` counts them.
    pub fn start_searches(
        &mut self,
        total: impl FnOnce() -> Option<u64>,
        done: Arc<AtomicU64>,
        output: &Output,
    ) {
        if let Some(every) = self.progress_every(output) {
            self.progress = Some(Progress::start_searches(total(), done, every));
        }
    }

    /// Goes on with the next part of the work, if progress is shown.
    pub fn next_phase(
        &mut self,
        name: impl Into<String>,
        done: Option<(Arc<AtomicU64>, &'static str)>,
    ) {
        let name = name.into();
        self.progress = self.progress.take().map(|progress| progress.next_phase(name, done));
    }

    /// How often progress is shown, when games go to `output`; `None` if it is not.
    fn progress_every(&self, output: &Output) -> Option<Duration> {
        let streams = [io::stderr().is_terminal(), output.is_terminal()];
        interval(self.show_progress, self.loudness, streams, |name| env::var_os(name))
    }

    /// Counts games for the progress display. Cheap enough for every game.
    pub fn count_games(&self, n: u64) {
        if let Some(progress) = &self.progress {
            progress.count_games(n);
        }
    }

    /// Takes the progress display away.
    pub fn end_progress(&mut self) {
        self.progress = None;
    }
}

impl ErrorLog for Console {
    fn has_reported_errors(&self) -> bool {
        self.has_reported_errors.load(Ordering::Relaxed)
    }

    fn accepts_partial(&self) -> bool {
        self.accepts_partial
    }

    fn report_incomplete(&self, name: &str, partial: Option<&Path>) {
        match partial {
            None if self.accepts_partial => self.say(&format!("{name}: is incomplete")),
            None => {
                let why = "is incomplete, because of the errors above";
                self.error(&Error::new(ErrorKind::Io, name, why));
            }
            Some(partial) => {
                let why = "was not replaced, because of the errors above";
                let error = Error::new(ErrorKind::Io, name, why);
                self.error(&error.with_hint(format!(
                    "the incomplete result is in {}; `--partial` replaces the file anyway",
                    partial.display()
                )));
            }
        }
    }
}
