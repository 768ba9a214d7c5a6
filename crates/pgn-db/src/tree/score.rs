//! How games went: results, ratings, years (§8.1.1.7, §9.1.2, D-18, D-20).

use crate::stats::performance;
use pgnkit::tag::Outcome;

/// The contribution of a game to a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameSummary {
    /// The outcome according to the marker.
    pub outcome: Outcome,
    /// White's rating, if it is known.
    pub white_elo: Option<u32>,
    /// Black's rating, if it is known.
    pub black_elo: Option<u32>,
    /// The year, if it is known.
    pub year: Option<u16>,
}

/// The side that made the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// White.
    #[default]
    White,
    /// Black.
    Black,
}

/// How games went, summed up. All numbers stop at their greatest value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The side that made the move.
    pub side: Side,
    /// Games.
    pub game_count: u32,
    /// Games that White won.
    pub white_count: u32,
    /// Games that ended in a draw.
    pub draw_count: u32,
    /// Games that Black won.
    pub black_count: u32,
    /// The sum of the ratings of the players of the move, and how many are known.
    pub own_elo: (u64, u32),
    /// The ratings of their opponents in games with a result, summed up, and how many are known.
    pub other_elo: (u64, u32),
    /// Half points made against these opponents.
    pub half_points: u32,
    /// The year of the last of the games; 0 when none is known.
    pub last_year: u16,
}

pub(super) const SCORE_BYTES: usize = 47;

impl Score {
    /// The score of one game from the mover's point of view.
    #[must_use]
    pub fn of_game(facts: &GameSummary, side: Side) -> Score {
        let (own, other) = match side {
            Side::White => (facts.white_elo, facts.black_elo),
            Side::Black => (facts.black_elo, facts.white_elo),
        };
        let mut score = Score { side, game_count: 1, ..Score::default() };
        // Forfeits and arbiters' results are no evidence about the moves.
        let half_points = facts.outcome.half_points().filter(|_| facts.outcome.is_standard());
        match half_points {
            Some([2, _]) => score.white_count = 1,
            Some([_, 2]) => score.black_count = 1,
            Some(_) => score.draw_count = 1,
            None => {}
        }
        let half_points = half_points.map(|halves| u32::from(halves[side as usize]));
        score.own_elo = own.map_or((0, 0), |elo| (u64::from(elo), 1));
        if let (Some(elo), Some(half_points)) = (other, half_points) {
            score.other_elo = (u64::from(elo), 1);
            score.half_points = half_points;
        }
        score.last_year = facts.year.unwrap_or(0);
        score
    }

    /// Adds other games, of the same side. The first addition to an empty score determines the
    /// side.
    #[inline]
    pub fn join(&mut self, other: &Score) {
        if self.game_count == 0 {
            self.side = other.side;
        }
        let add = |to: &mut u32, n: u32| *to = to.saturating_add(n);
        add(&mut self.game_count, other.game_count);
        add(&mut self.white_count, other.white_count);
        add(&mut self.draw_count, other.draw_count);
        add(&mut self.black_count, other.black_count);
        add(&mut self.own_elo.1, other.own_elo.1);
        add(&mut self.other_elo.1, other.other_elo.1);
        add(&mut self.half_points, other.half_points);
        self.own_elo.0 = self.own_elo.0.saturating_add(other.own_elo.0);
        self.other_elo.0 = self.other_elo.0.saturating_add(other.other_elo.0);
        self.last_year = self.last_year.max(other.last_year);
    }

    /// Games with a result.
    #[must_use]
    pub fn decided_count(&self) -> u64 {
        u64::from(self.white_count) + u64::from(self.draw_count) + u64::from(self.black_count)
    }

    /// Twice the points that this side made.
    #[must_use]
    pub fn doubled_points(&self) -> u64 {
        let won_count = match self.side {
            Side::White => self.white_count,
            Side::Black => self.black_count,
        };
        2 * u64::from(won_count) + u64::from(self.draw_count)
    }

    /// The share of the points that this side made in games with a result, 0 to 1; `None` without
    /// any.
    #[must_use]
    pub fn points_share(&self) -> Option<f64> {
        let n = self.decided_count();
        (n > 0).then(|| self.doubled_points() as f64 / (2 * n) as f64)
    }

    /// The average rating of the players of the move.
    #[must_use]
    pub fn rating(&self) -> Option<u32> {
        average(self.own_elo)
    }

    /// The performance of the players of the move, against opponents with a known rating; see
    /// [`performance`].
    #[must_use]
    pub fn performance(&self) -> Option<i32> {
        let (sum, n) = self.other_elo;
        performance(u64::from(self.half_points), u64::from(n), sum)
    }

    /// Appends [`SCORE_BYTES`] bytes.
    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        let numbers =
            [self.game_count, self.white_count, self.draw_count, self.black_count, self.own_elo.1];
        numbers.iter().for_each(|n| bytes.extend_from_slice(&n.to_le_bytes()));
        bytes.extend_from_slice(&self.other_elo.1.to_le_bytes());
        bytes.extend_from_slice(&self.half_points.to_le_bytes());
        bytes.extend_from_slice(&self.own_elo.0.to_le_bytes());
        bytes.extend_from_slice(&self.other_elo.0.to_le_bytes());
        bytes.extend_from_slice(&self.last_year.to_le_bytes());
        bytes.push(match self.side {
            Side::White => 0,
            Side::Black => 1,
        });
    }

    /// The inverse of [`Score::encode`]; zeros for what is missing.
    pub(super) fn decode(bytes: &[u8]) -> Score {
        let mut numbers = [0_u32; 7];
        let (small, large) = bytes.split_at(bytes.len().min(28));
        for (number, bytes) in numbers.iter_mut().zip(small.chunks_exact(4)) {
            *number = u32::from_le_bytes(bytes.try_into().unwrap_or_default());
        }
        let wide = |at: usize| {
            let bytes = large.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(0, u64::from_le_bytes)
        };
        let year = large.get(16..18).and_then(|bytes| bytes.try_into().ok());
        Score {
            side: if large.get(18) == Some(&1) { Side::Black } else { Side::White },
            game_count: numbers[0],
            white_count: numbers[1],
            draw_count: numbers[2],
            black_count: numbers[3],
            own_elo: (wide(0), numbers[4]),
            other_elo: (wide(8), numbers[5]),
            half_points: numbers[6],
            last_year: year.map_or(0, u16::from_le_bytes),
        }
    }
}

/// The average, rounded; half is rounded up.
fn average((sum, n): (u64, u32)) -> Option<u32> {
    let n = u64::from(n);
    (n > 0).then(|| u32::try_from((sum.saturating_mul(2) + n) / (2 * n)).ok()).flatten()
}
