//! Separates the games that a query selects from the others (D-09, D-38).
//!
//! ```text
//! chunk ─┬─ a game that matches ── its text, marked if wanted, or a line about it
//!        └─ another one ────────── its text, if the rejects are wanted
//! ```
//!
//! Start at [`Selection`], a [`Job`] that returns a [`Selected`].

mod line;
mod mark;
mod ranges;
mod reservoir;

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

pub use ranges::Ranges;
pub use reservoir::Reservoir;

use crate::extract::{Carrier, Counts, Extracted, push_tail};
use crate::reading::{ChunkResult, Header, RegionKind};
use crate::record::{DRAFT_ENCODING, RecordText, UnreadLines, push_line};
use crate::scan::{Chunk, Cut, Job};
use pgn_query::{Matcher, Query, Truth, Verdict};
use pgnkit::charset::Choice;
use pgnkit::read::Sniff;
use pgnkit::syntax::{GameEnd, Region};

/// The output for the games that match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Their number only.
    Count,
    /// Their text.
    Text,
    /// A line about each.
    Line,
}

/// Parts the games of a chunk.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Which games match.
    pub query: Arc<Query>,
    /// Select the games that do not match instead.
    pub inverted: bool,
    /// The output for them.
    pub wanted: Wanted,
    /// A comment for the place where a game matched; `{fen}` in it becomes the position there.
    pub mark: Option<String>,
    /// Whether to keep the texts of the others.
    pub rejects: bool,
    /// Whether to count all games, including those that cannot match, for their numbers.
    pub counts_all: bool,
    /// Whether to keep text outside games.
    pub outside: bool,
}

/// The games of a chunk, divided.
#[derive(Debug, Default)]
pub struct Selected {
    /// Texts and lines.
    pub bytes: Vec<u8>,
    /// Games in order: those that match and, if requested, the others and text outside games.
    pub items: Vec<Item>,
    /// How texts were made.
    pub counts: Counts,
    /// The amount of text outside games that is not among the items.
    pub outside: OutsideCounts,
    /// Lines that should be records but cannot be read.
    pub unread: UnreadLines,
}

/// Text that is not part of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutsideCounts {
    /// Its pieces: among records, lines that are not empty.
    pub piece_count: u64,
    /// Its length, in bytes.
    pub byte_count: usize,
}

impl OutsideCounts {
    /// Adds a piece, unless it is only white space.
    pub fn push(&mut self, text: &[u8]) {
        let byte_count = text.trim_ascii().len();
        self.byte_count += byte_count;
        self.piece_count += u64::from(byte_count > 0);
    }

    /// Adds the counts of what follows.
    pub fn join(&mut self, next: OutsideCounts) {
        self.piece_count += next.piece_count;
        self.byte_count += next.byte_count;
    }
}

/// What an [`Item`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A game that matches.
    Match,
    /// A game that does not match.
    Reject,
    /// Text outside games, closed like a game; among records, a line without a record.
    Outside,
}

impl ItemKind {
    fn of(is_match: bool) -> ItemKind {
        if is_match { ItemKind::Match } else { ItemKind::Reject }
    }
}

/// A part of a chunk.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// For a game, its place among the games of the chunk, from 0.
    pub game_idx: u64,
    /// Its text or its line in [`Selected::bytes`].
    pub range: Range<usize>,
}

/// The state of a thread between games.
pub struct Worker {
    matcher: Matcher,
    carrier: Carrier,
    records: RecordText,
}

impl Job for Selection {
    type Worker = Worker;
    /// The header counts no game of a chunk that lacks the text that the query needs: it was
    /// skipped as a whole.
    type Output = ChunkResult<Selected>;

    fn worker(&self) -> Worker {
        let matcher = self.query.matcher(Choice::Auto);
        let needs_ply = self.mark.is_some() || self.wanted == Wanted::Line;
        let matcher = if needs_ply { matcher.find_ply() } else { matcher };
        Worker { matcher, carrier: Carrier::default(), records: RecordText::default() }
    }

    fn needs_places(&self) -> bool {
        self.counts_games()
    }

    fn work(&self, worker: &mut Worker, chunk: &Chunk) -> ChunkResult<Selected> {
        if chunk.source.cut == Cut::Lines {
            return self.select_records(worker, chunk);
        }
        worker.matcher.set_encoding(chunk.source.encoding);
        let (mut header, mut selected) = (Header::default(), Selected::default());
        let mut offset = 0;
        let mut search = self.query.search(&chunk.text);
        let mut candidate = search.next(0);
        let is_hopeless = candidate == chunk.text.len() && !chunk.is_first;
        if is_hopeless && !self.counts_games() && !self.inverted && !self.rejects {
            return ChunkResult::default();
        }
        for region in chunk.regions() {
            let begin = offset;
            offset += region.text.len();
            if candidate < begin {
                candidate = search.next(begin);
            }
            // The first region of a source may not be PGN, which only the text itself shows.
            let is_candidate = candidate < offset || region.start.0 == 0;
            let verdict = match is_candidate {
                true => worker.matcher.test(&region, &chunk.source.name),
                false => without_test(&region),
            };
            match verdict {
                Some(verdict) => {
                    let game_idx = header.read_count();
                    header.unplayable_count += u64::from(verdict.is_unplayable());
                    match verdict.holds() != self.inverted {
                        true => header.game_count += 1,
                        false => header.unwanted_count += 1,
                    }
                    self.take(worker, chunk, (&region, game_idx), verdict, &mut selected);
                }
                None => header.count(self.pass_over(chunk, &region, &mut selected), &region),
            }
        }
        ChunkResult { header, output: selected }
    }
}

/// The known data of a game that lacks the requirements of the query.
fn without_test(region: &Region<'_>) -> Option<Verdict> {
    region.end.filter(|end| *end != GameEnd::NoGame)?;
    Some(Verdict::from(Truth::False))
}

impl Selection {
    /// Whether all games must be read, also those of which it is known that they do not match.
    #[must_use]
    pub fn needs_all(&self) -> bool {
        self.inverted || self.rejects || self.counts_all
    }

    /// A region without a game; a source has one at most, its last.
    fn pass_over(&self, chunk: &Chunk, region: &Region<'_>, selected: &mut Selected) -> RegionKind {
        if Sniff::of(region).is_not_pgn {
            return RegionKind::NotPgn;
        }
        if self.outside {
            let from = selected.bytes.len();
            let text = chunk.source.text_of(region);
            push_tail(&Region { text: &text, ..*region }, &mut selected.bytes);
            selected.push_outside(from);
        } else {
            selected.outside.push(region.text);
        }
        RegionKind::NoGame
    }

    /// Parts the records of a chunk.
    fn select_records(&self, worker: &mut Worker, chunk: &Chunk) -> ChunkResult<Selected> {
        let source = &chunk.source;
        worker.matcher.set_encoding(DRAFT_ENCODING);
        let (mut header, mut selected) = (Header::default(), Selected::default());
        for region in chunk.regions() {
            let rules = (source.encoding, source.variant);
            let Some(game) = worker.records.game_of(&region, rules, &mut selected.unread) else {
                if self.outside {
                    let from = selected.bytes.len();
                    push_line(&source.text_of(&region), &mut selected.bytes);
                    selected.push_outside(from);
                } else {
                    selected.outside.push(region.text);
                }
                continue;
            };
            let verdict = worker.matcher.test(&game, &source.name);
            let verdict = verdict.unwrap_or(Verdict::from(Truth::False));
            let game_idx = header.read_count();
            header.unplayable_count += u64::from(verdict.is_unplayable());
            let is_match = verdict.holds() != self.inverted;
            match is_match {
                true => header.game_count += 1,
                false => header.unwanted_count += 1,
            }
            if !is_match && !self.rejects {
                continue;
            }
            let from = selected.bytes.len();
            match self.wanted {
                Wanted::Line if is_match => {
                    line::push_record(&source.name, &game, &mut selected.bytes);
                }
                Wanted::Count if !self.rejects => {}
                Wanted::Count | Wanted::Text | Wanted::Line => {
                    push_line(&source.text_of(&region), &mut selected.bytes);
                }
            }
            selected.push_game(ItemKind::of(is_match), game_idx, from);
        }
        ChunkResult { header, output: selected }
    }

    /// Whether the number of a game, or its line, is needed.
    fn counts_games(&self) -> bool {
        self.counts_all || self.wanted == Wanted::Line || self.query.asks_for_places()
    }

    fn take(
        &self,
        worker: &mut Worker,
        chunk: &Chunk,
        (region, game_idx): (&Region<'_>, u64),
        verdict: Verdict,
        selected: &mut Selected,
    ) {
        let is_match = verdict.holds() != self.inverted;
        if !is_match && !self.rejects {
            return;
        }
        let from = selected.bytes.len();
        let encoding = chunk.source.encoding;
        match self.wanted {
            Wanted::Line if is_match => {
                line::push(&chunk.source.name, region, encoding, verdict.ply, &mut selected.bytes);
            }
            Wanted::Count if !self.rejects => {}
            Wanted::Count | Wanted::Text | Wanted::Line => {
                let marked = match (&self.mark, is_match) {
                    (Some(mark), true) => {
                        mark::mark(region, encoding, verdict.ply.unwrap_or(0), mark)
                    }
                    (Some(_) | None, _) => None,
                };
                let region = match &marked {
                    Some(text) => Region { text, ..*region },
                    None => *region,
                };
                let text = chunk.source.text_of(&region);
                let region = Region { text: &text, ..region };
                let encoding = chunk.source.text_encoding();
                let extracted = worker.carrier.push(&region, encoding, &mut selected.bytes);
                match extracted {
                    Some(Extracted::AsRead) | None => {}
                    Some(Extracted::Marked) => selected.counts.marked_count += 1,
                    Some(Extracted::Anew) => selected.counts.rewritten_count += 1,
                }
            }
        }
        selected.push_game(ItemKind::of(is_match), game_idx, from);
    }
}

impl Selected {
    /// Adds the game whose text was appended since `from`.
    fn push_game(&mut self, kind: ItemKind, game_idx: u64, from: usize) {
        self.items.push(Item { kind, game_idx, range: from..self.bytes.len() });
    }

    /// Adds the text outside games that was appended since `from`.
    fn push_outside(&mut self, from: usize) {
        let range = from..self.bytes.len();
        self.items.push(Item { kind: ItemKind::Outside, game_idx: 0, range });
    }
}
