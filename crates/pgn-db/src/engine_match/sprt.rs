//! The sequential probability ratio test of a match.
//!
//! The log-likelihood ratio is the generalized one (GSPRT): each hypothesis fixes the mean score,
//! and the probabilities of the results are those that make the results most likely under it.
//! A. Wald, *Sequential Tests of Statistical Hypotheses*, 1945; X. Li, J. Liu, Z. Ying,
//! *Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses*, 2014;
//! M. Van den Bergh, <http://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf>.

use std::str::FromStr;

use super::score::{Distribution, MatchScore, score_of_elo};

/// A test of the hypothesis that the Elo difference is `elo[1]` against `elo[0]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo differences of the two hypotheses, the lower first.
    pub elo: [f64; 2],
    /// The probability of accepting the second hypothesis if the first is true.
    pub alpha: f64,
    /// The probability of accepting the first hypothesis if the second is true.
    pub beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtState {
    /// The first hypothesis is accepted.
    H0,
    /// The second hypothesis is accepted.
    H1,
    /// More games are needed.
    Open,
}

impl SprtState {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SprtState::H0 => "H0 accepted",
            SprtState::H1 => "H1 accepted",
            SprtState::Open => "open",
        }
    }
}

/// The probability of each error, if it is not given.
const ERROR_USUAL: f64 = 0.05;

/// The largest Elo difference of a hypothesis; beyond it, scores are close to 0 and 1.
const ELO_MAX: f64 = 1_000.0;

/// The count of a result that did not occur, so that every result is possible.
const COUNT_MIN: f64 = 1e-3;

impl FromStr for Sprt {
    type Err = String;

    /// Parses `ELO0,ELO1[,ALPHA[,BETA]]`.
    fn from_str(text: &str) -> Result<Sprt, String> {
        let number = |text: &str| {
            let number = text.trim().parse::<f64>().ok().filter(|it| it.is_finite());
            number.ok_or_else(|| format!("expected a number, found `{text}`"))
        };
        let numbers = text.split(',').map(number).collect::<Result<Vec<f64>, String>>()?;
        let (elo, errors) = match *numbers.as_slice() {
            [low, high] => ([low, high], [ERROR_USUAL; 2]),
            [low, high, alpha] => ([low, high], [alpha; 2]),
            [low, high, alpha, beta] => ([low, high], [alpha, beta]),
            _ => return Err("expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA".to_owned()),
        };
        if elo[0] >= elo[1] || elo.iter().any(|it| it.abs() > ELO_MAX) {
            return Err(format!("expected two Elo differences up to {ELO_MAX}, the lower first"));
        }
        if errors.iter().any(|&it| it <= 0.0 || it >= 0.5) {
            return Err("expected error probabilities between 0 and 0.5".to_owned());
        }
        Ok(Sprt { elo, alpha: errors[0], beta: errors[1] })
    }
}

impl Sprt {
    /// The log-likelihood ratios at which the first and the second hypothesis are accepted.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio of the results; 0 without results.
    #[must_use]
    pub fn ratio(&self, score: &MatchScore) -> f64 {
        let mut scores = score.distribution();
        if scores.total == 0.0 {
            return 0.0;
        }
        scores.counts.iter_mut().for_each(|n| *n = n.max(COUNT_MIN));
        scores.total = scores.counts.iter().sum();
        let [low, high] = self.elo.map(|elo| log_likelihood(&scores, score_of_elo(elo)));
        high - low
    }

    /// The state at this ratio.
    #[must_use]
    pub fn state(&self, ratio: f64) -> SprtState {
        let [low, high] = self.bounds();
        match ratio {
            _ if ratio <= low => SprtState::H0,
            _ if ratio >= high => SprtState::H1,
            _ => SprtState::Open,
        }
    }
}

/// The log-likelihood of the counts under the likeliest distribution with this mean, up to a
/// constant.
///
/// That distribution is `p[i] = q[i] / (1 + t * (a[i] - mean))` for the observed frequencies `q` of
/// the scores `a`, with the only `t` that makes `sum(p[i] * (a[i] - mean))` zero. The sum falls as
/// `t` grows, so bisection finds it between the poles.
fn log_likelihood(scores: &Distribution, mean: f64) -> f64 {
    let [mut low, mut high] = [-1.0 / (1.0 - mean), 1.0 / mean];
    let moment = |t: f64| -> f64 {
        scores.scores().map(|(a, n)| n * (a - mean) / (1.0 + t * (a - mean))).sum()
    };
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if moment(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = f64::midpoint(low, high);
    let terms = scores.scores().map(|(a, n)| n * (n / scores.total / (1.0 + t * (a - mean))).ln());
    terms.sum()
}

/// Bisections until the interval is as short as a floating-point number allows.
const STEPS: u32 = 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_two_elos_and_two_errors() {
        let usual = Sprt { elo: [0.0, 2.0], alpha: 0.05, beta: 0.05 };
        assert_eq!("0,2".parse(), Ok(usual));
        assert_eq!("-3, 1, 0.1,0.05".parse(), Ok(Sprt { elo: [-3.0, 1.0], alpha: 0.1, ..usual }));
        for text in ["", "1", "2,0", "0,0", "0,x", "0,inf", "0,2,0", "0,2,0.6", "0,2,.1,.1,.1"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
        let [low, high] = usual.bounds();
        assert!((low + 2.944).abs() < 0.001 && (high - 2.944).abs() < 0.001);
    }

    /// For small differences, the ratio is close to `n (s1 - s0)(2s - s0 - s1) / (2 variance)`.
    #[test]
    fn the_ratio_is_close_to_its_approximation() {
        let sprt = Sprt { elo: [0.0, 5.0], alpha: 0.05, beta: 0.05 };
        for (results, pairs) in [
            ([3_000, 5_000, 2_800], [0; 5]),
            ([2_000, 3_000, 2_200], [0; 5]),
            ([150, 700, 150], [10, 120, 240, 120, 10]),
        ] {
            let score = MatchScore { results, open_count: 0, pairs };
            let scores = score.distribution();
            let [s0, s1] = sprt.elo.map(score_of_elo);
            let expected =
                scores.total * (s1 - s0) * (2.0 * scores.mean - s0 - s1) / (2.0 * scores.variance);
            let ratio = sprt.ratio(&score);
            assert!((ratio - expected).abs() < 0.03, "{ratio} {expected}");
        }
    }

    #[test]
    fn extreme_results_have_finite_ratios() {
        let sprt = Sprt { elo: [0.0, 10.0], alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt.ratio(&MatchScore::default()), 0.0);
        for results in [[1, 0, 0], [0, 0, 1], [0, 1, 0], [1_000_000, 0, 0], [0, 1_000_000, 0]] {
            let ratio = sprt.ratio(&MatchScore { results, ..MatchScore::default() });
            assert!(ratio.is_finite(), "{results:?}");
            assert_eq!(ratio > 0.0, results[0] > 0, "{results:?}");
        }
        assert_eq!(sprt.state(3.0), SprtState::H1);
        assert_eq!(sprt.state(-3.0), SprtState::H0);
        assert_eq!(sprt.state(0.0), SprtState::Open);
    }
}
