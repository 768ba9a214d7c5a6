//! Events to be read: plain lines, columns of the same width.
//!
//! Owns: this form. Knows nothing of: what stands in the tables.
//! Standard: none.
//! Start at [`Text`].

use std::iter::repeat_n;

use super::sheet::{Grid, Sheet};
use super::{EventForm, LeftOut, Shown};
use crate::commands::stats::form::Head;
use crate::terminal::counted;
use pgn_db::error::printable;

/// Events as text.
#[derive(Default)]
pub(in super::super) struct Text {
    n_events: u64,
}

fn push_grid(grid: &Grid, out: &mut Vec<u8>) {
    let heads: Vec<String> = grid.columns.iter().map(|column| column.head.clone()).collect();
    let clean = |row: &Vec<String>| row.iter().map(|cell| printable(cell)).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = grid.rows.iter().map(clean).collect();
    let mut widths = vec![0; heads.len()];
    for row in rows.iter().chain([&heads]) {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = cell.chars().count().max(*widest);
        }
    }
    for row in [&heads].into_iter().chain(&rows) {
        let mut line = String::new();
        for ((cell, &width), column) in row.iter().zip(&widths).zip(&grid.columns) {
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
            push_grid(grid, out);
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
