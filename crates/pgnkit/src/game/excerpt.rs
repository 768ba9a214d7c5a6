//! Parts of a game as games of their own.
//!
//! Owns: games that begin later, variations as main lines or opened otherwise. Knows nothing of:
//! which part is wanted.
//! Standard: §8.2.5, §9.7. Decisions: D-23.
//! Start at [`Game::begin_at`].

use super::edit::EditError;
use super::tree::{Element, MoveText, Spelled};
use super::{Game, NodeId};
use crate::tag::Outcome;
use pgn_chess::fen::{self, EpPolicy};

impl Game {
    /// Lets the game begin before the move of `node`, which is in the main line: the position
    /// there becomes SetUp and FEN, and the moves before it are gone with what was said of them.
    /// What stood before the first move stays. Nothing happens when `node` is the first move.
    ///
    /// # Errors
    /// [`EditError::Unchecked`] when the position is not known, [`EditError::EmptyLine`] when
    /// `node` is no move of the main line.
    pub fn begin_at(&mut self, node: NodeId) -> Result<(), EditError> {
        if self.tree.is_head(node) || self.tree.head(node) != NodeId::ROOT {
            return Err(EditError::EmptyLine);
        }
        let before = self.tree.before(node).ok_or(EditError::EmptyLine)?;
        if before == NodeId::ROOT {
            return Ok(());
        }
        let mut position = self.start_position().ok_or(EditError::Unchecked)?;
        for passed in self.main_line().take_while(|&passed| passed != node) {
            match self.tree.mv(passed) {
                Some(MoveText::Move(mv)) => position.play(mv),
                Some(MoveText::Unchecked(_)) | None => return Err(EditError::Unchecked),
            };
        }
        self.tree.set_next(NodeId::ROOT, Some(node));
        self.tags.set("SetUp", "1");
        self.tags.set("FEN", &fen::write(&position, EpPolicy::Standard));
        Ok(())
    }

    /// The heads of all variations with moves, each with its depth from 1, in the order of the
    /// text.
    #[must_use]
    pub fn variations(&self) -> Vec<(NodeId, u32)> {
        let (mut found, mut open) = (Vec::new(), Vec::new());
        self.push_variations(NodeId::ROOT, 1, &mut open);
        while let Some((head, depth)) = open.pop() {
            if self.tree.next(head).is_some() {
                found.push((head, depth));
            }
            self.push_variations(head, depth + 1, &mut open);
        }
        found
    }

    /// Puts the variations of a line on the stack, the first one on top.
    fn push_variations(&self, line: NodeId, depth: u32, open: &mut Vec<(NodeId, u32)>) {
        let n_open = open.len();
        let nodes = self.tree.line(line);
        open.extend(nodes.flat_map(|node| self.tree.variations(node)).map(|head| (head, depth)));
        open[n_open..].reverse();
    }

    /// The game in which the line of this head is the main line and no other is left. Tags are
    /// those of this game; the outcome of a variation is not known. What stood before the first
    /// move of a variation stands behind the move before it. Cost: the moves of that line.
    #[must_use]
    pub fn line_alone(&self, head: NodeId) -> Game {
        let mut alone = Game { tags: self.tags.clone(), ..Game::new() };
        self.copy_elements(NodeId::ROOT, NodeId::ROOT, &mut alone);
        let mut last = NodeId::ROOT;
        for node in self.way_to(head).into_iter().chain(self.tree.line(head)) {
            match self.tree.spelled(node) {
                Some(Spelled::Move(mv, spelling)) => {
                    last = alone.tree.push_move(last, mv, spelling);
                }
                Some(Spelled::Unchecked(_)) => break,
                None => {}
            }
            self.copy_elements(node, last, &mut alone);
        }
        alone.set_outcome(if head == NodeId::ROOT { self.outcome } else { Outcome::Unknown });
        alone
    }

    /// The moves and heads from the first move to this head, without the moves that are replaced
    /// on the way.
    fn way_to(&self, head: NodeId) -> Vec<NodeId> {
        let mut way = Vec::new();
        let mut at = head;
        while at != NodeId::ROOT {
            let is_head = self.tree.is_head(at);
            way.push(at);
            // A head stands at the move that it replaces; the way leads to the one before that.
            let before = self.tree.before(at);
            let step =
                if is_head { before.and_then(|node| self.tree.before(node)) } else { before };
            at = step.unwrap_or_default();
        }
        way.reverse();
        way
    }

    /// Puts what stands before the first move of each variation behind that move, where programs
    /// look that know no comment before a move. What stands before the first move of the game
    /// stays, and what stands in a variation without a move.
    pub fn put_openings_behind(&mut self) {
        for (head, _) in self.variations() {
            let Some(first) = self.tree.next(head) else { continue };
            let mut ids: Vec<_> = self.tree.element_ids(head).collect();
            if !ids.is_empty() {
                ids.extend(self.tree.element_ids(first));
                self.tree.set_elements(head, &[]);
                self.tree.set_elements(first, &ids);
            }
        }
    }

    fn copy_elements(&self, from: NodeId, to: NodeId, into: &mut Game) {
        for element in self.tree.elements(from) {
            match element {
                Element::Nag(nag) => {
                    into.tree.add_nag(to, nag);
                }
                Element::Comment { kind, text } => {
                    into.tree.add_comment(to, kind, text);
                }
                Element::Variation(_) => {}
            }
        }
    }
}
