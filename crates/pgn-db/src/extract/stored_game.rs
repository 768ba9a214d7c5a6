//! A stored game: its text with what is needed to read it again (D-01).

use crate::record::{DRAFT_ENCODING, RecordText, UnreadLines};
use crate::scan::Cut;
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::chess::Variant;
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
    /// Whether it is a game or the line of a record.
    pub cut: Cut,
    /// The variant of a record, if it was given.
    pub variant: Option<Variant>,
}

/// Set in the first byte of a stored record; the variant is in the second one.
const RECORD: u8 = 0x80;

/// Begins a stored game; the text follows.
pub(super) fn begin(encoding: Choice, stored: &mut Vec<u8>) {
    stored.push(encoding.number());
}

/// The same for a record, by its encoding and its variant.
pub(super) fn begin_record((encoding, variant): (Choice, Option<Variant>), stored: &mut Vec<u8>) {
    let variant = variant.and_then(|it| Variant::ALL.iter().position(|known| *known == it));
    stored.push(RECORD | encoding.number());
    stored.push(variant.map_or(0, |at| at as u8 + 1));
}

/// Opens a stored game, as returned in a [`GameBatch`](super::GameBatch).
#[must_use]
pub fn open_stored(stored: &[u8]) -> StoredGame<'_> {
    let (number, text) = stored.split_first().map_or((0, stored), |(first, rest)| (*first, rest));
    let encoding = Choice::from_number(number & !RECORD).unwrap_or_default();
    if number & RECORD == 0 {
        return StoredGame { text, encoding, cut: Cut::Games, variant: None };
    }
    let (variant, text) = text.split_first().map_or((0, text), |(first, rest)| (*first, rest));
    let variant = usize::from(variant).checked_sub(1).and_then(|at| Variant::ALL.get(at));
    StoredGame { text, encoding, cut: Cut::Lines, variant: variant.copied() }
}

/// Reads the games of stored games, one after the other in the same memory.
#[derive(Debug)]
pub struct StoredGameReader {
    encoding: Choice,
    games: RegionReader,
    records: RecordText,
}

impl Default for StoredGameReader {
    fn default() -> StoredGameReader {
        StoredGameReader::new(Choice::Auto)
    }
}

impl StoredGameReader {
    fn new(encoding: Choice) -> StoredGameReader {
        let records = RecordText::default();
        StoredGameReader { encoding, games: RegionReader::new(encoding), records }
    }

    /// Reads a stored game; `None` if its text is not a game.
    pub fn read(&mut self, stored: &[u8]) -> Option<&Game> {
        let StoredGame { text, encoding, cut, variant } = open_stored(stored);
        let needed = if cut == Cut::Lines { DRAFT_ENCODING } else { encoding };
        if self.encoding != needed {
            *self = StoredGameReader::new(needed);
        }
        let region = as_region(text);
        let region = match cut {
            Cut::Games => region,
            Cut::Lines => {
                let rules = (encoding, variant);
                self.records.game_of(&region, rules, &mut UnreadLines::default())?
            }
        };
        self.games.read(&region);
        self.games.game()
    }
}

/// A stored game with its layout, so that unchanged parts are written unchanged; `None` if its text
/// is not a game.
#[must_use]
pub fn read_stored(stored: &[u8]) -> Option<(Game, Layout)> {
    let StoredGame { text, encoding, .. } = open_stored(stored);
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
