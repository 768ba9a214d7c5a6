//! Tables of cases and properties of EPD (§16.2, §16.2.4, §16.2.5, D-47 to D-51).
//!
//! Start at `lines_are_read_and_written`.

mod backsolve;
mod games;
mod properties;
mod stream;
mod table;
mod values;

use super::{Form, Line, Note, ReadOptions, Record, append, parse};

/// The usual array without counters.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn read(line: &[u8]) -> (Line, Vec<Note>) {
    let mut notes = Vec::new();
    let read = parse(line, &ReadOptions::default(), &mut notes);
    (read, notes)
}

fn record(line: &str) -> Record {
    match read(line.as_bytes()).0 {
        Line::Record(record) => record,
        other => panic!("{line}: {other:?}"),
    }
}

fn written(record: &Record, form: Form) -> String {
    let mut out = Vec::new();
    append(record, form, &mut out, &mut Vec::new());
    String::from_utf8(out).expect("both forms are UTF-8")
}

fn codes(notes: &[Note]) -> String {
    let codes = notes.iter().map(|note| note.diagnostic.code.to_string());
    codes.collect::<Vec<_>>().join(" ")
}
