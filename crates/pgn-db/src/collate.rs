//! Games in an order: the keys that carry them, and the tails that tell equal keys apart.
//!
//! Owns: the way from a collation to keys of a sorter. Knows nothing of: what stands in a key
//! beside the order.
//! Standard: §12. Decisions: D-42.
//! Start at [`InOrder`] and [`Movetexts`].

use crate::carry::{Emit, Keys, ParcelReader};
use crate::sort::Tail;
use pgnkit::Game;
use pgnkit::collate::Collation;

/// What keys of games begin with.
pub(crate) const GAME: u8 = 1;

/// The key of text outside any game: behind all games, in the order in which it came.
pub const OUTSIDE: [u8; 1] = [2];

/// Gives each game its place in an order.
#[derive(Clone, Debug)]
pub struct InOrder(pub Collation);

impl InOrder {
    /// The key of a game, given its [head](Collation::push_head) in the order.
    #[must_use]
    pub fn key_of(head: &[u8]) -> Vec<u8> {
        [&[GAME], head].concat()
    }
}

impl Keys for InOrder {
    fn push(&self, game: &Game, keys: &mut Emit<'_>) {
        keys.key(|key| {
            key.push(GAME);
            self.0.push_head(game, key);
        });
    }
}

/// Reads games again whose keys are equal, for the rest of the order.
pub struct Movetexts {
    collation: Collation,
    reader: ParcelReader,
}

impl Movetexts {
    /// The tails of this order.
    #[must_use]
    pub fn new(collation: Collation) -> Movetexts {
        Movetexts { collation, reader: ParcelReader::default() }
    }
}

impl Tail for Movetexts {
    fn push(&mut self, load: &[u8], tail: &mut Vec<u8>) {
        if self.collation.has_tail()
            && let Some(game) = self.reader.read(load)
        {
            self.collation.push_tail(game, tail);
        }
    }
}
