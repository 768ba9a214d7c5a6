//! Batches as text: CSV (RFC 4180), and JSON (RFC 8259) with an object a line.

use std::ops::Range;

use pgn_db::report::{Cells as CellText, end_field, push_field, push_json, push_json_list};

use crate::calendar::{day_text, moment_text};
use crate::cells::{Batch, Cells};
use crate::column::Column;

/// A form of text that rows are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    /// A line with the names of the columns, then a line a row; this byte is between cells. Of
    /// a list the items have blanks between them, and those of errors a semicolon; a map is an
    /// object of JSON. A cell that is null is empty, an empty text is `""`.
    Csv {
        /// The separator between cells: a comma or a tab.
        separator: u8,
        /// How to write text that a spreadsheet would take for a formula.
        cells: CellText,
    },
    /// One object per line; null values are left out.
    JsonLines,
}

/// A cell, in its output form.
pub(crate) enum Cell<'a> {
    Null,
    Text(&'a str),
    Number(i64),
    Fraction(f64),
    Flag(bool),
    /// A day or a moment, as ISO 8601 has it.
    Moment(String),
    Texts(Items<'a, &'a str>),
    Numbers(Items<'a, Option<i64>>),
    Pairs(Items<'a, (&'a str, &'a str)>),
}

/// The items of a cell, one after the other.
pub(crate) type Items<'a, T> = Box<dyn Iterator<Item = T> + 'a>;

impl TextForm {
    /// The text before the first row.
    #[must_use]
    pub fn head(self, columns: &[Column]) -> Vec<u8> {
        let mut head = Vec::new();
        if let TextForm::Csv { separator, .. } = self {
            for (n, column) in columns.iter().enumerate() {
                push_between(n, separator, &mut head);
                push_field(&column.name, separator, CellText::Raw, &mut head);
            }
            head.push(b'\n');
        }
        head
    }

    /// Appends the rows of a batch that has these columns.
    pub fn append(self, columns: &[Column], batch: &Batch, out: &mut Vec<u8>) {
        self.append_rows(columns, batch.row_count, out, |n, row| cell_at(&batch.columns[n], row));
    }

    /// Appends rows whose cells `cell` gives by the numbers of their column and row.
    pub(crate) fn append_rows<'a>(
        self,
        columns: &[Column],
        row_count: usize,
        out: &mut Vec<u8>,
        cell: impl Fn(usize, usize) -> Cell<'a>,
    ) {
        let keys: Vec<Vec<u8>> = columns.iter().map(|column| key_of(&column.name)).collect();
        for row in 0..row_count {
            match self {
                TextForm::Csv { separator, cells } => {
                    for (n, column) in columns.iter().enumerate() {
                        push_between(n, separator, out);
                        push_csv(cell(n, row), column, separator, cells, out);
                    }
                    out.push(b'\n');
                }
                TextForm::JsonLines => {
                    out.push(b'{');
                    let mut is_first = true;
                    for (n, key) in keys.iter().enumerate() {
                        let cell = cell(n, row);
                        if matches!(cell, Cell::Null) {
                            continue;
                        }
                        if !std::mem::take(&mut is_first) {
                            out.push(b',');
                        }
                        out.extend_from_slice(key);
                        push_cell(cell, out);
                    }
                    out.extend_from_slice(b"}\n");
                }
            }
        }
    }
}

/// A name with the colon after it.
fn key_of(name: &str) -> Vec<u8> {
    let mut key = Vec::new();
    push_json(name, &mut key);
    key.push(b':');
    key
}

fn push_between(n: usize, separator: u8, out: &mut Vec<u8>) {
    if n > 0 {
        out.push(separator);
    }
}

fn cell_at(cells: &Cells, row: usize) -> Cell<'_> {
    let number = |number: Option<i64>| number.map_or(Cell::Null, Cell::Number);
    match cells {
        Cells::Text(cells) => cells.get(row).map_or(Cell::Null, Cell::Text),
        Cells::Word(words, cells) => {
            let word = cells.get(row).and_then(|idx| words.get(idx as usize));
            word.map_or(Cell::Null, |word| Cell::Text(word))
        }
        Cells::Int8(cells) => number(cells.get(row).map(i64::from)),
        Cells::Int16(cells) => number(cells.get(row).map(i64::from)),
        Cells::Int32(cells) => number(cells.get(row).map(i64::from)),
        Cells::Int64(cells) => number(cells.get(row)),
        Cells::Code(cells) => number(cells.get(row).map(i64::from)),
        Cells::Float64(cells) => cells.get(row).map_or(Cell::Null, Cell::Fraction),
        Cells::Flag(cells) => cells.get(row).map_or(Cell::Null, Cell::Flag),
        Cells::Date(cells) => cells.get(row).map_or(Cell::Null, |it| Cell::Moment(day_text(it))),
        Cells::Timestamp(cells) => {
            cells.get(row).map_or(Cell::Null, |it| Cell::Moment(moment_text(it)))
        }
        Cells::TextList(lists) => {
            let text = move |idx| lists.items.get(idx).unwrap_or_default();
            lists.get(row).map_or(Cell::Null, |range| Cell::Texts(Box::new(range.map(text))))
        }
        Cells::Int32List(lists) => {
            numbers(lists.get(row), move |idx| lists.items.get(idx).map(i64::from))
        }
        Cells::Int64List(lists) => numbers(lists.get(row), move |idx| lists.items.get(idx)),
        Cells::CodeList(lists) => {
            numbers(lists.get(row), move |idx| lists.items.get(idx).map(i64::from))
        }
        Cells::TagMap(maps) => {
            let pair = move |idx| {
                let (key, value) = (maps.items.keys.get(idx), maps.items.values.get(idx));
                (key.unwrap_or_default(), value.unwrap_or_default())
            };
            maps.get(row).map_or(Cell::Null, |range| Cell::Pairs(Box::new(range.map(pair))))
        }
    }
}

fn numbers<'a>(
    range: Option<Range<usize>>,
    number: impl Fn(usize) -> Option<i64> + 'a,
) -> Cell<'a> {
    range.map_or(Cell::Null, |range| Cell::Numbers(Box::new(range.map(number))))
}

fn push_csv(cell: Cell<'_>, column: &Column, separator: u8, cells: CellText, out: &mut Vec<u8>) {
    let from = out.len();
    match cell {
        Cell::Null => {}
        Cell::Text("") => out.extend_from_slice(b"\"\""),
        Cell::Text(text) => push_field(text, separator, cells, out),
        Cell::Texts(texts) => {
            let between = if column.has_sentences() { "; " } else { " " };
            for (n, text) in texts.enumerate() {
                out.extend_from_slice(if n > 0 { between.as_bytes() } else { b"" });
                out.extend_from_slice(text.as_bytes());
            }
            end_field(from, separator, cells, out);
        }
        Cell::Pairs(_) => {
            push_cell(cell, out);
            end_field(from, separator, CellText::Raw, out);
        }
        // None of these needs quotes.
        Cell::Moment(text) => out.extend_from_slice(text.as_bytes()),
        Cell::Numbers(numbers) => {
            for (n, number) in numbers.enumerate() {
                push_between(n, b' ', out);
                match number {
                    Some(number) => push_json(&number, out),
                    None => out.push(b'-'),
                }
            }
        }
        Cell::Number(_) | Cell::Fraction(_) | Cell::Flag(_) => push_cell(cell, out),
    }
}

fn push_cell(cell: Cell<'_>, out: &mut Vec<u8>) {
    match cell {
        Cell::Null => push_json(&(), out),
        Cell::Text(text) => push_json(text, out),
        Cell::Number(number) => push_json(&number, out),
        // An integer has no point.
        Cell::Fraction(number) => out.extend_from_slice(number.to_string().as_bytes()),
        Cell::Flag(flag) => push_json(&flag, out),
        Cell::Moment(text) => push_json(&text, out),
        Cell::Texts(texts) => push_json_list(texts, push_json, out),
        Cell::Numbers(numbers) => {
            push_json_list(numbers, |number, out| push_json(&number, out), out)
        }
        Cell::Pairs(pairs) => {
            out.push(b'{');
            for (n, (key, value)) in pairs.enumerate() {
                push_between(n, b',', out);
                push_json(key, out);
                out.push(b':');
                push_json(value, out);
            }
            out.push(b'}');
        }
    }
}
