//! Walking a game: one stop after the other, in the order of the text.
//!
//! ```text
//! at a node   its annotations; where one is a variation, its line may be entered
//! then        the next move of the line
//! at its end  from the last move back to the head, whose annotation says where to go on
//! ```
//!
//! Owns: the order of stops. Knows nothing of: what is done at them.
//! Standard: §8.2.5. Decisions: D-29.
//! Start at [`Walk`].

use super::tree::{ElementId, NodeId, Tree};
use super::{Game, Start};
use pgn_chess::Color;

/// Where a walk has come to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stop {
    /// A move; its annotations come next.
    Move(NodeId),
    /// A NAG, a comment, an escape line.
    Element(ElementId),
    /// A variation with this head; it is passed over unless [entered](Walk::enter).
    Open(NodeId),
    /// The end of the variation with this head.
    Close(NodeId),
}

/// A walk through the lines of a tree. It keeps no stack, however deep they nest: the way out of a
/// line is its own moves backwards, so that the whole way is twice the tree at most.
#[derive(Debug, Clone)]
pub(crate) struct Walk<'t> {
    tree: &'t Tree,
    node: NodeId,
    /// The annotation of the node that was the last stop.
    said: Option<ElementId>,
    depth: u32,
    ply: u32,
}

impl<'t> Walk<'t> {
    /// A walk that begins with the annotations of the root.
    pub(crate) fn new(tree: &'t Tree, first_ply: u32) -> Walk<'t> {
        Walk { tree, node: NodeId::ROOT, said: None, depth: 0, ply: first_ply }
    }

    /// A walk that begins with the move behind `node`, and ends with its line.
    pub(crate) fn behind(tree: &'t Tree, node: NodeId, ply: u32) -> Walk<'t> {
        Walk { tree, node, said: tree.last_element(node), depth: 0, ply }
    }

    /// Plies before the next move of the line, counted as [`Numbers`] counts. At a move, the move
    /// itself is counted.
    #[inline]
    pub(crate) fn ply(&self) -> u32 {
        self.ply
    }

    /// The next stop; `None` behind the last.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Stop> {
        if let Some(id) = self.tree.element_after(self.node, self.said) {
            self.said = Some(id);
            return Some(match self.tree.line_of(id) {
                Some(head) => Stop::Open(head),
                None => Stop::Element(id),
            });
        }
        match self.tree.next(self.node) {
            Some(next) => {
                self.node = next;
                self.said = None;
                self.ply = self.ply.wrapping_add(1);
                Some(Stop::Move(next))
            }
            None => self.leave(),
        }
    }

    /// Goes into the variation that was the last stop.
    pub(crate) fn enter(&mut self, head: NodeId) {
        self.node = head;
        self.said = None;
        self.depth += 1;
        self.ply = self.ply.wrapping_sub(1);
    }

    /// Passes over the rest of the annotations here.
    pub(crate) fn skip_elements(&mut self) {
        self.said = self.tree.last_element(self.node);
    }

    /// Back from the end of a variation to the move that it varies.
    fn leave(&mut self) -> Option<Stop> {
        self.depth = self.depth.checked_sub(1)?;
        let mut head = self.node;
        while !self.tree.is_head(head) {
            head = self.tree.before(head)?;
            self.ply = self.ply.wrapping_sub(1);
        }
        self.node = self.tree.before(head)?;
        self.said = self.tree.element_of(head);
        self.ply = self.ply.wrapping_add(1);
        Some(Stop::Close(head))
    }
}

/// Move numbers: counted from the start, since moves may be text only.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Numbers {
    fullmove: u32,
}

impl Numbers {
    /// The numbers of a game, and the ply that it begins with: 0 for White, 1 for Black.
    pub(crate) fn of(start: &Start) -> (Numbers, u32) {
        match &start.position {
            Some(position) => {
                let numbers = Numbers { fullmove: position.fullmove() };
                (numbers, u32::from(position.turn() == Color::Black))
            }
            None => (Numbers { fullmove: 1 }, 0),
        }
    }

    /// The number of the move that has so many plies before it, and whether it is White's.
    #[inline]
    pub(crate) fn at(self, ply: u32) -> (u32, bool) {
        (self.fullmove.saturating_add(ply / 2), ply.is_multiple_of(2))
    }
}

impl Game {
    /// A walk through all lines.
    pub(crate) fn walk(&self, first_ply: u32) -> Walk<'_> {
        Walk::new(&self.tree, first_ply)
    }
}
