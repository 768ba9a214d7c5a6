//! A line a game with its moves, players, result and opening.
//!
//! ```text
//! line = moves TAB white " - " black TAB result TAB opening LF
//! ```
//!
//! The moves are those of the main line in SAN, separated by spaces; from a move that cannot be
//! played on, the original words. The opening is the tag ECO, else the tag Opening, else the code
//! from the table of openings; unknown values are question marks.
//!
//! Standard: §13. Decisions: D-58.

use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
use pgnkit::Game;
use pgnkit::game::{MoveText, NodeId};
use pgnkit::opening::Table;
use pgnkit::read::intended_moves;

/// Writes a line a game.
pub(super) struct OpgWriter;

impl WriteGame for OpgWriter {
    fn write(&mut self, game: &Game, _: Place<'_>, _: Loudness, into: &mut Rewritten) {
        into.findings.unchecked_count += u64::from(game.start_position().is_none());
        push_opg_line(game, &mut into.text);
    }
}

/// Appends the line of a game.
pub(crate) fn push_opg_line(game: &Game, text: &mut Vec<u8>) {
    let (start, mut last) = (text.len(), NodeId::ROOT);
    for node in game.main_line() {
        last = node;
        match (game.tree().san(node), game.tree().mv(node)) {
            (Some(san), _) => push_word(san.as_str(), start, text),
            (None, Some(MoveText::Unchecked(symbol))) => push_word(symbol, start, text),
            (None, _) => {}
        }
    }
    for word in game.tree().comments(last).flat_map(intended_moves) {
        push_word(word, start, text);
    }
    let known = |name| game.tag(name).map(str::trim).filter(|value| !matches!(*value, "" | "?"));
    text.push(b'\t');
    push_field(known("White").unwrap_or("?"), text);
    text.extend_from_slice(b" - ");
    push_field(known("Black").unwrap_or("?"), text);
    text.push(b'\t');
    text.extend_from_slice(game.outcome().marker().as_bytes());
    text.push(b'\t');
    match known("ECO").or_else(|| known("Opening")) {
        Some(value) => push_field(value, text),
        None => {
            let opening = Table::standard().classify(game);
            let code = opening.map_or_else(|| "?".to_owned(), |opening| opening.code.to_string());
            text.extend_from_slice(code.as_bytes());
        }
    }
    text.push(b'\n');
}

/// A word of a line that begins at `start`, with a space before it.
fn push_word(word: &str, start: usize, text: &mut Vec<u8>) {
    if text.len() > start {
        text.push(b' ');
    }
    push_field(word, text);
}

/// A value; characters that would end the field or the line become spaces.
fn push_field(value: &str, text: &mut Vec<u8>) {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.extend(value.chars().map(plain).collect::<String>().bytes());
}
