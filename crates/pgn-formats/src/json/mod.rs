//! Games in JSON, as servers and programs write it (§8.1, §8.2).
//!
//! ```text
//! bytes ─ document ─ objects that are games ─ tags and movetext ─ a PGN draft ─ games
//!                  └ rounds of LiveChessCloud, joined when all files are read ┘
//! ```
//!
//! | object | has |
//! |---|---|
//! | any program; archives of Chess.com | `pgn`, a text with one game or several |
//! | Lichess, a line or an element | `players` and `moves`, `clocks`, `analysis`, … |
//! | `pgn convert --to jsonl` | `tags` and `moves` with `san` |
//! | LiveChessCloud | `moves` with clocks and `live`; `pairings`; a tournament with `rounds` |
//!
//! An object is a game wherever it is in the document. Its fields become tags where the PGN has
//! none; fields without a tag are counted by name. One game is in memory at a time, except for the
//! games of LiveChessCloud, whose players are in another file.

mod document;
mod live;
mod moves;
mod object;
mod tags;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::ops::ControlFlow;

use super::Imported;
use live::LiveRecords;
use object::{ObjectKind, Objects};
use pgnkit::syntax::Location;

/// Receives the content of documents.
pub trait JsonSink {
    /// A game of the document `name`. To break ends the reading.
    fn game(&mut self, name: &str, imported: Imported) -> ControlFlow<()>;

    /// A part of the document `name` that could not be read, and the reason.
    fn unread(&mut self, name: &str, location: Location, why: &str);
}

/// The content of a document, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct JsonCounts {
    /// Games that were passed to the sink.
    pub game_count: u64,
    /// Games and pairings of LiveChessCloud that wait for [`JsonGames::finish`].
    pub waiting_count: u64,
    /// Parts that could not be read.
    pub unread_count: u64,
    /// Fields without a tag, by name.
    pub unmapped: BTreeMap<String, u64>,
    /// The kind of the first value and the names of its fields, for messages.
    pub shape: String,
}

/// How many names of fields are counted one by one; the others are counted together.
const NAMES_MAX: usize = 200;

/// The name that stands for all further names.
const OTHER_NAMES: &str = "other fields";

impl JsonCounts {
    fn count(&mut self, name: &str, n: u64) {
        if n == 0 {
            return;
        }
        let name = if name.is_empty() { "values without a name" } else { name };
        let is_new = self.unmapped.len() >= NAMES_MAX && !self.unmapped.contains_key(name);
        let name = if is_new { OTHER_NAMES } else { name };
        *self.unmapped.entry(name.to_owned()).or_default() += n;
    }
}

/// Reads the games of JSON documents.
///
/// ```
/// use std::ops::ControlFlow;
/// use pgn_formats::Imported;
/// use pgn_formats::json::{JsonGames, JsonSink};
/// use pgnkit::syntax::Location;
///
/// #[derive(Default)]
/// struct Names(Vec<String>);
///
/// impl JsonSink for Names {
///     fn game(&mut self, _: &str, imported: Imported) -> ControlFlow<()> {
///         self.0.extend(imported.game.tag("White").map(str::to_owned));
///         ControlFlow::Continue(())
///     }
///
///     fn unread(&mut self, _: &str, _: Location, _: &str) {}
/// }
///
/// let text = r#"{"games": [{"pgn": "1. e4 e5 *", "white": {"username": "anna"}}]}"#;
/// let mut names = Names::default();
/// let mut games = JsonGames::default();
/// let counts = games.read("archive.json", text.as_bytes(), &mut names)?;
/// games.finish(&mut names);
/// assert_eq!((counts.game_count, names.0), (1, vec!["anna".to_string()]));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct JsonGames {
    live: LiveRecords,
}

impl JsonGames {
    /// Reads a document: one value, or several, such as one a line. Bad data is reported to the
    /// sink, and in a document of lines the next line is read. `name` is a path; it connects the
    /// files of a round of LiveChessCloud.
    ///
    /// # Errors
    /// Those of the source.
    pub fn read(
        &mut self,
        name: &str,
        source: impl Read,
        sink: &mut dyn JsonSink,
    ) -> io::Result<JsonCounts> {
        let mut counts = JsonCounts::default();
        let mut objects = DocumentObjects { name, live: &mut self.live, sink, counts: &mut counts };
        document::read(source, &mut objects)?;
        Ok(counts)
    }

    /// Passes on the games of LiveChessCloud, each with its players, in order of their rounds and
    /// boards; call it after the last document.
    pub fn finish(self, sink: &mut dyn JsonSink) -> JsonCounts {
        let mut counts = JsonCounts::default();
        self.live.join(sink, &mut counts);
        counts
    }
}

/// Takes the objects of one document.
struct DocumentObjects<'a> {
    name: &'a str,
    live: &'a mut LiveRecords,
    sink: &'a mut dyn JsonSink,
    counts: &'a mut JsonCounts,
}

impl Objects for DocumentObjects<'_> {
    fn object(&mut self, kind: ObjectKind, object: object::Object, line: u64) -> ControlFlow<()> {
        let at = Location { line, column: 1 };
        if kind.is_live() {
            self.counts.waiting_count += 1;
            if let Err(why) = self.live.take(self.name, kind, object, line) {
                self.unread(at, why);
            }
            return ControlFlow::Continue(());
        }
        let read = object::games(kind, &object, at);
        for name in &read.unmapped {
            self.counts.count(name, 1);
        }
        if read.games.is_empty() {
            self.unread(at, "the field `pgn` has no game");
        }
        for (game, found) in read.games {
            self.counts.game_count += 1;
            self.sink.game(self.name, Imported { game, line, found })?;
        }
        ControlFlow::Continue(())
    }

    fn other(&mut self, name: &str, n: u64) {
        self.counts.count(name, n);
    }

    fn shape(&mut self, shape: String) {
        if self.counts.shape.is_empty() {
            self.counts.shape = shape;
        }
    }

    fn unread(&mut self, location: Location, why: &str) {
        self.counts.unread_count += 1;
        self.sink.unread(self.name, location, why);
    }
}
