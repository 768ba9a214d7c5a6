//! Games for people: a score sheet with comments and diagrams, as text or as a web page.
//!
//! Standard: §10, §17. Decisions: D-59, D-62, D-63.
//! Start at [`Sheet`]; [`Sheet::text`] and [`Sheet::html`] write a game, [`end`] is its last
//! position.

mod heading;
mod html;
mod item;
mod text;

pub use html::{FOOT, head};

use crate::diagram::{Diagram, Signs};
use crate::game::{Game, MoveText, NodeId};
use crate::nag::{Nag, NagTable};
use heading::Heading;
use pgn_chess::notation::letters::Letters;
use pgn_chess::option_struct;

option_struct! {
    "use pgnkit::{chess::notation::letters::Letters, nag::NagTable, score_sheet::*};";
    /// Options for showing games.
    ///
    /// ```
    /// # use pgnkit::{Game, score_sheet::Sheet};
    /// let game: Game = "[White \"Tal\"][Black \"Flohr\"] 1. e4 *".parse()?;
    /// assert_eq!(Sheet::default().caption(&game), "Tal – Flohr");
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Sheet {
        /// The piece letters of moves (§17), or figurines.
        letters, with_letters: Letters = "Letters::FIGURINES",
        /// The allowed characters.
        characters, with_characters: Characters = "Characters::Ascii",
        /// Custom symbols and words for NAGs.
        nags, with_nags: NagTable = "NagTable::default()",
        /// A diagram after every such number of moves of the main line; 0 for none.
        diagram_moves, with_diagram_moves: u32 = "8",
    }
}

/// The allowed characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Characters {
    /// Any.
    #[default]
    Unicode,
    /// Only ASCII, with a question mark for every other character (D-63).
    Ascii,
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet {
            letters: Letters::ENGLISH,
            characters: Characters::Unicode,
            nags: NagTable::default(),
            diagram_moves: 0,
        }
    }
}

impl Sheet {
    /// The players of a game on one line, with titles and ratings.
    ///
    /// ```
    /// use pgnkit::{Game, score_sheet::Sheet};
    /// let game: Game = "[White \"Tal\"][WhiteElo \"2700\"] *".parse()?;
    /// assert!(Sheet::default().caption(&game).contains("2700"));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn caption(&self, game: &Game) -> String {
        Heading::of(game, self).players
    }

    /// The sign for a NAG, or else its words.
    fn glyph(&self, nag: Nag) -> Glyph {
        let is_fit = |sign: &&str| self.characters == Characters::Unicode || sign.is_ascii();
        let usual = || nag.glyph().into_iter().chain(nag.signs()).find(is_fit).map(str::to_owned);
        let own = self.nags.sign(nag).map(str::to_owned);
        let own = own.filter(|sign| is_fit(&sign.as_str()));
        match if self.nags.has(nag) { own } else { usual() } {
            Some(sign) => Glyph::Sign(sign),
            None => Glyph::Words(self.nags.words(nag)),
        }
    }

    fn signs(&self) -> Signs {
        match self.characters {
            Characters::Unicode => Signs::Unicode,
            Characters::Ascii => Signs::Ascii,
        }
    }

    fn dash(&self) -> char {
        match self.characters {
            Characters::Unicode => '–',
            Characters::Ascii => '-',
        }
    }
}

/// The diagram of the end of the main line, with its marks; `None` if the moves are text only.
///
/// ```
/// let game: pgnkit::Game = "1. e4 *".parse()?;
/// let diagram = pgnkit::score_sheet::end(&game).unwrap();
/// assert!(diagram.last.is_some());
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[must_use]
pub fn end(game: &Game) -> Option<Diagram> {
    let mut position = game.start_position()?;
    let (mut last, mut at) = (None, NodeId::ROOT);
    for node in game.main_line() {
        let Some(MoveText::Move(mv)) = game.tree().mv(node) else { break };
        position.play_unchecked(mv);
        (last, at) = (Some(mv).filter(|mv| !mv.is_null()), node);
    }
    let mut diagram = Diagram::of(&position);
    diagram.last = last;
    game.tree().comments(at).for_each(|comment| diagram.mark(comment));
    Some(diagram)
}

/// The text for a NAG.
enum Glyph {
    Sign(String),
    Words(String),
}

#[cfg(test)]
mod tests;
