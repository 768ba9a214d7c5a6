//! The programs whose databases can be read, and those that are only recognized (§13.5).

use std::fmt;
use std::io;

use crate::databases::database::{Database, Parts};
use crate::databases::finding::File;
use crate::databases::part::ReadAt;
use crate::databases::{cbf, cbh2, chessbase, scid};

/// A program whose databases can be read.
///
/// ```
/// use pgn_formats::databases::{File, Program};
///
/// assert_eq!(Program::Scid.extension(), "si4");
/// assert!(Program::Scid.files().contains(&File::Sg4));
/// ```
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

    /// Its name.
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

    /// The files of a database. The first is the main file; the others are its companions, with the
    /// same name except for the extension.
    ///
    /// ```
    /// use pgn_formats::databases::{File, Program};
    ///
    /// assert_eq!(Program::ChessBase.files()[0], File::Cbh);
    /// ```
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

    /// The extension of the main file of the database, without the period.
    ///
    /// ```
    /// use pgn_formats::databases::Program;
    ///
    /// assert_eq!(Program::ChessBase.extension(), "cbh");
    /// ```
    #[must_use]
    pub fn extension(self) -> &'static str {
        self.files()[0].extension()
    }

    /// Whose file of records begins with these bytes; those of Scid 5 and of ChessBase under DOS
    /// have no mark of their own.
    ///
    /// ```
    /// use pgn_formats::databases::Program;
    ///
    /// assert_eq!(Program::recognize(b"Scid.si\0"), Some(Program::Scid));
    /// assert_eq!(Program::recognize(b"1. e4"), None);
    /// ```
    #[must_use]
    pub fn recognize(head: &[u8]) -> Option<Program> {
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

    /// Opens a database. Errors of its files are among its [findings](Database::findings) until the
    /// first record is read.
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
    /// assert_eq!(database.n_records(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
///
/// ```
/// use pgn_formats::databases::Unread;
///
/// let unread = Unread::of_name("old.si3").unwrap();
/// assert_eq!(unread.what, "a Scid 3 database");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unread {
    /// The description of such a file: `a Scid 3 database`.
    pub what: &'static str,
    /// An alternative for the user.
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
    ///
    /// ```
    /// use pgn_formats::databases::Unread;
    ///
    /// assert!(Unread::of_name("games.pgn").is_none());
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Option<Unread> {
        let (_, ending) = name.rsplit_once('.')?;
        let has = |known: &&str| ending.eq_ignore_ascii_case(known);
        UNREAD.into_iter().find(|unread| unread.endings.iter().any(has))
    }
}
