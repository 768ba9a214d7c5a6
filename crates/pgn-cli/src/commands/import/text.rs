//! `pgn import text`: games in web pages, newsletters, mails and prose.
//!
//! Standard: §8. Decisions: D-57.

use clap::Args;
use pgn_formats::text::Excerpts;

use super::{Common, work};
use crate::commands::Example;
use crate::exit::Exit;
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::source::Wanted;

pub(in crate::commands) const EXAMPLES: &[Example] = &[
    ("pgn import text page.html -o games.pgn", "The games of a web page"),
    (
        "pgn import text -v newsletter.eml",
        "Show where each game begins, and the text that is left out",
    ),
    ("pgn import text saved-pages -o games.pgn", "All pages of a folder"),
];

/// Extract games from web pages, mails and other texts
///
/// A game consists of tag pairs with movetext after them, or of movetext that begins with `1.` and
/// has four legal moves or more. Prose around it is left out, and also prose between paragraphs of
/// moves if the next paragraph begins with the expected move number and a legal move.
///
/// pgn drops HTML tags and decodes entities. It also finds PGN in strings of scripts and in
/// attributes such as `data-pgn`. Mails may have several parts, in quoted-printable or Base64; of
/// alternative parts, pgn reads the first one with games. Quote marks of mail before a line are
/// skipped.
///
/// pgn counts lines outside games; `-v` lists them, and the line where each game begins. It reports
/// illegal moves with their locations, which are exact for text without markup.
///
/// The exit status is 0 if everything was written, and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(in crate::commands) struct Text {
    #[command(flatten)]
    common: Common,
}

impl Text {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        work::import(&self.common, Wanted::Texts, console, |read, on_unrecognized| {
            Box::new(Excerpts::with(read, on_unrecognized))
        })
    }
}
