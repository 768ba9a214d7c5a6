//! Lists of games: all of them, and what searches found.

use std::ops::Range;
use std::sync::Arc;

use pgn_query::Query;

use crate::games::{Games, Order, Progress, Request, Search, Trouble};

/// A list of games.
pub struct GameList {
    /// What is asked of its games; `None` for all.
    pub query: Option<Arc<Query>>,
    /// Its order; by number when `None`.
    pub order: Option<Order>,
    games: Content,
    selected: usize,
    /// The row after those that were told since the last selection; 0 when none was.
    told_to: usize,
    search: Option<Box<dyn Search>>,
    progress: Progress,
    trouble: Option<Trouble>,
}

enum Content {
    /// All games, by number.
    All,
    /// What was found so far.
    Found(Arc<Vec<u32>>),
}

impl std::fmt::Debug for GameList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = self.query.as_ref().map(|query| query.text());
        f.debug_struct("GameList").field("query", &text).finish_non_exhaustive()
    }
}

impl GameList {
    /// All games, in their order.
    #[must_use]
    pub fn all() -> GameList {
        GameList {
            query: None,
            order: None,
            games: Content::All,
            selected: 0,
            told_to: 0,
            search: None,
            progress: Progress { n_seen: 0, is_done: true },
            trouble: None,
        }
    }

    /// The games of `among` for which a query holds, in an order; the search goes on with
    /// [`GameList::poll`].
    #[must_use]
    pub fn search(
        games: &impl Games,
        among: Option<Arc<Vec<u32>>>,
        query: Option<Arc<Query>>,
        order: Option<Order>,
    ) -> GameList {
        let request = Request { among, query: query.clone(), order: order.clone() };
        GameList {
            query,
            order,
            games: Content::Found(Arc::default()),
            search: Some(games.search(request)),
            progress: Progress { n_seen: 0, is_done: false },
            ..GameList::all()
        }
    }

    /// How many games it has so far.
    #[must_use]
    pub fn len(&self, games: &impl Games) -> usize {
        match &self.games {
            Content::All => games.len(),
            Content::Found(found) => found.len(),
        }
    }

    /// The game in a row.
    #[must_use]
    pub fn game(&self, games: &impl Games, row: usize) -> Option<usize> {
        match &self.games {
            Content::All => (row < games.len()).then_some(row),
            Content::Found(found) => found.get(row).map(|&game| game as usize),
        }
    }

    /// The games, by number; `None` for all.
    #[must_use]
    pub fn found(&self) -> Option<Arc<Vec<u32>>> {
        match &self.games {
            Content::All => None,
            Content::Found(found) => Some(Arc::clone(found)),
        }
    }

    /// The row that is selected.
    #[must_use]
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// Selects a row, the last one when there are not so many.
    pub fn select(&mut self, games: &impl Games, row: usize) {
        self.selected = row.min(self.len(games).saturating_sub(1));
        self.told_to = 0;
    }

    /// The rows to be told next, at most so many: from the selected one on, or after those that
    /// were told from there; the first of them is selected.
    pub(crate) fn tell(
        &mut self,
        games: &impl Games,
        from: Option<usize>,
        n_max: usize,
    ) -> Range<usize> {
        let len = self.len(games);
        let next = if (1..len).contains(&self.told_to) { self.told_to } else { self.selected };
        let first = from.unwrap_or(next);
        let end = len.min(first.saturating_add(n_max));
        self.select(games, first);
        self.told_to = end;
        first..end
    }

    /// How far the search is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// What ended the search before its time.
    #[must_use]
    pub fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref()
    }

    /// Goes on searching for a moment; says whether something changed.
    pub fn poll(&mut self) -> bool {
        let (Some(search), Content::Found(found)) = (&mut self.search, &mut self.games) else {
            return false;
        };
        let n_before = found.len();
        match search.poll(Arc::make_mut(found)) {
            Ok(progress) => self.progress = progress,
            Err(trouble) => {
                self.progress.is_done = true;
                self.trouble = Some(trouble);
            }
        }
        if self.progress.is_done {
            self.search = None;
        }
        self.progress.is_done || found.len() > n_before
    }
}
