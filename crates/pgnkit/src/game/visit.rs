//! Passes a game to a visitor, with the same events as the parser.
//!
//! Standard: §8. Decisions: D-29, D-30.

use super::Game;
use super::tree::{Annotation, AnnotationId, Numbers, Spelled, Stop};
use core::ops::ControlFlow;
use pgn_syntax::{
    GameEnd, GameStart, Marker, Part, RawComment, RawMarker, RawNag, RawNumber, RawSymbol, RawTag,
    Skip, Span, Visitor, step,
};

const NOWHERE: Span = Span { start: 0, end: 0 };

impl Game {
    /// Passes the steps of this game to a visitor: tags, numbers, SAN, NAGs, comments, variations,
    /// marker.
    ///
    /// Text is UTF-8; values with quotes or backslashes are escaped. No recursion.
    ///
    /// # Errors
    /// Returns the value with which the visitor stopped, if it did.
    pub fn visit<V: Visitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        if visitor.begin_game(GameStart(0))? == Skip::Over {
            return visitor.end_game(GameEnd::Marker, 0);
        }
        // Like a reader that remembers the first 64 names.
        let mut names: Vec<&str> = Vec::new();
        for tag in &self.tags {
            let value = escape(tag.value);
            let is_repeated = names.contains(&tag.name);
            if !is_repeated && names.len() < 64 {
                names.push(tag.name);
            }
            visitor.tag(RawTag {
                name: tag.name.as_bytes(),
                head: step::head(tag.name.as_bytes()),
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
        let marker = Marker::from(self.outcome);
        visitor.marker(RawMarker { marker, in_variation: false, span: NOWHERE })?;
        visitor.end_game(GameEnd::Marker, 0)
    }

    fn visit_lines<V: Visitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        let (numbers, first_ply) = Numbers::of(&self.start());
        let mut walk = self.walk(first_ply);
        while let Some(stop) = walk.next_stop() {
            match stop {
                Stop::Move(_) => visit_move(walk.spelled(), numbers.at(walk.ply() - 1), visitor)?,
                Stop::Annotation(id) => self.visit_annotation(id, visitor)?,
                Stop::Open(head) => match visitor.begin_variation(NOWHERE)? {
                    Skip::Enter => walk.enter(head),
                    Skip::Over => visitor.end_variation(NOWHERE)?,
                },
                Stop::Close(_) => visitor.end_variation(NOWHERE)?,
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_annotation<V: Visitor>(
        &self,
        id: AnnotationId,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        match self.tree().annotation(id) {
            Annotation::Nag(nag) => {
                visitor.nag(RawNag { value: u32::from(nag.0), span: NOWHERE })?;
            }
            Annotation::Comment { kind, text } => {
                let (text, part, span) = (text.as_bytes(), Part::Whole, NOWHERE);
                let is_ascii = text.is_ascii();
                let has_line_end = text.iter().any(|&byte| matches!(byte, b'\n' | b'\r'));
                visitor.comment(RawComment { text, kind, part, is_ascii, has_line_end, span })?;
            }
            Annotation::Variation(_) => {}
        }
        ControlFlow::Continue(())
    }
}

/// Says number and move.
fn visit_move<V: Visitor>(
    mv: Option<Spelled<'_>>,
    (value, is_white): (u32, bool),
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    match mv {
        Some(Spelled::Move(mv, spelling)) => {
            let n_periods = if is_white { 1 } else { 3 };
            visitor.number(RawNumber { value, n_periods, span: NOWHERE })?;
            visitor.symbol(RawSymbol::new(spelling.text(mv).as_bytes(), NOWHERE))
        }
        Some(Spelled::Unchecked(text)) => visitor.symbol(RawSymbol::new(text.as_bytes(), NOWHERE)),
        None => ControlFlow::Continue(()),
    }
}

/// A tag value with its quotes and backslashes escaped (§7).
pub fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
