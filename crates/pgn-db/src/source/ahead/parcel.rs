//! Parcels: pieces of compressed data that can be unpacked by themselves (RFC 8878, section 3.1).
//!
//! The frames of zstd contain the length of each of their blocks, so their ends can be found
//! without decompression:
//!
//! ```text
//! frame = magic (4) descriptor (1) [window (1)] [dictionary (0, 1, 2, 4)] [size (0, 1, 2, 4, 8)]
//!         block {block} [check sum (4)]
//! block = is_last (1 bit) kind (2 bits) length (21 bits) content
//! skippable frame = magic (4) length (4) content
//! ```

use std::io::{self, Read};

use super::super::decoder::{DecoderStage, Input};
use super::stage_of;
use crate::compression::Compression;

/// How much goes into a parcel.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// A parcel is closed at the end of a frame if it has this many bytes, or that much text: small
    /// frames are grouped, so that passing them on costs little compared with the work.
    pub(super) full_bytes: usize,
    pub(super) full_text_bytes: u64,
    /// The maximum length of a frame in memory; a longer one is decompressed while it is read.
    pub(super) frame_bytes_max: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { full_bytes: 256 << 10, full_text_bytes: 1 << 20, frame_bytes_max: 12 << 20 }
    }
}

/// The longest header of a frame, and the maximum size of a block.
pub(in crate::source) const HEAD_BYTES_MAX: usize = 18;
const BLOCK_TEXT_BYTES_MAX: u64 = 128 << 10;

/// The header of a frame.
pub(in crate::source) const FRAME: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];
const SKIPPABLE_HEAD_BYTES: usize = 8;

/// Some whole frames, or the rest of the input.
pub(super) struct Parcel {
    pub(super) bytes: Vec<u8>,
    /// Where it begins in the input.
    pub(super) start: u64,
    pub(super) window_bytes: usize,
    pub(super) tail: ParcelTail,
    /// Where the unpacker begins: only the first member may be without its mark.
    pub(super) stage: DecoderStage,
}

/// What follows the bytes of a parcel.
pub(super) enum ParcelTail {
    /// Nothing: the next parcel begins there, or the input is over.
    End,
    /// The rest of the input.
    Rest,
    /// The input failed there.
    Error(io::Error),
}

pub(super) struct Parcels<R> {
    input: Input<R>,
    compression: Compression,
    bounds: Bounds,
    is_first: bool,
    is_over: bool,
}

/// How far the frames of a parcel could be followed.
enum FrameWalk {
    /// To the end of a frame.
    Whole,
    /// To where the input ends.
    AtEnd,
    /// The bytes do not show more, or the frame is too long.
    Lost,
}

pub(in crate::source) struct FrameHead {
    pub(in crate::source) len: usize,
    window_bytes: u64,
    text_bytes: Option<u64>,
    has_sum: bool,
}

pub(in crate::source) struct BlockHead {
    pub(in crate::source) is_last: bool,
    pub(in crate::source) content_bytes: usize,
}

impl<R: Read> Parcels<R> {
    pub(super) fn new(input: R, compression: Compression, bounds: Bounds) -> Parcels<R> {
        let input = Input::new(input, 0);
        Parcels { input, compression, bounds, is_first: true, is_over: false }
    }

    /// The next parcel, its bytes in `bytes`, whose content is lost; `None` at the end.
    pub(super) fn next_parcel(&mut self, mut bytes: Vec<u8>) -> Option<Parcel> {
        if self.is_over {
            return None;
        }
        bytes.clear();
        let mut parcel = Parcel {
            bytes,
            start: self.input.offset(),
            window_bytes: 0,
            tail: ParcelTail::End,
            stage: stage_of(self.is_first),
        };
        self.is_first = false;
        let Bounds { full_bytes, full_text_bytes, .. } = self.bounds;
        let mut text_bytes = 0;
        while parcel.bytes.len() < full_bytes && text_bytes < full_text_bytes {
            let len_before = parcel.bytes.len();
            match self.walk(&mut parcel, &mut text_bytes) {
                Ok(FrameWalk::Whole) => {}
                // Bytes that cannot be followed begin a parcel of their own.
                Ok(FrameWalk::Lost) if len_before > 0 && parcel.bytes.len() == len_before => break,
                Ok(FrameWalk::Lost) => {
                    parcel.tail = ParcelTail::Rest;
                    self.is_over = true;
                    break;
                }
                Ok(FrameWalk::AtEnd) => {
                    self.is_over = true;
                    break;
                }
                Err(error) => {
                    parcel.tail = ParcelTail::Error(error);
                    self.is_over = true;
                    break;
                }
            }
        }
        Some(parcel)
    }

    /// The bytes outside parcels.
    pub(super) fn rest(&mut self) -> &mut Input<R> {
        &mut self.input
    }

    /// Adds the next frame to the parcel.
    fn walk(&mut self, parcel: &mut Parcel, text_bytes: &mut u64) -> io::Result<FrameWalk> {
        if self.compression != Compression::Zstd {
            return Ok(FrameWalk::Lost);
        }
        let start = self.input.at_least(HEAD_BYTES_MAX)?;
        if let [0x50..=0x5F, 0x2A, 0x4D, 0x18, a, b, c, d, ..] = *start {
            let len = u32::from_le_bytes([a, b, c, d]) as usize;
            if len > self.bounds.full_bytes {
                return Ok(FrameWalk::Lost);
            }
            return self.copy(parcel, SKIPPABLE_HEAD_BYTES + len);
        }
        let Some(head) = FrameHead::parse(start) else { return Ok(FrameWalk::Lost) };
        let window_bytes = usize::try_from(head.window_bytes).unwrap_or(usize::MAX);
        parcel.window_bytes = parcel.window_bytes.max(window_bytes);
        let frame_start = parcel.bytes.len();
        self.copy(parcel, head.len)?;
        let mut block_count = 0;
        loop {
            let &[a, b, c, ..] = self.input.at_least(3)? else { return Ok(FrameWalk::Lost) };
            let Some(block) = BlockHead::parse([a, b, c]) else { return Ok(FrameWalk::Lost) };
            let content = block.content_bytes;
            if parcel.bytes.len() - frame_start + content > self.bounds.frame_bytes_max {
                return Ok(FrameWalk::Lost);
            }
            if let FrameWalk::AtEnd = self.copy(parcel, 3 + content)? {
                return Ok(FrameWalk::AtEnd);
            }
            block_count += 1;
            if block.is_last {
                break;
            }
        }
        *text_bytes += head.text_bytes.unwrap_or(block_count * BLOCK_TEXT_BYTES_MAX);
        self.copy(parcel, head.sum_bytes())
    }

    /// Moves bytes from the input to the parcel.
    fn copy(&mut self, parcel: &mut Parcel, n: usize) -> io::Result<FrameWalk> {
        let mut left = n;
        while left > 0 {
            let bytes = self.input.at_least(1)?;
            if bytes.is_empty() {
                return Ok(FrameWalk::AtEnd);
            }
            let n = bytes.len().min(left);
            parcel.bytes.extend_from_slice(&bytes[..n]);
            self.input.consume(n);
            left -= n;
        }
        Ok(FrameWalk::Whole)
    }
}

impl FrameHead {
    /// Reads the header of a frame; `None` if it is not one, incomplete, or of a future format.
    pub(in crate::source) fn parse(bytes: &[u8]) -> Option<FrameHead> {
        let rest = bytes.strip_prefix(FRAME)?;
        let (&descriptor, rest) = rest.split_first()?;
        if descriptor & 0x08 != 0 {
            return None;
        }
        let is_single = descriptor & 0x20 != 0;
        let dictionary_len = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let size_len = match descriptor >> 6 {
            0 => usize::from(is_single),
            flag => 1 << flag,
        };
        let window_len = usize::from(!is_single);
        let size = rest.get(window_len + dictionary_len..window_len + dictionary_len + size_len)?;
        let number = size.iter().rfold(0, |number: u64, &byte| number << 8 | u64::from(byte));
        let text_bytes =
            (size_len > 0).then_some(if size_len == 2 { number + 256 } else { number });
        let window_bytes = match is_single {
            true => text_bytes?,
            false => {
                let (exponent, mantissa) = (rest[0] >> 3, u64::from(rest[0] & 7));
                let base = 1u64 << (10 + exponent);
                base + base / 8 * mantissa
            }
        };
        let len = FRAME.len() + 1 + window_len + dictionary_len + size_len;
        Some(FrameHead { len, window_bytes, text_bytes, has_sum: descriptor & 0x04 != 0 })
    }

    /// How long the check sum after the last block is.
    pub(in crate::source) fn sum_bytes(&self) -> usize {
        if self.has_sum { 4 } else { 0 }
    }
}

impl BlockHead {
    /// Reads the header of a block; `None` if there is no such kind.
    pub(in crate::source) fn parse([a, b, c]: [u8; 3]) -> Option<BlockHead> {
        let block = u32::from_le_bytes([a, b, c, 0]);
        let content_bytes = match block >> 1 & 3 {
            0 | 2 => (block >> 3) as usize,
            1 => 1,
            _ => return None,
        };
        Some(BlockHead { is_last: block & 1 == 1, content_bytes })
    }
}
