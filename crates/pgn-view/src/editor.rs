//! A game that is open: the place in it, and its edits.
//!
//! Standard: §8. Decisions: D-30.

use std::collections::BTreeSet;

use pgn_formats::speech::Phrase;
use pgnkit::charset::lower_case;
use pgnkit::chess::notation::letters::Letters;
use pgnkit::chess::notation::san::{self, SanOptions};
use pgnkit::chess::{Move, Position};
use pgnkit::game::{Annotation, AnnotationId, EditError, Layout, MoveText, NumberedStop, Stop};
use pgnkit::merge_games::AddedLines;
use pgnkit::read::unplayable_reason;
use pgnkit::syntax::{CommentKind, Diagnostic};
use pgnkit::tag::{Outcome, Value, check_name};
use pgnkit::write::write_verbatim;
use pgnkit::{Game, Nag, NodeId};

use crate::games::{Opened, Place, SessionError};
use crate::lines::{all_heads, alternatives, continuations, end_of_line, heads, path};
use crate::movetext::{Token, TokenKind, tokens};
use crate::other_game::{OtherGame, add_all, merge_error};
use crate::pasted::start_tags;
use crate::sentence::Sentence;

/// The most states that undo goes back.
const UNDO_STATES_MAX: usize = 500;
/// The most nodes that the states of undo have together; 16 bytes each, and as much again for
/// what is at them.
const UNDO_NODES_MAX: usize = 2_000_000;

/// A game that is open.
#[derive(Debug, Clone)]
pub struct GameEditor {
    state: UndoState,
    layout: Layout,
    place: Place,
    faults: Vec<Diagnostic>,
    letters: Option<Letters>,
    folded: BTreeSet<NodeId>,
    undone: Vec<UndoState>,
    redone: Vec<UndoState>,
    saved_revision: u64,
    last_revision: u64,
}

/// The state that undo restores.
#[derive(Debug, Clone)]
struct UndoState {
    game: Game,
    node: NodeId,
    revision: u64,
    /// Whether saving deletes the game.
    is_deleted: bool,
}

/// Where an edited comment is, or is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentPlace {
    /// A comment that is there.
    Existing(AnnotationId),
    /// After the move where the reader is, before its variations.
    After,
    /// Before that move, if it is the first of its line.
    Before,
}

impl GameEditor {
    /// A game at its start.
    #[must_use]
    pub fn new(opened: Opened) -> GameEditor {
        let Opened { game, layout, place, faults, letters } = opened;
        GameEditor {
            state: UndoState { game, node: NodeId::ROOT, revision: 0, is_deleted: false },
            layout,
            place,
            faults,
            letters,
            folded: BTreeSet::new(),
            undone: Vec::new(),
            redone: Vec::new(),
            saved_revision: 0,
            last_revision: 0,
        }
    }

    /// A game with edits that were never saved.
    #[must_use]
    pub fn unsaved(opened: Opened) -> GameEditor {
        let mut editor = GameEditor::new(opened);
        (editor.state.revision, editor.last_revision) = (1, 1);
        editor
    }

    /// The current state of the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.state.game
    }

    /// The place of the game.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The game is in another place now.
    pub(crate) fn set_place(&mut self, place: Place) {
        self.place = place;
    }

    /// Whether saving deletes the game.
    #[must_use]
    pub fn is_deleted(&self) -> bool {
        self.state.is_deleted
    }

    /// The diagnostics of its text.
    #[must_use]
    pub fn faults(&self) -> &[Diagnostic] {
        &self.faults
    }

    /// Why the line ends here at a move that cannot be played, as `pgn check` reports it.
    #[must_use]
    pub fn unplayable_reason(&self) -> Option<String> {
        let options = SanOptions::default().with_letters(self.letters);
        unplayable_reason(self.game(), self.node(), &self.position()?, &options)
    }

    /// The move after which the reader is; the root at the start.
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.state.node
    }

    /// The position there; `None` if the moves of this game are not checked. Cost: the path from
    /// the start.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.position_at(self.state.node)
    }

    /// The position after a move.
    #[must_use]
    pub fn position_at(&self, node: NodeId) -> Option<Position> {
        let mut cursor = self.state.game.cursor();
        cursor.go_to(node);
        cursor.position().copied()
    }

    /// The movetext, with the variations that are folded.
    #[must_use]
    pub fn tokens(&self) -> Vec<Token<'_>> {
        tokens(&self.state.game, &self.folded)
    }

    /// The moves that may come next.
    #[must_use]
    pub fn continuations(&self) -> Vec<NodeId> {
        continuations(self.state.game.tree(), self.state.node)
    }

    // ---- going ----

    /// Goes to a place; variations around it are unfolded.
    pub fn go_to(&mut self, node: NodeId) {
        self.state.node = node;
        for head in heads(self.state.game.tree(), node).collect::<Vec<_>>() {
            self.folded.remove(&head);
        }
    }

    /// Goes to a place if it is one of this game; returns whether it is.
    pub fn go_to_existing(&mut self, node: NodeId) -> bool {
        let is_there = node == NodeId::ROOT || self.state.game.tree().nodes().any(|at| at == node);
        self.go(Some(node).filter(|_| is_there))
    }

    /// Goes to the next move of the line; returns whether there is one.
    pub fn forward(&mut self) -> bool {
        self.go(self.state.game.tree().next(self.state.node))
    }

    /// Goes back to the previous move; returns whether there is one.
    pub fn back(&mut self) -> bool {
        self.go(self.state.game.tree().parent(self.state.node))
    }

    /// Goes to the end of the line; returns whether the place has changed.
    pub fn to_end(&mut self) -> bool {
        let end = end_of_line(self.state.game.tree(), self.state.node);
        self.go(Some(end).filter(|&end| end != self.state.node))
    }

    /// Goes to the start of the game; returns whether the place has changed.
    pub fn to_start(&mut self) -> bool {
        self.go(Some(NodeId::ROOT).filter(|&root| root != self.state.node))
    }

    /// Goes to the move that is `by` places after this one among those played in the same position;
    /// returns whether there is one.
    pub fn to_alternative(&mut self, by: isize) -> bool {
        let beside = alternatives(self.state.game.tree(), self.state.node);
        let here = beside.iter().position(|&node| node == self.state.node);
        let there = here.and_then(|here| here.checked_add_signed(by));
        self.go(there.and_then(|there| beside.get(there).copied()))
    }

    /// Leaves the variation for the move that it replaces; returns whether there was one to leave.
    pub fn leave_variation(&mut self) -> bool {
        let tree = self.state.game.tree();
        let head = tree.head(self.state.node);
        self.go(tree.before(head))
    }

    /// Goes to a move by its number: in the current line, else in the main line; returns whether
    /// there is one.
    pub fn to_number(&mut self, number: u32, is_white: bool) -> bool {
        let game = &self.state.game;
        let has_number = |at: NumberedStop| match at.stop {
            Stop::Move(node) if at.number == number && at.is_white == is_white => Some(node),
            _ => None,
        };
        let found: BTreeSet<NodeId> = game.stops(|_| true).filter_map(has_number).collect();
        let (tree, node) = (game.tree(), self.state.node);
        let own = path(tree, node).into_iter().chain(tree.line(node));
        let there = own.chain(game.main_line()).find(|node| found.contains(node));
        self.go(there)
    }

    /// Goes to the next move whose comment contains a text, ignoring letter case, wrapping around
    /// after the last; returns whether there is one.
    pub fn find_comment(&mut self, text: &str) -> bool {
        let text = lower_case(text);
        let game = &self.state.game;
        let places: Vec<(NodeId, bool)> = tokens(game, &BTreeSet::new())
            .into_iter()
            .filter_map(|token| match token.kind {
                TokenKind::Comment { text: comment, .. } => {
                    Some((token.node, lower_case(comment).contains(&text)))
                }
                TokenKind::Move { .. } => Some((token.node, false)),
                _ => None,
            })
            .collect();
        let here = places.iter().rposition(|&(node, _)| node == self.state.node);
        let (before, after) = places.split_at(here.map_or(0, |here| here + 1));
        let found = after.iter().chain(before).find(|(_, has_it)| *has_it);
        self.go(found.map(|&(node, _)| node))
    }

    fn go(&mut self, node: Option<NodeId>) -> bool {
        if let Some(node) = node {
            self.go_to(node);
        }
        node.is_some()
    }

    // ---- folding ----

    /// Folds or unfolds the variation with this head; the current place leaves a folded variation.
    /// Returns whether there is such a variation.
    pub fn toggle_fold(&mut self, head: NodeId) -> bool {
        let is_there = all_heads(&self.state.game).any(|other| other == head);
        if !is_there || self.folded.remove(&head) {
            return is_there;
        }
        let tree = self.state.game.tree();
        if heads(tree, self.state.node).any(|outer| outer == head) {
            self.state.node = tree.before(head).unwrap_or_default();
        }
        self.folded.insert(head);
        true
    }

    /// Folds or unfolds the variations that are after the move where the reader is; without any,
    /// the variation that it is in. Says whether there was one.
    pub fn toggle_fold_here(&mut self) -> bool {
        let tree = self.state.game.tree();
        let mut heads: Vec<NodeId> = tree.variations(self.state.node).collect();
        if heads.is_empty() {
            heads.extend(crate::lines::heads(tree, self.state.node).next());
        }
        for &head in &heads {
            self.toggle_fold(head);
        }
        !heads.is_empty()
    }

    /// Folds all variations; the reader goes to the main line.
    pub fn fold_all(&mut self) {
        while self.leave_variation() {}
        self.folded = all_heads(&self.state.game).collect();
    }

    /// Unfolds all variations.
    pub fn unfold_all(&mut self) {
        self.folded.clear();
    }

    // ---- editing ----

    /// The move that a text means here, in any of the spellings that are read.
    ///
    /// # Errors
    /// If it is not a legal move, or is ambiguous.
    pub fn resolve(&self, text: &str) -> Result<Move, EditError> {
        let position = self.position().ok_or(EditError::Unchecked)?;
        let reading = san::resolve(&position, text.as_bytes(), &SanOptions::default());
        reading.map(|reading| reading.mv).map_err(EditError::Unresolved)
    }

    /// The same, also accepting letters of another language; those of the standard come first.
    ///
    /// # Errors
    /// As [`resolve`](GameEditor::resolve).
    pub fn resolve_in(&self, text: &str, letters: Option<Letters>) -> Result<Move, EditError> {
        let read = self.resolve(text);
        let Some(letters) = letters.filter(|_| read.is_err()) else { return read };
        let position = self.position().ok_or(EditError::Unchecked)?;
        let options = SanOptions::default().with_letters(Some(letters));
        let reading = san::resolve(&position, text.as_bytes(), &options);
        reading.map(|reading| reading.mv).map_err(EditError::Unresolved)
    }

    /// Plays a move: goes to it if it exists already, else adds it, as a variation if the line
    /// continues otherwise.
    ///
    /// # Errors
    /// When it is not legal here.
    pub fn play(&mut self, mv: Move) -> Result<(), EditError> {
        let tree = self.state.game.tree();
        let is_it = |node: &NodeId| tree.mv(*node) == Some(MoveText::Move(mv));
        if let Some(node) = self.continuations().into_iter().find(is_it) {
            self.go_to(node);
            return Ok(());
        }
        let node = self.state.node;
        let added = self.edit(|game, _| game.add_move(node, mv))?;
        self.go_to(added);
        Ok(())
    }

    /// Adds a move after a place, with a comment that is not empty; the current place follows if it
    /// is that place. Returns the node of the move.
    ///
    /// # Errors
    /// When it is not legal there.
    pub fn record(&mut self, after: NodeId, mv: Move, comment: &str) -> Result<NodeId, EditError> {
        let tree = self.state.game.tree();
        let is_it = |node: &NodeId| tree.mv(*node) == Some(MoveText::Move(mv));
        let known = continuations(tree, after).into_iter().find(is_it);
        let goes_along = self.state.node == after;
        let node = self.edit(|game, _| {
            let node = match known {
                Some(node) => node,
                None => game.add_move(after, mv)?,
            };
            if !comment.is_empty() {
                let kind = CommentKind::Brace;
                game.tree_mut().add_comment_before_variations(node, kind, comment);
            }
            Ok(node)
        })?;
        if goes_along {
            self.go_to(node);
        }
        Ok(node)
    }

    /// Sets the text of a comment; an empty one removes it, and adds nothing.
    ///
    /// # Errors
    /// [`EditError::EmptyLine`] if no line begins here to comment before.
    pub fn comment(&mut self, place: CommentPlace, text: &str) -> Result<(), EditError> {
        let text = text.trim();
        let node = self.state.node;
        match place {
            CommentPlace::Existing(id) if text.is_empty() => {
                let owner = self.owner(id);
                self.edit(|game, _| Ok(game.tree_mut().remove_annotation(owner, id)))?;
            }
            CommentPlace::Existing(id) => {
                if self.comment_text(id) != Some(text) {
                    self.edit(|game, _| {
                        game.tree_mut().set_comment_text(id, text);
                        Ok(())
                    })?;
                }
            }
            _ if text.is_empty() => {}
            CommentPlace::After => {
                self.edit(|game, _| {
                    let kind = CommentKind::Brace;
                    Ok(game.tree_mut().add_comment_before_variations(node, kind, text))
                })?;
            }
            CommentPlace::Before => {
                let head = self.state.game.tree().before(node);
                let tree = self.state.game.tree();
                let head = head.filter(|&head| tree.is_head(head)).ok_or(EditError::EmptyLine)?;
                self.edit(|game, _| Ok(game.add_comment(head, text)))?;
            }
        }
        Ok(())
    }

    /// The comments of the move where the reader is, by which they are edited.
    #[must_use]
    pub fn comments_here(&self) -> Vec<(AnnotationId, String)> {
        let tree = self.state.game.tree();
        let ids = tree.annotation_ids(self.state.node);
        let is_comment = |id: &AnnotationId| self.comment_text(*id).is_some();
        ids.filter(is_comment)
            .map(|id| (id, self.comment_text(id).unwrap_or_default().to_owned()))
            .collect()
    }

    fn comment_text(&self, id: AnnotationId) -> Option<&str> {
        match self.state.game.tree().annotation(id) {
            Annotation::Comment { kind: CommentKind::Escape, .. } => None,
            Annotation::Comment { text, .. } => Some(text),
            Annotation::Nag(_) | Annotation::Variation(_) => None,
        }
    }

    /// The node that an annotation is at.
    fn owner(&self, id: AnnotationId) -> NodeId {
        let tree = self.state.game.tree();
        let has_it = |node: &NodeId| tree.annotation_ids(*node).any(|other| other == id);
        let moves_and_root = std::iter::once(NodeId::ROOT).chain(tree.nodes());
        moves_and_root.chain(all_heads(&self.state.game)).find(has_it).unwrap_or_default()
    }

    /// Adds a NAG to the current move, or removes it; of the evaluations of a move,
    /// `$1` to `$9`, only one is.
    ///
    /// # Errors
    /// [`EditError::MainLine`] at the start, which has no move.
    pub fn toggle_nag(&mut self, nag: Nag) -> Result<(), EditError> {
        let node = self.state.node;
        if node == NodeId::ROOT {
            return Err(EditError::MainLine);
        }
        let judges = |nag: Nag| (1..=9).contains(&nag.0);
        let tree = self.state.game.tree();
        let had_it = tree.nags(node).any(|other| other == nag);
        let removed: Vec<AnnotationId> = tree
            .annotation_ids(node)
            .filter(|&id| match tree.annotation(id) {
                Annotation::Nag(other) => other == nag || (judges(nag) && judges(other)),
                Annotation::Comment { .. } | Annotation::Variation(_) => false,
            })
            .collect();
        self.edit(|game, _| {
            for id in removed {
                game.tree_mut().remove_annotation(node, id);
            }
            if !had_it {
                game.add_nag(node, nag);
            }
            Ok(())
        })
    }

    /// Sets a tag, Result with the termination marker; an empty value removes the tag.
    ///
    /// # Errors
    /// With the expected form if the value does not fit the tag, and if the start of a game with
    /// moves would change.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), SessionError> {
        let invalid = |why: String, text: &str| {
            let sentence = Sentence::new(Phrase::InvalidTag, &[&text]);
            SessionError::new(why).in_other_languages(sentence)
        };
        check_name(name).map_err(|error| invalid(format!("invalid tag name: {error}"), name))?;
        if !value.is_empty() {
            Value::parse(name, value).map_err(|error| invalid(error.to_string(), value))?;
        }
        if value.is_empty() && self.state.game.tag(name).is_none() {
            return Err(SessionError::of(Sentence::new(Phrase::NoSuchTag, &[&name])));
        }
        let mut changed = self.state.game.clone();
        let edited = match changed.tags_mut() {
            // An Event may have named the rules.
            Some(tags) if name != pgnkit::tag::EVENT => {
                match value.is_empty() {
                    true => drop(tags.remove(name)),
                    false => tags.set(name, value),
                }
                Ok(())
            }
            _ if value.is_empty() => changed.remove_tag(name).map(drop),
            _ => changed.set_tag_in_place(name, value),
        };
        if name == pgnkit::tag::RESULT
            && let Some(outcome) = Outcome::parse_lax(value)
        {
            changed.set_outcome(outcome);
        }
        if name == pgnkit::tag::EVENT
            && let Err(error) = &edited
        {
            return Err(SessionError::new(error.to_string()));
        }
        let has_moves = self.state.game.tree().next(NodeId::ROOT).is_some();
        if edited.is_err()
            || has_moves && changed.start_position() != self.state.game.start_position()
        {
            let message = format!("{name} would change the start of a game that has moves");
            return Err(SessionError::new(message).with_hint("delete the moves first"));
        }
        if changed != self.state.game {
            let replaced = self.edit(|game, _| {
                *game = changed;
                Ok(())
            });
            replaced.map_err(|error| SessionError::new(error.to_string()))?;
        }
        Ok(())
    }

    /// Marks the game as deleted; returns whether it was not before.
    pub fn delete_game(&mut self) -> bool {
        let is_there = !self.state.is_deleted && self.edit(|_, _| Ok(())).is_ok();
        self.state.is_deleted = true;
        is_there
    }

    /// Sets the start position of a game without moves.
    ///
    /// # Errors
    /// If the game has moves.
    pub fn set_start(&mut self, start: &Position) -> Result<(), SessionError> {
        let mut changed = self.state.game.clone();
        let Some(tags) = changed.tags_mut() else {
            return Err(SessionError::new("the game has moves"));
        };
        for name in ["Variant", "SetUp", "FEN"] {
            tags.remove(name);
        }
        for (name, value) in start_tags(start) {
            tags.set(name, &value);
        }
        if changed.start_position().as_ref() != Some(start) {
            return Err(SessionError::new("the tags of the game name other rules"));
        }
        let replaced = self.edit(|game, _| {
            *game = changed;
            Ok(())
        });
        replaced.map_err(|error| SessionError::new(error.to_string()))
    }

    /// Moves the variation where the reader is one place up.
    ///
    /// # Errors
    /// In the main line.
    pub fn promote(&mut self) -> Result<(), EditError> {
        self.edit(|game, node| game.promote(node))
    }

    /// Makes the line where the reader is the main line.
    ///
    /// # Errors
    /// In the main line.
    pub fn promote_to_main_line(&mut self) -> Result<(), EditError> {
        self.edit(|game, node| {
            game.promote(node)?;
            while game.promote(node).is_ok() {}
            Ok(())
        })
    }

    /// Moves the variation where the reader is one place down.
    ///
    /// # Errors
    /// In the main line, and if it is the last of its variations.
    pub fn demote(&mut self) -> Result<(), EditError> {
        self.edit(|game, node| {
            let has_moved = game.demote(node)?;
            has_moved.then_some(()).ok_or(EditError::MainLine)
        })
    }

    /// Deletes the current variation and goes to the move that it replaces.
    ///
    /// # Errors
    /// In the main line.
    pub fn delete_variation(&mut self) -> Result<(), EditError> {
        let tree = self.state.game.tree();
        let head = tree.head(self.state.node);
        let back = tree.before(head).ok_or(EditError::MainLine)?;
        self.edit(|game, _| game.delete(head))?;
        self.go_to(back);
        Ok(())
    }

    /// Deletes the current move, the moves after it and its variations; the current place becomes
    /// the previous move. The only move of a variation takes the variation with it.
    ///
    /// # Errors
    /// At the start.
    pub fn delete_move(&mut self) -> Result<(), EditError> {
        let (node, tree) = (self.state.node, self.state.game.tree());
        let back = tree.parent(node).ok_or(EditError::MainLine)?;
        let before = tree.before(node).ok_or(EditError::MainLine)?;
        let is_variation = tree.is_head(before) && before != NodeId::ROOT;
        self.edit(|game, _| game.delete(if is_variation { before } else { node }))?;
        self.go_to(back);
        Ok(())
    }

    /// Deletes the moves after the current one; returns whether there were any.
    pub fn delete_rest(&mut self) -> bool {
        let is_last = self.state.game.tree().next(self.state.node).is_none();
        !is_last
            && self
                .edit(|game, node| {
                    game.truncate_after(node);
                    Ok(())
                })
                .is_ok()
    }

    /// Adds the lines of other games; returns what was added in all.
    ///
    /// # Errors
    /// If they start differently, or the game would be too large; then nothing has changed.
    pub(crate) fn add_lines(&mut self, others: &[OtherGame]) -> Result<AddedLines, SessionError> {
        let mut changed = self.state.game.clone();
        let added = add_all(&mut changed, others).map_err(merge_error)?;
        if !added.is_nothing() {
            let replaced = self.edit(|game, _| {
                *game = changed;
                Ok(())
            });
            replaced.map_err(|error| SessionError::new(error.to_string()))?;
        }
        Ok(added)
    }

    /// Makes an edit that can be undone; one that fails changes nothing.
    fn edit<T>(
        &mut self,
        change: impl FnOnce(&mut Game, NodeId) -> Result<T, EditError>,
    ) -> Result<T, EditError> {
        let before = self.state.clone();
        let node = self.state.node;
        match change(&mut self.state.game, node) {
            Ok(done) => {
                self.undone.push(before);
                self.redone.clear();
                self.last_revision += 1;
                self.state.revision = self.last_revision;
                self.forget_oldest();
                Ok(done)
            }
            Err(error) => {
                self.state = before;
                Err(error)
            }
        }
    }

    fn forget_oldest(&mut self) {
        let (mut n_nodes, mut n_kept) = (0, 0);
        for state in self.undone.iter().rev() {
            n_nodes += state.game.tree().n_nodes();
            if n_kept > 0 && (n_kept == UNDO_STATES_MAX || n_nodes > UNDO_NODES_MAX) {
                break;
            }
            n_kept += 1;
        }
        self.undone.drain(..self.undone.len() - n_kept);
    }

    /// Whether an edit can be undone.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Whether an undone edit can be done again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.redone.is_empty()
    }

    /// Undoes the last edit; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(state) = self.undone.pop() else { return false };
        self.redone.push(std::mem::replace(&mut self.state, state));
        self.unfold_removed();
        true
    }

    /// Redoes the last undone edit; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(state) = self.redone.pop() else { return false };
        self.undone.push(std::mem::replace(&mut self.state, state));
        self.unfold_removed();
        true
    }

    /// Forgets folds of variations that no longer exist, because their numbers may be reused.
    fn unfold_removed(&mut self) {
        let present: BTreeSet<NodeId> = all_heads(&self.state.game).collect();
        self.folded.retain(|head| present.contains(head));
    }

    // ---- saving ----

    /// A number that is another one after each edit.
    pub(crate) fn revision(&self) -> u64 {
        self.state.revision
    }

    /// Whether the game differs from the one that was saved last.
    #[must_use]
    pub fn is_modified(&self) -> bool {
        self.state.revision != self.saved_revision
    }

    /// The text of the game: unchanged parts in their original spelling, edited ones rewritten; and
    /// the number of new characters that the encoding of the file lacks. A deleted game has none.
    #[must_use]
    pub fn text(&self) -> (Vec<u8>, usize) {
        if self.state.is_deleted {
            return (Vec::new(), 0);
        }
        let mut text = Vec::with_capacity(self.layout.source().len() + 64);
        let n_replaced = write_verbatim(&self.state.game, &self.layout, &mut text);
        (text, n_replaced)
    }

    /// The game was saved in its state at a revision.
    pub(crate) fn mark_saved(&mut self, revision: u64) {
        self.saved_revision = revision;
    }
}
