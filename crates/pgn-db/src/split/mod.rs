//! Games shared out among files, by what they are or by how many fit (§11, D-43).
//!
//! ```text
//! games ─ carried with the names of their files ─ sorted by name ─ one file after the other
//!                                                        all whole: all get their names
//! ```
//!
//! One file is open at a time, however many there are, and the memory is that of the sorter.
//!
//! Start at [`By`] and [`ByFile`]; [`write_files`] is the other end.

mod part;
mod publish;

#[cfg(test)]
mod tests;

use std::io;

pub use part::{Limits, Part, Parts};
pub use publish::{Completeness, Existing, Numbering, Publication, Writing};

use crate::collate::{Order, needs_of};
use crate::error::{Error, ErrorKind};
use crate::extract::{Emit, KeyNeeds, Keys, StoredGameReader, open_stored};
use crate::sort::{Sorted, Tail};
use crate::standings::is_one_event;
use pgn_query::facts::{
    Fact, Field, GameView, Group, GroupError, UnknownWordError, Value, Vocabulary, words,
};
use pgnkit::Game;
use pgnkit::chess::Color;
use pgnkit::file_name::{self, Period, folded, portable};
use pgnkit::tag::{BLACK, DATE, EVENT, Outcome, WHITE, date, sort_key};

/// The criterion for the file of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// All games go to files of this name, as many as there must be.
    Name(String),
    /// A value of the game, or bands of its values.
    Value(Group),
}

impl By {
    /// The meaning of a fact, the name of a tag, or one with bands.
    ///
    /// # Errors
    /// If `text` is none of these, or is the place of a game in its file.
    pub fn parse(text: &str) -> Result<By, Error> {
        By::parse_in(text, Vocabulary::Games)
    }

    /// The same, with the names of a vocabulary.
    ///
    /// # Errors
    /// As [`parse`](By::parse).
    pub fn parse_in(text: &str, vocabulary: Vocabulary) -> Result<By, Error> {
        let refuse = |why: String| Error::new(ErrorKind::Usage, "--by", why);
        let group = Group::parse_in(text, vocabulary).map_err(|error| match &error {
            GroupError::Unknown(UnknownWordError { nearest: Some(near), .. }) => {
                refuse(error.to_string()).with_hint(format!("did you mean `{near}`?"))
            }
            _ => {
                let words = words(|row| !row.needs_source);
                let hint = format!("words are {words}, and names of tags");
                refuse(error.to_string()).with_hint(hint)
            }
        })?;
        if group.field.row().is_some_and(|row| row.needs_source) {
            return Err(refuse(format!(
                "`{text}` is the place of a game, which splitting changes"
            )));
        }
        Ok(By::Value(group))
    }

    /// Whether files are events, each of which may have one for each of its years.
    fn is_event(&self) -> bool {
        matches!(self, By::Value(group) if group.band.is_none() && is_tag(&group.field, EVENT))
    }

    /// The names of the files that a game goes to, without suffix; at least one. Those of players,
    /// dates and events are as the standard has them.
    #[must_use]
    pub fn names(&self, game: &Game) -> Vec<String> {
        let group = match self {
            By::Name(name) => return vec![name.clone()],
            By::Value(group) => group,
        };
        if group.band.is_some() {
            return names_of_values(game, group);
        }
        match &group.field {
            Field::Fact(Fact::Player | Fact::Opponent) => file_name::players_of(game),
            field if is_tag(field, WHITE) => file_name::players_on(game, &[Color::White]),
            field if is_tag(field, BLACK) => file_name::players_on(game, &[Color::Black]),
            field if is_tag(field, DATE) => vec![file_name::period(game, Period::Day)],
            Field::Fact(Fact::YearMonth) => vec![file_name::period(game, Period::Month)],
            Field::Fact(Fact::Year) => vec![file_name::period(game, Period::Year)],
            Field::Fact(_) | Field::Tag(_) => names_of_values(game, group),
        }
    }
}

fn is_tag(field: &Field, name: &str) -> bool {
    matches!(field, Field::Tag(tag) if tag == name)
}

/// The value of a game as a name; of a word about a side, that of each side.
fn names_of_values(game: &Game, group: &Group) -> Vec<String> {
    let view = GameView::of(game);
    let sides = if group.field.has_side() { &Color::ALL[..] } else { &[Color::White] };
    let mut names: Vec<String> = Vec::new();
    for side in sides {
        let value = group.field.value(&view, *side).map(|value| group.banded(value));
        let name = match value {
            None | Some(Value::Unknown | Value::Outcome(Outcome::Unknown)) => portable(""),
            Some(Value::Number(number)) => portable(&group.label(number)),
            Some(value) => portable(&value.to_string()),
        };
        if !names.iter().any(|known| folded(known) == folded(&name)) {
            names.push(name);
        }
    }
    names
}

/// Carries games to their files, in an order if there is one, else as they come.
#[derive(Clone, Debug)]
pub struct ByFile {
    /// The criterion for the file.
    pub by: By,
    /// The order in each file.
    pub order: Option<Order>,
}

impl Keys for ByFile {
    fn push(&self, game: &Game, keys: &mut Emit<'_>) {
        for name in self.by.names(game) {
            keys.key(|key| {
                sort_key::push_text(folded(&name).as_bytes(), key);
                if self.by.is_event() {
                    key.extend_from_slice(&day_of(game).to_be_bytes());
                }
                if let Some(order) = &self.order {
                    order.push_head(game, key);
                }
            });
        }
    }

    fn needs(&self) -> KeyNeeds {
        let by = match &self.by {
            By::Name(_) => KeyNeeds::Nothing,
            By::Value(group) => needs_of(&group.field),
        };
        by.max(self.order.as_ref().map_or(KeyNeeds::Nothing, Order::head_needs))
    }
}

/// The day of a game of an event, as a number of eight digits; 0 when it is not known.
fn day_of(game: &Game) -> u32 {
    let day = |name| date::sort_key(game.tag(name).unwrap_or_default());
    match day("Date") {
        0 => day("EventDate"),
        day => day,
    }
}

/// Writes sorted games to the files of `publication`, none of which gets its name yet.
///
/// # Errors
/// Errors of the system, those of the sorter's disk, and refused names.
pub fn write_files<T: Tail>(
    mut sorted: Sorted<T>,
    by: &By,
    limits: Limits,
    publication: &mut Publication,
) -> Result<(), SplitError> {
    let mut reader = StoredGameReader::default();
    let mut file = Current::default();
    let mut parts = Parts::new(publication.target_folder(), limits);
    // A file that is cut by number has the name of what it is cut from.
    let is_by_number = matches!(by, By::Name(_));
    let numbering = if is_by_number { Numbering::Always } else { Numbering::OfSeveral };
    while let Some((key, stored)) = sorted.next_item().map_err(SplitError::Sorting)? {
        let day = file.day_in(by, key);
        if file.group.is_empty() || !file.goes_on(by, key, day) {
            let is_another_year = by.is_event() && key.starts_with(&file.group);
            let whole = parts.finish().map_err(SplitError::Writing)?;
            let name = file.name(is_another_year);
            publication.add(&name, whole, numbering).map_err(SplitError::Refused)?;
            parts = Parts::new(publication.target_folder(), limits);
            let (group, base) = begin_group(&mut reader, by, key, stored);
            let shares_name = is_another_year && group == file.group;
            file = Current { group, base, shares_name, ..Current::default() };
        }
        file.see(file.day_in(by, key));
        parts.push(open_stored(stored).text).map_err(SplitError::Writing)?;
    }
    let whole = parts.finish().map_err(SplitError::Writing)?;
    publication.add(&file.name(false), whole, numbering).map_err(SplitError::Refused)
}

/// The file that is being written.
#[derive(Default)]
struct Current {
    /// The beginning of the keys of its games.
    group: Vec<u8>,
    /// Its name, but for the year.
    base: String,
    /// The file before has the same name, and another year.
    shares_name: bool,
    /// The first and the last day of its games, as far as they are known.
    first_day: u32,
    last_day: u32,
}

impl Current {
    /// The day of a game by its key, when files are events.
    fn day_in(&self, by: &By, key: &[u8]) -> u32 {
        let day = key.get(self.group.len()..).and_then(|rest| rest.first_chunk());
        day.filter(|_| by.is_event()).map_or(0, |day| u32::from_be_bytes(*day))
    }

    fn goes_on(&self, by: &By, key: &[u8], day: u32) -> bool {
        let is_same_year = !by.is_event() || is_one_event(self.last_day, day);
        key.starts_with(&self.group) && is_same_year
    }

    fn see(&mut self, day: u32) {
        if day > 0 {
            self.last_day = day;
            self.first_day = if self.first_day > 0 { self.first_day } else { day };
        }
    }

    /// The name, with its year when the file before or the one after has the same.
    fn name(&self, is_shared: bool) -> String {
        match (is_shared || self.shares_name, self.first_day) {
            (false, _) | (_, 0) => self.base.clone(),
            (true, day) => format!("{} {:04}", self.base, day / 10_000),
        }
    }
}

/// The beginning of the keys of a file, and its name. Of names that differ only in letter case, the
/// file gets that of the first game.
fn begin_group(
    reader: &mut StoredGameReader,
    by: &By,
    key: &[u8],
    stored: &[u8],
) -> (Vec<u8>, String) {
    let names = reader.read(stored).map(|game| by.names(game)).unwrap_or_default();
    let mut groups = names.into_iter().map(|name| (key_of(&name), name));
    let found = groups.find(|(group, _)| key.starts_with(group));
    found.unwrap_or_else(|| (key.to_vec(), file_name::UNKNOWN.to_owned()))
}

fn key_of(name: &str) -> Vec<u8> {
    let mut key = Vec::new();
    sort_key::push_text(folded(name).as_bytes(), &mut key);
    key
}

/// Where the writing of files failed.
#[derive(Debug)]
pub enum SplitError {
    /// In the temporary files of the sorter.
    Sorting(io::Error),
    /// In the files themselves.
    Writing(io::Error),
    /// A file may not have its name.
    Refused(Error),
}
