//! Performance ratings: how strong a score was, by the strength of those it was made against (§9.1
//! has ratings as values only).

/// The rating points for a score of 50 to 100 percent: section 8.1.1 of the FIDE Rating
/// Regulations.
const DIFFERENCES: [u16; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// The rating difference for a score, given as half points out of `game_count` games, the
/// percentage rounded to a whole one, halves up. 0 without games.
#[must_use]
pub fn difference(half_points: u64, game_count: u64) -> i32 {
    let Some(percent) = (half_points * 100 + game_count).checked_div(2 * game_count) else {
        return 0;
    };
    let percent = percent.min(100);
    let below = |percent: u64| i32::from(DIFFERENCES[percent as usize - 50]);
    if percent >= 50 { below(percent) } else { -below(100 - percent) }
}

/// The performance rating: the mean rating of the opponents, rounded, and the [`difference`] of
/// the score against them. `None` without a rated opponent.
#[must_use]
pub fn performance(half_points: u64, game_count: u64, ratings_sum: u64) -> Option<i32> {
    let mean = (2 * ratings_sum + game_count).checked_div(2 * game_count)?;
    Some(i32::try_from(mean).unwrap_or(i32::MAX / 2) + difference(half_points, game_count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stand_for_differences() {
        let cases = [
            ((0, 10), -800),
            ((20, 10), 800),
            ((10, 10), 0),
            ((11, 10), 36),
            ((9, 10), -36),
            ((2, 3), -125),
            ((4, 3), 125),
            ((1, 200), -800),
            ((2, 200), -677),
            ((0, 0), 0),
        ];
        for ((half_points, game_count), expected) in cases {
            assert_eq!(difference(half_points, game_count), expected, "{half_points}/{game_count}");
        }
        assert!(DIFFERENCES.is_sorted());
    }

    #[test]
    fn a_performance_needs_a_rated_opponent() {
        assert_eq!(performance(0, 0, 0), None);
        assert_eq!(performance(3, 2, 2_500 + 2_601), Some(2_551 + 193));
    }
}
