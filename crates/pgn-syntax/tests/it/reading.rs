//! The reading of valid and odd input, step by step.

use crate::record::record;
use pgn_syntax::Regions;

/// The steps of `text` without places.
fn steps(text: &str) -> Vec<String> {
    record(text.as_bytes())
        .steps
        .iter()
        .map(|step| step.split(" @").next().unwrap_or_default().to_string())
        .collect()
}

fn has(text: &str, step: &str) {
    let steps = steps(text);
    assert!(steps.iter().any(|found| found == step), "{step:?} not in {steps:#?} of {text:?}");
}

fn lacks(text: &str, step: &str) {
    let steps = steps(text);
    assert!(!steps.iter().any(|found| found == step), "{step:?} in {steps:#?} of {text:?}");
}

fn n_games(text: &str) -> usize {
    steps(text).iter().filter(|step| step.starts_with("end ") && !step.contains("NoGame")).count()
}

fn clean(text: &str) {
    let steps = steps(text);
    assert!(!steps.iter().any(|step| step.starts_with('!')), "{steps:#?} of {text:?}");
}

#[test]
fn a_plain_game() {
    let text = "[Event \"A\"]\n\n1. e4! e5 2. Nf3 $14 {good} (2. f4) 1-0\n";
    let expected = [
        "game",
        "tag Event=A",
        "movetext",
        "number 1/1",
        "symbol e4",
        "suffix ! true",
        "symbol e5",
        "number 2/1",
        "symbol Nf3",
        "nag 14",
        "Brace Whole good",
        "(",
        "number 2/1",
        "symbol f4",
        ")",
        "WhiteWins",
        "end Marker 53",
    ];
    assert_eq!(steps(text), expected);
}

#[test]
fn the_import_format_is_clean() {
    for text in [
        "",
        " \n\t\n",
        "%only an escape\n",
        "*",
        "1. e4 *",
        "e4 e5 Nf3 *",
        "1 . e4 1 . . . e5 2 Nf3 *",
        "[Event\"x\"][Site\"y\"]1.e4 e5(1...c5)2.Nf3*",
        "1. 1. e4 1. e5 2. Nf3 2 2... Nc6 3 *",
        "[Event {why} \"x\"] ; end\n[Site \"y\"] *",
        "{x; y} 1. e4 *",
        "1. e4 ;a } b { c\n e5 *",
        "1. e4\n%secret e5 d5 {\ne5 *",
        "1. e4 {100 % sure} *",
        "1. e4 $1$14 *",
        "$7 1. e4 *",
        "[Event \"a\"]\n%x\n[Site \"b\"]\n*",
    ] {
        if !text.starts_with('%') {
            clean(text);
        }
    }
}

#[test]
fn games_end_where_they_should() {
    assert_eq!(n_games("1. e4 * 1. d4 *"), 2);
    assert_eq!(n_games("1. e4 e5\n\n2. Nf3 Nc6 *"), 1);
    assert_eq!(n_games("[Event \"A\"]\n\n1. e4 e5\n\n[Event \"B\"]\n\n1. d4 d5\n"), 2);
    assert_eq!(n_games("[Event \"A\"]\n[Result \"*\"]\n\n[Event \"B\"]\n\n1. e4 *"), 2);
    assert_eq!(n_games("[Event \"A\"]\n\n[Site \"B\"]\n\n1. e4 *"), 1);
    assert_eq!(n_games("[Event \"A\"]\n[Event \"B\"]\n\n1. e4 *"), 1);
    assert_eq!(n_games("[Event \"A\"] 1. e4 [Event \"B\"] 1. d4 *"), 2);
    assert_eq!(
        n_games("            [Event \"A\"]\n  [Site \"x\"]\n1. e4 *\n            [Event \"B\"]\n*"),
        2
    );
    has("[Event \"A\"]\n\n1. e4 e5\n\n[Event \"B\"]\n\n*", "! missing-marker");
    has("1. e4", "! missing-marker");
}

#[test]
fn what_is_left_over_after_a_tag_does_not_split_a_game() {
    for junk in [
        "]",
        ",",
        ")",
        ".",
        "\"",
        "}",
        ">",
        "]]",
        "],",
        "|",
        "'",
        ":",
        "-",
        "\\",
        "?",
        "/>",
        "]; note",
        "] {note}",
        " ] ",
        "] old value",
        ", see below",
        "&nbsp;",
        " &#160; ",
        "\n]",
        "\n],",
        "\n]\n",
        "]\n\n",
        "\nlast",
        "\nlast round\nor so",
    ] {
        let text =
            format!("[Event \"A\"]\n[Site \"B\"]{junk}\n[Date \"2024.02.03\"]\n\n1. e4 1-0\n");
        assert_eq!(n_games(&text), 1, "{text:?}");
        lacks(&text, "! missing-marker");
        let is_reported =
            |step: &String| ["! stray-character", "! text-outside-game"].contains(&step.as_str());
        assert!(steps(&text).iter().any(is_reported), "{text:?}");
    }
    // Movetext stays movetext.
    for movetext in ["1. e4 *", "*", "{x} 1. e4 *", "e4 *", "] 1. e4 *", "1... e5 *", "(1. e4) *"] {
        let text = format!("[Event \"A\"]{movetext}\n\n[Event \"B\"]\n\n*\n");
        assert_eq!(n_games(&text), 2, "{text:?}");
    }
    assert_eq!(n_games("[Event \"A\"] played 1-0*\n\n[Event \"B\"]\n\n*\n"), 3);
    // Words after an empty line are not left over.
    assert_eq!(n_games("[Event \"A\"]\n\nnot\nplayed\n\n[Event \"B\"]\n\n*\n"), 2);
}

#[test]
fn annotations_after_the_marker_belong_to_its_game() {
    for tail in [
        " (1... c5)",
        "\n(1... c5)",
        " {drawn} (1... c5)",
        "\n{drawn}\n(1... c5)",
        " ; drawn\n(1... c5)",
        " (1... c5) (1... c6)",
        " (1... c5 (1... c6) 2. Nf3)",
        " (1... c5 1-0)",
        " (1... c5 1-0 2. Nf3)",
        " $1",
        " $1 $2",
        " $1 (1... c5) {x}",
        " !",
        " ?!",
        " \u{b1}",
        " +- {x}",
        " = (1... c5)",
        " {x} -+",
        " (1... c5",
        " ({only words})",
        "\n\n\n(1... c5)",
        "\n% escape\n(1... c5)",
    ] {
        for next in ["", "\n", "\n\n[Event \"y\"]\n\n1. d4 1-0\n", "\n\n1. d4 {x} 1-0\n"] {
            if tail.ends_with("c5") && next.contains("\n1. d4") {
                continue; // An open variation goes on.
            }
            let text = format!("[Event \"x\"]\n\n1. e4 e5 1-0{tail}{next}");
            let n = 1 + usize::from(next.contains("d4"));
            assert_eq!(n_games(&text), n, "{text:?}: {:#?}", steps(&text));
            lacks(&text, "! missing-marker");
            let is_late = tail.contains(['(', '$', '\u{b1}', '+']);
            assert_eq!(steps(&text).contains(&"! late-annotation".to_string()), is_late, "{text}");
        }
    }
    clean("1. e4 e5 1-0 {x}\n{y} 1. e4 (1. d4) *");
    for text in ["1. e4 e5 1-0 (!)", "1. e4 1-0 - so", "1. e4 1-0\n=\n1. d4 *", "1. e4 1-0 <b>"] {
        lacks(text, "! late-annotation");
    }
    for next in ["1. e4 (1. d4) *", "{x} 1. e4 (1. d4) *", "e4 $1 *", "$1 1. e4 *"] {
        assert_eq!(n_games(&format!("1. e4 e5 1-0\n{next}")), 2, "{next}");
    }
}

#[test]
fn games_without_tags_begin_with_move_one_after_an_empty_line() {
    for (text, n) in [
        ("1. e4 e5 2. Nf3\n\n1. e4 c5\n\n1. d4 d5", 3),
        ("1. e4 e5 2. Nf3\r\n\r\n1. e4 c5\r\n\r\n1. d4 d5", 3),
        ("1. e4 e5\n \t\n1.e4 c5\n\n\n\n1 d4 d5\n", 3),
        ("1.e4 e5\n\n1e4 c5", 2),
        ("1. e4 {x} e5\n\n{Sicilian}\n1. e4 c5\n\n; French\n1. e4 e6", 3),
        ("e4 e5 Nf3\n\n1. e4 c5", 2),
        ("1. e4 (1. d4) e5\n\n1. c4", 2),
        ("1. e4 e5 1-0\n\n1. d4 d5\n\n1. c4 c5 *", 3),
        ("[Event \"A\"]\n\n1. e4 1-0\n\n1. d4 d5\n\n1. c4 c5", 3),
        ("1. e4 e5\n\n2. Nf3 Nc6", 1),
        ("1. e4\n\n1... e5", 1),
        ("1. e4\n\n1. e5 2. Nf3", 1),
        ("1. e4 1\n\n1. Nf6", 1),
        ("1. e4\n\n1. d4", 2),
        ("1. e4 e5\n1. d4 d5", 1),
        ("1. e4 (\n\n1. d4) e5", 1),
        ("1. e4 e5\n\n10. Nf3", 1),
        ("1. e4 e5\n\n1-0", 1),
        ("1. e4 e5\n\n1 is a number", 1),
        ("{Openings}\n\n1. e4 e5", 1),
        ("1. e4 {a\n\n1. d4} e5", 1),
        ("[Event \"A\"]\n\n1. e4 e5\n\n1. d4 d5", 1),
    ] {
        assert_eq!(n_games(text), n, "{text:?}: {:#?}", steps(text));
    }
}

#[test]
fn a_sign_after_a_tag_name_is_no_part_of_it() {
    for (text, tag) in [
        ("[Event: x]", "tag Event=x"),
        ("[Event: \"x\"]", "tag Event=x"),
        ("[Event:\"x\"]", "tag Event=x"),
        ("[Event : \"x y\"]", "tag Event=x y"),
        ("[Event=\"x\"]", "tag Event=x"),
        ("[Event = x]", "tag Event=x"),
        ("[event: x]", "tag event=x"),
        ("[Event:x]", "tag Event=x"),
        ("[Event: 'x']", "tag Event=x"),
        ("[Event: \"\"]", "tag Event="),
        ("[Event: \"a ] b\"]", "tag Event=a ] b"),
        ("[Result: 1-0]", "tag Result=1-0"),
        ("[FEN: 4k3/8/8/8/8/8/8/4K2R w K - 0 1]", "tag FEN=4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ] {
        let text = format!("{text}\n[Site \"y\"]\n\n1. e4 *\n");
        has(&text, tag);
        has(&text, "! unquoted-value");
        has(&text, "tag Site=y");
        assert_eq!(n_games(&text), 1, "{text}");
    }
    for text in ["[Event:]", "[: x]", "[the rest: later]"] {
        lacks(&format!("{text}\n[Site \"y\"]\n\n1. e4 *\n"), "! unquoted-value");
    }
}

#[test]
fn a_tag_without_quotes_and_bracket_is_read_where_nothing_else_is_on_its_line() {
    for (line, tag) in [
        ("[White Ash", "White=Ash"),
        ("[White  Ash, B. ", "White=Ash, B."),
        ("[white Ash", "white=Ash"),
        ("[Result 1-0", "Result=1-0"),
        ("[Date 1992.08.31", "Date=1992.08.31"),
        ("[FEN 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "FEN=4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("\t[Event Club Cup", "Event=Club Cup"),
    ] {
        for end in ["\n", "\r\n"] {
            let text = format!("[Round \"1\"]{end}{line}{end}[Site \"y\"]{end}{end}1. e4 *{end}");
            has(&text, &format!("tag {tag}"));
            has(&text, "! unquoted-value");
            has(&text, "! unclosed-tag");
            lacks(&text, "! malformed-tag");
            assert_eq!(n_games(&text), 1, "{text:?}");
        }
    }
    has("[Site \"x\"]\n[White Ash\n\n1. e4 *\n", "tag White=Ash");
    for text in [
        "[White Ash\n1. e4 *\n",
        "[white Ash\n\n1. e4 *\n",
        "[Mood Ash\n[Site \"y\"]\n\n1. e4 *\n",
        "[White\n[Site \"y\"]\n\n1. e4 *\n",
        "[White {Ash\n[Site \"y\"]\n\n1. e4 *\n",
        "1. e4 [white is better e5 *\n",
        "1. e4 [White is better\ne5 *\n",
    ] {
        lacks(text, "! unquoted-value");
    }
}

#[test]
fn second_tags_after_one_that_is_cut_off_begin_the_next_game() {
    let second = "[Event \"Batch: a vs b\"]\n[Site \"S\"]\n[Result \"*\"]\n\n1. e4 *\n";
    for cut in [
        "[TimeControl \"66.6+",
        "[TimeControl \"",
        "[TimeControl \"66\"",
        "[TimeControl \"66\n",
        "[TimeControl \"66\"\n",
        "[TimeC",
        "[TimeControl ",
        "[",
        "[TimeC\n",
    ] {
        let text = format!("[Event \"A\"]\n[Site \"S\"]\n[Result \"1-0\"]\n{cut}{second}");
        assert_eq!(n_games(&text), 2, "{text:?}: {:#?}", steps(&text));
        has(&text, "tag Event=Batch: a vs b");
    }
    // One tag twice is not a second set, and one that is closed is not cut off.
    let text = "[Event \"A\"]\n[Site \"S\"\n[Event \"B\"]\n[Round \"1\"]\n\n1. e4 *\n";
    assert_eq!(n_games(text), 1);
    assert_eq!(n_games(&format!("[Event \"A\"]\n[Site \"S\"]\n{second}")), 1);
}

#[test]
fn movetext_after_a_marker_is_a_game_whatever_its_first_word_is() {
    for text in [
        "1. Nf9 d5 2. Nf3 0-1",
        "1. P-K4 P-K4 2. KtxB 0-1",
        "1. е4 е5 2. Кf3 1-0",
        "1.е4 1-0",
        "1. Nf9 Nc9 2. d4 1-0",
        "1. xyz 1-0",
        "1. xyz abc 1/2-1/2",
        "1. xyz abc *",
        "1. P-Q4",
        "1. Xf3! d5?",
        "1. ... Nf9 2. Nf3",
        "1. Springerf3 d5",
        "1. PxP",
        "7. Nf9 d5 0-1",
        "1. Nf9\nd5",
        "1 Nf9 d5 0-1",
        "1 Nf9 d5 2 Nf3 1/2-1/2",
        "7 Ni3 d5 *",
        "Nf9 d5 0-1",
        "Nf9 d5 Nf3\nNc6 1-0",
        "exd0 e4 1-0",
        "Nf9+ d5! Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3",
        "Bb9 d5 2. Nf3 d6 1-0 {x}",
    ] {
        let text = format!("1. e4 e5 1-0\n\n{text}\n\n[Event \"y\"]\n\n1. d4 1-0\n");
        assert_eq!(n_games(&text), 3, "{text:?}");
        lacks(&text, "! text-outside-game");
    }
    for text in [
        "1. Buy milk\n2. Sell cow\n3. Go",
        "1. See the e4 pawn",
        "1. First prize: Ash 1-0",
        "1. Ash - Birch 1-0",
        "1. Open",
        "2023 was good.",
        "1) e4",
        "The end.",
        "1. milk\n\ne4",
        "1 Ash 1-0",
        "1 Nf9",
        "1 Nf9 is no move 1-0",
        "Nf9 was meant",
        "Nf9 d5",
        "Nf9 1-0",
        "Nf9 d5 0-1 in the book",
        "Nf9\n\nd5 0-1",
        "b9 c9 d5 is the table",
    ] {
        let text = format!("1. e4 e5 1-0\n\n{text}\n");
        assert_eq!(n_games(&text).min(2), n_games(&text), "{text:?}");
        has(&text, "! text-outside-game");
    }
}

#[test]
fn no_prose_becomes_a_game() {
    let text = "From: me@here\nSubject: games of 1993\n\nDear reader,\n2023 was good.\n";
    assert_eq!(n_games(text), 0);
    assert_eq!(steps(text), ["! not-pgn"]);
    let text = format!("{text}\n[Event \"A\"]\n\n1. e4 *\n\nThe end.\n");
    assert_eq!(n_games(&text), 1);
    has(&text, "! text-outside-game");
    assert_eq!(n_games("[Event \"A\"]\nsome line\n[Site \"B\"]\n\n1. e4 *"), 1);
    let pairings = "Round 2\n1. Ash 1-0 Birch\n2. Elm 0-1 Fir\n3. Oak 1/2-1/2 Yew\n4. Ivy * Box\n";
    assert_eq!(n_games(pairings), 0);
    assert_eq!(n_games(&format!("1. e4 *\n\n{pairings}\n1. d4 *\n")), 2);
}

#[test]
fn comments_stay_with_their_game() {
    let text = "1. e4 * {same line}\n{next}\n1. d4 *\n; last\n";
    let steps = steps(text);
    let at = |step: &str| steps.iter().position(|found| found == step).unwrap();
    assert!(at("Brace Whole same line") < at("end Marker 20"));
    assert!(at("Brace Whole next") > at("end Marker 20"));
    assert!(at("Line Whole  last") < steps.len() - 1);
    has("{alone}", "end NoGame 7");
}

#[test]
fn braces_do_not_swallow_games() {
    let text = "[Event \"A\"]\n\n1. e4 {oops\n\n[Event \"B\"]\n\n1. d4 {fine} *\n";
    has(text, "! unclosed-comment");
    has(text, "Brace Whole oops");
    has("1. e4 {oops", "! unclosed-comment");
    has("1. e4 {a {b} c} *", "! stray-brace");
    for begun in ["{Intro} 1. d4", "1. d4 {fine}", "{Intro} {more} d4", "\n{ } 1. d4 {fine}"] {
        let text = format!("[Event \"A\"]\n\n1. e4 {{oops\n\n[Event \"B\"]\n\n{begun} *\n");
        assert_eq!(n_games(&text), 2, "{begun}");
    }
    let quoted = "1. e4 {see\n\n[Event \"x\"]\n$11000 {{ } e5 *";
    assert_eq!(n_games(quoted), 1);
}

#[test]
fn variations_close_at_the_end() {
    has("1. e4 (1. d4 *", "! unclosed-variation");
    has("1. e4 ) *", "! stray-parenthesis");
    has("1. e4 (1. d4 d5 1/2-1/2) e5 *", "Draw inner");
    has("1. e4 (1. d4 d5 1/2-1/2 {x}) e5 *", "! marker-in-variation");
    let text = "[Event \"A\"]\n\n1. e4 (1. d4 d5 1... e5 *\n\n[Event \"B\"]\n\n1. d4 d5 *\n";
    assert_eq!(n_games(text), 2);
}

#[test]
fn odd_characters_are_reported_and_cost_nothing() {
    has("1. e4 *\0\0\0\0\0\0", "! control-character");
    has("1. e4 *\n\x1A", "! end-of-file-mark");
    has("1. e4\u{a0}e5 *", "! foreign-space");
    has("1. e4 *\n\u{feff}[Event \"B\"]\n*", "! byte-order-mark");
    clean("\u{feff}[Event \"B\"]\n*");
    clean("\u{feff}%x\n*");
    has("1. e4\n %x\n*", "! misplaced-percent");
    has("1. e4 <x> e5 *", "! reserved-bracket");
    has("1. e4 } e5 *", "! stray-brace");
    has("1. e4 $ e5 *", "! empty-nag");
    has("1. e4, e5 *", "! stray-character");
    has("{a\x01b} *", "! control-character");
    has("1. \u{2658}f3 *", "! misplaced-character");
}

#[test]
fn markers_in_odd_spellings_end_the_game() {
    for text in
        ["1. e4 1 - 0", "1. e4 1\u{2013}0", "1. e4 \u{bd}-\u{bd}", "1. e4 1/2", "1. e4 0.5-0.5"]
    {
        has(text, "! odd-marker");
        lacks(text, "! missing-marker");
        assert_eq!(n_games(text), 1);
    }
    assert_eq!(
        record(b"1. e4 \xBD-\xBD").steps.iter().filter(|s| s.starts_with("Draw")).count(),
        1
    );
    lacks("5. 0-0-0 0-0-0 *", "! odd-marker");
    has("5. 0-0 0-0 *", "symbol 0-0");
}

#[test]
fn a_marker_that_touches_a_move_ends_the_game() {
    // Long enough, and not, for the blocks of the plain path.
    let tail =
        "{ a comment that fills more than one block of the plain path of reading }\n".repeat(4);
    for (glued, mv, marker) in [
        ("Qg20-1", "Qg2", "BlackWins"),
        ("R8xg21/2-1/2", "R8xg2", "Draw"),
        ("Kf21-0", "Kf2", "WhiteWins"),
        ("Kf2½", "Kf2", "Draw"),
        ("e8=Q1-0", "e8=Q", "WhiteWins"),
        ("O-O1-0", "O-O", "WhiteWins"),
        ("0-0-00-1", "0-0-0", "BlackWins"),
        ("O-O-O1/2-1/2", "O-O-O", "Draw"),
    ] {
        for text in [format!("1. e4 {glued}"), format!("1. e4 {glued}\n{tail}")] {
            has(&text, "! glued-marker");
            has(&text, &format!("symbol {mv}"));
            assert!(steps(&text).iter().any(|step| step.contains(marker)), "{:#?}", steps(&text));
            lacks(&text, "! missing-marker");
            assert_eq!(n_games(&text), 1);
        }
    }
    for text in ["1. e4 Kf2*", "1. e4 Kf2!1-0", "1. e4 Kf2 1-0", "1. e4 0-0 0-0-0 *"] {
        clean(text);
    }
    for one in ["a1-0", "Kf2-1-0", "Rd1-0", "0-0-0-1"] {
        has(&format!("1. e4 {one} *"), &format!("symbol {one}"));
    }
    has("1. e4 (1. d41-0) e5 *", "! marker-in-variation");
    assert_eq!(n_games("1. e4 e51-0\n1. d4 d50-1\n"), 2);
}

#[test]
fn damaged_tags_keep_their_neighbors() {
    has("[Event \"A]\n[Site \"B\"]\n*", "tag Event=A");
    has("[Event \"A]\n[Site \"B\"]\n*", "! unclosed-string");
    has("[Event]\n[Site \"B\"]\n*", "! malformed-tag");
    has("[White-Elo \"1\"]\n*", "! bad-tag-name");
    has("[Event \"a\tb\"] *", "! tab-in-string");
    has("[Event \"C:\\dir\"] *", "! unknown-string-escape");
    has("[A \"Jose \"Pepe\" Diaz\"] *", "! unescaped-quote");
    has(&format!("[A \"{}\"] *", "x".repeat(256)), "! overlong-string");
    lacks(&format!("[A \"{}\"] *", "x".repeat(255)), "! overlong-string");
    has("1. e4 [%clk 1:00] e5 *", "malformed [%clk 1:00]");
}

#[test]
fn line_ends_of_a_page_do_not_cut_a_game_at_each_tag() {
    let text = "[Event \"A\"]<br>\n[Site \"B\"]<br /><br />1. e4<br />e5 *";
    assert_eq!(steps(text).iter().filter(|step| *step == "game").count(), 1);
    has(text, "tag Site=B");
    has(text, "reserved <br>");
    has(text, "! reserved-bracket");
}

#[test]
fn a_marker_that_begins_a_variation_does_not_end_the_game() {
    let text = "2. c4 dxc4 (* $140 3. e4 e5) 3. Nf3 *";
    assert_eq!(steps(text).iter().filter(|step| *step == "game").count(), 1);
    has(text, "Unknown inner");
    has(text, "! marker-in-variation");
    // But a variation that was never closed ends with its game.
    has("1. e4 (* [Event \"A\"] *", "! unclosed-variation");
    has("1. e4 e5 (1... c5 *\n\n[Event \"A\"] *", "! unclosed-variation");
}

#[test]
fn a_million_nested_variations_are_only_a_counter() {
    let text = "1. e4 ".to_string() + &"(1. d4 ".repeat(1_000_000) + &")".repeat(1_000_000) + " *";
    let mut regions = Regions::new(text.as_bytes());
    let region = regions.next_region().unwrap().unwrap();
    assert_eq!(region.text.len(), text.len());
    let open = "1. e4 ".to_string() + &"(1. d4 ".repeat(1_000_000);
    assert!(steps(&open).iter().any(|step| step == "! unclosed-variation"));
}

#[test]
fn long_things_come_in_bounded_parts() {
    let text = format!("1. e4 {{{}}} *", "x".repeat(200_000));
    let parts: Vec<String> = steps(&text).into_iter().filter(|s| s.starts_with("Brace")).collect();
    assert_eq!(parts.len(), 4);
    assert!(parts[0].starts_with("Brace First") && parts[3].starts_with("Brace Last"));
    has(&format!("1. e4 {} e5 *", "e".repeat(5000)), "! overlong-symbol");
    has(&format!("1. e4 {} e5 *", "e".repeat(5000)), "symbol e5");
}

#[test]
fn foreign_files_get_one_diagnostic() {
    for text in [
        "<!DOCTYPE html>\n<p>[Event \"A\"]\n",
        "MIME-Version: 1.0\n\n<!DOCTYPE HTML>\n<p>1.d4 Nf6</p>\n",
        "version https://git-lfs.github.com/spec/v1\n",
    ] {
        assert_eq!(steps(text), ["! not-pgn"]);
    }
}

#[test]
fn regions_know_their_line() {
    let text = "\n\n[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. d4 *\n";
    let mut regions = Regions::new(text.as_bytes());
    let first = regions.next_region().unwrap().unwrap();
    assert_eq!((first.location.line, first.text.len()), (1, 23));
    let second = regions.next_region().unwrap().unwrap();
    assert_eq!((second.location.line, second.n_games_before), (6, 1));
    assert!(regions.next_region().unwrap().is_none());
}

#[test]
fn a_letter_beyond_ascii_ends_a_number() {
    let text = "[Event \"A\"]\n\n1\u{e9} e4 *";
    has(text, "number 1/0");
    has(text, "symbol \\xc3\\xa9");
    lacks(text, "symbol 1");
}

#[test]
fn a_region_of_a_text_is_text() {
    // Controls that are one byte in twenty of the first game, but not of the whole text.
    let text = format!(
        "[Event \"{}\"]\n\n1. e4 {} *\n\n[Event \"B\"]\n\n1. d4 {} *\n",
        "\x05".repeat(8),
        "x".repeat(40),
        "y".repeat(300)
    );
    let mut record = crate::record::Record::default();
    let mut regions = Regions::new(text.as_bytes());
    let first = regions.next_region().unwrap().unwrap();
    assert!(first.visit(&mut record).is_continue());
    assert!(record.steps.contains(&"game".to_string()), "{:?}", record.steps);
}

#[test]
fn a_run_of_controls_is_one_fault_however_it_is_cut() {
    let text = [b"1. e4 *\n".to_vec(), vec![0; 300_000]].concat();
    let mut record = crate::record::Record::default();
    let mut reader = pgn_syntax::Reader::new(&text[..]);
    assert_eq!(reader.visit(&mut record).unwrap(), None);
    let controls = |faults: &[(String, u64, u64)]| {
        faults.iter().filter(|fault| fault.0 == "control-character").count()
    };
    assert_eq!(controls(&record.faults), 1);
}
