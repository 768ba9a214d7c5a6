//! Times of day: `14:05:00`, with unknown digits as question marks.
//!
//! Standard: §9.5. Decisions: D-16, D-25.

use std::fmt;

use super::ValueError;
use super::number::{parse_digits, write_digits};

/// A time of day from 00:00:00 to 23:59:59, any digit of which may be unknown.
///
/// ```
/// use pgnkit::tag::Time;
/// let time = Time::parse("14:30:00")?;
/// assert_eq!((time.hour(), time.minute()), (Some(14), Some(30)));
/// # Ok::<(), pgnkit::tag::ValueError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Time {
    /// Hours, minutes and seconds as ASCII digits or `?`.
    digits: [u8; 6],
}

impl Time {
    /// `??:??:??`
    ///
    /// ```
    /// # use pgnkit::tag::Time;
    /// assert_eq!(Time::UNKNOWN.to_string(), "??:??:??");
    /// ```
    pub const UNKNOWN: Time = Time { digits: *b"??????" };

    /// Parses the eight characters of the standard; the empty value is unknown.
    ///
    /// ```text
    /// time ::= d d ":" d d ":" d d        d ::= digit | "?"
    /// ```
    ///
    /// # Errors
    /// At the first character that is not in this form, or at the first field that is out of range
    /// for any value of its unknown digits.
    pub fn parse(value: &str) -> Result<Time, ValueError> {
        if value.is_empty() {
            return Ok(Time::UNKNOWN);
        }
        let digits = parse_digits(value, "dd:dd:dd", ["a colon", "the end of the time"])?;
        let time = Time { digits };
        if !time.fits(0, 24) {
            return Err(ValueError::text(value, 0..2, "an hour from 00 to 23"));
        }
        for (idx, range) in [(2, 3..5), (4, 6..8)] {
            if !time.fits(idx, 60) {
                return Err(ValueError::text(value, range, "a number from 00 to 59"));
            }
        }
        Ok(time)
    }

    /// The hour, 0 to 23, if both digits are known.
    ///
    /// ```
    /// # use pgnkit::tag::Time;
    /// assert_eq!(Time::parse("19:05:00")?.hour(), Some(19));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hour(&self) -> Option<u8> {
        self.number(0)
    }

    /// The minute, 0 to 59, if both digits are known.
    ///
    /// ```
    /// # use pgnkit::tag::Time;
    /// assert_eq!(Time::parse("19:05:00")?.minute(), Some(5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn minute(&self) -> Option<u8> {
        self.number(2)
    }

    /// The second, 0 to 59, if both digits are known.
    ///
    /// ```
    /// # use pgnkit::tag::Time;
    /// assert_eq!(Time::parse("19:05:??")?.second(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn second(&self) -> Option<u8> {
        self.number(4)
    }

    fn number(&self, idx: usize) -> Option<u8> {
        match [self.digits[idx], self.digits[idx + 1]] {
            [b'?', _] | [_, b'?'] => None,
            [tens, ones] => Some((tens - b'0') * 10 + (ones - b'0')),
        }
    }

    /// True if the two digits at `idx` may mean a number below `bound`.
    fn fits(&self, idx: usize, bound: u8) -> bool {
        let lowest = |digit: u8| if digit == b'?' { 0 } else { digit - b'0' };
        lowest(self.digits[idx]) * 10 + lowest(self.digits[idx + 1]) < bound
    }
}

/// The eight characters of the standard.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digits(f, &self.digits, "dd:dd:dd")
    }
}

impl Default for Time {
    fn default() -> Time {
        Time::UNKNOWN
    }
}
