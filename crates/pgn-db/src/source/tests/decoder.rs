//! Unpacking: all members, every byte before the damage, never a wrong text without an error.

use std::io::{self, Write as _};

use super::super::codec::{UNPACK_BYTES_MAX, codec_for};
use super::super::decoder::{Decoder, Follow};
use super::super::{Damage, Reason};
use super::{Compression, Drip, STREAMS, pack, read_all, text_of};

fn unpack(compression: Compression, packed: &[u8], chunk: usize) -> (Vec<u8>, io::Result<()>) {
    let codec = codec_for(compression, UNPACK_BYTES_MAX).unwrap().unwrap();
    read_all(Decoder::new(packed, codec, Follow::Members, 0), chunk)
}

fn damage(end: io::Result<()>) -> Damage {
    let error = end.expect_err("damage goes unnoticed");
    Damage::of(&error).unwrap_or_else(|| panic!("not damage: {error}")).clone()
}

#[test]
fn members_that_follow_each_other_are_one_text() {
    for compression in STREAMS {
        let parts = [&b"first "[..], b"", b"second ", &text_of(70_000)];
        let packed: Vec<u8> = parts.iter().flat_map(|part| pack(compression, part)).collect();
        let (text, end) = unpack(compression, &packed, 1 << 16);
        assert_eq!(text, parts.concat(), "{compression}");
        assert!(end.is_ok(), "{compression}");
    }
}

#[test]
fn padding_between_and_after_members_is_passed_over() {
    for compression in STREAMS {
        let mut packed = pack(compression, b"one ");
        packed.extend([0; 8]);
        packed.extend(pack(compression, b"two"));
        packed.extend([0; 70_000]);
        let (text, end) = unpack(compression, &packed, 100);
        assert_eq!((text.as_slice(), end.is_ok()), (&b"one two"[..], true), "{compression}");
    }
}

#[test]
fn skippable_frames_are_passed_over() {
    let skippable = |n: u8| [&[0x50 + n, 0x2A, 0x4D, 0x18, 5, 0, 0, 0][..], b"hello"].concat();
    let frames = [
        skippable(0),
        pack(Compression::Zstd, b"one "),
        skippable(15),
        skippable(3),
        pack(Compression::Zstd, b"two"),
        skippable(1),
    ];
    let (text, end) = unpack(Compression::Zstd, &frames.concat(), 100);
    assert_eq!((text.as_slice(), end.is_ok()), (&b"one two"[..], true));
}

#[test]
fn the_size_of_the_chunks_changes_nothing() {
    for compression in STREAMS {
        let text = text_of(5_000);
        let packed = [pack(compression, &text), pack(compression, &text)].concat();
        for chunk in [1, 7, 1 << 20] {
            let codec = codec_for(compression, UNPACK_BYTES_MAX).unwrap().unwrap();
            let decoder = Decoder::new(Drip(packed.as_slice()), codec, Follow::Members, 0);
            let (found, end) = read_all(decoder, chunk);
            assert!(found == [&text[..], &text].concat() && end.is_ok(), "{compression} {chunk}");
        }
    }
}

#[test]
fn a_file_cut_anywhere_gives_its_beginning_and_then_an_error() {
    let text = text_of(2_000);
    for compression in STREAMS {
        let first = pack(compression, &text);
        let packed = [first.clone(), pack(compression, b"second")].concat();
        for cut in 0..packed.len() {
            let (found, end) = unpack(compression, &packed[..cut], 1 << 16);
            if cut == first.len() {
                assert!(end.is_ok() && found == text, "{compression} {cut}");
                continue;
            }
            let damage = damage(end);
            // The first bytes of a second member may be too few to recognize it.
            let expected = damage.reason == Reason::Truncated
                || damage.reason == Reason::Trailing && cut > first.len();
            assert!(expected, "{compression} {cut}: {damage}");
            assert!(damage.compressed_offset <= cut as u64, "{compression} {cut}: {damage}");
            assert_eq!(damage.text_offset, found.len() as u64);
            assert!([&text[..], b"second"].concat().starts_with(&found), "{compression} {cut}");
            assert!(cut < first.len() || found.starts_with(&text), "{compression} {cut}");
        }
    }
}

#[test]
fn the_blocks_before_the_cut_are_delivered() {
    // Less than one block of the compression may be missing: 900 kB for bzip2, 128 KiB for zstd.
    let text = text_of(1_200_000);
    for (compression, block) in [
        (Compression::Gzip, 200_000),
        (Compression::Zstd, 300_000),
        (Compression::Bzip2, 1_000_000),
    ] {
        let packed = pack(compression, &text);
        let cut = packed.len() * 3 / 4;
        let (found, end) = unpack(compression, &packed[..cut], 1 << 16);
        assert_eq!(damage(end).compressed_offset, cut as u64);
        assert!(found.len() + block > text.len() * 3 / 4, "{compression}: {}", found.len());
        assert!(text.starts_with(&found));
    }
}

#[test]
fn a_changed_byte_never_gives_another_text_without_an_error() {
    let text = text_of(600);
    for compression in STREAMS {
        let packed = [pack(compression, &text), pack(compression, b"second")].concat();
        for i in 0..packed.len() {
            for change in [0x01, 0x80, 0xFF] {
                let mut changed = packed.clone();
                changed[i] ^= change;
                let (found, end) = unpack(compression, &changed, 1 << 16);
                let same = found == [&text[..], b"second"].concat();
                assert!(end.is_err() || same, "{compression}: byte {i} ^ {change:#x}");
            }
        }
    }
}

#[test]
fn a_wrong_check_sum_is_told_after_the_whole_text() {
    let mut packed = pack(Compression::Gzip, b"text");
    let sum = packed.len() - 8;
    packed[sum] ^= 1;
    let (text, end) = unpack(Compression::Gzip, &packed, 100);
    let damage = damage(end);
    assert_eq!((text.as_slice(), damage.reason), (&b"text"[..], Reason::Checksum));
    assert_eq!(
        damage.to_string(),
        format!(
            "the gzip data do not match their checksum at byte {}, after 4 bytes of text",
            sum + 4
        )
    );
}

#[test]
fn other_bytes_after_the_data_are_told_after_the_whole_text() {
    for compression in STREAMS {
        let mut packed = pack(compression, b"text");
        let end_of_data = packed.len() as u64;
        packed.extend(b"rubbish");
        let (text, end) = unpack(compression, &packed, 100);
        let damage = damage(end);
        assert_eq!(text, b"text");
        assert_eq!((damage.reason, damage.compressed_offset), (Reason::Trailing, end_of_data));
    }
}

#[test]
fn rubbish_ends_in_an_error_and_never_in_a_panic() {
    for compression in STREAMS {
        for seed in 0..60_usize {
            let mut packed = pack(compression, b"");
            packed.truncate(seed % 12);
            packed.extend(text_of(400 + seed).iter().skip(seed).map(|b| b.wrapping_mul(37)));
            assert!(unpack(compression, &packed, 64).1.is_err(), "{compression} {seed}");
        }
    }
}

#[test]
fn a_file_that_asks_for_too_much_memory_is_refused() {
    // The size of the dictionary is in the head of the block, under a check sum.
    let mut packed = pack(Compression::Xz, b"text");
    let property = 16;
    assert_eq!((packed[14], packed[15]), (0x21, 0x01), "the filter of the first block: LZMA2");
    packed[property] = 40;
    let sum = {
        let mut crc = flate2::Crc::new();
        crc.update(&packed[12..20]);
        crc.sum()
    };
    packed[20..24].copy_from_slice(&sum.to_le_bytes());
    let (text, end) = unpack(Compression::Xz, &packed, 100);
    assert_eq!(
        (text.len(), damage(end).reason),
        (0, Reason::Memory { bytes_max: UNPACK_BYTES_MAX })
    );
}

/// Text packed with a window, or dictionary, of this size.
fn pack_wide(compression: Compression, text: &[u8], window_log: u32) -> Vec<u8> {
    if compression == Compression::Zstd {
        let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
        encoder.window_log(window_log).unwrap();
        encoder.write_all(text).unwrap();
        return encoder.finish().unwrap();
    }
    let mut options = liblzma::stream::LzmaOptions::new_preset(0).unwrap();
    options.dict_size(1 << window_log);
    let mut filters = liblzma::stream::Filters::new();
    filters.lzma2(&options);
    let stream =
        liblzma::stream::Stream::new_stream_encoder(&filters, liblzma::stream::Check::Crc32);
    let mut encoder = liblzma::write::XzEncoder::new_stream(Vec::new(), stream.unwrap());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn the_budget_is_the_largest_window_that_is_unpacked() {
    for compression in [Compression::Zstd, Compression::Xz] {
        let text = text_of(5_000);
        for (window_log, bytes_max) in
            [(20, 1 << 20), (20, (1 << 20) - 1), (23, 1 << 20), (23, 1 << 30)]
        {
            let packed = pack_wide(compression, &text, window_log);
            let codec = codec_for(compression, bytes_max).unwrap().unwrap();
            let decoder = Decoder::new(&packed[..], codec, Follow::Members, 0);
            let (found, end) = read_all(decoder, 1 << 16);
            let fits =
                bytes_max >> window_log > 0 || (compression == Compression::Xz && window_log == 20);
            if fits {
                assert!(found == text && end.is_ok(), "{compression} {window_log} {bytes_max}");
            } else {
                let reason = Reason::Memory { bytes_max };
                assert_eq!((found.len(), damage(end).reason), (0, reason), "{compression}");
            }
        }
    }
}
