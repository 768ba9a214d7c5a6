//! `pgn names`: spellings of players, events and sites, reported and corrected.
//!
//! Standard: §8.1.1.
//! Start at [`Names`].

use std::fs;
use std::path::Path;

use clap::{Args, Subcommand};

pub(super) mod apply;
pub(super) mod report;

use super::Example;
use crate::exit::Exit;
use crate::terminal::Console;
use pgn_db::error::Error;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn names report games/ -o changes.tsv", "Write a list of changes"),
    ("pgn names apply --changes changes.tsv -w games/", "Apply the list after you have edited it"),
];

/// Find and correct spellings of players, events and sites
///
/// `report` writes a list of changes, and `apply` makes exactly the changes in a list. In between,
/// you read and edit the list.
#[derive(Args, Debug)]
pub(super) struct Names {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
#[command(subcommand_value_name = "VERB", subcommand_help_heading = "Verbs")]
#[command(disable_help_subcommand = true)]
enum Verb {
    Report(report::Report),
    Apply(apply::Apply),
}

impl Names {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        match self.verb {
            Verb::Report(report) => report.run(console),
            Verb::Apply(apply) => apply.run(console),
        }
    }
}

/// The text of a list, whatever its encoding.
fn text_of(path: &Path) -> Result<String, Error> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| Error::from_io(&*name, error))?;
    Ok(pgnkit::charset::Choice::Auto.for_text(&bytes).decode(&bytes).into_owned())
}
