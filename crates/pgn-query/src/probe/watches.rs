//! Several probes that are put to one line of a game at once.

use std::sync::Arc;

use pgnkit::chess::{Move, Position};

use super::trail::Memory;
use super::{Answer, Probe, Trail, Watch};

/// The probes of a query, and how far the line at hand has answered each.
///
/// It is made once and begun again for each game; nothing is allocated for a move but, for probes
/// that look back, the keys of the line.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Watches {
    probes: Arc<[Probe]>,
    watches: Vec<Watch>,
    /// The probes without an answer that are shown every position.
    open: Vec<u32>,
    /// The probes that are asked at the end alone.
    at_end: Vec<u32>,
    trail: Trail,
}

impl Watches {
    /// Watches of these probes, not begun.
    #[must_use]
    pub fn new(probes: Arc<[Probe]>) -> Watches {
        let looks_back = probes.iter().any(Probe::looks_back);
        let memory = if looks_back { Memory::Keys } else { Memory::None };
        let watches = probes.iter().map(Probe::start).collect();
        let at_end = (0..probes.len()).filter(|n| probes[*n].waits_for_end());
        let at_end = at_end.map(|n| n as u32).collect();
        Watches { watches, open: Vec::new(), at_end, trail: Trail::new(memory), probes }
    }

    /// Begins a line with its first position; all questions are open again. Returns how many
    /// are after that.
    pub fn start(&mut self, position: &Position) -> usize {
        self.open.clear();
        let on_the_way = |n: &u32| !self.probes[*n as usize].waits_for_end();
        self.open.extend((0..self.probes.len() as u32).filter(on_the_way));
        for (watch, probe) in self.watches.iter_mut().zip(self.probes.iter()) {
            *watch = probe.start();
        }
        let seen = self.trail.start(position);
        let (probes, watches) = (&self.probes, &mut self.watches);
        self.open.retain(|n| {
            let n = *n as usize;
            !probes[n].see(&mut watches[n], &seen).is_settled()
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
        if self.open.is_empty() && !self.trail.keeps_keys() {
            self.trail.pass(mv);
            return self.at_end.len();
        }
        let seen = self.trail.play(mv, after);
        let (probes, watches) = (&self.probes, &mut self.watches);
        self.open.retain(|n| {
            let n = *n as usize;
            !probes[n].see(&mut watches[n], &seen).is_settled()
        });
        self.n_open()
    }

    /// The line is over, and this was its last position.
    pub fn finish(&mut self, last: &Position) {
        let seen = self.trail.again(last);
        for n in self.open.drain(..).chain(self.at_end.iter().copied()) {
            let n = n as usize;
            self.probes[n].finish(&mut self.watches[n], &seen);
        }
    }

    /// The answer to the `n`th probe, from 0; open for one that is not there.
    #[must_use]
    pub fn answer(&self, n: usize) -> Answer {
        self.watches.get(n).map_or(Answer::Open, |watch| watch.answer)
    }
}
