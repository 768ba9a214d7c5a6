//! The names of the columns of a match.

use serde_json::json;

use super::collect::Opponents;
use super::job::EngineUse;
use super::score::MatchScore;
use super::sprt::Sprt;
use crate::report::{Audience, Column, ColumnOf, Kind, Value};

/// A number with four digits after the point; empty if it is unknown or infinite.
fn number(number: Option<f64>) -> Value {
    let scaled = number.map(|it| (it * SCALE as f64).round()).filter(|it| it.is_finite());
    scaled.map_or(Value::Unknown, |part| Value::Ratio { part: part as i64, whole: SCALE })
}

const SCALE: u64 = 10_000;

fn column<T>(
    (name, heading, kind, audience): (&'static str, &'static str, Kind, Audience),
    value: fn(&T) -> Value,
) -> ColumnOf<T> {
    ColumnOf::new(Column::new(name, kind).heading(heading).only(audience), value)
}

/// The columns of two opponents.
#[must_use]
pub fn opponent_columns() -> Vec<ColumnOf<Opponents>> {
    use Audience::{All, Pages, People, Programs};
    use Kind::{Decimal, Integer, Percent, Text};
    vec![
        column(("player", "player", Text, All), |it: &Opponents| it.names[0].as_str().into()),
        column(("opponent", "opponent", Text, All), |it| it.names[1].as_str().into()),
        column(("games", "games", Integer, All), |it| it.score.game_count().into()),
        column(("wins", "won", Integer, All), |it| it.score.results[0].into()),
        column(("draws", "drawn", Integer, All), |it| it.score.results[1].into()),
        column(("losses", "lost", Integer, All), |it| it.score.results[2].into()),
        column(("open", "open", Integer, Programs), |it| it.score.open_count.into()),
        column(("open", "open", Integer, People), |it| Value::positive(it.score.open_count)),
        column(("score", "score", Percent, All), |it| score_of(&it.score)),
        column(("elo", "Elo", Decimal(1), All), |it| number(it.score.elo())),
        column(("elo_error", "±", Decimal(1), All), |it| number(it.score.elo_error())),
        column(("normalized_elo", "nElo", Decimal(1), All), |it| number(it.score.normalized_elo())),
        column(("los", "LOS", Percent, All), |it| number(it.score.los())),
        column(("draw_ratio", "draws", Percent, Pages), |it| draw_ratio(&it.score)),
        column(("draw_ratio", "draws", Percent, Programs), |it| draw_ratio(&it.score)),
        column(("paired", "paired", Kind::Flag, Programs), |it| Value::Flag(it.score.is_paired())),
        column(("pairs", "pairs", Integer, All), |it| it.score.pair_count().into()),
        column(("pentanomial", "0-½-1-1½-2", Kind::Nested, All), |it| pentanomial(&it.score)),
    ]
}

fn score_of(score: &MatchScore) -> Value {
    Value::ratio(score.half_points(), 2 * score.game_count())
}

fn draw_ratio(score: &MatchScore) -> Value {
    Value::ratio(score.results[1], score.game_count())
}

fn pentanomial(score: &MatchScore) -> Value {
    if score.pair_count() == 0 {
        return Value::Unknown;
    }
    Value::Nested(json!(score.pairs), score.pairs.map(|n| n.to_string()).join("-"))
}

impl Sprt {
    /// The cells that follow those of [`opponent_columns`], with the test.
    #[must_use]
    pub fn columns() -> [Column; 2] {
        [Column::new("llr", Kind::Decimal(2)).heading("LLR"), Column::new("sprt", Kind::Text)]
    }

    /// The values of these columns.
    #[must_use]
    pub fn cells(&self, score: &MatchScore) -> [Value; 2] {
        let ratio = self.ratio(score);
        [number(Some(ratio)), self.state(ratio).name().into()]
    }
}

/// The columns of a player.
#[must_use]
pub fn engine_columns() -> Vec<ColumnOf<(String, EngineUse)>> {
    use Audience::{All, Programs};
    use Kind::{Decimal, Integer, Percent, Text};
    type Engine = (String, EngineUse);
    vec![
        column(("player", "player", Text, All), |it: &Engine| it.0.as_str().into()),
        column(("games", "games", Integer, All), |it| it.1.game_count.into()),
        column(("score", "score", Percent, All), |it| {
            Value::ratio(it.1.half_points, 2 * it.1.decided_count)
        }),
        column(("timed_moves", "", Integer, Programs), |it| it.1.timed_count.into()),
        column(("seconds_per_move", "s/move", Decimal(3), All), |it| {
            Value::ratio(it.1.millis, 1_000 * it.1.timed_count)
        }),
        column(("seconds_max", "longest", Decimal(3), All), |it| match it.1.timed_count {
            0 => Value::Unknown,
            _ => Value::ratio(it.1.millis_max, 1_000),
        }),
        column(("searched_moves", "", Integer, Programs), |it| it.1.searched_count.into()),
        column(("depth", "depth", Decimal(1), All), |it| {
            Value::ratio(it.1.depth_sum, it.1.searched_count)
        }),
        column(("time_losses", "on time", Integer, All), |it| it.1.time_loss_count.into()),
        column(("crashes", "crashed", Integer, All), |it| it.1.crash_count.into()),
        column(("illegal_moves", "illegal", Integer, All), |it| it.1.illegal_count.into()),
    ]
}
