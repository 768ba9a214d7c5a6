//! The laws of reading: tile, account, chunk, skip, regions, split.

use crate::record::{Record, record};
use pgn_syntax::split::boundary;
use pgn_syntax::{Parser, Reader, Regions, TokenKind};
use proptest::prelude::*;
use std::io::{self, Read};

/// Pieces that PGN is made of, sound and damaged, to be strung together at random.
const PIECES: &[&str] = &[
    "[Event \"A\"]",
    "[Site \"B\"]\n",
    "[White \"a\\\"b\\\\c\"]\n",
    "[Event \"x",
    "[Event x]",
    "[Event \"A\" ",
    "[",
    "]",
    "\"",
    "\\",
    "[C \"A]]\"]\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    "            ",
    "1.",
    "1...",
    "12. ",
    ". ",
    "e4",
    "Nf3",
    "O-O",
    "e8=Q+",
    "1e4",
    "0-0",
    "exd6 e.p.",
    "a8(Q)",
    "--",
    " 1-0",
    " 0-1\n\n",
    " 1/2-1/2\n",
    "*",
    "1 - 0",
    "1/2",
    "\u{bd}-\u{bd}",
    "1\u{2013}0",
    "0.5-0.5",
    "!",
    "?!",
    "!?!",
    "$",
    "$1",
    "$14",
    "$300",
    "(",
    ")",
    "()",
    "(1. d4",
    "{",
    "}",
    "{a b}",
    "{a\n[Event \"x\"]\nb}",
    "{a {b} c}",
    ";",
    "; to the end\n",
    "%",
    "\n% escape\n",
    "\n %x\n",
    "<x>",
    "<",
    ">",
    "\0",
    "\0\0\0",
    "\x1a",
    "\u{feff}",
    "\u{a0}",
    "é",
    "foo ",
    "From: somebody\n",
    "\u{2658}f3",
    "12",
    "$",
    ",",
    "'",
];

fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        20 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
        1 => (0usize..70_000).prop_map(|n| vec![b'x'; n % 3000 + usize::from(n > 69_000) * n]),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// A source that gives `sizes` bytes at a time, round and round.
struct Chunks<'a> {
    bytes: &'a [u8],
    sizes: &'a [usize],
    turn: usize,
}

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes[self.turn % self.sizes.len()].max(1);
        self.turn += 1;
        let n = size.min(self.bytes.len()).min(buffer.len());
        buffer[..n].copy_from_slice(&self.bytes[..n]);
        self.bytes = &self.bytes[n..];
        Ok(n)
    }
}

fn record_chunks(bytes: &[u8], sizes: &[usize]) -> Record {
    let mut record = Record::default();
    let mut reader = Reader::new(Chunks { bytes, sizes, turn: 0 });
    assert_eq!(reader.visit(&mut record).unwrap(), None);
    record
}

/// Joins the white space that chunks may have cut.
fn joined(tokens: &[(TokenKind, u64, u64)]) -> Vec<(TokenKind, u64, u64)> {
    let mut joined: Vec<(TokenKind, u64, u64)> = Vec::new();
    for &(kind, from, to) in tokens {
        match joined.last_mut() {
            Some(last)
                if last.0 == kind && matches!(kind, TokenKind::White | TokenKind::Unknown) =>
            {
                assert_eq!(last.2, from);
                last.2 = to;
            }
            _ => joined.push((kind, from, to)),
        }
    }
    joined
}

/// *tile*: the tokens cover the text once, in order, without a gap.
fn check_tile(bytes: &[u8], record: &Record) {
    let mut at = 0;
    for &(kind, from, to) in &record.tokens {
        assert_eq!(from, at, "before {kind:?}: {:?}", record.tokens);
        assert!(to > from, "{kind:?} is empty");
        at = to;
    }
    assert_eq!(at, bytes.len() as u64, "{:?}", record.tokens);
}

/// *account*: what is no token of PGN is inside the span of a diagnostic.
fn check_account(bytes: &[u8], record: &Record) {
    for &(kind, from, to) in &record.tokens {
        let doubtful = match kind {
            TokenKind::Unknown => true,
            TokenKind::White => {
                bytes[from as usize..to as usize]
                    .iter()
                    .any(|b| !matches!(b, 9 | 10 | 11 | 13 | 32))
                    && !(from == 0 && bytes.starts_with(b"\xEF\xBB\xBF"))
            }
            _ => false,
        };
        let covered = record.faults.iter().any(|fault| fault.1 <= from && to <= fault.2);
        assert!(!doubtful || covered, "{kind:?} {from}..{to} in {:?}", record.steps);
    }
}

fn check_all(bytes: &[u8], sizes: &[usize], cut: usize) {
    let whole = record(bytes);
    check_tile(bytes, &whole);
    check_account(bytes, &whole);

    // *chunk*: any chunking gives the same steps and tokens.
    let chunked = record_chunks(bytes, sizes);
    assert_eq!(whole.steps, chunked.steps);
    assert_eq!(joined(&whole.tokens), joined(&chunked.tokens));

    // *skip*: skipping ends where reading ends.
    let ends = |record: &Record| -> Vec<String> {
        record.steps.iter().filter(|step| step.starts_with("end ")).cloned().collect()
    };
    let mut skipped = Record { skip_movetext: true, ..Record::default() };
    assert!(pgn_syntax::visit(bytes, &mut skipped).is_continue());
    assert_eq!(ends(&whole), ends(&skipped));
    let mut skipped = Record { skip_variations: true, ..Record::default() };
    assert!(pgn_syntax::visit(bytes, &mut skipped).is_continue());
    assert_eq!(ends(&whole), ends(&skipped));

    // *regions*: reading each region alone says what reading the whole says.
    let mut regions = Regions::new(Chunks { bytes, sizes, turn: 0 });
    let mut by_region = Record::default();
    let mut at = 0;
    while let Some(region) = regions.next_region().unwrap() {
        assert_eq!(region.start.0, at);
        at += region.text.len() as u64;
        assert!(region.visit(&mut by_region).is_continue());
    }
    assert_eq!(
        at,
        if whole.faults.first().is_some_and(|f| f.0 == "not-pgn") {
            at
        } else {
            bytes.len() as u64
        }
    );
    let same = |steps: &[String]| -> Vec<String> {
        steps.iter().map(|step| step.replace("end NextGame", "end EndOfText")).collect()
    };
    assert_eq!(same(&whole.steps), same(&by_region.steps));

    // Boundaries are a pure function of the text: ranges of any partition meet.
    let cut = cut % (bytes.len() + 1);
    let (a, b) = (boundary(bytes, cut), boundary(bytes, (cut + 7).min(bytes.len())));
    assert!(cut <= a && a <= b && b <= bytes.len());
}

proptest! {
    #[test]
    fn reading_obeys_its_laws(
        bytes in text(),
        sizes in prop::collection::vec(1usize..300, 1..6),
        cut in any::<usize>(),
    ) {
        check_all(&bytes, &sizes, cut);
    }

    #[test]
    fn any_bytes_obey_them_too(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check_all(&bytes, &[1], 3);
    }
}

#[test]
fn one_byte_at_a_time_is_enough() {
    let text = b"[Event \"A\"]\n\n1. e4 {a\nb} (1. d4 $3) e5 1-0\n\n; c\n[Event \"B\"]\n*\n";
    assert_eq!(record(text), record_chunks(text, &[1]));
}

#[test]
fn windows_of_every_size_give_the_same_steps() {
    let text =
        b"[Event \"A\"]\r\n\r\n1. e4 {a\nb} (1. d4 $3) 1/2-1/2 ; c\r\n[Event \"B\"]\r\n*\r\n"
            .repeat(40);
    let whole = record(&text);
    for size in [1, 2, 3, 1500, 4096] {
        let mut parser = Parser::default();
        let mut record = Record::default();
        let (mut at, mut end) = (0, 0);
        while !parser.is_done() {
            end = (end + size).min(text.len());
            let (broke, fed) =
                parser.feed(&text[at..end], at as u64, end == text.len(), &mut record);
            assert_eq!(broke, None);
            at += fed.n_consumed;
        }
        assert_eq!(whole.steps, record.steps, "windows of {size}");
    }
}

#[test]
fn partitions_hold_each_game_once() {
    let game = "[Event \"A\"]\n\n1. e4 {see\n\n[Event \"x\"]\n} e5 1-0\n\n";
    let text = game.repeat(20).into_bytes();
    for step in [1, 7, 50, 333] {
        let cuts: Vec<usize> =
            (0..=text.len()).step_by(step).map(|cut| boundary(&text, cut)).collect();
        let mut n_games = 0;
        let mut from = 0;
        for cut in cuts.into_iter().chain([text.len()]) {
            if cut > from {
                let part = record(&text[from..cut]);
                n_games += part.steps.iter().filter(|step| *step == "game").count();
                from = cut;
            }
        }
        assert_eq!((from, n_games), (text.len(), 20), "every {step} bytes");
    }
}
