//! Polyglot books: a tree written as one, and the moves of one shown.
//!
//! Standard: §19. Decisions: D-52.

use std::fs;
use std::io::{self};
use std::path::Path;

use super::TreeFormat;
use super::table::fen_text;
use crate::exit::Exit;
use crate::memory::temporary_file_error;
use crate::output::Output;
use crate::report::{text_options, write as write_report};
use crate::terminal::{Console, counted};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::report::{self, Audience, Cells, Column, Fact, Kind, Report, Table, Value, Writer};
use pgn_db::sort::Folder;
use pgn_db::tree::{Moves, Played};
use pgn_formats::book::{Entry, find, weights};
use pgn_formats::databases::Unread;
use pgnkit::chess::Position;
use pgnkit::chess::notation::{san, uci};

/// Writes a book of the moves that were played in at least this many games, in the order of keys.
pub(super) fn write(
    moves: &mut Moves,
    games_min: u32,
    (output, folder): (&mut Output, &Folder),
    console: &Console,
) -> Result<(), Error> {
    let mut of_position: Vec<Played> = Vec::new();
    let (mut entry_count, mut position_count, mut left_count) = (0, 0, 0);
    loop {
        let next = moves.next_move().map_err(|error| temporary_file_error(folder, error))?;
        let is_same = next.is_some_and(|next| {
            of_position.first().is_some_and(|first| first.edge.key == next.edge.key)
        });
        if !is_same && !of_position.is_empty() {
            let entries = entries(&of_position);
            left_count += of_position.len() - entries.len();
            position_count += usize::from(!entries.is_empty());
            entry_count += entries.len();
            of_position.clear();
            for entry in entries {
                output.put(entry.to_bytes())?;
            }
        }
        match next {
            Some(next) if next.score.game_count >= games_min => of_position.push(next),
            Some(_) => {}
            None => break,
        }
    }
    let left = match left_count {
        0 => String::new(),
        n => format!("; moves without points left out: {n}"),
    };
    let moves = counted(entry_count as u64, "move", "moves");
    let positions = counted(position_count as u64, "position", "positions");
    console.say(&format!("{moves} in {positions}{left}"));
    Ok(())
}

/// The entries of a position, the greatest weight first.
fn entries(moves: &[Played]) -> Vec<Entry> {
    let points: Vec<u64> = moves.iter().map(|played| played.score.doubled_points()).collect();
    let weights = weights(&points);
    let mut entries: Vec<Entry> = moves
        .iter()
        .zip(weights)
        .filter(|(_, weight)| *weight > 0)
        .filter_map(|(played, weight)| Entry::new(played.edge.key, played.edge.mv, weight))
        .collect();
    entries.sort_by_key(|entry| (std::cmp::Reverse(entry.weight), entry.mv));
    entries
}

/// Shows the moves that a book has in a position.
pub(super) fn show(
    path: &Path,
    position: &Position,
    format: TreeFormat,
    mut output: Output,
    console: &Console,
) -> Result<Exit, Error> {
    let name = path.display().to_string();
    if let Some(unread) = Unread::of_name(&name) {
        let why = format!("{}, which is not read", unread.what);
        return Err(Error::new(ErrorKind::Unsupported, &name, why).with_hint(unread.instead));
    }
    let entries = fs::File::open(path)
        .and_then(|mut file| find(&mut file, position.polyglot_key()))
        .map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => {
                Error::new(ErrorKind::Unsupported, &name, error.to_string())
            }
            _ => Error::from_io(&name, error),
        })?;
    let Some(format) = format.report() else {
        let why = "the moves of a book are shown as text, JSON, CSV, HTML or Markdown";
        return Err(Error::new(ErrorKind::Usage, "--format", why));
    };
    let text = text_options(&output);
    write_report(&mut output, (format, text, Cells::default()), |writer| {
        write_moves(&entries, position, format, writer)
    })?;
    output.commit(console)?;
    Ok(Exit::Clean)
}

fn write_moves(
    entries: &[Entry],
    position: &Position,
    format: report::Format,
    mut writer: Writer<'_>,
) -> Result<(), Error> {
    let title = "Moves of a book".to_owned();
    let names = ["positions", "moves"];
    writer.begin(&Report { title, names, facts: Vec::new(), lines: Vec::new() })?;
    let all = [
        Column::new("san", Kind::Text).heading("move").head().unknown("(illegal)"),
        Column::new("uci", Kind::Text).only(Audience::Programs),
        Column::new("weight", Kind::Integer),
        Column::new("share", Kind::Percent),
        Column::new("learn", Kind::Integer).only(Audience::Programs),
    ];
    let is_shown = |column: &Column| column.audience.reads(format);
    let sum: u64 = entries.iter().map(|entry| u64::from(entry.weight)).sum();
    let row = |entry: &Entry| {
        let mv = entry.resolve(position);
        let row = [
            mv.map(|mv| san::to_text(position, mv).to_string()).into(),
            mv.map(|mv| uci::to_text(position, mv).to_string()).into(),
            u64::from(entry.weight).into(),
            Value::ratio(entry.weight.into(), sum),
            entry.learn.into(),
        ];
        let cells = all.iter().zip(row).filter(|(column, _)| is_shown(column));
        Ok(cells.map(|(_, value)| value).collect())
    };
    let fen = fen_text(position);
    let facts = vec![Fact::new("fen", Kind::Text, fen.as_str()).in_rows()];
    let columns = all.iter().filter(|it| is_shown(it)).cloned().collect();
    let table = Table { title: fen, facts, columns, lines: Vec::new() };
    writer.table(&table, entries.iter().map(row))?;
    if entries.is_empty() {
        writer.notes(&["The book has no move here".to_owned()]);
    }
    writer.end(&[], &[])
}
