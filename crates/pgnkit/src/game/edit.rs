//! Editing a game so that every line stays legal.
//!
//! Standard: §8.2.5. Decisions: D-30.

use super::tree::{Annotation, AnnotationId, MoveText};
use super::{Game, NodeId};
use crate::nag::Nag;
use core::fmt;
use pgn_chess::notation::san::{self, ResolveError, SanOptions, Spelling};
use pgn_chess::option_struct;
use pgn_chess::{Move, Position};
use pgn_syntax::CommentKind;

/// Why an edit was rejected. The game did not change.
///
/// ```
/// # use pgnkit::{Game, game::Strip};
/// let mut game = Game::new();
/// let error = game.add_san(pgnkit::NodeId::ROOT, "Ke4").unwrap_err();
/// assert!(!error.to_string().is_empty());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// The moves of this game are text only, so they cannot be checked.
    Unchecked,
    /// The move is not legal there.
    Illegal,
    /// The text is not a legal move there.
    Unresolved(ResolveError),
    /// The main line cannot be promoted or deleted as a variation.
    MainLine,
    /// A line without a move cannot replace another one.
    EmptyLine,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Unchecked => f.write_str("the moves of this game are not checked"),
            EditError::Illegal => f.write_str("the move is not legal here"),
            EditError::Unresolved(reason) => reason.fmt(f),
            EditError::MainLine => f.write_str("the main line is not a variation"),
            EditError::EmptyLine => f.write_str("the variation has no moves"),
        }
    }
}

impl std::error::Error for EditError {}

option_struct! {
    "use pgnkit::game::Strip;";
    /// The annotations that [`Game::strip`] removes.
    ///
    /// ```
    /// # use pgnkit::{Game, game::Strip};
    /// let mut game: Game = "1. e4! {good} *".parse()?;
    /// game.strip(Strip::default().with_comments(true).with_nags(true));
    /// assert!(game.to_string().ends_with("1. e4 *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct Strip {
        /// Comments, including their commands.
        comments, with_comments: bool = "true",
        /// Commands in comments, such as `[%clk 0:01:00]`; comments that are then empty are
        /// removed, too.
        commands, with_commands: bool = "true",
        /// NAGs.
        nags, with_nags: bool = "true",
        /// Variations.
        variations, with_variations: bool = "true",
        /// Escape lines.
        escapes, with_escapes: bool = "true",
    }
}

/// Whether a move may be played, the null move among them.
fn check(position: &Position, mv: Move) -> Result<(), EditError> {
    let passes = mv.is_null() && !position.is_check();
    if passes || position.is_legal(mv) { Ok(()) } else { Err(EditError::Illegal) }
}

impl Game {
    /// Adds a move after `node`: it continues the line if `node` is its end; otherwise it becomes a
    /// variation.
    ///
    /// A move that is already there is not added again. Cost: plays the moves from the
    /// start.
    ///
    /// # Errors
    /// If the move is not legal there, or the moves of this game are not checked.
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId, Position};
    /// let mut game = Game::new();
    /// let mv = Position::start().parse_uci("e2e4").expect("a legal move");
    /// let e4 = game.add_move(NodeId::ROOT, mv)?;
    /// assert_eq!(game.tree().san(e4).expect("a move").as_str(), "e4");
    /// # Ok::<(), pgnkit::game::EditError>(())
    /// ```
    pub fn add_move(&mut self, node: NodeId, mv: Move) -> Result<NodeId, EditError> {
        let position = self.position_at(node)?;
        check(&position, mv)?;
        let Some(next) = self.tree.next(node) else {
            return Ok(self.tree.push_move(node, mv, Spelling::of(&position, mv)));
        };
        if self.tree.mv(next) == Some(MoveText::Move(mv)) {
            return Ok(next);
        }
        let same = |head: &NodeId| {
            self.tree.next(*head).filter(|&n| self.tree.mv(n) == Some(MoveText::Move(mv)))
        };
        if let Some(found) = self.tree.variations(next).find_map(|head| same(&head)) {
            return Ok(found);
        }
        let head = self.tree.push_variation(next);
        Ok(self.tree.push_move(head, mv, Spelling::of(&position, mv)))
    }

    /// The same, but adds the move even if it is already there, after the other moves that follow
    /// `node`.
    ///
    /// # Errors
    /// As [`Game::add_move`].
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId, Position};
    /// let mut game: Game = "1. e4 {a} *".parse().expect("a game");
    /// let mv = Position::start().parse_uci("e2e4").expect("a legal move");
    /// game.add_repeated_move(NodeId::ROOT, mv)?;
    /// assert!(game.to_string().ends_with("1. e4 {a} (1. e4) *\n\n"));
    /// # Ok::<(), pgnkit::game::EditError>(())
    /// ```
    pub fn add_repeated_move(&mut self, node: NodeId, mv: Move) -> Result<NodeId, EditError> {
        let position = self.position_at(node)?;
        check(&position, mv)?;
        let line = match self.tree.next(node) {
            Some(next) => self.tree.push_variation(next),
            None => node,
        };
        Ok(self.tree.push_move(line, mv, Spelling::of(&position, mv)))
    }

    /// The same from text, with the same lax spellings as in files.
    ///
    /// # Errors
    /// As [`Game::add_move`], and if the text is not a legal move.
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId};
    /// let mut game = Game::new();
    /// let e4 = game.add_san(NodeId::ROOT, "e4")?;
    /// game.add_san(e4, "e5")?;
    /// game.add_san(e4, "c5")?; // a variation
    /// assert!(game.to_string().ends_with("1. e4 e5 (1... c5) *\n\n"));
    /// # Ok::<(), pgnkit::game::EditError>(())
    /// ```
    pub fn add_san(&mut self, node: NodeId, text: &str) -> Result<NodeId, EditError> {
        let position = self.position_at(node)?;
        let reading = san::resolve(&position, text.as_bytes(), &SanOptions::default())
            .map_err(EditError::Unresolved)?;
        self.add_move(node, reading.mv)
    }

    /// Adds a comment in braces after a move, or before the first move of a line.
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId};
    /// let mut game = Game::new();
    /// let e4 = game.add_san(NodeId::ROOT, "e4")?;
    /// game.add_comment(e4, "best by test");
    /// assert!(game.to_string().ends_with("1. e4 {best by test} *\n\n"));
    /// # Ok::<(), pgnkit::game::EditError>(())
    /// ```
    pub fn add_comment(&mut self, node: NodeId, text: &str) -> AnnotationId {
        self.tree.add_comment(node, CommentKind::Brace, text)
    }

    /// Adds a NAG after a move and its NAGs, before its comments.
    ///
    /// ```
    /// # use pgnkit::{Game, Nag, NodeId};
    /// let mut game = Game::new();
    /// let e4 = game.add_san(NodeId::ROOT, "e4")?;
    /// game.add_nag(e4, Nag(1));
    /// assert!(game.to_string().ends_with("1. e4 $1 *\n\n"));
    /// # Ok::<(), pgnkit::game::EditError>(())
    /// ```
    pub fn add_nag(&mut self, node: NodeId, nag: Nag) -> AnnotationId {
        self.tree.add_nag_before_comments(node, nag)
    }

    pub(super) fn position_at(&self, node: NodeId) -> Result<Position, EditError> {
        let mut cursor = self.cursor();
        cursor.go_to(node);
        cursor.position().copied().ok_or(EditError::Unchecked)
    }

    /// Deletes everything after `node` in its line, including variations.
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId};
    /// let mut game: Game = "1. e4 e5 2. Nf3 *".parse().expect("a game");
    /// let e4 = game.main_line().next().expect("a move");
    /// game.truncate_after(e4);
    /// assert_eq!(game.n_plies(), 1);
    /// ```
    pub fn truncate_after(&mut self, node: NodeId) {
        self.tree.set_next(node, None);
    }

    /// Deletes a move and the rest of its line; for a head, the whole variation.
    ///
    /// Deleting a move
    /// also deletes the variations that replace it.
    ///
    /// # Errors
    /// [`EditError::MainLine`] for the root.
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId};
    /// let mut game: Game = "1. e4 e5 (1... c5) *".parse().expect("a game");
    /// let e5 = game.main_line().nth(1).expect("a move");
    /// let variation = game.tree().variations(e5).next().expect("a variation");
    /// game.delete(variation)?;
    /// assert!(game.to_string().ends_with("1. e4 e5 *\n\n"));
    /// # Ok::<(), pgnkit::game::EditError>(())
    /// ```
    pub fn delete(&mut self, node: NodeId) -> Result<(), EditError> {
        let Some(before) = self.tree.before(node) else { return Err(EditError::MainLine) };
        if self.tree.is_head(node) {
            let id = self.tree.annotation_of(node).ok_or(EditError::MainLine)?;
            if !self.tree.remove_annotation(before, id) {
                return Err(EditError::MainLine);
            }
        } else {
            self.tree.set_next(before, None);
        }
        Ok(())
    }

    /// Moves the variation of `node` one place up among its siblings.
    ///
    /// The first one replaces the
    /// line that it varies, which becomes the first variation.
    ///
    /// # Errors
    /// [`EditError::MainLine`] if `node` is in the main line, [`EditError::EmptyLine`] if the
    /// variation has no moves.
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId};
    /// let mut game: Game = "1. e4 e5 (1... c5) *".parse().expect("a game");
    /// let e5 = game.main_line().nth(1).expect("a move");
    /// let variation = game.tree().variations(e5).next().expect("a variation");
    /// game.promote(variation)?;
    /// assert!(game.to_string().ends_with("1. e4 c5 (1... e5) *\n\n"));
    /// # Ok::<(), pgnkit::game::EditError>(())
    /// ```
    pub fn promote(&mut self, node: NodeId) -> Result<(), EditError> {
        let head = self.tree.head(node);
        let target = self.tree.before(head).ok_or(EditError::MainLine)?;
        let ids: Vec<AnnotationId> = self.tree.annotation_ids(target).collect();
        let variations: Vec<usize> = (0..ids.len())
            .filter(|&n| matches!(self.tree.annotation(ids[n]), Annotation::Variation(_)))
            .collect();
        let is_ours = |&n: &usize| self.tree.annotation(ids[n]) == Annotation::Variation(head);
        let place = variations.iter().position(is_ours).ok_or(EditError::MainLine)?;
        if place > 0 {
            let mut ids = ids;
            ids.swap(variations[place], variations[place - 1]);
            self.tree.set_annotations(target, &ids);
            return Ok(());
        }
        self.promote_over(head, target, &ids)
    }

    /// The first variation of `target` takes its place.
    ///
    /// ```text
    /// before ── target …                before ── first …
    ///             ├ comments of target             ├ comments of first
    ///             ├ head ── first …    becomes     ├ head ── target …
    ///             └ other variations               └ other variations
    /// ```
    fn promote_over(
        &mut self,
        head: NodeId,
        target: NodeId,
        ids: &[AnnotationId],
    ) -> Result<(), EditError> {
        let first = self.tree.next(head).ok_or(EditError::EmptyLine)?;
        let before = self.tree.before(target).ok_or(EditError::MainLine)?;
        let is_variation = |tree: &super::Tree, id: AnnotationId| {
            matches!(tree.annotation(id), Annotation::Variation(_))
        };
        let (moving, staying): (Vec<AnnotationId>, Vec<AnnotationId>) =
            ids.iter().partition(|&&id| is_variation(&self.tree, id));
        let mut firsts: Vec<AnnotationId> = self.tree.annotation_ids(first).collect();
        // Variations of `first` replace the same move as those of `target`: all go with the line
        // that is in front, ours first.
        let nested = firsts.iter().position(|&id| is_variation(&self.tree, id));
        let at = nested.unwrap_or(firsts.len());
        firsts.splice(at..at, moving.iter().copied());
        self.tree.set_annotations(target, &staying);
        self.tree.set_annotations(first, &firsts);
        for &id in &moving {
            if let Annotation::Variation(head) = self.tree.annotation(id) {
                self.tree.set_before(head, first);
            }
        }
        self.tree.set_next(before, Some(first));
        self.tree.set_next(head, Some(target));
        Ok(())
    }

    /// Flattens the variations that replace the move of `node`: variations of the first move of a
    /// variation, which replace the same move, come after that variation instead of inside it.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let mut game: Game = "1. e4 e5 (1... c5 (1... e6)) (1... d5) *".parse()?;
    /// let e5 = game.main_line().nth(1).expect("a move");
    /// game.flatten_variations(e5);
    /// assert!(game.to_string().ends_with("1. e4 e5 (1... c5) (1... e6) (1... d5) *\n\n"));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn flatten_variations(&mut self, node: NodeId) {
        let mut waiting: Vec<AnnotationId> = self.tree.annotation_ids(node).collect();
        waiting.reverse();
        let mut all = Vec::with_capacity(waiting.len());
        while let Some(id) = waiting.pop() {
            all.push(id);
            let Annotation::Variation(head) = self.tree.annotation(id) else { continue };
            self.tree.set_before(head, node);
            let Some(first) = self.tree.next(head) else { continue };
            let (nested, own): (Vec<AnnotationId>, Vec<AnnotationId>) = self
                .tree
                .annotation_ids(first)
                .partition(|&id| matches!(self.tree.annotation(id), Annotation::Variation(_)));
            if !nested.is_empty() {
                self.tree.set_annotations(first, &own);
                waiting.extend(nested.into_iter().rev());
            }
        }
        self.tree.set_annotations(node, &all);
    }

    /// Moves the variation of `node` one place down among its siblings. Returns whether it moved.
    ///
    /// # Errors
    /// [`EditError::MainLine`] if `node` is in the main line: promote a variation instead.
    ///
    /// ```
    /// # use pgnkit::{Game, NodeId};
    /// let mut game: Game = "1. e4 e5 (1... c5) (1... e6) *".parse().expect("a game");
    /// let e5 = game.main_line().nth(1).expect("a move");
    /// let variation = game.tree().variations(e5).next().expect("a variation");
    /// assert!(game.demote(variation)?);
    /// assert!(game.to_string().ends_with("1. e4 e5 (1... e6) (1... c5) *\n\n"));
    /// # Ok::<(), pgnkit::game::EditError>(())
    /// ```
    pub fn demote(&mut self, node: NodeId) -> Result<bool, EditError> {
        let head = self.tree.head(node);
        let target = self.tree.before(head).ok_or(EditError::MainLine)?;
        let heads: Vec<NodeId> = self.tree.variations(target).collect();
        match heads.iter().position(|&other| other == head).and_then(|n| heads.get(n + 1)) {
            Some(&below) => self.promote(below).map(|()| true),
            None => Ok(false),
        }
    }

    /// Removes annotations everywhere.
    ///
    /// ```
    /// # use pgnkit::game::Strip;
    /// # use pgnkit::Game;
    /// let mut game: Game = "1. e4 $1 {good} e5 *".parse()?;
    /// game.strip(Strip::default().with_comments(true));
    /// assert!(game.to_string().ends_with("1. e4 $1 e5 *\n\n"));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn strip(&mut self, strip: Strip) {
        for node in self.tree.heads_and_moves() {
            self.strip_node(node, strip);
        }
    }

    /// Changes the text of comments everywhere, but not of escape lines.
    ///
    /// `change` returns the new
    /// text, or `None` to keep the old one; a comment whose text becomes empty is removed.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let mut game: Game = "1. e4 {good} *".parse()?;
    /// game.rewrite_comments(|text| Some(text.to_uppercase()));
    /// assert!(game.to_string().ends_with("1. e4 {GOOD} *\n\n"));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn rewrite_comments(&mut self, mut change: impl FnMut(&str) -> Option<String>) {
        for node in self.tree.heads_and_moves() {
            self.rewrite_comments_of(node, &mut change);
        }
    }

    fn rewrite_comments_of(
        &mut self,
        node: NodeId,
        change: &mut impl FnMut(&str) -> Option<String>,
    ) {
        let ids: Vec<AnnotationId> = self.tree.annotation_ids(node).collect();
        let n_before = ids.len();
        let mut kept = Vec::with_capacity(n_before);
        for id in ids {
            let new = match self.tree.annotation(id) {
                Annotation::Nag(_) | Annotation::Variation(_) => None,
                Annotation::Comment { kind: CommentKind::Escape, .. } => None,
                Annotation::Comment { text, .. } => change(text),
            };
            if new.as_deref() == Some("") {
                continue;
            }
            kept.push(id);
            if let Some(text) = new {
                self.tree.set_comment_text(id, &text);
            }
        }
        if kept.len() < n_before {
            self.tree.set_annotations(node, &kept);
        }
    }

    fn strip_node(&mut self, node: NodeId, strip: Strip) {
        let ids: Vec<AnnotationId> = self.tree.annotation_ids(node).collect();
        let mut kept = Vec::with_capacity(ids.len());
        for id in ids {
            let (keeps, rewritten) = match self.tree.annotation(id) {
                Annotation::Nag(_) => (!strip.nags, None),
                Annotation::Variation(_) => (!strip.variations, None),
                Annotation::Comment { kind: CommentKind::Escape, .. } => (!strip.escapes, None),
                Annotation::Comment { kind, text } if strip.commands && !strip.comments => {
                    let stripped = crate::comment::strip_commands(text);
                    let text = (stripped != text).then(|| (kind, stripped.trim().to_string()));
                    (text.as_ref().is_none_or(|(_, text)| !text.is_empty()), text)
                }
                Annotation::Comment { .. } => (!strip.comments, None),
            };
            if !keeps {
                continue;
            }
            kept.push(match rewritten {
                Some((kind, text)) => self.tree.add_comment(node, kind, &text),
                None => id,
            });
        }
        self.tree.set_annotations(node, &kept);
    }
}
