//! All records of some files, in memory.
//!
//! Standard: §16.2. Decisions: D-47.

use crate::args::Read;
use crate::collect::{SourceReporter, SourceSink};
use crate::exit::Exit;
use crate::rewrite::{Findings, Report};
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::reading::{ChunkResult, Place, ReadGames, Reading, RegionKind};
use pgn_db::scan::{self, Chunk};
use pgn_db::source::Inputs;
use pgn_formats::epd::{Line, ReadOptions, Record, parse};
use pgnkit::charset::Choice;
use pgnkit::chess::Variant;
use pgnkit::syntax::GameEnd;

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
    let mut collector = SourceReporter::new(Loading(Vec::new()), Report::new(console, ""));
    scan::run(inputs, options, Reading::all(Parse { variant }), &mut collector)?;
    Ok(All { lines: collector.taken.0, exit: collector.report.exit })
}

/// Reads the lines of a chunk.
struct Parse {
    variant: Option<Variant>,
}

impl ReadGames for Parse {
    type Reader = ReadOptions;
    type Output = (Vec<Loaded>, Findings);

    fn reader(&self, encoding: Choice) -> ReadOptions {
        ReadOptions::default().with_encoding(encoding).with_variant(self.variant)
    }

    fn begin(&self, _: &mut ReadOptions, _: usize) -> (Vec<Loaded>, Findings) {
        Default::default()
    }

    fn read(
        &self,
        options: &mut ReadOptions,
        at: Place<'_>,
        (lines, findings): &mut (Vec<Loaded>, Findings),
    ) -> RegionKind {
        let (line, mut notes) = (at.region.text.trim_ascii_end(), Vec::new());
        lines.push(match parse(line, options, &mut notes) {
            Line::Record(record) => Loaded::Record(Box::new(record)),
            Line::Remark | Line::Blank | Line::Unread => {
                Loaded::Other(options.encoding.decode(line).into_owned().into_bytes())
            }
        });
        notes.iter().for_each(|note| findings.found.add(note.diagnostic.code, 1));
        RegionKind::of(false, at.region.end != Some(GameEnd::NoGame))
    }
}

/// Keeps the lines.
struct Loading(Vec<Loaded>);

impl SourceSink<(Vec<Loaded>, Findings)> for Loading {
    fn take(
        &mut self,
        _: Chunk,
        ChunkResult { output: (lines, findings), .. }: ChunkResult<(Vec<Loaded>, Findings)>,
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        report.add(&findings);
        self.0.extend(lines);
        Ok(())
    }
}
