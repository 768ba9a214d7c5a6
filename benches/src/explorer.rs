//! A tree of moves counted by hand, from the moves that another program wrote.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Move, Position};

use crate::clock::told;

/// Moves of fewer games are left out.
pub(crate) const GAMES_MIN: u32 = 10;

/// A move in a position, by its key, and in how many games it was played there.
type Counts = HashMap<(u64, Move), u32>;

/// Whether the table of `pgn tree --format csv` agrees with the lines of moves.
pub(crate) fn compare(table: &Path, lines: &Path) -> Result<(), String> {
    let told_of = counts_of_table(&fs::read_to_string(table).map_err(told(table))?)?;
    let counted = reached(&counts_of_lines(&fs::read_to_string(lines).map_err(told(lines))?)?);
    if told_of.len() < 100 || told_of != counted {
        let sum = |counts: &Counts| counts.values().map(|n| u64::from(*n)).sum::<u64>();
        return Err(format!(
            "the trees differ: {} moves in {} games, {} in {}",
            told_of.len(),
            sum(&told_of),
            counted.len(),
            sum(&counted)
        ));
    }
    Ok(())
}

/// The rows of the table.
fn counts_of_table(table: &str) -> Result<Counts, String> {
    let mut counts = Counts::new();
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let (Some(position), Some(text), Some(n)) = (cells.get(2), cells.get(4), cells.get(5))
        else {
            return Err(format!("no row of a tree: {row}"));
        };
        let mut board = Position::start();
        fen::parse_into(position.as_bytes(), Mode::Strict, None, &mut board)
            .map_err(|_| format!("no position: {row}"))?;
        let mv = uci::parse(&board, text.as_bytes()).map_err(|_| format!("no move: {row}"))?;
        let n = n.parse().map_err(|_| format!("no number of games: {row}"))?;
        counts.insert((board.polyglot_key(), mv), n);
    }
    Ok(counts)
}

/// Each game counts once in a position, with the move that it played when it first came there.
fn counts_of_lines(lines: &str) -> Result<Counts, String> {
    let mut counts = Counts::new();
    let mut been = HashSet::new();
    for line in lines.lines() {
        let mut board = Position::start();
        been.clear();
        for text in line.split_whitespace() {
            // pgn-extract promotes to capitals.
            let text = text.to_ascii_lowercase();
            let mv = uci::parse(&board, text.as_bytes()).map_err(|_| format!("no move: {line}"))?;
            if been.insert(board.polyglot_key()) {
                *counts.entry((board.polyglot_key(), mv)).or_default() += 1;
            }
            board.play_unchecked(mv);
        }
    }
    Ok(counts)
}

/// The moves of enough games, as far as such moves lead to them.
fn reached(counts: &Counts) -> Counts {
    let mut moves: HashMap<u64, Vec<(Move, u32)>> = HashMap::new();
    for (&(key, mv), &n) in counts.iter().filter(|(_, n)| **n >= GAMES_MIN) {
        moves.entry(key).or_default().push((mv, n));
    }
    let mut reached = Counts::new();
    let mut waiting = vec![Position::start()];
    while let Some(board) = waiting.pop() {
        for (mv, n) in moves.remove(&board.polyglot_key()).unwrap_or_default() {
            reached.insert((board.polyglot_key(), mv), n);
            waiting.push(board.after(mv));
        }
    }
    reached
}
