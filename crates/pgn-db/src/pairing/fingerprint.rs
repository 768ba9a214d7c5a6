//! Fingerprints: the data for comparing two games without their text (§8.1.1, D-42).

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use crate::extract::{Emit, Keys};
use pgn_query::name::{Fold, fold};
use pgnkit::Game;
use pgnkit::compare::{Ignore, digest};
use pgnkit::game::MoveText;
use pgnkit::tag::Date;

/// Numbers that are equal for games with the same properties; `None` if a game has too little data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fingerprint {
    /// All that counts.
    pub whole: u128,
    /// The roster except for the result, if a player is known.
    pub roster: Option<u64>,
    /// Both players, ignoring letter case.
    pub players: Option<u64>,
    /// The date and the round, if the date is complete.
    pub day: Option<u64>,
    /// The event, if it is known.
    pub event: Option<u64>,
    /// All moves, if there are any.
    pub moves: Option<u64>,
    /// The first 16 plies, if there are that many.
    pub opening: Option<u64>,
    parts: [Option<u64>; 3],
}

const OPENING_PLIES: usize = 16;

/// How many plies make games alike that are at the same place.
const FIRST_PLIES: usize = 4;

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Fingerprint {
    /// The print of a game.
    #[must_use]
    pub fn of(game: &Game, ignore: &Ignore) -> Fingerprint {
        let tag = |name: &str| fold(game.tag(name).unwrap_or_default().trim(), Fold::Case);
        let [white, black] = ["White", "Black"].map(tag);
        let is_known = |name: &str| !matches!(name, "" | "?");
        let names = is_known(&white) || is_known(&black);
        let mut rest = ["Event", "Site", "Date", "Round"].map(tag);
        let date = Date::parse_lax(game.tag("Date").unwrap_or_default());
        if let Some(date) = date {
            rest[2] = date.possible().to_string().into();
        }
        let is_complete = date.is_some_and(|date| date.is_complete());
        let tree = game.tree();
        let moves: Vec<String> = game
            .main_line()
            .map(|node| match (tree.san(node), tree.mv(node)) {
                (Some(san), _) => san.to_string(),
                (None, Some(MoveText::Unchecked(text))) => text.to_owned(),
                (None, _) => String::new(),
            })
            .collect();
        let start = game.tag("FEN").unwrap_or_default();
        let first = |n: usize| moves.get(..n).map(|moves| hash((start, moves)));
        Fingerprint {
            whole: digest(game, ignore),
            roster: names.then(|| hash((&white, &black, &rest))),
            players: names.then(|| hash((&white, &black))),
            day: is_complete.then(|| hash((&rest[2], &rest[3]))),
            event: is_known(&rest[0]).then(|| hash(&rest[0])),
            moves: (!moves.is_empty()).then(|| hash((start, &moves))),
            opening: first(OPENING_PLIES),
            parts: [
                is_known(&white).then(|| hash(&white)),
                is_known(&black).then(|| hash(&black)),
                first(FIRST_PLIES),
            ],
        }
    }

    pub(super) fn has_opening(&self) -> bool {
        self.opening.is_some()
    }

    /// Whether a player, or the first moves, are the same.
    pub(super) fn resembles(&self, other: &Fingerprint) -> bool {
        self.parts.iter().zip(&other.parts).any(|(ours, theirs)| ours.is_some() && ours == theirs)
    }

    fn numbers(&self) -> [Option<u64>; 9] {
        let [white, black, first] = self.parts;
        let Fingerprint { roster, players, day, event, moves, opening, .. } = *self;
        [roster, players, day, event, moves, opening, white, black, first]
    }

    /// The print of the bytes that [`Prints`] gives as a key.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Fingerprint {
        let (whole, mut rest) = bytes.split_at(bytes.len().min(16));
        let whole = u128::from_be_bytes(whole.try_into().unwrap_or_default());
        let mut next = || {
            let (is_there, behind) = rest.split_first()?;
            let (number, behind) = behind.split_first_chunk()?;
            rest = behind;
            (*is_there == 1).then(|| u64::from_be_bytes(*number))
        };
        Fingerprint {
            whole,
            roster: next(),
            players: next(),
            day: next(),
            event: next(),
            moves: next(),
            opening: next(),
            parts: [next(), next(), next()],
        }
    }
}

/// Gives each game its print as a key.
#[derive(Debug, Clone, Default)]
pub struct Prints {
    /// The parts to ignore.
    pub ignore: Ignore,
}

impl Keys for Prints {
    fn push(&self, game: &Game, keys: &mut Emit<'_>) {
        let print = Fingerprint::of(game, &self.ignore);
        keys.key(|key| {
            key.extend_from_slice(&print.whole.to_be_bytes());
            for number in print.numbers() {
                key.push(u8::from(number.is_some()));
                key.extend_from_slice(&number.unwrap_or_default().to_be_bytes());
            }
        });
    }
}
