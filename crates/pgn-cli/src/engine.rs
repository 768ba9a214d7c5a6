//! The options of commands that use engines, and what happens to engines when a signal arrives.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;

use pgn_db::error::{Error, ErrorKind};
use pgn_engine::{
    Analysis, EngineCommand, EngineError, PoolOptions, Scores, SearchLimits, Timeouts,
    end_all_engines,
};

use crate::signal;

/// How long a search takes without other limits.
const SEARCH_SECONDS: f64 = 1.0;

/// How an engine is run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Engine")]
pub struct EngineArgs {
    /// The engine: a UCI or XBoard program, with its arguments
    #[arg(long, value_name = "COMMAND", value_parser = EngineCommand::parse)]
    engine: Option<EngineCommand>,

    /// An engine option, such as Hash=256; can be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = option, requires = "engine")]
    option: Vec<(String, String)>,

    /// Search for this many seconds [default: 1 if there is no other limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "engine")]
    time: Option<Duration>,

    /// Search this many positions
    #[arg(long, value_name = "N", requires = "engine")]
    nodes: Option<u64>,

    /// Search this many plies
    #[arg(long, value_name = "N", requires = "engine")]
    depth: Option<u32>,

    /// Stop a search without a time limit after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds)]
    #[arg(requires = "engine")]
    timeout: Duration,

    /// Wait this many seconds for an engine to start, become ready or stop
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    #[arg(requires = "engine")]
    patience: Duration,
}

/// `NAME=VALUE`, or a name alone for a button.
pub(crate) fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    match name.trim() {
        "" => Err("expected NAME=VALUE".to_owned()),
        name => Ok((name.to_owned(), value.trim().to_owned())),
    }
}

/// A time in seconds, with or without a fraction.
fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a number of seconds above 0".to_owned();
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero()).ok_or_else(wrong)
}

impl EngineArgs {
    /// The options of a pool of engines; `None` if there is no `--engine`.
    #[must_use]
    pub fn pool_options(&self, engine_count: NonZeroUsize, scores: Scores) -> Option<PoolOptions> {
        let is_bounded = self.nodes.is_some() || self.depth.is_some();
        let default = || (!is_bounded).then(|| Duration::from_secs_f64(SEARCH_SECONDS));
        let time = self.time.or_else(default);
        let command = self.engine.clone()?;
        signal::on_stop(end_all_engines);
        Some(PoolOptions {
            command,
            options: self.option.clone(),
            limits: SearchLimits::default()
                .with_time(time)
                .with_nodes(self.nodes)
                .with_depth(self.depth),
            timeouts: Timeouts::default().with_search(self.timeout).with_answer(self.patience),
            engine_count,
            scores,
        })
    }
}

/// Starts an engine in a thread.
pub(crate) fn start_analysis(
    command: EngineCommand,
    options: Vec<(String, String)>,
    timeouts: Timeouts,
) -> Analysis {
    signal::on_stop(end_all_engines);
    Analysis::start(command, options, timeouts)
}

/// The error of a command whose engine cannot be used.
pub(crate) fn error_of(program: &str, error: EngineError) -> Error {
    match error {
        EngineError::Start(error) => {
            Error::from_io(program, error).with_context("the engine cannot be started")
        }
        error => Error::new(ErrorKind::Io, program, error.to_string()),
    }
}
