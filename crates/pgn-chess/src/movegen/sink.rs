//! The sinks of the generator: a list, a count, or whether there is a move.

use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::Role;
use crate::square::Square;

/// Listens to the generator. Each function returns true to stop it.
pub(crate) trait Sink {
    /// One move.
    fn one(&mut self, mv: Move) -> bool;

    /// Ordinary moves of one piece.
    #[inline]
    fn piece(&mut self, from: Square, mut targets: Bitboard) -> bool {
        targets.any(|to| self.one(Move::new(from, to, MoveKind::Normal)))
    }

    /// Pawn moves of one step, each from its target minus `step`.
    #[inline]
    fn pawns(&mut self, mut targets: Bitboard, step: i8, kind: MoveKind) -> bool {
        targets.any(|to| self.one(Move::new(step_back(to, step), to, kind)))
    }

    /// Promotions, four for each target.
    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) -> bool {
        Role::PROMOTIONS
            .into_iter()
            .rev()
            .any(|role| self.pawns(targets, step, MoveKind::Promotion(role)))
    }
}

/// Where a pawn that made this step comes from.
#[inline]
fn step_back(to: Square, step: i8) -> Square {
    Square::wrap(to.index().wrapping_add_signed(-step))
}

impl Sink for MoveList {
    #[inline]
    fn one(&mut self, mv: Move) -> bool {
        self.push(mv);
        false
    }
}

/// Counts moves without making them.
///
/// Counting the squares of a set is dear where the processor has no instruction for it, so sets
/// are first added up square by square, in three binary digits.
#[derive(Default)]
pub(crate) struct Count {
    digits: [Bitboard; 3],
    rest: u64,
}

impl Count {
    #[inline(always)]
    fn add(&mut self, targets: Bitboard) {
        let mut carry = targets;
        for digit in &mut self.digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
        if !carry.is_empty() {
            self.rest += 8 * u64::from(carry.len());
        }
    }

    /// The number of moves.
    #[inline]
    pub(crate) fn total(&self) -> u64 {
        let [ones, twos, fours] = self.digits.map(|digit| u64::from(digit.len()));
        ones + 2 * twos + 4 * fours + self.rest
    }
}

impl Sink for Count {
    #[inline]
    fn one(&mut self, _mv: Move) -> bool {
        self.rest += 1;
        false
    }

    #[inline(always)]
    fn piece(&mut self, _from: Square, targets: Bitboard) -> bool {
        self.add(targets);
        false
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _step: i8, _kind: MoveKind) -> bool {
        self.add(targets);
        false
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _step: i8) -> bool {
        self.rest += 4 * u64::from(targets.len());
        false
    }
}

/// Stops at the first move.
pub(crate) struct Any;

impl Sink for Any {
    #[inline]
    fn one(&mut self, _mv: Move) -> bool {
        true
    }
}
