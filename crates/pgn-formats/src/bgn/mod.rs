//! Blind Game Notation: games for people who use a screen reader (D-61).
//!
//! ```text
//! 3. Bb5
//!
//! | White opens with the Ruy Lopez Opening.
//! ||
//! 3... a6
//! 4. Ba4
//! A: 4. Bxc6 dxc6
//! 4... Nf6
//! *
//! ```
//!
//! Start at [`Blind`] to write, at [`games`] to read, at [`Translator`] to get PGN text.
//! `docs/formats/bgn.md` describes the lines.

mod read;
mod stream;
mod write;

pub mod fault;

pub use read::Translator;
pub use stream::{PgnText, games, is_blind};

use super::Commands;
use pgnkit::game::Game;
use pgnkit::write::{Loss, WriteError};
use std::io;

/// The prefix of a comment that begins with a move, so that it is not read as one.
const GUARD: &str = "Comment:";

/// Writes games in Blind Game Notation.
///
/// ```
/// use pgn_formats::bgn::Blind;
///
/// let game = "1. e4 *".parse::<pgnkit::Game>().unwrap();
/// let mut text = Vec::new();
/// Blind::default().append(&game, &mut text, &mut Vec::new());
/// assert!(text.starts_with(b"1. e4\n"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Blind {
    /// How to write commands in comments.
    pub commands: Commands,
}

impl Blind {
    /// A writer with this treatment of commands.
    ///
    /// ```
    /// use pgn_formats::Commands;
    /// use pgn_formats::bgn::Blind;
    ///
    /// assert_eq!(Blind::new(Commands::default()), Blind::default());
    /// ```
    #[must_use]
    pub const fn new(commands: Commands) -> Blind {
        Blind { commands }
    }

    /// Writes a game, followed by its empty line. The text is ASCII.
    ///
    /// ```
    /// # use pgn_formats::bgn::Blind;
    /// # use pgnkit::read::Games;
    /// let game = Games::new(&b"1. e4 {King's pawn.} e5 *"[..]).next().unwrap()?;
    /// let mut text = Vec::new();
    /// Blind::default().write(&game, &mut text)?;
    /// assert_eq!(text, b"1. e4\n\n| King's pawn.\n|| \n1... e5\n*\n\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the sink fails.
    pub fn write(
        &self,
        game: &Game,
        sink: &mut (impl io::Write + ?Sized),
    ) -> Result<(), WriteError> {
        let mut text = Vec::new();
        self.append(game, &mut text, &mut Vec::new());
        sink.write_all(&text).map_err(WriteError::Io)
    }

    /// Appends the text of a game to `text`, and all losses to `losses`: replaced characters,
    /// escape lines, NAG 0.
    ///
    /// ```
    /// use pgn_formats::bgn::Blind;
    ///
    /// let game = "1. e4 *".parse::<pgnkit::Game>().unwrap();
    /// let (mut text, mut losses) = (Vec::new(), Vec::new());
    /// Blind::default().append(&game, &mut text, &mut losses);
    /// assert!(losses.is_empty());
    /// ```
    pub fn append(&self, game: &Game, text: &mut Vec<u8>, losses: &mut Vec<Loss>) {
        write::write(*self, game, text, losses);
    }
}

#[cfg(test)]
mod tests;
