//! `pgn import ics`: the logs and mails of chess servers.
//!
//! Owns: the verb and its options. Knows nothing of: what a log looks like.
//! Standard: §13. Decisions: D-57.
//! Start at [`Ics`].

use clap::Args;
use pgnkit::convert::ics::{Log, Options, Times};

use super::{Common, work};
use crate::commands::Example;
use crate::exit::Exit;
use crate::terminal::Console;
use pgn_db::error::Error;

pub(in crate::commands) const EXAMPLES: &[Example] = &[
    Example { line: "pgn import ics session.log -o games.pgn", does: "All games of a session" },
    Example {
        line: "pgn import ics --times --site \"freechess.org NET\" mail.mbox",
        does: "With the time of each move, and where it was",
    },
    Example { line: "pgn import ics -v session.log", does: "Tell of every line that is no game" },
];

/// Make PGN of logs and mails of chess servers
///
/// Lists of moves as FICS, ICC and their kin print and mail them, and blocks of numbered moves in
/// two columns as older servers had them, wherever they stand in a log: quotation marks of mail
/// and prompts before a line are passed over. The players, their ratings, date and time as they
/// are printed, the kind of match and its time control become tags; the reason for the end becomes
/// the tag Termination and stays as the last comment. Kinds of match with other rules have the tag
/// Variant.
///
/// Lines that belong to no game are counted; `-v` tells each of them. A line inside a list that is
/// not understood, a list that is cut short, a reason or a date that is not known, and moves that
/// cannot be played are told with their places.
///
/// The status is 0 when all was written, 2 when something could not be read or written.
#[derive(Args, Debug)]
pub(in crate::commands) struct Ics {
    #[command(flatten)]
    common: Common,

    /// Keep the time of each move, as `[%emt 0:00:03]` behind it
    #[arg(long, help_heading = "Form of the output")]
    times: bool,

    /// The tag Site, which no log says
    #[arg(long, default_value = "Internet NET", help_heading = "Form of the output")]
    site: String,
}

impl Ics {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let times = if self.times { Times::Keep } else { Times::Drop };
        let options = Options { site: self.site, times };
        work::import(&self.common, console, |read, stranger| {
            Box::new(Log::with(read, options.clone(), stranger))
        })
    }
}
