//! Games as records and back (§9.3, §9.4, §16.2.5, D-45, D-50).

use super::{START, record, written};
use crate::epd::{Chain, Form, Opcode, Record, game_losses, records, whole_records};
use crate::testing::{game, written as export};
use pgnkit::game::Game;
use pgnkit::write::Profile;

fn lines(game: &Game) -> Vec<Record> {
    let mut lines = Vec::new();
    assert!(records(game, |record| lines.push(record.clone())));
    lines
}

fn chain(lines: &[Record]) -> Vec<Game> {
    let mut chain = Chain::default();
    let mut games: Vec<Game> = lines.iter().filter_map(|line| chain.push(line).finished).collect();
    games.extend(chain.finish());
    games
}

#[test]
fn games_come_back_from_their_records() {
    let cases = [
        "1. e4 e5 2. Nf3 *",
        "[ECO \"C20\"]\n[NIC \"KP 1\"]\n[Opening \"King's Pawn\"]\n[Variation \"v\"]\n\
         [SubVariation \"s\"]\n\n1. e4 {one} {two} e5 2. Nf3 {three} *",
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 39\"]\n\n39... Kd7 40. Kd2 *",
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 39\"]\n\n*",
        "{before} 1. e4 {[%eval 0.35,12]} e5 {[%eval #-3]} *",
        "1. f3 e5 2. g4 Qh4# 0-1",
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *",
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
         [FEN \"bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR w KQkq - 0 1\"]\n\n1. d3 d6 *",
    ];
    for case in cases {
        let before = game(case);
        let after = chain(&lines(&before));
        assert_eq!(after.len(), 1, "{case}");
        assert_eq!(export(&after[0], Profile::Modern), export(&before, Profile::Modern), "{case}");
    }
}

#[test]
fn repetitions_are_counted() {
    let said = |case: &str| {
        let lines = lines(&game(case));
        lines.last().and_then(|last| last.integer(Opcode::Rc))
    };
    assert_eq!(said("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *"), Some(3));
    assert_eq!(said("1. Nf3 Nf6 2. Ng1 Ng8 *"), Some(2));
    assert_eq!(said("1. e4 *"), None);
}

#[test]
fn a_line_ends_before_a_null_move() {
    let lines = lines(&game("1. e4 -- 2. d4 *"));
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1].operation(Opcode::Sm), None);
}

#[test]
fn operations_of_a_comment_follow_the_rules_of_the_game() {
    // The rook guards d2, but in Antichess a king may be taken.
    let tags = "[Variant \"Antichess\"]\n[SetUp \"1\"]\n[FEN \"3rk3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
    let said = &lines(&game(&format!("{tags}\n\n{{[%epd bm Kd2;]}} *")))[0];
    assert_eq!(said.moves(Opcode::Bm).len(), 1);
    // Other commands give no operations.
    let said = &lines(&game("{[%clk 0:01:00] [%cal Ge2e4]} *"))[0];
    assert_eq!(written(said, Form::Modern), format!("{START} fmvn 1; hmvc 0;"));
}

#[test]
fn records_that_are_not_linked_are_games_of_their_own() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let next = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    let games = |lines: &[String]| {
        let lines: Vec<Record> = lines.iter().map(|line| record(line)).collect();
        chain(&lines).iter().map(Game::n_plies).collect::<Vec<_>>()
    };
    assert_eq!(games(&[format!("{start} sm e4;"), next.to_string()]), [1]);
    assert_eq!(games(&[format!("{start} sm d4;"), next.to_string()]), [1, 0]);
    assert_eq!(games(&[start.to_string(), next.to_string()]), [0, 0]);
    assert_eq!(games(&[format!("{start} sm e4;"), format!("{next} fmvn 7;")]), [1, 0]);
    assert_eq!(games(&[]), [0; 0]);
}

#[test]
fn what_a_game_has_no_place_for_stands_in_a_comment() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - acn 5; bm Kd2; id \"a [b]\"; zz 1;";
    let games = chain(&[record(line)]);
    let shown = export(&games[0], Profile::Modern);
    assert!(shown.contains("[%epd acn 5; bm Kd2; id \"a (b)\"; zz 1;]"), "{shown}");
    let again = lines(&games[0]);
    let expected = "4k3/8/8/8/8/8/4P3/4K3 w - - acn 5; bm Kd2; fmvn 1; hmvc 0; id \"a (b)\"; zz 1;";
    assert_eq!(written(&again[0], Form::Modern), expected);
    let cases = [
        ("ce 30; id \"x\";", "{[%eval 0.30]} {[%epd id \"x\";]}"),
        ("acd 9; acn 5; ce 30;", "{[%eval 0.30,9]} {[%epd acn 5;]}"),
        // No server has a score for these.
        ("ce -32767;", "{[%epd ce -32767;]}"),
        ("ce 99999;", "{[%epd ce 99999;]}"),
    ];
    for (operations, expected) in cases {
        let games = chain(&[record(&format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}"))]);
        let shown = export(&games[0], Profile::Modern);
        assert!(shown.contains(&format!("\n{expected} *")), "{shown}");
    }
}

#[test]
fn a_record_may_end_the_game() {
    let outcome = |operations: &str| {
        let line = format!("4k3/8/8/8/8/8/4P3/4K3 b - - {operations}");
        chain(&[record(&line)])[0].outcome().marker()
    };
    assert_eq!(outcome("resign;"), "1-0");
    assert_eq!(outcome("draw_accept;"), "1/2-1/2");
    // A claim is not a result (§16.2.5.9), not even one in the last record.
    assert_eq!(outcome("draw_claim; sm Kd7;"), "*");
    assert_eq!(outcome("draw_claim;"), "*");
    assert_eq!(outcome("resign x;"), "*");
    assert_eq!(outcome("draw_offer; sm Kd7;"), "*");
    let mut chain = Chain::default();
    assert!(!chain.push(&record("8/8/8/8/8/8/8/8 w - -")).is_taken);
}

#[test]
fn what_ends_a_game_is_kept_where_it_does_not() {
    let start = "4k3/8/8/8/8/8/4P3/4K3 b - -";
    let last = "8/3k4/8/8/8/8/4P3/4K3 w - -";
    for said in ["draw_accept;", "draw_claim;", "draw_offer;", "draw_reject;", "resign;"] {
        let games = chain(&[record(&format!("{start} {said} sm Kd7;")), record(last)]);
        assert_eq!((games.len(), games[0].outcome().marker()), (1, "*"), "{said}");
        let again = lines(&games[0]);
        let expected = record(&format!("{start} {said} fmvn 1; hmvc 0; sm Kd7;"));
        assert_eq!(again[0], expected, "{said}");
    }
    // In the last record a claim is kept, and of two results the one that does not count.
    let kept = |said: &str| {
        let games = chain(&[record(&format!("{start} {said}"))]);
        export(&games[0], Profile::Modern)
    };
    let claimed = kept("draw_claim; sm Kd7;");
    assert!(claimed.contains("{[%epd draw_claim;]} 1... Kd7 *"), "{claimed}");
    let both = kept("draw_accept; resign;");
    assert!(both.contains("{[%epd draw_accept;]} 1-0"), "{both}");
    assert!(!kept("resign;").contains("%epd"));
}

#[test]
fn what_records_do_not_hold_is_counted() {
    let lost = |case: &str| {
        let mut losses = Vec::new();
        game_losses(&game(case), &mut losses);
        let words = losses.iter().map(|loss| format!("{} {}", loss.n, loss.fault.name));
        words.collect::<Vec<_>>().join(", ")
    };
    let cases = [
        ("[Event \"?\"]\n[Date \"????.??.??\"]\n[ECO \"C20\"]\n\n1. e4 {a} e5 *", ""),
        ("[ECO \"?\"]\n[NIC \"-\"]\n[Opening \"\"]\n\n1. e4 *", ""),
        ("[White \"Tal\"]\n[WhiteElo \"2600\"]\n[PlyCount \"1\"]\n\n1. e4 *", "3 dropped-tag"),
        ("1. e4 1-0", "1 dropped-result"),
        ("1. f3 e5 2. g4 Qh4# 0-1", ""),
        ("1. f3 e5 2. g4 Qh4# 1/2-1/2", "1 dropped-result"),
        ("1. e4 $1 $14 e5 (1... c5 {x} $1) *", "2 dropped-nag, 1 dropped-variation"),
        ("{[%clk 0:05:00] [%eval 0.3] [%epd id \"x\";]} 1. e4 *", "1 dropped-command"),
        ("1. e4\n%escaped\n e5 *", "1 dropped-escape"),
        ("1. e4 -- *", "1 unwritable-null-move"),
        ("1. e4 -- 2. d4 *", "1 unwritable-null-move, 1 dropped-rest"),
        ("{1}{2}{3}{4}{5}{6}{7}{8}{9}{10}{11}{12} *", "2 joined-comment"),
        ("[Variant \"Crazyhouse\"]\n\n1. e4 *", ""),
        ("[Variant \"Atomic\"]\n\n1. e4 *", "1 dropped-tag"),
    ];
    for (case, expected) in cases {
        assert_eq!(lost(case), expected, "{case}");
    }
}

/// The lines of records that hold all of a game.
fn whole(text: &str) -> Vec<String> {
    let (mut lines, mut losses) = (Vec::new(), Vec::new());
    assert!(whole_records(&game(text), &mut losses, |it| lines.push(written(it, Form::Modern))));
    assert!(losses.is_empty(), "{losses:?}");
    lines
}

fn chain_of_lines(lines: &[String]) -> Vec<Game> {
    chain(&lines.iter().map(|line| record(line)).collect::<Vec<_>>())
}

const RICH: &str = "[Event \"x \\\"y\\\"\"]\n[White \"Tal\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n\n\
    {a} 1. e4 $1 {best [%clk 0:05:00]} (1. d4 $2 {b  c} d5) 1... e5 $14\n\
    %escape\n ;line\n 2. Ke2 -- 3. d4 1-0";

#[test]
fn whole_records_give_all_of_a_game_back() {
    let lines = whole(RICH);
    assert_eq!(lines.len(), 4);
    assert!(lines.iter().all(|line| line.contains(" Pgn ")), "{lines:?}");
    let back = chain_of_lines(&lines);
    assert_eq!(export(&back[0], Profile::Lossless), export(&game(RICH), Profile::Lossless));
    // Two games one after the other.
    let both = [&lines[..], &whole("[White \"b\"]\n\n1. c4 0-1")].concat();
    let names: Vec<_> =
        chain_of_lines(&both).iter().map(|it| it.tag("White").map(String::from)).collect();
    assert_eq!(names, [Some("Tal".into()), Some("b".into())]);
    // No string is longer than a line of PGN may be, and few records are long.
    let long = whole(&format!("1. e4 {{{}}} *", "long ".repeat(400)));
    assert!(long.iter().all(|line| line.split('"').all(|part| part.len() <= 2100)));
}

#[test]
fn whole_records_of_variants_name_the_rules() {
    for case in [
        "[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Nd4 e6 3. Ne6 *",
        "[Variant \"King of the Hill\"]\n\n1. e4 $1 e5 *",
        "[Variant \"fischerandom\"]\n[SetUp \"1\"]\n\
         [FEN \"bqnnrbkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhe - 0 1\"]\n\n*",
    ] {
        let back = chain_of_lines(&whole(case));
        assert_eq!(back.len(), 1, "{case}");
        let lossless = |game: &Game| export(game, Profile::Lossless);
        assert_eq!(lossless(&back[0]), lossless(&game(case)), "{case}");
    }
}

#[test]
fn what_was_changed_in_whole_records_counts() {
    let text = "[White \"Tal\"]\n\n1. e4 $1 {best} (1. d4) 1... e5 {[%eval 0.30]} 2. Nf3 *";
    let lines = whole(text);
    let changed = |from: &str, to: &str| {
        let lines: Vec<String> = lines.iter().map(|line| line.replace(from, to)).collect();
        assert_ne!(lines, self::whole(text), "{from}");
        let games = chain_of_lines(&lines);
        assert_eq!(games.len(), 1, "{lines:?}");
        export(&games[0], Profile::Modern)
    };
    for (from, to, expected) in [
        ("ce 30;", "ce 55;", "1. e4 $1 {best} (1. d4) 1... e5 {[%eval 0.55]} 2. Nf3 *"),
        ("hmvc 1;", "hmvc 1; resign;", "1. e4 $1 {best} (1. d4) 1... e5 {[%eval 0.30]} 2. Nf3 1-0"),
    ] {
        let found = changed(from, to);
        assert!(found.contains("[White \"Tal\"]") && found.contains(expected), "{found}");
    }
    let found = changed("c0 \"best\"", "c0 \"good\"");
    assert!(found.contains("good") && found.contains("$1") && found.contains("(1. d4)"), "{found}");
    // Without its last record a game has no end, so its parts become a comment that is kept.
    let cut = chain_of_lines(&lines[..3]);
    let found = export(&cut[0], Profile::Modern);
    assert!(found.contains("{[%epd Pgn 0 4 \"%5BWhite_"), "{found}");
    let again = chain_of_lines(&whole(&found));
    assert_eq!(export(&again[0], Profile::Modern), found);
}

#[test]
fn records_go_on_by_the_rules_of_their_game() {
    // Without the right to castle the fields of Chess960 are those of ordinary chess.
    let text = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
        [FEN \"rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w KQkq - 0 1\"]\n\n\
        1. a4 a5 2. Ra3 Ra6 3. Ka2 Ka7 4. b3 b6 *";
    let lines: Vec<String> =
        lines(&game(text)).iter().map(|it| written(it, Form::Modern)).collect();
    let games = chain_of_lines(&lines);
    assert_eq!((games.len(), games[0].n_plies()), (1, 8));
}

#[test]
fn the_board_may_end_the_game() {
    let cases = [
        ("7k/6Q1/6K1/8/8/8/8/8 b - -", "1-0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", "1/2-1/2"),
        ("4k3/8/8/8/8/8/8/4K3 w - -", "1/2-1/2"),
        ("7k/8/6K1/5Q2/8/8/8/8 w - - sm Qf7;", "1/2-1/2"),
        ("7k/8/6K1/5Q2/8/8/8/8 w - -", "*"),
    ];
    for (line, expected) in cases {
        assert_eq!(chain(&[record(line)])[0].outcome().marker(), expected, "{line}");
    }
}

#[test]
fn long_tags_and_many_comments_cost_no_square_of_time() {
    // Minutes, if each comment were joined to a copy of those before it, or each record looked at
    // the tags.
    let comments = "{a} ".repeat(100_000);
    let tag = "x".repeat(1_000_000);
    let moves: String =
        (0..2_000).map(|n| format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * n + 1, 2 * n + 2)).collect();
    let lines = lines(&game(&format!("[Opening \"{tag}\"]\n\n{comments}{moves}*\n")));
    assert_eq!(lines.len(), 8_001);
    let shown = |n: usize| written(&lines[n], Form::Modern);
    assert!(shown(0).contains(&format!("v0 \"{tag}\"")));
    assert!(shown(0).contains(&format!("c9 \"{}a\"", "a ".repeat(99_990))));
    assert!(!shown(1).contains("v0"));
}
