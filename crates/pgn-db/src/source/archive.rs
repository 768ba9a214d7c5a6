//! Zip archives: their members and places, also if their directory is lost.

use std::io::{self, Read};

use flate2::Crc;
use zip::read::{Config, ZipFileEntry};
use zip::unstable::read::ZipIterable;
use zip::{CompressionMethod, HasZipMetadata as _};

use super::codec::{Codec, Deflate, codec_for};
use super::decoder::{Decoder, Follow};
use super::salvage;
use super::window::{SharedFile, Window};
use crate::compression::Compression;
use crate::damage::{Damage, Reason};

/// A member of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) method: Method,
    pub(crate) encrypted: bool,
    /// Where its data begin in the archive.
    pub(crate) start: u64,
    /// How long they are; after salvage perhaps more than is meant.
    pub(crate) compressed_bytes: u64,
    pub(crate) expected: Option<Expected>,
}

/// The recorded size and checksum of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    pub(crate) crc: u32,
    pub(crate) text_bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Stored,
    Deflated,
    Packed(Compression),
    /// In a way that is not read here; its name for the message.
    Foreign(&'static str),
}

/// The contents of an archive.
#[derive(Debug)]
pub(crate) struct Listing {
    /// The members in the order of the directory. A member whose own header is broken is an error.
    pub(crate) members: Vec<io::Result<Member>>,
    /// Set when the directory could not be read, and the members were found by their own heads.
    pub(crate) damage: Option<Damage>,
}

/// The members of the archive in `file`, which is `len` bytes long.
pub(crate) fn list(file: &SharedFile, len: u64) -> Listing {
    if let Some(members) = directory(file, len) {
        return Listing { members, damage: None };
    }
    let members = salvage::members(file, len);
    let damage = Damage {
        compression: Compression::Zip,
        compressed_offset: len,
        text_offset: 0,
        reason: Reason::Truncated,
    };
    Listing { members: members.into_iter().map(Ok).collect(), damage: Some(damage) }
}

/// The members that the directory lists, entry for entry: several may have one name. `None` when it
/// cannot be read to its end.
fn directory(file: &SharedFile, len: u64) -> Option<Vec<io::Result<Member>>> {
    let window = Window::new(file.clone(), 0, len);
    let mut archive = ZipIterable::try_new(window, Config::default()).ok()?;
    let mut members = Vec::new();
    for entry in archive.files().ok()? {
        let entry = entry.ok()?;
        if !entry.is_dir() {
            members.push(member(&entry, Window::new(file.clone(), 0, len)));
        }
    }
    Some(members)
}

/// The member of an entry; in the archive a head of its own is before its data.
fn member(entry: &ZipFileEntry<'_>, mut archive: Window) -> io::Result<Member> {
    let name = match entry.name() {
        Ok(name) => name.into_owned(),
        Err(_) => String::from_utf8_lossy(entry.name_raw()).into_owned(),
    };
    Ok(Member {
        name,
        method: Method::of(entry.compression()),
        encrypted: entry.encrypted(),
        start: entry.get_metadata().data_start(&mut archive)?,
        compressed_bytes: entry.compressed_size(),
        expected: Some(Expected { crc: entry.crc32(), text_bytes: entry.size() }),
    })
}

impl Method {
    fn of(method: CompressionMethod) -> Method {
        const PACKED: [(CompressionMethod, Compression); 3] = [
            (CompressionMethod::BZIP2, Compression::Bzip2),
            (CompressionMethod::ZSTD, Compression::Zstd),
            (CompressionMethod::XZ, Compression::Xz),
        ];
        match method {
            CompressionMethod::STORE => Method::Stored,
            CompressionMethod::DEFLATE => Method::Deflated,
            other => match PACKED.into_iter().find(|(known, _)| *known == other) {
                Some((_, compression)) => Method::Packed(compression),
                None if other == CompressionMethod::DEFLATE64 => Method::Foreign("Deflate64"),
                None if other == CompressionMethod::LZMA => Method::Foreign("LZMA"),
                None => Method::Foreign("an unusual method"),
            },
        }
    }

    /// The method with this number in a member's own head.
    pub(crate) fn of_number(number: u16) -> Method {
        match number {
            0 => Method::Stored,
            8 => Method::Deflated,
            12 => Method::Packed(Compression::Bzip2),
            93 => Method::Packed(Compression::Zstd),
            95 => Method::Packed(Compression::Xz),
            9 => Method::Foreign("Deflate64"),
            14 => Method::Foreign("LZMA"),
            _ => Method::Foreign("an unusual method"),
        }
    }
}

impl Member {
    /// The text of this member, from `packed`, which delivers its bytes in the archive, unpacked
    /// with so much memory at most. `None` when its method is not read here.
    pub(crate) fn unpack<R: Read + Send + 'static>(
        &self,
        packed: R,
        bytes_max: u64,
    ) -> io::Result<Option<Box<dyn Read + Send>>> {
        let (codec, follow): (Option<Box<dyn Codec>>, Follow) = match &self.method {
            Method::Stored => (None, Follow::Nothing),
            Method::Deflated => (Some(Box::new(Deflate::raw())), Follow::Nothing),
            Method::Packed(compression) => (codec_for(*compression, bytes_max)?, Follow::Members),
            Method::Foreign(_) => return Ok(None),
        };
        let start = self.start;
        let text: Box<dyn Read + Send> = match codec {
            Some(codec) => Box::new(Decoder::new(packed, codec, follow, start)),
            None => Box::new(packed),
        };
        Ok(Some(match self.expected {
            Some(expected) => {
                let end = start.saturating_add(self.compressed_bytes);
                Box::new(ChecksummedReader { text, expected, end, crc: Crc::new(), text_offset: 0 })
            }
            None => text,
        }))
    }
}

/// Compares the text of a member, at its end, with the data recorded in the archive.
struct ChecksummedReader<R> {
    text: R,
    expected: Expected,
    /// Where the member ends in the archive.
    end: u64,
    crc: Crc,
    text_offset: u64,
}

impl<R: Read> Read for ChecksummedReader<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let n = self.text.read(output)?;
        self.crc.update(&output[..n]);
        self.text_offset += n as u64;
        if n > 0 || output.is_empty() {
            return Ok(n);
        }
        let Expected { crc, text_bytes } = self.expected;
        let reason = if self.text_offset < text_bytes {
            Reason::Truncated
        } else if self.crc.sum() != crc || self.text_offset > text_bytes {
            Reason::Checksum
        } else {
            return Ok(0);
        };
        let (compressed_offset, text_offset) = (self.end, self.text_offset);
        let compression = Compression::Zip;
        Err(Damage { compression, compressed_offset, text_offset, reason }.into())
    }
}
