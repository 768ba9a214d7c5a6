//! A report as text: columns of equal width, with optional bars.

use std::iter::repeat_n;
use std::ops::Range;

use super::{Column, Fact, Kind, Printer, Report, Row, Table, Value, shown_columns};
use crate::error::printable;
use pgnkit::chess::option_struct;

option_struct! {
    "use pgn_db::report::{Bars, TextOptions};";
    /// How text is laid out.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct TextOptions {
        /// The maximum number of columns of a line, if possible; never fewer than 60.
        columns_max, with_columns_max: Option<usize> = "Some(80)",
        /// The characters for bars.
        bars, with_bars: Bars = "Bars::Ascii",
        /// Bars are as long as each other and divided by results, and not as long as their games are
        /// many.
        bars_by_result, with_bars_by_result: bool = "true",
        /// Bars are painted, with the codes of terminals.
        is_painted, with_is_painted: bool = "true",
    }
}

/// The characters for bars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bars {
    /// No bars.
    #[default]
    None,
    /// Blocks of Unicode.
    Blocks,
    /// Characters of ASCII.
    Ascii,
}

/// The default length of the longest bar, in characters, if the width is unknown.
const BAR_CHARS: u64 = 24;

/// Bars are at least and at most so long.
const BAR_CHARS_MIN: usize = 8;
const BAR_CHARS_MAX: usize = 40;

/// Lines may always be this wide.
const COLUMNS_MIN: usize = 60;

/// The number of characters after which words are truncated.
const WORDS_CHARS: usize = 40;

/// The number of characters to which words are truncated if a table is too wide.
const WORDS_CHARS_MIN: usize = 18;

/// The indentation of each cell.
const GAP: &str = "  ";

/// How wins, draws and losses are painted.
const COLORS: [&str; 3] = ["\u{1b}[97m", "\u{1b}[90m", "\u{1b}[34m"];
const OFF: &str = "\u{1b}[0m";

impl Bars {
    /// The sign of games, and those of wins, draws and losses.
    fn signs(self) -> Option<(char, [char; 3])> {
        match self {
            Bars::None => None,
            Bars::Blocks => Some(('\u{2588}', ['\u{2588}', '\u{2592}', '\u{2591}'])),
            Bars::Ascii => Some(('#', ['+', '=', '-'])),
        }
    }

    /// A bar for `n` of `most`; not empty unless `n` is 0.
    #[must_use]
    pub fn draw(self, n: u64, most: u64) -> String {
        self.draw_within(n, most, BAR_CHARS)
    }

    fn draw_within(self, n: u64, most: u64, char_count: u64) -> String {
        let Some((sign, _)) = self.signs() else { return String::new() };
        repeat_n(sign, (n * char_count).div_ceil(most.max(1)) as usize).collect()
    }
}

pub(super) struct TextReport {
    options: TextOptions,
    has_begun: bool,
    /// The columns of the present table that are shown, with their widths.
    shown: Vec<(usize, usize)>,
    /// How many of them begin each line.
    fixed_count: usize,
    /// Which of them are in the part that is written.
    part: Range<usize>,
    bar_chars: u64,
}

/// The columns that cells take with the gaps before them.
fn total(shown: &[(usize, usize)]) -> usize {
    shown.iter().map(|(_, width)| width + GAP.len()).sum()
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn cut(text: String, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        None => text,
        Some(_) => text.chars().take(chars_max - 1).chain(['…']).collect(),
    }
}

fn cell(column: &Column, value: &Value) -> String {
    let text = match value.is_unknown() {
        true => column.unknown.to_owned(),
        false => printable(&value.for_people(column.kind)),
    };
    if column.kind == Kind::Text { cut(text, WORDS_CHARS) } else { text }
}

impl TextReport {
    pub(super) fn new(options: TextOptions) -> TextReport {
        let columns_max = options.columns_max.map(|columns| columns.max(COLUMNS_MIN));
        TextReport {
            options: TextOptions { columns_max, ..options },
            has_begun: false,
            shown: Vec::new(),
            fixed_count: 0,
            part: 0..0,
            bar_chars: BAR_CHARS,
        }
    }

    /// An empty line between two things.
    fn push_gap(&mut self, out: &mut Vec<u8>) {
        if self.has_begun {
            out.push(b'\n');
        }
        self.has_begun = true;
    }

    fn measure(&mut self, table: &Table, ahead: &[Row]) {
        let is_bar = |n: usize| matches!(table.columns[n].kind, Kind::Bar { .. });
        let of = |n: usize| {
            let column = &table.columns[n];
            let cells = ahead.iter().map(|row| width(&cell(column, &row[n])));
            (n, cells.max().unwrap_or_default().max(width(&column.heading)))
        };
        let shown = shown_columns(table, ahead).into_iter();
        self.shown = shown.filter(|&n| !is_bar(n)).map(of).collect();
        let is_head = |&(n, _): &(usize, usize)| table.columns[n].is_head;
        self.fixed_count = self.shown.iter().rposition(is_head).map_or(0, |last| last + 1);
        let columns_max = self.options.columns_max.unwrap_or(usize::MAX);
        let too_much = total(&self.shown).saturating_sub(columns_max);
        let is_words = |it: &&mut (usize, usize)| table.columns[it.0].kind == Kind::Text;
        if let Some((_, widest)) = self.shown.iter_mut().filter(is_words).max_by_key(|it| it.1) {
            *widest = widest.saturating_sub(too_much).max(WORDS_CHARS_MIN.min(*widest));
        }
        self.bar_chars = match self.options.columns_max {
            None => BAR_CHARS,
            Some(max) => match max.saturating_sub(total(&self.shown) + GAP.len()) {
                0..BAR_CHARS_MIN => 0,
                available => available.min(BAR_CHARS_MAX) as u64,
            },
        };
    }

    /// The next part of a table, of the columns from `from` on.
    fn part_from(&self, from: usize) -> Range<usize> {
        let columns_max = self.options.columns_max.unwrap_or(usize::MAX);
        let available = columns_max.saturating_sub(total(&self.shown[..self.fixed_count]));
        let mut to = from;
        while to < self.shown.len() && (to == from || total(&self.shown[from..=to]) <= available) {
            to += 1;
        }
        from..to
    }

    /// Appends the cells of the present part.
    fn push_line(
        &self,
        table: &Table,
        text: impl Fn(usize) -> String,
        bar: &str,
        out: &mut Vec<u8>,
    ) {
        let mut line = String::new();
        for idx in (0..self.fixed_count).chain(self.part.clone()) {
            let (n, columns) = self.shown[idx];
            let text = match table.columns[n].kind {
                Kind::Text => cut(text(n), columns),
                _ => text(n),
            };
            let gap = repeat_n(' ', columns.saturating_sub(width(&text)));
            line.push_str(GAP);
            if table.columns[n].kind.is_text() {
                line.push_str(&text);
                line.extend(gap);
            } else {
                line.extend(gap);
                line.push_str(&text);
            }
        }
        if !bar.is_empty() {
            line.push_str(GAP);
            line.push_str(bar);
        }
        out.extend_from_slice(line.trim_end().as_bytes());
        out.push(b'\n');
    }

    fn bar(&self, parts: [u64; 4], most: u64) -> String {
        let Some((_, signs)) = self.options.bars.signs() else { return String::new() };
        if !self.options.bars_by_result {
            return self.options.bars.draw_within(parts.iter().sum(), most, self.bar_chars);
        }
        let whole: u64 = parts[..3].iter().sum();
        let mut bar = String::new();
        let (mut sum, mut drawn) = (0, 0);
        for ((part, sign), color) in parts.into_iter().zip(signs).zip(COLORS) {
            sum += part;
            let until = (2 * sum * self.bar_chars + whole).checked_div(2 * whole).unwrap_or(0);
            let signs = repeat_n(sign, (until - drawn) as usize);
            if self.options.is_painted && until > drawn {
                bar.push_str(color);
                bar.extend(signs);
                bar.push_str(OFF);
            } else {
                bar.extend(signs);
            }
            drawn = until;
        }
        bar
    }

    fn push_row(&self, table: &Table, row: &Row, out: &mut Vec<u8>) {
        let is_last = self.part.end == self.shown.len();
        let bar = table.columns.iter().zip(row).find_map(|it| match it {
            (Column { kind: Kind::Bar { most, .. }, .. }, Value::Bar(parts)) if is_last => {
                Some(self.bar(*parts, *most))
            }
            _ => None,
        });
        let text = |n: usize| cell(&table.columns[n], &row[n]);
        self.push_line(table, text, &bar.unwrap_or_default(), out);
    }

    fn push_header(&self, table: &Table, out: &mut Vec<u8>) {
        self.push_line(table, |n| table.columns[n].heading.to_string(), "", out);
    }
}

impl Printer for TextReport {
    fn begin(&mut self, _: &Report, _: &mut Vec<u8>) {}

    fn begin_table(&mut self, table: &Table, ahead: &[Row], is_whole: bool, out: &mut Vec<u8>) {
        self.push_gap(out);
        let title = (!table.title.is_empty()).then_some(&table.title);
        for line in title.into_iter().chain(&table.lines) {
            out.extend_from_slice(format!("{}\n", printable(line)).as_bytes());
        }
        if ahead.is_empty() {
            return;
        }
        if !table.lines.is_empty() {
            out.push(b'\n');
        }
        self.measure(table, ahead);
        // Rows that are not known yet cannot be written twice.
        self.part = match is_whole {
            true => self.part_from(self.fixed_count),
            false => self.fixed_count..self.shown.len(),
        };
        while self.part.end < self.shown.len() {
            self.push_header(table, out);
            ahead.iter().for_each(|row| self.push_row(table, row, out));
            out.push(b'\n');
            self.part = self.part_from(self.part.end);
        }
        self.push_header(table, out);
    }

    fn row(&mut self, table: &Table, row: &Row, out: &mut Vec<u8>) {
        self.push_row(table, row, out);
    }

    fn end_table(&mut self, _: &Table, _: &mut Vec<u8>) {}

    fn notes(&mut self, notes: &[String], out: &mut Vec<u8>) {
        for note in notes {
            out.extend_from_slice(format!("{GAP}{}\n", printable(note)).as_bytes());
        }
    }

    fn end(&mut self, _: &[Fact], notes: &[String], out: &mut Vec<u8>) {
        for note in notes {
            self.push_gap(out);
            out.extend_from_slice(format!("{}\n", printable(note)).as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Cells, Format, Writer};

    fn lines(player_count: usize, columns_max: Option<usize>) -> Vec<String> {
        let mut columns = vec![
            Column::new("place", Kind::Integer).heading(""),
            Column::new("player", Kind::Text).head(),
        ];
        columns.extend((1..=player_count).map(|n| Column::new(n.to_string(), Kind::Code)));
        columns.extend(["points", "games"].map(|name| Column::new(name, Kind::Points)));
        let table = Table { columns, ..Table::default() };
        let row = |n: usize| {
            let mut row: Row = vec![n.into(), format!("Nepomniachtchi-{n}, Ian Alex").into()];
            row.extend((0..player_count).map(|_| Value::from("=")));
            row.extend([Value::ratio(15, 2), 15_u64.into()]);
            Ok(row)
        };
        let mut out = Vec::new();
        let mut sink = |bytes: &[u8]| {
            out.extend_from_slice(bytes);
            Ok(())
        };
        let options = TextOptions { columns_max, ..TextOptions::default() };
        let mut writer = Writer::new(Format::Text, options, Cells::Raw, &mut sink);
        writer.table(&table, (1..=player_count).map(row)).unwrap();
        writer.end(&[], &[]).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_crosstable_fits_sixty_columns() {
        for player_count in [2, 8, 16, 40] {
            let shown = lines(player_count, Some(20));
            let widest = shown.iter().map(|line| line.chars().count()).max();
            assert!(widest <= Some(60), "{}", shown.join("\n"));
            // Text that is cut off a line is on a later one.
            let cell_count = shown.concat().matches('=').count();
            assert_eq!(cell_count, player_count * player_count, "{}", shown.join("\n"));
            assert!(shown.concat().contains("points"));
        }
        assert_eq!(lines(3, None).len(), 4);
        assert!(
            lines(3, None)[1].contains("Ian Alex") && lines(3, None)[1].ends_with("7.5     15")
        );
    }
}
