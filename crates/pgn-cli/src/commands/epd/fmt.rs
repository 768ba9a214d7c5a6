//! `pgn epd fmt`: records in canonical form.
//!
//! Standard: §16.2. Decisions: D-48, D-49, D-51.

use clap::Args;
use pgn_formats::epd;
use pgnkit::chess::Variant;

use super::Example;
use crate::args::{Read, Values, values};
use crate::commands::fmt::{FmtTarget, Parting};
use crate::exit::Exit;
use crate::rewrite::{Form, RecordLayout, Recording, ScoresFor};
use crate::terminal::Console;
use pgn_db::error::Error;

pub(in crate::commands) const EXAMPLES: &[Example] = &[
    ("pgn epd fmt suite.epd -o clean.epd", "Rewrite the records"),
    ("pgn epd fmt -w suites/", "Rewrite all files of a folder in place"),
    ("pgn epd fmt --profile archival suite.epd", "Only what the standard defines"),
];

/// Write records in canonical form
///
/// Operations are in ASCII order of their opcodes, moves in SAN, and the moves of am and bm in
/// ASCII order; single spaces separate the parts, and a semicolon ends each operation. The counters
/// of a FEN become hmvc and fmvn; in a file whose name ends in .fen, each line stays a FEN and gets
/// missing counters. Formatting twice gives the same result as formatting once.
///
/// pgn reports every loss. On standard error it counts findings, and what the profile cannot
/// represent, for each file and code; `-v` lists every location. A quote in a string becomes an
/// apostrophe, because EPD has no way to write it.
///
/// The exit status is 0 if everything was written, 1 if `--check` or `-d` found a difference,
/// and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(in crate::commands) struct Fmt {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    target: FmtTarget,

    /// The profile: what the output conforms to
    #[arg(long, value_parser = values(PROFILES), default_value = "modern")]
    #[arg(help_heading = "Output")]
    profile: epd::Form,

    /// Read scores from White's point of view, not from that of the side to move
    ///
    /// For records from programs that score every position for White: `ce` changes its sign if
    /// Black is to move, as the standard requires.
    #[arg(long, help_heading = "Output")]
    positive_for_white: bool,
}

/// What a line looks like and what it can hold.
const PROFILES: &Values<epd::Form> = &[
    (
        "modern",
        "UTF-8; keeps remarks, private operations, long strings and unreadable text",
        epd::Form::Modern,
    ),
    (
        "archival",
        "What the standard defines: ASCII, strings of at most 255 bytes, valid public operations",
        epd::Form::Archival,
    ),
];

impl Fmt {
    pub(super) fn run(
        self,
        variant: Option<Variant>,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        let scores_for = if self.positive_for_white { ScoresFor::White } else { ScoresFor::Mover };
        let recording =
            Recording { form: self.profile, layout: RecordLayout::ByName, scores_for, variant };
        self.target.format(
            (&self.read, self.read.scan_options()),
            vec![(self.read.position_inputs(), Form::Records(recording), Parting::Nothing)],
            console,
        )
    }
}
