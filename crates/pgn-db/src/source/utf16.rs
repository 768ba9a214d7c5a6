//! UTF-16 recognized and delivered as UTF-8, on the fly.
//!
//! §4.1 has only ISO 8859-1; some Windows programs save UTF-16 (D-01).

use std::fmt;
use std::io::{self, Read};

use super::note::{Note, Notes};

/// The order of the two bytes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endian {
    /// The low byte first, as Windows writes.
    Little,
    /// The high byte first.
    Big,
}

impl fmt::Display for Endian {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Endian::Little => "little-endian",
            Endian::Big => "big-endian",
        })
    }
}

/// The evidence for UTF-16 in the first bytes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sighting {
    pub(crate) endian: Endian,
    pub(crate) marked: bool,
}

/// How many pairs of bytes must be seen before their pattern is believed without a mark.
const PAIRS_MIN: usize = 2;

/// Whether `head`, the first bytes of a text, are UTF-16: by the byte-order mark, or because at
/// least half the pairs are an ASCII character and a zero byte, always the same way round, and no
/// pair is anything that text does not hold.
pub(crate) fn sight(head: &[u8]) -> Option<Sighting> {
    match head {
        [0xFF, 0xFE, ..] => return Some(Sighting { endian: Endian::Little, marked: true }),
        [0xFE, 0xFF, ..] => return Some(Sighting { endian: Endian::Big, marked: true }),
        _ => {}
    }
    let looks = |endian| {
        let mut pairs = 0;
        let mut ascii = 0;
        for pair in head.chunks_exact(2) {
            let unit = unit_of(endian, pair[0], pair[1]);
            match unit {
                0x09..=0x0D | 0x1A | 0x20..=0x7E => ascii += 1,
                0x00..=0x1F | 0x7F => return false,
                _ => {}
            }
            pairs += 1;
        }
        pairs >= PAIRS_MIN && ascii * 2 >= pairs
    };
    let endian = [Endian::Little, Endian::Big].into_iter().find(|&endian| looks(endian))?;
    Some(Sighting { endian, marked: false })
}

/// Bytes of UTF-16 fetched at once; each unit becomes at most three bytes of UTF-8.
const CHUNK_BYTES: usize = 16 << 10;

/// Delivers the UTF-16 that `R` holds as UTF-8, without the byte-order mark.
///
/// A surrogate without its other half, and a single byte at the very end, become U+FFFD and are
/// counted in a [`Note::BrokenUnits`] at the end.
pub(crate) struct Utf16Reader<R> {
    from: R,
    endian: Endian,
    raw: Box<[u8]>,
    text: Vec<u8>,
    delivered: usize,
    half_unit: Option<u8>,
    high_surrogate: Option<u16>,
    at_start: bool,
    done: bool,
    broken_units: u64,
    notes: Notes,
}

impl<R: Read> Utf16Reader<R> {
    pub(crate) fn new(from: R, endian: Endian, notes: Notes) -> Utf16Reader<R> {
        Utf16Reader {
            from,
            endian,
            raw: vec![0; CHUNK_BYTES].into_boxed_slice(),
            text: Vec::with_capacity(CHUNK_BYTES * 2),
            delivered: 0,
            half_unit: None,
            high_surrogate: None,
            at_start: true,
            done: false,
            broken_units: 0,
            notes,
        }
    }

    /// Fetches and transcodes the next chunk. `text` may stay empty without being at the end.
    fn refill(&mut self) -> io::Result<()> {
        self.text.clear();
        self.delivered = 0;
        let n = self.from.read(&mut self.raw)?;
        if n == 0 {
            self.finish();
            return Ok(());
        }
        for i in 0..n {
            let byte = self.raw[i];
            match self.half_unit.take() {
                None => self.half_unit = Some(byte),
                Some(first) => self.take_unit(unit_of(self.endian, first, byte)),
            }
        }
        Ok(())
    }

    fn take_unit(&mut self, unit: u16) {
        let at_start = std::mem::replace(&mut self.at_start, false);
        if at_start && unit == 0xFEFF {
            return;
        }
        match (self.high_surrogate.take(), unit) {
            (None, 0xD800..=0xDBFF) => self.high_surrogate = Some(unit),
            (None, 0xDC00..=0xDFFF) => self.push_broken(),
            (None, _) => self.push(u32::from(unit)),
            (Some(high), 0xDC00..=0xDFFF) => {
                let low = u32::from(unit) - 0xDC00;
                self.push(0x1_0000 + ((u32::from(high) - 0xD800) << 10) + low);
            }
            (Some(_), 0xD800..=0xDBFF) => {
                self.push_broken();
                self.high_surrogate = Some(unit);
            }
            (Some(_), _) => {
                self.push_broken();
                self.push(u32::from(unit));
            }
        }
    }

    fn push(&mut self, scalar: u32) {
        let c = char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER);
        self.text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }

    fn push_broken(&mut self) {
        self.broken_units += 1;
        self.push(u32::from(char::REPLACEMENT_CHARACTER));
    }

    fn finish(&mut self) {
        if self.done {
            return;
        }
        self.done = true;
        if self.high_surrogate.take().is_some() {
            self.push_broken();
        }
        if self.half_unit.take().is_some() {
            self.push_broken();
        }
        if self.broken_units > 0 {
            self.notes.push(Note::BrokenUnits(self.broken_units));
        }
    }
}

impl<R: Read> Read for Utf16Reader<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        while self.delivered == self.text.len() && !self.done && !output.is_empty() {
            self.refill()?;
        }
        let rest = &self.text[self.delivered..];
        let n = rest.len().min(output.len());
        output[..n].copy_from_slice(&rest[..n]);
        self.delivered += n;
        Ok(n)
    }
}

fn unit_of(endian: Endian, first: u8, second: u8) -> u16 {
    match endian {
        Endian::Little => u16::from_le_bytes([first, second]),
        Endian::Big => u16::from_be_bytes([first, second]),
    }
}
