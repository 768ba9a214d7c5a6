//! Searching: which games a query selects, and in which order they come (D-14, D-42).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::catalog::{Catalog, GamePlace, StoredText, TextPlace};
use super::{How, Library, LibraryState, cut_short};
use crate::collate::push_field;
use crate::error::Error;
use crate::index::Index;
use crate::sort::{Budget, Folder, NoTail, Sorted, Sorter};
use crate::source::SharedFile;
use pgn_query::facts::{Cost, Field, GameView};
use pgn_query::{Matcher, Query};
use pgnkit::charset::Choice;
use pgnkit::read::RegionReader;
use pgnkit::syntax::Region;

/// Which games are looked for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The games to search; all if `None`, including those that are not known yet.
    pub among: Option<Arc<Vec<u32>>>,
    /// The condition for the games; all of them if `None`.
    pub query: Option<Arc<Query>>,
    /// The sort key; the order of `among` or the list if `None`.
    pub order: Option<Order>,
}

/// An order of games: by the value of a field, equal ones in their previous order, games without a
/// value last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The fact or tag.
    pub field: Field,
    /// Whether the greatest comes first.
    pub is_descending: bool,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// How many games were looked at.
    pub seen_count: usize,
    /// Whether it is over.
    pub is_done: bool,
}

/// A search that runs in separate threads until it is done or dropped.
#[derive(Debug)]
pub struct Search {
    state: Arc<SearchState>,
}

/// The number of games that a thread takes at once.
const BATCH_GAMES: usize = 256;

/// The number of bytes that are read at once if games follow each other.
const READ_BYTES: u64 = 1 << 20;

/// The memory for keys before they are sorted and written to disk.
const BUDGET: Budget = Budget { run_bytes: 24 << 20, merge_bytes: 8 << 20 };

/// How many games' numbers leave a sorter at once.
const SORTED_AT_ONCE: usize = 1 << 14;

/// The state shared by the threads of a search.
struct SearchState {
    library: Arc<LibraryState>,
    request: Request,
    temp: PathBuf,
    is_canceled: AtomicBool,
    work: Mutex<SearchWork>,
}

impl std::fmt::Debug for SearchState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("request", &self.request).finish_non_exhaustive()
    }
}

#[derive(Default)]
struct SearchWork {
    /// Where the next batch begins, in the list that is looked through.
    next_at: usize,
    claimed_count: usize,
    /// The results of batches whose predecessors are not done.
    early: BTreeMap<usize, Vec<Hit>>,
    delivered_count: usize,
    seen_count: usize,
    thread_count: usize,
    sorter: Option<Sorter<Folder, NoTail>>,
    found: Vec<u32>,
    error: Option<Error>,
    is_done: bool,
}

struct Hit {
    game: u32,
    key: Vec<u8>,
}

/// Games that one thread looks at.
struct GameRange {
    number: usize,
    games: Vec<u32>,
}

impl Library {
    /// Begins a search. It runs in its own threads; [`Search::poll`] returns the results.
    #[must_use]
    pub fn search(&self, request: Request) -> Search {
        let thread_count = self.options.scan.thread_count.get();
        let order = request.order.is_some();
        let temp = self.options.temp.clone();
        let sorter = order.then(|| Sorter::new(Folder(temp.clone()), NoTail, BUDGET));
        let state = Arc::new(SearchState {
            library: Arc::clone(&self.shared),
            request,
            temp,
            is_canceled: AtomicBool::new(false),
            work: Mutex::new(SearchWork { thread_count, sorter, ..SearchWork::default() }),
        });
        let first = Arc::clone(&state);
        thread::spawn(move || {
            let narrowed = first.narrowed();
            let others: Vec<_> = (1..thread_count)
                .map(|_| {
                    let (state, narrowed) = (Arc::clone(&first), narrowed.clone());
                    thread::spawn(move || state.run(narrowed.as_deref()))
                })
                .collect();
            first.run(narrowed.as_deref());
            drop(others);
        });
        Search { state }
    }
}

impl Search {
    /// Appends the games found since the last call. An ordered search returns nothing before all
    /// games were tested.
    ///
    /// # Errors
    /// When games cannot be read; the search is then over.
    pub fn poll(&mut self, found: &mut Vec<u32>) -> Result<Progress, Error> {
        let mut work = self.state.lock();
        if let Some(error) = work.error.take() {
            work.is_done = true;
            return Err(error);
        }
        found.append(&mut work.found);
        Ok(Progress { seen_count: work.seen_count, is_done: work.is_done })
    }
}

impl Drop for Search {
    /// The search ends soon after.
    fn drop(&mut self) {
        self.state.is_canceled.store(true, Ordering::Relaxed);
        self.state.library.has_grown.notify_all();
    }
}

impl SearchState {
    fn lock(&self) -> MutexGuard<'_, SearchWork> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_canceled(&self) -> bool {
        self.is_canceled.load(Ordering::Relaxed) || self.library.is_canceled()
    }

    /// The games that indexes leave, where the files have some that fit and all games are known.
    fn narrowed(&self) -> Option<Arc<Vec<u32>>> {
        let query = self.request.query.as_ref()?;
        if self.request.among.is_some() {
            return None;
        }
        let catalog = self.library.lock();
        if !catalog.is_complete {
            return None;
        }
        let volumes: Vec<_> = (0..catalog.volumes.len())
            .map(|idx| (catalog.volumes[idx].clone(), catalog.games_of(idx)))
            .collect();
        drop(catalog);
        let mut all = Vec::new();
        let mut is_narrower = false;
        for (volume, games) in volumes {
            let few = match &volume.kept {
                StoredText::InPlace(path) => Index::open(path, volume.encoding).ok(),
                StoredText::Spooled(_) => None,
            };
            let few = few
                .filter(|index| index.game_count() as usize == games.len())
                .and_then(|index| index.few_candidates(query).ok().flatten());
            match few {
                Some(few) => {
                    is_narrower = true;
                    all.extend(few.into_iter().map(|game| games.start as u32 + game));
                }
                None => all.extend(games.map(|game| game as u32)),
            }
        }
        is_narrower.then(|| Arc::new(all))
    }

    fn run(&self, narrowed: Option<&Vec<u32>>) {
        let mut reader = Reader::new(&self.request);
        while let Some(batch) = self.claim(narrowed) {
            match reader.look(&batch.games, self) {
                Ok(hits) => self.deliver(&batch, hits),
                Err(error) => {
                    self.lock().error.get_or_insert(error);
                    self.is_canceled.store(true, Ordering::Relaxed);
                }
            }
        }
        let is_last = {
            let mut work = self.lock();
            work.thread_count -= 1;
            work.thread_count == 0
        };
        if is_last {
            self.finish();
        }
    }

    /// The next games to look at; waits while the list still grows.
    fn claim(&self, narrowed: Option<&Vec<u32>>) -> Option<GameRange> {
        let among = narrowed.or(self.request.among.as_deref());
        loop {
            if self.is_canceled() {
                return None;
            }
            let mut catalog = self.library.lock();
            let game_count = among.map_or(catalog.game_count(), Vec::len);
            let mut work = self.lock();
            if work.next_at < game_count {
                let range = work.next_at..game_count.min(work.next_at + BATCH_GAMES);
                let number = work.claimed_count;
                (work.next_at, work.claimed_count) = (range.end, number + 1);
                let games = match among {
                    Some(among) => among[range].to_vec(),
                    None => range.map(|game| game as u32).collect(),
                };
                return Some(GameRange { number, games });
            }
            if among.is_some() || catalog.is_complete {
                return None;
            }
            drop(work);
            catalog = self.library.has_grown.wait(catalog).unwrap_or_else(PoisonError::into_inner);
            drop(catalog);
        }
    }

    /// Takes the result of a batch, in the order of batches.
    fn deliver(&self, batch: &GameRange, hits: Vec<Hit>) {
        let mut work = self.lock();
        work.seen_count += batch.games.len();
        work.early.insert(batch.number, hits);
        loop {
            let number = work.delivered_count;
            let Some(hits) = work.early.remove(&number) else { return };
            work.delivered_count += 1;
            for hit in hits {
                let Some(sorter) = &mut work.sorter else {
                    work.found.push(hit.game);
                    continue;
                };
                if let Err(error) = sorter.push(&hit.key, &hit.game.to_le_bytes()) {
                    let error = self.on_disk_error(error);
                    work.error.get_or_insert(error);
                    self.is_canceled.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    }

    fn on_disk_error(&self, error: std::io::Error) -> Error {
        Error::from_io(format!("temporary files in {}", self.temp.display()), error)
    }

    /// All games were tested: the sorted ones are the result.
    fn finish(&self) {
        let sorter = self.lock().sorter.take();
        let done = match sorter.filter(|_| !self.is_canceled()) {
            Some(sorter) => sorter.finish().and_then(|mut sorted| self.drain(&mut sorted)),
            None => Ok(()),
        };
        let mut work = self.lock();
        if let Err(error) = done {
            let error = self.on_disk_error(error);
            work.error.get_or_insert(error);
        }
        work.is_done = true;
    }

    fn drain(&self, sorted: &mut Sorted<NoTail>) -> std::io::Result<()> {
        loop {
            let mut some = Vec::new();
            while some.len() < SORTED_AT_ONCE
                && let Some((_, load)) = sorted.next_item()?
            {
                let bytes = load.try_into().unwrap_or_default();
                some.push(u32::from_le_bytes(bytes));
            }
            if some.is_empty() || self.is_canceled() {
                return Ok(());
            }
            self.lock().found.append(&mut some);
        }
    }
}

/// Consecutive games of one file, which are read at once.
pub(super) struct Stretch {
    volume_idx: usize,
    pub(super) name: String,
    pub(super) how: How,
    text: TextPlace,
    len: u64,
    games: Vec<(u32, GamePlace)>,
}

/// The state of a thread that tests games.
struct Reader {
    matcher: Option<Matcher>,
    order: Option<Order>,
    encoding: Choice,
    games: RegionReader,
    text: Vec<u8>,
}

impl Reader {
    fn new(request: &Request) -> Reader {
        let encoding = Choice::Auto;
        Reader {
            matcher: request.query.as_ref().map(|query| query.matcher(encoding)),
            order: request.order.clone(),
            encoding,
            games: reader(encoding, request.order.as_ref()),
            text: Vec::new(),
        }
    }

    /// Tests games, and returns the matches.
    fn look(&mut self, games: &[u32], state: &SearchState) -> Result<Vec<Hit>, Error> {
        let mut hits = Vec::new();
        if self.matcher.is_none() && self.order.is_none() {
            hits.extend(games.iter().map(|&game| Hit { game, key: Vec::new() }));
            return Ok(hits);
        }
        let mut text = std::mem::take(&mut self.text);
        let is_canceled = || state.is_canceled();
        let read = each_region(games, &state.library, &mut text, is_canceled, |game, at, how| {
            hits.extend(self.test(game, at, how));
        });
        self.text = text;
        read.map(|()| hits)
    }

    /// Whether a game is found, and its key.
    fn test(&mut self, game: u32, region: &Region<'_>, stretch: &Stretch) -> Option<Hit> {
        let Stretch { name, how, .. } = stretch;
        if let Some(matcher) = &mut self.matcher {
            matcher.set_encoding(how.encoding);
            matcher.test(region, name).filter(|verdict| verdict.holds())?;
        }
        let mut key = Vec::new();
        if let Some(order) = &self.order {
            if self.encoding != how.encoding {
                self.encoding = how.encoding;
                self.games = reader(how.encoding, Some(order));
            }
            self.games.set_letters(how.language.letters(region, &mut ()));
            self.games.read(region);
            if let Some(read) = self.games.game() {
                // Its number in the list, which is the one that lists show.
                let source = Some((name.as_str(), u64::from(game) + 1));
                let encoding = how.encoding;
                let view =
                    GameView { source, encoding, region: Some(region), ..GameView::of(read) };
                push_field(&order.field, &view, order.is_descending, &mut key);
            }
        }
        Some(Hit { game, key })
    }
}

/// Reads as much of games as their order needs.
fn reader(encoding: Choice, order: Option<&Order>) -> RegionReader {
    let needs_tags_only = order.is_none_or(|order| match &order.field {
        Field::Tag(name) => name != "Result",
        Field::Fact(fact) => fact.row().cost == Cost::Tags,
    });
    match needs_tags_only {
        true => RegionReader::tags_only(encoding),
        false => RegionReader::new(encoding),
    }
}

/// Reads games in order, until it is canceled, and gives each with its place in a file.
pub(super) fn each_region(
    games: &[u32],
    library: &LibraryState,
    text: &mut Vec<u8>,
    is_canceled: impl Fn() -> bool,
    mut take: impl FnMut(u32, &Region<'_>, &Stretch),
) -> Result<(), Error> {
    let mut left = games;
    while !left.is_empty() && !is_canceled() {
        let stretch = stretch_of(left, &mut library.lock())?;
        left = &left[stretch.games.len()..];
        match &stretch.text {
            TextPlace::Held(held) => {
                text.clear();
                text.extend_from_slice(held);
            }
            TextPlace::File { file, offset } => read_into(file, *offset, stretch.len, text)
                .map_err(|error| cut_short(&stretch.name, error))?,
        }
        let first = stretch.games[0].1.start;
        for (game, place) in &stretch.games {
            let from = match &stretch.text {
                TextPlace::Held(_) => 0,
                TextPlace::File { .. } => (place.start - first) as usize,
            };
            let region = place.region(&text[from..from + place.len as usize]);
            take(*game, &region, &stretch);
        }
    }
    Ok(())
}

fn read_into(file: &SharedFile, offset: u64, len: u64, text: &mut Vec<u8>) -> std::io::Result<()> {
    text.clear();
    text.resize(usize::try_from(len).unwrap_or(usize::MAX), 0);
    file.read_exact_at(offset, text)
}

/// The first of some games, with those that are read together with it.
fn stretch_of(games: &[u32], catalog: &mut Catalog) -> Result<Stretch, Error> {
    let located = catalog.locate(games[0] as usize)?;
    let volume_idx = located.volume_idx;
    let known = catalog.games_of(volume_idx);
    let volume = &catalog.volumes[volume_idx];
    let mut stretch = Stretch {
        volume_idx,
        name: volume.name.clone(),
        how: How { encoding: volume.encoding, language: volume.language },
        text: located.text,
        len: u64::from(located.place.len),
        games: vec![(games[0], located.place)],
    };
    if matches!(stretch.text, TextPlace::Held(_)) {
        return Ok(stretch);
    }
    let has_saved = !catalog.volumes[stretch.volume_idx].saved.is_empty();
    for &game in &games[1..] {
        let place = match catalog.place(game as usize) {
            Some(place) if known.contains(&(game as usize)) && !has_saved => place,
            _ => break,
        };
        let end = place.start + u64::from(place.len);
        let first = stretch.games[0].1.start;
        // They follow each other, and what is between is not much.
        let is_near = place.start >= first + stretch.len
            && end - first <= READ_BYTES
            && place.start - (first + stretch.len) <= READ_BYTES / 16;
        if !is_near {
            break;
        }
        stretch.len = end - first;
        stretch.games.push((game, place));
    }
    Ok(stretch)
}
