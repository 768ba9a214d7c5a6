//! Reads only some games of a file.

use std::io::{self, Read};
use std::sync::Arc;

use super::bytes::ByteReader;
use super::facts::Place;
use super::header::Access;
use super::open::{Index, open_source};
use crate::error::Error;
use crate::scan::{Chosen, Pick};
use crate::source::{Frame, Inputs, SharedFile, Window, read_from};
use pgnkit::syntax::{GameEnd, GameStart, Region};
use roaring::RoaringBitmap;

const FRAME_BYTES: u64 = 16;

impl Index {
    /// A selection of these games, for [`run_chosen`](crate::scan::run_chosen), unpacked with at
    /// most this many bytes of memory. Numbers beyond the last game are ignored. Text after the
    /// last game comes last, as in a scan of everything; if there is very much of it, everything is
    /// selected.
    #[must_use]
    pub fn choose(self: &Arc<Index>, games: RoaringBitmap, unpack_bytes_max: u64) -> Chosen {
        if self.header.outside.len > OUTSIDE_BYTES_MAX {
            return Chosen::All;
        }
        Chosen::Games(Box::new(Picked::new(Arc::clone(self), games, unpack_bytes_max)))
    }

    /// The games, or `None` if reading the whole file is faster.
    #[must_use]
    pub fn if_few(&self, games: RoaringBitmap) -> Option<RoaringBitmap> {
        /// The share of games from which reading some is slower than reading all: one of this many.
        const WORTH: u64 = 8;
        Some(games).filter(|games| games.len() * WORTH <= u64::from(self.game_count()).max(64))
    }

    /// The last frame that begins at or before an offset of the text.
    fn frame_before(&self, offset: u64) -> Result<Frame, Error> {
        let table = self.header.frames;
        let frame_at = |number: u64| -> Result<Frame, Error> {
            let bytes = self.pages.read(table, number * FRAME_BYTES, FRAME_BYTES as usize)?;
            let mut from = ByteReader(&bytes);
            let offsets = from.u64().zip(from.u64());
            let (file_offset, text_offset) = offsets.ok_or_else(|| self.senseless())?;
            Ok(Frame { file_offset, text_offset })
        };
        let (mut low, mut high) = (0, table.len / FRAME_BYTES);
        while low < high {
            let middle = low + (high - low) / 2;
            if frame_at(middle)?.text_offset <= offset {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        match low.checked_sub(1) {
            Some(number) => frame_at(number),
            None => Ok(Frame { file_offset: 0, text_offset: 0 }),
        }
    }
}

/// How much text may be after the last game, in bytes: it is held.
const OUTSIDE_BYTES_MAX: u32 = 16 << 20;

/// Reads games by their numbers, and what is after the last one.
pub(super) struct Picked {
    index: Arc<Index>,
    games: roaring::bitmap::IntoIter,
    passed_count: u64,
    unpack_bytes_max: u64,
    is_over: bool,
    text: Option<FileText>,
    buffer: Vec<u8>,
}

enum FileText {
    Plain(SharedFile),
    /// The decompressed text, and its place in the whole text.
    Unpacked(Box<dyn Read + Send>, u64),
}

impl Picked {
    pub(super) fn new(index: Arc<Index>, games: RoaringBitmap, unpack_bytes_max: u64) -> Picked {
        let game_count = u64::from(index.game_count());
        let passed_count = game_count - games.range_cardinality(..index.game_count());
        let (games, is_over) = (games.into_iter(), false);
        Picked {
            index,
            games,
            passed_count,
            unpack_bytes_max,
            is_over,
            text: None,
            buffer: Vec::new(),
        }
    }

    /// Reads a stretch of the text into the buffer.
    fn read(&mut self, offset: u64, len: usize) -> io::Result<()> {
        self.buffer.clear();
        self.buffer.resize(len, 0);
        if self.index.header.access == Access::Plain {
            let text = match self.text.take() {
                Some(text) => text,
                None => FileText::Plain(open_source(&self.index.file).map_err(io::Error::other)?),
            };
            let FileText::Plain(file) = self.text.insert(text) else { return Err(lost()) };
            return fill(&mut self.buffer, |at, bytes| file.read_at(offset + at as u64, bytes));
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        let (from, at) = self.reach(offset)?;
        let done = fill(&mut buffer, |_, bytes| from.read(bytes));
        *at += len as u64;
        self.buffer = buffer;
        done
    }

    /// Decompresses up to an offset.
    fn reach(&mut self, offset: u64) -> io::Result<(&mut Box<dyn Read + Send>, &mut u64)> {
        let begin = match self.index.header.access {
            Access::Frames(_) => self.index.frame_before(offset).map_err(io::Error::other)?,
            Access::Plain | Access::FromStart => Frame { file_offset: 0, text_offset: 0 },
        };
        let goes_on = match &self.text {
            Some(FileText::Unpacked(_, at)) => begin.text_offset <= *at && *at <= offset,
            Some(FileText::Plain(_)) | None => false,
        };
        if !goes_on {
            let read = self.open_at(begin)?;
            self.text = Some(FileText::Unpacked(read, begin.text_offset));
        }
        let Some(FileText::Unpacked(from, at)) = &mut self.text else { return Err(lost()) };
        let skipped = io::copy(&mut from.by_ref().take(offset - *at), &mut io::sink())?;
        *at += skipped;
        if *at < offset {
            return Err(lost());
        }
        Ok((from, at))
    }

    fn open_at(&self, frame: Frame) -> io::Result<Box<dyn Read + Send>> {
        if let Access::Frames(compression) = self.index.header.access {
            let file = open_source(&self.index.file).map_err(io::Error::other)?;
            let from = Window::new(file, frame.file_offset, u64::MAX);
            return read_from(from, compression, frame, self.unpack_bytes_max);
        }
        let inputs = Inputs::gather(std::slice::from_ref(&self.index.file));
        let mut sources = inputs.sources().with_memory(self.unpack_bytes_max);
        match sources.next() {
            Some(Ok(source)) => Ok(source.read),
            Some(Err(error)) => Err(io::Error::other(error)),
            None => Err(lost()),
        }
    }
}

fn lost() -> io::Error {
    io::Error::other("the file has changed since it was indexed")
}

/// Fills a buffer; `read` gets the number of bytes.
fn fill(
    buffer: &mut [u8],
    mut read: impl FnMut(usize, &mut [u8]) -> io::Result<usize>,
) -> io::Result<()> {
    let mut filled = 0;
    while filled < buffer.len() {
        match read(filled, &mut buffer[filled..]) {
            Ok(0) => return Err(lost()),
            Ok(n) => filled += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

impl Pick for Picked {
    fn passed_count(&self) -> u64 {
        self.passed_count
    }

    fn next_region(&mut self, take: &mut dyn FnMut(&Region<'_>)) -> io::Result<bool> {
        let game_count = self.index.game_count();
        let game = self.games.next().filter(|game| *game < game_count);
        let (place, end) = match game {
            Some(game) => {
                let place = self.index.place(game).map_err(io::Error::other)?;
                (place, self.index.facts(game).map_err(io::Error::other)?.end)
            }
            None if std::mem::replace(&mut self.is_over, true) => return Ok(false),
            None if self.index.header.outside.len == 0 => return Ok(false),
            None => (self.index.header.outside, GameEnd::NoGame),
        };
        self.read_region(place, u64::from(game.unwrap_or(game_count)), end, take)?;
        Ok(true)
    }
}

impl Picked {
    fn read_region(
        &mut self,
        place: Place,
        n_games_before: u64,
        how: GameEnd,
        take: &mut dyn FnMut(&Region<'_>),
    ) -> io::Result<()> {
        let end = place.start.checked_add(u64::from(place.len));
        if end.is_none_or(|end| end > self.index.text_bytes()) {
            return Err(io::Error::other(self.index.senseless()));
        }
        self.read(place.start, place.len as usize)?;
        take(&Region {
            text: &self.buffer,
            start: GameStart(place.start),
            location: place.location,
            n_games_before,
            end: Some(how),
        });
        Ok(())
    }
}
