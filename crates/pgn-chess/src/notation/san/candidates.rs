//! The possible moves of an ambiguous text.
//!
//! Standard: §8.2.3.7. Decisions: D-32.

use core::fmt;

use super::write::{self, SanText};
use crate::moves::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::square::Square;

/// Two or more legal moves that fit one text; the first eight are kept.
///
/// ```
/// use pgn_chess::{Position, notation::san::ResolveError};
/// let position: Position = "4k3/8/8/8/8/K7/8/R6R w - - 0 1".parse()?;
/// let Err(ResolveError::Ambiguous(found)) = position.parse_san("Rd1") else { panic!() };
/// assert_eq!(found.moves().len(), 2);
/// # Ok::<(), pgn_chess::fen::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidates {
    moves: [Move; Candidates::KEPT],
    texts: [SanText; Candidates::KEPT],
    total: u16,
    /// The role and the target, if all have the same.
    common: Option<(Role, Square)>,
}

impl Candidates {
    /// The maximum number of pieces that can reach one square in the same way.
    const KEPT: usize = 8;

    pub(super) fn new(position: &Position, found: &[Move]) -> Candidates {
        let mut candidates = Candidates {
            moves: [Move::NULL; Candidates::KEPT],
            texts: [SanText::new(); Candidates::KEPT],
            total: u16::try_from(found.len()).unwrap_or(u16::MAX),
            common: None,
        };
        for (n, mv) in found.iter().take(Candidates::KEPT).enumerate() {
            candidates.moves[n] = *mv;
            candidates.texts[n] = write::to_text(position, *mv);
        }
        let kept = found.len().min(Candidates::KEPT);
        // By text, so that the message does not depend on the order of generation.
        candidates.texts[..kept].sort_unstable();
        let what = |mv: &Move| Some((position.piece_at(mv.from())?.role, mv.to()));
        let first = found.first().and_then(what);
        if found.iter().all(|mv| what(mv) == first && !mv.is_castle()) {
            candidates.common = first;
        }
        candidates
    }

    fn kept(&self) -> usize {
        usize::from(self.total).min(Candidates::KEPT)
    }

    /// The moves, in unspecified order.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.kept()]
    }

    /// The canonical SAN of each, in ASCII order.
    pub fn texts(&self) -> &[SanText] {
        &self.texts[..self.kept()]
    }
}

impl fmt::Display for Candidates {
    /// `two rooks can go to d1: Rad1, Rfd1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const COUNTS: [&str; 9] =
            ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
        let count = COUNTS.get(usize::from(self.total)).copied().unwrap_or("many");
        match self.common {
            Some((role, to)) => write!(f, "{count} {role}s can go to {to}: ")?,
            None => write!(f, "{count} moves are possible: ")?,
        }
        for (n, text) in self.texts().iter().enumerate() {
            f.write_str(if n == 0 { "" } else { ", " })?;
            f.write_str(text)?;
        }
        Ok(())
    }
}
