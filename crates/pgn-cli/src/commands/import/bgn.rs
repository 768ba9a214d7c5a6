//! `pgn import bgn`: Blind Game Notation.
//!
//! Decisions: D-61.

use clap::Args;

use crate::args::{PgnForm, Read, Write};
use crate::commands::{Example, convert};
use crate::exit::Exit;
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::source::{Inputs, Wanted};

pub(in crate::commands) const EXAMPLES: &[Example] = &[
    ("pgn import bgn games.bgn -o games.pgn", "A file for other programs"),
    ("pgn import bgn letter.txt", "A game from a text with another name"),
    ("pgn check games.bgn", "Check it, as every verb reads it"),
];

/// Make PGN from Blind Game Notation
///
/// The notation is for people who use a screen reader; docs/formats/bgn.md describes it. Every verb
/// recognizes it by its content or by the extension .bgn; this verb reads any input as BGN. Words
/// that were written instead of symbols stay words.
///
/// pgn reports findings in the notation with their locations, and counts findings in the games as
/// `pgn convert` does; `-v` lists each one. The line numbers are those of the file.
///
/// The exit status is 0 if everything was written, and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(in crate::commands) struct Bgn {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    write: Write,

    #[command(flatten)]
    form: PgnForm,
}

impl Bgn {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let inputs = Inputs::gather_as(&self.read.files, Wanted::Blind);
        let (options, output) = (self.read.scan_options(), self.write.output.as_deref());
        convert::write_pgn(inputs, options, output, &self.form, console)
    }
}
