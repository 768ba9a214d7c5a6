//! A stored game: its text with what is needed to read it again (D-01).

use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::game::Layout;
use pgnkit::read::{ReadOptions, RegionReader, read_region_with_layout};
use pgnkit::syntax::{GameEnd, GameStart, Location, Region};

/// A stored game, opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredGame<'a> {
    /// The text of the game, an empty line after it.
    pub text: &'a [u8],
    /// How to read it.
    pub encoding: Choice,
}

/// Begins a stored game; the text follows.
pub(super) fn begin(encoding: Choice, stored: &mut Vec<u8>) {
    stored.push(encoding.number());
}

/// Opens a stored game, as returned in a [`GameBatch`](super::GameBatch).
#[must_use]
pub fn open_stored(stored: &[u8]) -> StoredGame<'_> {
    let (number, text) = stored.split_first().map_or((0, stored), |(first, rest)| (*first, rest));
    let encoding = Choice::from_number(number).unwrap_or_default();
    StoredGame { text, encoding }
}

/// Reads the games of stored games, one after the other in the same memory.
#[derive(Debug)]
pub struct StoredGameReader {
    encoding: Choice,
    games: RegionReader,
}

impl Default for StoredGameReader {
    fn default() -> StoredGameReader {
        StoredGameReader::new(Choice::Auto)
    }
}

impl StoredGameReader {
    fn new(encoding: Choice) -> StoredGameReader {
        StoredGameReader { encoding, games: RegionReader::new(encoding) }
    }

    /// Reads a stored game; `None` if its text is not a game.
    pub fn read(&mut self, stored: &[u8]) -> Option<&Game> {
        let StoredGame { text, encoding } = open_stored(stored);
        if self.encoding != encoding {
            *self = StoredGameReader::new(encoding);
        }
        let region = as_region(text);
        self.games.read(&region);
        self.games.game()
    }
}

/// A stored game with its layout, so that unchanged parts are written unchanged; `None` if its text
/// is not a game.
#[must_use]
pub fn read_stored(stored: &[u8]) -> Option<(Game, Layout)> {
    let StoredGame { text, encoding } = open_stored(stored);
    let options = ReadOptions::default().with_encoding(encoding);
    read_region_with_layout(&as_region(text), options, ())
}

/// The text of a stored game as a region: a game among others, not the beginning of a file.
pub(super) fn as_region(text: &[u8]) -> Region<'_> {
    Region {
        text,
        start: GameStart(1),
        location: Location::START,
        n_games_before: 1,
        end: Some(GameEnd::Marker),
    }
}
