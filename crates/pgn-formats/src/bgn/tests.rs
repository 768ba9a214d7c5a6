use super::*;
use crate::found::Found;
use pgnkit::read::Games;
use pgnkit::syntax::Location;

/// The text in Blind Game Notation of the games of a PGN text.
fn blind(pgn: &str) -> String {
    let mut text = Vec::new();
    for game in Games::new(pgn.as_bytes()) {
        Blind::default().append(&game.unwrap(), &mut text, &mut Vec::new());
    }
    String::from_utf8(text).unwrap()
}

/// The translation of a text, and the faults that the translator reports.
fn translated(text: &str) -> (String, Vec<(&'static str, Location)>) {
    let mut found = Vec::new();
    let mut out = Vec::new();
    let mut translator = Translator::new(|one: Found| found.push((one.fault.name, one.location)));
    translator.push(text.as_bytes(), &mut out);
    translator.finish(&mut out);
    (String::from_utf8(out).unwrap(), found)
}

#[track_caller]
fn check(pgn: &str, expected: &[&str]) {
    let text = blind(pgn);
    assert_eq!(text, expected.join("\n") + "\n\n");
    let mut again = Vec::new();
    for game in games(text.as_bytes()) {
        Blind::default().append(&game.unwrap(), &mut again, &mut Vec::new());
    }
    assert_eq!(String::from_utf8(again).unwrap(), text, "read again");
}

#[test]
fn a_comment_stands_below_its_move() {
    let pgn = "1. e4 e5 2. Nf3 Nc6 3. Bb5 {White opens with the Ruy Lopez Opening. It is old.} \
               3... a6 *";
    check(
        pgn,
        &[
            "1. e4 e5",
            "2. Nf3 Nc6",
            "3. Bb5",
            "",
            "| White opens with the Ruy Lopez Opening.",
            "It is old.",
            "|| ",
            "3... a6",
            "*",
        ],
    );
}

#[test]
fn a_diagram_is_a_word() {
    check(
        "1. e4 {[#] Good move} e5 {[#]} 2. Nf3 {[#] [%clk 0:01:00]} *",
        &[
            "1. e4",
            "",
            "| Good move.",
            "Diagram.",
            "|| ",
            "1... e5",
            "",
            "| Diagram.",
            "|| ",
            "2. Nf3",
            "",
            "| Clock: 1 minute.",
            "Diagram.",
            "|| ",
            "*",
        ],
    );
}

#[test]
fn variations_have_their_label_on_every_line() {
    let pgn = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 $14 {Bxc6 is the other way.} \
               (4. Bxc6 dxc6 (4... bxc6 5. d4) 5. O-O) 4... Nf6 $6 *";
    check(
        pgn,
        &[
            "1. e4 e5",
            "2. Nf3 Nc6",
            "3. Bb5 a6",
            "4. Ba4",
            "",
            "| White has a slight advantage.",
            "|| ",
            "",
            "| Comment: Bxc6 is the other way.",
            "|| ",
            "A: 4. Bxc6 dxc6",
            "A1: 4... bxc6",
            "A1: 5. d4",
            "A: 5. O-O",
            "4... Nf6?!",
            "*",
        ],
    );
}

#[test]
fn siblings_are_counted_anew_at_each_move() {
    let pgn = "1. e4 (1. d4 {Solid.} d5 (1... Nf6) (1... f5)) (1. c4) 1... e5 (1... c5 2. Nf3 \
               (2. c3 d5 (2... Nf6))) 2. Nf3 *";
    check(
        pgn,
        &[
            "1. e4",
            "A: 1. d4",
            "",
            "A: | Solid.",
            "A: || ",
            "A: 1... d5",
            "A1: 1... Nf6",
            "A2: 1... f5",
            "B: 1. c4",
            "1... e5",
            "A: 1... c5",
            "A: 2. Nf3",
            "A1: 2. c3 d5",
            "A1a: 2... Nf6",
            "2. Nf3",
            "*",
        ],
    );
}

#[test]
fn unchecked_moves_have_no_parentheses() {
    let text = blind("[Variant \"Xiangqi\"]\n\n1. e8(Q) *");
    assert!(text.ends_with("\n1. e8=Q\n*\n\n"), "{text}");
}

#[test]
fn tags_are_written_in_ascii_unless_they_say_nothing() {
    let roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                  [White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n";
    check(&format!("{roster}1. e4 1-0"), &["1. e4", "1-0"]);
    check(
        "[White \"Šahović, é\"]\n\n{Hello.} 1. e4 1-0",
        &[
            "[Event \"?\"]",
            "[Site \"?\"]",
            "[Date \"????.??.??\"]",
            "[Round \"?\"]",
            "[White \"Sahovic, e\"]",
            "[Black \"?\"]",
            "[Result \"1-0\"]",
            "",
            "| Hello.",
            "|| ",
            "1. e4",
            "1-0",
        ],
    );
}

#[test]
fn signs_become_words() {
    for (comment, expected) in [
        ("∆ Nf3", "with the idea of Nf3"),
        (
            "Then ±, or +- .",
            "Then White has a moderate advantage, or White has a decisive advantage .",
        ),
        ("Δημήτρης", "D?"),
        ("a | b } c", "a / b ) c"),
        ("♘f3 – “Zürich”", "Comment: Nf3 - \"Zurich\""),
        ("[%clk 0:05:01] Good", "Good."),
        ("[%x a +- b] +- c", "[%x a +- b] White has a decisive advantage c"),
    ] {
        let text = blind(&format!("1. e4 ;{comment}\n *"));
        let line = text.lines().find(|line| line.starts_with("| ")).unwrap();
        if comment.starts_with('Δ') {
            assert!(!line.contains("idea"), "{line}");
        } else {
            assert_eq!(line, format!("| {expected}"));
        }
    }
    let text = blind("1. e4 {[%clk 0:05:01] Good [%csl Ge4][%cal Re2e4,Gd1h5]} *");
    let expected = "| Good.\nClock: 5 minutes 1 second.\nMarked squares: e4 in green.\n\
                    Arrows: e2 to e4 in red, d1 to h5 in green.\n|| ";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn the_first_suffix_is_a_sign_and_the_others_are_words() {
    check(
        "1. e4 $3 $1 $10 $3 e5 $4 2. Nf3 $5 *",
        &["1. e4!!", "", "| Good move.", "Drawish position.", "|| ", "1... e5??", "2. Nf3!?", "*"],
    );
}

#[test]
fn variations_beyond_the_deepest_label_are_comments() {
    let depth = write::LEVELS_MAX + 2;
    let moves = ["1. d4 ", "1. c4 "];
    let mut pgn = "1. e4 ".to_owned();
    for n in 0..depth {
        pgn.push('(');
        pgn.push_str(moves[n % 2]);
    }
    pgn.push_str(&")".repeat(depth));
    pgn.push_str(" *");
    let text = blind(&pgn);
    assert!(text.contains(": | Variation: 1. d4 (1. c4)\n"), "{text}");
    let again: Vec<_> = games(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(again.len(), 1);
}

#[test]
fn a_line_becomes_a_line_and_a_move_keeps_its_column() {
    let text = "1. e4 e5\r\n\r\n| Comment: Nf3 comes.\r\nSoon.\r\n|| \r\nA: 1... c5\r\nA1: 1... d5\r\n2. Nf3\r\n*";
    let (pgn, found) = translated(text);
    let expected = "1. e4 e5\r\n\r\n          {Nf3 comes.\r\nSoon.}\r\n   \r\n(  1... c5\r\n(   1... d5))\r\n2. Nf3\r\n*";
    assert_eq!(pgn, expected);
    assert!(found.is_empty());
}

#[test]
fn carriage_returns_alone_are_line_ends() {
    let (pgn, _) = translated("A: | \rA: \n\n| One\r|| \r1. e4\r*");
    assert_eq!(pgn.lines().count(), 7, "{pgn:?}");
}

#[test]
fn what_is_carelessly_written_is_read() {
    let plain = |text: &str| blind_of(text).replace('\n', " ");
    // The run-on form of the article, its zeros, its numbers without a period.
    let text = "1 e4 e5 2 Nf3 Nc6\n3 Bb5 | White opens. || 3 a6 4 Ba4 Nf6 5 00\n*";
    assert_eq!(
        plain(text).trim(),
        "1. e4 e5 2. Nf3 Nc6 3. Bb5  | White opens. ||  3... a6 4. Ba4 Nf6 5. O-O *"
    );
    assert_eq!(plain("1. e4\n\n| A.\n||\n1... e5\n*").trim(), "1. e4  | A. ||  1... e5 *");
}

fn blind_of(text: &str) -> String {
    let mut again = Vec::new();
    for game in games(text.as_bytes()) {
        Blind::default().append(&game.unwrap(), &mut again, &mut Vec::new());
    }
    String::from_utf8(again).unwrap()
}

/// A word that was too long leaves a sign as a word of its own, in the same comment.
#[test]
fn a_sign_cut_off_a_long_word_is_said() {
    let pgn = format!("1. e4 {{a [%x^+xxx]{}+-}} *", "x".repeat(243));
    let text = blind(&pgn);
    assert!(text.contains("White has a decisive advantage") && !text.contains("+-"), "{text}");
    assert_eq!(blind_of(&text), text);
}

#[test]
fn faults_have_their_place() {
    let at = |line, column| Location { line, column };
    for (text, expected) in [
        ("1. e4\n\n| a\n\n| b\n|| \n*\n", vec![("unclosed-bars", at(3, 1))]),
        ("1. e4\n| a\n", vec![("unclosed-bars", at(2, 1))]),
        ("1. e4\n| a\n\n[Event \"x\"]\n\n1. d4 *\n", vec![("unclosed-bars", at(2, 1))]),
        ("1. e4 || e5\n*\n", vec![("stray-bars", at(1, 7))]),
        ("1. e4 {x} (1. d4) *\n", vec![("foreign-sign", at(1, 7)), ("foreign-sign", at(1, 11))]),
        ("1. e4\nA1: 1. d4\n*\n", vec![("skipped-label", at(2, 1))]),
    ] {
        let (pgn, found) = translated(text);
        assert_eq!(found, expected, "{text:?} is {pgn:?}");
        assert_eq!(pgn.lines().count(), text.lines().count(), "{pgn:?}");
    }
}

#[test]
fn a_line_without_end_fills_no_memory() {
    let word = "x".repeat(1 << 20);
    for text in [format!("1. e4 {word} e5 *"), format!("| {word}"), format!("[{word}")] {
        let mut pgn = PgnText::new(text.as_bytes());
        let mut out = Vec::new();
        std::io::Read::read_to_end(&mut pgn, &mut out).unwrap();
        assert!(out.len() >= text.len() && out.len() < text.len() + 100);
    }
}

#[test]
fn the_notation_is_told_from_pgn() {
    for text in [
        "1. e4\n\n| a",
        "[Event \"(\"]\n\n| a",
        "1. e4\nA: 1. d4\n",
        "|| \n",
        "1. e4\n\n| a (b).\nc; {d\n|| \n*",
    ] {
        assert!(is_blind(text.as_bytes()), "{text}");
    }
    for text in ["1. e4 {\n| a\n}", "1. e4 (\nA: 1. d4", "1. e4 e5 *", "Note: 1. d4", ""] {
        assert!(!is_blind(text.as_bytes()), "{text}");
    }
    // Prose that draws with bars, and what PGN alone has after it.
    for text in [
        "|| Club 2020 ||\n\n1. e4 *",
        "||\n\n1. e4 (1. d4) *",
        "|| \n1. e4 {a} *",
        "| a | b |\r\n\r\n1. e4 (1. d4) *",
    ] {
        assert!(!is_blind(text.as_bytes()), "{text}");
    }
}
