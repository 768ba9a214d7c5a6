//! Questions that an index can answer: which games may be meant.
//!
//! Owns: the small language between whoever asks and the tables. Knows nothing of: how people
//! write their questions.
//! Standard: §8.1. Decisions: D-14, D-15, D-52.
//! Start at [`Index::candidates`].

use std::ops::ControlFlow;

use roaring::RoaringBitmap;

use super::open::Index;
use crate::error::Error;

/// What is asked.
///
/// The answer holds every game for which it is true, and may hold others: whoever asks looks at
/// the games themselves. So what has no form here is [`Expr::Unknown`], and a question that begins
/// with "not" has none.
pub enum Expr<'q> {
    /// All of these are true.
    All(Vec<Expr<'q>>),
    /// One of these is true.
    Any(Vec<Expr<'q>>),
    /// A tag of this name has a value.
    ///
    /// Where a name comes twice in a game, each of its values counts, and so does a name that is
    /// written with other capitals.
    Tag {
        /// The name.
        name: &'q str,
        /// What is asked of the value.
        test: Test<'q>,
    },
    /// A position of the main line has this key. Games whose main line cannot be played are always
    /// among the answers.
    Position(u64),
    /// Nothing that an index knows.
    Unknown,
}

/// What is asked of a value.
pub enum Test<'q> {
    /// It is this.
    Is(&'q str),
    /// It begins like this.
    Begins(&'q str),
    /// Whatever the caller says; asked once for every value that there is, in no fixed number of
    /// calls.
    Where(&'q dyn Fn(&str) -> bool),
}

impl Index {
    /// The games for which `expr` may be true, by their numbers from 0; `None` when the index
    /// cannot help.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read.
    pub fn candidates(&self, expr: &Expr<'_>) -> Result<Option<RoaringBitmap>, Error> {
        match expr {
            Expr::Unknown => Ok(None),
            Expr::All(parts) => {
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
            Expr::Any(parts) => {
                let mut any = RoaringBitmap::new();
                for part in parts {
                    match self.candidates(part)? {
                        Some(games) => any |= games,
                        None => return Ok(None),
                    }
                }
                Ok(Some(any))
            }
            Expr::Tag { name, test } => self.games_with(name, test).map(Some),
            Expr::Position(key) => self.games_at(*key).map(Some),
        }
    }

    /// The games that have a tag with such a value.
    fn games_with(&self, name: &str, test: &Test<'_>) -> Result<RoaringBitmap, Error> {
        let from = match test {
            Test::Is(value) | Test::Begins(value) => value,
            Test::Where(_) => "",
        };
        let mut all = RoaringBitmap::new();
        for (segment, names) in self.header.segments.iter().zip(self.names()?) {
            let mut found = Vec::new();
            let mut take = |value: &str, having| {
                let (is_meant, goes_on) = match test {
                    Test::Is(wanted) => (value == *wanted, false),
                    Test::Begins(wanted) => (value.starts_with(wanted), value.starts_with(wanted)),
                    Test::Where(is_meant) => (is_meant(value), true),
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

    /// The games that may have a position with this key.
    fn games_at(&self, key: u64) -> Result<RoaringBitmap, Error> {
        let mut all = RoaringBitmap::new();
        for played in self.moves_at(key)? {
            all.extend(played.games);
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
                let n_games = self.games_having(segment, having)?.len() as u64;
                if n_games > 0 {
                    take(value, n_games)?;
                }
                Ok(ControlFlow::Continue(()))
            })?;
        }
        Ok(())
    }
}
