//! Many positions at once: looking costs the same for three as for thirty thousand (§19).
//!
//! A bit filter rejects nearly all positions; the rest is looked up among sorted numbers and then
//! compared.

use pgnkit::chess::{Board, Position, Role};

use super::position::Exact;
use super::reach::Reach;
use super::test::{Test, Turn};

/// Positions by what is known of them.
#[derive(Clone, Debug)]
pub(super) struct PositionSet {
    exacts: Vec<Exact>,
    /// The number of each board, with its place in `exacts`.
    boards: NumberSet,
    keys: NumberSet,
}

impl PositionSet {
    /// The positions of these tests, which must be positions or keys; others are left out.
    pub(super) fn of(tests: Vec<Test>) -> PositionSet {
        let (mut exacts, mut keys) = (Vec::new(), Vec::new());
        for test in tests {
            match test {
                Test::Exact(exact) => exacts.push(*exact),
                Test::Key(key) => keys.push(key),
                _ => {}
            }
        }
        PositionSet::new(exacts, keys)
    }

    fn new(exacts: Vec<Exact>, keys: Vec<u64>) -> PositionSet {
        let boards = exacts.iter().map(|exact| number(exact.board()));
        PositionSet { boards: NumberSet::of(boards), keys: NumberSet::of(keys.into_iter()), exacts }
    }

    /// Whether a position is one of these.
    #[inline]
    pub(super) fn holds(&self, position: &Position) -> bool {
        let among = |idx: u32| self.exacts[idx as usize].holds(position);
        !self.boards.is_empty() && self.boards.find(number(position.board())).any(among)
            || !self.keys.is_empty() && self.keys.find(position.polyglot_key()).next().is_some()
    }

    pub(super) fn turned(&self, turn: Turn) -> PositionSet {
        let exacts = self.exacts.iter().map(|exact| exact.turned(turn)).collect();
        PositionSet::new(exacts, self.keys.sorted.iter().map(|(key, _)| *key).collect())
    }

    /// The requirements common to all. Keys have none.
    pub(super) fn reach(&self) -> Reach {
        if !self.keys.is_empty() {
            return Reach::default();
        }
        self.exacts.iter().map(Exact::reach).reduce(|one, other| one.or(&other)).unwrap_or_default()
    }

    pub(super) fn exacts(&self) -> &[Exact] {
        &self.exacts
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = u64> + '_ {
        self.keys.sorted.iter().map(|(key, _)| *key)
    }
}

/// A number for a board, from the sets in which most boards differ.
#[inline]
fn number(board: &Board) -> u64 {
    let white = board.by_color(pgnkit::chess::Color::White).0;
    let pawns = board.by_role(Role::Pawn).0;
    let mixed = board.occupied().0.wrapping_mul(MIX) ^ white.rotate_left(23);
    mixed.wrapping_mul(MIX) ^ pawns.wrapping_mul(MIX).rotate_left(41)
}

/// An odd constant without pattern: the golden ratio in 64 bits.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// Numbers to be found, each with where it was.
#[derive(Clone, Debug)]
struct NumberSet {
    sorted: Vec<(u64, u32)>,
    /// A bit for each value of the top bits of a mixed number.
    filter: Vec<u64>,
    shift: u32,
}

/// Bits of the filter for each number: one look in sixteen is for nothing.
const FILTER_BITS: usize = 16;

impl NumberSet {
    fn of(numbers: impl Iterator<Item = u64>) -> NumberSet {
        let mut sorted: Vec<(u64, u32)> =
            numbers.enumerate().map(|(idx, number)| (number, idx as u32)).collect();
        sorted.sort_unstable();
        let n_bits = (sorted.len() * FILTER_BITS).next_power_of_two().max(64);
        let shift = 64 - n_bits.trailing_zeros();
        let mut filter = vec![0; n_bits / 64];
        for (number, _) in &sorted {
            let bit = number.wrapping_mul(MIX) >> shift;
            filter[(bit / 64) as usize] |= 1 << (bit % 64);
        }
        NumberSet { sorted, filter, shift }
    }

    fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// Where this number was.
    #[inline]
    fn find(&self, number: u64) -> impl Iterator<Item = u32> + '_ {
        let bit = number.wrapping_mul(MIX) >> self.shift;
        let may_be = self.filter[(bit / 64) as usize] >> (bit % 64) & 1 != 0;
        let from = match may_be {
            true => self.sorted.partition_point(|(known, _)| *known < number),
            false => self.sorted.len(),
        };
        self.sorted[from..]
            .iter()
            .take_while(move |(known, _)| *known == number)
            .map(|(_, idx)| *idx)
    }
}
