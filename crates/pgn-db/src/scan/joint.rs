//! The joints between the chunks of a source: each tells the next one what came before.
//!
//! ```text
//! chunk 1 ── passed ── chunk 2 ── passed ── chunk 3
//! ```
//!
//! Chunks are handed out in order and cut at once, so who waits for the one before waits for
//! somebody who is at work. A chunk that was read while it was cut takes longer: it is put aside
//! instead, see [`pool`](super::pool).
//!
//! Owns: what is told, and the waiting. Knows nothing of: how chunks are cut.
//! Start at [`Joint`].

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::chooser::Begin;
use pgnkit::syntax::Location;

/// What stands before a chunk in its source.
#[derive(Clone, Debug)]
pub(super) struct Passed {
    pub(super) n_games: u64,
    pub(super) location: Location,
    /// Text before the chunk that belongs to its first region.
    pub(super) left: Vec<u8>,
}

impl Default for Passed {
    fn default() -> Passed {
        Passed { n_games: 0, location: Location::START, left: Vec::new() }
    }
}

impl Passed {
    /// Counts from where `before` counts from, of which this is the rest.
    pub(super) fn after(&mut self, before: &Passed) {
        self.location = before.location.of(self.location);
        self.n_games += before.n_games;
    }
}

/// Where two chunks meet.
#[derive(Debug, Default)]
pub(super) struct Meeting {
    passed: Mutex<Option<Passed>>,
    told: Condvar,
}

impl Meeting {
    /// The beginning of a source.
    pub(super) fn at_start() -> Arc<Meeting> {
        Arc::new(Meeting { passed: Mutex::new(Some(Passed::default())), told: Condvar::new() })
    }

    /// A place of a source, of which is known what comes before.
    pub(super) fn at(begin: &Begin) -> Arc<Meeting> {
        let Begin { n_games, location, .. } = *begin;
        let passed = Passed { n_games, location, left: Vec::new() };
        Arc::new(Meeting { passed: Mutex::new(Some(passed)), told: Condvar::new() })
    }

    /// Whether it is known what came before.
    pub(super) fn is_told(&self) -> bool {
        self.passed.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// What came before, as soon as it is known.
    pub(super) fn wait(&self) -> Passed {
        let passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.told.wait_while(passed, |passed| passed.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
    }
}

/// How a chunk hangs together with the others of its source. When it goes without a word, it tells
/// of nothing, so that nobody waits for ever.
#[derive(Debug)]
pub(super) struct Joint {
    pub(super) before: Arc<Meeting>,
    /// Nothing where nobody counts from the end of this chunk.
    behind: Option<Arc<Meeting>>,
}

impl Joint {
    /// A chunk that begins at one meeting and ends at another.
    pub(super) fn between(before: Arc<Meeting>, behind: &Arc<Meeting>) -> Joint {
        Joint { before, behind: Some(Arc::clone(behind)) }
    }

    /// One of several chunks whose regions are counted from `before`.
    pub(super) fn from(before: &Arc<Meeting>) -> Joint {
        Joint { before: Arc::clone(before), behind: None }
    }

    /// Tells the next chunk what came before it.
    pub(super) fn tell(&mut self, passed: Passed) {
        if let Some(behind) = self.behind.take() {
            let mut place = behind.passed.lock().unwrap_or_else(PoisonError::into_inner);
            *place = Some(passed);
            behind.told.notify_all();
        }
    }
}

impl Drop for Joint {
    fn drop(&mut self) {
        self.tell(Passed::default());
    }
}
