//! A chunk: some whole games of one source, with their text.

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::buffer_pool::Text;
use super::chooser::Begin;
use super::chunk_link::{ChunkLink, Prefix};
use super::part::Part;
use super::{Cut, Options};
use crate::error::Error;
use crate::identity::Stamp;
use crate::source::{Compression, Frames, Notes, Source};
use pgnkit::charset::{Choice, Encoding, UTF8_BOM};
use pgnkit::chess::Variant;
use pgnkit::read::{LanguageChoice, utf8_text};
use pgnkit::syntax::split::InPlace;
use pgnkit::syntax::{GameEnd, GameStart, Location, Region};

/// A source while it is scanned: all about it but its text.
#[derive(Debug)]
pub struct SourceInfo {
    /// Its name in messages; see [`Source::name`].
    pub name: String,
    /// The file to write again for work in place, and its compression; see [`Source::place`].
    pub place: Result<(PathBuf, Option<Compression>), Error>,
    /// The file on disk that contains it, and its state when it was opened.
    pub stamp: Option<(PathBuf, Stamp)>,
    /// The encoding of its games: the one requested, or UTF-8 if it was transcoded.
    pub encoding: Choice,
    /// Whether readers get the text of games in UTF-8, to write it so.
    pub makes_utf8: bool,
    /// The language of the piece letters of its moves, if given.
    pub language: LanguageChoice,
    /// Whether its regions are games, or lines with records of positions.
    pub cut: Cut,
    /// The variant of those records, if given.
    pub variant: Option<Variant>,
    /// Notes about it.
    pub notes: Notes,
    /// The offsets of its frames, as far as it was read.
    pub frames: Frames,
    /// Games that are not read, because it is known that they are not selected.
    pub passed_count: u64,
    /// The offset in the text of the source at which reading begins; `None` if it is unknown for a
    /// [part](super::part()).
    pub text_start: Option<u64>,
    head: OnceLock<Vec<u8>>,
}

/// How much of a block may be left for the next one, in bytes.
const LEFT_BYTES_MAX: usize = 4 << 20;

/// The amount of text before the first game that is kept as the head of a file.
const HEAD_BYTES_MAX: usize = 64 << 10;

impl SourceInfo {
    pub(super) fn of(source: &Source, options: &Options) -> SourceInfo {
        let place = source.place().map(|(path, compression)| (path.to_owned(), compression));
        SourceInfo {
            name: source.name.clone(),
            stamp: source.path().map(Path::to_owned).zip(source.stamp.clone()),
            place,
            encoding: source.encoding(options.encoding),
            makes_utf8: options.makes_utf8,
            language: options.language,
            cut: options.cut,
            variant: options.variant,
            notes: source.notes.clone(),
            frames: source.frames.clone(),
            passed_count: 0,
            text_start: Some(0),
            head: OnceLock::new(),
        }
    }

    pub(super) fn of_part(source: &Source, options: &Options, part: &Part) -> SourceInfo {
        let info = SourceInfo { text_start: part.offset, ..SourceInfo::of(source, options) };
        info.keep_head(&part.head);
        info
    }

    /// The text of a region as readers get it.
    #[must_use]
    pub fn text_of<'t>(&self, region: &Region<'t>) -> Cow<'t, [u8]> {
        match (self.makes_utf8, self.cut) {
            (true, Cut::Games) => utf8_text(region, self.encoding),
            (true, Cut::Lines) => utf8_line(region.text, self.encoding),
            (false, _) => Cow::Borrowed(region.text),
        }
    }

    /// The encoding in which readers get it.
    #[must_use]
    pub fn text_encoding(&self) -> Choice {
        if self.makes_utf8 { Choice::Fixed(Encoding::Utf8) } else { self.encoding }
    }

    /// The lines at the top of the file that are empty, comments from `;` on or escapes from `%`
    /// on, up to 64 KiB. Known from the first chunk on, in all threads.
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

    /// Whether the file has changed since it was opened.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        let stamp = self.stamp.as_ref();
        stamp.is_some_and(|(path, before)| Stamp::of_path(path).ok().as_ref() != Some(before))
    }
}

/// A line in UTF-8; each line is decoded separately (D-01).
fn utf8_line(text: &[u8], encoding: Choice) -> Cow<'_, [u8]> {
    match encoding.decode(text) {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

/// Whole games that follow each other in a source.
#[derive(Debug)]
pub struct Chunk {
    /// Where they come from.
    pub source: Arc<SourceInfo>,
    /// Their text; the chunks of a source follow each other without a gap.
    pub text: Text,
    /// Whether the source begins with this chunk.
    pub is_first: bool,
    /// Set on the last chunk of the source: whether it could be read to its end.
    pub end: Option<Result<(), Error>>,
    /// Where the text begins in the source.
    pub(super) offset: u64,
    pub(super) joint: ChunkLink,
    pub(super) pieces: OnceLock<Vec<ChunkRegion>>,
}

/// A region whose text is in a chunk.
#[derive(Clone, Debug)]
pub(super) struct ChunkRegion {
    range: Range<usize>,
    start: GameStart,
    location: Location,
    n_games_before: u64,
    end: Option<GameEnd>,
}

impl ChunkRegion {
    fn of(region: &Region<'_>, from: usize) -> ChunkRegion {
        ChunkRegion {
            range: from..from + region.text.len(),
            start: region.start,
            location: region.location,
            n_games_before: region.n_games_before,
            end: region.end,
        }
    }

    /// The place of the region, given the state `passed` before the start of its count.
    fn behind(&mut self, passed: &Prefix) {
        self.location = passed.location.of(self.location);
        self.n_games_before += passed.game_count;
    }
}

/// The regions of a chunk while it is split, counted from its beginning.
#[derive(Debug)]
pub struct Cutting<'t> {
    regions: InPlace<'t>,
    pieces: Vec<ChunkRegion>,
    from: usize,
    byte_count: usize,
}

impl<'t> Cutting<'t> {
    fn new(text: &'t [u8], offset: u64) -> Cutting<'t> {
        let regions = InPlace::new(text, GameStart(offset));
        Cutting { regions, pieces: Vec::new(), from: 0, byte_count: text.len() }
    }

    /// Splits off the next region with `read`, which takes it from its argument, and returns its
    /// result; `None` at the end.
    pub fn next_with<T>(
        &mut self,
        read: impl FnOnce(&mut InPlace<'t>) -> Option<(Region<'t>, T)>,
    ) -> Option<T> {
        let (region, made) = read(&mut self.regions)?;
        self.pieces.push(ChunkRegion::of(&region, self.from));
        self.from += region.text.len();
        Some(made)
    }

    /// The length of the whole text, in bytes.
    #[must_use]
    pub fn byte_count(&self) -> usize {
        self.byte_count
    }

    /// The result of splitting, and its meaning for later readers.
    fn end(self) -> FoundRegions {
        let (game_count, location) = (self.regions.n_games(), self.regions.location());
        FoundRegions {
            pieces: self.pieces,
            behind: Prefix { game_count, location, left: Vec::new() },
        }
    }
}

/// The regions of a text, counted from its beginning, and what they mean for later readers.
#[derive(Debug)]
pub(super) struct FoundRegions {
    pieces: Vec<ChunkRegion>,
    behind: Prefix,
}

impl Chunk {
    /// The games, each with what is before it.
    ///
    /// For a job that does not [need places](super::Job::needs_places), lines and games are counted
    /// from the beginning of the chunk.
    pub fn regions(&self) -> impl Iterator<Item = Region<'_>> {
        self.pieces().iter().map(|piece| Region {
            text: &self.text[piece.range.clone()],
            start: piece.start,
            location: piece.location,
            n_games_before: piece.n_games_before,
            end: piece.end,
        })
    }

    /// Number of games in this chunk.
    #[must_use]
    pub fn game_count(&self) -> u64 {
        let is_game = |piece: &&ChunkRegion| piece.end.is_some_and(|end| end != GameEnd::NoGame);
        self.pieces().iter().filter(is_game).count() as u64
    }

    pub(super) fn region_count(&self) -> usize {
        self.pieces.get().map_or(0, Vec::len)
    }

    fn pieces(&self) -> &[ChunkRegion] {
        self.pieces.get_or_init(|| cut_in_place(&self.text, self.offset).pieces)
    }

    /// Finds the regions, and waits until it is known how many lines and games come before them.
    pub(super) fn cut(&mut self) {
        let passed = self.joint.before.wait();
        let pieces = match self.pieces.take() {
            Some(pieces) => self.after_left(pieces, &passed),
            None => self.cut_block(&passed),
        };
        self.pieces = OnceLock::from(pieces);
    }

    /// Whether it is known what comes before it.
    pub(super) fn is_told(&self) -> bool {
        self.joint.before.is_told()
    }

    /// Lets `read` take the regions of a block while it is split, all of them, counted from its
    /// beginning. Returns its result, and the regions, for [`place`](Chunk::place); `None` if the
    /// chunk is not a block, or if `read` returns nothing: then [`cut`](Chunk::cut) finds them.
    pub(super) fn cut_while<T>(
        &self,
        read: impl FnOnce(&SourceInfo, &mut Cutting<'_>) -> Option<T>,
    ) -> Option<(T, FoundRegions)> {
        if self.pieces.get().is_some() {
            return None;
        }
        let mut cutting = Cutting::new(&self.text, self.offset);
        let made = read(&self.source, &mut cutting)?;
        Some((made, cutting.end()))
    }

    /// Assigns places to the regions of a block, and returns where it begins; waits until the text
    /// before it is known. `None` if they are not the text between this chunk's neighbors after
    /// all: then [`cut`](Chunk::cut) finds them.
    pub(super) fn place(&mut self, found: FoundRegions) -> Option<Begin> {
        let FoundRegions { mut pieces, mut behind } = found;
        let passed = self.joint.before.wait();
        let is_closed = self.end.is_some()
            || pieces.last().is_some_and(|last| last.end == Some(GameEnd::Marker));
        // Of a text without a game it matters whether games come before it.
        if !is_closed || behind.game_count == 0 || !passed.left.is_empty() {
            return None;
        }
        for piece in &mut pieces {
            piece.behind(&passed);
        }
        behind.after(&passed);
        self.joint.hand_over(behind);
        self.pieces = OnceLock::from(pieces);
        let Prefix { game_count, location, .. } = passed;
        Some(Begin { offset: self.offset, location, game_count })
    }

    /// Splits a block. Its last part belongs to the next one, unless it is a game with its marker:
    /// then its end was not a seam.
    fn cut_block(&mut self, passed: &Prefix) -> Vec<ChunkRegion> {
        self.offset -= passed.left.len() as u64;
        self.text.put_before(&passed.left);
        let FoundRegions { mut pieces, mut behind } = cut_in_place(&self.text, self.offset);
        for piece in &mut pieces {
            piece.behind(passed);
        }
        let is_open = |last: &mut ChunkRegion| {
            last.end != Some(GameEnd::Marker) && last.range.len() < LEFT_BYTES_MAX
        };
        behind.after(passed);
        if self.end.is_none()
            && let Some(last) = pieces.pop_if(is_open)
        {
            let left = self.text[last.range.start..].to_vec();
            self.text.truncate(last.range.start);
            behind = Prefix { game_count: last.n_games_before, location: last.location, left };
        }
        self.joint.hand_over(behind);
        pieces
    }

    /// Puts what is left of a block before regions that are known.
    fn after_left(&mut self, mut pieces: Vec<ChunkRegion>, passed: &Prefix) -> Vec<ChunkRegion> {
        let offset = self.offset - passed.left.len() as u64;
        let FoundRegions { pieces: mut all, mut behind } = cut_in_place(&passed.left, offset);
        for piece in &mut all {
            piece.behind(passed);
        }
        behind.after(passed);
        for piece in &mut pieces {
            piece.behind(&behind);
            piece.range.start += passed.left.len();
            piece.range.end += passed.left.len();
        }
        self.text.put_before(&passed.left);
        self.joint.hand_over(behind);
        all.append(&mut pieces);
        all
    }

    pub(super) fn ends_in_escape(&self) -> bool {
        let text = self.text.strip_suffix(b"\n").unwrap_or(&self.text);
        let last = text.rsplit(|&byte| byte == b'\n').next();
        last.is_some_and(|line| line.starts_with(b"%"))
    }

    /// Adds a region that follows those that are there.
    pub(super) fn push(&mut self, region: &Region<'_>) {
        self.push_place(region);
        self.text.push(region.text);
    }

    /// Adds a region whose text is yet to come.
    pub(super) fn push_place(&mut self, region: &Region<'_>) {
        let piece = ChunkRegion::of(region, self.text.len());
        self.pieces.get_or_init(Vec::new);
        if let Some(pieces) = self.pieces.get_mut() {
            pieces.push(piece);
        }
    }
}

/// The regions of a text that begins at `offset`.
fn cut_in_place(text: &[u8], offset: u64) -> FoundRegions {
    let mut cutting = Cutting::new(text, offset);
    while cutting.next_with(|regions| Some((regions.next()?, ()))).is_some() {}
    cutting.end()
}
