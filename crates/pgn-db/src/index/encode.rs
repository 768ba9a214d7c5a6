//! The postings of a partition as bytes.
//!
//! ```text
//! partition = {once} {often} {occurrences}
//! once      = key game ply (1 byte) move (2 bytes)     a position that occurs once
//! often     = key offset (5 bytes)                     one with several postings, or a late one
//! occurrences = n-groups {move (2 bytes) ply n-games {game}}      games ascend, as differences
//! ```
//!
//! Keys are without the bytes that the buckets spare, so many more once-positions than others make
//! the size of an index.
//!
//! Owns: this form. Knows nothing of: where partitions are.
//! Standard: none. Decisions: D-52.
//! Start at [`encode`].

use super::bytes::{push_low, push_number};
use super::posting::{Posting, game_of, key_of, move_of, ply_of};

/// How positions are written in a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// How many bytes of a key the buckets spare: 0 or 2.
    pub(super) depth: u8,
    /// How many bytes the number of a game takes.
    pub(super) game_bytes: u8,
    /// The number of the first game.
    pub(super) first_game: u32,
}

/// How long an offset among the occurrences is, in bytes.
pub(super) const OFFSET_BYTES: usize = 5;

/// So many buckets a partition has, one for each second byte of a key.
pub(super) const N_BUCKETS: usize = 256;

impl Form {
    /// How long the part of a key is that is written, in bytes.
    pub(super) fn key_bytes(self) -> usize {
        8 - usize::from(self.depth)
    }

    /// How long a once is, in bytes.
    pub(super) fn once_bytes(self) -> usize {
        self.key_bytes() + usize::from(self.game_bytes) + 3
    }

    /// How long an often is, in bytes.
    pub(super) fn often_bytes(self) -> usize {
        self.key_bytes() + OFFSET_BYTES
    }

    /// The part of a key that is written.
    pub(super) fn rest_of(self, key: u64) -> u64 {
        if self.depth == 0 { key } else { key & ((1 << 48) - 1) }
    }
}

/// A partition as bytes.
#[derive(Debug, Default)]
pub(super) struct Encoded {
    pub(super) once: Vec<u8>,
    pub(super) often: Vec<u8>,
    pub(super) occurrences: Vec<u8>,
    pub(super) n_once: u32,
    pub(super) n_often: u32,
    /// Numbers of once and often before each bucket.
    pub(super) buckets: Vec<(u32, u32)>,
}

/// Writes sorted postings.
pub(super) fn encode(postings: &[Posting], form: Form) -> Encoded {
    let mut encoded = Encoded::default();
    encoded.once.reserve(postings.len() * form.once_bytes());
    for run in postings.chunk_by(|a, b| key_of(*a) == key_of(*b)) {
        let key = key_of(run[0]);
        if form.depth > 0 {
            let bucket = (key >> 48) as usize & 255;
            let counts = (encoded.n_once, encoded.n_often);
            if encoded.buckets.len() <= bucket {
                encoded.buckets.resize(bucket + 1, counts);
            }
        }
        let rest = form.rest_of(key);
        match run {
            &[one] if ply_of(one) < 256 => {
                let to = &mut encoded.once;
                push_low(rest, form.key_bytes(), to);
                let game = u64::from(game_of(one) - form.first_game);
                push_low(game, usize::from(form.game_bytes), to);
                to.push(ply_of(one) as u8);
                to.extend_from_slice(&move_of(one).to_le_bytes());
                encoded.n_once += 1;
            }
            _ => {
                push_low(rest, form.key_bytes(), &mut encoded.often);
                push_low(encoded.occurrences.len() as u64, OFFSET_BYTES, &mut encoded.often);
                push_run(run, form, &mut encoded.occurrences);
                encoded.n_often += 1;
            }
        }
    }
    if form.depth > 0 {
        let counts = (encoded.n_once, encoded.n_often);
        encoded.buckets.resize(N_BUCKETS + 1, counts);
    }
    encoded
}

/// Writes the postings of one key.
fn push_run(run: &[Posting], form: Form, to: &mut Vec<u8>) {
    let is_same = |a: &Posting, b: &Posting| a >> 32 == b >> 32;
    push_number(run.chunk_by(is_same).count() as u64, to);
    for group in run.chunk_by(is_same) {
        to.extend_from_slice(&move_of(group[0]).to_le_bytes());
        push_number(u64::from(ply_of(group[0])), to);
        push_number(group.len() as u64, to);
        let mut before = 0;
        for &posting in group {
            let game = game_of(posting) - form.first_game;
            push_number(u64::from(game - before), to);
            before = game;
        }
    }
}
