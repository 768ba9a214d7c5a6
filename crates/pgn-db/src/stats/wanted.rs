//! A player whose games alone are counted (§8.1.1.4, D-16).

use pgn_query::facts::GameView;
use pgn_query::name::{Fold, fold};
use pgnkit::chess::Color;
use pgnkit::tag::players;

/// A player whose games alone are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedPlayer {
    folded: String,
    how: Fold,
}

impl WantedPlayer {
    /// The player of this name, or of all names that begin with it as a word: `Carlsen` is
    /// `Carlsen, Magnus` and `Carlsen,M`. Differences that do not count in names are folded away.
    #[must_use]
    pub fn new(name: &str, how: Fold) -> WantedPlayer {
        WantedPlayer { folded: fold(name.trim(), how).into_owned(), how }
    }

    /// Whether the player is on a side of this game.
    #[must_use]
    pub fn plays(&self, game: &GameView<'_>) -> bool {
        Color::ALL.iter().any(|side| self.is_on(game, *side))
    }

    /// Whether the player is on this side.
    pub(super) fn is_on(&self, game: &GameView<'_>, side: Color) -> bool {
        players(game.names(side).unwrap_or_default()).any(|player| self.is(player.name))
    }

    /// Whether this is the player.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        let name = fold(name.trim(), self.how);
        name.strip_prefix(&self.folded)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ' ', '.']))
    }
}
