//! Games as sentences, to be read aloud (§8.1, §8.2, §10, §17, D-61, D-62).
//!
//! ```text
//! White: Mikhail Tal.
//!
//! 1. White: pawn to e4.
//! 1. Black: knight to f6.
//! Comment: An old friend.
//! White wins.
//! ```
//!
//! A line is one idea: a fact, a move, a sentence of a comment, the beginning or the end of a
//! variation. The sentences are English; the pieces may have the names of another language.
//!
//! Start at [`Speech`].

mod header;
mod moves;
mod nag;
mod names;
mod wording;
mod write;

pub use names::{PIECE_NAMES, PieceNames};
pub use wording::{Phrase, Wording};

use super::Commands;
use pgnkit::chess::notation::san;
use pgnkit::chess::{Move, Position, Role};
use pgnkit::diagram::VariantState;
use pgnkit::game::{Game, NodeId};
use pgnkit::write::{Loss, WriteError};
use std::io;

/// Writes games as sentences.
///
/// ```
/// use pgn_formats::speech::Speech;
///
/// let game = "1. e4 *".parse::<pgnkit::Game>().unwrap();
/// let mut text = Vec::new();
/// Speech::default().append(&game, None, &mut text, &mut Vec::new());
/// assert!(String::from_utf8_lossy(&text).contains("e4"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Speech {
    /// The names of the pieces.
    pub pieces: PieceNames,
    /// How to write commands in comments.
    pub commands: Commands,
    /// The sentences about moves, tags and results. Those of [`Speech::write`] about variations
    /// and comments are English.
    pub wording: &'static Wording,
}

impl Default for Speech {
    fn default() -> Speech {
        Speech::new(PieceNames::ENGLISH, Commands::default())
    }
}

impl Speech {
    /// A writer with these names and this treatment of commands.
    ///
    /// ```
    /// use pgn_formats::Commands;
    /// use pgn_formats::speech::{PieceNames, Speech};
    ///
    /// let german = PieceNames::find("german").unwrap();
    /// let speech = Speech::new(german, Commands::default());
    /// let game: pgnkit::Game = "1. Nf3 *".parse().unwrap();
    /// let last = game.main_line().last().unwrap();
    /// assert_eq!(speech.move_words(&game, last), "Springer to f3");
    /// ```
    #[must_use]
    pub fn new(pieces: PieceNames, commands: Commands) -> Speech {
        Speech { pieces, commands, wording: Wording::english() }
    }

    /// The same sentences in another language, if they exist in it, with its names of the pieces.
    ///
    /// ```
    /// use pgn_formats::speech::Speech;
    ///
    /// let german = Speech::default().in_language("German").unwrap();
    /// let game: pgnkit::Game = "1. Nf3 *".parse().unwrap();
    /// let last = game.main_line().last().unwrap();
    /// assert_eq!(german.move_words(&game, last), "Springer nach f3");
    /// assert!(Speech::default().in_language("Czech").is_none());
    /// ```
    #[must_use]
    pub fn in_language(self, language: &str) -> Option<Speech> {
        let wording = Wording::find(language)?;
        Some(Speech { wording, pieces: PieceNames::find(language)?, ..self })
    }

    /// Writes a game as sentences in UTF-8, followed by an empty line.
    ///
    /// ```
    /// # use pgn_formats::speech::Speech;
    /// # use pgnkit::read::Games;
    /// let game = Games::new(&b"1. e4 d5 2. exd5 Qxd5 *"[..]).next().unwrap()?;
    /// let mut text = Vec::new();
    /// Speech::default().write(&game, &mut text)?;
    /// let text = String::from_utf8_lossy(&text);
    /// assert!(text.contains("2. White: e pawn takes d5.\n2. Black: queen takes d5.\n"));
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
        self.append(game, None, &mut text, &mut Vec::new());
        sink.write_all(&text).map_err(WriteError::Io)
    }

    /// One move of a game with its NAGs, without number and period; empty for the head of a line.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// # use pgn_formats::speech::Speech;
    /// let game: Game = "1. e4 d5 2. exd5 $1 *".parse()?;
    /// let last = game.main_line().last().expect("a move");
    /// assert_eq!(Speech::default().move_words(&game, last), "e pawn takes d5, good move");
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn move_words(&self, game: &Game, node: NodeId) -> String {
        write::words_of_move(self, game, node)
    }

    /// A move that is legal in a position, in the same words.
    #[must_use]
    pub fn words_of(&self, position: &Position, mv: Move) -> String {
        let mut board = *position;
        let text = san::play_to_text(&mut board, mv);
        moves::move_words(text.as_str(), Some(mv), self)
    }

    /// The tags of a game, one sentence per line: the players, the other tags, a set-up position.
    #[must_use]
    pub fn header(&self, game: &Game) -> String {
        let mut text = Vec::new();
        header::say(self, game, &mut Sentences { out: &mut text });
        String::from_utf8_lossy(&text).trim_end().to_owned()
    }

    /// The name of a variant, and its pockets or checks, in sentences.
    ///
    /// ```
    /// use pgn_formats::speech::Speech;
    /// use pgnkit::chess::{Setup, Variant};
    /// use pgnkit::diagram::VariantState;
    ///
    /// let setup = Setup { variant: Variant::ThreeCheck, checks: [1, 0], ..Setup::EMPTY };
    /// let state = VariantState::of(&setup).expect("a variant");
    /// let words = "Three-check. Checks given: White 1 of 3, Black 0 of 3.";
    /// assert_eq!(Speech::default().variant_words(&state), words);
    /// ```
    #[must_use]
    pub fn variant_words(&self, state: &VariantState) -> String {
        state.sentences(|role, n| self.counted(role, n)).join(" ")
    }

    /// A number of pieces: `2 pawns`.
    #[must_use]
    pub fn counted(&self, role: Role, n: u32) -> String {
        let name = self.pieces.name(role);
        // Other languages form plurals differently.
        let ending = if self.pieces == PieceNames::ENGLISH { "s" } else { "" };
        if n == 1 { name.to_owned() } else { format!("{n} {name}{ending}") }
    }

    /// Appends the sentences of a game to `text`, beginning with its number in the file if given,
    /// and what was left out to `losses`: escape lines, NAG 0.
    pub fn append(
        &self,
        game: &Game,
        number: Option<u64>,
        text: &mut Vec<u8>,
        losses: &mut Vec<Loss>,
    ) {
        let mut lines = Sentences { out: text };
        if let Some(number) = number {
            lines.say(&format!("Game {number}."));
        }
        header::say(self, game, &mut lines);
        write::say(self, game, &mut lines, losses);
        lines.out.push(b'\n');
    }
}

/// Sentences, each a line.
struct Sentences<'o> {
    out: &'o mut Vec<u8>,
}

impl Sentences<'_> {
    fn say(&mut self, sentence: &str) {
        self.out.extend_from_slice(sentence.as_bytes());
        self.out.push(b'\n');
    }

    /// Says something that may lack its full stop.
    fn say_whole(&mut self, sentence: &str) {
        let is_whole = sentence.ends_with(['.', '!', '?']);
        self.say(&format!("{sentence}{}", if is_whole { "" } else { "." }));
    }
}

#[cfg(test)]
mod tests;
