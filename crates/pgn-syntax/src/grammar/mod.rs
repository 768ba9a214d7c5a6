//! The grammar: turns any bytes into parser events, one game after the other.
//!
//! ```text
//! database         = SEP { game SEP }
//! game             = tag-section movetext-section
//! tag-section      = { tag-pair SEP }
//! movetext-section = element-sequence SEP termination
//! ```
//!
//! Standard: §5, §6, §8, §18. Decisions: D-03, D-08, D-09, D-22, D-26, D-30, D-38, D-56.
//! Start at [`Parser::feed`]; the states are in `between.rs`, `tags.rs`, `movetext.rs`.
//!
//! The parser receives a window of bytes and a flag whether the text ends with it. It emits a token
//! only if [`TAIL_BYTES`] follow it or the text ends, so that the events do not depend on the
//! chunks of the text. Nesting is a counter, not recursion.

mod between;
mod block_path;
mod movetext;
mod names;
mod prose;
mod tags;

use crate::diagnostic::{Diagnostic, Fault, fault};
use crate::lexer::{Class, class, is_line_end, word};
use crate::limits::{Limits, TAIL_BYTES, WORD_BYTES_MAX};
use crate::sniff::{Kind, SNIFF_BYTES, sniff};
#[cfg(feature = "std")]
use crate::span::Location;
use crate::span::{GameStart, Span};
use crate::step::{CommentKind, GameEnd, Skip, Visitor};
use crate::token::{Token, TokenKind};
use core::convert::Infallible;
use core::ops::ControlFlow;
use names::SeenNames;

/// Where in the grammar the parser is between two tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing seen yet.
    Start,
    /// The text is PGN; a byte-order mark may be here.
    Mark,
    /// Before the first token of a game.
    Between,
    /// In the tag section.
    Tags,
    /// In the movetext.
    Movetext,
    /// After the marker, on its line.
    AfterMarker,
    /// The text is over, or not PGN.
    Ended,
}

/// The place from which steps are withheld because the visitor wants to skip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mute {
    None,
    /// Until the variation at this depth ends.
    Variation(u32),
    /// Until the game ends.
    Game,
}

/// The last token, as far as the next one depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// A move number or its periods.
    Number,
    /// Text in the place of a move; a suffix may touch it.
    Symbol,
    /// The parenthesis that opens a variation.
    Opening,
    Other,
}

/// How many open parentheses are remembered by place, to point at one that is never closed.
const N_OPENS: usize = 32;

/// The state of the parser between two windows of a text. No heap allocation, no recursion.
///
/// [`visit`] and [`Reader`](crate::Reader) drive it; use it directly to pass your own windows.
///
/// ```
/// use pgn_syntax::{Limits, Parser, Visitor, WindowKind};
///
/// struct Ignore;
/// impl Visitor for Ignore {
///     type Break = ();
/// }
///
/// let text = b"[White \"A\"]\n\n1. e4 *\n";
/// let mut parser = Parser::new(Limits::default());
/// let (stopped, progress) = parser.feed(text, 0, WindowKind::Last, &mut Ignore);
/// assert_eq!((stopped, progress.n_consumed), (None, text.len()));
/// assert!(parser.is_done() && progress.is_done);
/// assert_eq!(parser.n_games(), 1);
/// ```
#[derive(Debug, Clone)]
pub struct Parser {
    limits: Limits,
    state: State,
    mute: Mute,
    before: Before,
    /// A comment or escape line that came in parts and is not finished.
    prose: Option<CommentKind>,
    /// Offset of an unfinished overlong word.
    long_word: Option<u64>,
    /// An unfinished run of one control code: the code, and the offset where it began.
    controls: Option<(u8, u64)>,
    /// Lines outside any game: where they begin, and where they end so far.
    garbage: Option<(u64, u64)>,
    /// The rest of the current line is garbage.
    garbage_line: bool,
    /// Offset in the text of the byte that spans count from.
    region: u64,
    /// A game, or what may become one, has begun in this region.
    begun: bool,
    n_games: u64,
    /// The text begins with a byte-order mark.
    has_mark: bool,
    /// The byte before the window.
    prev: u8,
    /// Line ends since the last token that is not white space; the start of the text counts as one.
    n_line_ends: u32,
    /// End of the last token that is not white space, in the game.
    last_end: u32,
    depth: u32,
    opens: [u32; N_OPENS],
    names: SeenNames,
    /// A tag pair is in this game.
    has_tags: bool,
    /// The last tag pair was truncated.
    after_cut: bool,
    /// The termination marker of this game was read.
    has_marker: bool,
    /// A symbol was read in this game; known of a game without tags only.
    has_moves: bool,
}

/// The result of [`Parser::feed`] for a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The number of consumed bytes of the window; the rest must be at the start of the next
    /// window.
    pub n_consumed: usize,
    /// Whether the text has ended, or is not PGN and need not be read further.
    pub is_done: bool,
    /// If [`Parser::feed_game`] reached the end of a game: how it ended, and the offset in the game
    /// at which the next one begins.
    pub ended: Option<(GameEnd, u32)>,
}

/// Whether the text continues after a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowKind {
    /// More text may follow.
    Partial,
    /// The text ends with this window.
    Last,
}

impl WindowKind {
    pub(crate) const fn of(is_last: bool) -> WindowKind {
        if is_last { WindowKind::Last } else { WindowKind::Partial }
    }
}

/// How far a window is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    GameEnd,
    WindowEnd,
}

impl Default for Parser {
    fn default() -> Parser {
        Parser::new(Limits::default())
    }
}

impl Parser {
    /// A parser at the start of a text.
    #[must_use]
    pub const fn new(limits: Limits) -> Parser {
        Parser {
            limits,
            state: State::Start,
            mute: Mute::None,
            before: Before::Other,
            prose: None,
            long_word: None,
            controls: None,
            garbage: None,
            garbage_line: false,
            region: 0,
            begun: false,
            n_games: 0,
            has_mark: false,
            prev: b'\n',
            n_line_ends: 1,
            last_end: 0,
            depth: 0,
            opens: [0; N_OPENS],
            names: SeenNames::new(),
            has_tags: false,
            after_cut: false,
            has_marker: false,
            has_moves: false,
        }
    }

    /// A parser at the beginning of a region of a stream whose game has this end.
    #[cfg(feature = "std")]
    pub(crate) fn at_region(
        start: GameStart,
        location: Location,
        n_games_before: u64,
        end: Option<GameEnd>,
    ) -> Parser {
        let mut parser = Parser::new(Limits::default());
        parser.region = start.0;
        parser.n_games = n_games_before;
        // A text that was split into games was recognized as text before.
        if start.0 > 0 {
            parser.state = State::Between;
        } else if end.is_some() {
            parser.state = State::Mark;
        }
        if location.column > 1 {
            parser.prev = b' ';
            parser.n_line_ends = 0;
        }
        parser
    }

    /// Number of games begun so far.
    #[must_use]
    pub const fn n_games(&self) -> u64 {
        self.n_games
    }

    /// Whether the text has ended.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        matches!(self.state, State::Ended)
    }

    /// Reads events from `window`, which begins at `offset` in the text. Linear in the number of
    /// consumed bytes.
    ///
    /// The first part of the result is the value with which the visitor stopped, if it did; reading
    /// then continues with the bytes that are not consumed, as after any other call. If nothing of
    /// a window is consumed, pass a longer one; no window needs to be longer than
    /// [`Limits::tag_bytes_max`] or 192 KiB, whichever is more.
    pub fn feed<V: Visitor>(
        &mut self,
        window: &[u8],
        offset: u64,
        kind: WindowKind,
        visitor: &mut V,
    ) -> (Option<V::Break>, Progress) {
        self.read(window, offset, kind, Until::WindowEnd, visitor)
    }

    /// The same up to the end of a game: it returns after [`Visitor::end_game`], and the next call
    /// continues from there.
    pub fn feed_game<V: Visitor>(
        &mut self,
        window: &[u8],
        offset: u64,
        kind: WindowKind,
        visitor: &mut V,
    ) -> (Option<V::Break>, Progress) {
        self.read(window, offset, kind, Until::GameEnd, visitor)
    }

    /// As [`Parser::feed_game`], without any event of a game.
    #[doc(hidden)]
    pub fn skip_game(&mut self, window: &[u8], offset: u64, kind: WindowKind) -> Progress {
        struct PassOver;
        impl Visitor for PassOver {
            type Break = Infallible;
            fn begin_game(&mut self, _: GameStart) -> ControlFlow<Infallible, Skip> {
                ControlFlow::Continue(Skip::Over)
            }
        }
        self.feed_game(window, offset, kind, &mut PassOver).1
    }

    /// Reads for a visitor of any type. Those behind a pointer share one compiled copy of the
    /// grammar, if this is compiled in this crate.
    pub(crate) fn read<V: Visitor + ?Sized>(
        &mut self,
        window: &[u8],
        offset: u64,
        kind: WindowKind,
        until: Until,
        visitor: &mut V,
    ) -> (Option<V::Break>, Progress) {
        let mut feed = Feed {
            parser: self,
            window,
            base: offset,
            last: kind == WindowKind::Last,
            until,
            ended: None,
            at: 0,
            paragraph_end: 0,
            visitor,
        };
        let broke = match feed.go() {
            ControlFlow::Break(value) => Some(value),
            ControlFlow::Continue(()) => None,
        };
        let (n_consumed, ended) = (feed.at, feed.ended);
        if n_consumed > 0 {
            self.prev = window[n_consumed - 1];
        }
        (broke, Progress { n_consumed, is_done: self.is_done(), ended })
    }

    /// Passes on no more steps of the current game except its end.
    #[cfg(feature = "std")]
    pub(crate) fn pass_over_game(&mut self) {
        if self.begun {
            self.mute = Mute::Game;
        }
    }
}

/// Reads all of `text`. Linear; no allocation.
///
/// # Errors
/// Returns the value with which the visitor stopped, if it did.
///
/// ```
/// use core::ops::ControlFlow;
/// use pgn_syntax::{RawSymbol, Visitor, visit};
///
/// /// Stops at the first move.
/// struct First;
/// impl Visitor for First {
///     type Break = Vec<u8>;
///     fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Vec<u8>> {
///         ControlFlow::Break(symbol.text.to_vec())
///     }
/// }
/// assert_eq!(visit(b"1. e4 e5 *", &mut First), ControlFlow::Break(b"e4".to_vec()));
/// ```
pub fn visit<V: Visitor>(text: &[u8], visitor: &mut V) -> ControlFlow<V::Break> {
    // Offsets in a game are 32 bits; windows of this size let the parser split in time.
    const WINDOW_BYTES: usize = 1 << 29;
    let mut parser = Parser::default();
    let (mut at, mut size) = (0, WINDOW_BYTES);
    while !parser.is_done() {
        let end = text.len().min(at + size);
        let kind = WindowKind::of(end == text.len());
        let (broke, progress) = parser.feed(&text[at..end], at as u64, kind, visitor);
        if let Some(value) = broke {
            return ControlFlow::Break(value);
        }
        at += progress.n_consumed;
        size = if progress.n_consumed == 0 { size * 2 } else { WINDOW_BYTES };
    }
    ControlFlow::Continue(())
}

/// All diagnostics of a text, in the order in which they are found, relative to their games.
///
/// ```
/// let found = pgn_syntax::diagnostics(b"1. e4 e5} *");
/// assert_eq!(found[0].code.to_string(), "L011");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn diagnostics(text: &[u8]) -> alloc::vec::Vec<Diagnostic> {
    struct Found(alloc::vec::Vec<Diagnostic>);
    impl Visitor for Found {
        type Break = Infallible;
        fn diagnostic(&mut self, diagnostic: Diagnostic) {
            self.0.push(diagnostic);
        }
        fn outside(&mut self, _: GameStart, diagnostic: Diagnostic) {
            self.0.push(diagnostic);
        }
    }
    let mut found = Found(alloc::vec::Vec::new());
    let ControlFlow::Continue(()) = visit(text, &mut found);
    found.0
}

/// One call of [`Parser::feed`].
struct Feed<'r, V: ?Sized> {
    parser: &'r mut Parser,
    window: &'r [u8],
    /// Offset in the text of the window's first byte.
    base: u64,
    last: bool,
    until: Until,
    /// The end of the game at which reading stops.
    ended: Option<(GameEnd, u32)>,
    /// The next byte to look at.
    at: usize,
    /// The next empty line, once a game without tags has asked for it.
    paragraph_end: usize,
    visitor: &'r mut V,
}

/// Whether to continue in this window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NextState {
    Go,
    NeedMore,
}

type Flow<V, T = NextState> = ControlFlow<<V as Visitor>::Break, T>;

/// Calls a step of the visitor unless steps are withheld.
macro_rules! emit {
    ($feed:ident . $step:ident ( $($argument:expr),* )) => {
        if $feed.parser.mute == Mute::None {
            $feed.visitor.$step($($argument),*)?;
        }
    };
}
use emit;

impl<V: Visitor + ?Sized> Feed<'_, V> {
    fn go(&mut self) -> ControlFlow<V::Break> {
        self.cut_if_overlong()?;
        if self.ended.is_some() {
            return ControlFlow::Continue(());
        }
        loop {
            // In the order in which they follow each other, so that each is foreseen.
            let next = if self.is_amid() {
                self.go_on_amid()?
            } else if self.parser.state == State::Tags {
                self.tags()?
            } else if self.parser.state == State::Movetext {
                self.movetext()?
            } else if self.parser.state == State::AfterMarker {
                self.after_marker()?
            } else if self.parser.state == State::Between {
                self.between()?
            } else {
                self.at_an_end()
            };
            if next == NextState::NeedMore || self.ended.is_some() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Whether unfinished prose or an unfinished word continues.
    fn is_amid(&self) -> bool {
        self.parser.prose.is_some() || self.parser.long_word.is_some()
    }

    fn go_on_amid(&mut self) -> Flow<V> {
        if self.parser.prose.is_some() {
            return self.prose_goes_on();
        }
        ControlFlow::Continue(self.word_goes_on())
    }

    /// Where the text begins, and after its end.
    fn at_an_end(&mut self) -> NextState {
        match self.parser.state {
            State::Start => self.start(),
            State::Mark => self.mark(),
            _ => NextState::NeedMore,
        }
    }

    /// The first look at a text: is it PGN at all?
    fn start(&mut self) -> NextState {
        if self.window.len() < SNIFF_BYTES && !self.last {
            return NextState::NeedMore;
        }
        if sniff(self.window) != Kind::Text {
            let span = self.span(0, self.window.len());
            self.token(TokenKind::Unknown, 0, self.window.len());
            self.outside(&fault::NOT_PGN, span);
            self.at = self.window.len();
            self.parser.state = State::Ended;
            return NextState::NeedMore;
        }
        self.parser.state = State::Mark;
        NextState::Go
    }

    /// The byte-order mark that a text may begin with.
    fn mark(&mut self) -> NextState {
        if self.window.starts_with(b"\xEF\xBB\xBF") {
            self.token(TokenKind::White, 0, 3);
            self.at = 3;
            self.parser.has_mark = true;
        }
        self.parser.state = State::Between;
        NextState::Go
    }

    /// Ends a game before its offsets leave 32 bits.
    fn cut_if_overlong(&mut self) -> ControlFlow<V::Break> {
        const CUT: u64 = 3 << 30;
        if self.base - self.parser.region < CUT {
            return ControlFlow::Continue(());
        }
        if !self.parser.begun {
            self.flush_garbage(false);
            self.parser.region = self.base;
            return ControlFlow::Continue(());
        }
        let span = self.span(0, 0);
        self.diagnose(&fault::OVERLONG_GAME, span);
        self.end_prose()?;
        self.parser.long_word = None;
        self.enter_movetext()?;
        self.close_variations()?;
        self.end_game(GameEnd::NextGame)
    }

    /// The span of `from..to` in the window.
    #[inline]
    fn span(&self, from: usize, to: usize) -> Span {
        let origin = self.base.wrapping_sub(self.parser.region);
        Span::new(origin.wrapping_add(from as u64) as u32, origin.wrapping_add(to as u64) as u32)
    }

    fn token(&mut self, kind: TokenKind, from: usize, to: usize) {
        if from < to {
            let span = self.span(from, to);
            self.visitor.token(GameStart(self.parser.region), Token { kind, span });
        }
    }

    /// Marks `self.at..to` as a token other than white space, and advances past it.
    #[inline]
    fn take(&mut self, kind: TokenKind, to: usize) -> Span {
        let span = self.span(self.at, to);
        self.visitor.token(GameStart(self.parser.region), Token { kind, span });
        self.at = to;
        self.parser.last_end = span.end;
        self.parser.n_line_ends = 0;
        span
    }

    fn diagnose(&mut self, fault: &Fault, span: Span) {
        if self.parser.mute == Mute::None {
            self.visitor.diagnostic(Diagnostic::new(fault, span));
        }
    }

    fn outside(&mut self, fault: &Fault, span: Span) {
        self.visitor.outside(GameStart(self.parser.region), Diagnostic::new(fault, span));
    }

    /// A fault of the game, or of the space between games if none has begun.
    fn diagnose_here(&mut self, fault: &Fault, span: Span) {
        if self.parser.begun { self.diagnose(fault, span) } else { self.outside(fault, span) }
    }

    /// Whether the window shows enough after `self.at` to name the next token.
    #[inline]
    fn sees_far(&self) -> bool {
        self.last || self.window.len() - self.at > WORD_BYTES_MAX + TAIL_BYTES
    }

    /// Whether `at` is in column 1.
    fn in_column_one(&self, at: usize) -> bool {
        let before = if at == 0 { self.parser.prev } else { self.window[at - 1] };
        is_line_end(before) || (self.parser.has_mark && self.base + at as u64 == 3)
    }

    /// Whether only white space is before the next token on its line.
    fn is_first_on_line(&self) -> bool {
        self.parser.n_line_ends > 0
    }

    /// The part of the window that the next token may look at, independent of the window: decisions
    /// must not depend on how the text was split.
    fn near(&self) -> &[u8] {
        &self.window[..self.window.len().min(self.at + WORD_BYTES_MAX + TAIL_BYTES)]
    }

    /// Skips white space, and characters that lax reading treats as white space. Returns whether
    /// another byte is at `self.at`, with enough after it to determine its token.
    #[inline]
    fn skip_white(&mut self) -> bool {
        // One space and then a plain character, as nearly always.
        let n_ahead = self.window.len() - self.at;
        if let [b' ', next, ..] = self.window[self.at..]
            && !matches!(class(next), Class::White | Class::Control | Class::High)
            && (self.last || n_ahead > 1 + WORD_BYTES_MAX + TAIL_BYTES)
            && self.parser.controls.is_none()
        {
            self.token(TokenKind::White, self.at, self.at + 1);
            self.at += 1;
            return true;
        }
        self.skip_all_white()
    }

    /// The same, whatever is there.
    fn skip_all_white(&mut self) -> bool {
        if self.parser.controls.is_some() {
            self.skip_controls();
        }
        loop {
            let from = self.at;
            while let Some(&byte) = self.window.get(self.at) {
                if class(byte) != Class::White {
                    break;
                }
                if is_line_end(byte) {
                    let next = self.window.get(self.at + 1);
                    if byte == b'\r' && next.is_none() && !self.last {
                        break;
                    }
                    self.parser.n_line_ends += u32::from(!(byte == b'\r' && next == Some(&b'\n')));
                }
                self.at += 1;
            }
            self.token(TokenKind::White, from, self.at);
            if !self.sees_far() || self.at == self.window.len() {
                return false;
            }
            match class(self.window[self.at]) {
                Class::Control => self.skip_controls(),
                Class::High if word::foreign_space_len(self.window, self.at) > 0 => {
                    self.skip_foreign_space();
                }
                _ => return true,
            }
        }
    }

    /// A run of one control code: one diagnostic for all of it, however the text is split (D-03).
    fn skip_controls(&mut self) {
        let from = self.at;
        let begins = || Some((*self.window.get(from)?, self.base + from as u64));
        let Some((code, start)) = self.parser.controls.or_else(begins) else { return };
        self.parser.controls = Some((code, start));
        self.at += self.window[from..].iter().take_while(|&&byte| byte == code).count();
        self.token(TokenKind::White, from, self.at);
        if self.at == self.window.len() && !self.last {
            return;
        }
        self.parser.controls = None;
        let start = start.saturating_sub(self.parser.region) as u32;
        let span = Span::new(start, self.span(self.at, self.at).start);
        self.diagnose_here(control_fault(code), span);
    }

    fn skip_foreign_space(&mut self) {
        let len = word::foreign_space_len(self.window, self.at);
        let span = self.span(self.at, self.at + len);
        self.token(TokenKind::White, self.at, self.at + len);
        let is_mark = self.window[self.at] == 0xEF;
        let fault = if is_mark { &fault::BYTE_ORDER_MARK } else { &fault::FOREIGN_SPACE };
        self.diagnose_here(fault, span);
        self.at += len;
    }

    /// Begins a game in this region if none has begun.
    fn begin_game(&mut self) -> ControlFlow<V::Break> {
        self.flush_garbage(false);
        if self.parser.begun {
            return ControlFlow::Continue(());
        }
        self.parser.begun = true;
        self.parser.names.clear();
        self.parser.has_tags = false;
        self.parser.after_cut = false;
        self.parser.has_marker = false;
        self.parser.has_moves = false;
        self.parser.depth = 0;
        self.parser.before = Before::Other;
        self.parser.last_end = self.span(self.at, self.at).start;
        if self.visitor.begin_game(GameStart(self.parser.region))? == Skip::Over {
            self.parser.mute = Mute::Game;
        }
        ControlFlow::Continue(())
    }

    /// Ends the tag section, if that has not happened.
    fn enter_movetext(&mut self) -> ControlFlow<V::Break> {
        if matches!(self.parser.state, State::Movetext | State::AfterMarker) {
            return ControlFlow::Continue(());
        }
        self.parser.state = State::Movetext;
        self.parser.before = Before::Other;
        if self.parser.mute == Mute::None && self.visitor.begin_movetext()? == Skip::Over {
            self.parser.mute = Mute::Game;
        }
        ControlFlow::Continue(())
    }

    /// Closes the variations that are still open, with one diagnostic at the outermost one known.
    fn close_variations(&mut self) -> ControlFlow<V::Break> {
        if self.parser.depth == 0 {
            return ControlFlow::Continue(());
        }
        let outermost = self.parser.depth.saturating_sub(N_OPENS as u32) as usize;
        let open = self.parser.opens[outermost % N_OPENS];
        let end = Span::at(self.parser.last_end);
        self.diagnose(&fault::UNCLOSED_VARIATION, Span::new(open, open.saturating_add(1)));
        while self.parser.depth > 0 {
            self.unmute_variation();
            self.parser.depth -= 1;
            emit!(self.end_variation(end));
        }
        ControlFlow::Continue(())
    }

    /// Ends silence at the end of the variation that was to be skipped.
    fn unmute_variation(&mut self) {
        if self.parser.mute == Mute::Variation(self.parser.depth) {
            self.parser.mute = Mute::None;
        }
    }

    /// Ends the game at `self.at`; the next region begins there.
    fn end_game(&mut self, how: GameEnd) -> ControlFlow<V::Break> {
        self.parser.mute = Mute::None;
        let end = self.span(self.at, self.at).start;
        self.parser.n_games += u64::from(how != GameEnd::NoGame);
        self.parser.begun = false;
        self.parser.region = self.base + self.at as u64;
        self.parser.state =
            if self.last && self.at == self.window.len() { State::Ended } else { State::Between };
        self.ended = (self.until == Until::GameEnd).then_some((how, end));
        self.visitor.end_game(how, end)
    }

    /// Ends a game whose last element is not its marker.
    fn end_without_marker(&mut self, how: GameEnd) -> ControlFlow<V::Break> {
        self.enter_movetext()?;
        self.close_variations()?;
        if self.parser.has_marker {
            return self.end_game(GameEnd::Marker);
        }
        self.diagnose(&fault::MISSING_MARKER, Span::at(self.parser.last_end));
        self.end_game(how)
    }
}

/// The message about a run of a control code that is not white space.
fn control_fault(code: u8) -> &'static Fault {
    match code {
        0x1A => &fault::END_OF_FILE_MARK,
        127 => &fault::UNUSED_CHARACTER,
        _ => &fault::CONTROL_CHARACTER,
    }
}

#[cfg(test)]
mod tests;
