//! A reader that unpacks: all members of a stream, every byte before the damage, then the damage.

use std::io::{self, Read};

use super::codec::{Codec, PIECE_BYTES_MAX, State};
use super::frame::Frame;
use crate::compression::MAGIC_BYTES_MAX;
use crate::damage::{Damage, Reason};

/// How much of the compressed data is fetched at once.
const BUFFER_BYTES: usize = 256 << 10;
const _: () = assert!(BUFFER_BYTES >= MAGIC_BYTES_MAX && BUFFER_BYTES >= PIECE_BYTES_MAX);

/// Unpacks what `R` delivers.
///
/// Members (frames, streams) that follow each other are one text. Zero bytes between and after them
/// are padding. Other bytes after the last one are an error, which comes when all text is
/// delivered.
pub(crate) struct Decoder<R> {
    input: Input<R>,
    codec: Box<dyn Codec>,
    stage: DecoderStage,
    follow: Follow,
    text_offset: u64,
    /// Members that were begun and not yet reported.
    frames: Vec<Frame>,
}

/// Whether another member may follow the first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Follow {
    /// As in a file of its own.
    Members,
    /// As within a zip archive, which records the end of the data.
    Nothing,
}

pub(crate) enum DecoderStage {
    /// Before the first member, which may be without its mark.
    First,
    Inside,
    /// After a member, or after the padding after it.
    Between,
    Done,
    /// At a place that cannot be read past.
    Failed(Damage),
}

impl<R: Read> Decoder<R> {
    /// Unpacks `input` with `codec`. `base` is where the input begins in the file, for the offsets.
    pub(crate) fn new(input: R, codec: Box<dyn Codec>, follow: Follow, base: u64) -> Decoder<R> {
        Decoder::at(DecoderStage::First, input, codec, follow, base)
    }

    /// The same, where `input` begins at another stage.
    pub(crate) fn at(
        stage: DecoderStage,
        input: R,
        codec: Box<dyn Codec>,
        follow: Follow,
        base: u64,
    ) -> Decoder<R> {
        Decoder::of(stage, Input::new(input, base), codec, follow)
    }

    fn of(
        stage: DecoderStage,
        input: Input<R>,
        codec: Box<dyn Codec>,
        follow: Follow,
    ) -> Decoder<R> {
        Decoder { input, codec, stage, follow, text_offset: 0, frames: Vec::new() }
    }

    /// Gives the codec and the buffer back, to be used again.
    pub(crate) fn into_parts(self) -> (Box<dyn Codec>, Vec<u8>) {
        (self.codec, self.input.buffer)
    }

    /// The members that were begun since the last call.
    pub(super) fn take_frames(&mut self) -> impl Iterator<Item = Frame> + '_ {
        self.frames.drain(..)
    }

    /// A member begins here.
    fn begin_frame(&mut self) {
        let frame = Frame { file_offset: self.input.offset, text_offset: self.text_offset };
        self.frames.push(frame);
    }

    fn fail(&mut self, reason: Reason) {
        self.stage = DecoderStage::Failed(Damage {
            compression: self.codec.compression(),
            compressed_offset: self.input.offset,
            text_offset: self.text_offset,
            reason,
        });
    }

    /// One step inside a member; how many bytes of text it gave.
    fn unpack(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let wanted = self.codec.wanted();
        let input = self.input.at_least(wanted.unwrap_or(1))?;
        let at_end = input.is_empty();
        let piece = &input[..wanted.unwrap_or(input.len()).min(input.len())];
        let step = self.codec.step(piece, output);
        self.input.consume(step.consumed);
        self.text_offset += step.produced as u64;
        let stuck = step.consumed == 0 && step.produced == 0;
        match step.state {
            State::Ended => self.stage = DecoderStage::Between,
            State::Failed(reason) => self.fail(reason),
            State::Inside if stuck && at_end => self.fail(Reason::Truncated),
            State::Inside if stuck => self.fail(Reason::Corrupt),
            State::Inside => {}
        }
        Ok(step.produced)
    }

    /// After a member: is there another one?
    fn go_on(&mut self) -> io::Result<()> {
        if self.follow == Follow::Nothing {
            self.stage = DecoderStage::Done;
            return Ok(());
        }
        self.input.skip_zeros()?;
        let compression = self.codec.compression();
        let head = self.input.at_least(MAGIC_BYTES_MAX)?;
        if compression.begins(head) {
            self.codec.restart()?;
            self.begin_frame();
            self.stage = DecoderStage::Inside;
        } else if head.is_empty() {
            self.stage = DecoderStage::Done;
        } else {
            self.fail(Reason::Trailing);
        }
        Ok(())
    }
}

impl Decoder<io::Empty> {
    /// Unpacks `bytes`, which are all of the input.
    pub(crate) fn over(
        stage: DecoderStage,
        bytes: Vec<u8>,
        codec: Box<dyn Codec>,
        follow: Follow,
        base: u64,
    ) -> Decoder<io::Empty> {
        Decoder::of(stage, Input::over(bytes, base), codec, follow)
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if output.is_empty() {
            return Ok(0);
        }
        loop {
            match &self.stage {
                DecoderStage::First => {
                    self.begin_frame();
                    self.stage = DecoderStage::Inside;
                }
                DecoderStage::Inside => {
                    let produced = self.unpack(output)?;
                    if produced > 0 {
                        return Ok(produced);
                    }
                }
                DecoderStage::Between => self.go_on()?,
                DecoderStage::Done => return Ok(0),
                DecoderStage::Failed(damage) => return Err(damage.clone().into()),
            }
        }
    }
}

/// A buffer that can return a given number of bytes at once.
pub(crate) struct Input<R> {
    from: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Bytes consumed, counted from the start of the file.
    offset: u64,
}

impl Input<io::Empty> {
    /// An input that is completely in memory.
    fn over(bytes: Vec<u8>, base: u64) -> Input<io::Empty> {
        let end = bytes.len();
        Input { from: io::empty(), buffer: bytes, start: 0, end, offset: base }
    }
}

impl<R: Read> Input<R> {
    /// `base` is where the input begins in the file.
    pub(crate) fn new(from: R, base: u64) -> Input<R> {
        Input { from, buffer: vec![0; BUFFER_BYTES], start: 0, end: 0, offset: base }
    }

    /// The contents of the buffer: at least `wanted` bytes, fewer only at the end of the input.
    pub(crate) fn at_least(&mut self, wanted: usize) -> io::Result<&[u8]> {
        if self.end - self.start < wanted && self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        while self.end - self.start < wanted {
            match self.from.read(&mut self.buffer[self.end..]) {
                Ok(0) => break,
                Ok(n) => self.end += n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(&self.buffer[self.start..self.end])
    }

    pub(crate) fn consume(&mut self, n: usize) {
        self.start = (self.start + n).min(self.end);
        self.offset += n as u64;
    }

    /// Bytes consumed, counted from the start of the file.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    fn skip_zeros(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.at_least(1)?;
            let all = bytes.len();
            let zeros = bytes.iter().take_while(|&&b| b == 0).count();
            self.consume(zeros);
            if zeros < all || all == 0 {
                return Ok(());
            }
        }
    }
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let bytes = self.at_least(1)?;
        let n = bytes.len().min(output.len());
        output[..n].copy_from_slice(&bytes[..n]);
        self.consume(n);
        Ok(n)
    }
}
