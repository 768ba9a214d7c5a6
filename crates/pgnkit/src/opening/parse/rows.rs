//! Tables with a line an opening: code, tab, name, tab, moves.
//!
//! ```text
//! row = code TAB name TAB moves
//! ```
//!
//! The first row may name the columns; empty lines and those that begin with `#` are passed over.
//!
//! Owns: this form. Knows nothing of: moves.
//! Standard: §9.4. Decisions: none.
//! Start at [`read`].

use super::TableFaultKind;
use super::line::{Line, Lines};
use pgn_syntax::Location;

pub(super) fn read(text: &str, lines: &mut Lines) {
    let mut is_first = true;
    for (idx, row) in text.lines().enumerate() {
        if row.trim().is_empty() || row.starts_with('#') {
            continue;
        }
        let names_columns = std::mem::take(&mut is_first)
            && row.split('\t').next().is_some_and(|name| name.trim().eq_ignore_ascii_case("eco"));
        if !names_columns {
            read_row(row, idx as u64 + 1, lines);
        }
    }
}

fn read_row(row: &str, line: u64, lines: &mut Lines) {
    let columns: Vec<&str> = row.split('\t').collect();
    let start = Location { line, column: 1 };
    let [code, name, moves] = columns[..] else {
        return lines.fault(start, TableFaultKind::Columns(columns.len()));
    };
    let name_place = start.after(&row.as_bytes()[..=code.len()]);
    let moves_from = row.len() - moves.len();
    let moves_place = start.after(&row.as_bytes()[..moves_from]);
    let Some(code) = lines.code(code.trim(), start) else { return };
    let name = name.trim();
    if name.is_empty() {
        return lines.fault(name_place, TableFaultKind::NoName);
    }
    let line = Line { place: moves_place, code, name, cuts: None, may_be_empty: false };
    lines.add(&line, moves.as_bytes(), moves_place);
}
