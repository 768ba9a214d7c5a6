//! One grammar for all visitors, where a small program counts more than a fast one.
//!
//! Otherwise each kind of visitor has a copy of the grammar, in which its steps are compiled. With
//! `--cfg pgnkit_small` all share one, and what a visitor breaks with is kept beside it.

use core::ops::ControlFlow;

use crate::diagnostic::Diagnostic;
use crate::span::{GameStart, Span};
use crate::step::{
    GameEnd, RawComment, RawMarker, RawNag, RawNumber, RawSuffix, RawSymbol, RawTag, RawText, Skip,
    Visitor,
};
use crate::token::Token;

/// A visitor, and what it broke with.
pub(super) struct Caught<'v, V: Visitor> {
    pub(super) visitor: &'v mut V,
    pub(super) broke: Option<V::Break>,
}

impl<V: Visitor> Caught<'_, V> {
    fn catch<T>(&mut self, flow: ControlFlow<V::Break, T>) -> ControlFlow<(), T> {
        match flow {
            ControlFlow::Continue(value) => ControlFlow::Continue(value),
            ControlFlow::Break(value) => {
                self.broke = Some(value);
                ControlFlow::Break(())
            }
        }
    }
}

macro_rules! steps {
    ($($name:ident($($argument:ident: $type:ty),*) $(-> $out:ty)?;)*) => {
        $(fn $name(&mut self, $($argument: $type),*) -> ControlFlow<() $(, $out)?> {
            let flow = self.visitor.$name($($argument),*);
            self.catch(flow)
        })*
    };
}

impl<V: Visitor> Visitor for Caught<'_, V> {
    type Break = ();

    fn token(&mut self, start: GameStart, token: Token) {
        self.visitor.token(start, token);
    }

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.visitor.diagnostic(diagnostic);
    }

    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        self.visitor.outside(start, diagnostic);
    }

    steps! {
        begin_game(start: GameStart) -> Skip;
        tag(tag: RawTag<'_>);
        malformed_tag(text: RawText<'_>, span: Span);
        begin_movetext() -> Skip;
        number(number: RawNumber);
        symbol(symbol: RawSymbol<'_>);
        suffix(suffix: RawSuffix<'_>);
        nag(nag: RawNag);
        comment(comment: RawComment<'_>);
        reserved(text: RawText<'_>, span: Span);
        begin_variation(span: Span) -> Skip;
        end_variation(span: Span);
        marker(marker: RawMarker);
        end_game(how: GameEnd, end: u32);
    }
}
