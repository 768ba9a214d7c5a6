//! Polyglot books: a tree written as one, and the moves of one shown.
//!
//! Owns: which moves become entries. Knows nothing of: the bytes of a book.
//! Standard: §19. Decisions: D-52.
//! Start at [`write`] and [`show`].

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use super::Format;
use super::figures::{Share, fen_text};
use crate::exit::Exit;
use crate::memory::temporary_trouble;
use crate::output::Output;
use crate::terminal::{Console, counted};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::sort::Folder;
use pgn_db::tree::{Moves, Played};
use pgnkit::book::{Entry, find, weights};
use pgnkit::chess::notation::{san, uci};
use pgnkit::chess::{Move, Position};

/// Writes a book of the moves that were played in at least so many games, in the order of keys.
pub(super) fn write(
    moves: &mut Moves,
    games_min: u32,
    (output, folder): (&mut Output, &Folder),
    console: &Console,
) -> Result<(), Error> {
    let mut of_position: Vec<Played> = Vec::new();
    let (mut n_entries, mut n_positions, mut n_left) = (0, 0, 0);
    loop {
        let next = moves.next_move().map_err(|error| temporary_trouble(folder, error))?;
        let is_same = next.is_some_and(|next| {
            of_position.first().is_some_and(|first| first.edge.key == next.edge.key)
        });
        if !is_same && !of_position.is_empty() {
            let entries = entries(&of_position);
            n_left += of_position.len() - entries.len();
            n_positions += usize::from(!entries.is_empty());
            n_entries += entries.len();
            of_position.clear();
            for entry in entries {
                output.write_all(&entry.to_bytes()).map_err(|error| output.trouble(error))?;
            }
        }
        match next {
            Some(next) if next.score.n_games >= games_min => of_position.push(next),
            Some(_) => {}
            None => break,
        }
    }
    let left = match n_left {
        0 => String::new(),
        n => format!("; moves left out that scored nothing: {n}"),
    };
    let moves = counted(n_entries as u64, "move", "moves");
    let positions = counted(n_positions as u64, "position", "positions");
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
    format: Format,
    mut output: Output,
) -> Result<Exit, Error> {
    let name = path.display().to_string();
    let entries = fs::File::open(path)
        .and_then(|mut file| find(&mut file, position.polyglot_key()))
        .map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => {
                Error::new(ErrorKind::Unsupported, &name, error.to_string())
            }
            _ => Error::from_io(&name, error),
        })?;
    let sum: u64 = entries.iter().map(|entry| u64::from(entry.weight)).sum();
    let rows = entries.iter().map(|entry| Row {
        mv: entry.resolve(position),
        weight: entry.weight,
        share: Share { part: u64::from(entry.weight), whole: sum },
        learn: entry.learn,
    });
    let rows: Vec<Row> = rows.collect();
    let text = match format {
        Format::Text => text(position, &rows),
        Format::Json => json(position, &rows),
        Format::Csv => csv(position, &rows),
        Format::Epd | Format::Opg | Format::Polyglot => {
            let why = "the moves of a book are shown as text, JSON or CSV";
            return Err(Error::new(ErrorKind::Usage, "--output-format", why));
        }
    };
    output.write_all(text.as_bytes()).map_err(|error| output.trouble(error))?;
    output.commit()?;
    Ok(Exit::Clean)
}

/// A move of a book.
struct Row {
    /// `None` when it is not legal.
    mv: Option<Move>,
    weight: u16,
    /// Of all weights.
    share: Share,
    learn: u32,
}

impl Row {
    fn san(&self, position: &Position) -> String {
        let san = |mv| san::to_text(position, mv).to_string();
        self.mv.map_or_else(|| "(illegal)".to_owned(), san)
    }

    fn uci(&self, position: &Position) -> String {
        self.mv.map(|mv| uci::to_text(position, mv).to_string()).unwrap_or_default()
    }
}

fn text(position: &Position, rows: &[Row]) -> String {
    let mut text = format!("{}\n", fen_text(position));
    if rows.is_empty() {
        text.push_str("\nThe book has no move here.\n");
        return text;
    }
    text.push_str(&format!("\n{:<9}  {:>6}  {:>6}\n", "move", "weight", "share"));
    for row in rows {
        let (san, share) = (row.san(position), row.share.percent());
        text.push_str(&format!("{san:<9}  {:>6}  {share:>6}\n", row.weight));
    }
    text
}

fn csv(position: &Position, rows: &[Row]) -> String {
    let mut text = "move,uci,weight,share,learn\r\n".to_owned();
    for row in rows {
        let (san, uci) = (row.san(position), row.uci(position));
        let share = row.share.fraction();
        text.push_str(&format!("{san},{uci},{},{share},{}\r\n", row.weight, row.learn));
    }
    text
}

fn json(position: &Position, rows: &[Row]) -> String {
    let row = |row: &Row| {
        let (san, uci) = (row.san(position), row.uci(position));
        let (weight, share, learn) = (row.weight, row.share.fraction(), row.learn);
        format!(
            "{{\"san\":\"{san}\",\"uci\":\"{uci}\",\"weight\":{weight},\"share\":{share},\
             \"learn\":{learn}}}"
        )
    };
    let moves: Vec<String> = rows.iter().map(row).collect();
    format!("{{\"fen\":\"{}\",\"moves\":[{}]}}\n", fen_text(position), moves.join(","))
}
