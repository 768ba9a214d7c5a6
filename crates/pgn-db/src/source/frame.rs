//! Where the frames of a compressed file begin: places from which it can be unpacked.
//!
//! Owns: the list, which fills while a source is read, and reading from a place on it. Knows
//! nothing of: what is in the text.
//! Start at [`Frames`].

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use super::codec::codec_for;
use super::decoder::{Decoder, Follow, Stage};
use super::window::{SharedFile, Window};
use crate::compression::Compression;

/// A frame of zstd, a member of gzip, a stream of another compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Where it begins in the file.
    pub file_offset: u64,
    /// Where its text begins in the text.
    pub text_offset: u64,
}

/// Frames nearer to each other than this are not told apart, in bytes of text: what lies between is
/// unpacked in no time.
const TEXT_BYTES_MIN: u64 = 64 << 10;

/// The frames of one source. They fill while it is read; clones share them.
///
/// There is none where the file is not compressed, or compressed twice.
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

/// A decoder that tells of the frames that it meets.
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

/// The text of a compressed file from a frame on, unpacked with so much memory at most.
///
/// # Errors
/// When memory runs out.
pub(crate) fn read_from(
    file: SharedFile,
    compression: Compression,
    frame: Frame,
    bytes_max: u64,
) -> io::Result<Box<dyn Read + Send>> {
    let Some(codec) = codec_for(compression, bytes_max)? else {
        return Err(io::ErrorKind::Unsupported.into());
    };
    let window = Window::new(file, frame.file_offset, u64::MAX);
    let base = frame.file_offset;
    Ok(Box::new(Decoder::at(Stage::Between, window, codec, Follow::Members, base)))
}
