//! All records of some files, in memory.
//!
//! Standard: §16.2. Decisions: D-47.

use crate::args::Read;
use crate::collect::{SourceSink, read_lines};
use crate::exit::Exit;
use crate::rewrite::{Findings, Report};
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::reading::{ChunkResult, Place, ReadGames, RegionKind};
use pgn_db::scan::Chunk;
use pgn_db::source::Inputs;
use pgn_formats::epd::{Line, ReadOptions, Record, parse};
use pgnkit::charset::Choice;
use pgnkit::chess::Variant;
use pgnkit::syntax::GameEnd;

/// A line.
#[derive(Debug)]
pub(in crate::commands) enum Loaded {
    /// A record.
    Record(Box<Record>),
    /// A line that cannot be read, in UTF-8 and without its line end.
    Unread(Vec<u8>),
    /// A remark or an empty line, in UTF-8 and without its line end.
    Other(Vec<u8>),
}

/// Lines with their numbers in the file, and what was found in them.
pub(in crate::commands) type LoadedChunk = (Vec<(u64, Loaded)>, Findings);

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
            Loaded::Unread(_) | Loaded::Other(_) => None,
        })
    }
}

/// Reads all records. Findings are counted on standard error.
pub(super) fn load(
    inputs: Inputs,
    read: &Read,
    variant: Option<Variant>,
    console: &Console,
) -> Result<All, Error> {
    let (Loading(lines), exit) =
        read_lines(inputs, read, Parse { variant }, Loading(Vec::new()), console)?;
    Ok(All { lines, exit })
}

/// Reads the lines of a chunk.
pub(in crate::commands) struct Parse {
    pub(in crate::commands) variant: Option<Variant>,
}

impl ReadGames for Parse {
    type Reader = ReadOptions;
    type Output = LoadedChunk;

    fn reader(&self, encoding: Choice) -> ReadOptions {
        ReadOptions::default().with_encoding(encoding).with_variant(self.variant)
    }

    fn begin(&self, _: &mut ReadOptions, _: usize) -> LoadedChunk {
        LoadedChunk::default()
    }

    fn read(
        &self,
        options: &mut ReadOptions,
        at: Place<'_>,
        (lines, findings): &mut LoadedChunk,
    ) -> RegionKind {
        let (line, mut notes) = (at.region.text.trim_ascii_end(), Vec::new());
        let text = || options.encoding.decode(line).into_owned().into_bytes();
        let loaded = match parse(line, options, &mut notes) {
            Line::Record(record) => Loaded::Record(Box::new(record)),
            Line::Unread => Loaded::Unread(text()),
            Line::Remark | Line::Blank => Loaded::Other(text()),
        };
        lines.push((at.region.location.line, loaded));
        notes.iter().for_each(|note| findings.found.add(note.diagnostic.code, 1));
        RegionKind::of(false, at.region.end != Some(GameEnd::NoGame))
    }
}

/// Keeps the lines.
struct Loading(Vec<Loaded>);

impl SourceSink<LoadedChunk> for Loading {
    fn take(
        &mut self,
        _: Chunk,
        ChunkResult { output: (lines, findings), .. }: ChunkResult<LoadedChunk>,
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        report.add(&findings);
        self.0.extend(lines.into_iter().map(|(_, line)| line));
        Ok(())
    }
}
