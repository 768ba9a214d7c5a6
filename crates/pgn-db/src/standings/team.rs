//! Teams: the games of two teams in a round are a match.

use std::collections::BTreeMap;

use super::event::Event;

/// A team and what it made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Team {
    /// The name.
    pub name: String,
    /// The rank, from 1; teams equal in match points and board points share it.
    pub rank: usize,
    /// Matches won, drawn and lost; a match with an open game counts by its current score.
    pub results: [u64; 3],
    /// Two for a match won, one for a match drawn.
    pub match_points: u64,
    /// The points of all boards, in halves.
    pub half_points: u64,
}

/// The percentage of games that must name both teams.
const NAMED_PERCENT_MIN: usize = 80;

/// The teams in order of match points and board points; empty if it is not an event of teams, where
/// most games name both and some team has several players. A match is what two teams play in one
/// round, or on one day if rounds are unknown.
#[must_use]
pub fn team_standings(event: &Event) -> Vec<Team> {
    let is_named = |teams: &[String; 2]| teams.iter().all(|team| !team.is_empty());
    let named =
        event.meetings.iter().filter(|it| is_named(&it.teams) && it.teams[0] != it.teams[1]);
    if named.clone().count() * 100 < event.meetings.len() * NAMED_PERCENT_MIN {
        return Vec::new();
    }
    let mut names: Vec<&str> = event.seats.iter().map(|seat| seat.team.as_str()).collect();
    names.sort_unstable();
    if !names.windows(2).any(|pair| pair[0] == pair[1] && !pair[0].is_empty()) {
        return Vec::new();
    }
    let mut matches: BTreeMap<(u64, u32, [&str; 2]), [u64; 2]> = BTreeMap::new();
    for meeting in named {
        let teams = [meeting.teams[0].as_str(), meeting.teams[1].as_str()];
        let turned = teams[0] > teams[1];
        let pair = if turned { [teams[1], teams[0]] } else { teams };
        let date = if meeting.round > 0 { 0 } else { meeting.date };
        let points = matches.entry((meeting.round, date, pair)).or_default();
        let [white, black] = meeting.points.half_points.unwrap_or_default().map(u64::from);
        let own = if turned { [black, white] } else { [white, black] };
        points[0] += own[0];
        points[1] += own[1];
    }
    let mut teams: BTreeMap<&str, Team> = BTreeMap::new();
    for ((_, _, pair), points) in &matches {
        for side in [0, 1] {
            let (own, other) = (points[side], points[1 - side]);
            let team = teams.entry(pair[side]).or_default();
            let nth = if own > other { 0 } else { 1 + usize::from(own < other) };
            team.results[nth] += 1;
            team.match_points += 2 - nth as u64;
            team.half_points += own;
        }
    }
    let mut all: Vec<Team> =
        teams.into_iter().map(|(name, team)| Team { name: name.to_owned(), ..team }).collect();
    all.sort_by_key(|team| std::cmp::Reverse((team.match_points, team.half_points)));
    for n in 0..all.len() {
        let is_tied = n > 0
            && (all[n].match_points, all[n].half_points)
                == (all[n - 1].match_points, all[n - 1].half_points);
        all[n].rank = if is_tied { all[n - 1].rank } else { n + 1 };
    }
    all
}
