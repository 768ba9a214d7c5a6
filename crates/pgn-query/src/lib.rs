//! The query language of `--where`, which selects games.
//!
//! ```text
//! player ~ /^kasparov/i and won and Date in 1990..1999
//! ```
//!
//! An expression is parsed once, planned, and shared among threads; each has a [`Matcher`], which
//! tests one game after the other and reads no more of it than necessary. The grammar and all words
//! are in `docs/formats/query.md`.
//!
//! ```
//! use pgn_query::{Context, Query};
//! use pgnkit::charset::Choice;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let query = Query::parse(r#"White ~ "tal" and result = "1-0""#, &Context::default())?;
//! let mut matcher = query.matcher(Choice::Auto);
//! for game in pgnkit::read::Games::new(&b"[White \"Tal, Mihail\"]\n\n1. e4 1-0\n"[..]) {
//!     assert!(matcher.test_game(&game?, "tal.pgn", 1).holds());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Decisions: D-01, D-14, D-18, D-22.
//! Start at [`Query::parse`]; [`probe`] tests positions, [`name`] compares names.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs)]

mod answer;
mod any_of;
mod board_question;
mod boards;
mod condition;
mod context;
mod decimal;
mod error;
mod eval;
mod expr;
pub mod facts;
mod filter;
mod groups;
mod has;
mod level;
mod lex;
mod lines;
mod literal;
mod matcher;
mod meaning;
pub mod name;
mod page;
mod parse;
#[cfg(feature = "unicode-regex")]
mod pieces;
mod plan;
pub mod probe;
mod question;
mod record;
mod regular;
mod search_word;
mod seen_tags;
#[cfg(feature = "serde")]
mod serial;
mod side;
mod substring;
mod text_prefilter;
mod truth;
mod value;
mod vocabulary;

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub use condition::{Condition, ValueTest};
pub use context::{Context, GameChecker, Named, ReadGames, ReadList};
pub use decimal::Decimal;
pub use error::QueryError;
pub use filter::QueryFilter;
pub use groups::Groups;
pub use level::Level;
pub use lines::{GameLines, LinePosition};
pub use matcher::{Matcher, Verdict};
pub use page::page;
pub use seen_tags::MissingTag;
pub use text_prefilter::Search;
pub use truth::Truth;

use crate::probe::Probe;
use expr::{Expr, NodeIdx};
use facts::Cost;
use pgnkit::charset::Choice;
use plan::Plan;
use seen_tags::SeenTags;
use side::SideError;
use text_prefilter::TextPrefilter;

/// An expression, understood and planned.
///
/// ```
/// use pgn_query::{Context, Query};
/// use pgnkit::charset::Choice;
///
/// let query = Query::parse("White ~ 'tal' and plycount < 10", &Context::default())?;
/// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
/// # 1. e4 e5 2. Nf3 1-0\n"[..];
/// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
/// assert!(query.matcher(Choice::Auto).test_game(&game, "", 1).holds());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Query {
    text: String,
    meaning: Option<String>,
    expr: Expr,
    root: Option<NodeIdx>,
    plan: Plan,
    /// Finds what must be in the text of a game.
    prefilter: Option<TextPrefilter>,
    checker: Option<Arc<dyn GameChecker>>,
    main_probes: Arc<[Probe]>,
    all_probes: Arc<[Probe]>,
    /// Only tags and the positions of main lines are needed, so games need not be stored.
    is_watched: bool,
    seen_tags: SeenTags,
}

impl fmt::Debug for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query").field("text", &self.text).finish_non_exhaustive()
    }
}

impl Query {
    /// Understands an expression. Names of queries and lists are looked up in `context`.
    ///
    /// # Errors
    /// With the place, what was expected there, and the nearest valid word.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    ///
    /// assert!(Query::parse("year in 1990..1999", &Context::default()).is_ok());
    /// let error = Query::parse("yeer > 1990", &Context::default()).unwrap_err();
    /// assert_eq!(error.hint(), Some("did you mean `year`?"));
    /// ```
    pub fn parse(text: &str, context: &Context) -> Result<Arc<Query>, QueryError> {
        Query::understood(&[(None, text)], context).map(Arc::new)
    }

    /// Parses several expressions that must all be true, each with the name of its source.
    ///
    /// # Errors
    /// As [`parse`](Query::parse).
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    ///
    /// let texts = [("--where", "player ~ 'tal'"), ("wins.txt", "# his wins\nwon")];
    /// assert!(Query::parse_all(&texts, &Context::default()).is_ok());
    /// let error = Query::parse_all(&[("wins.txt", "won or")], &Context::default()).unwrap_err();
    /// assert_eq!(error.origin(), "wins.txt");
    /// ```
    pub fn parse_all(texts: &[(&str, &str)], context: &Context) -> Result<Arc<Query>, QueryError> {
        let texts: Vec<_> = texts.iter().map(|(origin, text)| (Some(*origin), *text)).collect();
        Query::understood(&texts, context).map(Arc::new)
    }

    fn understood(texts: &[(Option<&str>, &str)], context: &Context) -> Result<Query, QueryError> {
        let mut expr = Expr::default();
        let mut parts = Vec::new();
        let (mut meanings, mut has_words) = (Vec::new(), false);
        for (origin, text) in texts {
            parts.push(parse::parse(text, *origin, context, &mut expr)?);
            expr.n_texts += 1;
            let meaning = meaning::meaning_of(text, &std::mem::take(&mut expr.search_words));
            has_words |= meaning.is_some();
            meanings.push(meaning.unwrap_or_else(|| (*text).to_owned()));
        }
        let all: Vec<&str> = texts.iter().map(|(_, text)| *text).collect();
        let whole = expr.push_all(parts);
        let root = side::bind(&mut expr, whole)
            .map_err(|error| side_error(error, &expr, texts, context))?;
        let text = joined(&all);
        let meaning = has_words.then(|| meanings.join(" and "));
        Ok(Query { meaning, ..Query::planned(text, expr, Some(root), context.checker.clone()) })
    }

    /// The query that every game matches.
    ///
    /// ```
    /// use pgn_query::Query;
    ///
    /// assert_eq!(Query::all().text(), "true");
    /// ```
    #[must_use]
    pub fn all() -> Arc<Query> {
        Arc::new(Query::planned("true".to_owned(), Expr::default(), None, None))
    }

    /// The query of the games that match this one and `other`.
    ///
    /// Each keeps its meaning: a player of one is not the player of the other, as in expressions
    /// joined by the word `and` or by [`parse_all`](Query::parse_all). If both have
    /// a checker, that of the first is used. The [`text`](Query::text) does not show that the
    /// players differ.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    /// use pgnkit::charset::Choice;
    ///
    /// let context = Context::default();
    /// let strong = Query::parse("elo > 2700", &context)?;
    /// let white = Query::parse("WhiteElo < 2600", &context)?;
    /// let text = b"[WhiteElo \"2500\"]\n[BlackElo \"2750\"]\n\n1. e4 *\n";
    /// let mut matcher = strong.and(&white).matcher(Choice::Auto);
    /// for game in pgnkit::read::Games::new(&text[..]) {
    ///     assert!(matcher.test_game(&game?, "", 1).holds());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn and(self: &Arc<Query>, other: &Arc<Query>) -> Arc<Query> {
        let (Some(ours), Some(theirs)) = (self.root, other.root) else {
            return Arc::clone(if self.root.is_none() { other } else { self });
        };
        let mut expr = self.whole_expr();
        let theirs = expr.append(&other.whole_expr(), theirs);
        let root = expr.push_all(vec![ours, theirs]);
        let text = joined(&[&self.text, &other.text]);
        let checker = self.checker.clone().or_else(|| other.checker.clone());
        Arc::new(Query::planned(text, expr, Some(root), checker))
    }

    /// The expression with its probes, which are stored separately.
    fn whole_expr(&self) -> Expr {
        let mut expr = self.expr.clone();
        expr.main_probes = self.main_probes.to_vec();
        expr.all_probes = self.all_probes.to_vec();
        expr
    }

    fn planned(
        text: String,
        mut expr: Expr,
        root: Option<NodeIdx>,
        checker: Option<Arc<dyn GameChecker>>,
    ) -> Query {
        for at in 0..expr.leaves.len() {
            let rows: Vec<_> = expr.leaves[at].question.rows().collect();
            for tag in rows.iter().flat_map(|row| row.tags) {
                expr.tag_slot(tag);
            }
        }
        let plan = Plan::of(&mut expr);
        let is_watched = expr.all_probes.is_empty()
            && expr.leaves.iter().all(|leaf| {
                leaf.level != Level::Game
                    && !leaf.question.rows().any(|row| row.cost == Cost::Opening)
            });
        Query {
            text,
            meaning: None,
            root,
            prefilter: plan.substrings.as_ref().and_then(TextPrefilter::new),
            plan,
            checker,
            seen_tags: SeenTags::new(&expr),
            main_probes: std::mem::take(&mut expr.main_probes).into(),
            all_probes: std::mem::take(&mut expr.all_probes).into(),
            is_watched,
            expr,
        }
    }

    /// The original text of the expression.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    ///
    /// let query = Query::parse("elo > 2700", &Context::default())?;
    /// assert_eq!(query.text(), "elo > 2700");
    /// # Ok::<(), pgn_query::QueryError>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The meaning of an expression with plain words, for people: what each word is looked for in.
    /// The [`text`](Query::text) if it has none.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    ///
    /// let query = Query::parse("tal 1960", &Context::default())?;
    /// let meaning = "players, event, site or opening contain \"tal\" and date = 1960";
    /// assert_eq!(query.meaning(), meaning);
    /// # Ok::<(), pgn_query::QueryError>(())
    /// ```
    #[must_use]
    pub fn meaning(&self) -> &str {
        self.meaning.as_deref().unwrap_or(&self.text)
    }

    /// Tests games; one for each thread. `encoding` is that of their text.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    /// use pgnkit::charset::Choice;
    ///
    /// let query = Query::parse("WhiteElo >= 2600", &Context::default())?;
    /// let mut matcher = query.matcher(Choice::Auto);
    /// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
    /// # 1. e4 e5 2. Nf3 1-0\n"[..];
    /// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
    /// assert!(matcher.test_game(&game, "", 1).holds());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn matcher(self: &Arc<Query>, encoding: Choice) -> Matcher {
        Matcher::new(Arc::clone(self), encoding)
    }

    /// The data of a game that are needed to answer all questions.
    ///
    /// ```
    /// use pgn_query::{Context, Level, Query};
    ///
    /// let level = |text| Query::parse(text, &Context::default()).map(|query| query.level());
    /// assert_eq!(level("elo > 2700"), Ok(Level::Tags));
    /// assert_eq!(level("plycount > 80"), Ok(Level::Game));
    /// assert_eq!(level("material 'KRkr'"), Ok(Level::Boards));
    /// ```
    #[must_use]
    pub fn level(&self) -> Level {
        self.plan.dearest()
    }

    /// A search of a text for games that may match, which is much faster than to read them.
    #[must_use]
    pub fn search<'a>(&'a self, text: &'a [u8]) -> Search<'a> {
        Search::new(self.prefilter.as_ref(), &self.seen_tags, text)
    }

    /// Whether some game of the text may match; `false` is certain. Texts are read all the same
    /// while a tag that the expression names was not met yet.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    /// use pgnkit::charset::Choice;
    ///
    /// let query = Query::parse("White = 'Kasparov'", &Context::default())?;
    /// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
    /// # 1. e4 e5 2. Nf3 1-0\n"[..];
    /// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
    /// // A query passes text over once a game had every tag that it compares.
    /// query.matcher(Choice::Auto).test_game(&game, "", 1);
    /// assert!(!query.may_match(b"[White \"Karpov\"]"));
    /// assert!(query.may_match(b"[White \"Kasparov\"]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn may_match(&self, text: &[u8]) -> bool {
        let prefilter = self.prefilter.as_ref().filter(|_| !self.seen_tags.waits());
        prefilter.is_none_or(|prefilter| prefilter.finds(text))
    }

    /// Whether the query uses a place in the file, or its name.
    #[must_use]
    #[doc(hidden)]
    pub fn asks_for_places(&self) -> bool {
        let mut rows = self.expr.leaves.iter().flat_map(|leaf| leaf.question.rows());
        rows.any(|row| row.needs_source && row.cost == Cost::Tags)
    }

    /// Whether the query uses the number of a game in its file, or its line.
    #[must_use]
    #[doc(hidden)]
    pub fn asks_for_numbers(&self) -> bool {
        let mut rows = self.expr.leaves.iter().flat_map(|leaf| leaf.question.rows());
        rows.any(|row| matches!(row.fact, facts::Fact::Game | facts::Fact::Line))
    }

    /// Whether the query uses findings.
    #[must_use]
    #[doc(hidden)]
    pub fn asks_for_faults(&self) -> bool {
        self.expr.leaves.iter().any(|leaf| {
            matches!(leaf.question, expr::Question::Has { what: has::Has::Fault, .. })
                || leaf.question.rows().any(|row| row.fact == facts::Fact::Fault)
        })
    }

    /// The tags that the expression compares and that no game read so far had, each with the
    /// nearest existing name. Empty if no games were read.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    /// use pgnkit::charset::Choice;
    ///
    /// let query = Query::parse("WhitElo > 2000", &Context::default())?;
    /// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
    /// # 1. e4 e5 2. Nf3 1-0\n"[..];
    /// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
    /// query.matcher(Choice::Auto).test_game(&game, "", 1);
    /// assert_eq!(query.missing_tags()[0].nearest.as_deref(), Some("WhiteElo"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn missing_tags(&self) -> Vec<MissingTag> {
        self.seen_tags.missing(&self.expr)
    }

    /// The plan, in lines for people.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    ///
    /// let query = Query::parse("plycount > 80 and White ~ 'tal'", &Context::default())?;
    /// assert!(query.explain().contains("plycount > 80  (whole game)"));
    /// # Ok::<(), pgn_query::QueryError>(())
    /// ```
    #[must_use]
    pub fn explain(&self) -> String {
        plan::explain(&self.expr, &self.plan)
    }
}

/// The original text of the expression.
impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Reads an expression that names no queries and lists.
///
/// ```
/// let query: pgn_query::Query = "elo > 2700 and won and player ~ 'tal'".parse()?;
/// assert_eq!(query.to_string(), "elo > 2700 and won and player ~ 'tal'");
/// # Ok::<(), pgn_query::QueryError>(())
/// ```
impl FromStr for Query {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<Query, QueryError> {
        Query::understood(&[(None, text)], &Context::default())
    }
}

/// One text for several; each on its own lines, because a remark ends with its line.
fn joined(texts: &[&str]) -> String {
    match texts {
        [only] => (*only).to_owned(),
        texts => {
            let each: Vec<String> = texts.iter().map(|text| format!("(\n{text}\n)")).collect();
            each.join("\nand\n")
        }
    }
}

/// An error about the side of a question, shown in the text that has the question.
fn side_error(
    error: SideError,
    expr: &Expr,
    texts: &[(Option<&str>, &str)],
    context: &Context,
) -> QueryError {
    let leaf = expr.leaf(error.leaf);
    let query = leaf.place.query.as_ref().and_then(|name| context.queries.get_key_value(name));
    match query {
        Some((name, query)) => {
            let origin = query.origin_of(name);
            QueryError::new(error.message(leaf), &query.text, Some(&origin))
        }
        None => {
            let (origin, text) = texts.get(leaf.place.text).copied().unwrap_or_default();
            QueryError::new(error.message(leaf), text, origin)
        }
    }
}

/// Whether a text is meant as an expression, perhaps an invalid one: it has a comparison sign, and
/// it is one or begins like one, with a tag or a word before a sign.
#[must_use]
#[doc(hidden)]
pub fn looks_like_expression(text: &str) -> bool {
    text.contains(['=', '<', '>', '~'])
        && (question::begins_comparison(text) || Query::parse(text, &Context::default()).is_ok())
}

/// The README's Rust is compiled with the crate's own examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
