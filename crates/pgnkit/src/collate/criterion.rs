//! One key of an order of games: a roster tag, another tag, or the movetext.
//!
//! Standard: §12. Decisions: D-18 to D-20, D-42.

use crate::game::Game;
use crate::tag::{self, date, round, sort_key};
use crate::write::{Profile, push_movetext, roster_value};

/// A sort key of games.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// The Date tag by year, month and day; `?` counts as the digit zero, and values that are not
    /// dates come first.
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
    /// Another tag, compared according to its type: dates and rounds as those of the roster;
    /// numbers of the standard's tags, and of tags that the standard does not name, by size, after
    /// unknown values and before other text; everything else by bytes. An absent tag counts as
    /// empty.
    Tag(String),
}

impl Criterion {
    /// The criterion for a tag.
    #[must_use]
    pub fn of_tag(name: &str) -> Criterion {
        match name {
            tag::DATE => Criterion::Date,
            tag::EVENT => Criterion::Event,
            tag::SITE => Criterion::Site,
            tag::ROUND => Criterion::Round,
            tag::WHITE => Criterion::White,
            tag::BLACK => Criterion::Black,
            tag::RESULT => Criterion::Result,
            _ => Criterion::Tag(name.to_owned()),
        }
    }

    /// Its name for people: a word, or the name of the tag.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Criterion::Date => "date",
            Criterion::Event => "event",
            Criterion::Site => "site",
            Criterion::Round => "round",
            Criterion::White => "white",
            Criterion::Black => "black",
            Criterion::Result => "result",
            Criterion::Movetext => "movetext",
            Criterion::Tag(name) => name,
        }
    }

    /// Appends the bytes of this key. No key is a proper prefix of another of its kind.
    #[doc(hidden)]
    pub fn push(&self, game: &Game, profile: Profile, key: &mut Vec<u8>) {
        let mut text = |name| {
            let value = roster_value(game, profile, name);
            sort_key::push_text(value.as_bytes(), key);
        };
        match self {
            Criterion::Event => text(tag::EVENT),
            Criterion::Site => text(tag::SITE),
            Criterion::White => text(tag::WHITE),
            Criterion::Black => text(tag::BLACK),
            Criterion::Date => {
                key.extend(date::sort_key(game.tag(tag::DATE).unwrap_or_default()).to_be_bytes());
            }
            Criterion::Round => round::push_sort_key(&roster_value(game, profile, tag::ROUND), key),
            // As it is written: the marker, or another result that the tag has.
            Criterion::Result => {
                let (outcome, value) = (game.outcome(), game.tag(tag::RESULT));
                let value = value.map_or(outcome.name(), |value| outcome.tag_value(value));
                sort_key::push_text(value.as_bytes(), key);
            }
            Criterion::Movetext => push_movetext_key(game, profile, key),
            Criterion::Tag(name) => push_tag(name, game.tag(name).unwrap_or_default(), key),
        }
    }
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
