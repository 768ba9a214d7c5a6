//! The postings of a partition as bytes (D-52).

use std::ops::Range;

use twox_hash::XxHash3_128;

use super::posting::{Posting, game_of, key_of, move_of, ply_of};

/// How positions are written in a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct PostingForm {
    /// How many bytes of a key the buckets spare: 0 or 2.
    pub(super) depth: u8,
    pub(super) game_bytes: u8,
    pub(super) first_game: u32,
}

/// Enough for the positions of a segment.
pub(super) const OFFSET_BYTES: usize = 4;

/// From this many games on, a list of games is written apart, so that other positions of the same
/// games can share it.
pub(super) const SHARED_GAMES_MIN: usize = 4;

/// The number of buckets in a partition, one for each second byte of a key.
pub(super) const N_BUCKETS: usize = 256;

impl PostingForm {
    pub(super) fn key_bytes(self) -> usize {
        8 - usize::from(self.depth)
    }

    pub(super) fn once_bytes(self) -> usize {
        self.key_bytes() + usize::from(self.game_bytes) + 3
    }

    pub(super) fn often_bytes(self) -> usize {
        self.key_bytes() + OFFSET_BYTES
    }

    /// The part of a key that is written.
    pub(super) fn rest_of(self, key: u64) -> u64 {
        if self.depth == 0 { key } else { key & ((1 << 48) - 1) }
    }
}

/// Bytes one after the other, in reused memory.
#[derive(Debug, Default)]
pub(super) struct Out {
    /// Those from `len` on are left from before.
    bytes: Vec<u8>,
    len: usize,
}

impl Out {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Sets the low `OFFSET_BYTES` bytes at a place to an offset.
    pub(super) fn set_offset(&mut self, at: usize, offset: u64) {
        self.bytes[at..at + OFFSET_BYTES].copy_from_slice(&offset.to_le_bytes()[..OFFSET_BYTES]);
    }

    /// Reserves memory for this many bytes, and for the few extra bytes of a number.
    #[inline]
    fn reserve(&mut self, byte_count: usize) {
        let wanted = self.len + byte_count + size_of::<u128>();
        if self.bytes.len() < wanted {
            self.bytes.resize(wanted + wanted / 2, 0);
        }
    }

    /// Appends the low `byte_count` bytes of a number, within the capacity.
    #[inline]
    fn low(&mut self, number: u128, byte_count: usize) {
        const N: usize = size_of::<u128>();
        self.bytes[self.len..self.len + N].copy_from_slice(&number.to_le_bytes());
        self.len += byte_count;
    }

    /// Appends a number, seven bits a byte, within the capacity.
    #[inline]
    fn number(&mut self, mut number: u32) {
        while number >= 128 {
            self.bytes[self.len] = number as u8 | 128;
            self.len += 1;
            number >>= 7;
        }
        self.bytes[self.len] = number as u8;
        self.len += 1;
    }
}

/// The longest number of 32 bits, in bytes.
const NUMBER_BYTES_MAX: usize = 5;

/// A list of games that may be shared.
#[derive(Debug)]
pub(super) struct SharedList {
    /// Where the occurrences have its offset.
    pub(super) slot: usize,
    /// Where its bytes are.
    pub(super) bytes: Range<usize>,
    pub(super) hash: u128,
}

#[derive(Debug, Default)]
pub(super) struct Encoded {
    pub(super) once: Out,
    pub(super) often: Out,
    pub(super) occurrences: Out,
    /// The bytes of `shared_lists`.
    pub(super) list_bytes: Out,
    pub(super) shared_lists: Vec<SharedList>,
    pub(super) once_count: u32,
    pub(super) often_count: u32,
    /// Numbers of once and often before each bucket.
    pub(super) buckets: Vec<(u32, u32)>,
}

impl Encoded {
    /// Writes postings that are in the order of their keys, in place of what was there. Those of
    /// a key are put in the order of moves, plies and games; games ascend already.
    pub(super) fn encode(&mut self, postings: &mut [Posting], form: PostingForm) {
        let Encoded { once, often, occurrences, list_bytes, .. } = self;
        (once.len, often.len, occurrences.len, list_bytes.len) = (0, 0, 0, 0);
        self.shared_lists.clear();
        (self.once_count, self.often_count) = (0, 0);
        self.buckets.clear();
        let mut rest = postings;
        while let Some(&first) = rest.first() {
            let key = key_of(first);
            let n = rest.iter().take_while(|posting| key_of(**posting) == key).count();
            let (run, behind) = rest.split_at_mut(n);
            rest = behind;
            if form.depth > 0 {
                let bucket = (key >> 48) as usize & 255;
                if self.buckets.len() <= bucket {
                    self.buckets.resize(bucket + 1, (self.once_count, self.often_count));
                }
            }
            match run {
                &mut [one] if ply_of(one) < 256 => self.push_once(one, form),
                _ => self.push_often(run, form),
            }
        }
        if form.depth > 0 {
            self.buckets.resize(N_BUCKETS + 1, (self.once_count, self.often_count));
        }
    }

    #[inline]
    fn push_once(&mut self, one: Posting, form: PostingForm) {
        let game = u128::from(game_of(one) - form.first_game);
        let after_key = 8 * form.key_bytes();
        let after_game = after_key + 8 * usize::from(form.game_bytes);
        let row = u128::from(form.rest_of(key_of(one)))
            | game << after_key
            | u128::from(ply_of(one)) << after_game
            | u128::from(move_of(one)) << (after_game + 8);
        self.once.reserve(form.once_bytes());
        self.once.low(row, form.once_bytes());
        self.once_count += 1;
    }

    fn push_often(&mut self, run: &mut [Posting], form: PostingForm) {
        /// Move, ply and game as numbers, and how many games.
        const POSTING_BYTES_MAX: usize = 2 + 3 * NUMBER_BYTES_MAX;
        const { assert!(OFFSET_BYTES <= SHARED_GAMES_MIN * NUMBER_BYTES_MAX) };
        let row = u128::from(form.rest_of(key_of(run[0])))
            | (self.occurrences.len as u128) << (8 * form.key_bytes());
        self.often.reserve(form.often_bytes());
        self.often.low(row, form.often_bytes());
        self.often_count += 1;
        let group_of = |posting: &Posting| (posting >> 32) as u32;
        if !run.is_sorted_by_key(group_of) {
            run.sort_by_key(group_of);
        }
        let is_same = |a: &Posting, b: &Posting| group_of(a) == group_of(b);
        let to = &mut self.occurrences;
        to.reserve(NUMBER_BYTES_MAX + run.len() * POSTING_BYTES_MAX);
        to.number(run.chunk_by(is_same).count() as u32);
        for group in run.chunk_by(is_same) {
            to.low(u128::from(move_of(group[0])), 2);
            to.number(u32::from(ply_of(group[0])));
            to.number(group.len() as u32);
            if group.len() < SHARED_GAMES_MIN {
                push_games(group, form, to);
                continue;
            }
            let lists = &mut self.list_bytes;
            let begin = lists.len;
            lists.reserve(group.len() * NUMBER_BYTES_MAX);
            push_games(group, form, lists);
            let bytes = begin..lists.len;
            let hash = XxHash3_128::oneshot(&lists.bytes()[bytes.clone()]);
            self.shared_lists.push(SharedList { slot: to.len, bytes, hash });
            // The offset is known when the partition is written.
            to.low(0, OFFSET_BYTES);
        }
    }
}

/// Appends the games of postings, each as the difference from the previous one.
fn push_games(group: &[Posting], form: PostingForm, to: &mut Out) {
    let mut before = 0;
    for &posting in group {
        let game = game_of(posting) - form.first_game;
        to.number(game - before);
        before = game;
    }
}
