//! From the text of an expression to its parts.
//!
//! ```text
//! expression ::= term { "or" term }
//! term       ::= factor { "and" factor }
//! factor     ::= { "not" } ( "(" expression ")" | question | "@" name | search-word )
//! ```
//!
//! After a search word, `and` may be missing.
//!
//! Parentheses are on a separate stack, so that a text of nothing but parentheses needs no more
//! memory than the text. Named queries are parsed where they are named, and may name others up to a
//! limit.

use std::ops::Range;

use super::context::Context;
use super::error::{ParseError, QueryError};
use super::expr::{DEPTH_MAX, Expr, LEAVES_MAX, LeafPlace, NodeIdx};
use super::lex::{Lexer, Sign, Token};

/// How many named queries may lie in each other; each is read on the stack of the one before.
const NAMES_MAX: usize = 200;

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) context: &'a Context,
    pub(super) expr: &'a mut Expr,
    lexer: Lexer<'a>,
    pub(super) token: Token<'a>,
    pub(super) span: Range<usize>,
    /// Where the token before this one ended.
    pub(super) end: usize,
    /// The named queries that this text is in.
    names: Vec<String>,
    /// The factor that was read last is a search word.
    pub(super) is_search: bool,
}

/// The text parsed so far between two parentheses.
#[derive(Default)]
struct Parenthesized {
    /// Parts of the `or` that is being read.
    terms: Vec<NodeIdx>,
    /// Parts of the `and` that is being read.
    factors: Vec<NodeIdx>,
    /// An odd number of `not` is before the next factor.
    is_negated: bool,
    open: usize,
}

/// Reads a whole expression into `expr`; the last node is the whole.
pub(super) fn parse(
    text: &str,
    origin: Option<&str>,
    context: &Context,
    expr: &mut Expr,
) -> Result<NodeIdx, QueryError> {
    read_named(text, context, expr, Vec::new(), origin)
}

fn read_named(
    text: &str,
    context: &Context,
    expr: &mut Expr,
    names: Vec<String>,
    origin: Option<&str>,
) -> Result<NodeIdx, QueryError> {
    let refuse = |error| Failed::Here(error);
    let mut parser = Parser {
        text,
        context,
        expr,
        lexer: Lexer::new(text),
        token: Token::End,
        span: 0..0,
        end: 0,
        names,
        is_search: false,
    };
    let read = parser.advance().map_err(refuse).and_then(|()| parser.expression());
    read.map_err(|failed| match failed {
        Failed::Here(error) => QueryError::new(error, text, origin),
        Failed::There(error) => error,
    })
}

/// Where reading failed: in this text, or in a named query.
enum Failed {
    Here(ParseError),
    There(QueryError),
}

impl From<ParseError> for Failed {
    fn from(error: ParseError) -> Failed {
        Failed::Here(error)
    }
}

impl<'a> Parser<'a> {
    pub(super) fn advance(&mut self) -> Result<(), ParseError> {
        self.end = self.span.end;
        (self.token, self.span) = self.lexer.next_token()?;
        Ok(())
    }

    /// Where a question of this text is.
    pub(super) fn leaf_place(&self, span: Range<usize>) -> LeafPlace {
        LeafPlace { text: self.expr.n_texts, query: self.names.last().cloned(), span }
    }

    /// The token after the present one.
    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.lexer.clone().next_token().ok().map(|(token, _)| token)
    }

    /// The two tokens after the present one.
    pub(super) fn peek_two(&self) -> (Option<Token<'a>>, Option<Token<'a>>) {
        let mut lexer = self.lexer.clone();
        let mut next = || lexer.next_token().ok().map(|(token, _)| token);
        (next(), next())
    }

    /// Whether this text is that of a named query.
    pub(super) fn is_named_query(&self) -> bool {
        !self.names.is_empty()
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.token == Token::Word(word)
    }

    /// Passes over a word if it is here.
    pub(super) fn take_word(&mut self, word: &str) -> Result<bool, ParseError> {
        let is_here = self.is_word(word);
        if is_here {
            self.advance()?;
        }
        Ok(is_here)
    }

    pub(super) fn take_sign(&mut self, sign: Sign) -> Result<bool, ParseError> {
        let is_here = self.token == Token::Sign(sign);
        if is_here {
            self.advance()?;
        }
        Ok(is_here)
    }

    pub(super) fn expected(&self, what: &str) -> ParseError {
        let found = match &self.token {
            Token::End => "the end".to_owned(),
            _ => format!("`{}`", &self.text[self.span.clone()]),
        };
        ParseError::new(self.span.clone(), format!("expected {what}, found {found}"))
    }

    /// ```text
    /// expression ::= term { "or" term }
    /// ```
    fn expression(&mut self) -> Result<NodeIdx, Failed> {
        let mut groups = vec![Parenthesized::default()];
        loop {
            self.factor_begins(&mut groups)?;
            let Some(factor) = self.factor()? else { continue };
            if let Some(whole) = self.factor_ends(&mut groups, factor)? {
                return Ok(whole);
            }
        }
    }

    /// Takes `not` and opening parentheses.
    fn factor_begins(&mut self, groups: &mut Vec<Parenthesized>) -> Result<(), ParseError> {
        loop {
            if self.take_word("not")? {
                if let Some(group) = groups.last_mut() {
                    group.is_negated ^= true;
                }
                continue;
            }
            let open = self.span.start;
            if !self.take_sign(Sign::Open)? {
                return Ok(());
            }
            groups.push(Parenthesized { open, ..Parenthesized::default() });
        }
    }

    /// A question or a named query.
    fn factor(&mut self) -> Result<Option<NodeIdx>, Failed> {
        let (from, before) = (self.span.start, self.expr.leaves.len());
        self.is_search = false;
        let node = match self.token.clone() {
            Token::At(name) => {
                let node = self.named(&name)?;
                self.advance()?;
                node
            }
            _ => self.question()?,
        };
        if self.expr.leaves.len() > LEAVES_MAX {
            let why = format!("more than {LEAVES_MAX} questions");
            return Err(ParseError::new(from..self.end.max(from), why).into());
        }
        debug_assert!(self.expr.leaves.len() > before);
        Ok(Some(node))
    }

    /// Takes what follows a factor; gives the whole when the text is over.
    fn factor_ends(
        &mut self,
        groups: &mut Vec<Parenthesized>,
        factor: NodeIdx,
    ) -> Result<Option<NodeIdx>, ParseError> {
        let mut factor = factor;
        loop {
            let n_groups = groups.len();
            let Some(group) = groups.last_mut() else { return Ok(Some(factor)) };
            if std::mem::take(&mut group.is_negated) {
                factor = self.expr.push_not(factor);
            }
            group.factors.push(factor);
            let is_over = match self.token {
                Token::Word("and") => false,
                Token::Word("or") => {
                    let factors = std::mem::take(&mut group.factors);
                    group.terms.push(self.expr.push_all(factors));
                    false
                }
                Token::End if n_groups == 1 => true,
                Token::End => {
                    let open = group.open;
                    return Err(ParseError::new(open..open + 1, "this parenthesis is not closed"));
                }
                Token::Sign(Sign::Close) if n_groups > 1 => true,
                Token::Sign(Sign::Close) => {
                    let why = "this parenthesis was not opened";
                    return Err(ParseError::new(self.span.clone(), why));
                }
                _ if self.is_search => return Ok(None),
                _ => return Err(self.expected("`and`, `or` or the end")),
            };
            if !is_over {
                self.advance()?;
                return Ok(None);
            }
            factor = self.close(groups)?;
            if self.token == Token::End {
                return match groups.is_empty() {
                    true => Ok(Some(factor)),
                    false => Err(self.expected("`)`")),
                };
            }
            self.advance()?;
        }
    }

    /// Ends a group, which becomes a factor of the one around it.
    fn close(&mut self, groups: &mut Vec<Parenthesized>) -> Result<NodeIdx, ParseError> {
        let Some(mut group) = groups.pop() else { return Err(self.expected("a question")) };
        group.terms.push(self.expr.push_all(group.factors));
        let node = self.expr.push_any(group.terms);
        if self.expr.depth(node) > DEPTH_MAX {
            let why = format!("`and`, `or` and `not` are nested more than {DEPTH_MAX} deep");
            return Err(ParseError::new(group.open..group.open + 1, why));
        }
        Ok(node)
    }

    /// The meaning of a named query.
    fn named(&mut self, name: &str) -> Result<NodeIdx, Failed> {
        let Some(query) = self.context.queries.get(name) else {
            let error = ParseError::new(self.span.clone(), format!("unknown query `@{name}`"));
            let names = self.context.queries.keys().map(String::as_str);
            let is_none = self.context.queries.is_empty();
            let error = error.with_nearest(name, names);
            return Err(Failed::Here(match (is_none, &error.hint) {
                (true, None) => error.with_hint("named queries are defined in `pgnkit.toml`"),
                _ => error,
            }));
        };
        let mut names = self.names.clone();
        names.push(name.to_owned());
        if let Some(from) = self.names.iter().position(|known| known == name) {
            let way: Vec<String> = names[from..].iter().map(|name| format!("@{name}")).collect();
            let why = format!("this query refers to itself: {}", way.join(", "));
            return Err(ParseError::new(self.span.clone(), why).into());
        }
        if names.len() > NAMES_MAX {
            let why = format!("named queries are nested more than {NAMES_MAX} deep");
            return Err(ParseError::new(self.span.clone(), why).into());
        }
        let origin = query.origin_of(name);
        let (context, text) = (self.context, query.text.as_str());
        read_named(text, context, self.expr, names, Some(&origin)).map_err(Failed::There)
    }
}
