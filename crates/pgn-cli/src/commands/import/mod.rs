//! `pgn import`: reads games in formats other than PGN.
//!
//! Standard: §13. Decisions: D-57.
//! Start at [`Import`]; a new format is a file in this folder.

use clap::{Args, Subcommand, ValueHint};

pub(super) mod ics;
pub(super) mod json;
pub(super) mod text;
pub(super) mod uci;
mod work;

use super::Example;
use crate::args::{PgnForm, Unpack, Write, input_path};
use crate::exit::Exit;
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::source::{InputPath, Inputs, Wanted};

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn import ics session.log", "The games of a chess server's log"),
    ("pgn import uci moves.txt", "Lines of coordinate moves"),
    ("pgn import text page.html", "The games of a web page"),
    ("pgn import json 2024-05.json", "The games of a Chess.com archive"),
];

/// Make PGN from other game records
///
/// Reading never stops at bad data: pgn keeps each game up to the error, and reports unreadable
/// text with its file, line and column.
#[derive(Args, Debug)]
pub(super) struct Import {
    #[command(subcommand)]
    format: ImportFormat,
}

#[derive(Subcommand, Debug)]
#[command(subcommand_value_name = "FORMAT", subcommand_help_heading = "Formats")]
#[command(disable_help_subcommand = true)]
enum ImportFormat {
    Ics(ics::Ics),
    Uci(uci::Uci),
    Text(text::Text),
    Json(json::Json),
}

impl Import {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        match self.format {
            ImportFormat::Ics(ics) => ics.run(console),
            ImportFormat::Uci(uci) => uci.run(console),
            ImportFormat::Text(text) => text.run(console),
            ImportFormat::Json(json) => json.run(console),
        }
    }
}

/// The input, the output, and how to write the games.
#[derive(Args, Debug)]
struct Common {
    /// Files or folders to read; without any, or for `-`, standard input
    ///
    /// A folder means every file below it that ends in .txt, .log, .ics, .uci, .eml or .mbox; for
    /// `text`, in .html, .htm, .xhtml, .txt, .md, .eml or .mbox; for `json`, in .json, .jsonl or
    /// .ndjson. pgn recognizes compression (.gz, .zst, .bz2, .xz, .zip) by content.
    #[arg(value_name = "FILE", value_parser = input_path(), value_hint = ValueHint::AnyPath)]
    files: Vec<InputPath>,

    #[command(flatten)]
    unpack: Unpack,

    #[command(flatten)]
    write: Write,

    #[command(flatten)]
    form: PgnForm,
}

impl Common {
    fn inputs(&self, wanted: Wanted) -> Inputs {
        Inputs::gather_as(&self.files, wanted)
    }
}
