//! The parts of a game that records cannot represent: result, tags, NAGs, variations, commands,
//! escape lines (§16.2.5, D-50).

use super::from_game::{COMMAND, KEPT_TAGS, is_unknown};
use super::opcode::RANKS;
use super::score::Evaluation;
use super::to_game::outcome_on_board;
use super::{Form, Line, ReadOptions, Record, append, parse};
use pgnkit::chess::Position;
use pgnkit::comment::{Value, commands, strip_commands};
use pgnkit::game::{Annotation, Game, MoveText, NodeId, Tree};
use pgnkit::internal::count_loss;
use pgnkit::syntax::CommentKind;
use pgnkit::tag::Outcome;
use pgnkit::write::{Loss, loss};

/// Counts what [`records`](super::records) leaves out of a game, so that [`Chain`](super::Chain)
/// cannot restore it; nothing if the game has no records.
///
/// ```
/// use pgn_formats::epd;
/// let game: pgnkit::Game = "[White \"Tal\"]\n\n1. e4 $1 (1. d4) e5 1-0".parse().expect("a game");
/// let mut losses = Vec::new();
/// epd::game_losses(&game, &mut losses);
/// let names: Vec<_> = losses.iter().map(|loss| loss.fault.name).collect();
/// assert_eq!(names, ["dropped-tag", "dropped-nag", "dropped-variation", "dropped-result"]);
/// ```
pub fn game_losses(game: &Game, losses: &mut Vec<Loss>) {
    let Some(mut position) = game.start_position() else { return };
    let n_tags = dropped_tags(game, &position);
    count_loss(losses, &loss::DROPPED_TAG, n_tags);
    let tree = game.tree();
    let mut node = NodeId::ROOT;
    loop {
        annotations(tree, node, &position, losses);
        let Some(next) = tree.next(node) else { break };
        match tree.mv(next) {
            Some(MoveText::Move(mv)) if !mv.is_null() => position.play_unchecked(mv),
            Some(MoveText::Move(_)) => {
                count_loss(losses, &loss::UNWRITABLE_NULL_MOVE, 1);
                let has_more = tree.next(next).is_some() || tree.has_annotations(next);
                count_loss(losses, &loss::DROPPED_REST, usize::from(has_more));
                break;
            }
            Some(MoveText::Unchecked(_)) | None => {
                count_loss(losses, &loss::DROPPED_REST, 1);
                break;
            }
        }
        node = next;
    }
    let outcome = game.outcome();
    let is_shown = outcome_on_board(&position) == Some(outcome);
    let is_lost = outcome != Outcome::Unknown && !is_shown;
    count_loss(losses, &loss::DROPPED_RESULT, usize::from(is_lost));
}

/// The number of tags with information that the records lack.
fn dropped_tags(game: &Game, position: &Position) -> usize {
    let is_dropped = |name: &str, value: &str| match name {
        "Result" | "SetUp" | "FEN" => false,
        "Variant" => !shows_variant(position),
        "Event" | "Site" | "Date" | "Round" | "White" | "Black" => {
            !matches!(value, "" | "?" | "????.??.??")
        }
        name if KEPT_TAGS.contains(&name) => game.tag(name) != Some(value) && !is_unknown(value),
        _ => true,
    };
    game.tags().iter().filter(|tag| is_dropped(tag.name, tag.value)).count()
}

/// Whether the fields of a record are read by the rules of its position.
fn shows_variant(position: &Position) -> bool {
    let mut line = Vec::new();
    append(&Record::new(position), Form::Modern, &mut line, &mut Vec::new());
    let read = parse(&line, &ReadOptions::default(), &mut Vec::new());
    let Line::Record(record) = read else { return false };
    record.position().is_some_and(|read| read.variant() == position.variant())
}

fn annotations(tree: &Tree, node: NodeId, position: &Position, losses: &mut Vec<Loss>) {
    let mut n_texts = 0;
    for annotation in tree.annotations(node) {
        match annotation {
            Annotation::Nag(_) => count_loss(losses, &loss::DROPPED_NAG, 1),
            Annotation::Variation(_) => count_loss(losses, &loss::DROPPED_VARIATION, 1),
            Annotation::Comment { kind: CommentKind::Brace | CommentKind::Line, text } => {
                let is_kept = |value, name| match value {
                    Ok(Value::Eval(eval)) => {
                        Evaluation::from_eval(&eval, position.turn()).is_some()
                    }
                    Ok(_) | Err(_) => name == COMMAND,
                };
                let lost = commands(text).filter(|found| !is_kept(found.value(), found.name));
                count_loss(losses, &loss::DROPPED_COMMAND, lost.count());
                n_texts += usize::from(!strip_commands(text).trim().is_empty());
            }
            Annotation::Comment { .. } => count_loss(losses, &loss::DROPPED_ESCAPE, 1),
        }
    }
    count_loss(losses, &loss::JOINED_COMMENT, n_texts.max(RANKS) - RANKS);
}
