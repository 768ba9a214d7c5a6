//! All records of some files, in memory.
//!
//! Owns: the lines in order, and what is said about them. Knows nothing of: what is done with them.
//! Standard: §16.2. Decisions: D-47.
//! Start at [`load`].

use crate::args::Read;
use crate::exit::Exit;
use crate::rewrite::{Findings, Report};
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::scan::{self, Chunk, Collect, Job, SourceInfo};
use pgn_db::source::Inputs;
use pgnkit::charset::decode;
use pgnkit::chess::Variant;
use pgnkit::epd::{Line, ReadOptions, Record, parse};

/// A line.
#[derive(Debug)]
pub(super) enum Loaded {
    /// A record.
    Record(Box<Record>),
    /// A remark, an empty line, or one that cannot be read, in UTF-8 and without its line end.
    Other(Vec<u8>),
}

/// The lines of all files.
#[derive(Debug)]
pub(super) struct All {
    pub(super) lines: Vec<Loaded>,
    /// How the reading went.
    pub(super) exit: Exit,
}

impl All {
    pub(super) fn records(&self) -> impl Iterator<Item = &Record> {
        self.lines.iter().filter_map(|line| match line {
            Loaded::Record(record) => Some(&**record),
            Loaded::Other(_) => None,
        })
    }
}

/// Reads all records. What is found wrong is counted on standard error.
pub(super) fn load(
    inputs: Inputs,
    read: &Read,
    variant: Option<Variant>,
    console: &Console,
) -> Result<All, Error> {
    let options = scan::Options { cut: scan::Cut::Lines, ..read.scan_options() };
    let mut loading = Loading { lines: Vec::new(), report: Report::new(console, "") };
    scan::run(inputs, options, Parse { variant }, &mut loading)?;
    Ok(All { lines: loading.lines, exit: loading.report.exit })
}

/// Reads the lines of a chunk.
struct Parse {
    variant: Option<Variant>,
}

impl Job for Parse {
    type Worker = ();
    type Output = (Vec<Loaded>, Findings);

    fn worker(&self) {}

    fn work(&self, (): &mut (), chunk: &Chunk) -> (Vec<Loaded>, Findings) {
        let options = ReadOptions { encoding: chunk.source.encoding, variant: self.variant };
        let (mut lines, mut findings, mut notes) = (Vec::new(), Findings::default(), Vec::new());
        for region in chunk.regions() {
            let line = region.text.trim_ascii_end();
            lines.push(match parse(line, &options, &mut notes) {
                Line::Record(record) => Loaded::Record(Box::new(record)),
                Line::Remark | Line::Blank | Line::Unread => {
                    let encoding = options.encoding.encoding_of(line);
                    Loaded::Other(decode(line, encoding).text.into_owned().into_bytes())
                }
            });
            for note in notes.drain(..) {
                findings.found.add(note.diagnostic.code, 1);
            }
        }
        (lines, findings)
    }
}

/// Keeps the lines.
struct Loading<'a> {
    lines: Vec<Loaded>,
    report: Report<'a>,
}

impl Collect<(Vec<Loaded>, Findings)> for Loading<'_> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.report.begin(source);
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, read: (Vec<Loaded>, Findings)) -> Result<(), Error> {
        self.report.take(chunk.n_games(), &read.1);
        self.lines.extend(read.0);
        Ok(())
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        self.report.end(source, end);
        Ok(())
    }

    fn trouble(&mut self, error: Error) -> Result<(), Error> {
        self.report.trouble(&error);
        Ok(())
    }
}
