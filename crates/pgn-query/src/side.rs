//! Which words of an expression speak of the same player.
//!
//! ```text
//! player = "A" and opponent = "B"        one side is A's, and the other B's
//! not player = "A"                       neither is A
//! player = "A" or not player = "B"       each part for itself
//! ```
//!
//! Owns: the rule that what is joined by `and` shares its player. Knows nothing of: players.
//! Start at [`bind`].

use super::expr::{Expr, Node, NodeIdx};

/// Puts the choice of a side around the smallest parts that need one: a single question, or the
/// parts of an `and`. The last node is then the whole, which is given.
pub(super) fn bind(expr: &mut Expr, node: NodeIdx) -> NodeIdx {
    let bound = bind_part(expr, node);
    // The whole is the last node.
    match expr.root() {
        Some(root) if root != bound => {
            let copy = expr.node(bound).clone();
            expr.push_copy(copy, bound)
        }
        _ => bound,
    }
}

/// As deep as the expression, which is bounded.
fn bind_part(expr: &mut Expr, node: NodeIdx) -> NodeIdx {
    if !expr.has_side(node) {
        return node;
    }
    match expr.node(node).clone() {
        Node::Leaf(_) => expr.push_sides(node),
        Node::Sides(_) => node,
        Node::Not(inner) => {
            let inner = bind_part(expr, inner);
            expr.push_not(inner)
        }
        Node::Any(parts) => {
            let bound = parts.iter().map(|part| bind_part(expr, *part)).collect();
            expr.push_any(bound)
        }
        Node::All(parts) => {
            let (with, mut without): (Vec<NodeIdx>, Vec<NodeIdx>) =
                parts.into_iter().partition(|part| expr.has_side(*part));
            let bound = match with[..] {
                [only] => bind_part(expr, only),
                _ => {
                    let all = expr.push_all(with);
                    expr.push_sides(all)
                }
            };
            without.push(bound);
            expr.push_all(without)
        }
    }
}
