//! The collected counts of all files, and notes about games that do not count.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::collect::SourceSink;
use crate::conservation;
use crate::memory::temporary_file_error;
use crate::rewrite::Report;
use crate::terminal::counted;
use pgn_db::error::Error;
use pgn_db::reading::{ChunkResult, Header};
use pgn_db::scan::{Chunk, SourceInfo};
use pgn_db::sort::Folder;
use pgn_db::tree::{Answer, Counted, Games, Gather, Moves, Played};
use pgn_query::Query;

/// The results for the games, file by file.
pub(super) struct GameCounts {
    passed: Passed,
    games: Games,
    /// Of the present file.
    of_file: Games,
    read_count: u64,
}

/// The reason why an index excludes the games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    /// They do not reach the position.
    Elsewhere,
    /// The query leaves them out.
    Unwanted,
}

impl Passed {
    /// When games are chosen by this query, or by the position.
    pub(super) fn with(query: Option<&Query>) -> Passed {
        if query.is_some() { Passed::Unwanted } else { Passed::Elsewhere }
    }

    /// Those of a source.
    pub(super) fn games_of(self, source: &SourceInfo) -> Games {
        let n = source.passed_count;
        match self {
            Passed::Elsewhere => Games { elsewhere_count: n, ..Games::default() },
            Passed::Unwanted => Games { unwanted_count: n, ..Games::default() },
        }
    }
}

/// Takes the counts, file by file.
pub(super) struct TreeSink {
    gather: Gather<Folder>,
    folder: Folder,
    seen: GameCounts,
    answers: Answers,
    /// The moves that the index of the present file has.
    known: Vec<Played>,
}

/// The answers of indexes instead of the games, by their files.
pub(super) type Answers = Arc<Mutex<HashMap<PathBuf, Answer>>>;

/// All that was counted.
pub(super) struct Total {
    pub(super) games: Games,
    pub(super) moves: Moves,
}

impl GameCounts {
    /// Of games that are not read, `passed` is the kind.
    pub(super) fn new(passed: Passed) -> GameCounts {
        GameCounts { passed, games: Games::default(), of_file: Games::default(), read_count: 0 }
    }

    pub(super) fn begin(&mut self, source: &SourceInfo) {
        self.of_file = self.passed.games_of(source);
        self.read_count += source.passed_count;
    }

    /// The games of a chunk.
    pub(super) fn take(&mut self, game_count: u64, header: &Header, games: &Games) {
        self.read_count += game_count;
        self.of_file.count_unwanted(header);
        self.of_file.join(games);
    }

    pub(super) fn end(&mut self, source: &SourceInfo, report: &Report<'_>) {
        report_games(&source.name, &self.of_file, report);
        self.games.join(&self.of_file);
    }

    /// Every game that was read counts, or is reported as not counted.
    pub(super) fn close(&self) -> Result<(), Error> {
        let output_count = u64::from(self.games.reached.game_count);
        let rejected_count = self.games.n() - output_count;
        conservation::Games { input_count: self.read_count, output_count, rejected_count }
            .close("tree")
    }
}

impl TreeSink {
    pub(super) fn new(
        gather: Gather<Folder>,
        folder: Folder,
        seen: GameCounts,
        answers: Answers,
    ) -> TreeSink {
        TreeSink { gather, folder, seen, answers, known: Vec::new() }
    }

    /// The answer for a source whose games are not read.
    fn answer_for(&self, source: &SourceInfo) -> Option<Answer> {
        let (path, _) = source.stamp.as_ref()?;
        let answer = self.answers.lock().unwrap_or_else(PoisonError::into_inner).remove(path)?;
        // With much text after the last game, all is read after all.
        (answer.0.n() == source.passed_count).then_some(answer)
    }

    pub(super) fn finish(self) -> Result<Total, Error> {
        self.seen.close()?;
        let to_error = |error| temporary_file_error(&self.folder, error);
        let moves = self.gather.finish().map_err(to_error)?;
        Ok(Total { games: self.seen.games, moves })
    }
}

/// Says how many games of a file do not count.
fn report_games(name: &str, games: &Games, report: &Report<'_>) {
    if games.unplayable_count > 0 {
        let n = counted(games.unplayable_count, "game", "games");
        let why =
            "cannot be played, or whose start position or rules are unknown: they do not count";
        report.console.say(&format!("{name}: {n} whose moves {why}"));
    }
    if games.unwanted_count > 0 {
        let n = counted(games.unwanted_count, "game", "games");
        report.console.remark(&format!("{name}: {n} that do not match the expression"));
    }
    if games.elsewhere_count > 0 {
        let n = counted(games.elsewhere_count, "game", "games");
        report.console.remark(&format!("{name}: {n} that do not reach the position"));
    }
}

impl SourceSink<Counted> for TreeSink {
    fn begin(&mut self, source: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        self.seen.begin(source);
        if let Some((games, moves)) = self.answer_for(source) {
            (self.seen.of_file, self.known) = (games, moves);
        }
        Ok(())
    }

    fn end(&mut self, _: &SourceInfo, _: &mut Report<'_>) -> Result<(), Error> {
        let to_error = |error| temporary_file_error(&self.folder, error);
        self.gather.take_moves(&std::mem::take(&mut self.known)).map_err(to_error)
    }

    fn take(
        &mut self,
        chunk: Chunk,
        ChunkResult { header, output: counted }: ChunkResult<Counted>,
        _: &mut Report<'_>,
    ) -> Result<(), Error> {
        self.seen.take(chunk.game_count(), &header, &counted.games);
        let to_error = |error| temporary_file_error(&self.folder, error);
        self.gather.take(&counted).map_err(to_error)
    }

    fn report(&mut self, source: &SourceInfo, report: &mut Report<'_>) {
        self.seen.end(source, report);
    }
}
