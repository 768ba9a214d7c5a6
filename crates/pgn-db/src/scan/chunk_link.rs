//! The links between the chunks of a source: each passes the preceding state to the next one.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::chooser::Begin;
use pgnkit::syntax::Location;

/// The state before a chunk in its source.
#[derive(Clone, Debug)]
pub(super) struct Prefix {
    pub(super) game_count: u64,
    pub(super) location: Location,
    /// Text before the chunk that belongs to its first region.
    pub(super) left: Vec<u8>,
}

impl Default for Prefix {
    fn default() -> Prefix {
        Prefix { game_count: 0, location: Location::START, left: Vec::new() }
    }
}

impl Prefix {
    /// Counts from the same start as `before`, of which this is the rest.
    pub(super) fn after(&mut self, before: &Prefix) {
        self.location = before.location.of(self.location);
        self.game_count += before.game_count;
    }
}

/// Where two chunks meet.
#[derive(Debug, Default)]
pub(super) struct Handoff {
    passed: Mutex<Option<Prefix>>,
    ready: Condvar,
}

impl Handoff {
    pub(super) fn at_start() -> Arc<Handoff> {
        Arc::new(Handoff { passed: Mutex::new(Some(Prefix::default())), ready: Condvar::new() })
    }

    /// A place of a source, of which is known what comes before.
    pub(super) fn at(begin: &Begin) -> Arc<Handoff> {
        let Begin { game_count, location, .. } = *begin;
        let passed = Prefix { game_count, location, left: Vec::new() };
        Arc::new(Handoff { passed: Mutex::new(Some(passed)), ready: Condvar::new() })
    }

    /// Whether the preceding state is known.
    pub(super) fn is_told(&self) -> bool {
        self.passed.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// The preceding state, as soon as it is known.
    pub(super) fn wait(&self) -> Prefix {
        let passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.ready.wait_while(passed, |passed| passed.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
    }
}

/// The connection of a chunk with the others of its source. If it is dropped without a result, it
/// sends none, so that no thread waits forever.
#[derive(Debug)]
pub(super) struct ChunkLink {
    pub(super) before: Arc<Handoff>,
    /// `None` if nothing counts from the end of this chunk.
    behind: Option<Arc<Handoff>>,
}

impl ChunkLink {
    /// A chunk that begins at one meeting and ends at another.
    pub(super) fn joining(before: Arc<Handoff>, behind: &Arc<Handoff>) -> ChunkLink {
        ChunkLink { before, behind: Some(Arc::clone(behind)) }
    }

    /// One of several chunks whose regions are counted from `before`.
    pub(super) fn from(before: &Arc<Handoff>) -> ChunkLink {
        ChunkLink { before: Arc::clone(before), behind: None }
    }

    /// Passes the state at its end to the next chunk.
    pub(super) fn hand_over(&mut self, passed: Prefix) {
        if let Some(behind) = self.behind.take() {
            let mut place = behind.passed.lock().unwrap_or_else(PoisonError::into_inner);
            *place = Some(passed);
            behind.ready.notify_all();
        }
    }
}

impl Drop for ChunkLink {
    fn drop(&mut self) {
        self.hand_over(Prefix::default());
    }
}
