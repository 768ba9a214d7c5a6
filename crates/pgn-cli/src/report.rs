//! The format of a report: its options, and the writing of a table to the output.

use std::path::Path;

use clap::Args;

use crate::args::{Values, values};
use crate::output::Output;
use pgn_db::error::Error;
use pgn_db::report::{Bars, Cells, Format, TextOptions, Writer};
use pgn_db::source::ending_of;

/// How a report is written. Every verb that writes tables has these options.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ReportForm {
    /// Format of the report: text, json, csv, html or markdown
    ///
    /// By default, the extension of the output decides (.json, .csv, .html, .md); otherwise the
    /// format is text. docs/formats/reports.md describes the formats.
    #[arg(long, value_name = "FORMAT", value_parser = values(FORMATS))]
    #[arg(hide_possible_values = true)]
    format: Option<Format>,

    /// For csv: write cells that begin with =, +, - or @ unchanged
    ///
    /// Without this option, such cells get an apostrophe, so that spreadsheets do not take a
    /// player's name for a formula; numbers stay numbers.
    #[arg(long, hide_short_help = true)]
    raw_cells: bool,
}

/// The forms by their names.
const FORMATS: &Values<Format> = &[
    ("text", "Aligned columns, for people (the default)", Format::Text),
    ("json", "One object", Format::Json),
    ("csv", "One row per line", Format::Csv),
    ("html", "A self-contained web page", Format::Html),
    ("markdown", "Markdown tables", Format::Markdown),
];

/// The form that the name of an output promises, if it is that of a report.
#[must_use]
pub fn format_of_name(output: Option<&Path>) -> Option<Format> {
    match ending_of(&output?.to_string_lossy())?.as_str() {
        "json" => Some(Format::Json),
        "csv" => Some(Format::Csv),
        "html" | "htm" => Some(Format::Html),
        "md" => Some(Format::Markdown),
        _ => None,
    }
}

impl ReportForm {
    /// The form of a report that goes to this output.
    #[must_use]
    pub fn format(self, output: Option<&Path>) -> Format {
        self.format.or_else(|| format_of_name(output)).unwrap_or(Format::Text)
    }

    /// Whether cells are guarded.
    #[must_use]
    pub fn cells(self) -> Cells {
        if self.raw_cells { Cells::Raw } else { Cells::Guarded }
    }
}

/// How text is laid out for this output.
#[must_use]
pub fn text_options(output: &Output) -> TextOptions {
    let bars = if output.is_terminal() { Bars::Blocks } else { Bars::None };
    TextOptions::default().with_columns_max(output.columns()).with_bars(bars)
}

/// Writes a report to an output, while `print` produces it.
///
/// # Errors
/// Those of `print` and of the output.
pub fn write(
    output: &mut Output,
    (format, text, cells): (Format, TextOptions, Cells),
    print: impl FnOnce(Writer<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut sink = |bytes: &[u8]| output.put(bytes);
    print(Writer::new(format, text, cells, &mut sink))
}
