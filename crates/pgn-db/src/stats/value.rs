//! The group of a game: a number, a text, or unknown.

use std::borrow::Cow;

use pgnkit::tag::sort_key;

/// One value of a word. Numbers come before texts, and what is not known comes last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value<'a> {
    /// A number in thousandths, or the index of one of a few values: this depends on the word.
    Number(i64),
    /// A text, never empty.
    Text(Cow<'a, str>),
    /// Not known.
    Unknown,
}

const NUMBER: u8 = 1;
const TEXT: u8 = 2;
const UNKNOWN: u8 = 3;

impl<'a> Value<'a> {
    /// The text of a tag; nothing, `?` and `-` are not known.
    #[must_use]
    pub fn of_tag(text: &'a str) -> Value<'a> {
        match text.trim() {
            "" | "?" | "-" => Value::Unknown,
            text => Value::Text(Cow::Borrowed(text)),
        }
    }

    /// A number.
    #[must_use]
    pub fn of_number(number: f64) -> Value<'a> {
        Value::Number((number * 1_000.0).round() as i64)
    }

    /// One of a few values, by its place among them.
    #[must_use]
    pub fn of_idx(idx: u8) -> Value<'a> {
        Value::Number(idx.into())
    }

    /// Appends bytes that compare as the values do. No such key is the beginning of another.
    pub fn push_key(&self, key: &mut Vec<u8>) {
        match self {
            Value::Number(number) => {
                key.push(NUMBER);
                key.extend_from_slice(&(number ^ i64::MIN).to_be_bytes());
            }
            Value::Text(text) => {
                key.push(TEXT);
                sort_key::push_text(text.as_bytes(), key);
            }
            Value::Unknown => key.push(UNKNOWN),
        }
    }

    /// The values whose keys are these bytes; an invalid key ends the list.
    #[must_use]
    pub fn of_key(key: &[u8]) -> Vec<Value<'static>> {
        let mut values = Vec::new();
        let mut rest = key;
        while let Some((value, behind)) = first(rest) {
            values.push(value);
            rest = behind;
        }
        values
    }
}

fn first(key: &[u8]) -> Option<(Value<'static>, &[u8])> {
    let (kind, rest) = key.split_first()?;
    match *kind {
        NUMBER => {
            let (number, rest) = rest.split_first_chunk()?;
            Some((Value::Number(i64::from_be_bytes(*number) ^ i64::MIN), rest))
        }
        TEXT => {
            let mut text = Vec::new();
            let mut at = 0;
            // A zero byte is `0 255`, and the end is `0 1`.
            loop {
                let zero = at + rest[at..].iter().position(|&byte| byte == 0)?;
                text.extend_from_slice(&rest[at..zero]);
                at = zero + 2;
                match rest.get(zero + 1)? {
                    255 => text.push(0),
                    _ => break,
                }
            }
            let text = String::from_utf8_lossy(&text).into_owned();
            Some((Value::Text(Cow::Owned(text)), &rest[at..]))
        }
        UNKNOWN => Some((Value::Unknown, rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value() -> impl Strategy<Value = Value<'static>> {
        prop_oneof![
            any::<i64>().prop_map(Value::Number),
            "[\0\u{1}a-c\u{e9}\u{ff}]{1,6}".prop_map(|text| Value::Text(Cow::Owned(text))),
            Just(Value::Unknown),
        ]
    }

    proptest! {
        #[test]
        fn keys_come_back_and_compare_as_values_do(
            a in prop::collection::vec(value(), 0..4),
            b in prop::collection::vec(value(), 0..4),
        ) {
            let key_of = |values: &[Value<'_>]| {
                let mut key = Vec::new();
                values.iter().for_each(|value| value.push_key(&mut key));
                key
            };
            prop_assert_eq!(Value::of_key(&key_of(&a)), a.clone());
            prop_assert_eq!(key_of(&a).cmp(&key_of(&b)), a.cmp(&b));
        }

        #[test]
        fn any_bytes_are_read_as_a_key(key: Vec<u8>) {
            let _ = Value::of_key(&key);
        }
    }
}
