//! Tokens: the smallest units of text; their spans cover it without gaps.
//!
//! Standard: §5, §6, §7. Decisions: D-07, D-13.

use crate::span::Span;

/// One token and its location.
///
/// ```
/// use pgn_syntax::{GameStart, Token, TokenKind, Visitor, visit};
///
/// struct Tokens(Vec<Token>);
/// impl Visitor for Tokens {
///     type Break = ();
///     fn token(&mut self, _: GameStart, token: Token) {
///         self.0.push(token);
///     }
/// }
///
/// let mut tokens = Tokens(Vec::new());
/// let _ = visit(b"1. e4 $1 *", &mut tokens);
/// let kinds: Vec<TokenKind> = tokens.0.iter().map(|token| token.kind).collect();
/// assert!(kinds.contains(&TokenKind::Symbol) && kinds.contains(&TokenKind::Nag));
/// let n_bytes: u32 = tokens.0.iter().map(|token| token.span.len()).sum();
/// assert_eq!(n_bytes, 10);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// The kind of token.
    pub kind: TokenKind,
    /// Its span.
    pub span: Span,
}

/// The kinds of tokens. The spans of all tokens cover the text exactly once, without gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenKind {
    /// Spaces, tabs and line ends; also control codes that lax reading treats as white space.
    White,
    /// `{…}`, or a part of a long one.
    BraceComment,
    /// `;…` without its line end, or a part of a long one.
    LineComment,
    /// `%…` in column 1 without its line end, or a part of a long one (§6).
    Escape,
    /// `[`.
    LeftBracket,
    /// `]`.
    RightBracket,
    /// The name in a tag pair.
    TagName,
    /// `"…"`.
    String,
    /// Digits alone.
    Integer,
    /// One or more periods.
    Periods,
    /// A letter or digit, then symbol characters; in lax reading, any run that might be a move.
    Symbol,
    /// `!`, `?` and runs of them.
    Suffix,
    /// `$` and digits.
    Nag,
    /// `(`.
    LeftParenthesis,
    /// `)`.
    RightParenthesis,
    /// `1-0`, `0-1`, `1/2-1/2`, `*`, or text that lax reading accepts as a marker.
    Marker,
    /// `<…>`, reserved.
    Reserved,
    /// Text that cannot begin a token; always inside the span of a diagnostic.
    Unknown,
}

/// Whether a byte may continue a symbol (§7): letters, digits and `_+#=:-`, 68 of the 256 codes.
///
/// ```
/// use pgn_syntax::token::continues_symbol;
/// assert!(continues_symbol(b'#') && !continues_symbol(b'!'));
/// ```
#[doc(hidden)]
#[must_use]
pub const fn continues_symbol(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'#' | b'=' | b':' | b'-')
}

#[cfg(test)]
mod tests {
    #[test]
    fn exactly_sixty_eight_codes_continue_a_symbol() {
        // §7-16
        assert_eq!((0..=255u8).filter(|&byte| super::continues_symbol(byte)).count(), 68);
    }
}
