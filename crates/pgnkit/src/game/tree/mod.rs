//! The tree of moves: nodes and annotations in arenas, linked by index.
//!
//! ```text
//! head ── e4 ── e5 ── Nf3          a line: a head, then moves
//!          │     └ variation ── head ── c5 ── Nf3
//!          └ nag $1, comment "King's pawn"
//! ```
//!
//! Standard: §8.2.4, §8.2.5, §5, §6. Decisions: D-09, D-29, D-30, D-35.
//! Start at [`Tree`].

mod build;
mod equal;
mod pack;
mod walk;

use crate::nag::Nag;
use pack::{AnnotationKind, NONE, Node, NodeKind, PackedAnnotation};
use pgn_chess::Move;
use pgn_chess::notation::san::{SanText, Spelling};
use pgn_syntax::CommentKind;
pub use walk::{NumberedStop, Stop};
pub use walk::{Numbers, Text, Walk};

/// A node of the tree: a move, or the head of a line.
///
/// An ID belongs to the tree that returned it, and a tree does not recognize IDs of another one.
///
/// # Panics
/// The methods of [`Tree`], [`Game`](super::Game) and [`Cursor`](super::Cursor) that take a node
/// panic if the tree never had one with this index, and otherwise use the node that has it.
/// [`Tree::node_at`] returns `None` instead; check an ID from outside with it.
///
/// ```
/// use pgnkit::{Game, NodeId};
/// let game: Game = "1. e4 e5 *".parse()?;
/// let e4 = game.tree().next(NodeId::ROOT).unwrap();
/// assert_eq!(game.tree().before(e4), Some(NodeId::ROOT));
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The head of the main line: the start of the game.
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId};
    /// assert!(Game::new().tree().is_head(NodeId::ROOT));
    /// ```
    pub const ROOT: NodeId = NodeId(0);

    fn idx(self) -> usize {
        self.0 as usize
    }

    /// Its index among the nodes of its tree, from 0, for storing outside of Rust.
    /// [`Tree::node_at`] is the inverse.
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId};
    /// assert_eq!(NodeId::ROOT.index(), 0);
    /// ```
    #[must_use]
    pub fn index(self) -> usize {
        self.idx()
    }
}

impl Default for NodeId {
    /// The root.
    fn default() -> NodeId {
        NodeId::ROOT
    }
}

/// An annotation in the tree.
///
/// # Panics
/// As with a [`NodeId`], methods panic if the tree never had an annotation with this index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnnotationId(u32);

impl AnnotationId {
    /// Its index among the nodes of the tree; later nodes have a greater one.
    pub(crate) fn idx(self) -> usize {
        self.0 as usize
    }
}

/// An annotation after a move, or before the first move of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Annotation<'a> {
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

/// The beginning of comments with text that could not be played as moves.
#[doc(hidden)]
pub const UNPLAYABLE: &str = "Unplayable: ";

/// The comment after an illegal move that was [kept](crate::read::IllegalMoves::Keep).
pub const ILLEGAL: &str = "Illegal move";

impl Annotation<'_> {
    /// Whether this is a comment with unplayable text, by its first word.
    #[doc(hidden)]
    #[must_use]
    pub fn is_unplayable(&self) -> bool {
        matches!(self, Annotation::Comment { text, .. } if text.starts_with(UNPLAYABLE))
    }
}

/// A move in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveText<'a> {
    /// A legal move, or a null move.
    Move(Move),
    /// The text of a move that was not checked, because the rules are unknown.
    Unchecked(&'a str),
}

/// A move with the text that it is written as.
#[derive(Debug, Clone, Copy)]
pub enum Spelled<'a> {
    /// A legal move, and how its text departs from SAN.
    Move(Move, Spelling),
    /// The text of a move that was not played.
    Unchecked(&'a str),
}

/// The moves and annotations of a game.
///
/// Memory: 16 bytes per node and per annotation, and one string for all texts. Deleted items stay
/// in the arenas, unreachable, until the tree is cleared or dropped. A game may have two billion
/// nodes, more than fit into a text of 4 GiB.
///
/// ```
/// # use pgnkit::{Game, NodeId};
/// let game: Game = "1. e4 e5 (1... c5) *".parse()?;
/// let e5 = game.main_line().nth(1).expect("a move");
/// assert_eq!(game.tree().variations(e5).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    annotations: Vec<PackedAnnotation>,
    text: String,
    /// Where in the text the moves are that were not checked.
    unchecked: Vec<(u32, u32)>,
    /// Opening comments that were in the tag section: the annotation, and the number of tags before
    /// it. In the order of both.
    in_tags: Vec<(u32, u32)>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            nodes: vec![Node::ROOT],
            annotations: Vec::new(),
            text: String::new(),
            unchecked: Vec::new(),
            in_tags: Vec::new(),
        }
    }
}

impl Tree {
    /// The move of a node; `None` for the head of a line.
    ///
    /// ```
    /// # use pgnkit::game::MoveText;
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// let Some(MoveText::Move(mv)) = game.tree().mv(e4) else { panic!("no move") };
    /// assert_eq!(mv.to().to_string(), "e4");
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn mv(&self, node: NodeId) -> Option<MoveText<'_>> {
        Some(match self.spelled(node)? {
            Spelled::Move(mv, _) => MoveText::Move(mv),
            Spelled::Unchecked(text) => MoveText::Unchecked(text),
        })
    }

    /// The canonical SAN of a node's move, including its check mark; `None` for the head of a line
    /// and for moves that are text only. Plays no moves.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e2-e4 *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// assert_eq!(game.tree().san(e4).expect("a move").as_str(), "e4");
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn san(&self, node: NodeId) -> Option<SanText> {
        match self.spelled(node)? {
            Spelled::Move(mv, spelling) => Some(spelling.text(mv)),
            Spelled::Unchecked(_) => None,
        }
    }

    #[inline]
    #[doc(hidden)]
    pub fn spelled(&self, node: NodeId) -> Option<Spelled<'_>> {
        self.spelled_as(&self.nodes[node.idx()])
    }

    #[inline]
    fn spelled_as(&self, node: &Node) -> Option<Spelled<'_>> {
        match node.kind() {
            NodeKind::Move(mv, spelling) => Some(Spelled::Move(mv, spelling)),
            NodeKind::Unchecked(n) => {
                Some(Spelled::Unchecked(self.text_at(self.unchecked[n as usize])))
            }
            NodeKind::Head(_) => None,
        }
    }

    /// Whether a node is the head of a line.
    ///
    /// ```
    /// # use pgnkit::NodeId;
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// assert!(game.tree().is_head(NodeId::ROOT) && !game.tree().is_head(e4));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn is_head(&self, node: NodeId) -> bool {
        self.nodes[node.idx()].is_head()
    }

    /// The node after it in its line.
    ///
    /// ```
    /// # use pgnkit::NodeId;
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// assert_eq!(game.tree().next(NodeId::ROOT), Some(e4));
    /// assert_eq!(game.tree().next(e4), None);
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        let next = self.nodes[node.idx()].next;
        (next != NONE).then_some(NodeId(next))
    }

    /// The node before it: in its line, or, for the head of a variation, the node whose move the
    /// variation replaces. `None` for the root.
    ///
    /// ```
    /// # use pgnkit::NodeId;
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// assert_eq!(game.tree().before(e4), Some(NodeId::ROOT));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn before(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.idx()].before()
    }

    /// The node of the position in which its move is played: the previous move, or the head of the
    /// main line.
    ///
    /// The first move of a variation, and the head of the variation, have the same
    /// parent as the move that the variation replaces. `None` for the root.
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId};
    /// let mut game = Game::new();
    /// let e4 = game.add_san(NodeId::ROOT, "e4")?;
    /// let e5 = game.add_san(e4, "e5")?;
    /// let c5 = game.add_san(e4, "c5")?;
    /// assert_eq!(game.tree().parent(e5), Some(e4));
    /// assert_eq!(game.tree().parent(c5), Some(e4));
    /// assert_eq!(game.tree().parent(e4), Some(NodeId::ROOT));
    /// # Ok::<(), pgnkit::game::EditError>(())
    /// ```
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let mut at = node;
        loop {
            let before = self.before(at)?;
            // From a head, the cursor goes to the replaced move, which is not on the board.
            let is_parent = !self.is_head(at) && (!self.is_head(before) || before == NodeId::ROOT);
            if is_parent {
                return Some(before);
            }
            at = before;
        }
    }

    /// All moves of all lines, in the order of the text: a variation comes after the move that it
    /// replaces. Needs no stack for nested variations.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *".parse()?;
    /// let tree = game.tree();
    /// let moves: Vec<_> = tree.nodes().filter_map(|node| tree.san(node)).collect();
    /// assert_eq!(moves.iter().map(|san| san.as_str()).collect::<Vec<_>>().join(" "),
    ///     "e4 e5 c5 Nf3 Nc3");
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut walk = Walk::new(self, 0);
        core::iter::from_fn(move || {
            loop {
                match walk.next_stop()? {
                    Stop::Move(node) => return Some(node),
                    Stop::Open(head) => walk.enter(head),
                    Stop::Annotation(_) | Stop::Close(_) => {}
                }
            }
        })
    }

    /// The root, all heads of variations and all moves, in the order of the text.
    pub(crate) fn heads_and_moves(&self) -> Vec<NodeId> {
        let (mut nodes, mut walk) = (vec![NodeId::ROOT], Walk::new(self, 0));
        while let Some(stop) = walk.next_stop() {
            match stop {
                Stop::Move(node) => nodes.push(node),
                Stop::Open(head) => {
                    nodes.push(head);
                    walk.enter(head);
                }
                Stop::Annotation(_) | Stop::Close(_) => {}
            }
        }
        nodes
    }

    /// The moves of a line after `node`.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 e5 2. Nf3 *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// assert_eq!(game.tree().line(e4).count(), 2);
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn line(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        core::iter::successors(self.next(node), |&node| self.next(node))
    }

    /// The head of the line that `node` is in. Walks the line back.
    ///
    /// ```
    /// # use pgnkit::NodeId;
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 e5 *".parse()?;
    /// let e5 = game.main_line().nth(1).expect("a move");
    /// assert_eq!(game.tree().head(e5), NodeId::ROOT);
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
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

    /// The annotations after a move, or before the first move of a line, in order.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 $1 {good} (1. d4) *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// assert_eq!(game.tree().annotations(e4).count(), 3);
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn annotations(&self, node: NodeId) -> impl Iterator<Item = Annotation<'_>> + '_ {
        self.annotation_ids(node).map(|id| self.annotation(id))
    }

    /// Whether there are annotations after a move, or before the first move of a line.
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId};
    /// let game: Game = "1. e4 $1 *".parse()?;
    /// assert!(game.main_line().all(|node| game.tree().has_annotations(node)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn has_annotations(&self, node: NodeId) -> bool {
        self.nodes[node.idx()].last != NONE
    }

    /// The same as IDs, for editing.
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId};
    /// let game: Game = "1. e4 $1 {good} *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// assert_eq!(game.tree().annotation_ids(e4).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn annotation_ids(&self, node: NodeId) -> impl Iterator<Item = AnnotationId> + '_ {
        let mut at = None;
        core::iter::from_fn(move || {
            at = self.annotation_after(node, at);
            at
        })
        .fuse()
    }

    /// The annotation of a node that comes after this one, or its first.
    #[inline]
    pub(crate) fn annotation_after(
        &self,
        node: NodeId,
        id: Option<AnnotationId>,
    ) -> Option<AnnotationId> {
        let last = self.nodes[node.idx()].last;
        let before = match id {
            Some(id) if id.0 == last => return None,
            Some(id) => id.0,
            // The last one points to the first.
            None if last == NONE => return None,
            None => last,
        };
        Some(AnnotationId(self.annotations[before as usize].next))
    }

    /// Whether a node has other annotations than comments and variations.
    #[inline]
    pub(crate) fn has_nags_or_escapes(&self, node: NodeId) -> bool {
        let last = self.nodes[node.idx()].last;
        let mut at = last;
        while let Some(packed) = self.annotations.get(at as usize) {
            if matches!(packed.kind, AnnotationKind::Nag | AnnotationKind::Escape) {
                return true;
            }
            at = packed.next;
            if at == last {
                return false;
            }
        }
        false
    }

    /// One annotation.
    #[must_use]
    #[inline]
    pub fn annotation(&self, id: AnnotationId) -> Annotation<'_> {
        let packed = &self.annotations[id.0 as usize];
        let comment =
            |kind| Annotation::Comment { kind, text: self.text_at((packed.payload, packed.end)) };
        match packed.kind {
            AnnotationKind::Nag => Annotation::Nag(Nag(packed.payload as u16)),
            AnnotationKind::Brace => comment(CommentKind::Brace),
            AnnotationKind::Line => comment(CommentKind::Line),
            AnnotationKind::Escape => comment(CommentKind::Escape),
            AnnotationKind::Variation => Annotation::Variation(NodeId(packed.payload)),
        }
    }

    /// The annotation that the variation with this head is; `None` for the root and for moves.
    pub(crate) fn annotation_of(&self, head: NodeId) -> Option<AnnotationId> {
        match self.nodes[head.idx()].kind() {
            NodeKind::Head(id) if id != NONE => Some(AnnotationId(id)),
            NodeKind::Head(_) | NodeKind::Move(..) | NodeKind::Unchecked(_) => None,
        }
    }

    /// The NAGs of a move, in order.
    ///
    /// ```
    /// # use pgnkit::Nag;
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4! *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// assert_eq!(game.tree().nags(e4).next(), Some(Nag(1)));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn nags(&self, node: NodeId) -> impl Iterator<Item = Nag> + '_ {
        self.annotations(node).filter_map(|annotation| match annotation {
            Annotation::Nag(nag) => Some(nag),
            Annotation::Comment { .. } | Annotation::Variation(_) => None,
        })
    }

    /// The comments after a move or before the first move of a line, in order; no escape lines.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 {good} *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// assert_eq!(game.tree().comments(e4).next(), Some("good"));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn comments(&self, node: NodeId) -> impl Iterator<Item = &str> + '_ {
        self.annotations(node).filter_map(|annotation| match annotation {
            Annotation::Comment { kind: CommentKind::Brace | CommentKind::Line, text } => {
                Some(text)
            }
            Annotation::Comment { .. } | Annotation::Nag(_) | Annotation::Variation(_) => None,
        })
    }

    /// The heads of the variations that replace the move of `node`, in order.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 (1. d4) (1. c4 e5) *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// let lengths: Vec<_> =
    ///     game.tree().variations(e4).map(|head| game.tree().line(head).count()).collect();
    /// assert_eq!(lengths, [1, 2]);
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn variations(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.annotations(node).filter_map(|annotation| match annotation {
            Annotation::Variation(head) => Some(head),
            Annotation::Comment { .. } | Annotation::Nag(_) => None,
        })
    }

    /// The number of tags before an opening comment; `None` if it comes after the tags.
    #[doc(hidden)]
    #[must_use]
    pub fn n_tags_before(&self, id: AnnotationId) -> Option<usize> {
        let found = self.in_tags.binary_search_by_key(&id.0, |entry| entry.0).ok()?;
        Some(self.in_tags[found].1 as usize)
    }

    /// The node with this index; `None` if there never was one.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// assert_eq!(game.tree().node_at(e4.index()), Some(e4));
    /// assert_eq!(game.tree().node_at(9), None);
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn node_at(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then_some(NodeId(index as u32))
    }

    /// Number of nodes ever created, including heads.
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId};
    /// assert_eq!(Game::new().tree().n_nodes(), 1);
    /// ```
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Number of annotations ever made.
    pub(crate) fn n_annotations(&self) -> usize {
        self.annotations.len()
    }

    /// Whether everything in another tree fits into this one.
    pub(crate) fn fits_with(&self, other: &Tree) -> bool {
        let fits = |ours: usize, theirs: usize| ours.saturating_add(theirs) < (NONE / 2) as usize;
        fits(self.nodes.len(), other.nodes.len())
            && fits(self.annotations.len(), other.annotations.len())
            && fits(self.text.len(), other.text.len())
    }

    /// About the length of a text of this tree.
    pub(crate) fn n_bytes_guessed(&self) -> usize {
        // A move takes a space and half a number; after a comment in braces, a whole number.
        const BYTES_PER_MOVE: usize = 7;
        const BYTES_PER_ANNOTATION: usize = 9;
        let moves = self.nodes.len() * BYTES_PER_MOVE;
        moves + self.annotations.len() * BYTES_PER_ANNOTATION + self.text.len() + 128
    }

    fn text_at(&self, range: (u32, u32)) -> &str {
        &self.text[range.0 as usize..range.1 as usize]
    }
}
