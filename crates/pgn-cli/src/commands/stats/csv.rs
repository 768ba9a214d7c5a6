//! Tables as comma-separated values, a row a line.
//!
//! Owns: this form, and the quoting. Knows nothing of: how games are counted.
//! Standard: none (RFC 4180).
//! Start at [`Csv`].

use super::form::{Form, date, labels};
use super::section::Section;
use pgn_db::stats::{Row, Totals};

/// Tables as CSV, lines ended by LF. All tables have the same columns: what the table counts by,
/// its values, the counts.
pub(super) struct Csv {
    /// How many values the table with the most words has.
    n_values: usize,
    cells: Cells,
}

/// What becomes of cells that a spreadsheet would take for a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Cells {
    /// An apostrophe stands before them, as spreadsheets want it for text.
    #[default]
    Guarded,
    /// They are written as they are.
    Raw,
}

impl Csv {
    pub(super) fn new(sections: &[Section], cells: Cells) -> Csv {
        let n_values = sections.iter().map(|section| section.table.words().len()).max();
        Csv { n_values: n_values.unwrap_or_default().max(1), cells }
    }
}

/// The columns behind the values.
const COLUMNS: &str = "games,as_white,wins,draws,losses,open,score,rating,opponents,performance,\
    performance_games,plies,plies_min,plies_max,first_date,last_date\n";

/// Appends a field, in quotes where it must be.
pub(super) fn push_field(text: &str, cells: Cells, out: &mut Vec<u8>) {
    if cells == Cells::Guarded && is_formula(text) {
        return push_field(&format!("'{text}"), Cells::Raw, out);
    }
    if !text.contains(['"', ',', '\n', '\r']) {
        return out.extend_from_slice(text.as_bytes());
    }
    out.push(b'"');
    out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
    out.push(b'"');
}

/// Whether a spreadsheet would compute a cell: it begins with a sign of formulas, and is neither a
/// number nor that sign alone. Tabs and line ends before it are passed over.
fn is_formula(text: &str) -> bool {
    let signs = ['=', '+', '-', '@'];
    let is_number = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || c == '.');
    match text.strip_prefix(signs) {
        Some(rest) => !is_number(rest),
        None => text.starts_with(['\t', '\r', '\n']),
    }
}

impl Form for Csv {
    fn begin(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"by,value,");
        (2..=self.n_values).for_each(|n| out.extend_from_slice(format!("value{n},").as_bytes()));
        out.extend_from_slice(COLUMNS.as_bytes());
    }

    fn begin_table(&mut self, _: &Section, _: Totals, _: &[Row], _: &mut Vec<u8>) {}

    fn row(&mut self, section: &Section, row: &Row, out: &mut Vec<u8>) {
        push_field(&section.by, self.cells, out);
        let values = labels(section, row).into_iter().map(Option::unwrap_or_default);
        for value in values.chain(std::iter::repeat(String::new())).take(self.n_values) {
            out.push(b',');
            push_field(&value, self.cells, out);
        }
        let tally = &row.tally;
        let text = |number: Option<u64>| number.map(|n| n.to_string()).unwrap_or_default();
        let mean = |it: Option<f64>| it.map(|it| format!("{it:.4}")).unwrap_or_default();
        let plies = |n: u64| text((tally.plies_range.n > 0).then_some(n));
        let day = |n: u64| if tally.dates.n > 0 { date(n) } else { String::new() };
        let fields = [
            text(Some(tally.n_games)),
            text(Some(tally.n_white)),
            text(Some(tally.n_wins)),
            text(Some(tally.n_draws)),
            text(Some(tally.n_losses)),
            text(Some(tally.n_open())),
            mean(tally.score()),
            text(tally.rated.rounded()),
            text(tally.opponents.rounded()),
            tally.performance().map(|it| it.to_string()).unwrap_or_default(),
            text(Some(tally.performed.n)),
            mean(tally.plies.value()),
            plies(tally.plies_range.min),
            plies(tally.plies_range.max),
            day(tally.dates.min),
            day(tally.dates.max),
        ];
        out.push(b',');
        out.extend_from_slice(fields.join(",").as_bytes());
        out.push(b'\n');
    }

    fn end_table(&mut self, _: &Section, _: Totals, _: &mut Vec<u8>) {}

    fn end(&mut self, _: &mut Vec<u8>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_no_formula() {
        for (text, guarded) in [
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("+1+2", "'+1+2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2+3", "'-2+3"),
            ("\t=1", "'\t=1"),
            ("\r=1", "\"'\r=1\""),
            ("-1", "-1"),
            ("+2.5", "+2.5"),
            ("-", "-"),
            ("1-0", "1-0"),
            ("Tal, M", "\"Tal, M\""),
        ] {
            let field = |cells| {
                let mut out = Vec::new();
                push_field(text, cells, &mut out);
                String::from_utf8(out).unwrap()
            };
            assert_eq!(field(Cells::Guarded), guarded);
            assert!(!field(Cells::Raw).contains('\''), "{text}");
        }
    }
}
