//! The names of the columns of counts.

use super::tally::{Mean, Range, Tally};
use crate::report::{Audience, Column, ColumnOf, Kind, Value};

/// The columns of counts. `is_sided` means that wins are those of the side of the row, not White's;
/// `most` is the number of games in the row that has the most.
#[must_use]
pub fn columns(is_sided: bool, most: u64) -> Vec<ColumnOf<Tally>> {
    use Audience::{All, Pages, People, Programs};
    use Kind::{Date, Decimal, Integer, Percent};
    let [won, drawn, lost, open, own, other] = match is_sided {
        true => ["won", "drawn", "lost", "open", "rating", "opponents"],
        false => ["1-0", "1/2", "0-1", "*", "white", "black"],
    };
    let names = match is_sided {
        true => ["won", "drawn", "lost", "open"],
        false => ["1-0", "1/2-1/2", "0-1", "no result"],
    };
    type Cell = fn(&Tally) -> Value;
    let all: [(&'static str, &'static str, Kind, Audience, Cell); 21] = [
        ("games", "games", Integer, All, |it| it.game_count.into()),
        ("as_white", "as White", Integer, Programs, |it| it.white_count.into()),
        ("wins", won, Integer, All, |it| it.win_count.into()),
        ("draws", drawn, Integer, All, |it| it.draw_count.into()),
        ("losses", lost, Integer, All, |it| it.loss_count.into()),
        ("open", open, Integer, Programs, |it| it.open_count().into()),
        ("open", open, Integer, People, |it| Value::positive(it.open_count())),
        ("score", "score", Percent, All, |it| {
            Value::ratio(it.half_points(), 2 * it.decided_count())
        }),
        ("rating", own, Integer, All, |it| it.rated.rounded().into()),
        ("opponents", other, Integer, All, |it| it.opponents.rounded().into()),
        ("performance", "performance", Integer, Programs, |it| it.performance().into()),
        ("performance", "performance", Integer, People, |it| {
            performance_for_people(it.performance(), it.performed.n, it.decided_count())
        }),
        ("performance_games", "", Integer, Programs, |it| it.performed.n.into()),
        ("plies", "plies", Decimal(4), Programs, |it| mean(it.plies, 1)),
        ("plies_min", "shortest", Integer, Programs, |it| known(it.plies_range, |it| it.min)),
        ("plies_max", "longest", Integer, Programs, |it| known(it.plies_range, |it| it.max)),
        // Two plies are a move.
        ("moves", "moves", Decimal(1), Pages, |it| mean(it.plies, 2)),
        ("first_date", "first", Date, Programs, |it| known(it.dates, |it| it.min)),
        ("last_date", "last", Date, Programs, |it| known(it.dates, |it| it.max)),
        ("first_date", "first", Date, Pages, |it| known(it.dates, |it| it.min)),
        ("last_date", "last", Date, Pages, |it| known(it.dates, |it| it.max)),
    ];
    let column = |(name, heading, kind, audience, value)| {
        ColumnOf::new(Column::new(name, kind).heading(heading).only(audience), value)
    };
    let mut all: Vec<ColumnOf<Tally>> = all.into_iter().map(column).collect();
    let bar = Column::new("bar", Kind::Bar { names, most }).only(People);
    all.push(ColumnOf::new(bar, |it| {
        Value::Bar([it.win_count, it.draw_count, it.loss_count, it.open_count()])
    }));
    all
}

/// A performance rating; after it the games that count for it, where the score has others too.
#[must_use]
pub fn performance_for_people(
    rating: Option<i32>,
    performed_count: u64,
    scored_count: u64,
) -> Value {
    match rating {
        Some(rating) if performed_count != scored_count => {
            format!("{rating} ({performed_count})").into()
        }
        rating => rating.into(),
    }
}

fn mean(it: Mean, of: u64) -> Value {
    Value::ratio(it.sum, of * it.n)
}

fn known(range: Range, of: fn(Range) -> u64) -> Value {
    if range.n > 0 { of(range).into() } else { Value::Unknown }
}
