//! Reading steps from a stream, with a buffer that stays small.
//!
//! Owns: the buffer and its refilling. Knows nothing of: files, compression, what steps mean.
//! Standard: §3.2.3, §8. Decisions: none.
//! Start at [`Reader::visit`]; [`Reader::visit_game`] reads one game at a time.

use crate::diagnostic::Diagnostic;
use crate::grammar::Parser;
use crate::limits::Limits;
use crate::span::{GameStart, Span};
use crate::step::{
    GameEnd, RawComment, RawMarker, RawNag, RawNumber, RawSuffix, RawSymbol, RawTag, Skip, Visitor,
};
use crate::token::Token;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::io::{self, Read};

/// The smallest buffer with which the parser always gets on; see [`Limits::buffer_bytes`].
const BUFFER_BYTES_MIN: usize = 192 * 1024;

/// How much is read at once, at most: what is read should be in the nearest caches when the parser
/// comes to it. 12 % faster than filling the whole buffer, where tags alone are looked at.
const READ_BYTES: usize = 64 * 1024;

/// Reads the steps of a stream.
///
/// The buffer starts with [`Limits::buffer_bytes`] and grows only for a tag pair that needs it,
/// up to [`Limits::tag_bytes_max`]. Comments of any length come in parts.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    parser: Parser,
    buffer: Vec<u8>,
    /// The bytes in `buffer` that are read and not consumed.
    start: usize,
    end: usize,
    /// Offset in the stream of `start`.
    offset: u64,
    at_end: bool,
    error: Option<io::Error>,
}

impl<R: Read> Reader<R> {
    /// A reader with the default limits.
    pub fn new(source: R) -> Reader<R> {
        Reader::with_limits(source, Limits::default())
    }

    /// A reader with limits of your own.
    pub fn with_limits(source: R, limits: Limits) -> Reader<R> {
        Reader {
            source,
            parser: Parser::new(limits),
            buffer: alloc::vec![0; limits.buffer_bytes.max(BUFFER_BYTES_MIN)],
            start: 0,
            end: 0,
            offset: 0,
            at_end: false,
            error: None,
        }
    }

    /// Offset in the stream of the first byte that is not consumed, in bytes.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Number of games begun so far.
    #[must_use]
    pub fn n_games(&self) -> u64 {
        self.parser.n_games()
    }

    /// Hands all steps to `visitor` until it breaks or the stream ends. `Some` holds what it broke
    /// with; calling again goes on behind that step.
    ///
    /// # Errors
    /// When the stream fails. The steps before the failure have been handed over, the game that
    /// was cut short included.
    pub fn visit<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<Option<V::Break>> {
        while !self.parser.is_done() {
            let window = &self.buffer[self.start..self.end];
            let (broke, fed) = self.parser.feed(window, self.offset, self.at_end, visitor);
            self.start += fed.n_consumed;
            self.offset += fed.n_consumed as u64;
            if broke.is_some() {
                return Ok(broke);
            }
            if !fed.is_done {
                self.refill(fed.n_consumed == 0);
            }
        }
        self.error.take().map_or(Ok(None), Err)
    }

    /// Hands over the steps of the next game. Gives `None` when there is no more game, else what
    /// the visitor broke with, if it did; then the rest of the game is still to come.
    ///
    /// # Errors
    /// As [`Reader::visit`].
    pub fn visit_game<V: Visitor>(
        &mut self,
        visitor: &mut V,
    ) -> io::Result<Option<ControlFlow<V::Break>>> {
        match self.visit(&mut OneGame(visitor))? {
            None => Ok(None),
            Some(None) => Ok(Some(ControlFlow::Continue(()))),
            Some(Some(value)) => Ok(Some(ControlFlow::Break(value))),
        }
    }

    /// Reads on; makes room first, by moving what is left to the front and, when the parser could
    /// do nothing with a full buffer, by growing.
    fn refill(&mut self, stuck: bool) {
        if self.at_end {
            return;
        }
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if stuck && self.end == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let stop = self.buffer.len().min(self.end + READ_BYTES);
        match read_some(&mut self.source, &mut self.buffer[self.end..stop]) {
            Ok(0) => self.at_end = true,
            Ok(n) => self.end += n,
            Err(error) => {
                self.error = Some(error);
                self.at_end = true;
            }
        }
    }
}

/// Reads at least one byte unless the stream is over; tries again when interrupted.
pub(crate) fn read_some(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match source.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Passes everything on and breaks at the end of a game.
struct OneGame<'v, V>(&'v mut V);

/// Wraps what the inner visitor breaks with.
fn wrap<B, T>(flow: ControlFlow<B, T>) -> ControlFlow<Option<B>, T> {
    match flow {
        ControlFlow::Break(value) => ControlFlow::Break(Some(value)),
        ControlFlow::Continue(value) => ControlFlow::Continue(value),
    }
}

impl<V: Visitor> Visitor for OneGame<'_, V> {
    type Break = Option<V::Break>;

    fn token(&mut self, start: GameStart, token: Token) {
        self.0.token(start, token);
    }
    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.0.diagnostic(diagnostic);
    }
    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        self.0.outside(start, diagnostic);
    }
    fn begin_game(&mut self, start: GameStart) -> ControlFlow<Self::Break, Skip> {
        wrap(self.0.begin_game(start))
    }
    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Self::Break> {
        wrap(self.0.tag(tag))
    }
    fn malformed_tag(&mut self, text: &[u8], span: Span) -> ControlFlow<Self::Break> {
        wrap(self.0.malformed_tag(text, span))
    }
    fn begin_movetext(&mut self) -> ControlFlow<Self::Break, Skip> {
        wrap(self.0.begin_movetext())
    }
    fn number(&mut self, number: RawNumber) -> ControlFlow<Self::Break> {
        wrap(self.0.number(number))
    }
    #[inline(always)]
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Self::Break> {
        wrap(self.0.symbol(symbol))
    }
    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<Self::Break> {
        wrap(self.0.suffix(suffix))
    }
    fn nag(&mut self, nag: RawNag) -> ControlFlow<Self::Break> {
        wrap(self.0.nag(nag))
    }
    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<Self::Break> {
        wrap(self.0.comment(comment))
    }
    fn reserved(&mut self, text: &[u8], span: Span) -> ControlFlow<Self::Break> {
        wrap(self.0.reserved(text, span))
    }
    fn begin_variation(&mut self, span: Span) -> ControlFlow<Self::Break, Skip> {
        wrap(self.0.begin_variation(span))
    }
    fn end_variation(&mut self, span: Span) -> ControlFlow<Self::Break> {
        wrap(self.0.end_variation(span))
    }
    fn marker(&mut self, marker: RawMarker) -> ControlFlow<Self::Break> {
        wrap(self.0.marker(marker))
    }
    fn end_game(&mut self, how: GameEnd, end: u32) -> ControlFlow<Self::Break> {
        wrap(self.0.end_game(how, end))?;
        if how == GameEnd::NoGame { ControlFlow::Continue(()) } else { ControlFlow::Break(None) }
    }
}
