//! The result of a piece of work; two runners of the same work must get the same result.

use std::fmt;
use std::ops::AddAssign;

/// Counts; a count that a work does not make stays 0.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) n_games: u64,
    pub(crate) n_tags: u64,
    /// Bytes of names and raw values.
    pub(crate) tag_bytes: u64,
    pub(crate) n_plies: u64,
    pub(crate) n_nags: u64,
    pub(crate) comment_bytes: u64,
    pub(crate) n_variations: u64,
    /// Sum of Polyglot keys: of the positions in which main lines end, or of all positions.
    pub(crate) key_sum: u64,
    /// Of texts that were written, or of boards that were read.
    pub(crate) text_sum: u64,
}

impl AddAssign for Answer {
    fn add_assign(&mut self, other: Answer) {
        self.n_games += other.n_games;
        self.n_tags += other.n_tags;
        self.tag_bytes += other.tag_bytes;
        self.n_plies += other.n_plies;
        self.n_nags += other.n_nags;
        self.comment_bytes += other.comment_bytes;
        self.n_variations += other.n_variations;
        self.key_sum = self.key_sum.wrapping_add(other.key_sum);
        self.text_sum = self.text_sum.wrapping_add(other.text_sum);
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "games {} tags {} tag-bytes {} plies {} nags {} comment-bytes {} variations {} \
             keys {:016x} text {:016x}",
            self.n_games,
            self.n_tags,
            self.tag_bytes,
            self.n_plies,
            self.n_nags,
            self.comment_bytes,
            self.n_variations,
            self.key_sum,
            self.text_sum
        )
    }
}

/// A sum over a text; not for keeping. No word waits for the one before it, so that the sum costs
/// little beside what it is a proof of.
pub(crate) fn sum_of(text: &[u8]) -> u64 {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, rest) = text.as_chunks::<8>();
    let mixed = |place: usize, word: u64| {
        let mixed = (word ^ place as u64).wrapping_mul(SPREAD);
        (mixed ^ mixed >> 32).wrapping_mul(place as u64 | 1)
    };
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let rest = rest.iter().map(|&byte| u64::from(byte));
    let parts = words.chain(rest).enumerate().map(|(place, part)| mixed(place, part));
    parts.fold(text.len() as u64, u64::wrapping_add)
}
