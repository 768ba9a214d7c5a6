//! Moves in any order: each side plays all of its own, and nothing else, in its first moves.
//!
//! Each move that is played may stand for some of the places, a bit each. When all were played, the
//! question is whether every move can have a place of its own.

use pgnkit::chess::Color;

use super::SequenceProgress;
use super::ply::{Ply, PlyTarget};
use crate::probe::Seen;
use crate::probe::test::Turn;

/// The most moves of one side.
pub(super) const SIDE_MAX: usize = 16;

/// Moves whose order is free, by side.
#[derive(Clone, Debug)]
pub(in crate::probe) struct Free {
    sides: [Vec<Ply>; 2],
}

/// Which places the moves so far may stand for, by side.
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
                // What is ruled out is ruled out in all of the first moves.
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

/// Whether each of these can have a place of its own among those that fit it; there are as many
/// places as there are of them.
///
/// One after the other gets a place; when all that fit are taken, their holders are asked, nearest
/// first, whether another place would do for them.
fn can_share(fits: &[u16]) -> bool {
    let mut holders = [None; SIDE_MAX];
    for newcomer in 0..fits.len() {
        // The place that led to each place that was looked at, and who asked for it.
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
        // Everybody on the way moves on to the place that was asked for.
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
