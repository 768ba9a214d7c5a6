//! The unpackers, each one step at a time: bytes in, bytes out, and how it went.
//!
//! The libraries' own readers drop what they unpacked in the very call that meets the damage, and
//! some take the end of a cut file for the end of the data. Stepping keeps both apart.

use std::io::{self, Read as _};

use flate2::FlushDecompress;
use liblzma::stream as xz;
use zstd::stream::raw::{DParameter, InBuffer, Operation, OutBuffer};

use crate::compression::Compression;
use crate::damage::Reason;

/// The default memory for unpacking, in bytes: the largest window that
/// `zstd` unpacks unasked, and twice what `xz -9` needs. A file made to harm can ask for 4 GiB.
pub const UNPACK_BYTES_MAX: u64 = 128 << 20;

/// The memory of xz besides its dictionary, in bytes, so that the same dictionaries and windows are
/// accepted.
const XZ_EXTRA_BYTES: u64 = 1 << 20;

/// The windows that zstd can be allowed, as powers of two.
const ZSTD_WINDOW_LOG_MIN: u32 = 10;
const ZSTD_WINDOW_LOG_MAX: u32 = if cfg!(target_pointer_width = "64") { 31 } else { 27 };

/// The error of zstd for a window that is larger than allowed.
const ZSTD_WINDOW_TOO_LARGE: &str = "Frame requires too much memory for decoding";

/// The result of one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) consumed: usize,
    pub(crate) produced: usize,
    /// How it is now.
    pub(crate) state: State,
}

impl Step {
    /// From the bytes in and out before and after it; a step never moves more than a buffer.
    fn of_totals(before: (u64, u64), after: (u64, u64), state: State) -> Step {
        let moved = |before, after: u64| {
            usize::try_from(after.saturating_sub(before)).unwrap_or(usize::MAX)
        };
        Step { consumed: moved(before.0, after.0), produced: moved(before.1, after.1), state }
    }
}

/// Where an unpacker is after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Inside,
    /// A member, frame or stream has ended, its check sum is right.
    Ended,
    /// The input is invalid.
    Failed(Reason),
}

/// The longest piece that a codec needs at once: a block of zstd, its header, and that of the next
/// one.
pub(crate) const PIECE_BYTES_MAX: usize = (128 << 10) + 32;

/// An unpacker of one compression.
pub(crate) trait Codec: Send {
    /// Which one, for messages and for the first bytes of members.
    fn compression(&self) -> Compression;

    fn restart(&mut self) -> io::Result<()>;

    /// The length of the next piece of input, if the format contains it; at most
    /// [`PIECE_BYTES_MAX`]. Given just that, the place of damage does not depend on buffers.
    fn wanted(&self) -> Option<usize> {
        None
    }

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step;
}

/// The content of an `.xz` file that is in memory.
///
/// # Errors
///
/// If the data are damaged.
pub fn unpack_xz(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    liblzma::read::XzDecoder::new(packed).read_to_end(&mut content)?;
    Ok(content)
}

/// The unpacker for `compression`, which may take so much memory; `None` for zip, which is an
/// archive and not a stream. Gzip and bzip2 take little whatever the file.
pub(crate) fn codec_for(
    compression: Compression,
    bytes_max: u64,
) -> io::Result<Option<Box<dyn Codec>>> {
    Ok(Some(match compression {
        Compression::Gzip => Box::new(Deflate::gzip()),
        Compression::Zstd => Box::new(Zstd::new(bytes_max)?),
        Compression::Bzip2 => Box::new(Bzip2::new()),
        Compression::Xz => Box::new(Xz::new(bytes_max)?),
        Compression::Zip => return Ok(None),
    }))
}

/// Deflate, with the header and trailer of gzip or, inside a zip archive, without.
pub(crate) struct Deflate {
    inner: flate2::Decompress,
    compression: Compression,
}

/// The window of deflate, as a power of two; every file is readable with the largest.
const DEFLATE_WINDOW_LOG: u8 = 15;

impl Deflate {
    fn gzip() -> Deflate {
        let inner = flate2::Decompress::new_gzip(DEFLATE_WINDOW_LOG);
        Deflate { inner, compression: Compression::Gzip }
    }

    /// As in a member of a zip archive.
    pub(crate) fn raw() -> Deflate {
        Deflate { inner: flate2::Decompress::new(false), compression: Compression::Zip }
    }
}

impl Codec for Deflate {
    fn compression(&self) -> Compression {
        self.compression
    }

    fn restart(&mut self) -> io::Result<()> {
        *self = match self.compression {
            Compression::Zip => Deflate::raw(),
            _ => Deflate::gzip(),
        };
        Ok(())
    }

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let before = (self.inner.total_in(), self.inner.total_out());
        let state = match self.inner.decompress(input, output, FlushDecompress::None) {
            Ok(flate2::Status::StreamEnd) => State::Ended,
            Ok(flate2::Status::Ok | flate2::Status::BufError) => State::Inside,
            Err(error) => State::Failed(match error.message() {
                Some("incorrect data check" | "incorrect length check") => Reason::Checksum,
                _ => Reason::Corrupt,
            }),
        };
        Step::of_totals(before, (self.inner.total_in(), self.inner.total_out()), state)
    }
}

struct Zstd {
    inner: zstd::stream::raw::Decoder<'static>,
    wanted: usize,
    bytes_max: u64,
}

/// The bytes that determine the length of a frame header.
const ZSTD_START_BYTES: usize = 5;

impl Zstd {
    fn new(bytes_max: u64) -> io::Result<Zstd> {
        let mut inner = zstd::stream::raw::Decoder::new()?;
        let log = bytes_max.max(1).ilog2().clamp(ZSTD_WINDOW_LOG_MIN, ZSTD_WINDOW_LOG_MAX);
        inner.set_parameter(DParameter::WindowLogMax(log))?;
        Ok(Zstd { inner, wanted: ZSTD_START_BYTES, bytes_max })
    }
}

impl Codec for Zstd {
    fn compression(&self) -> Compression {
        Compression::Zstd
    }

    fn restart(&mut self) -> io::Result<()> {
        self.wanted = ZSTD_START_BYTES;
        self.inner.reinit()
    }

    fn wanted(&self) -> Option<usize> {
        Some(self.wanted)
    }

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let mut input = InBuffer::around(input);
        let mut output = OutBuffer::around(output);
        let state = match self.inner.run(&mut input, &mut output) {
            Ok(0) => State::Ended,
            Ok(wanted) => {
                self.wanted = wanted.clamp(1, PIECE_BYTES_MAX);
                State::Inside
            }
            Err(error) if error.to_string() == ZSTD_WINDOW_TOO_LARGE => {
                State::Failed(Reason::Memory { bytes_max: self.bytes_max })
            }
            Err(_) => State::Failed(Reason::Corrupt),
        };
        Step { consumed: input.pos(), produced: output.pos(), state }
    }
}

struct Bzip2(bzip2::Decompress);

impl Bzip2 {
    fn new() -> Bzip2 {
        Bzip2(bzip2::Decompress::new(false))
    }
}

impl Codec for Bzip2 {
    fn compression(&self) -> Compression {
        Compression::Bzip2
    }

    fn restart(&mut self) -> io::Result<()> {
        *self = Bzip2::new();
        Ok(())
    }

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let before = (self.0.total_in(), self.0.total_out());
        let state = match self.0.decompress(input, output) {
            Ok(bzip2::Status::StreamEnd) => State::Ended,
            Ok(_) => State::Inside,
            Err(_) => State::Failed(Reason::Corrupt),
        };
        Step::of_totals(before, (self.0.total_in(), self.0.total_out()), state)
    }
}

struct Xz {
    inner: xz::Stream,
    bytes_max: u64,
}

impl Xz {
    fn new(bytes_max: u64) -> io::Result<Xz> {
        let all_bytes = bytes_max.saturating_add(XZ_EXTRA_BYTES);
        Ok(Xz { inner: xz::Stream::new_stream_decoder(all_bytes, 0)?, bytes_max })
    }
}

impl Codec for Xz {
    fn compression(&self) -> Compression {
        Compression::Xz
    }

    fn restart(&mut self) -> io::Result<()> {
        *self = Xz::new(self.bytes_max)?;
        Ok(())
    }

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let before = (self.inner.total_in(), self.inner.total_out());
        let state = match self.inner.process(input, output, xz::Action::Run) {
            Ok(xz::Status::StreamEnd) => State::Ended,
            // Here, `MemNeeded` means that neither input nor output could advance.
            Ok(_) => State::Inside,
            Err(xz::Error::MemLimit | xz::Error::Mem) => {
                State::Failed(Reason::Memory { bytes_max: self.bytes_max })
            }
            Err(_) => State::Failed(Reason::Corrupt),
        };
        Step::of_totals(before, (self.inner.total_in(), self.inner.total_out()), state)
    }
}
