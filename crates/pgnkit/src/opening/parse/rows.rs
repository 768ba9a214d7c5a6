//! Tables with a line an opening: code, tab, name, tab, moves.
//!
//! ```text
//! row = code TAB name TAB moves
//! ```
//!
//! The first row may name the columns, `eco`, `name` and `pgn` in any order, and others that are
//! ignored. Without it, a row has three columns, or five as in the tables that Lichess builds:
//! `uci` and `epd` come after the moves. Empty lines and those that begin with `#` are skipped.
//!
//! Standard: §9.4.

use super::TableErrorKind;
use super::line::{TableLine, TableLines};
use pgn_syntax::Location;

/// Where the columns are that are read.
struct RowColumns {
    code: usize,
    name: usize,
    moves: usize,
    /// How many columns a row may have.
    n: &'static [usize],
    n_named: usize,
}

/// Those of a table that does not name them: the three, perhaps with the two that Lichess adds.
const USUAL: RowColumns = RowColumns { code: 0, name: 1, moves: 2, n: &[3, 5], n_named: 0 };

impl RowColumns {
    /// The columns that the first row names; `None` if it is a row like the others.
    fn named(row: &str) -> Option<RowColumns> {
        let names: Vec<String> = row.split('\t').map(|name| name.trim().to_lowercase()).collect();
        let place = |known: &[&str]| names.iter().position(|name| known.contains(&&**name));
        let code = place(&["eco", "code"])?;
        let (name, moves) = (place(&["name"]).unwrap_or(1), place(&["pgn", "moves"]).unwrap_or(2));
        Some(RowColumns { code, name, moves, n: &[], n_named: names.len() })
    }

    fn have(&self, n: usize) -> bool {
        let is_enough = n > self.code.max(self.name).max(self.moves);
        is_enough && (n == self.n_named || self.n.contains(&n))
    }
}

pub(super) fn read(text: &str, lines: &mut TableLines) {
    let mut columns = None;
    for (idx, row) in text.lines().enumerate() {
        if row.trim().is_empty() || row.starts_with('#') {
            continue;
        }
        match &columns {
            Some(columns) => read_row(row, columns, idx as u64 + 1, lines),
            None => {
                let named = RowColumns::named(row);
                if named.is_none() {
                    read_row(row, &USUAL, idx as u64 + 1, lines);
                }
                columns = Some(named.unwrap_or(USUAL));
            }
        }
    }
}

fn read_row(row: &str, columns: &RowColumns, line: u64, lines: &mut TableLines) {
    let cells: Vec<&str> = row.split('\t').collect();
    let start = Location { line, column: 1 };
    if !columns.have(cells.len()) {
        return lines.fault(start, TableErrorKind::Columns(cells.len()));
    }
    let place = |n: usize| {
        let len = cells[..n].iter().map(|cell| cell.len() + 1).sum::<usize>();
        start.after(&row.as_bytes()[..len])
    };
    let moves_place = place(columns.moves);
    let Some(code) = lines.code(cells[columns.code].trim(), place(columns.code)) else { return };
    let name = cells[columns.name].trim();
    if name.is_empty() {
        return lines.fault(place(columns.name), TableErrorKind::NoName);
    }
    let line = TableLine { place: moves_place, code, name, cuts: None, may_be_empty: false };
    lines.add(&line, cells[columns.moves].as_bytes(), moves_place);
}
