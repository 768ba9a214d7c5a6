//! The tree of moves: nodes and annotations in arenas, joined by numbers.
//!
//! ```text
//! head ── e4 ── e5 ── Nf3          a line: a head, then moves
//!          │     └ variation ── head ── c5 ── Nf3
//!          └ nag $1, comment "King's pawn"
//! ```
//!
//! Owns: the shape of the tree and the order of annotations. Knows nothing of: legality.
//! Standard: §8.2.4, §8.2.5, §5, §6. Decisions: D-09, D-29, D-30, D-35.
//! Start at [`Tree`].

use crate::nag::Nag;
use pgn_chess::Move;
use pgn_syntax::CommentKind;

/// A place in the tree: a move, or the head of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The head of the main line: the start of the game.
    pub const ROOT: NodeId = NodeId(0);

    pub(crate) fn idx(self) -> usize {
        self.0 as usize
    }
}

/// An annotation in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementId(u32);

/// What stands behind a move, or before the first move of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Element<'a> {
    /// A NAG.
    Nag(Nag),
    /// A comment, or an escape line (§6).
    Comment {
        /// How it was written.
        kind: CommentKind,
        /// Its text; line ends are LF.
        text: &'a str,
    },
    /// A variation that replaces the move before it; this is the head of its line.
    Variation(NodeId),
}

/// A move as the tree holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveText<'a> {
    /// A legal move, or a null move.
    Move(Move),
    /// The text of a move that was not checked, because the rules are not known.
    Unchecked(&'a str),
}

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Node {
    /// The node before it in its line; for the head of a variation, the node whose move the
    /// variation replaces.
    before: u32,
    /// The node behind it in its line.
    next: u32,
    first: u32,
    last: u32,
    /// A raw move, or the index of a text.
    mv: u32,
    kind: NodeKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NodeKind {
    Head,
    Move,
    Text,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    kind: SlotKind,
    payload: u32,
    next: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SlotKind {
    Nag,
    Brace,
    Line,
    Escape,
    Variation,
}

/// The moves and annotations of a game.
///
/// Memory: 24 bytes a node and 12 an annotation, texts in one piece. What is deleted stays in the
/// arenas, unreachable, until the tree is dropped.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    slots: Vec<Slot>,
    text: String,
    /// Ranges of `text`.
    texts: Vec<(u32, u32)>,
    /// Opening comments that stood in the tag section: the annotation, and how many tags came
    /// before it. In order.
    in_tags: Vec<(u32, u32)>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            nodes: vec![Node::new(NodeKind::Head, 0, NONE)],
            slots: Vec::new(),
            text: String::new(),
            texts: Vec::new(),
            in_tags: Vec::new(),
        }
    }
}

impl Node {
    fn new(kind: NodeKind, mv: u32, before: u32) -> Node {
        Node { before, next: NONE, first: NONE, last: NONE, mv, kind }
    }
}

impl Tree {
    /// The move of a node; `None` for the head of a line.
    #[must_use]
    pub fn mv(&self, node: NodeId) -> Option<MoveText<'_>> {
        let node = &self.nodes[node.idx()];
        match node.kind {
            NodeKind::Head => None,
            NodeKind::Move => Some(MoveText::Move(Move::from_raw(node.mv as u16))),
            NodeKind::Text => Some(MoveText::Unchecked(self.text_of(node.mv))),
        }
    }

    /// Whether a node is the head of a line.
    #[must_use]
    pub fn is_head(&self, node: NodeId) -> bool {
        self.nodes[node.idx()].kind == NodeKind::Head
    }

    /// The node behind it in its line.
    #[must_use]
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        let next = self.nodes[node.idx()].next;
        (next != NONE).then_some(NodeId(next))
    }

    /// The node before it: in its line, or, for the head of a variation, the node whose move the
    /// variation replaces. `None` for the root.
    #[must_use]
    pub fn before(&self, node: NodeId) -> Option<NodeId> {
        let before = self.nodes[node.idx()].before;
        (before != NONE).then_some(NodeId(before))
    }

    /// The moves of a line behind `node`.
    pub fn line(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        core::iter::successors(self.next(node), |&node| self.next(node))
    }

    /// The head of the line that `node` is in. Walks the line back.
    #[must_use]
    pub fn head(&self, node: NodeId) -> NodeId {
        let mut at = node;
        while !self.is_head(at) {
            match self.before(at) {
                Some(before) => at = before,
                None => break,
            }
        }
        at
    }

    /// What stands behind a move, or before the first move of a line, in order.
    pub fn elements(&self, node: NodeId) -> impl Iterator<Item = Element<'_>> + '_ {
        self.element_ids(node).map(|id| self.element(id))
    }

    /// Whether anything stands behind a move, or before the first move of a line.
    #[must_use]
    pub fn has_elements(&self, node: NodeId) -> bool {
        self.nodes[node.idx()].first != NONE
    }

    /// The same by number, for editing.
    pub fn element_ids(&self, node: NodeId) -> impl Iterator<Item = ElementId> + '_ {
        let first = self.nodes[node.idx()].first;
        let first = (first != NONE).then_some(first);
        core::iter::successors(first, |&slot| {
            let next = self.slots[slot as usize].next;
            (next != NONE).then_some(next)
        })
        .map(ElementId)
    }

    /// One annotation.
    #[must_use]
    pub fn element(&self, id: ElementId) -> Element<'_> {
        let slot = &self.slots[id.0 as usize];
        let comment = |kind| Element::Comment { kind, text: self.text_of(slot.payload) };
        match slot.kind {
            SlotKind::Nag => Element::Nag(Nag(slot.payload as u16)),
            SlotKind::Brace => comment(CommentKind::Brace),
            SlotKind::Line => comment(CommentKind::Line),
            SlotKind::Escape => comment(CommentKind::Escape),
            SlotKind::Variation => Element::Variation(NodeId(slot.payload)),
        }
    }

    /// The NAGs of a move, in order.
    pub fn nags(&self, node: NodeId) -> impl Iterator<Item = Nag> + '_ {
        self.elements(node).filter_map(|element| match element {
            Element::Nag(nag) => Some(nag),
            Element::Comment { .. } | Element::Variation(_) => None,
        })
    }

    /// The comments behind a move or before the first move of a line, in order; no escape lines.
    pub fn comments(&self, node: NodeId) -> impl Iterator<Item = &str> + '_ {
        self.elements(node).filter_map(|element| match element {
            Element::Comment { kind: CommentKind::Brace | CommentKind::Line, text } => Some(text),
            Element::Comment { .. } | Element::Nag(_) | Element::Variation(_) => None,
        })
    }

    /// The heads of the variations that replace the move of `node`, in order.
    pub fn variations(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.elements(node).filter_map(|element| match element {
            Element::Variation(head) => Some(head),
            Element::Comment { .. } | Element::Nag(_) => None,
        })
    }

    /// How many tags come before an opening comment; `None` when it stands behind the tags.
    #[must_use]
    pub fn n_tags_before(&self, id: ElementId) -> Option<usize> {
        self.in_tags.iter().find(|entry| entry.0 == id.0).map(|entry| entry.1 as usize)
    }

    /// Number of nodes ever made, heads included.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    fn text_of(&self, idx: u32) -> &str {
        let (start, end) = self.texts[idx as usize];
        &self.text[start as usize..end as usize]
    }

    /// Adds a NAG behind a move.
    pub fn add_nag(&mut self, node: NodeId, nag: Nag) -> ElementId {
        self.add_slot(node, SlotKind::Nag, u32::from(nag.0))
    }

    /// Adds a comment behind a move, or before the first move of a line.
    pub fn add_comment(&mut self, node: NodeId, kind: CommentKind, text: &str) -> ElementId {
        let payload = self.add_text(text);
        let kind = match kind {
            CommentKind::Brace => SlotKind::Brace,
            CommentKind::Line => SlotKind::Line,
            CommentKind::Escape => SlotKind::Escape,
        };
        self.add_slot(node, kind, payload)
    }

    /// Removes an annotation from its node; says whether it was there.
    pub fn remove_element(&mut self, node: NodeId, id: ElementId) -> bool {
        let ids: Vec<ElementId> = self.element_ids(node).collect();
        let kept: Vec<ElementId> = ids.iter().copied().filter(|&kept| kept != id).collect();
        self.set_elements(node, &kept);
        kept.len() < ids.len()
    }

    /// Makes `ids` the annotations of a node, in this order.
    pub(crate) fn set_elements(&mut self, node: NodeId, ids: &[ElementId]) {
        for (n, id) in ids.iter().enumerate() {
            self.slots[id.0 as usize].next = ids.get(n + 1).map_or(NONE, |next| next.0);
        }
        let slot = &mut self.nodes[node.idx()];
        slot.first = ids.first().map_or(NONE, |id| id.0);
        slot.last = ids.last().map_or(NONE, |id| id.0);
    }

    pub(crate) fn add_text(&mut self, text: &str) -> u32 {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        self.texts.push((start, self.text.len() as u32));
        self.texts.len() as u32 - 1
    }

    fn add_slot(&mut self, node: NodeId, kind: SlotKind, payload: u32) -> ElementId {
        let id = self.slots.len() as u32;
        self.slots.push(Slot { kind, payload, next: NONE });
        let node = &mut self.nodes[node.idx()];
        match node.last {
            NONE => node.first = id,
            last => self.slots[last as usize].next = id,
        }
        node.last = id;
        ElementId(id)
    }

    fn add_node(&mut self, before: NodeId, kind: NodeKind, mv: u32) -> NodeId {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node::new(kind, mv, before.0));
        if kind != NodeKind::Head {
            self.nodes[before.idx()].next = id;
        }
        NodeId(id)
    }

    /// Appends a move to the line that ends at `before`; what stood behind it is cut off.
    pub(crate) fn push_move(&mut self, before: NodeId, mv: Move) -> NodeId {
        self.add_node(before, NodeKind::Move, u32::from(mv.raw()))
    }

    /// Begins a variation that replaces the move of `node`; gives its head.
    pub(crate) fn push_variation(&mut self, node: NodeId) -> NodeId {
        let head = self.add_node(node, NodeKind::Head, 0);
        self.add_slot(node, SlotKind::Variation, head.0);
        head
    }

    /// Remembers that an opening comment stands in the tag section.
    pub(crate) fn place_in_tags(&mut self, id: ElementId, n_tags: usize) {
        self.in_tags.push((id.0, n_tags as u32));
    }

    /// Forgets which opening comments stood among the tags; they stand behind them then.
    pub fn forget_places(&mut self) {
        self.in_tags.clear();
    }

    pub(crate) fn set_next(&mut self, node: NodeId, next: Option<NodeId>) {
        self.nodes[node.idx()].next = next.map_or(NONE, |next| next.0);
        if let Some(next) = next {
            self.nodes[next.idx()].before = node.0;
        }
    }

    pub(crate) fn set_before(&mut self, head: NodeId, node: NodeId) {
        self.nodes[head.idx()].before = node.0;
    }

    /// Makes room for as many nodes as most games have.
    pub(crate) fn reserve(&mut self) {
        const N_NODES: usize = 128;
        self.nodes.reserve(N_NODES);
    }

    /// Sets the texts once for all; for a reader that decodes a game in one go.
    pub(crate) fn set_texts(&mut self, text: String, texts: Vec<(u32, u32)>) {
        self.text = text;
        self.texts = texts;
    }

    /// Adds a comment whose text is set later.
    pub(crate) fn add_comment_idx(
        &mut self,
        node: NodeId,
        kind: CommentKind,
        idx: u32,
    ) -> ElementId {
        let kind = match kind {
            CommentKind::Brace => SlotKind::Brace,
            CommentKind::Line => SlotKind::Line,
            CommentKind::Escape => SlotKind::Escape,
        };
        self.add_slot(node, kind, idx)
    }

    /// Appends a move whose text is set later.
    pub(crate) fn push_text_idx(&mut self, before: NodeId, idx: u32) -> NodeId {
        self.add_node(before, NodeKind::Text, idx)
    }
}

/// Two trees are equal when they hold the same lines and annotations in the same order, however
/// they came about. No recursion.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let mut lines = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((mut ours, mut theirs)) = lines.pop() {
            loop {
                if self.mv(ours) != other.mv(theirs)
                    || !self.same_elements(ours, other, theirs, &mut lines)
                {
                    return false;
                }
                match (self.next(ours), other.next(theirs)) {
                    (Some(next), Some(their_next)) => (ours, theirs) = (next, their_next),
                    (None, None) => break,
                    (Some(_), None) | (None, Some(_)) => return false,
                }
            }
        }
        true
    }
}

impl Eq for Tree {}

impl Tree {
    fn same_elements(
        &self,
        node: NodeId,
        other: &Tree,
        their_node: NodeId,
        lines: &mut Vec<(NodeId, NodeId)>,
    ) -> bool {
        let mut theirs = other.element_ids(their_node);
        for ours in self.element_ids(node) {
            let Some(their) = theirs.next() else { return false };
            let same = match (self.element(ours), other.element(their)) {
                (Element::Variation(head), Element::Variation(their_head)) => {
                    lines.push((head, their_head));
                    true
                }
                (ours, theirs) => ours == theirs,
            };
            if !same || self.n_tags_before(ours) != other.n_tags_before(their) {
                return false;
            }
        }
        theirs.next().is_none()
    }
}
