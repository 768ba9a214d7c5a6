//! Words without an operator, as in `carlsen 1990..1995`: a date, an ECO code, a result, or text of
//! players, event, site or opening.
//!
//! ```text
//! search ::= search-word { [ "," ] search-word }       each must be true
//! ```
//!
//! A word is one only where nothing else can be meant: a word of the language needs quotes, as does
//! one that is spelled almost like such a word.

use std::collections::BTreeSet;
use std::ops::{Bound, Range};
use std::sync::OnceLock;

use super::error::ParseError;
use super::expr::{Leaf, NodeIdx, Operand, Question};
use super::facts::{Fact, Place};
use super::lex::{Sign, Token};
use super::literal;
use super::meaning::{Meaning, SearchWord};
use super::parse::Parser;
use super::question::{known_words, traits, unknown_word};
use super::value::{DateLimit, Relation, Test};
use crate::name::{Fold, fold};
use pgnkit::opening::Table;
use pgnkit::suggest::distance;

/// The tags whose values a word is looked for in.
const TAGS_SEARCHED: [&str; 4] = ["White", "Black", "Event", "Site"];

/// The years that a number of four digits may be.
const YEARS: Range<u32> = 1000..2200;

impl Parser<'_> {
    /// Reads a search word if one is here.
    pub(super) fn search_word(&mut self) -> Result<Option<NodeIdx>, ParseError> {
        let node = match self.token.clone() {
            Token::Text(text, "") if !self.is_compared() => self.text_search(&text)?,
            Token::Plain(text) if !self.is_compared() => match self.date()? {
                Some(node) => Some(node),
                None => match literal::outcome(text) {
                    Some(outcome) => {
                        let text = outcome.name().to_owned();
                        let test = Test::Text { relation: Relation::Equal, text, fold: None };
                        let expression = format!("result = {}", outcome.name());
                        Some(self.meant(Fact::Result, test, expression)?)
                    }
                    None => self.text_search(text)?,
                },
            },
            Token::Word(word) if self.plain_text().is_some() && !self.is_compared() => {
                if literal::is_eco(word) && word.len() == 3 {
                    let code = word.to_ascii_uppercase();
                    let test = Test::Eco(vec![(Some(code.clone()), Some(code.clone()))]);
                    Some(self.meant(Fact::Eco, test, format!("eco = {code}"))?)
                } else {
                    self.refuse_misspelled(word)?;
                    self.text_search(word)?
                }
            }
            _ => None,
        };
        if node.is_some() {
            while self.take_sign(Sign::Comma)? {}
        }
        Ok(node)
    }

    /// Whether a comparison follows the token that is here.
    fn is_compared(&self) -> bool {
        let (next, after) = self.peek_two();
        let compares = |word: &Token<'_>| matches!(word, Token::Word("in" | "sounds"));
        match next {
            Some(Token::Sign(sign)) => {
                !matches!(sign, Sign::Open | Sign::Close | Sign::Comma | Sign::Dots)
            }
            Some(Token::Word("not")) => after.is_some_and(|word| compares(&word)),
            Some(word) => compares(&word),
            None => false,
        }
    }

    /// A word that is almost one of the language is rather a mistake than a name.
    fn refuse_misspelled(&self, word: &str) -> Result<(), ParseError> {
        let (lower, n_letters) = (word.to_lowercase(), word.chars().count());
        let is_near = |known: &str| {
            known.len().abs_diff(n_letters) * 5 <= n_letters
                && distance(&lower, &known.to_lowercase()) * 5 <= n_letters
        };
        let Some(near) = known_words().find(|known| is_near(known)) else { return Ok(()) };
        let error = unknown_word(word, self.span.clone());
        match self.peek() {
            // A text in quotes after it shows that it is not a name.
            Some(Token::Text(..)) => Err(error),
            _ => {
                let hint = format!("did you mean `{near}`? A name is in quotes: \"{word}\"");
                Err(error.with_hint(hint))
            }
        }
    }

    /// A year, a date, or a range of them.
    fn date(&mut self) -> Result<Option<NodeIdx>, ParseError> {
        let Some((first, low)) = self.date_here() else { return Ok(None) };
        if self.peek() != Some(Token::Sign(Sign::Dots)) {
            let test = Test::Date(vec![vec![(Relation::Equal, low)]]);
            return self.meant(Fact::Date, test, format!("date = {first}")).map(Some);
        }
        let from = self.span.start;
        self.advance()?;
        self.advance()?;
        let Some((last, high)) = self.date_here() else { return Err(self.expected("a year")) };
        let test = vec![(Relation::GreaterEqual, low), (Relation::LessEqual, high)];
        self.span.start = from;
        let expression = format!("date in {first}..{last}");
        self.meant(Fact::Date, Test::Date(vec![test]), expression).map(Some)
    }

    fn date_here(&self) -> Option<(String, DateLimit)> {
        let Token::Plain(text) = self.token else { return None };
        let year = text.get(..4)?.parse().ok().filter(|year| YEARS.contains(year));
        let has_form = text.len() == 4 || matches!(text.as_bytes()[4], b'.' | b'-' | b'/');
        year.filter(|_| has_form)?;
        Some((text.to_owned(), DateLimit::parse(text)?))
    }

    /// The test of a fact that the token here means.
    fn meant(&mut self, fact: Fact, test: Test, expression: String) -> Result<NodeIdx, ParseError> {
        let span = self.span.clone();
        self.advance()?;
        let row = fact.row();
        let operand = match row.is_tag {
            // A tag that no game of the file has is no reason for a warning.
            true => Operand::Tag(self.expr.tag_slot(row.tags[0])),
            false => Operand::Fact(row),
        };
        let node = self.push_search(operand, test, &span, &expression);
        self.note(span, Meaning::Expression(expression));
        Ok(node)
    }

    /// The word is in a player, the event, the site or the opening; `None` if it has no letter.
    fn text_search(&mut self, word: &str) -> Result<Option<NodeIdx>, ParseError> {
        let folded = fold(word, Fold::Words).into_owned();
        if folded.is_empty() {
            return Ok(None);
        }
        let span = self.span.clone();
        self.advance()?;
        let mut parts = Vec::new();
        let holds = self.holds(std::slice::from_ref(&folded), Fold::Words)?;
        for tag in TAGS_SEARCHED {
            let operand = Operand::Tag(self.expr.tag_slot(tag));
            parts.push(self.push_search(operand, holds.clone(), &span, &format!("{tag}: {word}")));
        }
        // Only the moves of a game whose opening may have the name need be read.
        let is_in_table = may_begin_opening_word(&folded);
        for (fact, tag) in [(Fact::Opening, "Opening"), (Fact::Variation, "Variation")] {
            let operand = match is_in_table {
                true => Operand::Fact(fact.row()),
                false => Operand::Tag(self.expr.tag_slot(tag)),
            };
            let test = Test::BeginsWord(folded.clone());
            parts.push(self.push_search(operand, test, &span, &format!("{tag}: {word}")));
        }
        self.note(span, Meaning::Text(word.to_owned()));
        Ok(Some(self.expr.push_any(parts)))
    }

    fn push_search(
        &mut self,
        operand: Operand,
        test: Test,
        span: &Range<usize>,
        source: &str,
    ) -> NodeIdx {
        let (level, has_side) = traits(operand);
        let question = Question::Compare { operand, test, place: Place::default() };
        let place = self.leaf_place(span.clone());
        self.expr.push_leaf(Leaf { question, level, has_side, source: source.to_owned(), place })
    }

    fn note(&mut self, span: Range<usize>, meaning: Meaning) {
        self.is_search = true;
        if !self.is_named_query() {
            self.expr.search_words.push(SearchWord { span, meaning });
        }
    }
}

/// Whether a name in the table of openings may have a word that begins with this folded text.
fn may_begin_opening_word(wanted: &str) -> bool {
    static WORDS: OnceLock<BTreeSet<String>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let names = Table::standard().names().map(|name| fold(name.as_str(), Fold::Words));
        names.flat_map(|name| name.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect()
    });
    let first = wanted.split(' ').next().unwrap_or(wanted);
    let mut from_there = words.range::<str, _>((Bound::Included(first), Bound::Unbounded));
    from_there.next().is_some_and(|word| word.starts_with(first))
}
