//! `pgn epd`: positions a line, and engines.
//!
//! Standard: §16.2. Decisions: D-48 to D-51.
//! Start at [`Epd`].

use clap::{Args, Subcommand};
use pgnkit::chess::Variant;

pub(super) mod analyze;
pub(super) mod backsolve;
pub(super) mod chain;
pub(super) mod load;
mod search;
pub(super) mod solve;

use super::Example;
use crate::args::variant;
use crate::exit::Exit;
use crate::terminal::Console;
use pgn_db::error::Error;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn epd solve --engine stockfish suite.epd", "Let an engine solve a test suite"),
    ("pgn check suite.epd", "Report what is wrong with it"),
    ("pgn fmt suite.epd -o clean.epd", "Write it in standard form"),
    ("pgn convert games.pgn -o games.epd", "Convert games to records"),
];

/// Work on EPD records
///
/// Each line of Extended Position Description (EPD) has a position, followed by operations: the
/// best move, an evaluation, a name. Test suites, opening books and engines use EPD. `pgn check`
/// and `pgn fmt` check and rewrite such files.
#[derive(Args, Debug)]
pub(super) struct Epd {
    #[command(subcommand)]
    verb: Verb,

    /// The variant, such as Atomic [default: the one that the FEN fields show]
    #[arg(long, global = true, value_name = "NAME", value_parser = variant)]
    variant: Option<Variant>,
}

#[derive(Subcommand, Debug)]
#[command(subcommand_value_name = "VERB", subcommand_help_heading = "Verbs")]
#[command(disable_help_subcommand = true)]
enum Verb {
    Solve(solve::Solve),
    Analyze(analyze::Analyze),
    Backsolve(backsolve::Backsolve),
}

impl Epd {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        match self.verb {
            Verb::Solve(solve) => solve.run(self.variant, console),
            Verb::Analyze(analyze) => analyze.run(self.variant, console),
            Verb::Backsolve(backsolve) => backsolve.run(self.variant, console),
        }
    }
}
