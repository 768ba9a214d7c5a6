//! Counting the tree of moves.
//! Owns: [`perft`]. Knows nothing of: the published counts, they are in the tests.
//! Standard: none.
//! Start at [`perft`].

use crate::bitboard::Bitboard;
use crate::movegen::{Count, Sink, generate, step_back};
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::Position;
use crate::square::Square;

/// The number of sequences of legal moves of exactly `depth` plies; 1 for depth 0.
///
/// The last ply is counted, not played. Time grows about thirtyfold with each ply.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut count = Count::default();
            let _ = generate(position, &mut count);
            count.total()
        }
        _ => {
            let mut walk = Walk { position, depth, leaves: 0 };
            let _ = generate(position, &mut walk);
            walk.leaves
        }
    }
}

/// Plays each move as soon as it is found.
struct Walk<'a> {
    position: &'a Position,
    depth: u32,
    leaves: u64,
}

impl Sink for Walk<'_> {
    fn man(&mut self, from: Square, targets: Bitboard) -> bool {
        for to in targets {
            self.special(Move::new(from, to, MoveKind::Normal));
        }
        false
    }

    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) -> bool {
        for to in targets {
            self.special(Move::new(step_back(to, step), to, kind));
        }
        false
    }

    fn promotions(&mut self, targets: Bitboard, step: i8) -> bool {
        for to in targets {
            for role in Role::PROMOTIONS {
                let kind = MoveKind::Promotion(role);
                self.special(Move::new(step_back(to, step), to, kind));
            }
        }
        false
    }

    fn special(&mut self, mv: Move) -> bool {
        let mut after = *self.position;
        after.play(mv);
        self.leaves += perft(&after, self.depth - 1);
        false
    }
}
