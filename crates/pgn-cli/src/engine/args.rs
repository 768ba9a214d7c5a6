//! What a person says of engines: the program, its options, how far a search goes.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;

use super::command_line::CommandLine;
use super::pool::{Scores, Setting};
use super::talk::{Limits, Patience};

/// How long a search goes on when nobody says it.
const SEARCH_SECONDS: f64 = 1.0;

/// How an engine is run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Engine")]
pub struct EngineArgs {
    /// The engine: a UCI or XBoard program, with its arguments
    #[arg(long, value_name = "COMMAND", value_parser = CommandLine::parse)]
    engine: Option<CommandLine>,

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
    /// How so many engines are run; `None` when no engine is named.
    #[must_use]
    pub fn setting(&self, n_engines: NonZeroUsize, scores: Scores) -> Option<Setting> {
        let is_bounded = self.nodes.is_some() || self.depth.is_some();
        let default = || (!is_bounded).then(|| Duration::from_secs_f64(SEARCH_SECONDS));
        let time = self.time.or_else(default);
        Some(Setting {
            command: self.engine.clone()?,
            options: self.option.clone(),
            limits: Limits { time, nodes: self.nodes, depth: self.depth },
            patience: Patience { search: self.timeout, answer: self.patience },
            n_engines,
            scores,
        })
    }
}
