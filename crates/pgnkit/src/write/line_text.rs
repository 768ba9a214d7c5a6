//! A line of moves as plain text, for a comment with content that a profile cannot represent.
//!
//! Standard: §8.2.3, §8.2.5. Decisions: D-33, D-34.

use crate::game::{Annotation, Game, NodeId, Numbers, Spelled, Stop, Walk};
use pgn_syntax::CommentKind;

/// The text of the moves after `node`, annotations and variations included, in one line; braces
/// become brackets. `ply` is the place before the first of them. No recursion.
pub fn line_text(game: &Game, node: NodeId, numbers: Numbers, ply: u32) -> String {
    let mut text = TextLine { out: String::new(), glue: true, is_fresh: true };
    let mut walk = Walk::behind(game.tree(), node, ply);
    while let Some(stop) = walk.next_stop() {
        match stop {
            Stop::Move(_) => text.mv(walk.spelled(), numbers.at(walk.ply() - 1)),
            Stop::Annotation(id) => text.annotation(game.tree().annotation(id)),
            Stop::Open(head) => {
                text.word("(");
                text.glue = true;
                text.is_fresh = true;
                walk.enter(head);
            }
            Stop::Close(_) => {
                text.out.push(')');
                text.glue = false;
                text.is_fresh = false;
            }
        }
    }
    text.out
}

struct TextLine {
    out: String,
    /// The next word follows without a space.
    glue: bool,
    /// The line begins here: the next move has its number, for either color.
    is_fresh: bool,
}

impl TextLine {
    fn word(&mut self, word: &str) {
        if !self.glue {
            self.out.push(' ');
        }
        self.glue = false;
        for character in word.chars() {
            self.out.push(match character {
                '{' => '[',
                '}' => ']',
                character => character,
            });
        }
    }

    /// Number and move of a node.
    fn mv(&mut self, mv: Option<Spelled<'_>>, (number, is_white): (u32, bool)) {
        if is_white {
            self.word(&format!("{number}."));
        } else if self.is_fresh {
            self.word(&format!("{number}..."));
        }
        self.is_fresh = false;
        match mv {
            Some(Spelled::Move(mv, spelling)) => self.word(spelling.text(mv).as_str()),
            Some(Spelled::Unchecked(text)) => self.word(text),
            None => {}
        }
    }

    /// Says an annotation.
    fn annotation(&mut self, annotation: Annotation<'_>) {
        match annotation {
            Annotation::Nag(nag) => self.word(&format!("${}", nag.0)),
            Annotation::Comment { kind: CommentKind::Escape, .. } | Annotation::Variation(_) => {}
            Annotation::Comment { text, .. } => self.word(&format!("{{{}}}", text.trim())),
        }
    }
}
