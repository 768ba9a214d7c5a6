//! A report as tables of Markdown (GitHub Flavored Markdown).

use super::{Fact, Kind, Printer, Report, Row, Table, shown_columns};
use crate::error::printable;

#[derive(Default)]
pub(super) struct Markdown {
    /// The columns of the present table that are shown.
    shown: Vec<usize>,
}

/// A text with all markup escaped. Spaces before it are kept.
fn escaped(text: &str) -> String {
    let text = printable(text);
    let shown = text.trim_start_matches(' ');
    let mut safe = "&nbsp;".repeat(text.len() - shown.len());
    for c in shown.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '>' => safe.extend(['\\', c]),
            c => safe.push(c),
        }
    }
    safe
}

fn push_paragraphs(texts: &[String], out: &mut Vec<u8>) {
    for text in texts {
        out.extend_from_slice(format!("{}\n\n", escaped(text.trim())).as_bytes());
    }
}

fn push_line(cells: impl Iterator<Item = String>, out: &mut Vec<u8>) {
    for cell in cells {
        out.extend_from_slice(format!("| {cell} ").as_bytes());
    }
    out.extend_from_slice(b"|\n");
}

impl Printer for Markdown {
    fn begin(&mut self, report: &Report, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("# {}\n\n", escaped(&report.title)).as_bytes());
        push_paragraphs(&report.lines, out);
    }

    fn begin_table(&mut self, table: &Table, ahead: &[Row], _: bool, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("## {}\n\n", escaped(&table.title)).as_bytes());
        push_paragraphs(&table.lines, out);
        if ahead.is_empty() {
            return;
        }
        let is_bar = |n: &usize| matches!(table.columns[*n].kind, Kind::Bar { .. });
        self.shown = shown_columns(table, ahead);
        self.shown.retain(|n| !is_bar(n));
        let columns = || self.shown.iter().map(|&n| &table.columns[n]);
        push_line(columns().map(|column| escaped(&column.heading)), out);
        let rule = |kind: Kind| if kind.is_text() { "---" } else { "---:" }.to_owned();
        push_line(columns().map(|column| rule(column.kind)), out);
    }

    fn row(&mut self, table: &Table, row: &Row, out: &mut Vec<u8>) {
        let text = |&n: &usize| match (&table.columns[n], &row[n]) {
            (column, value) if value.is_unknown() => escaped(column.unknown),
            (column, value) => escaped(&value.for_people(column.kind)),
        };
        push_line(self.shown.iter().map(text), out);
    }

    fn end_table(&mut self, _: &Table, out: &mut Vec<u8>) {
        out.push(b'\n');
    }

    fn notes(&mut self, notes: &[String], out: &mut Vec<u8>) {
        push_paragraphs(notes, out);
    }

    fn end(&mut self, _: &[Fact], notes: &[String], out: &mut Vec<u8>) {
        push_paragraphs(notes, out);
    }
}
