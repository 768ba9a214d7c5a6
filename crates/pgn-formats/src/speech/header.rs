//! The facts of a game: its tags as sentences, and a position that was set up (§8.1.1, §9.5, §9.7,
//! D-18, D-23).

use super::{Phrase, Sentences, Speech};
use crate::words::pronounceable;
use pgnkit::chess::{Color, Position, Role, Setup, Variant};
use pgnkit::diagram::VariantState;
use pgnkit::game::Game;
use pgnkit::tag::{self, Date, Outcome, players};

/// The tags that have a name in every language, in the order of [`Phrase::TagNames`].
const NAMED_TAGS: [&str; 18] = [
    tag::WHITE,
    tag::BLACK,
    tag::EVENT,
    tag::SITE,
    tag::DATE,
    tag::ROUND,
    "WhiteElo",
    "BlackElo",
    "ECO",
    "Opening",
    "Annotator",
    "TimeControl",
    "EventDate",
    "PlyCount",
    "WhiteTitle",
    "BlackTitle",
    "Termination",
    "Variant",
];

/// Writes the players, the rest of the roster, the other tags, and the position if it was set up;
/// then an empty line. Unknown values are left out.
pub(super) fn say(speech: &Speech, game: &Game, lines: &mut Sentences<'_>) {
    let before = lines.out.len();
    let first = [tag::WHITE, tag::BLACK, tag::EVENT, tag::SITE, tag::DATE, tag::ROUND];
    for name in first {
        if let Some(value) = game.tag(name) {
            say_tag(speech, name, value, lines);
        }
    }
    if game.outcome() != Outcome::Unknown {
        let result = speech.wording.say(Phrase::Result, &[]);
        lines.say_whole(&speech.labeled(&result, &speech.outcome_words(game.outcome())));
    }
    for tag in game.tags() {
        let is_said = first.contains(&tag.name) || matches!(tag.name, "Result" | "SetUp" | "FEN");
        if !is_said {
            say_tag(speech, tag.name, tag.value, lines);
        }
    }
    let is_set_up = game.tag("FEN").is_some_and(|fen| !fen.trim().is_empty());
    match game.start_position() {
        Some(position) if is_set_up => say_position(speech, &position, lines),
        // The Event tag may name it.
        Some(position) if position.variant() != Variant::Standard => {
            if game.tag("Variant").is_none() {
                say_tag(speech, "Variant", position.variant().name(), lines);
            }
        }
        None if is_set_up => say_tag(speech, "FEN", game.tag("FEN").unwrap_or_default(), lines),
        Some(_) | None => {}
    }
    if lines.out.len() > before {
        lines.out.push(b'\n');
    }
}

impl Speech {
    /// The name of an outcome.
    #[must_use]
    pub fn outcome_words(&self, outcome: Outcome) -> String {
        let idx = match outcome {
            Outcome::WhiteWins => 0,
            Outcome::BlackWins => 1,
            Outcome::Draw => 2,
            Outcome::Unknown => 3,
            Outcome::WhiteWinsByForfeit => 4,
            Outcome::BlackWinsByForfeit => 5,
            Outcome::DoubleForfeit => 6,
            Outcome::DrawWithoutPlay => 7,
            Outcome::BothLose => 8,
            Outcome::HalfForWhite => 9,
            Outcome::HalfForBlack => 10,
        };
        self.wording.say_item(Phrase::Outcomes, idx, &[])
    }

    /// `Tal, Mikhail` as `Mikhail Tal`, several players with `and` between.
    #[must_use]
    pub fn player_words(&self, value: &str) -> String {
        let said = players(value).map(|player| match player.given() {
            Some(given) => format!("{given} {}", player.family()),
            None => player.family().to_owned(),
        });
        self.wording.join(Phrase::And, &said.collect::<Vec<_>>())
    }

    /// `15 March 1960`, as far as it is known; `None` if it is not a date.
    #[must_use]
    pub fn date_words(&self, value: &str) -> Option<String> {
        let date = Date::parse_lax(value)?;
        let month = date.month().and_then(|month| usize::from(month).checked_sub(1));
        let month = month.filter(|&month| month < 12);
        let month_words = month.map(|month| match date.day() {
            Some(1) => {
                let first = self.wording.say(Phrase::FirstDay, &[]);
                self.wording.say_item(Phrase::DayMonths, month, &[&first])
            }
            Some(day) => self.wording.say_item(Phrase::DayMonths, month, &[&day]),
            None => self.wording.say_item(Phrase::Months, month, &[]),
        });
        Some(match (month_words, date.year()) {
            (Some(month), Some(year)) => self.wording.say(Phrase::MonthOfYear, &[&month, &year]),
            (None, Some(year)) => self.wording.say(Phrase::Year, &[&year]),
            (month, None) => month.unwrap_or_default(),
        })
    }

    /// `NAME: TEXT`, without a full stop.
    #[must_use]
    pub fn labeled(&self, name: &str, text: &str) -> String {
        self.wording.say(Phrase::Labeled, &[&name, &text])
    }
}

fn say_tag(speech: &Speech, name: &str, value: &str, lines: &mut Sentences<'_>) {
    let value = pronounceable(value);
    let said = match name {
        _ if matches!(value.as_str(), "" | "?" | "-") => return,
        tag::WHITE | tag::BLACK => speech.player_words(&value),
        tag::DATE | "EventDate" | "UTCDate" => match speech.date_words(&value) {
            Some(said) if said.is_empty() => return,
            Some(said) => said,
            None => value,
        },
        _ => value,
    };
    let name = match NAMED_TAGS.iter().position(|&named| named == name) {
        Some(idx) => speech.wording.say_item(Phrase::TagNames, idx, &[]),
        None => speech.wording.say(Phrase::OtherTag, &[&name_words(name)]),
    };
    lines.say_whole(&speech.labeled(&name, &said));
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

/// A line for the pieces of each side, and one for the side to move.
fn say_position(speech: &Speech, position: &Position, lines: &mut Sentences<'_>) {
    let wording = speech.wording;
    lines.say(&wording.say(Phrase::SetUpPosition, &[]));
    for (color, has) in [(Color::White, Phrase::WhiteHas), (Color::Black, Phrase::BlackHas)] {
        let mut men = Vec::new();
        for role in Role::ALL.into_iter().rev() {
            for square in position.board().by_piece(color, role) {
                men.push(format!("{} {square}", speech.pieces.name(role)));
            }
        }
        lines.say(&wording.say(has, &[&men.join(", ")]));
    }
    let turn = match position.turn() {
        Color::White => Phrase::WhiteToMove,
        Color::Black => Phrase::BlackToMove,
    };
    lines.say(&wording.say(turn, &[]));
    if let Some(state) = VariantState::of(&Setup::from(position)) {
        lines.say(&speech.variant_words(&state));
    }
}
