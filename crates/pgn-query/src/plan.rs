//! The order in which an expression is answered (D-01).
//!
//! ```text
//! bytes   the text of a game must hold one of these: without them nothing is read
//! tags    the tag section is read, and nothing after it
//! game    the game is read, its moves played once
//! boards  its positions are walked
//! ```

use std::fmt::Write as _;

use super::expr::{Expr, LeafIdx, Node, NodeIdx, Operand, Question};
use super::facts::Fact;
use super::level::Level;
use super::record::is_date_tag;
use super::substring::{NEEDLES_MAX, Needles};
use super::value::{Relation, Test};
use crate::name::Fold;
use pgnkit::chess::Color;

#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The level of each node: the dearest question in it.
    levels: Vec<Level>,
    /// The text of a game for which the expression holds has one of these.
    pub(super) substrings: Option<Needles>,
}

impl Plan {
    /// Puts the parts of an expression in order, cheap ones first.
    pub(super) fn of(expr: &mut Expr) -> Plan {
        let mut plan = Plan::default();
        for at in 0..expr.nodes.len() {
            let level = match &expr.nodes[at] {
                Node::Leaf(leaf) => expr.leaf(*leaf).level,
                Node::Not(node) | Node::Sides(node) | Node::Side(_, node) => plan.level(*node),
                Node::All(parts) | Node::Any(parts) => {
                    let levels = parts.iter().map(|part| plan.level(*part));
                    levels.max().unwrap_or(Level::Tags)
                }
            };
            plan.levels.push(level);
        }
        for node in &mut expr.nodes {
            if let Node::All(parts) | Node::Any(parts) = node {
                parts.sort_by_key(|part| plan.levels[part.0 as usize]);
            }
        }
        plan.substrings = expr.root().and_then(|_| plan.needles_of(expr));
        plan
    }

    /// The dearest question of a part.
    pub(super) fn level(&self, node: NodeIdx) -> Level {
        self.levels[node.0 as usize]
    }

    /// The dearest question of the whole.
    pub(super) fn dearest(&self) -> Level {
        self.levels.last().copied().unwrap_or(Level::Tags)
    }

    /// The text that a match must contain: for an `and` the best of its parts, for an `or` that of
    /// all.
    fn needles_of(&self, expr: &Expr) -> Option<Needles> {
        let mut found: Vec<Option<Needles>> = Vec::with_capacity(expr.nodes.len());
        let of = |found: &[Option<Needles>], node: &NodeIdx| found[node.0 as usize].clone();
        for node in &expr.nodes {
            let substrings = match node {
                Node::Leaf(leaf) => needles_of_leaf(expr, *leaf),
                Node::Not(_) => None,
                Node::Sides(inner) | Node::Side(_, inner) => of(&found, inner),
                Node::All(parts) => {
                    let each = parts.iter().filter_map(|part| of(&found, part));
                    each.reduce(Needles::better)
                }
                Node::Any(parts) => Needles::any(parts.iter().map(|part| of(&found, part))),
            };
            found.push(substrings);
        }
        found.pop().flatten()
    }
}

/// The text that a game must contain if the answer to a question is yes.
fn needles_of_leaf(expr: &Expr, leaf: LeafIdx) -> Option<Needles> {
    let Question::Compare { operand, test, .. } = &expr.leaf(leaf).question else { return None };
    let is_text = match operand {
        // A game without a date has an unknown one, so the answer is not simply no.
        Operand::Tag(slot) => !is_date_tag(&expr.tags[*slot]),
        Operand::Fact(row) => matches!(row.fact, Fact::Player | Fact::Opponent),
    };
    if !is_text {
        return None;
    }
    let of = |text: &String, fold: Option<Fold>| match fold {
        Some(how) => Needles::of_folded(text, how),
        None => Needles::of_text(text),
    };
    match test {
        Test::Text { relation: Relation::Equal, text, fold } => of(text, *fold),
        Test::OneOf { texts, fold } if texts.len() <= NEEDLES_MAX => {
            Needles::any(texts.iter().map(|text| of(text, *fold)))
        }
        Test::Holds { words, fold, .. } if words.len() <= NEEDLES_MAX => {
            Needles::any(words.iter().map(|text| of(text, Some(*fold))))
        }
        Test::BeginsWord(text) => of(text, Some(Fold::Words)),
        Test::Regex { substrings, .. } => substrings.clone(),
        Test::Text { .. }
        | Test::TextBetween { .. }
        | Test::OneOf { .. }
        | Test::Holds { .. }
        | Test::Sounds(_)
        | Test::Number(_)
        | Test::Date(_)
        | Test::Eco(_) => None,
    }
}

/// The plan for people.
pub(super) fn explain(expr: &Expr, plan: &Plan) -> String {
    let mut text = String::new();
    if let Some(substrings) = &plan.substrings {
        let _ = writeln!(text, "bytes: {}", substrings.explain());
    }
    for level in [Level::Tags, Level::Game, Level::Boards] {
        let leaves = expr.leaves.iter().filter(|leaf| leaf.level == level);
        for leaf in leaves {
            let _ = writeln!(text, "{}: {}", level.name(), leaf.source);
        }
    }
    let Some(root) = expr.root() else { return text };
    text.push_str("order:\n");
    let mut waiting = vec![(root, 1)];
    while let Some((node, depth)) = waiting.pop() {
        let indent = "  ".repeat(depth.min(40));
        let (line, parts) = match expr.node(node) {
            Node::Leaf(leaf) => (expr.leaf(*leaf).source.as_str(), &[][..]),
            Node::Not(node) => ("not", std::slice::from_ref(node)),
            Node::Sides(node) => ("with White as the player, or Black", std::slice::from_ref(node)),
            Node::Side(Color::White, node) => ("for White", std::slice::from_ref(node)),
            Node::Side(Color::Black, node) => ("for Black", std::slice::from_ref(node)),
            Node::All(parts) => ("all of", &parts[..]),
            Node::Any(parts) => ("any of", &parts[..]),
        };
        let _ = writeln!(text, "{indent}{line}  ({})", plan.level(node).name());
        waiting.extend(parts.iter().rev().map(|part| (*part, depth + 1)));
    }
    text
}
