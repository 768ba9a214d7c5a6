//! Tests of commands in comments.
//!
//! Standard: §5. Decisions: D-11.

use pgn_chess::Color;
use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn any_text_has_commands_that_print_and_read_back(
        text in "(\\[%|\\]|[a-c0-9:., #-]|clk|é){0,20}"
    ) {
        for command in commands(&text) {
            prop_assert!(text[command.range.clone()].starts_with("[%"));
            prop_assert!(text[command.range.clone()].ends_with(']'));
            if let Ok(value) = command.value() {
                let printed = value.to_string();
                let again = commands(&printed).next().unwrap();
                prop_assert_eq!(again.value().unwrap().to_string(), printed);
            }
        }
        let stripped = strip_commands(&text);
        prop_assert!(stripped.len() <= text.len());
    }

    /// Property: the values that are read in one pass are those of the commands, and are written
    /// again word for word.
    #[test]
    fn plain_comments_say_what_their_commands_say(
        eval in "(\\[%eval( |\n|\r\n)[#-]{0,2}[0-9]{1,2}(\\.[0-9]{1,3})?\\])?",
        first in "( |\n|\r\n){0,2}",
        times in "(\\[%(clk|emt)( |\n|\r\n)[0-9]{1,2}:[0-6]?[0-9]:[0-6][0-9](\\.[0-9]{1,4})?\\]( |\n|\r\n|\r)?){0,2}",
        last in "[ ]{0,2}(x)?",
    ) {
        let text = format!("{first}{eval}{first}{times}{last}");
        if let Some(plain) = Plain::parse(text.as_bytes()) {
            prop_assert_eq!(plain.to_string(), words_of(&text));
            let mut expected = Plain::default();
            for command in commands(&text) {
                match command.value().unwrap() {
                    Value::Time(Clock::Clk, time) => expected.clk = Some(time),
                    Value::Time(Clock::Emt, time) => expected.emt = Some(time),
                    Value::Eval(eval) => {
                        expected.eval = Some(eval.score);
                        prop_assert_eq!(eval.depth, None);
                    }
                    other => prop_assert!(false, "{other}"),
                }
            }
            prop_assert_eq!(plain, expected);
        }
    }
}

#[test]
fn plain_comments_are_those_of_servers() {
    let cases = [
        ("[%clk 0:03:00]", true),
        (" [%eval 0.17] [%clk 0:03:00] ", true),
        ("[%eval #-3]", true),
        ("[%eval -0.05] [%clk 1:00:00.9] [%emt 0:00:01.25]", true),
        ("[%clk 123:00:00.001]", true),
        ("[%eval\n0.17]\r\n[%clk\r\n0:03:00]", true),
        ("[%clk\r0:03:00]", false),
        ("[%clk \n0:03:00]", false),
        ("[%clk\t0:03:00]", false),
        ("", false),
        ("[%clk 0:03:00", false),
        ("[%clk 0:03:00][%emt 0:00:01]", false),
        ("[%clk 0:03:00]  [%emt 0:00:01]", false),
        ("[%clk 0:03:00] [%eval 0.1]", false),
        ("[%clk 00:03:00]", false),
        ("[%clk 3:00]", false),
        ("[%clk 0:60:00]", false),
        ("[%clk 0:03:00.10]", false),
        ("[%clk 12345678:03:00]", false),
        ("[%eval 0.10]", false),
        ("[%eval -0.0]", false),
        ("[%eval #-0]", false),
        ("[%eval +0.1]", false),
        ("[%eval 0.1,20]", false),
        ("[%clk 0:03:00] x", false),
    ];
    for (text, expected) in cases {
        let plain = Plain::parse(text.as_bytes());
        assert_eq!(plain.is_some(), expected, "{text}");
        if let Some(plain) = plain {
            assert_eq!(plain.to_string(), words_of(text));
        }
    }
}

fn all(text: &str) -> Vec<(&str, &str)> {
    commands(text).map(|command| (command.name, command.args)).collect()
}

/// The value of the one command in a text.
fn value(text: &str) -> Value<'_> {
    let command = commands(text).next().unwrap_or_else(|| panic!("{text}: no command"));
    assert_eq!(&text[command.range.clone()], text);
    command.value().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Where the one command in a text breaks its form.
fn fault(text: &str) -> (usize, String) {
    let command = commands(text).next().unwrap_or_else(|| panic!("{text}: no command"));
    let error = command.value().expect_err(text);
    assert!(command.args.get(error.range()).is_some(), "{text}");
    (error.offset(), error.to_string())
}

#[test]
fn commands_stand_in_text_with_their_place() {
    let text = "good [%clk 0:01:02] [%eval 0.3,20] move [%csl Ga1]";
    assert_eq!(all(text), [("clk", "0:01:02"), ("eval", "0.3,20"), ("csl", "Ga1")]);
    let ranges: Vec<_> = commands(text).map(|command| &text[command.range]).collect();
    assert_eq!(ranges, ["[%clk 0:01:02]", "[%eval 0.3,20]", "[%csl Ga1]"]);
}

#[test]
fn names_may_hold_digits_and_underscores() {
    assert_eq!(all("[%my_name x]"), [("my_name", "x")]);
    assert_eq!(all("[%pgn4web message]"), [("pgn4web", "message")]);
    assert_eq!(all("[%bkm]"), [("bkm", "")]);
    assert_eq!(all("[%tqu \"En\",\"\"]"), [("tqu", "\"En\",\"\"")]);
}

#[test]
fn space_before_arguments_may_be_missing_or_be_a_newline() {
    assert_eq!(all("[%depth20 x]"), [("depth", "20 x")]);
    assert_eq!(all("[%clk0:01:02]"), [("clk", "0:01:02")]);
    assert_eq!(all("[%eval-0.3]"), [("eval", "-0.3")]);
    assert_eq!(all("[%eval#3]"), [("eval", "#3")]);
    assert_eq!(all("[%clk\n0:01:02 ]"), [("clk", "0:01:02")]);
}

#[test]
fn what_is_no_command_is_text() {
    for text in
        ["[%]", "[% clk 0:01:02]", "[%~<|> \"x\"]", "[%clk 0:01", "[clk 0:01]", "%clk", "[%"]
    {
        assert_eq!(all(text), [], "{text}");
        assert_eq!(strip_commands(text), text);
    }
    assert_eq!(all("[%clk 0:00:01 [%emt 0:00:02]"), [("emt", "0:00:02")]);
    assert_eq!(all("[% [%clk 0:00:01]"), [("clk", "0:00:01")]);
    assert_eq!(all("\u{1f9c0}[%\u{e9}][%a\u{e9}]"), [("a", "\u{e9}")]);
}

#[test]
fn endless_openings_are_read_in_one_pass() {
    for opening in ["[%", "[%a", "[%a ", "[%]"] {
        let text = opening.repeat(200_000);
        assert!(commands(&text).count() <= 200_000);
        let text = format!("{text}]");
        assert!(strip_commands(&text).len() <= text.len());
    }
}

#[test]
fn stripping_leaves_one_space_at_the_seams() {
    let cases = [
        ("[%clk 0:01:02]", ""),
        ("[%clk 0:01:02] good", "good"),
        ("good [%clk 0:01:02]", "good"),
        ("a [%clk 0:01:02] b", "a b"),
        ("a[%clk 0:01:02]b", "ab"),
        ("a [%clk 0:01:02][%emt 0:00:01] b", "a b"),
        ("[%a] [%b]", ""),
        ("  two  spaces  ", "  two  spaces  "),
    ];
    for (text, stripped) in cases {
        assert_eq!(strip_commands(text), stripped, "{text}");
    }
}

#[test]
fn clocks_are_hours_minutes_seconds() {
    let cases = [
        ("[%clk 0:01:02]", 62_000),
        ("[%clk 1:02:03.5]", 3_723_500),
        ("[%clk 1:02:03.25]", 3_723_250),
        ("[%clk 1:02:03.125]", 3_723_125),
        ("[%clk 10:00:00]", 36_000_000),
        ("[%clk 0:90:00]", 5_400_000),
        ("[%clk 1:05.3]", 65_300),
        ("[%clk 0.05]", 50),
        ("[%clk 0:00:00.1239]", 123),
    ];
    for (text, millis) in cases {
        assert_eq!(value(text), Value::Time(Clock::Clk, Millis(millis)), "{text}");
    }
    assert_eq!(value("[%emt 0:00:01]"), Value::Time(Clock::Emt, Millis(1_000)));
    assert_eq!(value("[%egt 0:00:01]"), Value::Time(Clock::Egt, Millis(1_000)));
    assert_eq!(value("[%mct 17:10:42]").time(), Some((Clock::Mct, Millis(61_842_000))));
    assert_eq!(value("[%eval 0.1]").time(), None);
}

#[test]
fn odd_clocks_are_text_with_a_reason() {
    let sentence = "expected a time such as 0:01:02, found `x`";
    assert_eq!(fault("[%clk x]"), (0, sentence.to_owned()));
    assert_eq!(fault("[%clk]").1, "expected a time such as 0:01:02, found the end");
    assert_eq!(fault("[%clk 0:01:02:03]").0, 7);
    assert_eq!(fault("[%clk 0::02]").0, 2);
    assert_eq!(fault("[%clk 0:01:02.]").0, 8);
    assert_eq!(fault("[%clk 0:01:02 PM]").0, 7);
    assert_eq!(fault("[%clk -0:01:02]").0, 0);
    assert_eq!(fault("[%clk 99999999999999999999:00:00]").0, 0);
    assert_eq!(fault("[%clk 18446744073709551615:00:00]").0, 0);
    assert_eq!(fault("[%clk \u{e9}]").0, 0);
}

#[test]
fn evaluations_are_pawns_or_mates() {
    let cases = [
        ("[%eval 0.17]", Score::Centipawns(17), None),
        ("[%eval -1.5]", Score::Centipawns(-150), None),
        ("[%eval +0.5]", Score::Centipawns(50), None),
        ("[%eval 12]", Score::Centipawns(1200), None),
        ("[%eval .5]", Score::Centipawns(50), None),
        ("[%eval -0.005]", Score::Centipawns(-1), None),
        ("[%eval 0.996]", Score::Centipawns(100), None),
        ("[%eval #3]", Score::Mate(3), None),
        ("[%eval #-3]", Score::Mate(-3), None),
        ("[%eval -#3]", Score::Mate(-3), None),
        ("[%eval #+3]", Score::Mate(3), None),
        ("[%eval #0]", Score::Mate(0), None),
        ("[%eval 0.3,20]", Score::Centipawns(30), Some(20)),
        ("[%eval 85,30]", Score::Centipawns(85), Some(30)),
        ("[%eval -7,30]", Score::Centipawns(-7), Some(30)),
        ("[%eval 1.0,30]", Score::Centipawns(100), Some(30)),
        ("[%eval #-1, 30]", Score::Mate(-1), Some(30)),
    ];
    for (text, score, depth) in cases {
        assert_eq!(value(text), Value::Eval(Eval { score, depth }), "{text}");
    }
    assert_eq!(fault("[%eval #]"), (1, "expected a number, found the end".to_owned()));
    assert_eq!(fault("[%eval 0.3 x]").0, 3);
    assert_eq!(fault("[%eval 0.]").0, 2);
    assert_eq!(fault("[%eval 0.3,]").0, 4);
    assert_eq!(fault("[%eval --1]").0, 1);
    assert_eq!(fault("[%eval -#-3]").0, 2);
    assert_eq!(fault("[%eval 99999999]").0, 0);
    assert_eq!(fault("[%eval 99999999999]").0, 0);
    assert_eq!(fault("[%eval]").0, 0);
}

#[test]
fn marks_are_colors_and_squares() {
    let Value::Csl(squares) = value("[%csl Ga1, Re4,Yh8,Bb2]") else { panic!("no squares") };
    let squares: Vec<_> =
        squares.iter().map(|mark| (mark.color, mark.square.to_string())).collect();
    assert_eq!(
        squares,
        [
            (MarkColor::Green, "a1".to_owned()),
            (MarkColor::Red, "e4".to_owned()),
            (MarkColor::Yellow, "h8".to_owned()),
            (MarkColor::Blue, "b2".to_owned()),
        ]
    );
    let Value::Cal(arrows) = value("[%cal Ga1b2,Re2e4]") else { panic!("no arrows") };
    let arrows: Vec<_> = arrows.iter().collect();
    assert_eq!(arrows.len(), 2);
    assert_eq!((arrows[1].source.index(), arrows[1].target.index()), (12, 28));
    let Value::Csl(none) = value("[%csl ]") else { panic!("no squares") };
    assert_eq!(none.iter().count(), 0);
}

#[test]
fn odd_marks_are_text_with_a_reason() {
    let sentence = "expected one of the colors G, R, Y, B, found `X`";
    assert_eq!(fault("[%csl Xa1]"), (0, sentence.to_owned()));
    assert_eq!(fault("[%csl Ga1,Gi1]").1, "expected a square from a1 to h8, found `i1`");
    assert_eq!(fault("[%csl Ga1,Gi1]").0, 5);
    assert_eq!(fault("[%csl Ga]").0, 1);
    assert_eq!(fault("[%csl G]").0, 1);
    assert_eq!(fault("[%csl Ga1b2]").0, 3);
    assert_eq!(fault("[%cal Ga1]").0, 3);
    assert_eq!(fault("[%csl Ga1,]").0, 4);
    assert_eq!(fault("[%csl G\u{e9}\u{e9}]").0, 1);
    assert_eq!(fault("[%csl Ga\u{e9}]").0, 1);
    assert_eq!(fault("[%cal Ga1b2\u{e9}]").0, 5);
}

#[test]
fn values_print_as_commands() {
    for text in [
        "[%clk 0:01:02]",
        "[%emt 1:02:03.5]",
        "[%egt 0:00:00.05]",
        "[%mct 100:00:00.125]",
        "[%eval 0.17]",
        "[%eval -0.05]",
        "[%eval -1.50,20]",
        "[%eval #-3]",
        "[%csl Ga1,Re4]",
        "[%cal Ga1b2]",
        "[%my_name x y]",
        "[%bkm]",
    ] {
        assert_eq!(value(text).to_string(), text);
        assert_eq!(commands(text).next().unwrap().to_string(), text);
    }
    assert_eq!(value("[%csl Ga1, Re4]").to_string(), "[%csl Ga1,Re4]");
    assert_eq!(value("[%eval +0.5 ,3]").to_string(), "[%eval 0.50,3]");
}

/// The texts of engine programs and servers, the tag TimeControl, and the values as commands for a
/// move of White and of Black.
const NOTES: &[(&str, &str, &str, &str)] = &[
    (
        "+0.35/14 0.21s",
        "",
        "[%eval 0.35,14] [%emt 0:00:00.21]",
        "[%eval -0.35,14] [%emt 0:00:00.21]",
    ),
    ("-1.20/9 12s", "", "[%eval -1.20,9] [%emt 0:00:12]", "[%eval 1.20,9] [%emt 0:00:12]"),
    (
        "-M5/20 1.2s, Black mates",
        "",
        "[%eval #-3,20] [%emt 0:00:01.2] Black mates",
        "[%eval #3,20] [%emt 0:00:01.2] Black mates",
    ),
    (
        "+M1/5 0.001s, White mates",
        "",
        "[%eval #1,5] [%emt 0:00:00.001] White mates",
        "[%eval #-1,5] [%emt 0:00:00.001] White mates",
    ),
    ("0.00/1 0s", "", "[%eval 0.00,1] [%emt 0:00:00]", "[%eval 0.00,1] [%emt 0:00:00]"),
    (
        "+0.44/18 0.512s, n=123, sd=24",
        "",
        "[%eval 0.44,18] [%emt 0:00:00.512] n=123, sd=24",
        "[%eval -0.44,18] [%emt 0:00:00.512] n=123, sd=24",
    ),
    (
        "+0.25/9/12 1.0s",
        "",
        "[%eval 0.25,9] [%emt 0:00:01] sd=12",
        "[%eval -0.25,9] [%emt 0:00:01] sd=12",
    ),
    (
        "+0.25 9/12 1.0s",
        "",
        "[%eval 0.25,9] [%emt 0:00:01] sd=12",
        "[%eval -0.25,9] [%emt 0:00:01] sd=12",
    ),
    ("+0.35/14 21", "", "[%eval 0.35,14] [%emt 0:00:21]", "[%eval -0.35,14] [%emt 0:00:21]"),
    (
        "(Nf6) +0.35/14 21",
        "",
        "[%eval 0.35,14] [%emt 0:00:21] (Nf6)",
        "[%eval -0.35,14] [%emt 0:00:21] (Nf6)",
    ),
    (
        "0.35/14 21 (Nf6)",
        "",
        "[%eval 0.35,14] [%emt 0:00:21] (Nf6)",
        "[%eval -0.35,14] [%emt 0:00:21] (Nf6)",
    ),
    ("-0.12/9 1:23", "", "[%eval -0.12,9] [%emt 0:01:23]", "[%eval 0.12,9] [%emt 0:01:23]"),
    ("+0,35/14 0,2s", "", "[%eval 0.35,14] [%emt 0:00:00.2]", "[%eval -0.35,14] [%emt 0:00:00.2]"),
    ("#-3/20 5s", "", "[%eval #-3,20] [%emt 0:00:05]", "[%eval #3,20] [%emt 0:00:05]"),
    ("+0.12/7", "", "[%eval 0.12,7]", "[%eval -0.12,7]"),
    ("0.21s", "", "[%emt 0:00:00.21]", "[%emt 0:00:00.21]"),
    (
        "d=26, sd=40, mt=12000, tl=3400000, wv=-0.35",
        "",
        "[%eval -0.35,26] [%clk 0:56:40] [%emt 0:00:12] d=26, sd=40, mt=12000, tl=3400000, wv=-0.35",
        "[%eval -0.35,26] [%clk 0:56:40] [%emt 0:00:12] d=26, sd=40, mt=12000, tl=3400000, wv=-0.35",
    ),
    ("d=30, wv=M12,", "", "[%eval #6,30] d=30, wv=M12,", "[%eval #6,30] d=30, wv=M12,"),
    ("0:04:57", "300+0", "[%clk 0:04:57]", "[%clk 0:04:57]"),
    ("0:04:57.5", "", "[%clk 0:04:57.5]", "[%clk 0:04:57.5]"),
    ("4:57", "300+0", "[%clk 0:04:57]", "[%clk 0:04:57]"),
    ("1:29", "5400+30", "[%clk 1:29:00]", "[%clk 1:29:00]"),
    ("[%clk 1:29]", "5400+30", "[%clk 1:29:00]", "[%clk 1:29:00]"),
    ("so [%clk 0:55] far", "40/7200:3600", "so [%clk 0:55:00] far", "so [%clk 0:55:00] far"),
];

/// Comments without a value of this kind, or with commands for it already.
const NO_NOTES: &[(&str, &str)] = &[
    ("", ""),
    ("book", ""),
    ("3.5/5", ""),
    ("1/2", ""),
    ("0-1", ""),
    ("+0.35", ""),
    ("+- wins", ""),
    ("5 minutes", ""),
    ("12. Nf3", ""),
    ("1.5/2 points", ""),
    ("2.0/3.0", ""),
    ("10:00 in the morning", ""),
    ("Ra1/b1 0.21s", ""),
    ("1992.11.04", ""),
    ("(a) +1", ""),
    ("d=26, sd=40", ""),
    ("[%clk 1:29]", "300+5"),
    ("[%clk 59:12]", "5400+30"),
    ("[%clk 1:29:30]", "5400+30"),
    ("[%clk 1:29]", "?"),
    ("[%clk 0:55]", ""),
];

#[test]
fn notes_of_engines_become_commands() {
    use super::{CommentContext, values, with_standard_commands};
    use pgn_chess::Color;
    for (text, control, white, black) in NOTES {
        for (mover, expected) in [(Color::White, white), (Color::Black, black)] {
            let context = CommentContext { mover, time_control: Some(control) };
            let new = with_standard_commands(text, context);
            assert_eq!(new.as_deref(), Some(*expected), "{text}");
            let read = |text: &str| -> Vec<String> {
                values(text, context).map(|value| value.to_string()).collect()
            };
            assert!(!read(text).is_empty(), "{text}");
            assert_eq!(read(text), read(expected), "{text}");
            assert_eq!(with_standard_commands(expected, context), None, "{text}");
        }
    }
    for (text, control) in NO_NOTES {
        let context = CommentContext { mover: Color::White, time_control: Some(control) };
        assert_eq!(with_standard_commands(text, context), None, "{text}");
        assert_eq!(values(text, context).count(), commands(text).count(), "{text}");
    }
}

proptest! {
    #[test]
    fn values_of_any_text_are_those_of_its_standard_form(
        text in "([+-]|[0-9]{1,3}|\\.|/|,|:|s| |M|#|\\(|\\)|=|wv|é|\\[%clk |\\]){0,16}",
        control in "(5400\\+30|300)",
        is_white: bool,
    ) {
        use super::{CommentContext, values, with_standard_commands};
        use pgn_chess::Color;
        let mover = if is_white { Color::White } else { Color::Black };
        let context = CommentContext { mover, time_control: Some(&control) };
        let read = |text: &str| -> Vec<String> {
            values(text, context).map(|value| value.to_string()).collect()
        };
        if let Some(new) = with_standard_commands(&text, context) {
            prop_assert_eq!(read(&new), read(&text));
            prop_assert_eq!(with_standard_commands(&new, context), None);
        }
    }
}

#[test]
fn clocks_with_two_readings_are_found() {
    let readings = |text: &str, time_control| {
        let context = CommentContext { mover: Color::White, time_control };
        let found = super::clocks_with_two_readings(text, context);
        let found = found.map(|(range, it)| format!("{}: {} {}", &text[range], it.read, it.other));
        found.collect::<Vec<_>>().join("; ")
    };
    let long = Some("5400+30");
    for (text, control, expected) in [
        ("[%clk 1:29]", long, "[%clk 1:29]: [%clk 1:29:00] [%clk 0:01:29]"),
        ("[%clk 0:55] good", long, "[%clk 0:55]: [%clk 0:55:00] [%clk 0:00:55]"),
        ("x [%clk 2:05]", Some("40/7200:3600"), "[%clk 2:05]: [%clk 2:05:00] [%clk 0:02:05]"),
        ("[%clk 1:29]", Some("40/5400+30:1800+30"), "[%clk 1:29]: [%clk 1:29:00] [%clk 0:01:29]"),
        ("[%clk 1:29]", Some("90 min + 30 sec"), "[%clk 1:29]: [%clk 1:29:00] [%clk 0:01:29]"),
        ("[%clk 1:29]", None, "[%clk 1:29]: [%clk 0:01:29] [%clk 1:29:00]"),
        ("[%clk 1:29]", Some("?"), "[%clk 1:29]: [%clk 0:01:29] [%clk 1:29:00]"),
        ("[%clk 1:29]", Some("300"), ""),
        ("[%clk 1:29]", Some("180+2"), ""),
        ("[%clk 55:12]", None, ""),
        ("[%clk 1:75]", None, ""),
        ("[%clk 1:29:00]", long, ""),
        ("[%emt 1:29]", long, ""),
        ("[%clk 89]", long, ""),
        ("0:04:57", Some("300"), "0:04:57: [%clk 0:04:57] [%emt 0:04:57]"),
        (" 0:04:57 ", None, "0:04:57: [%clk 0:04:57] [%emt 0:04:57]"),
        ("00:01:00,5", None, "00:01:00,5: [%clk 0:01:00.5] [%emt 0:01:00.5]"),
        ("1:29", long, "1:29: [%clk 1:29:00] [%clk 0:01:29]"),
        ("1:29", Some("300"), "1:29: [%clk 0:01:29] [%emt 0:01:29]"),
        ("0.21s", None, ""),
        ("at 0:04:57", None, ""),
        ("1:0", None, ""),
        ("", None, ""),
    ] {
        assert_eq!(readings(text, control), expected, "{text} {control:?}");
    }
}
