//! Expressions that cannot be read: where, why, and what was meant.

use super::{query, selected};
use crate::{Context, Named, Query};

fn error(text: &str) -> crate::QueryError {
    Query::parse(text, &Context::default()).expect_err(text)
}

const EVENTS_HINT: &str = "events are checkmate, stalemate, check, double-check, repetition, \
    repetition3, repetition5, fifty, seventyfive, insufficient, dead, variant-end, promotion, \
    underpromotion, en-passant, short-castling, long-castling, odds";

/// Many small expressions are fine, few large ones are not, and one may take all of the memory.
#[test]
fn regular_expressions_share_their_memory() {
    let of = |pattern: &str, n: usize| vec![format!("White ~ {pattern}"); n].join(" or ");
    let refused = |text: &str| error(text).to_string();
    for (pattern, n) in [("/tal/i", 300), ("/T[aá]l, [A-Z]/", 100), (r"/\w+, \w/", 20)] {
        assert!(Query::parse(&of(pattern, n), &Context::default()).is_ok(), "{pattern}");
    }
    let large = r"/\w{30}/";
    assert!(Query::parse(&of(large, 1), &Context::default()).is_ok());
    let why = "regular expressions take more than 8 MB together";
    assert!(refused(&of(large, 300)).contains(why), "{}", refused(&of(large, 300)));
    let why = "bad regular expression: it takes more than 8 MB";
    assert!(refused(&of(r"/\w{1000}/", 1)).contains(why));
}

#[test]
fn errors_have_a_place_and_a_reason() {
    let cases = [
        ("", 0..0, "expected a question, such as `White = \"Tal, Mihail\"`, found the end", None),
        ("playr = \"x\"", 0..5, "unknown word `playr`", Some("did you mean `player`?")),
        ("whit = \"x\"", 0..4, "unknown word `whit`", Some("did you mean `white`?")),
        ("White", 5..5, "expected a sign such as `=`, `<`, `~` or `in`, found the end", None),
        ("White = ", 8..8, "expected a value, found the end", None),
        (
            "White < Tal",
            8..11,
            "expected a value, found `Tal`",
            Some("strings are in quotes: \"Tal\""),
        ),
        ("(elo > 2000", 0..1, "this parenthesis is not closed", None),
        ("elo > 2000)", 10..11, "this parenthesis was not opened", None),
        ("elo > 2000 rated", 11..16, "expected `and`, `or` or the end, found `rated`", None),
        ("elo > \"many\"", 6..12, "expected a number, found `many`", None),
        ("elo ~ /2/", 6..9, "`~` is for strings, these are numbers", None),
        ("White ~ /(/", 8..11, "bad regular expression: unclosed group", None),
        ("White ~ /a/q", 8..12, "unknown letter `q` after a regular expression", None),
        ("White = \"x", 8..9, "expected `\"` at the end of this text", None),
        ("Date > yesterday", 7..16, "unknown word `yesterday`", None),
        ("Date > 1.5", 7..10, "expected a date such as `1990`, `1990.05` or `1990.05.17`", None),
        ("eco in Z00..Z99", 7..10, "", None),
        ("result = 2-0", 9..12, "expected `1-0`, `0-1`, `1/2-1/2` or `*`, found `2-0`", None),
        ("has coment", 4..10, "", Some("did you mean `comment`?")),
        ("plycount > 3 before move 2", 13..19, "", None),
        ("comment ~ \"x\" before mov 2", 21..24, "expected `move` or `ply`, found `mov`", None),
        ("year in (1990, \"x\")", 15..18, "expected a number, found `x`", None),
        ("@missing", 0..8, "unknown query `@missing`", None),
        ("White in @no/such/file", 9..22, "", None),
        ("“x”", 0..3, "unexpected character `“`", Some("strings are quoted with \" or '")),
        ("rated && upset", 6..7, "unexpected character `&`", None),
        ("material \"KRXkr\"", 12..15, "", None),
        ("ends checkmat", 5..13, "expected an event", Some("did you mean `checkmate`?")),
        ("ends mated", 5..10, "expected an event, found `mated`", Some(EVENTS_HINT)),
        ("postion \"x\"", 0..7, "unknown word `postion`", Some("did you mean `position`?")),
        ("moves \"1. e4\" for 3", 19..19, "expected `plies` or `moves`, found the end", None),
        ("board (moves \"1. e4\")", 14..19, "", None),
        ("rated = 1", 6..7, "expected `and`, `or` or the end, found `=`", None),
    ];
    for (text, span, message, hint) in cases {
        let error = error(text);
        assert_eq!(error.span(), span, "{text}: {error}");
        assert!(error.message().starts_with(message), "{text}: {error}");
        if hint.is_some() {
            assert_eq!(error.hint(), hint, "{text}: {error}");
        }
    }
}

#[test]
fn an_error_shows_its_line_with_a_caret() {
    let shown = error("rated and\n  playr ~ /^kasparov/i").to_string();
    assert_eq!(
        shown,
        "unknown word `playr`\n    playr ~ /^kasparov/i\n    ^^^^^\n  did you mean `player`?"
    );
    let long = format!("{} and playr = \"x\"", vec!["rated"; 1_000].join(" and "));
    let shown = error(&long).to_string();
    assert!(shown.lines().all(|line| line.chars().count() < 120), "{shown}");
    let at = shown.lines().nth(2).unwrap().find('^').unwrap();
    let line = shown.lines().nth(1).unwrap();
    assert!(line.chars().skip(at).collect::<String>().starts_with("playr"), "{shown}");
}

#[test]
fn a_megabyte_of_parentheses_is_read() {
    let n = 500_000;
    let text = format!("{}rated{}", "(".repeat(n), ")".repeat(n));
    assert!(Query::parse(&text, &Context::default()).is_ok());
    assert_eq!(error(&"(".repeat(2 * n)).span(), 2 * n..2 * n);
    assert!(Query::parse(&format!("{}rated", "not ".repeat(n)), &Context::default()).is_ok());
    let deep =
        format!("{}rated{}", "(upset or (decisive and ".repeat(n / 100), "))".repeat(n / 100));
    assert!(error(&deep).message().ends_with("are nested more than 200 deep"));
    let wide = vec!["rated"; 50_000].join(" or ");
    assert!(Query::parse(&wide, &Context::default()).is_ok());
}

#[test]
fn named_queries_are_put_in_and_never_lead_to_themselves() {
    let mut context = Context::default();
    let mut add = |name: &str, text: &str| {
        let named = Named { text: text.to_owned(), origin: "pgnkit.toml".to_owned() };
        context.queries.insert(name.to_owned(), named);
    };
    add("strong", "elo >= 2600");
    add("win", "@strong and won");
    add("loop", "rated or @loop");
    add("bad", "rated and\n  elo > x");
    (0..14)
        .for_each(|n| add(&format!("bomb{}", n + 1), &format!("@bomb{n} or @bomb{n} and rated")));
    add("bomb0", &vec!["rated"; 20].join(" or "));
    assert!(Query::parse("not @win or @strong", &context).is_ok());
    let of = |text: &str| Query::parse(text, &context).unwrap_err().to_string();
    assert!(of("@lop").contains("did you mean `loop`?"));
    assert!(of("@loop").contains("this query refers to itself: @loop, @loop"), "{}", of("@loop"));
    let bad = of("@bad");
    assert!(bad.starts_with("pgnkit.toml, query `bad`: unknown word `x`\n    elo > x\n"), "{bad}");
    assert!(of("@bomb14").contains("more than 100000 questions"), "{}", of("@bomb14"));
}

#[test]
fn a_long_chain_of_named_queries_is_no_loop() {
    let mut context = Context::default();
    let mut add = |name: String, text: String| {
        context.queries.insert(name, Named { text, origin: "pgnkit.toml".to_owned() });
    };
    add("q0".to_owned(), "rated".to_owned());
    (1..=200).for_each(|n| add(format!("q{n}"), format!("upset or @q{}", n - 1)));
    assert!(Query::parse("@q16", &context).is_ok());
    assert!(Query::parse("@q199", &context).is_ok());
    let error = Query::parse("@q200", &context).unwrap_err().to_string();
    assert!(error.contains("named queries are nested more than 200 deep"), "{error}");
}

/// A text that repeats itself would take minutes if the time were quadratic in its length.
#[test]
fn a_hundred_kilobytes_of_one_letter_are_understood_at_once() {
    let long = "x".repeat(100_000);
    for expression in ["White = ", "White ~ ", "White = \"a\" or White ~ ", "Date = "] {
        Query::parse(&format!("{expression}\"{long}\""), &Context::default()).unwrap();
    }
    Query::parse(&format!("White ~ \"{long}\"i"), &Context::default()).unwrap();
}

#[test]
fn a_word_that_means_nothing_else_needs_no_quotes() {
    for (plain, quoted) in [
        ("White = Fischer", "White = \"Fischer\""),
        ("player ~ tal", "player ~ \"tal\""),
        ("Event !~ candidates and result = 1-0", "Event !~ \"candidates\" and result = 1-0"),
        ("Black != Bronstein", "Black != \"Bronstein\""),
    ] {
        let game = "[Event \"Candidates\"]\n[White \"Fischer\"]\n[Black \"Tal\"]\n\n1-0\n";
        let of = |text: &str| selected(&query(text), game.as_bytes());
        assert_eq!(of(plain), of(quoted), "{plain}");
    }
    // Words with a meaning keep it, and where a number is expected a text is an error.
    for text in ["White = Black", "White = site", "Black = White"] {
        assert!(Query::parse(text, &Context::default()).is_ok(), "{text}");
    }
    for text in ["elo = many", "Date = yesterday", "White ~ and", "White = not", "eco = x"] {
        error(text);
    }
}
