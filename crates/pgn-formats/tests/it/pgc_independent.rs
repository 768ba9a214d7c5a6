//! PGC read a second time, by a reader that was written from section 20 alone: its own records, and
//! moves by their places among all texts. That the library finds all moves and all places, the
//! properties of pgn-chess show.
//!
//! The record that the library writes of a game must, read by this one, equal the archival text of
//! the game.
//!
//! Standard: §20, §8.2.3, §16.1. Decisions: D-53, D-54.

use pgn_formats::pgc::{Comments, Encode, Encoder, Extent};
use pgnkit::chess::Position;
use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::notation::san;
use pgnkit::read::Games;
use pgnkit::write::{Export, Profile, WriteError};

/// A game in the terms that both readers have: tag pairs, and movetext without numbers.
#[derive(Debug, PartialEq)]
struct Said {
    tags: Vec<(String, String)>,
    tokens: Vec<String>,
}

impl Said {
    /// For a result that the standard does not have, the marker has no result (D-74).
    fn open_special_marker(&mut self) {
        let is_standard = |(name, value): &(String, String)| {
            name != "Result" || matches!(value.as_str(), "1-0" | "0-1" | "1/2-1/2" | "*")
        };
        if !self.tags.iter().all(is_standard) {
            self.tokens.pop();
        }
    }
}

/// The games of a text that are chess, Chess960 included: written as records and read by the second
/// reader, they equal their archival texts.
pub(crate) fn agrees(text: &[u8]) {
    let mut encoder = Encoder::new(Encode::new(Comments::Drop, Extent::Archival));
    let (mut all, mut said) = (Vec::new(), Vec::new());
    // Compressed data are an error.
    for mut game in Games::new(text).map_while(Result::ok) {
        if game.start_position().is_some_and(|position| !position.variant().is_orthodox()) {
            continue;
        }
        match encoder.append(&game, &mut all, &mut Vec::new()) {
            Ok(()) => {}
            Err(WriteError::Refused(_)) => continue,
            Err(WriteError::Io(error)) => panic!("{error}"),
        }
        game.strip(pgnkit::game::Strip::default().with_comments(true));
        let mut archival = Vec::new();
        Export::new(Profile::Archival).write(&game, &mut archival).expect("it has room");
        said.push(of_text(&archival.iter().map(|&byte| char::from(byte)).collect::<String>()));
    }
    let mut records = of_records(&all);
    records.iter_mut().chain(&mut said).for_each(Said::open_special_marker);
    assert_eq!(records, said);
}

/// The content of an archival text.
fn of_text(text: &str) -> Said {
    let (head, movetext) = text.split_once("\n\n").expect("two sections");
    let pair = |line: &str| {
        let (name, value) = line[1..].split_once(" \"").expect("a tag pair");
        let value = value.strip_suffix("\"]").expect("a tag pair");
        let mut plain = String::new();
        let mut characters = value.chars();
        while let Some(character) = characters.next() {
            plain.push(if character == '\\' { characters.next().unwrap() } else { character });
        }
        (name.to_string(), plain)
    };
    let spaced = movetext.replace('(', " ( ").replace(')', " ) ");
    let is_number = |token: &&str| token.ends_with('.');
    Said {
        tags: head.lines().map(pair).collect(),
        tokens: spaced.split_whitespace().filter(|t| !is_number(t)).map(String::from).collect(),
    }
}

/// The content of records. Panics if they break the rules: ours must not.
fn of_records(bytes: &[u8]) -> Vec<Said> {
    let mut reader = Reader { bytes, at: 0 };
    let mut games = Vec::new();
    while reader.at < bytes.len() {
        games.push(match reader.byte() {
            0x01 => reader.reduced(),
            0x05 => reader.general(),
            marker => panic!("{marker:02x} begins no game"),
        });
    }
    games
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        self.at += 1;
        self.bytes[self.at - 1]
    }

    fn word(&mut self) -> usize {
        let low = usize::from(self.byte());
        low + 256 * usize::from(self.byte())
    }

    fn take(&mut self, n: usize) -> &[u8] {
        self.at += n;
        &self.bytes[self.at - n..self.at]
    }

    fn string_1(&mut self) -> String {
        let n = usize::from(self.byte());
        self.take(n).iter().map(|&byte| char::from(byte)).collect()
    }

    fn reduced(&mut self) -> Said {
        let names = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
        let tags: Vec<_> = names.map(|name| (name.to_string(), self.string_1())).into();
        let mut line = Line::of(&tags);
        let n = self.word();
        line.play(self.take(n));
        line.end(tags)
    }

    fn general(&mut self) -> Said {
        let mut tags = Vec::new();
        let mut line: Option<Line> = None;
        loop {
            let marker = self.byte();
            if marker == 0x02 {
                assert!(line.is_none(), "tags come first");
                tags.push((self.string_1(), self.string_1()));
                continue;
            }
            let line = line.get_or_insert_with(|| Line::of(&tags));
            match marker {
                0x03 => {
                    let n = usize::from(self.byte());
                    assert!(n > 0);
                    line.play(self.take(n));
                }
                0x04 => {
                    let n = self.word();
                    assert!(n > 255);
                    line.play(self.take(n));
                }
                0x07 => line.tokens.push(format!("${}", self.byte())),
                0x08 => line.open(),
                0x09 => line.close(),
                0x06 => {
                    let tags = std::mem::take(&mut tags);
                    return std::mem::replace(line, Line::of(&[])).end(tags);
                }
                marker => panic!("{marker:02x} is not archival"),
            }
        }
    }
}

/// A game that is being played.
struct Line {
    /// The position now, and before the last move.
    now: Position,
    before: Option<Position>,
    open: Vec<(Position, Option<Position>)>,
    tokens: Vec<String>,
}

impl Line {
    fn of(tags: &[(String, String)]) -> Line {
        let fen = tags.iter().find(|tag| tag.0 == "FEN").map(|tag| &tag.1);
        let read = |fen: &String| fen::parse(fen.as_bytes(), Mode::Lax).expect("a position").0;
        let now = fen.map_or(Position::start(), read);
        Line { now, before: None, open: Vec::new(), tokens: Vec::new() }
    }

    fn play(&mut self, ordinals: &[u8]) {
        for &ordinal in ordinals {
            let moves = self.now.legal_moves();
            let mut texts: Vec<_> =
                moves.iter().map(|&mv| (san::to_text(&self.now, mv).to_string(), mv)).collect();
            texts.sort();
            let (san, mv) = texts.swap_remove(usize::from(ordinal));
            self.tokens.push(san);
            self.before = Some(self.now);
            self.now.play_unchecked(mv);
        }
    }

    fn open(&mut self) {
        let before = self.before.take().expect("a move to replace");
        self.tokens.push("(".to_string());
        self.open.push((std::mem::replace(&mut self.now, before), Some(before)));
    }

    fn close(&mut self) {
        self.tokens.push(")".to_string());
        (self.now, self.before) = self.open.pop().expect("an open variation");
    }

    fn end(mut self, tags: Vec<(String, String)>) -> Said {
        assert!(self.open.is_empty());
        let result = tags.iter().find(|tag| tag.0 == "Result").expect("always written");
        self.tokens.push(result.1.clone());
        Said { tags, tokens: self.tokens }
    }
}

#[test]
fn the_worked_examples_are_read_by_it() {
    agrees(b"1. f3 e5 2. g4 Qh4# 0-1");
    agrees(b"[ECO \"C20\"]\n\n1. e4 e5 (1... c5 2. Nf3 $1 (2. c3) 2... d6) 2. Nf3 $14 2... Nc6 *");
    agrees(b"[FEN \"8/8/8/8/8/1k6/2p5/K7 b - - 0 50\"]\n[SetUp \"1\"]\n\n50... c1=Q# 0-1");
    agrees(b"[Variant \"Chess960\"]\n[FEN \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1\"]\n\n\
             1. O-O O-O-O *");
    agrees(b"1. e4 a6 2. e5 d5 3. exd6 b5 4. dxc7 Bb7 5. cxb8=N Qd6 6. Nf3 O-O-O 7. Be2 *");
}
