//! Words: the tag values of many games, each kept once (§8.1).
//!
//! A word is the name of a tag, a zero byte, and a value. Neither contains a zero byte, so words in
//! the order of their bytes are in the order of names and then of values.

use std::hash::{BuildHasher as _, Hasher as _};

use hashbrown::{DefaultHashBuilder, HashTable};

/// Words with their numbers, from 0 in the order of their insertion.
pub(super) struct Words {
    list: WordList,
    numbers: HashTable<u32>,
    hasher: Hasher,
}

/// The hash function for words; with the same one, hashes are equal.
pub(super) type Hasher = DefaultHashBuilder;

/// Words in the order of their numbers.
#[derive(Default)]
pub(super) struct WordList {
    bytes: Vec<u8>,
    /// Where each word ends in `bytes`, and its hash.
    ends: Vec<(usize, u64)>,
}

impl Words {
    pub(super) fn new(hasher: Hasher) -> Words {
        Words { list: WordList::default(), numbers: HashTable::new(), hasher }
    }

    /// The number of a word; a new one if it was not there.
    pub(super) fn number(&mut self, name: &[u8], value: &[u8]) -> u32 {
        let mut hasher = self.hasher.build_hasher();
        for part in [name, b"\0", value] {
            hasher.write(part);
        }
        self.number_of(hasher.finish(), [name, b"\0", value])
    }

    /// The numbers of words that were hashed alike.
    pub(super) fn numbers_of(&mut self, words: &WordList) -> Vec<u32> {
        let number_of = |number: usize| {
            let hash = words.ends[number].1;
            self.number_of(hash, [words.word(number as u32), b"", b""])
        };
        (0..words.len()).map(number_of).collect()
    }

    /// Whether this is the word of that number.
    pub(super) fn is(&self, number: u32, name: &[u8], value: &[u8]) -> bool {
        self.list.is(number, [name, b"\0", value])
    }

    fn number_of(&mut self, hash: u64, word: [&[u8]; 3]) -> u32 {
        let Words { list, numbers, .. } = self;
        if let Some(&number) = numbers.find(hash, |number| list.is(*number, word)) {
            return number;
        }
        let number = list.ends.len() as u32;
        for part in word {
            list.bytes.extend_from_slice(part);
        }
        list.ends.push((list.bytes.len(), hash));
        numbers.insert_unique(hash, number, |number| list.ends[*number as usize].1);
        number
    }

    /// Gives the words away and begins again. Memory for finding them is kept.
    pub(super) fn take(&mut self) -> WordList {
        self.numbers.clear();
        std::mem::take(&mut self.list)
    }

    pub(super) fn byte_count(&self) -> usize {
        self.list.bytes.len() + self.list.ends.len() * (size_of::<(usize, u64)>() + 8)
    }
}

impl WordList {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn word(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let from = number.checked_sub(1).map_or(0, |before| self.ends[before].0);
        &self.bytes[from..self.ends[number].0]
    }

    /// Whether a word is the concatenation of these parts. Words usually differ in their length or
    /// their last part.
    fn is(&self, number: u32, [first, second, last]: [&[u8]; 3]) -> bool {
        let word = self.word(number);
        if word.len() != first.len() + second.len() + last.len() {
            return false;
        }
        let (begin, end) = word.split_at(word.len() - last.len());
        let (begin, middle) = begin.split_at(first.len());
        end == last && begin == first && middle == second
    }

    /// The numbers in the order of the words.
    pub(super) fn sorted(&self) -> Vec<u32> {
        // Most words differ in their first bytes, which are next to each other here.
        let begin_of = |number: u32| {
            let mut begin = [0; size_of::<u128>()];
            let word = self.word(number);
            let n = word.len().min(begin.len());
            begin[..n].copy_from_slice(&word[..n]);
            (u128::from_be_bytes(begin), number)
        };
        let mut all: Vec<(u128, u32)> = (0..self.ends.len() as u32).map(begin_of).collect();
        all.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| self.word(a.1).cmp(self.word(b.1))));
        all.into_iter().map(|(_, number)| number).collect()
    }
}
