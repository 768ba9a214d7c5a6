//! Tie-breaks: criteria for players with equal points, by the tie-break regulations of FIDE
//! (Handbook C.07) in the version of 1 August 2024.
//!
//! In a Swiss, a round that a player did not play counts by article 16: for the player it is a
//! game against an opponent with the same points, and for the opponents of the player a bye at the
//! end is a draw. In other events a game that was not played counts as a game, and a bye as
//! nothing.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use super::event::{Event, Meeting};
use super::kind::Kind;
use crate::stats::performance;
use pgnkit::chess::Color;
use pgnkit::named_enum;

named_enum! {
    /// A tie-break.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum TieBreak, name {
        /// The points among tied players, if all of them met equally often.
        Direct = "direct",
        /// The number of won games.
        Wins = "wins",
        /// The number of games won with Black.
        BlackWins = "black-wins",
        /// Sonneborn-Berger: the points of each opponent, as much of them as was won against them.
        SonnebornBerger = "sb",
        /// The points against opponents who scored at least half.
        Koya = "koya",
        /// The points of all opponents.
        Buchholz = "buchholz",
        /// The same without the lowest.
        BuchholzCut1 = "buchholz-cut1",
        /// The same without the lowest and the highest.
        Median = "median",
        /// The sum of the points after each round.
        Progressive = "progressive",
        /// The performance rating.
        Performance = "performance",
        /// The average rating of the opponents.
        Opponents = "aro",
    }
}

/// The acronyms of FIDE that are not names here, in lower case, with hyphens.
const ACRONYMS: [(&str, TieBreak); 11] = [
    ("de", TieBreak::Direct),
    ("win", TieBreak::Wins),
    ("bwg", TieBreak::BlackWins),
    ("ks", TieBreak::Koya),
    ("bh", TieBreak::Buchholz),
    ("bh-c1", TieBreak::BuchholzCut1),
    ("bhc1", TieBreak::BuchholzCut1),
    ("bh-m1", TieBreak::Median),
    ("bhm1", TieBreak::Median),
    ("ps", TieBreak::Progressive),
    ("tpr", TieBreak::Performance),
];

/// The default tie-breaks of a kind of event.
#[must_use]
pub fn usual_tie_breaks(kind: Kind) -> &'static [TieBreak] {
    use TieBreak::{Buchholz, BuchholzCut1, Direct, SonnebornBerger, Wins};
    match kind {
        Kind::Swiss => &[BuchholzCut1, Buchholz, SonnebornBerger],
        Kind::RoundRobin { .. } | Kind::Match | Kind::Other => &[Direct, Wins, SonnebornBerger],
        // The rounds decide.
        Kind::KnockOut => &[],
    }
}

impl FromStr for TieBreak {
    type Err = String;

    fn from_str(name: &str) -> Result<TieBreak, String> {
        let why = || format!("expected some of {}", TieBreak::ALL.map(TieBreak::name).join(", "));
        let key = name.trim().to_ascii_lowercase().replace([':', '/', ' '], "-");
        let by_acronym = || ACRONYMS.iter().find(|(acronym, _)| *acronym == key).map(|it| it.1);
        TieBreak::from_name(&key).or_else(by_acronym).ok_or_else(why)
    }
}

/// How rounds count that a player did not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnplayedRounds {
    /// As games, with their points.
    AsGames,
    /// By article 16.
    ByArticle16,
}

/// The data for tie-breaks.
pub(super) struct Field<'e> {
    pub(super) games: Vec<Vec<&'e Meeting>>,
    pub(super) half_points: Vec<u64>,
    /// The same with byes at the end as draws, as opponents count them.
    adjusted_half_points: Vec<u64>,
    /// The rounds, each with its place among them.
    rounds: HashMap<u64, usize>,
    unplayed: UnplayedRounds,
    /// Whether a round without a game is a bye; in an incomplete collection it may be missing.
    is_complete: bool,
}

/// A game with the eyes of one player.
struct PlayerGame {
    opponent: usize,
    own: u64,
    color: Color,
    is_unplayed: bool,
}

/// What a round contributes to Buchholz and Sonneborn-Berger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Contribution {
    /// The half points of the opponent.
    score: u64,
    /// Those of the player in this round.
    own: u64,
    /// The player could have played: a requested bye, or a loss by forfeit.
    is_voluntary: bool,
}

/// The percentage of rounds with a game or bye, from which on the others are byes.
const COMPLETE_PERCENT_MIN: usize = 90;

/// Averages of up to eight games are whole numbers of this unit.
const AVERAGE_UNITS: u64 = 840;

impl TieBreak {
    /// How many of the units of its value are one: points are in quarters.
    #[must_use]
    pub fn units(self) -> u64 {
        match self {
            TieBreak::Wins | TieBreak::BlackWins | TieBreak::Performance | TieBreak::Opponents => 1,
            TieBreak::Direct | TieBreak::SonnebornBerger | TieBreak::Koya => 4,
            TieBreak::Buchholz | TieBreak::BuchholzCut1 | TieBreak::Median => 4,
            TieBreak::Progressive => 4,
        }
    }

    /// The value of a player, in [units](TieBreak::units); `tied` are the players to compare with
    /// in a direct encounter, including the player. `None` if it does not apply.
    pub(super) fn value(self, field: &Field<'_>, seat: usize, tied: &[usize]) -> Option<i64> {
        let seen = || field.seen(seat);
        let quarters = |half_points: u64| (half_points * 2) as i64;
        Some(match self {
            TieBreak::Direct if tied.len() < 2 => return None,
            TieBreak::Direct => field.direct(seat, tied),
            TieBreak::Wins => field.scored(seat).filter(|&own| own == 2).count() as i64,
            TieBreak::BlackWins => {
                let is_it =
                    |it: &PlayerGame| it.own == 2 && it.color == Color::Black && !it.is_unplayed;
                seen().filter(is_it).count() as i64
            }
            TieBreak::SonnebornBerger => {
                field.contributions(seat).iter().map(|it| (it.own * it.score) as i64).sum()
            }
            TieBreak::Koya => {
                quarters(seen().filter(|it| field.has_half(it.opponent)).map(|it| it.own).sum())
            }
            TieBreak::Buchholz => quarters(field.buchholz(seat, 0, 0)),
            TieBreak::BuchholzCut1 => quarters(field.buchholz(seat, 1, 0)),
            TieBreak::Median => quarters(field.buchholz(seat, 1, 1)),
            TieBreak::Progressive => quarters(field.progressive(seat)),
            TieBreak::Performance => {
                return field.performance(seat).map(|(rating, _)| i64::from(rating));
            }
            TieBreak::Opponents => return field.average_rating(seat),
        })
    }
}

impl<'e> Field<'e> {
    pub(super) fn of(event: &'e Event, kind: Kind) -> Field<'e> {
        let games = event.by_seat();
        let known = event.rounds().into_iter().filter(|&round| round > 0);
        let rounds: HashMap<u64, usize> = known.enumerate().map(|(n, round)| (round, n)).collect();
        let entries: HashSet<(u64, usize)> = event
            .meetings
            .iter()
            .filter(|meeting| meeting.round > 0)
            .flat_map(|meeting| meeting.seats.map(|seat| (meeting.round, seat)))
            .collect();
        let unplayed = match kind {
            Kind::Swiss => UnplayedRounds::ByArticle16,
            _ => UnplayedRounds::AsGames,
        };
        let slot_count = rounds.len() * event.seats.len();
        let mut field = Field {
            games,
            half_points: Vec::new(),
            adjusted_half_points: Vec::new(),
            rounds,
            unplayed,
            is_complete: entries.len() * 100 >= slot_count * COMPLETE_PERCENT_MIN,
        };
        let seats = 0..event.seats.len();
        field.half_points = seats.clone().map(|seat| field.scored(seat).sum()).collect();
        field.adjusted_half_points = seats.map(|seat| field.adjusted(seat)).collect();
        field
    }

    /// The half points of each game and bye that has a result.
    fn scored(&self, seat: usize) -> impl Iterator<Item = u64> + '_ {
        self.games[seat].iter().filter_map(move |meeting| {
            let color = meeting.color_of(seat)?;
            meeting.half_points(color).map(u64::from)
        })
    }

    /// The games of a player that have a result, without byes.
    fn seen(&self, seat: usize) -> impl Iterator<Item = PlayerGame> + '_ {
        self.games[seat].iter().filter(|meeting| !meeting.is_bye).filter_map(move |meeting| {
            let color = meeting.color_of(seat)?;
            let own = u64::from(meeting.half_points(color)?);
            let is_unplayed = meeting.points.is_unplayed;
            Some(PlayerGame { opponent: meeting.seat(!color), own, color, is_unplayed })
        })
    }

    fn has_half(&self, seat: usize) -> bool {
        self.half_points[seat] >= self.seen(seat).count() as u64
    }

    /// The rounds in which a player has neither a game nor a bye.
    fn rounds_without_entry(&self, seat: usize) -> Vec<u64> {
        if self.unplayed == UnplayedRounds::AsGames || !self.is_complete {
            return Vec::new();
        }
        let has_entry = |round: u64| self.games[seat].iter().any(|game| game.round == round);
        self.rounds.keys().copied().filter(|&round| !has_entry(round)).collect()
    }

    /// The points of a player in the eyes of the opponents: requested byes after the last round in
    /// which the player was paired count as draws (article 16.3).
    fn adjusted(&self, seat: usize) -> u64 {
        let half_points = self.half_points[seat];
        if self.unplayed == UnplayedRounds::AsGames {
            return half_points;
        }
        let is_requested = |meeting: &&&Meeting| {
            meeting.is_bye && meeting.half_points(Color::White).is_none_or(|own| own < 2)
        };
        let paired = self.games[seat].iter().filter(|meeting| !is_requested(meeting));
        let last = paired.map(|meeting| meeting.round).max().unwrap_or_default();
        let late = self.games[seat].iter().filter(is_requested).filter(|it| it.round > last);
        let gained = late.map(|meeting| {
            1_u64.saturating_sub(meeting.half_points(Color::White).unwrap_or_default().into())
        });
        let absent = self.rounds_without_entry(seat).into_iter().filter(|&round| round > last);
        half_points + gained.sum::<u64>() + absent.count() as u64
    }

    /// What each round contributes; an unplayed one by article 16.4.
    fn contributions(&self, seat: usize) -> Vec<Contribution> {
        let own_score = self.half_points[seat];
        let dummy = |own: u64, is_voluntary| Contribution { score: own_score, own, is_voluntary };
        let of = |meeting: &&Meeting| {
            let color = meeting.color_of(seat)?;
            let own = u64::from(meeting.half_points(color)?);
            match self.unplayed {
                UnplayedRounds::AsGames if meeting.is_bye => None,
                UnplayedRounds::ByArticle16 if meeting.is_bye => Some(dummy(own, own < 2)),
                UnplayedRounds::ByArticle16 if meeting.points.is_unplayed => {
                    Some(dummy(own, own == 0))
                }
                UnplayedRounds::AsGames | UnplayedRounds::ByArticle16 => {
                    let score = self.adjusted_half_points[meeting.seat(!color)];
                    Some(Contribution { score, own, is_voluntary: false })
                }
            }
        };
        let mut all: Vec<Contribution> = self.games[seat].iter().filter_map(of).collect();
        all.extend(self.rounds_without_entry(seat).iter().map(|_| dummy(0, true)));
        all
    }

    /// Whether all of some players met each other, equally often.
    pub(super) fn all_met(&self, tied: &[usize]) -> bool {
        let members: HashSet<usize> = tied.iter().copied().collect();
        let mut pairs: HashMap<(usize, usize), u64> = HashMap::new();
        for &seat in tied {
            let opponents = self.seen(seat).map(|game| game.opponent);
            for opponent in opponents.filter(|it| *it > seat && members.contains(it)) {
                *pairs.entry((seat, opponent)).or_default() += 1;
            }
        }
        let mut counts = pairs.values();
        let first = counts.next();
        pairs.len() == tied.len() * (tied.len() - 1) / 2 && counts.all(|n| Some(n) == first)
    }

    /// Whether a direct encounter separates some of these players.
    pub(super) fn direct_applies(&self, tied: &[usize]) -> bool {
        tied.len() > 1 && (self.all_met(tied) || self.sure_first(tied).is_some())
    }

    /// The players in order of their direct encounter, those together whom it does not separate.
    pub(super) fn direct_groups(&self, tied: Vec<usize>) -> Vec<Vec<usize>> {
        let mut done = Vec::new();
        let mut waiting = vec![tied];
        while let Some(mut group) = waiting.pop() {
            if group.len() > 1 && self.all_met(&group) {
                let points: HashMap<usize, i64> =
                    group.iter().map(|&seat| (seat, self.direct(seat, &group))).collect();
                group.sort_by_key(|seat| std::cmp::Reverse(points[seat]));
                let parts: Vec<Vec<usize>> =
                    group.chunk_by(|a, b| points[a] == points[b]).map(<[usize]>::to_vec).collect();
                match parts.len() {
                    1 => done.push(group),
                    // Those who are still equal are compared again, without the others.
                    _ => waiting.extend(parts.into_iter().rev()),
                }
            } else if let Some(first) = self.sure_first(&group) {
                done.push(vec![first]);
                group.retain(|&seat| seat != first);
                waiting.push(group);
            } else {
                done.push(group);
            }
        }
        done
    }

    /// The player who would be first in the direct encounter, whatever the results of the games
    /// were that were not played (article 6).
    fn sure_first(&self, tied: &[usize]) -> Option<usize> {
        let games_max = tied.iter().map(|&seat| self.games[seat].len()).max().unwrap_or_default();
        // With fewer games than this, another player could always reach as many points.
        if tied.len() < 2 || tied.len() - 1 > 2 * games_max {
            return None;
        }
        let bounds: Vec<[u64; 2]> =
            tied.iter().map(|&seat| self.direct_bounds(seat, tied)).collect();
        let best = (0..tied.len()).max_by_key(|&n| bounds[n][0])?;
        let is_below = |n: usize| n == best || bounds[n][1] < bounds[best][0];
        (0..tied.len()).all(is_below).then(|| tied[best])
    }

    /// The points of a player against the others, with one game for each pair, and the points that
    /// the player could have with the games that are missing.
    fn direct_bounds(&self, seat: usize, tied: &[usize]) -> [u64; 2] {
        let mut met: HashMap<usize, (u64, u64)> = HashMap::new();
        for game in self.seen(seat).filter(|it| it.opponent != seat && tied.contains(&it.opponent))
        {
            let (sum, n) = met.entry(game.opponent).or_default();
            (*sum, *n) = (*sum + game.own, *n + 1);
        }
        let score = met.values().map(|(sum, n)| sum * AVERAGE_UNITS / n).sum();
        let missing_count = (tied.len() - 1 - met.len()) as u64;
        [score, score + missing_count * 2 * AVERAGE_UNITS]
    }

    fn direct(&self, seat: usize, tied: &[usize]) -> i64 {
        let own = self.seen(seat).filter(|game| tied.contains(&game.opponent));
        own.map(|game| 2 * game.own as i64).sum()
    }

    /// The points of the opponents without the lowest and the highest ones; of the lowest, those of
    /// rounds that the player could have played go first (article 16.5).
    fn buchholz(&self, seat: usize, lowest_count: usize, highest_count: usize) -> u64 {
        let mut all = self.contributions(seat);
        for _ in 0..lowest_count {
            let lowest = (0..all.len()).min_by_key(|&n| (!all[n].is_voluntary, all[n].score));
            lowest.map(|n| all.swap_remove(n));
        }
        for _ in 0..highest_count {
            let highest = (0..all.len()).max_by_key(|&n| all[n].score);
            highest.map(|n| all.swap_remove(n));
        }
        all.iter().map(|it| it.score).sum()
    }

    /// The points of a game count again after every later round.
    fn progressive(&self, seat: usize) -> u64 {
        let after = |meeting: &&Meeting| {
            let own = meeting.color_of(seat).and_then(|color| meeting.half_points(color));
            let place = self.rounds.get(&meeting.round).copied().unwrap_or_default();
            u64::from(own.unwrap_or_default())
                * self.rounds.len().max(1).saturating_sub(place) as u64
        };
        self.games[seat].iter().map(after).sum()
    }

    /// The performance rating, and how many games count for it.
    pub(super) fn performance(&self, seat: usize) -> Option<(i32, u64)> {
        let rated = self.rated_games(seat);
        let half_points = rated.iter().map(|(own, _)| own).sum();
        let ratings_sum = rated.iter().map(|(_, rating)| rating).sum();
        let game_count = rated.len() as u64;
        performance(half_points, game_count, ratings_sum).map(|rating| (rating, game_count))
    }

    /// The average rating of the opponents, rounded; halves go up.
    fn average_rating(&self, seat: usize) -> Option<i64> {
        let rated = self.rated_games(seat);
        let sum: u64 = rated.iter().map(|(_, rating)| rating).sum();
        let game_count = rated.len() as u64;
        (2 * sum + game_count).checked_div(2 * game_count).map(|average| average as i64)
    }

    /// The half points and the rating of the opponent of each game that was played against a rated
    /// opponent and has a result.
    fn rated_games(&self, seat: usize) -> Vec<(u64, u64)> {
        let rated = |meeting: &&Meeting| {
            let color = meeting.color_of(seat)?;
            let rating = meeting.ratings[!color as usize];
            let own = meeting.half_points(color).filter(|_| rating > 0)?;
            Some((u64::from(own), u64::from(rating)))
        };
        let played = self.games[seat].iter().filter(|it| !it.points.is_unplayed);
        played.filter_map(rated).collect()
    }
}
