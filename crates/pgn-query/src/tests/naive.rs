//! The slow twin: every game is read as a whole, and every question is answered, in the order of
//! the text.

use std::sync::Arc;

use proptest::prelude::*;

use crate::answer::QueryContext;
use crate::boards::Boards;
use crate::expr::{Node, NodeIdx, Question};
use crate::facts::GameView;
use crate::record::TagRecord;
use crate::{Context, Matcher, Query, Truth};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::chess::Color;
use pgnkit::syntax::{Region, Regions};

/// The answer of a query about a game, asked for in full.
fn plain(query: &Query, region: &Region<'_>, game: &Game) -> Truth {
    let mut record = TagRecord::new(&query.expr.tags);
    record.take(game);
    let mut boards = Boards::new(query, Choice::Auto);
    let game = GameView {
        source: Some(("file", region.n_games_before + 1)),
        region: Some(region),
        ..GameView::of(game)
    };
    let context = QueryContext::new(&record, game);
    fn of(
        query: &Query,
        node: NodeIdx,
        side: Color,
        context: &QueryContext<'_>,
        boards: &mut Boards,
    ) -> Truth {
        let mut each = |nodes: &[NodeIdx]| -> Vec<Truth> {
            nodes.iter().map(|node| of(query, *node, side, context, boards)).collect()
        };
        match query.expr.node(node) {
            Node::Leaf(leaf) => match query.expr.leaf(*leaf).question {
                Question::Board { probe, lines } => {
                    boards.answer(context.game.game, probe, lines).truth
                }
                _ => context.answer(query.expr.leaf(*leaf), side).truth,
            },
            Node::Not(inner) => of(query, *inner, side, context, boards).negated(),
            Node::All(parts) => each(parts).into_iter().fold(Truth::True, Truth::and),
            Node::Any(parts) => each(parts).into_iter().fold(Truth::False, Truth::or),
            Node::Side(side, inner) => of(query, *inner, *side, context, boards),
            Node::Sides(inner) => {
                let white = of(query, *inner, Color::White, context, boards);
                white.or(of(query, *inner, Color::Black, context, boards))
            }
        }
    }
    query.root.map_or(Truth::True, |root| of(query, root, Color::White, &context, &mut boards))
}

/// Questions of every level.
const QUESTIONS: &[&str] = &[
    "White = \"Tal, M\"",
    "White = \"M\u{fc}ller\"",
    "White in (\"Tal, M\", \"Kasparov\")",
    "White ~ \"muller\"",
    "White ~ /^Kas/",
    "White ~ /kasparov|tal/i",
    "White ~ /k(asp|im)/f",
    "White ~ \"sparo\"",
    "White = \"tal, m\"i",
    "White = \"m\u{fc}ller\"i",
    "White = \"muller\"f",
    "White = \"tal m\"w",
    "Black = \"a\\\\b\"",
    "WhiteElo > 2500",
    "WHITEELO > 2500",
    "event = \"x\"",
    "elo > 2500",
    "opponentelo > 2500",
    "player = \"Tal, M\"",
    "opponent ~ \"kas\"",
    "won",
    "color = black",
    "Date > 1990",
    "year = 1990",
    "eco in B20..B99",
    "ECO = B20",
    "result = 1-0",
    "plycount > 2",
    "has comment",
    "comment ~ \"zug\"",
    "clock < 10",
    "moves \"1. e4 c5\"",
    "moves \"1. d4\" in variations",
    "position \"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR\"",
    "material \"men <= 31\"",
    "material \"men = 32\" at end",
    "true",
    "false",
    "game < 3",
];

fn any_expression() -> impl Strategy<Value = String> {
    let leaf = (0..QUESTIONS.len()).prop_map(|n| QUESTIONS[n].to_owned());
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|it| format!("not ({it})")),
            proptest::collection::vec(inner.clone(), 2..4)
                .prop_map(|it| format!("({})", it.join(" and "))),
            proptest::collection::vec(inner, 2..4).prop_map(|it| format!("({})", it.join(" or "))),
        ]
    })
}

/// Pieces of games, good and bad.
const PIECES: &[&[u8]] = &[
    b"[White \"Tal, M\"]\n",
    b"[White \"M\xc3\xbcller\"]\n",
    b"[White \"M\xfcller\"]\n",
    b"[White \"Kasparov\"]\n",
    b"[WHITE \"Tal, M\"]\n",
    b"[whiteelo \"2650\"]\n",
    b"[White \"KA\xc5\xbfPAROV\"]\n",
    b"[White \"\xe2\x84\xaaasimov\"]\n",
    b"[White \"Mu\xcc\x88ller\"]\n",
    b"[White \"TAL,\tM\"]\n",
    b"[White \"Tal,\x07M\"]\n",
    b"[White \"T'al-M.\"]\n",
    b"[Black \"Tal, M\"]\n",
    b"[Black \"a\\\\b\"]\n",
    b"[Black \"Kaspa\x07rov\"]\n",
    b"[WhiteElo \"2600\"]\n",
    b"[BlackElo \"2700\"]\n",
    b"[Date \"1990.??.??\"]\n",
    b"[Date \"1991.01.01\"]\n",
    b"[ECO \"B20\"]\n",
    b"[ECO \"?\"]\n",
    b"[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n",
    b"[Variant \"Atomic\"]\n",
    b"\n1. e4 ",
    b"c5 ",
    b"2. Nf3 ",
    b"1. d4 ",
    b"{zug} ",
    b"{[%clk 0:00:05]} ",
    b"{\xe9} ",
    b"(1. d4 d5) ",
    b"(1. d4 Ke4) ",
    b"2. Ke5 ",
    b"exd5 ",
    b"1-0\n\n",
    b"0-1\n\n",
    b"*\n\n",
    b"lost\n",
    b"% escape\n",
];

/// The query of an expression; `None` for `won` without a player.
fn query_of(expression: &str) -> Result<Option<Arc<Query>>, TestCaseError> {
    match Query::parse(expression, &Context::default()) {
        Ok(query) => Ok(Some(query)),
        Err(error) => {
            prop_assert!(error.message().contains("could be either player"), "{}", error);
            Ok(None)
        }
    }
}

/// Asks an expression about every game of a text, with the plan and in full.
fn ask_both(expression: &str, text: &[u8]) -> Result<(), TestCaseError> {
    query_of(expression)?.map_or(Ok(()), |query| ask_query(&query, text))
}

fn ask_query(query: &Arc<Query>, text: &[u8]) -> Result<(), TestCaseError> {
    let expression = query.text();
    let mut matcher = query.matcher(Choice::Auto);
    let mut thorough = query.matcher(Choice::Auto).find_ply();
    let mut search = query.search(text);
    let mut regions = Regions::new(text);
    let mut offset = 0;
    while let Some(region) = regions.next_region().unwrap() {
        let verdict = matcher.test(&region, "file");
        let game = pgnkit::read::read_region(&region, Default::default(), ());
        let expected = game.as_ref().map(|game| plain(query, &region, game));
        let shown = String::from_utf8_lossy(region.text);
        prop_assert_eq!(verdict.map(|it| it.truth), expected, "{} of {}", expression, shown);
        let found = thorough.test(&region, "file");
        prop_assert_eq!(found.map(|it| it.truth), expected, "{} of {}", expression, shown);
        if let Some(game) = game {
            let number = region.n_games_before + 1;
            let held = thorough.test_game(&game, "file", number);
            prop_assert_eq!(Some(held), found, "{} of {}", expression, shown);
        }
        let end = offset + region.text.len();
        if expected == Some(Truth::True) {
            prop_assert!(search.next(offset) < end, "{} of {}", expression, shown);
            prop_assert!(query.may_match(region.text), "{} of {}", expression, shown);
        }
        offset = end;
    }
    Ok(())
}

/// Pieces of regular expressions.
const PATTERNS: &[&str] = &[
    "kas",
    "Kas",
    "par",
    "K",
    "s",
    "ov",
    "(kas|par)",
    "(par|o)",
    ".",
    "a*",
    "p+",
    "[ks]",
    "^",
    "$",
    "\u{fc}",
    "u",
    "ller",
    "(?i:kas)",
    "(?i-u:par)",
    "(kasp){1,2}",
    "(par)?",
    r"\b",
    r"\.",
    ",",
    " ",
    "(?-i:kasp)",
    r"\\",
    "\u{212a}",
];

/// Pieces of values, in the spelling of a file.
const VALUES: &[&[u8]] = &[
    b"kas",
    b"KAS",
    b"Kas",
    b"par",
    b"PAR",
    b"ov",
    b"OV",
    b"p",
    b"a",
    b"s",
    b"K",
    b" ",
    b",",
    b".",
    b"'",
    b"\t",
    b"\x07",
    b"\\\\",
    b"\\\"",
    b"\\",
    b"\xc3\xbc",
    b"\xfc",
    b"u\xcc\x88",
    b"u",
    b"ller",
    b"LLER",
    b"\xe2\x84\xaa",
    b"\xc5\xbf",
    b"\xef\xac\x86",
    b"\n",
    b":",
];

/// A text between a sign at either end, with letters after it.
fn any_literal() -> impl Strategy<Value = String> {
    let words = ["kas", "KASPAR", "sparov", "ov", "m\u{fc}ller", "MULLER", "kas par", "s,p", "o'v"];
    let literal = proptest::collection::vec(0..words.len(), 1..3)
        .prop_map(move |all| all.into_iter().map(|n| words[n]).collect::<String>());
    let operator = proptest::sample::select(vec!["=", "~"]);
    let flags = proptest::sample::select(vec!["i", "f", "w"]);
    let regex = proptest::collection::vec(0..PATTERNS.len(), 1..5)
        .prop_map(|all| all.into_iter().map(|n| PATTERNS[n]).collect::<String>());
    let regex_flags = proptest::sample::select(vec!["", "i", "f", "is", "m"]);
    prop_oneof![
        (literal, operator, flags).prop_map(|(it, by, flags)| format!("{by} \"{it}\"{flags}")),
        (regex, regex_flags).prop_map(|(it, flags)| format!("~ /{it}/{flags}")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(pgn_testing::cases(1_000)))]

    /// For any query and any games, the plan gives the answer of evaluating everything, from the
    /// text and from the game.
    #[test]
    fn planned_answers_are_plain_answers(
        expression in any_expression(),
        pieces in proptest::collection::vec(0..PIECES.len(), 0..40),
    ) {
        let text: Vec<u8> = pieces.iter().flat_map(|n| PIECES[*n].to_vec()).collect();
        ask_both(&expression, &text)?;
    }

    /// A game matches two joined queries if it matches both, for any players.
    #[test]
    fn joined_queries_select_the_games_of_both(
        expressions in (any_expression(), any_expression()),
        pieces in proptest::collection::vec(0..PIECES.len(), 0..40),
    ) {
        let (Some(a), Some(b)) = (query_of(&expressions.0)?, query_of(&expressions.1)?) else {
            return Ok(());
        };
        let text: Vec<u8> = pieces.iter().flat_map(|n| PIECES[*n].to_vec()).collect();
        let both = a.and(&b);
        ask_query(&both, &text)?;
        let mut matchers = [&a, &b, &both].map(|query| query.matcher(Choice::Auto));
        let mut regions = Regions::new(&text[..]);
        while let Some(region) = regions.next_region().unwrap() {
            let [a, b, both] = &mut matchers;
            // Why a game that cannot be played does not match, no or unknown, depends on all parts.
            let holds = |matcher: &mut Matcher| matcher.test(&region, "").map(|it| it.holds());
            let expected = holds(a).zip(holds(b)).map(|(a, b)| a && b);
            prop_assert_eq!(holds(both), expected, "{:?}", expressions);
        }
    }

    /// No text is passed over in which something is found, whatever is looked for in whatever
    /// values.
    #[test]
    fn what_is_passed_over_does_not_match(
        literals in proptest::collection::vec(any_literal(), 1..3),
        player in any::<bool>(),
        values in proptest::collection::vec(
            proptest::collection::vec(0..VALUES.len(), 0..6), 1..12),
    ) {
        let field = if player { "player" } else { "White" };
        let each: Vec<String> = literals.iter().map(|it| format!("{field} {it}")).collect();
        let mut text = b"*\n\n".to_vec();
        for value in values {
            text.extend_from_slice(b"[White \"");
            value.iter().for_each(|n| text.extend_from_slice(VALUES[*n]));
            text.extend_from_slice(b"\"]\n\n1. e4 *\n\n");
        }
        ask_both(&each.join(" or "), &text)?;
        ask_both(&each.join(" and "), &text)?;
    }

    /// Any text is an expression or an error with a place in it.
    #[test]
    fn any_text_is_understood_or_refused(text in ".{0,60}", words in proptest::collection::vec(
        proptest::sample::select(vec![
            "White", "=", "elo", "in", "(", ")", "and", "or", "not", "\"x\"", "/x/", "..", "1990",
            "B90", "position", "for", "3", "plies", "has", "nag", "@x", "sounds", "before", "move",
            "board", "ends", "checkmate", ",", "~", "tag", "date", "Date", "'", "#",
        ]), 0..12))
    {
        for text in [text, words.join(" ")] {
            if let Err(error) = Query::parse(&text, &Context::default()) {
                prop_assert!(text.get(error.span()).is_some(), "{:?}: {}", text, error);
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }
}
