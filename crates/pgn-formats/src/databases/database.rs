//! The common parts of the databases of all programs: files, records with numbers, findings
//! (§13.5).

use std::io;

use crate::databases::finding::{File, Findings};
use crate::databases::nation::Languages;
use pgnkit::{Game, Outcome};

/// The files of a database that are there.
///
/// ```
/// use std::io::Cursor;
///
/// use pgn_formats::databases::{File, Parts, Seekable};
///
/// let mut parts = Parts::default();
/// parts.insert(File::Si4, Seekable::new(Cursor::new(Vec::<u8>::new())));
/// ```
#[derive(Debug)]
pub struct Parts<P>([Option<P>; File::ALL.len()]);

impl<P> Default for Parts<P> {
    fn default() -> Parts<P> {
        Parts(std::array::from_fn(|_| None))
    }
}

impl<P> Parts<P> {
    /// Adds a file; one of the same kind is replaced.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use pgn_formats::databases::{File, Parts, Seekable};
    ///
    /// let mut parts = Parts::default();
    /// parts.insert(File::Cbh, Seekable::new(Cursor::new(vec![0; 46])));
    /// ```
    pub fn insert(&mut self, file: File, part: P) {
        self.0[file as usize] = Some(part);
    }

    pub(crate) fn take(&mut self, file: File) -> Option<P> {
        self.0[file as usize].take()
    }
}

impl<P> FromIterator<(File, P)> for Parts<P> {
    fn from_iter<I: IntoIterator<Item = (File, P)>>(files: I) -> Parts<P> {
        let mut parts = Parts::default();
        files.into_iter().for_each(|(file, part)| parts.insert(file, part));
        parts
    }
}

/// The kind of record for a number.
///
/// ```
/// # use std::io::Cursor;
/// # use pgn_formats::databases::scid::{Base, Packer, Sinks};
/// # use pgn_formats::databases::{Database, Entry, File, Parts, Program, Seekable};
/// # let game: pgnkit::Game = "1. e4 e5 1-0".parse()?;
/// # let mut packed = Vec::new();
/// # Packer::default().append(&game, &mut packed, &mut Vec::new())?;
/// # let (index, names, games) = (Cursor::new(Vec::new()), Vec::new(), Vec::new());
/// # let sinks = Sinks { index, names, games };
/// # let mut base = Base::new(sinks)?;
/// # base.push(&packed)?;
/// # let Sinks { index, names, games } = base.finish()?;
/// let mut parts = Parts::default();
/// parts.insert(File::Si4, Seekable::new(index));
/// parts.insert(File::Sn4, Seekable::new(Cursor::new(names)));
/// parts.insert(File::Sg4, Seekable::new(Cursor::new(games)));
/// let mut database = Program::Scid.open(parts)?;
/// let entry = database.read_into(1, &mut pgnkit::Game::new())?;
/// assert_eq!(entry, Entry::Game { is_deleted: false });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A game.
    Game {
        /// It is marked as deleted.
        is_deleted: bool,
    },
    /// A guiding text: a game without moves, whose first comments are its pages.
    Text {
        /// It is marked as deleted.
        is_deleted: bool,
    },
    /// Nothing that can be read.
    Nothing,
}

/// A database whose records are read by number.
///
/// ```
/// // `index`, `names` and `games` have the bytes of the three files.
/// # use std::io::Cursor;
/// # use pgn_formats::databases::scid::{Base, Packer, Sinks};
/// # use pgn_formats::databases::{Database, Entry, File, Parts, Program, Seekable};
/// # let game: pgnkit::Game = "1. e4 e5 1-0".parse()?;
/// # let mut packed = Vec::new();
/// # Packer::default().append(&game, &mut packed, &mut Vec::new())?;
/// # let (index, names, games) = (Cursor::new(Vec::new()), Vec::new(), Vec::new());
/// # let sinks = Sinks { index, names, games };
/// # let mut base = Base::new(sinks)?;
/// # base.push(&packed)?;
/// # let Sinks { index, names, games } = base.finish()?;
/// let mut parts = Parts::default();
/// parts.insert(File::Si4, Seekable::new(index));
/// parts.insert(File::Sn4, Seekable::new(Cursor::new(names)));
/// parts.insert(File::Sg4, Seekable::new(Cursor::new(games)));
/// let mut database = Program::Scid.open(parts)?;
/// let mut game = pgnkit::Game::new();
/// for number in 1..=database.n_records() {
///     let entry = database.read_into(number, &mut game)?;
///     assert_eq!(entry, Entry::Game { is_deleted: false });
///     assert_eq!(game.n_plies(), 2);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Database {
    /// How many records there are, those marked as deleted included.
    ///
    /// ```
    /// # use std::io::Cursor;
    /// # use pgn_formats::databases::scid::{Base, Packer, Sinks};
    /// # use pgn_formats::databases::{Database, Entry, File, Parts, Program, Seekable};
    /// # let game: pgnkit::Game = "1. e4 e5 1-0".parse()?;
    /// # let mut packed = Vec::new();
    /// # Packer::default().append(&game, &mut packed, &mut Vec::new())?;
    /// # let (index, names, games) = (Cursor::new(Vec::new()), Vec::new(), Vec::new());
    /// # let sinks = Sinks { index, names, games };
    /// # let mut base = Base::new(sinks)?;
    /// # base.push(&packed)?;
    /// # let Sinks { index, names, games } = base.finish()?;
    /// let mut parts = Parts::default();
    /// parts.insert(File::Si4, Seekable::new(index));
    /// parts.insert(File::Sn4, Seekable::new(Cursor::new(names)));
    /// parts.insert(File::Sg4, Seekable::new(Cursor::new(games)));
    /// let mut database = Program::Scid.open(parts)?;
    /// assert_eq!(database.n_records(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn n_records(&self) -> u32;

    /// Reads the record of a number, from 1, into `game`, whose memory is reused. Damage becomes a
    /// finding; the game is read as far as possible.
    ///
    /// # Errors
    /// When a part cannot be read.
    ///
    /// ```
    /// # use std::io::Cursor;
    /// # use pgn_formats::databases::scid::{Base, Packer, Sinks};
    /// # use pgn_formats::databases::{Database, Entry, File, Parts, Program, Seekable};
    /// # let game: pgnkit::Game = "1. e4 e5 1-0".parse()?;
    /// # let mut packed = Vec::new();
    /// # Packer::default().append(&game, &mut packed, &mut Vec::new())?;
    /// # let (index, names, games) = (Cursor::new(Vec::new()), Vec::new(), Vec::new());
    /// # let sinks = Sinks { index, names, games };
    /// # let mut base = Base::new(sinks)?;
    /// # base.push(&packed)?;
    /// # let Sinks { index, names, games } = base.finish()?;
    /// let mut parts = Parts::default();
    /// parts.insert(File::Si4, Seekable::new(index));
    /// parts.insert(File::Sn4, Seekable::new(Cursor::new(names)));
    /// parts.insert(File::Sg4, Seekable::new(Cursor::new(games)));
    /// let mut database = Program::Scid.open(parts)?;
    /// let mut game = pgnkit::Game::new();
    /// database.read_into(1, &mut game)?;
    /// assert_eq!(game.n_plies(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn read_into(&mut self, number: u32, game: &mut Game) -> io::Result<Entry>;

    /// Keeps only texts in these languages, and texts without a language.
    fn keep_languages(&mut self, _: Languages) {}

    /// Another reader of the same records, for another thread.
    fn another(&self) -> Box<dyn Database + Send>;

    /// The findings of the last record, or of the files if none was read yet.
    ///
    /// ```
    /// # use std::io::Cursor;
    /// # use pgn_formats::databases::scid::{Base, Packer, Sinks};
    /// # use pgn_formats::databases::{Database, Entry, File, Parts, Program, Seekable};
    /// # let game: pgnkit::Game = "1. e4 e5 1-0".parse()?;
    /// # let mut packed = Vec::new();
    /// # Packer::default().append(&game, &mut packed, &mut Vec::new())?;
    /// # let (index, names, games) = (Cursor::new(Vec::new()), Vec::new(), Vec::new());
    /// # let sinks = Sinks { index, names, games };
    /// # let mut base = Base::new(sinks)?;
    /// # base.push(&packed)?;
    /// # let Sinks { index, names, games } = base.finish()?;
    /// let mut parts = Parts::default();
    /// parts.insert(File::Si4, Seekable::new(index));
    /// parts.insert(File::Sn4, Seekable::new(Cursor::new(names)));
    /// parts.insert(File::Sg4, Seekable::new(Cursor::new(games)));
    /// let mut database = Program::Scid.open(parts)?;
    /// assert!(database.findings().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn findings(&self) -> &Findings;
}

/// Adds the tag PlyCount if all moves are there, and the outcome.
pub(crate) fn finish(game: &mut Game) {
    let n_plies = game.n_plies();
    game.tags_mut_unchecked().push("PlyCount", &n_plies.to_string());
    take_outcome(game);
}

/// The outcome becomes the one that the tag Result names.
pub(crate) fn take_outcome(game: &mut Game) {
    let outcome = game.tag(pgnkit::tag::RESULT).and_then(Outcome::parse_lax);
    game.set_outcome(outcome.unwrap_or_default());
}
