//! Values with words in braces that are replaced by facts about the game:
//! `{White} - {Black}, {year}`.

use std::fmt::Write as _;

use crate::rewrite::{Needs, Place};
use pgn_query::facts::{Cost, Field, GameView, Value, words};
use pgnkit::Game;
use pgnkit::chess::{Color, Position};

/// A value with words in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::commands) struct Template(Vec<TemplatePart>);

/// A place in a game of which a value speaks.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands) struct Point<'a> {
    /// The position there.
    pub(in crate::commands) position: &'a Position,
    /// How many plies were played.
    pub(in crate::commands) ply: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePart {
    Text(String),
    Field(Field),
    /// The ply where `--where` matches, or of the point.
    Ply,
}

impl Template {
    /// Parses a value; doubled braces are literal.
    ///
    /// # Errors
    /// A message if a brace has no partner or a word is unknown.
    pub(in crate::commands) fn parse(text: &str) -> Result<Template, String> {
        if text.chars().any(|c| c.is_control() && c != '\t') {
            return Err("expected text on one line, found a control character".to_owned());
        }
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            plain.push_str(&rest[..at]);
            let brace = &rest[at..at + 1];
            let behind = &rest[at + 1..];
            if let Some(behind) = behind.strip_prefix(brace) {
                plain.push_str(brace);
                rest = behind;
                continue;
            }
            let Some((word, behind)) = behind.split_once('}').filter(|_| brace == "{") else {
                return Err("an unmatched brace; `{{` and `}}` are braces".to_owned());
            };
            parts.push(TemplatePart::Text(std::mem::take(&mut plain)));
            parts.push(TemplatePart::of(word)?);
            rest = behind;
        }
        plain.push_str(rest);
        parts.push(TemplatePart::Text(plain));
        parts.retain(|part| *part != TemplatePart::Text(String::new()));
        Ok(Template(parts))
    }

    /// The part of a game that must be read.
    pub(super) fn needs(&self) -> Needs {
        let needs_game = |part: &TemplatePart| match part {
            TemplatePart::Field(field) => field.cost() > Cost::Tags,
            TemplatePart::Text(_) | TemplatePart::Ply => false,
        };
        if self.0.iter().any(needs_game) { Needs::Game } else { Needs::Tags }
    }

    /// The value for a game, or for a point of it; `None` if one of its words has no value there.
    pub(in crate::commands) fn value(
        &self,
        game: &Game,
        place: Place<'_>,
        point: Option<Point<'_>>,
    ) -> Option<String> {
        let view = GameView {
            source: Some((&place.source.name, place.number())),
            region: Some(place.region),
            position: point.map(|point| point.position),
            ..GameView::of(game)
        };
        let mut value = String::new();
        for part in &self.0 {
            // Writing to a String cannot fail.
            let _ = match part {
                TemplatePart::Text(text) => write!(value, "{text}"),
                TemplatePart::Ply => {
                    write!(value, "{}", point.map(|point| point.ply).or(place.ply)?)
                }
                TemplatePart::Field(field) => match field.value(&view, Color::White)? {
                    Value::Unknown => return None,
                    known => write!(value, "{known}"),
                },
            };
        }
        Some(value)
    }
}

impl TemplatePart {
    fn of(word: &str) -> Result<TemplatePart, String> {
        if word == "ply" {
            return Ok(TemplatePart::Ply);
        }
        let field = Field::parse(word).map_err(|unknown| match unknown.nearest {
            Some(near) => format!("unknown word `{{{word}}}`, did you mean `{{{near}}}`?"),
            None => {
                let words = words(|row| !row.has_side);
                format!("unknown word `{{{word}}}`; words are {words}, ply")
            }
        })?;
        match field.has_side() {
            true => Err(format!("`{{{word}}}` is about one of two players, name a tag of one")),
            false => Ok(TemplatePart::Field(field)),
        }
    }
}

/// The position at the end of the main line; `None` if it is unknown.
pub(super) fn last_position(game: &Game) -> Option<Position> {
    let mut cursor = game.cursor();
    while cursor.forward() {}
    cursor.position().copied()
}
