//! Tests of time controls and what is suggested for odd ones.
//!
//! Standard: §9.6. Decisions: D-24, D-25.

use super::*;
use crate::tag::time_control::Oddity;

fn one(value: &str) -> Period {
    let time_control = TimeControl::parse(value).unwrap();
    assert_eq!(time_control.periods().len(), 1, "{value}");
    time_control.periods()[0]
}

fn oddities(value: &str) -> Vec<Oddity> {
    TimeControl::parse(value).unwrap().oddities().collect()
}

#[test]
fn fields_are_periods_in_order_and_the_last_repeats() {
    // §9.6-01
    let time_control = TimeControl::parse("40/7200:3600").unwrap();
    let first = Period::Moves { moves: 40, seconds: 7200 };
    let second = Period::SuddenDeath { seconds: 3600 };
    assert_eq!(time_control.periods(), [first, second]);
    let used: Vec<_> = time_control.repeating().take(4).collect();
    assert_eq!(used, [first, second, second, second]);
    assert_eq!(oddities("40/7200:3600"), []);
}

#[test]
fn unknown_stands_alone() {
    // §9.6-02, D-16
    ok("TimeControl", "?");
    assert_eq!(one("?"), Period::Unknown);
    assert_eq!(one(""), Period::Unknown);
    assert_eq!(oddities("?"), []);
    assert_eq!(oddities("40/7200:?"), [Oddity::NotAlone { field_idx: 1 }]);
}

#[test]
fn untimed_stands_alone() {
    // §9.6-03
    ok("TimeControl", "-");
    assert_eq!(one("-"), Period::Untimed);
    assert_eq!(oddities("-:300"), [Oddity::NotAlone { field_idx: 0 }]);
}

#[test]
fn moves_in_seconds_are_both_positive() {
    // §9.6-04
    let period = one("40/9000");
    assert_eq!(period, Period::Moves { moves: 40, seconds: 9000 });
    assert_eq!(period.seconds_per_side(), Some(9000));
    let sentence = "expected a positive number, found `0`";
    assert_eq!(fault("TimeControl", "0/9000"), (0, sentence.to_owned()));
    assert_eq!(fault("TimeControl", "40/0"), (3, sentence.to_owned()));
    assert_eq!(
        fault("TimeControl", "40/"),
        (3, "expected a number of seconds, found the end".to_owned())
    );
}

#[test]
fn sudden_death_is_one_integer_and_last() {
    // §9.6-05
    assert_eq!(one("300"), Period::SuddenDeath { seconds: 300 });
    ok("TimeControl", "300:40/7200");
    assert_eq!(oddities("300:40/7200"), [Oddity::NotLast { field_idx: 0 }]);
    fault("TimeControl", "0");
}

#[test]
fn increment_has_a_base_and_an_increment() {
    // §9.6-06, D-24
    assert_eq!(one("5400+60"), Period::Increment { base_seconds: 5400, increment_seconds: 60 });
    assert_eq!(oddities("5400+60"), []);
    ok("TimeControl", "300+0");
    assert_eq!(oddities("300+0"), [Oddity::ZeroIncrement { field_idx: 0 }]);
    let both = [Oddity::NotLast { field_idx: 0 }, Oddity::ZeroIncrement { field_idx: 0 }];
    assert_eq!(oddities("300+0:60"), both);
    assert_eq!(fault("TimeControl", "0+1").0, 0);
    assert_eq!(fault("TimeControl", "60+0.5").0, 4);
    assert_eq!(fault("TimeControl", "60+").0, 3);
}

#[test]
fn sandclock_is_halved_between_the_sides() {
    // §9.6-07
    assert_eq!(one("*180"), Period::Sandclock { seconds: 180 });
    assert_eq!(one("*180").seconds_per_side(), Some(90));
    assert_eq!(fault("TimeControl", "*0").0, 1);
    assert_eq!(fault("TimeControl", "*").0, 1);
    assert_eq!(oddities("*180:300"), [Oddity::NotLast { field_idx: 0 }]);
}

#[test]
fn other_forms_are_faults_with_their_place() {
    // §9.6-08, D-25
    let sentence = "expected a number, `*`, `?` or `-`, found `G`";
    assert_eq!(fault("TimeControl", "G/60"), (0, sentence.to_owned()));
    let sentence = "expected a digit, `/`, `+`, `:` or the end, found `'`";
    assert_eq!(fault("TimeControl", "15'/game"), (2, sentence.to_owned()));
    assert_eq!(fault("TimeControl", "40/7200:x").0, 8);
    assert_eq!(fault("TimeControl", "40/7200:").0, 8);
    assert_eq!(
        fault("TimeControl", "40/40+1"),
        (5, "expected a digit, `:` or the end, found `+`".to_owned())
    );
    assert_eq!(fault("TimeControl", "99999999999").0, 0);
    assert_eq!(fault("TimeControl", "60:99999999999").0, 3);
    assert_eq!(fault("TimeControl", "300 ").0, 3);
}

#[test]
fn sound_values_print_as_they_were() {
    for value in ["?", "-", "40/9000", "300", "5400+60", "*180", "40/7200:20/3600:3600"] {
        assert_eq!(TimeControl::parse(value).unwrap().to_string(), value);
        assert_eq!(ValueType::TimeControl.fix(value), None, "{value}");
    }
}

#[test]
fn what_programs_write_is_read() {
    // D-89
    for (value, expected, moves, base, bonus) in [
        ("40/5400+30:1800+30", "40/5400+30:1800+30", Some(40), 5_400_000, 30_000),
        (
            "40/6000+30:20/3000+30:900+30",
            "40/6000+30:20/3000+30:900+30",
            Some(40),
            6_000_000,
            30_000,
        ),
        ("0+1", "0+1", None, 0, 1_000),
        ("10+0.1", "10+0.1", None, 10_000, 100),
        ("60+0.6", "60+0.6", None, 60_000, 600),
        ("8.5+0.08", "8.5+0.08", None, 8_500, 80),
        ("40/40+1", "40/40+1", Some(40), 40_000, 1_000),
        ("40/15+0.05", "40/15+0.05", Some(40), 15_000, 50),
        ("300d5", "300d5", None, 300_000, 5_000),
        ("40/7200d5:3600d5", "40/7200d5:3600d5", Some(40), 7_200_000, 5_000),
        ("5400+30:1800+30", "5400+30:1800+30", None, 5_400_000, 30_000),
        ("0.5", "0.5", None, 500, 0),
        ("G/60; d5", "3600d5", None, 3_600_000, 5_000),
        ("G/90;+30", "5400+30", None, 5_400_000, 30_000),
        ("G/5 d3", "300d3", None, 300_000, 3_000),
        (
            "40 moves in 90 min + 30 sec, 30 min + 30 sec",
            "40/5400+30:1800+30",
            Some(40),
            5_400_000,
            30_000,
        ),
        ("60 mins", "3600", None, 3_600_000, 0),
        ("G/60", "3600", None, 3_600_000, 0),
        ("90+30", "90+30", None, 90_000, 30_000),
        (" 180+2 ", "180+2", None, 180_000, 2_000),
    ] {
        let control = TimeControl::read(value).expect(value);
        assert_eq!(control.to_string(), expected, "{value}");
        let first = control.periods()[0];
        assert_eq!(
            (first.moves(), first.base_millis(), first.bonus_millis()),
            (moves, Some(base), bonus),
            "{value}"
        );
        assert_eq!(TimeControl::read(expected), Some(control), "{value}");
    }
    for value in
        ["0", "0+0", "0/300+5", "40/", "+5", "5+", "d5", "10+.1", "10.+1", "blitz", "1.2.3"]
    {
        assert_eq!(TimeControl::read(value), None, "{value}");
    }
}

#[test]
fn slips_get_a_suggestion() {
    // D-24
    use Certainty::{Certain, Probable};
    for (value, suggestion, certainty) in [
        ("G/60", "3600", Probable),
        ("G60", "3600", Probable),
        ("G/60+5", "3600+5", Probable),
        ("SD/30", "1800", Probable),
        ("90+30", "5400+30", Probable),
        ("5+3", "300+3", Probable),
        ("10+0", "600+0", Probable),
        ("15'/game", "900", Certain),
        ("15' / game", "900", Certain),
        ("15'/game & 10\"/move", "900+10", Certain),
        ("5+3 min", "300+3", Probable),
        ("5 min + 3 sec", "300+3", Certain),
        ("5min+3s", "300+3", Certain),
        ("90 min + 30 sec", "5400+30", Certain),
        ("90'+30''", "5400+30", Certain),
        ("90 minutes plus 30 seconds per move", "5400+30", Certain),
        ("15 min", "900", Certain),
        ("2h", "7200", Certain),
        ("1h30", "5400", Certain),
        ("1h 30min + 30s/move", "5400+30", Certain),
        ("40/2h", "40/7200", Certain),
        ("40 moves in 2 hours, 60 min", "40/7200:3600", Certain),
        ("40/120, SD/60", "40/7200:3600", Probable),
        ("40/120 then G/30", "40/7200:1800", Probable),
        ("1 day/move", "1/86400", Certain),
        ("3 days per move", "1/259200", Certain),
        ("300 + 5", "300+5", Certain),
        (" 300 ", "300", Certain),
        ("40/7200;3600", "40/7200:3600", Certain),
        ("inf", "-", Certain),
        ("None", "-", Certain),
        ("unknown", "?", Certain),
        ("15 | 10", "900+10", Probable),
        ("3|2", "180+2", Probable),
        ("10|0", "600+0", Probable),
        ("90 min + 30", "5400+30", Probable),
        ("30 min. + 5 sec.", "1800+5", Certain),
        ("40 moves in 90 min., 30 min.", "40/5400:1800", Certain),
        ("14 days/move", "1/1209600", Certain),
        ("1/1 day", "1/86400", Certain),
    ] {
        let fix = ValueType::TimeControl.fix(value).expect(value);
        assert_eq!((&*fix.value, fix.certainty), (suggestion, certainty), "{value}");
        assert!(TimeControl::parse(suggestion).is_ok());
    }
}

#[test]
fn what_is_not_understood_gets_no_suggestion() {
    for value in [
        "",
        "180+2",
        "60+1",
        "15",
        "600",
        "0",
        "60+0.5",
        "40/90+30",
        "G/60 d5",
        "blitz",
        "/",
        "+",
        "5 min +",
        "0 min",
        "99999999999 min",
        "4294967295 h",
        "4294967295h4294967295",
        "\u{1f9c0}",
    ] {
        assert_eq!(ValueType::TimeControl.fix(value), None, "{value}");
    }
}
