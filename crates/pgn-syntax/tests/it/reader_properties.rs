//! The properties of reading, over any bytes: the body of the fuzz target `reader`, and what the
//! random tests call.

use super::record::{Record, record};
use pgn_syntax::sniff::{Kind, sniff};
use pgn_syntax::split::{InPlace, boundary, seam};
use pgn_syntax::{GameEnd, GameStart, Reader, Regions, TokenKind};
use std::io::{self, Read};

/// The fuzz target: sizes of chunks and the cut come from the bytes themselves.
pub(crate) fn reader(data: &[u8]) {
    let hash = data.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    let sizes: Vec<usize> = hash
        .to_le_bytes()
        .iter()
        .map(|&byte| if byte < 64 { 1 + usize::from(byte % 8) } else { 2 * usize::from(byte) })
        .collect();
    check_all(data, &sizes, hash as usize >> 8);
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

pub(crate) fn record_chunks(bytes: &[u8], sizes: &[usize]) -> Record {
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

/// *account*: text that is not a token of PGN is inside the span of a diagnostic.
fn check_account(bytes: &[u8], record: &Record) {
    // Faults by their start, each with the furthest end of those up to it.
    let mut reach: Vec<(u64, u64)> = record.faults.iter().map(|f| (f.1, f.2)).collect();
    reach.sort_unstable();
    let mut end_max = 0;
    for (_, end) in &mut reach {
        end_max = end_max.max(*end);
        *end = end_max;
    }
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
        let n_begun = reach.partition_point(|fault| fault.0 <= from);
        let covered = n_begun > 0 && to <= reach[n_begun - 1].1;
        assert!(!doubtful || covered, "{kind:?} {from}..{to} in {:?}", record.steps);
    }
}

/// All properties of reading; the text is also read in chunks of these sizes.
pub(crate) fn check_all(bytes: &[u8], sizes: &[usize], cut: usize) {
    let whole = record(bytes);
    check_tile(bytes, &whole);
    check_account(bytes, &whole);

    // *chunk*: any chunking gives the same steps and tokens.
    let chunked = record_chunks(bytes, sizes);
    if sniff(bytes) != Kind::Text {
        // Such a text is not read on, so that the fault spans what was seen of it.
        assert!(whole.faults.len() == 1 && whole.faults[0].0 == "not-pgn");
        assert!(chunked.faults.len() == 1 && chunked.faults[0].0 == "not-pgn");
        return;
    }
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

    // *regions*: reading each region alone gives the same as reading the whole.
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

    check_taken(bytes, sizes);

    // *once*: reading while cutting gives the steps and the regions of both.
    let mut at_once = Record::default();
    let (mut cutting, mut regions) = (InPlace::new(bytes, GameStart(0)), Regions::new(bytes));
    while let Some(region) = cutting.next_with(&mut at_once) {
        let alone = regions.next_region().unwrap().expect("as many");
        assert_eq!((region.start, region.text, region.end), (alone.start, alone.text, alone.end));
        assert_eq!(region.location, alone.location);
    }
    assert!(regions.next_region().unwrap().is_none());
    assert_eq!((at_once.steps, at_once.faults), (whole.steps, whole.faults));

    // Boundaries are a pure function of the text: ranges of any partition meet.
    let cut = cut % (bytes.len() + 1);
    let (a, b) = (boundary(bytes, cut), boundary(bytes, (cut + 7).min(bytes.len())));
    assert!(cut <= a && a <= b && b <= bytes.len());
    check_pieces(bytes, cut);
}

/// Taking the memory of a region changes nothing for those after it.
fn check_taken(bytes: &[u8], sizes: &[usize]) {
    let mut regions = Regions::new(Chunks { bytes, sizes, turn: 0 });
    let mut left = bytes;
    assert!(regions.take_text().is_empty());
    while let Some(region) = regions.next_region().unwrap() {
        let is_taken = region.start.0 % 3 == 0;
        let (text, behind) = left.split_at(region.text.len());
        assert_eq!(region.text, text);
        left = behind;
        if is_taken {
            assert_eq!(regions.take_text(), text);
            assert!(regions.take_text().is_empty());
        }
    }
}

/// A region, as a whole text shows it.
type Shown = (u64, String, Option<GameEnd>);

fn shown(regions: impl Iterator<Item = (u64, Vec<u8>, Option<GameEnd>)>) -> Vec<Shown> {
    regions.map(|(start, text, end)| (start, text.escape_ascii().to_string(), end)).collect()
}

/// A text that is cut in place has the regions of the stream, and so have its pieces on both sides
/// of a seam, if the first one ends with a marker.
fn check_pieces(bytes: &[u8], from: usize) {
    let in_place = |text: &[u8], start: usize| {
        let regions = InPlace::new(text, GameStart(start as u64));
        shown(regions.map(|region| (region.start.0, region.text.to_vec(), region.end)))
    };
    let mut stream = Regions::new(bytes);
    let mut whole = Vec::new();
    let mut in_whole = InPlace::new(bytes, GameStart(0));
    while let Some(region) = stream.next_region().unwrap() {
        let same = in_whole.next().expect("as many");
        assert_eq!((region.location, region.n_games_before), (same.location, same.n_games_before));
        whole.push((region.start.0, region.text.to_vec(), region.end));
    }
    assert!(in_whole.next().is_none());
    let whole = shown(whole.into_iter());
    assert_eq!(in_place(bytes, 0), whole);
    if sniff(bytes) != Kind::Text {
        return;
    }
    if let Some(at) = seam(bytes, from) {
        let mut pieces = in_place(&bytes[..at], 0);
        // Otherwise it was not a game, and the rest belongs to the next piece.
        let from = match pieces.last() {
            Some((_, _, Some(GameEnd::Marker))) | None => at,
            Some(&(start, ..)) => start as usize,
        };
        pieces.retain(|(start, ..)| (*start as usize) < from);
        pieces.extend(in_place(&bytes[from..], from));
        assert_eq!(pieces, whole, "cut at {at} of {}", bytes.escape_ascii());
    }
}
