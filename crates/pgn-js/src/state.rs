//! What the module keeps between calls: sessions, the last queries and the last edited games.

use crate::answer::Answer;
#[cfg(feature = "analysis")]
use crate::checks::CheckSession;
use crate::message::CallError;
use crate::opened::EditedGames;
#[cfg(feature = "analysis")]
use crate::queries::Queries;
#[cfg(feature = "games")]
use crate::streams::RegionStream;

/// The memory of the module.
#[derive(Default)]
pub struct State {
    pub(crate) answer: Answer,
    pub(crate) edited: EditedGames,
    #[cfg(feature = "analysis")]
    pub(crate) queries: Queries,
    #[cfg(feature = "games")]
    pub(crate) streams: Sessions<RegionStream>,
    #[cfg(feature = "analysis")]
    pub(crate) checks: Sessions<CheckSession>,
}

/// Sessions with their numbers, which are used again.
pub(crate) struct Sessions<T>(Vec<Option<T>>);

impl<T> Default for Sessions<T> {
    fn default() -> Self {
        Sessions(Vec::new())
    }
}

impl<T> Sessions<T> {
    pub(crate) fn open(&mut self, session: T) -> usize {
        let free = self.0.iter().position(Option::is_none);
        let number = free.unwrap_or(self.0.len());
        self.0.resize_with(self.0.len().max(number + 1), || None);
        self.0[number] = Some(session);
        number
    }

    pub(crate) fn get(&mut self, number: usize) -> Result<&mut T, CallError> {
        let session = self.0.get_mut(number).and_then(Option::as_mut);
        session.ok_or_else(|| CallError::new("the session is closed"))
    }

    pub(crate) fn close(&mut self, number: usize) -> Option<T> {
        self.0.get_mut(number).and_then(Option::take)
    }
}
