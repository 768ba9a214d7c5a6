//! The table of contents of a side file: the state of the indexed file, and the places of all
//! sections.

use std::io::{self, Write};

use super::bytes::{ByteReader, push_number};
use super::facts::Place;
use super::page::{CONTENT_BYTES, PAGE_BYTES, PageReader, PageSection, PageWriter};
use super::stamp::Stamp;
use crate::error::Error;
use crate::source::Compression;
use pgnkit::charset::Choice;
use pgnkit::syntax::Location;

/// The beginning of a side file: it occurs in no text, and a transfer as text would damage it.
pub(super) const MAGIC: [u8; 8] = *b"\x89PGNIX\r\n";

/// The version of the format that is written and read.
pub(super) const VERSION: u16 = 6;

/// The beginning of the last page.
const END_MAGIC: [u8; 8] = *b"PGNIXEND";

/// How a game is reached in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// The file is the text.
    #[default]
    Plain,
    /// The file is compressed in several frames (members), which can be unpacked separately.
    Frames(Compression),
    /// The text must be unpacked, or turned into PGN, from the start.
    FromStart,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Header {
    /// The state of the file.
    pub(super) stamp: Stamp,
    /// The hash of all its bytes.
    pub(super) whole: u128,
    pub(super) access: Access,
    /// The encoding that tag values were read in.
    pub(super) encoding: Choice,
    /// How often games were added since it was built.
    pub(super) append_count: u32,
    pub(super) text_bytes: u64,
    /// The text after the last game, unless it is white space.
    pub(super) outside: Place,
    pub(super) frames: PageSection,
    pub(super) segments: Vec<Segment>,
}

/// Some games that follow each other, with all that is known of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Segment {
    pub(super) first_game: u32,
    /// Number of games that count. There may be more in its sections, which later segments have
    /// again.
    pub(super) game_count: u32,
    /// Number of games in its sections.
    pub(super) written_count: u32,
    pub(super) position_count: u64,
    /// How many bytes of a key buckets spare.
    pub(super) depth: u8,
    pub(super) game_bytes: u8,
    pub(super) places: PageSection,
    pub(super) columns: PageSection,
    /// Games whose positions are not in the index.
    pub(super) left_out: PageSection,
    pub(super) values: PageSection,
    pub(super) value_blocks: PageSection,
    pub(super) value_games: PageSection,
    pub(super) positions: PageSection,
    pub(super) partitions: PageSection,
    pub(super) buckets: PageSection,
}

impl Segment {
    fn sections(&mut self) -> [&mut PageSection; 9] {
        [
            &mut self.places,
            &mut self.columns,
            &mut self.left_out,
            &mut self.values,
            &mut self.value_blocks,
            &mut self.value_games,
            &mut self.positions,
            &mut self.partitions,
            &mut self.buckets,
        ]
    }
}

/// The compressions whose frames can be found.
const ACCESSES: [Access; 6] = [
    Access::Plain,
    Access::FromStart,
    Access::Frames(Compression::Gzip),
    Access::Frames(Compression::Zstd),
    Access::Frames(Compression::Bzip2),
    Access::Frames(Compression::Xz),
];

fn place_of<T: PartialEq>(item: &T, list: &[T]) -> u8 {
    list.iter().position(|one| one == item).unwrap_or_default() as u8
}

impl Header {
    pub(super) fn game_count(&self) -> u32 {
        self.segments.last().map_or(0, |last| last.first_game + last.game_count)
    }

    fn encode(&self) -> Vec<u8> {
        let mut to = Vec::new();
        to.extend_from_slice(&self.stamp.len.to_le_bytes());
        to.extend_from_slice(&self.stamp.modified.0.to_le_bytes());
        to.extend_from_slice(&self.stamp.modified.1.to_le_bytes());
        to.extend_from_slice(&self.stamp.samples.to_le_bytes());
        to.extend_from_slice(&self.whole.to_le_bytes());
        to.push(place_of(&self.access, &ACCESSES));
        to.push(self.encoding.number());
        push_number(u64::from(self.append_count), &mut to);
        push_number(self.text_bytes, &mut to);
        let Place { start, len, location } = self.outside;
        for number in [start, u64::from(len), location.line, location.column] {
            push_number(number, &mut to);
        }
        push_number(self.frames.at, &mut to);
        push_number(self.frames.len, &mut to);
        push_number(self.segments.len() as u64, &mut to);
        for segment in &self.segments {
            let mut segment = segment.clone();
            for number in [segment.first_game, segment.game_count, segment.written_count] {
                push_number(u64::from(number), &mut to);
            }
            push_number(segment.position_count, &mut to);
            to.extend_from_slice(&[segment.depth, segment.game_bytes]);
            for section in segment.sections() {
                push_number(section.at, &mut to);
                push_number(section.len, &mut to);
            }
        }
        to
    }

    fn decode(bytes: &[u8]) -> Option<Header> {
        let mut from = ByteReader(bytes);
        let len = from.u64()?;
        let modified = (from.u64()? as i64, from.u32()?);
        let samples = u128::from_le_bytes(from.take(16)?.try_into().ok()?);
        let whole = u128::from_le_bytes(from.take(16)?.try_into().ok()?);
        let access = *ACCESSES.get(usize::from(from.u8()?))?;
        let encoding = Choice::from_number(from.u8()?)?;
        let append_count = u32::try_from(from.number()?).ok()?;
        let text_bytes = from.number()?;
        let outside = Place {
            start: from.number()?,
            len: u32::try_from(from.number()?).ok()?,
            location: Location { line: from.number()?, column: from.number()? },
        };
        let frames = PageSection { at: from.number()?, len: from.number()? };
        let mut segments = Vec::new();
        let mut first_game = 0u32;
        for _ in 0..from.number()? {
            let segment = decode_segment(&mut from)?;
            if segment.first_game != first_game || segment.game_count > segment.written_count {
                return None;
            }
            first_game = first_game.checked_add(segment.game_count)?;
            segments.push(segment);
        }
        let stamp = Stamp { len, modified, samples };
        let is_whole = from.0.is_empty();
        is_whole.then_some(Header {
            stamp,
            whole,
            access,
            encoding,
            append_count,
            text_bytes,
            outside,
            frames,
            segments,
        })
    }
}

fn decode_segment(from: &mut ByteReader<'_>) -> Option<Segment> {
    let mut numbers = [0; 3];
    for number in &mut numbers {
        *number = u32::try_from(from.number()?).ok()?;
    }
    let [first_game, game_count, written_count] = numbers;
    let position_count = from.number()?;
    let (depth, game_bytes) = (from.u8()?, from.u8()?);
    if !matches!(depth, 0 | 2) || !matches!(game_bytes, 1..=4) {
        return None;
    }
    let mut segment = Segment {
        first_game,
        game_count,
        written_count,
        position_count,
        depth,
        game_bytes,
        ..Segment::default()
    };
    for section in segment.sections() {
        *section = PageSection { at: from.number()?, len: from.number()? };
    }
    Some(segment)
}

pub(super) fn write_prologue<W: Write>(pages: &mut PageWriter<W>) -> io::Result<()> {
    pages.write(&MAGIC)?;
    pages.write(&VERSION.to_le_bytes())?;
    pages.write(&(PAGE_BYTES as u32).to_le_bytes())?;
    pages.fill()
}

pub(super) fn write_end<W: Write>(pages: &mut PageWriter<W>, header: &Header) -> io::Result<()> {
    pages.fill()?;
    let contents = pages.section(&header.encode())?;
    pages.fill()?;
    pages.write(&END_MAGIC)?;
    for number in [contents.at, contents.len, pages.number() + 1] {
        pages.write(&number.to_le_bytes())?;
    }
    pages.fill()
}

/// Why a side file cannot be read.
#[derive(Debug)]
pub(super) enum Unreadable {
    Broken(Error),
    Version(u16),
}

/// The contents of the beginning of a file, before any checksum: older or newer versions may have
/// none, or others.
pub(super) fn check_prologue(head: &[u8], pages: &PageReader) -> Result<(), Unreadable> {
    let mut from = ByteReader(head);
    if from.take(MAGIC.len()) != Some(&MAGIC[..]) {
        return Err(Unreadable::Broken(pages.damaged("is not an index")));
    }
    match from.u16() {
        Some(VERSION) => Ok(()),
        Some(version) => Err(Unreadable::Version(version)),
        None => Err(Unreadable::Broken(pages.damaged("is truncated"))),
    }
}

pub(super) fn read_header(pages: &PageReader, file_bytes: u64) -> Result<(Header, u64), Error> {
    pages.read_pages(0, 1)?;
    let is_round = file_bytes.is_multiple_of(PAGE_BYTES as u64) && pages.page_count() >= 3;
    if !is_round {
        return Err(pages.damaged("is truncated"));
    }
    let epilogue = pages.read_pages(pages.page_count() - 1, 1)?;
    let mut from = ByteReader(&epilogue);
    let contents = (|| {
        let is_end = from.take(END_MAGIC.len())? == END_MAGIC;
        let contents = PageSection { at: from.u64()?, len: from.u64()? };
        (is_end && from.u64()? == pages.page_count()).then_some(contents)
    })();
    let Some(contents) = contents else { return Err(pages.damaged("is truncated")) };
    let bytes = pages.read_all(contents)?;
    match Header::decode(&bytes) {
        Some(header) => Ok((header, contents.at / CONTENT_BYTES as u64)),
        None => Err(pages.damaged("its contents are invalid")),
    }
}
