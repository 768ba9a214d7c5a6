//! Games whose text is in memory.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use pgn_query::Matcher;
use pgn_query::facts::{GameView, Value};
use pgnkit::charset::{Choice, lower_case};
use pgnkit::chess::Color;
#[cfg(not(target_arch = "wasm32"))]
use pgnkit::chess::Position;
use pgnkit::read::{Note, ReadOptions, read_region_tags, read_region_with_layout};
use pgnkit::syntax::{Region, Regions};

use crate::games::{
    Edit, Games, Heading, Opened, Order, Place, Progress, Request, Search, SessionError,
    TreeChoice, TreeSource,
};
#[cfg(not(target_arch = "wasm32"))]
use crate::move_tree::{MoveTree, PlayedMoves};

/// How many games a search looks at in a call; few in tests, so that searches take several.
const GAMES_A_POLL: usize = if cfg!(test) { 16 } else { 256 };

/// The different moves of a tree that are counted, 7/8 of a power of two: 52 MB at most.
#[cfg(not(target_arch = "wasm32"))]
const ENTRIES_MAX: usize = (1 << 20) / 8 * 7;

/// Games of one text. Memory: the text, and 24 bytes a game.
#[derive(Debug, Clone, Default)]
pub struct GamesInMemory {
    name: String,
    text: Arc<Vec<u8>>,
    places: Arc<Vec<GamePlace>>,
}

#[derive(Debug, Clone)]
struct GamePlace {
    range: Range<usize>,
    line: u64,
}

impl GamesInMemory {
    /// The games of a text; `name` is what its file is called.
    ///
    /// ```
    /// use pgn_view::{Games, GamesInMemory};
    ///
    /// let games = GamesInMemory::new("two.pgn", b"1. e4 *\n\n1. d4 *\n".to_vec());
    /// assert_eq!(games.len(), 2);
    /// assert_eq!(games.read(1)?.game.n_plies(), 1);
    /// # Ok::<(), pgn_view::SessionError>(())
    /// ```
    #[must_use]
    pub fn new(name: &str, text: Vec<u8>) -> GamesInMemory {
        let places = Arc::new(places(&text));
        GamesInMemory { name: name.to_owned(), text: Arc::new(text), places }
    }

    /// The current text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    fn with_region<T>(
        &self,
        game: usize,
        work: impl FnOnce(&Region<'_>) -> Option<T>,
    ) -> Result<T, SessionError> {
        let missing = || SessionError::new(format!("there is no game {}", game.saturating_add(1)));
        let range = self.places.get(game).ok_or_else(missing)?.range.clone();
        let mut regions = Regions::new(&self.text[range]);
        let mut region = regions.next_region().ok().flatten().ok_or_else(missing)?;
        region.n_games_before = game as u64;
        work(&region).ok_or_else(missing)
    }

    fn place(&self, game: usize) -> Place {
        let line = self.places.get(game).map_or(0, |place| place.line);
        Place { file: self.name.clone(), number: game as u64 + 1, line }
    }
}

/// The places of the games of a text. The text between them belongs to none.
fn places(text: &[u8]) -> Vec<GamePlace> {
    let mut regions = Regions::new(text);
    let mut places = Vec::new();
    while let Ok(Some(region)) = regions.next_region() {
        if region.is_game() {
            let start = region.start.offset(0) as usize;
            let range = start..start + region.text.len();
            places.push(GamePlace { range, line: region.begin().line });
        }
    }
    places
}

/// The text between a game and one that is added to it: an empty line.
fn separator(text: &[u8]) -> &'static [u8] {
    match text {
        [] | [.., b'\n', b'\n'] | [.., b'\n', b'\r', b'\n'] => b"",
        [.., b'\n'] => b"\n",
        _ => b"\n\n",
    }
}

impl Games for GamesInMemory {
    fn len(&self) -> usize {
        self.places.len()
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn heading(&self, game: usize) -> Result<Heading, SessionError> {
        let read = |region: &Region<'_>| read_region_tags(region, ReadOptions::default());
        let (read, _) = self.with_region(game, read)?;
        Ok(Heading { tags: read.into_tags(), place: self.place(game) })
    }

    fn read(&self, game: usize) -> Result<Opened, SessionError> {
        let mut faults = Vec::new();
        let (read, layout) = self.with_region(game, |region| {
            let keep = |note: Note<'_>| faults.push(note.diagnostic);
            read_region_with_layout(region, ReadOptions::default(), keep)
        })?;
        Ok(Opened { game: read, layout, place: self.place(game), faults, letters: None })
    }

    fn search(&self, request: Request) -> Box<dyn Search> {
        let matcher = request.query.as_ref().map(|query| query.matcher(Choice::Auto));
        Box::new(SearchInMemory { games: self.clone(), request, matcher, n_seen: 0, keyed: vec![] })
    }

    fn save(&mut self, edits: &[Edit]) -> Result<(), SessionError> {
        let mut edits: Vec<&Edit> = edits.iter().collect();
        edits.sort_by_key(|edit| edit.game);
        let deleted_count = edits.iter().filter(|edit| edit.text.is_empty()).count();
        let (mut text, mut copied) = (Vec::with_capacity(self.text.len()), 0);
        for edit in edits {
            let range = self.places.get(edit.game).map(|place| place.range.clone());
            let range = range.ok_or_else(|| SessionError::new("there is no such game"))?;
            text.extend_from_slice(&self.text[copied..range.start]);
            text.extend_from_slice(&edit.text);
            copied = range.end;
        }
        text.extend_from_slice(&self.text[copied..]);
        let places = places(&text);
        if places.len() + deleted_count != self.places.len() {
            return Err(SessionError::new("the edited text holds another number of games"));
        }
        (self.text, self.places) = (Arc::new(text), Arc::new(places));
        Ok(())
    }

    fn append(&mut self, texts: &[&[u8]]) -> Result<Range<usize>, SessionError> {
        let first = self.places.len();
        let all = Arc::make_mut(&mut self.text);
        for text in texts {
            all.extend_from_slice(separator(all));
            all.extend_from_slice(text);
        }
        self.places = Arc::new(places(all));
        Ok(first..self.places.len())
    }

    fn tree(
        &self,
        choice: TreeChoice,
        _: Option<usize>,
    ) -> Result<Box<dyn TreeSource>, SessionError> {
        match choice {
            // All is in memory already.
            #[cfg(not(target_arch = "wasm32"))]
            TreeChoice::Index | TreeChoice::Memory => {
                let tree = MoveTree::new(ENTRIES_MAX);
                Ok(Box::new(TreeInMemory { games: self.clone(), tree, n_seen: 0 }))
            }
            // A page does not carry the code for it.
            #[cfg(target_arch = "wasm32")]
            TreeChoice::Index | TreeChoice::Memory => Err(crate::games::no_index()),
            TreeChoice::NewIndex => {
                Err(SessionError::new("there is no file to write an index beside"))
            }
        }
    }
}

/// A count that reads some games in each call.
#[cfg(not(target_arch = "wasm32"))]
struct TreeInMemory {
    games: GamesInMemory,
    tree: MoveTree,
    n_seen: usize,
}

#[cfg(not(target_arch = "wasm32"))]
impl TreeSource for TreeInMemory {
    fn poll(&mut self) -> Result<Progress, SessionError> {
        let end = self.games.len().min(self.n_seen + GAMES_A_POLL);
        for game in self.n_seen..end {
            self.tree.add(&self.games.read(game)?.game);
        }
        self.n_seen = end;
        Ok(Progress { n_seen: end, is_done: end == self.games.len() })
    }

    fn moves_at(&self, position: &Position) -> Option<Result<PlayedMoves, SessionError>> {
        Some(Ok(self.tree.moves_at(position)))
    }
}

/// A search that looks at some games in each call.
struct SearchInMemory {
    games: GamesInMemory,
    request: Request,
    matcher: Option<Matcher>,
    n_seen: usize,
    /// The results of a sorted search: the value of each game, and the game.
    keyed: Vec<(Option<Value<'static>>, u32)>,
}

impl Search for SearchInMemory {
    fn poll(&mut self, found: &mut Vec<u32>) -> Result<Progress, SessionError> {
        let among = self.request.among.clone();
        let n_games = among.as_ref().map_or(self.games.len(), |among| among.len());
        let end = n_games.min(self.n_seen + GAMES_A_POLL);
        for at in self.n_seen..end {
            let game = among.as_ref().map_or(at as u32, |among| among[at]);
            if !self.holds(game as usize)? {
                continue;
            }
            match &self.request.order {
                None => found.push(game),
                Some(order) => self.keyed.push((self.value(game as usize, order)?, game)),
            }
        }
        self.n_seen = end;
        let is_done = end == n_games;
        if let (true, Some(order)) = (is_done, &self.request.order) {
            self.keyed.sort_by(|a, b| compare(a, b, order.is_descending));
            found.extend(self.keyed.drain(..).map(|(_, game)| game));
        }
        Ok(Progress { n_seen: self.n_seen, is_done })
    }
}

impl SearchInMemory {
    fn holds(&mut self, game: usize) -> Result<bool, SessionError> {
        let Some(matcher) = &mut self.matcher else { return Ok(true) };
        let (games, name) = (&self.games, &self.games.name);
        games.with_region(game, |region| {
            Some(matcher.test(region, name).is_some_and(|verdict| verdict.holds()))
        })
    }

    fn value(&self, game: usize, order: &Order) -> Result<Option<Value<'static>>, SessionError> {
        let opened = self.games.read(game)?;
        let source = Some((self.games.name.as_str(), opened.place.number));
        let view = GameView { source, ..GameView::of(&opened.game) };
        Ok(order.field.value(&view, Color::White).map(Value::into_owned))
    }
}

type Keyed = (Option<Value<'static>>, u32);

/// By value, those without one last; equal ones stay in order, if the sort is stable.
fn compare(a: &Keyed, b: &Keyed, is_descending: bool) -> Ordering {
    match (&a.0, &b.0) {
        (Some(a), Some(b)) if is_descending => compare_values(b, a),
        (Some(a), Some(b)) => compare_values(a, b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

fn compare_values(a: &Value<'_>, b: &Value<'_>) -> Ordering {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.total_cmp(b),
        (Value::Date(a), Value::Date(b)) => a.to_string().cmp(&b.to_string()),
        (a, b) => lower_case(&a.to_string()).cmp(&lower_case(&b.to_string())),
    }
}
