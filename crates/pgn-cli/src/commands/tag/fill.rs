//! Tags of players from a list of names: ratings, numbers of FIDE.
//!
//! Standard: §9.1.

use std::collections::HashMap;

use super::steps::is_unknown;
use pgn_query::name::{Fold, fold};
use pgnkit::Game;

/// Values by the names of players, for a tag of each side.
#[derive(Debug, Default)]
pub(super) struct Fill {
    /// The part after `White` and `Black` in the names of the tags.
    suffix: &'static str,
    values: HashMap<String, FillValue>,
}

#[derive(Debug, PartialEq, Eq)]
enum FillValue {
    One(String),
    /// The list has several for this name: none is taken.
    Several,
}

impl Fill {
    /// Reads a list: a line has a name, a tab and a value. A name that comes again with another
    /// value has none.
    ///
    /// # Errors
    /// The number of the first line that is not so.
    pub(super) fn parse(suffix: &'static str, text: &str) -> Result<Fill, usize> {
        let mut fill = Fill { suffix, values: HashMap::new() };
        for (idx, line) in text.lines().enumerate() {
            let line = line.trim_end();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (name, value) = line.split_once('\t').ok_or(idx + 1)?;
            let value = value.split('\t').next().unwrap_or_default().trim();
            if value.is_empty() || value.chars().any(char::is_control) {
                return Err(idx + 1);
            }
            fill.add(name, value);
        }
        Ok(fill)
    }

    fn add(&mut self, name: &str, value: &str) {
        let name = fold(name, Fold::Words).into_owned();
        let known = self.values.entry(name).or_insert_with(|| FillValue::One(value.to_owned()));
        if *known != FillValue::One(value.to_owned()) {
            *known = FillValue::Several;
        }
    }

    /// Sets the values of a game's players that are missing.
    pub(super) fn fill(&self, game: &mut Game) {
        for side in ["White", "Black"] {
            let name = format!("{side}{}", self.suffix);
            if !game.tag(&name).is_none_or(|value| is_unknown(value) || value.trim() == "0") {
                continue;
            }
            let player = fold(game.tag(side).unwrap_or_default(), Fold::Words);
            if let Some(FillValue::One(value)) = self.values.get(&*player) {
                game.tags_mut_unchecked().put(&name, value);
            }
        }
    }
}
