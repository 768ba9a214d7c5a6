//! A `pgn` block: its text, its marks under the lines, and what reading it finds.
//!
//! Standard: §6.

use pgnkit::charset::{Choice, Encoding};
use pgnkit::chess::notation::letters::Language;
use pgnkit::read::LanguageChoice;
use pgnkit::syntax::Code;

use super::Block;
use super::escape;
use super::read::{Found, Text, read_in};
use super::{heard, log, records};

/// A text with its games, and which notes its block lists.
pub(crate) struct Input {
    pub(crate) text: Text,
    pub(crate) choice: Choice,
    is_strict: bool,
    /// The lines of the block without marks.
    lines: Vec<String>,
    is_escaped: bool,
    /// The bytes are records, and places in them are offsets.
    is_records: bool,
}

/// Whether a line is a mark.
fn is_mark(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('%') else { return false };
    let rest = match rest.trim_start_matches(' ').strip_prefix('^') {
        Some(rest) => rest,
        None => match rest.strip_prefix("@1").or_else(|| rest.strip_prefix("@end")) {
            Some(rest) => rest,
            None => return false,
        },
    };
    rest.strip_prefix(' ').and_then(|rest| Code::parse(rest.get(..4)?)).is_some()
}

/// The bytes of a block's lines.
pub(crate) fn bytes_of(block: &Block, lines: &[String]) -> Vec<u8> {
    if block.has("escaped") {
        return escape::bytes_of(lines);
    }
    let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    if block.has("latin1") {
        return text.chars().map(|c| u8::try_from(c).expect("a Latin-1 block")).collect();
    }
    text.into_bytes()
}

/// The language that a flag names, in lower case, or `auto`.
pub(crate) fn language_of(flag: &str) -> Option<LanguageChoice> {
    match flag {
        "auto" => Some(LanguageChoice::Auto),
        _ if flag.len() < 3 => None,
        _ => Language::find(flag).map(LanguageChoice::Fixed),
    }
}

impl Input {
    pub(crate) fn of(block: &Block) -> Input {
        let is_escaped = block.has("escaped");
        let lines: Vec<String> =
            block.body.iter().filter(|line| is_escaped || !is_mark(line)).cloned().collect();
        let fixed = block.flags().find_map(Encoding::from_name);
        let choice = fixed.map_or(Choice::Auto, Choice::Fixed);
        let is_records = block.kind() == "pgc";
        let language = block.flags().find_map(language_of).unwrap_or_default();
        let text = match block.kind() {
            "pgc" => records::read(records::bytes_of(&block.body)),
            "ics" => log::read(bytes_of(block, &lines), block.has("times")),
            "bgn" => heard::read(&bytes_of(block, &lines), choice),
            _ => read_in(bytes_of(block, &lines), choice, language),
        };
        let lines = if is_records { block.body.clone() } else { lines };
        Input { text, choice, is_strict: block.has("strict"), lines, is_escaped, is_records }
    }

    fn notes(&self) -> impl Iterator<Item = Found> + '_ {
        let is_strict = self.is_strict;
        self.text.notes.iter().copied().filter(move |found| !is_strict || found.is_departure())
    }

    /// Whether the notes need an `expect` block, since marks cannot be in the text.
    pub(crate) fn needs_expect(&self) -> bool {
        (self.is_escaped || self.is_records) && self.notes().next().is_some()
    }

    /// The lines of the `expect` block.
    pub(crate) fn expect(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .notes()
            .map(|found| {
                let place = match self.is_records {
                    true => format!("byte {}", found.offset),
                    false => self.text.location(found).to_string(),
                };
                format!("{place} {} {}", found.code, found.fault().name)
            })
            .collect();
        if lines.is_empty() {
            lines.push("clean".to_string());
        }
        lines
    }

    /// The lines of the block without marks.
    pub(crate) fn bare(&self) -> Vec<String> {
        self.lines.clone()
    }

    /// The lines of the block with a mark under each place.
    pub(crate) fn marked(&self) -> Vec<String> {
        let mut marks: Vec<Vec<String>> = vec![Vec::new(); self.lines.len()];
        for found in self.notes() {
            let location = self.text.location(found);
            let (line, column) = (location.line as usize - 1, location.column as usize);
            let place = match column {
                _ if line >= self.lines.len() => "%@end".to_string(),
                1 => "%@1".to_string(),
                _ => format!("%{}^", " ".repeat(column - 2)),
            };
            let mark = format!("{place} {} {}", found.code, found.fault().name);
            let last = self.lines.len().saturating_sub(1);
            if let Some(marks) = marks.get_mut(line.min(last)) {
                marks.push(mark);
            }
        }
        let lines = self.lines.iter().zip(marks);
        lines.flat_map(|(line, marks)| std::iter::once(line.clone()).chain(marks)).collect()
    }
}

#[test]
fn marks_are_told_from_escapes() {
    for mark in ["%    ^ T104 unpadded-date", "%^ L001", "%@1 M001 missing-marker", "%@end M001"] {
        assert!(is_mark(mark), "{mark}");
    }
    for escape in ["%secret", "% ^", "%  ^ x", "%@1", " % ^ L001"] {
        assert!(!is_mark(escape), "{escape}");
    }
}
