//! `pgn annotate`: it adds or removes what the options name, and changes no other byte.
//!
//! Standard: §5, §8.2.4, §8.2.5. Decisions: D-11, D-30.

use crate::scratch::Dir;

/// Everything about its form is unusual.
const ODD: &str = "% an escape\r\n[White   \"Tal\"]\r\n\r\n{ opening }\r\n1.e4!  $14 {[%clk 0:01:00] best  }e5 \
    (1...c5 ; Sicilian\r\n2.Nf3 (2.c3 {x}) )2 Nf3 {[%eval 0.3]}  Nc6 1-0\r\n\r\n\r\n1. d4 *\r\n";

#[track_caller]
fn annotated(text: &str, options: &[&str]) -> String {
    let dir = Dir::with("a.pgn", text);
    let with = |line: &str| options.iter().fold(dir.pgn().args(line), |line, word| line.arg(word));
    let ran = with("annotate -q a.pgn").status(0);
    with("annotate -q a.pgn -o b.pgn").status(0);
    with("annotate -q -w a.pgn").status(0);
    assert_eq!(String::from_utf8_lossy(&dir.read("a.pgn")), ran.stdout, "{options:?}");
    assert_eq!(String::from_utf8_lossy(&dir.read("b.pgn")), ran.stdout, "{options:?}");
    // The games have the same moves as before.
    dir.file("old.pgn", text);
    let moves = |name: &str| dir.pgn().args("convert -q --to uci").arg(name).output().stdout;
    assert_eq!(moves("a.pgn"), moves("old.pgn"), "{options:?}");
    ran.stdout
}

#[test]
fn kinds_are_taken_out_and_all_else_stays() {
    let cases = [
        ("nags", ODD.replace("!  $14", "")),
        ("evals", ODD.replace(" {[%eval 0.3]}", "")),
        ("clocks", ODD.replace("{[%clk 0:01:00] best  }", "{best}")),
        ("variations", ODD.replace("(1...c5 ; Sicilian\r\n2.Nf3 (2.c3 {x}) )", "")),
        ("escapes", ODD.replace("% an escape\r\n", "")),
        ("marks", ODD.to_owned()),
    ];
    for (kind, expected) in cases {
        assert_eq!(annotated(ODD, &["--strip", kind]), expected, "{kind}");
    }
    let bare = annotated(ODD, &["--keep", "text"]);
    assert!(!bare.contains("[%") && !bare.contains('$') && !bare.contains('('), "{bare}");
    assert!(bare.contains("{ opening }") && bare.contains("{best}"), "{bare}");
    let nothing = annotated(ODD, &["--strip", "comments,nags,variations,escapes"]);
    assert_eq!(nothing, "[White   \"Tal\"]\r\n\r\n1.e4 e5 2 Nf3  Nc6 1-0\r\n\r\n\r\n1. d4 *\r\n",);
}

#[test]
fn comments_are_put_in() {
    let game = "[White \"Tal\"]\n\n1. e4 e5 (1... c5) 2. Nf3 *\n";
    let cases = [
        (["--at-end", "{plycount} plies"], game.replace("Nf3 *", "Nf3 {3 plies} *")),
        (["--at-start", "{White}"], game.replace("1. e4", "{Tal} 1. e4")),
        (
            ["--after-moves", "{ply}"],
            game.replace("1. e4 e5 (1... c5) 2. Nf3", "1. e4 {1} e5 {2} (1... c5) 2. Nf3 {3}"),
        ),
        (["--at-start", "{Absent}"], game.to_owned()),
    ];
    for (options, expected) in cases {
        assert_eq!(annotated(game, &options), expected, "{options:?}");
    }
    let fens = annotated(game, &["--after-moves", "{fen}", "--at-end", "{key}"]);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert!(fens.contains(&format!("1. e4 {{{fen}}} e5\n{{")), "{fens}");
    assert!(fens.lines().all(|line| line.len() < 80), "{fens}");
    let key = fens.rsplit('{').next().unwrap().split('}').next().unwrap();
    assert!(key.len() == 16 && key.bytes().all(|byte| byte.is_ascii_hexdigit()), "{fens}");
}

#[test]
fn comments_are_replaced_in_all_lines() {
    let game = "1. e4 {#} e5 (1... c5 { # } 2. Nf3 ;#\n) 2. Nf3 {# not} {#} *\n";
    let replaced = annotated(game, &["--replace", "#={ply}"]);
    assert_eq!(replaced, "1. e4 {1} e5 (1... c5 {2} 2. Nf3 {3}\n) 2. Nf3 {# not} {3} *\n");
    let fens = annotated(game, &["--replace", "#={fen}"]);
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2";
    assert!(fens.contains(&format!("c5\n{{{fen}}}")), "{fens}");
    let gone = annotated("1. e4 {#} e5 {a} {#} *\n", &["--replace", "#=", "--replace", "a=#"]);
    assert_eq!(gone, "1. e4 e5 {#} *\n");
    let kept = annotated(game, &["--replace", "#={Absent}"]);
    assert_eq!(kept, game);
    let dir = Dir::with("a.pgn", game);
    for wrong in ["#", "=x", "#={fne}"] {
        dir.pgn().args("annotate a.pgn --replace").arg(wrong).status(2).stdout_is("");
    }
}

#[test]
fn a_match_is_marked_where_it_is() {
    let game = "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 *\n";
    let place = "position \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\"";
    let marked = annotated(game, &["--at-match", "here", "--where", place]);
    assert_eq!(marked, game.replace("e4 e5", "e4 e5 {here}"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let dir = Dir::with("a.pgn", ODD);
    let cases = [
        ("annotate a.pgn", "nothing to do"),
        ("annotate --strip clock a.pgn", "a similar value exists: 'clocks'"),
        ("annotate --at-end {plycuont} a.pgn", "did you mean `{plycount}`?"),
        ("annotate --at-match x a.pgn", "--where"),
        ("annotate --strip nags --keep nags a.pgn", "cannot be used with"),
    ];
    for (line, expected) in cases {
        dir.run(line, 2).stderr_has(expected);
    }
}

#[test]
fn a_broken_game_keeps_what_is_broken() {
    let text = "[White \"A\"]\n\n1. e4 {a} e5 2. Ke3 {never} Nf6 *\n";
    let dir = Dir::with("a.pgn", text);
    dir.run("annotate -q --strip nags a.pgn", 0).stdout_is(text);
}

/// An engine match, and a game of hours whose clocks have two fields.
const NOTED: &str = "[TimeControl \"40/60\"]\n\n1. e4 {book} e5 {+0.35/14 0.21s} 2. Nf3 {+0.50/15 1.5s} \
    Nc6 {-M5/20 1.2s, White mates} (2... d6 {+0.10/9 2s}) *\n\n\
    [TimeControl \"5400+30\"]\n\n1. e4 {[%clk 1:29]} e5 {1:28:30} 2. Nf3 {fine} *\n";

#[test]
fn notes_of_engines_become_standard_commands() {
    let new = annotated(NOTED, &["--commands", "standard"]);
    let expected = "[TimeControl \"40/60\"]\n\n1. e4 {book} e5 {[%eval -0.35,14] [%emt 0:00:00.21]} \
        2. Nf3 {[%eval 0.50,15] [%emt 0:00:01.5]} \
        Nc6 {[%eval #3,20] [%emt 0:00:01.2] White mates} \
        (2... d6 {[%eval -0.10,9] [%emt 0:00:02]}) *\n\n\
        [TimeControl \"5400+30\"]\n\n1. e4 {[%clk 1:29:00]} e5 {[%clk 1:28:30]} 2. Nf3 {fine} *\n";
    assert_eq!(new, expected);
    assert_eq!(annotated(&new, &["--commands", "standard"]), new);
}

#[test]
fn queries_and_tables_see_notes_of_engines_as_commands() {
    let new = annotated(NOTED, &["--commands", "standard"]);
    let dir = Dir::with("noted.pgn", NOTED);
    dir.file("new.pgn", new);
    let both = |line: &str, status| {
        let of = |name: &str| dir.pgn().args(line).arg(name).output().status(status).stdout;
        let noted = of("noted.pgn");
        assert_eq!(noted, of("new.pgn"), "{line}");
        noted
    };
    for (query, game_count) in [
        ("eval<-0.3", 1),
        ("eval>0.45", 1),
        ("eval>5000", 1),
        ("eval<-0.4", 0),
        ("movetime>1.4", 1),
        ("clock>5300", 1),
        ("clock<100", 0),
    ] {
        let line = format!("filter --count --where {query}");
        let counted = both(&line, i32::from(game_count == 0));
        assert_eq!(counted, format!("{game_count}\n"), "{query}");
    }
    both("convert --to csv --table games --columns evals,mates,clocks,movetimes", 0);
    both("convert --to csv --table positions --columns eval_cp,mate,clock_ms,movetime_ms", 0);
}
