//! Games shared out among files, by what they are or by how many fit.
//!
//! ```text
//! games ─ carried with the names of their files ─ sorted by name ─ one file after the other
//!                                                        all whole: all get their names
//! ```
//!
//! One file is open at a time, however many there are, and memory is the sorter's.
//!
//! Owns: which file a game goes to, and when a file is full. Knows nothing of: how games are found
//! and reported.
//! Standard: §11. Decisions: D-43.
//! Start at [`By`] and [`ByFile`]; [`write_files`] is the other end.

mod part;
mod publish;

#[cfg(test)]
mod tests;

use std::io;

pub use part::{Limits, Part, Parts};
pub use publish::{Existing, Numbering, Publication};

use crate::carry::{Emit, Keys, ParcelReader, open_parcel};
use crate::error::Error;
use crate::sort::{Sorted, Tail};
use pgnkit::Game;
use pgnkit::collate::Collation;
use pgnkit::file_name::{self, Period, folded, portable};
use pgnkit::tag::{Outcome, sort_key};

/// What decides the file of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// All games go to files of this name, as many as there must be.
    Name(String),
    /// The last name of each player: the game goes to each one's file.
    Player,
    /// The event.
    Event,
    /// The year, month or day.
    Period(Period),
    /// The ECO tag, or so many of its first characters.
    Eco(usize),
    /// The outcome.
    Result,
    /// The value of a tag.
    Tag(String),
}

/// The words for what files go by; any other name that begins with a capital letter is a tag.
pub const WORDS: [&str; 9] =
    ["player", "event", "year", "month", "day", "eco", "eco:1", "eco:2", "result"];

impl By {
    /// What a word of [`WORDS`], or the name of a tag, stands for.
    #[must_use]
    pub fn from_name(name: &str) -> Option<By> {
        Some(match name {
            "player" => By::Player,
            "event" => By::Event,
            "year" => By::Period(Period::Year),
            "month" => By::Period(Period::Month),
            "day" => By::Period(Period::Day),
            "eco" => By::Eco(usize::MAX),
            "eco:1" => By::Eco(1),
            "eco:2" => By::Eco(2),
            "result" => By::Result,
            tag if tag.starts_with(|first: char| first.is_ascii_uppercase()) => {
                By::Tag(tag.to_owned())
            }
            _ => return None,
        })
    }

    /// The names of the files that a game goes to, without suffix; at least one.
    #[must_use]
    pub fn names(&self, game: &Game) -> Vec<String> {
        let tag = |name: &str| portable(game.tag(name).unwrap_or_default());
        match self {
            By::Name(name) => vec![name.clone()],
            By::Player => file_name::players_of(game),
            By::Event => vec![file_name::event(game)],
            By::Period(period) => vec![file_name::period(game, *period)],
            By::Eco(n_characters) => vec![match tag("ECO") {
                name if name == file_name::UNKNOWN => name,
                name => name.chars().take(*n_characters).collect(),
            }],
            By::Result => vec![match game.outcome() {
                Outcome::Unknown => file_name::UNKNOWN.to_owned(),
                known => portable(known.marker()),
            }],
            By::Tag(name) => vec![tag(name)],
        }
    }
}

/// Carries games to their files, in an order if there is one, else as they come.
#[derive(Clone, Debug)]
pub struct ByFile {
    /// What decides the file.
    pub by: By,
    /// The order in each file.
    pub order: Option<Collation>,
}

impl Keys for ByFile {
    fn push(&self, game: &Game, keys: &mut Emit<'_>) {
        for name in self.by.names(game) {
            keys.key(|key| {
                sort_key::push_text(folded(&name).as_bytes(), key);
                if let Some(order) = &self.order {
                    order.push_head(game, key);
                }
            });
        }
    }
}

/// Writes sorted games to the files of `publication`, none of which gets its name yet.
///
/// # Errors
/// Those of the system, those of the sorter's disk, and refused names.
pub fn write_files<T: Tail>(
    mut sorted: Sorted<T>,
    by: &By,
    limits: Limits,
    publication: &mut Publication,
) -> Result<(), SplitError> {
    let mut reader = ParcelReader::default();
    let mut name = String::new();
    let mut group: Vec<u8> = Vec::new();
    let mut parts = Parts::new(publication.folder(), limits);
    // A file that is cut by number has the name of what it is cut from.
    let is_by_number = matches!(by, By::Name(_));
    let numbering = if is_by_number { Numbering::Always } else { Numbering::OfSeveral };
    while let Some((key, parcel)) = sorted.next_item().map_err(SplitError::Sorting)? {
        if group.is_empty() || !key.starts_with(&group) {
            let whole = parts.finish().map_err(SplitError::Writing)?;
            publication.add(&name, whole, numbering).map_err(SplitError::Refused)?;
            parts = Parts::new(publication.folder(), limits);
            (group, name) = begin_group(&mut reader, by, key, parcel);
        }
        parts.push(open_parcel(parcel).text).map_err(SplitError::Writing)?;
    }
    let whole = parts.finish().map_err(SplitError::Writing)?;
    publication.add(&name, whole, numbering).map_err(SplitError::Refused)
}

/// What the keys of a file begin with, and its name. Of names that differ in letter case alone,
/// that of the first game is the file's.
fn begin_group(reader: &mut ParcelReader, by: &By, key: &[u8], parcel: &[u8]) -> (Vec<u8>, String) {
    let names = reader.read(parcel).map(|game| by.names(game)).unwrap_or_default();
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
