//! The tables of counted games: headings, rows and the lines below.

use super::Failure;
use super::section::{ReportSection, Show, title_of};
use crate::conservation::Games;
use crate::memory::temporary_file_error;
use crate::terminal::counted;
use pgn_db::report::{
    Bars, Column, ColumnOf, Fact, Format, Kind, Report, Row, Table, Value, Writer,
};
use pgn_db::sort::Folder;
use pgn_db::stats::{self, Ranked, Tally, Totals, Word};
use pgn_query::facts::Fact as QueryFact;
use pgnkit::Game;
use serde_json::json;

/// The heading for all games.
#[derive(Clone, Debug, Default)]
pub(super) struct ReportHead {
    pub(super) file_count: u64,
    /// Games that were read.
    pub(super) game_count: u64,
    /// Those that are counted.
    pub(super) counted_count: u64,
    /// Those of them with a move that cannot be played.
    pub(super) broken_count: u64,
    /// Whose games are counted alone.
    pub(super) player: Option<String>,
}

/// Where tables go.
pub(super) struct Printed<'a, 'w> {
    pub(super) writer: Writer<'w>,
    pub(super) format: Format,
    pub(super) bars: Bars,
    pub(super) head: &'a ReportHead,
    pub(super) folder: &'a Folder,
    /// Games that were read, and those of them that are counted.
    pub(super) account: Games,
    /// The words of the table that has the most.
    pub(super) word_count_max: usize,
    /// The table before this one had too many rows to be shown.
    pub(super) many: bool,
}

/// More rows than these of years are shown as decades.
const YEARS_MAX: u64 = 30;

impl ReportHead {
    /// The lines above all tables.
    pub(super) fn report(&self) -> Report {
        let title = match &self.player {
            Some(player) => format!("Chess games of {player}"),
            None => "Chess games".to_owned(),
        };
        let games = counted(self.counted_count, "game", "games");
        let of = match self.counted_count < self.game_count {
            true => format!(" of {}", self.game_count),
            false => String::new(),
        };
        let mut lines =
            vec![format!("{games}{of} in {}.", counted(self.file_count, "file", "files"))];
        if self.broken_count > 0 {
            let broken = counted(self.broken_count, "game has", "games have");
            lines.push(format!("{broken} an illegal move, and counts up to that move."));
        }
        let facts = vec![
            Fact::new("player", Kind::Text, self.player.clone()),
            Fact::new("files", Kind::Integer, self.file_count),
            Fact::new("games_read", Kind::Integer, self.game_count),
            Fact::new("games_counted", Kind::Integer, self.counted_count),
            Fact::new("games_with_illegal_moves", Kind::Integer, self.broken_count),
        ];
        Report { title, lines, facts, names: ["tables", "rows"] }
    }
}

impl Printed<'_, '_> {
    /// Writes a table, if it is one to be shown.
    pub(super) fn table(
        &mut self,
        section: &ReportSection,
        mut ranked: Ranked,
    ) -> Result<(), Failure> {
        let totals = ranked.totals();
        if section.table.counts_once() {
            let output_count = totals.game_count + totals.left_out_game_count;
            Games { output_count, ..self.account }.close("stats")?;
        }
        let is_shown = match section.show {
            Show::Always => true,
            Show::IfKnown => !totals.is_unknown,
            Show::IfFew => !totals.is_unknown && totals.row_count <= YEARS_MAX,
            Show::IfManyBefore => !totals.is_unknown && self.many,
        };
        self.many = totals.row_count > YEARS_MAX;
        if !is_shown {
            return Ok(());
        }
        let shown_count =
            if section.top == 0 { totals.row_count } else { section.top.min(totals.row_count) };
        let mut rest = totals;
        let rows = std::iter::from_fn(|| {
            let row = ranked.next_row().map_err(|error| temporary_file_error(self.folder, error));
            let row = row.transpose()?;
            if let Ok(row) = &row {
                rest.game_count -= row.tally.game_count;
                rest.row_count -= 1;
            }
            Some(row)
        });
        let mut rows = rows.take(usize::try_from(shown_count).unwrap_or(usize::MAX));
        let mut table = self.head_of(section, totals);
        if self.format == Format::Text && section.table.words().is_empty() {
            if let Some(row) = rows.next() {
                table.lines = self.summary(section, &row?.tally);
            }
            self.writer.table(&table, [])?;
        } else {
            let columns = self.columns(section, totals.game_count_max);
            let word_count = self.word_count(section);
            table.columns.extend(columns.iter().map(|it| it.column.clone()));
            let is_line = |word: &Word| word.is(QueryFact::FirstMoves);
            let line = section.table.words().iter().position(is_line);
            let line = line.filter(|_| self.format == Format::Html);
            table.columns.extend(line.map(|_| Column::new("board", Kind::Board)));
            let cells = |row: stats::Row| {
                let labels = labels(section, &row).chain(std::iter::repeat(Value::Unknown));
                let counts = columns.iter().map(|it| (it.value)(&row.tally));
                let mut cells = labels.take(word_count).chain(counts).collect::<Row>();
                let fen = line.map(|n| fen_after(&cells[n]));
                cells.extend(fen);
                cells
            };
            self.writer.table(&table, rows.map(|row| row.map(cells)))?;
        }
        self.writer.notes(&notes(section, totals, rest));
        Ok(())
    }

    fn columns(&self, section: &ReportSection, most: u64) -> Vec<ColumnOf<Tally>> {
        ColumnOf::of(stats::columns(section.table.is_sided(), most), self.format)
    }

    /// How many columns the values have. Programs get as many in all tables.
    fn word_count(&self, section: &ReportSection) -> usize {
        match self.format.is_for_people() {
            true => section.table.words().len(),
            false => self.word_count_max,
        }
    }

    /// The table with the columns of its values.
    fn head_of(&self, section: &ReportSection, totals: Totals) -> Table {
        let words: Vec<&str> = section.table.words().iter().map(|word| word.name()).collect();
        let column = |n: usize| {
            let name = if n == 0 { "value".to_owned() } else { format!("value{}", n + 1) };
            // In text, the title has it.
            let heading = match (self.format, words.get(n)) {
                (Format::Text, _) | (_, None) => String::new(),
                (_, Some(word)) => title_of(word),
            };
            Column::new(name, Kind::Text).heading(heading).head().unknown("?")
        };
        let seen_from = if section.table.is_sided() { "side" } else { "white" };
        let by = Value::Nested(json!(words), section.by.clone());
        let facts = vec![
            Fact::new("by", Kind::Nested, by).in_rows(),
            Fact::new("seen_from", Kind::Text, seen_from),
            Fact::new("n_values", Kind::Integer, totals.row_count + totals.left_out_count),
            Fact::new("n_too_few", Kind::Integer, totals.left_out_count),
        ];
        let columns = (0..self.word_count(section)).map(column).collect();
        Table { title: section.title.clone(), lines: Vec::new(), facts, columns }
    }

    /// All games together, a line for each thing that is known of them.
    fn summary(&self, section: &ReportSection, tally: &Tally) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = |name: &str, text: String| {
            lines.push(format!("  {name:<10}{text}").trim_end().to_owned());
        };
        let is_sided = section.table.is_sided();
        let share = |part: u64, whole: u64| {
            Value::ratio(part, whole).for_people(Kind::Percent).into_owned()
        };
        line("Games", self.game_count(tally.game_count));
        let names = match is_sided {
            true => ["Won", "Drawn", "Lost", "Open"],
            false => ["1-0", "1/2-1/2", "0-1", "*"],
        };
        let counts = [tally.win_count, tally.draw_count, tally.loss_count, tally.open_count()];
        for (name, n) in names.into_iter().zip(counts).filter(|(_, n)| *n > 0) {
            let bar = self.bars.draw(n, tally.game_count);
            line(name, format!("{n:>8}  {:>6}  {bar}", share(n, tally.game_count)));
        }
        if tally.special_count > 0 {
            let special = counted(tally.special_count, "result", "results");
            let how = "such as +/- or 0-0, counted by points; `--by result` lists them";
            line("Of these", format!("{special} {how}"));
        }
        if tally.decided_count() > 0 {
            let whose = if is_sided { "" } else { " for White" };
            line("Score", share(tally.half_points(), 2 * tally.decided_count()) + whose);
        }
        if tally.plies.n > 0 {
            let mean = Value::ratio(tally.plies.sum, 2 * tally.plies.n);
            let (min, max) = (tally.plies_range.min.div_ceil(2), tally.plies_range.max.div_ceil(2));
            let mean = mean.for_people(Kind::Decimal(1));
            line("Moves", format!("{mean} on average, {min} to {max}"));
        }
        if tally.dates.n > 0 {
            let [min, max] = [tally.dates.min, tally.dates.max]
                .map(|digits| Value::from(digits).for_people(Kind::Date).into_owned());
            line("Dates", format!("{min} to {max}"));
        }
        if let Some(performance) = tally.performance().filter(|_| is_sided) {
            let n = counted(tally.performed.n, "rated opponent", "rated opponents");
            line("Rating", format!("performance {performance} against {n}"));
        }
        lines
    }

    fn game_count(&self, game_count: u64) -> String {
        let mut text = game_count.to_string();
        if self.head.player.is_none() && self.head.file_count > 1 {
            text.push_str(&format!(" in {} files", self.head.file_count));
        }
        if self.head.counted_count < self.head.game_count {
            text.push_str(&format!(" of {}", self.head.game_count));
        }
        text
    }
}

/// The position after a line, as a FEN.
fn fen_after(line: &Value) -> Value {
    let Value::Text(line) = line else { return Value::Unknown };
    let Ok(game) = line.parse::<Game>() else { return Value::Unknown };
    let mut cursor = game.cursor();
    while cursor.forward() {}
    cursor.position().map(ToString::to_string).into()
}

/// The values of a row.
fn labels(section: &ReportSection, row: &stats::Row) -> impl Iterator<Item = Value> {
    let is_sided = section.table.is_sided();
    let words = section.table.words().iter().zip(&row.values);
    words.map(move |(word, value)| word.label(value, is_sided).map(|it| it.into_owned()).into())
}

/// The rows that are not shown.
fn notes(section: &ReportSection, totals: Totals, rest: Totals) -> Vec<String> {
    let times = |n: u64| match section.table.is_sided() {
        true => counted(n, "time", "times"),
        false => counted(n, "game", "games"),
    };
    let mut notes = Vec::new();
    if totals.row_count == 0 && totals.left_out_count == 0 {
        notes.push("No games".to_owned());
    }
    if rest.row_count > 0 {
        notes.push(format!("{} more, {}", rest.row_count, times(rest.game_count)));
    }
    if rest.left_out_count > 0 {
        let game_count = times(rest.left_out_game_count);
        notes.push(format!("{} with too few games, {game_count}", rest.left_out_count));
    }
    notes
}
