//! What `solve` and `analyze` share: the engine's options, and the search of many records.
//!
//! Owns: these options, progress, what is said of failures. Knows nothing of: what answers mean.
//! Standard: none.
//! Start at [`EngineArgs::search`].

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;

use crate::engine::pool::{Searched, Setting, search_all};
use crate::engine::{CommandLine, Limits, Patience};
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind};
use pgnkit::chess::Position;

/// How long a search goes on when nobody says it.
const SEARCH_SECONDS: f64 = 1.0;

/// How an engine is run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Engine")]
pub(in crate::commands) struct EngineArgs {
    /// The engine: a program that speaks UCI, with its arguments
    #[arg(long, value_name = "COMMAND", value_parser = CommandLine::parse)]
    engine: CommandLine,

    /// An option of the engine, such as Hash=256; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option: Vec<(String, String)>,

    /// Search so many seconds [default: 1, if no other bound is given]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Search so many positions
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Search so many plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Stop a search without bound of time after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds)]
    timeout: Duration,

    /// Wait so many seconds for an engine to start, to be ready and to stop
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    patience: Duration,
}

/// `NAME=VALUE`, or a name alone for a button.
fn option(text: &str) -> Result<(String, String), String> {
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
    /// Searches positions; `take` has what came of each, in the order in which they are done.
    /// Failures are told, with the name that `name` gives the position.
    pub(super) fn search(
        &self,
        positions: Vec<Position>,
        n_engines: NonZeroUsize,
        console: &mut Console,
        output: &Output,
        name: impl Fn(usize) -> String,
        mut take: impl FnMut(usize, Searched),
    ) -> Result<u64, Error> {
        let is_bounded = self.nodes.is_some() || self.depth.is_some();
        let default = || (!is_bounded).then(|| Duration::from_secs_f64(SEARCH_SECONDS));
        let setting = Setting {
            command: self.engine.clone(),
            options: self.option.clone(),
            limits: Limits {
                time: self.time.or_else(default),
                nodes: self.nodes,
                depth: self.depth,
            },
            patience: Patience { search: self.timeout, answer: self.patience },
            n_engines,
        };
        console.start_tasks(positions.len() as u64, output);
        let mut n_failed = 0;
        let console = &*console;
        search_all(setting, positions, |idx, searched| {
            console.count_games(1);
            if let Err(why) = &searched {
                n_failed += 1;
                let why = format!("the engine {why}");
                console.error(&Error::new(ErrorKind::Io, name(idx), why));
            }
            take(idx, searched);
            Ok(())
        })?;
        Ok(n_failed)
    }
}
