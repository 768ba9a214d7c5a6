//! `pgn mail`: correspondence games by mail, a move a message.
//!
//! Standard: §21. Decisions: D-55.
//! Start at [`Mail`].

use clap::{Args, Subcommand};

mod body;
pub(super) mod read;
mod stored;
pub(super) mod write;

use super::Example;
use crate::exit::Exit;
use crate::terminal::Console;
use pgn_db::error::Error;

pub(super) const EXAMPLES: &[Example] = &[
    (
        "pgn mail write games.pgn --game 7 --move e4 -w",
        "Play a move in game 7, and print the message to send",
    ),
    ("pgn mail read games.pgn answer.eml", "Add the answer to its game"),
];

/// Play correspondence games by mail
///
/// A message is any mail that contains an EPD record with the position before the move, the move,
/// the number of the game, the sender and the receiver. pgn does not send or fetch mail; use any
/// mail program for that.
#[derive(Args, Debug)]
pub(super) struct Mail {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
#[command(subcommand_value_name = "VERB", subcommand_help_heading = "Verbs")]
#[command(disable_help_subcommand = true)]
enum Verb {
    #[command(alias = "send")]
    Write(write::Write),
    #[command(alias = "receive")]
    Read(read::Read),
}

impl Mail {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        match self.verb {
            Verb::Write(write) => write.run(console),
            Verb::Read(read) => read.run(console),
        }
    }
}
