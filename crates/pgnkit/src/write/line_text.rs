//! A line of moves as plain text, for the comment that holds what a profile cannot.
//!
//! Owns: the spelling of such text. Knows nothing of: lines of output.
//! Standard: §8.2.3, §8.2.5. Decisions: D-33, D-34.
//! Start at [`line_text`].

use super::movetext::{Counter, Spot};
use crate::game::{Element, Game, MoveText, NodeId};
use pgn_chess::notation::san;
use pgn_syntax::CommentKind;

/// The text of the moves from `first` on, annotations and variations included, in one line; braces
/// become brackets. `spot` is the place before `first`. No recursion.
pub(super) fn line_text(game: &Game, first: NodeId, spot: Spot) -> String {
    let mut text = Text { out: String::new(), glue: true };
    let mut stack = vec![(first, 0usize, spot, true)];
    while let Some((node, said, spot, is_new)) = stack.pop() {
        let after = if is_new { text.mv(game, node, spot) } else { spot.after(game, node) };
        let Some(id) = game.tree().element_ids(node).nth(said) else {
            text.behind(game, node, after, &mut stack);
            continue;
        };
        stack.push((node, said + 1, spot, false));
        if let Some(head) = text.element(game.tree().element(id)) {
            text.head(game, head);
            match game.tree().next(head) {
                Some(next) => stack.push((next, 0, spot.fresh(), true)),
                None => text.close(),
            }
        }
    }
    text.out
}

struct Text {
    out: String,
    /// The next word follows without a space.
    glue: bool,
}

impl Text {
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

    fn close(&mut self) {
        self.out.push(')');
        self.glue = false;
    }

    /// Number and move of a node; gives the place behind it.
    fn mv(&mut self, game: &Game, node: NodeId, spot: Spot) -> Spot {
        if let Some(number) = spot.number() {
            self.word(&number);
        }
        match (game.tree().mv(node), spot.position) {
            (Some(MoveText::Move(mv)), Some(position)) if !mv.is_null() => {
                self.word(san::write(&position, mv).as_str());
            }
            (Some(MoveText::Unchecked(text)), _) => self.word(text),
            (Some(MoveText::Move(_)) | None, _) => self.word("--"),
        }
        spot.after(game, node)
    }

    /// Says an annotation; gives the head of a variation.
    fn element(&mut self, element: Element<'_>) -> Option<NodeId> {
        match element {
            Element::Nag(nag) => self.word(&format!("${}", nag.0)),
            Element::Comment { kind: CommentKind::Escape, .. } => {}
            Element::Comment { text, .. } => self.word(&format!("{{{}}}", text.trim())),
            Element::Variation(head) => {
                self.word("(");
                self.glue = true;
                return Some(head);
            }
        }
        None
    }

    /// What stands before the first move of a variation.
    fn head(&mut self, game: &Game, head: NodeId) {
        for id in game.tree().element_ids(head) {
            let element = game.tree().element(id);
            if !matches!(element, Element::Variation(_)) {
                self.element(element);
            }
        }
    }

    /// Goes on behind a node, or closes its line.
    fn behind(
        &mut self,
        game: &Game,
        node: NodeId,
        after: Spot,
        stack: &mut Vec<(NodeId, usize, Spot, bool)>,
    ) {
        match game.tree().next(node) {
            Some(next) => stack.push((next, 0, after, true)),
            None if !stack.is_empty() => self.close(),
            None => {}
        }
    }
}

impl Spot {
    /// The number to write before the next move: always for White, for Black at a fresh start.
    fn number(self) -> Option<String> {
        match self.counter {
            Counter { fullmove, white: true } => Some(format!("{fullmove}.")),
            Counter { fullmove, white: false } if self.is_fresh => Some(format!("{fullmove}...")),
            Counter { .. } => None,
        }
    }
}
