//! The counts of a group of games (§8.1.1.7, §9.1, D-22).

use super::performance::performance;

/// Sums over games, seen from one side: White's, or that of the player they are counted for.
///
/// Sums of sums do not depend on the order in which they are made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub game_count: u64,
    /// Games that this side won.
    pub win_count: u64,
    /// Drawn games.
    pub draw_count: u64,
    /// Games that this side lost.
    pub loss_count: u64,
    /// Games with a result that the standard does not have, such as `+/-` or `0-0`; each is also
    /// counted as won, drawn or lost, by the points of this side.
    pub special_count: u64,
    /// Games in which this side had White.
    pub white_count: u64,
    /// Games in which this side is rated, and the sum of its ratings.
    pub rated: Mean,
    /// The same of the other side.
    pub opponents: Mean,
    /// Games with a result against a rated opponent, and the sum of the opponents' ratings.
    pub performed: Mean,
    /// Half points made in those.
    pub performed_half_points: u64,
    /// Games whose moves were counted, and the sum of their plies.
    pub plies: Mean,
    /// The fewest plies of a game, and the most; both 0 without a counted game.
    pub plies_range: Range,
    /// The first and the last date of a known year, as `YYYYMMDD` with zeros from where it is
    /// unknown; both 0 without one.
    pub dates: Range,
}

/// A sum and the number of its terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mean {
    /// How many.
    pub n: u64,
    /// Their sum.
    pub sum: u64,
}

/// The least and the greatest of some numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// How many numbers there were.
    pub n: u64,
    /// The least, 0 without any.
    pub min: u64,
    /// The greatest, 0 without any.
    pub max: u64,
}

impl Mean {
    /// One more number.
    pub fn add(&mut self, number: u32) {
        self.n += 1;
        self.sum += u64::from(number);
    }

    /// The mean, if there are numbers.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        (self.n > 0).then(|| self.sum as f64 / self.n as f64)
    }

    /// The mean rounded to a whole number, halves up.
    #[must_use]
    pub fn rounded(self) -> Option<u64> {
        (2 * self.sum + self.n).checked_div(2 * self.n)
    }

    fn join(&mut self, next: Mean) {
        self.n += next.n;
        self.sum += next.sum;
    }
}

impl Range {
    /// One more number.
    pub fn add(&mut self, number: u32) {
        let number = u64::from(number);
        self.join(Range { n: 1, min: number, max: number });
    }

    fn join(&mut self, next: Range) {
        match (self.n, next.n) {
            (_, 0) => {}
            (0, _) => *self = next,
            (_, _) => {
                self.n += next.n;
                self.min = self.min.min(next.min);
                self.max = self.max.max(next.max);
            }
        }
    }
}

const N_NUMBERS: usize = 21;

impl Tally {
    /// Adds the counts of other games.
    pub fn join(&mut self, next: &Tally) {
        self.game_count += next.game_count;
        self.win_count += next.win_count;
        self.draw_count += next.draw_count;
        self.loss_count += next.loss_count;
        self.special_count += next.special_count;
        self.white_count += next.white_count;
        self.rated.join(next.rated);
        self.opponents.join(next.opponents);
        self.performed.join(next.performed);
        self.performed_half_points += next.performed_half_points;
        self.plies.join(next.plies);
        self.plies_range.join(next.plies_range);
        self.dates.join(next.dates);
    }

    /// Games that have a result.
    #[must_use]
    pub fn decided_count(&self) -> u64 {
        self.win_count + self.draw_count + self.loss_count
    }

    /// Games without a result.
    #[must_use]
    pub fn open_count(&self) -> u64 {
        self.game_count - self.decided_count()
    }

    /// The points, in halves.
    #[must_use]
    pub fn half_points(&self) -> u64 {
        2 * self.win_count + self.draw_count
    }

    /// The share of the points in games that have a result, 0 to 1.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let decided_count = self.decided_count();
        (decided_count > 0).then(|| self.half_points() as f64 / (2 * decided_count) as f64)
    }

    /// The [`performance`] rating.
    #[must_use]
    pub fn performance(&self) -> Option<i32> {
        performance(self.performed_half_points, self.performed.n, self.performed.sum)
    }

    fn numbers(&self) -> [u64; N_NUMBERS] {
        [
            self.game_count,
            self.win_count,
            self.draw_count,
            self.loss_count,
            self.special_count,
            self.white_count,
            self.rated.n,
            self.rated.sum,
            self.opponents.n,
            self.opponents.sum,
            self.performed.n,
            self.performed.sum,
            self.performed_half_points,
            self.plies.n,
            self.plies.sum,
            self.plies_range.n,
            self.plies_range.min,
            self.plies_range.max,
            self.dates.n,
            self.dates.min,
            self.dates.max,
        ]
    }

    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        for mut number in self.numbers() {
            while number >= 0x80 {
                bytes.push(number as u8 | 0x80);
                number >>= 7;
            }
            bytes.push(number as u8);
        }
    }

    pub(super) fn decode(bytes: &[u8]) -> Tally {
        let mut bytes = bytes.iter();
        let mut next = || {
            let mut number = 0;
            let mut shift = 0;
            for &byte in bytes.by_ref() {
                number |= u64::from(byte & 0x7F) << shift;
                shift = (shift + 7).min(63);
                if byte < 0x80 {
                    break;
                }
            }
            number
        };
        Tally {
            game_count: next(),
            win_count: next(),
            draw_count: next(),
            loss_count: next(),
            special_count: next(),
            white_count: next(),
            rated: Mean { n: next(), sum: next() },
            opponents: Mean { n: next(), sum: next() },
            performed: Mean { n: next(), sum: next() },
            performed_half_points: next(),
            plies: Mean { n: next(), sum: next() },
            plies_range: Range { n: next(), min: next(), max: next() },
            dates: Range { n: next(), min: next(), max: next() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_come_back_from_their_bytes() {
        let mut tally = Tally {
            game_count: 3,
            win_count: 1,
            draw_count: 1,
            special_count: 2,
            white_count: 300,
            ..Tally::default()
        };
        [2_800, 0, u32::MAX].into_iter().for_each(|number| tally.rated.add(number));
        [7, 5, 9].into_iter().for_each(|number| tally.plies_range.add(number));
        let mut bytes = Vec::new();
        tally.encode(&mut bytes);
        assert_eq!(Tally::decode(&bytes), tally);
        assert_eq!((tally.plies_range.min, tally.plies_range.max), (5, 9));
        assert_eq!((tally.open_count(), tally.half_points(), tally.score()), (1, 3, Some(0.75)));
    }

    #[test]
    fn a_sum_of_nothing_changes_nothing() {
        let mut tally = Tally::default();
        tally.dates.add(19_720_711);
        let before = tally.clone();
        tally.join(&Tally::default());
        assert_eq!(tally, before);
        let mut empty = Tally::default();
        empty.join(&before);
        assert_eq!(empty, before);
        assert_eq!((empty.score(), empty.performance(), empty.plies.rounded()), (None, None, None));
    }
}
