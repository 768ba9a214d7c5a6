//! Batches as text: CSV, and JSON with an object a line.
//!
//! Owns: how cells of lists and maps look there. Knows nothing of: files.
//! Standard: none (RFC 4180, RFC 8259).
//! Start at [`TextForm::append`].

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt16Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use pgn_db::report::{Cells, push_field};

use crate::column::{CellType, Column};

/// A form of text that rows are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    /// A line with the names of the columns, then a line a row; this byte stands between cells. Of
    /// a list the items have blanks between them, and those of errors a semicolon; a map is an
    /// object of JSON. A cell that is null is empty, an empty text is `""`.
    Csv {
        /// What stands between cells: a comma or a tab.
        separator: u8,
        /// What becomes of text that a spreadsheet would take for a formula.
        cells: Cells,
    },
    /// An object a line; what is null is left out.
    JsonLines,
}

/// A cell, as it is written.
enum Cell<'a> {
    Null,
    Text(&'a str),
    Number(i64),
    Fraction(f64),
    Flag(bool),
    Texts(Vec<&'a str>),
    Numbers(Vec<Option<i64>>),
    Pairs(Vec<(&'a str, &'a str)>),
}

impl TextForm {
    /// What stands before the first row.
    #[must_use]
    pub fn head(self, columns: &[Column]) -> Vec<u8> {
        let mut head = Vec::new();
        if let TextForm::Csv { separator, .. } = self {
            for (n, column) in columns.iter().enumerate() {
                push_separator(n, separator, &mut head);
                push_field(&column.name, separator, Cells::Raw, &mut head);
            }
            head.push(b'\n');
        }
        head
    }

    /// Appends the rows of a batch that has these columns.
    pub fn append(self, columns: &[Column], batch: &RecordBatch, out: &mut Vec<u8>) {
        let arrays: Vec<(&Column, &ArrayRef)> = columns.iter().zip(batch.columns()).collect();
        for row in 0..batch.num_rows() {
            match self {
                TextForm::Csv { separator, cells } => {
                    for (n, (column, array)) in arrays.iter().enumerate() {
                        push_separator(n, separator, out);
                        let cell = cell_at(column.cell, array, row);
                        push_csv(&cell, column, separator, cells, out);
                    }
                    out.push(b'\n');
                }
                TextForm::JsonLines => {
                    out.push(b'{');
                    let mut is_first = true;
                    for (column, array) in &arrays {
                        let cell = cell_at(column.cell, array, row);
                        if matches!(cell, Cell::Null) {
                            continue;
                        }
                        if !std::mem::take(&mut is_first) {
                            out.push(b',');
                        }
                        push_string(&column.name, out);
                        out.push(b':');
                        push_json(&cell, out);
                    }
                    out.extend_from_slice(b"}\n");
                }
            }
        }
    }
}

/// The text of a cell that has a single value; `None` when it is null.
#[cfg(feature = "files")]
pub(crate) fn plain_text(cell: CellType, array: &ArrayRef, row: usize) -> Option<String> {
    match cell_at(cell, array, row) {
        Cell::Text(text) => Some(text.to_owned()),
        Cell::Number(number) => Some(number.to_string()),
        Cell::Fraction(number) => Some(number.to_string()),
        Cell::Flag(flag) => Some(flag.to_string()),
        Cell::Null | Cell::Texts(_) | Cell::Numbers(_) | Cell::Pairs(_) => None,
    }
}

fn push_separator(n: usize, separator: u8, out: &mut Vec<u8>) {
    if n > 0 {
        out.push(separator);
    }
}

fn cell_at(cell: CellType, array: &ArrayRef, row: usize) -> Cell<'_> {
    if array.is_null(row) {
        return Cell::Null;
    }
    match cell {
        CellType::Text => Cell::Text(array.as_string::<i32>().value(row)),
        CellType::Word(words) => {
            let key = array.as_dictionary::<Int8Type>().keys().value(row);
            words.get(key as usize).map_or(Cell::Null, |word| Cell::Text(word))
        }
        CellType::Int8 => Cell::Number(array.as_primitive::<Int8Type>().value(row).into()),
        CellType::Int16 => Cell::Number(array.as_primitive::<Int16Type>().value(row).into()),
        CellType::Int32 => Cell::Number(array.as_primitive::<Int32Type>().value(row).into()),
        CellType::Int64 => Cell::Number(array.as_primitive::<Int64Type>().value(row)),
        CellType::Code => Cell::Number(array.as_primitive::<UInt16Type>().value(row).into()),
        CellType::Float64 => Cell::Fraction(array.as_primitive::<Float64Type>().value(row)),
        CellType::Flag => Cell::Flag(array.as_boolean().value(row)),
        CellType::TextList => {
            let (list, range) = items(array, row);
            let texts = list.as_string::<i32>();
            Cell::Texts(range.map(|n| texts.value(n)).collect())
        }
        CellType::Int32List => {
            let (list, range) = items(array, row);
            let numbers = list.as_primitive::<Int32Type>();
            let at = |n| numbers.is_valid(n).then(|| numbers.value(n).into());
            Cell::Numbers(range.map(at).collect())
        }
        CellType::Int64List => {
            let (list, range) = items(array, row);
            let numbers = list.as_primitive::<Int64Type>();
            Cell::Numbers(range.map(|n| numbers.is_valid(n).then(|| numbers.value(n))).collect())
        }
        CellType::CodeList => {
            let (list, range) = items(array, row);
            let codes = list.as_primitive::<UInt16Type>();
            Cell::Numbers(range.map(|n| Some(codes.value(n).into())).collect())
        }
        CellType::TagMap => {
            let map = array.as_map();
            let offsets = map.value_offsets();
            let range = offsets[row] as usize..offsets[row + 1] as usize;
            let (keys, values) = (map.keys().as_string::<i32>(), map.values().as_string::<i32>());
            Cell::Pairs(range.map(|n| (keys.value(n), values.value(n))).collect())
        }
    }
}

/// All items of a column of lists, and which of them are those of a row.
fn items(array: &ArrayRef, row: usize) -> (&ArrayRef, std::ops::Range<usize>) {
    let list = array.as_list::<i32>();
    let offsets = list.value_offsets();
    (list.values(), offsets[row] as usize..offsets[row + 1] as usize)
}

fn push_csv(cell: &Cell<'_>, column: &Column, separator: u8, cells: Cells, out: &mut Vec<u8>) {
    let raw = |text: &str, out: &mut Vec<u8>| push_field(text, separator, Cells::Raw, out);
    match cell {
        Cell::Null => {}
        Cell::Text("") => out.extend_from_slice(b"\"\""),
        Cell::Text(text) => push_field(text, separator, cells, out),
        Cell::Number(number) => raw(&number.to_string(), out),
        Cell::Fraction(number) => raw(&number.to_string(), out),
        Cell::Flag(flag) => raw(if *flag { "true" } else { "false" }, out),
        Cell::Texts(texts) => {
            let between = if column.has_sentences() { "; " } else { " " };
            push_field(&texts.join(between), separator, cells, out);
        }
        Cell::Numbers(numbers) => {
            let text = |number: &Option<i64>| number.map_or("-".to_owned(), |it| it.to_string());
            raw(&numbers.iter().map(text).collect::<Vec<_>>().join(" "), out);
        }
        Cell::Pairs(_) => {
            let mut object = Vec::new();
            push_json(cell, &mut object);
            raw(&String::from_utf8_lossy(&object), out);
        }
    }
}

fn push_json(cell: &Cell<'_>, out: &mut Vec<u8>) {
    match cell {
        Cell::Null => out.extend_from_slice(b"null"),
        Cell::Text(text) => push_string(text, out),
        Cell::Number(number) => out.extend_from_slice(number.to_string().as_bytes()),
        Cell::Fraction(number) => out.extend_from_slice(number.to_string().as_bytes()),
        Cell::Flag(flag) => out.extend_from_slice(if *flag { b"true" } else { b"false" }),
        Cell::Texts(texts) => push_list(texts, out, |text, out| push_string(text, out)),
        Cell::Numbers(numbers) => push_list(numbers, out, |number, out| match number {
            Some(number) => out.extend_from_slice(number.to_string().as_bytes()),
            None => out.extend_from_slice(b"null"),
        }),
        Cell::Pairs(pairs) => {
            out.push(b'{');
            for (n, (key, value)) in pairs.iter().enumerate() {
                push_separator(n, b',', out);
                push_string(key, out);
                out.push(b':');
                push_string(value, out);
            }
            out.push(b'}');
        }
    }
}

fn push_list<T>(items: &[T], out: &mut Vec<u8>, push: impl Fn(&T, &mut Vec<u8>)) {
    out.push(b'[');
    for (n, item) in items.iter().enumerate() {
        push_separator(n, b',', out);
        push(item, out);
    }
    out.push(b']');
}

fn push_string(text: &str, out: &mut Vec<u8>) {
    // Writing to a Vec cannot fail.
    let _ = serde_json::to_writer(out, text);
}
