//! Comments in the place of others.
//!
//! Standard: §5. Decisions: D-11.

use std::str::FromStr;

use crate::commands::tag::{Point, Template};
use crate::rewrite::Place;
use pgnkit::chess::Position;
use pgnkit::game::{Annotation, AnnotationId, MoveText};
use pgnkit::syntax::CommentKind;
use pgnkit::{Game, NodeId};

/// A comment text, and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Replace {
    old: String,
    new: Template,
}

impl FromStr for Replace {
    type Err = String;

    /// `OLD=NEW`
    fn from_str(text: &str) -> Result<Replace, String> {
        let Some((old, new)) = text.split_once('=').filter(|(old, _)| !old.trim().is_empty())
        else {
            return Err("expected OLD=NEW".to_owned());
        };
        Ok(Replace { old: old.trim().to_owned(), new: Template::parse(new)? })
    }
}

/// The place of a line.
#[derive(Clone, Copy)]
struct At {
    position: Option<Position>,
    ply: u32,
}

impl Replace {
    /// Replaces the comments of a game, also in variations. A comment stays if a word of the
    /// replacement has no value; one that becomes empty is removed.
    pub(super) fn replace(&self, game: &mut Game, place: Place<'_>) {
        for (node, id, text) in self.found(game, place) {
            match text.trim() {
                "" => {
                    game.tree_mut().remove_annotation(node, id);
                }
                text => game.tree_mut().set_comment_text(id, text),
            }
        }
    }

    /// The matching comments, with their new texts.
    fn found(&self, game: &Game, place: Place<'_>) -> Vec<(NodeId, AnnotationId, String)> {
        let tree = game.tree();
        let mut found = Vec::new();
        let start = At { position: game.start_position(), ply: 0 };
        let mut lines = vec![(NodeId::ROOT, start)];
        while let Some((head, at)) = lines.pop() {
            let mut at = at;
            for node in std::iter::once(head).chain(tree.line(head)) {
                let before = at;
                if node != head {
                    at.ply += 1;
                    match (&mut at.position, tree.mv(node)) {
                        (Some(position), Some(MoveText::Move(mv))) => position.play_unchecked(mv),
                        _ => at.position = None,
                    }
                }
                for id in tree.annotation_ids(node) {
                    match tree.annotation(id) {
                        Annotation::Variation(head) => lines.push((head, before)),
                        Annotation::Comment { kind: CommentKind::Escape, .. }
                        | Annotation::Nag(_) => {}
                        Annotation::Comment { text, .. } if text.trim() != self.old => {}
                        Annotation::Comment { .. } => {
                            let ply = at.ply;
                            let point = at.position.as_ref().map(|it| Point { position: it, ply });
                            let text = self.new.value(game, place, point);
                            found.extend(text.map(|text| (node, id, text)));
                        }
                    }
                }
            }
        }
        found
    }
}
