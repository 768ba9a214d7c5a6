//! The lines of a game in the order in which games are exported: a move, the moves that could have
//! been played instead, then the next move.
//!
//! The tree has a variation of the first move of a variation inside that variation. In Python, both
//! are alternatives to the same move, so here one follows the other.

use crate::game::alternatives;
use pgnkit::NodeId;
use pgnkit::game::Tree;
use std::vec::IntoIter;

/// A step through the lines of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineStep {
    /// The next move of the current line.
    Move(NodeId),
    /// A variation that begins with this move; [`LineWalk::enter`] goes into it.
    Open(NodeId),
    /// The end of a variation that was entered.
    Close,
}

/// Iterates over lines without recursion, however deep variations nest.
#[derive(Debug)]
pub(super) struct LineWalk<'t> {
    tree: &'t Tree,
    next: NextStep,
    /// The moves whose alternatives are being visited, outermost first.
    open: Vec<Alternatives>,
    ply: u32,
}

/// The kind of the next step.
#[derive(Debug, Clone, Copy)]
enum NextStep {
    Move(NodeId),
    /// A move whose alternatives are visited with another move.
    FirstMove(NodeId),
    AlternativesTo(NodeId),
    Alternative,
    After(NodeId),
}

/// The moves that could replace `of` and are still to be visited.
#[derive(Debug)]
struct Alternatives {
    of: NodeId,
    rest: IntoIter<NodeId>,
    /// Plies before each of them.
    ply: u32,
}

impl<'t> LineWalk<'t> {
    /// The line after `node`, which has `ply` plies before its next move.
    pub(super) fn after(tree: &'t Tree, node: NodeId, ply: u32) -> LineWalk<'t> {
        LineWalk { tree, next: NextStep::After(node), open: Vec::new(), ply }
    }

    /// The line that begins with `node`, without alternatives to `node`; it has `ply` plies before
    /// it.
    pub(super) fn from(tree: &'t Tree, node: NodeId, ply: u32) -> LineWalk<'t> {
        LineWalk { tree, next: NextStep::FirstMove(node), open: Vec::new(), ply }
    }

    /// Plies before the move of the last step.
    pub(super) fn plies_before(&self) -> u32 {
        self.ply.saturating_sub(1)
    }

    /// Goes into the variation that was the last step.
    pub(super) fn enter(&mut self, first: NodeId) {
        self.next = NextStep::FirstMove(first);
        self.ply = self.open.last().map_or(self.ply, |open| open.ply);
    }

    fn step_to(&mut self, node: NodeId, next: NextStep) -> Option<LineStep> {
        self.next = next;
        self.ply = self.ply.saturating_add(1);
        Some(LineStep::Move(node))
    }
}

impl Iterator for LineWalk<'_> {
    type Item = LineStep;

    #[inline]
    fn next(&mut self) -> Option<LineStep> {
        loop {
            match self.next {
                NextStep::Move(node) => return self.step_to(node, NextStep::AlternativesTo(node)),
                NextStep::FirstMove(node) => return self.step_to(node, NextStep::After(node)),
                NextStep::AlternativesTo(node) => {
                    self.next = NextStep::After(node);
                    if self.tree.has_annotations(node) {
                        let rest = alternatives(self.tree, node).into_iter();
                        let ply = self.plies_before();
                        self.open.push(Alternatives { of: node, rest, ply });
                        self.next = NextStep::Alternative;
                    }
                }
                NextStep::Alternative => {
                    // Empty if a line ends without any alternatives to it.
                    let open = self.open.last_mut()?;
                    if let Some(first) = open.rest.next() {
                        return Some(LineStep::Open(first));
                    }
                    self.next = NextStep::After(open.of);
                    self.ply = open.ply.saturating_add(1);
                    self.open.pop();
                }
                NextStep::After(node) => match self.tree.next(node) {
                    Some(next) => self.next = NextStep::Move(next),
                    None => {
                        self.next = NextStep::Alternative;
                        return (!self.open.is_empty()).then_some(LineStep::Close);
                    }
                },
            }
        }
    }
}
