//! Lines of streams: ends, places, lengths (§16.2, D-41).

use crate::epd::Lines;
use std::io::{self, Read};

/// Text, start, number, cut.
type Found = (String, u64, u64, bool);

fn lines(text: &[u8], piece: usize, most: usize) -> Vec<Found> {
    let mut lines = Lines::with_limit(pgn_testing::Pieces(text, piece), most);
    let mut found = Vec::new();
    let mut end = None;
    while let Some(line) = lines.next_line().expect("no trouble") {
        let read = String::from_utf8_lossy(line.text).into_owned();
        assert!(line.whole.starts_with(line.text));
        assert!(text[line.start as usize..].starts_with(line.whole));
        assert!(end.is_none_or(|end| end == line.start), "{read}");
        end = (!line.is_cut).then_some(line.start + line.whole.len() as u64);
        found.push((read, line.start, line.number, line.is_cut));
    }
    assert!(end.is_none_or(|end| end == text.len() as u64));
    found
}

#[test]
fn lines_tile_the_stream() {
    let text = b"\xEF\xBB\xBFone\ntwo\r\n\r\rthree\n\nend";
    let expected = [
        ("one", 3, 1),
        ("two", 7, 2),
        ("", 12, 3),
        ("", 13, 4),
        ("three", 14, 5),
        ("", 20, 6),
        ("end", 21, 7),
    ];
    for piece in 1..30 {
        let found = lines(text, piece, 1 << 20);
        let found: Vec<(&str, u64, u64)> = found
            .iter()
            .map(|(text, start, number, is_cut)| {
                assert!(!is_cut);
                (&**text, *start, *number)
            })
            .collect();
        assert_eq!(found, expected, "{piece}");
    }
    let long = "x".repeat(100_000);
    let mut usual = Lines::new(long.as_bytes());
    let line = usual.next_line().expect("no trouble").expect("a line");
    assert_eq!((line.text.len(), line.is_cut), (long.len(), false));
    assert_eq!(lines(b"", 1, 10), []);
    assert_eq!(lines(b"\n", 1, 10).len(), 1);
}

#[test]
fn an_endless_line_is_cut_and_the_next_one_whole() {
    let long = "x".repeat(300);
    for end in ["\n", "\r\n", "\r"] {
        let text = format!("a{end}{long}{end}b{end}{long}");
        for piece in [1, 7, 64, 1000] {
            let found = lines(text.as_bytes(), piece, 100);
            assert_eq!(found.len(), 4, "{piece} {end:?}");
            let places: Vec<(u64, u64, bool)> =
                found.iter().map(|(_, start, number, cut)| (*start, *number, *cut)).collect();
            let end = end.len() as u64;
            let third = 1 + end + 300 + end;
            let fourth = third + 1 + end;
            let expected =
                [(0, 1, false), (1 + end, 2, true), (third, 3, false), (fourth, 4, true)];
            assert_eq!(places, expected, "{piece} {end:?}");
            assert_eq!(found[2].0, "b");
            assert!(found[1].0.len() == 100 && found[1].0.bytes().all(|byte| byte == b'x'));
        }
    }
}

#[test]
fn trouble_of_the_source_is_told() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    assert!(Lines::new(Broken).next_line().is_err());
}

#[test]
fn an_interrupted_source_is_read_again() {
    /// Every other time nothing comes.
    struct Interrupted<'a>(&'a [u8], bool);
    impl Read for Interrupted<'_> {
        fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            match self.1 {
                true => Err(io::ErrorKind::Interrupted.into()),
                false => pgn_testing::Pieces(self.0, 1).read(output).inspect(|n| {
                    self.0 = &self.0[*n..];
                }),
            }
        }
    }
    let mut lines = Lines::new(Interrupted(b"one\r\ntwo", false));
    for expected in ["one", "two"] {
        let line = lines.next_line().expect("no trouble").expect("a line");
        assert_eq!(line.text, expected.as_bytes());
    }
    assert_eq!(lines.next_line().expect("no trouble"), None);
}
