//! A text that is at hand, cut into regions where it stands.
//!
//! Owns: the cutting without a copy, and reading while cutting. Knows nothing of: streams.
//! Standard: §8. Decisions: D-38.
//! Start at [`InPlace`].

use super::{Count, Cut, Ended, Region};
use crate::diagnostic::Diagnostic;
use crate::grammar::Parser;
use crate::span::{GameStart, Location, Span};
use crate::step::{
    GameEnd, RawComment, RawMarker, RawNag, RawNumber, RawSuffix, RawSymbol, RawTag, RawText, Skip,
    Visitor,
};
use crate::token::Token;
use core::convert::Infallible;
use core::ops::ControlFlow;

/// Cuts a text that is at hand into [`Region`]s, without a copy.
///
/// The text is a stream from `start` on, or a piece of one between two [`seam`](super::seam)s.
/// Lines and games are counted from its beginning.
#[derive(Debug)]
pub struct InPlace<'t> {
    text: &'t [u8],
    start: GameStart,
    parser: Parser,
    /// The next region begins here in `text`, and the parser stands there.
    at: usize,
    parsed: usize,
    count: Count,
}

impl<'t> InPlace<'t> {
    /// Cuts `text`, which begins at `start` in its stream.
    #[must_use]
    pub fn new(text: &'t [u8], start: GameStart) -> InPlace<'t> {
        let location = Location::START;
        InPlace::of(&Region { text, start, location, n_games_before: 0, end: None })
    }

    /// Cuts a region anew: into that region alone, unless its text was changed since.
    #[must_use]
    pub fn of(region: &Region<'t>) -> InPlace<'t> {
        let Region { text, start, location, n_games_before: n_games, end: _ } = *region;
        let (parser, count) = (Parser::at_region(*region), Count { start, location, n_games });
        InPlace { text, start, parser, at: 0, parsed: 0, count }
    }

    /// Number of games in the regions so far.
    #[must_use]
    pub fn n_games(&self) -> u64 {
        self.count.n_games
    }

    /// Line and column behind the regions so far.
    #[must_use]
    pub fn location(&self) -> Location {
        self.count.location
    }

    /// Where the next region begins in the stream.
    #[must_use]
    pub fn start(&self) -> GameStart {
        self.count.start
    }

    /// The next region, whose steps go to `visitor`: it is read while it is cut, once instead of
    /// twice. The steps are those of the stream.
    pub fn next_with(
        &mut self,
        visitor: &mut impl Visitor<Break = Infallible>,
    ) -> Option<Region<'t>> {
        self.cut(&mut ToItsEnd(visitor))
    }

    /// The next region, at whose end the visitor breaks.
    fn cut(&mut self, visitor: &mut impl Visitor<Break = Ended>) -> Option<Region<'t>> {
        while !self.parser.is_done() {
            let offset = self.start.0 + self.parsed as u64;
            let (broke, fed) = self.parser.feed(&self.text[self.parsed..], offset, true, visitor);
            self.parsed += fed.n_consumed;
            if let Some((how, len)) = broke {
                return Some(self.take(len as usize, Some(how)));
            }
        }
        let len = self.text.len() - self.at;
        (len > 0).then(|| self.take(len, None))
    }

    fn take(&mut self, len: usize, end: Option<GameEnd>) -> Region<'t> {
        let text = &self.text[self.at..self.at + len];
        self.at += len;
        self.parsed = self.parsed.max(self.at);
        self.count.region(text, end)
    }
}

impl<'t> Iterator for InPlace<'t> {
    type Item = Region<'t>;

    fn next(&mut self) -> Option<Region<'t>> {
        self.cut(&mut Cut)
    }
}

/// Passes the steps of a game on to a visitor, and breaks at its end.
struct ToItsEnd<'v, V>(&'v mut V);

/// The visitor never breaks.
#[inline(always)]
fn go<T>(flow: ControlFlow<Infallible, T>) -> ControlFlow<Ended, T> {
    match flow {
        ControlFlow::Continue(value) => ControlFlow::Continue(value),
        ControlFlow::Break(never) => match never {},
    }
}

impl<V: Visitor<Break = Infallible>> Visitor for ToItsEnd<'_, V> {
    type Break = Ended;

    #[inline]
    fn token(&mut self, start: GameStart, token: Token) {
        self.0.token(start, token);
    }
    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.0.diagnostic(diagnostic);
    }
    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        self.0.outside(start, diagnostic);
    }
    fn begin_game(&mut self, start: GameStart) -> ControlFlow<Ended, Skip> {
        go(self.0.begin_game(start))
    }
    #[inline]
    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Ended> {
        go(self.0.tag(tag))
    }
    fn malformed_tag(&mut self, text: RawText<'_>, span: Span) -> ControlFlow<Ended> {
        go(self.0.malformed_tag(text, span))
    }
    fn begin_movetext(&mut self) -> ControlFlow<Ended, Skip> {
        go(self.0.begin_movetext())
    }
    #[inline]
    fn number(&mut self, number: RawNumber) -> ControlFlow<Ended> {
        go(self.0.number(number))
    }
    #[inline(always)]
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Ended> {
        go(self.0.symbol(symbol))
    }
    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<Ended> {
        go(self.0.suffix(suffix))
    }
    fn nag(&mut self, nag: RawNag) -> ControlFlow<Ended> {
        go(self.0.nag(nag))
    }
    #[inline(always)]
    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<Ended> {
        go(self.0.comment(comment))
    }
    fn reserved(&mut self, text: RawText<'_>, span: Span) -> ControlFlow<Ended> {
        go(self.0.reserved(text, span))
    }
    fn begin_variation(&mut self, span: Span) -> ControlFlow<Ended, Skip> {
        go(self.0.begin_variation(span))
    }
    fn end_variation(&mut self, span: Span) -> ControlFlow<Ended> {
        go(self.0.end_variation(span))
    }
    fn marker(&mut self, marker: RawMarker) -> ControlFlow<Ended> {
        go(self.0.marker(marker))
    }
    fn end_game(&mut self, how: GameEnd, end: u32) -> ControlFlow<Ended> {
        go(self.0.end_game(how, end))?;
        ControlFlow::Break((how, end))
    }
}
