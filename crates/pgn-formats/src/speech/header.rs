//! The facts of a game: its tags as sentences, and a position that was set up (§8.1.1, §9.5, §9.7,
//! D-18, D-23).

use super::{Sentences, Speech};
use crate::words::pronounceable;
use pgnkit::chess::{Color, Position, Role, Setup, Variant};
use pgnkit::diagram::VariantState;
use pgnkit::game::Game;
use pgnkit::tag::{self, Date, Outcome, players};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Writes the players, the rest of the roster, the other tags, and the position if it was set up;
/// then an empty line. Unknown values are left out.
pub(super) fn say(speech: &Speech, game: &Game, lines: &mut Sentences<'_>) {
    let before = lines.out.len();
    let first = [tag::WHITE, tag::BLACK, tag::EVENT, tag::SITE, tag::DATE, tag::ROUND];
    for name in first {
        if let Some(value) = game.tag(name) {
            say_tag(name, value, lines);
        }
    }
    if game.outcome() != Outcome::Unknown {
        lines.say(&format!("Result: {}.", outcome_words(game.outcome())));
    }
    for tag in game.tags() {
        let is_said = first.contains(&tag.name) || matches!(tag.name, "Result" | "SetUp" | "FEN");
        if !is_said {
            say_tag(tag.name, tag.value, lines);
        }
    }
    let is_set_up = game.tag("FEN").is_some_and(|fen| !fen.trim().is_empty());
    match game.start_position() {
        Some(position) if is_set_up => say_position(speech, &position, lines),
        // The Event tag may name it.
        Some(position) if position.variant() != Variant::Standard => {
            if game.tag("Variant").is_none() {
                say_tag("Variant", position.variant().name(), lines);
            }
        }
        None if is_set_up => say_tag("FEN", game.tag("FEN").unwrap_or_default(), lines),
        Some(_) | None => {}
    }
    if lines.out.len() > before {
        lines.out.push(b'\n');
    }
}

/// The name of an outcome.
pub(super) fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::WhiteWins => "White wins",
        Outcome::BlackWins => "Black wins",
        Outcome::Draw => "draw",
        Outcome::Unknown => "not known",
        Outcome::WhiteWinsByForfeit => "White wins by forfeit",
        Outcome::BlackWinsByForfeit => "Black wins by forfeit",
        Outcome::DoubleForfeit => "neither side played",
        Outcome::DrawWithoutPlay => "draw without a game",
        Outcome::BothLose => "both sides lose",
        Outcome::HalfForWhite => "half a point for White, none for Black",
        Outcome::HalfForBlack => "half a point for Black, none for White",
    }
}

fn say_tag(name: &str, value: &str, lines: &mut Sentences<'_>) {
    let value = pronounceable(value);
    let said = match name {
        _ if matches!(value.as_str(), "" | "?" | "-") => return,
        tag::WHITE | tag::BLACK => player_words(&value),
        tag::DATE | "EventDate" | "UTCDate" => match date_words(&value) {
            Some(said) if said.is_empty() => return,
            Some(said) => said,
            None => value,
        },
        _ => value,
    };
    lines.say_whole(&format!("{}: {said}", name_words(name)));
}

/// `WhiteElo` as `White Elo`; abbreviations stay.
fn name_words(name: &str) -> String {
    let mut words = String::new();
    let mut was_lower = false;
    for character in pronounceable(name).chars() {
        if character.is_uppercase() && was_lower {
            words.push(' ');
        }
        was_lower = character.is_lowercase();
        words.push(if character == '_' { ' ' } else { character });
    }
    words
}

/// `Tal, Mikhail` as `Mikhail Tal`, several players with `and` between.
fn player_words(value: &str) -> String {
    let said = players(value).map(|player| match player.given() {
        Some(given) => format!("{given} {}", player.family()),
        None => player.family().to_owned(),
    });
    said.collect::<Vec<_>>().join(" and ")
}

/// `15 March 1960`, as far as it is known; `None` if it is not a date.
fn date_words(value: &str) -> Option<String> {
    let date = Date::parse_lax(value)?;
    let month = date.month().and_then(|month| MONTHS.get(usize::from(month).wrapping_sub(1)));
    let day = date.day().filter(|_| month.is_some()).map(|day| day.to_string());
    let year = date.year().map(|year| year.to_string());
    let parts = [day, month.map(|&month| month.to_owned()), year];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// A line for the pieces of each side, and one for the side to move.
fn say_position(speech: &Speech, position: &Position, lines: &mut Sentences<'_>) {
    lines.say("The game begins from a position that was set up.");
    for color in Color::ALL {
        let mut men = Vec::new();
        for role in Role::ALL.into_iter().rev() {
            for square in position.board().by_piece(color, role) {
                men.push(format!("{} {square}", speech.pieces.name(role)));
            }
        }
        lines.say(&format!("{color} has: {}.", men.join(", ")));
    }
    lines.say(&format!("{} to move.", position.turn()));
    if let Some(state) = VariantState::of(&Setup::from(position)) {
        lines.say(&speech.variant_words(&state));
    }
}
