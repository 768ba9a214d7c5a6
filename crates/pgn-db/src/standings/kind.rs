//! Determines the kind of an event from its games.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::event::Event;

/// A kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two players.
    Match,
    /// Everyone against everyone, this many times.
    RoundRobin {
        /// How often each pair meets.
        n_times: u64,
    },
    /// Who loses is out: each round has about half of the players of the one before.
    KnockOut,
    /// One game for each player and round, more players than rounds.
    Swiss,
    /// Anything else.
    Other,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Match => f.write_str("match"),
            Kind::RoundRobin { n_times: 1 } => f.write_str("round robin"),
            Kind::RoundRobin { n_times: 2 } => f.write_str("double round robin"),
            Kind::RoundRobin { n_times } => write!(f, "{n_times}-fold round robin"),
            Kind::KnockOut => f.write_str("knock-out"),
            Kind::Swiss => f.write_str("Swiss"),
            Kind::Other => f.write_str("other"),
        }
    }
}

/// The percentage of pairs that must have met in a round robin; the other games are missing.
const PAIRS_PERCENT_MIN: usize = 70;

impl Kind {
    /// The kind that the pairings suggest. A round robin may have gaps, because games are lost and
    /// players withdraw.
    #[must_use]
    pub fn of(event: &Event) -> Kind {
        let n_players = event.seats.len();
        if n_players == 2 {
            return Kind::Match;
        }
        if n_players < 2 {
            return Kind::Other;
        }
        let pairs = event.pairs();
        let n_times = times_of_round_robin(&pairs, n_players);
        if let Some(n_times) = n_times.or_else(|| times_by_rounds(event, &pairs)) {
            return Kind::RoundRobin { n_times };
        }
        if is_knock_out(event) {
            return Kind::KnockOut;
        }
        if is_swiss(event) { Kind::Swiss } else { Kind::Other }
    }
}

/// How often most pairs met, when nearly all did.
fn times_of_round_robin(pairs: &HashMap<(usize, usize), u64>, n_players: usize) -> Option<u64> {
    let n_pairs = n_players * (n_players - 1) / 2;
    let met: Vec<u64> = pairs.iter().filter(|((a, b), _)| a != b).map(|(_, &n)| n).collect();
    if met.len() * 100 < n_pairs * PAIRS_PERCENT_MIN {
        return None;
    }
    let mut counts: HashMap<u64, usize> = HashMap::new();
    met.iter().for_each(|&n| *counts.entry(n).or_default() += 1);
    let most = counts.into_iter().max_by_key(|&(n_times, n)| (n, n_times));
    most.map(|(n_times, _)| n_times)
}

/// More players than these do not play a round robin of which most games are missing.
const PLAYERS_BY_ROUNDS_MAX: usize = 16;

/// How often pairs meet in a round robin of which only some rounds are present: the number of its
/// last round shows it.
fn times_by_rounds(event: &Event, pairs: &HashMap<(usize, usize), u64>) -> Option<u64> {
    let n_players = event.seats.len();
    if !(4..=PLAYERS_BY_ROUNDS_MAX).contains(&n_players) {
        return None;
    }
    // With an odd number of players one is free in each round.
    let n_rounds = (n_players - 1 + n_players % 2) as u64;
    let last = event.rounds().last().copied().unwrap_or_default();
    let most = pairs.values().copied().max().unwrap_or_default();
    [1, 2].into_iter().find(|n_times| last == n_rounds * n_times && most <= *n_times)
}

fn is_knock_out(event: &Event) -> bool {
    let rounds = event.rounds();
    if rounds.len() < 2 || rounds.contains(&0) {
        return false;
    }
    let mut before: Option<HashSet<usize>> = None;
    for of_round in event.meetings.chunk_by(|a, b| a.round == b.round) {
        let mut opponents: HashMap<usize, usize> = HashMap::new();
        for meeting in of_round {
            let [a, b] = meeting.seats;
            let is_same = *opponents.entry(a).or_insert(b) == b;
            if !is_same || *opponents.entry(b).or_insert(a) != a {
                return false;
            }
        }
        let players: HashSet<usize> = opponents.into_keys().collect();
        if let Some(before) = &before
            && !(players.is_subset(before) && players.len() * 3 <= before.len() * 2)
        {
            return false;
        }
        before = Some(players);
    }
    true
}

fn is_swiss(event: &Event) -> bool {
    let n_rounds = event.rounds().iter().filter(|&&round| round > 0).count();
    let known = event.meetings.iter().filter(|meeting| meeting.round > 0);
    let mut seen = HashSet::new();
    let mut n_known = 0;
    let mut n_twice = 0;
    for meeting in known {
        n_known += 1;
        for seat in meeting.seats {
            n_twice += usize::from(!seen.insert((meeting.round, seat)));
        }
    }
    let is_dated = n_known * 10 >= event.meetings.len() * 8;
    is_dated && n_rounds >= 3 && n_twice * 20 <= n_known && event.seats.len() > n_rounds
}
