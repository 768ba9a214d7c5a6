//! A report as comma-separated values, a row a line, lines ended by LF (RFC 4180).

use memchr::memrchr;

use super::{Fact, Printer, Report, Row, Table};

pub(super) struct Csv {
    cells: Cells,
    has_header: bool,
}

/// How to write cells that a spreadsheet would take for a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cells {
    /// An apostrophe before them, as spreadsheets need for text.
    #[default]
    Guarded,
    /// They are written unchanged.
    Raw,
}

impl Csv {
    pub(super) fn new(cells: Cells) -> Csv {
        Csv { cells, has_header: false }
    }
}

fn push_line<S: AsRef<str>>(fields: impl IntoIterator<Item = S>, cells: Cells, out: &mut Vec<u8>) {
    for (n, field) in fields.into_iter().enumerate() {
        if n > 0 {
            out.push(b',');
        }
        push_field(field.as_ref(), b',', cells, out);
    }
    out.push(b'\n');
}

/// Appends a field, in quotes if necessary.
pub fn push_field(text: &str, separator: u8, cells: Cells, out: &mut Vec<u8>) {
    let from = out.len();
    out.extend_from_slice(text.as_bytes());
    end_field(from, separator, cells, out);
}

/// Makes a field of the text from `from` on, in quotes if necessary.
pub fn end_field(from: usize, separator: u8, cells: Cells, out: &mut Vec<u8>) {
    let text = &out[from..];
    let is_guarded = cells == Cells::Guarded && is_formula(text);
    let needs_quotes = |byte: u8| matches!(byte, b'"' | b'\n' | b'\r') || byte == separator;
    // Without a branch for each byte, many are compared at once.
    let is_quoted = text.iter().fold(false, |is_quoted, &byte| is_quoted | needs_quotes(byte));
    if !is_guarded && !is_quoted {
        return;
    }
    let quote_count = text.iter().filter(|byte| **byte == b'"').count();
    let mut read = out.len();
    let mut write = read + quote_count + 2 * usize::from(is_quoted) + usize::from(is_guarded);
    out.resize(write, 0);
    if is_quoted {
        write -= 1;
        out[write] = b'"';
    }
    // From the end, so that nothing is overwritten before it is moved.
    while read > from {
        let begin = memrchr(b'"', &out[from..read]).map_or(from, |at| from + at);
        write -= read - begin;
        out.copy_within(begin..read, write);
        if out[write] == b'"' {
            write -= 1;
            out[write] = b'"';
        }
        read = begin;
    }
    if is_guarded {
        write -= 1;
        out[write] = b'\'';
    }
    if is_quoted {
        out[from] = b'"';
    }
}

/// Whether a spreadsheet would evaluate a cell: it begins with a formula character, and is neither
/// a number nor that character alone. Tabs and line ends before it are ignored.
fn is_formula(text: &[u8]) -> bool {
    let is_number = |rest: &[u8]| rest.iter().all(|it| it.is_ascii_digit() || *it == b'.');
    match text {
        [b'=' | b'+' | b'-' | b'@', rest @ ..] => !is_number(rest),
        [b'\t' | b'\r' | b'\n', ..] => true,
        _ => false,
    }
}

impl Printer for Csv {
    fn begin(&mut self, _: &Report, _: &mut Vec<u8>) {}

    fn begin_table(&mut self, table: &Table, _: &[Row], _: bool, out: &mut Vec<u8>) {
        if !self.has_header {
            let facts = table.facts.iter().filter(|fact| fact.is_in_rows);
            let columns = facts.map(|fact| &fact.column).chain(&table.columns);
            push_line(columns.map(|column| &column.name), Cells::Raw, out);
            self.has_header = true;
        }
    }

    fn row(&mut self, table: &Table, row: &Row, out: &mut Vec<u8>) {
        let facts = table.facts.iter().filter(|fact| fact.is_in_rows);
        let facts = facts.map(|fact| (&fact.column, &fact.value));
        let cells = facts.chain(table.columns.iter().zip(row));
        push_line(cells.map(|(column, value)| value.for_programs(column.kind)), self.cells, out);
    }

    fn end_table(&mut self, _: &Table, _: &mut Vec<u8>) {}

    fn notes(&mut self, _: &[String], _: &mut Vec<u8>) {}

    fn end(&mut self, _: &[Fact], _: &[String], _: &mut Vec<u8>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_no_formula() {
        for (text, guarded) in [
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("+1+2", "'+1+2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2+3", "'-2+3"),
            ("\t=1", "'\t=1"),
            ("\r=1", "\"'\r=1\""),
            ("-1", "-1"),
            ("+2.5", "+2.5"),
            ("-", "-"),
            ("1-0", "1-0"),
            ("Tal, M", "\"Tal, M\""),
            ("\"", "\"\"\"\""),
            ("\"a\"\"b", "\"\"\"a\"\"\"\"b\""),
            ("=\"", "\"'=\"\"\""),
        ] {
            let field = |cells| {
                let mut out = Vec::new();
                push_field(text, b',', cells, &mut out);
                String::from_utf8(out).unwrap()
            };
            assert_eq!(field(Cells::Guarded), guarded);
            assert!(!field(Cells::Raw).contains('\''), "{text}");
        }
    }
}
