//! Games: the tree stays in Rust, and the nodes that Python sees are handles into it.
//!
//! ```text
//! Python   Game, ChildNode, Headers      handles: the store and the number of a node
//! Rust     Store                         tags, tree, outcome, one position that is remembered
//! ```
//!
//! In Python, the children of a node are all moves that were played after it; in the tree, a
//! variation belongs to the move that it replaces. `children` converts between the two views.
//!
//! Start at [`Store`]; `node` has the nodes, `headers` the tags, `mainline` the lines, `copy` the
//! copies and pickles.

mod annotation;
mod children;
mod copy;
mod edit;
mod headers;
mod mainline;
mod node;

pub(crate) use annotation::{comment_parts, comment_text};
pub(crate) use children::{alternatives, starting_head};
pub(crate) use copy::{PickledFault, PickledOrigin, game_of_class, restore_headers, restore_node};
pub(crate) use headers::{Headers, HeadersIter, change_tags, each_header, set_result};
pub(crate) use mainline::{Mainline, MainlineIter};
pub(crate) use node::{ChildNode, PyGame, PyGameNode, fault_errors, game_handle};

use pgnkit::chess::Variant;
use pgnkit::game::{MoveText, Tree};
use pgnkit::{Game, Move, NodeId, Position};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyWeakrefReference};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All tags of the roster have their default values if they are absent.
pub(crate) const WHOLE_ROSTER: u8 = 0x7f;

/// A game that handles share.
pub(crate) type SharedStore = Arc<StoreCell>;

/// A game with its lock, which is held for moments and never while Python runs.
#[derive(Debug)]
pub(crate) struct StoreCell(Mutex<Store>);

impl StoreCell {
    /// The game itself.
    pub(crate) fn open(self) -> Store {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game, for this thread alone.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An error in the text of a game, as in `game.errors`.
#[derive(Debug, Clone)]
pub(crate) struct GameFault {
    pub(crate) code: String,
    pub(crate) name: Cow<'static, str>,
    pub(crate) message: String,
    pub(crate) line: u64,
    pub(crate) column: u64,
}

/// The place of a game.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origin {
    /// The file, if it has a name.
    pub(crate) file: Option<Arc<str>>,
    /// Its number in the file, from 1; 0 if it is not known.
    pub(crate) number: u64,
    /// Where its text begins in the file.
    pub(crate) offset: u64,
}

/// A game, and what is remembered of it.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) game: Game,
    /// The tags of the roster that have default values if they are absent, a bit each.
    pub(crate) roster_defaults: u8,
    /// The variant of its moves; worked out with the start.
    variant: Option<Variant>,
    start: Option<Option<Position>>,
    /// The last requested position.
    last: Option<(NodeId, Position)>,
    pub(crate) faults: Vec<GameFault>,
    /// The Python list of errors, created on demand.
    pub(crate) errors: Option<Py<PyList>>,
    pub(crate) origin: Origin,
    /// The handle under which the game was last pickled.
    pickled: Option<Py<PyWeakrefReference>>,
}

impl Store {
    /// The store of a game.
    pub(crate) fn of(game: Game) -> Store {
        Store {
            game,
            roster_defaults: WHOLE_ROSTER,
            variant: None,
            start: None,
            last: None,
            faults: Vec::new(),
            errors: None,
            origin: Origin::default(),
            pickled: None,
        }
    }

    /// The same, to be shared.
    pub(crate) fn share(self) -> SharedStore {
        Arc::new(StoreCell(Mutex::new(self)))
    }

    /// A copy that is independent of this game.
    pub(crate) fn copy(&self) -> Store {
        Store { game: self.game.clone(), ..self.copy_tags() }
    }

    /// A copy of the tags and the result.
    pub(crate) fn copy_tags(&self) -> Store {
        let mut game = Game::new();
        if let Some(tags) = game.tags_mut() {
            *tags = self.game.tags().clone();
        }
        if game.tag("Result").is_none() {
            game.set_outcome(self.game.outcome());
        }
        Store { roster_defaults: self.roster_defaults, ..Store::of(game) }
    }

    /// The termination marker.
    pub(crate) fn result(&self) -> &'static str {
        self.game.outcome().marker()
    }

    pub(crate) fn tree(&self) -> &Tree {
        self.game.tree()
    }

    /// The start, kept until the tags change.
    pub(crate) fn start(&mut self) -> Option<Position> {
        if let Some(start) = self.start {
            return start;
        }
        let start = self.game.start_position();
        self.start = Some(start);
        self.variant = start.map(|position| position.variant());
        start
    }

    /// The variant of its moves; ordinary chess if it is not known.
    pub(crate) fn variant(&mut self) -> Variant {
        if self.variant.is_none() {
            self.start();
        }
        self.variant.unwrap_or_default()
    }

    /// Forgets positions, because tags or moves have changed.
    pub(crate) fn forget(&mut self) {
        (self.start, self.variant, self.last) = (None, None, None);
    }

    /// The moves that lead to a node, the last one first.
    fn way_back(&self, node: NodeId) -> impl Iterator<Item = (NodeId, Option<Move>)> + '_ {
        let mut at = Some(node);
        std::iter::from_fn(move || {
            let node = at?;
            at = self.tree().parent(node);
            let mv = match self.tree().mv(node) {
                Some(MoveText::Move(mv)) => Some(mv),
                Some(MoveText::Unchecked(_)) | None => None,
            };
            (node != NodeId::ROOT).then_some((node, mv))
        })
    }

    /// The moves to a node and the position there; `None` if moves are text only.
    pub(crate) fn line_to(&mut self, node: NodeId) -> Option<(Position, Vec<Move>, Position)> {
        let start = self.start()?;
        let last = self.last;
        let mut moves = Vec::with_capacity(64);
        let mut known = (node == NodeId::ROOT).then_some((0, start));
        for (at, mv) in self.way_back(node) {
            if let Some((remembered, position)) = last
                && remembered == at
                && known.is_none()
            {
                known = Some((moves.len(), position));
            }
            moves.push(mv?);
        }
        let (n_after, mut position) = known.unwrap_or((moves.len(), start));
        moves[..n_after].iter().rev().for_each(|&mv| position.play_unchecked(mv));
        moves.reverse();
        self.last = Some((node, position));
        Some((start, moves, position))
    }

    /// The position at a node.
    pub(crate) fn position_at(&mut self, node: NodeId) -> Option<Position> {
        if let Some((remembered, position)) = self.last
            && remembered == node
        {
            return Some(position);
        }
        self.line_to(node).map(|(_, _, position)| position)
    }

    /// Plies before a node, from the moves since the start and its move number.
    pub(crate) fn ply(&mut self, node: NodeId) -> u32 {
        let before = self.start().map_or(0, |start| {
            2 * start.fullmove().saturating_sub(1) + u32::from(start.turn() == pgnkit::Color::Black)
        });
        before + self.way_back(node).count() as u32
    }
}
