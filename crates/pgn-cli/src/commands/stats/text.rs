//! Tables to be read: plain lines, columns of the same width, bars where they are wanted.
//!
//! Owns: this form. Knows nothing of: how games are counted.
//! Standard: none.
//! Start at [`Text`].

use std::iter::repeat_n;

use super::form::{Form, Head, date, labels, moves_of_plies, percent};
use super::section::Section;
use crate::terminal::counted;
use pgn_db::error::printable;
use pgn_db::stats::{Row, Tally, Totals};

/// What bars are made of: a full sign for games, wins, draws and losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signs {
    games: char,
    score: [char; 3],
    is_drawn: bool,
}

pub(super) const BLOCKS: Signs =
    Signs { games: '\u{2588}', score: ['\u{2588}', '\u{2592}', '\u{2591}'], is_drawn: true };
pub(super) const ASCII: Signs = Signs { games: '#', score: ['+', '=', '-'], is_drawn: true };
pub(super) const NO_BARS: Signs = Signs { games: ' ', score: [' '; 3], is_drawn: false };

/// The length of the longest bar, in characters.
const BAR_CHARS: u64 = 24;

/// No name is shown longer than this, in characters.
const LABEL_CHARS: usize = 40;

/// Tables as text.
pub(super) struct Text {
    head: Head,
    signs: Signs,
    shows_score: bool,
    /// The widths of the columns of the present table, those of the values first; a column of
    /// width 0 is not shown.
    widths: Vec<usize>,
    totals: Totals,
}

/// The columns behind the values.
const COLUMNS: [&str; 9] =
    ["games", "won", "drawn", "lost", "open", "score", "rating", "opponents", "performance"];

/// The heads of the columns when wins are White's.
const COLUMNS_OF_WHITE: [&str; 9] =
    ["games", "1-0", "1/2", "0-1", "*", "score", "white", "black", "performance"];

impl Text {
    pub(super) fn new(head: Head, signs: Signs, shows_score: bool) -> Text {
        Text { head, signs, shows_score, widths: Vec::new(), totals: Totals::default() }
    }

    fn bar(&self, tally: &Tally) -> String {
        if !self.signs.is_drawn {
            return String::new();
        }
        if self.shows_score {
            return score_bar(tally, self.signs.score);
        }
        let most = self.totals.n_games_max.max(1);
        let n_chars = (tally.n_games * BAR_CHARS).div_ceil(most);
        repeat_n(self.signs.games, n_chars as usize).collect()
    }

    fn push_line(&self, cells: &[String], n_values: usize, bar: &str, out: &mut Vec<u8>) {
        let mut line = String::from(" ");
        for (n, (cell, &width)) in cells.iter().zip(&self.widths).enumerate() {
            if width == 0 {
                continue;
            }
            let gap = repeat_n(' ', width.saturating_sub(cell.chars().count()));
            line.push_str(if n == 0 { " " } else { "  " });
            if n < n_values {
                line.push_str(cell);
                line.extend(gap);
            } else {
                line.extend(gap);
                line.push_str(cell);
            }
        }
        if !bar.is_empty() {
            line.push_str("  ");
            line.push_str(bar);
        }
        out.extend_from_slice(line.trim_end().as_bytes());
        out.push(b'\n');
    }

    fn summary(&self, section: &Section, tally: &Tally, out: &mut Vec<u8>) {
        let mut line = |name: &str, text: String| {
            out.extend_from_slice(format!("  {name:<10}{text}\n").as_bytes());
        };
        line("Games", self.head_line(tally.n_games));
        let names = match section.table.is_sided() {
            true => ["Won", "Drawn", "Lost", "Open"],
            false => ["1-0", "1/2-1/2", "0-1", "*"],
        };
        let counts = [tally.n_wins, tally.n_draws, tally.n_losses, tally.n_open()];
        let bars = self.signs.is_drawn;
        for (name, n) in names.into_iter().zip(counts) {
            if let Some(share) = percent(n, tally.n_games).filter(|_| n > 0) {
                let n_chars = (n * BAR_CHARS).div_ceil(tally.n_games) as usize;
                let bar = repeat_n(self.signs.games, if bars { n_chars } else { 0 });
                let text = format!("{n:>8}  {share:>5} %  {}", bar.collect::<String>());
                line(name, text.trim_end().to_owned());
            }
        }
        if let Some(share) = percent(tally.half_points(), 2 * tally.n_decided()) {
            let whose = if section.table.is_sided() { "" } else { " for White" };
            line("Score", format!("{share} %{whose}"));
        }
        if let Some(moves) = moves_of_plies(tally.plies.sum, tally.plies.n) {
            let (min, max) = (tally.plies_range.min, tally.plies_range.max);
            line(
                "Moves",
                format!("{moves} on average, {} to {}", min.div_ceil(2), max.div_ceil(2)),
            );
        }
        if tally.dates.n > 0 {
            line("Dates", format!("{} to {}", date(tally.dates.min), date(tally.dates.max)));
        }
        if let Some(performance) = tally.performance().filter(|_| section.table.is_sided()) {
            let n = counted(tally.performed.n, "rated opponent", "rated opponents");
            line("Rating", format!("performance {performance} against {n}"));
        }
    }

    fn head_line(&self, n_games: u64) -> String {
        let mut text = n_games.to_string();
        if self.head.player.is_none() && self.head.n_files > 1 {
            text.push_str(&format!(" in {} files", self.head.n_files));
        }
        if self.head.n_counted < self.head.n_games {
            text.push_str(&format!(" of {}", self.head.n_games));
        }
        text
    }
}

/// A bar of so many wins, draws and losses; games without a result are not in it.
fn score_bar(tally: &Tally, signs: [char; 3]) -> String {
    let n_decided = tally.n_decided();
    let until = |n: u64| (n * BAR_CHARS + n_decided / 2).checked_div(n_decided).unwrap_or_default();
    let wins = until(tally.n_wins);
    let draws = until(tally.n_wins + tally.n_draws);
    let lengths = [wins, draws - wins, until(n_decided) - draws];
    let parts = signs.into_iter().zip(lengths);
    parts.flat_map(|(sign, n)| repeat_n(sign, n as usize)).collect()
}

/// A performance rating; after it the games that count for it, where the score has others too.
pub(super) fn performance(rating: Option<i32>, n_performed: u64, n_scored: u64) -> String {
    match rating {
        None => String::new(),
        Some(rating) if n_performed == n_scored => rating.to_string(),
        Some(rating) => format!("{rating} ({n_performed})"),
    }
}

/// The cells of a row.
fn cells(section: &Section, row: &Row) -> Vec<String> {
    let short = |label: Option<String>| {
        let label = printable(&label.unwrap_or_else(|| "?".to_owned()));
        match label.char_indices().nth(LABEL_CHARS) {
            Some((end, _)) => format!("{}...", label[..end].trim_end()),
            None => label,
        }
    };
    let mut cells: Vec<String> = labels(section, row).into_iter().map(short).collect();
    let tally = &row.tally;
    let unless_none = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
    let share = percent(tally.half_points(), 2 * tally.n_decided());
    cells.extend([
        tally.n_games.to_string(),
        tally.n_wins.to_string(),
        tally.n_draws.to_string(),
        tally.n_losses.to_string(),
        unless_none(Some(tally.n_open()).filter(|&n| n > 0)),
        share.map(|share| format!("{share} %")).unwrap_or_default(),
        unless_none(tally.rated.rounded()),
        unless_none(tally.opponents.rounded()),
        performance(tally.performance(), tally.performed.n, tally.n_decided()),
    ]);
    cells
}

impl Form for Text {
    fn begin(&mut self, _: &mut Vec<u8>) {}

    fn begin_table(&mut self, section: &Section, totals: Totals, ahead: &[Row], out: &mut Vec<u8>) {
        self.totals = totals;
        if !out.is_empty() || !self.widths.is_empty() {
            out.push(b'\n');
        }
        out.extend_from_slice(format!("{}\n", section.title).as_bytes());
        let n_values = section.table.words().len();
        let columns = if section.table.is_sided() { COLUMNS } else { COLUMNS_OF_WHITE };
        let heads = (0..n_values).map(|_| String::new()).chain(columns.map(str::to_owned));
        let heads: Vec<String> = heads.collect();
        let width = |cell: &String| cell.chars().count();
        self.widths = vec![0; heads.len()];
        for row in ahead {
            for (widest, cell) in self.widths.iter_mut().zip(cells(section, row)) {
                *widest = (*widest).max(width(&cell));
            }
        }
        for (n, (widest, head)) in self.widths.iter_mut().zip(&heads).enumerate() {
            // Columns without anything in them are left out.
            if n < n_values || *widest > 0 {
                *widest = (*widest).max(width(head)).max(1);
            }
        }
        if n_values > 0 && !ahead.is_empty() {
            self.push_line(&heads, n_values, "", out);
        }
    }

    fn row(&mut self, section: &Section, row: &Row, out: &mut Vec<u8>) {
        match section.table.words().len() {
            0 => self.summary(section, &row.tally, out),
            n_values => {
                let bar = self.bar(&row.tally);
                self.push_line(&cells(section, row), n_values, &bar, out);
            }
        }
    }

    fn end_table(&mut self, section: &Section, rest: Totals, out: &mut Vec<u8>) {
        if self.totals.n_rows == 0 && self.totals.n_left_out == 0 {
            out.extend_from_slice(b"  No games\n");
        }
        let times = |n: u64| match section.table.is_sided() {
            true => counted(n, "time", "times"),
            false => counted(n, "game", "games"),
        };
        if rest.n_rows > 0 {
            let line = format!("  {} more, {}\n", rest.n_rows, times(rest.n_games));
            out.extend_from_slice(line.as_bytes());
        }
        if rest.n_left_out > 0 {
            let (n, n_games) = (rest.n_left_out, times(rest.n_games_left_out));
            let line = format!("  {n} with too few games, {n_games}\n");
            out.extend_from_slice(line.as_bytes());
        }
    }

    fn end(&mut self, _: &mut Vec<u8>) {}
}
