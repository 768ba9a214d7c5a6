//! The rows of a table in order.

use std::io;
use std::str::FromStr;

use super::group::GroupCounts;
use super::tally::Tally;
use super::value::Value;
use crate::sort::{Budget, Disk, NoTail, Sorted, Sorter};
use pgnkit::named_enum;

named_enum! {
    /// The criteria for the order of rows.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    pub enum SortBy, name {
        /// The number of games, the most first.
        #[default]
        Games = "games",
        /// The values, numbers and letters upwards.
        Value = "value",
        /// The share of the points, the highest first.
        Score = "score",
        /// The performance, the highest first.
        Performance = "performance",
        /// The mean rating of the side, the highest first.
        Rating = "rating",
        /// The mean number of moves, the most first.
        Length = "length",
    }
}

/// An order of rows. Rows that are equal in it go by their number of games, and then by their
/// values; rows that have nothing to compare come last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The criterion.
    pub by: SortBy,
    /// The other way round.
    pub is_reversed: bool,
}

impl FromStr for SortBy {
    type Err = String;

    fn from_str(name: &str) -> Result<SortBy, String> {
        SortBy::from_name(name)
            .ok_or_else(|| format!("expected one of {}", SortBy::ALL.map(SortBy::name).join(", ")))
    }
}

impl Order {
    /// Appends the key of a row, whose values have this key.
    fn push_key(self, values: &[u8], tally: &Tally, key: &mut Vec<u8>) {
        /// Means and shares as whole numbers, fine enough to distinguish all fractions that games
        /// have.
        const UNITS: u128 = 1 << 40;
        let share = |sum: u64, n: u64| (u128::from(sum) * UNITS).checked_div(u128::from(n));
        let number = match self.by {
            SortBy::Value => None,
            SortBy::Games => Some(u128::from(tally.game_count)),
            SortBy::Score => share(tally.half_points(), 2 * tally.decided_count()),
            SortBy::Performance => {
                tally.performance().map(|it| (i128::from(it) + (1 << 40)) as u128)
            }
            SortBy::Rating => share(tally.rated.sum, tally.rated.n),
            SortBy::Length => share(tally.plies.sum, tally.plies.n),
        };
        if self.by == SortBy::Value {
            let turn = if self.is_reversed { 0xFF } else { 0 };
            key.extend(values.iter().map(|byte| byte ^ turn));
            return;
        }
        key.push(u8::from(number.is_none()));
        let number = number.unwrap_or_default();
        let number = if self.is_reversed { number } else { u128::MAX - number };
        key.extend_from_slice(&number.to_be_bytes());
        key.extend_from_slice(&(u64::MAX - tally.game_count).to_be_bytes());
        key.extend_from_slice(values);
    }
}

pub(super) struct Ranking<D: Disk> {
    sorter: Sorter<D, NoTail>,
    order: Order,
    game_count_min: u64,
    totals: Totals,
    key: Vec<u8>,
    load: Vec<u8>,
}

/// The common data of the rows of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Rows.
    pub row_count: u64,
    /// The games of all rows; a game may be in several.
    pub game_count: u64,
    /// The games of the row that has the most.
    pub game_count_max: u64,
    /// Rows that were left out because they have too few games, and their games.
    pub left_out_count: u64,
    /// See there.
    pub left_out_game_count: u64,
    /// All rows have nothing but values that are not known.
    pub is_unknown: bool,
}

/// Rows in order.
pub struct Ranked {
    sorted: Sorted<NoTail>,
    totals: Totals,
}

/// A group with its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The value of each word.
    pub values: Vec<Value<'static>>,
    /// The counts.
    pub tally: Tally,
}

impl<D: Disk> Ranking<D> {
    pub(super) fn new(disk: D, budget: Budget, order: Order, game_count_min: u64) -> Ranking<D> {
        let sorter = Sorter::new(disk, NoTail, budget);
        let totals = Totals { is_unknown: true, ..Totals::default() };
        Ranking { sorter, order, game_count_min, totals, key: Vec::new(), load: Vec::new() }
    }

    pub(super) fn push(&mut self, values: &[u8], group: &GroupCounts) -> io::Result<()> {
        let tally = &group.tally;
        let totals = &mut self.totals;
        if tally.game_count < self.game_count_min {
            totals.left_out_count += 1;
            totals.left_out_game_count += tally.game_count;
            return Ok(());
        }
        totals.row_count += 1;
        totals.game_count += tally.game_count;
        totals.game_count_max = totals.game_count_max.max(tally.game_count);
        let is_known = |value: Value<'_>| value != Value::Unknown;
        totals.is_unknown &= !Value::of_key(values).into_iter().any(is_known);
        self.key.clear();
        self.load.clear();
        self.order.push_key(values, tally, &mut self.key);
        self.load.extend_from_slice(&(values.len() as u64).to_be_bytes());
        self.load.extend_from_slice(values);
        group.encode(&mut self.load);
        self.sorter.push(&self.key, &self.load)
    }

    pub(super) fn finish(self) -> io::Result<Ranked> {
        Ok(Ranked { sorted: self.sorter.finish()?, totals: self.totals })
    }
}

impl Ranked {
    /// The common data of all rows.
    #[must_use]
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// The next row.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn next_row(&mut self) -> io::Result<Option<Row>> {
        let Some((_, load)) = self.sorted.next_item()? else { return Ok(None) };
        let (byte_count, rest) = load.split_at(load.len().min(8));
        let byte_count = u64::from_be_bytes(byte_count.try_into().unwrap_or_default()) as usize;
        let (values, group) = rest.split_at(rest.len().min(byte_count));
        let GroupCounts { tally, spelled } = GroupCounts::decode(group);
        let mut values = Value::of_key(values);
        spelled.show(&mut values);
        Ok(Some(Row { values, tally }))
    }
}
