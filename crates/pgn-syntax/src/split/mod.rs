//! Splits a stream into the regions of its games, and a text into byte ranges.
//!
//! Standard: §3.2.3, §8. Decisions: D-09, D-38.
//! Start at [`Regions`]; [`boundary`] and [`seam`] split a text for many readers, and [`InPlace`]
//! splits such a piece into its regions.

mod in_place;

use crate::buffer::Buffer;
use crate::grammar::{Parser, Until, WindowKind};
use crate::lexer::prose::{TAG_LINE_BYTES_MAX, ends_in_empty_line, is_game, is_tag_line};
use crate::lexer::{is_line_end, line_end, skip_blanks};
use crate::limits::{LOOKAHEAD_BYTES, Limits};
use crate::span::{GameStart, Location};
use crate::step::{GameEnd, Visitor};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::io::{self, Read};

pub use in_place::InPlace;

/// The bytes of one game, with the white space, comments and other lines before it.
///
/// The regions of a stream follow each other without gaps.
///
/// ```
/// use pgn_syntax::Regions;
/// let mut regions = Regions::new(&b"\n1. e4 *\n"[..]);
/// let region = regions.next_region()?.expect("a game");
/// assert!(region.is_game());
/// assert_eq!(region.begin().to_string(), "2:1");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Region<'a> {
    /// The bytes.
    pub text: &'a [u8],
    /// The start of the region in the stream; the spans of its events count from here.
    pub start: GameStart,
    /// Line and column of the first byte.
    pub location: Location,
    /// Number of games before this one.
    pub n_games_before: u64,
    /// How the game ended; `None` or [`GameEnd::NoGame`] if the region has no game.
    pub end: Option<GameEnd>,
}

impl Region<'_> {
    /// Whether it has a game, and not only the text after the last one.
    ///
    /// ```
    /// let mut regions = pgn_syntax::Regions::new(&b"; a remark alone\n"[..]);
    /// assert!(regions.next_region()?.is_some_and(|region| !region.is_game()));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn is_game(&self) -> bool {
        self.end.is_some_and(|end| end != GameEnd::NoGame)
    }

    /// Line and column of the first byte that is not white space, where the game visibly begins.
    #[doc(hidden)]
    #[must_use]
    pub fn begin(&self) -> Location {
        let n_white = self.text.len() - self.text.trim_ascii_start().len();
        self.location.after(&self.text[..n_white])
    }

    /// Reads the events of this region. They are the same as in the stream, except that a game
    /// without a marker ends with [`GameEnd::EndOfText`].
    ///
    /// # Errors
    /// Returns the value with which the visitor stopped, if it did.
    pub fn visit<V: Visitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        self.visit_any(visitor)
    }

    /// As [`Region::visit`], where little code is better than speed: such visitors share one
    /// compiled copy of the grammar, which calls them through a table.
    ///
    /// # Errors
    /// As [`Region::visit`].
    #[doc(hidden)]
    #[inline(never)]
    pub fn visit_dyn(&self, visitor: &mut dyn Visitor<Break = ()>) -> ControlFlow<()> {
        self.visit_any(visitor)
    }

    fn visit_any<V: Visitor + ?Sized>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        let mut parser =
            Parser::at_region(self.start, self.location, self.n_games_before, self.end);
        let mut at = 0;
        while !parser.is_done() {
            let offset = self.start.0 + at as u64;
            let (text, kind) = (&self.text[at..], WindowKind::Last);
            let (broke, progress) = parser.read(text, offset, kind, Until::WindowEnd, visitor);
            if let Some(value) = broke {
                return ControlFlow::Break(value);
            }
            at += progress.n_consumed;
        }
        ControlFlow::Continue(())
    }
}

/// Splits a stream into [`Region`]s. Memory: the longest game of the stream.
///
/// ```
/// use pgn_syntax::Regions;
/// let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
/// let mut regions = Regions::new(text.as_bytes());
/// let mut n_bytes = 0;
/// while let Some(region) = regions.next_region()? {
///     n_bytes += region.text.len();
/// }
/// assert_eq!(n_bytes, text.len());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Regions<R> {
    /// Its window begins where the next region does.
    buffer: Buffer<R>,
    parser: Parser,
    /// How far into the window the parser has come.
    n_parsed: usize,
    /// The length of the last region, while it is still in the buffer.
    last_len: usize,
    /// The length that the buffer begins with.
    buffer_bytes: usize,
    count: Preamble,
}

/// The text before the next region.
#[derive(Debug)]
struct Preamble {
    start: GameStart,
    location: Location,
    n_games: u64,
}

impl Preamble {
    /// Nothing yet, in a text that begins at `start`.
    fn from(start: GameStart) -> Preamble {
        Preamble { start, location: Location::START, n_games: 0 }
    }

    /// The region that comes next.
    fn region<'t>(&mut self, text: &'t [u8], end: Option<GameEnd>) -> Region<'t> {
        let Preamble { start, location, n_games: n_games_before } = *self;
        self.start.0 += text.len() as u64;
        self.location = location.after(text);
        self.n_games += u64::from(end.is_some_and(|end| end != GameEnd::NoGame));
        Region { text, start, location, n_games_before, end }
    }
}

impl<R: Read> Regions<R> {
    /// Splits `source`.
    ///
    /// ```
    /// use pgn_syntax::Regions;
    /// let mut regions = Regions::new(&b"1. e4 * 1. d4 *"[..]);
    /// let first = regions.next_region()?.expect("a region");
    /// assert!(first.is_game());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(source: R) -> Regions<R> {
        Regions::with_limits(source, Limits::default())
    }

    /// Splits `source` with other limits.
    pub fn with_limits(source: R, limits: Limits) -> Regions<R> {
        let buffer_bytes = limits.buffer_bytes.max(4096);
        Regions {
            buffer: Buffer::new(source, buffer_bytes),
            parser: Parser::new(limits),
            n_parsed: 0,
            last_len: 0,
            buffer_bytes,
            count: Preamble::from(GameStart(0)),
        }
    }

    /// The next region, or `None` at the end of the stream.
    ///
    /// # Errors
    /// If the stream fails. The regions before the failure come first, including the incomplete
    /// game.
    pub fn next_region(&mut self) -> io::Result<Option<Region<'_>>> {
        loop {
            let window = &self.buffer.window()[self.n_parsed..];
            let offset = self.count.start.0 + self.n_parsed as u64;
            let kind = WindowKind::of(self.buffer.is_over());
            let progress = self.parser.skip_game(window, offset, kind);
            self.n_parsed += progress.n_consumed;
            if let Some((how, len)) = progress.ended {
                return Ok(Some(self.take(len as usize, Some(how))));
            }
            if progress.is_done {
                let len = self.buffer.window().len();
                if len > 0 {
                    return Ok(Some(self.take(len, None)));
                }
                return self.buffer.take_error().map_or(Ok(None), Err);
            }
            if self.buffer.is_full() {
                // Not twice as long, as the system clears each page of it.
                self.buffer.grow(self.buffer.capacity() + self.buffer.capacity() / 2);
            }
            self.buffer.refill(usize::MAX);
            self.last_len = 0;
        }
    }

    /// Takes the text of the last region with its memory, to avoid a copy of a very long game.
    /// Cost: a copy of the data that was read after it. Empty if it was already taken, or there was
    /// no region.
    #[doc(hidden)]
    pub fn take_text(&mut self) -> Vec<u8> {
        let len = core::mem::take(&mut self.last_len);
        self.buffer.take_consumed(len, self.buffer_bytes)
    }

    fn take(&mut self, len: usize, end: Option<GameEnd>) -> Region<'_> {
        self.buffer.consume(len);
        self.n_parsed = self.n_parsed.saturating_sub(len);
        self.last_len = len;
        self.count.region(self.buffer.consumed(len), end)
    }
}

/// The first offset from `from` on at which a stream can be split between two games, so that the
/// pieces have the same regions as the whole: after the line of a marker, where a game certainly
/// begins, as in [`boundary`]. Neither piece is empty; `None` if there is no such offset.
///
/// A marker that may be in a comment is skipped: after an opening brace, or after a `;` outside
/// braces on its line. So is a marker before white space other than blanks, such as a form feed,
/// which belongs to the next game unless it ends the text. Looks back at most 64 KiB.
///
/// ```
/// use pgn_syntax::split::seam;
/// let text = b"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
/// let at = seam(text, 1).expect("two games");
/// assert!(text[..at].ends_with(b"1. e4 *\n"));
/// ```
#[must_use]
pub fn seam(text: &[u8], from: usize) -> Option<usize> {
    let mut from = from.max(1);
    loop {
        let at = boundary(text, from);
        if at >= text.len() {
            return None;
        }
        let body = text[..at].trim_ascii_end();
        let line = body.rsplit(|&byte| is_line_end(byte)).next().unwrap_or_default();
        let is_comment = holds_line_comment(line) || is_open(body);
        let end = line_end(text, body.len());
        let is_alone = skip_blanks(text, body.len()) == end;
        if is_alone && !is_comment && line.first() != Some(&b'%') {
            let is_crlf = text[end..].starts_with(b"\r\n");
            return Some(end + 1 + usize::from(is_crlf));
        }
        from = at + 1;
    }
}

/// Whether a `;` of a line is outside of braces that open and close on it.
fn holds_line_comment(mut line: &[u8]) -> bool {
    loop {
        let begin = memchr::memchr(b'{', line).unwrap_or(line.len());
        if line[..begin].contains(&b';') {
            return true;
        }
        match memchr::memchr(b'}', &line[begin..]) {
            Some(len) => line = &line[begin + len + 1..],
            None => return line[begin..].contains(&b';'),
        }
    }
}

/// Whether a brace is open at the end of `text`, if braces are those of comments.
fn is_open(text: &[u8]) -> bool {
    let near = &text[text.len().saturating_sub(LOOKAHEAD_BYTES)..];
    memchr::memrchr2(b'{', b'}', near).is_some_and(|at| near[at] == b'{')
}

/// The first offset from `from` on at which a game certainly begins: a tag pair alone on its line,
/// after an empty line that ends a movetext section, and not inside a comment. The end of the text
/// if there is none; 0 for 0.
///
/// It depends only on the text, so the ranges `boundary(a)..boundary(b)` of any partition of a text
/// contain each game exactly once. Looks back and ahead at most 64 KiB.
#[doc(hidden)]
#[must_use]
pub fn boundary(text: &[u8], from: usize) -> usize {
    if from == 0 {
        return 0;
    }
    let mut at = from;
    while at < text.len() {
        let begin = if is_line_end(text[at - 1]) { at } else { line_end(text, at) };
        at = begin;
        while at < text.len() && is_line_end(text[at]) {
            at += 1;
        }
        let line = &text[at..line_end(text, at)];
        let is_short = line.len() <= TAG_LINE_BYTES_MAX;
        // Some programs indent the first tag of a game.
        let is_bracket = line.get(skip_blanks(line, 0)) == Some(&b'[');
        if is_bracket && is_short && is_tag_line(line) && begins_game(text, at) {
            return at;
        }
        at += line.len().max(1);
    }
    text.len()
}

/// Whether the tag line at `at` begins a game: see [`boundary`].
fn begins_game(text: &[u8], at: usize) -> bool {
    let before = &text[at.saturating_sub(LOOKAHEAD_BYTES)..at];
    if !ends_in_empty_line(before) {
        return false;
    }
    let body = before.trim_ascii_end();
    let ends = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"];
    if !ends.iter().any(|marker| body.ends_with(marker)) {
        return false;
    }
    let ahead = &text[at..text.len().min(at + LOOKAHEAD_BYTES)];
    // The answer to a reader about a tag line in an open comment: if there is one, the comment ends
    // here.
    let is_game = |len: usize| ahead[len] == b'{' && is_game(&ahead[..len]);
    memchr::memchr2(b'{', b'}', ahead).is_none_or(is_game)
}
