//! The columns of a tree, each defined once for all formats (§8.2.3, §9.3, §9.4, D-52).

use super::{Played, Score};
use crate::report::{Audience, Column, ColumnOf, Kind, Value};
use pgnkit::chess::Position;
use pgnkit::chess::notation::{san, uci};

/// A move in a position, as a row of a table.
#[derive(Clone, Debug)]
pub struct MoveRow {
    /// The move in SAN.
    pub san: String,
    /// The same in the notation of engines.
    pub uci: String,
    /// The text for people: the move with its number.
    pub label: String,
    /// Games that went on from the position.
    pub game_count_here: u64,
    /// How the games with this move went.
    pub score: Score,
}

impl MoveRow {
    /// A move in `position`, where this many games continued.
    #[must_use]
    pub fn of(position: &Position, played: &Played, game_count_here: u64) -> MoveRow {
        let san = san::to_text(position, played.edge.mv).to_string();
        let uci = uci::to_text(position, played.edge.mv).to_string();
        MoveRow { label: san.clone(), san, uci, game_count_here, score: played.score }
    }

    /// The score of the side that makes the move; not known without results.
    #[must_use]
    pub fn points(&self) -> Value {
        Value::ratio(self.score.doubled_points(), 2 * self.score.decided_count())
    }

    fn open_count(&self) -> u64 {
        u64::from(self.score.game_count).saturating_sub(self.score.decided_count())
    }
}

/// The columns of moves; `most` is the number of games of the move that has the most.
#[must_use]
pub fn columns(most: u64) -> Vec<ColumnOf<MoveRow>> {
    use Audience::{All, People, Programs};
    use Kind::{Code, Integer, Percent, Text};
    type Cell = fn(&MoveRow) -> Value;
    let names = ["1-0", "1/2-1/2", "0-1", "no result"];
    let all: [(&'static str, &'static str, Kind, Audience, Cell); 14] = [
        ("move", "move", Code, People, |it| it.label.as_str().into()),
        ("san", "move", Text, Programs, |it| it.san.as_str().into()),
        ("uci", "UCI", Text, Programs, |it| it.uci.as_str().into()),
        ("games", "games", Integer, All, |it| it.score.game_count.into()),
        ("share", "share", Percent, All, |it| {
            Value::ratio(it.score.game_count.into(), it.game_count_here)
        }),
        ("white", "1-0", Integer, Programs, |it| it.score.white_count.into()),
        ("draws", "1/2", Integer, Programs, |it| it.score.draw_count.into()),
        ("black", "0-1", Integer, Programs, |it| it.score.black_count.into()),
        ("open", "*", Integer, Programs, |it| it.open_count().into()),
        ("score", "score", Percent, All, MoveRow::points),
        ("rating", "rating", Integer, All, |it| it.score.rating().into()),
        ("performance", "perf.", Integer, All, |it| it.score.performance().into()),
        ("last_year", "last", Integer, All, |it| Value::positive(it.score.last_year.into())),
        ("bar", "", Kind::Bar { names, most }, People, |it| {
            let Score { white_count, draw_count, black_count, .. } = it.score;
            Value::Bar([white_count.into(), draw_count.into(), black_count.into(), it.open_count()])
        }),
    ];
    let column = |(name, heading, kind, audience, value)| {
        let column = Column::new(name, kind).heading(heading).only(audience);
        let column = if name == "move" { column.head() } else { column };
        ColumnOf::new(column, value)
    };
    all.into_iter().map(column).collect()
}
