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
        repeat_count: u64,
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
            Kind::RoundRobin { repeat_count: 1 } => f.write_str("round robin"),
            Kind::RoundRobin { repeat_count: 2 } => f.write_str("double round robin"),
            Kind::RoundRobin { repeat_count } => write!(f, "{repeat_count}-fold round robin"),
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
        let player_count = event.seats.len();
        if player_count == 2 {
            return Kind::Match;
        }
        if player_count < 2 {
            return Kind::Other;
        }
        let pairs = event.pairs();
        let repeat_count = times_of_round_robin(&pairs, player_count);
        if let Some(repeat_count) = repeat_count.or_else(|| times_by_rounds(event, &pairs)) {
            return Kind::RoundRobin { repeat_count };
        }
        if is_knock_out(event) {
            return Kind::KnockOut;
        }
        if is_swiss(event) { Kind::Swiss } else { Kind::Other }
    }
}

/// How often most pairs met, when nearly all did.
fn times_of_round_robin(pairs: &HashMap<(usize, usize), u64>, player_count: usize) -> Option<u64> {
    let pair_count = player_count * (player_count - 1) / 2;
    let met: Vec<u64> = pairs.iter().filter(|((a, b), _)| a != b).map(|(_, &n)| n).collect();
    if met.len() * 100 < pair_count * PAIRS_PERCENT_MIN {
        return None;
    }
    let mut counts: HashMap<u64, usize> = HashMap::new();
    met.iter().for_each(|&n| *counts.entry(n).or_default() += 1);
    let most = counts.into_iter().max_by_key(|&(repeat_count, n)| (n, repeat_count));
    most.map(|(repeat_count, _)| repeat_count)
}

/// More players than these do not play a round robin of which most games are missing.
const PLAYERS_BY_ROUNDS_MAX: usize = 16;

/// How often pairs meet in a round robin of which only some rounds are present: the number of its
/// last round shows it.
fn times_by_rounds(event: &Event, pairs: &HashMap<(usize, usize), u64>) -> Option<u64> {
    let player_count = event.seats.len();
    if !(4..=PLAYERS_BY_ROUNDS_MAX).contains(&player_count) {
        return None;
    }
    // With an odd number of players one is free in each round.
    let round_count = (player_count - 1 + player_count % 2) as u64;
    let last = event.rounds().last().copied().unwrap_or_default();
    let most = pairs.values().copied().max().unwrap_or_default();
    [1, 2]
        .into_iter()
        .find(|repeat_count| last == round_count * repeat_count && most <= *repeat_count)
}

fn is_knock_out(event: &Event) -> bool {
    let rounds = event.rounds();
    if rounds.len() < 2 || rounds.contains(&0) {
        return false;
    }
    let mut before: Option<HashSet<usize>> = None;
    let last = rounds.last().copied();
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
        // The losers of the semifinals may play for the third place.
        let is_last = of_round.first().map(|meeting| meeting.round) == last;
        let is_with_third_place = is_last && rounds.len() > 2 && players.len() == 4;
        if let Some(before) = &before
            && !(players.is_subset(before)
                && (players.len() * 3 <= before.len() * 2 || is_with_third_place))
        {
            return false;
        }
        before = Some(players);
    }
    true
}

fn is_swiss(event: &Event) -> bool {
    let round_count = event.rounds().iter().filter(|&&round| round > 0).count();
    let known = event.meetings.iter().filter(|meeting| meeting.round > 0);
    let mut seen = HashSet::new();
    let mut known_count = 0;
    let mut twice_count = 0;
    for meeting in known {
        known_count += 1;
        let seat_count = if meeting.is_bye { 1 } else { 2 };
        for &seat in &meeting.seats[..seat_count] {
            twice_count += usize::from(!seen.insert((meeting.round, seat)));
        }
    }
    let is_dated = known_count * 10 >= event.meetings.len() * 8;
    is_dated
        && round_count >= 3
        && twice_count * 20 <= known_count
        && event.seats.len() > round_count
}
