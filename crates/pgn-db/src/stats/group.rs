//! The groups of a table, and under which of them a game is counted (D-17).

use std::collections::HashMap;

use super::side::{SideView, SidedGame};
use super::spelled::Spelled;
use super::tally::Tally;
use super::value::Value;
use super::wanted::WantedPlayer;
use super::word::Word;
use pgn_query::facts::Fact;
use pgn_query::name::Alike;
use pgnkit::chess::Color;

/// The criteria for counting games: the values of some words together, or all games in one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    words: Vec<Word>,
    is_sided: bool,
    alike: Option<Alike>,
}

/// Counts by key.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    counts: HashMap<Box<[u8]>, GroupCounts>,
    key: Vec<u8>,
    spelled: Spelled,
    byte_count: usize,
}

/// The counts of some games, and how the names are spelled that they have in common.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupCounts {
    pub(super) tally: Tally,
    pub(super) spelled: Spelled,
}

impl GroupCounts {
    /// Adds other games of the same group.
    pub(super) fn join(&mut self, next: &GroupCounts) {
        self.tally.join(&next.tally);
        self.spelled.join(&next.spelled);
    }

    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        self.spelled.encode(bytes);
        self.tally.encode(bytes);
    }

    pub(super) fn decode(bytes: &[u8]) -> GroupCounts {
        let (spelled, rest) = Spelled::decode(bytes);
        GroupCounts { tally: Tally::decode(rest), spelled }
    }
}

/// About what a group takes beside its key, in bytes: the counts, and its place in the table, of
/// which a part is free.
const GROUP_BYTES: usize = size_of::<GroupCounts>() + 64;

impl Table {
    /// A table of these words.
    #[must_use]
    pub fn new(words: Vec<Word>) -> Table {
        let is_sided = words.iter().any(Word::is_sided);
        Table { words, is_sided, alike: None }
    }

    /// The same, seen from the sides whatever the words are.
    #[must_use]
    pub fn sided(self) -> Table {
        Table { is_sided: true, ..self }
    }

    /// The same, where names that are so much alike count as one.
    #[must_use]
    pub fn folded(self, alike: Alike) -> Table {
        Table { alike: Some(alike), ..self }
    }

    /// The words.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Whether games are seen from a side: wins are then that side's, not White's.
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
    pub fn count(&self, game: &SidedGame<'_>, wanted: Option<&WantedPlayer>, groups: &mut Groups) {
        if !self.is_sided {
            return self.count_view(&game.view(Color::White), None, groups);
        }
        for color in Color::ALL {
            if wanted.is_none_or(|wanted| wanted.is_on(game.game, color)) {
                self.count_view(&game.view(color), wanted, groups);
            }
        }
    }

    fn count_view(&self, view: &SideView<'_>, wanted: Option<&WantedPlayer>, groups: &mut Groups) {
        let whole = |word: &Word| word.value(view, self.is_sided);
        let push = |groups: &mut Groups, word_idx: usize, value: &Value<'_>| {
            let folded = match value {
                Value::Text(name) => self.folded_name(word_idx, name),
                Value::Number(_) | Value::Unknown => None,
            };
            match folded {
                Some((name, folded)) => groups.push_folded(word_idx, name, folded),
                None => groups.push(value),
            }
        };
        let push_all = |groups: &mut Groups, from: usize, words: &[Word]| {
            for (n, word) in words.iter().enumerate() {
                push(groups, from + n, &whole(word));
            }
        };
        let several = self.words.iter().position(Word::is_several);
        let Some(several) = several else {
            groups.begin_key();
            push_all(groups, 0, &self.words);
            return groups.add(view.tally);
        };
        let (before, from) = self.words.split_at(several);
        let (word, behind) = (&from[0], &from[1..]);
        let mut value_count = 0;
        let mut add = |value: &Value<'_>| {
            groups.begin_key();
            push_all(groups, 0, before);
            push(groups, several, value);
            push_all(groups, several + 1, behind);
            groups.add(view.tally);
        };
        word.values(view, |value| {
            value_count += 1;
            let is_other = match (&value, wanted) {
                (Value::Text(name), Some(wanted)) if word.is(Fact::Player) => !wanted.is(name),
                (_, _) => false,
            };
            if !is_other {
                add(&value);
            }
        });
        if value_count == 0 {
            add(&Value::Unknown);
        }
    }
}

impl Table {
    /// A value of a word, and the name under which it counts; `None` if it counts as it is written.
    fn folded_name<'n>(&self, word_idx: usize, name: &'n str) -> Option<(&'n str, String)> {
        let folded = self.words[word_idx].folded(name, self.alike?)?;
        // Signs alone are compared as written.
        (!folded.is_empty()).then_some((name, folded))
    }
}

impl Groups {
    /// About how much memory they take, in bytes.
    #[must_use]
    pub fn byte_count(&self) -> usize {
        self.byte_count
    }

    /// Adds the counts of other games.
    pub fn join(&mut self, next: Groups) {
        for (key, group) in next.counts {
            match self.counts.get_mut(&key) {
                Some(counts) => counts.join(&group),
                None => {
                    self.byte_count += key.len() + group.spelled.byte_count() + GROUP_BYTES;
                    self.counts.insert(key, group);
                }
            }
        }
    }

    /// All groups, in no order; none are left after this.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = (Box<[u8]>, GroupCounts)> + '_ {
        self.byte_count = 0;
        self.counts.drain()
    }

    fn begin_key(&mut self) {
        self.key.clear();
        self.spelled.clear();
    }

    fn push(&mut self, value: &Value<'_>) {
        value.push_key(&mut self.key);
    }

    fn push_folded(&mut self, word_idx: usize, name: &str, folded: String) {
        self.spelled.push(word_idx as u32, name);
        Value::Text(folded.into()).push_key(&mut self.key);
    }

    fn add(&mut self, tally: &Tally) {
        match self.counts.get_mut(self.key.as_slice()) {
            Some(group) => {
                group.tally.join(tally);
                group.spelled.join(&self.spelled);
            }
            None => {
                self.byte_count += self.key.len() + self.spelled.byte_count() + GROUP_BYTES;
                let group = GroupCounts { tally: tally.clone(), spelled: self.spelled.clone() };
                self.counts.insert(self.key.as_slice().into(), group);
            }
        }
    }
}
