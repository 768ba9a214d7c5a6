//! Moves in any order: each side plays all of its own, and nothing else, in its first moves.
//!
//! For each move that is played, a bit mask has the places that it may fill. After all moves, the
//! question is whether every move can have a place of its own.

use pgnkit::chess::Color;

use super::SequenceProgress;
use super::ply::{Ply, PlyTarget};
use crate::probe::Seen;
use crate::probe::test::Turn;

/// The most moves of one side.
pub(super) const SIDE_MAX: usize = 16;

/// Moves in any order, by side.
#[derive(Clone, Debug)]
pub(in crate::probe) struct Free {
    sides: [Vec<Ply>; 2],
}

/// The places that the moves so far may fill, by side.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::probe) struct FreeState {
    fits: [[u16; SIDE_MAX]; 2],
    n_played: [u8; 2],
}

impl Free {
    /// White's moves and Black's, no more than [`SIDE_MAX`] each.
    pub(super) fn new(sides: [Vec<Ply>; 2]) -> Free {
        Free { sides }
    }

    pub(super) fn turned(&self, turn: Turn) -> Free {
        let mut sides = [Color::White, Color::Black].map(|color| {
            self.sides[color.index()].iter().map(|ply| ply.turned(turn)).collect::<Vec<Ply>>()
        });
        if turn == Turn::Colors {
            sides.reverse();
        }
        Free { sides }
    }

    pub(super) fn play(&self, state: &mut FreeState, seen: &Seen<'_>) -> SequenceProgress {
        let side = seen.position().turn().other().index();
        let (plies, n) = (&self.sides[side], usize::from(state.n_played[side]));
        if n >= plies.len().min(SIDE_MAX) {
            return SequenceProgress::Never;
        }
        let mut fits = 0;
        for (n, ply) in plies.iter().enumerate() {
            if ply.is_played(seen) {
                fits |= 1 << n;
            } else if matches!(ply.what, PlyTarget::NoneOf(_)) {
                // Excluded moves are excluded from all of the first moves.
                return SequenceProgress::Never;
            }
        }
        if fits == 0 {
            return SequenceProgress::Never;
        }
        state.fits[side][n] = fits;
        state.n_played[side] += 1;
        let is_over =
            (0..2).all(|side| usize::from(state.n_played[side]) == self.sides[side].len());
        if !is_over {
            return SequenceProgress::Open;
        }
        let can_share = (0..2).all(|side| can_share(&state.fits[side][..self.sides[side].len()]));
        if can_share { SequenceProgress::Found } else { SequenceProgress::Never }
    }
}

/// Whether each of these can have a place of its own among those that fit it; the numbers of both
/// are equal.
///
/// Each gets a place in turn; if all fitting places are taken, their holders are tried, nearest
/// first, whether they can move to another place.
fn can_share(fits: &[u16]) -> bool {
    let mut holders = [None; SIDE_MAX];
    for newcomer in 0..fits.len() {
        // For each visited place, the place that led to it, and the move that requested it.
        let mut asked_by = [None; SIDE_MAX];
        let (mut queue, mut n_queued, mut at) = ([0; SIDE_MAX + 1], 1, 0);
        queue[0] = newcomer;
        let mut seen = 0_u16;
        let mut free = None;
        while at < n_queued && free.is_none() {
            let asker = queue[at];
            at += 1;
            let mut places = fits[asker] & !seen;
            seen |= places;
            while places != 0 {
                let place = places.trailing_zeros() as usize;
                places &= places - 1;
                asked_by[place] = Some(asker);
                match holders[place] {
                    Some(holder) => {
                        queue[n_queued] = holder;
                        n_queued += 1;
                    }
                    None => {
                        free = Some(place);
                        break;
                    }
                }
            }
        }
        // Every holder on the path moves on to the requested place.
        while let Some(place) = free {
            let Some(asker) = asked_by[place] else { break };
            free = holders.iter().position(|holder| *holder == Some(asker));
            holders[place] = Some(asker);
            if asker == newcomer {
                break;
            }
        }
        if !holders.contains(&Some(newcomer)) {
            return false;
        }
    }
    true
}
