//! Parts of a game as separate games.
//!
//! Standard: §8.2.5, §9.7. Decisions: D-23.

use super::edit::EditError;
use super::tree::{Annotation, Spelled, Stop, Walk};
use super::{Game, NodeId};
use crate::tag::Outcome;
use pgn_chess::fen::{self, EpPolicy};

impl Game {
    /// Makes the game begin before the move of `node`, which must be in the main line: SetUp and
    /// FEN are set to the position there, and the earlier moves are removed with their
    /// annotations.
    ///
    /// Annotations before the first move stay. Does nothing if `node` is the first
    /// move.
    ///
    /// # Errors
    /// [`EditError::Unchecked`] if the position is unknown, [`EditError::EmptyLine`] if `node` is
    /// not a move of the main line.
    ///
    /// ```
    /// let mut game: pgnkit::Game = "1. e4 e5 2. Nf3 *".parse()?;
    /// let second = game.main_line().nth(2).unwrap();
    /// game.begin_at(second)?;
    /// assert!(game.tag("FEN").is_some() && game.to_string().contains("2. Nf3"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_at(&mut self, node: NodeId) -> Result<(), EditError> {
        if self.tree.is_head(node) || self.tree.head(node) != NodeId::ROOT {
            return Err(EditError::EmptyLine);
        }
        let before = self.tree.before(node).ok_or(EditError::EmptyLine)?;
        if before == NodeId::ROOT {
            return Ok(());
        }
        let position = self.position_at(before)?;
        self.tree.set_next(NodeId::ROOT, Some(node));
        self.tags.set("SetUp", "1");
        self.tags.set("FEN", &fen::to_text(&position, EpPolicy::Standard));
        Ok(())
    }

    /// Each line as a separate game without variations: first the main line, then the variations
    /// down to this depth, from 1, in the order of the text.
    ///
    /// The tags are those of this game; the
    /// outcome of a variation is unknown. Annotations before the first move of a variation come
    /// after the move before it. Cost: one walk through the lines, and the new games.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 (1. d4) *".parse()?;
    /// assert!(game.lines_alone(1).count() >= 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lines_alone(&self, depth_max: u32) -> impl Iterator<Item = Game> + '_ {
        let ways = Ways {
            game: self,
            walk: Walk::new(&self.tree, 0),
            depth_max,
            steps: Vec::new(),
            place: ExcerptPlace::default(),
            open: Vec::new(),
        };
        core::iter::once(self.line_alone([].into_iter(), NodeId::ROOT)).chain(ways)
    }

    /// Only the line of this head, after the moves that lead to it.
    fn line_alone(&self, way: impl Iterator<Item = Stop>, head: NodeId) -> Game {
        let mut alone = Game { tags: self.tags.clone(), ..Game::new() };
        alone.set_outcome(if head == NodeId::ROOT { self.outcome } else { Outcome::Unknown });
        let mut last = NodeId::ROOT;
        for step in way {
            match step {
                Stop::Move(node) => match self.copy_move(node, last, &mut alone) {
                    Some(node) => last = node,
                    None => return alone,
                },
                Stop::Annotation(id) => copy_annotation(self.tree.annotation(id), last, &mut alone),
                Stop::Open(_) | Stop::Close(_) => {}
            }
        }
        self.copy_annotations(head, last, &mut alone);
        for node in self.tree.line(head) {
            match self.copy_move(node, last, &mut alone) {
                Some(node) => last = node,
                None => return alone,
            }
            self.copy_annotations(node, last, &mut alone);
        }
        alone
    }

    /// Copies a move after `last`; `None` if it was not checked.
    fn copy_move(&self, node: NodeId, last: NodeId, into: &mut Game) -> Option<NodeId> {
        match self.tree.spelled(node)? {
            Spelled::Move(mv, spelling) => Some(into.tree.push_move(last, mv, spelling)),
            Spelled::Unchecked(_) => None,
        }
    }

    /// Moves comments before the first move of each variation after that move, for programs that do
    /// not support comments before a move.
    ///
    /// Comments before the first move of the game, and in
    /// variations without a move, stay.
    #[doc(hidden)]
    pub fn move_opening_comments(&mut self) {
        let is_variation = |&node: &NodeId| node != NodeId::ROOT && self.tree.is_head(node);
        let heads = self.tree.heads_and_moves().into_iter().filter(is_variation);
        for head in heads.collect::<Vec<_>>() {
            let Some(first) = self.tree.next(head) else { continue };
            let mut ids: Vec<_> = self.tree.annotation_ids(head).collect();
            if !ids.is_empty() {
                ids.extend(self.tree.annotation_ids(first));
                self.tree.set_annotations(head, &[]);
                self.tree.set_annotations(first, &ids);
            }
        }
    }

    fn copy_annotations(&self, from: NodeId, to: NodeId, into: &mut Game) {
        self.tree.annotations(from).for_each(|annotation| copy_annotation(annotation, to, into));
    }
}

fn copy_annotation(annotation: Annotation<'_>, to: NodeId, into: &mut Game) {
    match annotation {
        Annotation::Nag(nag) => {
            into.tree.add_nag(to, nag);
        }
        Annotation::Comment { kind, text } => {
            into.tree.add_comment(to, kind, text);
        }
        Annotation::Variation(_) => {}
    }
}

/// Goes through the variations of a game and keeps the path to each: moves and annotations, each
/// linked to the one before it. A path needs memory only for its own length, however deep it is.
struct Ways<'g> {
    game: &'g Game,
    walk: Walk<'g>,
    depth_max: u32,
    steps: Vec<(Stop, Option<usize>)>,
    place: ExcerptPlace,
    /// Where the walk was in the lines around.
    open: Vec<ExcerptPlace>,
}

#[derive(Clone, Copy, Default)]
struct ExcerptPlace {
    /// The last step of the path.
    last: Option<usize>,
    /// The last step before the move that may be replaced.
    before_move: Option<usize>,
}

impl Iterator for Ways<'_> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        loop {
            let stop = self.walk.next_stop()?;
            match stop {
                Stop::Move(_) => {
                    self.place.before_move = self.place.last;
                    self.step(stop);
                }
                Stop::Annotation(_) => self.step(stop),
                Stop::Open(head) if self.open.len() < self.depth_max as usize => {
                    self.open.push(self.place);
                    self.place.last = self.place.before_move;
                    self.walk.enter(head);
                    if self.game.tree.next(head).is_some() {
                        return Some(self.game.line_alone(self.way().into_iter(), head));
                    }
                }
                Stop::Open(_) => {}
                Stop::Close(_) => self.place = self.open.pop()?,
            }
        }
    }
}

impl Ways<'_> {
    fn step(&mut self, stop: Stop) {
        self.steps.push((stop, self.place.last));
        self.place.last = Some(self.steps.len() - 1);
    }

    fn way(&self) -> Vec<Stop> {
        let before = |&idx: &usize| self.steps[idx].1;
        let idxs = core::iter::successors(self.place.last, before);
        let mut way: Vec<Stop> = idxs.map(|idx| self.steps[idx].0).collect();
        way.reverse();
        way
    }
}
