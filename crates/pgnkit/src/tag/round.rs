//! Rounds: `29`, `3.1`, `-` if there are no rounds, `?` if unknown.
//!
//! Standard: §8.1.1.4; order is §12. Decisions: D-16, D-20, D-42.

use std::cmp::Ordering;
use std::fmt;

use super::{ValueError, sort_key};

/// A valid Round value.
///
/// ```
/// use pgnkit::tag::Round;
/// let Round::Parts(parts) = Round::parse("3.1")? else { panic!() };
/// assert!(parts.numbers().eq([3, 1]));
/// # Ok::<(), pgnkit::tag::ValueError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Round<'a> {
    /// `?`, or the empty value.
    Unknown,
    /// `-`: a round number does not apply.
    NotApplicable,
    /// One or more numbers.
    Parts(Parts<'a>),
}

/// The numbers of a multipart round, most significant first; there is at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Parts<'a> {
    text: &'a str,
}

impl<'a> Round<'a> {
    /// Parses a Round value.
    ///
    /// ```text
    /// round ::= "?" | "-" | integer {"." integer}
    /// ```
    ///
    /// # Errors
    /// At the first character out of place. Integers have no upper bound.
    pub fn parse(value: &'a str) -> Result<Round<'a>, ValueError> {
        match value {
            "" | "?" => return Ok(Round::Unknown),
            "-" => return Ok(Round::NotApplicable),
            _ => {}
        }
        let mut needs_digit = true;
        for (offset, byte) in value.bytes().enumerate() {
            match byte {
                b'0'..=b'9' => needs_digit = false,
                b'.' if !needs_digit => needs_digit = true,
                _ if needs_digit => return Err(ValueError::at(value, offset, "a digit")),
                _ => return Err(ValueError::at(value, offset, "a digit, a period or the end")),
            }
        }
        if needs_digit {
            return Err(ValueError::at(value, value.len(), "a digit"));
        }
        Ok(Round::Parts(Parts { text: value }))
    }
}

impl<'a> Parts<'a> {
    /// The digits of each part, as written.
    pub fn digits(self) -> impl Iterator<Item = &'a str> {
        self.text.split('.')
    }

    /// Each part as a number; those above `u64::MAX` become `u64::MAX`.
    pub fn numbers(self) -> impl Iterator<Item = u64> {
        self.digits().map(|digits| digits.parse().unwrap_or(u64::MAX))
    }
}

/// The value as written; unknown is `?`.
impl fmt::Display for Round<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Round::Unknown => f.write_str("?"),
            Round::NotApplicable => f.write_str("-"),
            Round::Parts(parts) => f.write_str(parts.text),
        }
    }
}

/// The order of all Round values, valid or not (§12, D-42).
///
/// `?` before `-` before numbers before other text. Parts are compared one by one by the same
/// kinds, a missing part first: `3` < `3.?` < `3.1` < `3.10` < `4`. `1` and `01` are equal. Other
/// text is compared by bytes.
#[must_use]
pub fn compare(a: &str, b: &str) -> Ordering {
    match (is_parted(a), is_parted(b)) {
        (true, true) => parts(a).cmp(parts(b)),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => a.as_bytes().cmp(b.as_bytes()),
    }
}

/// Appends a key whose bytes are in the order of [`compare`]. No key is a proper prefix of another,
/// so other keys may follow it.
#[doc(hidden)]
pub fn push_sort_key(value: &str, key: &mut Vec<u8>) {
    if !is_parted(value) {
        key.push(OTHER_KEY);
        sort_key::push_text(value.as_bytes(), key);
        return;
    }
    for part in parts(value) {
        match part {
            RoundPart::Unknown => key.push(UNKNOWN_KEY),
            RoundPart::NotApplicable => key.push(NOT_APPLICABLE_KEY),
            RoundPart::Number { digits, .. } => {
                key.push(NUMBER_KEY);
                sort_key::push_digits(digits, key);
            }
        }
    }
    key.push(END_KEY);
}

const END_KEY: u8 = 1;
const UNKNOWN_KEY: u8 = 2;
const NOT_APPLICABLE_KEY: u8 = 3;
const NUMBER_KEY: u8 = 4;
const OTHER_KEY: u8 = 5;

/// One part; the derived order is the order of parts.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum RoundPart<'a> {
    Unknown,
    NotApplicable,
    /// Without leading zeros, so that more digits means a larger number.
    Number {
        n_digits: usize,
        digits: &'a str,
    },
}

/// True if every part is a number, `?` or `-`; the empty value is unknown.
fn is_parted(value: &str) -> bool {
    let is_part = |part: &str| match part {
        "?" | "-" => true,
        _ => !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()),
    };
    value.is_empty() || value.split('.').all(is_part)
}

fn parts(value: &str) -> impl Iterator<Item = RoundPart<'_>> {
    value.split('.').map(|part| match part {
        "" | "?" => RoundPart::Unknown,
        "-" => RoundPart::NotApplicable,
        _ => {
            let digits = part.trim_start_matches('0');
            RoundPart::Number { n_digits: digits.len(), digits }
        }
    })
}
