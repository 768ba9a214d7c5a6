//! Detects compressions by content and by name.

use super::{Compression, STREAMS, pack};
use crate::compression::{Recognized, Wanted, is_game_file_name};

#[test]
fn what_is_written_is_recognized() {
    for compression in STREAMS {
        for text in [&b""[..], b"[Event \"?\"]\n"] {
            assert_eq!(Compression::of_content(&pack(compression, text)), Some(compression));
        }
    }
    assert_eq!(Compression::of_content(b"PK\x03\x04rest"), Some(Compression::Zip));
    assert_eq!(Compression::of_content(b"[Event \"?\"]"), None);
    assert_eq!(Compression::of_content(b"BZh9 is no tag pair"), None);
    assert_eq!(Compression::of_content(b""), None);
}

#[test]
fn content_goes_before_the_name() {
    let check = |head: &[u8], name, expected| {
        assert_eq!(Compression::recognize(head, name), expected, "{name}");
    };
    check(b"[Event \"?\"]\n", "a.pgn.gz", Recognized::Plain);
    check(&pack(Compression::Zstd, b"x"), "a.pgn.gz", Recognized::Compressed(Compression::Zstd));
    check(&pack(Compression::Xz, b"x"), "a.pgn", Recognized::Compressed(Compression::Xz));
    // Too short, or too damaged, to be recognized on its own.
    check(b"", "a.pgn.gz", Recognized::Compressed(Compression::Gzip));
    check(b"", "a.pgn", Recognized::Plain);
    check(b"PK", "a.zip", Recognized::Compressed(Compression::Zip));
    check(b"BZh9", "a.bz2", Recognized::Compressed(Compression::Bzip2));
    check(b"BZh9", "a.pgn", Recognized::Plain);
    check(b"PK", "a.pgn.gz", Recognized::Plain);
    check(b"\x00\x8b\x08\x00", "a.pgn.gz", Recognized::Compressed(Compression::Gzip));
}

#[test]
fn other_packers_are_named() {
    let check = |head: &[u8], expected| {
        assert_eq!(Compression::recognize(head, "a"), Recognized::Foreign(expected));
    };
    check(b"7z\xBC\xAF\x27\x1C\x00", "7-Zip");
    check(b"Rar!\x1A\x07\x00", "RAR");
    let mut tar = vec![0; 512];
    tar[257..262].copy_from_slice(b"ustar");
    check(&tar, "tar");
}

#[test]
fn game_files_are_known_by_name() {
    for name in
        ["a.pgn", "A.PGN", "a.Pgn.Gz", "a.pgn.zst", "a.pgn.bz2", "a.pgn.xz", "a.zip", "d/a.pgn"]
    {
        assert!(is_game_file_name(name, Wanted::Games), "{name}");
    }
    for name in ["a", "pgn", "a.txt", "a.gz", "a.pgn.txt", "a.pgn.bak", "a.epd.gz", ""] {
        assert!(!is_game_file_name(name, Wanted::Games), "{name}");
    }
    for name in ["a.epd", "A.EPD.gz", "a.fen", "a.fen.zst", "a.zip"] {
        assert!(is_game_file_name(name, Wanted::Positions), "{name}");
    }
    for name in ["a.pgn", "epd", "a.epd.txt"] {
        assert!(!is_game_file_name(name, Wanted::Positions), "{name}");
    }
}

#[test]
fn endings_are_known_in_any_letter_case() {
    for compression in Compression::ALL {
        let name = format!("a.{}", compression.extension().to_uppercase());
        assert_eq!(Compression::of_name(&name), Some(compression));
    }
    assert_eq!(Compression::of_name("a.pgn"), None);
    assert_eq!(Compression::of_name("gz"), None);
}
