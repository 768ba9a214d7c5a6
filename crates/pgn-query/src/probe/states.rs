//! Several probes that are put to one line of a game at once.

use std::sync::Arc;

use pgnkit::chess::{Move, Position};

use super::ply_history::Memory;
use super::{Answer, PlyHistory, Probe, ProbeState};

/// The probes of a query, and how far the current line has answered each.
///
/// It is made once and begun again for each game; nothing is allocated for a move but, for probes
/// that look back, the keys of the line.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct ProbeStates {
    probes: Arc<[Probe]>,
    states: Vec<ProbeState>,
    /// The probes without an answer that are shown every position.
    open: Vec<u32>,
    /// The probes that test only the end.
    at_end: Vec<u32>,
    history: PlyHistory,
}

impl ProbeStates {
    /// The states of these probes, not begun.
    #[must_use]
    pub fn new(probes: Arc<[Probe]>) -> ProbeStates {
        let looks_back = probes.iter().any(Probe::looks_back);
        let memory = if looks_back { Memory::Keys } else { Memory::None };
        let states = probes.iter().map(Probe::start).collect();
        let at_end = (0..probes.len()).filter(|n| probes[*n].waits_for_end());
        let at_end = at_end.map(|n| n as u32).collect();
        ProbeStates { states, open: Vec::new(), at_end, history: PlyHistory::new(memory), probes }
    }

    /// Begins a line with its first position; all questions are open again. Returns how many
    /// are after that.
    pub fn start(&mut self, position: &Position) -> usize {
        self.open.clear();
        let on_the_way = |n: &u32| !self.probes[*n as usize].waits_for_end();
        self.open.extend((0..self.probes.len() as u32).filter(on_the_way));
        for (state, probe) in self.states.iter_mut().zip(self.probes.iter()) {
            *state = probe.start();
        }
        let seen = self.history.start(position);
        let (probes, states) = (&self.probes, &mut self.states);
        self.open.retain(|n| {
            let n = *n as usize;
            !probes[n].see(&mut states[n], &seen).is_settled()
        });
        self.n_open()
    }

    fn n_open(&self) -> usize {
        self.open.len() + self.at_end.len()
    }

    /// A move was played, and `after` is the position after it. Returns how many questions are
    /// still open; without any, the rest of the line need not be played.
    #[inline]
    pub fn play(&mut self, mv: Move, after: &Position) -> usize {
        if self.open.is_empty() && !self.history.keeps_keys() {
            self.history.pass(mv);
            return self.at_end.len();
        }
        let seen = self.history.play(mv, after);
        let (probes, states) = (&self.probes, &mut self.states);
        self.open.retain(|n| {
            let n = *n as usize;
            !probes[n].see(&mut states[n], &seen).is_settled()
        });
        self.n_open()
    }

    /// The line is over, and this was its last position.
    pub fn finish(&mut self, last: &Position) {
        let seen = self.history.again(last);
        for n in self.open.drain(..).chain(self.at_end.iter().copied()) {
            let n = n as usize;
            self.probes[n].finish(&mut self.states[n], &seen);
        }
    }

    /// The answer to the `n`th probe, from 0; open for one that is not there.
    #[must_use]
    pub fn answer(&self, n: usize) -> Answer {
        self.states.get(n).map_or(Answer::Open, |state| state.answer)
    }
}
