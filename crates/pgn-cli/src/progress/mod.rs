//! How far the work is: bytes, games, rate and time left, on standard error.
//!
//! Start at [`Progress`].

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{fmt, sync::Arc, thread};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use pgn_db::source::SharedCount;

#[cfg(test)]
mod tests;

/// How often a terminal is drawn again.
pub(crate) const TERMINAL_EVERY: Duration = Duration::from_millis(150);

/// The interval between lines in a file, with `--progress`, and with `--verbose` only.
pub(crate) const LINE_EVERY: Duration = Duration::from_secs(1);
pub(crate) const VERBOSE_LINE_EVERY: Duration = Duration::from_secs(10);

/// The width of a bar with its words: 60 columns.
const BAR_COLUMNS: usize = 12;
const WORDS_COLUMNS: usize = 46;
const _: () = assert!(BAR_COLUMNS + 1 + WORDS_COLUMNS < 60);

/// A progress display. It ends when it is dropped.
///
/// On a terminal it is a bar on the last line; elsewhere a line at intervals. The first one comes
/// after the interval, so that short work shows nothing. A separate thread draws it; the work only
/// counts.
pub struct Progress {
    game_count: Arc<AtomicU64>,
    every: Duration,
    bar: Option<ProgressBar>,
    stop: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Begins to show the progress of `read` towards `total_bytes`.
    #[must_use]
    pub fn start(total_bytes: Option<u64>, read: SharedCount, every: Duration) -> Progress {
        let sample = move |game_count: u64, elapsed: Duration| {
            let state = ProgressState { read_bytes: read.get(), total_bytes, game_count };
            (state.parts(elapsed), state.read_bytes.min(total_bytes.unwrap_or(0)))
        };
        Progress::show(total_bytes, every, sample)
    }

    /// Begins to show how many of `total` positions are done; they are counted as games.
    #[must_use]
    pub fn start_tasks(total: u64, every: Duration) -> Progress {
        let sample = move |done_count, elapsed| (tasks(done_count, total, elapsed), done_count);
        Progress::show(Some(total), every, sample)
    }

    /// Begins the next part of the work: its name, the unit of `done`, if any, and its start time.
    #[must_use]
    pub fn next_phase(self, name: String, done: Option<(Arc<AtomicU64>, &'static str)>) -> Self {
        let every = self.every;
        drop(self);
        Progress::show(None, every, move |_, elapsed| {
            let done_count = done.as_ref().map(|(n, unit)| (n.load(Ordering::Relaxed), *unit));
            (phase(&name, done_count, elapsed), 0)
        })
    }

    /// The same for positions that threads count in `done`; the total may be unknown.
    #[must_use]
    pub fn start_searches(total: Option<u64>, done: Arc<AtomicU64>, every: Duration) -> Progress {
        Progress::show(total, every, move |_, elapsed| {
            let done_count = done.load(Ordering::Relaxed);
            let line = match total {
                Some(total) => tasks(done_count, total, elapsed),
                None => vec![format!("{} positions", grouped(done_count))],
            };
            (line, done_count)
        })
    }

    /// Shows a line and how far the bar is, both from the count and the time that has passed.
    fn show(
        total: Option<u64>,
        every: Duration,
        sample: impl Fn(u64, Duration) -> (Vec<String>, u64) + Send + 'static,
    ) -> Progress {
        let game_count = Arc::new(AtomicU64::new(0));
        let bar = io::stderr().is_terminal().then(|| new_bar(total));
        let (stop, stopped) = sync_channel(1);
        let (shown_bar, counted) = (bar.clone(), Arc::clone(&game_count));
        let start = Instant::now();
        let draw = move || {
            while stopped.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                let (parts, place) = sample(counted.load(Ordering::Relaxed), start.elapsed());
                match &shown_bar {
                    Some(bar) => {
                        bar.set_message(fit(parts, WORDS_COLUMNS));
                        bar.set_position(place);
                    }
                    None => {
                        let _ = writeln!(io::stderr(), "pgn: {}", parts.join(", "));
                    }
                }
            }
        };
        // If the thread cannot start, pgn shows no progress and reports no error.
        let thread = thread::Builder::new().name("progress".to_owned()).spawn(draw).ok();
        Progress { game_count, every, bar, stop: Some(stop), thread }
    }

    /// Adds `n` games to the count.
    pub fn count_games(&self, n: u64) {
        self.game_count.fetch_add(n, Ordering::Relaxed);
    }

    /// Takes the display off the terminal while `write` uses it.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("n_games", &self.game_count).finish_non_exhaustive()
    }
}

fn new_bar(total_bytes: Option<u64>) -> ProgressBar {
    let target = ProgressDrawTarget::stderr();
    let bar = ProgressBar::with_draw_target(Some(total_bytes.unwrap_or(0)), target);
    let template = match total_bytes {
        Some(_) => format!("{{bar:{BAR_COLUMNS}}} {{wide_msg}}"),
        None => "{wide_msg}".to_owned(),
    };
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// `12 of 200 positions, 94 s left`.
fn tasks(done_count: u64, total: u64, elapsed: Duration) -> Vec<String> {
    let mut parts = vec![format!("{} of {} positions", grouped(done_count), grouped(total))];
    parts.extend(left(done_count, total, elapsed.as_secs_f64()));
    parts
}

/// `comparing names, 1,234,567 pairs, 12 s`.
fn phase(name: &str, done_count: Option<(u64, &str)>, elapsed: Duration) -> Vec<String> {
    let mut parts = vec![name.to_owned()];
    parts.extend(done_count.map(|(n, unit)| format!("{} {unit}", grouped(n))));
    parts.push(format!("{} s", elapsed.as_secs()));
    parts
}

/// As many parts as fit: the first and the last one are the most important, those before the last
/// one the least.
fn fit(mut parts: Vec<String>, columns: usize) -> String {
    loop {
        let line = parts.join(", ");
        if line.chars().count() <= columns || parts.len() < 2 {
            return line;
        }
        let least = if parts.len() > 2 { parts.len() - 2 } else { 1 };
        parts.remove(least);
    }
}

/// How far the work is at one moment.
#[derive(Clone, Copy, Debug)]
struct ProgressState {
    read_bytes: u64,
    total_bytes: Option<u64>,
    game_count: u64,
}

impl ProgressState {
    /// `12.3 of 40.0 MB`, `1,234 games`, `617 games/s`, `4 s left`.
    fn parts(self, elapsed: Duration) -> Vec<String> {
        let ProgressState { read_bytes, total_bytes, game_count } = self;
        let seconds = elapsed.as_secs_f64().max(0.001);
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let mut parts = vec![match total_bytes {
            Some(total) => format!("{:.1} of {:.1} MB", megabytes(read_bytes), megabytes(total)),
            None => format!("{:.1} MB", megabytes(read_bytes)),
        }];
        if game_count > 0 {
            let rate = (game_count as f64 / seconds) as u64;
            parts.push(format!("{} games", grouped(game_count)));
            parts.push(format!("{} games/s", grouped(rate)));
        } else {
            parts.push(format!("{:.1} MB/s", megabytes(read_bytes) / seconds));
        }
        parts.extend(total_bytes.and_then(|total| left(read_bytes, total, seconds)));
        parts
    }
}

/// The remaining time at the rate so far; `None` if nothing was read yet.
fn left(read_bytes: u64, total_bytes: u64, seconds: f64) -> Option<String> {
    if read_bytes == 0 {
        return None;
    }
    let rest = total_bytes.saturating_sub(read_bytes) as f64;
    let seconds = (rest * seconds / read_bytes as f64).ceil() as u64;
    Some(match seconds {
        0..=99 => format!("{seconds} s left"),
        100..=5_999 => format!("{} min left", seconds.div_ceil(60)),
        _ => format!("{} h {} min left", seconds / 3600, seconds % 3600 / 60),
    })
}

/// A number with a comma between each three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}
