//! Minimax over a set of positions: scores go back from the ends to the beginning (§13, §16.2.5,
//! D-45, D-50).
//!
//! ```text
//! nodes: positions, each once (transpositions are one node); edges: legal moves between nodes
//! leaf:  its own ce; without one, 0 if the game is drawn there; mated if it is mate; else unscored
//! node:  the best of its edges, each the score of the next node, seen a ply earlier
//! sweep over the nodes in order of key until nothing changes
//! nodes with edges of which none has a score keep their own, and the rest is swept again
//! what still changes after as many sweeps as there are nodes goes round in a circle: 0
//! ```
//!
//! Optimized for speed: a sweep looks only at nodes with an edge to one that changed, which gives
//! the same scores.
//!
//! ```text
//! dirty: nodes to be looked at, by their place in the order of keys
//! a change makes the nodes before it dirty: in this sweep if their turn is to come, else the next
//! ```

use std::collections::{BTreeSet, HashMap};

use super::opcode::Opcode;
use super::record::Record;
use super::score::Evaluation;
use pgnkit::chess::notation::san;
use pgnkit::chess::{Move, Position};

/// What to do with the score of a record from which moves lead to other records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OwnScore {
    /// The score of the best move replaces it.
    #[default]
    Replaced,
    /// It counts like another move: the side to move may have a better one than those in the set.
    Competes,
}

/// A set of records whose scores are to be computed. Memory: a few hundred bytes per position.
///
/// ```
/// use pgn_formats::epd::Backsolve;
///
/// let set = Backsolve::default();
/// assert!(format!("{set:?}").starts_with("Backsolve"));
/// ```
#[derive(Debug, Default)]
pub struct Backsolve {
    nodes: Vec<GraphNode>,
    /// Nodes by key; two positions may share one.
    by_key: HashMap<u64, Vec<usize>>,
    /// For each record that was added, its node.
    of_record: Vec<Option<usize>>,
}

#[derive(Debug)]
struct GraphNode {
    position: Position,
    /// The values in the records.
    own: Option<Evaluation>,
    score: NodeScore,
    /// Moves that lead to nodes, in ASCII order of their SAN.
    edges: Vec<(Move, usize)>,
    best: Option<Move>,
    state: ScoreOrigin,
}

/// Where the score of a node comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ScoreOrigin {
    /// From its edges.
    Open,
    /// From itself or the board.
    Leaf,
    /// From nowhere: it goes round in a circle.
    Repeats,
}

/// The state of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NodeScore {
    Unknown,
    /// The side to move is checkmated, for which `ce` is not used.
    Mated,
    Known(Evaluation),
}

/// Statistics of a computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Solved {
    /// Number of positions; transpositions count once.
    pub n_positions: usize,
    /// Number of moves between them.
    pub n_edges: usize,
    /// Number of positions with a score at the end.
    pub n_scored: usize,
    /// Number of positions whose score is a repetition, and therefore 0.
    pub n_repeating: usize,
    /// Number of passes over all positions.
    pub n_sweeps: usize,
}

impl Backsolve {
    /// Adds a record. The last score of a position counts.
    ///
    /// ```
    /// use pgn_formats::epd::{Backsolve, OwnScore, Record};
    ///
    /// let mut set = Backsolve::default();
    /// set.add(&Record::new(&pgnkit::Position::default()));
    /// let solved = set.solve(OwnScore::default());
    /// # let _ = solved;
    /// ```
    pub fn add(&mut self, record: &Record) {
        let Some(position) = record.position() else {
            self.of_record.push(None);
            return;
        };
        let idx = self.find(position).unwrap_or_else(|| self.make(position));
        let node = &mut self.nodes[idx];
        let said = record.integer(Opcode::Ce).and_then(Evaluation::new);
        let said = said.filter(|ce| ce.ce() != i64::from(Evaluation::ILLEGAL));
        node.own = said.or(node.own);
        self.of_record.push(Some(idx));
    }

    fn find(&self, position: &Position) -> Option<usize> {
        let known = self.by_key.get(&position.polyglot_key())?;
        known.iter().copied().find(|idx| self.nodes[*idx].position.same_position(position))
    }

    fn make(&mut self, position: &Position) -> usize {
        let idx = self.nodes.len();
        let (score, edges, state) = (NodeScore::Unknown, Vec::new(), ScoreOrigin::Open);
        self.nodes.push(GraphNode {
            position: *position,
            own: None,
            score,
            edges,
            best: None,
            state,
        });
        self.by_key.entry(position.polyglot_key()).or_default().push(idx);
        idx
    }

    /// Computes the scores.
    pub fn solve(&mut self, own: OwnScore) -> Solved {
        self.link();
        self.begin();
        let mut sweeper = Sweeper::new(&self.nodes);
        let mut n_repeating = 0;
        let all = |nodes: &[GraphNode]| (0..nodes.len()).collect::<Vec<usize>>();
        let mut dirty = all(&self.nodes);
        loop {
            let moving = sweeper.settle(self, own, dirty);
            if moving.is_empty() {
                dirty = self.settle_rest();
                if dirty.is_empty() {
                    break;
                }
                continue;
            }
            n_repeating += moving.len();
            for idx in &moving {
                self.nodes[*idx].score = NodeScore::Known(Evaluation::DRAW);
                self.nodes[*idx].state = ScoreOrigin::Repeats;
            }
            dirty = all(&self.nodes);
        }
        self.choose(own);
        let is_known = |node: &&GraphNode| node.score != NodeScore::Unknown;
        Solved {
            n_positions: self.nodes.len(),
            n_edges: self.nodes.iter().map(|node| node.edges.len()).sum(),
            n_scored: self.nodes.iter().filter(is_known).count(),
            n_repeating,
            n_sweeps: sweeper.n_sweeps,
        }
    }

    /// Gives nodes whose edges all lack a score their own one; their predecessors must then be
    /// updated.
    fn settle_rest(&mut self) -> Vec<usize> {
        let mut settled = Vec::new();
        for (idx, node) in self.nodes.iter_mut().enumerate() {
            if let (ScoreOrigin::Open, NodeScore::Unknown, Some(own)) =
                (node.state, node.score, node.own)
            {
                node.score = NodeScore::Known(own);
                node.state = ScoreOrigin::Leaf;
                settled.push(idx);
            }
        }
        match settled.is_empty() {
            true => settled,
            false => (0..self.nodes.len()).collect(),
        }
    }

    /// Finds the moves between nodes.
    fn link(&mut self) {
        for idx in 0..self.nodes.len() {
            let position = self.nodes[idx].position;
            let mut edges: Vec<(san::SanText, Move, usize)> = Vec::new();
            for mv in &position.legal_moves() {
                if let Some(child) = self.find(&position.after(*mv)) {
                    edges.push((san::to_text(&position, *mv), *mv, child));
                }
            }
            edges.sort_unstable_by(|one, other| one.0.as_bytes().cmp(other.0.as_bytes()));
            self.nodes[idx].edges = edges.into_iter().map(|(_, mv, child)| (mv, child)).collect();
        }
    }

    /// Leaves have their own score, or that of the board.
    fn begin(&mut self) {
        for node in &mut self.nodes {
            let position = &node.position;
            let is_dead = position.is_stalemate() || position.is_insufficient_material();
            node.score = match node.own {
                _ if position.is_checkmate() => NodeScore::Mated,
                _ if !node.edges.is_empty() => NodeScore::Unknown,
                Some(own) => NodeScore::Known(own),
                None if is_dead => NodeScore::Known(Evaluation::DRAW),
                None => NodeScore::Unknown,
            };
            node.state = if node.edges.is_empty() { ScoreOrigin::Leaf } else { ScoreOrigin::Open };
        }
    }

    /// The score of an edge, for the side that plays it.
    fn worth(&self, child: usize) -> Option<Evaluation> {
        match self.nodes[child].score {
            NodeScore::Unknown => None,
            NodeScore::Mated => Evaluation::mate_in(1).and_then(|ce| Evaluation::new(ce.into())),
            NodeScore::Known(score) => Some(score.before()),
        }
    }

    /// The best of a node's edges, the first of equals; and its own score, if that competes.
    fn best(&self, idx: usize, own: OwnScore) -> Option<(Evaluation, Option<Move>)> {
        let node = &self.nodes[idx];
        let mut best: Option<(Evaluation, Option<Move>)> = None;
        for (mv, child) in &node.edges {
            let Some(worth) = self.worth(*child) else { continue };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, Some(*mv)));
            }
        }
        match (own, node.own, best) {
            (OwnScore::Competes, Some(own), Some((most, _))) if own <= most => best,
            (OwnScore::Competes, Some(own), _) => Some((own, None)),
            (OwnScore::Replaced, _, _) | (OwnScore::Competes, None, _) => best,
        }
    }

    /// Works a node out again; true if its score is another one.
    fn update(&mut self, idx: usize, own: OwnScore) -> bool {
        if self.nodes[idx].state != ScoreOrigin::Open {
            return false;
        }
        let score =
            self.best(idx, own).map_or(NodeScore::Unknown, |(score, _)| NodeScore::Known(score));
        std::mem::replace(&mut self.nodes[idx].score, score) != score
    }

    /// The move of each score.
    fn choose(&mut self, own: OwnScore) {
        for idx in 0..self.nodes.len() {
            let node = &self.nodes[idx];
            self.nodes[idx].best = match node.state {
                ScoreOrigin::Leaf => None,
                ScoreOrigin::Open => self.best(idx, own).and_then(|(_, mv)| mv),
                ScoreOrigin::Repeats => {
                    let repeats = |child: usize| self.nodes[child].state == ScoreOrigin::Repeats;
                    node.edges.iter().find(|(_, child)| repeats(*child)).map(|(mv, _)| *mv)
                }
            };
        }
    }

    /// Writes the result into the record that was added as number `n`, from 0.
    ///
    /// A position with moves to others gets `ce` and `pm` of the best one, and loses its `pv`,
    /// unless its own score is better; a position that is mated has no `ce` (D-50).
    pub fn write(&self, n: usize, record: &mut Record) {
        let Some(node) = self.of_record.get(n).copied().flatten().map(|idx| &self.nodes[idx])
        else {
            return;
        };
        match node.score {
            NodeScore::Unknown => {}
            NodeScore::Mated => {
                record.remove(Opcode::Ce.mnemonic());
            }
            NodeScore::Known(score) => record.set_integer(Opcode::Ce, score.ce()),
        }
        if let (Some(mv), NodeScore::Known(_)) = (node.best, node.score) {
            record.set_moves(Opcode::Pm, &[mv]);
            record.remove(Opcode::Pv.mnemonic());
        }
    }
}

/// Processes nodes in order of key until nothing changes.
struct Sweeper {
    /// Nodes in order of key, and the place of each in it.
    order: Vec<usize>,
    rank: Vec<usize>,
    /// For each node those with an edge to it.
    parents: Vec<Vec<usize>>,
    n_sweeps: usize,
}

impl Sweeper {
    fn new(nodes: &[GraphNode]) -> Sweeper {
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.sort_by_key(|idx| nodes[*idx].position.polyglot_key());
        let mut rank = vec![0; nodes.len()];
        for (place, idx) in order.iter().enumerate() {
            rank[*idx] = place;
        }
        let mut parents = vec![Vec::new(); nodes.len()];
        for (idx, node) in nodes.iter().enumerate() {
            node.edges.iter().for_each(|(_, child)| parents[*child].push(idx));
        }
        Sweeper { order, rank, parents, n_sweeps: 0 }
    }

    /// Sweeps, at most as often as there are nodes; returns those that still change in as many
    /// further sweeps.
    fn settle(&mut self, graph: &mut Backsolve, own: OwnScore, dirty: Vec<usize>) -> Vec<usize> {
        let mut dirty: BTreeSet<usize> = dirty.into_iter().map(|idx| self.rank[idx]).collect();
        let n_nodes = graph.nodes.len();
        let mut moving = BTreeSet::new();
        for sweep in 0..2 * n_nodes {
            if dirty.is_empty() {
                return Vec::new();
            }
            self.n_sweeps += 1;
            let mut later = BTreeSet::new();
            while let Some(place) = dirty.pop_first() {
                let idx = self.order[place];
                if !graph.update(idx, own) {
                    continue;
                }
                if sweep >= n_nodes {
                    moving.insert(idx);
                }
                for parent in &self.parents[idx] {
                    let parent = self.rank[*parent];
                    let is_to_come = parent > place;
                    if is_to_come {
                        dirty.insert(parent)
                    } else {
                        later.insert(parent)
                    };
                }
            }
            dirty = later;
        }
        if dirty.is_empty() { Vec::new() } else { moving.into_iter().collect() }
    }
}
