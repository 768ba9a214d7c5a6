//! The programs whose databases are read, and those of which it is only known that they are not.
//!
//! Standard: §13.5.

use std::fmt;
use std::io;

use crate::databases::database::{Database, Parts};
use crate::databases::finding::File;
use crate::databases::part::ReadAt;
use crate::databases::{cbf, cbh2, chessbase, scid};

/// A program whose databases are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// ChessBase's CBH.
    ChessBase,
    /// Scid's SI4.
    Scid,
    /// Scid's SI5.
    Scid5,
    /// ChessBase's CBF, of the years under DOS.
    ChessBaseDos,
    /// ChessBase's 2CBH, since ChessBase 17.
    ChessBase17,
}

impl Program {
    /// All of them.
    pub const ALL: [Program; 5] = [
        Program::ChessBase,
        Program::Scid,
        Program::Scid5,
        Program::ChessBaseDos,
        Program::ChessBase17,
    ];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Program::ChessBase => "ChessBase",
            Program::Scid => "Scid",
            Program::Scid5 => "Scid 5",
            Program::ChessBaseDos => "DOS ChessBase",
            Program::ChessBase17 => "ChessBase 17",
        }
    }

    /// The files of a database. The first holds the records; the others are its companions, with
    /// the same name but for the ending.
    #[must_use]
    pub fn files(self) -> &'static [File] {
        match self {
            Program::ChessBase => &File::ALL[..File::Si4 as usize],
            Program::Scid => &File::ALL[File::Si4 as usize..File::Si5 as usize],
            Program::Scid5 => &File::ALL[File::Si5 as usize..File::Cbf as usize],
            Program::ChessBaseDos => &File::ALL[File::Cbf as usize..File::Cbh2 as usize],
            Program::ChessBase17 => &File::ALL[File::Cbh2 as usize..],
        }
    }

    /// The ending of the file that stands for the database, without the period.
    #[must_use]
    pub fn extension(self) -> &'static str {
        self.files()[0].extension()
    }

    /// Whose file of records begins with these bytes; those of Scid 5 and of ChessBase under DOS
    /// have no mark of their own.
    #[must_use]
    pub fn recognise(head: &[u8]) -> Option<Program> {
        if chessbase::is_cbh(head) {
            Some(Program::ChessBase)
        } else if cbh2::is_2cbh(head) {
            Some(Program::ChessBase17)
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
    pub fn open<P: ReadAt + Clone + Send + 'static>(
        self,
        parts: Parts<P>,
    ) -> io::Result<Box<dyn Database + Send>> {
        Ok(match self {
            Program::ChessBase => Box::new(chessbase::Database::open(parts)?),
            Program::Scid => Box::new(scid::Database::open(parts)?),
            Program::Scid5 => Box::new(scid::Database::open_si5(parts)?),
            Program::ChessBaseDos => Box::new(cbf::Database::open(parts)?),
            Program::ChessBase17 => Box::new(cbh2::Database::open(parts)?),
        })
    }
}

/// `a ChessBase database`
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} database", self.name())
    }
}

/// A format of games that is known and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unread {
    /// What a file of it is: `a Scid 3 database`.
    pub what: &'static str,
    /// What a person can do instead.
    pub instead: &'static str,
    endings: &'static [&'static str],
}

const UNREAD: [Unread; 3] = [
    Unread {
        what: "a Scid 3 database",
        instead: "open it in Scid 4, which makes a .si4 database of it",
        endings: &["si3", "sn3", "sg3"],
    },
    Unread {
        what: "an opening book of ChessBase",
        instead: "`pgn tree` makes a Polyglot book of games",
        endings: &["ctg", "cto", "ctb"],
    },
    Unread {
        what: "an opening book of Arena",
        instead: "`pgn tree` makes a Polyglot book of games",
        endings: &["abk"],
    },
];

impl Unread {
    /// The format that the name of a file ends in, in whatever letter case. That of a text means
    /// something else.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Unread> {
        let (_, ending) = name.rsplit_once('.')?;
        let has = |known: &&str| ending.eq_ignore_ascii_case(known);
        UNREAD.into_iter().find(|unread| unread.endings.iter().any(has))
    }
}
