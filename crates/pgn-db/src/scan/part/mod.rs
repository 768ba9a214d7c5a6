//! A part of a file: the games that begin between two of its offsets (D-38).
//!
//! ```text
//! file   ├── part ──────────┼── part ──────────┼── part ─────────┤
//! text      ├─── read by the first ─┼─── by the second ─┼─── … ──┤
//! ```
//!
//! A cut is an offset of the file, and means the first [`seam`] in the text that follows it; in a
//! file of frames, in the text of the first frame that begins there or later. That is a function of
//! the bytes after the offset alone, so the readers of the parts before and after a cut find the
//! same place, and each game is in one part.
//!
//! A file that cannot be read from its middle is in the part that has its first byte.
//!
//! Start at [`part`]; [`parts`] returns useful parts of a file.

use std::fs;
use std::io::{self, Read};
use std::ops::Range;
use std::path::PathBuf;

#[cfg(test)]
mod tests;

use super::blocks::{AHEAD_BYTES, SEAMLESS_BYTES};
use super::chooser::Chosen;
use crate::error::{Error, ErrorKind};
use crate::source::{
    Compression, Frame, Inputs, Note, Origin, SharedFile, Source, Window, frame_from, read_from,
};
use pgnkit::syntax::split::seam;

/// How much text is read at first to find a seam, in bytes: some games, and what must follow.
const FIRST_BYTES: usize = 2 * AHEAD_BYTES;

/// The part of a long text without a seam that is kept: as far as a seam looks back and ahead, in
/// bytes.
const KEPT_BYTES: usize = 2 * AHEAD_BYTES;

/// How much of the beginning of a file is read for the lines at its top, in bytes.
const HEAD_BYTES: u64 = 64 << 10;

/// A part of a text.
pub struct Part {
    /// The text to read, from one seam to another.
    pub(super) read: Box<dyn Read + Send>,
    /// Where it begins in the text of the whole file, if known.
    pub(super) offset: Option<u64>,
    pub(super) head: Vec<u8>,
}

/// The games that begin in a file between two of its offsets, for
/// [`run_chosen`](super::run_chosen): the parts of any partition of `0..u64::MAX` contain all of
/// it, in order and once.
///
/// Games and lines are counted from the beginning of the part.
#[must_use]
pub fn part(source: &Source, bytes: &Range<u64>) -> Chosen {
    let Some(divisible) = Divisible::of(source) else {
        return if bytes.contains(&0) { Chosen::All } else { Chosen::Nothing };
    };
    let part = divisible.part(bytes).unwrap_or_else(|error| {
        let read = Box::new(Failing(Some(error)));
        Part { read, offset: None, head: Vec::new() }
    });
    Chosen::Part(part)
}

/// Parts of about this many bytes, in order: a single one if a file cannot be read from its middle,
/// or if games or frames are longer than that.
///
/// # Errors
/// If a file cannot be read, or cannot be opened again.
pub fn parts(inputs: Inputs, part_bytes: u64) -> Result<Vec<(PathBuf, Range<u64>)>, Error> {
    let mut parts: Vec<(PathBuf, Range<u64>)> = Vec::new();
    for source in inputs.sources() {
        let source = source?;
        let Some(path) = source.path() else {
            let why = "only files can be read in parts";
            return Err(Error::new(ErrorKind::Unsupported, &source.name, why));
        };
        // All members of an archive come from one file.
        if parts.last().is_some_and(|(last, _)| last == path) {
            continue;
        }
        let cuts = Divisible::of(&source).map(|file| file.cuts(part_bytes)).transpose();
        let cuts = cuts.map_err(|error| Error::from_io(&source.name, error))?.unwrap_or_default();
        let ends = cuts.iter().copied().chain([u64::MAX]);
        let begins = [0].into_iter().chain(cuts.iter().copied());
        parts.extend(begins.zip(ends).map(|(from, to)| (path.to_owned(), from..to)));
    }
    Ok(parts)
}

/// A file that can be read from its middle.
struct Divisible {
    file: SharedFile,
    len: u64,
    is_framed: bool,
    unpack_bytes_max: u64,
}

/// A place in the text of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CutPoint {
    /// Where the text or the frame begins.
    file_offset: u64,
    /// How much of its text is before the place.
    before_count: u64,
}

impl Divisible {
    /// A file on disk whose text is not wrapped, or in frames of zstd.
    fn of(source: &Source) -> Option<Divisible> {
        let Origin::File(path) = &source.origin else { return None };
        let mut notes = source.notes.list();
        notes.retain(|note| !matches!(note, Note::Recognized(_)));
        let is_framed = match notes[..] {
            [] => false,
            [Note::Compressed(Compression::Zstd)] => true,
            _ => return None,
        };
        let len = source.size_bytes.filter(|&len| len > 0)?;
        let file = SharedFile::new(fs::File::open(path).ok()?);
        Some(Divisible { file, len, is_framed, unpack_bytes_max: source.unpack_bytes_max })
    }

    fn part(&self, bytes: &Range<u64>) -> io::Result<Part> {
        let head = self.head()?;
        let begin = self.cut(bytes.start)?;
        // If the end cannot be found because of damage, the part extends to the damage, and will
        // report it.
        let end = self.cut(bytes.end).unwrap_or_default();
        let offset = match (begin, self.is_framed) {
            (_, true) => None,
            (Some(begin), false) => Some(begin.file_offset + begin.before_count),
            (None, false) => Some(self.len),
        };
        let read: Box<dyn Read + Send> = match (begin, end) {
            (None, _) => Box::new(io::empty()),
            (Some(begin), None) => {
                let text = self.text(begin.file_offset, self.len)?;
                Box::new(Behind { from: text, left: begin.before_count })
            }
            (Some(begin), Some(end)) => {
                let text = self.text(begin.file_offset, end.file_offset)?;
                let rest = self.text(end.file_offset, self.len)?.take(end.before_count);
                Box::new(Behind { from: Box::new(text.chain(rest)), left: begin.before_count })
            }
        };
        Ok(Part { read, offset, head })
    }

    /// The beginning of the file. Damage there ends it, and the part that reads it reports it.
    fn head(&self) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        let _ = self.text(0, self.len)?.take(HEAD_BYTES).read_to_end(&mut head);
        Ok(head)
    }

    /// The text between two offsets of the file, each 0, its length, or the start of a frame.
    fn text(&self, from: u64, to: u64) -> io::Result<Box<dyn Read + Send>> {
        let window = Window::new(self.file.clone(), from, to.saturating_sub(from));
        if !self.is_framed || from >= to {
            return Ok(Box::new(window));
        }
        let frame = Frame { file_offset: from, text_offset: 0 };
        read_from(window, Compression::Zstd, frame, self.unpack_bytes_max)
    }

    /// The place for an offset of the file; `None` for the end of the text.
    fn cut(&self, offset: u64) -> io::Result<Option<CutPoint>> {
        if offset == 0 {
            return Ok(Some(CutPoint { file_offset: 0, before_count: 0 }));
        }
        let begin = match self.is_framed {
            _ if offset >= self.len => None,
            true => frame_from(&self.file, offset..self.len)?,
            false => Some(offset),
        };
        let Some(file_offset) = begin else { return Ok(None) };
        let before_count = first_seam(self.text(file_offset, self.len)?, u64::MAX)?;
        Ok(before_count.map(|before_count| CutPoint { file_offset, before_count }))
    }

    /// The offsets for parts of this many bytes.
    fn cuts(&self, part_bytes: u64) -> io::Result<Vec<u64>> {
        let n = self.len.div_ceil(part_bytes.max(1));
        if n == 1 || !self.is_worth_cutting(part_bytes)? {
            return Ok(Vec::new());
        }
        let cut = |k: u64| u128::from(self.len) * u128::from(k) / u128::from(n);
        Ok((1..n).map(|k| cut(k) as u64).collect())
    }

    /// Whether there is a seam early in the text, and a second frame early in the file.
    fn is_worth_cutting(&self, part_bytes: u64) -> io::Result<bool> {
        let has_frames = match self.is_framed {
            true => frame_from(&self.file, 1..self.len.min(part_bytes))?.is_some(),
            false => true,
        };
        Ok(has_frames && first_seam(self.text(0, self.len)?, SEAMLESS_BYTES as u64)?.is_some())
    }
}

/// The length of the text before its first seam, not counting its first line, which may have begun
/// earlier. `None` if there is no seam, or none is certainly the first after `bytes_max` bytes.
fn first_seam(mut text: Box<dyn Read + Send>, bytes_max: u64) -> io::Result<Option<u64>> {
    let mut kept = Vec::new();
    let (mut dropped_count, mut wanted) = (0, FIRST_BYTES);
    loop {
        let before_count = kept.len();
        let ended = text.by_ref().take(wanted as u64).read_to_end(&mut kept);
        let is_over = ended.is_ok() && kept.len() - before_count < wanted;
        let first_line = match dropped_count {
            0 => memchr::memchr(b'\n', &kept).map_or(kept.len(), |at| at + 1),
            _ => 0,
        };
        let found = seam(&kept[first_line..], 1).map(|at| first_line + at);
        match found {
            Some(at) if is_over || at + AHEAD_BYTES <= kept.len() => {
                return Ok(Some(dropped_count + at as u64));
            }
            // Damage after the seam concerns only readers that go that far.
            _ if ended.is_err() => return ended.map(|_| None),
            _ if is_over || dropped_count + kept.len() as u64 >= bytes_max => return Ok(None),
            _ => {}
        }
        if kept.len() >= SEAMLESS_BYTES {
            dropped_count += (kept.len() - KEPT_BYTES) as u64;
            kept.drain(..kept.len() - KEPT_BYTES);
        }
        wanted = kept.len();
    }
}

/// The text after an offset.
pub(super) struct Behind {
    pub(super) from: Box<dyn Read + Send>,
    pub(super) left: u64,
}

impl Read for Behind {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        while self.left > 0 && !output.is_empty() {
            let wanted = usize::try_from(self.left).unwrap_or(usize::MAX).min(output.len());
            match self.from.read(&mut output[..wanted])? {
                0 => return Ok(0),
                n => self.left -= n as u64,
            }
        }
        self.from.read(output)
    }
}

/// The trouble that a part begins with.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
