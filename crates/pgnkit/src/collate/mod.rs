//! The collating sequence of games.
//!
//! Standard: §12. Decisions: D-18 to D-20, D-42.
//! Start at [`Key::of`] for the standard's order, at [`Criterion`] for one key.
//!
//! Games are compared by comparing the bytes of their keys:
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

pub use criterion::Criterion;

use crate::game::Game;
use crate::write::Profile;

/// The eight keys of the standard, most important first.
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

/// A sort key of a game, as bytes: games are in the order of their keys.
///
/// Keys for different profiles cannot be compared.
///
/// ```
/// use pgnkit::{Game, collate::Key};
/// let a: Game = "[Date \"1990.01.01\"] *".parse()?;
/// let b: Game = "[Date \"1991.01.01\"] *".parse()?;
/// assert!(Key::of(&a) < Key::of(&b));
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Vec<u8>);

impl Key {
    /// The key of a game in the collating sequence. The key contains the movetext of the game, so
    /// it is about as long as the game's text. Cost: one export of the game.
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

/// The collating sequence for the texts of one profile.
///
/// ```
/// use pgnkit::{Game, collate::Collation};
/// let a: Game = "[Date \"1990.01.01\"] *".parse()?;
/// let b: Game = "[Date \"1991.01.01\"] *".parse()?;
/// let (criterion, order) = Collation::default().decide(&a, &b).expect("they differ");
/// assert_eq!((criterion.name(), order.is_lt()), ("date", true));
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Collation {
    profile: Profile,
}

impl Collation {
    /// The order of games as this profile writes them: it compares the tags and movetext of the
    /// export (D-42). Sorting and exporting then give the same result in either order.
    #[must_use]
    pub fn for_profile(profile: Profile) -> Collation {
        Collation { profile }
    }

    /// The key of a game.
    #[must_use]
    pub fn key(&self, game: &Game) -> Key {
        let mut key = Vec::new();
        SEQUENCE.iter().for_each(|criterion| criterion.push(game, self.profile, &mut key));
        Key(key)
    }

    /// The first key in which two games differ, if any, and whether the first game comes before or
    /// after the second one.
    #[must_use]
    pub fn decide(&self, a: &Game, b: &Game) -> Option<(Criterion, core::cmp::Ordering)> {
        let key_of = |criterion: &Criterion, game| {
            let mut key = Vec::new();
            criterion.push(game, self.profile, &mut key);
            key
        };
        SEQUENCE.into_iter().find_map(|one| {
            let order = key_of(&one, a).cmp(&key_of(&one, b));
            order.is_ne().then_some((one, order))
        })
    }
}

#[cfg(test)]
mod tests;
