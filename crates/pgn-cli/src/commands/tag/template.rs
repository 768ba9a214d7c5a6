//! Values with words in braces that stand for what a game says: `{White} - {Black}, {year}`.
//!
//! Owns: the words, and what they are for a game. Knows nothing of: which tag gets the value.
//! Standard: none.
//! Start at [`Template`]; [`WORDS`] is the table.

use std::fmt::Write as _;

use crate::rewrite::{Needs, Place};
use pgnkit::chess::Position;
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::game::Element;
use pgnkit::near::nearest_word;
use pgnkit::opening::{Opening, Table};
use pgnkit::tag::{DATE, Date, check_name};
use pgnkit::{Game, NodeId};

/// What a word in braces stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Number,
    File,
    Line,
    PlyCount,
    TotalPlyCount,
    MoveCount,
    Year,
    Result,
    Ends,
    Eco,
    Opening,
    Variation,
    Fen,
    StartFen,
    Key,
    Ply,
}

/// The words, what they are, and what must be read for them.
pub(super) const WORDS: [(&str, Word, Needs, &str); 16] = [
    ("number", Word::Number, Needs::Tags, "the number of the game in its file"),
    ("file", Word::File, Needs::Tags, "the name of that file"),
    ("line", Word::Line, Needs::Tags, "the line on which the game begins"),
    ("plycount", Word::PlyCount, Needs::Game, "the plies of the main line"),
    ("totalplycount", Word::TotalPlyCount, Needs::Game, "the plies of all lines"),
    ("movecount", Word::MoveCount, Needs::Game, "the moves of the main line, White's and Black's"),
    ("year", Word::Year, Needs::Tags, "the year of the Date tag"),
    ("result", Word::Result, Needs::Game, "the outcome as the termination marker says"),
    ("ends", Word::Ends, Needs::Game, "why it is over by the rules: checkmate, stalemate"),
    ("eco", Word::Eco, Needs::Game, "the code of the opening that was played"),
    ("opening", Word::Opening, Needs::Game, "its name"),
    ("variation", Word::Variation, Needs::Game, "the name of its variation"),
    ("fen", Word::Fen, Needs::Game, "the last position, as FEN"),
    ("startfen", Word::StartFen, Needs::Game, "the first position, as FEN"),
    ("key", Word::Key, Needs::Game, "the Polyglot key of the last position, 16 digits"),
    ("ply", Word::Ply, Needs::Tags, "where the expression of --where holds"),
];

/// A value with words in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::commands) struct Template(Vec<Part>);

/// A place in a game of which a value speaks.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands) struct Point<'a> {
    /// The position there.
    pub(in crate::commands) position: &'a Position,
    /// How many plies were played.
    pub(in crate::commands) ply: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Tag(String),
    Word(Word),
}

impl Template {
    /// Reads a value; braces are doubled to stand for themselves.
    ///
    /// # Errors
    /// A sentence, when a brace has no partner or a word is none.
    pub(in crate::commands) fn parse(text: &str) -> Result<Template, String> {
        if text.chars().any(|c| c.is_control() && c != '\t') {
            return Err("expected text on one line, found a control character".to_owned());
        }
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            plain.push_str(&rest[..at]);
            let brace = &rest[at..at + 1];
            let behind = &rest[at + 1..];
            if let Some(behind) = behind.strip_prefix(brace) {
                plain.push_str(brace);
                rest = behind;
                continue;
            }
            let Some((word, behind)) = behind.split_once('}').filter(|_| brace == "{") else {
                return Err("a brace without its partner; `{{` and `}}` are braces".to_owned());
            };
            parts.push(Part::Text(std::mem::take(&mut plain)));
            parts.push(Part::of(word)?);
            rest = behind;
        }
        plain.push_str(rest);
        parts.push(Part::Text(plain));
        parts.retain(|part| *part != Part::Text(String::new()));
        Ok(Template(parts))
    }

    /// What must be read of a game.
    pub(super) fn needs(&self) -> Needs {
        let needs_game = |part: &Part| match part {
            Part::Word(word) => {
                WORDS.iter().any(|(_, other, needs, _)| other == word && *needs == Needs::Game)
            }
            Part::Text(_) | Part::Tag(_) => false,
        };
        if self.0.iter().any(needs_game) { Needs::Game } else { Needs::Tags }
    }

    /// The value for a game, or for a point of it; `None` when a word of it says nothing of that
    /// game.
    pub(in crate::commands) fn value(
        &self,
        game: &Game,
        place: Place<'_>,
        point: Option<Point<'_>>,
    ) -> Option<String> {
        let mut value = String::new();
        for part in &self.0 {
            match part {
                Part::Text(text) => value.push_str(text),
                Part::Tag(name) => value.push_str(game.tag(name)?),
                Part::Word(word) => word.push(game, place, point, &mut value)?,
            }
        }
        Some(value)
    }
}

impl Part {
    fn of(word: &str) -> Result<Part, String> {
        if word.starts_with(|c: char| c.is_ascii_uppercase()) {
            check_name(word).map_err(|error| format!("`{{{word}}}`: {error}"))?;
            return Ok(Part::Tag(word.to_owned()));
        }
        if let Some((_, word, ..)) = WORDS.iter().find(|(name, ..)| *name == word) {
            return Ok(Part::Word(*word));
        }
        let names = || WORDS.iter().map(|(name, ..)| *name);
        Err(match nearest_word(word, names()) {
            Some(near) => format!("unknown word `{{{word}}}`, did you mean `{{{near}}}`?"),
            None => {
                let names: Vec<&str> = names().collect();
                format!("unknown word `{{{word}}}`; words are {}", names.join(", "))
            }
        })
    }
}

impl Word {
    /// Appends what the word says of a game; `None` if that is nothing.
    fn push(
        self,
        game: &Game,
        place: Place<'_>,
        point: Option<Point<'_>>,
        to: &mut String,
    ) -> Option<()> {
        let position = || match point {
            Some(point) => Some(*point.position),
            None => last_position(game),
        };
        let opening = || Table::standard().classify(game);
        let name = |opening: Opening<'static>| opening.name;
        // Writing to a String cannot fail.
        let _ = match self {
            Word::Number => write!(to, "{}", place.number()),
            Word::File => write!(to, "{}", place.source.name),
            Word::Line => write!(to, "{}", place.line()),
            Word::PlyCount => write!(to, "{}", game.n_plies()),
            Word::TotalPlyCount => write!(to, "{}", total_plies(game)),
            Word::MoveCount => write!(to, "{}", game.n_plies().div_ceil(2)),
            Word::Year => {
                let date = Date::parse(game.tag(DATE)?).ok()?;
                write!(to, "{}", date.to_string().get(..4).filter(|year| !year.contains('?'))?)
            }
            Word::Result => write!(to, "{}", game.outcome().marker()),
            Word::Ends => write!(to, "{}", last_position(game)?.ending()?.reason),
            Word::Eco => write!(to, "{}", opening()?.code),
            Word::Opening => write!(to, "{}", name(opening()?).opening()),
            Word::Variation => write!(to, "{}", name(opening()?).variation()?),
            Word::Fen => write!(to, "{}", fen_of(&position()?)),
            Word::StartFen => write!(to, "{}", fen_of(&game.start_position()?)),
            Word::Ply => write!(to, "{}", point.map(|point| point.ply).or(place.ply)?),
            Word::Key => write!(to, "{:016x}", position()?.polyglot_key()),
        };
        Some(())
    }
}

fn fen_of(position: &Position) -> String {
    fen::to_text(position, EpPolicy::default()).as_str().to_owned()
}

/// The position at the end of the main line; `None` when it is not known.
pub(super) fn last_position(game: &Game) -> Option<Position> {
    let mut cursor = game.cursor();
    while cursor.forward() {}
    cursor.position().copied()
}

/// The plies of all lines. No recursion.
fn total_plies(game: &Game) -> usize {
    let tree = game.tree();
    let mut n_plies = 0;
    let mut heads = vec![NodeId::ROOT];
    while let Some(head) = heads.pop() {
        for node in tree.line(head) {
            n_plies += 1;
            heads.extend(tree.elements(node).filter_map(|element| match element {
                Element::Variation(head) => Some(head),
                Element::Nag(_) | Element::Comment { .. } => None,
            }));
        }
    }
    n_plies
}
