//! Tie-breaks: criteria for players with equal points, by the tie-break regulations of FIDE
//! (Handbook C.07) in the edition of 1 March 2026.
//!
//! In a Swiss, a round that a player did not play counts by article 16: for the player it is a
//! game against a dummy opponent with the same points, and for the opponents of the player a bye
//! at the end is a draw. The edition of March 2026 limits the points of the dummy; older events
//! have no limit. In other events a game that was not played counts as a game, and a bye as
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
        /// The points among tied players, the average of each pair, if all of them met.
        Direct = "direct",
        /// The number of wins, byes and forfeits included.
        Wins = "wins",
        /// The number of wins over the board.
        PlayedWins = "played-wins",
        /// The number of games played with Black.
        BlackGames = "black-games",
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
        /// The same without the two lowest.
        BuchholzCut2 = "buchholz-cut2",
        /// The same without the lowest and the highest.
        Median = "median",
        /// The same without the two lowest and the two highest.
        Median2 = "median2",
        /// The sum of the points after each round.
        Progressive = "progressive",
        /// The same without the first round.
        ProgressiveCut1 = "progressive-cut1",
        /// The performance rating.
        Performance = "performance",
        /// The average rating of the opponents.
        Opponents = "aro",
        /// The same without the lowest.
        OpponentsCut1 = "aro-cut1",
        /// The average performance rating of the opponents.
        OpponentsPerformance = "apro",
        /// The rating.
        Rating = "rating",
    }
}

/// The acronyms of FIDE that are not names here, in lower case, with hyphens.
const ACRONYMS: [(&str, TieBreak); 22] = [
    ("de", TieBreak::Direct),
    ("win", TieBreak::Wins),
    ("won", TieBreak::PlayedWins),
    ("bpg", TieBreak::BlackGames),
    ("bwg", TieBreak::BlackWins),
    ("ks", TieBreak::Koya),
    ("bh", TieBreak::Buchholz),
    ("bh-c1", TieBreak::BuchholzCut1),
    ("bhc1", TieBreak::BuchholzCut1),
    ("bh-c2", TieBreak::BuchholzCut2),
    ("bhc2", TieBreak::BuchholzCut2),
    ("bh-m1", TieBreak::Median),
    ("bhm1", TieBreak::Median),
    ("bh-m2", TieBreak::Median2),
    ("bhm2", TieBreak::Median2),
    ("ps", TieBreak::Progressive),
    ("ps-c1", TieBreak::ProgressiveCut1),
    ("psc1", TieBreak::ProgressiveCut1),
    ("tpr", TieBreak::Performance),
    ("aro-c1", TieBreak::OpponentsCut1),
    ("aroc1", TieBreak::OpponentsCut1),
    ("rtng", TieBreak::Rating),
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
    /// By article 16 of the editions before March 2026.
    ByArticle16,
    /// By article 16 of March 2026: a dummy has at most the points of the scheduled opponent, or of
    /// draws in all rounds.
    ByLimitedArticle16,
}

/// The first day of the edition of March 2026, as `YYYYMMDD`.
const LIMITED_FROM: u32 = 20_260_301;

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
    ratings: Vec<u32>,
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
    /// How many of the units of its value are one: most points are in quarters.
    #[must_use]
    pub fn units(self) -> u64 {
        match self {
            TieBreak::Wins | TieBreak::PlayedWins | TieBreak::BlackGames | TieBreak::BlackWins => 1,
            TieBreak::Performance | TieBreak::Opponents | TieBreak::OpponentsCut1 => 1,
            TieBreak::OpponentsPerformance | TieBreak::Rating => 1,
            TieBreak::Direct => 2 * AVERAGE_UNITS,
            TieBreak::SonnebornBerger | TieBreak::Koya => 4,
            TieBreak::Buchholz | TieBreak::BuchholzCut1 | TieBreak::BuchholzCut2 => 4,
            TieBreak::Median | TieBreak::Median2 => 4,
            TieBreak::Progressive | TieBreak::ProgressiveCut1 => 4,
        }
    }

    /// Whether teams can have it: it needs only points.
    #[must_use]
    pub fn is_for_teams(self) -> bool {
        use TieBreak::{
            Buchholz, BuchholzCut1, BuchholzCut2, Direct, Koya, Median, Median2, PlayedWins,
            Progressive, ProgressiveCut1, SonnebornBerger, Wins,
        };
        match self {
            Direct | Wins | PlayedWins | SonnebornBerger | Koya | Buchholz | BuchholzCut1 => true,
            BuchholzCut2 | Median | Median2 | Progressive | ProgressiveCut1 => true,
            TieBreak::BlackGames | TieBreak::BlackWins | TieBreak::Performance => false,
            TieBreak::Opponents | TieBreak::OpponentsCut1 => false,
            TieBreak::OpponentsPerformance | TieBreak::Rating => false,
        }
    }

    /// The same as [units](TieBreak::units) for teams, whose values are match points: a half point
    /// of a player is a match point of a team.
    #[must_use]
    pub fn team_units(self) -> u64 {
        if self == TieBreak::SonnebornBerger { 1 } else { self.units().div_ceil(2) }
    }

    /// The value of a player, in [units](TieBreak::units); `tied` are the players to compare with
    /// in a direct encounter, including the player. `None` if it does not apply.
    pub(super) fn value(self, field: &Field<'_>, seat: usize, tied: &[usize]) -> Option<i64> {
        let seen = || field.seen(seat);
        let played = || field.seen(seat).filter(|it| !it.is_unplayed);
        let is_black = |it: &PlayerGame| it.color == Color::Black;
        let quarters = |half_points: u64| (half_points * 2) as i64;
        Some(match self {
            TieBreak::Direct if tied.len() < 2 => return None,
            TieBreak::Direct => field.direct_bounds(seat, tied)[0] as i64,
            TieBreak::Wins => field.scored(seat).filter(|&own| own == 2).count() as i64,
            TieBreak::PlayedWins => played().filter(|it| it.own == 2).count() as i64,
            TieBreak::BlackGames => played().filter(is_black).count() as i64,
            TieBreak::BlackWins => {
                played().filter(is_black).filter(|it| it.own == 2).count() as i64
            }
            TieBreak::SonnebornBerger => {
                field.contributions(seat).iter().map(|it| (it.own * it.score) as i64).sum()
            }
            TieBreak::Koya => {
                quarters(seen().filter(|it| field.has_half(it.opponent)).map(|it| it.own).sum())
            }
            TieBreak::Buchholz => quarters(field.buchholz(seat, 0, 0)),
            TieBreak::BuchholzCut1 => quarters(field.buchholz(seat, 1, 0)),
            TieBreak::BuchholzCut2 => quarters(field.buchholz(seat, 2, 0)),
            TieBreak::Median => quarters(field.buchholz(seat, 1, 1)),
            TieBreak::Median2 => quarters(field.buchholz(seat, 2, 2)),
            TieBreak::Progressive => quarters(field.progressive(seat, 0)),
            TieBreak::ProgressiveCut1 => quarters(field.progressive(seat, 1)),
            TieBreak::Performance => {
                return field.performance(seat).map(|(rating, _)| i64::from(rating));
            }
            TieBreak::Opponents => return field.average_rating(seat, 0),
            TieBreak::OpponentsCut1 => return field.average_rating(seat, 1),
            TieBreak::OpponentsPerformance => return field.average_performance(seat),
            TieBreak::Rating => {
                return Some(i64::from(field.ratings[seat])).filter(|&rating| rating > 0);
            }
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
            Kind::Swiss if (1..LIMITED_FROM).contains(&event.dates[0]) => {
                UnplayedRounds::ByArticle16
            }
            Kind::Swiss => UnplayedRounds::ByLimitedArticle16,
            Kind::Match | Kind::RoundRobin { .. } | Kind::KnockOut | Kind::Other => {
                UnplayedRounds::AsGames
            }
        };
        let slot_count = rounds.len() * event.seats.len();
        let mut field = Field {
            games,
            half_points: Vec::new(),
            adjusted_half_points: Vec::new(),
            rounds,
            unplayed,
            is_complete: entries.len() * 100 >= slot_count * COMPLETE_PERCENT_MIN,
            ratings: event.seats.iter().map(|seat| seat.rating).collect(),
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

    /// The games that count in a direct encounter: in a Swiss no forfeits (article 6.1.1).
    fn encounters(&self, seat: usize) -> impl Iterator<Item = PlayerGame> + '_ {
        let counts_all = self.unplayed == UnplayedRounds::AsGames;
        self.seen(seat).filter(move |it| counts_all || !it.is_unplayed)
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
        let of = |meeting: &&Meeting| {
            let color = meeting.color_of(seat)?;
            let own = u64::from(meeting.half_points(color)?);
            let is_as_game = self.unplayed == UnplayedRounds::AsGames;
            if meeting.is_bye {
                return (!is_as_game).then(|| self.dummy(seat, own, None, own < 2));
            }
            let opponent = meeting.seat(!color);
            Some(match meeting.points.is_unplayed && !is_as_game {
                true => self.dummy(seat, own, Some(opponent), own == 0),
                false => {
                    let score = self.adjusted_half_points[opponent];
                    Contribution { score, own, is_voluntary: false }
                }
            })
        };
        let mut all: Vec<Contribution> = self.games[seat].iter().filter_map(of).collect();
        let absent = self.rounds_without_entry(seat);
        all.extend(absent.iter().map(|_| self.dummy(seat, 0, None, true)));
        all
    }

    /// A round against the dummy opponent, which has the points of the player, within the limits of
    /// article 16.4.
    fn dummy(
        &self,
        seat: usize,
        own: u64,
        scheduled: Option<usize>,
        is_voluntary: bool,
    ) -> Contribution {
        let limit = match (self.unplayed, scheduled) {
            (UnplayedRounds::AsGames | UnplayedRounds::ByArticle16, _) => u64::MAX,
            (UnplayedRounds::ByLimitedArticle16, Some(it)) => self.adjusted_half_points[it],
            (UnplayedRounds::ByLimitedArticle16, None) => self.rounds.len() as u64,
        };
        Contribution { score: self.half_points[seat].min(limit), own, is_voluntary }
    }

    /// Whether all of some players met each other.
    pub(super) fn all_met(&self, tied: &[usize]) -> bool {
        let members: HashSet<usize> = tied.iter().copied().collect();
        tied.iter().all(|&seat| {
            let opponents = self.encounters(seat).map(|game| game.opponent);
            let met: HashSet<usize> =
                opponents.filter(|it| *it != seat && members.contains(it)).collect();
            met.len() + 1 == tied.len()
        })
    }

    /// Whether a direct encounter separates some of these players.
    pub(super) fn direct_applies(&self, tied: &[usize]) -> bool {
        tied.len() > 1 && (self.all_met(tied) || self.sure_first(tied).is_some())
    }

    /// The players in order of their direct encounter, in groups of players that it does not
    /// separate.
    pub(super) fn direct_groups(&self, tied: Vec<usize>) -> Vec<Vec<usize>> {
        let mut done = Vec::new();
        let mut waiting = vec![tied];
        while let Some(mut group) = waiting.pop() {
            if group.len() > 1 && self.all_met(&group) {
                let points: HashMap<usize, u64> =
                    group.iter().map(|&seat| (seat, self.direct_bounds(seat, &group)[0])).collect();
                group.sort_by_key(|seat| std::cmp::Reverse(points[seat]));
                let parts: Vec<Vec<usize>> =
                    group.chunk_by(|a, b| points[a] == points[b]).map(<[usize]>::to_vec).collect();
                match parts.len() {
                    1 => done.push(group),
                    // Players that are still equal are compared again, without the others.
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

    /// The points of a player against the others, with the average of the games of each pair
    /// (article 6.1.2), and the points that the player could have with the games that are missing.
    fn direct_bounds(&self, seat: usize, tied: &[usize]) -> [u64; 2] {
        let mut met: HashMap<usize, (u64, u64)> = HashMap::new();
        let is_other = |it: &PlayerGame| it.opponent != seat && tied.contains(&it.opponent);
        for game in self.encounters(seat).filter(is_other) {
            let (sum, n) = met.entry(game.opponent).or_default();
            (*sum, *n) = (*sum + game.own, *n + 1);
        }
        let score = met.values().map(|(sum, n)| sum * AVERAGE_UNITS / n).sum();
        let missing_count = (tied.len() - 1 - met.len()) as u64;
        [score, score + missing_count * 2 * AVERAGE_UNITS]
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

    /// The sum of the points after each round, without the first rounds: the points of a game count
    /// again after every later round.
    fn progressive(&self, seat: usize, cut_count: usize) -> u64 {
        let after = |meeting: &&Meeting| {
            let own = meeting.color_of(seat).and_then(|color| meeting.half_points(color));
            let place = self.rounds.get(&meeting.round).copied().unwrap_or_default();
            let sums_count = self.rounds.len().max(1).saturating_sub(place.max(cut_count));
            u64::from(own.unwrap_or_default()) * sums_count as u64
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

    /// The average rating of the opponents, without the lowest ones unless no other remains.
    fn average_rating(&self, seat: usize, cut_count: usize) -> Option<i64> {
        let rated = self.rated_games(seat);
        let mut ratings: Vec<i64> = rated.iter().map(|&(_, rating)| rating as i64).collect();
        ratings.sort_unstable();
        let cut_count = cut_count.min(ratings.len().saturating_sub(1));
        average(&ratings[cut_count..])
    }

    /// The average performance rating of the opponents that the player met over the board.
    fn average_performance(&self, seat: usize) -> Option<i64> {
        let played = self.seen(seat).filter(|it| !it.is_unplayed);
        let performed = played.filter_map(|it| self.performance(it.opponent));
        average(&performed.map(|(rating, _)| i64::from(rating)).collect::<Vec<_>>())
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

/// An average, rounded; halves go up.
fn average(values: &[i64]) -> Option<i64> {
    let count = values.len() as i64;
    (count > 0).then(|| (2 * values.iter().sum::<i64>() + count).div_euclid(2 * count))
}
