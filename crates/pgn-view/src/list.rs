//! Lists of games: all of them, and what searches found in the list before.
//!
//! All faces list games through [`Lists`], so that a search in a search means the same in each.

use std::ops::Range;
use std::sync::Arc;

use pgn_formats::speech::{Phrase, Wording};
use pgn_query::{Context, Query};

use crate::games::{Games, Order, Progress, Request, Search, SessionError};

/// A list of games.
pub struct GameList {
    /// The condition for its games; `None` for all.
    pub query: Option<Arc<Query>>,
    /// Its order; by number if `None`.
    pub order: Option<Order>,
    games: Content,
    selected: usize,
    /// The row after those read out since the last selection; 0 if none was.
    told_to: usize,
    progress: Progress,
    error: Option<SessionError>,
}

enum Content {
    /// All games, by number.
    All,
    /// Games of the list before.
    Found(SearchResults),
}

/// The results of a search, and its progress in the list before.
struct SearchResults {
    games: Arc<Vec<u32>>,
    step: Step,
    search: Option<Box<dyn Search>>,
    /// How many games of the list before were handed to searches.
    n_taken: usize,
    /// How many games the searches that are over have looked at.
    n_seen_before: usize,
}

/// How a list is derived from the one before it.
#[derive(Debug, Clone)]
pub enum Step {
    /// It has the games that match an expression, in the same order.
    Find(Arc<Query>),
    /// It has all of them in another order.
    Sort(Order),
}

impl Step {
    /// The games that match an expression.
    ///
    /// # Errors
    /// If it is invalid, with the place of the mistake.
    pub fn find(text: &str, context: &Context) -> Result<Step, SessionError> {
        let query = Query::parse(text, context).map_err(|error| {
            let mut said = SessionError::new(error.message());
            said = said.in_other_languages(Phrase::InvalidExpression);
            (said.span, said.hint) = (Some(error.span()), error.hint().map(str::to_owned));
            said
        })?;
        Ok(Step::Find(query))
    }
}

impl std::fmt::Debug for GameList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = self.query.as_ref().map(|query| query.text());
        f.debug_struct("GameList").field("query", &text).finish_non_exhaustive()
    }
}

impl GameList {
    /// All games, in their order.
    fn all() -> GameList {
        GameList {
            query: None,
            order: None,
            games: Content::All,
            selected: 0,
            told_to: 0,
            progress: Progress { n_seen: 0, is_done: true },
            error: None,
        }
    }

    fn after(list: &GameList, step: Step) -> GameList {
        let (query, order) = match &step {
            Step::Find(query) => (Some(Arc::clone(query)), list.order.clone()),
            Step::Sort(order) => (None, Some(order.clone())),
        };
        let games = Arc::default();
        let found = SearchResults { games, step, search: None, n_taken: 0, n_seen_before: 0 };
        GameList {
            query,
            order,
            games: Content::Found(found),
            progress: Progress { n_seen: 0, is_done: false },
            ..GameList::all()
        }
    }

    /// How many games it has so far.
    #[must_use]
    pub fn len(&self, games: &impl Games) -> usize {
        match &self.games {
            Content::All => games.len(),
            Content::Found(found) => found.games.len(),
        }
    }

    /// The game in a row.
    #[must_use]
    pub fn game(&self, games: &impl Games, row: usize) -> Option<usize> {
        match &self.games {
            Content::All => (row < games.len()).then_some(row),
            Content::Found(found) => found.games.get(row).map(|&game| game as usize),
        }
    }

    /// The row that is selected.
    #[must_use]
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// Selects a row, or the last one of `n_rows` if there are fewer.
    pub fn select(&mut self, n_rows: usize, row: usize) {
        self.selected = row.min(n_rows.saturating_sub(1));
        self.told_to = 0;
    }

    /// The next rows to read out, at most this many: from the selected one on, or after those that
    /// were read from there; the first of them is selected.
    pub(crate) fn tell(&mut self, len: usize, from: Option<usize>, n_max: usize) -> Range<usize> {
        let next = if (1..len).contains(&self.told_to) { self.told_to } else { self.selected };
        let first = from.unwrap_or(next);
        let end = len.min(first.saturating_add(n_max));
        self.select(len, first);
        self.told_to = end;
        first..end
    }

    /// The progress of the search and of those that it depends on.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// The reason why the search ended early.
    #[must_use]
    pub fn error(&self) -> Option<&SessionError> {
        self.error.as_ref()
    }

    fn step(self) -> Option<Step> {
        match self.games {
            Content::All => None,
            Content::Found(found) => Some(found.step),
        }
    }

    fn is_sort(&self) -> bool {
        matches!(&self.games, Content::Found(SearchResults { step: Step::Sort(_), .. }))
    }

    /// Continues for a moment with the games of `before`; returns whether anything changed.
    fn poll(&mut self, before: &GameList, games: &impl Games) -> bool {
        let Content::Found(found) = &mut self.games else { return false };
        if self.progress.is_done {
            return false;
        }
        let n_before = found.games.len();
        if found.search.is_none() {
            found.search = found.begin(before, games);
        }
        let mut is_over = false;
        if let Some(search) = &mut found.search {
            match search.poll(Arc::make_mut(&mut found.games)) {
                Ok(progress) => {
                    self.progress.n_seen = found.n_seen_before + progress.n_seen;
                    is_over = progress.is_done;
                }
                Err(error) => {
                    self.error = Some(error);
                    (self.progress.is_done, found.search) = (true, None);
                    return true;
                }
            }
        }
        if is_over {
            (found.search, found.n_seen_before) = (None, self.progress.n_seen);
        }
        if found.search.is_none() && found.has_taken_all(before) {
            self.progress.is_done = true;
            self.error.clone_from(&before.error);
        }
        self.progress.is_done || found.games.len() > n_before
    }
}

impl SearchResults {
    /// A search through the games of the previous list that were not tested yet. A search through
    /// all games is a single one, which waits itself while they grow in number. Sorting needs the
    /// whole previous list.
    fn begin(&mut self, before: &GameList, games: &impl Games) -> Option<Box<dyn Search>> {
        let among = match &before.games {
            Content::All if self.n_taken == 0 => {
                self.n_taken = usize::MAX;
                None
            }
            Content::Found(found)
                if found.games.len() > self.n_taken
                    && (before.progress.is_done || matches!(self.step, Step::Find(_))) =>
            {
                let among = match self.n_taken {
                    0 if before.progress.is_done => Arc::clone(&found.games),
                    n => Arc::new(found.games[n..].to_vec()),
                };
                self.n_taken = found.games.len();
                Some(among)
            }
            Content::All | Content::Found(_) => return None,
        };
        let (query, order) = match &self.step {
            Step::Find(query) => (Some(Arc::clone(query)), None),
            Step::Sort(order) => (None, Some(order.clone())),
        };
        Some(games.search(Request { among, query, order }))
    }

    fn has_taken_all(&self, before: &GameList) -> bool {
        match &before.games {
            Content::All => self.n_taken > 0,
            Content::Found(found) => before.progress.is_done && self.n_taken == found.games.len(),
        }
    }
}

/// The lists that lead from all games to the one that is shown, each out of the one before.
///
/// A list derived from one that still grows follows it, or waits if it is sorted: in the end, it
/// equals a list derived from the complete list.
///
/// ```
/// use pgn_view::{GamesInMemory, Lists, Order, Step};
///
/// let games = GamesInMemory::new("two.pgn", b"1. e4 *\n\n1. d4 *\n".to_vec());
/// let mut lists = Lists::default();
/// lists.push(&games, Step::Sort(Order::parse("-game")?));
/// while !lists.last().progress().is_done {
///     lists.poll(&games);
/// }
/// assert_eq!(lists.last().game(&games, 0), Some(1));
/// # Ok::<(), pgn_view::SessionError>(())
/// ```
#[derive(Debug)]
pub struct Lists(Vec<GameList>);

impl Default for Lists {
    /// All games.
    fn default() -> Lists {
        Lists(vec![GameList::all()])
    }
}

impl Lists {
    /// The list that is shown.
    #[must_use]
    pub fn last(&self) -> &GameList {
        &self.0[self.0.len() - 1]
    }

    /// The same, to select rows.
    pub fn last_mut(&mut self) -> &mut GameList {
        let last = self.0.len() - 1;
        &mut self.0[last]
    }

    /// How many lists were made after that of all games.
    #[must_use]
    pub fn n_steps(&self) -> usize {
        self.0.len() - 1
    }

    /// Shows a list that is derived from the current one.
    pub fn push(&mut self, games: &impl Games, step: Step) {
        self.0.push(GameList::after(self.last(), step));
        self.poll(games);
    }

    /// Makes the same lists again, because games have other numbers.
    pub(crate) fn restart(&mut self, games: &impl Games) {
        let steps: Vec<Step> = self.0.drain(1..).filter_map(|list| list.step()).collect();
        steps.into_iter().for_each(|step| self.push(games, step));
    }

    /// Goes back this many lists; if there are fewer, nothing changes.
    pub fn go_back_to(&mut self, n_steps: usize) {
        self.0.truncate(n_steps.saturating_add(1));
    }

    /// The expressions that lead to the list that is shown, in a language: other languages than
    /// English have what was typed in place of the meaning of plain words.
    pub(crate) fn queries_in(&self, wording: &Wording) -> Vec<&str> {
        match wording.is_english() {
            true => self.queries().collect(),
            false => {
                let queries = self.0.iter().filter_map(|list| list.query.as_ref());
                queries.map(|query| query.text()).collect()
            }
        }
    }

    /// The expressions that lead to the list that is shown, with the meaning of plain words.
    pub fn queries(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|list| list.query.as_ref()).map(|query| query.meaning())
    }

    /// Continues with unfinished searches; returns whether anything changed.
    pub fn poll(&mut self, games: &impl Games) -> bool {
        let mut is_changed = false;
        for at in 1..self.0.len() {
            let (before, lists) = self.0.split_at_mut(at);
            is_changed |= lists[0].poll(&before[at - 1], games);
        }
        is_changed
    }

    /// The unfinished work, for the status line; `None` if the list is complete.
    #[must_use]
    pub fn status(&self) -> Option<String> {
        let last = self.last();
        let list = self.0.iter().find(|list| !list.progress.is_done)?;
        let work = if list.is_sort() { "sorting" } else { "searching" };
        let how = match (std::ptr::eq(list, last), last.is_sort()) {
            (true, _) => "",
            (false, true) => "waiting for the list before: ",
            (false, false) => "following the list before: ",
        };
        Some(format!("{how}{work}, {} games read", grouped(list.progress.n_seen)))
    }
}

/// A number with a blank between thousands.
#[must_use]
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    text
}
