//! Games in other formats than PGN, converted to PGN while they are read, so that all later code
//! has one format (§20.4, D-54, D-61).
//!
//! ```text
//! bytes of the format ─ Transcode ─ PGN, some games at a time ─ Transcoded: a reader like any
//! ```
//!
//! Start at [`Format`]; a new format is a variant of it and a [`Transcode`].

use std::fmt;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::Path;

use super::note::{Note, Notes};
use crate::damage::same;
use crate::error::{Error, ErrorKind};
use pgn_formats::bgn;
use pgn_formats::databases::{Program, cbv};
use pgn_formats::pgc;
use pgnkit::charset::Choice;
use record_text::Listener;

mod database;
mod lines;
mod record_text;
mod records;

pub use database::DatabaseOptions;
pub(crate) use database::{
    RecordProgress, case_distance, companions, is_companion, program_and_file, refuse_by_name,
};

/// So much text is made at once, if it is not a single game.
const TEXT_BYTES: usize = 64 << 10;

/// A format that is read as PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The binary form of the standard (§20).
    Pgc,
    /// Blind Game Notation.
    Bgn,
    /// A database of another program, in several files.
    Database(Program),
    /// ChessBase's archive of a database.
    Cbv,
    /// The same, under a password.
    Cbz,
}

pub(crate) struct Input<'a> {
    pub(crate) read: Box<dyn Read + Send>,
    /// Whether there is not a byte to read.
    pub(crate) is_empty: bool,
    pub(crate) name: &'a str,
    /// Its path, if it is a file and neither compressed nor a member of an archive.
    pub(crate) path: Option<&'a Path>,
    /// The other files of a database in an archive.
    pub(crate) companions: Vec<(pgn_formats::databases::File, Box<dyn Read + Send>)>,
    pub(crate) options: DatabaseOptions,
    /// How many threads make text of a database beside the one that reads; one makes none.
    pub(crate) thread_count: NonZeroUsize,
    /// How much memory unpacking may take.
    pub(crate) bytes_max: u64,
    pub(crate) progress: RecordProgress,
    /// Receives the findings of single games.
    pub(crate) notes: Notes,
}

impl Format {
    /// The formats, each with an ending of its own.
    pub const ALL: [Format; 9] = [
        Format::Pgc,
        Format::Bgn,
        Format::Database(Program::ChessBase),
        Format::Database(Program::Scid),
        Format::Database(Program::Scid5),
        Format::Database(Program::ChessBaseDos),
        Format::Database(Program::ChessBase17),
        Format::Cbv,
        Format::Cbz,
    ];

    /// The ending of file names, without the period.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Format::Pgc => "pgc",
            Format::Bgn => "bgn",
            Format::Database(program) => program.extension(),
            Format::Cbv => "cbv",
            Format::Cbz => "cbz",
        }
    }

    /// The format that a file name ends in, compression aside; in any letter case.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        Format::ALL.into_iter().find(|format| ending.eq_ignore_ascii_case(format.extension()))
    }

    /// The format of data that begin with `head` and have this name: the bytes decide or, if they
    /// are ambiguous, the name. A text that is called `.pgn` is PGN, because the signs of Blind
    /// Game Notation also occur in prose. `None` is PGN, or an unknown format.
    pub(crate) fn recognize(head: &[u8], name: &str) -> Option<Format> {
        if pgc::recognize(head) {
            return Some(Format::Pgc);
        }
        if let Some(program) = Program::recognize(head) {
            return Some(Format::Database(program));
        }
        if cbv::is_cbv(head) {
            return Some(Format::Cbv);
        }
        let is_pgn = name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("pgn"));
        if !is_pgn && is_text(head) && bgn::is_blind(head) {
            return Some(Format::Bgn);
        }
        match Format::of_name(name)? {
            Format::Bgn => is_text(head).then_some(Format::Bgn),
            // A file of games in PGC may be empty; a database has more files, and an archive a
            // directory.
            Format::Pgc => (!is_text(head)).then_some(Format::Pgc),
            format => (head.is_empty() || !is_text(head)).then_some(format),
        }
    }

    /// Whether the PGN is UTF-8 whatever the format was written in; if not, the letters are those
    /// of the file.
    pub(crate) const fn makes_utf8(self) -> bool {
        match self {
            Format::Bgn => false,
            Format::Pgc | Format::Database(_) | Format::Cbv | Format::Cbz => true,
        }
    }

    /// Whether an empty file is one of this format. Neither the index of Scid 5 nor the file of
    /// games of DOS ChessBase has a header.
    const fn may_be_empty(self) -> bool {
        match self {
            Format::Pgc | Format::Bgn => true,
            Format::Database(Program::Scid5 | Program::ChessBaseDos) => true,
            Format::Database(Program::ChessBase | Program::Scid | Program::ChessBase17)
            | Format::Cbv
            | Format::Cbz => false,
        }
    }

    pub(crate) fn transcode(self, input: Input<'_>) -> Result<Box<dyn Read + Send>, Error> {
        let transcode: Box<dyn Transcode> = match self {
            Format::Pgc => Box::new(records::Records::new(input.read, input.notes)),
            Format::Bgn => Box::new(lines::PgnLines::new(input.read, input.notes)),
            Format::Database(_) | Format::Cbv | Format::Cbz => return self.read_databases(input),
        };
        Ok(Box::new(Transcoded::new(transcode)))
    }

    /// A database, or the databases in an archive.
    fn read_databases(self, mut input: Input<'_>) -> Result<Box<dyn Read + Send>, Error> {
        let (name, mut options, thread_count) = (input.name, input.options, input.thread_count);
        let (path, notes) = (input.path, input.notes.clone());
        let listener = Listener::new(std::mem::take(&mut input.progress), input.notes.clone());
        if input.is_empty && !self.may_be_empty() {
            let error = Error::new(ErrorKind::Unsupported, name, "is empty");
            return Err(error.with_hint(format!("{self} is not: restore the file from a copy")));
        }
        let mut databases = match (self, path) {
            (Format::Database(program), Some(path)) => {
                database::open(program, path, options.encoding)?
            }
            (Format::Database(program), None) if !input.companions.is_empty() => {
                database::read(program, input)?
            }
            (Format::Database(program), None) => return Err(database::refuse(program, name)),
            (format, _) => database::unpack(format == Format::Cbz, input)?,
        };
        let is_free = options.encoding == Choice::Auto;
        if let Some(encoding) = Some(&databases).filter(|_| is_free).and_then(database::recognize) {
            notes.push(Note::Recognized(encoding));
            options.encoding = Choice::Recognized(encoding);
            // Names may be decoded already.
            if let (Format::Database(program), Some(path)) = (self, path) {
                databases = database::open(program, path, options.encoding)?;
            }
        }
        let text = record_text::open(databases, options, thread_count, listener);
        text.map_err(|error| Error::from_io(name, error))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Format::Pgc => f.write_str("PGC"),
            Format::Bgn => f.write_str("Blind Game Notation"),
            Format::Database(program) => program.fmt(f),
            Format::Cbv => f.write_str("an archive of ChessBase"),
            Format::Cbz => f.write_str("an encrypted archive of ChessBase"),
        }
    }
}

/// Whether bytes are text and not binary data: no control characters but line ends, tabs and the
/// end mark of DOS, as far as they go.
pub(crate) fn is_text(head: &[u8]) -> bool {
    head.iter().all(|&byte| byte >= b' ' || matches!(byte, b'\t' | b'\n' | b'\r' | 0x1A))
}

/// A format on its way to be PGN.
pub(crate) trait Transcode: Send {
    /// Appends the PGN of the next game or lines; returns whether there may be more. An error comes
    /// after the games before it: the appended text counts.
    fn append(&mut self, text: &mut Vec<u8>) -> io::Result<bool>;
}

/// A reader of the PGN that a [`Transcode`] makes. Memory: a buffer and a game.
struct Transcoded {
    transcode: Box<dyn Transcode>,
    text: Vec<u8>,
    delivered: usize,
    /// Due when the text before it was delivered.
    io_error: Option<io::Error>,
    is_over: bool,
}

impl Transcoded {
    fn new(transcode: Box<dyn Transcode>) -> Transcoded {
        Transcoded { transcode, text: Vec::new(), delivered: 0, io_error: None, is_over: false }
    }
}

impl Read for Transcoded {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        while self.delivered == self.text.len() && !output.is_empty() {
            if let Some(error) = &self.io_error {
                return Err(same(error));
            }
            if self.is_over {
                return Ok(0);
            }
            self.text.clear();
            self.delivered = 0;
            while !self.is_over && self.text.len() < TEXT_BYTES {
                match self.transcode.append(&mut self.text) {
                    Ok(is_more) => self.is_over = !is_more,
                    Err(error) => {
                        self.is_over = true;
                        self.io_error = Some(error);
                    }
                }
            }
        }
        let rest = &self.text[self.delivered..];
        let n = rest.len().min(output.len());
        output[..n].copy_from_slice(&rest[..n]);
        self.delivered += n;
        Ok(n)
    }
}
