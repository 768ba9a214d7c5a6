//! The work for a file: nothing, some more games, or all of it.

use std::fs;
use std::path::Path;

use super::header::Segment;
use super::open::{Change, Index, IndexUnusable, Loaded, open_source, to_error};
use super::stamp::{self, Stamp};
use crate::error::{Error, ErrorKind};
use crate::scan::{Begin, Chosen};
use crate::source::{Format, Origin, Source};
use pgnkit::charset::Choice;

/// The number of additions after which an index is rebuilt: each part is one more place to look.
const APPENDS_MAX: u32 = 32;

/// The work for a file.
pub(super) enum Plan {
    /// It fits.
    Nothing,
    /// The file cannot have an index.
    Refuse(Error),
    Write(Box<IndexWriting>),
}

pub(super) struct IndexWriting {
    /// The state of the file before it is read.
    pub(super) stamp: Stamp,
    /// The part of the old index to keep, and where reading begins.
    pub(super) kept: Option<GrowingIndex>,
    /// Why an index that is there is not used.
    pub(super) why: Option<String>,
}

/// An index that is added to.
pub(super) struct GrowingIndex {
    pub(super) index: Index,
    pub(super) begin: Begin,
    /// The file was not changed, but for its time.
    pub(super) is_touched: bool,
}

impl Plan {
    /// Decides; `rebuild` throws away what is there.
    pub(super) fn of(source: &Source, encoding: Choice, rebuild: bool) -> Plan {
        let refuse = |why: &str, hint: &str| {
            let error = Error::new(ErrorKind::Unsupported, &source.name, why);
            Plan::Refuse(error.with_hint(hint))
        };
        if let Some(format) = source.notes.format() {
            let why = match format {
                Format::Database(program) => {
                    format!("{program} is several files, which an index cannot watch")
                }
                Format::Cbv | Format::Cbz => {
                    format!("{format} cannot have an index: options choose its games")
                }
                Format::Pgc | Format::Bgn => String::new(),
            };
            if !why.is_empty() {
                return refuse(&why, "convert it to PGN first");
            }
        }
        let path = match &source.origin {
            Origin::Stdin => return refuse("cannot have an index", "save it to a file"),
            Origin::Member(_) => {
                return refuse("a member of an archive cannot have an index", "unpack it first");
            }
            Origin::File(path) => path,
        };
        if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
            return refuse("cannot have an index", "save it to a file");
        }
        stamp::wait_for_new_time(path);
        let writing = stamp_of(path).and_then(|stamp| {
            let old = if rebuild { Err(IndexUnusable::Absent) } else { Loaded::open(path) };
            let mut writing = IndexWriting { stamp, kept: None, why: None };
            match old {
                Err(IndexUnusable::Absent) => {}
                Err(unfit) => writing.why = Some(unfit.to_string()),
                Ok(loaded) if loaded.index.header.encoding != encoding => {
                    writing.why = Some(IndexUnusable::Encoding.to_string());
                }
                Ok(loaded) => match loaded.change()? {
                    None => return Ok(None),
                    Some(change) => writing.keep(loaded, change)?,
                },
            }
            Ok(Some(writing))
        });
        match writing {
            Ok(None) => Plan::Nothing,
            Ok(Some(writing)) => Plan::Write(Box::new(writing)),
            Err(error) => Plan::Refuse(error),
        }
    }

    /// The part of the file to read.
    pub(super) fn chosen(&self) -> Chosen {
        match self {
            Plan::Nothing | Plan::Refuse(_) => Chosen::Nothing,
            Plan::Write(writing) => match &writing.kept {
                None => Chosen::All,
                Some(kept) if kept.is_touched => Chosen::Nothing,
                Some(kept) => Chosen::From(kept.begin),
            },
        }
    }
}

/// The stamp of the current state of a file.
pub(super) fn stamp_of(path: &Path) -> Result<Stamp, Error> {
    let metadata = fs::metadata(path).map_err(|error| to_error(path, error))?;
    Stamp::of(&open_source(path)?, &metadata).map_err(|error| to_error(path, error))
}

impl IndexWriting {
    /// Keeps what is there if the file begins with just the bytes that were indexed.
    fn keep(&mut self, loaded: Loaded, change: Change) -> Result<(), Error> {
        let index = &loaded.index;
        let known = index.header.stamp.len;
        let is_same = match change {
            Change::Grown | Change::Touched => {
                let sums = stamp::whole(&loaded.source, &[known]);
                sums.map_err(|error| to_error(index.file(), error))? == [index.header.whole]
            }
            Change::Shorter | Change::Other => false,
        };
        if !is_same {
            let change = if change == Change::Shorter { change } else { Change::Other };
            self.why = Some(change.to_string());
            return Ok(());
        }
        let is_touched = change == Change::Touched;
        let begin = if is_touched { Some(Begin::START) } else { begin_of(index)? };
        match begin {
            Some(begin) if is_touched || index.header.append_count < APPENDS_MAX => {
                self.kept = Some(GrowingIndex { index: loaded.index, begin, is_touched });
            }
            Some(_) | None => {}
        }
        Ok(())
    }
}

/// Where reading begins again: at the last game, because it may continue now. A region that does
/// not begin a line cannot be read alone with the same result. `None` if everything must be read.
fn begin_of(index: &Index) -> Result<Option<Begin>, Error> {
    for game in (1..index.game_count()).rev() {
        let place = index.place(game)?;
        if place.location.column == 1 {
            let (offset, location) = (place.start, place.location);
            return Ok(Some(Begin { offset, location, game_count: u64::from(game) }));
        }
    }
    Ok(None)
}

/// The segments without the games from `game_count` on.
pub(super) fn cut(segments: &[Segment], game_count: u32) -> Vec<Segment> {
    let mut kept = Vec::new();
    for segment in segments.iter().filter(|segment| segment.first_game < game_count) {
        let left = game_count - segment.first_game;
        kept.push(Segment { game_count: segment.game_count.min(left), ..segment.clone() });
    }
    kept
}
