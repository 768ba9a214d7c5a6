//! Which of the tags that an expression names were met in the games of a run (§8.1, D-15).
//!
//! A misspelled name selects nothing, without an error; but a run can notice it. Until a tag was
//! seen, no game is skipped because of a missing text. Nearly always, the first game of the run has
//! the tag.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::expr::Expr;
use super::facts::FACTS;
use super::record::TagRecord;

/// A tag that an expression compares and that no game had.
///
/// ```
/// use pgn_query::{Context, Query};
///
/// // No games were read yet, and so none is missing.
/// let query = Query::parse("WhitElo > 2000", &Context::default())?;
/// assert_eq!(query.missing_tags().len(), 0);
/// # Ok::<(), pgn_query::QueryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingTag {
    /// Its name.
    pub name: String,
    /// The tag of the games, or the computed word, that is spelled most like it.
    pub nearest: Option<String>,
}

/// The tags seen by all threads of a run.
#[derive(Debug)]
pub(super) struct SeenTags {
    /// The slots of the tags that are compared, and whether a game had them.
    tags: Vec<(usize, AtomicBool)>,
    n_waiting: AtomicUsize,
    has_games: AtomicBool,
    /// The names of other tags, as far as they were met while one was waited for.
    others: Mutex<BTreeSet<String>>,
}

impl SeenTags {
    pub(super) fn new(expr: &Expr) -> SeenTags {
        let slots = &expr.tags_compared;
        SeenTags {
            tags: slots.iter().map(|slot| (*slot, AtomicBool::new(false))).collect(),
            n_waiting: AtomicUsize::new(slots.len()),
            has_games: AtomicBool::new(false),
            others: Mutex::default(),
        }
    }

    /// Whether some tag was not met yet.
    #[inline]
    pub(super) fn waits(&self) -> bool {
        self.n_waiting.load(Ordering::Relaxed) > 0
    }

    /// Notes the tags of a game that was read.
    #[inline]
    pub(super) fn note(&self, record: &mut TagRecord) {
        if self.waits() {
            self.note_slowly(record);
        }
    }

    #[cold]
    fn note_slowly(&self, record: &mut TagRecord) {
        self.has_games.store(true, Ordering::Relaxed);
        self.meet(|slot| record.has(slot));
        let names = record.take_others();
        if !names.is_empty() {
            self.others.lock().unwrap_or_else(PoisonError::into_inner).extend(names);
        }
    }

    /// Notes the tags of all games of a file, as an index has them.
    pub(super) fn note_names(&self, names: &[String], expr: &Expr) {
        self.has_games.store(true, Ordering::Relaxed);
        self.meet(|slot| names.iter().any(|name| name.eq_ignore_ascii_case(&expr.tags[slot])));
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.extend(names.iter().cloned());
    }

    fn meet(&self, is_there: impl Fn(usize) -> bool) {
        for (slot, was_met) in &self.tags {
            if is_there(*slot) && !was_met.swap(true, Ordering::Relaxed) {
                self.n_waiting.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// The tags that no game had.
    pub(super) fn missing(&self, expr: &Expr) -> Vec<MissingTag> {
        if !self.has_games.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = |slot: usize| {
            let name = expr.tags[slot].clone();
            let words = FACTS.iter().map(|row| row.name);
            let near = others.iter().map(String::as_str).chain(words);
            let nearest = pgnkit::suggest::nearest_word(&name, near).map(str::to_owned);
            MissingTag { name, nearest }
        };
        let unmet = self.tags.iter().filter(|(_, was_met)| !was_met.load(Ordering::Relaxed));
        unmet.map(|(slot, _)| missing(*slot)).collect()
    }
}
