//! What the databases of all programs have in common: files, records with numbers, findings.
//!
//! Owns: the list of programs, and how their databases are told and opened. Knows nothing of: the
//! insides of a format, where files lie.
//! Standard: §13.5. Decisions: none.
//! Start at [`Program::open`].

use std::fmt;
use std::io;

use crate::finding::{File, Finding};
use crate::part::ReadAt;
use crate::{chessbase, scid};
use pgnkit::Game;

/// A program whose databases are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// ChessBase's CBH.
    ChessBase,
    /// Scid's SI4.
    Scid,
}

impl Program {
    /// All of them.
    pub const ALL: [Program; 2] = [Program::ChessBase, Program::Scid];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Program::ChessBase => "ChessBase",
            Program::Scid => "Scid",
        }
    }

    /// The files of a database. The first holds the records; the others are its companions, with
    /// the same name but for the ending.
    #[must_use]
    pub fn files(self) -> &'static [File] {
        match self {
            Program::ChessBase => &File::ALL[..9],
            Program::Scid => &File::ALL[9..],
        }
    }

    /// The ending of the file that stands for the database, without the period.
    #[must_use]
    pub fn extension(self) -> &'static str {
        self.files()[0].extension()
    }

    /// Whose file of records begins with these bytes.
    #[must_use]
    pub fn recognise(head: &[u8]) -> Option<Program> {
        if chessbase::is_cbh(head) {
            Some(Program::ChessBase)
        } else if scid::is_index(head) {
            Some(Program::Scid)
        } else {
            None
        }
    }

    /// Opens a database. What is wrong with its files as such is among its
    /// [findings](Database::findings) until the first record is read.
    ///
    /// # Errors
    /// When a part cannot be read.
    pub fn open<P: ReadAt + Send + 'static>(
        self,
        parts: Parts<P>,
    ) -> io::Result<Box<dyn Database + Send>> {
        Ok(match self {
            Program::ChessBase => Box::new(chessbase::Database::open(parts)?),
            Program::Scid => Box::new(scid::Database::open(parts)?),
        })
    }
}

/// `a ChessBase database`
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} database", self.name())
    }
}

/// The files of a database that are there.
#[derive(Debug)]
pub struct Parts<P>([Option<P>; File::ALL.len()]);

impl<P> Default for Parts<P> {
    fn default() -> Parts<P> {
        Parts(std::array::from_fn(|_| None))
    }
}

impl<P> Parts<P> {
    /// Adds a file; one of the same kind is replaced.
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

/// What a number stands for.
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
pub trait Database {
    /// How many records there are, those marked as deleted included.
    fn n_records(&self) -> u32;

    /// Reads the record of a number, from 1, into `game`, whose memory is used again. What is
    /// damaged becomes a finding; the game is as far as it could be read.
    ///
    /// # Errors
    /// When a part cannot be read.
    fn read_into(&mut self, number: u32, game: &mut Game) -> io::Result<Entry>;

    /// What was wrong with the record that was read last, or with the files when none was read yet;
    /// the first hundred.
    fn findings(&self) -> &[Finding];

    /// How many there were.
    fn n_findings(&self) -> u64;
}
