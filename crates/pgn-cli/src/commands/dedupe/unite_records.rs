//! Merges a record of a position with its duplicates.
//!
//! Standard: §16.2.4.

use super::group::Gained;
use pgn_db::extract::{StoredGame, open_stored};
use pgn_db::scan::Cut;
use pgn_formats::epd::{self, Form, Operation, Record};

/// A record that stays, while its duplicates arrive.
pub(super) struct RecordMerge {
    record: Record,
    /// Whether its line has the counters of a FEN.
    is_fen: bool,
}

impl RecordMerge {
    /// The record of a stored line; `None` if it is not one.
    pub(super) fn read(stored: &[u8]) -> Option<RecordMerge> {
        let StoredGame { text, encoding, cut, variant } = open_stored(stored);
        let options = epd::ReadOptions::default().with_encoding(encoding).with_variant(variant);
        let line = &text[..text.len() - line_end(text).len()];
        let mut notes = Vec::new();
        match epd::parse(line, &options, &mut notes) {
            epd::Line::Record(record) if cut == Cut::Lines => {
                let code = epd::fault::FEN_COUNTERS.code;
                let is_fen = notes.iter().any(|note| note.diagnostic.code == code);
                Some(RecordMerge { record, is_fen })
            }
            _ => None,
        }
    }

    /// Takes the operations that the record lacks. Of an operation that both have, the record keeps
    /// its own.
    pub(super) fn add(&mut self, other: &RecordMerge) -> Gained {
        let mut gained = Gained::default();
        for operation in other.record.operations() {
            let name = operation.mnemonic();
            let known = self.record.operations().iter().find(|it| it.mnemonic() == name);
            match known {
                None => {
                    gained.tags.push(name.to_owned());
                    let _ = self.record.insert(operation.clone());
                }
                Some(known) if known.value() != operation.value() => {
                    let ours = text_of(&self.record, known);
                    gained.conflicts.push((
                        name.to_owned(),
                        ours,
                        text_of(&other.record, operation),
                    ));
                }
                Some(_) => {}
            }
        }
        gained
    }

    /// Appends the line of the record, which ends like the line of `before`.
    pub(super) fn push_line(&self, before: &[u8], to: &mut Vec<u8>) {
        let append = if self.is_fen { epd::append_fen } else { epd::append };
        append(&self.record, Form::Modern, to, &mut Vec::new());
        to.extend_from_slice(line_end(before));
    }
}

fn text_of(record: &Record, operation: &Operation) -> String {
    record.operands_as_text(operation).join(" ")
}

fn line_end(text: &[u8]) -> &[u8] {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let count = text.iter().rev().take_while(|byte| is_end(byte)).count();
    &text[text.len() - count..]
}
