//! `pgn epd check` and `pgn epd fmt` as a person and a script meet them.
//!
//! Owns: reports, forms, what becomes of files. Knows nothing of: the grammar.
//! Standard: §16.2. Decisions: D-47 to D-51.
//! Start at [`records_are_written_in_order`].

use crate::scratch::Dir;

const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

#[test]
fn records_are_written_in_order() {
    let dir = Dir::new();
    let text = format!("# ends\r\n{KINGS} id kp;bm Kf2 Kd2\r\n\r\n{KINGS} 5 39\r\nnonsense\r\n");
    dir.file("a.epd", text);
    let ran = dir.pgn().args("epd fmt a.epd").output().status(0);
    let expected =
        format!("# ends\n{KINGS} bm Kd2 Kf2; id \"kp\";\n\n{KINGS} fmvn 39; hmvc 5;\nnonsense\n");
    assert_eq!(ran.stdout, expected);
    assert!(ran.stderr.starts_with("pgn: a.epd: found 1 bad-fen (F001), "), "{}", ran.stderr);
    dir.file("b.epd", &expected);
    assert_eq!(dir.pgn().args("epd fmt b.epd").output().status(0).stdout, expected);
    let ran = dir.pgn().args("epd fmt --profile archival a.epd -v").output().status(2);
    assert_eq!(ran.stdout, format!("{KINGS} bm Kd2 Kf2; id \"kp\";\n{KINGS} fmvn 39; hmvc 5;\n"));
    assert!(ran.stderr.contains("a.epd:5:1: not written: its position"), "{}", ran.stderr);
    assert!(ran.stderr.contains("a.epd:2:32: F212 unquoted-string"), "{}", ran.stderr);
    assert!(ran.stderr.contains("lost 1 dropped-line (F235)"), "{}", ran.stderr);
}

#[test]
fn files_are_mended_in_place_and_differences_shown() {
    let dir = Dir::new();
    dir.file("suites/a.epd", format!("{KINGS} bm Kf2\n"));
    dir.file("suites/b.epd", format!("{KINGS} bm Kf2;\n"));
    dir.file("suites/c.pgn", "1. e4 *\n");
    let ran = dir.pgn().args("epd fmt --check suites").output().status(1);
    assert_eq!(ran.stdout, "");
    let ran = dir.pgn().args("epd fmt -n suites").output().status(1);
    assert_eq!(ran.stdout, "suites/a.epd\n");
    let ran = dir.pgn().args("epd fmt -d suites").output().status(1);
    assert!(
        ran.stdout.contains(&format!("\n-{KINGS} bm Kf2\n+{KINGS} bm Kf2;\n")),
        "{}",
        ran.stdout
    );
    dir.pgn().args("epd fmt -q -w suites").output().status(0);
    assert_eq!(dir.read("suites/a.epd"), format!("{KINGS} bm Kf2;\n").as_bytes());
    assert_eq!(dir.read("suites/c.pgn"), b"1. e4 *\n");
}

#[test]
fn output_does_not_depend_on_threads_or_packing() {
    let dir = Dir::new();
    let line = |n: usize| format!("{KINGS} id pos{n} bm Kf{}\n", n % 3);
    let text: String = (0..40_000).map(line).collect();
    dir.file("a.epd", &text);
    let one = dir.pgn().args("epd fmt -q a.epd -j 1").output().status(0).stdout;
    let many = dir.pgn().args("epd fmt -q a.epd -j 4").output().status(0).stdout;
    assert!(one == many && one.lines().count() == 40_000);
    dir.pgn().args("epd fmt -q a.epd -o b.epd.zst").output().status(0);
    let unpacked = dir.pgn().args("epd fmt -q b.epd.zst").output().status(0).stdout;
    assert!(unpacked == one);
}

#[test]
fn findings_have_their_places_and_forms() {
    let dir = Dir::new();
    dir.file("a.epd", format!("{KINGS} bm Kf2;\n\n{KINGS} bm Kf9; id \"x\"\n"));
    let ran = dir.pgn().args("epd check a.epd").output().status(1);
    assert!(ran.stdout.contains("error[F206 unplayable-operand]: Kf9: "), "{}", ran.stdout);
    assert!(ran.stdout.contains("--> a.epd:3:32\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("info[F208 missing-semicolon]"), "{}", ran.stdout);
    assert_eq!(
        ran.stderr,
        "pgn: 1 file, 2 records: 1 error, 0 warnings, 1 info (--all lists each)\n"
    );
    let ran = dir.pgn().args("epd check --format json a.epd").output().status(1);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(report["files"][0]["diagnostics"][0]["code"], "F206");
    let ran = dir.pgn().args("epd check --select F208 --fix a.epd").output().status(0);
    assert!(ran.stderr.contains("1 fixed, nothing left to report"), "{}", ran.stderr);
    let mended = format!("{KINGS} bm Kf2;\n\n{KINGS} bm Kf9; id \"x\";\n");
    assert_eq!(dir.read("a.epd"), mended.as_bytes());
    dir.file("c.epd", format!("%pgnkit ignore-file F206\n{KINGS} bm Kf9;\n"));
    dir.pgn().args("epd check c.epd").output().status(0);
}

#[test]
fn profiles_want_the_letter_or_the_form() {
    let dir = Dir::new();
    dir.file("a.epd", format!("{KINGS} id \"x\"; bm Kf2;\n"));
    dir.pgn().args("epd check a.epd").output().status(0);
    dir.pgn().args("epd check --profile import a.epd").output().status(0);
    let ran = dir.pgn().args("epd check --profile archival a.epd").output().status(1);
    assert!(ran.stdout.contains("F217") && ran.stdout.contains("X001"), "{}", ran.stdout);
    dir.pgn().args("epd fmt --profile archival a.epd -o b.epd").output().status(0);
    dir.pgn().args("epd check --profile archival b.epd").output().status(0);
    let ran = dir.pgn().args("epd check missing.epd").output().status(2);
    assert!(ran.stderr.contains("no such file"), "{}", ran.stderr);
}

#[test]
fn the_manual_has_the_verbs_below() {
    let dir = Dir::new();
    for args in ["help epd", "help epd fmt", "man epd check", "epd --help", "epd fmt --help"] {
        assert!(!dir.pgn().args(args).output().status(0).stdout.is_empty(), "{args}");
    }
    dir.pgn().args("help epd nothing").output().status(2);
    dir.pgn().args("epd").output().status(2);
}

#[test]
fn games_become_records_and_come_back() {
    let dir = Dir::new();
    let game = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
                [Black \"?\"]\n[Result \"*\"]\n[ECO \"C20\"]\n[Opening \"King's Pawn\"]\n\n\
                1. e4 {best} {[%eval 0.3,12]} 1... e5 *\n\n";
    dir.file("a.pgn", game);
    dir.pgn().args("convert a.pgn -o a.epd").output().status(0);
    let expected = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - \
                    eco \"C20\"; fmvn 1; hmvc 0; sm e4; v0 \"King's Pawn\";\n\
                    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 \
                    acd 12; c0 \"best\"; ce -30; fmvn 1; hmvc 0; sm e5;\n\
                    rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 \
                    c0; fmvn 2; hmvc 0;\n";
    assert_eq!(String::from_utf8(dir.read("a.epd")).unwrap(), expected);
    let ran = dir.pgn().args("convert a.epd --to pgn").output().status(0);
    assert_eq!(ran.stdout, game.replace("0.3,12", "0.30,12"));
    let ran = dir.pgn().args("convert --from epd --to pgn").stdin(expected).output().status(0);
    assert_eq!(ran.stdout, game.replace("0.3,12", "0.30,12"));
    let ran = dir.pgn().args("convert a.epd --to uci").output().status(2);
    assert!(ran.stderr.contains("only be converted with `--to pgn`"), "{}", ran.stderr);
}

#[test]
fn records_without_links_are_games_of_their_own() {
    let dir = Dir::new();
    dir.file(
        "a.epd",
        format!("# x\n{KINGS} bm Kf2;\n{KINGS} id \"b\";\n8/8/8/8/8/8/8/8 w - -\nno\n"),
    );
    let ran = dir.pgn().args("convert a.epd --to pgn").output().status(2);
    assert_eq!(ran.stdout.matches("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]").count(), 2);
    assert!(ran.stdout.contains("{[%epd bm Kf2;]} *"), "{}", ran.stdout);
    for line in
        ["a.epd:4: not written: its position is impossible", "a.epd:5: not read: its position"]
    {
        assert!(ran.stderr.contains(line), "{}", ran.stderr);
    }
}

#[test]
fn scores_are_worked_out_from_the_ends() {
    let dir = Dir::new();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    let d4 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -";
    dir.file("a.epd", format!("# book\n{start} ce 99; pv a3;\n{e4} ce -20;\n"));
    dir.file("b.epd", format!("{d4} ce -25;\n"));
    let ran = dir.pgn().args("epd backsolve a.epd b.epd").output().status(0);
    let lines = format!("# book\n{start} ce 25; pm d4;\n{e4} ce -20;\n{d4} ce -25;\n");
    assert_eq!(ran.stdout, lines);
    let said = "3 positions, 2 moves between them: 3 have a score, 0 are repetitions";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    let ran = dir.pgn().args("epd backsolve -q --keep-own a.epd b.epd").output().status(0);
    assert!(ran.stdout.contains(" ce 99; pv a3;\n"), "{}", ran.stdout);
    dir.pgn().args("epd backsolve a.epd -o a.epd").output().status(2);
}

#[test]
fn scores_for_white_are_turned_to_the_side_to_move() {
    let dir = Dir::new();
    let of = |fields: &str, ce: &str| format!("{fields} ce {ce};\n");
    let (white, black) = ("4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 b - -");
    let text =
        [of(white, "30"), of(black, "30"), of(black, "-32766"), of(black, "-32767")].concat();
    let ran = dir.pgn().args("epd fmt -q --positive-for-white").stdin(&text).output().status(0);
    let turned =
        [of(white, "30"), of(black, "-30"), of(black, "32766"), of(black, "-32767")].concat();
    assert_eq!(ran.stdout, turned);
    assert_eq!(dir.pgn().args("epd fmt -q").stdin(&text).output().status(0).stdout, text);
}

#[test]
fn the_rules_may_be_named() {
    let dir = Dir::new();
    // In Atomic a capture next to the king ends the game.
    let line = "rnbqkbnr/pppp1ppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R w KQkq - bm Nxd7;\n";
    dir.file("a.epd", line);
    let ran = dir.pgn().args("epd fmt -q a.epd").output().status(0);
    assert_eq!(ran.stdout, line);
    let ran = dir.pgn().args("epd fmt -q --variant atomic a.epd").output().status(0);
    assert_eq!(ran.stdout, line.replace("Nxd7", "Nxd7#"));
    dir.pgn().args("epd --variant Atomic check --select C005 a.epd").output().status(1);
    dir.pgn().args("epd check --select C005 a.epd").output().status(0);
    let ran = dir.pgn().args("epd fmt --variant chess2 a.epd").output().status(2);
    assert!(ran.stderr.contains("expected one of Standard, Chess960"), "{}", ran.stderr);
    let pockets = "rnbqkb1r/pppp1ppp/5n2/4p3/2B1P3/2N5/PPPP1PPP/R1BQK1NR[P] w KQkq - bm P@d4;\n";
    dir.file("b.epd", pockets);
    assert_eq!(dir.pgn().args("epd fmt -q b.epd").output().status(0).stdout, pockets);
}

#[test]
fn check_knows_positions_by_their_names() {
    let dir = Dir::new();
    dir.file("a.epd", format!("{KINGS} bm Kf9;\n"));
    let ran = dir.pgn().args("check a.epd").output().status(1);
    assert!(ran.stdout.contains("F206") && ran.stderr.contains("1 record:"), "{}", ran.stderr);
}
