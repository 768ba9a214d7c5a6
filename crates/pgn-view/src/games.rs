//! Where the games of a session come from.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use pgn_formats::speech::{Phrase, Wording};
use pgn_query::Query;
use pgn_query::facts::{Field, GameView, Value};
use pgnkit::Game;
use pgnkit::chess::notation::letters::Letters;
use pgnkit::chess::{Color, Position};
use pgnkit::game::{Layout, Tags};
use pgnkit::syntax::Diagnostic;

use crate::move_tree::PlayedMoves;
use crate::sentence::Sentence;

/// Games that are numbered from 0 and may still grow in number.
pub trait Games {
    /// How many games are known so far.
    fn len(&self) -> usize;

    /// Whether no game is known so far.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether all games are known.
    fn is_complete(&self) -> bool;

    /// The tags of a game and its place.
    ///
    /// # Errors
    /// When its text cannot be read.
    fn heading(&self, game: usize) -> Result<Heading, SessionError>;

    /// The same without waiting; `None` if it is not known yet, but will be soon.
    fn heading_soon(&self, game: usize) -> Option<Result<Heading, SessionError>> {
        Some(self.heading(game))
    }

    /// Reads a game.
    ///
    /// # Errors
    /// If its text cannot be read, or contains no game.
    fn read(&self, game: usize) -> Result<Opened, SessionError>;

    /// Begins to search for games; the search continues while [`Search::poll`] is called.
    fn search(&self, request: Request) -> Box<dyn Search>;

    /// Replaces the texts of games, all or none; everything else stays the same, byte for byte. An
    /// empty text deletes the game, and those after it then have lower numbers.
    ///
    /// # Errors
    /// When the new texts cannot be kept; the old ones then remain.
    fn save(&mut self, edits: &[Edit]) -> Result<(), SessionError>;

    /// Adds games after all others, at once, and returns their numbers. Every other byte stays the
    /// same.
    ///
    /// # Errors
    /// When they cannot be kept; then none is.
    fn append(&mut self, texts: &[&[u8]]) -> Result<Range<usize>, SessionError>;

    /// Begins to get the moves that were played in positions; `game` is the one that is open.
    ///
    /// # Errors
    /// When there is no index, or none can be written.
    fn tree(
        &self,
        choice: TreeChoice,
        game: Option<usize>,
    ) -> Result<Box<dyn TreeSource>, SessionError>;
}

/// The place of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The name of its file.
    pub file: String,
    /// Its number in the file, from 1; 0 for a game that is in none yet.
    pub number: u64,
    /// The line of the file on which it begins, from 1; 0 if it is unknown.
    pub line: u64,
}

/// The data of a game in a list.
#[derive(Debug, Clone, Default)]
pub struct Heading {
    /// Its tags.
    pub tags: Tags,
    /// Where it is.
    pub place: Place,
}

impl Heading {
    /// The cells of a row, a text a column; a value that is not known is empty. `number` is that
    /// of the game among all, from 1, which opens it.
    #[must_use]
    pub fn cells(&self, columns: &[Field], number: usize) -> Vec<String> {
        let is_saved = self.place.number > 0;
        let source = is_saved.then_some((self.place.file.as_str(), number as u64));
        let view = GameView { source, ..GameView::of_tags(&self.tags) };
        let cell = |field: &Field| match field.value(&view, Color::White) {
            None | Some(Value::Unknown) => self.tag_cell(field),
            Some(value) => value.to_string(),
        };
        columns.iter().map(cell).collect()
    }

    /// The cell of a fact that needs more than the tags: the value of the tag with its name.
    fn tag_cell(&self, field: &Field) -> String {
        let tag = field.row().and_then(|row| match row.tags {
            [] => Some("Result").filter(|_| row.name == "result"),
            tags => tags.first().copied(),
        });
        tag.and_then(|name| self.tags.get(name)).unwrap_or_default().to_owned()
    }
}

/// A game that was read.
#[derive(Debug, Clone, Default)]
pub struct Opened {
    /// The game.
    pub game: Game,
    /// Its layout, so that unedited parts stay unchanged.
    pub layout: Layout,
    /// Where it is.
    pub place: Place,
    /// The diagnostics of its text.
    pub faults: Vec<Diagnostic>,
    /// The letters of the pieces in its text, if they are not English.
    pub letters: Option<Letters>,
}

/// The new text of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Which game.
    pub game: usize,
    /// All of its text, with the white space around it; empty to delete the game.
    pub text: Vec<u8>,
}

/// Which games are looked for, and in which order they come.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The games to search; all if `None`.
    pub among: Option<Arc<Vec<u32>>>,
    /// The condition for the games; all of them if `None`.
    pub query: Option<Arc<Query>>,
    /// The sort key; the order of `among`, or by number, if `None`.
    pub order: Option<Order>,
}

/// An order of games: by the value of a field, equal ones in their previous order, games without a
/// value last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The fact or tag.
    pub field: Field,
    /// Whether the greatest comes first.
    pub is_descending: bool,
}

impl Order {
    /// The order by a fact or tag; descending after a minus sign.
    ///
    /// # Errors
    /// If there is no such fact, with the nearest one.
    pub fn parse(text: &str) -> Result<Order, SessionError> {
        let (name, is_descending) = match text.strip_prefix('-') {
            Some(name) => (name.trim(), true),
            None => (text, false),
        };
        let field = Field::parse(name).map_err(|error| {
            let session_error =
                SessionError::new(error.to_string()).in_other_languages(Phrase::InvalidExpression);
            match error.nearest {
                Some(nearest) => session_error.with_hint(format!("did you mean `{nearest}`?")),
                None => session_error,
            }
        })?;
        Ok(Order { field, is_descending })
    }
}

/// A running search.
pub trait Search: Send {
    /// Continues for a moment and appends the games found since the last call. An ordered search
    /// appends nothing before it is done.
    ///
    /// # Errors
    /// When games cannot be read; the search is then over.
    fn poll(&mut self, found: &mut Vec<u32>) -> Result<Progress, SessionError>;
}

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// How many games were looked at.
    pub n_seen: usize,
    /// Whether it is over.
    pub is_done: bool,
}

/// Where the moves come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeChoice {
    /// An index that is there.
    Index,
    /// A count in memory, for this session.
    Memory,
    /// An index that is written beside the file.
    NewIndex,
}

/// Knows the moves that were played in positions, or is about to. It ends when it is dropped.
pub trait TreeSource: Send {
    /// Continues for a moment.
    ///
    /// # Errors
    /// If the moves cannot be counted; then it is over.
    fn poll(&mut self) -> Result<Progress, SessionError>;

    /// The moves of a position; `None` if they will be known soon.
    fn moves_at(&self, position: &Position) -> Option<Result<PlayedMoves, SessionError>>;
}

/// The error of games that have no index.
#[must_use]
pub fn no_index() -> SessionError {
    SessionError::of(Phrase::NoTree).with_hint_of(Phrase::TreeHint)
}

/// Why a command of a session failed, as a message for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionError {
    /// One sentence, without a capital letter or a period.
    pub message: String,
    /// The invalid byte range of the input, if the error is about a part of the input.
    pub span: Option<Range<usize>>,
    /// A suggestion for the user.
    pub hint: Option<String>,
    /// The message and the suggestion in other languages.
    sentence: Option<Box<Sentence>>,
    hint_sentence: Option<Box<Sentence>>,
}

impl SessionError {
    /// An error with this message. Other languages report only that the command is not possible.
    #[must_use]
    pub fn new(message: impl Into<String>) -> SessionError {
        SessionError {
            message: message.into(),
            span: None,
            hint: None,
            sentence: None,
            hint_sentence: None,
        }
    }

    /// An error with a message in every language.
    #[must_use]
    pub fn of(sentence: impl Into<Sentence>) -> SessionError {
        let sentence = sentence.into();
        SessionError::new(sentence.say(Wording::english())).in_other_languages(sentence)
    }

    /// Sets what other languages report in place of a message that exists in English only.
    #[must_use]
    pub fn in_other_languages(mut self, sentence: impl Into<Sentence>) -> SessionError {
        self.sentence = Some(Box::new(sentence.into()));
        self
    }

    /// Adds what to do about it, in every language.
    #[must_use]
    pub fn with_hint_of(mut self, sentence: impl Into<Sentence>) -> SessionError {
        let sentence = sentence.into();
        self.hint = Some(sentence.say(Wording::english()));
        self.hint_sentence = Some(Box::new(sentence));
        self
    }

    /// The message and what to do about it in a language, without a period.
    #[must_use]
    pub fn say(&self, wording: &Wording) -> String {
        if wording.is_english() {
            return self.to_string();
        }
        let message = match &self.sentence {
            Some(sentence) => sentence.say(wording),
            None => wording.say(Phrase::NotPossible, &[]),
        };
        match &self.hint_sentence {
            Some(hint) => format!("{message} ({})", hint.say(wording)),
            None => message,
        }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> SessionError {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for SessionError {}
