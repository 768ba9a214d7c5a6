//! `pgn import uci`: lines of moves in coordinates.
//!
//! Standard: §13. Decisions: D-32, D-34.

use clap::Args;
use pgn_formats::uci::MoveLines;

use super::{Common, work};
use crate::commands::Example;
use crate::exit::Exit;
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::source::Wanted;

pub(in crate::commands) const EXAMPLES: &[Example] = &[
    ("pgn import uci moves.txt -o games.pgn", "One game per line"),
    ("pgn import uci engine.log", "The games of an engine's log"),
    ("pgn convert --to uci games.pgn | pgn import uci", "Convert main lines to moves and back"),
];

/// Make PGN from lines of coordinate moves
///
/// A line such as `e2e4 e7e5 g1f3` is a game, and so is `position startpos moves e2e4` or `position
/// fen FEN moves …`, as sent to engines; if several such lines continue one another, the last one
/// is the game. `0000` is a null move. A game that ends in mate or stalemate has that result; other
/// results are unknown.
///
/// pgn counts lines that are not games; `-v` lists them. An illegal move ends its game and is
/// reported with its location; the moves after it are kept as a comment.
///
/// The exit status is 0 if everything was written, and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(in crate::commands) struct Uci {
    #[command(flatten)]
    common: Common,
}

impl Uci {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        work::import(&self.common, Wanted::Logs, console, |read, on_unrecognized| {
            Box::new(MoveLines::with(read, on_unrecognized))
        })
    }
}
