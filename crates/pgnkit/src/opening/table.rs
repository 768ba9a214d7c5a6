//! The table of positions and the openings they belong to.
//!
//! Standard: §9.3, §9.4, §19. Decisions: D-52.

use super::name::{Cuts, Name};
use super::parse::{self, TableError};
use super::standard;
use crate::game::Game;
use crate::tag::Eco;
use pgn_chess::{Position, Variant};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// The opening of a game or position.
///
/// ```
/// use pgnkit::{Game, opening::Table};
/// let game: Game = "1. e4 c5 *".parse()?;
/// let opening = Table::standard().classify(&game).unwrap();
/// assert_eq!(opening.code.to_string(), "B20");
/// assert_eq!(opening.name.as_str(), "Sicilian Defense");
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Opening<'t> {
    /// Its code.
    pub code: Eco,
    /// Its name.
    pub name: Name<'t>,
    /// The number of plies after which its position occurred.
    pub ply: u32,
}

/// Openings by the positions that they lead to.
///
/// Positions are identified by their Polyglot keys, so move order does not matter. In a game, the
/// last position in the table counts. A lookup costs as much as one in a map. Only games of
/// ordinary chess from the usual start position have openings.
///
/// ```
/// # use pgnkit::opening::Table;
/// let openings = Table::parse(b"B20\tSicilian Defense\te4 c5\n");
/// assert!(openings.is_ok_and(|table| table.len() == 1));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Table {
    rows: Vec<OpeningRow>,
    names: String,
    by_key: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    n_plies_max: u32,
    repeated: Vec<TableError>,
}

#[derive(Debug, Clone)]
pub(super) struct OpeningRow {
    code: Eco,
    name: Range<u32>,
    cuts: Cuts,
}

impl Table {
    /// The built-in table: 3,807 lines from the public lists of Lichess.
    ///
    /// It is built at the first
    /// call, which takes about a millisecond.
    ///
    /// ```
    /// # use pgnkit::{Game, opening::Table};
    /// assert!(!Table::standard().is_empty());
    /// ```
    #[must_use]
    pub fn standard() -> &'static Table {
        standard::table()
    }

    /// Reads a table: lines of code, name and moves, separated by tabs, as Lichess has them; or
    /// games with the tags ECO, Opening, Variation and SubVariation; or lines of code, name in
    /// quotes and moves up to an asterisk, as SCID has them. The first line may name the columns;
    /// there may then be others, such as `uci` and `epd`. If two lines lead to one position, the
    /// later one counts; [`repeated`](Table::repeated) lists those with the same moves and another
    /// name. Letters and digits after a code, as in `B90k1`, are ignored.
    ///
    /// # Errors
    /// With all errors, in the order of the text, at most [`Table::FAULTS_MAX`].
    ///
    /// ```
    /// use pgnkit::opening::Table;
    /// assert!(Table::parse(b"B20\tSicilian Defense\te4 c5\n").is_ok());
    /// assert!(Table::parse(b"B20\tSicilian Defense\te4 e4\n").is_err());
    /// ```
    pub fn parse(text: &[u8]) -> Result<Table, Vec<TableError>> {
        parse::table(text)
    }

    /// The maximum number of errors that are reported for a table.
    #[doc(hidden)]
    pub const FAULTS_MAX: usize = 100;

    /// The lines whose moves already had another name, at most [`Table::FAULTS_MAX`].
    #[must_use]
    pub fn repeated(&self) -> &[TableError] {
        &self.repeated
    }

    /// Notes that moves had another name before.
    pub(super) fn note_repeated(&mut self, fault: TableError) {
        if self.repeated.len() < Table::FAULTS_MAX {
            self.repeated.push(fault);
        }
    }

    /// Number of positions that have a name.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_key.len()
    }

    /// Whether no position has a name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// Number of plies of the longest line: later positions of a game are not in the table.
    #[doc(hidden)]
    #[must_use]
    pub fn n_plies_max(&self) -> u32 {
        self.n_plies_max
    }

    /// The opening of a position that occurs after `ply` plies.
    #[must_use]
    #[inline]
    pub fn at(&self, position: &Position, ply: u32) -> Option<Opening<'_>> {
        self.row_of(position.polyglot_key()).map(|row| self.opening(row, ply))
    }

    /// The opening of a game: of the last position in its main line that the table has.
    ///
    /// ```
    /// # use pgnkit::{Game, opening::Table};
    /// let game: Game = "1. e4 c5 *".parse()?;
    /// let opening = Table::standard().classify(&game).expect("an opening");
    /// assert_eq!(opening.code.to_string(), "B20");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn classify(&self, game: &Game) -> Option<Opening<'_>> {
        let mut position = game.start_position().filter(has_openings)?;
        let mut found = self.row_of(position.polyglot_key()).map(|row| (row, 0));
        for (ply, node) in (1..=self.n_plies_max).zip(game.main_line()) {
            // A null move does not lead to an opening, but the moves after it may.
            let Some(crate::game::MoveText::Move(mv)) = game.tree().mv(node) else { break };
            position.play_unchecked(mv);
            found = self.row_of(position.polyglot_key()).map(|row| (row, ply)).or(found);
        }
        found.map(|(row, ply)| self.opening(row, ply))
    }

    /// The names of its openings; one may occur several times.
    #[doc(hidden)]
    pub fn names(&self) -> impl Iterator<Item = Name<'_>> {
        (0..self.rows.len() as u32).map(|row| self.opening(row, 0).name)
    }

    /// The number of the row of a position by its key.
    #[inline]
    pub(super) fn row_of(&self, key: u64) -> Option<u32> {
        self.by_key.get(&key).copied()
    }

    pub(super) fn opening(&self, row: u32, ply: u32) -> Opening<'_> {
        let row = &self.rows[row as usize];
        let name = &self.names[row.name.start as usize..row.name.end as usize];
        Opening { code: row.code, name: Name::cut(name, row.cuts), ply }
    }

    /// Reserves memory.
    pub(super) fn with_capacity(n_rows: usize, names_bytes: usize) -> Table {
        Table {
            rows: Vec::with_capacity(n_rows),
            names: String::with_capacity(names_bytes),
            by_key: HashMap::with_capacity_and_hasher(n_rows, BuildHasherDefault::default()),
            n_plies_max: 0,
            repeated: Vec::new(),
        }
    }

    /// Adds the opening of a position that a line of `n_plies` leads to; a later one counts.
    pub(super) fn push(&mut self, key: u64, n_plies: u32, code: Eco, name: &str, cuts: Cuts) {
        let number = self.rows.len() as u32;
        let range = match self.rows.last() {
            Some(last) if self.opening(number - 1, 0).name.as_str() == name => last.name.clone(),
            Some(_) | None => {
                let from = self.names.len() as u32;
                self.names.push_str(name);
                from..self.names.len() as u32
            }
        };
        self.rows.push(OpeningRow { code, name: range, cuts });
        self.n_plies_max = self.n_plies_max.max(n_plies);
        self.by_key.insert(key, number);
    }
}

/// Whether games from this position have openings.
pub(super) fn has_openings(start: &Position) -> bool {
    start.variant() == Variant::Standard && start.same_position(&Position::start())
}

/// Keys are random already.
#[derive(Debug, Clone, Copy, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
