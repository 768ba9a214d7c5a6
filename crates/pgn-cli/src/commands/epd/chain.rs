//! Records of EPD into games: the reading in threads, the linking in order.
//!
//! Standard: §16.2. Decisions: D-47.

use crate::collect::SourceSink;
use crate::output::Output;
use crate::rewrite::{Findings, Line as Said, Report};
use pgn_db::error::Error;
use pgn_db::reading::{ChunkResult, Place, ReadGames, RegionKind};
use pgn_db::scan::{Chunk, SourceInfo};
use pgn_formats::epd::{Chain, Line, ReadOptions, Record, parse};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::syntax::GameEnd;
use pgnkit::write::Export;

/// Reads the records of a chunk.
pub(in crate::commands) struct Linking;

/// The records of a chunk, each with its line, and what was found in them.
pub(in crate::commands) struct ChunkRecords {
    records: Vec<(u64, Record)>,
    findings: Findings,
}

impl ReadGames for Linking {
    type Reader = ReadOptions;
    type Output = ChunkRecords;

    fn reader(&self, encoding: Choice) -> ReadOptions {
        ReadOptions::default().with_encoding(encoding)
    }

    fn begin(&self, _: &mut ReadOptions, _: usize) -> ChunkRecords {
        ChunkRecords { records: Vec::new(), findings: Findings::default() }
    }

    fn read(
        &self,
        options: &mut ReadOptions,
        at: Place<'_>,
        read: &mut ChunkRecords,
    ) -> RegionKind {
        let (line, place) = (at.region.text.trim_ascii_end(), at.region.location.line);
        let mut notes = Vec::new();
        match parse(line, options, &mut notes) {
            Line::Record(record) => read.records.push((place, record)),
            Line::Unread => {
                let what = format!("{}:{place}", at.source.name);
                let why = "not read: its position cannot be read".to_owned();
                read.findings.lines.push(Said::Refused(what, why));
                read.findings.n_refused += 1;
            }
            Line::Remark | Line::Blank => {}
        }
        notes.iter().for_each(|note| read.findings.found.add(note.diagnostic.code, 1));
        RegionKind::of(false, at.region.end != Some(GameEnd::NoGame))
    }
}

/// Links the records of each source, and writes the games.
pub(in crate::commands) struct Linked {
    pub(in crate::commands) output: Output,
    pub(in crate::commands) export: Export,
    pub(in crate::commands) chain: Chain,
}

impl Linked {
    fn write(&mut self, game: &Game, findings: &mut Findings) -> Result<(), Error> {
        let (mut text, mut losses) = (Vec::new(), Vec::new());
        if let Err(error) = self.export.append(game, &mut text, &mut losses) {
            findings.n_refused += 1;
            let what = "a game made of records".to_owned();
            findings.lines.push(Said::Refused(what, format!("not written: {error}")));
        }
        for loss in &losses {
            let tally =
                if loss.loses_content() { &mut findings.lost } else { &mut findings.changed };
            tally.add(loss.fault.code, loss.n as u64);
        }
        self.output.put(&text)
    }
}

impl SourceSink<ChunkRecords> for Linked {
    fn take(
        &mut self,
        chunk: Chunk,
        ChunkResult { output: read, .. }: ChunkResult<ChunkRecords>,
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        let ChunkRecords { records, mut findings } = read;
        for (line, record) in records {
            let pushed = self.chain.push(&record);
            if let Some(game) = pushed.finished {
                self.write(&game, &mut findings)?;
            }
            if !pushed.is_taken {
                let what = format!("{}:{line}", chunk.source.name);
                let why = "not written: its position is impossible".to_owned();
                findings.lines.push(Said::Refused(what, why));
                findings.n_refused += 1;
            }
        }
        report.add(&findings);
        Ok(())
    }

    fn end(&mut self, _: &SourceInfo, report: &mut Report<'_>) -> Result<(), Error> {
        let mut findings = Findings::default();
        if let Some(game) = self.chain.finish() {
            self.write(&game, &mut findings)?;
        }
        report.add(&findings);
        Ok(())
    }
}
