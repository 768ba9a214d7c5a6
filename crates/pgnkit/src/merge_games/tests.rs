use super::*;
use crate::testing::{edited, game, written};
use crate::write::Profile;

/// The text of a game in one line, tags left out.
fn movetext(game: &Game) -> String {
    let text = written(game, Profile::Lossless);
    let movetext = text.rsplit("]\n\n").next().unwrap_or_default();
    movetext.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn check(kept: &str, other: &str, expected: &str) {
    let (mut united, other) = (game(kept), game(other));
    merge_games(&mut united, &other).expect("alike");
    assert_eq!(movetext(&united), expected, "{kept} with {other:?}");
    let again = united.clone();
    assert!(merge_games(&mut united, &other).expect("alike").is_nothing());
    assert_eq!(united, again);
}

#[test]
fn lines_are_united() {
    let cases = [
        ("1. e4 e5 *", "1. e4 e5 *", "1. e4 e5 *"),
        ("1. e4 e5 *", "1. e4 e5 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1. e4 e5 2. Nf3 *", "1. e4 e5 *", "1. e4 e5 2. Nf3 *"),
        ("1. e4 e5 2. Nf3 *", "1. e4 c5 2. c3 *", "1. e4 e5 (1... c5 2. c3) 2. Nf3 *"),
        ("*", "1. e4 (1. d4) *", "1. e4 (1. d4) *"),
        ("1. d4 d5 *", "1. e4 (1. d4 d5 2. c4) e5 *", "1. d4 (1. e4 e5) 1... d5 2. c4 *"),
        ("1. e4 (1. d4 d5) *", "1. d4 Nf6 (1... f5) *", "1. e4 (1. d4 d5 (1... Nf6) (1... f5)) *"),
        ("1. e4 (1. d4 (1. c4 c5)) *", "1. c4 e5 *", "1. e4 (1. d4 (1. c4 c5 (1... e5))) *"),
        // A move that is twice there stays so, and what comes new goes to the one that fits.
        (
            "1. e4 (1. d4 d5) (1. d4 f5) *",
            "1. e4 (1. d4 c5) *",
            "1. e4 (1. d4 d5 (1... c5)) (1. d4 f5) *",
        ),
        ("1. e4 (1. d4) *", "1. e4 (1. d4 d5) (1. d4 f5) *", "1. e4 (1. d4 d5 (1... f5)) *"),
    ];
    for (kept, other, expected) in cases {
        check(kept, other, expected);
    }
}

#[test]
fn what_is_said_is_kept_once() {
    let cases = [
        ("1. e4 {best} *", "1. e4 $1 {best   by\ntest} *", "1. e4 $1 {best} {best by test} *"),
        ("1. e4 {by\ntest} *", "1. e4 {by test} *", "1. e4 {by test} *"),
        ("1. e4 $1 *", "1. e4 $1 $2 *", "1. e4 $1 $2 *"),
        ("1. e4 (1. d4) e5 *", "1. e4 {x} e5 *", "1. e4 {x} (1. d4) 1... e5 *"),
        ("{a} 1. e4 *", "{b} 1. e4 *", "{a} {b} 1. e4 *"),
        (
            "1. e4 e5 *",
            "1. e4 (1. d4 {q}) ({of} 1. e4 {x}) e5 *",
            "{of} 1. e4 {x} (1. d4 {q}) 1... e5 *",
        ),
        ("1. e4 {[%clk 0:01:00]} *", "1. e4 {[%clk 0:01:00]} *", "1. e4 {[%clk 0:01:00]} *"),
        (
            "1. e4 {[%clk 0:01:00]} *",
            "1. e4 {[%clk 0:01:00] fast} *",
            "1. e4 {[%clk 0:01:00]} {fast} *",
        ),
        ("1. e4 {fast} *", "1. e4 {[%clk 0:01:00] fast} *", "1. e4 {fast} {[%clk 0:01:00]} *"),
        ("1. e4 {[%csl Ge4]} *", "1. e4 {[%csl Rd5]} *", "1. e4 {[%csl Ge4]} {[%csl Rd5]} *"),
        ("1. e4 *", "1. e4 ({lost} ) *", "1. e4 ({lost}) *"),
    ];
    for (kept, other, expected) in cases {
        check(kept, other, expected);
    }
}

#[test]
fn of_two_clocks_the_kept_one_stays() {
    let mut kept = game("1. e4 {[%clk 0:01:00]} *");
    let gain = merge_games(&mut kept, &game("1. e4 {[%clk 0:01:01] so} *")).expect("alike");
    assert_eq!(movetext(&kept), "1. e4 {[%clk 0:01:00]} {so} *");
    let [Conflict { name, kept, other }] = &gain.conflicts[..] else { panic!("{gain:?}") };
    assert_eq!((name.as_str(), kept.as_str(), other.as_str()), ("%clk", "0:01:00", "0:01:01"));
}

#[test]
fn tags_are_filled_in_and_conflicts_told() {
    let mut kept = game(
        "[Event \"?\"][Date \"1992.??.??\"][White \"a\"][Result \"*\"][EventDate \"1992.01.??\"]\n\n*",
    );
    let other = game(
        "[Event \"e\"][Date \"1992.11.04\"][White \"b\"][Result \"1-0\"][ECO \"B20\"][WhiteElo \"?\"]\
         [EventDate \"1991.01.02\"]\n\n1-0",
    );
    let gain = merge_games(&mut kept, &other).expect("alike");
    let tags: Vec<(&str, &str)> = kept.tags().iter().map(|tag| (tag.name, tag.value)).collect();
    let expected = [
        ("Event", "e"),
        ("Date", "1992.11.04"),
        ("White", "a"),
        ("Result", "1-0"),
        ("EventDate", "1992.01.??"),
        ("ECO", "B20"),
    ];
    assert_eq!(tags, expected);
    assert_eq!((kept.outcome(), gain.outcome), (Outcome::WhiteWins, Some(Outcome::WhiteWins)));
    assert_eq!(gain.tags, ["Event", "Date", "Result", "ECO"]);
    let conflicts: Vec<&str> = gain.conflicts.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(conflicts, ["White", "EventDate"]);
}

#[test]
fn a_longer_main_line_has_another_ply_count() {
    let mut kept = game("[PlyCount \"1\"]\n\n1. e4 *");
    let gain = merge_games(&mut kept, &game("[PlyCount \"2\"]\n\n1. e4 e5 *")).expect("alike");
    assert_eq!((kept.tag("PlyCount"), gain.n_main_plies), (Some("2"), 1));
    assert!(gain.conflicts.is_empty());
}

#[test]
fn games_from_other_positions_are_refused() {
    let ending = "[SetUp \"1\"][FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
    let mut kept = game("1. e4 *");
    let before = kept.clone();
    assert_eq!(merge_games(&mut kept, &game(ending)), Err(MergeError::Start));
    assert_eq!(kept, before);
    let usual =
        "[SetUp \"1\"][FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n*";
    assert!(merge_games(&mut kept, &game(usual)).expect("alike").is_nothing());
    assert_eq!(kept, before);
    // Moves of unknown rules are text.
    let mut kept = game("[Variant \"Xiangqi\"]\n\nh2e2 h9g7 *");
    merge_games(&mut kept, &game("[Variant \"Xiangqi\"]\n\nh2e2 b9c7 *")).expect("alike");
    assert_eq!(movetext(&kept), "1. h2e2 h9g7 (1... b9c7) *");
}

#[test]
fn what_is_not_new_keeps_its_spelling() {
    let text = "[White  \"Tal\"]\n\n1.e4   e5 {x}\n 2. Nf3  1-0\n";
    let other = game("[White \"Tal\"][ECO \"C40\"]\n\n1. e4 e5 {y} 2. Bc4 *");
    let out = edited(text, &|kept| drop(merge_games(kept, &other).expect("alike")));
    let expected = "[White  \"Tal\"]\n[ECO \"C40\"]\n\n1.e4   e5 {x} {y}\n 2. Nf3 (2. Bc4)  1-0\n";
    assert_eq!(out, expected);
}

#[test]
fn many_copies_of_a_move_cost_no_square() {
    let line = |n: usize| format!("(1. d4 d5 {{w{n}}} 2. c4 (2. Nf3 {{v{n}}})) ");
    let many: String = (0..20_000).map(line).collect();
    let mut kept = game("1. e4 (1. d4 d5) e5 *");
    merge_games(&mut kept, &game(&format!("1. e4 {many} e5 *"))).expect("alike");
    assert_eq!(kept.tree().n_nodes(), 9);
    let deep = "(1. d4 (1. c4 ".repeat(50_000) + &") )".repeat(50_000);
    let deep = game(&format!("1. e4 {deep} *"));
    let mut same = deep.clone();
    assert!(merge_games(&mut same, &deep).expect("alike").is_nothing());
    assert!(same == deep);
}
