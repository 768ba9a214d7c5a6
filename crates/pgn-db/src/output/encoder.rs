//! Compression of output.

use std::io::{self, Write};

use crate::compression::Compression;

/// The settings are the defaults of the ordinary programs. No time and no name is stored: the same
/// games give the same bytes.
const ZSTD_LEVEL: i32 = 3;
const XZ_LEVEL: u32 = 6;

/// Writes to `W`, compressed or not.
pub enum Encoder<W: Write> {
    /// As it is.
    Plain(W),
    /// `.gz`.
    Gzip(flate2::write::GzEncoder<W>),
    /// `.zst`, with a check sum.
    Zstd(Box<zstd::stream::write::Encoder<'static, W>>),
    /// `.bz2`.
    Bzip2(bzip2::write::BzEncoder<W>),
    /// `.xz`.
    Xz(liblzma::write::XzEncoder<W>),
}

impl<W: Write> Encoder<W> {
    /// Compresses the bytes written to `sink`. `None` writes them unchanged.
    ///
    /// # Errors
    ///
    /// `Unsupported` for [`Compression::Zip`], which needs names of members; else only if memory
    /// runs out.
    pub fn new(sink: W, compression: Option<Compression>) -> io::Result<Encoder<W>> {
        Ok(match compression {
            None => Encoder::Plain(sink),
            Some(Compression::Gzip) => {
                Encoder::Gzip(flate2::write::GzEncoder::new(sink, flate2::Compression::default()))
            }
            Some(Compression::Zstd) => {
                let mut encoder = zstd::stream::write::Encoder::new(sink, ZSTD_LEVEL)?;
                encoder.include_checksum(true)?;
                Encoder::Zstd(Box::new(encoder))
            }
            Some(Compression::Bzip2) => {
                Encoder::Bzip2(bzip2::write::BzEncoder::new(sink, bzip2::Compression::best()))
            }
            Some(Compression::Xz) => Encoder::Xz(liblzma::write::XzEncoder::new(sink, XZ_LEVEL)),
            Some(Compression::Zip) => return Err(io::Error::from(io::ErrorKind::Unsupported)),
        })
    }

    /// Writes the remaining output of the compression, and returns the sink.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Encoder::Plain(sink) => Ok(sink),
            Encoder::Gzip(encoder) => encoder.finish(),
            Encoder::Zstd(encoder) => encoder.finish(),
            Encoder::Bzip2(encoder) => encoder.finish(),
            Encoder::Xz(encoder) => encoder.finish(),
        }
    }

    fn as_write(&mut self) -> &mut dyn Write {
        match self {
            Encoder::Plain(sink) => sink,
            Encoder::Gzip(encoder) => encoder,
            Encoder::Zstd(encoder) => encoder,
            Encoder::Bzip2(encoder) => encoder,
            Encoder::Xz(encoder) => encoder,
        }
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.as_write().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.as_write().flush()
    }
}
