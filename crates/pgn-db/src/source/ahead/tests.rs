//! Unpacking ahead is unpacking: the same text, the same trouble at the same place.

use std::io::{self, Read};
use std::num::NonZeroUsize;

use super::super::codec::{UNPACK_BYTES_MAX, codec_for};
use super::super::decoder::{Decoder, Follow};
use super::super::tests::{Drip, STREAMS, pack, read_all, text_of};
use super::parcel::Bounds;
use super::{Ahead, Compression};

/// So small that every frame is a parcel, and some are too long for one.
const SMALL: Bounds = Bounds { full_bytes: 1, full_text_bytes: 1, frame_bytes_max: 1500 };

/// Reads from memory that it owns, and fails at the end on request.
struct Owned {
    bytes: Vec<u8>,
    at: usize,
    fails: bool,
}

impl Read for Owned {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let n = (&self.bytes[self.at..]).read(output)?;
        self.at += n;
        if n == 0 && self.fails {
            return Err(io::Error::other("the disk is on fire"));
        }
        Ok(n)
    }
}

fn owned(bytes: &[u8], fails: bool) -> Owned {
    Owned { bytes: bytes.to_vec(), at: 0, fails }
}

type Told = (Vec<u8>, Result<(), String>);

fn notes((text, end): (Vec<u8>, io::Result<()>)) -> Told {
    (text, end.map_err(|error| error.to_string()))
}

fn alone(compression: Compression, input: impl Read) -> Told {
    let codec = codec_for(compression, UNPACK_BYTES_MAX).unwrap().unwrap();
    notes(read_all(Decoder::new(input, codec, Follow::Members, 0), 1 << 16))
}

fn ahead(
    compression: Compression,
    input: impl Read + Send + 'static,
    thread_count: usize,
    bounds: Bounds,
) -> Told {
    let thread_count = NonZeroUsize::new(thread_count).unwrap();
    notes(read_all(
        Ahead::with_bounds(input, (compression, UNPACK_BYTES_MAX), thread_count, bounds).unwrap(),
        1 << 16,
    ))
}

/// Both ways give the same: which text, and whether it is whole.
fn agree(compression: Compression, packed: &[u8]) -> (Vec<u8>, bool) {
    let expected = alone(compression, packed);
    for (thread_count, bounds) in [(1, SMALL), (3, SMALL), (2, Bounds::default())] {
        let found = ahead(compression, owned(packed, false), thread_count, bounds);
        assert!(found.0 == expected.0, "{compression}, {thread_count} threads: another text");
        assert_eq!(found.1, expected.1, "{compression}, {thread_count} threads");
    }
    (expected.0, expected.1.is_ok())
}

/// Frames of all kinds: with and without check sum and size, small and large, stored, run-length,
/// skippable ones between.
fn frames() -> Vec<u8> {
    let text = text_of(3_000);
    let streamed = |text: &[u8], window_log: u32| {
        let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 3).unwrap();
        encoder.window_log(window_log).unwrap();
        io::Write::write_all(&mut encoder, text).unwrap();
        encoder.finish().unwrap()
    };
    let noise: Vec<u8> = (0..700u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    [
        pack(Compression::Zstd, &text),
        [&[0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0][..], b"size"].concat(),
        streamed(&text, 10),
        zstd::bulk::compress(&text[..300], 1).unwrap(),
        zstd::bulk::compress(&noise, 1).unwrap(),
        [&[0x5E, 0x2A, 0x4D, 0x18, 0, 0, 0, 0][..]].concat(),
        zstd::bulk::compress(&[b'a'; 200_000], 1).unwrap(),
        zstd::bulk::compress(b"", 1).unwrap(),
        streamed(&noise.repeat(4), 17),
    ]
    .concat()
}

#[test]
fn members_of_every_compression() {
    for compression in STREAMS {
        let parts = [&b"first "[..], b"", b"second ", &text_of(70_000)];
        let packed: Vec<u8> = parts.iter().flat_map(|part| pack(compression, part)).collect();
        assert!(agree(compression, &packed) == (parts.concat(), true), "{compression}");
        for behind in [&[0; 9][..], b"rubbish", b"", &[0, 0x28, 0xB5, 0x2F, 0xFD]] {
            agree(compression, &[&packed, behind].concat());
            agree(compression, &[&packed, behind, &packed].concat());
            agree(compression, behind);
        }
    }
}

#[test]
fn frames_cut_at_every_byte() {
    let packed = frames();
    let (text, is_whole) = agree(Compression::Zstd, &packed);
    assert!(text.len() > 200_000 && is_whole);
    for cut in 0..packed.len() {
        let (found, _) = agree(Compression::Zstd, &packed[..cut]);
        assert!(text.starts_with(&found), "{cut}");
    }
}

#[test]
fn frames_with_a_changed_byte() {
    let packed = frames();
    let step = if pgn_testing::is_thorough() { 1 } else { 5 };
    for at in (0..packed.len()).step_by(step) {
        let mut changed = packed.clone();
        changed[at] ^= [0x01, 0x80, 0xFF][at / step % 3];
        agree(Compression::Zstd, &changed);
    }
}

#[test]
fn input_byte_by_byte_and_trouble_at_its_end() {
    let packed = frames();
    let expected = alone(Compression::Zstd, packed.as_slice());
    assert_eq!(ahead(Compression::Zstd, Drip(owned(&packed, false)), 3, SMALL), expected);
    for cut in (0..packed.len()).step_by(7) {
        let head = &packed[..cut];
        let expected = alone(Compression::Zstd, owned(head, true));
        assert_eq!(expected.1, Err("the disk is on fire".to_owned()), "{cut}");
        assert_eq!(ahead(Compression::Zstd, owned(head, true), 3, SMALL), expected, "{cut}");
    }
}

#[test]
fn more_text_than_may_wait() {
    let text = text_of(3 << 20);
    let packed = zstd::bulk::compress(&text, 1).unwrap().repeat(12);
    let (found, end) = ahead(Compression::Zstd, owned(&packed, false), 4, Bounds::default());
    assert!(found == text.repeat(12) && end.is_ok());
}

#[test]
fn nobody_needs_to_read_to_the_end() {
    let packed = zstd::bulk::compress(&text_of(3 << 20), 1).unwrap().repeat(12);
    let two = NonZeroUsize::new(2).unwrap();
    let mut reader =
        Ahead::new(owned(&packed, false), (Compression::Zstd, UNPACK_BYTES_MAX), two).unwrap();
    let mut first = [0; 10];
    reader.read_exact(&mut first).unwrap();
    assert_eq!(first, text_of(10)[..]);
}
