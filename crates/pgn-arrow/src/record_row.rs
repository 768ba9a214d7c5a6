//! A record of EPD as a row of the table `records` (§16.2).

use crate::cells::Cells;
use crate::column::{Column, RecordPart, Source};
use pgn_formats::epd::{Grammar, Note, Opcode, Operation, Record, fault};
use pgnkit::chess::fen::{self, CastlingStyle};

pub(crate) struct RecordRow<'a> {
    pub(crate) file: &'a str,
    pub(crate) line: u64,
    pub(crate) record: &'a Record,
    pub(crate) notes: &'a [Note],
}

impl RecordRow<'_> {
    pub(crate) fn fill(&self, column: &Column, cells: &mut Cells) {
        let Source::Record(part) = column.source else { return cells.null() };
        let record = self.record;
        match part {
            RecordPart::File => cells.text(self.file),
            RecordPart::Line => cells.number_or_null(i64::try_from(self.line).ok()),
            RecordPart::Fen => {
                cells.text(fen::setup_to_text(&record.setup(), CastlingStyle::XFen).as_str());
            }
            RecordPart::Key => {
                let key = |key| format!("{key:016x}");
                let key = record.position().map(|position| key(position.polyglot_key()));
                cells.text_or_null(key.as_deref());
            }
            RecordPart::Opcode(opcode) => match record.operation(opcode) {
                Some(operation) => self.operands(opcode, operation, cells),
                None => cells.null(),
            },
            RecordPart::Operations => {
                for operation in record.operations() {
                    cells.pair(operation.mnemonic(), &record.operands_as_text(operation).join(" "));
                }
                cells.end_map();
            }
            RecordPart::Errors => {
                let departures = self.notes.iter().filter(|note| note.is_departure());
                let named = |note: &Note| {
                    let fault = fault::by_code(note.diagnostic.code)?;
                    Some(format!("{} {}", fault.code, fault.name))
                };
                let errors: Vec<String> = departures.filter_map(named).collect();
                match errors.is_empty() {
                    true => cells.null(),
                    false => cells.texts(errors.iter().map(String::as_str)),
                }
            }
        }
    }

    fn operands(&self, opcode: Opcode, operation: &Operation, cells: &mut Cells) {
        let words = self.record.operands_as_text(operation);
        match opcode.grammar() {
            Grammar::Integer { .. } => cells.number_or_null(self.record.integer(opcode)),
            grammar if grammar.is_moves() => cells.texts(words.iter().map(String::as_str)),
            _ => cells.text(&words.join(" ")),
        }
    }
}
