//! Tables as a web page, with a chart above each.
//!
//! Owns: this form. Knows nothing of: how games are counted, how a page looks.
//! Standard: none.
//! Start at [`Html`].

use super::form::{Form, Head, date, labels, moves_of_plies, percent};
use super::page::{self, Align, Bar};
use super::section::{Section, title_of};
use super::text::performance;
use crate::terminal::counted;
use pgn_db::stats::{Row, Tally, Totals};

/// Tables as HTML.
pub(super) struct Html {
    head: Head,
}

/// More bars than these are not looked at.
const BARS_MAX: usize = 40;

impl Html {
    pub(super) fn new(head: Head) -> Html {
        Html { head }
    }
}

/// The names of what wins, draws, losses and the rest are.
fn names(section: &Section) -> [&'static str; 4] {
    match section.table.is_sided() {
        true => ["won", "drawn", "lost", "open"],
        false => ["1-0", "1/2-1/2", "0-1", "no result"],
    }
}

fn heads(section: &Section) -> Vec<(String, Align)> {
    let words = section.table.words().iter();
    let mut heads: Vec<(String, Align)> =
        words.map(|word| (title_of(word.name()), Align::Text)).collect();
    let [won, drawn, lost, open] = names(section);
    let (own, other) = match section.table.is_sided() {
        true => ("rating", "opponents"),
        false => ("White's rating", "Black's rating"),
    };
    let numbers = [
        "games",
        won,
        drawn,
        lost,
        open,
        "score",
        own,
        other,
        "performance",
        "moves",
        "first",
        "last",
    ];
    heads.extend(numbers.map(|head| (head.to_owned(), Align::Number)));
    heads
}

fn numbers(tally: &Tally) -> [String; 12] {
    let known = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
    let day = |n: u64| if tally.dates.n > 0 { date(n) } else { String::new() };
    let score = percent(tally.half_points(), 2 * tally.n_decided());
    [
        tally.n_games.to_string(),
        tally.n_wins.to_string(),
        tally.n_draws.to_string(),
        tally.n_losses.to_string(),
        tally.n_open().to_string(),
        score.map(|score| format!("{score} %")).unwrap_or_default(),
        known(tally.rated.rounded()),
        known(tally.opponents.rounded()),
        performance(tally.performance(), tally.performed.n, tally.n_decided()),
        moves_of_plies(tally.plies.sum, tally.plies.n).unwrap_or_default(),
        day(tally.dates.min),
        day(tally.dates.max),
    ]
}

fn label_of(section: &Section, row: &Row) -> String {
    let labels = labels(section, row).into_iter();
    labels.map(|label| label.unwrap_or_else(|| "?".to_owned())).collect::<Vec<_>>().join(", ")
}

impl Form for Html {
    fn begin(&mut self, out: &mut Vec<u8>) {
        let title = match &self.head.player {
            Some(player) => format!("Chess games of {player}"),
            None => "Chess games".to_owned(),
        };
        page::begin(&title, out);
        let games = counted(self.head.n_counted, "game", "games");
        let of = match self.head.n_counted < self.head.n_games {
            true => format!(" of {}", self.head.n_games),
            false => String::new(),
        };
        let files = counted(self.head.n_files, "file", "files");
        page::push_element("p", &format!("{games}{of} in {files}."), out);
        if self.head.n_broken > 0 {
            let broken = counted(self.head.n_broken, "game has", "games have");
            let text =
                format!("{broken} a move that cannot be played, and counts as far as it goes.");
            page::push_element("p", &text, out);
        }
    }

    fn begin_table(&mut self, section: &Section, _: Totals, ahead: &[Row], out: &mut Vec<u8>) {
        page::push_element("h2", &section.title, out);
        let bar = |row: &Row| {
            let tally = &row.tally;
            let parts = [tally.n_wins, tally.n_draws, tally.n_losses, tally.n_open()];
            Bar { label: label_of(section, row), parts }
        };
        let bars: Vec<Bar> = ahead.iter().take(BARS_MAX).map(bar).collect();
        page::push_chart(&section.title, names(section), &bars, out);
        page::begin_table(&section.title, &heads(section), out);
    }

    fn row(&mut self, section: &Section, row: &Row, out: &mut Vec<u8>) {
        let text = |label: Option<String>| (label.unwrap_or_else(|| "?".to_owned()), Align::Text);
        let mut cells: Vec<(String, Align)> = labels(section, row).into_iter().map(text).collect();
        cells.extend(numbers(&row.tally).map(|number| (number, Align::Number)));
        page::push_row(&cells, 0, out);
    }

    fn end_table(&mut self, section: &Section, rest: Totals, out: &mut Vec<u8>) {
        page::end_table(out);
        let times = |n: u64| match section.table.is_sided() {
            true => counted(n, "time", "times"),
            false => counted(n, "game", "games"),
        };
        if rest.n_rows > 0 {
            let text = format!("{} more, {}.", rest.n_rows, times(rest.n_games));
            page::push_element("p", &text, out);
        }
        if rest.n_left_out > 0 {
            let n_games = times(rest.n_games_left_out);
            let text = format!("{} with too few games, {n_games}.", rest.n_left_out);
            page::push_element("p", &text, out);
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        page::end(out);
    }
}
