//! A cell of a table, and its text.

use std::borrow::Cow;

use super::Kind;

/// The content of a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// Nothing is known.
    #[default]
    Unknown,
    /// Words.
    Text(String),
    /// An integer, or the digits of a date.
    Integer(i64),
    /// An exact fraction; empty if `whole` is 0.
    Ratio {
        /// The upper number.
        part: i64,
        /// The lower one.
        whole: u64,
    },
    /// True or false.
    Flag(bool),
    /// The value for JSON, and the text for other formats.
    Nested(serde_json::Value, String),
    /// The parts of a bar.
    Bar([u64; 4]),
}

/// How many digits after the point programs are given, at most.
const DIGITS_OF_PROGRAMS: usize = 4;

impl Value {
    /// A fraction.
    #[must_use]
    pub fn ratio(part: u64, whole: u64) -> Value {
        Value::Ratio { part: part as i64, whole }
    }

    /// Words; empty if there are none.
    #[must_use]
    pub fn text_if_any(text: &str) -> Value {
        if text.is_empty() { Value::Unknown } else { Value::Text(text.to_owned()) }
    }

    /// A number; empty if it is 0.
    #[must_use]
    pub fn positive(number: u64) -> Value {
        if number == 0 { Value::Unknown } else { number.into() }
    }

    /// Whether the value is unknown.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self, Value::Unknown | Value::Ratio { whole: 0, .. })
    }

    /// The text for programs, without quotes; empty if the value is unknown.
    #[must_use]
    pub fn for_programs(&self, kind: Kind) -> Cow<'_, str> {
        match *self {
            Value::Ratio { part, whole } => {
                trimmed(decimal(part, whole, DIGITS_OF_PROGRAMS)).into()
            }
            _ => self.for_people(kind),
        }
    }

    /// The text for people; empty if the value is unknown.
    #[must_use]
    pub fn for_people(&self, kind: Kind) -> Cow<'_, str> {
        match self {
            Value::Unknown | Value::Bar(_) | Value::Ratio { whole: 0, .. } => "".into(),
            Value::Text(text) | Value::Nested(_, text) => text.as_str().into(),
            Value::Integer(digits) if kind == Kind::Date => date(*digits).into(),
            Value::Integer(number) => number.to_string().into(),
            Value::Flag(flag) => if *flag { "true" } else { "false" }.into(),
            Value::Ratio { part, whole } => match kind {
                Kind::Percent => {
                    decimal(part.saturating_mul(100), *whole, 1).map(|text| text + "%")
                }
                Kind::Decimal(digits) => decimal(*part, *whole, usize::from(digits)),
                _ => Some(trimmed(decimal(*part, *whole, 2))),
            }
            .unwrap_or_default()
            .into(),
        }
    }
}

/// A fraction with this many digits after the point, rounded half away from zero.
fn decimal(part: i64, whole: u64, digit_count: usize) -> Option<String> {
    let scale = 10_u128.pow(digit_count as u32);
    let (part, sign) = (u128::from(part.unsigned_abs()), if part < 0 { "-" } else { "" });
    let whole = u128::from(whole);
    let units = (2 * part * scale + whole).checked_div(2 * whole)?;
    let sign = if units == 0 { "" } else { sign };
    Some(match digit_count {
        0 => format!("{sign}{units}"),
        _ => format!("{sign}{}.{:0digit_count$}", units / scale, units % scale),
    })
}

/// Without zeros at its end.
fn trimmed(number: Option<String>) -> String {
    let number = number.unwrap_or_default();
    match number.contains('.') {
        true => number.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => number,
    }
}

/// A date of digits as far as it is known: `2018.03.10`, `2018.03`, `2018`.
fn date(digits: i64) -> String {
    let (year, month, day) = (digits / 10_000, digits / 100 % 100, digits % 100);
    match (month, day) {
        (0, _) => format!("{year:04}"),
        (_, 0) => format!("{year:04}.{month:02}"),
        (_, _) => format!("{year:04}.{month:02}.{day:02}"),
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Value {
        Value::Integer(number as i64)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Integer(number.into())
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Integer(number.into())
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Value {
        Value::Integer(number as i64)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Flag(flag)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Unknown, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_of_their_column() {
        let shown = |value: Value, kind: Kind| {
            (value.for_people(kind).into_owned(), value.for_programs(kind).into_owned())
        };
        for (value, kind, people, programs) in [
            (Value::ratio(2, 3), Kind::Percent, "66.7%", "0.6667"),
            (Value::ratio(1, 2), Kind::Percent, "50.0%", "0.5"),
            (Value::ratio(0, 0), Kind::Percent, "", ""),
            (Value::ratio(123, 2), Kind::Decimal(1), "61.5", "61.5"),
            (Value::ratio(123, 1), Kind::Decimal(1), "123.0", "123"),
            (Value::ratio(16, 2), Kind::Points, "8", "8"),
            (Value::ratio(3, 4), Kind::Points, "0.75", "0.75"),
            (Value::Ratio { part: -3, whole: 4 }, Kind::Points, "-0.75", "-0.75"),
            (Value::Ratio { part: -1, whole: 30_000 }, Kind::Points, "0", "0"),
            (Value::ratio(u64::MAX / 2, u64::MAX), Kind::Decimal(0), "0", "0.5"),
            (19_720_711_u64.into(), Kind::Date, "1972.07.11", "1972.07.11"),
            (19_720_700_u64.into(), Kind::Date, "1972.07", "1972.07"),
            (19_720_000_u64.into(), Kind::Date, "1972", "1972"),
            (None::<u64>.into(), Kind::Integer, "", ""),
        ] {
            assert_eq!(shown(value, kind), (people.to_owned(), programs.to_owned()));
        }
    }
}
