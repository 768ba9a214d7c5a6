//! The kinds of malformed dates, each of which has its own rule (§8.1.1.3, D-18, D-88).

use crate::context::TagSeen;
use pgnkit::tag::{Date, DateForm, DateReading, ValueError, date_order, read_date};

/// The kind of mistake in a date, and the intended date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Slip {
    /// `1992.8.31`
    Unpadded(String),
    /// `1992.08.31 14:05`, with the place where the date ends.
    WithTime(String, usize),
    /// `1992-08-31`
    Separator(String),
    /// `31.08.1992`, `31 Aug 1992`
    YearLast(String),
    /// `03/04/1992`, with the day first and with the month first.
    Ambiguous([String; 2]),
    /// Anything else; a year alone is understood.
    Other(Option<String>),
}

/// The slip of a date tag; `None` for sound dates.
pub(super) fn slip(tag: &TagSeen<'_>) -> Option<(ValueError, Slip)> {
    let error = Date::parse(&tag.value).err()?;
    Some((error, slip_of(read_date(&tag.value, date_order()))))
}

fn slip_of(reading: Option<DateReading>) -> Slip {
    let Some(DateReading { date, form, time_offset }) = reading else { return Slip::Other(None) };
    let meant = date.to_string();
    match (form, time_offset) {
        (DateForm::Ambiguous { day_month, month_day }, _) => {
            Slip::Ambiguous([day_month, month_day].map(|date| date.to_string()))
        }
        (_, Some(offset)) => Slip::WithTime(meant, offset),
        (DateForm::Unpadded, None) => Slip::Unpadded(meant),
        // Only blanks around it.
        (DateForm::Separator | DateForm::Standard, None) => Slip::Separator(meant),
        (DateForm::YearLast | DateForm::Ordered | DateForm::Named, None) => Slip::YearLast(meant),
        (DateForm::Partial, None) => Slip::Other(Some(meant)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_apart() {
        let text = String::from;
        let slip_of = |value| slip_of(read_date(value, None));
        assert_eq!(slip_of("1992.8.31"), Slip::Unpadded(text("1992.08.31")));
        assert_eq!(slip_of("1992.?.?"), Slip::Unpadded(text("1992.??.??")));
        assert_eq!(slip_of("1992-08-31"), Slip::Separator(text("1992.08.31")));
        assert_eq!(slip_of("1992/8/31"), Slip::Separator(text("1992.08.31")));
        assert_eq!(slip_of("2019.05.03 12:00:00"), Slip::WithTime(text("2019.05.03"), 10));
        assert_eq!(slip_of("2019-5-3T12:00Z"), Slip::WithTime(text("2019.05.03"), 8));
        assert_eq!(slip_of("1992"), Slip::Other(Some(text("1992.??.??"))));
        assert_eq!(slip_of("31.08.1992"), Slip::YearLast(text("1992.08.31")));
        assert_eq!(slip_of("31 Aug 1992"), Slip::YearLast(text("1992.08.31")));
        let both = ["1992.04.03", "1992.03.04"].map(text);
        assert_eq!(slip_of("03.04.1992"), Slip::Ambiguous(both));
        assert_eq!(slip_of("1992.8.31.1"), Slip::Other(None));
        assert_eq!(slip_of("\u{e9}992.08.31"), Slip::Other(None));
    }
}
