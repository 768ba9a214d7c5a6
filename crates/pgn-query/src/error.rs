//! An error in an expression, and its place.

use std::fmt;
use std::ops::Range;

/// How much of a long line is shown around the place, in characters on either side.
const AROUND: usize = 36;

/// An expression that cannot be understood.
///
/// It prints as a sentence, the line with a caret under the place, and a hint if there is one:
///
/// ```text
/// unknown word `playr`
///   playr ~ /^kasparov/i
///   ^^^^^
///   did you mean `player`?
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    message: String,
    hint: Option<String>,
    /// Where the expression comes from, if not from the command line.
    origin: Option<String>,
    line: String,
    /// The place in `line`, in characters.
    columns: Range<usize>,
    span: Range<usize>,
}

impl QueryError {
    /// Bytes of the expression that the message is about.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    ///
    /// let error = Query::parse("playr ~ 'tal'", &Context::default()).unwrap_err();
    /// assert_eq!(error.span(), 0..5);
    /// ```
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.0.span.clone()
    }

    /// The error, in one line without a period.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    ///
    /// let error = Query::parse("playr ~ 'tal'", &Context::default()).unwrap_err();
    /// assert_eq!(error.message(), "unknown word `playr`");
    /// ```
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// A suggestion how to fix it, if there is one.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    ///
    /// let error = Query::parse("playr ~ 'tal'", &Context::default()).unwrap_err();
    /// assert_eq!(error.hint(), Some("did you mean `player`?"));
    /// ```
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// Where the expression is: an option, a file, or a query with a name.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    ///
    /// let error = Query::parse("playr ~ 'tal'", &Context::default()).unwrap_err();
    /// assert_eq!(error.origin(), "expression");
    /// ```
    #[must_use]
    pub fn origin(&self) -> &str {
        self.0.origin.as_deref().unwrap_or("expression")
    }

    /// The line with the place, and a line with carets under it.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    ///
    /// let error = Query::parse("playr ~ 'tal'", &Context::default()).unwrap_err();
    /// assert_eq!(error.excerpt(), "  playr ~ 'tal'\n  ^^^^^");
    /// ```
    #[must_use]
    pub fn excerpt(&self) -> String {
        let Range { start, end } = self.0.columns;
        let carets = "^".repeat(end - start);
        format!("  {}\n  {:start$}{carets}", self.0.line, "")
    }

    pub(super) fn new(error: ParseError, text: &str, origin: Option<&str>) -> QueryError {
        let ParseError { span, message, hint } = error;
        let (line, columns) = show(text, &span);
        let origin = origin.map(str::to_owned);
        QueryError(Box::new(Inner { message, hint, origin, line, columns, span }))
    }
}

/// The line of a place, truncated to its surroundings, and the columns of the place in it.
fn show(text: &str, span: &Range<usize>) -> (String, Range<usize>) {
    let begin = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[span.start..].find('\n').map_or(text.len(), |at| span.start + at);
    let before: Vec<char> = text[begin..span.start].chars().collect();
    let inside = &text[span.start..span.end.clamp(span.start, end)];
    let cut = before.len().saturating_sub(AROUND);
    let mut line: String = if cut > 0 { "…" } else { "" }.to_owned();
    line.extend(&before[cut..]);
    let from = line.chars().count();
    let wide = inside.chars().count().clamp(1, 2 * AROUND);
    line.extend(text[span.start..end].chars().take(wide + AROUND));
    if text[span.start..end].chars().nth(wide + AROUND).is_some() {
        line.push('…');
    }
    (line.replace(|character: char| character.is_control(), " "), from..from + wide)
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(origin) = &self.0.origin {
            write!(f, "{origin}: ")?;
        }
        write!(f, "{}\n{}", self.0.message, self.excerpt())?;
        match &self.0.hint {
            Some(hint) => write!(f, "\n  {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for QueryError {}

/// The same before it is known which text it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParseError {
    pub(super) span: Range<usize>,
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

impl ParseError {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>) -> ParseError {
        ParseError { span, message: message.into(), hint: None }
    }

    pub(super) fn with_hint(mut self, hint: impl Into<String>) -> ParseError {
        self.hint = Some(hint.into());
        self
    }

    /// Names the nearest of the words that would have done, if one is near.
    pub(super) fn with_nearest<'w>(
        self,
        text: &str,
        words: impl IntoIterator<Item = &'w str>,
    ) -> ParseError {
        match pgnkit::suggest::nearest_word(text, words) {
            Some(near) => self.with_hint(format!("did you mean `{near}`?")),
            None => self,
        }
    }
}
