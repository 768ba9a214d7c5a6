//! A tree as tables: a table for each position for programs, one with all moves for people.
//!
//! Standard: §8.2.3, §9.3, §9.4. Decisions: D-52.

use std::collections::HashSet;
use std::iter::repeat_n;

use crate::terminal::counted;
use pgn_db::error::Error;
use pgn_db::report::{ColumnOf, Fact, Format, Kind, Report, Table, Value, Writer};
use pgn_db::tree::{Edge, Games, MoveRow, Played, Tree, Visit, columns};
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::notation::san;
use pgnkit::chess::{Color, Move, Position, Variant};
use pgnkit::opening::{Opening, Table as Openings};

/// A tree, its start position, and the games it was counted from.
pub(super) struct TreeReport {
    pub(super) start: Position,
    pub(super) tree: Tree,
    pub(super) games: Games,
}

/// Writes a tree.
pub(super) fn write(
    report: &TreeReport,
    format: Format,
    mut writer: Writer<'_>,
) -> Result<(), Error> {
    let Games { reached, elsewhere_count, unplayable_count, unwanted_count } = &report.games;
    let counts = [
        ("games", u64::from(reached.game_count)),
        ("white", reached.white_count.into()),
        ("draws", reached.draw_count.into()),
        ("black", reached.black_count.into()),
        ("elsewhere", *elsewhere_count),
        ("unplayable", *unplayable_count),
        ("unwanted", *unwanted_count),
    ];
    let mut facts = vec![Fact::new("fen", Kind::Text, fen_text(&report.start))];
    facts.extend(counts.map(|(name, n)| Fact::new(name, Kind::Integer, n)));
    let title = "Moves from a position".to_owned();
    writer.begin(&Report { title, facts, names: ["positions", "moves"], lines: Vec::new() })?;
    if format.is_for_people() {
        write_all(report, format, &mut writer)?;
    } else {
        for visit in report.tree.walk(&report.start) {
            write_position(report, &visit, format, &mut writer)?;
        }
    }
    writer.end(&[], &[])
}

/// Writes the moves of a position.
fn write_position(
    report: &TreeReport,
    visit: &Visit,
    format: Format,
    writer: &mut Writer<'_>,
) -> Result<(), Error> {
    let columns = ColumnOf::of(columns(0), format);
    let opening = opening(&visit.position);
    let facts = vec![
        Fact::new("ply", Kind::Integer, visit.line.len()).in_rows(),
        Fact::new("line", Kind::Text, line_text(&report.start, &visit.line)).in_rows(),
        Fact::new("fen", Kind::Text, fen_text(&visit.position)).in_rows(),
        Fact::new("eco", Kind::Text, opening.as_ref().map(|it| it.code.to_string())),
        Fact::new("opening", Kind::Text, opening.as_ref().map(|it| it.name.to_string())),
    ];
    let shown = columns.iter().map(|it| it.column.clone()).collect();
    let table = Table { facts, columns: shown, ..Table::default() };
    let game_count = report.tree.game_count_at(visit.position.polyglot_key());
    let rows = report.tree.moves_at(visit.position.polyglot_key()).iter().map(|played| {
        let row = MoveRow::of(&visit.position, played, game_count);
        Ok(columns.iter().map(|it| (it.value)(&row)).collect())
    });
    writer.table(&table, rows)
}

/// Writes all moves in one table, with the replies below each move.
fn write_all(report: &TreeReport, format: Format, writer: &mut Writer<'_>) -> Result<(), Error> {
    let homes = homes(report);
    let most = report.tree.moves_at(report.start.polyglot_key()).first();
    let most = most.map_or(0, |played| played.score.game_count.into());
    let columns = ColumnOf::of(columns(most), format);
    let mut table =
        Table { title: fen_text(&report.start), lines: lines(report), ..Table::default() };
    table.columns = columns.iter().map(|it| it.column.clone()).collect();
    let mut rows = TreeLines::new(report, &homes).peekable();
    let is_empty = rows.peek().is_none();
    writer
        .table(&table, rows.map(|row| Ok(columns.iter().map(|it| (it.value)(&row)).collect())))?;
    if is_empty {
        writer.notes(&["No moves were played here".to_owned()]);
    }
    Ok(())
}

/// The line between the position and its moves.
fn lines(report: &TreeReport) -> Vec<String> {
    let opening = opening(&report.start).map(|it| format!("{} {}", it.code, it.name));
    let Games { reached, .. } = &report.games;
    let mut text = counted(reached.game_count.into(), "game", "games");
    let decided_count = reached.decided_count();
    for (name, n) in [
        ("1-0", reached.white_count),
        ("1/2-1/2", reached.draw_count),
        ("0-1", reached.black_count),
    ] {
        if decided_count > 0 {
            let share = Value::ratio(n.into(), decided_count);
            text.push_str(&format!(", {name} {}", share.for_people(Kind::Percent)));
        }
    }
    opening.into_iter().chain([text]).collect()
}

/// The moves below which the position that they lead to is shown.
fn homes(report: &TreeReport) -> HashSet<Edge> {
    let mut homes = HashSet::new();
    for visit in report.tree.walk(&report.start) {
        let Some((&last, before)) = visit.line.split_last() else { continue };
        let mut position = report.start;
        before.iter().for_each(|&mv| position.play_unchecked(mv));
        homes.insert(Edge { key: position.polyglot_key(), mv: last });
    }
    homes
}

/// The lines of a tree, each move before those after it. Keeps its own stack.
struct TreeLines<'s> {
    report: &'s TreeReport,
    homes: &'s HashSet<Edge>,
    stack: Vec<Level<'s>>,
}

struct Level<'s> {
    position: Position,
    moves: std::slice::Iter<'s, Played>,
    game_count: u64,
}

impl<'s> TreeLines<'s> {
    fn new(report: &'s TreeReport, homes: &'s HashSet<Edge>) -> TreeLines<'s> {
        let mut lines = TreeLines { report, homes, stack: Vec::new() };
        lines.enter(report.start);
        lines
    }

    fn enter(&mut self, position: Position) {
        let moves = self.report.tree.moves_at(position.polyglot_key());
        self.stack.push(Level {
            position,
            moves: moves.iter(),
            game_count: self.report.tree.game_count_at(position.polyglot_key()),
        });
    }
}

impl Iterator for TreeLines<'_> {
    type Item = MoveRow;

    fn next(&mut self) -> Option<MoveRow> {
        loop {
            let indent = 2 * self.stack.len().saturating_sub(1);
            let level = self.stack.last_mut()?;
            let Some(played) = level.moves.next() else {
                self.stack.pop();
                continue;
            };
            let position = level.position;
            let row = MoveRow::of(&position, played, level.game_count);
            let dots = if position.turn() == Color::White { "." } else { "..." };
            let mut moves: String = repeat_n(' ', indent).collect();
            moves.push_str(&format!("{}{dots} {}", position.fullmove(), row.san));
            let after = position.after(played.edge.mv);
            if self.homes.contains(&played.edge) {
                self.enter(after);
            } else if !self.report.tree.moves_at(after.polyglot_key()).is_empty() {
                moves.push_str(" ~");
            }
            return Some(MoveRow { label: moves, ..row });
        }
    }
}

/// The moves of a line in SAN, with spaces between.
pub(super) fn line_text(start: &Position, line: &[Move]) -> String {
    let mut position = *start;
    let mut text = String::new();
    for &mv in line {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(san::play_to_text(&mut position, mv).as_str());
    }
    text
}

/// The opening that a position has a name for.
pub(super) fn opening(position: &Position) -> Option<Opening<'static>> {
    Openings::standard().at(position, 0).filter(|_| position.variant() == Variant::Standard)
}

/// A position as FEN.
pub(super) fn fen_text(position: &Position) -> String {
    fen::to_text(position, EpPolicy::Standard).to_string()
}
