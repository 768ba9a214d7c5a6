//! Paths through a game: the alternatives to a move, and the next moves.
//!
//! A place is the root or a move, never the head of a variation.
//!
//! Standard: §8.2.5.

use pgnkit::game::{Stop, Tree};
use pgnkit::{Game, NodeId};

/// The next moves after a place: that of its own line first, then the variations of it in the order
/// of the text, including variations of these.
///
/// ```
/// use pgn_view::continuations;
/// use pgnkit::{Game, NodeId};
///
/// let game: Game = "1. e4 (1. d4 (1. c4)) (1. f4) *".parse()?;
/// assert_eq!(continuations(game.tree(), NodeId::ROOT).len(), 4);
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[must_use]
pub fn continuations(tree: &Tree, place: NodeId) -> Vec<NodeId> {
    tree.next(place).map_or(Vec::new(), |next| with_variations(tree, next))
}

/// The alternatives to a move, including itself: they are played in one position.
#[must_use]
pub fn alternatives(tree: &Tree, mv: NodeId) -> Vec<NodeId> {
    let mut first = mv;
    while let Some(replaced) = replaced(tree, first) {
        first = replaced;
    }
    with_variations(tree, first)
}

/// The move that a first move of a variation replaces.
fn replaced(tree: &Tree, mv: NodeId) -> Option<NodeId> {
    let before = tree.before(mv)?;
    if tree.is_head(before) { tree.before(before) } else { None }
}

/// A move and the first moves of its variations, of their variations and so on.
fn with_variations(tree: &Tree, mv: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut waiting = vec![mv];
    while let Some(mv) = waiting.pop() {
        found.push(mv);
        let firsts: Vec<NodeId> = tree.variations(mv).filter_map(|head| tree.next(head)).collect();
        waiting.extend(firsts.into_iter().rev());
    }
    found
}

/// The last move of the line that a place is in; the place itself if nothing follows.
#[must_use]
pub fn end_of_line(tree: &Tree, place: NodeId) -> NodeId {
    tree.line(place).last().unwrap_or(place)
}

/// The heads of the variations that a place is in, the innermost first.
pub(crate) fn heads(tree: &Tree, place: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let outer = move |place: NodeId| {
        let head = tree.head(place);
        (head != NodeId::ROOT).then_some(head)
    };
    std::iter::successors(outer(place), move |&head| tree.before(head).and_then(outer))
}

/// The moves from the start of the game to a place, in the order in which they are played.
#[must_use]
pub fn path(tree: &Tree, place: NodeId) -> Vec<NodeId> {
    let mut path: Vec<NodeId> = std::iter::successors(Some(place), |&at| tree.parent(at))
        .take_while(|&at| at != NodeId::ROOT)
        .collect();
    path.reverse();
    path
}

/// The heads of all variations, in the order of the text.
pub(crate) fn all_heads(game: &Game) -> impl Iterator<Item = NodeId> + '_ {
    game.stops(|_| true).filter_map(|at| match at.stop {
        Stop::Open(head) => Some(head),
        Stop::Move(_) | Stop::Annotation(_) | Stop::Close(_) => None,
    })
}
