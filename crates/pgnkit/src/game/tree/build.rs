//! Building and changing a tree.
//!
//! Standard: §8.2.4, §8.2.5. Decisions: D-30.

use super::pack::{AnnotationKind, NONE, Node, PackedAnnotation};
use super::{Annotation, AnnotationId, NodeId, Spelled, Tree};
use crate::nag::Nag;
use pgn_chess::Move;
use pgn_chess::notation::san::Spelling;
use pgn_syntax::CommentKind;

impl Tree {
    /// Removes everything and keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::ROOT);
        self.annotations.clear();
        self.text.clear();
        self.unchecked.clear();
        self.in_tags.clear();
    }

    /// Adds a NAG after a move.
    ///
    /// ```
    /// # use pgnkit::{Game, Nag, syntax::CommentKind};
    /// let mut game: Game = "1. e4 *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// game.tree_mut().add_nag(e4, Nag(1));
    /// assert!(game.to_string().contains("1. e4 $1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_nag(&mut self, node: NodeId, nag: Nag) -> AnnotationId {
        self.add_packed(node, AnnotationKind::Nag, u32::from(nag.0), 0)
    }

    /// Adds a NAG after a move and its NAGs, but before its other annotations, as in export form
    /// (§8.2.4).
    #[doc(hidden)]
    pub fn add_nag_before_comments(&mut self, node: NodeId, nag: Nag) -> AnnotationId {
        let id = self.add_nag(node, nag);
        self.put_before(node, id, |annotation| !matches!(annotation, Annotation::Nag(_)));
        id
    }

    /// Puts the last annotation of a node before the first other one of a kind.
    fn put_before(
        &mut self,
        node: NodeId,
        id: AnnotationId,
        is_it: impl Fn(Annotation<'_>) -> bool,
    ) {
        let mut ids: Vec<AnnotationId> =
            self.annotation_ids(node).filter(|&other| other != id).collect();
        let at = ids.iter().position(|&id| is_it(self.annotation(id))).unwrap_or(ids.len());
        ids.insert(at, id);
        self.set_annotations(node, &ids);
    }

    /// Replaces the text of a comment, but not its place and kind, so that the text around it in a
    /// file does not change. Does nothing to other annotations.
    ///
    /// ```
    /// # use pgnkit::{Game, Nag, syntax::CommentKind};
    /// let mut game: Game = "1. e4 {bad} *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// let id = game.tree().annotation_ids(e4).next().expect("a comment");
    /// game.tree_mut().set_comment_text(id, "good");
    /// assert_eq!(game.tree().comments(e4).next(), Some("good"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_comment_text(&mut self, id: AnnotationId, text: &str) {
        let start = self.text.len() as u32;
        let packed = &mut self.annotations[id.idx()];
        if packed.kind.is_comment() {
            self.text.push_str(text);
            (packed.payload, packed.end) = (start, self.text.len() as u32);
        }
    }

    /// Adds a comment after a move, or before the first move of a line.
    ///
    /// ```
    /// # use pgnkit::{Game, Nag, syntax::CommentKind};
    /// let mut game: Game = "1. e4 *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// game.tree_mut().add_comment(e4, CommentKind::Brace, "good");
    /// assert!(game.to_string().contains("1. e4 {good}"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_comment(&mut self, node: NodeId, kind: CommentKind, text: &str) -> AnnotationId {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        self.add_comment_at(node, kind, (start, self.text.len() as u32))
    }

    /// Adds a comment after a move and its annotations, but before its variations: after them, it
    /// would seem to refer to the last variation.
    #[doc(hidden)]
    pub fn add_comment_before_variations(
        &mut self,
        node: NodeId,
        kind: CommentKind,
        text: &str,
    ) -> AnnotationId {
        let id = self.add_comment(node, kind, text);
        self.put_before(node, id, |annotation| matches!(annotation, Annotation::Variation(_)));
        id
    }

    /// Adds a comment whose text is, or will be, at this place; see [`Tree::text_parts`].
    pub(crate) fn add_comment_at(
        &mut self,
        node: NodeId,
        kind: CommentKind,
        range: (u32, u32),
    ) -> AnnotationId {
        self.add_packed(node, AnnotationKind::of_comment(kind), range.0, range.1)
    }

    /// Removes an annotation from its node. Returns whether it was there.
    ///
    /// ```
    /// # use pgnkit::{Game, Nag, syntax::CommentKind};
    /// let mut game: Game = "1. e4 {good} *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// let id = game.tree().annotation_ids(e4).next().expect("a comment");
    /// assert!(game.tree_mut().remove_annotation(e4, id));
    /// assert!(!game.tree().has_annotations(e4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_annotation(&mut self, node: NodeId, id: AnnotationId) -> bool {
        let ids: Vec<AnnotationId> = self.annotation_ids(node).collect();
        let kept: Vec<AnnotationId> = ids.iter().copied().filter(|&kept| kept != id).collect();
        self.set_annotations(node, &kept);
        kept.len() < ids.len()
    }

    /// Makes `ids` the annotations of a node, in this order.
    pub(crate) fn set_annotations(&mut self, node: NodeId, ids: &[AnnotationId]) {
        let mut last = ids.last().map_or(NONE, |id| id.0);
        self.nodes[node.idx()].last = last;
        for id in ids {
            self.annotations[last as usize].next = id.0;
            last = id.0;
        }
    }

    #[inline]
    fn add_packed(
        &mut self,
        node: NodeId,
        kind: AnnotationKind,
        payload: u32,
        end: u32,
    ) -> AnnotationId {
        let id = self.annotations.len() as u32;
        let node = &mut self.nodes[node.idx()];
        let next = match self.annotations.get_mut(node.last as usize) {
            Some(last) => core::mem::replace(&mut last.next, id),
            None => id,
        };
        node.last = id;
        self.annotations.push(PackedAnnotation { next, payload, end, kind });
        AnnotationId(id)
    }

    /// Appends a move to the line that ends at `before`, and removes the moves after it.
    #[inline]
    #[doc(hidden)]
    pub fn push_move(&mut self, before: NodeId, mv: Move, spelling: Spelling) -> NodeId {
        self.push_after(before, Node::of_move(before, mv, spelling))
    }

    /// Gives a node, which must be one of a move, that move with another spelling.
    pub(crate) fn respell(&mut self, node: NodeId, mv: Move, spelling: Spelling) {
        let old = &mut self.nodes[node.idx()];
        if let Some(before) = old.before() {
            let (next, last) = (old.next, old.last);
            *old = Node::of_move(before, mv, spelling);
            (old.next, old.last) = (next, last);
        }
    }

    /// Appends a move that is not checked, whose text is, or will be, at this place.
    pub(crate) fn push_unchecked(&mut self, before: NodeId, range: (u32, u32)) -> NodeId {
        self.unchecked.push(range);
        self.push_after(before, Node::of_text(before, self.unchecked.len() as u32 - 1))
    }

    /// Appends the move of a node of another tree, which must be one.
    pub(crate) fn push_copy(&mut self, before: NodeId, tree: &Tree, node: NodeId) -> NodeId {
        match tree.spelled(node) {
            Some(Spelled::Move(mv, spelling)) => self.push_move(before, mv, spelling),
            Some(Spelled::Unchecked(text)) => {
                let start = self.text.len() as u32;
                self.text.push_str(text);
                self.push_unchecked(before, (start, self.text.len() as u32))
            }
            None => before,
        }
    }

    #[inline]
    fn push_after(&mut self, before: NodeId, node: Node) -> NodeId {
        let id = self.nodes.len() as u32;
        self.nodes[before.idx()].next = id;
        self.nodes.push(node);
        NodeId(id)
    }

    /// Begins a variation that replaces the move of `node`; returns its head.
    #[doc(hidden)]
    pub fn push_variation(&mut self, node: NodeId) -> NodeId {
        let head = self.nodes.len() as u32;
        let id = self.add_packed(node, AnnotationKind::Variation, head, 0);
        self.nodes.push(Node::of_head(node, id.0));
        NodeId(head)
    }

    /// Remembers that an opening comment is in the tag section; in order of the comments.
    pub(crate) fn place_in_tags(&mut self, id: AnnotationId, n_tags: usize) {
        self.in_tags.push((id.0, n_tags as u32));
    }

    /// Forgets which opening comments were among the tags; they are after them then.
    #[doc(hidden)]
    pub fn forget_places(&mut self) {
        self.in_tags.clear();
    }

    pub(crate) fn set_next(&mut self, node: NodeId, next: Option<NodeId>) {
        self.nodes[node.idx()].next = next.map_or(NONE, |next| next.0);
        if let Some(next) = next {
            self.nodes[next.idx()].set_before(node);
        }
    }

    pub(crate) fn set_before(&mut self, head: NodeId, node: NodeId) {
        self.nodes[head.idx()].set_before(node);
    }

    /// Reserves memory for as many nodes as most games have.
    pub(crate) fn reserve(&mut self) {
        const N_NODES: usize = 128;
        self.nodes.reserve(N_NODES);
    }

    /// The text of the tree, and all places in it, in no order: for a reader that decodes a game
    /// in one go.
    pub(crate) fn text_parts(
        &mut self,
    ) -> (&mut String, impl Iterator<Item = (&mut u32, &mut u32)>) {
        let comments = self.annotations.iter_mut().filter(|packed| packed.kind.is_comment());
        let comments = comments.map(|packed| (&mut packed.payload, &mut packed.end));
        let moves = self.unchecked.iter_mut().map(|range| (&mut range.0, &mut range.1));
        (&mut self.text, comments.chain(moves))
    }
}
