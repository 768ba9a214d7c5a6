//! Looking up games by their number, and positions by their key (D-52).

use std::collections::HashMap;
use std::sync::Arc;

use super::bytes::ByteReader;
use super::encode::{N_BUCKETS, OFFSET_BYTES, PostingForm, SHARED_GAMES_MIN};
use super::facts::{FACTS_BYTES, Facts, PLACE_BYTES, Place};
use super::header::Segment;
use super::open::Index;
use super::page::PageSection;
use super::posting::NO_MOVE;
use crate::error::Error;
use pgnkit::chess::Move;
use pgnkit::syntax::GameEnd;

/// A move that was played in a position, at one ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move; `None` where the game ended.
    pub mv: Option<Move>,
    /// The number of plies before.
    pub ply: u16,
    /// The games, ascending.
    pub games: Arc<[u32]>,
}

/// The maximum size in bytes of the pieces in which tables are read.
const PIECE_BYTES: u64 = 8 << 10;

/// The number of games whose facts are read at once.
const GAMES_AT_ONCE: u32 = 4096;

/// The place of a partition: its tables, in order.
#[derive(Clone, Copy)]
struct Partition {
    once: PageSection,
    often: PageSection,
    occurrences: PageSection,
    /// Which rows of once and often are in the bucket.
    once_rows: (u64, u64),
    often_rows: (u64, u64),
}

impl Segment {
    pub(super) fn form(&self) -> PostingForm {
        let Segment { depth, game_bytes, first_game, .. } = *self;
        PostingForm { depth, game_bytes, first_game }
    }
}

impl Index {
    /// Where a game is in the text.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read, or has no such game.
    pub fn place(&self, game: u32) -> Result<Place, Error> {
        let (segment, number) = self.game(game)?;
        let offset = u64::from(number) * PLACE_BYTES as u64;
        let bytes = self.pages.read(segment.places, offset, PLACE_BYTES)?;
        Place::parse(&bytes).ok_or_else(|| self.senseless())
    }

    /// Where some thousand games from this one on are, fewer at the end, and how their texts end.
    ///
    /// # Errors
    /// As [`place`](Index::place).
    pub fn places(&self, first: u32) -> Result<Vec<(Place, GameEnd)>, Error> {
        let (segment, number) = self.game(first)?;
        let game_count = (segment.game_count - number).min(GAMES_AT_ONCE) as usize;
        let read = |section, row_bytes: usize| {
            self.pages.read(section, u64::from(number) * row_bytes as u64, game_count * row_bytes)
        };
        let places = read(segment.places, PLACE_BYTES)?;
        let facts = read(segment.columns, FACTS_BYTES)?;
        let rows = places.chunks_exact(PLACE_BYTES).zip(facts.chunks_exact(FACTS_BYTES));
        rows.map(|(place, facts)| Some((Place::parse(place)?, Facts::parse(facts)?.end)))
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| self.senseless())
    }

    /// Common facts of a game. For many games, [`Index::columns`] is faster.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read, or has no such game.
    pub fn facts(&self, game: u32) -> Result<Facts, Error> {
        let (segment, number) = self.game(game)?;
        let offset = u64::from(number) * FACTS_BYTES as u64;
        let bytes = self.pages.read(segment.columns, offset, FACTS_BYTES)?;
        Facts::parse(&bytes).ok_or_else(|| self.senseless())
    }

    /// The facts of many games: read some thousand games at once, and kept.
    #[must_use]
    pub fn columns(&self) -> Columns<'_> {
        let segments = &self.header.segments;
        let block_count = |segment: &Segment| segment.game_count.div_ceil(GAMES_AT_ONCE) as usize;
        let blocks = segments.iter().map(|segment| vec![None; block_count(segment)]).collect();
        Columns { index: self, blocks }
    }

    fn game(&self, game: u32) -> Result<(&Segment, u32), Error> {
        let (number, game) = self.segment_of(game).ok_or_else(|| {
            let why = format!("has no game {}", u64::from(game) + 1);
            self.pages.damaged(&why)
        })?;
        Ok((&self.header.segments[number], game))
    }

    pub(super) fn senseless(&self) -> Error {
        self.pages.damaged("has invalid contents")
    }

    /// The moves played in the main lines of all games in positions with this `polyglot_key`. A
    /// move occurs once for each ply (and part of the index) at which it was played.
    ///
    /// Games that are [left out](Index::left_out_count) are not among them. Two positions may have
    /// one key, though no game has such a pair.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read.
    pub fn moves_at(&self, key: u64) -> Result<Vec<Played>, Error> {
        let mut all = Vec::new();
        for segment in &self.header.segments {
            self.moves_in(segment, key, &mut all)?;
        }
        Ok(all)
    }

    pub(super) fn left_out_of(&self, segment: &Segment) -> Result<Vec<u32>, Error> {
        let bytes = self.pages.read_all(segment.left_out)?;
        let mut from = ByteReader(&bytes);
        let (mut games, mut before) = (Vec::new(), 0);
        while !from.0.is_empty() {
            let game = from.ascend(&mut before).ok_or_else(|| self.senseless())?;
            if game < segment.game_count {
                games.push(game);
            }
        }
        Ok(games)
    }

    fn moves_in(&self, segment: &Segment, key: u64, to: &mut Vec<Played>) -> Result<(), Error> {
        let form = segment.form();
        let partition = self.partition(segment, key)?;
        let rest = form.rest_of(key);
        let row_bytes = form.once_bytes();
        if let Some((_, row)) =
            self.find(partition.once, row_bytes, partition.once_rows, rest, form)?
        {
            let mut from = ByteReader(&row[form.key_bytes()..]);
            let game = from.low(usize::from(form.game_bytes));
            let found = game.zip(from.u8()).zip(from.u16());
            let ((game, ply), mv) = found.ok_or_else(|| self.senseless())?;
            let game = u32::try_from(game).map_err(|_| self.senseless())?;
            let games = games_of_file(segment, vec![game]);
            push_played((mv, u16::from(ply)), games, to);
        }
        let row_bytes = form.often_bytes();
        let Some((number, row)) =
            self.find(partition.often, row_bytes, partition.often_rows, rest, form)?
        else {
            return Ok(());
        };
        let offset_of = |row: &[u8]| ByteReader(&row[form.key_bytes()..]).low(OFFSET_BYTES);
        let begin = offset_of(&row).ok_or_else(|| self.senseless())?;
        let next = (number + 1) * row_bytes as u64;
        let end = if next < partition.often.len {
            let row = self.pages.read(partition.often, next, row_bytes)?;
            offset_of(&row).ok_or_else(|| self.senseless())?
        } else {
            partition.occurrences.len
        };
        let len = end.checked_sub(begin).and_then(|len| usize::try_from(len).ok());
        let len = len.ok_or_else(|| self.senseless())?;
        let bytes = self.pages.read(partition.occurrences, begin, len)?;
        self.push_groups(segment, &bytes, to)
    }

    /// Decodes the postings of a key that occurs often.
    fn push_groups(
        &self,
        segment: &Segment,
        bytes: &[u8],
        to: &mut Vec<Played>,
    ) -> Result<(), Error> {
        let mut from = ByteReader(bytes);
        let group_count = from.number().ok_or_else(|| self.senseless())?;
        // Moves and plies of one key can have the same games: they are in memory once.
        let mut lists: HashMap<u64, Arc<[u32]>> = HashMap::new();
        // Lists do not overlap, and each of their games takes a byte at least.
        let mut bytes_left = segment.positions.len;
        for _ in 0..group_count {
            let head = (|| Some((from.u16()?, from.number()?, from.number()?)))();
            let (mv, ply, game_count) = head.ok_or_else(|| self.senseless())?;
            let ply = u16::try_from(ply).map_err(|_| self.senseless())?;
            if game_count < SHARED_GAMES_MIN as u64 {
                let games = from.ascending(game_count).ok_or_else(|| self.senseless())?;
                push_played((mv, ply), games_of_file(segment, games), to);
                continue;
            }
            let offset = from.low(OFFSET_BYTES).ok_or_else(|| self.senseless())?;
            if let Some(games) = lists.get(&offset) {
                push_played((mv, ply), Arc::clone(games), to);
                continue;
            }
            bytes_left = bytes_left.checked_sub(game_count).ok_or_else(|| self.senseless())?;
            let games = games_of_file(segment, self.list(segment, offset, game_count)?);
            lists.insert(offset, Arc::clone(&games));
            push_played((mv, ply), games, to);
        }
        Ok(())
    }

    /// A list of games that positions share.
    fn list(&self, segment: &Segment, offset: u64, game_count: u64) -> Result<Vec<u32>, Error> {
        const LEN_BYTES_MAX: u64 = 10;
        let n = segment.positions.len.saturating_sub(offset).min(LEN_BYTES_MAX);
        let head = self.pages.read(segment.positions, offset, n as usize)?;
        let mut from = ByteReader(&head);
        let len = from.number().and_then(|len| usize::try_from(len).ok());
        let begin = offset + n - from.0.len() as u64;
        let len = len.ok_or_else(|| self.senseless())?;
        let bytes = self.pages.read(segment.positions, begin, len)?;
        ByteReader(&bytes).ascending(game_count).ok_or_else(|| self.senseless())
    }

    /// The partition and the bucket of a key.
    fn partition(&self, segment: &Segment, key: u64) -> Result<Partition, Error> {
        const ROW_BYTES: u64 = 32;
        let form = segment.form();
        let number = if form.depth == 0 { 0 } else { key >> 56 };
        let row = self.pages.read(segment.partitions, number * ROW_BYTES, ROW_BYTES as usize)?;
        let mut from = ByteReader(&row);
        let mut numbers = [0; 4];
        for number in &mut numbers {
            *number = from.u64().unwrap_or_default();
        }
        let [at, once_count, often_count, occurrences_len] = numbers;
        let tables = (|| {
            let at = segment.positions.at.checked_add(at)?;
            let once = PageSection { at, len: once_count.checked_mul(form.once_bytes() as u64)? };
            let at = at.checked_add(once.len)?;
            let often =
                PageSection { at, len: often_count.checked_mul(form.often_bytes() as u64)? };
            let occurrences = PageSection { at: at.checked_add(often.len)?, len: occurrences_len };
            Some((once, often, occurrences))
        })();
        let (once, often, occurrences) = tables.ok_or_else(|| self.senseless())?;
        let (mut once_rows, mut often_rows) = ((0, once_count), (0, often_count));
        if form.depth > 0 {
            let bucket = key >> 48 & 255;
            let offset = (number * (N_BUCKETS as u64 + 1) + bucket) * 8;
            let bytes = self.pages.read(segment.buckets, offset, 16)?;
            let mut from = ByteReader(&bytes);
            let mut next = || from.u32().map_or(0, u64::from);
            let (once_begin, often_begin) = (next(), next());
            let (once_end, often_end) = (next(), next());
            if once_begin > once_end || often_begin > often_end {
                return Err(self.senseless());
            }
            (once_rows, often_rows) = ((once_begin, once_end), (often_begin, often_end));
        }
        Ok(Partition { once, often, occurrences, once_rows, often_rows })
    }

    /// Finds the row of a key in a sorted table, within some rows; its number and its bytes.
    fn find(
        &self,
        table: PageSection,
        row_bytes: usize,
        (mut low, mut high): (u64, u64),
        rest: u64,
        form: PostingForm,
    ) -> Result<Option<(u64, Vec<u8>)>, Error> {
        let key_of = |row: &[u8]| ByteReader(row).low(form.key_bytes()).unwrap_or_default();
        let byte_count = row_bytes as u64;
        while (high - low) * byte_count > PIECE_BYTES {
            let middle = low + (high - low) / 2;
            let row = self.pages.read(table, middle * byte_count, row_bytes)?;
            match key_of(&row).cmp(&rest) {
                std::cmp::Ordering::Equal => return Ok(Some((middle, row))),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        let piece = self.pages.read(table, low * byte_count, (high - low) as usize * row_bytes)?;
        let (mut begin, mut end) = (0, (high - low) as usize);
        while begin < end {
            let middle = begin + (end - begin) / 2;
            let row = &piece[middle * row_bytes..][..row_bytes];
            match key_of(row).cmp(&rest) {
                std::cmp::Ordering::Equal => return Ok(Some((low + middle as u64, row.to_vec()))),
                std::cmp::Ordering::Less => begin = middle + 1,
                std::cmp::Ordering::Greater => end = middle,
            }
        }
        Ok(None)
    }
}

/// Those of the games that are valid, counted from the start of the file.
fn games_of_file(segment: &Segment, mut games: Vec<u32>) -> Arc<[u32]> {
    games.retain(|game| *game < segment.game_count);
    games.iter_mut().for_each(|game| *game += segment.first_game);
    games.into()
}

fn push_played((mv, ply): (u16, u16), games: Arc<[u32]>, to: &mut Vec<Played>) {
    if !games.is_empty() {
        let mv = (mv != NO_MOVE).then(|| Move::from_raw(mv));
        to.push(Played { mv, ply, games });
    }
}

/// The facts of games, read on demand and cached.
///
/// Memory: 16 bytes for each game of the requested ranges.
#[derive(Debug)]
pub struct Columns<'i> {
    index: &'i Index,
    blocks: Vec<Vec<Option<Box<[u8]>>>>,
}

impl Columns<'_> {
    /// Common facts of a game.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read, or has no such game.
    pub fn get(&mut self, game: u32) -> Result<Facts, Error> {
        let index = self.index;
        let found = index.segment_of(game);
        let (segment_idx, number) = found.ok_or_else(|| index.senseless())?;
        let block_idx = (number / GAMES_AT_ONCE) as usize;
        let block = &mut self.blocks[segment_idx][block_idx];
        let bytes = match block {
            Some(bytes) => bytes,
            None => {
                let segment = &index.header.segments[segment_idx];
                let first = block_idx as u32 * GAMES_AT_ONCE;
                let game_count = (segment.game_count - first).min(GAMES_AT_ONCE) as usize;
                let offset = u64::from(first) * FACTS_BYTES as u64;
                let read = index.pages.read(segment.columns, offset, game_count * FACTS_BYTES)?;
                block.insert(read.into())
            }
        };
        let at = (number % GAMES_AT_ONCE) as usize * FACTS_BYTES;
        Facts::parse(&bytes[at..at + FACTS_BYTES]).ok_or_else(|| index.senseless())
    }
}
