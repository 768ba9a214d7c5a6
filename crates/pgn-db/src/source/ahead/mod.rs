//! Decompresses ahead of the reader, in separate threads.
//!
//! ```text
//! input ─ parcels of whole frames ─┬─ unpacker ─┬─ blocks in order ─ reader
//!        (one unpacker at a time)  └─ unpacker ─┘
//! ```
//!
//! Input that cannot be split into frames, as with most compressions and very large frames, is
//! decompressed by one thread while the others wait; the reader gets the same bytes and the same
//! errors in any case.
//!
//! Start at [`Ahead`].

use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::thread;

mod parcel;

#[cfg(test)]
mod tests;

use super::codec::{Codec, codec_for};
use super::decoder::{Decoder, DecoderStage, Follow};
use super::frame::{Frame, Frames};
use super::queue::{BLOCK_BYTES, Block, Queue, QueueGuard, QueueReader};
use crate::compression::Compression;
use crate::damage::Damage;
use parcel::{Bounds, Parcel, ParcelTail, Parcels};

pub(super) use parcel::{BlockHead, FRAME, FrameHead, HEAD_BYTES_MAX};

/// How much text of later parcels may wait: half a frame of 32 MiB, so that two threads that
/// unpack such frames are both always busy.
const AHEAD_BYTES_MAX: usize = 18 << 20;

/// The window up to which an unpacker is kept for the next frame; a larger one is given back.
const WINDOW_KEPT_BYTES: usize = 8 << 20;

/// The length up to which the bytes of a parcel are used again for the next one.
const BYTES_KEPT_MAX: usize = 8 << 20;

/// Memory that a thread reuses.
#[derive(Default)]
struct ThreadBuffers {
    codec: Option<Box<dyn Codec>>,
    bytes: Vec<u8>,
}

/// Reads what threads unpack. Dropping it ends them, at their next block.
///
/// Memory: see [`Queue`].
pub(crate) struct Ahead {
    /// Frames that begin in a block are reported with it; their text offsets are those within it.
    text: QueueReader<Frame>,
    text_offset: u64,
    frames: Frames,
}

/// The state shared by the decompressing threads.
struct UnpackState<R> {
    /// The input and the number of its next parcel.
    parcels: Mutex<(Parcels<R>, u64)>,
    compression: Compression,
    bytes_max: u64,
    queue: Arc<Queue<Frame>>,
}

impl Ahead {
    /// Decompresses `input`, consecutive members as in a single file, each with at most this much
    /// memory.
    ///
    /// # Errors
    /// When no thread can be started.
    pub(crate) fn new<R: Read + Send + 'static>(
        input: R,
        (compression, bytes_max): (Compression, u64),
        thread_count: NonZeroUsize,
    ) -> io::Result<Ahead> {
        Ahead::with_bounds(input, (compression, bytes_max), thread_count, Bounds::default())
    }

    fn with_bounds<R: Read + Send + 'static>(
        input: R,
        (compression, bytes_max): (Compression, u64),
        thread_count: NonZeroUsize,
        bounds: Bounds,
    ) -> io::Result<Ahead> {
        let queue = Arc::new(Queue::new(AHEAD_BYTES_MAX));
        let parcels = Mutex::new((Parcels::new(input, compression, bounds), 0));
        let shared =
            Arc::new(UnpackState { parcels, compression, bytes_max, queue: Arc::clone(&queue) });
        let thread_count = match compression {
            Compression::Zstd => thread_count.get(),
            _ => 1,
        };
        for started_count in 0..thread_count {
            let shared = Arc::clone(&shared);
            let unpack = move || shared.unpack_all();
            match thread::Builder::new().name("unpack".to_owned()).spawn(unpack) {
                Ok(_) => {}
                // Fewer threads do it as well.
                Err(_) if started_count > 0 => break,
                Err(error) => return Err(error),
            }
        }
        let text = QueueReader::new(queue);
        Ok(Ahead { text, text_offset: 0, frames: Frames::default() })
    }

    /// The same, telling of the frames that it meets.
    pub(crate) fn telling(mut self, frames: Frames) -> Ahead {
        self.frames = frames;
        self
    }

    /// The error of a parcel, which counts from its own start, as one of the whole text.
    fn placed(&self, error: io::Error) -> io::Error {
        let Some(damage) = Damage::of(&error) else { return error };
        Damage { text_offset: self.text_offset, ..damage.clone() }.into()
    }
}

impl Read for Ahead {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let (start, frames) = (self.text_offset, &mut self.frames);
        let tell = |frame: Frame| {
            frames.push(Frame { text_offset: start + frame.text_offset, ..frame });
        };
        let n = self.text.read(output, tell).map_err(|error| self.placed(error))?;
        self.text_offset += n as u64;
        Ok(n)
    }
}

impl<R: Read> UnpackState<R> {
    fn unpack_all(&self) {
        let closes = QueueGuard(&self.queue);
        let mut kept = ThreadBuffers::default();
        while self.unpack_next(&mut kept).is_some() {}
        // Only a thread that fails closes the queue for the others.
        std::mem::forget(closes);
    }

    /// Takes the next parcel and decompresses it; `None` if there is none, or the reader is gone.
    fn unpack_next(&self, kept: &mut ThreadBuffers) -> Option<()> {
        let mut cutting = self.parcels.lock().ok()?;
        self.queue.wait_for_room()?;
        let (parcels, number) = &mut *cutting;
        let Some(parcel) = parcels.next_parcel(std::mem::take(&mut kept.bytes)) else {
            self.queue.set_over(*number);
            return None;
        };
        let (this, cost) = (*number, parcel.bytes.len() + parcel.window_bytes);
        *number += 1;
        self.queue.begin(this, cost);
        let Parcel { bytes, start, window_bytes, tail, stage } = parcel;
        let codec = match kept.codec.take() {
            Some(codec) => Ok(codec),
            None => self.new_codec(),
        };
        let codec = codec.and_then(|mut codec| codec.restart().map(|()| codec));
        let follow = Follow::Members;
        let (end, unpacked) = match (codec, tail) {
            (Err(error), _) => (Err(error), None),
            (Ok(codec), ParcelTail::Rest) => {
                // The input stays with this thread to its end.
                let input = bytes.as_slice().chain(parcels.rest());
                self.unpack(this, Decoder::at(stage, input, codec, follow, start))
            }
            (Ok(codec), ParcelTail::End) => {
                drop(cutting);
                self.unpack(this, Decoder::over(stage, bytes, codec, follow, start))
            }
            (Ok(codec), ParcelTail::Error(error)) => {
                drop(cutting);
                let input = bytes.as_slice().chain(Failing(Some(error)));
                self.unpack(this, Decoder::at(stage, input, codec, follow, start))
            }
        };
        let ThreadBuffers { codec, bytes } = unpacked.unwrap_or_default();
        kept.codec = codec.filter(|_| window_bytes <= WINDOW_KEPT_BYTES);
        kept.bytes = if bytes.capacity() <= BYTES_KEPT_MAX { bytes } else { Vec::new() };
        self.queue.end(this, cost, end)
    }

    fn new_codec(&self) -> io::Result<Box<dyn Codec>> {
        let codec = codec_for(self.compression, self.bytes_max)?;
        codec.ok_or_else(|| io::Error::from(io::ErrorKind::Unsupported))
    }

    /// Unpacks a parcel to its end, block by block.
    fn unpack(
        &self,
        number: u64,
        mut decoder: Decoder<impl Read>,
    ) -> (io::Result<()>, Option<ThreadBuffers>) {
        let mut block = Block::default();
        let end = loop {
            if block.bytes.is_empty() {
                block = self.queue.spare();
            }
            let read = decoder.read(&mut block.bytes[block.len..]);
            for frame in decoder.take_frames() {
                block.notes.push(Frame { text_offset: block.len as u64, ..frame });
            }
            match read {
                Ok(0) => break Ok(()),
                Ok(n) => block.len += n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
            if block.len == BLOCK_BYTES && self.queue.push(number, &mut block).is_none() {
                return (Ok(()), None);
            }
        };
        if block.len > 0 && self.queue.push(number, &mut block).is_none() {
            return (Ok(()), None);
        }
        let (codec, bytes) = decoder.into_parts();
        (end, Some(ThreadBuffers { codec: Some(codec), bytes }))
    }
}

/// The trouble that ended the input, once; then its end.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Where a parcel's decoder begins.
pub(super) const fn stage_of(is_first: bool) -> DecoderStage {
    if is_first { DecoderStage::First } else { DecoderStage::Between }
}
