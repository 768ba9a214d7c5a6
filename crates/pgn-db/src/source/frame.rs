//! Where the frames of a compressed file begin: places from which it can be unpacked.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::ahead::{BlockHead, FRAME, FrameHead, HEAD_BYTES_MAX};
use super::codec::codec_for;
use super::decoder::{Decoder, DecoderStage, Follow};
use super::window::{SharedFile, Window};
use crate::compression::{Compression, MAGIC_BYTES_MAX};

/// A frame of zstd, a member of gzip, a stream of another compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Where it begins in the file.
    pub file_offset: u64,
    /// Where its text begins in the text.
    pub text_offset: u64,
}

/// Frames closer to each other than this, in bytes of text, are not distinguished: the text between
/// them is decompressed quickly.
const TEXT_BYTES_MIN: u64 = 64 << 10;

/// The frames of one source. They fill while it is read; clones share them.
///
/// `None` if the file is not compressed, or compressed twice.
#[derive(Clone, Debug, Default)]
pub struct Frames(Arc<Mutex<Vec<Frame>>>);

impl Frames {
    /// Those known so far, in order.
    #[must_use]
    pub fn list(&self) -> Vec<Frame> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn push(&self, frame: Frame) {
        let mut frames = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_far = |last: &Frame| frame.text_offset >= last.text_offset + TEXT_BYTES_MIN;
        if frames.last().is_none_or(is_far) {
            frames.push(frame);
        }
    }
}

/// A decoder that reports the frames that it finds.
pub(super) struct Telling<R> {
    pub(super) decoder: Decoder<R>,
    pub(super) frames: Frames,
}

impl<R: Read> Read for Telling<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let read = self.decoder.read(output);
        for frame in self.decoder.take_frames() {
            self.frames.push(frame);
        }
        read
    }
}

/// The text of a compressed file, or of a window of it, from a frame on, unpacked with so much
/// memory at most.
///
/// # Errors
/// When memory runs out.
pub(crate) fn read_from(
    from: Window,
    compression: Compression,
    frame: Frame,
    bytes_max: u64,
) -> io::Result<Box<dyn Read + Send>> {
    let Some(codec) = codec_for(compression, bytes_max)? else {
        return Err(io::ErrorKind::Unsupported.into());
    };
    let base = frame.file_offset;
    Ok(Box::new(Decoder::at(DecoderStage::Between, from, codec, Follow::Members, base)))
}

/// How much of a file is searched at once for the mark of a frame, in bytes.
const SEARCH_BYTES: usize = 256 << 10;

/// The first offset within `range` at which a frame of zstd begins; `None` where none does.
///
/// The bytes of its signature may occur anywhere. A frame is one whose blocks can be followed to
/// its end, where the next one begins, or the file ends.
///
/// # Errors
/// When the file cannot be read.
pub(crate) fn frame_from(file: &SharedFile, range: Range<u64>) -> io::Result<Option<u64>> {
    let mut bytes = vec![0; SEARCH_BYTES];
    let mut at = range.start;
    while at < range.end {
        // A mark that begins before the end of the range may end after it.
        let n = read_up_to(file, at, &mut bytes)?;
        for candidate in memchr::memmem::find_iter(&bytes[..n], FRAME) {
            let candidate = at + candidate as u64;
            if candidate < range.end && is_frame(file, candidate)? {
                return Ok(Some(candidate));
            }
        }
        if n < bytes.len() {
            return Ok(None);
        }
        at += (n + 1 - FRAME.len()) as u64;
    }
    Ok(None)
}

/// Whether a whole frame begins there, and another one or nothing follows it.
fn is_frame(file: &SharedFile, start: u64) -> io::Result<bool> {
    let mut bytes = [0; HEAD_BYTES_MAX];
    let n = read_up_to(file, start, &mut bytes)?;
    let Some(head) = FrameHead::parse(&bytes[..n]) else { return Ok(false) };
    let mut at = start + head.len as u64;
    loop {
        let mut block = [0; 3];
        if read_up_to(file, at, &mut block)? < block.len() {
            return Ok(false);
        }
        let Some(block) = BlockHead::parse(block) else { return Ok(false) };
        at += (block.content_bytes + 3) as u64;
        if block.is_last {
            break;
        }
    }
    at += head.sum_bytes() as u64;
    let mut next = [0; MAGIC_BYTES_MAX];
    // The last byte of the frame, to see that the file has it.
    let n = read_up_to(file, at - 1, &mut next)?;
    let next = &next[..n];
    Ok(next.len() == 1
        || next.get(1..).is_some_and(|next| next[0] == 0 || Compression::Zstd.begins(next)))
}

fn read_up_to(file: &SharedFile, offset: u64, bytes: &mut [u8]) -> io::Result<usize> {
    let mut n = 0;
    while n < bytes.len() {
        match file.read_at(offset + n as u64, &mut bytes[n..]) {
            Ok(0) => break,
            Ok(more) => n += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(n)
}
