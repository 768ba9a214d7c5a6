//! A game for JavaScript: its tags and its tree, the values of its comments, its positions.

use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Color, Move, Position, Square, Variant};
use pgnkit::comment::{Value, values};
use pgnkit::game::{Annotation, MoveText, Spelled, Stop, Tree};
use pgnkit::syntax::CommentKind;
use pgnkit::{Game, NodeId};

use crate::answer::Answer;

/// What comes next in a tree.
#[derive(Clone, Copy)]
enum TreeItem {
    End,
    Move,
    Unchecked,
    Nag,
    Comment,
    Open,
    Close,
}

pub(crate) fn put_tags(game: &Game, answer: &mut Answer) {
    answer.size(game.tags().len());
    for tag in game.tags() {
        answer.text(tag.name);
        answer.text(tag.value);
    }
}

/// Outcome, start and moves.
pub(crate) fn put_game(game: &Game, answer: &mut Answer) {
    answer.text(game.outcome().name());
    let start = game.start();
    let variant = start.position.map_or(Variant::Standard, |position| position.variant());
    answer.text(start.position.map_or("", |position| position.variant().name()));
    answer.optional_text(start.position.map(|position| fen_text(&position)).as_deref());
    answer.number(start.first_move.0);
    answer.flag(start.first_move.1 == Color::Black);
    let tree = game.tree();
    let mut walk = game.walk(0);
    while let Some(stop) = walk.next_stop() {
        match stop {
            Stop::Move(node) => put_move(tree, node, variant, answer),
            Stop::Annotation(id) => put_annotation(tree.annotation(id), answer),
            Stop::Open(head) => {
                answer.number(TreeItem::Open as u64);
                answer.size(head.index());
                walk.enter(head);
            }
            Stop::Close(_) => answer.number(TreeItem::Close as u64),
        }
    }
    answer.number(TreeItem::End as u64);
}

fn put_move(tree: &Tree, node: NodeId, variant: Variant, answer: &mut Answer) {
    match tree.spelled(node) {
        Some(Spelled::Move(mv, spelling)) => {
            answer.number(TreeItem::Move as u64);
            answer.size(node.index());
            answer.small(move_bits(mv, variant).to_le_bytes(), spelling.text(mv).as_bytes());
        }
        Some(Spelled::Unchecked(text)) => {
            answer.number(TreeItem::Unchecked as u64);
            answer.size(node.index());
            answer.text(text);
        }
        None => {}
    }
}

/// The sixteen bits of a move, in which the target of castling is that of UCI.
fn move_bits(mv: Move, variant: Variant) -> u16 {
    if !mv.is_castle() {
        return mv.raw();
    }
    Move::new(mv.from(), uci::target(variant, mv), mv.kind()).raw()
}

fn put_annotation(annotation: Annotation<'_>, answer: &mut Answer) {
    match annotation {
        Annotation::Nag(nag) => {
            answer.number(TreeItem::Nag as u64);
            answer.number(nag.0);
        }
        Annotation::Comment { kind, text } => {
            answer.number(TreeItem::Comment as u64);
            answer.number(match kind {
                CommentKind::Brace => 0u64,
                CommentKind::Line => 1,
                CommentKind::Escape => 2,
            });
            answer.text(text);
        }
        Annotation::Variation(_) => {}
    }
}

/// The values in comments: of each node that has some its number, clock and time in milliseconds
/// and one more, evaluation, its depth and one more, marked squares and arrows.
pub(crate) fn put_values(game: &Game, answer: &mut Answer) {
    let tree = game.tree();
    let heads = game.stops(|_| true).filter_map(|numbered| match numbered.stop {
        Stop::Move(node) | Stop::Open(node) => Some(node),
        Stop::Annotation(_) | Stop::Close(_) => None,
    });
    for node in std::iter::once(NodeId::ROOT).chain(heads) {
        if tree.comments(node).all(|text| !text.contains('[')) {
            continue;
        }
        answer.size(node.index() + 1);
        answer.number(game.clock(node).map_or(0, |time| time.0 + 1));
        answer.number(game.move_time(node).map_or(0, |time| time.0 + 1));
        let eval = game.eval(node);
        answer.optional_text(eval.map(|eval| eval.score.to_string()).as_deref());
        answer.number(eval.and_then(|eval| eval.depth).map_or(0, |depth| u64::from(depth) + 1));
        answer.text(&shapes(game, node));
    }
    answer.number(0u64);
}

/// Marked squares and arrows with spaces between, each its color and its squares: `Gd4 Re2e4`.
fn shapes(game: &Game, node: NodeId) -> String {
    let mut shapes: Vec<String> = Vec::new();
    for comment in game.tree().comments(node) {
        for value in values(comment, game.comment_context(node)) {
            match value {
                Value::Csl(squares) => shapes.extend(squares.iter().map(|one| one.to_string())),
                Value::Cal(arrows) => shapes.extend(arrows.iter().map(|one| one.to_string())),
                Value::Time(..) | Value::Eval(_) | Value::Other { .. } => {}
            }
        }
    }
    shapes.join(" ")
}

/// The position after each move, as far as they can be played: its number and one more, its FEN.
pub(crate) fn put_fens(game: &Game, answer: &mut Answer) {
    let tree = game.tree();
    let mut now = game.start_position();
    let mut before: Option<Position> = None;
    let mut outer = Vec::new();
    for numbered in game.stops(|_| true) {
        match numbered.stop {
            Stop::Move(node) => {
                before = now;
                now = match (now, tree.mv(node)) {
                    (Some(position), Some(MoveText::Move(mv))) => Some(position.after(mv)),
                    _ => None,
                };
                if let Some(position) = now {
                    answer.size(node.index() + 1);
                    answer.text(&fen_text(&position));
                }
            }
            Stop::Open(_) => {
                outer.push((now, before));
                now = before;
            }
            Stop::Close(_) => (now, before) = outer.pop().unwrap_or_default(),
            Stop::Annotation(_) => {}
        }
    }
    answer.number(0u64);
}

pub(crate) fn fen_text(position: &Position) -> String {
    fen::to_text(position, EpPolicy::Standard).as_str().to_owned()
}

/// A square of a message: its index.
pub(crate) fn square(index: usize) -> Option<Square> {
    u8::try_from(index).ok().and_then(Square::new)
}
