//! Feeds the games of all sources to a sorter; shared by `sort`, `split` and `archive`.

use crate::collect::SourceSink;
use crate::memory::temporary_file_error;
use crate::rewrite::{Findings, Line, Report};
use crate::terminal::counted;
use pgn_db::error::Error;
use pgn_db::extract::{GameBatch, open_stored};
use pgn_db::reading::ChunkResult;
use pgn_db::scan::{Chunk, Cut, SourceInfo};
use pgn_db::select::OutsideCounts;
use pgn_db::sort::{Folder, Sorted, Sorter, Tail};

/// How to treat text outside games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outside {
    /// It gets this key.
    Keep(&'static [u8]),
    /// It is left out, and reported.
    Leave,
}

/// Feeds the games, file by file, to a sorter.
pub(crate) struct Gathered<T> {
    sorter: Sorter<Folder, T>,
    folder: Folder,
    outside: Outside,
    game_count: u64,
    refused_count: u64,
    left_out: OutsideCounts,
}

/// The collected games, sorted.
pub(crate) struct Gathering<T> {
    pub(crate) sorted: Sorted<T>,
    /// Games and texts that were taken, each as often as it has keys.
    pub(crate) item_count: u64,
    /// Games that were read.
    pub(crate) game_count: u64,
    /// Those among them that the output format cannot represent.
    pub(crate) refused_count: u64,
}

impl<T: Tail> Gathered<T> {
    pub(crate) fn new(sorter: Sorter<Folder, T>, folder: Folder, outside: Outside) -> Gathered<T> {
        let left_out = OutsideCounts::default();
        Gathered { sorter, folder, outside, game_count: 0, refused_count: 0, left_out }
    }

    /// All that was gathered, in order.
    pub(crate) fn finish(self) -> Result<Gathering<T>, Error> {
        let (item_count, game_count, refused_count) =
            (self.sorter.item_count(), self.game_count, self.refused_count);
        let to_error = |error| temporary_file_error(&self.folder, error);
        let sorted = self.sorter.finish().map_err(to_error)?;
        Ok(Gathering { sorted, item_count, game_count, refused_count })
    }
}

impl<T: Tail> SourceSink<GameBatch> for Gathered<T> {
    fn begin(&mut self, _: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.left_out = OutsideCounts::default();
        Ok(())
    }

    fn take(
        &mut self,
        chunk: Chunk,
        ChunkResult { header, output: load }: ChunkResult<GameBatch>,
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        report.add(&findings_of(&load));
        report.add(&Findings::of_unread(&load.unread, &chunk.source.name));
        report_incomplete_dates(&chunk, &load, report);
        report_refused(&chunk, &load, report);
        self.game_count += header.game_count;
        self.refused_count += load.refused.len() as u64;
        let to_error = |error| temporary_file_error(&self.folder, error);
        for game in load.games() {
            self.sorter.push(game.key, game.stored).map_err(to_error)?;
        }
        for (_, tail) in load.tails() {
            let text = open_stored(tail).text;
            match self.outside {
                // Empty lines between records separate nothing.
                Outside::Keep(_) if text.trim_ascii().is_empty() => {}
                Outside::Keep(key) => self.sorter.push(key, tail).map_err(to_error)?,
                Outside::Leave => self.left_out.push(text),
            }
        }
        Ok(())
    }

    fn report(&mut self, source: &SourceInfo, report: &mut Report<'_>) {
        report_outside(self.left_out, source, report);
    }
}

/// Reports that text was left out, if there was any.
pub(crate) fn report_outside(outside: OutsideCounts, source: &SourceInfo, report: &Report<'_>) {
    let name = &source.name;
    match (outside.piece_count, source.cut) {
        (0, _) => {}
        (_, Cut::Games) => {
            report.console.say(&format!("{name}: text after the last game was left out"));
        }
        (n, Cut::Lines) => {
            let lines = counted(n, "line", "lines");
            report.console.say(&format!("{name}: {lines} without a record left out"));
        }
    }
}

/// Reports each game without a complete date, if requested.
fn report_incomplete_dates(chunk: &Chunk, load: &GameBatch, report: &Report<'_>) {
    let mut regions = chunk.regions().enumerate();
    for &region_idx in load.incomplete_dates() {
        if let Some((_, region)) = regions.find(|(idx, _)| *idx == region_idx) {
            let (name, number) = (&chunk.source.name, region.n_games_before + 1);
            let place = format!("{name}:{}: game {number}", region.begin());
            report.console.remark(&format!("{place}: T106 incomplete-date"));
        }
    }
}

/// Reports each game that the output format cannot represent.
fn report_refused(chunk: &Chunk, load: &GameBatch, report: &mut Report<'_>) {
    let mut findings = Findings::default();
    let mut regions = chunk.regions().enumerate();
    for (region_idx, why) in &load.refused {
        if let Some((_, region)) = regions.find(|(idx, _)| idx == region_idx) {
            let (name, number) = (&chunk.source.name, region.n_games_before + 1);
            let place = format!("{name}:{}: game {number}", region.begin());
            findings.lines.push(Line::Refused(place, format!("not written: {why}")));
            findings.refused_count += 1;
        }
    }
    report.add(&findings);
}

/// The part of a report about extracted games.
pub(crate) fn findings_of(load: &GameBatch) -> Findings {
    let mut findings = Findings { extracted: load.counts, ..Findings::default() };
    load.losses.iter().for_each(|loss| findings.lose(loss));
    findings
}
