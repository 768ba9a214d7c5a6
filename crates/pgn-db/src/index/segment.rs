//! A segment: games that follow each other, gathered until memory is full, and written.

use std::collections::HashMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::thread;

use super::bytes::push_number;
use super::encode::{Encoded, PostingForm};
use super::facts::{FACTS_BYTES, PLACE_BYTES};
use super::header::Segment;
use super::indexer::Entries;
use super::page::{PageSection, PageWriter};
use super::partition::{Partitions, PostingPool};
use super::posting::{N_PARTITIONS, POSTING_BYTES, Posting};
use super::words::{Hasher, Words};

/// The most games of a segment: their numbers take three bytes then.
const GAMES_MAX: u32 = 1 << 24;

/// The most postings of a segment: each takes 22 bytes at most, and offsets have four bytes.
const POSTINGS_MAX: usize = 1 << 27;

/// A list of games that may be shared is known by its hash; with this many postings for each, that
/// takes little memory beside the postings.
const POSTINGS_PER_LIST: usize = 16;

/// With fewer postings, buckets would take more space than they save.
const POSTINGS_FOR_BUCKETS: usize = 1 << 18;

/// A block of values is closed with this many words, or bytes.
const BLOCK_WORDS: usize = 64;
const BLOCK_BYTES: usize = 2 << 10;

/// A segment has no more postings than these, in bytes, and half as much of all else, while there
/// are few before it: as many as are sorted where the processor is fast. Later ones may have a part
/// of all before them, so that the segments of the largest files are not too many to be looked
/// into.
const POSTINGS_BYTES: usize = 128 << 20;
const SHARE_OF_ALL: u64 = 8;

/// The data for gathering a segment.
#[derive(Clone, Debug)]
pub(super) struct Means {
    /// How much memory may be taken, in bytes, about.
    pub(super) memory_bytes: usize,
    pub(super) thread_count: NonZeroUsize,
    pub(super) pool: PostingPool,
    pub(super) hasher: Hasher,
}

/// Games of a segment to come.
pub(super) struct Gathering {
    pub(super) first_game: u32,
    pub(super) game_count: u32,
    places: Vec<u8>,
    columns: Vec<u8>,
    left_out: Vec<u32>,
    words: Words,
    /// The words of all games, and how many each game has.
    word_numbers: Vec<u32>,
    word_count: Vec<u32>,
    partitions: Partitions,
    thread_count: NonZeroUsize,
    /// The memory for postings, including sorting them, in bytes.
    postings_bytes: usize,
    /// The memory for everything else, in bytes.
    rest_bytes: usize,
}

impl Gathering {
    /// The games from `first_game` on, which come after `position_count` postings.
    pub(super) fn new(first_game: u32, position_count: u64, means: &Means) -> Gathering {
        let bytes_before = position_count.saturating_mul(POSTING_BYTES as u64) / SHARE_OF_ALL;
        let share = usize::try_from(bytes_before).unwrap_or(usize::MAX).max(POSTINGS_BYTES);
        Gathering {
            first_game,
            game_count: 0,
            places: Vec::new(),
            columns: Vec::new(),
            left_out: Vec::new(),
            words: Words::new(means.hasher.clone()),
            word_numbers: Vec::new(),
            word_count: Vec::new(),
            partitions: Partitions::new(means.pool.clone()),
            thread_count: means.thread_count,
            postings_bytes: share.min(means.memory_bytes / 2),
            rest_bytes: (share / 2).min(means.memory_bytes / 2),
        }
    }

    pub(super) fn take(&mut self, entries: Entries) {
        let numbers = self.words.numbers_of(&entries.words);
        self.word_numbers.extend(entries.word_numbers.iter().map(|n| numbers[*n as usize]));
        for game in &entries.games {
            game.place.push(&mut self.places);
            game.facts.push(&mut self.columns);
            self.word_count.push(game.word_count);
            if game.facts.is_left_out {
                self.left_out.push(self.game_count);
            }
            self.game_count += 1;
        }
        self.partitions.take(entries.postings);
    }

    /// Whether it is time to write it.
    pub(super) fn is_full(&self) -> bool {
        let per_game = PLACE_BYTES + FACTS_BYTES + 12;
        let byte_count = self.game_count as usize * per_game
            + self.word_numbers.len() * 8
            + self.words.byte_count() * 2;
        // A partition is there twice while it is sorted, and then as bytes.
        let sorting = self.thread_count.get() * self.partitions.largest_len() * POSTING_BYTES * 3;
        byte_count > self.rest_bytes
            || self.game_count >= GAMES_MAX
            || self.partitions.posting_count() >= POSTINGS_MAX
            || self.partitions.byte_count() + sorting > self.postings_bytes
    }

    /// Writes all sections.
    ///
    /// # Errors
    /// Those of the sink.
    pub(super) fn write<W: Write>(mut self, pages: &mut PageWriter<W>) -> io::Result<Segment> {
        let posting_count = self.partitions.posting_count();
        let bits = u32::BITS - self.game_count.leading_zeros();
        let form = PostingForm {
            depth: if posting_count < POSTINGS_FOR_BUCKETS { 0 } else { 2 },
            game_bytes: bits.div_ceil(8).max(1) as u8,
            first_game: self.first_game,
        };
        let mut segment = Segment {
            first_game: self.first_game,
            game_count: self.game_count,
            written_count: self.game_count,
            position_count: posting_count as u64,
            depth: form.depth,
            game_bytes: form.game_bytes,
            ..Segment::default()
        };
        segment.places = pages.section(&std::mem::take(&mut self.places))?;
        segment.columns = pages.section(&std::mem::take(&mut self.columns))?;
        let mut left_out = Vec::new();
        push_ascending(&self.left_out, &mut left_out);
        segment.left_out = pages.section(&left_out)?;
        self.write_values(pages, &mut segment)?;
        let mut writer = PositionWriter::new(pages.at(), posting_count / POSTINGS_PER_LIST);
        match form.depth {
            0 => self.write_few(form, pages, &mut writer)?,
            _ => self.write_partitions(form, pages, &mut writer)?,
        }
        segment.positions = PageSection { at: writer.begin, len: pages.at() - writer.begin };
        segment.partitions = pages.section(&writer.partitions)?;
        segment.buckets = pages.section(&writer.buckets)?;
        Ok(segment)
    }

    /// Writes all postings as one partition.
    fn write_few<W: Write>(
        &self,
        form: PostingForm,
        pages: &mut PageWriter<W>,
        writer: &mut PositionWriter,
    ) -> io::Result<()> {
        let mut all = Vec::with_capacity(self.partitions.posting_count());
        let mut scratch = Scratch::default();
        for number in 0..N_PARTITIONS {
            self.partitions.sorted(number, &mut scratch.spare, &mut scratch.sorted);
            all.extend_from_slice(&scratch.sorted);
        }
        scratch.encoded.encode(&mut all, form);
        writer.write(pages, &mut scratch.encoded)
    }

    /// Sorts and encodes the partitions, some at once, and writes them in order.
    fn write_partitions<W: Write>(
        &self,
        form: PostingForm,
        pages: &mut PageWriter<W>,
        writer: &mut PositionWriter,
    ) -> io::Result<()> {
        let thread_count = self.thread_count.get();
        let mut scratches: Vec<Scratch> = (0..thread_count).map(|_| Scratch::default()).collect();
        let work = |number: usize, scratch: &mut Scratch| {
            self.partitions.sorted(number, &mut scratch.spare, &mut scratch.sorted);
            scratch.encoded.encode(&mut scratch.sorted, form);
        };
        for first in (0..N_PARTITIONS).step_by(thread_count) {
            let numbers = first..N_PARTITIONS.min(first + thread_count);
            let part_count = numbers.len();
            thread::scope(|scope| {
                let mut tasks = numbers.zip(&mut scratches);
                let here = tasks.next();
                for (number, scratch) in tasks {
                    scope.spawn(move || work(number, scratch));
                }
                here.into_iter().for_each(|(number, scratch)| work(number, scratch));
            });
            for scratch in &mut scratches[..part_count] {
                writer.write(pages, &mut scratch.encoded)?;
            }
        }
        Ok(())
    }

    /// Writes the words in order, and the games of each.
    fn write_values<W: Write>(
        &mut self,
        pages: &mut PageWriter<W>,
        segment: &mut Segment,
    ) -> io::Result<()> {
        let words = self.words.take();
        let (starts, games) = self.games_of_words(words.len());
        let mut dictionary = Dictionary::default();
        for number in words.sorted() {
            let number = number as usize;
            let games = &games[starts[number]..starts[number + 1]];
            dictionary.push(words.word(number as u32), games);
        }
        segment.values = pages.section(&dictionary.values)?;
        segment.value_blocks = pages.section(&dictionary.blocks)?;
        segment.value_games = pages.section(&dictionary.games)?;
        Ok(())
    }

    /// The games of each word, by the number of the word, and where those of each begin.
    fn games_of_words(&mut self, word_count: usize) -> (Vec<usize>, Vec<u32>) {
        let word_numbers = std::mem::take(&mut self.word_numbers);
        let mut starts = vec![0; word_count + 1];
        for &number in &word_numbers {
            starts[number as usize + 1] += 1;
        }
        for n in 1..starts.len() {
            starts[n] += starts[n - 1];
        }
        let mut games = vec![0; word_numbers.len()];
        let mut at = starts.clone();
        let mut rest = &word_numbers[..];
        for (game, &n) in self.word_count.iter().enumerate() {
            let (own, behind) = rest.split_at(n as usize);
            rest = behind;
            for &number in own {
                let place = &mut at[number as usize];
                games[*place] = game as u32;
                *place += 1;
            }
        }
        (starts, games)
    }
}

/// Numbers that ascend, as differences.
fn push_ascending(numbers: &[u32], to: &mut Vec<u8>) {
    let mut before = 0;
    for &number in numbers {
        push_number(u64::from(number - before), to);
        before = number;
    }
}

/// Words in order, each written as what is other than in the word before.
///
/// ```text
/// block = offset-of-games {n-same n-other other n-games (game | length-of-games)}
/// ```
#[derive(Default)]
struct Dictionary {
    values: Vec<u8>,
    blocks: Vec<u8>,
    games: Vec<u8>,
    word: Vec<u8>,
    word_count: usize,
    block_start: usize,
}

impl Dictionary {
    fn push(&mut self, word: &[u8], games: &[u32]) {
        let is_full = self.values.len() - self.block_start >= BLOCK_BYTES;
        if self.word_count.is_multiple_of(BLOCK_WORDS) || is_full {
            self.word_count = 0;
            self.block_start = self.values.len();
            self.blocks.extend_from_slice(&(self.block_start as u64).to_le_bytes());
            push_number(self.games.len() as u64, &mut self.values);
            self.word.clear();
        }
        self.word_count += 1;
        let same_count = self.word.iter().zip(word).take_while(|(a, b)| a == b).count();
        push_number(same_count as u64, &mut self.values);
        push_number((word.len() - same_count) as u64, &mut self.values);
        self.values.extend_from_slice(&word[same_count..]);
        self.word.truncate(same_count);
        self.word.extend_from_slice(&word[same_count..]);
        push_number(games.len() as u64, &mut self.values);
        match games {
            [game] => push_number(u64::from(*game), &mut self.values),
            _ => {
                let begin = self.games.len();
                push_ascending(games, &mut self.games);
                push_number((self.games.len() - begin) as u64, &mut self.values);
            }
        }
    }
}

struct PositionWriter {
    begin: u64,
    partitions: Vec<u8>,
    buckets: Vec<u8>,
    /// The offsets of lists of games by the hash of their bytes; later ones are not shared.
    lists: HashMap<u128, u64>,
    lists_max: usize,
}

impl PositionWriter {
    fn new(begin: u64, lists_max: usize) -> PositionWriter {
        let (partitions, buckets) = (Vec::new(), Vec::new());
        PositionWriter { begin, partitions, buckets, lists: HashMap::new(), lists_max }
    }

    fn write<W: Write>(&mut self, pages: &mut PageWriter<W>, part: &mut Encoded) -> io::Result<()> {
        let at = pages.at() - self.begin;
        let len = part.occurrences.bytes().len() as u64;
        for number in [at, u64::from(part.once_count), u64::from(part.often_count), len] {
            self.partitions.extend_from_slice(&number.to_le_bytes());
        }
        for (once_count, often_count) in &part.buckets {
            self.buckets.extend_from_slice(&once_count.to_le_bytes());
            self.buckets.extend_from_slice(&often_count.to_le_bytes());
        }
        let tables = [&part.once, &part.often, &part.occurrences].map(|it| it.bytes().len() as u64);
        let lists = self.share_lists(part, at + tables.iter().sum::<u64>());
        for bytes in [part.once.bytes(), part.often.bytes(), part.occurrences.bytes(), &lists] {
            pages.write(bytes)?;
        }
        Ok(())
    }

    /// Enters the offsets of all lists of a partition. Returns the bytes of those that are not
    /// known, which begin at `offset`.
    fn share_lists(&mut self, part: &mut Encoded, offset: u64) -> Vec<u8> {
        let mut lists = Vec::new();
        for list in &part.shared_lists {
            let known = self.lists.get(&list.hash).copied();
            let offset = known.unwrap_or(offset + lists.len() as u64);
            if known.is_none() {
                let games = &part.list_bytes.bytes()[list.bytes.clone()];
                push_number(games.len() as u64, &mut lists);
                lists.extend_from_slice(games);
                if self.lists.len() < self.lists_max {
                    self.lists.insert(list.hash, offset);
                }
            }
            part.occurrences.set_offset(list.slot, offset);
        }
        lists
    }
}

/// The state of a thread that sorts and encodes a partition.
#[derive(Default)]
struct Scratch {
    spare: Vec<Posting>,
    sorted: Vec<Posting>,
    encoded: Encoded,
}
