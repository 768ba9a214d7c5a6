//! One key of an order of games: a roster tag, another tag, or what is counted.
//!
//! Owns: what each key compares, and its bytes. Knows nothing of: which keys an order has.
//! Standard: §12. Decisions: D-18 to D-20, D-42.
//! Start at [`Criterion`].

use crate::game::Game;
use crate::tag::{self, Rating, date, round, sort_key};
use crate::write::{Profile, push_movetext, roster_value};

/// What two games are compared by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// The Date tag by year, month and day; `?` is the digit zero, and what is no date comes first.
    Date,
    /// The bytes of the Event tag.
    Event,
    /// The bytes of the Site tag.
    Site,
    /// The Round tag: `?`, then `-`, then numbers part by part, then other text.
    Round,
    /// The bytes of the White tag.
    White,
    /// The bytes of the Black tag.
    Black,
    /// The bytes of the outcome: `*`, `0-1`, `1-0`, `1/2-1/2`.
    Result,
    /// The bytes of the exported movetext.
    Movetext,
    /// The number of plies of the main line.
    PlyCount,
    /// The year of the Date tag.
    Year,
    /// The sum of both Elo ratings; one that is not known counts as zero.
    Elo,
    /// Another tag, compared as its kind of value is: dates and rounds as those of the roster;
    /// numbers of the standard's tags, and of tags it does not name, by size behind what is not
    /// known and before other text; all else by bytes. An absent tag is an empty one.
    Tag(String),
}

/// The words of keys that are not written as names of tags.
pub const WORDS: [(&str, Criterion); 11] = [
    ("date", Criterion::Date),
    ("event", Criterion::Event),
    ("site", Criterion::Site),
    ("round", Criterion::Round),
    ("white", Criterion::White),
    ("black", Criterion::Black),
    ("result", Criterion::Result),
    ("movetext", Criterion::Movetext),
    ("plycount", Criterion::PlyCount),
    ("year", Criterion::Year),
    ("elo", Criterion::Elo),
];

/// Whether the least or the greatest value comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Direction {
    /// The least first.
    #[default]
    Up,
    /// The greatest first.
    Down,
}

impl Direction {
    /// Appends the key that `push` appends, turned over for [`Direction::Down`].
    pub(super) fn push(self, key: &mut Vec<u8>, push: impl FnOnce(&mut Vec<u8>)) {
        let from = key.len();
        push(key);
        match self {
            Direction::Up => {}
            // No key is a prefix of another, so this reverses their order.
            Direction::Down => key[from..].iter_mut().for_each(|byte| *byte = !*byte),
        }
    }
}

impl Criterion {
    /// The key of a name: one of [`WORDS`], a tag of the roster, or another tag, which begins with
    /// a capital letter.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Criterion> {
        let is_roster = tag::roster_idx(name).is_some();
        let word = if is_roster { name.to_ascii_lowercase() } else { name.to_owned() };
        if let Some((_, criterion)) = WORDS.iter().find(|(known, _)| *known == word) {
            return Some(criterion.clone());
        }
        let is_tag = name.starts_with(|first: char| first.is_ascii_uppercase())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        is_tag.then(|| Criterion::Tag(name.to_owned()))
    }

    /// What a person calls it: the word, or the name of the tag.
    #[must_use]
    pub fn name(&self) -> &str {
        let word = WORDS.iter().find(|(_, known)| known == self);
        match (self, word) {
            (Criterion::Tag(name), _) => name,
            (_, word) => word.map_or("", |(word, _)| word),
        }
    }

    /// Appends the bytes of this key. No key is a proper prefix of another of its kind.
    pub(super) fn push(&self, game: &Game, profile: Profile, key: &mut Vec<u8>) {
        let mut text = |name| {
            let value = roster_value(game, profile, name);
            sort_key::push_text(value.as_bytes(), key);
        };
        match self {
            Criterion::Event => text(tag::EVENT),
            Criterion::Site => text(tag::SITE),
            Criterion::White => text(tag::WHITE),
            Criterion::Black => text(tag::BLACK),
            Criterion::Date => key.extend(date_of(game).to_be_bytes()),
            Criterion::Year => key.extend((date_of(game) / 10_000).to_be_bytes()),
            Criterion::Round => round::push_sort_key(&roster_value(game, profile, tag::ROUND), key),
            // The order of outcomes is that of their markers.
            Criterion::Result => key.push(game.outcome() as u8),
            Criterion::Movetext => push_movetext_key(game, profile, key),
            Criterion::PlyCount => key.extend((game.n_plies() as u64).to_be_bytes()),
            Criterion::Elo => key.extend(elo_of(game).to_be_bytes()),
            Criterion::Tag(name) => push_tag(name, game.tag(name).unwrap_or_default(), key),
        }
    }
}

fn date_of(game: &Game) -> u32 {
    date::sort_key(game.tag(tag::DATE).unwrap_or_default())
}

/// The sum of both ratings.
fn elo_of(game: &Game) -> u64 {
    let points = |name| {
        let value = game.tag(name).unwrap_or_default();
        u64::from(Rating::parse_lax(value).and_then(Rating::points).unwrap_or_default())
    };
    points("WhiteElo") + points("BlackElo")
}

fn push_movetext_key(game: &Game, profile: Profile, key: &mut Vec<u8>) {
    let mut text = Vec::new();
    push_movetext(game, profile, &mut text);
    sort_key::push_text(&text, key);
}

/// The bytes of a tag by the kind of value that it takes.
fn push_tag(name: &str, value: &str, key: &mut Vec<u8>) {
    match tag::kind(name) {
        Some(kind) => kind.value.push_sort_key(value, key),
        None => sort_key::push_number_or_text(value, key),
    }
}
