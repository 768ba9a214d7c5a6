//! Walking a game as if it were read: the same steps, to the same visitors.
//!
//! Owns: the order of the steps. Knows nothing of: layout; all spans are empty.
//! Standard: §8. Decisions: D-29, D-30.
//! Start at [`Game::visit`].

use super::tree::{Element, MoveText};
use super::{Game, NodeId};
use crate::tag::Outcome;
use core::ops::ControlFlow;
use pgn_chess::notation::san;
use pgn_chess::{Color, Position};
use pgn_syntax::{
    GameEnd, GameStart, Marker, Part, RawComment, RawMarker, RawNag, RawNumber, RawSymbol, RawTag,
    Skip, Span, Visitor,
};

/// A line to come back to: its node, and what is still to be said about it.
struct Frame {
    node: NodeId,
    elements: Vec<super::ElementId>,
    said: usize,
    /// The positions before and behind the node's move.
    before: Option<Position>,
    after: Option<Position>,
}

impl Game {
    /// Hands the steps of this game to a visitor: tags, numbers, SAN, NAGs, comments, variations,
    /// marker. Text is UTF-8; values with quotes or backslashes are escaped. No recursion.
    ///
    /// # Errors
    /// Gives what the visitor broke with, if it did.
    pub fn visit<V: Visitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        const NOWHERE: Span = Span { start: 0, end: 0 };
        if visitor.begin_game(GameStart(0))? == Skip::Over {
            return visitor.end_game(GameEnd::Marker, 0);
        }
        // As a reader does, who remembers the first 64 names.
        let mut names: Vec<&str> = Vec::new();
        for tag in &self.tags {
            let value = escape(&tag.value);
            let is_repeated = names.contains(&&*tag.name);
            if !is_repeated && names.len() < 64 {
                names.push(&tag.name);
            }
            visitor.tag(RawTag {
                name: tag.name.as_bytes(),
                value: value.as_bytes(),
                escaped: value.contains('\\'),
                is_ascii: value.is_ascii(),
                is_repeated,
                span: NOWHERE,
                name_span: NOWHERE,
                value_span: NOWHERE,
            })?;
        }
        if visitor.begin_movetext()? == Skip::Enter {
            self.visit_lines(visitor)?;
        }
        let marker = match self.outcome {
            Outcome::WhiteWins => Marker::WhiteWins,
            Outcome::BlackWins => Marker::BlackWins,
            Outcome::Draw => Marker::Draw,
            Outcome::Unknown => Marker::Unknown,
        };
        visitor.marker(RawMarker { marker, in_variation: false, span: NOWHERE })?;
        visitor.end_game(GameEnd::Marker, 0)
    }

    fn visit_lines<V: Visitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        let start = self.start_position();
        let mut frames = vec![self.frame(NodeId::ROOT, start, start)];
        while let Some(frame) = frames.last_mut() {
            if let Some(&id) = frame.elements.get(frame.said) {
                frame.said += 1;
                let before = frame.before;
                if let Some(head) = self.visit_element(id, visitor)? {
                    frames.push(self.frame(head, before, before));
                }
                continue;
            }
            let (node, before) = (frame.node, frame.after);
            match self.tree().next(node) {
                Some(next) => {
                    let after = self.visit_move(next, before, visitor)?;
                    *frame = self.frame(next, before, after);
                }
                None => {
                    frames.pop();
                    if !frames.is_empty() {
                        visitor.end_variation(Span::default())?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn frame(&self, node: NodeId, before: Option<Position>, after: Option<Position>) -> Frame {
        let elements = self.tree().element_ids(node).collect();
        Frame { node, elements, said: 0, before, after }
    }

    /// Says one annotation; gives the head of a variation that is to be entered.
    fn visit_element<V: Visitor>(
        &self,
        id: super::ElementId,
        visitor: &mut V,
    ) -> ControlFlow<V::Break, Option<NodeId>> {
        let span = Span::default();
        match self.tree().element(id) {
            Element::Nag(nag) => visitor.nag(RawNag { value: u32::from(nag.0), span })?,
            Element::Comment { kind, text } => {
                let (text, part) = (text.as_bytes(), Part::Whole);
                let is_ascii = text.is_ascii();
                visitor.comment(RawComment { text, kind, part, is_ascii, span })?;
            }
            Element::Variation(head) => match visitor.begin_variation(span)? {
                Skip::Enter => return ControlFlow::Continue(Some(head)),
                Skip::Over => visitor.end_variation(span)?,
            },
        }
        ControlFlow::Continue(None)
    }

    /// Says number and move; gives the position behind it.
    fn visit_move<V: Visitor>(
        &self,
        node: NodeId,
        before: Option<Position>,
        visitor: &mut V,
    ) -> ControlFlow<V::Break, Option<Position>> {
        let span = Span::default();
        match (self.tree().mv(node), before) {
            (Some(MoveText::Move(mv)), Some(before)) => {
                let n_periods = if before.turn() == Color::White { 1 } else { 3 };
                visitor.number(RawNumber { value: before.fullmove(), n_periods, span })?;
                let mut after = before;
                let text = san::play_and_write(&mut after, mv);
                visitor.symbol(RawSymbol::new(text.as_bytes(), span))?;
                ControlFlow::Continue(Some(after))
            }
            (Some(MoveText::Unchecked(text)), _) => {
                visitor.symbol(RawSymbol::new(text.as_bytes(), span))?;
                ControlFlow::Continue(None)
            }
            (Some(MoveText::Move(_)) | None, _) => ControlFlow::Continue(before),
        }
    }
}

/// A tag value with its quotes and backslashes escaped (§7).
pub(crate) fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
