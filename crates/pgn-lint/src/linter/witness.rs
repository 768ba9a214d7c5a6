//! A witness: passes every step on to the referee, and keeps what the referee does not tell.
//!
//! Owns: the places of comments, also of those in lines that cannot be played. Knows nothing of:
//! what is done with them.
//! Standard: §5, §6. Decisions: D-33.
//! Start at [`Witness`].

use pgnkit::syntax::{
    CommentKind, Diagnostic, GameEnd, GameStart, RawComment, RawMarker, RawNag, RawNumber,
    RawSuffix, RawSymbol, RawTag, Skip, Span, Token, Visitor,
};
use std::ops::ControlFlow;

/// Stands between the text and another visitor, and tells `heard` of each comment: kind and
/// place of its content, delimiters left out.
#[derive(Debug)]
pub(super) struct Witness<V, H> {
    pub(super) inner: V,
    pub(super) heard: H,
}

impl<V: Visitor, H: FnMut(CommentKind, Span)> Visitor for Witness<V, H> {
    type Break = V::Break;

    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<V::Break> {
        let start = comment.span.start + u32::from(comment.part.begins());
        (self.heard)(comment.kind, Span::new(start, start + comment.text.len() as u32));
        self.inner.comment(comment)
    }

    fn token(&mut self, start: GameStart, token: Token) {
        self.inner.token(start, token);
    }
    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.inner.diagnostic(diagnostic);
    }
    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        self.inner.outside(start, diagnostic);
    }
    fn begin_game(&mut self, start: GameStart) -> ControlFlow<V::Break, Skip> {
        self.inner.begin_game(start)
    }
    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<V::Break> {
        self.inner.tag(tag)
    }
    fn malformed_tag(&mut self, text: &[u8], span: Span) -> ControlFlow<V::Break> {
        self.inner.malformed_tag(text, span)
    }
    fn begin_movetext(&mut self) -> ControlFlow<V::Break, Skip> {
        self.inner.begin_movetext()
    }
    fn number(&mut self, number: RawNumber) -> ControlFlow<V::Break> {
        self.inner.number(number)
    }
    #[inline]
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<V::Break> {
        self.inner.symbol(symbol)
    }
    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<V::Break> {
        self.inner.suffix(suffix)
    }
    fn nag(&mut self, nag: RawNag) -> ControlFlow<V::Break> {
        self.inner.nag(nag)
    }
    fn reserved(&mut self, text: &[u8], span: Span) -> ControlFlow<V::Break> {
        self.inner.reserved(text, span)
    }
    fn begin_variation(&mut self, span: Span) -> ControlFlow<V::Break, Skip> {
        self.inner.begin_variation(span)
    }
    fn end_variation(&mut self, span: Span) -> ControlFlow<V::Break> {
        self.inner.end_variation(span)
    }
    fn marker(&mut self, marker: RawMarker) -> ControlFlow<V::Break> {
        self.inner.marker(marker)
    }
    fn end_game(&mut self, how: GameEnd, end: u32) -> ControlFlow<V::Break> {
        self.inner.end_game(how, end)
    }
}
