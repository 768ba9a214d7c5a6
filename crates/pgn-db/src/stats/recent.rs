//! The last games of a player.

use std::cmp::Reverse;

use super::job::SeeGame;
use super::side::known_digits;
use super::wanted::WantedPlayer;
use crate::report::{Column, ColumnOf, Kind, Value};
use pgn_query::facts::{Fact, GameView, Value as FactValue};
use pgnkit::chess::Color;
use pgnkit::tag::round;

/// A game of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecentGame {
    /// The date as `YYYYMMDD`, with zeros for what is not known.
    pub date: u32,
    /// The sort key of the round, after which games of one day are ordered.
    round: Vec<u8>,
    /// `white` or `black`.
    pub color: &'static str,
    /// The opponent.
    pub opponent: String,
    /// The opponent's rating.
    pub rating: Option<u32>,
    /// The player's half points, if the game has a result.
    pub half_points: Option<u8>,
    /// The opening.
    pub opening: String,
    /// The event.
    pub event: String,
}

/// The number of games that are kept, and the length of their texts in bytes.
const GAMES_MAX: usize = 10;
const TEXT_MAX: usize = 200;

/// The last games so far, the latest first. Of games of one day and round, the first one in the
/// input comes first.
#[derive(Clone, Debug, Default)]
pub struct RecentGames {
    games: Vec<RecentGame>,
}

impl RecentGames {
    /// Adds the games of the next chunk.
    pub fn join(&mut self, next: RecentGames) {
        self.games.extend(next.games);
        self.games.sort_by(|a, b| (b.date, &b.round).cmp(&(a.date, &a.round)));
        self.games.truncate(GAMES_MAX);
    }

    /// The games, the latest first.
    #[must_use]
    pub fn games(&self) -> &[RecentGame] {
        &self.games
    }
}

/// Keeps the last games of this player; games without a date do not count.
#[derive(Clone, Debug)]
pub struct SeeRecent(pub WantedPlayer);

impl SeeGame for SeeRecent {
    type Seen = RecentGames;
    const FACTS: &'static [Fact] = &[Fact::Round, Fact::Event, Fact::Opening];

    fn see(&self, view: &GameView<'_>, seen: &mut RecentGames) {
        let Some(date) = known_digits(view.date()) else { return };
        let mut key = Vec::new();
        round::push_sort_key(view.tag("Round"), &mut key);
        key.truncate(TEXT_MAX);
        let last = seen.games.last().filter(|_| seen.games.len() == GAMES_MAX);
        if last.is_some_and(|last| (last.date, &last.round) >= (date, &key)) {
            return;
        }
        let is_on = |color: &Color| self.0.is_on(view, *color);
        let Some(color) = Color::ALL.into_iter().find(is_on) else { return };
        let cut = |text: &str| text.chars().take(TEXT_MAX).collect::<String>();
        let tag = |name: &str| match view.tag(name).trim() {
            "?" | "-" => String::new(),
            text => cut(text),
        };
        let opening = match Fact::Opening.value(view, color) {
            Some(FactValue::Text(opening)) => cut(&opening),
            _ => String::new(),
        };
        let half_points = view.outcome.unwrap_or_default().half_points();
        let game = RecentGame {
            date,
            round: key,
            color: if color == Color::White { "white" } else { "black" },
            opponent: tag(if color == Color::White { "Black" } else { "White" }),
            rating: view.elo(!color),
            half_points: half_points.map(|both| both[color as usize]),
            opening,
            event: tag("Event"),
        };
        let order = |it: &RecentGame| Reverse((it.date, it.round.clone()));
        let at = seen.games.partition_point(|other| order(other) <= order(&game));
        seen.games.insert(at, game);
        seen.games.truncate(GAMES_MAX);
    }
}

/// The columns of a game.
#[must_use]
pub fn recent_columns() -> Vec<ColumnOf<RecentGame>> {
    use Kind::{Date, Integer, Points, Text};
    type Cell = fn(&RecentGame) -> Value;
    let all: [(&'static str, Kind, Cell); 7] = [
        ("date", Date, |it| it.date.into()),
        ("color", Text, |it| it.color.into()),
        ("opponent", Text, |it| Value::text_if_any(&it.opponent)),
        ("rating", Integer, |it| it.rating.into()),
        ("points", Points, |it| {
            it.half_points.map_or(Value::Unknown, |n| Value::ratio(n.into(), 2))
        }),
        ("opening", Text, |it| Value::text_if_any(&it.opening)),
        ("event", Text, |it| Value::text_if_any(&it.event)),
    ];
    all.map(|(name, kind, value)| ColumnOf::new(Column::new(name, kind), value)).into()
}
