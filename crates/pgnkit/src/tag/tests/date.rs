//! Tests of dates and times.
//!
//! Standard: §8.1.1.3, §9.2, §9.5, §12. Decisions: D-16, D-18, D-42.

use std::collections::HashSet;

use super::*;
use crate::tag::date::sort_key;

#[test]
fn date_is_ten_characters() {
    // §8.1.1.3-02
    ok("Date", "1992.08.31");
    assert_eq!(fault("Date", "1992.8.31"), (6, "expected a digit or `?`, found `.`".to_owned()));
    assert_eq!(fault("Date", "1992-08-31"), (4, "expected a period, found `-`".to_owned()));
    assert_eq!(fault("Date", "31.08.1992").0, 2);
    assert_eq!(fault("Date", "1992").1, "expected a period, found the end");
    assert_eq!(fault("Date", "1992.08.311").0, 10);
}

#[test]
fn any_digit_may_be_unknown() {
    // §8.1.1.3-03, D-18
    for value in ["1993.??.??", "????.??.??", "199?.??.??", "1992.1?.??"] {
        ok("Date", value);
        let date = Date::parse(value).unwrap();
        assert_eq!(date.to_string(), value);
        assert_eq!(date.check_calendar(), Ok(()), "{value}");
        assert!(!date.is_complete());
    }
    assert_eq!(Date::parse("1993.??.05").unwrap().year(), Some(1993));
    assert_eq!(Date::parse("1993.??.05").unwrap().month(), None);
    assert_eq!(Date::parse("1993.??.05").unwrap().day(), Some(5));
    assert_eq!(Date::parse("199?.01.05").unwrap().year(), None);
}

#[test]
fn impossible_days_are_found_but_are_values() {
    // §8.1.1.3-04, D-18
    let cases = [
        ("1992.13.01", Some(5)),
        ("1993.02.29", Some(8)),
        ("1992.02.29", None),
        ("1900.02.29", Some(8)),
        ("2000.02.29", None),
        ("199?.02.29", None),
        ("1993.02.3?", Some(8)),
        ("1993.??.31", None),
        ("1993.0?.32", Some(8)),
        ("1993.2?.01", Some(5)),
        ("1992.00.00", None),
        ("1993.?2.29", None),
        ("1993.02.00", None),
    ];
    for (value, offset) in cases {
        ok("Date", value);
        let fault = Date::parse(value).unwrap().check_calendar().err();
        assert_eq!(fault.map(|error| error.offset()), offset, "{value}");
    }
    let error = Date::parse("1992.13.01").unwrap().check_calendar().unwrap_err();
    assert_eq!(error.to_string(), "expected a month from 01 to 12, found `13`");
}

#[test]
fn a_29th_of_february_needs_a_leap_year_that_fits() {
    // D-18
    let is_leap = |year: &u16| Date::new(*year, 2, 29).is_some();
    let masked = |year: u16, mask: usize| -> String {
        let digits = format!("{year:04}");
        let known = |(n, digit)| if mask >> n & 1 == 0 { digit } else { '?' };
        digits.chars().enumerate().map(known).collect()
    };
    let masks = |year| (0..16).map(move |mask| masked(year, mask));
    let all: HashSet<String> = (1..=9999).flat_map(masks).collect();
    let leap: HashSet<String> = (1..=9999).filter(is_leap).flat_map(masks).collect();
    for year in all {
        let date = Date::parse(&format!("{year}.02.29")).unwrap();
        assert_eq!(date.check_calendar().is_ok(), leap.contains(&year), "{year}");
        assert_eq!(date.day().is_some(), leap.contains(&year), "{year}");
    }
}

#[test]
fn zero_fields_count_as_unknown() {
    // D-18
    let date = Date::parse("1992.00.00").unwrap();
    assert_eq!((date.year(), date.month(), date.day()), (Some(1992), None, None));
    assert_eq!(date.to_string(), "1992.00.00");
}

#[test]
fn date_is_made_of_numbers_that_exist() {
    assert_eq!(Date::new(1992, 2, 29).unwrap().to_string(), "1992.02.29");
    assert_eq!(Date::new(1993, 2, 29), None);
    assert_eq!(Date::new(0, 1, 1), None);
    assert_eq!(Date::new(10_000, 1, 1), None);
    assert_eq!(Date::new(1999, 13, 1), None);
    assert_eq!("1992.02.29".parse(), Ok(Date::new(1992, 2, 29).unwrap()));
}

#[test]
fn event_and_utc_dates_are_dates() {
    // §9.2-01, §9.5-03
    for name in ["EventDate", "UTCDate"] {
        ok(name, "1992.09.02");
        ok(name, "1992.??.??");
        fault(name, "1992");
        fault(name, "1992.8.31");
    }
}

#[test]
fn dates_sort_by_year_month_day_with_zero_for_unknown() {
    // §12-02, §12-03
    let sorted = [
        "????.??.??",
        "1989.12.31",
        "199?.05.05",
        "1991.01.01",
        "1992.??.??",
        "1992.01.01",
        "1992.02.10",
        "1992.11.04",
        "1993.01.01",
    ];
    assert!(sorted.windows(2).all(|pair| sort_key(pair[0]) < sort_key(pair[1])));
    assert_eq!(sort_key("199?.05.05"), 19_900_505);
}

#[test]
fn lax_dates_are_read_for_sorting() {
    // D-18, D-42
    for (value, key) in [
        ("1992/11/04", 19_921_104),
        ("1992-11-04", 19_921_104),
        ("1992", 19_920_000),
        ("1992.11", 19_921_100),
        ("", 0),
        ("1992.8.31", 19_920_831),
        ("31.08.1992", 19_920_831),
        ("1992.11/04", 0),
        ("Aug 1992", 19_920_800),
        ("long ago", 0),
        ("1992.11.0\u{e9}", 0),
    ] {
        assert_eq!(sort_key(value), key, "{value}");
    }
    assert_eq!(Date::parse_lax("1992").unwrap().to_string(), "1992.??.??");
}

#[test]
fn dates_are_read_as_people_write_them() {
    // D-88
    use DateOrder::{DayMonth, MonthDay};
    let (none, day, month) = (None, Some(DayMonth), Some(MonthDay));
    for (text, order, expected) in [
        ("2023.3.14", none, "2023.03.14"),
        ("2023.3.4", none, "2023.03.04"),
        ("2023.11.2", none, "2023.11.02"),
        ("2023-3-14", none, "2023.03.14"),
        ("2023-03-14", none, "2023.03.14"),
        ("2023/11/02", none, "2023.11.02"),
        ("2023\u{2013}03\u{2013}14", none, "2023.03.14"),
        ("2023 03 14", none, "2023.03.14"),
        ("20230314", none, "2023.03.14"),
        (" 2023.03.14 ", none, "2023.03.14"),
        ("2023.03.14.", none, "2023.03.14"),
        ("2023. 3. 14.", none, "2023.03.14"),
        ("2023.?.?", none, "2023.??.??"),
        ("2023.3.??", none, "2023.03.??"),
        ("????.3.14", none, "????.03.14"),
        ("2023.3", none, "2023.03.??"),
        ("3/2023", none, "2023.03.??"),
        ("2023-03-14T18:30:00Z", none, "2023.03.14"),
        ("2023.3.14 18:30", none, "2023.03.14"),
        ("14.03.2023, 18:30", none, "2023.03.14"),
        ("2023/03/14 6:30 PM", none, "2023.03.14"),
        ("14.03.2023", none, "2023.03.14"),
        ("14.3.2023", month, "2023.03.14"),
        ("3/14/2023", none, "2023.03.14"),
        ("03/14/2023", day, "2023.03.14"),
        ("5.5.2023", none, "2023.05.05"),
        ("03/04/2023", none, "2023.??.??"),
        ("03/04/2023", day, "2023.04.03"),
        ("03/04/2023", month, "2023.03.04"),
        ("3-4-2023", day, "2023.04.03"),
        ("??.??.2023", none, "2023.??.??"),
        ("14 Mar 2023", none, "2023.03.14"),
        ("March 14th, 2023", none, "2023.03.14"),
        ("14-MAR-2023", none, "2023.03.14"),
        ("2023 Mar 14", none, "2023.03.14"),
        ("Sept. 2023", none, "2023.09.??"),
        ("14.III.2023", none, "2023.03.14"),
        ("30.02.2023", none, "2023.02.??"),
        ("02/30/2023", none, "2023.02.??"),
        ("31.31.2023", none, "2023.??.??"),
        ("2023.3.32", none, "2023.03.??"),
        ("2023.13.1", none, "2023.??.01"),
        ("1960/61", none, "1960.??.??"),
    ] {
        let reading = read_date(text, order).map(|reading| reading.date.possible().to_string());
        assert_eq!(reading.as_deref(), Some(expected), "{text} {order:?}");
    }
}

#[test]
fn what_has_no_reading_as_a_date_is_unknown() {
    let day = Some(DateOrder::DayMonth);
    for text in [
        "14.03.23",
        "23.3.14",
        "2023.3/14",
        "2023..3",
        "2023.3.14.1",
        "20231345",
        "?",
        "May",
        "soon",
        "12",
        "2023x3x14",
        "14 Foo 2023",
        "2023.003.14",
        "1.2.3.2023",
        "18:30",
    ] {
        assert_eq!(read_date(text, day), None, "{text}");
    }
}

#[test]
fn days_that_do_not_exist_are_unknown() {
    // D-88
    for (text, month, day, key) in [
        ("2023.01.32", Some(1), None, 20_230_100),
        ("2023.13.05", None, Some(5), 20_230_005),
        ("2023.02.29", Some(2), None, 20_230_200),
        ("2024.02.29", Some(2), Some(29), 20_240_229),
        ("2023.04.31", Some(4), None, 20_230_400),
        ("2023.00.99", None, None, 20_230_000),
        ("199?.02.29", Some(2), Some(29), 19_900_229),
        ("2023.02.3?", Some(2), None, 20_230_200),
        ("2023.2?.10", None, Some(10), 20_230_010),
    ] {
        let date = Date::parse(text).unwrap();
        assert_eq!((date.month(), date.day()), (month, day), "{text}");
        assert_eq!(date.sort_key(), key, "{text}");
        assert_eq!(date.to_string(), text);
    }
}

#[test]
fn time_is_eight_characters_in_range() {
    // §9.5-01, §9.5-02
    for name in ["Time", "UTCTime"] {
        for value in ["14:05:00", "00:00:00", "23:59:59", "14:??:??", "??:??:??", "2?:00:00"] {
            ok(name, value);
            assert_eq!(Time::parse(value).unwrap().to_string(), value);
        }
        assert_eq!(fault(name, "14.05.00"), (2, "expected a colon, found `.`".to_owned()));
        assert_eq!(fault(name, "24:00:00").1, "expected an hour from 00 to 23, found `24`");
        assert_eq!(fault(name, "7:05:00").0, 1);
        assert_eq!(fault(name, "14:60:00").0, 3);
        assert_eq!(fault(name, "14:00:6?").0, 6);
        assert_eq!(fault(name, "3?:00:00").0, 0);
        assert_eq!(fault(name, "14:05:00Z").0, 8);
    }
    let time = Time::parse("14:05:??").unwrap();
    assert_eq!((time.hour(), time.minute(), time.second()), (Some(14), Some(5), None));
}

#[test]
fn what_is_known_of_a_date() {
    for (value, parts, is_complete, is_unknown) in [
        ("1993.08.05", (Some(1993), Some(8), Some(5)), true, false),
        ("1993.08.??", (Some(1993), Some(8), None), false, false),
        ("1993.??.05", (Some(1993), None, Some(5)), false, false),
        ("????.08.05", (None, Some(8), Some(5)), false, false),
        ("0000.00.00", (None, None, None), false, false),
        ("199?.??.??", (None, None, None), false, false),
        ("????.??.??", (None, None, None), false, true),
    ] {
        let date = Date::parse(value).unwrap();
        assert_eq!((date.year(), date.month(), date.day()), parts, "{value}");
        assert_eq!((date.is_complete(), date.is_unknown()), (is_complete, is_unknown), "{value}");
    }
}
