//! The option `--illegal-moves`, of the verbs that play the moves of games.

use clap::Args;

use crate::values::{Values, values};
use pgnkit::read::IllegalMoves;

/// What to do with moves that stood although they were illegal.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct IllegalMovesArg {
    /// What to do with an illegal move, `stop` or `keep`
    ///
    /// With `stop`, the default, a game is read up to the first illegal move, and the rest of the
    /// line becomes a comment. With `keep`, a move that its piece could make but for the safety of
    /// its own king, and castling without the right, are played as they were in the game: `check`
    /// reports them, the comment `Illegal move` marks them in the output, and the rest of the game
    /// is read. All other illegal moves end the line; in databases of ChessBase, castling without
    /// the right does, too. Indexes are not used with `keep`.
    #[arg(long, id = ILLEGAL_MOVES, value_name = "HOW", value_parser = values(CHOICES))]
    #[arg(hide_short_help = true, hide_possible_values = true, help_heading = "Input")]
    pub(crate) illegal_moves: Option<IllegalMoves>,
}

/// The name of the option within clap.
pub(crate) const ILLEGAL_MOVES: &str = "illegal_moves";

const CHOICES: &Values<IllegalMoves> = &[
    ("stop", "End the line there (the default)", IllegalMoves::Stop),
    ("keep", "Play the move if a piece can make it, and mark it", IllegalMoves::Keep),
];
