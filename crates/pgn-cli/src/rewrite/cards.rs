//! Training cards: a line of CSV for each position of a game and its variations.
//!
//! ```text
//! card = fen "," moves "," line LF
//! ```
//!
//! The second field has the expected moves, separated by " / ": the basic cards of Anki have two
//! fields, question and answer, and ignore a third. The line has the moves that lead to the
//! position, in SAN with numbers. No field needs quotes.

use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
use pgn_query::GameLines;
use pgnkit::Game;
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::notation::san;
use pgnkit::chess::{Color, Move, Position};

/// Writes the cards of one side, or of both.
pub(super) struct CardWriter(pub(super) Option<Color>);

impl WriteGame for CardWriter {
    fn write(&mut self, game: &Game, _: Place<'_>, _: Loudness, into: &mut Rewritten) {
        let mut lines = GameLines::default();
        lines.add(game);
        into.findings.unchecked_count += u64::from(lines.unplayable_count() > 0);
        for (idx, found) in lines.positions().iter().enumerate() {
            let turn = found.position.turn();
            if found.moves.is_empty() || self.0.is_some_and(|side| side != turn) {
                continue;
            }
            let (start, line) = lines.line_to(idx);
            let texts: Vec<String> = found
                .moves
                .iter()
                .map(|&mv| san::to_text(&found.position, mv).to_string())
                .collect();
            let fen = fen::to_text(&found.position, EpPolicy::Standard);
            let card = format!("{fen},{},{}\n", texts.join(" / "), numbered(start, &line));
            into.text.extend_from_slice(card.as_bytes());
        }
    }
}

/// Moves in SAN with numbers: `1. e4 e5 2. Nf3`.
pub(crate) fn numbered(start: &Position, line: &[Move]) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for (idx, &mv) in line.iter().enumerate() {
        match position.turn() {
            Color::White => words.push(format!("{}.", position.fullmove())),
            Color::Black if idx == 0 => words.push(format!("{}...", position.fullmove())),
            Color::Black => {}
        }
        words.push(san::play_to_text(&mut position, mv).to_string());
    }
    words.join(" ")
}
