//! The parts of a line with a position: its fields, and the operation at an offset.

use std::ops::Range;

use pgn_formats::epd::{self, Grammar, Opcode, Record};
use pgnkit::Position;
use pgnkit::charset::{Choice, Encoding};
use pgnkit::chess::Move;
use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::notation::san::{self, SanOptions};

/// The number of fields before the operations.
const FIELDS: usize = 4;

/// A word of a record, and what it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RecordPart {
    /// A field of the position, counted from 0.
    Field(usize, Range<usize>),
    /// An opcode, or the place for one.
    Opcode(Range<usize>),
    /// An operand, or the place for one, after an opcode and perhaps other operands.
    Operand { opcode: Range<usize>, before: Vec<Range<usize>>, word: Range<usize> },
}

/// The part at an offset; the word is empty if there is none at the offset. `None` in the counters
/// of a FEN.
pub(crate) fn part_at(text: &[u8], offset: usize) -> Option<RecordPart> {
    let (mut n_fields, mut n_counters) = (0, 0);
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    let word = loop {
        at += text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if offset < at || at == text.len() {
            break offset..offset;
        }
        if text[at] == b';' {
            if offset == at {
                break offset..offset;
            }
            (words, n_counters) = (Vec::new(), 2);
            at += 1;
            continue;
        }
        let word = at..word_end(text, at);
        let is_number = text[word.clone()].iter().all(u8::is_ascii_digit);
        let is_counter = n_fields == FIELDS && n_counters < 2 && is_number;
        if offset <= word.end && !is_counter {
            break word;
        }
        at = word.end;
        match (n_fields < FIELDS, is_counter) {
            (true, _) => n_fields += 1,
            (false, true) if offset <= word.end => return None,
            (false, true) => n_counters += 1,
            (false, false) => words.push(word),
        }
    };
    if n_fields < FIELDS {
        return Some(RecordPart::Field(n_fields, word));
    }
    let mut words = words.into_iter();
    Some(match words.next() {
        None => RecordPart::Opcode(word),
        Some(opcode) => RecordPart::Operand { opcode, before: words.collect(), word },
    })
}

/// The end of the word or string that begins here.
fn word_end(text: &[u8], start: usize) -> usize {
    let rest = &text[start..];
    if rest[0] != b'"' {
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b';' | b'"');
        return rest.iter().position(is_end).map_or(text.len(), |len| start + len);
    }
    let mut at = 1;
    while let Some(&byte) = rest.get(at) {
        at += if byte == b'\\' { 2 } else { 1 };
        if byte == b'"' {
            break;
        }
    }
    text.len().min(start + at)
}

/// The record of a line.
pub(crate) fn parse(text: &[u8]) -> Option<Record> {
    let options = epd::ReadOptions::default().with_encoding(Choice::Fixed(Encoding::Utf8));
    match epd::parse(text, &options, &mut Vec::new()) {
        epd::Line::Record(record) => Some(record),
        epd::Line::Remark | epd::Line::Blank | epd::Line::Unread => None,
    }
}

/// The opcode that a part of a line names.
pub(crate) fn opcode(text: &[u8], name: &Range<usize>) -> Option<Opcode> {
    Opcode::from_mnemonic(std::str::from_utf8(&text[name.clone()]).ok()?)
}

/// The position in which the next operand is played, after the operands before it if they are a
/// line of moves. `None` if the operands are not moves.
pub(crate) fn position_of_operand(
    text: &[u8],
    opcode: Opcode,
    before: &[Range<usize>],
) -> Option<Position> {
    let mut position = *parse(text)?.position()?;
    if opcode.grammar() == Grammar::Line {
        for word in before {
            // The numbers of moves are allowed.
            let word = &text[word.clone()];
            if !word.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.') {
                let mv = resolve(&position, word)?;
                position.play_unchecked(mv);
            }
        }
    }
    opcode.grammar().is_moves().then_some(position)
}

/// The move that an operand means.
pub(crate) fn resolve(position: &Position, text: &[u8]) -> Option<Move> {
    san::resolve(position, text, &SanOptions::default()).ok().map(|reading| reading.mv)
}

/// The values that a field after the board can have, each with its meaning.
pub(crate) fn field_values(text: &[u8], field: usize) -> Vec<(String, &'static str)> {
    let fields: Vec<&[u8]> =
        text.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).take(field).collect();
    let fields = fields.iter().map(|field| String::from_utf8_lossy(field));
    let before = fields.collect::<Vec<_>>().join(" ");
    let (values, meaning): (Vec<String>, _) = match field {
        1 => {
            return [("w", "White to move"), ("b", "Black to move")]
                .map(|(value, meaning)| (value.to_owned(), meaning))
                .to_vec();
        }
        2 => (castling_rights().collect(), "castling rights"),
        3 => (ep_squares().collect(), "square behind a pawn that has just advanced two squares"),
        _ => return Vec::new(),
    };
    let rest = if field == 2 { " -" } else { "" };
    let is_possible = |value: &String| {
        let fields = format!("{before} {value}{rest} 0 1");
        fen::parse(fields.as_bytes(), Mode::Strict).is_ok()
    };
    let none = if field == 2 { "no castling rights" } else { "no such square" };
    let values = values.into_iter().filter(is_possible).map(|value| (value, meaning));
    values.chain([("-".to_owned(), none)]).collect()
}

/// `KQkq` and its parts, the longest first.
fn castling_rights() -> impl Iterator<Item = String> {
    let rights = |set: u32| {
        let letters = "KQkq".chars().enumerate().filter(move |(bit, _)| set >> (3 - bit) & 1 == 1);
        letters.map(|(_, letter)| letter).collect()
    };
    (1..16).rev().map(rights)
}

fn ep_squares() -> impl Iterator<Item = String> {
    ['3', '6'].into_iter().flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part at `|`: its kind, opcode, operands before it, and word.
    fn part(text: &str) -> String {
        let at = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        let word = |range: Range<usize>| &text[range];
        match part_at(text.as_bytes(), at) {
            None => "counter".to_owned(),
            Some(RecordPart::Field(n, range)) => format!("field {n} {}", word(range)),
            Some(RecordPart::Opcode(range)) => format!("opcode {}", word(range)),
            Some(RecordPart::Operand { opcode, before, word: range }) => {
                let before: Vec<&str> = before.into_iter().map(word).collect();
                format!("{} {before:?} {}", word(opcode), word(range))
            }
        }
    }

    #[test]
    fn parts_of_a_record() {
        for (text, expected) in [
            ("|", "field 0 "),
            ("8/8|/8 w", "field 0 8/8/8"),
            ("8/8 |", "field 1 "),
            ("8/8 w KQ| -", "field 2 KQ"),
            ("8/8 w - -|", "field 3 -"),
            ("8/8 w - - |", "opcode "),
            ("8/8 w - - 0| 1", "counter"),
            ("8/8 w - - 0 |", "opcode "),
            ("8/8 w - - 0 1|", "counter"),
            ("8/8 w - - 0 1 b|m e4;", "opcode bm"),
            ("8/8 w - - bm |e4;", "bm [] e4"),
            ("8/8 w - - bm e4 Nf|3;", "bm [\"e4\"] Nf3"),
            ("8/8 w - - bm e4 |;", "bm [\"e4\"] "),
            ("8/8 w - - bm e4;|", "opcode "),
            ("8/8 w - - bm e4; 3|", "opcode 3"),
            ("8/8 w - - id \"a; \\\" b|m\"; ce 1;", "id [] \"a; \\\" bm\""),
            ("8/8 w - - id \"a; \\\" bm\"; ce |1;", "ce [] 1"),
            ("8/8 w - - id \"a|", "id [] \"a"),
            ("8/8 w - - id \"a\\|", "id [] \"a\\"),
        ] {
            assert_eq!(part(text), expected, "{text}");
        }
    }

    #[test]
    fn fields_have_possible_values() {
        let values = |text: &str, field| {
            let values = field_values(text.as_bytes(), field).into_iter().map(|(value, _)| value);
            values.collect::<Vec<_>>().join(" ")
        };
        let text = "4k2r/8/8/3pP3/8/8/8/4K3 w k d6";
        assert_eq!(values(text, 1), "w b");
        assert_eq!(values(text, 2), "k -");
        assert_eq!(values(text, 3), "d6 -");
        assert_eq!(values(text, 0), "");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
        assert_eq!(values(start, 2).split(' ').count(), 16);
        assert!(values(start, 2).starts_with("KQkq KQk "));
        assert_eq!(values("no board", 2), "-");
    }
}
