//! Extracts games: the text of each, prepared to be placed between any others, with keys (§8.2.6,
//! D-01, D-22, D-38, D-39).
//!
//! ```text
//! region ─ read ─┬─ keys, as many as the purpose wants
//!                └─ text: the region without the empty lines around it, and an empty line after
//! ```
//!
//! A game without its marker would run into the following text. It gets its marker; if that is not
//! enough, it is rewritten.
//!
//! Start at [`Extract`], which [reads games](ReadGames) and returns a [`GameBatch`].

mod stored_game;
mod text;

#[cfg(test)]
mod tests;

use std::ops::Range;

pub use stored_game::{StoredGame, StoredGameReader, open_stored, read_stored};
pub use text::Extracted;
pub(crate) use text::push_tail;

use crate::reading::{Next, Place, ReadGames, RegionKind};
use crate::record::{DRAFT_ENCODING, RecordText, UnreadLines, push_line};
use crate::scan::Cut;
use crate::stats::outcome_by_text;
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::read::{RegionReader, Sniff};
use pgnkit::syntax::Region;
use pgnkit::write::{Export, Loss};
use text::ClosedParts;

/// Makes keys of games.
pub trait Keys: Send + Sync + 'static {
    /// Passes the keys of a game to `keys`: one for each place where it is to go.
    fn push(&self, game: &Game, keys: &mut Emit<'_>);

    /// How much of a game the keys depend on. A game that is not read as a whole has only this.
    fn needs(&self) -> KeyNeeds {
        KeyNeeds::Game
    }
}

/// How much of a game its keys depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyNeeds {
    /// Nothing.
    Nothing,
    /// Its tags and its outcome.
    Tags,
    /// All of it.
    Game,
}

/// Reads the games of a chunk and gives each with its keys. A game that obviously needs no change
/// is read only as far as the keys need it.
#[derive(Clone, Debug)]
pub struct Extract<K>(pub K);

/// Reads the games of a chunk and gives each in a form of export, with the keys of the game that
/// was written.
#[derive(Clone, Debug)]
pub struct ExtractAs<K> {
    /// Makes the keys.
    pub keys: K,
    /// The form.
    pub export: Export,
}

/// An empty key for each game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keyless;

impl Keys for Keyless {
    fn push(&self, _: &Game, keys: &mut Emit<'_>) {
        keys.key(|_| {});
    }

    fn needs(&self) -> KeyNeeds {
        KeyNeeds::Nothing
    }
}

/// The games of a chunk, ready to be moved.
#[derive(Debug, Default)]
pub struct GameBatch {
    bytes: Vec<u8>,
    entries: Vec<BatchEntry>,
    /// Each with the place of its region among those of the chunk.
    tails: Vec<(usize, Range<usize>)>,
    incomplete_dates: Vec<usize>,
    /// The changes by moving the games.
    pub counts: Counts,
    /// The losses of the form of [`ExtractAs`].
    pub losses: Vec<Loss>,
    /// Games that it cannot represent at all, by the places of their regions, and why.
    pub refused: Vec<(usize, String)>,
    /// Lines that should be records but cannot be read; they are among the games.
    pub unread: UnreadLines,
}

/// Changes by moving games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games that got the marker that they had not.
    pub marked_count: u64,
    /// Games that were rewritten, because a marker alone would not end them.
    pub rewritten_count: u64,
    /// Games with an incomplete date, if the keys need it.
    pub incomplete_date_count: u64,
}

impl Counts {
    /// Adds the counts of what follows.
    pub fn join(&mut self, next: Counts) {
        self.marked_count += next.marked_count;
        self.rewritten_count += next.rewritten_count;
        self.incomplete_date_count += next.incomplete_date_count;
    }
}

#[derive(Clone, Debug)]
struct BatchEntry {
    key: Range<usize>,
    stored: Range<usize>,
    region_idx: usize,
}

/// A game with one of its keys.
#[derive(Clone, Copy, Debug)]
pub struct KeyedGame<'a> {
    /// The key.
    pub key: &'a [u8],
    /// The game, for [`open_stored`].
    pub stored: &'a [u8],
    /// The place of its region among those of the chunk.
    pub region_idx: usize,
}

impl GameBatch {
    fn with_room(byte_count: usize) -> GameBatch {
        GameBatch { bytes: Vec::with_capacity(byte_count + byte_count / 4), ..GameBatch::default() }
    }

    /// The games in order, each as often as it has keys.
    pub fn games(&self) -> impl Iterator<Item = KeyedGame<'_>> {
        self.entries.iter().map(|entry| KeyedGame {
            key: &self.bytes[entry.key.clone()],
            stored: &self.bytes[entry.stored.clone()],
            region_idx: entry.region_idx,
        })
    }

    /// The places of the regions whose games have no complete date, among those of the chunk.
    pub fn incomplete_dates(&self) -> &[usize] {
        &self.incomplete_dates
    }

    /// Texts that belong to no game, as stored games, each with the place of its region among those
    /// of the chunk: text after the last game of a source, and lines without a record.
    pub fn tails(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.tails.iter().map(|(region_idx, range)| (*region_idx, &self.bytes[range.clone()]))
    }
}

/// Takes the keys of one game.
#[derive(Debug)]
pub struct Emit<'l> {
    load: &'l mut GameBatch,
    stored: Range<usize>,
    region_idx: usize,
}

impl Emit<'_> {
    /// Notes that the date of the game is not known to the day.
    pub fn note_incomplete_date(&mut self) {
        self.load.counts.incomplete_date_count += 1;
        self.load.incomplete_dates.push(self.region_idx);
    }

    /// Takes the key that `push` appends.
    pub fn key(&mut self, push: impl FnOnce(&mut Vec<u8>)) {
        let from = self.load.bytes.len();
        push(&mut self.load.bytes);
        let key = from..self.load.bytes.len();
        let (stored, region_idx) = (self.stored.clone(), self.region_idx);
        self.load.entries.push(BatchEntry { key, stored, region_idx });
    }
}

/// The state of a thread between games.
pub struct Worker {
    encoding: Choice,
    games: RegionReader,
    /// Reads only the tags.
    tags: RegionReader,
    no_game: Game,
    records: RecordText,
    /// Reads the games that records become.
    record_games: RegionReader,
}

impl Worker {
    fn new(encoding: Choice) -> Worker {
        Worker {
            encoding,
            games: RegionReader::new(encoding),
            tags: RegionReader::tags_only(encoding),
            no_game: Game::default(),
            records: RecordText::default(),
            record_games: RegionReader::new(DRAFT_ENCODING),
        }
    }
}

/// The state of a thread that writes games in export form.
pub struct ExportWorker {
    read: Worker,
    written: RegionReader,
    text: Vec<u8>,
    losses: Vec<Loss>,
}

/// Carries single games, without keys.
pub struct Carrier(Worker);

impl Default for Carrier {
    fn default() -> Carrier {
        Carrier(Worker::new(Choice::Auto))
    }
}

impl Carrier {
    /// Appends the text of the game in a region, so that it can be placed between any others, and
    /// returns how it was made. A region without a game appends nothing and returns `None`. Valid
    /// games are not played for this.
    pub fn push(
        &mut self,
        region: &Region<'_>,
        encoding: Choice,
        to: &mut Vec<u8>,
    ) -> Option<Extracted> {
        let sniffed = Sniff::of(region);
        let closes = if sniffed.is_open { ClosedParts::NotAll } else { ClosedParts::All };
        if !sniffed.is_not_pgn && text::push_sound_game(region, closes, to) {
            return Some(Extracted::AsRead);
        }
        if self.0.encoding != encoding {
            self.0 = Worker::new(encoding);
        }
        let sniffed = self.0.games.read(region);
        let game = self.0.games.game().filter(|_| !sniffed.is_not_pgn)?;
        Some(text::push_game(region, game, encoding, closes, to))
    }
}

impl<K: Keys> ReadGames for Extract<K> {
    type Reader = Worker;
    type Output = GameBatch;

    fn reader(&self, encoding: Choice) -> Worker {
        Worker::new(encoding)
    }

    fn begin(&self, _: &mut Worker, byte_count: usize) -> GameBatch {
        GameBatch::with_room(byte_count)
    }

    fn read(&self, worker: &mut Worker, at: Place<'_>, load: &mut GameBatch) -> RegionKind {
        if at.source.cut == Cut::Games && self.0.needs() == KeyNeeds::Tags {
            worker.tags.read(at.region);
        }
        worker.extract(at, &self.0, load)
    }

    fn reads_while_cut(&self, _: &Worker) -> bool {
        self.0.needs() == KeyNeeds::Tags
    }

    fn read_next<'t>(
        &self,
        worker: &mut Worker,
        next: Next<'_, 't>,
        load: &mut GameBatch,
    ) -> Option<(Region<'t>, RegionKind)> {
        let Next { source, regions, region_idx } = next;
        let region = worker.tags.read_next(regions)?;
        let at = Place { source, region: &region, region_idx };
        Some((region, worker.extract(at, &self.0, load)))
    }
}

impl<K: Keys> ReadGames for ExtractAs<K> {
    type Reader = ExportWorker;
    type Output = GameBatch;

    fn reader(&self, encoding: Choice) -> ExportWorker {
        ExportWorker {
            read: Worker::new(encoding),
            written: RegionReader::new(Choice::Auto),
            text: Vec::new(),
            losses: Vec::new(),
        }
    }

    fn begin(&self, _: &mut ExportWorker, byte_count: usize) -> GameBatch {
        GameBatch::with_room(byte_count)
    }

    fn read(&self, worker: &mut ExportWorker, at: Place<'_>, load: &mut GameBatch) -> RegionKind {
        let ExportWorker { read, written, text, losses } = worker;
        let sniffed = read.games.read(at.region);
        if sniffed.is_not_pgn {
            return RegionKind::NotPgn;
        }
        let Some(game) = read.games.game() else {
            return read.take_tail(at, load);
        };
        text.clear();
        losses.clear();
        if let Err(error) = self.export.append(game, text, losses) {
            load.refused.push((at.region_idx, error.to_string()));
            return RegionKind::Game;
        }
        for loss in losses.iter() {
            match load.losses.iter_mut().find(|known| known.fault.code == loss.fault.code) {
                Some(known) => known.n += loss.n,
                None => load.losses.push(*loss),
            }
        }
        let from = load.bytes.len();
        // Later readers of the file do not know its encoding.
        stored_game::begin(Choice::Auto, &mut load.bytes);
        load.bytes.extend_from_slice(text);
        let stored = from..load.bytes.len();
        written.read(&stored_game::as_region(text));
        let game = written.game().unwrap_or(game);
        self.keys.push(game, &mut Emit { load, stored, region_idx: at.region_idx });
        RegionKind::Game
    }
}

impl Worker {
    /// Returns a game with its keys. If these need only tags, they were read.
    fn extract(&mut self, at: Place<'_>, keys: &impl Keys, load: &mut GameBatch) -> RegionKind {
        if at.source.cut == Cut::Lines {
            return self.extract_record(at, keys, load);
        }
        if self.extract_plain(at, keys, load) {
            return RegionKind::Game;
        }
        let Place { region, region_idx, .. } = at;
        let sniffed = self.games.read(region);
        if sniffed.is_not_pgn {
            return RegionKind::NotPgn;
        }
        let Some(game) = self.games.game() else {
            return self.take_tail(at, load);
        };
        let from = load.bytes.len();
        stored_game::begin(self.encoding, &mut load.bytes);
        let closes = if sniffed.is_open { ClosedParts::NotAll } else { ClosedParts::All };
        match text::push_game(region, game, self.encoding, closes, &mut load.bytes) {
            Extracted::AsRead => {}
            Extracted::Marked => load.counts.marked_count += 1,
            Extracted::Anew => load.counts.rewritten_count += 1,
        }
        let stored = from..load.bytes.len();
        keys.push(game, &mut Emit { load, stored, region_idx });
        RegionKind::Game
    }

    /// The same for a game that obviously needs no change, without reading it as a whole. Returns
    /// whether it did; otherwise nothing is added.
    fn extract_plain(&mut self, at: Place<'_>, keys: &impl Keys, load: &mut GameBatch) -> bool {
        let Place { region, region_idx, .. } = at;
        let game = match keys.needs() {
            KeyNeeds::Nothing => Some(&self.no_game),
            // Where tag and marker disagree, the moves may decide.
            KeyNeeds::Tags => self
                .tags
                .game()
                .filter(|game| outcome_by_text(region, game.tags()) == Some(game.outcome())),
            KeyNeeds::Game => None,
        };
        // At the beginning of a file it must be seen that there are games in it.
        let Some(game) = game.filter(|_| region.start.0 > 0) else { return false };
        let from = load.bytes.len();
        stored_game::begin(self.encoding, &mut load.bytes);
        if !text::push_plain(region, &mut load.bytes) {
            load.bytes.truncate(from);
            return false;
        }
        let stored = from..load.bytes.len();
        keys.push(game, &mut Emit { load, stored, region_idx });
        true
    }

    /// Takes the line of a record unchanged, with the keys of the game that it means.
    fn extract_record(
        &mut self,
        at: Place<'_>,
        keys: &impl Keys,
        load: &mut GameBatch,
    ) -> RegionKind {
        let Place { source, region, region_idx } = at;
        let from = load.bytes.len();
        stored_game::begin_record((self.encoding, source.variant), &mut load.bytes);
        push_line(region.text, &mut load.bytes);
        let stored = from..load.bytes.len();
        let rules = (self.encoding, source.variant);
        let Some(draft) = self.records.game_of(region, rules, &mut load.unread) else {
            load.tails.push((region_idx, stored));
            return RegionKind::NoGame;
        };
        self.record_games.read(&draft);
        if let Some(game) = self.record_games.game() {
            keys.push(game, &mut Emit { load, stored, region_idx });
        }
        RegionKind::Game
    }

    /// Takes text that belongs to no game.
    fn take_tail(&self, at: Place<'_>, load: &mut GameBatch) -> RegionKind {
        let from = load.bytes.len();
        stored_game::begin(self.encoding, &mut load.bytes);
        if text::push_tail(at.region, &mut load.bytes) {
            load.tails.push((at.region_idx, from..load.bytes.len()));
        } else {
            load.bytes.truncate(from);
        }
        RegionKind::NoGame
    }
}
