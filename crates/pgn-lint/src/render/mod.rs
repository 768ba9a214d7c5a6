//! Printers: findings to text for people, editors, scripts and build servers.
//!
//! Start at [`Printer`].

mod concise;
mod full;
mod github;
mod json;
mod sarif;
mod schema;
mod statistics;
mod style;
mod summary;

pub use schema::schema;
pub use statistics::statistics;
pub use style::Color;
pub use summary::Summary;

use crate::finding::Finding;
use crate::severity::UnknownNameError;
use pgnkit::chess::text_by_name;
use std::io::{self, Write};

/// The formats of reports.
///
/// ```
/// use pgn_lint::render::Format;
///
/// assert_eq!(Format::default(), Format::Full);
/// assert_eq!(Format::ALL.len(), 6);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Format {
    /// For people: the line with a caret, the board, the help.
    #[default]
    Full,
    /// One line per finding: `file:line:column: CODE name message`.
    Concise,
    /// One object; see [`schema`].
    Json,
    /// One object per line and finding.
    Jsonl,
    /// SARIF 2.1.0, for code scanners.
    Sarif,
    /// Commands with which GitHub shows findings next to the text.
    Github,
}

impl Format {
    /// All formats, the default first.
    pub const ALL: [Format; 6] =
        [Format::Full, Format::Concise, Format::Json, Format::Jsonl, Format::Sarif, Format::Github];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Full => "full",
            Format::Concise => "concise",
            Format::Json => "json",
            Format::Jsonl => "jsonl",
            Format::Sarif => "sarif",
            Format::Github => "github",
        }
    }

    /// The format of that [`name`](Format::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }
}

text_by_name! { Format, UnknownNameError = UnknownNameError("a format of reports"); }

/// ```
/// use pgn_lint::render::Format;
///
/// assert_eq!("sarif".parse(), Ok(Format::Sarif));
/// assert_eq!(Format::Sarif.to_string(), "sarif");
/// ```
/// Prints a report while findings arrive, in constant memory.
///
/// Call [`finding`](Printer::finding) for each finding of a file, [`end_file`](Printer::end_file)
/// once for each file, also for clean ones, and [`finish`](Printer::finish) at the end.
///
/// ```
/// use pgn_lint::render::{Color, Format, Printer};
///
/// # fn main() -> std::io::Result<()> {
/// let mut report = Vec::new();
/// let mut printer = Printer::new(Format::Json, Color::Never, &mut report);
/// printer.end_file("clean.pgn", 12)?;
/// let summary = printer.finish()?;
/// assert_eq!((summary.n_games, summary.n_errors), (12, 0));
/// assert!(report.starts_with(b"{\"files\":[{"));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Printer<W> {
    format: Format,
    color: Color,
    sink: W,
    summary: Summary,
    /// A finding of the present file was printed.
    in_file: bool,
}

impl<W: Write> Printer<W> {
    /// A printer to `sink`.
    pub fn new(format: Format, color: Color, sink: W) -> Printer<W> {
        Printer { format, color, sink, summary: Summary::default(), in_file: false }
    }

    /// The text printed so far.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Prints one finding of the file with this name.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn finding(&mut self, file: &str, finding: &Finding) -> io::Result<()> {
        let is_first = self.summary.is_empty();
        let sink = &mut self.sink;
        match self.format {
            Format::Full => full::write(sink, self.color, file, finding)?,
            Format::Concise => concise::write(sink, self.color, file, finding)?,
            Format::Json => {
                json::write_in_file(sink, self.in_file, self.summary.n_files, file, finding)?
            }
            Format::Jsonl => json::write_line(sink, file, finding)?,
            Format::Sarif => sarif::write(sink, is_first, file, finding)?,
            Format::Github => github::write(sink, file, finding)?,
        }
        self.in_file = true;
        self.summary.add(finding);
        Ok(())
    }

    /// Takes text that another printer of this format printed, and its counts.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn append(&mut self, text: &[u8], counts: &Summary) -> io::Result<()> {
        self.summary.merge(counts);
        self.sink.write_all(text)
    }

    /// Reports the findings of a rule that are not listed: `finding` is the first of them and has
    /// their number; `n_listed` of the rule were printed. Only the formats for people leave
    /// findings out; the others print nothing here.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn rest(&mut self, file: &str, finding: &Finding, n_listed: usize) -> io::Result<()> {
        let (sink, color) = (&mut self.sink, self.color);
        match self.format {
            Format::Full => full::write_rest(sink, color, file, finding, n_listed)?,
            Format::Concise => concise::write_rest(sink, color, file, finding, n_listed)?,
            Format::Json | Format::Jsonl | Format::Sarif | Format::Github => return Ok(()),
        }
        self.summary.add(finding);
        Ok(())
    }

    /// Ends a file with `n_games` games.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn end_file(&mut self, file: &str, n_games: u64) -> io::Result<()> {
        if self.format == Format::Json {
            json::end_file(&mut self.sink, self.in_file, self.summary.n_files, file, n_games)?;
        }
        self.in_file = false;
        self.summary.n_files += 1;
        self.summary.n_games += n_games;
        Ok(())
    }

    /// Ends the report and returns the summary.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn finish(mut self) -> io::Result<Summary> {
        match self.format {
            Format::Full => full::finish(&mut self.sink, self.color, &self.summary)?,
            Format::Json => json::finish(&mut self.sink, &self.summary)?,
            Format::Sarif => sarif::finish(&mut self.sink, &self.summary)?,
            Format::Concise | Format::Jsonl | Format::Github => {}
        }
        self.sink.flush()?;
        Ok(self.summary)
    }
}
