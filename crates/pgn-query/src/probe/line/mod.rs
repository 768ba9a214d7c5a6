//! Sequences of moves: in the written order, with gaps, or in any order (§8.2.3, D-32, D-34).
//!
//! ```text
//! 1. e4 e5 ... Bxf7+|Bxh7+ * !Kxf7
//! └ lead ┘ └ tail, from its first gap on ┘
//! ```
//!
//! The lead is a counter. The tail is a set of places, one bit each, where the next move may
//! continue; a gap is a place that stays in the set.
//!
//! Start at [`MoveSequence::play`].

mod free;
mod parse;
mod ply;

use super::Seen;
use super::test::Turn;
use free::{Free, FreeState};
use ply::Ply;

pub(super) use parse::{parse, parse_position};

/// The most moves after the first gap.
const TAIL_MAX: usize = 63;

#[derive(Clone, Debug)]
pub(super) enum MoveSequence {
    Row(WrittenMoves),
    Free(Free),
}

/// Moves in the order in which they are written.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenMoves {
    /// From the start of the line to the first gap.
    lead: Vec<Ply>,
    /// From the first gap on.
    tail: Vec<Ply>,
    /// A bit for each place in the tail before which any number of moves may be; the last is
    /// after all of it.
    gaps: u64,
}

/// How far a line has come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineState {
    /// Moves of the lead that were found.
    n_lead: u32,
    /// Places of the tail where the next move may continue.
    places: u64,
    free: FreeState,
}

/// The effect of a move on a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SequenceProgress {
    Open,
    Found,
    Never,
}

impl MoveSequence {
    pub(super) fn start(&self) -> LineState {
        let places = match self {
            MoveSequence::Row(row) if row.lead.is_empty() => 1,
            MoveSequence::Row(_) | MoveSequence::Free(_) => 0,
        };
        LineState { n_lead: 0, places, free: FreeState::default() }
    }

    /// The next position of the line; at the start nothing has been played.
    #[inline]
    pub(super) fn play(&self, state: &mut LineState, seen: &Seen<'_>) -> SequenceProgress {
        if seen.mv().is_none() {
            return SequenceProgress::Open;
        }
        match self {
            MoveSequence::Row(row) => row.play(state, seen),
            MoveSequence::Free(free) => free.play(&mut state.free, seen),
        }
    }

    pub(super) fn turned(&self, turn: Turn) -> MoveSequence {
        let all = |plies: &[Ply]| plies.iter().map(|ply| ply.turned(turn)).collect();
        match self {
            MoveSequence::Row(row) => {
                let (lead, tail) = (all(&row.lead), all(&row.tail));
                MoveSequence::Row(WrittenMoves { lead, tail, gaps: row.gaps })
            }
            MoveSequence::Free(free) => MoveSequence::Free(free.turned(turn)),
        }
    }
}

impl WrittenMoves {
    #[inline]
    fn play(&self, state: &mut LineState, seen: &Seen<'_>) -> SequenceProgress {
        if let Some(ply) = self.lead.get(state.n_lead as usize) {
            if !ply.is_played(seen) {
                return SequenceProgress::Never;
            }
            state.n_lead += 1;
            let is_led = state.n_lead as usize == self.lead.len();
            state.places = u64::from(is_led);
        } else {
            state.places = self.next_places(state.places, seen);
        }
        if state.places >> self.tail.len() & 1 != 0 {
            return SequenceProgress::Found;
        }
        let is_lost = state.places == 0 && state.n_lead as usize == self.lead.len();
        if is_lost { SequenceProgress::Never } else { SequenceProgress::Open }
    }

    fn next_places(&self, places: u64, seen: &Seen<'_>) -> u64 {
        let mut next = places & self.gaps;
        let mut rest = places;
        while rest != 0 {
            let n = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if self.tail.get(n).is_some_and(|ply| ply.is_played(seen)) {
                next |= 2 << n;
            }
        }
        next
    }
}
