//! Values of an expression: the meaning of a literal next to its field (§8.1.1.3, §8.1.1.7, §9.4,
//! D-18).

use std::collections::HashSet;

use super::any_of::AnyOf;
use super::decimal;
use super::error::ParseError;
use super::expr::Operand;
use super::facts::{Kind, Speed, fact, pawns_of};
use super::lex::{Sign, Token};
use super::parse::Parser;
use super::question::kind_of;
use super::record::is_date_tag;
use super::regular::RegexOptions;
use super::value::{DateLimit, NumberRange, Relation, Test};
use crate::name::{Fold, Sound, Sounds, fold};
use pgnkit::charset::lower_case;
use pgnkit::chess::Variant;
use pgnkit::comment::{Eval, Millis};
use pgnkit::tag::{Eco, Outcome, Termination, ValueType, kind};

#[derive(Clone, Debug)]
enum Literal {
    Text(String, Option<Fold>),
    Number(f64),
    Date(DateLimit),
    Eco(String),
}

impl Parser<'_> {
    pub(super) fn value(
        &mut self,
        operand: Operand,
        relation: Relation,
    ) -> Result<Test, ParseError> {
        Ok(match self.literal(operand, relation == Relation::Equal)? {
            Literal::Text(text, fold) => Test::Text { relation, text, fold },
            Literal::Number(number) => Test::Number(vec![NumberRange::new(relation, number)]),
            Literal::Date(limit) => Test::Date(vec![vec![(relation, limit)]]),
            Literal::Eco(code) => Test::Eco(vec![match relation {
                Relation::Equal => (Some(code.clone()), Some(code)),
                Relation::GreaterEqual => (Some(code), None),
                Relation::LessEqual => (None, Some(code)),
                Relation::Less | Relation::Greater => {
                    let error = ParseError::new(self.span.clone(), "codes have `=`, `<=` and `>=`");
                    return Err(error);
                }
            }]),
        })
    }

    /// The operand of `~`: a regular expression, a text to search for, or a list of them.
    pub(super) fn like(&mut self, operand: Operand) -> Result<Test, ParseError> {
        self.must_be_text(operand, "~")?;
        let test = match self.token.clone() {
            Token::Regex(pattern, flags) => self.regex(&pattern, flags)?,
            Token::Text(text, flags) => {
                let how = self.folding(flags)?.unwrap_or_default();
                self.holds(&[text.into_owned()], how)?
            }
            Token::At(name) => {
                let lines = self.lines(&name)?;
                self.holds(&lines, Fold::default())?
            }
            _ => match self.plain_text() {
                Some(word) => self.holds(&[word.to_owned()], Fold::default())?,
                None => {
                    let what = "a string in quotes or an expression between slashes";
                    return Err(self.expected(what));
                }
            },
        };
        self.advance()?;
        Ok(test)
    }

    pub(super) fn holds(&self, texts: &[String], how: Fold) -> Result<Test, ParseError> {
        let words: Vec<String> = texts.iter().map(|text| fold(text, how).into_owned()).collect();
        let texts = AnyOf::new(&words, false);
        let texts =
            texts.ok_or_else(|| ParseError::new(self.span.clone(), "the list is too long"))?;
        Ok(Test::Holds { texts, words, fold: how })
    }

    fn regex(&mut self, pattern: &str, flags: &str) -> Result<Test, ParseError> {
        let mut options = RegexOptions::default();
        let mut how = None;
        for flag in flags.chars() {
            match flag {
                'i' => options.ignores_case = true,
                's' => options.dot_is_any = true,
                'm' => options.has_lines = true,
                'x' => options.ignores_blanks = true,
                'f' => {
                    how = Some(Fold::Letters);
                    options.ignores_case = true;
                }
                _ => {
                    let why = format!("unknown letter `{flag}` after a regular expression");
                    let hint = "i: ignore case, f: and accents, s: `.` is any character, \
                        m: `^` and `$` at lines, x: blanks do not count";
                    return Err(ParseError::new(self.span.clone(), why).with_hint(hint));
                }
            }
        }
        let built = options.build(pattern, how.is_some(), &mut self.expr.regexes);
        let (regex, substrings) = built.map_err(|error| {
            let last = error.lines().last().unwrap_or("").trim_start_matches("error: ");
            ParseError::new(self.span.clone(), format!("bad regular expression: {last}"))
        })?;
        Ok(Test::Regex { regex, fold: how, substrings })
    }

    pub(super) fn sounds(&mut self, operand: Operand) -> Result<Test, ParseError> {
        self.must_be_text(operand, "sounds")?;
        if !cfg!(feature = "sounds") {
            return Err(ParseError::new(self.span.clone(), "`sounds` is not in this program"));
        }
        let texts = match self.token.clone() {
            Token::Text(text, "") => vec![text.into_owned()],
            Token::At(name) => self.lines(&name)?,
            _ => return Err(self.expected("a name in quotes")),
        };
        self.advance()?;
        let sound = |text: &String| Sounds::new(Sound::default(), text);
        Ok(Test::Sounds(texts.iter().map(sound).collect()))
    }

    /// The operand of `in`.
    pub(super) fn set(&mut self, operand: Operand) -> Result<Test, ParseError> {
        let mut tests = Vec::new();
        if let Token::At(name) = self.token.clone() {
            tests.push(self.listed(operand, &name)?);
            self.advance()?;
        } else if self.take_sign(Sign::Open)? {
            loop {
                tests.push(self.range(operand)?);
                if self.take_sign(Sign::Close)? {
                    break;
                }
                if !self.take_sign(Sign::Comma)? {
                    return Err(self.expected("`,` or `)`"));
                }
            }
        } else {
            let span = self.span.clone();
            let is_range = self.token == Token::Sign(Sign::Dots)
                || self.peek() == Some(Token::Sign(Sign::Dots));
            if !is_range {
                let error = self.expected("a range such as `1..5`, `(` or `@file`");
                return Err(ParseError { span, ..error });
            }
            tests.push(self.range(operand)?);
        }
        let span = self.span.clone();
        join(tests).ok_or_else(|| ParseError::new(span, "values of a list must be of one type"))
    }

    /// ```text
    /// range ::= value [".." [value]] | ".." value
    /// ```
    fn range(&mut self, operand: Operand) -> Result<Test, ParseError> {
        let low = match self.token {
            Token::Sign(Sign::Dots) => None,
            _ => Some(self.literal(operand, false)?),
        };
        if !self.take_sign(Sign::Dots)? {
            return match low {
                Some(only) => Ok(equal(only)),
                None => Err(self.expected("a range")),
            };
        }
        let has_high = matches!(self.token, Token::Text(..) | Token::Plain(_))
            || matches!(self.token, Token::Word(word) if self.is_value_word(operand, word));
        let span = self.span.clone();
        let high = if has_high { Some(self.literal(operand, false)?) } else { None };
        between(low, high).ok_or_else(|| ParseError::new(span, "expected two values of one type"))
    }

    /// A list in a file: each line is a value.
    fn listed(&self, operand: Operand, name: &str) -> Result<Test, ParseError> {
        let lines = self.lines(name)?;
        if self.takes_text(operand) {
            return Ok(Test::OneOf { texts: lines.into_iter().collect(), fold: None });
        }
        let mut tests = Vec::new();
        for line in &lines {
            let refuse = |error: ParseError| {
                let message = format!("in the list `{name}`: {}", error.message);
                ParseError { message, span: self.span.clone(), ..error }
            };
            tests.push(equal(self.literal_of(operand, line, false).map_err(refuse)?));
        }
        Ok(join(tests).unwrap_or(Test::OneOf { texts: HashSet::new(), fold: None }))
    }

    pub(super) fn lines(&self, name: &str) -> Result<Vec<String>, ParseError> {
        self.context.list(name).map_err(|why| ParseError::new(self.span.clone(), why))
    }

    fn must_be_text(&self, operand: Operand, sign: &str) -> Result<(), ParseError> {
        match kind_of(operand) {
            Some(kind) if kind.is_number() => {
                let why = format!("`{sign}` is for strings, these are {}s", kind.name());
                Err(ParseError::new(self.span.clone(), why.replace("secondss", "seconds")))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn takes_text(&self, operand: Operand) -> bool {
        match operand {
            Operand::Tag(slot) => !matches!(
                kind(&self.expr.tags[slot]).map(|tag| tag.value),
                Some(ValueType::Date | ValueType::Ratings | ValueType::PlyCount | ValueType::Eco)
            ),
            Operand::Fact(row) => row.kind == Kind::Text,
        }
    }

    fn is_date(&self, operand: Operand) -> bool {
        match operand {
            Operand::Tag(slot) => is_date_tag(&self.expr.tags[slot]),
            Operand::Fact(_) => false,
        }
    }

    fn is_eco(&self, operand: Operand) -> bool {
        match operand {
            Operand::Tag(slot) => self.expr.tags[slot] == "ECO",
            Operand::Fact(row) => row.kind == Kind::Eco,
        }
    }

    /// Whether a bare word is a value of this field, rather than another field.
    pub(super) fn is_value_word(&self, operand: Operand, word: &str) -> bool {
        match kind_of(operand) {
            None => self.is_eco(operand) && is_eco(word),
            Some(Kind::Eco) => is_eco(word),
            Some(Kind::Color) => matches!(word, "white" | "black"),
            Some(Kind::Outcome) => outcome(word).is_some(),
            Some(Kind::Variant | Kind::Termination) => fact(word).is_none(),
            Some(Kind::Speed) => Speed::from_name(word).is_some(),
            Some(
                Kind::Text | Kind::Number | Kind::Seconds | Kind::Pawns | Kind::Date | Kind::Flag,
            ) => false,
        }
    }

    /// The literal at this place; `is_equal` is true after `=`.
    fn literal(&mut self, operand: Operand, is_equal: bool) -> Result<Literal, ParseError> {
        let literal = match self.token.clone() {
            Token::Text(text, flags) => {
                let how = self.folding(flags)?;
                let is_text = is_equal || !self.is_date(operand);
                match (is_text, DateLimit::parse(&text)) {
                    (false, Some(limit)) => Literal::Date(limit),
                    _ if self.takes_text(operand) || self.is_date(operand) => {
                        let text = match how {
                            Some(how) => fold(&text, how).into_owned(),
                            None => text.into_owned(),
                        };
                        Literal::Text(text, how)
                    }
                    _ => self.literal_of(operand, &text, true)?,
                }
            }
            Token::Plain(text) => self.literal_of(operand, text, false)?,
            Token::Word(text) if self.is_value_word(operand, text) => {
                self.literal_of(operand, text, false)?
            }
            _ => return Err(self.expected("a value")),
        };
        self.advance()?;
        Ok(literal)
    }

    /// The letters after a text: differences to ignore in a comparison.
    fn folding(&self, flags: &str) -> Result<Option<Fold>, ParseError> {
        match flags {
            "" => Ok(None),
            "i" => Ok(Some(Fold::Case)),
            "f" => Ok(Some(Fold::Letters)),
            "w" => Ok(Some(Fold::Words)),
            _ => {
                let why = format!("unknown letters `{flags}` after a string");
                let hint = "i: case does not count, f: nor accents, w: nor punctuation";
                Err(ParseError::new(self.span.clone(), why).with_hint(hint))
            }
        }
    }

    /// The meaning of a text without quotes, or of a text for a field of another kind.
    fn literal_of(
        &self,
        operand: Operand,
        text: &str,
        is_quoted: bool,
    ) -> Result<Literal, ParseError> {
        let refuse = |what: &str| {
            ParseError::new(self.span.clone(), format!("expected {what}, found `{text}`"))
        };
        let as_text = |text: &str| Literal::Text(text.to_owned(), None);
        let number = || decimal::parse(text);
        match kind_of(operand) {
            None if self.is_date(operand) => DateLimit::parse(text)
                .map(Literal::Date)
                .ok_or_else(|| refuse("a date such as `1990`, `1990.05` or `1990.05.17`")),
            None if self.is_eco(operand) => eco(text).ok_or_else(|| refuse("a code such as `B90`")),
            None => match number() {
                Some(number) => Ok(Literal::Number(number)),
                None if is_quoted || Outcome::parse(text).is_ok() => Ok(as_text(text)),
                None => Err(refuse("a number, or a string in quotes")
                    .with_hint(format!("strings are in quotes: \"{text}\""))),
            },
            Some(Kind::Text | Kind::Date) => Err(refuse("a string in quotes")),
            Some(Kind::Number) => number().map(Literal::Number).ok_or_else(|| refuse("a number")),
            Some(Kind::Seconds) => seconds(text)
                .map(Literal::Number)
                .ok_or_else(|| refuse("seconds, or a time such as `0:05:00`")),
            Some(Kind::Pawns) => pawns(text)
                .map(Literal::Number)
                .ok_or_else(|| refuse("pawns such as `1.5`, or a mate such as `#3`")),
            Some(Kind::Eco) => eco(text).ok_or_else(|| refuse("a code such as `B90`")),
            Some(Kind::Outcome) => outcome(text)
                .map(|outcome| as_text(outcome.name()))
                .ok_or_else(|| refuse("`1-0`, `0-1`, `1/2-1/2` or `*`")),
            Some(Kind::Color) => match text {
                "white" | "black" => Ok(as_text(text)),
                _ => Err(refuse("`white` or `black`")),
            },
            Some(Kind::Speed) => match Speed::from_name(text) {
                Some(speed) => Ok(as_text(speed.name())),
                None => Err(refuse("a speed such as `blitz`")),
            },
            Some(Kind::Variant) => match Variant::from_name(text) {
                Some(variant) => Ok(as_text(&variant.name().to_ascii_lowercase())),
                None => Ok(as_text(&lower_case(text))),
            },
            Some(Kind::Termination) => Ok(as_text(&lower_case(text))).and_then(|literal| {
                let names = Termination::ALL.map(Termination::name);
                match Termination::parse_lax(text).is_some() || is_quoted {
                    true => Ok(literal),
                    false => Err(refuse("a termination").with_nearest(text, names)),
                }
            }),
            Some(Kind::Flag) => Err(refuse("nothing")),
        }
    }
}

/// The range of one value.
fn equal(only: Literal) -> Test {
    match only {
        Literal::Text(text, fold) => Test::OneOf { texts: HashSet::from([text]), fold },
        Literal::Number(number) => Test::Number(vec![NumberRange::new(Relation::Equal, number)]),
        Literal::Date(limit) => Test::Date(vec![vec![(Relation::Equal, limit)]]),
        Literal::Eco(code) => Test::Eco(vec![(Some(code.clone()), Some(code))]),
    }
}

/// The range between two values of one type.
fn between(low: Option<Literal>, high: Option<Literal>) -> Option<Test> {
    use Literal::{Date, Eco, Number, Text};
    Some(match (low, high) {
        (None, None) => return None,
        (Some(Number(low)), None) => {
            Test::Number(vec![NumberRange::new(Relation::GreaterEqual, low)])
        }
        (None, Some(Number(high))) => {
            Test::Number(vec![NumberRange::new(Relation::LessEqual, high)])
        }
        (Some(Number(low)), Some(Number(high))) => {
            Test::Number(vec![NumberRange { low, high, has_low: true, has_high: true }])
        }
        (Some(Date(low)), None) => Test::Date(vec![vec![(Relation::GreaterEqual, low)]]),
        (None, Some(Date(high))) => Test::Date(vec![vec![(Relation::LessEqual, high)]]),
        (Some(Date(low)), Some(Date(high))) => {
            Test::Date(vec![vec![(Relation::GreaterEqual, low), (Relation::LessEqual, high)]])
        }
        (Some(Eco(low)), None) => Test::Eco(vec![(Some(low), None)]),
        (None, Some(Eco(high))) => Test::Eco(vec![(None, Some(high))]),
        (Some(Eco(low)), Some(Eco(high))) => Test::Eco(vec![(Some(low), Some(high))]),
        (Some(Text(low, fold)), None) => Test::TextBetween { low: Some(low), high: None, fold },
        (None, Some(Text(high, fold))) => Test::TextBetween { low: None, high: Some(high), fold },
        (Some(Text(low, fold)), Some(Text(high, other))) if fold == other => {
            Test::TextBetween { low: Some(low), high: Some(high), fold }
        }
        _ => return None,
    })
}

/// Tests of one type as one test.
fn join(tests: Vec<Test>) -> Option<Test> {
    let mut tests = tests.into_iter();
    let mut all = tests.next()?;
    for test in tests {
        match (&mut all, test) {
            (Test::OneOf { texts, fold }, Test::OneOf { texts: more, fold: other })
                if *fold == other =>
            {
                texts.extend(more);
            }
            (Test::Number(ranges), Test::Number(more)) => ranges.extend(more),
            (Test::Date(groups), Test::Date(more)) => groups.extend(more),
            (Test::Eco(ranges), Test::Eco(more)) => ranges.extend(more),
            _ => return None,
        }
    }
    Some(all)
}

/// Whether a word may be a code, or the beginning of one.
pub(super) fn is_eco(word: &str) -> bool {
    let bytes = word.as_bytes();
    matches!(bytes.first(), Some(b'A'..=b'E' | b'a'..=b'e'))
        && bytes.len() <= 3
        && bytes[1..].iter().all(u8::is_ascii_digit)
}

fn eco(text: &str) -> Option<Literal> {
    let code = text.to_ascii_uppercase();
    (is_eco(&code) || matches!(Eco::parse(&code), Ok(Some(_)))).then_some(Literal::Eco(code))
}

/// An outcome by its marker, or by a word.
pub(super) fn outcome(text: &str) -> Option<Outcome> {
    match text {
        "draw" => Some(Outcome::Draw),
        "unknown" => Some(Outcome::Unknown),
        _ => Outcome::parse_lax(text),
    }
}

/// Seconds, or a time with colons.
fn seconds(text: &str) -> Option<f64> {
    match text.contains(':') {
        true => Millis::parse(text).ok().map(|millis| millis.0 as f64 / 1_000.0),
        false => decimal::parse(text),
    }
}

/// Pawns, as comments have them.
fn pawns(text: &str) -> Option<f64> {
    Eval::parse(text).ok().map(pawns_of)
}
