//! Questions: a field, a sign, values.
//!
//! ```text
//! question ::= field sign value [places]          sign ::= = != < <= > >= ~ !~
//!            | field ["not"] "in" set [places]
//!            | field ["not"] "sounds" text
//!            | flag | "has" thing [places]
//! field    ::= Tag | "tag" text | word
//! set      ::= range | "@" name | "(" item { "," item } ")"
//! ```

use super::board_question::BOARD_WORDS;
use super::error::ParseError;
use super::expr::{Leaf, NodeIdx, Operand, Question};
use super::facts::{FACTS, Field, Kind, Place, fact, known_tag};
use super::has::{HAS, Has};
use super::level::Level;
use super::lex::{Lexer, RESERVED, Sign, Token};
use super::parse::Parser;
use super::truth::Truth;
use super::value::{Relation, Test};
use crate::probe::SUBJECTS;
use pgnkit::tag::TAGS;

enum CompareSign {
    Relation(Relation),
    Like,
    In,
    Sounds,
}

impl Parser<'_> {
    /// One question; the next token is the one after it.
    pub(super) fn question(&mut self) -> Result<NodeIdx, ParseError> {
        let from = self.span.start;
        match self.token {
            Token::Word("has") => return self.has(from),
            Token::Word(known @ ("true" | "false")) => {
                self.advance()?;
                let question = Question::Known(Truth::from(known == "true"));
                return Ok(self.leaf(from, question, Level::Tags, false));
            }
            _ => {}
        }
        if self.begins_board() {
            return self.board();
        }
        if let Some(node) = self.search_word()? {
            return Ok(node);
        }
        let field = self.field("a question, such as `White = \"Tal, Mihail\"`")?;
        if let Operand::Fact(row) = field
            && row.kind == Kind::Flag
        {
            return Ok(self.leaf(from, Question::Flag(row.fact), row.cost.into(), row.has_side));
        }
        self.comparison(from, field)
    }

    pub(super) fn leaf(
        &mut self,
        from: usize,
        question: Question,
        level: Level,
        has_side: bool,
    ) -> NodeIdx {
        let span = from..self.end.max(from);
        let source = self.text[span.clone()].to_owned();
        let place = self.leaf_place(span);
        self.expr.push_leaf(Leaf { question, level, has_side, source, place })
    }

    /// The field that is here.
    pub(super) fn field(&mut self, what: &str) -> Result<Operand, ParseError> {
        let span = self.span.clone();
        let name = match self.token.clone() {
            Token::Word("tag") => {
                self.advance()?;
                let Token::Text(name, _) = self.token.clone() else {
                    return Err(self.expected("the name of a tag in quotes"));
                };
                self.advance()?;
                return Ok(Operand::Tag(self.expr.compared_tag(&name)));
            }
            Token::Word(name) if !RESERVED.contains(&name) => name,
            _ => return Err(self.expected(what)),
        };
        let field = Field::parse_in(name, self.context.vocabulary);
        let field = field.map_err(|_| unknown_word(name, span))?;
        self.advance()?;
        Ok(match &field {
            Field::Fact(fact) => Operand::Fact(fact.row()),
            Field::Tag(name) => Operand::Tag(self.expr.compared_tag(name)),
        })
    }

    fn comparison(&mut self, from: usize, operand: Operand) -> Result<NodeIdx, ParseError> {
        let mut is_negated = self.take_word("not")?;
        let comparison = match self.token {
            Token::Word("in") => CompareSign::In,
            Token::Word("sounds") => CompareSign::Sounds,
            _ if is_negated => return Err(self.expected("`in` or `sounds`")),
            Token::Sign(Sign::Equal) => CompareSign::Relation(Relation::Equal),
            Token::Sign(Sign::NotEqual) => {
                is_negated = true;
                CompareSign::Relation(Relation::Equal)
            }
            Token::Sign(Sign::Less) => CompareSign::Relation(Relation::Less),
            Token::Sign(Sign::LessEqual) => CompareSign::Relation(Relation::LessEqual),
            Token::Sign(Sign::Greater) => CompareSign::Relation(Relation::Greater),
            Token::Sign(Sign::GreaterEqual) => CompareSign::Relation(Relation::GreaterEqual),
            Token::Sign(Sign::Like) => CompareSign::Like,
            Token::Sign(Sign::NotLike) => {
                is_negated = true;
                CompareSign::Like
            }
            _ => {
                let error = self.expected("a sign such as `=`, `<`, `~` or `in`");
                let hint = "to search for the word itself, put it in quotes";
                return Err(error.with_hint(hint));
            }
        };
        self.advance()?;
        let question = match comparison {
            CompareSign::Relation(relation) => self.related(operand, relation)?,
            CompareSign::Like => {
                let test = self.like(operand)?;
                Question::Compare { operand, test, place: self.places_of(operand)? }
            }
            CompareSign::In => {
                let test = self.set(operand)?;
                Question::Compare { operand, test, place: self.places_of(operand)? }
            }
            CompareSign::Sounds => {
                let test = self.sounds(operand)?;
                Question::Compare { operand, test, place: self.places_of(operand)? }
            }
        };
        let (level, has_side) = match &question {
            Question::Relate { left, right, .. } => {
                let (left, right) = (traits(*left), traits(*right));
                (left.0.max(right.0), left.1 || right.1)
            }
            _ => traits(operand),
        };
        let node = self.leaf(from, question, level, has_side);
        Ok(if is_negated { self.expr.push_not(node) } else { node })
    }

    /// `= < <= > >=` with a value, or with another field.
    fn related(&mut self, operand: Operand, relation: Relation) -> Result<Question, ParseError> {
        if relation == Relation::Equal
            && self.takes_text(operand)
            && let Some(word) = self.plain_text()
        {
            let test = Test::Text { relation, text: word.to_owned(), fold: None };
            self.advance()?;
            return Ok(Question::Compare { operand, test, place: self.places_of(operand)? });
        }
        if let Some(right) = self.other_field(operand)? {
            return Ok(Question::Relate { left: operand, relation, right });
        }
        let test = self.value(operand, relation)?;
        Ok(Question::Compare { operand, test, place: self.places_of(operand)? })
    }

    /// A word that is not a word of the language or a tag of the standard, and so a text that needs
    /// no quotes.
    pub(super) fn plain_text(&self) -> Option<&str> {
        let Token::Word(word) = self.token else { return None };
        let is_known = fact(word).is_some()
            || known_tag(word).is_some()
            || RESERVED.contains(&word)
            || SUBJECTS.iter().any(|row| row.word == word)
            || BOARD_WORDS.iter().any(|(known, _)| *known == word);
        (!is_known).then_some(word)
    }

    /// A field in the place of a value, unless the word is a value of the field before it.
    fn other_field(&mut self, left: Operand) -> Result<Option<Operand>, ParseError> {
        let Token::Word(name) = self.token else { return Ok(None) };
        if self.is_value_word(left, name) {
            return Ok(None);
        }
        let span = self.span.clone();
        let hint = || format!("strings are in quotes: \"{name}\"");
        let is_capital = name.starts_with(|first: char| first.is_ascii_uppercase());
        if is_capital && known_tag(name).is_none() && !RESERVED.contains(&name) {
            return Err(self.expected("a value").with_hint(hint()));
        }
        let right = self.field("a value").map_err(|error| match error.hint {
            Some(_) => error,
            None => error.with_hint(hint()),
        })?;
        let fits = match (kind_of(left), kind_of(right)) {
            (None, _) | (_, None) => true,
            (Some(left), Some(right)) => left == right && left != Kind::Flag,
        };
        if !fits {
            let what = kind_of(left).map_or("value", Kind::name);
            let error = ParseError::new(span, format!("expected a {what}, found `{name}`"));
            return Err(error.with_hint(hint()));
        }
        Ok(Some(right))
    }

    fn has(&mut self, from: usize) -> Result<NodeIdx, ParseError> {
        self.advance()?;
        let Token::Word(name) = self.token else {
            return Err(self.expected("what the game has, such as `comment`"));
        };
        let Some(what) = Has::of(name) else {
            let error = self.expected("a feature of a game");
            return Err(error.with_nearest(name, HAS.iter().map(|(word, ..)| *word)));
        };
        self.advance()?;
        if what == Has::Tag {
            let Token::Text(tag, _) = self.token.clone() else {
                return Err(self.expected("the name of a tag in quotes"));
            };
            self.advance()?;
            let question = Question::HasTag(self.expr.tag_slot(&tag));
            return Ok(self.leaf(from, question, Level::Tags, false));
        }
        let (mut number, mut code) = (None, None);
        match (what, self.token.clone()) {
            (Has::Nag, Token::Plain(text)) => {
                let digits = text.strip_prefix('$').unwrap_or(text);
                let wanted = digits.parse().ok();
                number = Some(wanted.ok_or_else(|| self.expected("the number of a NAG"))?);
                self.advance()?;
            }
            (Has::Fault, Token::Text(text, _)) => {
                code = Some(text.to_ascii_lowercase());
                self.advance()?;
            }
            _ => {}
        }
        let place = self.places(matches!(
            what,
            Has::Comment | Has::Nag | Has::Clock | Has::Eval | Has::MoveTime | Has::Variation
        ))?;
        let question = Question::Has { what, number, code, place };
        let level = if what == Has::Setup { Level::Tags } else { Level::Game };
        if what == Has::Setup {
            self.expr.tag_slot("FEN");
        }
        Ok(self.leaf(from, question, level, false))
    }

    fn places_of(&mut self, operand: Operand) -> Result<Place, ParseError> {
        self.places(matches!(operand, Operand::Fact(row) if row.has_place))
    }

    /// ```text
    /// places ::= { ("before" | "after" | "at" | "from" | "until") ("ply" | "move") number
    ///            | "in" ("plies" | "moves") number ".." number | "in" "variations" }
    /// ```
    ///
    /// A move is both of its plies: `at move 3` is the place after White's third move and the
    /// one after Black's.
    pub(super) fn places(&mut self, may_stand: bool) -> Result<Place, ParseError> {
        let mut place = Place::default();
        loop {
            let span = self.span.clone();
            let Token::Word(word) = self.token else { return Ok(place) };
            let is_in = word == "in" || word == "within";
            let begins = is_in || ["before", "after", "at", "from", "until"].contains(&word);
            if !begins {
                return Ok(place);
            }
            if !may_stand {
                let why = "this question is about the whole game, so plies are not allowed";
                return Err(ParseError::new(span, why));
            }
            self.advance()?;
            if is_in && self.take_word("variations")? {
                place.variations = true;
                continue;
            }
            let (first, last) = self.place(word, is_in)?;
            place.first_ply = place.first_ply.max(first);
            place.last_ply = place.last_ply.min(last);
        }
    }

    /// The first and the last ply after such a word.
    fn place(&mut self, word: &str, is_in: bool) -> Result<(u32, u32), ParseError> {
        let is_moves = match self.token {
            Token::Word("move") if !is_in => true,
            Token::Word("ply") if !is_in => false,
            Token::Word("moves") if is_in => true,
            Token::Word("plies") if is_in => false,
            _ if is_in => return Err(self.expected("`moves`, `plies` or `variations`")),
            _ => return Err(self.expected("`move` or `ply`")),
        };
        self.advance()?;
        let first_ply = |n: u32| if is_moves { n.saturating_mul(2).saturating_sub(1) } else { n };
        let last_ply = |n: u32| if is_moves { n.saturating_mul(2) } else { n };
        let first = self.count()?;
        let range = match word {
            "before" => (0, first_ply(first).saturating_sub(1)),
            "until" => (0, last_ply(first)),
            "from" => (first_ply(first), u32::MAX),
            "after" => (last_ply(first).saturating_add(1), u32::MAX),
            "at" => (first_ply(first), last_ply(first)),
            _ => {
                if !self.take_sign(Sign::Dots)? {
                    return Err(self.expected("`..` and another number"));
                }
                (first_ply(first), last_ply(self.count()?))
            }
        };
        Ok(range)
    }

    pub(super) fn count(&mut self) -> Result<u32, ParseError> {
        let number = match self.token {
            Token::Plain(text) => text.parse().ok(),
            _ => None,
        };
        let number = number.ok_or_else(|| self.expected("a whole number"))?;
        self.advance()?;
        Ok(number)
    }
}

/// Whether a text begins with a field and the sign of a comparison, after `not` and parentheses.
pub(super) fn begins_comparison(text: &str) -> bool {
    let mut lexer = Lexer::new(text);
    let mut next = || lexer.next_token().map_or(Token::End, |(token, _)| token);
    loop {
        match next() {
            Token::Sign(Sign::Open) | Token::Word("not") => {}
            Token::Word(name) if fact(name).is_some() || known_tag(name).is_some() => {
                let is_mark =
                    |sign| matches!(sign, Sign::Open | Sign::Close | Sign::Comma | Sign::Dots);
                return matches!(next(), Token::Sign(sign) if !is_mark(sign));
            }
            _ => return false,
        }
    }
}

/// The level of a field, and whether it speaks of a side.
pub(super) fn traits(operand: Operand) -> (Level, bool) {
    match operand {
        Operand::Tag(_) => (Level::Tags, false),
        Operand::Fact(row) => (row.cost.into(), row.has_side),
    }
}

/// The sort of the values of a fact; none of a tag, where the value beside it decides.
pub(super) fn kind_of(operand: Operand) -> Option<Kind> {
    match operand {
        Operand::Tag(_) => None,
        Operand::Fact(row) => Some(row.kind),
    }
}

/// The words of the language and the tags of the standard.
pub(super) fn known_words() -> impl Iterator<Item = &'static str> {
    let boards = SUBJECTS.iter().map(|row| row.word);
    let boards = boards.chain(BOARD_WORDS.iter().map(|(word, _)| *word));
    let words = FACTS.iter().map(|row| row.name).chain(TAGS.iter().map(|tag| tag.name));
    words.chain(RESERVED.iter().copied()).chain(boards)
}

pub(super) fn unknown_word(name: &str, span: std::ops::Range<usize>) -> ParseError {
    let error = ParseError::new(span, format!("unknown word `{name}`"));
    error.with_nearest(name, known_words())
}
