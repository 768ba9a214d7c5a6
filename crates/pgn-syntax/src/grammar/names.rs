//! The tag names of a game, to detect repeated ones.
//!
//! Standard: §8.1. Decisions: D-15.
//!
//! Changed for speed: nearly every game of a file has the same names in the same order as the one
//! before it. Where a name is in its usual place it is known by one comparison, and known to
//! be new, as all names before it were in their usual places, too.

use crate::lexer::scan::{Blocks, HALF};
use crate::limits::TAG_NAMES_MAX;
use crate::step::head;

/// How many of them are guessed.
const N_USUAL: usize = 32;

/// The beginning of a tag pair.
#[derive(Debug, Clone, Copy)]
struct Usual {
    /// A line end, the bracket, the name, a space, a quote, and the bytes after them.
    text: [u8; HALF],
    /// Bytes of the line end.
    n_white: u32,
    /// Bytes before the value; more than there are if nothing can be guessed.
    value: u32,
}

impl Usual {
    const NONE: Usual = Usual { text: [0; HALF], n_white: 0, value: u32::MAX };
}

#[derive(Debug, Clone)]
pub(super) struct SeenNames {
    keys: [u64; TAG_NAMES_MAX],
    /// Distinguishes names with the same key, see [`rest`].
    rests: [u64; TAG_NAMES_MAX],
    usual: [Usual; N_USUAL],
    /// Names of this game.
    n: usize,
    /// Up to this index, keys and texts are those of the last game with that many names; at most
    /// `N_USUAL`.
    n_usual: usize,
    /// A bit for each of the first `n_marked` names by its key, so that a new name is known to be
    /// new at once.
    marks: u64,
    n_marked: usize,
}

impl SeenNames {
    pub(super) const fn new() -> SeenNames {
        let (keys, rests) = ([0; TAG_NAMES_MAX], [0; TAG_NAMES_MAX]);
        let usual = [Usual::NONE; N_USUAL];
        SeenNames { keys, rests, usual, n: 0, n_usual: 0, marks: 0, n_marked: 0 }
    }

    /// Begins a game.
    #[inline]
    pub(super) fn clear(&mut self) {
        (self.n, self.n_marked, self.marks) = (0, 0, 0);
    }

    /// The bytes of line end and of all before the value that `text` begins with, if that is what
    /// usually comes next.
    #[inline(always)]
    pub(super) fn usual(&self, text: &[u8; HALF], blocks: impl Blocks) -> Option<(usize, usize)> {
        let usual = &self.usual[self.n % N_USUAL];
        let n_same = blocks.differing(text, &usual.text).trailing_zeros();
        let is_same = self.n < self.n_usual && n_same >= usual.value;
        is_same.then_some((usual.n_white as usize, usual.value as usize))
    }

    /// Remembers the name that [`SeenNames::usual`] found.
    #[inline(always)]
    pub(super) fn remember_usual(&mut self) {
        self.n += 1;
    }

    /// Remembers a name, given with its head, and returns whether the game already has it.
    #[inline(always)]
    pub(super) fn remember(&mut self, name: &[u8], head: u64) -> bool {
        let key = if name.len() <= 8 { head } else { long_name_key(name) };
        if self.n == 0 {
            return self.put(name, key);
        }
        self.search(name, key) || self.put(name, key)
    }

    /// Whether a name was before in this game.
    pub(super) fn is_known(&self, name: &[u8]) -> bool {
        self.holds(name, if name.len() <= 8 { head(name) } else { long_name_key(name) })
    }

    /// Says what the pair of the name began with that was remembered last, for the next game.
    #[inline(always)]
    pub(super) fn guess(&mut self, text: &[u8; HALF], n_white: usize, value: usize) {
        if self.n_usual == self.n
            && let Some(usual) = self.usual.get_mut(self.n.wrapping_sub(1))
        {
            *usual = Usual { text: *text, n_white: n_white as u32, value: value as u32 };
        }
    }

    #[inline(always)]
    fn put(&mut self, name: &[u8], key: u64) -> bool {
        if let Some(free) = self.keys.get_mut(self.n) {
            *free = key;
            self.rests[self.n] = rest(name);
            if let Some(usual) = self.usual.get_mut(self.n) {
                usual.value = u32::MAX;
            }
            self.n += 1;
            self.n_usual = self.n.min(N_USUAL);
        }
        false
    }

    #[inline(always)]
    fn search(&mut self, name: &[u8], key: u64) -> bool {
        for &key in self.keys.iter().take(self.n).skip(self.n_marked) {
            self.marks |= mark(key);
        }
        self.n_marked = self.n;
        self.marks & mark(key) != 0 && self.holds(name, key)
    }

    #[cold]
    fn holds(&self, name: &[u8], key: u64) -> bool {
        let mut known = self.keys.iter().zip(&self.rests).take(self.n);
        known.any(|known| known == (&key, &rest(name)))
    }
}

#[inline(always)]
fn mark(key: u64) -> u64 {
    1 << (key.wrapping_mul(SPREAD) >> 58)
}

/// The key of a name of more than eight bytes: a mixture of all of it.
#[inline]
fn long_name_key(name: &[u8]) -> u64 {
    if let (Some(first), 9..=16) = (name.first_chunk(), name.len()) {
        return u64::from_le_bytes(*first).wrapping_mul(SPREAD) ^ rest(name);
    }
    mix(name, SPREAD)
}

/// The part of a name beyond its key. Together they are the complete name if it has at most 16
/// bytes, because names do not contain zero bytes, and 128 mixed bits of a longer one.
#[inline]
fn rest(name: &[u8]) -> u64 {
    match (name.last_chunk(), name.len()) {
        (_, 0..=8) => 0,
        // The bytes after the eighth.
        (Some(last), len @ 9..=16) => u64::from_le_bytes(*last) >> (8 * (16 - len)),
        _ => mix(name, OTHER_SPREAD),
    }
}

/// All bytes of a long name, mixed by an odd number.
fn mix(name: &[u8], spread: u64) -> u64 {
    let len = name.len() as u64;
    name.chunks(8).fold(len, |key, piece| {
        let key = (key.wrapping_mul(spread).rotate_left(23) ^ head(piece)).wrapping_mul(spread);
        key ^ key >> 32
    })
}

/// Spreads what differs over all bits; an odd number near the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
const OTHER_SPREAD: u64 = 0xBF58_476D_1CE4_E5B9;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::scan::{Work, with_best};
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// Takes a name like the loop over plain pairs; returns whether the game already has it.
    struct Take<'n>(&'n mut SeenNames, &'n str);

    impl Work for Take<'_> {
        type Output = bool;
        fn run<B: Blocks>(self, blocks: B) -> bool {
            let Take(names, name) = self;
            let mut text = [b'x'; HALF];
            let parts = [b"\n[", name.as_bytes(), b" \""].concat();
            text[..parts.len()].copy_from_slice(&parts);
            if let Some(found) = names.usual(&text, blocks) {
                assert_eq!(found, (1, parts.len()));
                names.remember_usual();
                return false;
            }
            let is_repeated = names.remember(name.as_bytes(), head(name.as_bytes()));
            if !is_repeated {
                names.guess(&text, 1, parts.len());
            }
            is_repeated
        }
    }

    proptest! {
        #[test]
        fn guessed_or_not_a_second_name_is_seen(
            games in prop::collection::vec(prop::collection::vec(
                prop::sample::select(alloc::vec![
                    "Event", "Site", "Eve", "White", "WhiteElo", "WhiteTitle", "WhiteTeam",
                    "Opening", "WhiteTeamCountryCode", "WhiteTeamCountryName", "A", "B", "C",
                ]),
                0..12,
            ), 1..8),
        ) {
            let mut names = SeenNames::new();
            for game in games {
                names.clear();
                let mut seen: Vec<&str> = Vec::new();
                for name in game {
                    let is_repeated = with_best(Take(&mut names, name));
                    prop_assert_eq!(is_repeated, seen.contains(&name));
                    seen.push(name);
                }
            }
        }
    }
}
