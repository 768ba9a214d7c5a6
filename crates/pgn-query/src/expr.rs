//! A parsed expression: questions, joined by `and`, `or` and `not`.

use std::ops::Range;

use super::facts::{Fact, Place, Row, known_tag};
use super::has::Has;
use super::level::Level;
use super::meaning::SearchWord;
use super::regular::RegexBudget;
use super::truth::Truth;
use super::value::{Relation, Test};
use crate::probe::Probe;
use pgnkit::chess::Color;

/// How deep `and`, `or` and `not` may lie in each other. Parentheses alone do not count.
pub(super) const DEPTH_MAX: usize = 200;

/// How many questions an expression may have, named queries put in.
pub(super) const LEAVES_MAX: usize = 100_000;

/// A node of an expression; the last one of the list is the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct NodeIdx(pub(super) u32);

/// A question of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct LeafIdx(pub(super) u32);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Leaf(LeafIdx),
    Not(NodeIdx),
    All(Vec<NodeIdx>),
    Any(Vec<NodeIdx>),
    /// Holds with White as the player, or with Black.
    Sides(NodeIdx),
    /// Holds with this side as the player.
    Side(Color, NodeIdx),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Expr {
    pub(super) nodes: Vec<Node>,
    depths: Vec<u32>,
    has_side: Vec<bool>,
    pub(super) leaves: Vec<Leaf>,
    /// How many texts were read before the one that is being read.
    pub(super) n_texts: usize,
    /// The names of the tags that are tested; a slot each.
    pub(super) tags: Vec<String>,
    /// The slots of the tags whose values are compared by name.
    pub(super) tags_compared: Vec<usize>,
    /// The questions about the positions of the main line, and of those of all lines.
    pub(super) main_probes: Vec<Probe>,
    pub(super) all_probes: Vec<Probe>,
    /// The search words of the text that is being read.
    pub(super) search_words: Vec<SearchWord>,
    /// The memory of its regular expressions together.
    pub(super) regexes: RegexBudget,
}

/// The lines of a game that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lines {
    Main,
    All,
}

/// The source of the value that a question tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// A tag, by its slot.
    Tag(usize),
    Fact(&'static Row),
}

#[derive(Clone, Debug)]
pub(super) enum Question {
    /// A value of this operand is so; with several values, one of them.
    Compare { operand: Operand, test: Test, place: Place },
    /// The values of two operands are so to each other.
    Relate { left: Operand, relation: Relation, right: Operand },
    /// A word that is yes or no.
    Flag(Fact),
    /// There is a tag of this name.
    HasTag(usize),
    /// There is something of this sort; with a number, that one.
    Has { what: Has, number: Option<u32>, code: Option<String>, place: Place },
    /// The result of a probe of these lines.
    Board { probe: usize, lines: Lines },
    /// The same for every game.
    Known(Truth),
}

impl Question {
    /// The facts that it uses.
    pub(super) fn rows(&self) -> impl Iterator<Item = &'static Row> {
        let of = |operand: &Operand| match operand {
            Operand::Fact(row) => Some(*row),
            Operand::Tag(_) => None,
        };
        let rows = match self {
            Question::Compare { operand, .. } => [of(operand), None],
            Question::Relate { left, right, .. } => [of(left), of(right)],
            Question::Flag(fact) => [Some(fact.row()), None],
            Question::HasTag(_)
            | Question::Has { .. }
            | Question::Board { .. }
            | Question::Known(_) => [None, None],
        };
        rows.into_iter().flatten()
    }
}

impl Question {
    /// Asks for the tags and probes at their new places.
    fn shift(&mut self, slots: &[usize], n_main: usize, n_all: usize) {
        let move_operand = |operand: &mut Operand| {
            if let Operand::Tag(slot) = operand {
                *slot = slots[*slot];
            }
        };
        match self {
            Question::Compare { operand, .. } => move_operand(operand),
            Question::Relate { left, right, .. } => {
                move_operand(left);
                move_operand(right);
            }
            Question::HasTag(slot) => *slot = slots[*slot],
            Question::Board { probe, lines: Lines::Main } => *probe += n_main,
            Question::Board { probe, lines: Lines::All } => *probe += n_all,
            Question::Flag(_) | Question::Has { .. } | Question::Known(_) => {}
        }
    }
}

/// A question with the data for the planner.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) question: Question,
    pub(super) level: Level,
    pub(super) has_side: bool,
    /// As it was written.
    pub(super) source: String,
    pub(super) place: LeafPlace,
}

/// Where a question was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LeafPlace {
    /// The number of the expression, if there are several.
    pub(super) text: usize,
    /// The named query that has it.
    pub(super) query: Option<String>,
    /// Its bytes in that text.
    pub(super) span: Range<usize>,
}

impl Expr {
    /// The whole expression; `None` if it is empty.
    pub(super) fn root(&self) -> Option<NodeIdx> {
        self.nodes.len().checked_sub(1).map(|last| NodeIdx(last as u32))
    }

    pub(super) fn node(&self, node: NodeIdx) -> &Node {
        &self.nodes[node.0 as usize]
    }

    pub(super) fn leaf(&self, leaf: LeafIdx) -> &Leaf {
        &self.leaves[leaf.0 as usize]
    }

    /// How many levels of nodes lie below this one.
    pub(super) fn depth(&self, node: NodeIdx) -> usize {
        self.depths[node.0 as usize] as usize
    }

    /// Whether a part is about one of the two sides, and does not itself name which.
    pub(super) fn has_side(&self, node: NodeIdx) -> bool {
        self.has_side[node.0 as usize]
    }

    /// Whether some part is negated.
    pub(super) fn has_not(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node, Node::Not(_)))
    }

    /// The slot of a tag; letter case does not matter, and a standard name gets its standard
    /// spelling.
    pub(super) fn tag_slot(&mut self, name: &str) -> usize {
        match self.tags.iter().position(|known| known.eq_ignore_ascii_case(name)) {
            Some(slot) => slot,
            None => {
                self.tags.push(known_tag(name).unwrap_or(name).to_owned());
                self.tags.len() - 1
            }
        }
    }

    /// The slot of a tag whose value is compared.
    pub(super) fn compared_tag(&mut self, name: &str) -> usize {
        let slot = self.tag_slot(name);
        if !self.tags_compared.contains(&slot) {
            self.tags_compared.push(slot);
        }
        slot
    }

    pub(super) fn push_leaf(&mut self, leaf: Leaf) -> NodeIdx {
        let has_side = leaf.has_side;
        self.leaves.push(leaf);
        let node = Node::Leaf(LeafIdx(self.leaves.len() as u32 - 1));
        self.push(node, 0, has_side)
    }

    pub(super) fn push_not(&mut self, node: NodeIdx) -> NodeIdx {
        if let Node::Not(inner) = self.node(node) {
            return *inner;
        }
        let depth = self.depth(node) as u32 + 1;
        let has_side = self.has_side(node);
        self.push(Node::Not(node), depth, has_side)
    }

    pub(super) fn push_all(&mut self, parts: Vec<NodeIdx>) -> NodeIdx {
        self.push_joined(parts, Node::All)
    }

    pub(super) fn push_any(&mut self, parts: Vec<NodeIdx>) -> NodeIdx {
        self.push_joined(parts, Node::Any)
    }

    /// This part is about one side.
    pub(super) fn push_side(&mut self, side: Color, node: NodeIdx) -> NodeIdx {
        let depth = self.depth(node) as u32 + 1;
        self.push(Node::Side(side, node), depth, false)
    }

    /// Both sides are tried for this part.
    pub(super) fn push_sides(&mut self, node: NodeIdx) -> NodeIdx {
        let depth = self.depth(node) as u32 + 1;
        self.push(Node::Sides(node), depth, false)
    }

    /// Joins parts; those that are joined in the same way become parts of the new one.
    fn push_joined(&mut self, parts: Vec<NodeIdx>, join: fn(Vec<NodeIdx>) -> Node) -> NodeIdx {
        if let [only] = parts[..] {
            return only;
        }
        let is_all = matches!(join(Vec::new()), Node::All(_));
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match (self.node(part), is_all) {
                (Node::All(inner), true) | (Node::Any(inner), false) => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        let depth = flat.iter().map(|part| self.depth(*part)).max().unwrap_or(0) as u32 + 1;
        let has_side = flat.iter().any(|part| self.has_side(*part));
        self.push(join(flat), depth, has_side)
    }

    fn push(&mut self, node: Node, depth: u32, has_side: bool) -> NodeIdx {
        self.nodes.push(node);
        self.depths.push(depth);
        self.has_side.push(has_side);
        NodeIdx(self.nodes.len() as u32 - 1)
    }
}

impl Expr {
    /// Another node that is the same as `of`.
    pub(super) fn push_copy(&mut self, node: Node, of: NodeIdx) -> NodeIdx {
        let (depth, has_side) = (self.depths[of.0 as usize], self.has_side[of.0 as usize]);
        self.push(node, depth, has_side)
    }

    /// Appends the nodes and questions of another expression, and returns where `root` is then.
    pub(super) fn append(&mut self, other: &Expr, root: NodeIdx) -> NodeIdx {
        let (n_nodes, n_leaves) = (self.nodes.len() as u32, self.leaves.len() as u32);
        let (n_main, n_all) = (self.main_probes.len(), self.all_probes.len());
        let slots: Vec<usize> = other.tags.iter().map(|name| self.tag_slot(name)).collect();
        for slot in &other.tags_compared {
            self.compared_tag(&other.tags[*slot]);
        }
        for node in &other.nodes {
            self.nodes.push(node.shifted(n_nodes, n_leaves));
        }
        self.depths.extend(&other.depths);
        self.has_side.extend(&other.has_side);
        for leaf in &other.leaves {
            let mut leaf = leaf.clone();
            leaf.place.text += self.n_texts;
            leaf.question.shift(&slots, n_main, n_all);
            self.leaves.push(leaf);
        }
        self.n_texts += other.n_texts;
        self.main_probes.extend_from_slice(&other.main_probes);
        self.all_probes.extend_from_slice(&other.all_probes);
        NodeIdx(root.0 + n_nodes)
    }
}

impl Node {
    /// The same after this many nodes and questions of another expression.
    fn shifted(&self, n_nodes: u32, n_leaves: u32) -> Node {
        let node = |node: &NodeIdx| NodeIdx(node.0 + n_nodes);
        let nodes = |parts: &[NodeIdx]| parts.iter().map(node).collect();
        match self {
            Node::Leaf(leaf) => Node::Leaf(LeafIdx(leaf.0 + n_leaves)),
            Node::Not(inner) => Node::Not(node(inner)),
            Node::All(parts) => Node::All(nodes(parts)),
            Node::Any(parts) => Node::Any(nodes(parts)),
            Node::Sides(inner) => Node::Sides(node(inner)),
            Node::Side(side, inner) => Node::Side(*side, node(inner)),
        }
    }
}
