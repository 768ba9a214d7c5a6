//! Other forms of dates than `1992.08.31`, and their meanings.
//!
//! Standard: §8.1.1.3. Decisions: D-18, D-42, D-88.
//!
//! The idea:
//!
//! ```text
//! drop a time of day; split the rest into numbers and words
//! year first: year, month, day
//! year last: a month by name, or two numbers, of which only one order may be possible
//! ```

use std::sync::atomic::{AtomicU8, Ordering};

use super::Date;

/// The meaning of the first number in a date whose year is last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DateOrder {
    /// `31/08/1992`
    DayMonth,
    /// `08/31/1992`
    MonthDay,
}

impl DateOrder {
    /// All of them.
    pub const ALL: [DateOrder; 2] = [DateOrder::DayMonth, DateOrder::MonthDay];

    /// The name as an option of programs: `dmy`, `mdy`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DateOrder::DayMonth => "dmy",
            DateOrder::MonthDay => "mdy",
        }
    }

    /// The order with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<DateOrder> {
        DateOrder::ALL.into_iter().find(|order| order.name() == name)
    }
}

/// The order of the process: 0 for none, otherwise 1 and the index in [`DateOrder::ALL`].
static ORDER: AtomicU8 = AtomicU8::new(0);

/// Sets how the whole process reads dates such as `03/04/1992`; without an order, only their year
/// is known.
///
/// Set it before reading games: results depend on it, as on a locale.
#[doc(hidden)]
pub fn set_date_order(order: Option<DateOrder>) {
    ORDER.store(order.map_or(0, |order| order as u8 + 1), Ordering::Relaxed);
}

/// The order that [`set_date_order`] set.
#[doc(hidden)]
#[must_use]
pub fn date_order() -> Option<DateOrder> {
    DateOrder::ALL.get(usize::from(ORDER.load(Ordering::Relaxed)).wrapping_sub(1)).copied()
}

/// A date and how it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateReading {
    /// The date; its month and day are unknown if it is ambiguous.
    pub date: Date,
    /// How it was written.
    pub form: DateForm,
    /// The byte offset of the end of the date, if a time of day follows, which is skipped.
    pub time_offset: Option<usize>,
}

/// How a date was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DateForm {
    /// As in the standard.
    Standard,
    /// `1992.8.31`
    Unpadded,
    /// `1992-08-31`, `19920831`
    Separator,
    /// `1992.08`, `1992`
    Partial,
    /// `31.08.1992`, `8/31/1992`, if only one order is possible.
    YearLast,
    /// `03/04/1992`, read in the given order.
    Ordered,
    /// `31 Aug 1992`
    Named,
    /// `03/04/1992`, with both readings.
    Ambiguous {
        /// With the day first.
        day_month: Date,
        /// With the month first.
        month_day: Date,
    },
}

/// Reads a text as a date; `None` if it is not one.
///
/// `order` matters only if both orders are possible. A time of day after the date is skipped.
/// Months and days that do not exist are kept; see [`Date::possible`].
///
/// ```
/// use pgnkit::tag::{DateOrder, read_date};
/// let date = |text, order| read_date(text, order).map(|reading| reading.date.to_string());
/// assert_eq!(date("31/8/1992", None).as_deref(), Some("1992.08.31"));
/// assert_eq!(date("3/4/1992", None).as_deref(), Some("1992.??.??"));
/// assert_eq!(date("3/4/1992", Some(DateOrder::DayMonth)).as_deref(), Some("1992.04.03"));
/// ```
#[must_use]
pub fn read_date(text: &str, order: Option<DateOrder>) -> Option<DateReading> {
    let n_blanks = text.len() - text.trim_start().len();
    let text = text.trim();
    if let Ok(date) = Date::parse(text) {
        return reading(date, DateForm::Standard);
    }
    if text.len() > LEN_MAX {
        return None;
    }
    let head = before_time(text);
    let time_offset = (head.len() < text.len()).then_some(n_blanks + head.len());
    let read = read_day(head, order)?;
    Some(DateReading { time_offset, ..read })
}

fn read_day(text: &str, order: Option<DateOrder>) -> Option<DateReading> {
    if let Ok(date) = Date::parse(text) {
        return reading(date, DateForm::Standard);
    }
    let parts = DateParts::of(text)?;
    let mut words = parts.texts.iter().filter(|part| part.starts_with(char::is_alphabetic));
    match words.next() {
        Some(_) => parts.with_month_name(),
        None if parts.are_equally_separated() => parts.of_numbers(order),
        None => None,
    }
}

/// Longest text that is looked at: a date in words and a time with a zone.
const LEN_MAX: usize = 64;

/// The text before a time of day, if there is one: `2019-05-03T12:00Z`.
fn before_time(text: &str) -> &str {
    let is_time = |tail: &str| {
        let n_digits = tail.bytes().take_while(u8::is_ascii_digit).count();
        matches!(n_digits, 1 | 2)
            && tail[n_digits..].starts_with(':')
            && tail[n_digits + 1..].starts_with(|c: char| c.is_ascii_digit())
    };
    let mut ends = text.char_indices().filter(|(at, c)| {
        let is_after_digit = text[..*at].ends_with(|c: char| c.is_ascii_digit());
        (*c == ' ' || *c == ',' || *c == 'T' && is_after_digit)
            && is_time(text[*at + 1..].trim_start())
    });
    ends.next().map_or(text, |(at, _)| text[..at].trim_end())
}

/// A text in numbers and words.
#[derive(Default)]
struct DateParts<'a> {
    texts: Vec<&'a str>,
    /// The separators.
    separators: Vec<&'a str>,
}

impl<'a> DateParts<'a> {
    fn of(text: &'a str) -> Option<DateParts<'a>> {
        let mut parts = DateParts::default();
        let mut rest = text;
        while !rest.is_empty() {
            let is_number = |c: char| c.is_ascii_digit() || c == '?';
            let first = rest.chars().next()?;
            let len = match first {
                c if is_number(c) => rest.find(|c| !is_number(c)),
                c if c.is_alphabetic() => rest.find(|c: char| !c.is_alphabetic()),
                _ => return None,
            };
            let (part, behind) = rest.split_at(len.unwrap_or(rest.len()));
            let is_start = |c: char| is_number(c) || c.is_alphabetic();
            let (gap, behind) = behind.split_at(behind.find(is_start).unwrap_or(behind.len()));
            let is_suffix = matches!(part, "st" | "nd" | "rd" | "th")
                && parts.separators.last().is_some_and(|separator| separator.is_empty());
            match is_suffix || part == "of" {
                true => *parts.separators.last_mut()? = gap,
                false => {
                    parts.texts.push(part);
                    parts.separators.push(gap);
                }
            }
            rest = behind;
        }
        let last = parts.separators.pop()?;
        (matches!(last, "" | ".") && parts.texts.len() <= 3).then_some(parts)
    }

    fn are_equally_separated(&self) -> bool {
        let first = self.separators.first().copied().unwrap_or(".");
        let is_known = |one: &str| matches!(one, "." | "/" | "-" | " " | "\u{2013}" | ". ");
        is_known(first) && self.separators.iter().all(|one| *one == first)
    }

    fn of_numbers(&self, order: Option<DateOrder>) -> Option<DateReading> {
        let is_usual = self.separators.iter().all(|one| *one == ".");
        match *self.texts {
            [all] if all.len() == 8 && all.bytes().all(|byte| byte.is_ascii_digit()) => {
                let date = date_of(&all[..4], &all[4..6], &all[6..])?;
                let is_one = (1_000..3_000).contains(&date.year()?) && date.is_complete();
                is_one.then(|| reading(date, DateForm::Separator))?
            }
            [year] => reading(date_of(year, "?", "?")?, DateForm::Partial),
            [year, month] if year.len() == 4 => {
                reading(date_of(year, month, "?")?, DateForm::Partial)
            }
            [month, year] => reading(date_of(year, month, "?")?, DateForm::Partial),
            [year, month, day] if year.len() == 4 => {
                let form = match is_usual {
                    true => DateForm::Unpadded,
                    false => DateForm::Separator,
                };
                reading(date_of(year, month, day)?, form)
            }
            [first, second, year] => Some(with_year_last(
                [date_of(year, second, first)?, date_of(year, first, second)?],
                order,
            )),
            _ => None,
        }
    }

    /// With a month in words, or in Roman numerals between periods or dashes.
    fn with_month_name(&self) -> Option<DateReading> {
        let is_known = |c: char| matches!(c, ' ' | '.' | ',' | '-' | '/' | '\u{2013}');
        if !self.separators.iter().all(|one| one.chars().all(is_known)) {
            return None;
        }
        let month = self.texts.iter().position(|part| month_of(part).is_some())?;
        let number = format!("{:02}", month_of(self.texts[month])?);
        let mut others = self.texts.iter().enumerate().filter(|(at, _)| *at != month);
        let (first, second) = (others.next().map(|it| *it.1), others.next().map(|it| *it.1));
        let (day, year) = match (first?, second) {
            (year, None) => ("?", year),
            (year, Some(day)) if year.len() == 4 => (day, year),
            (day, Some(year)) => (day, year),
        };
        reading(date_of(year, &number, day)?, DateForm::Named)
    }
}

fn reading(date: Date, form: DateForm) -> Option<DateReading> {
    Some(DateReading { date, form, time_offset: None })
}

/// The two readings of a date whose year is last, with the day or the month first.
fn with_year_last([day_month, month_day]: [Date; 2], order: Option<DateOrder>) -> DateReading {
    let is_possible = |date: Date| date.check_calendar().is_ok();
    let has_month = |date: Date| date.possible().month() == date.month() && date.month().is_some();
    let (date, form) = match (is_possible(day_month), is_possible(month_day)) {
        (true, true) if day_month == month_day => (day_month, DateForm::YearLast),
        (true, true) => match order {
            Some(DateOrder::DayMonth) => (day_month, DateForm::Ordered),
            Some(DateOrder::MonthDay) => (month_day, DateForm::Ordered),
            None => (year_of(day_month), DateForm::Ambiguous { day_month, month_day }),
        },
        (true, false) => (day_month, DateForm::YearLast),
        (false, true) => (month_day, DateForm::YearLast),
        // 30.02.1992: only one of the numbers can be a month.
        (false, false) if has_month(month_day) && !has_month(day_month) => {
            (month_day, DateForm::YearLast)
        }
        (false, false) if has_month(day_month) => (day_month, DateForm::YearLast),
        (false, false) => (year_of(day_month), DateForm::YearLast),
    };
    DateReading { date, form, time_offset: None }
}

/// The date of which only the year is known.
fn year_of(date: Date) -> Date {
    let mut digits = *b"????????";
    digits[..4].copy_from_slice(&date.to_string().as_bytes()[..4]);
    Date::of_digits(digits)
}

/// The date of these parts: four digits, and one or two for month and day, with any of them `?`.
fn date_of(year: &str, month: &str, day: &str) -> Option<Date> {
    let mut digits = *b"????????";
    let is_number = |part: &str| part.bytes().all(|b| b.is_ascii_digit() || b == b'?');
    if year.len() != 4 || ![year, month, day].into_iter().all(is_number) {
        return None;
    }
    digits[..4].copy_from_slice(year.as_bytes());
    for (part, at) in [(month, 4), (day, 6)] {
        match *part.as_bytes() {
            [b'?'] => {}
            [digit] => digits[at..at + 2].copy_from_slice(&[b'0', digit]),
            [ten, one] => digits[at..at + 2].copy_from_slice(&[ten, one]),
            _ => return None,
        }
    }
    Some(Date::of_digits(digits))
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const NUMERALS: [&str; 12] =
    ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

/// The month of an English name, its first three letters, `Sept`, or a Roman numeral.
fn month_of(word: &str) -> Option<usize> {
    if let Some(idx) = NUMERALS.iter().position(|numeral| *numeral == word) {
        return Some(idx + 1);
    }
    let word = word.to_ascii_lowercase();
    let idx = MONTHS.iter().position(|name| *name == word || name[..3] == *word);
    idx.or((word == "sept").then_some(8)).map(|idx| idx + 1)
}
