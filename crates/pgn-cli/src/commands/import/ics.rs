//! `pgn import ics`: the logs and mails of chess servers.
//!
//! Standard: §13. Decisions: D-57.

use clap::Args;
use pgn_formats::ics::{Log, Options, Times};

use super::{Common, work};
use crate::commands::Example;
use crate::exit::Exit;
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::source::Wanted;

pub(in crate::commands) const EXAMPLES: &[Example] = &[
    ("pgn import ics session.log -o games.pgn", "All games of a session"),
    (
        "pgn import ics --times --site \"freechess.org NET\" mail.mbox",
        "With the time of each move, and a site",
    ),
    ("pgn import ics -v session.log", "List every line outside games"),
];

/// Make PGN from logs and mails of chess servers
///
/// Reads the move lists that FICS, ICC and similar servers print and mail, and blocks of numbered
/// moves in two columns from older servers, anywhere in a log. Quote marks of mail and prompts
/// before a line are skipped. The players, their ratings, the date and time as printed, the kind of
/// match and its time control become tags; the reason for the end becomes the tag Termination and
/// is also kept as the last comment. Variants get the tag Variant.
///
/// pgn counts lines outside games; `-v` lists them. It reports unreadable lines inside a list,
/// truncated lists, unknown reasons or dates, and illegal moves with their locations.
///
/// The exit status is 0 if everything was written, and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(in crate::commands) struct Ics {
    #[command(flatten)]
    common: Common,

    /// Keep the time of each move, as `[%emt 0:00:03]` after it
    #[arg(long, help_heading = "Output")]
    times: bool,

    /// The tag Site, which logs do not have
    #[arg(long, default_value = "Internet NET", help_heading = "Output")]
    site: String,
}

impl Ics {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let times = if self.times { Times::Keep } else { Times::Drop };
        let options = Options::default().with_site(self.site).with_times(times);
        work::import(&self.common, Wanted::Logs, console, |read, on_unrecognized| {
            Box::new(Log::with(read, options.clone(), on_unrecognized))
        })
    }
}
