//! Tables as one JSON object; `docs/schema/stats.md` describes it.
//!
//! Owns: this form. Knows nothing of: how games are counted.
//! Standard: none.
//! Start at [`Json`].

use super::form::{Form, Head, date, labels};
use super::section::Section;
use crate::json::push_string;
use pgn_db::stats::{Row, Tally, Totals};

/// Tables as JSON.
pub(super) struct Json {
    head: Head,
    n_tables: u64,
    n_rows: u64,
}

impl Json {
    pub(super) fn new(head: Head) -> Json {
        Json { head, n_tables: 0, n_rows: 0 }
    }
}

/// The counts of a row as the fields of an object, without its braces.
fn push_tally(tally: &Tally, out: &mut Vec<u8>) {
    let number = |n: Option<u64>| n.map_or("null".to_owned(), |n| n.to_string());
    let mean = |it: Option<f64>| it.map_or("null".to_owned(), |it| format!("{it:.4}"));
    let performance = tally.performance().map_or("null".to_owned(), |it| it.to_string());
    let plies = |n: u64| number((tally.plies_range.n > 0).then_some(n));
    let day = |n: u64| match tally.dates.n {
        0 => "null".to_owned(),
        _ => format!("\"{}\"", date(n)),
    };
    let fields = [
        ("games", number(Some(tally.n_games))),
        ("as_white", number(Some(tally.n_white))),
        ("wins", number(Some(tally.n_wins))),
        ("draws", number(Some(tally.n_draws))),
        ("losses", number(Some(tally.n_losses))),
        ("open", number(Some(tally.n_open()))),
        ("score", mean(tally.score())),
        ("rating", number(tally.rated.rounded())),
        ("opponents", number(tally.opponents.rounded())),
        ("performance", performance),
        ("performance_games", number(Some(tally.performed.n))),
        ("plies", mean(tally.plies.value())),
        ("plies_min", plies(tally.plies_range.min)),
        ("plies_max", plies(tally.plies_range.max)),
        ("first_date", day(tally.dates.min)),
        ("last_date", day(tally.dates.max)),
    ];
    for (n, (name, value)) in fields.into_iter().enumerate() {
        let comma = if n > 0 { "," } else { "" };
        out.extend_from_slice(format!("{comma}\"{name}\":{value}").as_bytes());
    }
}

impl Form for Json {
    fn begin(&mut self, out: &mut Vec<u8>) {
        let Head { n_files, n_games, n_counted, n_broken, .. } = self.head;
        out.extend_from_slice(b"{\"version\":1,\"player\":");
        match &self.head.player {
            Some(player) => push_string(player, out),
            None => out.extend_from_slice(b"null"),
        }
        let counts = format!(
            ",\"files\":{n_files},\"games_read\":{n_games},\"games_counted\":{n_counted},\
             \"games_with_illegal_moves\":{n_broken},\"tables\":["
        );
        out.extend_from_slice(counts.as_bytes());
    }

    fn begin_table(&mut self, section: &Section, totals: Totals, _: &[Row], out: &mut Vec<u8>) {
        out.extend_from_slice(if self.n_tables > 0 { b",\n" } else { b"\n" });
        self.n_tables += 1;
        self.n_rows = 0;
        out.extend_from_slice(b"{\"by\":[");
        for (n, word) in section.table.words().iter().enumerate() {
            if n > 0 {
                out.push(b',');
            }
            push_string(word.name(), out);
        }
        let seen_from = if section.table.is_sided() { "side" } else { "white" };
        let (n_rows, n_left_out) = (totals.n_rows, totals.n_left_out);
        let counts = format!(
            "],\"seen_from\":\"{seen_from}\",\"n_values\":{},\"n_too_few\":{n_left_out},\"rows\":[",
            n_rows + n_left_out
        );
        out.extend_from_slice(counts.as_bytes());
    }

    fn row(&mut self, section: &Section, row: &Row, out: &mut Vec<u8>) {
        out.extend_from_slice(if self.n_rows > 0 { b",\n" } else { b"\n" });
        self.n_rows += 1;
        out.extend_from_slice(b"{\"values\":[");
        for (n, label) in labels(section, row).into_iter().enumerate() {
            if n > 0 {
                out.push(b',');
            }
            match label {
                Some(label) => push_string(&label, out),
                None => out.extend_from_slice(b"null"),
            }
        }
        out.extend_from_slice(b"],");
        push_tally(&row.tally, out);
        out.push(b'}');
    }

    fn end_table(&mut self, _: &Section, _: Totals, out: &mut Vec<u8>) {
        out.extend_from_slice(b"]}");
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"]}\n");
    }
}
