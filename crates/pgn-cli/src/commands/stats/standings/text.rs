//! Events to be read: plain lines, columns of the same width.
//!
//! Owns: this form. Knows nothing of: what stands in the tables.
//! Standard: none.
//! Start at [`Text`].

use std::iter::repeat_n;
use std::ops::Range;

use super::sheet::{Grid, Sheet};
use super::{EventForm, LeftOut, Shown};
use crate::commands::stats::form::Head;
use crate::terminal::counted;
use pgn_db::error::printable;

/// Events as text.
pub(in super::super) struct Text {
    n_events: u64,
    columns_max: usize,
}

/// So many letters of a name are left when a table is too wide for the terminal.
const NAME_MIN: usize = 18;

impl Text {
    /// Lines of at most so many columns, where that can be.
    pub(in super::super) fn new(columns_max: Option<usize>) -> Text {
        Text { n_events: 0, columns_max: columns_max.unwrap_or(usize::MAX) }
    }
}

/// Appends a table. One that is too wide has shorter names, and goes on below with the same number
/// and name before each line.
fn push_grid(grid: &Grid, columns_max: usize, out: &mut Vec<u8>) {
    let heads: Vec<String> = grid.columns.iter().map(|column| column.head.clone()).collect();
    let clean = |row: &Vec<String>| row.iter().map(|cell| printable(cell)).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = grid.rows.iter().map(clean).collect();
    let mut rows: Vec<Vec<String>> = std::iter::once(heads).chain(rows).collect();
    let mut widths = widths_of(&rows);
    let total = |widths: &[usize]| widths.iter().map(|width| width + 2).sum::<usize>();
    let too_much = total(&widths).saturating_sub(columns_max);
    if too_much > 0 {
        let name_max = widths[1].saturating_sub(too_much).max(NAME_MIN);
        rows.iter_mut().for_each(|row| cut(&mut row[1], name_max));
        widths = widths_of(&rows);
    }
    let n_fixed = 2.min(widths.len());
    let mut from = n_fixed;
    loop {
        let room = columns_max.saturating_sub(total(&widths[..n_fixed]));
        let mut to = from;
        while to < widths.len() && (to == from || total(&widths[from..=to]) <= room) {
            to += 1;
        }
        if from > n_fixed {
            out.push(b'\n');
        }
        push_part(grid, &rows, &widths, &[0..n_fixed, from..to], out);
        from = to;
        if from >= widths.len() {
            return;
        }
    }
}

fn widths_of(rows: &[Vec<String>]) -> Vec<usize> {
    let mut widths = vec![0; rows[0].len()];
    for row in rows {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = cell.chars().count().max(*widest);
        }
    }
    widths
}

/// Cuts what is longer.
fn cut(cell: &mut String, chars_max: usize) {
    if cell.chars().count() > chars_max {
        *cell = cell.chars().take(chars_max - 1).chain(['…']).collect();
    }
}

/// Appends some columns of a table.
fn push_part(
    grid: &Grid,
    rows: &[Vec<String>],
    widths: &[usize],
    parts: &[Range<usize>; 2],
    out: &mut Vec<u8>,
) {
    for row in rows {
        let mut line = String::new();
        for idx in parts.iter().cloned().flatten() {
            let (cell, width, column) = (&row[idx], widths[idx], &grid.columns[idx]);
            let gap = repeat_n(' ', width - cell.chars().count());
            line.push_str("  ");
            if column.is_text {
                line.push_str(cell);
                line.extend(gap);
            } else {
                line.extend(gap);
                line.push_str(cell);
            }
        }
        out.extend_from_slice(line.trim_end().as_bytes());
        out.push(b'\n');
    }
}

impl EventForm for Text {
    fn begin(&mut self, _: &Head, _: &mut Vec<u8>) {}

    fn event(&mut self, shown: &Shown<'_>, out: &mut Vec<u8>) {
        if self.n_events > 0 {
            out.push(b'\n');
        }
        self.n_events += 1;
        let sheet = Sheet::of(shown);
        let (heading, facts) = (printable(&sheet.heading), printable(&sheet.facts));
        out.extend_from_slice(format!("{heading}\n{facts}\n").as_bytes());
        for grid in [Some(&sheet.players), sheet.teams.as_ref()].into_iter().flatten() {
            out.push(b'\n');
            push_grid(grid, self.columns_max, out);
        }
        for note in &sheet.notes {
            out.extend_from_slice(format!("  {note}\n").as_bytes());
        }
    }

    fn end(&mut self, left_out: LeftOut, out: &mut Vec<u8>) {
        let LeftOut { n_events, n_games, n_nameless } = left_out;
        if self.n_events == 0 {
            out.extend_from_slice(b"No events\n");
        }
        if n_events > 0 {
            let (events, games) =
                (counted(n_events, "event", "events"), counted(n_games, "game", "games"));
            let line = format!("\n{events} more, not wanted, of {games}\n");
            out.extend_from_slice(line.as_bytes());
        }
        if n_nameless > 0 {
            let games = counted(n_nameless, "game", "games");
            let line = format!("\n{games} without the name of a player\n");
            out.extend_from_slice(line.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sheet::Column;
    use super::*;

    fn grid(n_players: usize) -> Grid {
        let column = |head: String, is_text| Column { head, is_text };
        let mut columns = vec![column(String::new(), false), column("player".to_owned(), true)];
        columns.extend((1..=n_players).map(|n| column(n.to_string(), true)));
        columns.extend([column("points".to_owned(), false), column("games".to_owned(), false)]);
        let name = |n: usize| format!("Nepomniachtchi-{n}, Ian Alexandrovich");
        let row = |n: usize| {
            let mut row = vec![n.to_string(), name(n)];
            row.extend((0..n_players).map(|_| "=".to_owned()));
            row.extend(["7.5".to_owned(), "15".to_owned()]);
            row
        };
        Grid { columns, rows: (1..=n_players).map(row).collect() }
    }

    fn lines(n_players: usize, columns_max: usize) -> Vec<String> {
        let mut out = Vec::new();
        push_grid(&grid(n_players), columns_max, &mut out);
        String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_crosstable_fits_sixty_columns() {
        for n_players in [2, 8, 16, 40] {
            let shown = lines(n_players, 60);
            let widest = shown.iter().map(|line| line.chars().count()).max();
            assert!(widest <= Some(60), "{}", shown.join("\n"));
            // Whatever is cut off a line stands on a later one.
            let n_cells = shown.concat().matches('=').count();
            assert_eq!(n_cells, n_players * n_players, "{}", shown.join("\n"));
            assert!(shown.concat().contains("points"));
        }
        assert_eq!(lines(3, usize::MAX).len(), 4);
        assert!(lines(3, usize::MAX)[1].contains("Ian Alexandrovich"));
    }
}
