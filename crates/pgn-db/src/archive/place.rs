//! The places of a game in the archive: its event, its players, its date (§11.2 to §11.5, D-19,
//! D-43).

use crate::collate::Order;
use crate::extract::{Emit, Keys};
use pgnkit::Game;
use pgnkit::file_name::{self, Period, folded};
use pgnkit::tag::{self, Date, sort_key};

pub(super) const EVENTS: &str = "Events";
pub(super) const PLAYERS: &str = "Players";
/// The Master Games Repository: all games by date.
pub(super) const MGR: &str = "MGR";

/// The precision of dividing games by date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tree {
    /// `1992/1992.pgn`
    #[default]
    Year,
    /// `1992/199211/199211.pgn`
    Month,
    /// `1992/199211/19921104.pgn`
    Day,
}

impl Tree {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Tree::Year => "year",
            Tree::Month => "month",
            Tree::Day => "day",
        }
    }

    fn file(self, game: &Game) -> String {
        let [year, month, day] =
            [Period::Year, Period::Month, Period::Day].map(|one| file_name::period(game, one));
        match self {
            Tree::Year => format!("{MGR}/{year}/{year}"),
            Tree::Month => format!("{MGR}/{year}/{month}/{month}"),
            Tree::Day => format!("{MGR}/{year}/{month}/{day}"),
        }
    }
}

/// Carries games to all their places, in the collating sequence.
///
/// A key is the place, without letter case, and the head of the game's key in the collating
/// sequence.
#[derive(Clone, Debug)]
pub struct ByPlace {
    /// How to divide games by date.
    pub tree: Tree,
}

impl ByPlace {
    /// The files that a game goes to, from the root of the archive on, without suffix; the one in
    /// the Master Games Repository is the last.
    pub(super) fn places(&self, game: &Game) -> Vec<String> {
        let mut places = vec![format!("{EVENTS}/{}", file_name::event(game))];
        places.extend(file_name::players_of(game).iter().map(|name| format!("{PLAYERS}/{name}")));
        places.push(self.tree.file(game));
        places
    }
}

impl Keys for ByPlace {
    fn push(&self, game: &Game, keys: &mut Emit<'_>) {
        let date = Date::parse_lax(game.tag(tag::DATE).unwrap_or_default());
        if !date.is_some_and(|date| date.is_complete()) {
            keys.note_incomplete_date();
        }
        let order = Order::default();
        let mut head = Vec::new();
        order.push_head(game, &mut head);
        for place in self.places(game) {
            keys.key(|key| {
                key.extend(key_of(&place));
                key.extend_from_slice(&head);
            });
        }
    }
}

/// The beginning of the keys of the games of a place.
pub(super) fn key_of(place: &str) -> Vec<u8> {
    let mut key = Vec::new();
    sort_key::push_text(folded(place).as_bytes(), &mut key);
    key
}
