//! Numbers for the values of a dictionary.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};

/// A distinct value of a dictionary: a number, a word of up to seven bytes with its length above
/// it, or the place of a longer one among those.
pub(super) type Key = u64;

/// Longer words are stored separately from the keys.
const SHORT_MAX: usize = 7;

/// Where a key has the length of its word.
const LENGTH_SHIFT: u32 = 56;

/// Marks a longer word.
const LONG: u64 = 0xFF;

/// Limits of a dictionary: its number of values, and its bytes of long words; values that do not
/// repeat are shorter without one.
const VALUES_MAX: usize = 1 << 16;
const LONG_BYTES_MAX: usize = 1 << 20;

/// Gives each value a number, from 0 in the order in which they come.
pub(super) struct Numbering {
    /// A table with open addressing, a power of two long and never full.
    slots: Vec<Slot>,
    keys: Vec<Key>,
    longs: HashMap<Box<[u8]>, Key>,
    long_words: Vec<Box<[u8]>>,
    n_long_bytes: usize,
    /// Unknown to authors of files, so they cannot choose values that collide.
    seed: u64,
}

#[derive(Clone, Copy)]
struct Slot {
    key: Key,
    number: u32,
}

/// The number of an empty slot.
const NOTHING: u32 = u32::MAX;

/// 2⁶⁴ by the golden ratio.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

const EMPTY: Slot = Slot { key: 0, number: NOTHING };

impl Numbering {
    pub(super) fn new() -> Numbering {
        Numbering {
            slots: vec![EMPTY; 64],
            keys: Vec::new(),
            longs: HashMap::new(),
            long_words: Vec::new(),
            n_long_bytes: 0,
            seed: RandomState::new().build_hasher().finish(),
        }
    }

    /// How many values have a number.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The values in the order of their numbers.
    pub(super) fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The number of a value; `None` if the dictionary is full.
    #[inline]
    pub(super) fn number(&mut self, key: Key) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = self.slot_of(key) & mask;
        loop {
            let slot = self.slots[at & mask];
            if slot.number == NOTHING {
                return self.add(key, at & mask);
            }
            if slot.key == key {
                return Some(slot.number);
            }
            at += 1;
        }
    }

    /// Both halves of a product, so that each bit of the key counts.
    #[inline]
    fn slot_of(&self, key: Key) -> usize {
        let product = u128::from(key ^ self.seed) * u128::from(MULTIPLIER);
        (product as u64 ^ (product >> 64) as u64) as usize
    }

    #[cold]
    fn add(&mut self, key: Key, at: usize) -> Option<u32> {
        if self.keys.len() == VALUES_MAX {
            return None;
        }
        let number = self.keys.len() as u32;
        self.slots[at] = Slot { key, number };
        self.keys.push(key);
        if self.keys.len() * 2 > self.slots.len() {
            self.fill_slots(self.slots.len() * 2);
        }
        Some(number)
    }

    fn fill_slots(&mut self, n_slots: usize) {
        self.slots = vec![EMPTY; n_slots];
        for (number, key) in self.keys.iter().enumerate() {
            let mut at = self.slot_of(*key) & (n_slots - 1);
            while self.slots[at].number != NOTHING {
                at = (at + 1) & (n_slots - 1);
            }
            self.slots[at] = Slot { key: *key, number: number as u32 };
        }
    }

    /// The number of the word between two places of a text.
    #[inline]
    pub(super) fn number_of_word(&mut self, text: &[u8], from: usize, to: usize) -> Option<u32> {
        let n_bytes = to.wrapping_sub(from);
        if n_bytes > SHORT_MAX {
            let key = self.long_key(text.get(from..to).unwrap_or_default())?;
            return self.number(key);
        }
        let word = match text.get(from..).and_then(|rest| rest.first_chunk::<8>()) {
            Some(bytes) => u64::from_le_bytes(*bytes),
            None => {
                let mut bytes = [0; 8];
                bytes[..n_bytes].copy_from_slice(&text[from..to]);
                u64::from_le_bytes(bytes)
            }
        };
        let word = word & ((1 << (n_bytes * 8)) - 1);
        self.number(word | (n_bytes as u64) << LENGTH_SHIFT)
    }

    #[cold]
    fn long_key(&mut self, word: &[u8]) -> Option<Key> {
        if let Some(key) = self.longs.get(word) {
            return Some(*key);
        }
        self.n_long_bytes += word.len();
        if self.n_long_bytes > LONG_BYTES_MAX || self.keys.len() == VALUES_MAX {
            return None;
        }
        let key = LONG << LENGTH_SHIFT | self.long_words.len() as u64;
        self.longs.insert(word.into(), key);
        self.long_words.push(word.into());
        Some(key)
    }

    /// Adds the word of a key, its length in 32 bits first.
    pub(super) fn push_word(&self, key: Key, bytes: &mut Vec<u8>) {
        let n_bytes = key >> LENGTH_SHIFT;
        let word = key.to_le_bytes();
        let word = match n_bytes {
            LONG => &self.long_words[(key & ((1 << LENGTH_SHIFT) - 1)) as usize],
            _ => &word[..n_bytes as usize],
        };
        bytes.extend_from_slice(&(word.len() as u32).to_le_bytes());
        bytes.extend_from_slice(word);
    }

    /// Gives all values other numbers: of each place in the new order its present number.
    pub(super) fn reorder(&mut self, order: &[u32]) {
        self.keys = order.iter().map(|number| self.keys[*number as usize]).collect();
        self.fill_slots(self.slots.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_keep_theirs() {
        let text = b"e4e5e4Nf3bxa8=Q+bxa8=R+O-O-O#a longer worda longer word";
        let ends = [0, 2, 4, 6, 9, 16, 23, 29, 42, 55, 55];
        let mut numbering = Numbering::new();
        let of = |numbering: &mut Numbering| -> Vec<Option<u32>> {
            ends.windows(2).map(|it| numbering.number_of_word(text, it[0], it[1])).collect()
        };
        let expected = [0, 1, 0, 2, 3, 4, 5, 6, 6, 7].map(Some);
        assert_eq!(of(&mut numbering), expected);
        let order: Vec<u32> = (0..8).rev().collect();
        numbering.reorder(&order);
        assert_eq!(of(&mut numbering), expected.map(|number| number.map(|number| 7 - number)));
        let mut bytes = Vec::new();
        numbering.keys().iter().for_each(|key| numbering.push_word(*key, &mut bytes));
        assert!(bytes.starts_with(b"\0\0\0\0\x0D\0\0\0a longer word\x06\0\0\0O-O-O#"));
    }

    #[test]
    fn a_full_dictionary_says_so() {
        let mut numbering = Numbering::new();
        for key in 0..VALUES_MAX as u64 {
            assert_eq!(numbering.number(key), Some(key as u32));
        }
        assert_eq!(numbering.number(u64::MAX), None);
        assert_eq!(numbering.number(1), Some(1));
        let word = [b'x'; LONG_BYTES_MAX + 1];
        assert_eq!(Numbering::new().number_of_word(&word, 0, word.len()), None);
    }
}
