//! Reads the games of a chunk once and records the data of each for the index (§8.1, §9, D-01,
//! D-14, D-15, D-33, D-42, D-52).

use super::facts::{Facts, Place};
use super::partition::PostingPool;
use super::posting::{NO_MOVE, PLY_MAX, PartitionedPostings, Posting, posting};
use super::summary_tags::SummaryTags;
use super::words::{Hasher, WordList, Words};
use crate::reading::{self, GameReader, ReadGames, RegionKind};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::chess::Variant;
use pgnkit::game::Start;
use pgnkit::read::{GameListener, Played, ReadOptions, UnplayedTail, read_region};
use pgnkit::syntax::step::head;
use pgnkit::syntax::{GameEnd, GameStart, RawSymbol, RawTag, Region, Skip, Span};
use pgnkit::tag::{Eco, Outcome, well_known};

#[derive(Clone, Debug, Default)]
pub(super) struct Indexer {
    pub(super) pool: PostingPool,
    /// Words of all chunks are hashed alike.
    pub(super) hasher: Hasher,
}

#[derive(Default)]
pub(super) struct Entries {
    pub(super) games: Vec<IndexedGame>,
    pub(super) words: WordList,
    /// The words of all games, game by game.
    pub(super) word_numbers: Vec<u32>,
    pub(super) postings: PartitionedPostings,
    /// Text without a game, unless it is white space.
    pub(super) outside: Option<Place>,
}

pub(super) struct IndexedGame {
    pub(super) place: Place,
    pub(super) facts: Facts,
    /// How many of the words are its own.
    pub(super) word_count: u32,
}

/// The state of a thread between chunks.
pub(super) struct IndexWorker {
    encoding: Choice,
    games: GameReader<GameEntry>,
}

pub(super) struct GameEntry {
    words: Words,
    word_numbers: Vec<u32>,
    /// The words of the tags of the previous game, or of this game as far as it was read:
    /// consecutive games share many.
    recent: Vec<u32>,
    tag_count: usize,
    postings: Vec<Posting>,
    /// Where the words and the postings of this game begin.
    first_word: usize,
    first_posting: usize,
    game: u32,
    /// All tag values are ASCII and mean what is there.
    is_plain: bool,
    depth: u32,
    key: u64,
    facts: Facts,
    tags: SummaryTags,
    has_game: bool,
}

const NOTHING: Facts = Facts {
    date: 0,
    white_elo: 0,
    black_elo: 0,
    eco: None,
    ply_count: 0,
    outcome: Outcome::Unknown,
    variant: Some(Variant::Standard),
    end: GameEnd::NoGame,
    is_left_out: false,
};

impl GameEntry {
    fn new(hasher: Hasher) -> GameEntry {
        GameEntry {
            words: Words::new(hasher),
            word_numbers: Vec::new(),
            recent: Vec::new(),
            tag_count: 0,
            postings: Vec::new(),
            first_word: 0,
            first_posting: 0,
            game: 0,
            is_plain: true,
            depth: 0,
            key: 0,
            facts: NOTHING,
            tags: SummaryTags::default(),
            has_game: false,
        }
    }

    fn word(&mut self, name: &[u8], value: &[u8]) {
        let number = self.words.number(name, value);
        self.word_numbers.push(number);
    }

    /// The same for a tag of a game that is being read.
    fn word_of_tag(&mut self, name: &[u8], value: &[u8]) {
        let recent = self.recent.get(self.tag_count).copied();
        let number = match recent.filter(|recent| self.words.is(*recent, name, value)) {
            Some(number) => number,
            None => self.words.number(name, value),
        };
        match self.recent.get_mut(self.tag_count) {
            Some(recent) => *recent = number,
            None => self.recent.push(number),
        }
        self.tag_count += 1;
        self.word_numbers.push(number);
    }

    /// Records a tag, also under the name of the roster tag that it means if the exact one is
    /// absent.
    fn tag_pair(&mut self, name: &str, value: &str) {
        self.word(name.as_bytes(), value.as_bytes());
        if let Some(meant) = well_known::name_of_other_case(name.as_bytes()) {
            self.word(meant.as_bytes(), value.as_bytes());
        }
    }

    /// Writes down the tags of a game that had to be put together.
    fn tags_of(&mut self, game: &Game) {
        self.word_numbers.truncate(self.first_word);
        for tag in game.tags().iter() {
            self.tag_pair(tag.name, tag.value);
        }
        self.facts.eco = eco(game.tag("ECO").unwrap_or_default());
    }

    fn leave_out(&mut self) {
        self.facts.is_left_out = true;
    }

    #[inline]
    fn position(&mut self, mv: u16) {
        if usize::from(self.facts.ply_count) > PLY_MAX {
            return self.leave_out();
        }
        self.postings.push(posting(self.key, mv, self.facts.ply_count, self.game));
    }
}

fn eco(value: &str) -> Option<Eco> {
    Eco::parse(value).ok().flatten()
}

const ECO: u64 = head(b"ECO");

/// Whether a value means what is there: no escapes, no controls, no other letters.
fn is_plain(tag: &RawTag<'_>) -> bool {
    let is_odd = |text: &[u8]| text.iter().fold(false, |odd, &b| odd | !(32..127).contains(&b));
    tag.is_ascii && !tag.escaped && !is_odd(tag.value) && !is_odd(tag.name)
}

impl GameListener for GameEntry {
    fn begin_game(&mut self, _: GameStart) {
        self.is_plain = true;
        (self.depth, self.tag_count) = (0, 0);
        (self.facts, self.tags) = (NOTHING, SummaryTags::default());
    }

    fn tag(&mut self, tag: &RawTag<'_>) {
        self.tags.take(tag);
        self.is_plain &= is_plain(tag);
        if !self.is_plain {
            return;
        }
        self.word_of_tag(tag.name, tag.value);
        match (tag.head, tag.name.len()) {
            (ECO, 3) => {
                self.facts.eco = eco(std::str::from_utf8(tag.value).unwrap_or_default());
            }
            // Well-known names in another letter case are for the slow path.
            _ if well_known::number_by_head(tag.name, tag.head) == well_known::UNKNOWN => {
                self.is_plain &= well_known::name_of_other_case(tag.name).is_none();
            }
            _ => {}
        }
    }

    fn begin_movetext(&mut self, start: &Start) -> Skip {
        self.facts.variant = start.position.map(|position| position.variant());
        match start.position {
            Some(position) => self.key = position.polyglot_key(),
            None => self.leave_out(),
        }
        Skip::Enter
    }

    #[inline]
    fn played(&mut self, played: Played<'_>) {
        if self.depth == 0 {
            self.position(played.mv.raw());
            self.key = played.after.polyglot_key();
            self.facts.ply_count = self.facts.ply_count.saturating_add(1);
        }
    }

    fn unchecked(&mut self, _: RawSymbol<'_>) {
        if self.depth == 0 {
            self.facts.ply_count = self.facts.ply_count.saturating_add(1);
        }
    }

    fn begin_variation(&mut self, _: Span) {
        self.depth += 1;
    }

    fn end_variation(&mut self, _: Span) {
        self.depth -= 1;
    }

    fn begin_unplayed(&mut self, tail: UnplayedTail, _: Span) {
        if self.depth == 0 && tail == UnplayedTail::Unplayable {
            self.leave_out();
        }
    }

    fn end_game(&mut self, outcome: Outcome, how: GameEnd, _: u32) {
        self.has_game = how != GameEnd::NoGame;
        self.facts.outcome = outcome;
        let points = |elo: Option<u32>| elo.and_then(|elo| u16::try_from(elo).ok()).unwrap_or(0);
        self.facts.date = self.tags.date;
        self.facts.white_elo = points(self.tags.white_elo);
        self.facts.black_elo = points(self.tags.black_elo);
        if !self.facts.is_left_out && self.has_game {
            self.position(NO_MOVE);
        }
        if self.facts.is_left_out || !self.has_game {
            self.postings.truncate(self.first_posting);
        }
    }
}

impl IndexWorker {
    pub(super) fn read(&mut self, region: &Region<'_>, entries: &mut Entries) -> RegionKind {
        let page = self.games.listener();
        page.game = region.n_games_before as u32;
        page.has_game = false;
        page.first_word = page.word_numbers.len();
        page.first_posting = page.postings.len();
        let is_not_pgn = self.games.read(region).is_not_pgn;
        let page = self.games.listener();
        if !page.has_game {
            page.word_numbers.truncate(page.first_word);
            if !region.text.trim_ascii().is_empty() {
                entries.outside = Some(place_of(region));
            }
            return RegionKind::of(is_not_pgn, false);
        }
        if !page.is_plain {
            let options = ReadOptions::default().with_encoding(self.encoding);
            if let Some(game) = read_region(region, options, ()) {
                page.tags_of(&game);
            }
        }
        // Words of one game that are the same count once.
        page.word_numbers[page.first_word..].sort_unstable();
        dedup_from(&mut page.word_numbers, page.first_word);
        let place = place_of(region);
        let end = region.end.unwrap_or(GameEnd::EndOfText);
        let facts = Facts { end, ..page.facts };
        let word_count = (page.word_numbers.len() - page.first_word) as u32;
        entries.games.push(IndexedGame { place, facts, word_count });
        RegionKind::of(is_not_pgn, true)
    }
}

fn place_of(region: &Region<'_>) -> Place {
    let (start, len) = (region.start.0, region.text.len() as u32);
    Place { start, len, location: region.location }
}

/// Takes out of a list what is the same as its neighbor, from `from` on.
fn dedup_from(list: &mut Vec<u32>, from: usize) {
    let mut to = from;
    for n in from..list.len() {
        if to == from || list[to - 1] != list[n] {
            list[to] = list[n];
            to += 1;
        }
    }
    list.truncate(to);
}

impl ReadGames for Indexer {
    type Reader = IndexWorker;
    type Output = Entries;

    fn reader(&self, encoding: Choice) -> IndexWorker {
        let page = GameEntry::new(self.hasher.clone());
        IndexWorker { encoding, games: GameReader::new(page, encoding) }
    }

    fn begin(&self, _: &mut IndexWorker, _: usize) -> Entries {
        Entries::default()
    }

    fn read(
        &self,
        worker: &mut IndexWorker,
        at: reading::Place<'_>,
        entries: &mut Entries,
    ) -> RegionKind {
        worker.read(at.region, entries)
    }

    fn end(&self, worker: &mut IndexWorker, entries: &mut Entries) {
        let page = worker.games.listener();
        entries.words = page.words.take();
        page.recent.clear();
        entries.word_numbers = std::mem::take(&mut page.word_numbers);
        entries.postings = PartitionedPostings::of(&page.postings, self.pool.take());
        page.postings.clear();
    }
}
