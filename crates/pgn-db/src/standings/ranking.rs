//! Standings: the players of an event in order.

use std::collections::BTreeMap;

use super::event::Event;
use super::kind::Kind;
use super::tie_break::{Field, TieBreak};
use pgnkit::chess::Color;

/// The order of an event.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The kind of the event.
    pub kind: Kind,
    /// The criteria for equal points, in this order.
    pub tie_breaks: Vec<TieBreak>,
    /// The players, the best first.
    pub places: Vec<Place>,
}

/// A player's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The player's number among the seats.
    pub seat: usize,
    /// The rank, from 1; players that no criterion separates share it.
    pub rank: usize,
    /// Points, in halves.
    pub half_points: u64,
    /// Won, drawn, lost, and open games.
    pub results: [u64; 4],
    /// The performance rating.
    pub performance: Option<i32>,
    /// The number of games that count for it: those played against a rated opponent.
    pub performed_count: u64,
    /// The value of each tie-break in its units, if it applies. A direct encounter is between the
    /// players that were still tied at that point.
    pub tie_breaks: Vec<Option<i64>>,
}

impl Standings {
    /// The standings of an event; players that are equal in points and in all tie-breaks share a
    /// rank, and are sorted by name.
    #[must_use]
    pub fn of(event: &Event, kind: Kind, tie_breaks: &[TieBreak]) -> Standings {
        let field = Field::of(event, kind);
        let groups = match kind {
            Kind::KnockOut => by_progress(event),
            Kind::Match | Kind::RoundRobin { .. } | Kind::Swiss | Kind::Other => {
                by_key((0..event.seats.len()).collect(), |seat| field.half_points[seat])
            }
        };
        let places = places(event, &field, groups, tie_breaks);
        Standings { kind, tie_breaks: tie_breaks.to_vec(), places }
    }

    /// The number of each seat's place, from 1.
    #[must_use]
    pub fn numbers(&self) -> Vec<usize> {
        let mut numbers = vec![0; self.places.len()];
        for (n, place) in self.places.iter().enumerate() {
            numbers[place.seat] = n + 1;
        }
        numbers
    }

    /// How many games of a round robin are missing; 0 for other kinds.
    #[must_use]
    pub fn missing_count(&self, event: &Event) -> u64 {
        let Kind::RoundRobin { repeat_count } = self.kind else { return 0 };
        let player_count = event.seats.len() as u64;
        let met_count: u64 = event.pairs().values().map(|&n| n.min(repeat_count)).sum();
        (repeat_count * player_count * (player_count - 1) / 2).saturating_sub(met_count)
    }
}

/// The places of groups of seats, which these tie-breaks separate in their order.
pub(super) fn places(
    event: &Event,
    field: &Field<'_>,
    mut groups: Vec<Vec<usize>>,
    tie_breaks: &[TieBreak],
) -> Vec<Place> {
    let mut values = vec![vec![None; tie_breaks.len()]; event.seats.len()];
    for (nth, &tie_break) in tie_breaks.iter().enumerate() {
        let mut parted = Vec::with_capacity(groups.len());
        for group in groups {
            let is_direct = tie_break == TieBreak::Direct;
            let is_asked = !is_direct || field.direct_applies(&group);
            for &seat in &group {
                let tied = if is_asked { group.as_slice() } else { &[] };
                values[seat][nth] = tie_break.value(field, seat, tied);
            }
            parted.extend(match is_direct {
                true => field.direct_groups(group),
                false => by_key(group, |seat| values[seat][nth]),
            });
        }
        groups = parted;
    }
    let mut places = Vec::with_capacity(event.seats.len());
    for mut group in groups {
        let rank = places.len() + 1;
        group.sort_by(|&a, &b| event.seats[a].name.cmp(&event.seats[b].name));
        for seat in group {
            let tie_breaks = std::mem::take(&mut values[seat]);
            places.push(place(field, seat, rank, tie_breaks));
        }
    }
    places
}

/// Seats in groups of equal keys, the highest first.
pub(super) fn by_key<K: Ord>(mut seats: Vec<usize>, key: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    seats.sort_by_key(|&seat| std::cmp::Reverse(key(seat)));
    seats.chunk_by(|&a, &b| key(a) == key(b)).map(<[usize]>::to_vec).collect()
}

/// The players of a knock-out by the matches that they won, round by round: the winner of the last
/// round is first, and players that lost in the same round are equal.
fn by_progress(event: &Event) -> Vec<Vec<usize>> {
    let mut progress: Vec<Vec<MatchResult>> = vec![Vec::new(); event.seats.len()];
    for of_round in event.meetings.chunk_by(|a, b| a.round == b.round) {
        let mut balances: BTreeMap<usize, (usize, i64)> = BTreeMap::new();
        for meeting in of_round {
            let [white, black] = meeting.seats;
            let points = meeting.points.half_points.unwrap_or_default().map(i64::from);
            balances.entry(white).or_insert((black, 0)).1 += points[0] - points[1];
            if !meeting.is_bye {
                balances.entry(black).or_insert((white, 0)).1 += points[1] - points[0];
            }
        }
        // Equal points were decided in a way that the games do not show: a player who plays on
        // has won, unless the next opponent is one who has lost, in a match for the third place.
        let lost = |seat: usize| progress[seat].last() == Some(&MatchResult::Lost);
        let resolved: Vec<(usize, MatchResult)> = balances
            .iter()
            .filter(|(seat, _)| progress[**seat].last() == Some(&MatchResult::Equal))
            .map(|(&seat, &(opponent, _))| match lost(opponent) {
                true => (seat, MatchResult::Lost),
                false => (seat, MatchResult::Won),
            })
            .collect();
        for (seat, result) in resolved {
            progress[seat].pop();
            progress[seat].push(result);
        }
        for (seat, (_, balance)) in balances {
            progress[seat].push(match balance.signum() {
                1 => MatchResult::Won,
                0 => MatchResult::Equal,
                _ => MatchResult::Lost,
            });
        }
    }
    by_key((0..event.seats.len()).collect(), |seat| progress[seat].clone())
}

/// The result of a match of a knock-out, from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MatchResult {
    Lost,
    Equal,
    Won,
}

fn place(field: &Field<'_>, seat: usize, rank: usize, tie_breaks: Vec<Option<i64>>) -> Place {
    let mut results = [0; 4];
    for meeting in &field.games[seat] {
        let color = meeting.color_of(seat).unwrap_or(Color::White);
        let nth = match (meeting.half_points(color), meeting.points.half_points) {
            (Some(2), _) => 0,
            (Some(1), _) => 1,
            (Some(_), _) => 2,
            (None, _) => 3,
        };
        results[nth] += 1;
    }
    let half_points = field.half_points[seat];
    let performed = field.performance(seat);
    let (performance, performed_count) = (performed.map(|it| it.0), performed.map_or(0, |it| it.1));
    Place { seat, rank, half_points, results, performance, performed_count, tie_breaks }
}
