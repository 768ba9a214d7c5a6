//! Damaged or unknown data in a database.

use std::fmt;
use std::ops::Deref;

/// Something in a database that could not be read, or that is left out, with its place.
///
/// ```
/// use std::io::Cursor;
///
/// use pgn_formats::databases::{File, Parts, Program, Seekable};
///
/// // A base without its other files.
/// let mut parts = Parts::default();
/// parts.insert(File::Si4, Seekable::new(Cursor::new(b"Scid.si".to_vec())));
/// let database = Program::Scid.open(parts)?;
/// assert!(!database.findings().is_empty());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The number of the record, from 1; `None` if it concerns the database.
    pub record: Option<u32>,
    /// Which file it is in.
    pub file: File,
    /// The offset of the byte in that file.
    pub offset: u64,
    /// The kind.
    pub fault: Fault,
}

/// `record 7, .cbg at byte 1234: bytes after the end of the moves`
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(record) = self.record {
            write!(f, "record {record}, ")?;
        }
        write!(f, "{} at byte {}: {}", self.file, self.offset, self.fault)
    }
}

/// The maximum number of findings kept for a record.
const FINDINGS_MAX: usize = 100;

/// The findings about the files, or about the record that was read last: the first hundred, and how
/// many there were.
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
/// database.read_into(1, &mut pgnkit::Game::new())?;
/// assert_eq!((database.findings().len(), database.findings().n_dropped()), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Findings {
    record: Option<u32>,
    list: Vec<Finding>,
    n: u64,
}

impl Findings {
    /// A record begins.
    pub(crate) fn begin(&mut self, number: u32) {
        self.list.clear();
        self.n = 0;
        self.record = Some(number);
    }

    pub(crate) fn push(&mut self, file: File, offset: u64, fault: Fault) {
        self.n += 1;
        if self.list.len() < FINDINGS_MAX {
            self.list.push(Finding { record: self.record, file, offset, fault });
        }
    }

    /// The number of findings beyond those that are kept.
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
    /// assert_eq!(database.findings().n_dropped(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn n_dropped(&self) -> u64 {
        self.n - self.list.len() as u64
    }
}

/// Those that are kept.
impl Deref for Findings {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.list
    }
}

pgnkit::named_enum! {
    /// A file of a database, named by its extension, without the period.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum File, extension {
        /// ChessBase: a record for each game.
        Cbh = "cbh",
        /// ChessBase: moves.
        Cbg = "cbg",
        /// ChessBase: annotations.
        Cba = "cba",
        /// ChessBase: players.
        Cbp = "cbp",
        /// ChessBase: tournaments.
        Cbt = "cbt",
        /// ChessBase: annotators.
        Cbc = "cbc",
        /// ChessBase: sources.
        Cbs = "cbs",
        /// ChessBase: teams.
        Cbe = "cbe",
        /// ChessBase: more about games.
        Cbj = "cbj",
        /// Scid: the index.
        Si4 = "si4",
        /// Scid: names.
        Sn4 = "sn4",
        /// Scid: games.
        Sg4 = "sg4",
        /// Scid 5: the index.
        Si5 = "si5",
        /// Scid 5: names.
        Sn5 = "sn5",
        /// Scid 5: games.
        Sg5 = "sg5",
        /// ChessBase under DOS: games.
        Cbf = "cbf",
        /// ChessBase under DOS: where each game begins.
        Cbi = "cbi",
        /// ChessBase 17: a record for each game.
        Cbh2 = "2cbh",
        /// ChessBase 17: moves.
        Cbg2 = "2cbg",
        /// ChessBase 17: annotations.
        Cba2 = "2cba",
        /// ChessBase 17: players, tournaments, sources, teams, titles.
        Lid2 = "2lid",
    }
}

impl File {
    /// The file that a name ends in, whatever the letter case.
    ///
    /// ```
    /// use pgn_formats::databases::File;
    ///
    /// assert_eq!(File::of_name("MEGA.CBH"), Some(File::Cbh));
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Option<File> {
        let (_, ending) = name.rsplit_once('.')?;
        File::ALL.into_iter().find(|file| ending.eq_ignore_ascii_case(file.extension()))
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ".{}", self.extension())
    }
}

/// The kind of damaged or unknown data.
///
/// ```
/// use pgn_formats::databases::Fault;
///
/// assert_eq!(Fault::CheckSum.to_string(), "the check sum is wrong");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Fault {
    /// A file without which nothing can be read is missing, or has the wrong content.
    NotThis,
    /// A file that games refer to is missing.
    MissingFile,
    /// The header's number of games is not the number of records.
    RecordCount {
        /// The value in the header.
        stated: u32,
        /// The capacity of the file.
        found: u32,
    },
    /// A record that is neither a game nor a text.
    NoRecord,
    /// The place that is referred to is outside the file.
    Outside,
    /// The record ends before what it should contain.
    CutShort,
    /// Longer than is read of one game.
    Overlong,
    /// An unknown way of storing moves.
    UnknownMode(u8),
    /// The start position cannot be one.
    BadStart,
    /// The game castles without the right; the start position was given it.
    CastlingGranted,
    /// Bytes that do not encode a legal move; the moves end before them.
    NoMove,
    /// Bytes after the end of the game.
    AfterEnd,
    /// More lines wait to be continued than are kept.
    TooDeep,
    /// No such player, tournament, annotator, source or team, or a deleted one.
    NoEntity(i64),
    /// A result that is not known.
    UnknownResult(u8),
    /// A date that is not valid.
    BadDate(u32),
    /// An annotation of an unknown kind, or with an unknown meaning; it is left out.
    UnknownAnnotation {
        /// The kind's number.
        kind: u8,
        /// How many bytes of data.
        n_bytes: u16,
    },
    /// An annotation whose data do not have the form of its kind; it is left out.
    BadAnnotation {
        /// The kind's number.
        kind: u8,
    },
    /// An annotation of which a part is not known, the moves of a quoted game or the text of a
    /// question; that part is left out.
    PartOfAnnotation {
        /// The kind's number.
        kind: u8,
    },
    /// An annotation of a move that the game does not have; it is left out.
    AnnotationWithoutMove {
        /// The kind's number.
        kind: u8,
    },
    /// The annotations name another game.
    OtherGame(u32),
    /// A version of the format that is not read.
    OtherVersion(u16),
    /// The number of plies differs from that in the index.
    PlyCount {
        /// The value in the index.
        stated: u32,
        /// How many there are.
        found: u32,
    },
    /// A type of rating that is not known.
    UnknownRating(u8),
    /// A code of openings that is not known; it is left out.
    UnknownEco(u16),
    /// A tag whose name is an unknown number.
    UnknownTag(u8),
    /// A variation begins without a move to replace, ends without having begun, or does not end.
    UnpairedVariation,
    /// The check sum of a record is not that of its bytes.
    CheckSum,
    /// Texts that no move refers to; they are left out.
    TextWithoutMove,
    /// Comments whose text is missing; they are left out.
    CommentsWithoutText(u32),
}

impl Fault {
    /// The kind without the numbers of this case, so that equal findings can be counted together.
    ///
    /// ```
    /// use pgn_formats::databases::Fault;
    ///
    /// assert_eq!(Fault::NoEntity(1).kind(), Fault::NoEntity(2).kind());
    /// ```
    #[must_use]
    pub fn kind(&self) -> String {
        match self {
            Fault::RecordCount { .. } => "another number of records than is stated".into(),
            Fault::NoEntity(_) => "no entry of the number".into(),
            Fault::BadDate(_) => "impossible date".into(),
            Fault::UnknownAnnotation { kind, .. } => {
                format!("unknown annotation of type {kind:02x}; it is left out")
            }
            Fault::OtherGame(_) => "the annotations are those of another game".into(),
            Fault::PlyCount { .. } => "another number of plies than is stated".into(),
            Fault::UnknownEco(_) => "unknown opening code; it is left out".into(),
            Fault::CommentsWithoutText(_) => "no text for comments; they are left out".into(),
            Fault::NotThis
            | Fault::MissingFile
            | Fault::NoRecord
            | Fault::Outside
            | Fault::CutShort
            | Fault::Overlong
            | Fault::UnknownMode(_)
            | Fault::BadStart
            | Fault::CastlingGranted
            | Fault::NoMove
            | Fault::AfterEnd
            | Fault::TooDeep
            | Fault::UnknownResult(_)
            | Fault::BadAnnotation { .. }
            | Fault::PartOfAnnotation { .. }
            | Fault::AnnotationWithoutMove { .. }
            | Fault::OtherVersion(_)
            | Fault::UnknownRating(_)
            | Fault::UnknownTag(_)
            | Fault::UnpairedVariation
            | Fault::CheckSum
            | Fault::TextWithoutMove => self.to_string(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotThis => f.write_str("not a file of this kind"),
            Fault::MissingFile => f.write_str("the file is missing"),
            Fault::RecordCount { stated, found } => {
                write!(f, "expected {stated} records, found {found}")
            }
            Fault::NoRecord => f.write_str("neither a game nor a text"),
            Fault::Outside => f.write_str("a reference to a place outside the file"),
            Fault::CutShort => f.write_str("the data end too early"),
            Fault::Overlong => f.write_str("longer than is read of one game"),
            Fault::UnknownMode(mode) => write!(f, "moves are stored in the unknown mode {mode}"),
            Fault::BadStart => f.write_str("a start position that is impossible"),
            Fault::CastlingGranted => {
                f.write_str("castling without the right to; the start position was given it")
            }
            Fault::NoMove => {
                f.write_str("bytes that are not a legal move; the moves end before them")
            }
            Fault::AfterEnd => f.write_str("bytes after the end of the moves"),
            Fault::TooDeep => f.write_str("variations nest too deep; the rest is left out"),
            Fault::NoEntity(id) => write!(f, "no entry of number {id}"),
            Fault::UnknownResult(result) => write!(f, "unknown result {result}"),
            Fault::BadDate(date) => write!(f, "impossible date {date:#x}"),
            Fault::UnknownAnnotation { kind, n_bytes } => {
                write!(f, "unknown annotation of type {kind:02x}, {n_bytes} bytes; it is left out")
            }
            Fault::BadAnnotation { kind } => {
                write!(f, "malformed annotation of type {kind:02x}; it is left out")
            }
            Fault::PartOfAnnotation { kind } => {
                write!(
                    f,
                    "annotation of type {kind:02x} with a part that is not known; it is left out"
                )
            }
            Fault::AnnotationWithoutMove { kind } => {
                write!(f, "annotation of type {kind:02x} without its move; it is left out")
            }
            Fault::OtherGame(game) => write!(f, "the annotations are those of game {game}"),
            Fault::OtherVersion(version) => write!(f, "version {version}, which is not read"),
            Fault::PlyCount { stated, found } => {
                write!(f, "expected {stated} plies, found {found}")
            }
            Fault::UnknownRating(kind) => write!(f, "unknown type of rating {kind}"),
            Fault::UnknownEco(code) => write!(f, "unknown opening code {code}; it is left out"),
            Fault::UnknownTag(code) => write!(f, "unknown tag {code}"),
            Fault::UnpairedVariation => f.write_str("a variation without its beginning or end"),
            Fault::CheckSum => f.write_str("the check sum is wrong"),
            Fault::TextWithoutMove => f.write_str("texts without their moves; they are left out"),
            Fault::CommentsWithoutText(n) => {
                write!(f, "no text for {n} comments; they are left out")
            }
        }
    }
}
