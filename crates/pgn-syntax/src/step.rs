//! Parser events (steps) and the [`Visitor`] that receives them.
//!
//! Standard: §8, §18. Decisions: D-06, D-09, D-26, D-38.

use crate::diagnostic::Diagnostic;
pub use crate::result::Marker;
use crate::span::{GameStart, Span};
use crate::token::Token;
use core::ops::ControlFlow;

/// Whether the reader should enter an element or skip it.
///
/// ```
/// use core::ops::ControlFlow;
/// use pgn_syntax::{RawSymbol, Skip, Span, Visitor, visit};
///
/// /// Counts the moves outside variations.
/// struct MainLine(u32);
/// impl Visitor for MainLine {
///     type Break = ();
///     fn begin_variation(&mut self, _: Span) -> ControlFlow<(), Skip> {
///         ControlFlow::Continue(Skip::Over)
///     }
///     fn symbol(&mut self, _: RawSymbol<'_>) -> ControlFlow<()> {
///         self.0 += 1;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut main_line = MainLine(0);
/// let _ = visit(b"1. e4 (1. d4 d5) 1... e5 *", &mut main_line);
/// assert_eq!(main_line.0, 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Skip {
    /// Report the events inside.
    #[default]
    Enter,
    /// Skip: no events and no diagnostics until its end. Skipping ends where reading would end.
    Over,
}

/// A piece of a comment or an escape line.
///
/// ```
/// use pgn_syntax::Part;
/// assert!(Part::First.begins() && !Part::First.ends());
/// assert!(Part::Whole.begins() && Part::Whole.ends());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The whole text.
    Whole,
    /// The first piece of a long one.
    First,
    /// A piece in the middle.
    Middle,
    /// The last piece; it may be empty.
    Last,
}

impl Part {
    /// Whether a comment begins with this piece.
    #[must_use]
    pub const fn begins(self) -> bool {
        matches!(self, Part::Whole | Part::First)
    }

    /// Whether a comment ends with this piece.
    #[must_use]
    pub const fn ends(self) -> bool {
        matches!(self, Part::Whole | Part::Last)
    }
}

/// How a comment is written (§5), or that it is an escape line (§6).
///
/// ```
/// use core::ops::ControlFlow;
/// use pgn_syntax::{CommentKind, RawComment, Visitor, visit};
///
/// struct Rest;
/// impl Visitor for Rest {
///     type Break = CommentKind;
///     fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<CommentKind> {
///         ControlFlow::Break(comment.kind)
///     }
/// }
/// assert_eq!(visit(b"1. e4 ; best\n*", &mut Rest), ControlFlow::Break(CommentKind::Line));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CommentKind {
    /// `{…}`.
    Brace,
    /// `;…` to the end of the line.
    Line,
    /// `%…` from column 1 to the end of the line.
    Escape,
}

/// Undecoded text: the bytes of the source. The encoding is detected for each field (D-01).
pub type RawText<'a> = &'a [u8];

/// A tag pair, `[Name "value"]`.
///
/// ```
/// use core::ops::ControlFlow;
/// use pgn_syntax::{RawTag, Visitor, visit};
///
/// struct First;
/// impl Visitor for First {
///     type Break = Vec<u8>;
///     fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Vec<u8>> {
///         ControlFlow::Break(tag.name.to_vec())
///     }
/// }
/// assert_eq!(visit(b"[White \"Tal\"] *", &mut First), ControlFlow::Break(b"White".to_vec()));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct RawTag<'a> {
    /// The name as written.
    pub name: RawText<'a>,
    /// The first eight bytes of the name, as returned by [`head`].
    #[doc(hidden)]
    pub head: u64,
    /// The text between the quotes, still escaped.
    pub value: RawText<'a>,
    /// Whether `value` contains a backslash, so that it must be [unescaped](unescape).
    pub escaped: bool,
    /// Whether all bytes of `value` are below 128, so that it needs no decoding.
    pub is_ascii: bool,
    /// Whether this game already had a tag with this name, among the first
    /// [`TAG_NAMES_MAX`](crate::limits::TAG_NAMES_MAX) names.
    pub is_repeated: bool,
    /// From `[` to `]`.
    pub span: Span,
    /// The span of the name.
    pub name_span: Span,
    /// The span of the value, without the quotes.
    pub value_span: Span,
}

/// A comment or escape line, or a part of one.
#[derive(Debug, Clone, Copy)]
pub struct RawComment<'a> {
    /// The text without its delimiters.
    pub text: RawText<'a>,
    /// The kind of comment.
    pub kind: CommentKind,
    /// Which part of the comment this is; long comments come in parts of 64 KiB.
    pub part: Part,
    /// Whether all bytes of `text` are below 128, so that it needs no decoding.
    pub is_ascii: bool,
    /// Whether `text` contains a line feed or a carriage return.
    pub has_line_end: bool,
    /// The span of this part, including delimiters.
    pub span: Span,
}

/// A move number: digits and the periods directly after them.
#[derive(Debug, Clone, Copy)]
pub struct RawNumber {
    /// The number; `u32::MAX` if it does not fit.
    pub value: u32,
    /// The number of periods directly after the digits.
    pub n_periods: u32,
    /// The span of the digits and periods.
    pub span: Span,
}

/// Text in the place of a move.
///
/// ```
/// use pgn_syntax::{RawSymbol, Span};
/// let symbol = RawSymbol::new(b"Nf3", Span::new(3, 6));
/// assert_eq!(symbol.text, b"Nf3");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct RawSymbol<'a> {
    /// The bytes as written, without suffix marks. At most 1,024 bytes.
    pub text: RawText<'a>,
    /// Place.
    pub span: Span,
    /// The first eight bytes of `text`, as returned by [`head`].
    #[doc(hidden)]
    pub head: u64,
}

impl<'a> RawSymbol<'a> {
    /// The symbol `text` at `span`.
    #[doc(hidden)]
    #[must_use]
    pub fn new(text: RawText<'a>, span: Span) -> RawSymbol<'a> {
        RawSymbol { text, span, head: head(text) }
    }
}

/// Suffix annotation marks: a run of `!` and `?`.
#[derive(Debug, Clone, Copy)]
pub struct RawSuffix<'a> {
    /// The marks. Legal marks are `!` `?` `!!` `??` `!?` `?!` (§8.2.3.8).
    pub text: RawText<'a>,
    /// Whether the marks directly follow the token before them, as the standard requires.
    pub attached: bool,
    /// Place.
    pub span: Span,
}

/// A numeric annotation glyph, `$` and digits.
#[derive(Debug, Clone, Copy)]
pub struct RawNag {
    /// The number; `u32::MAX` if it does not fit. Legal numbers are 0 to 255 (§8.2.4).
    pub value: u32,
    /// Place.
    pub span: Span,
}

/// A termination marker.
#[derive(Debug, Clone, Copy)]
pub struct RawMarker {
    /// Its meaning.
    pub marker: Marker,
    /// Whether it is inside a variation, so that it does not end the game (D-22).
    pub in_variation: bool,
    /// Place.
    pub span: Span,
}

/// How the text of a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameEnd {
    /// With its marker.
    Marker,
    /// Without a marker: a new tag section began.
    NextGame,
    /// Without a marker: the text ended.
    EndOfText,
    /// There was no game, only comments or escape lines until the end of the text.
    NoGame,
}

/// Receives the parser events of a text, or of a walk through a game.
///
/// The calls for a game are in this order; which ones occur depends on the text:
///
/// 1. [`begin_game`](Visitor::begin_game)
/// 2. [`tag`](Visitor::tag), [`malformed_tag`](Visitor::malformed_tag), comments
/// 3. [`begin_movetext`](Visitor::begin_movetext), always
/// 4. numbers, symbols, suffixes, NAGs, comments, variations
/// 5. [`marker`](Visitor::marker), comments after it
/// 6. [`end_game`](Visitor::end_game)
///
/// Every method has a default that continues. Returning `Break` stops reading; a reader can
/// continue from there.
///
/// ```
/// use core::ops::ControlFlow::{self, Continue};
/// use pgn_syntax::{
///     Diagnostic, GameEnd, GameStart, RawComment, RawMarker, RawNag, RawNumber, RawSuffix,
///     RawSymbol, RawTag, Skip, Span, Visitor, visit,
/// };
///
/// /// Lists the events of a text.
/// #[derive(Default)]
/// struct Events(Vec<String>);
///
/// impl Events {
///     fn push(&mut self, event: &str, text: &[u8]) -> ControlFlow<()> {
///         self.0.push(format!("{event} {}", String::from_utf8_lossy(text)));
///         Continue(())
///     }
/// }
///
/// impl Visitor for Events {
///     type Break = ();
///     fn begin_game(&mut self, _: GameStart) -> ControlFlow<(), Skip> {
///         self.0.push("game".into());
///         Continue(Skip::Enter)
///     }
///     fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<()> {
///         self.push("tag", tag.name)
///     }
///     fn begin_movetext(&mut self) -> ControlFlow<(), Skip> {
///         self.0.push("movetext".into());
///         Continue(Skip::Enter)
///     }
///     fn number(&mut self, number: RawNumber) -> ControlFlow<()> {
///         self.push("number", number.value.to_string().as_bytes())
///     }
///     fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<()> {
///         self.push("symbol", symbol.text)
///     }
///     fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<()> {
///         self.push("suffix", suffix.text)
///     }
///     fn nag(&mut self, nag: RawNag) -> ControlFlow<()> {
///         self.push("nag", nag.value.to_string().as_bytes())
///     }
///     fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<()> {
///         self.push("comment", comment.text)
///     }
///     fn begin_variation(&mut self, _: Span) -> ControlFlow<(), Skip> {
///         self.0.push("(".into());
///         Continue(Skip::Enter)
///     }
///     fn end_variation(&mut self, _: Span) -> ControlFlow<()> {
///         self.0.push(")".into());
///         Continue(())
///     }
///     fn marker(&mut self, _: RawMarker) -> ControlFlow<()> {
///         self.0.push("marker".into());
///         Continue(())
///     }
///     fn diagnostic(&mut self, diagnostic: Diagnostic) {
///         self.0.push(diagnostic.code.to_string());
///     }
///     fn end_game(&mut self, _: GameEnd, _: u32) -> ControlFlow<()> {
///         self.0.push("end".into());
///         Continue(())
///     }
/// }
///
/// let mut events = Events::default();
/// let _ = visit(b"[White \"A\"]\n\n1. e4! $13 {ok} (1. d4) *\n", &mut events);
/// assert_eq!(
///     events.0.join(", "),
///     "game, tag White, movetext, number 1, symbol e4, suffix !, nag 13, comment ok, \
///      (, number 1, symbol d4, ), marker, end"
/// );
/// ```
#[allow(unused_variables, reason = "the defaults do nothing")]
pub trait Visitor {
    /// The value that a listener returns to stop reading.
    type Break;

    /// Every token in turn; the spans tile the text, except for skipped movetext ([`Skip::Over`]).
    /// White space may come in several tokens.
    fn token(&mut self, start: GameStart, token: Token) {}

    /// A fault inside the current game.
    fn diagnostic(&mut self, diagnostic: Diagnostic) {}

    /// A fault outside any game, relative to `start`.
    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {}

    /// A game begins; spans count from `start` until the next one begins.
    fn begin_game(&mut self, start: GameStart) -> ControlFlow<Self::Break, Skip> {
        ControlFlow::Continue(Skip::Enter)
    }

    /// A tag pair.
    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// Text in square brackets that is not a tag pair, including the brackets (D-26).
    fn malformed_tag(&mut self, text: RawText<'_>, span: Span) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// The tag section is over.
    fn begin_movetext(&mut self) -> ControlFlow<Self::Break, Skip> {
        ControlFlow::Continue(Skip::Enter)
    }

    /// A move number indication.
    fn number(&mut self, number: RawNumber) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// Text in the place of a move.
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// Suffix annotation marks.
    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// A numeric annotation glyph.
    fn nag(&mut self, nag: RawNag) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// A comment or an escape line, or a part of one.
    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// `<…>`, reserved (D-12).
    fn reserved(&mut self, text: RawText<'_>, span: Span) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// `(`.
    fn begin_variation(&mut self, span: Span) -> ControlFlow<Self::Break, Skip> {
        ControlFlow::Continue(Skip::Enter)
    }

    /// `)`; an empty span if the variation was never closed.
    fn end_variation(&mut self, span: Span) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// A termination marker.
    fn marker(&mut self, marker: RawMarker) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// The game is over; `end` is the offset where the next one's [`GameStart`] will be.
    fn end_game(&mut self, how: GameEnd, end: u32) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }
}

/// The first eight bytes of a text as a number, the first byte lowest, padded with zeros, for
/// comparing short words quickly.
#[doc(hidden)]
#[must_use]
#[inline]
pub const fn head(text: RawText<'_>) -> u64 {
    let mut head = 0;
    let mut at = 0;
    while at < text.len() && at < 8 {
        head |= (text[at] as u64) << (8 * at);
        at += 1;
    }
    head
}

/// Unescapes `\"` and `\\` in the bytes of a tag value; other backslashes stay (§7, D-06). Calls
/// `piece` with the pieces in order; no allocation.
///
/// ```
/// let mut text = Vec::new();
/// pgn_syntax::step::unescape(b"a \\\"b\\\" c", |piece| text.extend_from_slice(piece));
/// assert_eq!(text, b"a \"b\" c");
/// ```
pub fn unescape(value: RawText<'_>, mut piece: impl FnMut(&[u8])) {
    let mut rest = value;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        match rest.get(at + 1) {
            Some(b'"' | b'\\') => {
                piece(&rest[..at]);
                piece(&rest[at + 1..at + 2]);
                rest = &rest[at + 2..];
            }
            _ => {
                piece(&rest[..=at]);
                rest = &rest[at + 1..];
            }
        }
    }
    piece(rest);
}
