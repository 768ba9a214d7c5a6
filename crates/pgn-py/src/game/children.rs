//! The children of a node, as python-chess has them: the next move of the line, and the first
//! moves of all variations that replace it.
//!
//! ```text
//! tree       e4 ─ e5                      Python    e4 ┬ e5
//!                 └ head ─ c5                          ├ c5
//!                          └ head ─ e6                 └ e6
//! ```

use pgnkit::NodeId;
use pgnkit::game::Tree;

/// The children of a node in the order of the text. Variations without a move have none.
pub(crate) fn children(tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let Some(first) = tree.next(node) else { return Vec::new() };
    let mut found = vec![first];
    found.append(&mut alternatives(tree, first));
    found
}

/// The first moves of the variations that replace a move, and of those that replace them.
pub(crate) fn alternatives(tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let (mut found, mut waiting) = (Vec::new(), Vec::new());
    let mut at = Some(node);
    while let Some(node) = at {
        if tree.has_annotations(node) {
            let n_waiting = waiting.len();
            waiting.extend(tree.variations(node).filter_map(|head| tree.next(head)));
            waiting[n_waiting..].reverse();
        }
        at = waiting.pop();
        found.extend(at);
    }
    found
}

/// The head of the variation that begins with this node, if any.
pub(crate) fn starting_head(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let before = tree.before(node)?;
    (tree.is_head(before) && before != NodeId::ROOT).then_some(before)
}

/// The main line's child of the same parent: the move that is replaced by the variation that
/// begins with `node`, whatever nests between them.
pub(crate) fn main_child(tree: &Tree, node: NodeId) -> NodeId {
    let mut at = node;
    while let Some(replaced) = starting_head(tree, at).and_then(|head| tree.before(head)) {
        at = replaced;
    }
    at
}
