//! A tag or comment that is called plain has no finding: the quick look agrees with the rules
//! themselves (§8.1.1, §9).

use super::{after_usual_time, has_plain_commands, is_plain, is_usual_clock, server};
use crate::context::{GameSeen, RegionEncoding, RuleContext, TagPlace, span_at};
use crate::linter::FindingBuffer;
use crate::linter::tag_rules::TagRules;
use crate::rule::Check;
use crate::rules::RULES;
use pgnkit::charset::Choice;
use pgnkit::comment::commands;
use pgnkit::syntax::step::head;
use pgnkit::tag::{TAGS, ValueType};
use proptest::prelude::*;

/// Runs the rules about odd values on one tag pair; returns their findings.
fn found(name: &str, value: &str) -> Vec<String> {
    let mut rules = TagRules::new();
    for rule in RULES {
        if let Check::Tag(filter, check) = rule.check {
            rules.add(rule, filter, check);
        }
    }
    let text = format!("{name}{value}[White \"Tal\"][Black \"Petrosian\"]");
    let at = |text: &str| span_at(0, text.len());
    let tag = TagPlace {
        span: at(&text),
        name: at(name),
        value: span_at(name.len(), value.len()),
        is_escaped: false,
    };
    let game = GameSeen { tags: vec![tag], ..GameSeen::default() };
    let encoding = RegionEncoding::of(Choice::Auto, text.as_bytes(), true);
    let context = RuleContext { text: text.as_bytes(), encoding, game: &game, open_comments: &[] };
    let of_kind = rules.of_kind(rules.kind_idx(name.as_bytes(), head(name.as_bytes())));
    let seen = context.tag_of(tag, of_kind.kind);
    let mut findings = FindingBuffer::default();
    for &(rule, check) in &of_kind.odd {
        check(&context, &seen, &mut findings.report(rule, true));
    }
    findings.drain(true).map(|one| format!("{:?} {}", one.rule, one.message.sentence)).collect()
}

fn check_value(value: &str) -> usize {
    let mut n_plain = 0;
    for kind in TAGS {
        if is_plain(kind.value, value.as_bytes()) {
            n_plain += 1;
            assert_eq!(found(kind.name, value), [""; 0], "{} `{value}`", kind.name);
        }
    }
    n_plain
}

#[test]
fn the_usual_values_are_plain() {
    for value in [
        "1992.08.31",
        "1992.00.00",
        "2019.10.30",
        "1992.??.??",
        "????.??.??",
        "1992.11.??",
        "1",
        "29.1",
        "?",
        "GM",
        "-",
        "2785",
        "950",
        "human",
        "B90",
        "23:59:59",
        "14:05:00",
        "300",
        "180+2",
        "84",
        "normal",
    ] {
        assert!(check_value(value) > 0, "{value}");
    }
    for (text, is_plain) in [
        ("no command", true),
        ("[%clk 0:03:00]", true),
        ("[%eval -0.17] [%clk 1:00:30]", true),
        ("see [1] {", true),
        ("[%eval 0.3] [%clk 0:00:30] [%emt 0:00:01]", true),
        ("see [1] [%emt 0:00:01] {", false),
        ("[%clk 0:02:59.9]", true),
        ("[%eval #-3]", true),
        ("[%eval #-3] text [%eval +12]", false),
        ("[%eval 1.]", false),
        ("[%eval #]", false),
        ("[%clk one minute]", false),
        ("[%clk 0:03:00", false),
        ("[%cal Ge2e4]", false),
        ("[%", false),
    ] {
        assert_eq!(has_plain_commands(text.as_bytes()), is_plain, "{text}");
    }
}

#[test]
fn a_usual_clock_is_all_of_the_comment() {
    for (text, is_usual) in [
        ("[%clk 0:03:00]", true),
        ("[%clk 0:02:59.9]", true),
        ("[%clk 0:02:59.9] ", true),
        (" [%clk 0:03:00] ", true),
        (" [%clk 0:03:00]  ", false),
        ("  [%clk 0:03:00]", false),
        ("[%clk 10:03:00]", false),
        ("[%emt 0:03:00]", false),
        ("[%clk 0:03:00", false),
        ("[%clk ", false),
        ("", false),
    ] {
        assert_eq!(is_usual_clock(text.as_bytes()), is_usual, "{text}");
        assert!(!is_usual || has_plain_commands(text.as_bytes()), "{text}");
    }
}

#[test]
fn every_day_of_a_leap_year_and_every_second() {
    for month in 0..14 {
        for day in 0..34 {
            check_value(&format!("1992.{month:02}.{day:02}"));
            check_value(&format!("1900.{month:02}.{day:02}"));
        }
    }
    for n in 0..100 {
        for value in [format!("{n:02}:00:00"), format!("00:{n:02}:00"), format!("00:00:{n:02}")] {
            check_value(&value);
        }
    }
}

#[test]
fn the_usual_time_is_known_at_each_byte() {
    for usual in [b"1:03:59]", b"1:03:59."] {
        assert_eq!(after_usual_time(&usual[..7]), None);
        for at in 0..8 {
            for byte in 0..=255_u8 {
                let mut text = [usual.as_slice(), b"9] x"].concat();
                text[at] = byte;
                let behind = match at {
                    1 | 4 => (byte == b':').then_some(()),
                    7 => matches!(byte, b']' | b'.').then_some(()),
                    _ => byte.is_ascii_digit().then_some(()),
                };
                let behind = behind.map(|()| if text[7] == b']' { &text[8..] } else { b" x" });
                assert_eq!(after_usual_time(&text), behind, "{at} {byte}");
            }
        }
    }
    for odd in ["1:03:59.", "1:03:59.]", "1:03:59.9", "1:03:59.99]", "1:03:59.x]"] {
        assert_eq!(after_usual_time(odd.as_bytes()), None, "{odd}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_rule_finds_anything_in_a_plain_value(
        value in "[0-9?]{4}[.][01?][0-9?][.][0-3?][0-9?]|[0-9.?+:/A-E-]{0,8}|[0-9]{0,12}|.{0,4}",
    ) {
        check_value(&value);
    }

    #[test]
    fn plain_commands_have_values(
        pieces in proptest::collection::vec(
            prop_oneof![
                Just("[%clk "), Just("[%emt "), Just("[%eval "), Just("[%cal "), Just("]"),
                Just("["), Just("%"), Just(" "), Just("-"), Just("0"), Just("12"), Just(":"),
                Just(":05:09]"), Just(".25]"), Just("."), Just("#"), Just("x"), Just("é"),
            ],
            0..10,
        ),
    ) {
        let text = pieces.concat();
        if has_plain_commands(text.as_bytes()) {
            prop_assert!(commands(&text).all(|command| command.value().is_ok()), "{}", text);
        }
    }
}

#[test]
fn values_of_servers_are_known() {
    for (value, text, is_usual) in [
        (ValueType::Termination, "Normal", true),
        (ValueType::Termination, "Time forfeit", true),
        (ValueType::Termination, "RiverBank7 won by checkmate", true),
        (ValueType::Termination, "mill_owner won - game abandoned", true),
        (ValueType::Termination, "mill_owner won on time", true),
        (ValueType::Termination, "Game drawn by timeout vs insufficient material", true),
        (ValueType::Termination, "White won", false),
        (ValueType::Termination, "illegal move", false),
        (ValueType::Termination, "NORMAL", false),
        (ValueType::TimeControl, "180+0", true),
        (ValueType::TimeControl, "60+0", true),
        (ValueType::TimeControl, "3+0", false),
        (ValueType::TimeControl, "+0", false),
        (ValueType::TimeControl, "10+0.1", false),
        (ValueType::Titles, "BOT", true),
        (ValueType::Titles, "Bot", false),
        (ValueType::Eco, "?", true),
        (ValueType::Ratings, "?", true),
        (ValueType::Ratings, "0", false),
        (ValueType::Ratings, "12345", false),
        (ValueType::Date, "?", false),
    ] {
        assert_eq!(server::is_usual(value, text.as_bytes()), is_usual, "{value:?} {text}");
        assert!(!is_plain(value, text.as_bytes()), "{value:?} {text}");
    }
}
