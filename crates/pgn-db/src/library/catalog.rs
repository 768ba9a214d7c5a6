//! Where every game is: the list that grows while the sources are read.

use std::collections::VecDeque;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Error, ErrorKind};
use crate::identity::Stamp;
use crate::index;
use crate::scan::SourceInfo;
use crate::source::{Compression, Note, SharedFile};
use pgnkit::charset::Choice;
use pgnkit::read::LanguageChoice;
use pgnkit::syntax::{GameEnd, GameStart, Location, Region};

/// The number of entries in a block of memory; blocks are never moved.
const BLOCK_GAMES: usize = 4096;

/// The maximum number of open files.
const OPEN_FILES_MAX: usize = 16;

/// The place of a game in the text of its source, and the data for reading it alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GamePlace {
    /// The offset of its region in the text of the source.
    pub(super) start: u64,
    pub(super) len: u32,
    /// The line of its first byte; more lines than fit are the last that does.
    line: u32,
    before_count: u32,
    column: u16,
    pub(super) end: GameEnd,
}

const _: () = assert!(size_of::<GamePlace>() == 24);

impl GamePlace {
    pub(super) fn of(region: &Region<'_>) -> Option<GamePlace> {
        let end = region.end.filter(|end| *end != GameEnd::NoGame)?;
        let Location { line, column } = region.location;
        Some(GamePlace {
            start: region.start.0,
            len: u32::try_from(region.text.len()).unwrap_or(u32::MAX),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            before_count: u32::try_from(region.n_games_before).unwrap_or(u32::MAX),
            column: u16::try_from(column).unwrap_or(u16::MAX),
            end,
        })
    }

    /// The place of a game in an index, after this many games.
    pub(super) fn indexed(place: &index::Place, end: GameEnd, before_count: u32) -> GamePlace {
        let Location { line, column } = place.location;
        GamePlace {
            start: place.start,
            len: place.len,
            line: u32::try_from(line).unwrap_or(u32::MAX),
            before_count,
            column: u16::try_from(column).unwrap_or(u16::MAX),
            end,
        }
    }

    /// The region of the game, given its text.
    pub(super) fn region<'t>(&self, text: &'t [u8]) -> Region<'t> {
        Region {
            text,
            start: GameStart(self.start),
            location: self.location(),
            n_games_before: u64::from(self.before_count),
            end: Some(self.end),
        }
    }

    pub(super) fn location(&self) -> Location {
        Location { line: u64::from(self.line), column: u64::from(self.column) }
    }

    pub(super) fn number(&self) -> u64 {
        u64::from(self.before_count) + 1
    }

    /// The place after bytes and lines were added or removed before it.
    pub(super) fn shift(&mut self, byte_count: i64, line_count: i64) {
        self.start = self.start.saturating_add_signed(byte_count);
        let line = i64::from(self.line).saturating_add(line_count);
        self.line = u32::try_from(line.max(1)).unwrap_or(u32::MAX);
    }
}

/// Where the text of a source is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StoredText {
    /// In the file itself, which is plain text.
    InPlace(PathBuf),
    /// In the temporary file, from this offset on.
    Spooled(u64),
}

/// A source whose games are in the list.
#[derive(Clone, Debug)]
pub(super) struct Volume {
    pub(super) name: String,
    pub(super) encoding: Choice,
    pub(super) language: LanguageChoice,
    pub(super) kept: StoredText,
    /// The file to write for work in place, and its compression; else why that cannot be.
    pub(super) place: Result<(PathBuf, Option<Compression>), String>,
    /// The file on disk and its state when it was opened.
    pub(super) stamp: Option<(PathBuf, Stamp)>,
    pub(super) first_game: usize,
    pub(super) len: u64,
    /// Set after it was read to its end.
    pub(super) is_over: bool,
    /// Whether all of its text is there: nothing was skipped or lost.
    pub(super) is_whole: bool,
    /// New texts of games that were saved, where the kept text still has the old ones.
    pub(super) saved: Vec<(usize, Arc<[u8]>)>,
    /// The places of games that were deleted, where the kept text still has them.
    pub(super) deleted: Vec<GamePlace>,
}

impl Volume {
    /// Begins a source; `spool_end` is where its text goes if the file cannot be read in place.
    pub(super) fn of(info: &SourceInfo, first_game: usize, spool_end: u64) -> Volume {
        let is_utf16 = info.notes.list().iter().any(|note| matches!(note, Note::Utf16 { .. }));
        let place = match &info.place {
            Ok(_) if is_utf16 => Err("is UTF-16, cannot be written in place".to_owned()),
            Ok(place) => Ok(place.clone()),
            Err(error) => Err(without_name(error, &info.name)),
        };
        let kept = match &place {
            Ok((path, None)) if is_regular(path) => StoredText::InPlace(path.clone()),
            _ => StoredText::Spooled(spool_end),
        };
        Volume {
            name: info.name.clone(),
            encoding: info.encoding,
            language: info.language,
            kept,
            place,
            stamp: info.stamp.clone(),
            first_game,
            len: 0,
            is_over: false,
            is_whole: true,
            saved: Vec::new(),
            deleted: Vec::new(),
        }
    }

    /// Whether the file has changed since it was opened or saved.
    pub(super) fn has_changed(&self) -> bool {
        let stamp = self.stamp.as_ref();
        stamp.is_some_and(|(path, before)| Stamp::of_path(path).ok().as_ref() != Some(before))
    }

    /// The message if it has.
    pub(super) fn changed(&self) -> Error {
        let why = "was changed by another program since it was opened";
        Error::new(ErrorKind::Io, &self.name, why)
    }
}

fn is_regular(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// The text of an error without the name that it begins with.
fn without_name(error: &Error, name: &str) -> String {
    let text = error.to_string();
    let name = format!("{}: ", crate::error::printable(name));
    text.strip_prefix(&name).map_or(text.clone(), str::to_owned)
}

#[derive(Clone, Debug)]
pub(super) struct Located {
    pub(super) place: GamePlace,
    pub(super) volume_idx: usize,
    pub(super) text: TextPlace,
}

#[derive(Clone, Debug)]
pub(super) enum TextPlace {
    File { file: SharedFile, offset: u64 },
    Held(Arc<[u8]>),
}

/// All games known so far.
#[derive(Debug, Default)]
pub(super) struct Catalog {
    blocks: Vec<Vec<GamePlace>>,
    game_count: usize,
    pub(super) volumes: Vec<Volume>,
    pub(super) errors: Vec<Arc<Error>>,
    pub(super) is_complete: bool,
    /// Where the next text goes in the temporary file.
    pub(super) spool_end: u64,
    pub(super) spool: Option<SharedFile>,
    open: VecDeque<(usize, SharedFile)>,
}

impl Catalog {
    pub(super) fn game_count(&self) -> usize {
        self.game_count
    }

    /// Adds a game to the last source.
    pub(super) fn push(&mut self, place: GamePlace) {
        if self.game_count.is_multiple_of(BLOCK_GAMES) {
            self.blocks.push(Vec::with_capacity(BLOCK_GAMES));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(place);
            self.game_count += 1;
        }
    }

    pub(super) fn place(&self, game: usize) -> Option<GamePlace> {
        self.blocks.get(game / BLOCK_GAMES)?.get(game % BLOCK_GAMES).copied()
    }

    pub(super) fn place_mut(&mut self, game: usize) -> Option<&mut GamePlace> {
        self.blocks.get_mut(game / BLOCK_GAMES)?.get_mut(game % BLOCK_GAMES)
    }

    /// Removes games of a source, in order; those after them have lower numbers from now on.
    pub(super) fn remove(&mut self, volume_idx: usize, deleted: &[usize]) {
        let Some(&first) = deleted.first() else { return };
        let end = self.games_of(volume_idx).end;
        let before_count = |game: usize| deleted.partition_point(|&deleted| deleted < game);
        let mut kept_count = first;
        for game in first..self.game_count {
            let Some(mut place) = self.place(game) else { break };
            if deleted.binary_search(&game).is_ok() {
                continue;
            }
            if game < end {
                let removed_count = (game - kept_count) as u32;
                place.before_count = place.before_count.saturating_sub(removed_count);
            }
            if let Some(kept) = self.place_mut(kept_count) {
                *kept = place;
            }
            kept_count += 1;
        }
        self.game_count = kept_count;
        self.blocks.truncate(kept_count.div_ceil(BLOCK_GAMES));
        if let Some(block) = self.blocks.last_mut() {
            block.truncate((kept_count - 1) % BLOCK_GAMES + 1);
        }
        for (idx, volume) in self.volumes.iter_mut().enumerate().skip(volume_idx) {
            if idx > volume_idx {
                volume.first_game -= deleted.len();
            }
            for (game, _) in &mut volume.saved {
                *game -= before_count(*game);
            }
        }
    }

    pub(super) fn volume_of(&self, game: usize) -> Option<usize> {
        if game >= self.game_count {
            return None;
        }
        self.volumes.partition_point(|volume| volume.first_game <= game).checked_sub(1)
    }

    pub(super) fn games_of(&self, volume_idx: usize) -> std::ops::Range<usize> {
        let begin = |idx: usize| self.volumes.get(idx).map_or(self.game_count, |it| it.first_game);
        begin(volume_idx)..begin(volume_idx + 1)
    }

    /// Looks a game up.
    ///
    /// # Errors
    /// If there is no such game, or its file cannot be opened or has changed.
    pub(super) fn locate(&mut self, game: usize) -> Result<Located, Error> {
        let missing = || {
            let why = format!("there is no game {}", (game as u64).saturating_add(1));
            Error::new(ErrorKind::Usage, "the list", why)
        };
        let place = self.place(game).ok_or_else(missing)?;
        let volume_idx = self.volume_of(game).ok_or_else(missing)?;
        let saved = &self.volumes[volume_idx].saved;
        let text = match saved.binary_search_by_key(&game, |(game, _)| *game) {
            Ok(at) => TextPlace::Held(Arc::clone(&saved[at].1)),
            Err(_) => {
                let (file, base) = self.file_of(volume_idx)?;
                TextPlace::File { file, offset: base + place.start }
            }
        };
        Ok(Located { place, volume_idx, text })
    }

    /// The file that has the text of a source, and where the text begins in it.
    ///
    /// # Errors
    /// When it cannot be opened, or is not what it was.
    pub(super) fn file_of(&mut self, volume_idx: usize) -> Result<(SharedFile, u64), Error> {
        let volume = &self.volumes[volume_idx];
        let path = match &volume.kept {
            StoredText::Spooled(base) => {
                let lost = || Error::new(ErrorKind::Io, &volume.name, "has no temporary file");
                return Ok((self.spool.clone().ok_or_else(lost)?, *base));
            }
            StoredText::InPlace(path) => path,
        };
        if let Some(at) = self.open.iter().position(|(idx, _)| *idx == volume_idx) {
            let file = self.open[at].1.clone();
            return Ok((file, 0));
        }
        let on_error = |error: io::Error| Error::from_io(&volume.name, error);
        let file = fs::File::open(path).map_err(on_error)?;
        let metadata = file.metadata().map_err(on_error)?;
        let now = Stamp::of(path, &metadata).map_err(on_error)?;
        if volume.stamp.as_ref().is_some_and(|(_, before)| *before != now) {
            return Err(volume.changed());
        }
        let file = SharedFile::new(file);
        if self.open.len() == OPEN_FILES_MAX {
            self.open.pop_front();
        }
        self.open.push_back((volume_idx, file.clone()));
        Ok((file, 0))
    }

    /// The file of a source is another one from now on.
    pub(super) fn close(&mut self, volume_idx: usize) {
        self.open.retain(|(idx, _)| *idx != volume_idx);
    }
}
