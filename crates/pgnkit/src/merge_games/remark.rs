//! Merges the annotations of a move in two duplicates of a game.
//!
//! Standard: §5, §8.2.4. Decisions: D-11.

use std::collections::{HashMap, HashSet};

use super::{Conflict, MergeReport};
use crate::comment::{commands, strip_commands, words_of};
use crate::game::{Annotation, AnnotationId, NodeId, Tree};
use pgn_syntax::CommentKind;

/// Commands of which a move has one.
const SINGLE: [&str; 6] = ["clk", "emt", "egt", "mct", "eval", "depth"];

/// The annotations of a move that matter for what may be added.
#[derive(Debug, Default)]
pub(super) struct MergeRemarks {
    nags: HashSet<u16>,
    escapes: HashSet<String>,
    /// The words of comments, blanks made one.
    words: HashSet<String>,
    /// The arguments of commands, by name.
    commands: HashMap<String, Vec<String>>,
}

impl MergeRemarks {
    /// The annotations at a node.
    pub(super) fn of(tree: &Tree, node: NodeId) -> MergeRemarks {
        let mut remarks = MergeRemarks::default();
        for annotation in tree.annotations(node) {
            match annotation {
                Annotation::Nag(nag) => {
                    remarks.nags.insert(nag.0);
                }
                Annotation::Comment { kind: CommentKind::Escape, text } => {
                    remarks.escapes.insert(words_of(text).into_owned());
                }
                Annotation::Comment { text, .. } => remarks.learn(text),
                Annotation::Variation(_) => {}
            }
        }
        remarks
    }

    fn learn(&mut self, text: &str) {
        for command in commands(text) {
            let known = self.commands.entry(command.name.to_owned()).or_default();
            known.push(command.args.to_owned());
        }
        self.words.insert(words_of(&strip_commands(text)).into_owned());
    }

    /// Adds the new parts of an annotation of the other game to `node`.
    pub(super) fn add(
        &mut self,
        tree: &mut Tree,
        node: NodeId,
        annotation: Annotation<'_>,
        gain: &mut MergeReport,
    ) -> Option<AnnotationId> {
        match annotation {
            Annotation::Nag(nag) => self.nags.insert(nag.0).then(|| {
                gain.n_nags += 1;
                tree.add_nag(node, nag)
            }),
            Annotation::Comment { kind: CommentKind::Escape, text } => {
                self.escapes.insert(words_of(text).into_owned()).then(|| {
                    gain.n_comments += 1;
                    tree.add_comment(node, CommentKind::Escape, text)
                })
            }
            Annotation::Comment { kind, text } => {
                let text = self.new_of(text, gain)?;
                self.learn(&text);
                gain.n_comments += 1;
                Some(tree.add_comment(node, kind, &text))
            }
            Annotation::Variation(_) => None,
        }
    }

    /// The part of a comment that is still missing.
    fn new_of(&self, text: &str, gain: &mut MergeReport) -> Option<String> {
        let (mut kept, mut n_dropped) = (Vec::new(), 0);
        for command in commands(text) {
            let known = self.commands.get(command.name).map_or(&[][..], Vec::as_slice);
            let is_there = known.iter().any(|args| args == command.args);
            match known.first() {
                _ if is_there => n_dropped += 1,
                Some(first) if SINGLE.contains(&command.name) => {
                    n_dropped += 1;
                    gain.conflicts.push(Conflict {
                        name: format!("%{}", command.name),
                        kept: first.clone(),
                        other: command.args.to_owned(),
                    });
                }
                _ => kept.push(&text[command.range]),
            }
        }
        let words = strip_commands(text);
        let plain = words_of(&words);
        let is_new = !plain.is_empty() && !self.words.contains(&*plain);
        match (is_new, kept.is_empty()) {
            (false, true) => None,
            (true, _) if n_dropped == 0 => Some(text.to_owned()),
            (true, true) => Some(words.into_owned()),
            (true, false) => Some(format!("{} {words}", kept.join(" "))),
            (false, false) => Some(kept.join(" ")),
        }
    }
}
