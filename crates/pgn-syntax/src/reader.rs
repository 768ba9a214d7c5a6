//! Reading steps from a stream, with a buffer that stays small.
//!
//! Standard: §3.2.3, §8.

use crate::buffer::Buffer;
use crate::grammar::{Parser, Progress, WindowKind};
use crate::limits::Limits;
use crate::step::{GameEnd, Visitor};
use core::ops::ControlFlow;
use std::io::{self, Read};

/// The smallest buffer with which the parser always gets on; see [`Limits::buffer_bytes`].
const BUFFER_BYTES_MIN: usize = 192 * 1024;

/// The maximum size of one read: the bytes should still be in the nearest caches when the parser
/// gets to them. This is 12 % faster than filling the whole buffer if only tags are read.
const READ_BYTES: usize = 64 * 1024;

/// Reads the parser events of a stream.
///
/// The buffer starts with [`Limits::buffer_bytes`] and grows only for a tag pair that needs it, up
/// to [`Limits::tag_bytes_max`]. Long comments come in parts.
///
/// ```
/// use core::ops::ControlFlow;
/// use pgn_syntax::{RawSymbol, Reader, Visitor};
///
/// struct Moves(Vec<String>);
/// impl Visitor for Moves {
///     type Break = ();
///     fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<()> {
///         self.0.push(String::from_utf8_lossy(symbol.text).into_owned());
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut moves = Moves(Vec::new());
/// let mut reader = Reader::new(&b"[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 *\n"[..]);
/// reader.visit_game(&mut moves)?;
/// assert_eq!(moves.0, ["e4", "e5"]);
/// reader.visit(&mut moves)?;
/// assert_eq!((moves.0.len(), reader.n_games(), reader.offset()), (3, 2, 46));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    buffer: Buffer<R>,
    parser: Parser,
    /// Offset in the stream of the buffer's window.
    offset: u64,
}

impl<R: Read> Reader<R> {
    /// A reader with the default limits.
    ///
    /// ```
    /// let reader = pgn_syntax::Reader::new(&b"1. e4 *"[..]);
    /// assert_eq!(reader.offset(), 0);
    /// ```
    pub fn new(source: R) -> Reader<R> {
        Reader::with_limits(source, Limits::default())
    }

    /// A reader with other limits.
    ///
    /// ```
    /// use pgn_syntax::{Limits, Reader};
    /// let limits = Limits::default().with_tag_bytes_max(1 << 20);
    /// let reader = Reader::with_limits(&b"1. e4 *"[..], limits);
    /// assert_eq!(reader.n_games(), 0);
    /// ```
    pub fn with_limits(source: R, limits: Limits) -> Reader<R> {
        let buffer = Buffer::new(source, limits.buffer_bytes.max(BUFFER_BYTES_MIN));
        Reader { buffer, parser: Parser::new(limits), offset: 0 }
    }

    /// The source of the bytes. Bytes already read are in the reader's buffer.
    pub fn source_mut(&mut self) -> &mut R {
        self.buffer.source_mut()
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

    /// Passes all events to `visitor` until it stops or the stream ends. `Some` has the value with
    /// which it stopped; calling again continues after that event.
    ///
    /// # Errors
    /// If the stream fails. The events before the failure have been passed on, including those of
    /// the incomplete game.
    pub fn visit<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<Option<V::Break>> {
        while !self.parser.is_done() {
            let window = self.buffer.window();
            let kind = WindowKind::of(self.buffer.is_over());
            let (broke, progress) = self.parser.feed(window, self.offset, kind, visitor);
            self.advance(progress);
            if broke.is_some() {
                return Ok(broke);
            }
            self.read_on(progress);
        }
        self.buffer.take_error().map_or(Ok(None), Err)
    }

    /// Passes the events of the next game to `visitor`. Returns `None` if there are no more games,
    /// and otherwise the value with which the visitor stopped, if it did; the rest of the game then
    /// follows with the next call.
    ///
    /// # Errors
    /// As [`Reader::visit`].
    pub fn visit_game<V: Visitor>(
        &mut self,
        visitor: &mut V,
    ) -> io::Result<Option<ControlFlow<V::Break>>> {
        while !self.parser.is_done() {
            let window = self.buffer.window();
            let kind = WindowKind::of(self.buffer.is_over());
            let (broke, progress) = self.parser.feed_game(window, self.offset, kind, visitor);
            self.advance(progress);
            if let Some(value) = broke {
                return Ok(Some(ControlFlow::Break(value)));
            }
            match progress.ended {
                Some((GameEnd::NoGame, _)) => {}
                Some(_) => return Ok(Some(ControlFlow::Continue(()))),
                None => self.read_on(progress),
            }
        }
        self.buffer.take_error().map_or(Ok(None), Err)
    }

    /// Reads the rest of the next game without its events. Returns how it ended; `None` if
    /// no game follows.
    ///
    /// # Errors
    /// As [`Reader::visit`].
    #[doc(hidden)]
    pub fn skip_game(&mut self) -> io::Result<Option<GameEnd>> {
        while !self.parser.is_done() {
            let kind = WindowKind::of(self.buffer.is_over());
            let progress = self.parser.skip_game(self.buffer.window(), self.offset, kind);
            self.advance(progress);
            if let Some((how, _)) = progress.ended {
                return Ok(Some(how));
            }
            self.read_on(progress);
        }
        self.buffer.take_error().map_or(Ok(None), Err)
    }

    fn advance(&mut self, progress: Progress) {
        self.buffer.consume(progress.n_consumed);
        self.offset += progress.n_consumed as u64;
    }

    /// Continues reading; grows the buffer if the parser cannot proceed with a full one.
    fn read_on(&mut self, progress: Progress) {
        if progress.is_done {
            return;
        }
        if progress.n_consumed == 0 && self.buffer.is_full() {
            self.buffer.grow(self.buffer.capacity() * 2);
        }
        self.buffer.refill(READ_BYTES);
    }
}
