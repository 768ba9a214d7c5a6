//! Words: the tag values of many games, each kept once.
//!
//! A word is the name of a tag, a zero byte, and a value. Neither has a zero byte of its own, so
//! that words in the order of their bytes are in the order of names and then of values.
//!
//! Owns: the numbers of words. Knows nothing of: which games have them.
//! Standard: §8.1.
//! Start at [`Words::number`].

use std::hash::BuildHasher as _;

use hashbrown::{DefaultHashBuilder, HashTable};

/// Words with their numbers, from 0 in the order in which they came.
#[derive(Default)]
pub(super) struct Words {
    bytes: Vec<u8>,
    /// Where each word ends in `bytes`.
    ends: Vec<usize>,
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Words {
    /// The number of a word; a new one if it was not there.
    pub(super) fn number(&mut self, name: &[u8], value: &[u8]) -> u32 {
        let from = self.bytes.len();
        for part in [name, b"\0", value] {
            self.bytes.extend_from_slice(part);
        }
        self.keep(from)
    }

    /// The number of a word that stands in other words.
    pub(super) fn number_of_word(&mut self, word: &[u8]) -> u32 {
        let from = self.bytes.len();
        self.bytes.extend_from_slice(word);
        self.keep(from)
    }

    /// Takes the bytes from `from` on as a word, or gives them up if it is there already.
    fn keep(&mut self, from: usize) -> u32 {
        let Words { bytes, ends, numbers, hasher } = self;
        let (before, word) = bytes.split_at(from);
        let hash = hasher.hash_one(word);
        let found = numbers.find(hash, |number| word_at(before, ends, *number) == word);
        if let Some(&number) = found {
            bytes.truncate(from);
            return number;
        }
        let number = ends.len() as u32;
        ends.push(bytes.len());
        numbers
            .insert_unique(hash, number, |number| hasher.hash_one(word_at(bytes, ends, *number)));
        number
    }

    /// A word by its number.
    pub(super) fn word(&self, number: u32) -> &[u8] {
        word_at(&self.bytes, &self.ends, number)
    }

    /// How many words there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// How much memory they take, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        self.bytes.len() + self.ends.len() * (size_of::<usize>() + 8)
    }

    /// The numbers in the order of the words.
    pub(super) fn sorted(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..self.ends.len() as u32).collect();
        numbers.sort_unstable_by(|a, b| self.word(*a).cmp(self.word(*b)));
        numbers
    }
}

fn word_at<'b>(bytes: &'b [u8], ends: &[usize], number: u32) -> &'b [u8] {
    let number = number as usize;
    let from = number.checked_sub(1).map_or(0, |before| ends[before]);
    &bytes[from..ends[number]]
}
