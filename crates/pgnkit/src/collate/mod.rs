//! The collating sequence: which of two games stands first.
//!
//! Owns: the order of games by eight keys, and other orders made of such keys. Knows nothing of:
//! how many games there are, where they are kept, how they are moved.
//! Standard: §12. Decisions: D-18 to D-20, D-42.
//! Start at [`Key::of`] for the standard's order, at [`Collation`] for any.
//!
//! A key is bytes, and comparing games is comparing bytes:
//!
//! ```
//! use pgnkit::{collate::Key, read::Games};
//!
//! let text = &b"[Round \"10\"]\n\n1. e4 * [Round \"9\"]\n\n1. d4 *"[..];
//! let mut games = Games::new(text).collect::<Result<Vec<_>, _>>()?;
//! games.sort_by_cached_key(Key::of);
//! assert_eq!(games[0].tag("Round"), Some("9"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod criterion;

pub use criterion::{Criterion, Direction, WORDS};

use crate::game::Game;
use crate::write::Profile;

/// The eight keys of the standard, the first one decides first.
pub const SEQUENCE: [Criterion; 8] = [
    Criterion::Date,
    Criterion::Event,
    Criterion::Site,
    Criterion::Round,
    Criterion::White,
    Criterion::Black,
    Criterion::Result,
    Criterion::Movetext,
];

/// The place of a game in an order, as bytes: games are in the order of their keys.
///
/// Keys of different [`Collation`]s have nothing to do with each other.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Vec<u8>);

impl Key {
    /// The key of a game in the collating sequence. It holds the game's movetext, so it is about as
    /// long as the game's text; cost: the game is exported.
    #[must_use]
    pub fn of(game: &Game) -> Key {
        Collation::default().key(game)
    }

    /// The bytes that are compared.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// An order of games: keys, the first one decides first, each up or down.
///
/// The default is the collating sequence of the standard, where the text of the modern profile is
/// what movetexts are compared by. Whatever the order, games with equal keys are equal in it, and a
/// stable sort leaves them as they stood.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Collation {
    criteria: Vec<(Criterion, Direction)>,
    profile: Profile,
}

impl Default for Collation {
    fn default() -> Collation {
        Collation::new(SEQUENCE.map(|one| (one, Direction::Up)).into())
    }
}

impl Collation {
    /// The order of these keys.
    #[must_use]
    pub fn new(criteria: Vec<(Criterion, Direction)>) -> Collation {
        Collation { criteria, profile: Profile::default() }
    }

    /// The same order, of games as this profile writes them: texts of tags and movetext are those
    /// of its export (D-42). Sorting and exporting then commute.
    #[must_use]
    pub fn for_profile(mut self, profile: Profile) -> Collation {
        self.profile = profile;
        self
    }

    /// Parses a list of keys as the command line has it.
    ///
    /// ```text
    /// keys ::= key {"," key}        key ::= ["-"] (word | tag-name)
    /// ```
    ///
    /// A hyphen turns a key over: the greatest first. Words are those of [`WORDS`]; any other name
    /// that begins with a capital letter is a tag.
    ///
    /// # Errors
    /// The first key that is none, as it stands in the text.
    pub fn parse(text: &str) -> Result<Collation, UnknownKey<'_>> {
        let parse_one = |text| {
            let (name, direction) = match str::strip_prefix(text, "-") {
                Some(name) => (name, Direction::Down),
                None => (text, Direction::Up),
            };
            Criterion::from_name(name).map(|one| (one, direction)).ok_or(UnknownKey { name })
        };
        text.split(',').map(str::trim).map(parse_one).collect::<Result<_, _>>().map(Collation::new)
    }

    /// The keys, the first one decides first.
    #[must_use]
    pub fn criteria(&self) -> &[(Criterion, Direction)] {
        &self.criteria
    }

    /// The whole key of a game.
    #[must_use]
    pub fn key(&self, game: &Game) -> Key {
        let mut key = Vec::new();
        self.push_head(game, &mut key);
        self.push_tail(game, &mut key);
        Key(key)
    }

    /// Appends the key of a game without its [tail](Collation::push_tail).
    ///
    /// Heads decide nearly always, and are short. No head is a proper prefix of another.
    pub fn push_head(&self, game: &Game, key: &mut Vec<u8>) {
        for (criterion, direction) in &self.criteria[..self.n_head()] {
            direction.push(key, |key| criterion.push(game, self.profile, key));
        }
    }

    /// Appends the rest of the key, for games whose heads are equal: the movetext, if it is the
    /// last key of the order.
    pub fn push_tail(&self, game: &Game, key: &mut Vec<u8>) {
        for (criterion, direction) in &self.criteria[self.n_head()..] {
            direction.push(key, |key| criterion.push(game, self.profile, key));
        }
    }

    /// Whether games with equal heads may still differ.
    #[must_use]
    pub fn has_tail(&self) -> bool {
        self.n_head() < self.criteria.len()
    }

    /// The first key in which two games differ, if they do, and whether the first game should
    /// stand before the second one or behind it.
    #[must_use]
    pub fn decide(&self, a: &Game, b: &Game) -> Option<(&Criterion, core::cmp::Ordering)> {
        let key_of = |(criterion, direction): &(Criterion, Direction), game| {
            let mut key = Vec::new();
            direction.push(&mut key, |key| criterion.push(game, self.profile, key));
            key
        };
        self.criteria.iter().find_map(|one| {
            let order = key_of(one, a).cmp(&key_of(one, b));
            order.is_ne().then_some((&one.0, order))
        })
    }

    /// How many keys the head has.
    fn n_head(&self) -> usize {
        let ends_long = matches!(self.criteria.last(), Some((Criterion::Movetext, _)));
        self.criteria.len() - usize::from(ends_long)
    }
}

/// A name in a list of keys that is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownKey<'a> {
    /// The name without its hyphen.
    pub name: &'a str,
}

#[cfg(test)]
mod tests;
