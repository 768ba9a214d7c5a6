//! Which games expressions select.

use super::{query, selected};
use crate::Truth;
use pgnkit::charset::Choice;
use pgnkit::syntax::Regions;

/// Five games: a known one, one with a Black win and comments, a team game, one with hardly any
/// tags, and one of a variant.
const GAMES: &str = r#"[Event "Training"]
[Site "?"]
[Date "1990.??.??"]
[Round "3.1"]
[White "Tal, Mihail"]
[Black "Kasparov, Garry"]
[Result "1-0"]
[WhiteElo "2600"]
[BlackElo "2800"]
[ECO "B90"]
[TimeControl "40/7200:3600"]
[Odd_1 "x"]

1. e4 c5 2. Nf3 {a \ novelty} d6 $1 1-0

[Event "Club"]
[Date "1991.05.17"]
[White "Kasparov, Garry"]
[Black "O\"Kelly, \"A\\B\""]
[Result "0-1"]
[WhiteElo "2800"]
[BlackElo "2400"]
[TimeControl "300+2"]
[Termination "Time forfeit"]

1. d4 {[%clk 0:05:00]} d5 {[%clk 0:00:09][%eval -6.5]} (1... Nf6 $14 {else}) 2. c4 {[%eval #-3]} 0-1

[White "Jones, A.:Hübner, Robert"]
[Black "?"]
[Date "2001.01.01"]
[Result "1/2-1/2"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]

1... e5 1/2-1/2

*

[White "Nimzowitsch, Aron"]
[Date "nonsense"]
[Result "1-0"]
[Variant "Atomic"]
[lower "y"]

1. e4 e5 0-1
"#;

/// Expressions, and the games that they select.
const CASES: &[(&str, &[u64])] = &[
    ("true", &[1, 2, 3, 4, 5]),
    ("false", &[]),
    (r#"White = "Tal, Mihail""#, &[1]),
    (r#"White = "tal, mihail""#, &[]),
    (r#"White = "tal, mihail"i"#, &[1]),
    (r#"White ~ "TAL""#, &[1]),
    (r#"White ~ "hubner""#, &[3]),
    (r#"White ~ /hubner/"#, &[]),
    (r#"White ~ /hubner/f"#, &[3]),
    (r#"White ~ /^KASPAROV/i"#, &[2]),
    (r#"White != "Tal, Mihail""#, &[2, 3, 4, 5]),
    (r#"White !~ /a/"#, &[3, 4, 5]),
    (r#"White sounds "Tahl""#, &[1]),
    (r#"Black = "O\"Kelly, \"A\\B\"""#, &[2]),
    (r#"Black = 'O"Kelly, "A\\B"'"#, &[2]),
    (r#"White in ("Tal, Mihail", "Kasparov, Garry")"#, &[1, 2]),
    (r#"White not in ("Tal, Mihail", "Kasparov, Garry")"#, &[3, 4, 5]),
    (r#"White in "K".."U""#, &[1, 2, 5]),
    (r#"tag "Odd_1" = "x" or tag "lower" = "y""#, &[1, 5]),
    (r#"has tag "WhiteElo""#, &[1, 2]),
    ("Round = 3.1", &[1]),
    ("roundnumber = 3", &[1]),
    ("roundnumber = 1", &[]),
    ("WhiteElo >= 2600", &[1, 2]),
    ("WhiteElo > 2600", &[2]),
    ("WhiteElo < BlackElo", &[1]),
    ("WhiteElo in 2500..2700", &[1]),
    ("WhiteElo in (2600, 2750..)", &[1, 2]),
    ("TimeControl >= 3600", &[1]),
    ("basetime = 0:05:00 and increment = 2", &[2]),
    ("Result = 1-0", &[1, 5]),
    ("result = 1-0", &[1, 5]),
    ("result = draw", &[3]),
    ("resultconflict", &[5]),
    ("decisive", &[1, 2, 5]),
    ("termination = \"time forfeit\"", &[2]),
    ("variant = chess960", &[3]),
    ("variant = standard", &[1, 2, 4]),
    ("variant != standard", &[3, 5]),
    ("has setup", &[3]),
    ("eco in B00..B99", &[1]),
    ("eco = B9", &[1]),
    ("eco = D06", &[2]),
    ("ECO = B91", &[]),
    ("game in 2..3", &[2, 3]),
    ("file ~ \"GAMES\"", &[1, 2, 3, 4, 5]),
    // Dates of which something is not known.
    ("Date = 1990", &[1]),
    ("Date > 1990", &[2, 3]),
    ("Date >= 1990", &[1, 2, 3]),
    ("Date < 1990.06", &[]),
    ("not Date < 1990.06", &[2, 3]),
    ("Date in 1990..1999", &[1, 2]),
    ("Date in 1991.05..1991.05", &[2]),
    ("Date = \"1990.??.??\"", &[1]),
    ("Date > \"1990.12.31\"", &[2, 3]),
    ("Date < 1991 or Date >= 1991", &[1, 2, 3]),
    ("year = 1991 and month = 5 and day = 17", &[2]),
    ("month != 5", &[3]),
    // Sides.
    (r#"player ~ "kasparov""#, &[1, 2]),
    (r#"player ~ "kasparov" and color = white"#, &[2]),
    (r#"player ~ "kasparov" and opponent ~ "tal""#, &[1]),
    (r#"player ~ "kasparov" and lost"#, &[1, 2]),
    (r#"player ~ "kasparov" and elo > opponentelo"#, &[1, 2]),
    (r#"not player ~ "kasparov""#, &[3, 4, 5]),
    (r#"player ~ "kasparov" and not opponent ~ "tal""#, &[2]),
    (r#"player = "Jones, A.""#, &[3]),
    ("elo >= 2700", &[1, 2]),
    ("elo >= 2600 and opponentelo >= 2600", &[1]),
    ("elodiff = -200", &[1]),
    ("edge = 400", &[2]),
    ("won and edge < 0", &[1, 2]),
    ("upset", &[1, 2]),
    ("rated and maxelo = 2800 and minelo <= 2400 and avgelo = 2600", &[2]),
    ("score = 0.5", &[3]),
    // Games.
    ("plycount = 4", &[1]),
    ("movecount = 2", &[1, 2]),
    ("movecount = 1", &[3, 5]),
    ("totalplies = 4", &[1, 2]),
    ("has moves", &[1, 2, 3, 5]),
    ("has comment", &[1, 2]),
    ("comment ~ /novelty/", &[1]),
    ("comment ~ \"else\"", &[]),
    ("comment ~ \"else\" in variations", &[2]),
    ("comment ~ /novelty/ before move 2", &[]),
    ("comment ~ /novelty/ at move 2", &[1]),
    ("has comment in plies 1..2", &[2]),
    ("has nag", &[1]),
    ("has nag 1", &[1]),
    ("nag = 14", &[]),
    ("nag = 14 in variations", &[2]),
    ("has variation", &[2]),
    ("has clock and has eval", &[2]),
    ("clock < 10", &[2]),
    (r#"clock < 10 and player ~ "kasparov""#, &[]),
    ("eval < -6", &[2]),
    ("eval = #-3", &[2]),
    ("eval < -5 before move 2", &[2]),
    ("has fault", &[5]),
    ("fault = \"result-mismatch\"", &[5]),
    // Positions and moves.
    ("moves \"1. e4 c5\"", &[1]),
    ("moves \"1. e4\" and rated", &[1]),
    ("not moves \"1. e4\"", &[2, 3, 4]),
    ("moves \"1. d4 Nf6\" in variations", &[2]),
    ("moves \"1. d4 Nf6\"", &[]),
    ("moves \"1. c4 d5 2. d4\" transposed", &[2]),
    ("position \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR\"", &[3, 5]),
    ("position \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR\" at end", &[3, 5]),
    ("key 463b96181691fc9c", &[1, 2, 4, 5]),
    ("material \"men = 32\" for 4 plies", &[1]),
    ("pattern \"*/*/*/*/*/?????N??/*/*\" before move 3", &[1]),
    ("pattern \"*/*/*/*/*/?????N??/*/*\" before move 2", &[]),
    ("material \"men = 32\" black to move at ply 3", &[1, 2]),
    ("ends checkmate or reaches enpassant", &[]),
    (
        "board (material \"men = 32\" and position \"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR\")",
        &[2],
    ),
    (
        "position in (\"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR\", \"463b96181691fc9c\")",
        &[1, 2, 4, 5],
    ),
    // Joined.
    ("rated and (upset or plycount = 1) and not game = 1", &[2]),
    ("White ~ \"tal\" or White ~ \"nimzo\" and result = 1-0", &[1, 5]),
    ("not not rated", &[1, 2]),
    ("# remark\nrated\n# and another\n", &[1, 2]),
];

#[test]
fn expressions_select_games() {
    for (text, expected) in CASES {
        assert_eq!(selected(&query(text), GAMES.as_bytes()), *expected, "{text}");
    }
}

#[test]
fn only_a_result_in_the_tag_contradicts_the_marker() {
    let games = |tag: &str, marker: &str| format!("[Result \"{tag}\"]\n\n1. e4 e5 {marker}\n");
    let conflict = query("resultconflict");
    for (tag, marker, conflicts) in [
        ("*", "1-0", true),
        ("1-0", "0-1", true),
        ("1:0", "0:1", true),
        ("+/-", "1/2-1/2", true),
        ("1-0", "*", false),
        ("+/-", "*", false),
        ("1:0", "1-0", false),
        ("?", "1-0", false),
        ("", "1-0", false),
        (" ", "0-1", false),
        ("unknown", "0-1", false),
    ] {
        let expected: &[u64] = if conflicts { &[1] } else { &[] };
        assert_eq!(selected(&conflict, games(tag, marker).as_bytes()), expected, "{tag} {marker}");
    }
}

/// A player of one query is not that of the other; remarks and the order do not matter.
#[test]
fn queries_are_joined_as_they_are() {
    let both = |a: &str, b: &str| selected(&query(a).and(&query(b)), GAMES.as_bytes());
    assert_eq!(both("# those of the young\nelo > 2700", "WhiteElo < 2700"), [1]);
    assert_eq!(both("WhiteElo < 2700", "elo > 2700"), [1]);
    assert!(selected(&query("elo > 2700 and WhiteElo < 2700"), GAMES.as_bytes()).is_empty());
    assert_eq!(both("material \"men = 32\"", "has comment or moves \"1. d4\""), [1, 2]);
    let all = crate::Query::all();
    assert_eq!(selected(&all.and(&query("rated")), GAMES.as_bytes()), [1, 2]);
    assert_eq!(selected(&query("rated").and(&all), GAMES.as_bytes()), [1, 2]);
}

#[test]
fn what_is_not_known_is_neither_yes_nor_no() {
    let check = |text: &str, game: u64, expected| {
        let query = query(text);
        let mut matcher = query.matcher(Choice::Auto);
        let mut regions = Regions::new(GAMES.as_bytes());
        while let Some(region) = regions.next_region().unwrap() {
            if region.n_games_before + 1 == game {
                let verdict = matcher.test(&region, "").unwrap();
                assert_eq!(verdict.truth, expected, "{text}");
            }
        }
    };
    check("Date < 1990.06", 1, Truth::Open);
    check("Date < 1990", 1, Truth::False);
    check("month = 5", 1, Truth::Open);
    check("not month = 5", 1, Truth::Open);
    check("Date = 1990", 4, Truth::Open);
    check("Date = 1990", 5, Truth::Open);
    check("EventDate > 1990 or rated", 1, Truth::True);
    check("EventDate > 1990 and upset", 4, Truth::False);
}

#[test]
fn only_moves_before_an_illegal_move_answer_questions_about_positions() {
    let text = b"1. e4 e5 2. Ke3 *\n\n1. e4 e5 *\n\n[Variant \"Unheard Of\"]\n\n1. e4 *\n\n\
        1. e4 {Unplayable: e6 } *\n\n1. d4 d5 2. Ke3 *\n";
    let check = |expression: &str, expected: [Truth; 5]| {
        let query = query(expression);
        let mut matcher = query.matcher(Choice::Auto);
        let mut regions = Regions::new(&text[..]);
        for expected in expected {
            let region = regions.next_region().unwrap().unwrap();
            let verdict = matcher.test(&region, "").unwrap();
            assert_eq!(verdict.truth, expected, "{expression}");
            let game = pgnkit::read::read_region(&region, Default::default(), ()).unwrap();
            assert_eq!(matcher.test_game(&game, "", 1).truth, expected, "{expression}");
        }
    };
    use Truth::{False, True, Unplayable};
    check("moves \"1. e4\"", [True, True, Unplayable, True, False]);
    check("not moves \"1. e4\"", [False, False, Unplayable, False, Unplayable]);
    check("pieces \"Pe4\"", [True, True, Unplayable, True, Unplayable]);
    check("not pieces \"Pe4\"", [False, False, Unplayable, False, Unplayable]);
    check("pieces \"Pe4\" for 1 plies", [True, True, Unplayable, Unplayable, Unplayable]);
    // The end of the line is unknown.
    check("pieces \"Pe4\" at end", [Unplayable, True, Unplayable, Unplayable, Unplayable]);
    check(
        "pieces \"Pe4\" at end in variations",
        [Unplayable, True, Unplayable, Unplayable, Unplayable],
    );
    check("moves \"1. e4\" or plycount < 9", [True; 5]);
    check("moves \"1. e4\" and rated", [False; 5]);
    check("moves \"1. e4 e6\"", [False, False, Unplayable, Unplayable, False]);
    check("moves \"1. e4\" in variations", [True, True, Unplayable, True, Unplayable]);
}

#[test]
fn text_in_other_encodings_is_the_same_text() {
    let latin1: Vec<u8> = GAMES.chars().map(|c| u8::try_from(c).unwrap()).collect();
    for text in [
        "White ~ \"hübner\"",
        "player = \"Hübner, Robert\"",
        "White = \"Jones, A.:Hübner, Robert\"",
    ] {
        assert_eq!(selected(&query(text), GAMES.as_bytes()), [3], "{text}");
        assert_eq!(selected(&query(text), &latin1), [3], "{text}");
    }
    // The comment does not decide how the tag is read.
    let mixed = b"[White \"M\xC3\xBCller\"]\n\n1. e4 {\xFC} *\n";
    assert_eq!(selected(&query("White = \"M\u{c3}\u{bc}ller\""), mixed), [] as [u64; 0]);
    assert_eq!(selected(&query("White = \"Müller\""), mixed), [1]);
}

#[test]
fn tags_are_compared_whatever_the_case_of_their_names() {
    let games = b"[White \"Tal\"]\n[whiteelo \"2600\"]\n[My_Tag \"a\"]\n\n1. e4 *\n\n\
        [WHITE \"Fischer\"]\n[WhiteElo \"2700\"]\n[WHITEELO \"1\"]\n[Event \"X\"]\n\n1. d4 *\n";
    for (expression, expected) in [
        ("white = \"Tal\"", &[1][..]),
        ("White = \"Fischer\"", &[2]),
        ("player = \"Fischer\"", &[2]),
        ("whiteelo >= 2600", &[1, 2]),
        ("tag \"WHITEELO\" >= 2700", &[2]),
        ("elo >= 2600", &[1, 2]),
        ("MY_TAG = \"a\"", &[1]),
        ("has tag \"my_tag\"", &[1]),
        ("event = \"X\"", &[2]),
        ("event ~ \"x\" and not event checkmate", &[2]),
        ("event not in (\"X\", \"Y\") and not reaches check", &[1]),
        ("Round < whiteelo", &[]),
        ("date = \"x\"", &[]),
    ] {
        assert_eq!(selected(&query(expression), games), expected, "{expression}");
    }
}

#[test]
fn tags_that_no_game_has_are_told_with_the_nearest_name() {
    let games = b"[White \"Tal\"]\n[WhiteElo \"2600\"]\n[MyTag \"a\"]\n\n1. e4 *\n\n\
        [White \"Fischer\"]\n[Annotator \"Tal\"]\n\n1. d4 *\n";
    let missing = |expression: &str, games: &[u8]| -> Vec<(String, Option<String>)> {
        let query = query(expression);
        let mut matcher = query.matcher(Choice::Auto);
        let mut search = query.search(games);
        let mut regions = Regions::new(games);
        let mut offset = 0;
        while let Some(region) = regions.next_region().unwrap() {
            if search.next(offset) < offset + region.text.len() {
                matcher.test(&region, "games.pgn");
            }
            offset += region.text.len();
        }
        query.missing_tags().into_iter().map(|tag| (tag.name, tag.nearest)).collect()
    };
    let one = |name: &str, near: &str| vec![(name.to_owned(), Some(near.to_owned()))];
    assert_eq!(missing("White = \"Nobody\" and elo > 1", games), []);
    assert_eq!(missing("annotator = \"Nobody\" or Mytag > 1", games), []);
    assert_eq!(missing("Whit = \"Nobody\"", games), one("Whit", "White"));
    assert_eq!(missing("Elo > 2000", games), one("Elo", "elo"));
    assert_eq!(missing("Odd_Name = \"xyz\"", games), [("Odd_Name".to_owned(), None)]);
    assert_eq!(missing("not has tag \"Odd_Name\"", games), []);
    assert_eq!(missing("Odd_Name = \"xyz\"", b""), []);
}
