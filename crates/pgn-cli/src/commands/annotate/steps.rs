//! The operations of `pgn annotate` on a game.
//!
//! Standard: §5, §8.2.4, §8.2.5. Decisions: D-11, D-30.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::evaluate::Evaluate;
use super::kinds::Kinds;
use super::replace::Replace;
use crate::commands::tag::{Point, Template};
use crate::rewrite::{Change, Edit, Needs, Place, Plan};
use pgnkit::charset::Choice;
use pgnkit::comment::with_standard_commands;
use pgnkit::game::{Annotation, Strip};
use pgnkit::syntax::CommentKind;
use pgnkit::{Game, NodeId};

/// The steps: first removals, then additions.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    pub(super) strip: Kinds,
    pub(super) standardize_commands: bool,
    pub(super) replace: Vec<Replace>,
    pub(super) evaluate: Option<Arc<Evaluate>>,
    pub(super) at_start: Option<Template>,
    pub(super) at_end: Option<Template>,
    pub(super) after_moves: Option<Template>,
    pub(super) at_match: Option<Template>,
}

impl Steps {
    /// Whether the list of steps is empty.
    pub(super) fn does_nothing(&self) -> bool {
        let templates = [&self.at_start, &self.at_end, &self.after_moves, &self.at_match];
        let is_kept =
            self.strip == Kinds::default() && self.replace.is_empty() && !self.standardize_commands;
        is_kept && self.evaluate.is_none() && templates.iter().all(|template| template.is_none())
    }

    fn strip(&self, game: &mut Game) {
        let Kinds { nags, variations, escapes, .. } = self.strip;
        if nags || variations || escapes {
            game.strip(
                Strip::default().with_nags(nags).with_variations(variations).with_escapes(escapes),
            );
        }
        if self.strip.touches_comments() {
            game.rewrite_comments(|text| self.strip.left_of(text));
        }
    }

    /// The comments that are put in, with the moves after which they are. All are made before
    /// one is put in.
    fn comments(&self, game: &Game, place: Place<'_>) -> Vec<(NodeId, String)> {
        let mut comments = Vec::new();
        let mut cursor = game.cursor();
        let mut ply = 0;
        loop {
            let point = cursor.position().map(|position| Point { position, ply });
            let node = cursor.node();
            let mut add = |template: &Option<Template>, is_here: bool| {
                let template = template.as_ref().filter(|_| is_here);
                comments
                    .extend(template.and_then(|it| Some((node, it.value(game, place, point)?))));
            };
            add(&self.at_start, ply == 0);
            add(&self.after_moves, ply > 0);
            add(&self.at_match, place.ply == Some(ply));
            add(&self.at_end, game.tree().next(node).is_none());
            if !cursor.forward() {
                return comments;
            }
            ply += 1;
        }
    }
}

impl Plan for Steps {
    fn needs(&self) -> Needs {
        Needs::Game
    }

    fn edit(&self, _: Choice) -> Box<dyn Edit> {
        Box::new(self.clone())
    }
}

impl Edit for Steps {
    fn edit(&mut self, game: &mut Game, place: Place<'_>) -> Change {
        let before = game.clone();
        if self.standardize_commands {
            standardize_commands(game);
        }
        self.strip(game);
        self.replace.iter().for_each(|replace| replace.replace(game, place));
        if let Some(evaluate) = &self.evaluate
            && let Err(why) = evaluate.evaluate(game)
        {
            return Change::Failed(why);
        }
        for (node, text) in self.comments(game, place) {
            game.tree_mut().add_comment_before_variations(node, CommentKind::Brace, &text);
        }
        if *game == before { Change::Nothing } else { Change::Game }
    }
}

/// Writes the values that engine programs and servers wrote as text as commands.
fn standardize_commands(game: &mut Game) {
    let mut changed = Vec::new();
    for node in game.tree().nodes() {
        for id in game.tree().annotation_ids(node) {
            if let Annotation::Comment { kind: CommentKind::Brace | CommentKind::Line, text } =
                game.tree().annotation(id)
                && let Some(new) = with_standard_commands(text, game.comment_context(node))
            {
                changed.push((id, new));
            }
        }
    }
    for (id, text) in changed {
        game.tree_mut().set_comment_text(id, &text);
    }
}

/// Counts the positions that the steps would search, and changes nothing.
#[derive(Clone, Debug)]
pub(super) struct Counting {
    pub(super) steps: Arc<Steps>,
    pub(super) wanted_count: Arc<AtomicU64>,
}

impl Plan for Counting {
    fn needs(&self) -> Needs {
        Needs::Game
    }

    fn edit(&self, _: Choice) -> Box<dyn Edit> {
        Box::new(self.clone())
    }
}

impl Edit for Counting {
    fn edit(&mut self, game: &mut Game, _: Place<'_>) -> Change {
        self.steps.strip(game);
        let wanted_count =
            self.steps.evaluate.as_ref().map_or(0, |evaluate| evaluate.wanted_count(game));
        self.wanted_count.fetch_add(wanted_count as u64, Ordering::Relaxed);
        Change::Nothing
    }
}
