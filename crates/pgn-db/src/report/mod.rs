//! Reports: tables with typed columns, written by one set of printers.
//!
//! A verb defines its columns and fills rows; the printers need nothing else. Rows are written as
//! they come, so a table may have any number of them. The formats for programs (JSON, CSV) and for
//! people (text, HTML, Markdown) may show different columns of one list: see [`Audience`].
//!
//! Start at [`Writer`].

mod column;
mod csv;
mod html;
mod json;
mod markdown;
mod text;
mod value;

#[cfg(test)]
mod tests;

use crate::error::Error;

pub use column::{Audience, Column, ColumnOf, Kind};
pub use csv::{Cells, end_field, push_field};
pub use json::{push_json, push_json_list};
pub use text::{Bars, TextOptions};
pub use value::Value;

/// The cells of a row, one for each column.
pub type Row = Vec<Value>;

/// A form in which reports are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns.
    Text,
    /// One object.
    Json,
    /// One row a line.
    Csv,
    /// A self-contained web page.
    Html,
    /// Tables of Markdown.
    Markdown,
}

impl Format {
    /// Whether people read it, and not programs.
    #[must_use]
    pub fn is_for_people(self) -> bool {
        !matches!(self, Format::Json | Format::Csv)
    }
}

/// A named value, for programs: a field of JSON.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its name and type.
    pub column: Column,
    /// Its content.
    pub value: Value,
    /// It is a column of CSV too, the same in all rows of its table.
    pub is_in_rows: bool,
}

impl Fact {
    /// A fact that JSON has alone.
    pub fn new(name: &'static str, kind: Kind, value: impl Into<Value>) -> Fact {
        Fact { column: Column::new(name, kind), value: value.into(), is_in_rows: false }
    }

    /// The same, also in each row of CSV.
    #[must_use]
    pub fn in_rows(self) -> Fact {
        Fact { is_in_rows: true, ..self }
    }
}

/// The subject of a report.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The title of the page.
    pub title: String,
    /// Sentences below it; text does without them.
    pub lines: Vec<String>,
    /// The name of the report in the formats for programs.
    pub facts: Vec<Fact>,
    /// The names of the list of tables and of their lists of rows, in JSON.
    pub names: [&'static str; 2],
}

/// A table of a report, without its rows.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The heading for people.
    pub title: String,
    /// Lines below the title, for people.
    pub lines: Vec<String>,
    /// The table in the formats for programs.
    pub facts: Vec<Fact>,
    /// The columns; a table without any is only its title and lines.
    pub columns: Vec<Column>,
}

/// The columns that people are shown: heads of rows, and those with something in them.
fn shown_columns(table: &Table, ahead: &[Row]) -> Vec<usize> {
    let is_known = |n: usize| ahead.iter().any(|row| !row[n].is_unknown());
    let columns = table.columns.iter().enumerate();
    columns.filter(|(n, it)| it.is_head || is_known(*n)).map(|(n, _)| n).collect()
}

/// The number of rows that are examined before the first one is written.
pub const AHEAD_ROWS: usize = 4_000;

/// Bytes are handed on in pieces of about this length.
const PIECE_BYTES: usize = 1 << 16;

/// Takes the bytes of a report.
pub type Sink<'a> = dyn FnMut(&[u8]) -> Result<(), Error> + 'a;

/// Writes a report: [`begin`](Writer::begin), tables with their notes, [`end`](Writer::end).
pub struct Writer<'a> {
    printer: Box<dyn Printer>,
    sink: &'a mut Sink<'a>,
    out: Vec<u8>,
}

/// A printer. Everything is appended to `out`.
trait Printer {
    fn begin(&mut self, report: &Report, out: &mut Vec<u8>);
    /// A table begins; `ahead` are its first rows, all of them if `is_whole`. `row` is called for
    /// them, too.
    fn begin_table(&mut self, table: &Table, ahead: &[Row], is_whole: bool, out: &mut Vec<u8>);
    fn row(&mut self, table: &Table, row: &Row, out: &mut Vec<u8>);
    fn end_table(&mut self, table: &Table, out: &mut Vec<u8>);
    fn notes(&mut self, notes: &[String], out: &mut Vec<u8>);
    fn end(&mut self, facts: &[Fact], notes: &[String], out: &mut Vec<u8>);
}

impl<'a> Writer<'a> {
    /// A writer in this form.
    pub fn new(
        format: Format,
        text: TextOptions,
        cells: Cells,
        sink: &'a mut Sink<'a>,
    ) -> Writer<'a> {
        let printer: Box<dyn Printer> = match format {
            Format::Text => Box::new(text::TextReport::new(text)),
            Format::Json => Box::new(json::JsonReport::default()),
            Format::Csv => Box::new(csv::Csv::new(cells)),
            Format::Html => Box::<html::Html>::default(),
            Format::Markdown => Box::<markdown::Markdown>::default(),
        };
        Writer { printer, sink, out: Vec::new() }
    }

    /// The report begins.
    ///
    /// # Errors
    /// Those of the sink, here and below.
    pub fn begin(&mut self, report: &Report) -> Result<(), Error> {
        self.printer.begin(report, &mut self.out);
        self.hand_on(PIECE_BYTES)
    }

    /// A table with its rows.
    ///
    /// # Errors
    /// Those of the rows, and of the sink.
    pub fn table(
        &mut self,
        table: &Table,
        rows: impl IntoIterator<Item = Result<Row, Error>>,
    ) -> Result<(), Error> {
        let mut rows = rows.into_iter();
        let ahead: Vec<Row> = rows.by_ref().take(AHEAD_ROWS).collect::<Result<_, _>>()?;
        let is_whole = ahead.len() < AHEAD_ROWS;
        self.printer.begin_table(table, &ahead, is_whole, &mut self.out);
        for row in ahead.into_iter().map(Ok).chain(rows) {
            self.printer.row(table, &row?, &mut self.out);
            self.hand_on(PIECE_BYTES)?;
        }
        self.printer.end_table(table, &mut self.out);
        Ok(())
    }

    /// Sentences below a table, for people, without a full stop.
    pub fn notes(&mut self, notes: &[String]) {
        self.printer.notes(notes, &mut self.out);
    }

    /// The report is over, with what is known only now.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn end(mut self, facts: &[Fact], notes: &[String]) -> Result<(), Error> {
        self.printer.end(facts, notes, &mut self.out);
        self.hand_on(0)
    }

    /// Ends tables that are part of another page: without the beginning and the end of a report.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn end_part(mut self) -> Result<(), Error> {
        self.hand_on(0)
    }

    fn hand_on(&mut self, bytes_min: usize) -> Result<(), Error> {
        if self.out.len() >= bytes_min {
            (self.sink)(&self.out)?;
            self.out.clear();
        }
        Ok(())
    }
}
