//! Writes selected games to the output and the rest to `--rejects`; shared by `filter` and `cat`.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::collect::SourceSink;
use crate::conservation::Games;
use crate::exit::Exit;
use crate::gather::report_outside;
use crate::output::Output;
use crate::rewrite::{Findings, Report};
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::reading::ChunkResult;
use pgn_db::scan::{Chunk, SourceInfo};
use pgn_db::select::{Item, ItemKind, OutsideCounts, Ranges, Reservoir, Selected};

/// Which of the games that match are taken.
#[derive(Clone, Debug, Default)]
pub(in crate::commands) struct Choice {
    /// By number of all games.
    pub(in crate::commands) games: Option<Ranges>,
    /// Only games of these numbers are read at all.
    pub(in crate::commands) chosen: Arc<AtomicBool>,
    /// By number of the games that match.
    pub(in crate::commands) select: Option<Ranges>,
    /// The number of matches to skip at the beginning.
    pub(in crate::commands) skip: u64,
    /// The maximum number.
    pub(in crate::commands) limit: u64,
    /// Nothing is written if no game is taken.
    pub(in crate::commands) needs_match: bool,
}

/// Writes games to the output, and the others to the file of rejects.
pub(in crate::commands) struct FilterOutput {
    output: Output,
    rejects: Option<Output>,
    choice: Choice,
    sample: Option<Reservoir>,
    account: Games,
    /// Games in the chunks before.
    before_count: u64,
    /// Games that an index passed over.
    passed_count: u64,
    matched_count: u64,
    outside: OutsideCounts,
    /// The name of one item, and of several.
    nouns: [&'static str; 2],
    /// No later game can be selected, and rejects are not written.
    is_over: bool,
}

impl FilterOutput {
    pub(in crate::commands) fn new(
        output: Output,
        rejects: Option<Output>,
        choice: Choice,
        sample: Option<Reservoir>,
        nouns: [&'static str; 2],
    ) -> FilterOutput {
        FilterOutput {
            output,
            rejects,
            choice,
            sample,
            account: Games::default(),
            before_count: 0,
            passed_count: 0,
            matched_count: 0,
            outside: OutsideCounts::default(),
            nouns,
            is_over: false,
        }
    }

    /// Compares the counts and moves the files to their places; returns the status, and the number
    /// of games.
    pub(in crate::commands) fn finish(
        mut self,
        verb: &str,
        is_count: bool,
        report: &Report<'_>,
    ) -> Result<(Exit, u64), Error> {
        if let Some(sample) = self.sample.take() {
            let chosen_count = sample.chosen_count();
            self.account.rejected_count += self.account.output_count - chosen_count;
            self.account.output_count = chosen_count;
            let output = &mut self.output;
            let written = sample.finish(|text| output.write_all(text));
            written.map_err(|error| self.output.error(error))?;
        }
        if is_count {
            let line = format!("{}\n", self.account.output_count);
            let written = self.output.write_all(line.as_bytes());
            written.map_err(|error| self.output.error(error))?;
        }
        self.account.close(verb)?;
        let is_complete = self.report_missing_games(report.console);
        if let Some(rejects) = self.rejects {
            rejects.commit(report.console)?;
        }
        // Without a match, nothing is written, and an old file stays.
        if self.account.output_count > 0 || !self.choice.needs_match || is_count {
            self.output.commit(report.console)?;
        }
        let exit = if is_complete { Exit::Clean } else { Exit::Failed };
        Ok((report.exit.max(exit), self.account.output_count))
    }

    /// Reports missing games that were requested by number; returns whether all exist.
    fn report_missing_games(&self, console: &Console) -> bool {
        let game_count = self.before_count + self.passed_count;
        let games = self.choice.games.as_ref().filter(|_| !self.is_over);
        let Some((first, last)) = games.and_then(|games| games.missing_of(game_count)) else {
            return true;
        };
        let [one, several] = self.nouns;
        let what = match first == last {
            true => format!("{one} {first}"),
            false => format!("{several} {first}..{last}"),
        };
        let why = format!("not found, there are only {game_count}");
        console.error(&Error::new(ErrorKind::Usage, what, why));
        false
    }

    /// Whether a game that matches is taken; `number` is its place among all.
    fn takes(&mut self, number: u64) -> bool {
        let Choice { games, select, skip, limit, chosen, .. } = &self.choice;
        let is_chosen = chosen.load(Ordering::Relaxed);
        if !(is_chosen || games.as_ref().is_none_or(|games| games.contains(number))) {
            return false;
        }
        self.matched_count += 1;
        self.matched_count > *skip
            && select.as_ref().is_none_or(|select| select.contains(self.matched_count))
            && self.account.output_count < *limit
    }

    fn put(&mut self, item: &Item, bytes: &[u8]) -> Result<(), Error> {
        let text = &bytes[item.range.clone()];
        if item.kind == ItemKind::Outside {
            return self.output.write_all(text).map_err(|error| self.output.error(error));
        }
        let number = self.before_count + item.game_idx + 1;
        if !(item.kind == ItemKind::Match && self.takes(number)) {
            self.account.rejected_count += 1;
            return match &mut self.rejects {
                None => Ok(()),
                Some(rejects) => rejects.write_all(text).map_err(|error| rejects.error(error)),
            };
        }
        self.account.output_count += 1;
        match &mut self.sample {
            Some(sample) => {
                sample.push(text).map_err(|error| Error::from_io("temporary files", error))
            }
            None => self.output.put(text),
        }
    }

    /// Whether some game that follows may be taken.
    fn goes_on(&self) -> bool {
        let Choice { games, select, limit, chosen, .. } = &self.choice;
        let is_chosen = chosen.load(Ordering::Relaxed);
        let last = |ranges: &Option<Ranges>| ranges.as_ref().and_then(Ranges::last);
        self.rejects.is_some()
            || self.account.output_count < *limit
                && (is_chosen || last(games).is_none_or(|last| self.before_count < last))
                && last(select).is_none_or(|last| self.matched_count < last)
    }
}

impl SourceSink<Selected> for FilterOutput {
    fn begin(&mut self, _: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.outside = OutsideCounts::default();
        Ok(())
    }

    fn take(
        &mut self,
        chunk: Chunk,
        ChunkResult { header, output: selected }: ChunkResult<Selected>,
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        report.add(&Findings { extracted: selected.counts, ..Findings::default() });
        report.add(&Findings::of_unread(&selected.unread, &chunk.source.name));
        self.outside.join(selected.outside);
        let game_count = header.read_count();
        self.account.input_count += game_count;
        let is_game = |item: &&Item| item.kind != ItemKind::Outside;
        let item_count = selected.items.iter().filter(is_game).count() as u64;
        self.account.rejected_count += game_count - item_count;
        for item in &selected.items {
            self.put(item, &selected.bytes)?;
        }
        self.before_count += game_count;
        self.is_over = !self.goes_on();
        Ok(())
    }

    fn wants_more(&self) -> bool {
        !self.is_over
    }

    fn end(&mut self, source: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.passed_count += source.passed_count;
        Ok(())
    }

    fn report(&mut self, source: &SourceInfo, report: &mut Report<'_>) {
        report_outside(self.outside, source, report);
    }
}
