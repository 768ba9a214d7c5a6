//! Facts about a player from the games: active years, and the FIDE number (§9.1.2).

use std::collections::HashMap;

use super::fide::Listed;

/// Names with facts from their games. Memory: the distinct names.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Lives(HashMap<String, Life>);

/// Facts from the games of one name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Life {
    /// The first and the last year.
    years: Option<(u16, u16)>,
    /// A FIDE number that is in a game.
    number: Option<String>,
    /// Another one.
    other: Option<String>,
    /// Sides of games without a number.
    pub(super) n_without: u64,
}

/// How old players are.
const AGE_MIN: u16 = 4;
const AGE_MAX: u16 = 100;

impl Lives {
    /// Adds a side of a game: the player's name, the year of the game and the FIDE number, as far
    /// as they are known.
    pub fn add(&mut self, name: &str, year: Option<u16>, number: Option<&str>) {
        let years = year.map(|year| (year, year));
        let number = number.map(str::to_owned);
        let n_without = u64::from(number.is_none());
        let life = Life { years, number, other: None, n_without };
        match self.0.get_mut(name) {
            Some(known) => known.join(life),
            None => {
                self.0.insert(name.to_owned(), life);
            }
        }
    }

    /// Adds facts from other games.
    pub fn join(&mut self, other: Lives) {
        for (name, life) in other.0 {
            self.0.entry(name).or_default().join(life);
        }
    }

    pub(super) fn of(&self, name: &str) -> Option<&Life> {
        self.0.get(name)
    }
}

impl Life {
    fn join(&mut self, next: Life) {
        self.years = match (self.years, next.years) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (known, other) => known.or(other),
        };
        self.n_without += next.n_without;
        for number in [next.number, next.other].into_iter().flatten() {
            match &self.number {
                None => self.number = Some(number),
                Some(known) if *known == number => {}
                Some(_) => self.other = Some(number),
            }
        }
    }

    /// The evidence against this player being the one of a list.
    pub(super) fn against(&self, listed: &Listed) -> Option<String> {
        let id = listed.id.map(|id| id.to_string());
        let numbers = [&self.number, &self.other];
        if let Some(other) = numbers.into_iter().flatten().find(|it| Some(*it) != id.as_ref()) {
            return Some(format!("a game has the number {other}"));
        }
        let ((first, last), born) = (self.years?, listed.birth_year?);
        if first < born.saturating_add(AGE_MIN) {
            return Some(format!("a game is of {first}"));
        }
        (last > born.saturating_add(AGE_MAX)).then(|| format!("a game is of {last}"))
    }
}
