//! Comparing a number: `>= 3`, `!= 2`, `in 4..7`.

use super::ProbeError;
use super::text::ProbeText;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Compare {
    low: i32,
    high: i32,
    /// It must lie outside instead.
    is_outside: bool,
}

/// The ends of a range without numbers.
const ANY: Compare = Compare { low: i32::MIN, high: i32::MAX, is_outside: false };

impl Compare {
    pub(super) fn at_least(low: i32) -> Compare {
        Compare { low, ..ANY }
    }

    pub(super) fn at_most(high: i32) -> Compare {
        Compare { high, ..ANY }
    }

    pub(super) fn exactly(n: i32) -> Compare {
        Compare { low: n, high: n, is_outside: false }
    }

    pub(super) fn other_than(n: i32) -> Compare {
        Compare { is_outside: true, ..Compare::exactly(n) }
    }

    /// Reads a comparison if one is next.
    ///
    /// ```text
    /// comparison ::= ("=" | "!=" | "<" | "<=" | ">" | ">=") number | "in" number ".." number
    /// number     ::= ["-"] digits
    /// ```
    pub(super) fn parse(text: &mut ProbeText<'_>) -> Result<Option<Compare>, ProbeError> {
        text.skip_spaces();
        if text.take_word("in") {
            let low = number(text)?;
            text.skip_spaces();
            if !text.take("..") {
                return Err(text.expected("`..`"));
            }
            let high = number(text)?;
            return Ok(Some(Compare { low, high, is_outside: false }));
        }
        let signs = ["!=", "<=", ">=", "=", "<", ">"];
        let Some(sign) = signs.into_iter().find(|sign| text.take(sign)) else { return Ok(None) };
        let n = number(text)?;
        Ok(Some(match sign {
            "<=" => Compare::at_most(n),
            ">=" => Compare::at_least(n),
            "<" => Compare::at_most(n.saturating_sub(1)),
            ">" => Compare::at_least(n.saturating_add(1)),
            "!=" => Compare::other_than(n),
            _ => Compare::exactly(n),
        }))
    }

    #[inline]
    pub(super) fn holds(self, number: i32) -> bool {
        (self.low <= number && number <= self.high) != self.is_outside
    }

    /// The least that it can be, if it counts things.
    pub(super) fn least(self) -> u32 {
        if self.is_outside { 0 } else { u32::try_from(self.low).unwrap_or(0) }
    }
}

fn number(text: &mut ProbeText<'_>) -> Result<i32, ProbeError> {
    text.skip_spaces();
    let is_negative = text.take("-");
    let Some(number) = text.number()? else { return Err(text.expected("a number")) };
    let number = i32::try_from(number).unwrap_or(i32::MAX);
    Ok(if is_negative { -number } else { number })
}
