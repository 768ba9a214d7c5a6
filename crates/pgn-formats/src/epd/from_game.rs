//! Records of a game: one for each position of its main line (§9.3, §9.4, §16.2.5, D-45, D-50).
//!
//! ```text
//! every record      fmvn, hmvc; sm, the move that is played; rc where the position came before
//! tags              ECO → eco, NIC → nic, Opening → v0, Variation → v1, SubVariation → v2
//! comments          c0 and the ranks below, one each; [%eval] → ce and acd; [%epd …] → as it says
//! ```
//!
//! Registers are written where they change, so tags are in the first record, and a comment is
//! cleared in the record after it.

use std::collections::HashMap;

use super::opcode::{Opcode, RANKS};
use super::record::Record;
use super::registers::Registers;
use super::score::Evaluation;
use super::{Line, ReadOptions, parse};
use pgnkit::chess::Position;
use pgnkit::chess::fen;
use pgnkit::comment::{Value, commands, strip_commands};
use pgnkit::game::MoveText;
use pgnkit::game::{Game, NodeId};

/// The command of a comment that contains operations.
pub(super) const COMMAND: &str = "epd";

/// Calls `give` with a record for each position of the main line, including the start position.
///
/// Returns false, without any call, if the start position or the rules are unknown. The line ends
/// at a move that cannot be played. [`game_losses`](super::game_losses) counts what is left out:
/// variations, NAGs and others.
///
/// ```
/// use pgn_formats::epd::{self, Form};
/// let tags = "[ECO \"C20\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
/// let text = format!("{tags}\n\n1. e4 *\n");
/// let mut games = pgnkit::read::Games::new(text.as_bytes());
/// let game = games.next().expect("a game").expect("no trouble");
/// let mut lines = Vec::new();
/// epd::records(&game, |record| {
///     let mut line = Vec::new();
///     epd::append(record, Form::Modern, &mut line, &mut Vec::new());
///     lines.push(String::from_utf8_lossy(&line).into_owned());
/// });
/// let expected = "4k3/8/8/8/8/8/4P3/4K3 w - - eco \"C20\"; fmvn 1; hmvc 0; sm e4;";
/// assert_eq!(lines[0], expected);
/// assert_eq!(lines[1], "4k3/8/8/8/4P3/8/8/4K3 b - e3 fmvn 1; hmvc 0;");
/// ```
pub fn records(game: &Game, mut give: impl FnMut(&Record)) -> bool {
    let Some(mut position) = game.start_position() else { return false };
    let tree = game.tree();
    let (mut registers, mut seen) = (Registers::default(), PositionCounts::default());
    let mut node = NodeId::ROOT;
    loop {
        let mut record = Record::new(&position);
        record.set_counters(&position);
        if node == NodeId::ROOT {
            // Once: a tag may be long, and the moves many.
            opening(game).set_from(&registers, &mut record);
        }
        let next = tree.next(node);
        let mv = next.and_then(|next| match tree.mv(next) {
            Some(MoveText::Move(mv)) if !mv.is_null() => Some(mv),
            Some(MoveText::Move(_) | MoveText::Unchecked(_)) | None => None,
        });
        let mut after = Registers::default();
        comment(game, node, &position, &mut record, &mut after);
        after.set_from(&registers, &mut record);
        registers = after;
        match seen.count(&position) {
            1 => {}
            times => record.set_integer(Opcode::Rc, times),
        }
        let (Some(next), Some(mv)) = (next, mv) else {
            give(&record);
            return true;
        };
        record.set_moves(Opcode::Sm, &[mv]);
        give(&record);
        position.play_unchecked(mv);
        node = next;
    }
}

/// The tags that have registers.
pub(super) const KEPT_TAGS: [&str; 5] = ["ECO", "NIC", "Opening", "Variation", "SubVariation"];

/// Whether the value of such a tag means unknown.
pub(super) fn is_unknown(value: &str) -> bool {
    matches!(value, "" | "?" | "-")
}

/// The codes and names of the opening.
fn opening(game: &Game) -> Registers {
    let mut registers = Registers::default();
    let tag = |name| game.tag(name).filter(|value| !is_unknown(value));
    registers.eco = tag("ECO").map(str::to_string);
    registers.nic = tag("NIC").map(str::to_string);
    for (rank, name) in ["Opening", "Variation", "SubVariation"].into_iter().enumerate() {
        if let Some(text) = tag(name) {
            registers.set_variation(rank, Some(text));
        }
    }
    registers
}

/// The data of a position: evaluations, operations, and text by rank, with the rest in the last
/// rank.
fn comment(
    game: &Game,
    node: NodeId,
    position: &Position,
    record: &mut Record,
    registers: &mut Registers,
) {
    let mut texts: Vec<String> = Vec::new();
    for text in game.tree().comments(node) {
        for command in commands(text) {
            match command.value() {
                Ok(Value::Eval(eval)) => {
                    if let Some(ce) = Evaluation::from_eval(&eval, position.turn()) {
                        record.set_integer(Opcode::Ce, ce.ce());
                        if let Some(depth) = eval.depth {
                            record.set_integer(Opcode::Acd, depth.into());
                        }
                    }
                }
                _ if command.name == COMMAND => said(command.args, position, record),
                Ok(_) | Err(_) => {}
            }
        }
        let text = strip_commands(text).split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            continue;
        }
        match texts.get_mut(RANKS - 1) {
            // Added in place: there may be as many as the game has bytes.
            Some(last) => last.extend([" ", &text]),
            None => texts.push(text),
        }
    }
    for (rank, text) in texts.iter().enumerate() {
        registers.set_comment(rank, Some(text));
    }
}

/// Takes over operations that are in a comment.
fn said(operations: &str, position: &Position, record: &mut Record) {
    let fields = fen::fields_to_text(position, fen::Style::default());
    let line = format!("{} {operations}", fields.as_str());
    let options = ReadOptions::default().with_variant(Some(position.variant()));
    if let Line::Record(said) = parse(line.as_bytes(), &options, &mut Vec::new()) {
        said.operations().iter().for_each(|operation| {
            record.insert(operation.clone());
        });
    }
}

/// How often each position occurred.
#[derive(Default)]
struct PositionCounts(HashMap<u64, Vec<(Position, i64)>>);

impl PositionCounts {
    fn count(&mut self, position: &Position) -> i64 {
        // A position before a capture or a pawn move cannot occur again.
        if position.halfmove_clock() == 0 {
            self.0.clear();
        }
        let known = self.0.entry(position.polyglot_key()).or_default();
        if let Some((_, times)) = known.iter_mut().find(|(one, _)| one.same_position(position)) {
            *times += 1;
            return *times;
        }
        known.push((*position, 1));
        1
    }
}
