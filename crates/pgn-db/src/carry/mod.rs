//! Games carried as they were read: the text of each, made to stand between any others, with keys.
//!
//! ```text
//! region ─ read ─┬─ keys, as many as the purpose wants
//!                └─ text: the region without the empty lines around it, and an empty line behind
//! ```
//!
//! A game whose marker is missing would run into whatever follows it. It gets its marker; where
//! that is not enough, it is written anew.
//!
//! Owns: what becomes of the text of a game that is moved. Knows nothing of: where it is moved to,
//! what the keys mean.
//! Standard: §8.2.6. Decisions: D-01, D-22, D-38, D-39.
//! Start at [`Carry`], a [`Job`]; what it gives is a [`Load`].

mod parcel;
mod text;

#[cfg(test)]
mod tests;

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

pub use parcel::{Parcel, ParcelReader, open_parcel, read_parcel};
pub use text::Carried;
pub(crate) use text::push_tail;

use crate::scan::{Chunk, Job};
use pgn_query::{Gate, Query};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::read::{Builder, Note, NoteSink, Referee};
use pgnkit::syntax::diagnostic::fault;
use pgnkit::syntax::{Code, Diagnostic, GameStart, Kind, Region, Visitor, sniff};
use text::Closes;

/// Makes keys of games.
pub trait Keys: Send + Sync + 'static {
    /// Gives the keys of a game to `keys`: one for each place where it is to go.
    fn push(&self, game: &Game, keys: &mut Emit<'_>);
}

/// Reads the games of a chunk and gives each with its keys.
#[derive(Clone, Debug)]
pub struct Carry<K> {
    /// What the keys are.
    pub keys: K,
    /// Which games are carried; `None` for all.
    pub query: Option<Arc<Query>>,
}

/// Gives the games of a chunk without keys, and reads only those whose end is not plain to see.
#[derive(Clone, Debug, Default)]
pub struct CarryText {
    /// Which games are carried; `None` for all.
    pub query: Option<Arc<Query>>,
}

/// No key.
struct Keyless;

impl Keys for Keyless {
    fn push(&self, _: &Game, keys: &mut Emit<'_>) {
        keys.key(|_| {});
    }
}

/// The games of a chunk, ready to be moved.
#[derive(Debug, Default)]
pub struct Load {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    tails: Vec<Range<usize>>,
    incomplete_dates: Vec<usize>,
    /// What was counted on the way.
    pub counts: Counts,
    /// The source is none of games, but this.
    pub not_pgn: Option<Kind>,
}

/// What became of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games.
    pub n_games: u64,
    /// Those among them that got the marker that they had not.
    pub n_marked: u64,
    /// Those among them that were written anew, since no marker would end them.
    pub n_rewritten: u64,
    /// Those whose date is not known to the day, where the keys ask for it.
    pub n_incomplete_dates: u64,
    /// Games that were not wanted, and are not carried.
    pub n_unwanted: u64,
    /// Those among them whose positions could not be asked, since their moves cannot be played to
    /// the end.
    pub n_unplayable: u64,
}

impl Counts {
    /// Adds the counts of what follows.
    pub fn join(&mut self, next: Counts) {
        self.n_games += next.n_games;
        self.n_marked += next.n_marked;
        self.n_rewritten += next.n_rewritten;
        self.n_incomplete_dates += next.n_incomplete_dates;
        self.n_unwanted += next.n_unwanted;
        self.n_unplayable += next.n_unplayable;
    }
}

#[derive(Clone, Debug)]
struct Entry {
    key: Range<usize>,
    parcel: Range<usize>,
    region_idx: usize,
}

/// A game with one of its keys.
#[derive(Clone, Copy, Debug)]
pub struct Carriage<'a> {
    /// The key.
    pub key: &'a [u8],
    /// The game, for [`open_parcel`].
    pub parcel: &'a [u8],
    /// The place of its region among those of the chunk.
    pub region_idx: usize,
}

impl Load {
    /// The games in order, each as often as it has keys.
    pub fn carriages(&self) -> impl Iterator<Item = Carriage<'_>> {
        self.entries.iter().map(|entry| Carriage {
            key: &self.bytes[entry.key.clone()],
            parcel: &self.bytes[entry.parcel.clone()],
            region_idx: entry.region_idx,
        })
    }

    /// The places of the regions whose games have no complete date, among those of the chunk.
    pub fn incomplete_dates(&self) -> &[usize] {
        &self.incomplete_dates
    }

    /// Texts behind the last game of a source that belong to none, as parcels.
    pub fn tails(&self) -> impl Iterator<Item = &[u8]> {
        self.tails.iter().map(|range| &self.bytes[range.clone()])
    }
}

/// Takes the keys of one game.
#[derive(Debug)]
pub struct Emit<'l> {
    load: &'l mut Load,
    parcel: Range<usize>,
    region_idx: usize,
}

impl Emit<'_> {
    /// Notes that the date of the game is not known to the day.
    pub fn note_incomplete_date(&mut self) {
        self.load.counts.n_incomplete_dates += 1;
        self.load.incomplete_dates.push(self.region_idx);
    }

    /// Takes the key that `push` appends.
    pub fn key(&mut self, push: impl FnOnce(&mut Vec<u8>)) {
        let from = self.load.bytes.len();
        push(&mut self.load.bytes);
        let key = from..self.load.bytes.len();
        let (parcel, region_idx) = (self.parcel.clone(), self.region_idx);
        self.load.entries.push(Entry { key, parcel, region_idx });
    }
}

/// What a thread keeps from game to game.
pub struct Worker {
    encoding: Choice,
    referee: Box<Referee<Builder, Sniff>>,
    gate: Gate,
}

/// Sees that a text is no PGN at all, and that a comment or a variation has no end.
#[derive(Debug, Default)]
pub(crate) struct Sniff {
    pub(crate) is_not_pgn: bool,
    is_open: bool,
}

impl Sniff {
    fn see(&mut self, code: Code) {
        self.is_not_pgn |= code == fault::NOT_PGN.code;
        self.is_open |=
            [fault::UNCLOSED_COMMENT.code, fault::UNCLOSED_VARIATION.code].contains(&code);
    }
}

impl NoteSink for Sniff {
    fn note(&mut self, note: Note<'_>) {
        self.see(note.diagnostic.code);
    }

    fn outside(&mut self, _: GameStart, diagnostic: Diagnostic) {
        self.see(diagnostic.code);
    }
}

impl Worker {
    fn new(encoding: Choice) -> Worker {
        let referee = Referee::new(Builder::new(encoding), Sniff::default()).encoding(encoding);
        Worker { encoding, referee: Box::new(referee), gate: Gate::default() }
    }

    fn choosing(self, query: Option<&Arc<Query>>) -> Worker {
        Worker { gate: Gate::new(query), ..self }
    }

    /// Whether a game is wanted; what is said of one that is not, is counted.
    fn wants(&mut self, region: &Region<'_>, file: &str, counts: &mut Counts) -> bool {
        let verdict = self.gate.turns_away(region, self.encoding, file);
        counts.n_unwanted += u64::from(verdict.is_some());
        counts.n_unplayable += u64::from(verdict.is_some_and(|verdict| verdict.is_unplayable()));
        verdict.is_none()
    }

    fn visit(&mut self, region: &Region<'_>) {
        match region.visit(&mut *self.referee) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(never) => match never {},
        }
    }
}

/// Carries single games, without keys.
pub struct Carrier(Worker);

impl Default for Carrier {
    fn default() -> Carrier {
        Carrier(Worker::new(Choice::Auto))
    }
}

impl Carrier {
    /// Appends the text of the game in a region, made to stand between any others, and says how it
    /// came about; `None`, and nothing, when there is no game. A sound game is not played for it.
    pub fn push(
        &mut self,
        region: &Region<'_>,
        encoding: Choice,
        to: &mut Vec<u8>,
    ) -> Option<Carried> {
        let mut seen = Seen(Sniff::default());
        let _ = region.visit(&mut seen);
        let closes = if seen.0.is_open { Closes::NotAll } else { Closes::All };
        if !seen.0.is_not_pgn && text::push_sound_game(region, closes, to) {
            return Some(Carried::AsRead);
        }
        if self.0.encoding != encoding {
            self.0 = Worker::new(encoding);
        }
        self.0.visit(region);
        let seen = std::mem::take(&mut self.0.referee.notes);
        let game = self.0.referee.follow.lend().filter(|_| !seen.is_not_pgn)?;
        Some(text::push_game(region, game, encoding, closes, to))
    }
}

/// What a text is that is no PGN at all; `None` when it is.
#[must_use]
pub fn what_is_no_pgn(region: &Region<'_>) -> Option<Kind> {
    let mut seen = Seen(Sniff::default());
    let _ = region.visit(&mut seen);
    seen.0.is_not_pgn.then(|| sniff(region.text))
}

/// Looks at the structure of a game only.
struct Seen(Sniff);

impl Visitor for Seen {
    type Break = std::convert::Infallible;

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.0.see(diagnostic.code);
    }

    fn outside(&mut self, _: GameStart, diagnostic: Diagnostic) {
        self.0.see(diagnostic.code);
    }
}

impl<K: Keys> Job for Carry<K> {
    type Worker = Worker;
    type Output = Load;

    fn worker(&self) -> Worker {
        Worker::new(Choice::Auto).choosing(self.query.as_ref())
    }

    fn work(&self, worker: &mut Worker, chunk: &Chunk) -> Load {
        let mut load = begin(worker, chunk, self.query.as_ref());
        for (region_idx, region) in chunk.regions().enumerate() {
            if worker.wants(&region, &chunk.source.name, &mut load.counts) {
                worker.carry(&region, region_idx, &self.keys, &mut load);
            }
        }
        load
    }
}

impl Job for CarryText {
    type Worker = Worker;
    type Output = Load;

    fn worker(&self) -> Worker {
        Worker::new(Choice::Auto).choosing(self.query.as_ref())
    }

    fn work(&self, worker: &mut Worker, chunk: &Chunk) -> Load {
        let mut load = begin(worker, chunk, self.query.as_ref());
        for (region_idx, region) in chunk.regions().enumerate() {
            if !worker.wants(&region, &chunk.source.name, &mut load.counts) {
                continue;
            }
            let from = load.bytes.len();
            parcel::begin(worker.encoding, &mut load.bytes);
            // At the beginning of a file it must be seen that there are games in it.
            if region.start.0 > 0 && text::push_plain(&region, &mut load.bytes) {
                load.counts.n_games += 1;
                let parcel = from..load.bytes.len();
                Emit { load: &mut load, parcel, region_idx }.key(|_| {});
            } else {
                load.bytes.truncate(from);
                worker.carry(&region, region_idx, &Keyless, &mut load);
            }
        }
        load
    }
}

fn begin(worker: &mut Worker, chunk: &Chunk, query: Option<&Arc<Query>>) -> Load {
    let encoding = chunk.source.encoding;
    if worker.encoding != encoding {
        *worker = Worker::new(encoding).choosing(query);
    }
    let mut load = Load::default();
    load.bytes.reserve(chunk.text.len() + chunk.text.len() / 4);
    load
}

impl Worker {
    /// Reads a game and gives it with its keys.
    fn carry(&mut self, region: &Region<'_>, region_idx: usize, keys: &impl Keys, load: &mut Load) {
        self.visit(region);
        let encoding = self.encoding;
        let seen = std::mem::take(&mut self.referee.notes);
        if seen.is_not_pgn {
            load.not_pgn = Some(sniff(region.text));
            return;
        }
        let from = load.bytes.len();
        parcel::begin(encoding, &mut load.bytes);
        let Some(game) = self.referee.follow.lend() else {
            if text::push_tail(region, &mut load.bytes) {
                load.tails.push(from..load.bytes.len());
            } else {
                load.bytes.truncate(from);
            }
            return;
        };
        load.counts.n_games += 1;
        let closes = if seen.is_open { Closes::NotAll } else { Closes::All };
        match text::push_game(region, game, encoding, closes, &mut load.bytes) {
            Carried::AsRead => {}
            Carried::Marked => load.counts.n_marked += 1,
            Carried::Anew => load.counts.n_rewritten += 1,
        }
        let parcel = from..load.bytes.len();
        keys.push(game, &mut Emit { load, parcel, region_idx });
    }
}
