//! Teams: the games of two teams in a round are a match.

use std::collections::{BTreeMap, HashMap};

use super::entry::Points;
use super::event::{Event, Meeting, Seat};
use super::kind::Kind;
use super::ranking::{by_key, places};
use super::tie_break::{Field, TieBreak, usual_tie_breaks};

/// The teams of an event, in order.
#[derive(Clone, Debug, Default)]
pub struct TeamStandings {
    /// The criteria for teams with equal match points and board points, in this order.
    pub tie_breaks: Vec<TieBreak>,
    /// The teams, the best first; empty if it is not an event of teams.
    pub teams: Vec<Team>,
}

/// A team and what it made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Team {
    /// The name.
    pub name: String,
    /// The rank, from 1; teams that no criterion separates share it.
    pub rank: usize,
    /// Matches won, drawn and lost; a match with an open game counts by its current score, one
    /// without any result not at all.
    pub results: [u64; 3],
    /// Two for a match won, one for a match drawn.
    pub match_points: u64,
    /// The points of all boards, in halves.
    pub half_points: u64,
    /// The value of each tie-break in its [units](TieBreak::team_units), if it applies.
    pub tie_breaks: Vec<Option<i64>>,
}

/// The percentage of games that must name both teams.
const NAMED_PERCENT_MIN: usize = 80;

/// The teams in order of match points, board points, and the tie-breaks of these that teams can
/// have, or the usual ones of the kind of event; they are computed from match points. Empty unless
/// it is an event of teams, where most games name both and some team has several players. A match
/// is what two teams play in one round, or on one day if rounds are unknown.
#[must_use]
pub fn team_standings(event: &Event, tie_breaks: &[TieBreak]) -> TeamStandings {
    let Some((matches, board_points)) = matches(event) else { return TeamStandings::default() };
    let kind = Kind::of(&matches);
    let usual = if tie_breaks.is_empty() { usual_tie_breaks(kind) } else { tie_breaks };
    let tie_breaks: Vec<TieBreak> =
        usual.iter().copied().filter(|tie_break| tie_break.is_for_teams()).collect();
    let field = Field::of(&matches, kind);
    let seats = (0..matches.seats.len()).collect();
    let groups = by_key(seats, |seat| (field.half_points[seat], board_points[seat]));
    let team = |place: super::Place| {
        let [won, drawn, lost, _] = place.results;
        Team {
            name: matches.seats[place.seat].name.clone(),
            rank: place.rank,
            results: [won, drawn, lost],
            match_points: place.half_points,
            half_points: board_points[place.seat],
            tie_breaks: place.tie_breaks,
        }
    };
    let teams = places(&matches, &field, groups, &tie_breaks).into_iter().map(team).collect();
    TeamStandings { tie_breaks, teams }
}

/// The score of a match so far.
#[derive(Default)]
struct MatchScore {
    half_points: [u64; 2],
    has_result: bool,
    is_played: bool,
}

/// The matches as an event whose players are the teams, where the half points of a meeting are
/// match points, and the board points of each team, in halves.
fn matches(event: &Event) -> Option<(Event, Vec<u64>)> {
    let is_named = |teams: &[String; 2]| teams.iter().all(|team| !team.is_empty());
    let named =
        event.meetings.iter().filter(|it| is_named(&it.teams) && it.teams[0] != it.teams[1]);
    if named.clone().count() * 100 < event.meetings.len() * NAMED_PERCENT_MIN {
        return None;
    }
    let mut names: Vec<&str> = event.seats.iter().map(|seat| seat.team.as_str()).collect();
    names.sort_unstable();
    if !names.windows(2).any(|pair| pair[0] == pair[1] && !pair[0].is_empty()) {
        return None;
    }
    let mut scores: BTreeMap<(u64, u32, [&str; 2]), MatchScore> = BTreeMap::new();
    for meeting in named {
        let teams = [meeting.teams[0].as_str(), meeting.teams[1].as_str()];
        let turned = teams[0] > teams[1];
        let pair = if turned { [teams[1], teams[0]] } else { teams };
        let date = if meeting.round > 0 { 0 } else { meeting.date };
        let score = scores.entry((meeting.round, date, pair)).or_default();
        score.has_result |= meeting.points.half_points.is_some();
        score.is_played |= !meeting.points.is_unplayed;
        let [white, black] = meeting.points.half_points.unwrap_or_default().map(u64::from);
        let own = if turned { [black, white] } else { [white, black] };
        score.half_points[0] += own[0];
        score.half_points[1] += own[1];
    }
    let mut matches = Event { dates: event.dates, ..Event::default() };
    let mut seats: HashMap<&str, usize> = HashMap::new();
    let mut board_points = Vec::new();
    for ((round, date, pair), score) in scores {
        let both = pair.map(|name| {
            *seats.entry(name).or_insert_with(|| {
                matches.seats.push(Seat { name: name.to_owned(), ..Seat::default() });
                board_points.push(0);
                matches.seats.len() - 1
            })
        });
        let [first, second] = score.half_points;
        board_points[both[0]] += first;
        board_points[both[1]] += second;
        let match_points = match first.cmp(&second) {
            std::cmp::Ordering::Less => [0, 2],
            std::cmp::Ordering::Equal => [1, 1],
            std::cmp::Ordering::Greater => [2, 0],
        };
        let half_points = score.has_result.then_some(match_points);
        let points = Points { half_points, is_unplayed: !score.is_played };
        matches.meetings.push(Meeting { seats: both, round, date, points, ..Meeting::default() });
    }
    Some((matches, board_points))
}
