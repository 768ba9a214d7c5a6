//! An open index: found, readable, and made from the current state of the file.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::header::{self, Access, Header, Segment, Unreadable};
use super::page::PageReader;
use super::posting::PLY_MAX;
use super::stamp::{self, Stamp};
use crate::error::Error;
use crate::source::{INDEX_ENDING, SharedFile};
use pgnkit::charset::Choice;
use pgnkit::read::IllegalMoves;

/// The extension of a side file, after the whole name of the file.
pub const ENDING: &str = INDEX_ENDING;

/// The side file of a file.
#[must_use]
pub fn side_path(file: &Path) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(".");
    name.push(ENDING);
    PathBuf::from(name)
}

/// The index of a file, open.
///
/// Only its table of contents and the pages in use are in memory. Games have numbers from 0. Its
/// answers are about the state of the file at the time of opening.
#[derive(Debug)]
pub struct Index {
    pub(super) pages: PageReader,
    pub(super) header: Header,
    pub(super) file: PathBuf,
    /// The page on which the contents begin.
    pub(super) contents_page: u64,
    /// The names of tags in each segment, read on demand.
    pub(super) names: OnceLock<Vec<Vec<String>>>,
    left_out_count: u32,
}

/// Why an index cannot be used.
#[derive(Debug)]
pub enum IndexUnusable {
    /// There is none.
    Absent,
    /// It has another version of the format; this one.
    Version(u16),
    /// The file is no longer what was indexed.
    Changed(Change),
    /// Tag values were read in another encoding than the requested one.
    Encoding,
    /// It was built without the moves after an illegal one, which are to be read.
    IllegalMoves,
    /// It cannot be read, or it is damaged.
    Error(Error),
}

/// How a file differs from what was indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is longer, and begins as it did.
    Grown,
    /// It is shorter.
    Shorter,
    /// Its length is the same, but not its time.
    Touched,
    /// Its bytes are others.
    Other,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Change::Grown => "the file has grown since it was indexed",
            Change::Shorter => "the file is shorter than when it was indexed",
            Change::Touched => "the file has been written since it was indexed",
            Change::Other => "the file has changed since it was indexed",
        })
    }
}

impl fmt::Display for IndexUnusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IndexUnusable::Absent => write!(f, "there is none"),
            IndexUnusable::Version(version) => {
                let known = header::VERSION;
                write!(f, "it has format version {version}, not {known}")
            }
            IndexUnusable::Changed(change) => change.fmt(f),
            IndexUnusable::Encoding => write!(f, "it was built with another --encoding"),
            IndexUnusable::IllegalMoves => {
                write!(f, "it has no moves after an illegal one")
            }
            IndexUnusable::Error(error) => error.fmt(f),
        }
    }
}

impl From<Error> for IndexUnusable {
    fn from(error: Error) -> IndexUnusable {
        IndexUnusable::Error(error)
    }
}

/// A readable side file, and the file it belongs to.
pub(super) struct Loaded {
    pub(super) index: Index,
    pub(super) source: SharedFile,
    pub(super) metadata: fs::Metadata,
}

impl Loaded {
    /// Reads the side file of `file`, whether it fits or not.
    pub(super) fn open(file: &Path) -> Result<Loaded, IndexUnusable> {
        let path = side_path(file);
        let name = path.to_string_lossy().into_owned();
        let side = match fs::File::open(&path) {
            Ok(side) => side,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(IndexUnusable::Absent);
            }
            Err(error) => return Err(Error::from_io(name, error).into()),
        };
        let metadata = side.metadata().map_err(|error| Error::from_io(&name, error))?;
        let shared = SharedFile::new(side);
        let mut head = [0; 16];
        let n = shared.read_at(0, &mut head).map_err(|error| Error::from_io(&name, error))?;
        let pages = PageReader::new(shared, name, metadata.len());
        header::check_prologue(&head[..n], &pages).map_err(|why| match why {
            Unreadable::Broken(error) => IndexUnusable::Error(error),
            Unreadable::Version(version) => IndexUnusable::Version(version),
        })?;
        let (header, contents_page) = header::read_header(&pages, metadata.len())?;
        let mut index = Index {
            pages,
            header,
            file: file.to_owned(),
            contents_page,
            names: OnceLock::new(),
            left_out_count: 0,
        };
        index.left_out_count = index.count_left_out()?;
        let source = open_source(file)?;
        let metadata = fs::metadata(file).map_err(|error| to_error(file, error))?;
        Ok(Loaded { index, source, metadata })
    }

    /// How the file differs from what was indexed; `None` if it does not.
    pub(super) fn change(&self) -> Result<Option<Change>, Error> {
        let known = &self.index.header.stamp;
        let to_error = |error| to_error(&self.index.file, error);
        let now = Stamp::of(&self.source, &self.metadata).map_err(to_error)?;
        if now.len < known.len {
            return Ok(Some(Change::Shorter));
        }
        let samples = match now.len == known.len {
            true => now.samples,
            false => stamp::samples(&self.source, known.len).map_err(to_error)?,
        };
        Ok(match () {
            () if samples != known.samples => Some(Change::Other),
            () if now.len > known.len => Some(Change::Grown),
            () if now.modified != known.modified => Some(Change::Touched),
            () => None,
        })
    }
}

pub(super) fn open_source(file: &Path) -> Result<SharedFile, Error> {
    let opened = fs::File::open(file).map_err(|error| to_error(file, error))?;
    Ok(SharedFile::new(opened))
}

pub(super) fn to_error(file: &Path, error: io::Error) -> Error {
    Error::from_io(file.to_string_lossy(), error)
}

impl Index {
    /// Opens the index of a file, if it fits: the file has the length, the time and the bytes (by
    /// samples) that it had, and tag values were read in this encoding.
    ///
    /// Costs some forty small reads, whatever the size.
    ///
    /// # Errors
    /// With the reason if the index is missing or cannot be used.
    pub fn open(file: &Path, encoding: Choice) -> Result<Index, IndexUnusable> {
        let loaded = Loaded::open(file)?;
        if let Some(change) = loaded.change()? {
            return Err(IndexUnusable::Changed(change));
        }
        if loaded.index.header.encoding != encoding {
            return Err(IndexUnusable::Encoding);
        }
        if IllegalMoves::default() == IllegalMoves::Keep {
            return Err(IndexUnusable::IllegalMoves);
        }
        Ok(loaded.index)
    }

    /// Opens the index of a file that was just built, in whatever encoding; the file is not looked
    /// at.
    ///
    /// # Errors
    /// With the reason if the index is missing or cannot be read.
    pub fn open_as_built(file: &Path) -> Result<Index, IndexUnusable> {
        Ok(Loaded::open(file)?.index)
    }

    /// Checks every page of the index, and every byte of the file against what it was.
    ///
    /// # Errors
    /// With the reason if something has changed.
    pub fn verify(&self) -> Result<(), IndexUnusable> {
        self.pages.verify()?;
        let source = open_source(&self.file)?;
        let sums = stamp::whole(&source, &[self.header.stamp.len]);
        let sums = sums.map_err(|error| to_error(&self.file, error))?;
        if sums != [self.header.whole] {
            return Err(IndexUnusable::Changed(Change::Other));
        }
        Ok(())
    }

    /// The file that it is the index of.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Number of games.
    #[must_use]
    pub fn game_count(&self) -> u32 {
        self.header.game_count()
    }

    /// Number of games whose positions are not in the index: their main line cannot be played to
    /// its end, or the start is unknown.
    #[must_use]
    pub fn left_out_count(&self) -> u32 {
        self.left_out_count
    }

    /// Number of positions of main lines, each as often as it occurs. Positions of a game that was
    /// indexed again after the file had grown count twice.
    #[must_use]
    pub fn position_count(&self) -> u64 {
        self.header.segments.iter().map(|segment| segment.position_count).sum()
    }

    /// Number of parts, which were built one after the other.
    #[must_use]
    pub fn segment_count(&self) -> usize {
        self.header.segments.len()
    }

    /// How games are reached.
    #[must_use]
    pub fn access(&self) -> Access {
        self.header.access
    }

    /// How long the index is, in bytes.
    #[must_use]
    pub fn byte_count(&self) -> u64 {
        self.pages.page_count() * super::page::PAGE_BYTES as u64
    }

    /// How long the text is that was indexed, in bytes.
    #[must_use]
    pub fn text_bytes(&self) -> u64 {
        self.header.text_bytes
    }

    pub(super) fn segment_of(&self, game: u32) -> Option<(usize, u32)> {
        let after = self.header.segments.partition_point(|segment| segment.first_game <= game);
        // Segments without games begin where the next one does.
        let before = self.header.segments[..after].iter().enumerate().rev();
        let has_it = |segment: &Segment| game - segment.first_game < segment.game_count;
        let (number, segment) = before.into_iter().find(|(_, segment)| has_it(segment))?;
        Some((number, game - segment.first_game))
    }

    /// Whether a game has more positions than an index can store, and is left out for that.
    pub(crate) fn has_overlong_game(&self) -> Result<bool, Error> {
        for segment in &self.header.segments {
            for game in self.left_out_of(segment)? {
                if usize::from(self.facts(segment.first_game + game)?.ply_count) > PLY_MAX {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn count_left_out(&self) -> Result<u32, Error> {
        let mut n = 0;
        for segment in &self.header.segments {
            n += self.left_out_of(segment)?.len() as u32;
        }
        Ok(n)
    }
}
