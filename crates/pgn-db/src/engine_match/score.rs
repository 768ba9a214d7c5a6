//! The statistics of a match: Elo difference, error bar, likelihood of superiority.
//!
//! The formulas and where they come from:
//!
//! - Elo difference: the logistic curve, A. Elo, *The Rating of Chessplayers*, 1978.
//! - Error bar and likelihood of superiority (LOS): the normal approximation of the mean score,
//!   <https://www.chessprogramming.org/Match_Statistics>.
//! - Variance by pairs of games (pentanomial) and normalized Elo: M. Van den Bergh, *Normalized
//!   Elo*, <http://hardy.uhasselt.be/Fishtest/normalized_elo.pdf>, and
//!   <https://official-stockfish.github.io/docs/fishtest-wiki/Fishtest-Mathematics.html>.

/// Results of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Games won, drawn and lost.
    pub results: [u64; 3],
    /// Games without a result.
    pub open_count: u64,
    /// Pairs of games of one opening with both colors, by the half points of the two: 0 to 4.
    pub pairs: [u64; 5],
}

/// The 97.5th percentile of the normal distribution: the bounds of 95 percent.
const Z_95: f64 = 1.959_964;

impl MatchScore {
    /// Games with a result.
    #[must_use]
    pub fn game_count(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Points, in halves.
    #[must_use]
    pub fn half_points(&self) -> u64 {
        2 * self.results[0] + self.results[1]
    }

    /// Pairs of games.
    #[must_use]
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Whether every game with a result is in a pair, and the pairs are enough for a variance.
    #[must_use]
    pub fn is_paired(&self) -> bool {
        self.pair_count() >= 2 && 2 * self.pair_count() == self.game_count()
    }

    /// The same results as the opponent sees them.
    #[must_use]
    pub fn turned(&self) -> MatchScore {
        let mut turned = *self;
        turned.results.reverse();
        turned.pairs.reverse();
        turned
    }

    /// The distribution of scores that the statistics use: of pairs if all games are paired,
    /// because the two games of an opening depend on each other; otherwise of games.
    #[must_use]
    pub fn distribution(&self) -> Distribution {
        match self.is_paired() {
            true => Distribution::of_counts(&self.pairs),
            false => Distribution::of_counts(&[self.results[2], self.results[1], self.results[0]]),
        }
    }

    /// The Elo difference; infinite if one side won all games, `None` without a game.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        (self.game_count() > 0)
            .then(|| elo_of_score(self.half_points() as f64 / (2 * self.game_count()) as f64))
    }

    /// Half the width of the 95 percent interval of the Elo difference; `None` if it is not finite
    /// or there are fewer than two results.
    #[must_use]
    pub fn elo_error(&self) -> Option<f64> {
        let scores = self.distribution();
        let deviation = Z_95 * scores.error()?;
        let [low, high] = [scores.mean - deviation, scores.mean + deviation].map(elo_of_score);
        Some((high - low) / 2.0).filter(|error| error.is_finite())
    }

    /// The normalized Elo: the distance of the mean score from one half, in standard deviations of
    /// a game, scaled so that it is close to Elo if there are no draws. `None` if all
    /// scores are equal.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<f64> {
        let scores = self.distribution();
        // The variance of a pair's mean score is half of a game's, if games are independent.
        let per_game = if self.is_paired() { 2.0_f64.sqrt() } else { 1.0 };
        let deviation = scores.variance.sqrt() * per_game;
        (deviation > 0.0).then(|| (scores.mean - 0.5) / deviation * ELO_PER_NAPIER)
    }

    /// The likelihood of superiority: the probability that the first player is the stronger one,
    /// given the results. `None` without a decided game.
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        if !self.is_paired() {
            let [won, _, lost] = self.results.map(|n| n as f64);
            return (won + lost > 0.0).then(|| normal((won - lost) / (won + lost).sqrt()));
        }
        let scores = self.distribution();
        match scores.error() {
            Some(error) if error > 0.0 => Some(normal((scores.mean - 0.5) / error)),
            _ if scores.mean == 0.5 => None,
            _ => Some(f64::from(u8::from(scores.mean > 0.5))),
        }
    }
}

/// The scores of games or of pairs, from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// How often each score occurred, the lowest first; the scores are evenly spaced.
    pub counts: Vec<f64>,
    /// The sum of the counts.
    pub total: f64,
    /// The mean score.
    pub mean: f64,
    /// The variance of a score.
    pub variance: f64,
}

impl Distribution {
    fn of_counts(counts: &[u64]) -> Distribution {
        let counts: Vec<f64> = counts.iter().map(|&n| n as f64).collect();
        let total: f64 = counts.iter().sum();
        let mut scores = Distribution { counts, total, mean: 0.0, variance: 0.0 };
        if total > 0.0 {
            let mean = |value: &dyn Fn(f64) -> f64| {
                scores.scores().map(|(score, n)| n * value(score)).sum::<f64>() / total
            };
            let middle = mean(&|score| score);
            let variance = mean(&|score| (score - middle).powi(2));
            (scores.mean, scores.variance) = (middle, variance);
        }
        scores
    }

    /// Each score with its count.
    pub fn scores(&self) -> impl Iterator<Item = (f64, f64)> {
        let steps = (self.counts.len().max(2) - 1) as f64;
        self.counts.iter().enumerate().map(move |(n, &count)| (n as f64 / steps, count))
    }

    /// The standard error of the mean; `None` with fewer than two results.
    fn error(&self) -> Option<f64> {
        (self.total >= 2.0).then(|| (self.variance / self.total).sqrt())
    }
}

/// Elo points for a factor of *e* in the odds of winning: 400 / ln 10, times two for a standard
/// deviation of one half per game.
const ELO_PER_NAPIER: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference at which this is the expected score.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    match score {
        _ if score <= 0.0 => f64::NEG_INFINITY,
        _ if score >= 1.0 => f64::INFINITY,
        _ => 400.0 * (score / (1.0 - score)).log10(),
    }
}

/// The expected score at an Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The distribution function of the normal distribution, `(1 + erf(x / √2)) / 2`.
fn normal(x: f64) -> f64 {
    f64::midpoint(1.0, erf(x / std::f64::consts::SQRT_2))
}

/// The error function, with an error below 1.5e-7: Abramowitz and Stegun, *Handbook of
/// Mathematical Functions*, 7.1.26.
fn erf(x: f64) -> f64 {
    const TERMS: [f64; 5] =
        [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let sum = TERMS.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    (1.0 - sum * (-x * x).exp()).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(results: [u64; 3], pairs: [u64; 5]) -> MatchScore {
        MatchScore { results, open_count: 0, pairs }
    }

    #[track_caller]
    fn close(found: Option<f64>, expected: f64) {
        let found = found.unwrap_or_else(|| panic!("nothing for {expected}"));
        assert!((found - expected).abs() < 0.01 || found == expected, "{found} for {expected}");
    }

    #[test]
    fn results_give_elo_and_errors() {
        // By hand: score 0.55, variance 0.1225 for a game, standard error 0.011068 for 1000.
        let found = score([300, 500, 200], [0; 5]);
        close(found.elo(), 34.86);
        close(found.elo_error(), 15.24);
        close(found.normalized_elo(), 49.63);
        close(found.los(), 0.9999961);
        close(found.turned().elo(), -34.86);
        close(found.turned().los(), 0.0000039);
        let even = score([1, 0, 1], [0; 5]);
        close(even.elo(), 0.0);
        close(even.los(), 0.5);
    }

    #[test]
    fn pairs_that_even_out_make_the_error_smaller() {
        // Each opening is won by White: every pair is 1-1.
        let one_sided = score([50, 0, 50], [0, 0, 50, 0, 0]);
        close(one_sided.elo_error(), 0.0);
        assert_eq!((one_sided.los(), one_sided.normalized_elo()), (None, None));
        let mixed = score([30, 50, 20], [0, 10, 20, 20, 0]);
        assert!(mixed.elo_error() < score([30, 50, 20], [0; 5]).elo_error());
        let unpaired = score([30, 50, 21], [0, 10, 20, 20, 0]);
        assert!(!unpaired.is_paired());
    }

    #[test]
    fn few_games_have_no_error_bar() {
        let one = score([1, 0, 0], [0; 5]);
        assert_eq!((one.elo(), one.elo_error()), (Some(f64::INFINITY), None));
        assert_eq!(MatchScore::default().elo(), None);
        assert_eq!(MatchScore::default().los(), None);
        assert_eq!(score([5, 0, 0], [0; 5]).elo_error(), None);
    }

    #[test]
    fn the_error_function_is_that_of_the_tables() {
        for (x, expected) in [(0.0, 0.0), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (2.0, 0.995_322)]
        {
            assert!((erf(x) - expected).abs() < 2e-7, "{x}");
            assert!((erf(-x) + expected).abs() < 2e-7, "{x}");
        }
    }
}
