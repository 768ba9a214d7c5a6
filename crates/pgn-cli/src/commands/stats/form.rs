//! What every form of a report must know how to write.
//!
//! Owns: the trait, the head of a report, numbers as text. Knows nothing of: any form.
//! Standard: none.
//! Start at [`Form`].

use super::section::Section;
use pgn_db::stats::{Row, Totals};

/// What is said of all games.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    pub(super) n_files: u64,
    /// Games that were read.
    pub(super) n_games: u64,
    /// Those that are counted.
    pub(super) n_counted: u64,
    /// Those of them with a move that cannot be played.
    pub(super) n_broken: u64,
    /// Whose games are counted alone.
    pub(super) player: Option<String>,
}

/// A form of a report. Everything is appended to `out`.
pub(super) trait Form {
    /// The report begins.
    fn begin(&mut self, out: &mut Vec<u8>);
    /// A table begins; `ahead` are its first rows, all of them if there are not very many.
    fn begin_table(&mut self, section: &Section, totals: Totals, ahead: &[Row], out: &mut Vec<u8>);
    /// A row.
    fn row(&mut self, section: &Section, row: &Row, out: &mut Vec<u8>);
    /// The table is over; `rest` is what was not shown of it.
    fn end_table(&mut self, section: &Section, rest: Totals, out: &mut Vec<u8>);
    /// The report is over.
    fn end(&mut self, out: &mut Vec<u8>);
}

/// The values of a row as text; those that are not known are `None`.
pub(super) fn labels(section: &Section, row: &Row) -> Vec<Option<String>> {
    let is_sided = section.table.is_sided();
    let words = section.table.words().iter().zip(&row.values);
    words.map(|(word, value)| word.label(value, is_sided).map(|it| it.into_owned())).collect()
}

/// A share as percent with one digit behind the point, halves up: `56.3`.
pub(super) fn percent(part: u64, whole: u64) -> Option<String> {
    let part = u128::from(part);
    let tenths = (part * 2_000 + u128::from(whole)).checked_div(2 * u128::from(whole))?;
    Some(format!("{}.{}", tenths / 10, tenths % 10))
}

/// A mean of plies as moves with one digit behind the point.
pub(super) fn moves_of_plies(sum: u64, n: u64) -> Option<String> {
    // Two plies are a move.
    let (sum, n) = (u128::from(sum), u128::from(n));
    let tenths = (sum * 10 + n).checked_div(2 * n)?;
    Some(format!("{}.{}", tenths / 10, tenths % 10))
}

/// A date of digits as far as it is known: `2018.03.10`, `2018.03`, `2018`.
pub(super) fn date(digits: u64) -> String {
    let (year, month, day) = (digits / 10_000, digits / 100 % 100, digits % 100);
    match (month, day) {
        (0, _) => format!("{year:04}"),
        (_, 0) => format!("{year:04}.{month:02}"),
        (_, _) => format!("{year:04}.{month:02}.{day:02}"),
    }
}
