//! A library: the games of files, open for reading in any order while their number still grows
//! (D-01).
//!
//! ```text
//! sources ─ scan ─ list of places ─┬─ text of a game ─ tags, game with layout
//!            │                     ├─ search ─ numbers of games
//!            └ temporary file      └─ save: the file with new texts of some games
//! ```
//!
//! A plain file is read in place, and its index, if it has one, makes the list without reading it;
//! input that is compressed, in an archive, a database or a pipe is stored as text in an unnamed
//! temporary file. Memory: 24 bytes per game, and the text in flight.
//!
//! Start at [`Library::open`].

mod catalog;
mod gather;
mod save;
mod search;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::error::{Error, ErrorKind};
use crate::scan;
use crate::source::{Inputs, SharedCount};
use catalog::{Catalog, Located, TextPlace};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::chess::notation::letters::Letters;
use pgnkit::chess::notation::san::SanOptions;
use pgnkit::game::{Layout, Tags};
use pgnkit::read::{LanguageChoice, Note, read_region_tags, read_region_with_layout};
use pgnkit::syntax::{Diagnostic, Region};

pub use save::NewText;
pub use search::{Order, Progress, Request, Search};
pub use walk::GameWalk;

/// How a library is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// How to read the sources. By default, the text in flight is limited to 8 MiB.
    pub scan: scan::Options,
    /// The folder for the temporary file.
    pub temp: PathBuf,
}

/// The amount of text in flight while the list is made, in bytes.
const UNDER_WAY_BYTES: usize = 8 << 20;

impl Default for Options {
    /// All threads of the machine, and the system's folder for temporary files.
    fn default() -> Options {
        let thread_count = scan::usable_threads(None);
        let under_way_bytes = UNDER_WAY_BYTES;
        let scan = scan::Options { thread_count, under_way_bytes, ..scan::Options::default() };
        Options { scan, temp: std::env::temp_dir() }
    }
}

/// The place of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of its source; see [`Source::name`](crate::source::Source::name).
    pub file: String,
    /// Its number there, from 1.
    pub number: u64,
    /// The line on which it begins, from 1: in the text that was read, if that was unpacked.
    pub line: u64,
}

/// A game that was read.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game.
    pub game: Game,
    /// Its layout, so that unedited parts can be written unchanged.
    pub layout: Layout,
    /// The diagnostics of its text; spans count from the beginning of its region.
    pub faults: Vec<Diagnostic>,
    /// The letters of the pieces in its text, if they are not English.
    pub letters: Option<Letters>,
}

/// The state shared by the thread that reads and all others.
#[derive(Debug, Default)]
struct LibraryState {
    catalog: Mutex<Catalog>,
    has_grown: Condvar,
    is_canceled: AtomicBool,
}

impl LibraryState {
    fn lock(&self) -> MutexGuard<'_, Catalog> {
        self.catalog.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_canceled(&self) -> bool {
        self.is_canceled.load(Ordering::Relaxed)
    }
}

/// The number of games whose tags are cached.
const TAGS_KEPT: usize = 512;

/// The games of some inputs, by their numbers in the list, from 0.
///
/// ```
/// use pgn_db::library::{Library, Options};
/// use pgn_db::source::Inputs;
///
/// # let folder = std::env::temp_dir().join(format!("library-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("games.pgn");
/// std::fs::write(&path, "[White \"Tal\"]\n\n1. e4 e5 *\n\n[White \"Benko\"]\n\n1. g3 *\n")?;
/// let library = Library::open(Inputs::gather(&[path]), Options::default());
/// library.wait();
/// assert_eq!(library.game_count(), 2);
/// assert_eq!(library.tags(1)?.get("White"), Some("Benko"));
/// assert_eq!(library.read(0)?.game.n_plies(), 2);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Library {
    shared: Arc<LibraryState>,
    tags: Mutex<VecDeque<(usize, Tags)>>,
    options: Options,
    read_bytes: SharedCount,
    total_bytes: Option<u64>,
}

impl Drop for Library {
    /// Reading and searching end soon after.
    fn drop(&mut self) {
        self.shared.is_canceled.store(true, Ordering::Relaxed);
        self.shared.has_grown.notify_all();
    }
}

impl Library {
    /// Opens inputs, and reads them in a separate thread.
    #[must_use]
    pub fn open(inputs: Inputs, options: Options) -> Library {
        let shared = Arc::new(LibraryState::default());
        let (read_bytes, total_bytes) = (inputs.read_bytes(), inputs.total_bytes());
        let (filled, scan, temp) = (Arc::clone(&shared), options.scan, options.temp.clone());
        thread::spawn(move || gather::gather(inputs, scan, &temp, &filled));
        Library { shared, tags: Mutex::default(), options, read_bytes, total_bytes }
    }

    /// How many games are known so far.
    #[must_use]
    pub fn game_count(&self) -> usize {
        self.shared.lock().game_count()
    }

    /// Whether all games are known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.shared.lock().is_complete
    }

    /// Waits until all games are known.
    pub fn wait(&self) {
        let _ = self.wait_for(usize::MAX);
    }

    /// Waits until this many games are known, or all; returns the number.
    pub fn wait_for(&self, game_count: usize) -> usize {
        let mut catalog = self.shared.lock();
        while !catalog.is_complete && catalog.game_count() < game_count {
            let waited = self.shared.has_grown.wait(catalog);
            catalog = waited.unwrap_or_else(PoisonError::into_inner);
        }
        catalog.game_count()
    }

    /// The number of bytes read and the total, before decompression; the second is unknown for a
    /// pipe.
    #[must_use]
    pub fn progress(&self) -> (u64, Option<u64>) {
        (self.read_bytes.get(), self.total_bytes)
    }

    /// The inputs that could not be read so far.
    #[must_use]
    pub fn errors(&self) -> Vec<Arc<Error>> {
        self.shared.lock().errors.clone()
    }

    /// The place of a game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn place(&self, game: usize) -> Result<Place, Error> {
        let catalog = self.shared.lock();
        let found = catalog.place(game).zip(catalog.volume_of(game));
        let (place, volume_idx) = found.ok_or_else(|| no_game(game))?;
        let file = catalog.volumes[volume_idx].name.clone();
        Ok(Place { file, number: place.number(), line: place.location().line })
    }

    /// The game with a number, from 1, of the first source whose name is accepted, if it is known
    /// by now.
    #[must_use]
    pub fn find(&self, is_wanted: impl Fn(&str) -> bool, number: u64) -> Option<usize> {
        let catalog = self.shared.lock();
        let idx = catalog.volumes.iter().position(|volume| is_wanted(&volume.name))?;
        let before_count = usize::try_from(number.checked_sub(1)?).ok()?;
        catalog.games_of(idx).nth(before_count)
    }

    /// The plain file that a game is in, which can have an index; `None` for other games.
    #[must_use]
    pub fn plain_file(&self, game: usize) -> Option<PathBuf> {
        let catalog = self.shared.lock();
        match &catalog.volumes[catalog.volume_of(game)?].kept {
            catalog::StoredText::InPlace(path) => Some(path.clone()),
            catalog::StoredText::Spooled(_) => None,
        }
    }

    /// How files are read.
    #[must_use]
    pub fn scan_options(&self) -> &scan::Options {
        &self.options.scan
    }

    /// Whether a source has such a name.
    #[must_use]
    pub fn has(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        self.shared.lock().volumes.iter().any(|volume| is_wanted(&volume.name))
    }

    /// The text of a game: its region, with what is before it.
    ///
    /// # Errors
    /// If there is no such game, or the file cannot be read or has changed.
    pub fn text(&self, game: usize) -> Result<Vec<u8>, Error> {
        self.with_region(game, |region, _| region.text.to_vec())
    }

    /// Sees that the file of a game is still what was read. Costs a look at the file.
    ///
    /// # Errors
    /// If there is no such game, or another program has changed or removed its file.
    pub fn check_unchanged(&self, game: usize) -> Result<(), Error> {
        let volume = {
            let catalog = self.shared.lock();
            let volume_idx = catalog.volume_of(game).ok_or_else(|| no_game(game))?;
            catalog.volumes[volume_idx].clone()
        };
        if volume.has_changed() { Err(volume.changed()) } else { Ok(()) }
    }

    /// The tags of a game.
    ///
    /// # Errors
    /// As [`text`](Library::text).
    pub fn tags(&self, game: usize) -> Result<Tags, Error> {
        let mut kept = self.tags.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, tags)) = kept.iter().find(|(known, _)| *known == game) {
            return Ok(tags.clone());
        }
        let tags = self.with_region(game, |region, how| {
            let options = how.options();
            read_region_tags(region, options).map(|(game, _)| game.into_tags()).unwrap_or_default()
        })?;
        if kept.len() == TAGS_KEPT {
            kept.pop_front();
        }
        kept.push_back((game, tags.clone()));
        Ok(tags)
    }

    /// Reads a game, with its layout and its diagnostics.
    ///
    /// # Errors
    /// As [`text`](Library::text).
    pub fn read(&self, game: usize) -> Result<ReadGame, Error> {
        let read = self.with_region(game, |region, how| {
            let mut faults = Vec::new();
            let letters = how.language.letters(region, &mut faults);
            let lax = SanOptions::default().with_letters(letters);
            let options = how.options().with_lax(lax);
            let note = |note: Note<'_>| faults.push(note.diagnostic);
            let (game, layout) = read_region_with_layout(region, options, note)?;
            Some(ReadGame { game, layout, faults, letters })
        })?;
        read.ok_or_else(|| no_game(game))
    }

    fn with_region<T>(
        &self,
        game: usize,
        work: impl FnOnce(&Region<'_>, How) -> T,
    ) -> Result<T, Error> {
        let (located, name, how) = {
            let mut catalog = self.shared.lock();
            let located = catalog.locate(game)?;
            let volume = &catalog.volumes[located.volume_idx];
            let how = How { encoding: volume.encoding, language: volume.language };
            (located, volume.name.clone(), how)
        };
        let text = read_text(&located, &name)?;
        Ok(work(&located.place.region(&text), how))
    }

    /// Forgets what was kept of games.
    fn forget(&self) {
        self.tags.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// How the texts of a source are read.
#[derive(Clone, Copy)]
struct How {
    encoding: Choice,
    language: LanguageChoice,
}

impl How {
    fn options(self) -> pgnkit::read::ReadOptions {
        pgnkit::read::ReadOptions::default().with_encoding(self.encoding)
    }
}

fn no_game(game: usize) -> Error {
    let why = format!("there is no game {}", (game as u64).saturating_add(1));
    Error::new(ErrorKind::Usage, "the list", why)
}

fn read_text(located: &Located, name: &str) -> Result<Vec<u8>, Error> {
    match &located.text {
        TextPlace::Held(text) => Ok(text.to_vec()),
        TextPlace::File { file, offset } => {
            let mut text = vec![0; located.place.len as usize];
            file.read_exact_at(*offset, &mut text).map_err(|error| cut_short(name, error))?;
            Ok(text)
        }
    }
}

/// A file that ends before it did is not what it was.
fn cut_short(name: &str, error: std::io::Error) -> Error {
    match error.kind() {
        std::io::ErrorKind::UnexpectedEof => {
            let why = "was changed by another program since it was opened";
            Error::new(ErrorKind::Io, name, why)
        }
        _ => Error::from_io(name, error),
    }
}
