//! Reads the games of a match.

use std::collections::BTreeMap;
use std::ops::Range;

use super::opening::read_line;
use crate::stats::SeeGame;
use pgn_query::facts::{Fact, GameView, Value};
use pgnkit::chess::Color;
use pgnkit::tag::round;

/// Takes the results of a match. A word of the tables that are counted at the same time must need
/// whole games, such as `ends`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeeMatch;

impl SeeGame for SeeMatch {
    type Seen = MatchChunk;
    const FACTS: &'static [Fact] = &[Fact::Round];

    fn see(&self, game: &GameView<'_>, seen: &mut MatchChunk) {
        seen.take(game);
    }
}

/// The games of a chunk.
#[derive(Debug, Default)]
pub struct MatchChunk {
    /// Games that lack the name of a player, or have one player on both sides.
    pub nameless_count: u64,
    pub(super) engines: BTreeMap<String, EngineUse>,
    bytes: Vec<u8>,
    /// Where the key of each game is.
    keys: Vec<(Range<usize>, Load)>,
}

/// A game in the sorter: one byte with the color and the result.
pub(super) type Load = u8;

/// The bit of the load that says that the first of the two players has White.
pub(super) const FIRST_IS_WHITE: u8 = 0x80;
/// The bits of the load with White's half points; a game without a result has all of them.
pub(super) const RESULT_BITS: u8 = 0x03;

/// How an engine used its time, and how its games ended badly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineUse {
    /// Games.
    pub game_count: u64,
    /// Points, in halves.
    pub half_points: u64,
    /// Games with a result.
    pub decided_count: u64,
    /// Moves with a time, and their time in milliseconds.
    pub timed_count: u64,
    /// The time of these moves.
    pub millis: u64,
    /// The longest time for a move.
    pub millis_max: u64,
    /// Moves with a depth.
    pub searched_count: u64,
    /// The sum of these depths, in plies.
    pub depth_sum: u64,
    /// Games lost on time.
    pub time_loss_count: u64,
    /// Games lost because the engine crashed or its connection broke.
    pub crash_count: u64,
    /// Games lost by an illegal move.
    pub illegal_count: u64,
}

impl EngineUse {
    pub(super) fn join(&mut self, next: &EngineUse) {
        self.game_count += next.game_count;
        self.half_points += next.half_points;
        self.decided_count += next.decided_count;
        self.timed_count += next.timed_count;
        self.millis += next.millis;
        self.millis_max = self.millis_max.max(next.millis_max);
        self.searched_count += next.searched_count;
        self.depth_sum += next.depth_sum;
        self.time_loss_count += next.time_loss_count;
        self.crash_count += next.crash_count;
        self.illegal_count += next.illegal_count;
    }
}

/// The longest time for a move that is believed: a week.
const MILLIS_MAX: u64 = 7 * 24 * 3_600_000;

impl MatchChunk {
    pub(super) fn games(&self) -> impl Iterator<Item = (&[u8], Load)> {
        self.keys.iter().map(|(key, load)| (&self.bytes[key.clone()], *load))
    }

    fn take(&mut self, view: &GameView<'_>) {
        let names = ["White", "Black"].map(|name| player_name(view.tag(name)));
        let Some(game) = view.game else { return };
        if names[0] == names[1] || names.iter().any(String::is_empty) {
            self.nameless_count += 1;
            return;
        }
        let half_points = view.outcome.unwrap_or_default().half_points();
        let mut used = [EngineUse { game_count: 1, ..EngineUse::default() }; 2];
        let opening = read_line(game, |mover, note| {
            let used = &mut used[mover as usize];
            if let Some(millis) = note.millis.filter(|&millis| millis <= MILLIS_MAX) {
                used.timed_count += 1;
                used.millis += millis;
                used.millis_max = used.millis_max.max(millis);
            }
            if let Some(depth) = note.depth {
                used.searched_count += 1;
                used.depth_sum += u64::from(depth);
            }
        });
        if let Some(both) = half_points {
            let ends = Fact::Ends.value(view, Color::White);
            for (used, points) in used.iter_mut().zip(both) {
                used.decided_count = 1;
                used.half_points = u64::from(points);
                match &ends {
                    Some(Value::Text(end)) if points == 0 => used.lose(end),
                    _ => {}
                }
            }
        }
        self.push(&names, view.tag("Round"), opening, half_points);
        for (name, used) in names.into_iter().zip(used) {
            self.engines.entry(name).or_default().join(&used);
        }
    }

    fn push(
        &mut self,
        names: &[String; 2],
        round: &str,
        opening: Option<u64>,
        half_points: Option<[u8; 2]>,
    ) {
        let from = self.bytes.len();
        let first_is_white = names[0] < names[1];
        let (first, second) = if first_is_white { (0, 1) } else { (1, 0) };
        for name in [&names[first], &names[second]] {
            self.bytes.extend_from_slice(name.as_bytes());
            self.bytes.push(0);
        }
        self.bytes.push(u8::from(opening.is_some()));
        self.bytes.extend_from_slice(&opening.unwrap_or_default().to_be_bytes());
        round::push_sort_key(round, &mut self.bytes);
        let result = half_points.map_or(RESULT_BITS, |[white, _]| white);
        let load = if first_is_white { FIRST_IS_WHITE | result } else { result };
        self.keys.push((from..self.bytes.len(), load));
    }
}

impl EngineUse {
    /// Counts how a game was lost.
    fn lose(&mut self, end: &str) {
        match end {
            "time" => self.time_loss_count = 1,
            "abandoned" => self.crash_count = 1,
            "rules-infraction" => self.illegal_count = 1,
            _ => {}
        }
    }
}

/// The maximum length of a name; the names of all players are held in memory.
const NAME_CHARS_MAX: usize = 200;

/// A name without the characters that separate keys; empty if it is unknown.
fn player_name(name: &str) -> String {
    match name.trim() {
        "?" | "-" => String::new(),
        name => {
            name.chars().take(NAME_CHARS_MAX).map(|c| if c == '\0' { ' ' } else { c }).collect()
        }
    }
}
