//! Links records of EPD into games.
//!
//! Standard: §16.2. Decisions: D-47.

use super::load::{Loaded, LoadedChunk};
use crate::collect::SourceSink;
use crate::output::Output;
use crate::rewrite::{Findings, Line as Said, Report};
use pgn_db::error::Error;
use pgn_db::reading::ChunkResult;
use pgn_db::scan::{Chunk, SourceInfo};
use pgn_formats::epd::Chain;
use pgnkit::Game;
use pgnkit::write::Export;

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
            findings.refused_count += 1;
            let what = "a game made of records".to_owned();
            findings.lines.push(Said::Refused(what, format!("not written: {error}")));
        }
        losses.iter().for_each(|loss| findings.lose(loss));
        self.output.put(&text)
    }
}

impl SourceSink<LoadedChunk> for Linked {
    fn take(
        &mut self,
        chunk: Chunk,
        ChunkResult { output: (lines, mut findings), .. }: ChunkResult<LoadedChunk>,
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        for (line, loaded) in lines {
            let why = match loaded {
                Loaded::Other(_) => continue,
                Loaded::Unread(_) => "not read: its position cannot be read",
                Loaded::Record(record) => {
                    let pushed = self.chain.push(&record);
                    if let Some(game) = pushed.finished {
                        self.write(&game, &mut findings)?;
                    }
                    if pushed.is_taken {
                        continue;
                    }
                    "not written: its position is impossible"
                }
            };
            let what = format!("{}:{line}", chunk.source.name);
            findings.lines.push(Said::Refused(what, why.to_owned()));
            findings.refused_count += 1;
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
