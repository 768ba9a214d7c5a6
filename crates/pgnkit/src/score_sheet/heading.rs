//! The heading above the moves: players, event, opening.
//!
//! Standard: §8.1.1, §9. Decisions: D-16.

use super::Sheet;
use crate::game::Game;
use crate::tag::{self, Rating, Title};
use pgn_chess::Color;

/// The lines above a game; each may be empty.
pub(super) struct Heading {
    /// `GM Tal, Mikhail N. (2705) – Petrosian, Tigran V.`
    pub(super) players: String,
    /// The termination marker.
    pub(super) outcome: &'static str,
    /// Event, site, date, round.
    pub(super) event: String,
    /// Code and names of the opening, the variant, the annotator.
    pub(super) about: String,
}

impl Heading {
    pub(super) fn of(game: &Game, sheet: &Sheet) -> Heading {
        let known = |name: &str| {
            let value = game.tag(name)?.trim();
            let is_known = !matches!(value, "" | "?" | "-") && !value.starts_with("????");
            is_known.then(|| value.to_owned())
        };
        let with = |name: &str, word: &str| known(name).map(|value| format!("{word} {value}"));
        let join = |parts: &[Option<String>]| -> String {
            parts.iter().flatten().cloned().collect::<Vec<_>>().join(", ")
        };
        let players = [Color::White, Color::Black].map(|color| side(game, color));
        let opening: Vec<String> = ["ECO", "Opening"].into_iter().filter_map(known).collect();
        let opening = (!opening.is_empty()).then(|| opening.join(" "));
        Heading {
            players: format!("{} {} {}", players[0], sheet.dash(), players[1]),
            outcome: game.outcome().name(),
            event: join(&[
                known(tag::EVENT),
                known(tag::SITE),
                date(game),
                with(tag::ROUND, "round"),
            ]),
            about: join(&[
                opening,
                known("Variation"),
                known("SubVariation"),
                known("Variant"),
                with("Annotator", "annotated by"),
            ]),
        }
    }
}

/// The date as far as it is known: `1992.11`.
fn date(game: &Game) -> Option<String> {
    let date = game.tag(tag::DATE)?.trim();
    let known = date.trim_end_matches(['?', '.']);
    (!known.is_empty()).then(|| known.to_owned())
}

/// The players of a side, with titles and ratings.
fn side(game: &Game, color: Color) -> String {
    let mut text = String::new();
    for seat in game.side_players(color) {
        if !text.is_empty() {
            text.push_str(" and ");
        }
        if let Some(title) = seat.title.filter(|title| *title != Title::Untitled) {
            text.push_str(title.name());
            text.push(' ');
        }
        text.push_str(seat.player.name.trim());
        if let Rating::Points(points) = seat.elo {
            text.push_str(&format!(" ({points})"));
        }
    }
    if text.trim().is_empty() { "?".to_owned() } else { text }
}
