//! `pgn epd`: positions with operations, one per line.
//!
//! Standard: §16.2. Decisions: D-48 to D-51.
//! Start at [`Epd`].

use clap::{Args, Subcommand};
use pgnkit::chess::Variant;

pub(super) mod analyze;
pub(super) mod backsolve;
pub(super) mod chain;
pub(super) mod fmt;
mod load;
mod search;
pub(super) mod solve;

use super::Example;
use super::check::Check;
use crate::exit::Exit;
use crate::terminal::Console;
use pgn_db::error::Error;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn epd check suite.epd", "Report what is wrong with a test suite"),
    ("pgn epd fmt suite.epd -o clean.epd", "Write it in standard form"),
    ("pgn convert games.pgn -o games.epd", "Convert games to records"),
];

pub(super) const CHECK_EXAMPLES: &[Example] = &[
    ("pgn epd check suites/", "All files in a folder"),
    ("pgn epd check --profile import suite.epd", "Strictly by the standard of 1994"),
    ("pgn epd check --fix suite.epd", "Fix what can be fixed with certainty"),
];

/// Work on EPD records
///
/// Each line of Extended Position Description (EPD) has a position, followed by operations: the
/// best move, an evaluation, a name. Test suites, opening books and engines use EPD.
#[derive(Args, Debug)]
pub(super) struct Epd {
    #[command(subcommand)]
    verb: Verb,

    /// The variant, such as Atomic [default: the one that the FEN fields show]
    #[arg(long, global = true, value_name = "NAME", value_parser = variant)]
    variant: Option<Variant>,
}

/// The variant of a name.
fn variant(name: &str) -> Result<Variant, String> {
    Variant::from_name(name).ok_or_else(|| {
        let names = Variant::ALL.map(Variant::name);
        format!("expected one of {}", names.join(", "))
    })
}

#[derive(Subcommand, Debug)]
#[command(subcommand_value_name = "VERB", subcommand_help_heading = "Verbs")]
#[command(disable_help_subcommand = true)]
enum Verb {
    /// Report what is wrong with EPD records
    ///
    /// Each finding shows the file, line and column, what was expected and found, and how to fix
    /// it. `pgn explain CODE` describes a rule in full.
    ///
    /// The profile decides what counts as a finding. lax (the default) reports what is lost or
    /// misleading; import follows the standard to the letter; modern and archival expect exactly
    /// what `pgn epd fmt` writes with that profile.
    ///
    /// `--fix` fixes files in place, atomically, and keeps their compression. With `--diff`,
    /// nothing is written.
    ///
    /// The exit status is 0 if there are no errors or warnings, 1 if there are any, and 2 if a file
    /// could not be read or written.
    Check(Check),
    Fmt(fmt::Fmt),
    Solve(solve::Solve),
    Analyze(analyze::Analyze),
    Backsolve(backsolve::Backsolve),
}

impl Epd {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        match self.verb {
            Verb::Check(check) => check.run_on_records(self.variant, console),
            Verb::Fmt(fmt) => fmt.run(self.variant, console),
            Verb::Solve(solve) => solve.run(self.variant, console),
            Verb::Analyze(analyze) => analyze.run(self.variant, console),
            Verb::Backsolve(backsolve) => backsolve.run(self.variant, console),
        }
    }
}
