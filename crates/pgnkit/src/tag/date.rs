//! Tag pair dates: `1992.08.31`, with unknown digits as question marks.
//!
//! Standard: §8.1.1.3, §9.2, §9.5; order for sorting is §12. Decisions: D-16, D-18, D-19, D-42.

use std::fmt;

use super::ValueError;
use super::number::{parse_digits, write_digits};

/// A date, any digit of which may be unknown.
///
/// It may not exist in the calendar; see [`check_calendar`](Date::check_calendar). Dates are equal
/// if they are spelled the same; for their order see [`sort_key`](Date::sort_key).
///
/// ```
/// let date: pgnkit::tag::Date = "1992.11.??".parse()?;
/// assert_eq!((date.year(), date.month(), date.day()), (Some(1992), Some(11), None));
/// # Ok::<(), pgnkit::tag::ValueError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Date {
    /// Year, month and day as ASCII digits or `?`.
    digits: [u8; 8],
}

impl Date {
    /// `????.??.??`
    ///
    /// ```
    /// # use pgnkit::tag::Date;
    /// assert_eq!(Date::UNKNOWN.to_string(), "????.??.??");
    /// ```
    pub const UNKNOWN: Date = Date { digits: *b"????????" };

    /// Parses the ten characters of the standard; the empty value is unknown.
    ///
    /// ```text
    /// date ::= d d d d "." d d "." d d        d ::= digit | "?"
    /// ```
    ///
    /// # Errors
    /// At the first character that is not in this form. Impossible days are not errors here.
    ///
    /// ```
    /// use pgnkit::tag::Date;
    /// assert_eq!(Date::parse("1992.11.04")?.to_string(), "1992.11.04");
    /// # Ok::<(), pgnkit::tag::ValueError>(())
    /// ```
    pub fn parse(value: &str) -> Result<Date, ValueError> {
        if value.is_empty() {
            return Ok(Date::UNKNOWN);
        }
        parse_digits(value, "dddd.dd.dd", ["a period", "the end of the date"])
            .map(|digits| Date { digits })
    }

    /// Like [`parse`](Date::parse), but also accepts other spellings with only one meaning; see
    /// [`read_date`](super::read_date).
    ///
    /// For sorting and searching; the value itself does not change (D-18).
    ///
    /// ```
    /// # use pgnkit::tag::Date;
    /// assert_eq!(Date::parse_lax("1992-08-31"), Date::new(1992, 8, 31));
    /// ```
    #[must_use]
    pub fn parse_lax(value: &str) -> Option<Date> {
        super::read_date(value, super::date_order()).map(|reading| reading.date)
    }

    /// The date of eight digits, each of which may be `?`.
    pub(super) fn of_digits(digits: [u8; 8]) -> Date {
        Date { digits }
    }

    /// A complete date: year 1 to 9999, month 1 to 12, and a day of that month.
    ///
    /// ```
    /// # use pgnkit::tag::Date;
    /// let date = Date::new(1992, 2, 29).expect("a leap year");
    /// assert_eq!(date.to_string(), "1992.02.29");
    /// assert_eq!(Date::new(1993, 2, 29), None);
    /// ```
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        if !(1..=9999).contains(&year) || !(1..=12).contains(&month) {
            return None;
        }
        if !(1..=days_of_month(month, is_leap(year))).contains(&day) {
            return None;
        }
        let digit = |number: u16, unit: u16| b'0' + (number / unit % 10) as u8;
        let (month, day) = (u16::from(month), u16::from(day));
        let digits = [
            digit(year, 1000),
            digit(year, 100),
            digit(year, 10),
            digit(year, 1),
            digit(month, 10),
            digit(month, 1),
            digit(day, 10),
            digit(day, 1),
        ];
        Some(Date { digits })
    }

    /// The year, if all its digits are known and not all zero.
    ///
    /// ```
    /// # use pgnkit::tag::Date;
    /// assert_eq!(Date::parse("19??.08.31")?.year(), None);
    /// # Ok::<(), pgnkit::tag::ValueError>(())
    /// ```
    #[must_use]
    pub fn year(&self) -> Option<u16> {
        self.number(0, 4)
    }

    /// The month, 1 to 12, if both digits are known.
    ///
    /// ```
    /// # use pgnkit::tag::Date;
    /// assert_eq!(Date::parse("1992.08.??")?.month(), Some(8));
    /// # Ok::<(), pgnkit::tag::ValueError>(())
    /// ```
    #[must_use]
    pub fn month(&self) -> Option<u8> {
        self.number(4, 6).filter(|month| *month <= 12).map(|month| month as u8)
    }

    /// The day, if both digits are known and the month has such a day.
    ///
    /// ```
    /// # use pgnkit::tag::Date;
    /// assert_eq!(Date::parse("1992.08.31")?.day(), Some(31));
    /// # Ok::<(), pgnkit::tag::ValueError>(())
    /// ```
    #[must_use]
    pub fn day(&self) -> Option<u8> {
        let day = self.number(6, 8).filter(|day| *day <= 31).map(|day| day as u8)?;
        (day <= 28 || self.possible().digits[6] != b'?').then_some(day)
    }

    /// The same with question marks for a month or day that the calendar does not have.
    ///
    /// ```
    /// use pgnkit::tag::Date;
    /// let date = Date::parse("1993.02.32").unwrap();
    /// assert_eq!(date.possible().to_string(), "1993.02.??");
    /// ```
    #[must_use]
    pub fn possible(&self) -> Date {
        let (mut date, [.., m1, m2, d1, d2]) = (*self, self.digits);
        let is_plain_month = matches!([m1, m2], [b'0', _] | [b'1', b'0'..=b'2'] | [b'?', b'?']);
        if !is_plain_month && !(1..=12).any(|month| fits(&self.digits[4..6], month)) {
            date.digits[4..6].copy_from_slice(b"??");
        }
        let is_plain_day =
            matches!([d1, d2], [b'0' | b'1', _] | [b'?', b'?'] | [b'2', b'0'..=b'8']);
        let is_calendar_day = |month| {
            let days = 1..=days_of_month(month, self.may_be_leap());
            days.into_iter().any(|day| fits(&[d1, d2], u16::from(day)))
        };
        let mut months = (1..=12).filter(|month| fits(&date.digits[4..6], u16::from(*month)));
        if !is_plain_day && !months.any(is_calendar_day) {
            date.digits[6..8].copy_from_slice(b"??");
        }
        date
    }

    /// True if year, month and day are all known.
    ///
    /// ```
    /// # use pgnkit::tag::Date;
    /// assert!(!Date::parse("1992.08.??")?.is_complete());
    /// # Ok::<(), pgnkit::tag::ValueError>(())
    /// ```
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.year().is_some() && self.month().is_some() && self.day().is_some()
    }

    /// True if no digit is known.
    ///
    /// ```
    /// # use pgnkit::tag::Date;
    /// assert!(Date::UNKNOWN.is_unknown());
    /// ```
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        *self == Date::UNKNOWN
    }

    /// Checks that a day of the calendar fits the known digits; a field of zeros counts as unknown.
    ///
    /// # Errors
    /// At the month (offset 5) or the day (offset 8) of the ten-character form.
    ///
    /// ```
    /// # use pgnkit::tag::Date;
    /// assert!(Date::parse("1993.02.29")?.check_calendar().is_err());
    /// # Ok::<(), pgnkit::tag::ValueError>(())
    /// ```
    pub fn check_calendar(&self) -> Result<(), ValueError> {
        let month_fits = |month: &u8| fits(&self.digits[4..6], u16::from(*month));
        if !(1..=12).any(|month| month_fits(&month)) {
            return Err(ValueError::text(&self.to_string(), 5..7, "a month from 01 to 12"));
        }
        let is_leap = self.may_be_leap();
        let day_fits = |month: u8| {
            (1..=days_of_month(month, is_leap)).any(|day| fits(&self.digits[6..8], u16::from(day)))
        };
        if !(1..=12).filter(month_fits).any(day_fits) {
            return Err(ValueError::text(&self.to_string(), 8..10, "a day of that month"));
        }
        Ok(())
    }

    /// The key of §12: year, month, day as the decimal number `YYYYMMDD`, with zeros for `?` and
    /// for a month or day that the calendar does not have.
    #[must_use]
    pub fn sort_key(&self) -> u32 {
        self.possible().digits.iter().fold(0, |key, &digit| {
            key * 10 + if digit == b'?' { 0 } else { u32::from(digit - b'0') }
        })
    }

    /// The number that the digits `from..to` spell, unless one is unknown or all are zero.
    fn number(&self, from: usize, to: usize) -> Option<u16> {
        let mut number = 0;
        for &digit in &self.digits[from..to] {
            number =
                number * 10 + if digit == b'?' { return None } else { u16::from(digit - b'0') };
        }
        (number != 0).then_some(number)
    }

    fn may_be_leap(&self) -> bool {
        self.year().map_or_else(
            || (4..=9999).step_by(4).any(|year| is_leap(year) && fits(&self.digits[..4], year)),
            is_leap,
        )
    }
}

/// The sort key of any Date value: 0 if it cannot be read as a date (D-42).
#[doc(hidden)]
#[must_use]
pub fn sort_key(value: &str) -> u32 {
    Date::parse_lax(value).map_or(0, |date| date.sort_key())
}

/// The ten characters of the standard.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digits(f, &self.digits, "dddd.dd.dd")
    }
}

impl Default for Date {
    fn default() -> Date {
        Date::UNKNOWN
    }
}

/// True if the digits may mean the number; all zeros mean unknown.
fn fits(digits: &[u8], number: u16) -> bool {
    if digits.iter().all(|&digit| digit == b'0') {
        return true;
    }
    let mut rest = number;
    for &digit in digits.iter().rev() {
        if digit != b'?' && u16::from(digit - b'0') != rest % 10 {
            return false;
        }
        rest /= 10;
    }
    rest == 0
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of_month(month: u8, is_leap: bool) -> u8 {
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
