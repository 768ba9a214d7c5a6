//! Probes put to the lines of a game that is held: to its main line, or to all (§8.2.5).
//!
//! ```text
//! main line    to its end
//! all lines    each move, then the lines that replace it, then the move again and what follows
//! ```
//!
//! A line begins with the states before the move that it replaces, so that only that move is played
//! twice. Memory: one position and one state of each probe for each level of nesting.

use std::sync::Arc;

use pgnkit::chess::{Move, Position};
use pgnkit::game::{MoveText, UNPLAYABLE};
use pgnkit::{Game, NodeId};

use super::ply_history::{Mark, Memory};
use super::{Answer, PlyHistory, Probe, ProbeState, Seen};

/// Which lines are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Lines {
    /// The moves that were played.
    #[default]
    Main,
    /// The moves that were played and their variations.
    All,
}

/// Where a probe was answered with yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Found {
    /// The move that led there; the root for the start of the game.
    pub node: NodeId,
    /// How many plies led there.
    pub ply: u32,
}

/// Probes, and where in a game each is answered. It is made once and run on many games.
///
/// ```
/// use pgn_query::probe::{Lines, Options, Probe, Search, Subject};
///
/// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
/// # 1. e4 e5 2. Nf3 1-0\n"[..];
/// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
/// let probe = Probe::parse(Subject::Moves, "1. e4 e5 2. Nf3", &Options::default())?;
/// let mut search = Search::new([probe].into());
/// assert!(search.run(&game, Lines::Main));
/// assert_eq!(search.found(0).map(|found| found.ply), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    probes: Arc<[Probe]>,
    history: PlyHistory,
    states: Vec<ProbeState>,
    found: Vec<Option<Found>>,
    n_open: usize,
    /// The node of each ply of the current line.
    path: Vec<NodeId>,
    waiting: Vec<WaitingMove>,
    /// The states of all that waits, one after the other.
    kept: Vec<ProbeState>,
}

/// A move whose variations are searched before it is played.
#[derive(Clone, Debug)]
struct WaitingMove {
    node: NodeId,
    n_entered: usize,
    before: Position,
    mark: Mark,
}

impl Search {
    /// A search for these.
    #[must_use]
    pub fn new(probes: Arc<[Probe]>) -> Search {
        let looks_back = probes.iter().any(Probe::looks_back);
        let memory = if looks_back { Memory::Keys } else { Memory::None };
        Search {
            history: PlyHistory::new(memory),
            states: Vec::new(),
            found: Vec::new(),
            n_open: 0,
            path: Vec::new(),
            waiting: Vec::new(),
            kept: Vec::new(),
            probes,
        }
    }

    /// Searches a game: the main line first, then the others in the order of the text. False if its
    /// moves are text only, so that there is nothing to see. A line ends where its moves do.
    pub fn run(&mut self, game: &Game, lines: Lines) -> bool {
        self.found.clear();
        self.found.resize(self.probes.len(), None);
        self.n_open = self.probes.len();
        let Some(start) = game.start_position() else { return false };
        self.main_line(game, start);
        if lines == Lines::All && self.n_open > 0 {
            self.all_lines(game, start);
        }
        true
    }

    /// Number of probes.
    #[must_use]
    pub fn n_probes(&self) -> usize {
        self.probes.len()
    }

    /// Where the `n`th probe, from 0, was answered with yes, if it was.
    #[must_use]
    pub fn found(&self, n: usize) -> Option<Found> {
        self.found.get(n).copied().flatten()
    }

    fn begin(&mut self, start: &Position) {
        self.states.clear();
        self.states.extend(self.probes.iter().map(Probe::start));
        self.path.clear();
        self.path.push(NodeId::ROOT);
        let seen = self.history.start(start);
        see(&self.probes, &mut self.states, &seen, |n, ply| {
            take(&mut self.found[n], &mut self.n_open, &self.path, ply);
        });
    }

    fn play(&mut self, node: NodeId, mv: Move, position: &mut Position) {
        position.play_unchecked(mv);
        let seen = self.history.play(mv, position);
        self.path.truncate(seen.ply() as usize);
        self.path.push(node);
        see(&self.probes, &mut self.states, &seen, |n, ply| {
            take(&mut self.found[n], &mut self.n_open, &self.path, ply);
        });
    }

    /// The line is over after a node. At an illegal move, its end is unknown.
    fn finish(&mut self, game: &Game, node: NodeId, last: &Position) {
        if is_unplayable_after(game, node) {
            return;
        }
        let seen = self.history.again(last);
        for (n, (probe, state)) in self.probes.iter().zip(&mut self.states).enumerate() {
            if let Answer::At(ply) = probe.finish(state, &seen) {
                take(&mut self.found[n], &mut self.n_open, &self.path, ply);
            }
        }
    }

    fn main_line(&mut self, game: &Game, start: Position) {
        let (mut position, mut last) = (start, NodeId::ROOT);
        self.begin(&position);
        for node in game.main_line() {
            let Some(mv) = checked(game, node) else { break };
            if self.is_over() {
                return;
            }
            self.play(node, mv, &mut position);
            last = node;
        }
        self.finish(game, last, &position);
    }

    /// No move of this line can change an answer any more.
    fn is_over(&self) -> bool {
        self.states.iter().all(|state| state.answer.is_settled())
    }

    fn all_lines(&mut self, game: &Game, start: Position) {
        let (tree, mut position, mut node) = (game.tree(), start, NodeId::ROOT);
        self.waiting.clear();
        self.kept.clear();
        self.begin(&position);
        while self.n_open > 0 {
            let next = tree.next(node).and_then(|next| Some((next, checked(game, next)?)));
            let Some((next, mv)) = next else {
                self.finish(game, node, &position);
                match self.other_line(game, &mut position) {
                    Some(other) => node = other,
                    None => return,
                }
                continue;
            };
            let has_others = tree.variations(next).next().is_some();
            if has_others {
                self.wait(next, &position);
            }
            self.play(next, mv, &mut position);
            node = next;
            if has_others {
                match self.other_line(game, &mut position) {
                    Some(other) => node = other,
                    None => return,
                }
            }
        }
    }

    fn wait(&mut self, node: NodeId, before: &Position) {
        let mark = self.history.mark();
        self.waiting.push(WaitingMove { node, n_entered: 0, before: *before, mark });
        self.kept.extend_from_slice(&self.states);
    }

    /// The next line that replaces the move that waits, or that move, played for good.
    fn other_line(&mut self, game: &Game, position: &mut Position) -> Option<NodeId> {
        let waiting = self.waiting.last_mut()?;
        let (node, n) = (waiting.node, waiting.n_entered);
        waiting.n_entered += 1;
        *position = waiting.before;
        self.history.back_to(waiting.mark);
        let from = self.kept.len() - self.probes.len();
        self.states.copy_from_slice(&self.kept[from..]);
        if let Some(head) = game.tree().variations(node).nth(n) {
            return Some(head);
        }
        self.waiting.pop();
        self.kept.truncate(from);
        self.play(node, checked(game, node)?, position);
        Some(node)
    }
}

/// Shows a position to the open states, and reports each yes.
fn see(
    probes: &[Probe],
    states: &mut [ProbeState],
    seen: &Seen<'_>,
    mut yes: impl FnMut(usize, u32),
) {
    for (n, (probe, state)) in probes.iter().zip(states).enumerate() {
        if !state.answer.is_settled()
            && let Answer::At(ply) = probe.see(state, seen)
        {
            yes(n, ply);
        }
    }
}

/// Keeps the first yes of a probe.
fn take(found: &mut Option<Found>, n_open: &mut usize, path: &[NodeId], ply: u32) {
    if found.is_none()
        && let Some(node) = path.get(ply as usize)
    {
        *found = Some(Found { node: *node, ply });
        *n_open -= 1;
    }
}

/// Whether a line stops after a node at a move that cannot be played.
pub(crate) fn is_unplayable_after(game: &Game, node: NodeId) -> bool {
    game.tree().comments(node).any(|text| text.starts_with(UNPLAYABLE))
}

/// The move of a node, if it was checked.
fn checked(game: &Game, node: NodeId) -> Option<Move> {
    match game.tree().mv(node) {
        Some(MoveText::Move(mv)) => Some(mv),
        Some(MoveText::Unchecked(_)) | None => None,
    }
}
