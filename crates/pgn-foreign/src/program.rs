//! The programs whose databases are read.
//!
//! Owns: their list, and how their databases are recognised and opened. Knows nothing of: the
//! insides of a format, where files lie.
//! Standard: §13.5. Decisions: none.
//! Start at [`Program::open`].

use std::fmt;
use std::io;

use crate::database::{Database, Parts};
use crate::finding::File;
use crate::part::ReadAt;
use crate::{chessbase, scid};

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
