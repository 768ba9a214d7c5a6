//! Days and moments of the tags Date, UTCDate and UTCTime, as numbers (§8.1.1.3, §9.5).

use time::{Date, Month, PrimitiveDateTime, Time, UtcDateTime};

use pgnkit::tag;

/// 1970-01-01 as a Julian day.
const EPOCH_JULIAN_DAY: i32 = UtcDateTime::UNIX_EPOCH.date().to_julian_day();

/// The day of a date value; `None` if a digit is unknown or the calendar has no such day.
pub(crate) fn day_of(value: &str) -> Option<Date> {
    let date = tag::Date::parse_lax(value.trim())?;
    let month = Month::try_from(date.month()?).ok()?;
    Date::from_calendar_date(date.year()?.into(), month, date.day()?).ok()
}

/// The moment of a date value and a time value; `None` if either is incomplete or impossible.
pub(crate) fn moment_of(date: &str, time: &str) -> Option<PrimitiveDateTime> {
    let time = tag::Time::parse(time.trim()).ok()?;
    let time = Time::from_hms(time.hour()?, time.minute()?, time.second()?).ok()?;
    Some(day_of(date)?.with_time(time))
}

/// Days since 1970-01-01.
pub(crate) fn days(day: Date) -> i32 {
    day.to_julian_day() - EPOCH_JULIAN_DAY
}

/// Microseconds since 1970-01-01, midnight.
pub(crate) fn micros(moment: PrimitiveDateTime) -> i64 {
    moment.as_utc().unix_timestamp() * 1_000_000
}

/// `1992-08-31`, for days since 1970-01-01.
pub(crate) fn day_text(days: i32) -> String {
    let day = EPOCH_JULIAN_DAY.checked_add(days);
    day.and_then(|day| Date::from_julian_day(day).ok())
        .map(|day| day.to_string())
        .unwrap_or_default()
}

/// `1992-08-31T14:05:00`, for microseconds since 1970-01-01.
pub(crate) fn moment_text(micros: i64) -> String {
    const DAY_SECONDS: i64 = 24 * 60 * 60;
    let seconds = micros.div_euclid(1_000_000);
    let day = i32::try_from(seconds.div_euclid(DAY_SECONDS)).map(day_text).unwrap_or_default();
    let second = seconds.rem_euclid(DAY_SECONDS);
    format!("{day}T{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Property: a value is null, or the number of the day or moment that its text names.
        #[test]
        fn a_complete_value_is_its_text(
            date in "[0-2?][0-9?]{3}\\.[01?][0-9?]\\.[0-3?][0-9?]",
            time in "[0-2?][0-9?]:[0-5?][0-9?]:[0-5?][0-9?]",
        ) {
            let day = day_of(&date).map(|day| day_text(days(day)).replace('-', "."));
            let parsed = tag::Date::parse(&date).unwrap();
            let is_real = parsed.is_complete() && parsed.check_calendar().is_ok();
            prop_assert_eq!(&day, &is_real.then_some(date.clone()));
            let moment = moment_of(&date, &time).map(|moment| moment_text(micros(moment)));
            let expected = day.filter(|_| !time.contains('?') && tag::Time::parse(&time).is_ok());
            let expected = expected.map(|day| format!("{}T{time}", day.replace('.', "-")));
            prop_assert_eq!(moment, expected);
        }
    }

    #[test]
    fn numbers_count_from_1970() {
        for (date, expected) in [
            ("1970.01.01", Some(0)),
            ("1969.12.31", Some(-1)),
            ("2000-02-29", Some(11_016)),
            ("0001.01.01", Some(-719_162)),
            ("1852.??.??", None),
            ("2021.02.30", None),
            ("0000.01.01", None),
            ("", None),
        ] {
            assert_eq!(day_of(date).map(days), expected, "{date}");
        }
        let moment = moment_of("1969.12.31", "23:59:59").map(micros);
        assert_eq!(moment, Some(-1_000_000));
        assert_eq!(moment_of("2021.02.03", "??:00:00"), None);
        assert_eq!(moment_of("2021.02.03", ""), None);
    }
}
