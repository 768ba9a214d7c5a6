//! Nodes and annotations as they lie in memory.
//!
//! ```text
//! node        before, and one bit: is a head   next   last annotation   move and spelling, or
//!                                                                       the number of a text, or
//!                                                                       the annotation of a head
//! annotation  next annotation, from the last one the first   kind   payload   end of a text
//! ```

use super::NodeId;
use pgn_chess::Move;
use pgn_chess::notation::san::Spelling;
use pgn_syntax::CommentKind;

/// No node, no annotation.
pub(super) const NONE: u32 = u32::MAX;
/// In `before`: the node is a head. In `what`: the move is text only.
const MARK: u32 = 1 << 31;

/// A node. Numbers of nodes and of texts have 31 bits: each takes two bytes of a game, and places
/// in a game have 32.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    before: u32,
    /// The node after it in its line.
    pub(super) next: u32,
    /// The last of its annotations.
    pub(super) last: u32,
    what: u32,
}

const _: () = assert!(size_of::<Node>() == 16 && size_of::<PackedAnnotation>() == 16);

/// The kind of a node.
#[derive(Debug, Clone, Copy)]
pub(super) enum NodeKind {
    /// The head of the line that this annotation is; of the main line, [`NONE`].
    Head(u32),
    Move(Move, Spelling),
    /// The number of a text.
    Unchecked(u32),
}

impl Node {
    pub(super) const ROOT: Node = Node { before: NONE, next: NONE, last: NONE, what: NONE };

    #[inline]
    pub(super) fn of_move(before: NodeId, mv: Move, spelling: Spelling) -> Node {
        let what = u32::from(mv.raw()) | u32::from(spelling.raw()) << 16;
        Node { before: before.0, next: NONE, last: NONE, what }
    }

    pub(super) fn of_text(before: NodeId, n: u32) -> Node {
        Node { before: before.0, next: NONE, last: NONE, what: MARK | n }
    }

    /// The head of the variation that this annotation of `node` is.
    pub(super) fn of_head(node: NodeId, annotation: u32) -> Node {
        Node { before: MARK | node.0, next: NONE, last: NONE, what: annotation }
    }

    #[inline]
    pub(super) fn kind(&self) -> NodeKind {
        if self.is_head() {
            NodeKind::Head(self.what)
        } else if self.what & MARK != 0 {
            NodeKind::Unchecked(self.what & !MARK)
        } else {
            let spelling = Spelling::from_raw((self.what >> 16) as u8);
            NodeKind::Move(Move::from_raw(self.what as u16), spelling)
        }
    }

    /// The move, if it was checked; [`Node::kind`] in one comparison.
    #[inline]
    pub(super) fn checked(&self) -> Option<(Move, Spelling)> {
        let is_checked = (self.before | self.what) & MARK == 0;
        let spelling = Spelling::from_raw((self.what >> 16) as u8);
        is_checked.then_some((Move::from_raw(self.what as u16), spelling))
    }

    #[inline]
    pub(super) fn is_head(&self) -> bool {
        self.before & MARK != 0
    }

    #[inline]
    pub(super) fn before(&self) -> Option<NodeId> {
        (self.before != NONE).then_some(NodeId(self.before & !MARK))
    }

    /// Puts it after another node, or, if it is a head, makes it vary that node.
    pub(super) fn set_before(&mut self, node: NodeId) {
        self.before = self.before & MARK | node.0;
    }
}

/// An annotation. Those of a node are a ring: the last points to the first.
#[derive(Debug, Clone, Copy)]
pub(super) struct PackedAnnotation {
    pub(super) next: u32,
    /// A NAG, the start of a text, the head of a variation.
    pub(super) payload: u32,
    /// The end of a text.
    pub(super) end: u32,
    pub(super) kind: AnnotationKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnnotationKind {
    Nag,
    Brace,
    Line,
    Escape,
    Variation,
}

impl AnnotationKind {
    pub(super) fn of_comment(kind: CommentKind) -> AnnotationKind {
        match kind {
            CommentKind::Brace => AnnotationKind::Brace,
            CommentKind::Line => AnnotationKind::Line,
            CommentKind::Escape => AnnotationKind::Escape,
        }
    }

    pub(super) fn is_comment(self) -> bool {
        matches!(self, AnnotationKind::Brace | AnnotationKind::Line | AnnotationKind::Escape)
    }
}
