//! `pgn perft`: numbers that are known, and the order and the sum of its parts.
//!
//! Decisions: D-60.

use crate::scratch::Dir;

fn count(line: &str) -> String {
    let ran = Dir::new().pgn().args("perft").args(line).status(0);
    ran.stderr_is("");
    ran.stdout
}

#[test]
fn known_numbers() {
    for (line, expected) in [
        ("--depth 0", "1\n"),
        ("--depth 1", "20\n"),
        ("--depth 4", "197281\n"),
        ("--depth 3 -j 1", "8902\n"),
        ("--depth 3 --variant antichess", "8067\n"),
        ("--depth 3 --variant horde", "1274\n"),
        ("--depth 3 --variant racingKings", "11264\n"),
    ] {
        assert_eq!(count(line), expected, "{line}");
    }
}

fn count_fen(fen: &str, rest: &str) -> String {
    Dir::new().pgn().args("perft --fen").arg(fen).args(rest).status(0).stdout
}

#[test]
fn a_fen_may_name_its_variant() {
    let house = "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1";
    assert_eq!(count_fen(house, "--depth 2"), "3083\n");
    let castles = "8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1";
    assert_eq!(count_fen(castles, "--depth 3 --variant atomic"), "4364\n");
}

#[test]
fn the_parts_are_in_order_and_make_the_sum() {
    let one = count("--depth 3 --per-move -j 1");
    let lines: Vec<&str> = one.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[20]), (21, "a2a3 380", "8902"));
    assert!(lines[..20].is_sorted());
    assert_eq!(count("--depth 3 --per-move -j 3"), one);
    assert_eq!(count("--depth 0 --per-move"), "1\n");
    let drops = count_fen("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "--depth 1 --per-move");
    assert!(drops.starts_with("N@a1 1\n") && drops.ends_with("\n67\n"), "{drops}");
    let mated = count_fen("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "--depth 2 --per-move");
    assert_eq!(mated, "0\n");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for line in [
        "",
        "--depth -1",
        "--depth 65",
        "--depth x",
        "--depth 1 --variant xiangqi",
        "--depth 1 --fen nonsense",
        "--depth 1 --fen 8/8/8/8/8/8/8/8",
    ] {
        let ran = Dir::new().pgn().args("perft").args(line).status(2);
        assert!(ran.stdout.is_empty() && !ran.stderr.is_empty(), "{line}");
    }
    let ran = Dir::new().pgn().args("perft --depth 1 --variant xiangqi").status(2);
    ran.stderr_has("King of the Hill");
}
