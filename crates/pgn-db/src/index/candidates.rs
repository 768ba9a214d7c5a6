//! The games of an indexed file that may match: the questions are evaluated for each distinct value
//! instead of each game (§8.1, D-14, D-15, D-52).

use std::fmt::Write as _;
use std::ops::ControlFlow;

use roaring::RoaringBitmap;

use super::open::Index;
use crate::error::Error;
use pgn_query::{Condition, Query, ValueTest};

impl Index {
    /// The games that a query may match, by their numbers from 0: all matches, those whose moves
    /// cannot be played if it needs positions, and perhaps others. `None` if the index has no
    /// answer, or if reading the whole file would be faster.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read.
    pub fn few_candidates(&self, query: &Query) -> Result<Option<RoaringBitmap>, Error> {
        if query.waits_for_tags() {
            query.note_tag_names(&self.tag_names()?);
        }
        let games = self.candidates(&query.condition())?;
        Ok(games.and_then(|games| self.if_few(games)))
    }

    /// The answer of the index to each question of a query, in lines for people.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read.
    pub fn explain(&self, query: &Query) -> Result<String, Error> {
        let mut text = String::new();
        for (question, condition) in query.question_conditions() {
            let games = self.candidates(&condition)?;
            let what = match games.map(|games| games.len()) {
                Some(1) => "1 game".to_owned(),
                Some(n) => format!("{n} games"),
                None => "not in the index".to_owned(),
            };
            let _ = writeln!(text, "  {question}: {what}");
        }
        Ok(text)
    }

    /// The games for which `condition` may be true, by their numbers from 0; `None` if the index
    /// cannot help.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read.
    pub fn candidates(&self, condition: &Condition<'_>) -> Result<Option<RoaringBitmap>, Error> {
        match condition {
            Condition::Unknown => Ok(None),
            Condition::All(parts) => {
                let mut all: Option<RoaringBitmap> = None;
                for part in parts {
                    if let Some(games) = self.candidates(part)? {
                        all = Some(match all {
                            Some(all) => all & games,
                            None => games,
                        });
                    }
                }
                Ok(all)
            }
            Condition::Any(parts) => {
                let mut any = RoaringBitmap::new();
                for part in parts {
                    match self.candidates(part)? {
                        Some(games) => any |= games,
                        None => return Ok(None),
                    }
                }
                Ok(Some(any))
            }
            Condition::Tag { name, test } => self.games_with(name, test).map(Some),
            Condition::Position(key) => self.games_at(*key).map(Some),
        }
    }

    /// The games that have a tag with such a value.
    fn games_with(&self, name: &str, test: &ValueTest<'_>) -> Result<RoaringBitmap, Error> {
        let from = match test {
            ValueTest::Is(value) | ValueTest::Begins(value) => value,
            ValueTest::Where(_) => "",
        };
        let mut all = RoaringBitmap::new();
        for (segment, names) in self.header.segments.iter().zip(self.names()?) {
            let mut found = Vec::new();
            let mut take = |value: &str, having| {
                let (is_meant, goes_on) = match test {
                    ValueTest::Is(wanted) => (value == *wanted, false),
                    ValueTest::Begins(wanted) => {
                        (value.starts_with(wanted), value.starts_with(wanted))
                    }
                    ValueTest::Where(is_meant) => (is_meant(value), true),
                };
                if is_meant {
                    found.push(having);
                }
                Ok(if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            };
            for spelled in names.iter().filter(|known| known.eq_ignore_ascii_case(name)) {
                self.walk_values(segment, spelled, from, &mut take)?;
            }
            for having in found {
                let games = self.games_having(segment, having)?;
                all.extend(games.into_iter().map(|game| game + segment.first_game));
            }
        }
        Ok(all)
    }

    fn games_at(&self, key: u64) -> Result<RoaringBitmap, Error> {
        let mut all = RoaringBitmap::new();
        for played in self.moves_at(key)? {
            all.extend(played.games.iter());
        }
        for segment in &self.header.segments {
            let left_out = self.left_out_of(segment)?;
            all.extend(left_out.into_iter().map(|game| game + segment.first_game));
        }
        Ok(all)
    }

    /// The names of all tags of the games.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read.
    pub fn tag_names(&self) -> Result<Vec<String>, Error> {
        let mut names = self.names()?.concat();
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    /// The values that a tag has, each with the number of its games, in the order of their bytes
    /// within each part of the index. A value may come once for each part.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read, and those of `take`.
    pub fn values(
        &self,
        name: &str,
        mut take: impl FnMut(&str, u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for segment in &self.header.segments {
            self.walk_values(segment, name, "", |value, having| {
                let game_count = self.games_having(segment, having)?.len() as u64;
                if game_count > 0 {
                    take(value, game_count)?;
                }
                Ok(ControlFlow::Continue(()))
            })?;
        }
        Ok(())
    }
}
