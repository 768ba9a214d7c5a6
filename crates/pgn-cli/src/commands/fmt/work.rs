//! The work of `pgn fmt` on a chunk: the text, and on request the difference.

use crate::diff::{Op, compare};
use crate::rewrite::{self, Rewrite, Rewritten};
use pgn_db::reading::{ChunkResult, Reading, Worker};
use pgn_db::scan::{Chunk, Cutting, Job, SourceInfo};

/// Writes the games of a chunk in form.
pub(super) struct FormatJob {
    pub(super) rewrite: Reading<Rewrite>,
    pub(super) parting: Parting,
    pub(super) wants_diff: bool,
}

/// The separator between two written games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parting {
    /// An empty line after each game.
    EmptyLine(&'static [u8]),
    /// Nothing: lines follow each other.
    Nothing,
    /// The text between the edited games.
    Kept,
}

/// The games of a chunk in form.
pub(super) struct Output {
    pub(super) rewritten: Rewritten,
    pub(super) difference: Option<Difference>,
}

/// The steps from the chunk's text to [`text`](Difference::text).
pub(super) struct Difference {
    /// The new text. The empty line after each game is moved to the front of the next one, where
    /// the chunks of the old text have it too.
    pub(super) text: Vec<u8>,
    pub(super) ops: Vec<Op>,
}

impl Job for FormatJob {
    type Worker = Worker<rewrite::Worker>;
    type Output = ChunkResult<Output>;

    fn worker(&self) -> Self::Worker {
        self.rewrite.worker()
    }

    fn work_while_cut(
        &self,
        worker: &mut Self::Worker,
        source: &SourceInfo,
        cutting: &mut Cutting<'_>,
    ) -> Option<ChunkResult<Output>> {
        if self.wants_diff {
            return None;
        }
        let ChunkResult { header, output: rewritten } =
            self.rewrite.work_while_cut(worker, source, cutting)?;
        Some(ChunkResult { header, output: Output { rewritten, difference: None } })
    }

    fn work(&self, worker: &mut Self::Worker, chunk: &Chunk) -> ChunkResult<Output> {
        let ChunkResult { header, output: rewritten } = self.rewrite.work(worker, chunk);
        let difference = self.wants_diff.then(|| self.difference(chunk, &rewritten));
        ChunkResult { header, output: Output { rewritten, difference } }
    }
}

impl FormatJob {
    /// Compares game by game, so that the cost stays with the length of games.
    fn difference(&self, chunk: &Chunk, rewritten: &Rewritten) -> Difference {
        let empty_line: &[u8] = match self.parting {
            Parting::EmptyLine(line) => line,
            Parting::Nothing | Parting::Kept => b"",
        };
        let mut text = Vec::with_capacity(rewritten.text.len());
        let mut ops = Vec::new();
        let mut from = 0;
        let mut left = rewritten.ends.len();
        for (region, &to) in chunk.regions().zip(&rewritten.ends) {
            let begin = text.len();
            let game = &rewritten.text[from..to];
            if !game.is_empty() && region.n_games_before > 0 {
                text.extend_from_slice(empty_line);
            }
            text.extend_from_slice(game.strip_suffix(empty_line).unwrap_or(game));
            from = to;
            left -= 1;
            let is_last = left == 0 && chunk.end.is_some();
            if is_last && (region.n_games_before > 0 || !game.is_empty()) {
                text.extend_from_slice(empty_line);
            }
            ops.extend(compare(region.text, &text[begin..]));
        }
        Difference { text, ops }
    }
}
