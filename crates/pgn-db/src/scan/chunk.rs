//! A chunk: some whole games of one source, with their text.
//!
//! Owns: what travels from the feed to the workers and on to the collector. Knows nothing of: how
//! it is made.
//! Standard: none.
//! Start at [`Chunk`].

use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use super::Options;
use crate::error::Error;
use crate::source::{Compression, Notes, Source};
use pgnkit::charset::{Choice, Encoding, UTF8_BOM};
use pgnkit::read::LanguageChoice;
use pgnkit::syntax::{GameEnd, GameStart, Location, Region};

/// A source while it is scanned: all about it but its text.
#[derive(Debug)]
pub struct SourceInfo {
    /// What to call it in messages; see [`Source::name`].
    pub name: String,
    /// The file to write anew for work in place, and its compression; see [`Source::place`].
    pub place: Result<(PathBuf, Option<Compression>), Error>,
    /// Length and time of that file when it was opened.
    pub stamp: Option<Stamp>,
    /// The encoding to read its games in: what the person said, or UTF-8 if it was transcoded.
    pub encoding: Choice,
    /// Whose piece letters its moves are written in, as far as the person said.
    pub language: LanguageChoice,
    /// What was noticed about it.
    pub notes: Notes,
    head: OnceLock<Vec<u8>>,
}

/// How much of the lines before the first game is kept as the head of a file.
const HEAD_BYTES_MAX: usize = 64 << 10;

/// Length and time of a file, to see whether someone else writes it.
pub type Stamp = (u64, Option<SystemTime>);

impl SourceInfo {
    pub(super) fn of(source: &Source, options: &Options) -> SourceInfo {
        let place = source.place().map(|(path, compression)| (path.to_owned(), compression));
        let encoding = match source.notes.transcoded() {
            true => Choice::Fixed(Encoding::Utf8),
            false => options.encoding,
        };
        SourceInfo {
            name: source.name.clone(),
            stamp: place.as_ref().ok().and_then(|(path, _)| stamp(path)),
            place,
            encoding,
            language: options.language,
            notes: source.notes.clone(),
            head: OnceLock::new(),
        }
    }

    /// The lines at the top of the file that are empty, comments from `;` on or escapes from `%`
    /// on, as far as 64 KiB go. Known from the first chunk on, in all threads.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        self.head.get().map_or(&[], Vec::as_slice)
    }

    /// Keeps the head; `text` is the first region.
    pub(super) fn keep_head(&self, text: &[u8]) {
        let text = &text[..text.len().min(HEAD_BYTES_MAX)];
        let is_head = |line: &&[u8]| matches!(line.first(), Some(b'%' | b';' | b'\r' | b'\n'));
        let mark = text.len() - text.strip_prefix(&UTF8_BOM).unwrap_or(text).len();
        let lines = text[mark..].split_inclusive(|&byte| byte == b'\n');
        let len: usize = lines.take_while(is_head).map(<[u8]>::len).sum();
        let _ = self.head.set(text[..mark + len].to_vec());
    }

    /// Whether the file is no longer what it was when it was opened.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        match &self.place {
            Ok((path, _)) => stamp(path) != self.stamp,
            Err(_) => false,
        }
    }
}

fn stamp(path: &PathBuf) -> Option<Stamp> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok()))
}

/// Whole games that follow each other in a source.
#[derive(Debug)]
pub struct Chunk {
    /// Where they come from.
    pub source: Arc<SourceInfo>,
    /// Their text; the chunks of a source follow each other without a gap.
    pub text: Vec<u8>,
    /// Whether the source begins with this chunk.
    pub is_first: bool,
    /// Set on the last chunk of the source: whether it could be read to its end.
    pub end: Option<Result<(), Error>>,
    pub(super) pieces: Vec<Piece>,
}

/// A region whose text stands in a chunk.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    range: Range<usize>,
    start: GameStart,
    location: Location,
    n_games_before: u64,
    end: Option<GameEnd>,
}

impl Chunk {
    /// The games, each with what stands before it.
    pub fn regions(&self) -> impl Iterator<Item = Region<'_>> {
        self.pieces.iter().map(|piece| Region {
            text: &self.text[piece.range.clone()],
            start: piece.start,
            location: piece.location,
            n_games_before: piece.n_games_before,
            end: piece.end,
        })
    }

    /// Number of games in this chunk.
    #[must_use]
    pub fn n_games(&self) -> u64 {
        let is_game = |piece: &&Piece| piece.end.is_some_and(|end| end != GameEnd::NoGame);
        self.pieces.iter().filter(is_game).count() as u64
    }

    /// Whether the last line is an escape line.
    pub(super) fn ends_in_escape(&self) -> bool {
        let text = self.text.strip_suffix(b"\n").unwrap_or(&self.text);
        let last = text.rsplit(|&byte| byte == b'\n').next();
        last.is_some_and(|line| line.starts_with(b"%"))
    }

    /// Adds a region that follows those that are there.
    pub(super) fn push(&mut self, region: &Region<'_>) {
        let from = self.text.len();
        self.text.extend_from_slice(region.text);
        self.pieces.push(Piece {
            range: from..self.text.len(),
            start: region.start,
            location: region.location,
            n_games_before: region.n_games_before,
            end: region.end,
        });
    }
}
