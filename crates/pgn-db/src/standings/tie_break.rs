//! Tie-breaks: criteria for players with equal points (FIDE Handbook C.07).
//!
//! Unplayed games count as games here, with their points; a round without a game counts as zero,
//! because PGN does not record byes.

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
    }
}

/// The default tie-breaks of a kind of event.
#[must_use]
pub fn usual_tie_breaks(kind: Kind) -> &'static [TieBreak] {
    use TieBreak::{Buchholz, BuchholzCut1, Direct, SonnebornBerger, Wins};
    match kind {
        Kind::Swiss => &[BuchholzCut1, Buchholz, SonnebornBerger],
        Kind::RoundRobin { .. } | Kind::Match | Kind::KnockOut | Kind::Other => {
            &[Direct, Wins, SonnebornBerger]
        }
    }
}

impl FromStr for TieBreak {
    type Err = String;

    fn from_str(name: &str) -> Result<TieBreak, String> {
        let why = || format!("expected some of {}", TieBreak::ALL.map(TieBreak::name).join(", "));
        TieBreak::from_name(name).ok_or_else(why)
    }
}

/// The data for tie-breaks.
pub(super) struct Field<'e> {
    pub(super) games: Vec<Vec<&'e Meeting>>,
    pub(super) half_points: Vec<u64>,
    /// The rounds, each with its place among them.
    rounds: HashMap<u64, usize>,
}

/// A game with the eyes of one player.
struct PlayerGame {
    opponent: usize,
    own: u64,
    color: Color,
}

impl TieBreak {
    /// How many of the units of its value are one: points are in quarters.
    #[must_use]
    pub fn units(self) -> u64 {
        match self {
            TieBreak::Wins | TieBreak::BlackWins | TieBreak::Performance => 1,
            TieBreak::Direct | TieBreak::SonnebornBerger | TieBreak::Koya => 4,
            TieBreak::Buchholz | TieBreak::BuchholzCut1 | TieBreak::Median => 4,
            TieBreak::Progressive => 4,
        }
    }

    /// The value of a player, in [units](TieBreak::units); `tied` are the players to compare with,
    /// including the player, and for a direct encounter [all of them must have
    /// met](Field::all_met). `None` if it does not apply.
    pub(super) fn value(self, field: &Field<'_>, seat: usize, tied: &[usize]) -> Option<i64> {
        let seen = || field.seen(seat);
        let quarters = |half_points: u64| (half_points * 2) as i64;
        Some(match self {
            TieBreak::Direct if tied.len() < 2 => return None,
            TieBreak::Direct => field.direct(seat, tied),
            TieBreak::Wins => seen().filter(|game| game.own == 2).count() as i64,
            TieBreak::BlackWins => {
                let is_it = |game: &PlayerGame| game.own == 2 && game.color == Color::Black;
                seen().filter(is_it).count() as i64
            }
            TieBreak::SonnebornBerger => {
                seen().map(|game| (game.own * field.half_points[game.opponent]) as i64).sum()
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
        })
    }
}

impl<'e> Field<'e> {
    pub(super) fn of(event: &'e Event) -> Field<'e> {
        let games = event.by_seat();
        let rounds = event.rounds().into_iter().enumerate().map(|(n, round)| (round, n)).collect();
        let mut field = Field { games, half_points: Vec::new(), rounds };
        let seats = 0..event.seats.len();
        field.half_points = seats.map(|seat| field.seen(seat).map(|game| game.own).sum()).collect();
        field
    }

    /// The games of a player that have a result.
    fn seen(&self, seat: usize) -> impl Iterator<Item = PlayerGame> + '_ {
        self.games[seat].iter().filter_map(move |meeting| {
            let color = meeting.color_of(seat)?;
            let own = u64::from(meeting.half_points(color)?);
            Some(PlayerGame { opponent: meeting.seat(!color), own, color })
        })
    }

    fn has_half(&self, seat: usize) -> bool {
        self.half_points[seat] >= self.seen(seat).count() as u64
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

    fn direct(&self, seat: usize, tied: &[usize]) -> i64 {
        let own = self.seen(seat).filter(|game| tied.contains(&game.opponent));
        own.map(|game| 2 * game.own as i64).sum()
    }

    fn buchholz(&self, seat: usize, lowest_count: usize, highest_count: usize) -> u64 {
        let mut all: Vec<u64> =
            self.seen(seat).map(|game| self.half_points[game.opponent]).collect();
        all.sort_unstable();
        let end = all.len().saturating_sub(highest_count);
        all.get(lowest_count.min(end)..end).map_or(0, |kept| kept.iter().sum())
    }

    /// The points of a game count again after every later round.
    fn progressive(&self, seat: usize) -> u64 {
        let after = |meeting: &&Meeting| {
            let own = meeting.color_of(seat).and_then(|color| meeting.half_points(color));
            let place = self.rounds.get(&meeting.round).copied().unwrap_or_default();
            u64::from(own.unwrap_or_default()) * (self.rounds.len() - place) as u64
        };
        self.games[seat].iter().map(after).sum()
    }

    /// The performance rating, and how many games count for it.
    pub(super) fn performance(&self, seat: usize) -> Option<(i32, u64)> {
        let (mut half_points, mut game_count, mut sum) = (0, 0, 0);
        for meeting in self.games[seat].iter().filter(|it| !it.points.is_unplayed) {
            let color = meeting.color_of(seat)?;
            let rating = meeting.ratings[!color as usize];
            if let Some(own) = meeting.half_points(color).filter(|_| rating > 0) {
                half_points += u64::from(own);
                game_count += 1;
                sum += u64::from(rating);
            }
        }
        performance(half_points, game_count, sum).map(|rating| (rating, game_count))
    }
}
