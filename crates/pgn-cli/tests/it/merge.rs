//! `pgn merge`: order, each game once, annotations united.
//!
//! Standard: §12. Decisions: D-42.

use std::fs;

use crate::scratch::{Dir, games};

const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 \
                     O-O 9. h3 Bb7 10. d4 Re8 11. Nbd2 Bf8 12. a4 h6 13. Bc2 exd4";

fn game(date: &str, white: &str, more: &str, moves: &str) -> String {
    format!(
        "[Event \"E\"]\n[Date \"{date}\"]\n[Round \"1\"]\n[White \"{white}\"]\n[Black \"Karpov, A\"]\n\
         [Result \"1-0\"]\n{more}\n{moves} 1-0\n\n"
    )
}

#[test]
fn files_become_one() {
    let dir = Dir::new();
    let early = game("1990.01.01", "Short, N", "", MOVES);
    let late = game("1994.01.01", "Anand, V", "", MOVES);
    let one = game("1992.??.??", "Kasparov, G", "", &format!("{MOVES} {{played}} 14. cxd4"));
    let two = game("1992.05.05", "Kasparov, Garry", "[ECO \"C92\"]\n", MOVES);
    dir.file("a.pgn", format!("{late}{one}"));
    dir.file("b.pgn", format!("{two}{early}lost words\n"));
    let line = "merge a.pgn b.pgn -o all.pgn --rejects copies.pgn --report r.jsonl";
    dir.run(line, 0).stderr_is("pgn: 4 games, 1 copy of 1 game: 1 cut short\n");
    // It is known to the day now, and is sorted there.
    let united = one
        .replace("1992.??.??", "1992.05.05")
        .replace("[Result \"1-0\"]\n", "[Result \"1-0\"]\n[ECO \"C92\"]\n");
    let expected = format!("{early}{united}{late}lost words\n\n");
    assert_eq!(String::from_utf8(dir.read("all.pgn")).unwrap(), expected);
    assert_eq!(String::from_utf8(dir.read("copies.pgn")).unwrap(), two);
    let report = String::from_utf8(dir.read("r.jsonl")).unwrap();
    let group: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(group["kept"]["before"], one);
    assert_eq!(group["copies"][0]["gave"]["tags"], serde_json::json!(["Date", "ECO"]));
    dir.run("sort --check all.pgn", 0);
    dir.run("merge all.pgn a.pgn b.pgn", 0).stdout_is(expected.clone() + "lost words\n\n");
    dir.run("merge --by -date a.pgn", 0).stdout_starts(&late);
    dir.run("merge --by colour a.pgn", 2).stderr_has("unknown word `colour`");
}

#[test]
fn memory_and_threads_do_not_show() {
    let dir = Dir::with("a.pgn", games(2_000));
    dir.file("b.pgn", games(3_000));
    let whole = dir.run("merge a.pgn b.pgn -j 1", 0);
    assert_eq!(whole.stdout.matches("[White ").count(), 3_000);
    fs::create_dir(dir.at("temp")).unwrap();
    let line = "merge --memory 0 --temp temp -j 3 a.pgn b.pgn";
    let small = dir.run(line, 0);
    assert!(small.stdout == whole.stdout);
    assert_eq!(fs::read_dir(dir.at("temp")).unwrap().count(), 0);
    // Without copies it is what sort does.
    let sorted = dir.run("sort b.pgn", 0);
    assert!(sorted.stdout == whole.stdout);
}

#[test]
fn trouble_leaves_the_old_file() {
    let dir = Dir::with("a.pgn", game("1990.01.01", "Short, N", "", MOVES));
    dir.file("out.pgn", "old");
    let ran = dir.run("merge a.pgn missing.pgn", 2);
    assert_eq!(ran.stderr.matches("missing.pgn").count(), 1, "{}", ran.stderr);
    dir.feed("merge - --temp nowhere -o out.pgn", "1. e4 *", 2).stderr_has("nowhere");
    assert_eq!(dir.read("out.pgn"), b"old");
    dir.run("merge a.pgn -o a.pgn", 2);
}

#[test]
fn only_what_is_selected_is_merged() {
    let dir = Dir::new();
    let mine = game("1992.05.05", "Kasparov, G", "", MOVES);
    let yours = game("1992.05.05", "Kasparov, Garry", "[ECO \"C92\"]\n", MOVES);
    let other = game("1994.01.01", "Anand, V", "", MOVES);
    dir.file("a.pgn", format!("{other}{mine}"));
    dir.file("b.pgn", format!("{yours}{other}"));
    let line =
        "merge a.pgn b.pgn -o all.pgn --rejects copies.pgn --report r.jsonl --where year<1993";
    dir.run(line, 0)
        .stderr_is("pgn: 2 games, 1 copy of 1 game: 1 with the same moves; 2 not selected\n");
    assert_eq!(String::from_utf8(dir.read("all.pgn")).unwrap(), yours);
    assert_eq!(String::from_utf8(dir.read("copies.pgn")).unwrap(), mine);
    let report: serde_json::Value = serde_json::from_slice(&dir.read("r.jsonl")).unwrap();
    let places = [&report["kept"], &report["copies"][0]].map(|it| (&it["file"], &it["game"]));
    assert_eq!(places.map(|it| it.0), ["b.pgn", "a.pgn"]);
    assert_eq!(places.map(|it| it.1.as_u64()), [Some(1), Some(2)]);
}

#[test]
fn games_become_one_tree() {
    let dir = Dir::with("a.pgn", "[White \"A\"]\n\n1. e4 {best} e5 2. Nf3 1-0\n\n1. d4 *\n\n");
    dir.file("b.pgn", "[White \"B\"]\n\n1. e4 $1 c5 {[%clk 0:01:00]} 0-1\n\n1. e4 e5 2. f4 *\n");
    let line = "merge --tree --main-line played --counts --players=1 a.pgn b.pgn -o tree.pgn";
    dir.run(line, 0).stderr_is(
        "pgn: 4 games merged: 6 moves in 4 lines\n\
         pgn: clock times left out, which belong to one game: 1\n",
    );
    let tree = String::from_utf8(dir.read("tree.pgn")).unwrap().replace('\n', " ");
    let expected = "1. e4 $1 {[%from $1 b.pgn:1]} {[%from a.pgn:1] best} {3 games, +1 =0 -1} \
                    (1. d4 {1 game, +0 =0 -0} {? - ? *}) 1... e5 {2 games, +1 =0 -0} \
                    (1... c5 {1 game, +0 =0 -1} {B - ? 0-1}) 2. Nf3 {1 game, +1 =0 -0} \
                    {A - ? 1-0} (2. f4 {1 game, +0 =0 -0} {? - ? *}) *";
    assert!(tree.contains(expected), "{tree}");
    let line = "merge --tree --no-origins --depth 2 --min-games 2 a.pgn b.pgn";
    let cut = dir.run(line, 0);
    assert!(cut.stdout.contains("1. e4 $1 {best} 1... e5 *"), "{}", cut.stdout);
    cut.stderr_has("games that go on after --depth: 2");
    cut.stderr_has("moves left out because fewer than 2 games had them: 2");
    // The lines come apart again.
    let split = dir.run("convert --to uci a.pgn b.pgn", 0);
    dir.run("merge --tree --no-origins a.pgn b.pgn -o plain.pgn", 0);
    let lines = "convert --to pgn --split-variations plain.pgn -o lines.pgn";
    dir.run(lines, 0);
    let again = dir.run("convert --to uci lines.pgn", 0);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&again.stdout), sorted(&split.stdout));
}

#[test]
fn a_tree_does_not_depend_on_memory_and_threads() {
    let dir = Dir::with("a.pgn", games(2_000));
    let line = "merge --tree --counts --players --transpositions merge --depth 30 a.pgn";
    let one = dir.run(&format!("{line} -j 1"), 0);
    assert!(dir.run(&format!("{line} -j 3 --memory 64M"), 0).stdout == one.stdout);
}

#[test]
fn a_tree_needs_games_from_one_start() {
    let dir = Dir::with("a.pgn", "1. e4 *\n");
    dir.file("b.pgn", "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Ke2 *\n");
    dir.file("empty.pgn", "");
    dir.file("old.pgn", "old");
    let failed = dir.run("merge --tree a.pgn b.pgn -o old.pgn", 2);
    failed.stderr_has("a.pgn:1 and b.pgn:1 start differently");
    assert_eq!(dir.read("old.pgn"), b"old");
    dir.run("merge --tree empty.pgn", 2).stderr_has("expected games, found none");
    dir.run("merge --tree --by date a.pgn", 2);
    dir.run("merge --depth 3 a.pgn", 2);
}

/// A game of a snapshot.
fn snapshot(round: &str, white: &str, moves: &str) -> String {
    format!(
        "[Event \"Cup\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Round \"{round}\"]\n\
         [White \"{white}\"]\n[Black \"Ek, J\"]\n[Result \"*\"]\n\n{moves}\n\n"
    )
}

#[test]
fn snapshots_of_a_round_become_one() {
    let dir = Dir::new();
    let (early, late) = (snapshot("1.1", "Tal, M", "*"), snapshot("1.1", "Tal, M", "1. e4 e5 *"));
    let other = snapshot("1.2", "Oh, K", "1. d4 *");
    dir.file("a.pgn", format!("{early}{other}"));
    dir.file("b.pgn", format!("{}{late}", snapshot("1.1", "Tal, M", "1. e4 *")));
    let ran = dir.run("merge --same round a.pgn b.pgn --rejects old.pgn --report why.txt", 0);
    ran.is(format!("{late}{other}"), "pgn: 4 games, 2 copies of 1 game: 2 cut short\n");
    let old = String::from_utf8(dir.read("old.pgn")).unwrap();
    assert_eq!(old.matches("[Event").count(), 2);
    let why = String::from_utf8(dir.read("why.txt")).unwrap();
    assert!(why.contains("cut short (0 plies)") && why.contains("the other one stays: longer"));
    // The same in another verb, in input order, and against a file.
    dir.run("dedupe --by round a.pgn b.pgn", 0).stdout_is(format!("{other}{late}"));
    dir.run("dedupe --by round a.pgn --against b.pgn", 0).stdout_is(&other);
}

#[test]
fn other_moves_of_a_round_are_reported_and_kept_as_a_variation() {
    let dir = Dir::new();
    dir.file("a.pgn", snapshot("3", "Tal, M", "1. e4 e5 2. Nf3 *"));
    dir.file("b.pgn", snapshot("3", "Tal, M", "1. e4 c5 2. Nc3 d6 *"));
    let ran = dir.run("merge --same round a.pgn b.pgn", 0);
    ran.stdout_has("1. e4 c5 (1... e5 2. Nf3)");
    ran.stderr_has("1 with other moves");
    let place = "a.pgn:1: game 1: other moves than the game that stays, from move 1 of Black on";
    ran.stderr_has(place);
}

#[test]
fn games_without_a_round_are_not_snapshots() {
    let dir = Dir::with("a.pgn", snapshot("?", "Tal, M", "1. e4 *").repeat(2));
    let ran = dir.run("merge --same round a.pgn", 2);
    ran.stderr_has("no game has a Round and both players");
    dir.file("b.pgn", format!("{}{}", snapshot("?", "Tal, M", "*"), snapshot("1", "Tal, M", "*")));
    dir.run("merge --same round b.pgn", 0)
        .stderr_has("1 game without a round or a player: not compared");
}
