//! Other formats read as PGN (§20, D-54).

use std::io::{self, Read};
use std::num::NonZeroUsize;

use super::super::transcode::{DatabaseOptions, Format, Input, RecordProgress};
use super::super::{Note, Notes};
use super::{Drip, read_all};
use crate::damage::Undecodable;

/// Three games: `1. e4 *`, `1. d4 *` and a game without moves.
const GAMES: &[u8] = b"\x05\x03\x01\x0d\x06\x05\x03\x01\x0b\x06\x05\x06";
const TEXTS: [&str; 3] = ["1. e4 *\n\n", "1. d4 *\n\n", "*\n\n"];

fn transcoded(read: impl Read + Send + 'static, notes: Notes) -> impl Read {
    let input = Input {
        is_empty: false,
        read: Box::new(read),
        name: "games.pgc",
        path: None,
        companions: Vec::new(),
        options: DatabaseOptions::default(),
        thread_count: NonZeroUsize::MIN,
        bytes_max: 0,
        progress: RecordProgress::default(),
        notes,
    };
    Format::Pgc.transcode(input).unwrap_or_else(|error| panic!("{error}"))
}

fn read(bytes: &'static [u8], chunk: usize) -> (String, io::Result<()>, Vec<Note>) {
    let notes = Notes::default();
    let source = transcoded(Drip(bytes), notes.clone());
    let (text, end) = read_all(source, chunk);
    (String::from_utf8(text).unwrap(), end, notes.list())
}

#[test]
fn records_become_text() {
    for chunk in [1, 7, 1 << 16] {
        let (text, end, notes) = read(GAMES, chunk);
        end.unwrap();
        assert_eq!((text, notes), (TEXTS.concat(), vec![]));
    }
}

#[test]
fn whole_games_come_before_a_cut() {
    for cut in 0..GAMES.len() {
        let (text, end, _) = read(&GAMES[..cut], 5);
        let whole_count = [5, 10].into_iter().filter(|&end| end <= cut).count();
        assert_eq!(text, TEXTS[..whole_count].concat(), "{cut}");
        match end {
            Ok(()) => assert!([0, 5, 10].contains(&cut), "{cut}"),
            Err(error) => {
                let why = &Undecodable::of(&error).expect("no trouble of the world").why;
                assert!(why.contains(&format!("at byte {cut} (B004")), "{why}");
                assert!(why.ends_with(&format!("after game {whole_count}")), "{why}");
            }
        }
    }
}

#[test]
fn what_is_misread_is_noted_up_to_a_bound() {
    let (text, end, notes) = read(b"\x05\x03\x01\xff\x06\x05\x03\x01\x0d\x06", 99);
    end.unwrap();
    assert_eq!(text, format!("{{Unplayable: ff}}\n*\n\n{}", TEXTS[0]).replace("}\n*", "} *"));
    let why = "ordinal without a move at byte 3 (B003 ordinal-out-of-range)".to_owned();
    assert_eq!(notes, [Note::Misread { game: Some(1), why }]);
    let spoilt: &'static [u8] = b"\x05\x03\x01\xff\x06".repeat(3000).leak();
    let (text, end, notes) = read(spoilt, 1 << 16);
    end.unwrap();
    assert_eq!(text.matches("Unplayable").count(), 3000);
    assert!(notes.len() <= 1001 && notes.last() == Some(&Note::MisreadBeyond), "{}", notes.len());
}

#[test]
fn the_content_counts_and_then_the_name() {
    let format = |head: &[u8], name: &str| Format::recognize(head, name);
    assert_eq!(format(GAMES, "games.pgn"), Some(Format::Pgc));
    assert_eq!(format(b"1. e4 *", "games.pgc"), None);
    assert_eq!(format(b"\x0b\xff", "games.PGC"), Some(Format::Pgc));
    assert_eq!(format(b"\x0b\xff", "games.pgn"), None);
    assert_eq!(format(b"", "games.pgc"), None);
    let blind = b"1. e4\n\n| Hm.\n|| \n1... e5\n*\n";
    assert_eq!(format(blind, "games.txt"), Some(Format::Bgn));
    assert_eq!(format(blind, "games.PGN"), None);
    assert_eq!(format(b"1. e4 {a} *", "games.bgn"), Some(Format::Bgn));
}

#[test]
fn trouble_of_the_world_comes_as_it_is() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let source = transcoded(GAMES.chain(Broken), Notes::default());
    let (text, end) = read_all(source, 64);
    assert_eq!(text.into_iter().map(char::from).collect::<String>(), TEXTS.concat());
    assert_eq!(end.unwrap_err().to_string(), "the disk is gone");
}
