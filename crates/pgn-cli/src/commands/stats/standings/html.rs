//! Events as a web page.
//!
//! Owns: this form. Knows nothing of: what stands in the tables, how a page looks.
//! Standard: none.
//! Start at [`Html`].

use super::sheet::{Grid, Sheet};
use super::{EventForm, LeftOut, Shown};
use crate::commands::stats::form::Head;
use crate::commands::stats::page::{self, Align};
use crate::terminal::counted;

/// Events as HTML.
#[derive(Default)]
pub(in super::super) struct Html;

/// The column with the names, which are the heads of rows.
const NAMES: usize = 1;

fn push_grid(caption: &str, grid: &Grid, out: &mut Vec<u8>) {
    let is_place = |head: &str| head.bytes().all(|byte| byte.is_ascii_digit());
    let align = |n: usize, head: &str, is_text: bool| match (n, is_text) {
        (NAMES, _) => Align::Text,
        (_, true) if is_place(head) => Align::Code,
        (_, true) => Align::Text,
        (_, false) => Align::Number,
    };
    let aligns: Vec<Align> = grid
        .columns
        .iter()
        .enumerate()
        .map(|(n, column)| align(n, &column.head, column.is_text))
        .collect();
    let head = |(n, column): (usize, &super::sheet::Column)| match n {
        0 => ("place".to_owned(), aligns[0]),
        _ => (column.head.clone(), aligns[n]),
    };
    let heads: Vec<(String, Align)> = grid.columns.iter().enumerate().map(head).collect();
    page::begin_table(caption, &heads, out);
    for row in &grid.rows {
        let cells: Vec<(String, Align)> = row.iter().cloned().zip(aligns.iter().copied()).collect();
        page::push_row(&cells, NAMES, out);
    }
    page::end_table(out);
}

impl EventForm for Html {
    fn begin(&mut self, _: &Head, out: &mut Vec<u8>) {
        page::begin("Standings", out);
    }

    fn event(&mut self, shown: &Shown<'_>, out: &mut Vec<u8>) {
        let sheet = Sheet::of(shown);
        page::push_element("h2", &sheet.heading, out);
        page::push_element("p", &format!("{}.", sheet.facts), out);
        push_grid("Standings", &sheet.players, out);
        if let Some(teams) = &sheet.teams {
            push_grid("Teams", teams, out);
        }
        for note in &sheet.notes {
            page::push_element("p", &format!("{note}."), out);
        }
    }

    fn end(&mut self, left_out: LeftOut, out: &mut Vec<u8>) {
        if left_out.n_events > 0 {
            let events = counted(left_out.n_events, "event", "events");
            let games = counted(left_out.n_games, "game", "games");
            page::push_element("p", &format!("{events} more, not wanted, of {games}."), out);
        }
        if left_out.n_nameless > 0 {
            let games = counted(left_out.n_nameless, "game", "games");
            page::push_element("p", &format!("{games} without the name of a player."), out);
        }
        page::end(out);
    }
}
