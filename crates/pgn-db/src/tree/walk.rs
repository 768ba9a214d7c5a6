//! A tree that is held in memory, and the way through it.
//!
//! Positions come in order of their distance from the root, and of the games that came to them.
//! Each comes once, by the shortest and then the most played way; other ways to it are
//! transpositions.

use super::gather::Moves;
use super::{Edge, Played};
use pgnkit::chess::{Move, Position};
use std::collections::{HashMap, HashSet};
use std::io;

/// Moves in positions, up to a limit.
#[derive(Debug, Default)]
pub struct Tree {
    /// In the order of keys; those of a position by the number of games.
    moves: Vec<Played>,
    /// Of positions with moves that were left out: in how many games these were played.
    left_out: HashMap<u64, u64>,
}

/// Why a tree cannot be held.
#[derive(Debug)]
pub enum TreeError {
    /// It takes more memory than it may.
    TooLarge,
    /// The disk.
    Io(io::Error),
}

/// A position on the way through a tree.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The position.
    pub position: Position,
    /// The moves that led to it from the root.
    pub line: Vec<Move>,
}

impl Tree {
    /// The moves that were played in at least this many games.
    ///
    /// # Errors
    /// Those of the disk, and when the moves take more than `bytes_max`.
    pub fn hold(moves: &mut Moves, games_min: u32, bytes_max: usize) -> Result<Tree, TreeError> {
        let mut tree = Tree::default();
        let (mut key, mut left_count, mut holds) = (0, 0, false);
        loop {
            let next = moves.next_move().map_err(TreeError::Io)?;
            if next.is_none_or(|next| next.edge.key != key) {
                if holds && left_count > 0 {
                    tree.left_out.insert(key, left_count);
                }
                (left_count, holds) = (0, false);
            }
            let Some(played) = next else { break };
            key = played.edge.key;
            if played.score.game_count < games_min {
                left_count += u64::from(played.score.game_count);
                continue;
            }
            holds = true;
            tree.moves.push(played);
            if tree.byte_count() > bytes_max {
                return Err(TreeError::TooLarge);
            }
        }
        tree.sort();
        Ok(tree)
    }

    fn byte_count(&self) -> usize {
        self.moves.len() * size_of::<Played>() + self.left_out.len() * 2 * size_of::<(u64, u64)>()
    }

    /// A tree of these moves.
    #[must_use]
    pub fn of(moves: Vec<Played>) -> Tree {
        let mut tree = Tree { moves, left_out: HashMap::new() };
        tree.sort();
        tree
    }

    fn sort(&mut self) {
        self.moves.sort_unstable_by_key(|played| {
            let Edge { key, mv } = played.edge;
            (key, std::cmp::Reverse(played.score.game_count), mv.raw())
        });
    }

    /// The moves of a position, the most played first.
    #[must_use]
    pub fn moves_at(&self, key: u64) -> &[Played] {
        let from = self.moves.partition_point(|played| played.edge.key < key);
        let len = self.moves[from..].partition_point(|played| played.edge.key == key);
        &self.moves[from..from + len]
    }

    /// The games that went on in a position, also those whose moves are left out.
    #[must_use]
    pub fn game_count_at(&self, key: u64) -> u64 {
        let held_count = self.moves_at(key).iter().map(|played| u64::from(played.score.game_count));
        held_count.sum::<u64>() + self.left_out.get(&key).copied().unwrap_or(0)
    }

    /// All moves.
    #[must_use]
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// The positions that have moves, the root first; the root comes in any case.
    #[must_use]
    pub fn walk(&self, root: &Position) -> Walk<'_> {
        let visit = Visit { position: *root, line: Vec::new() };
        let seen = HashSet::from([root.polyglot_key()]);
        Walk { tree: self, seen, row: vec![visit].into_iter(), below: Vec::new() }
    }
}

/// Goes through a tree row by row.
pub struct Walk<'t> {
    tree: &'t Tree,
    seen: HashSet<u64>,
    row: std::vec::IntoIter<Visit>,
    below: Vec<Visit>,
}

impl Iterator for Walk<'_> {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        if self.row.len() == 0 {
            self.row = std::mem::take(&mut self.below).into_iter();
        }
        let visit = self.row.next()?;
        for played in self.tree.moves_at(visit.position.polyglot_key()) {
            let mv = played.edge.mv;
            let position = visit.position.after(mv);
            let key = position.polyglot_key();
            if !self.tree.moves_at(key).is_empty() && self.seen.insert(key) {
                let mut line = Vec::with_capacity(visit.line.len() + 1);
                line.extend_from_slice(&visit.line);
                line.push(mv);
                self.below.push(Visit { position, line });
            }
        }
        Some(visit)
    }
}
