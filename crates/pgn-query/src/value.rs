//! Values of a game, and how they are compared with those of an expression (§8.1.1.3, §9.4, §9.6,
//! D-18).

use std::collections::HashSet;
use std::fmt;

use super::any_of::AnyOf;
use super::decimal;
use super::facts::Value;
use super::regular::Regex;
use super::substring::Needles;
use super::truth::Truth;
use crate::name::{Fold, Sounds, fold};
use pgnkit::tag::{Date, DateForm, TimeControl, date_order, read_date};

/// How two values are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Relation {
    pub(super) fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Relation::Equal => order.is_eq(),
            Relation::Less => order.is_lt(),
            Relation::LessEqual => order.is_le(),
            Relation::Greater => order.is_gt(),
            Relation::GreaterEqual => order.is_ge(),
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Equal => "=",
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
        })
    }
}

/// A range of numbers; without an end, it goes on for ever.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NumberRange {
    pub(super) low: f64,
    pub(super) high: f64,
    /// Whether the ends themselves are in it.
    pub(super) has_low: bool,
    pub(super) has_high: bool,
}

impl NumberRange {
    pub(super) fn new(relation: Relation, number: f64) -> NumberRange {
        let all = NumberRange {
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            has_low: true,
            has_high: true,
        };
        match relation {
            Relation::Equal => NumberRange { low: number, high: number, ..all },
            Relation::Less => NumberRange { high: number, has_high: false, ..all },
            Relation::LessEqual => NumberRange { high: number, ..all },
            Relation::Greater => NumberRange { low: number, has_low: false, ..all },
            Relation::GreaterEqual => NumberRange { low: number, ..all },
        }
    }

    fn contains(&self, number: f64) -> bool {
        let above = if self.has_low { number >= self.low } else { number > self.low };
        let below = if self.has_high { number <= self.high } else { number < self.high };
        above && below
    }
}

/// A date of the expression: as many of its fields as were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DateLimit {
    /// Year, month and day, as far as given.
    key: u32,
    /// The divisor of a whole key for a comparison.
    unit: u32,
}

impl DateLimit {
    /// Reads `1990`, `1990.05`, `1990.05.17`; unknown fields may be spelled out, from the right.
    pub(super) fn parse(text: &str) -> Option<DateLimit> {
        let reading = read_date(text, date_order())?;
        if matches!(reading.form, DateForm::Ambiguous { .. }) {
            return None;
        }
        let date = reading.date;
        // A month that does not exist is a mistake; a day, as in `<= 1990.02.31`, is a limit.
        if date.possible().to_string()[5..7] != date.to_string()[5..7] {
            return None;
        }
        let spelling = date.to_string();
        let known = spelling.trim_end_matches(['.', '?']);
        let unit = match known.len() {
            4 => 10_000,
            7 => 100,
            10 => 1,
            _ => return None,
        };
        let key = known.bytes().filter(u8::is_ascii_digit);
        let key = key.fold(0, |key, digit| key * 10 + u32::from(digit - b'0'));
        (!known.contains('?')).then_some(DateLimit { key, unit })
    }

    /// Whether a date that lies between two days is so to this one.
    fn compare(self, relation: Relation, (low, high): (u32, u32)) -> Truth {
        let (low, high) = (low / self.unit, high / self.unit);
        let (first, last) = (low.cmp(&self.key), high.cmp(&self.key));
        match (relation.holds(first), relation.holds(last)) {
            (true, true) => Truth::True,
            _ if low == high => Truth::False,
            // Neither end may be equal, and yet a day between them.
            (false, false) if relation != Relation::Equal || first == last => Truth::False,
            _ => Truth::Open,
        }
    }
}

/// The first and the last day that a value may mean; any day if it is not a date.
fn days(value: &str) -> (u32, u32) {
    let date = Date::parse_lax(value.trim()).unwrap_or(Date::UNKNOWN).possible();
    let spelling = date.to_string();
    let field = |range: std::ops::Range<usize>, least: u32, most: u32| {
        let digits = &spelling[range];
        let filled = |with: &str| digits.replace('?', with).parse().unwrap_or(0);
        match digits.bytes().all(|byte| byte == b'0') {
            true => (least, most),
            false => (filled("0").clamp(least, most), filled("9").clamp(least, most)),
        }
    };
    let (year, month, day) = (field(0..4, 0, 9999), field(5..7, 1, 12), field(8..10, 1, 31));
    let key = |year: u32, month: u32, day: u32| year * 10_000 + month * 100 + day;
    (key(year.0, month.0, day.0), key(year.1, month.1, day.1))
}

/// The test of a value.
#[derive(Clone, Debug)]
pub(super) enum Test {
    /// A text has this relation to it.
    Text { relation: Relation, text: String, fold: Option<Fold> },
    /// A text between two, each of which may be missing.
    TextBetween { low: Option<String>, high: Option<String>, fold: Option<Fold> },
    /// One of these texts.
    OneOf { texts: HashSet<String>, fold: Option<Fold> },
    /// Holds one of these words, which `texts` finds.
    Holds { texts: AnyOf, words: Vec<String>, fold: Fold },
    /// A word of it begins like this folded text.
    BeginsWord(String),
    /// A regular expression matches, in the folded text if requested.
    Regex { regex: Regex, fold: Option<Fold>, substrings: Option<Needles> },
    /// Sounds like one of these.
    Sounds(Vec<Sounds>),
    /// A number in one of these ranges.
    Number(Vec<NumberRange>),
    /// A date; each pair must hold together, one of the groups is enough.
    Date(Vec<Vec<(Relation, DateLimit)>>),
    /// An ECO code in one of these ranges, compared as far as the ends go.
    Eco(Vec<(Option<String>, Option<String>)>),
}

impl Test {
    pub(super) fn check(&self, value: &Value<'_>) -> Truth {
        match (value, value.text()) {
            (_, Some(text)) => self.check_text(text),
            (Value::Number(number), None) => match self {
                Test::Number(ranges) => in_ranges(ranges, *number),
                _ => Truth::False,
            },
            (_, None) => Truth::Open,
        }
    }

    pub(super) fn check_text(&self, text: &str) -> Truth {
        match self {
            Test::Text { relation, text: wanted, fold } => {
                Truth::from(relation.holds(folded(text, *fold).as_ref().cmp(wanted)))
            }
            Test::TextBetween { low, high, fold } => {
                let text = folded(text, *fold);
                let above = low.as_deref().is_none_or(|low| text.as_ref() >= low);
                let below = high.as_deref().is_none_or(|high| text.as_ref() <= high);
                Truth::from(above && below)
            }
            Test::OneOf { texts, fold } => {
                Truth::from(texts.contains(folded(text, *fold).as_ref()))
            }
            Test::Holds { texts, fold: how, .. } => {
                Truth::from(texts.is_in(fold(text, *how).as_bytes()))
            }
            Test::BeginsWord(wanted) => Truth::from(begins_word(text, wanted)),
            Test::Regex { regex, fold, .. } => {
                Truth::from(regex.is_match(folded(text, *fold).as_ref()))
            }
            Test::Sounds(sounds) => Truth::from(sounds.iter().any(|sound| sound.are_in(text))),
            Test::Number(ranges) => match number(text) {
                Some(number) => in_ranges(ranges, number),
                None => Truth::False,
            },
            Test::Date(groups) => {
                let days = days(text);
                let both = |group: &Vec<(Relation, DateLimit)>| {
                    let each = group.iter().map(|(relation, limit)| limit.compare(*relation, days));
                    each.fold(Truth::True, Truth::and)
                };
                groups.iter().map(both).fold(Truth::False, Truth::or)
            }
            Test::Eco(ranges) => Truth::from(ranges.iter().any(|range| is_in(text, range))),
        }
    }
}

fn folded(text: &str, how: Option<Fold>) -> std::borrow::Cow<'_, str> {
    match how {
        Some(how) => fold(text, how),
        None => text.into(),
    }
}

/// Whether a word of a text begins with this folded text.
fn begins_word(text: &str, wanted: &str) -> bool {
    let text = fold(text, Fold::Words);
    text.match_indices(wanted).any(|(at, _)| at == 0 || text.as_bytes()[at - 1] == b' ')
}

fn in_ranges(ranges: &[NumberRange], number: f64) -> Truth {
    Truth::from(ranges.iter().any(|range| range.contains(number)))
}

/// The number that a tag value is; of a time control, the seconds of its first period.
pub(super) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let begins_number = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    if let Some(number) = begins_number.then(|| decimal::parse(text)).flatten() {
        return Some(number);
    }
    let is_time_control = text.contains(['+', '/', ':']) || text.starts_with('*');
    let control = is_time_control.then(|| TimeControl::read(text)).flatten()?;
    control.periods().first()?.base_millis().map(|millis| millis as f64 / 1_000.0)
}

/// Whether a code lies in a range, as far as its ends are spelled out.
fn is_in(code: &str, (low, high): &(Option<String>, Option<String>)) -> bool {
    let code = code.trim();
    let begin = |len: usize| code.as_bytes().get(..len).unwrap_or(code.as_bytes());
    let looks_right = code.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    let above = |low: &String| code.as_bytes().to_ascii_uppercase().as_slice() >= low.as_bytes();
    let below = |high: &String| begin(high.len()).to_ascii_uppercase() <= high.as_bytes().to_vec();
    looks_right && low.as_ref().is_none_or(above) && high.as_ref().is_none_or(below)
}
