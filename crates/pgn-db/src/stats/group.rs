//! The groups of a table, and under which of them a game is counted.
//!
//! Owns: keys, and the counts by key that fit into memory. Knows nothing of: their order, the disk.
//! Standard: none. Decisions: D-17.
//! Start at [`Table`].

use std::collections::HashMap;

use super::sighting::{Sighting, View, WantedPlayer};
use super::tally::Tally;
use super::value::Value;
use super::word::Word;
use pgnkit::chess::Color;
use pgnkit::tag::players;

/// What games are counted by: the values of some words together, or all games in one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    words: Vec<Word>,
    is_sided: bool,
}

/// Counts by key.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    counts: HashMap<Box<[u8]>, Tally>,
    key: Vec<u8>,
    n_bytes: usize,
}

/// About what a group takes beside its key, in bytes: the counts, and its place in the table, of
/// which a part is free.
const GROUP_BYTES: usize = size_of::<Tally>() + 64;

impl Table {
    /// A table of these words.
    #[must_use]
    pub fn new(words: Vec<Word>) -> Table {
        let is_sided = words.iter().any(Word::is_sided);
        Table { words, is_sided }
    }

    /// The same, seen with the eyes of the sides whatever the words are.
    #[must_use]
    pub fn sided(self) -> Table {
        Table { is_sided: true, ..self }
    }

    /// The words.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Whether games are seen with the eyes of a side: wins are then that side's, not White's.
    #[must_use]
    pub fn is_sided(&self) -> bool {
        self.is_sided
    }

    /// Whether each game is counted in exactly one row.
    #[must_use]
    pub fn counts_once(&self) -> bool {
        !self.is_sided && !self.words.iter().any(Word::is_several)
    }

    /// Counts a game: once, or for each side that it is seen from, and for each name of the first
    /// word that has several.
    pub fn count(&self, game: &Sighting<'_>, wanted: Option<&WantedPlayer>, groups: &mut Groups) {
        if !self.is_sided {
            return self.count_view(&View { game, color: Color::White }, None, groups);
        }
        for color in [Color::White, Color::Black] {
            let is_wanted = |wanted: &WantedPlayer| {
                players(game.names(color)).any(|player| wanted.is(player.name))
            };
            if wanted.is_none_or(is_wanted) {
                self.count_view(&View { game, color }, wanted, groups);
            }
        }
    }

    fn count_view(&self, view: &View<'_>, wanted: Option<&WantedPlayer>, groups: &mut Groups) {
        let tally = view.tally();
        let whole = |word: &Word| word.value(view, self.is_sided);
        let several = self.words.iter().position(Word::is_several);
        let Some(several) = several else {
            groups.begin_key();
            self.words.iter().for_each(|word| groups.push(&whole(word)));
            return groups.add(&tally);
        };
        let (before, from) = self.words.split_at(several);
        let (word, behind) = (&from[0], &from[1..]);
        let mut n_values = 0;
        let mut add = |value: &Value<'_>| {
            groups.begin_key();
            before.iter().for_each(|word| groups.push(&whole(word)));
            groups.push(value);
            behind.iter().for_each(|word| groups.push(&whole(word)));
            groups.add(&tally);
        };
        word.values(view, |value| {
            n_values += 1;
            let is_other = match (&value, wanted, word) {
                (Value::Text(name), Some(wanted), Word::Player) => !wanted.is(name),
                (_, _, _) => false,
            };
            if !is_other {
                add(&value);
            }
        });
        if n_values == 0 {
            add(&Value::Unknown);
        }
    }
}

impl Groups {
    /// About how much memory they take, in bytes.
    #[must_use]
    pub fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// Adds the counts of other games.
    pub fn join(&mut self, next: Groups) {
        for (key, tally) in next.counts {
            match self.counts.get_mut(&key) {
                Some(counts) => counts.join(&tally),
                None => {
                    self.n_bytes += key.len() + GROUP_BYTES;
                    self.counts.insert(key, tally);
                }
            }
        }
    }

    /// All groups, in no order; there are none behind this.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = (Box<[u8]>, Tally)> + '_ {
        self.n_bytes = 0;
        self.counts.drain()
    }

    fn begin_key(&mut self) {
        self.key.clear();
    }

    fn push(&mut self, value: &Value<'_>) {
        value.push_key(&mut self.key);
    }

    fn add(&mut self, tally: &Tally) {
        match self.counts.get_mut(self.key.as_slice()) {
            Some(counts) => counts.join(tally),
            None => {
                self.n_bytes += self.key.len() + GROUP_BYTES;
                self.counts.insert(self.key.as_slice().into(), tally.clone());
            }
        }
    }
}
