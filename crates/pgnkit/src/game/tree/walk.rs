//! Walking a game: one stop after the other, in the order of the text.
//!
//! ```text
//! at a node   its annotations; where one is a variation, its line may be entered
//! then        the next move of the line
//! at its end  from the last move back to the head, whose annotation says where to go on
//! ```
//!
//! Standard: §8.2.5. Decisions: D-29.

use super::pack::{AnnotationKind, NONE, Node};
use super::{AnnotationId, NodeId, Spelled, Tree};
use crate::game::{Game, Start};
use pgn_chess::notation::san::Spelling;
use pgn_chess::{Color, Move};

/// A step of a walk through a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// A move; its annotations come next.
    Move(NodeId),
    /// A NAG, a comment, an escape line.
    Annotation(AnnotationId),
    /// A variation with this head; it is skipped unless it is entered.
    Open(NodeId),
    /// The end of the variation with this head.
    Close(NodeId),
}

/// A walk through the lines of a tree. It keeps no stack, however deeply they are nested: it leaves
/// a line by following its moves backwards, so the whole walk visits each node at most twice.
#[derive(Debug, Clone, Copy)]
pub struct Walk<'t> {
    tree: &'t Tree,
    id: NodeId,
    /// The current node.
    node: &'t Node,
    /// The annotation of the node at the last stop. After the node's last one, or without any, the
    /// node is finished.
    said: u32,
    depth: u32,
    ply: u32,
}

/// The next move of a walk.
#[derive(Debug, Clone, Copy)]
pub struct Next<'t> {
    node: &'t Node,
    pub mv: Move,
    pub spelling: Spelling,
}

/// A text of a tree, with access to its bytes.
#[derive(Debug, Clone, Copy)]
pub struct Text<'t> {
    tree: &'t Tree,
    range: (u32, u32),
}

impl<'t> Text<'t> {
    /// The bytes.
    #[inline]
    pub fn bytes(self) -> &'t [u8] {
        let (start, end) = self.range;
        self.tree.text.as_bytes().get(start as usize..end as usize).unwrap_or_default()
    }

    /// The characters, which costs a look at both ends.
    #[inline]
    pub fn characters(self) -> &'t str {
        self.tree.text_at(self.range)
    }
}

impl<'t> Walk<'t> {
    /// A walk that begins with the annotations of the root.
    pub fn new(tree: &'t Tree, first_ply: u32) -> Walk<'t> {
        let id = NodeId::ROOT;
        Walk { tree, id, node: &tree.nodes[id.idx()], said: NONE, depth: 0, ply: first_ply }
    }

    /// A walk that begins with the move after a node, and ends with its line.
    pub fn behind(tree: &'t Tree, id: NodeId, ply: u32) -> Walk<'t> {
        let node = &tree.nodes[id.idx()];
        Walk { tree, id, node, said: node.last, depth: 0, ply }
    }

    /// Plies before the next move of the line, counted as [`Numbers`] counts. At a move, the move
    /// itself is counted.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The move of the current node.
    #[inline]
    pub fn spelled(&self) -> Option<Spelled<'t>> {
        self.tree.spelled_as(self.node)
    }

    /// Whether the current node has annotations.
    #[inline]
    pub fn has_annotations(&self) -> bool {
        self.node.last != NONE
    }

    /// The current node.
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// Whether the node is finished.
    #[inline]
    pub fn is_done_here(&self) -> bool {
        self.said == self.node.last
    }

    /// The next move of the line, if it was checked.
    #[inline]
    pub fn peek_checked(&self) -> Option<Next<'t>> {
        let node = self.tree.nodes.get(self.node.next as usize)?;
        let (mv, spelling) = node.checked()?;
        Some(Next { node, mv, spelling })
    }

    /// Goes to the next move; its annotations come next.
    #[inline]
    pub fn go_on(&mut self, next: Next<'t>) {
        self.id = NodeId(self.node.next);
        self.node = next.node;
        self.said = NONE;
        self.ply = self.ply.wrapping_add(1);
    }

    /// The comment that is the only annotation here, if it is so.
    #[inline]
    pub fn only_comment(&self) -> Option<Text<'t>> {
        let packed = self.tree.annotations.get(self.node.last as usize)?;
        let is_comment = matches!(packed.kind, AnnotationKind::Brace | AnnotationKind::Line);
        let is_only = packed.next == self.node.last;
        let range = (packed.payload, packed.end);
        (is_comment && is_only).then_some(Text { tree: self.tree, range })
    }

    /// The next stop; `None` after the last.
    #[inline]
    pub fn next_stop(&mut self) -> Option<Stop> {
        if self.said != self.node.last {
            return Some(self.next_annotation());
        }
        if self.node.next == NONE {
            return self.leave();
        }
        self.go_to(NodeId(self.node.next));
        self.ply = self.ply.wrapping_add(1);
        Some(Stop::Move(self.id))
    }

    #[inline]
    fn next_annotation(&mut self) -> Stop {
        // The last one points to the first.
        let before = if self.said == NONE { self.node.last } else { self.said };
        self.said = self.tree.annotations[before as usize].next;
        let packed = &self.tree.annotations[self.said as usize];
        match packed.kind {
            AnnotationKind::Variation => Stop::Open(NodeId(packed.payload)),
            _ => Stop::Annotation(AnnotationId(self.said)),
        }
    }

    #[inline]
    fn go_to(&mut self, id: NodeId) {
        self.id = id;
        self.node = &self.tree.nodes[id.idx()];
        self.said = NONE;
    }

    /// Goes into the variation that was the last stop.
    pub fn enter(&mut self, head: NodeId) {
        self.go_to(head);
        self.depth += 1;
        self.ply = self.ply.wrapping_sub(1);
    }

    /// Passes over the rest of the annotations here.
    pub fn skip_annotations(&mut self) {
        self.said = self.node.last;
    }

    /// Back from the end of a variation to the move that it varies.
    fn leave(&mut self) -> Option<Stop> {
        self.depth = self.depth.checked_sub(1)?;
        let mut head = self.id;
        while !self.tree.is_head(head) {
            head = self.tree.before(head)?;
            self.ply = self.ply.wrapping_sub(1);
        }
        self.go_to(self.tree.before(head)?);
        self.said = self.tree.annotation_of(head).map_or(NONE, |id| id.0);
        self.ply = self.ply.wrapping_add(1);
        Some(Stop::Close(head))
    }
}

/// Move numbers are counted from the start, because moves may be text only.
#[derive(Debug, Clone, Copy)]
pub struct Numbers {
    fullmove: u32,
}

impl Numbers {
    /// The numbers of a game, and the ply that it begins with: 0 for White, 1 for Black.
    pub fn of(start: &Start) -> (Numbers, u32) {
        let (fullmove, turn) = start.first_move;
        (Numbers { fullmove }, u32::from(turn == Color::Black))
    }

    /// The number of the move after this many plies, and whether it is White's.
    #[inline]
    pub fn at(self, ply: u32) -> (u32, bool) {
        (self.fullmove.saturating_add(ply / 2), ply.is_multiple_of(2))
    }
}

/// A stop of [`Game::stops`].
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberedStop {
    /// The stop itself.
    pub stop: Stop,
    /// The number of this move, or of the move before an annotation.
    pub number: u32,
    /// Whether it is a move by White.
    pub is_white: bool,
    /// The number of variations around it.
    pub depth: u32,
}

impl Game {
    /// Everything in the movetext, in order, with move numbers.
    ///
    /// `enters` decides whether to enter
    /// the variation with a head; otherwise it is skipped, without a stop for its end. Needs no
    /// stack for nested variations.
    ///
    /// ```
    /// # use pgnkit::{Game, game::Stop};
    /// let game: Game = "1. e4 e5 (1... c5) 2. Nf3 *".parse()?;
    /// let moves = |enters: bool| {
    ///     let stops = game.stops(move |_| enters);
    ///     let moves = stops.filter(|at| matches!(at.stop, Stop::Move(_)));
    ///     moves.map(|at| at.number).collect::<Vec<_>>()
    /// };
    /// assert_eq!(moves(true), [1, 1, 1, 2]);
    /// assert_eq!(moves(false), [1, 1, 2]);
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn stops<'g>(
        &'g self,
        mut enters: impl FnMut(NodeId) -> bool + 'g,
    ) -> impl Iterator<Item = NumberedStop> + 'g {
        let (numbers, first_ply) = Numbers::of(&self.start());
        let mut walk = self.walk(first_ply);
        core::iter::from_fn(move || {
            let stop = walk.next_stop()?;
            let depth = walk.depth;
            let (number, is_white) = numbers.at(walk.ply().saturating_sub(1));
            if let Stop::Open(head) = stop
                && enters(head)
            {
                walk.enter(head);
            }
            Some(NumberedStop { stop, number, is_white, depth })
        })
    }

    /// A walk through all lines.
    pub fn walk(&self, first_ply: u32) -> Walk<'_> {
        Walk::new(self.tree(), first_ply)
    }
}
