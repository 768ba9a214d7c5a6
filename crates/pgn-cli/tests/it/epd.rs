//! Records of positions in `check`, `fmt`, `convert` and `epd`; some by the old spellings
//! `epd check` and `epd fmt`.
//!
//! Standard: §16.2. Decisions: D-47 to D-51.

use std::fs;

use crate::scratch::Dir;

const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

#[test]
fn records_are_written_in_order() {
    let dir = Dir::new();
    let text = format!("# ends\r\n{KINGS} id kp;bm Kf2 Kd2\r\n\r\n{KINGS} 5 39\r\nnonsense\r\n");
    dir.file("a.epd", text);
    let ran = dir.run("epd fmt a.epd", 0);
    let expected =
        format!("# ends\n{KINGS} bm Kd2 Kf2; id \"kp\";\n\n{KINGS} fmvn 39; hmvc 5;\nnonsense\n");
    assert_eq!(ran.stdout, expected);
    assert!(ran.stderr.starts_with("pgn: a.epd: found 1 bad-fen (F001), "), "{}", ran.stderr);
    dir.file("b.epd", &expected);
    assert_eq!(dir.run("epd fmt b.epd", 0).stdout, expected);
    let ran = dir.run("epd fmt --profile archival a.epd -v", 2);
    ran.stdout_is(format!("{KINGS} bm Kd2 Kf2; id \"kp\";\n{KINGS} fmvn 39; hmvc 5;\n"));
    ran.stderr_has("a.epd:5:1: not written: its position");
    ran.stderr_has("a.epd:2:32: F212 unquoted-string").stderr_has("lost 1 dropped-line (F235)");
}

#[test]
fn files_are_corrected_in_place_and_differences_shown() {
    let dir = Dir::with("suites/a.epd", format!("{KINGS} bm Kf2\n"));
    dir.file("suites/b.epd", format!("{KINGS} bm Kf2;\n"));
    dir.file("suites/c.pgn", "1. e4 *\n");
    dir.run("epd fmt --check suites", 1).stdout_is("suites/a.epd\n");
    dir.run("epd fmt -d suites", 1).stdout_has(format!("\n-{KINGS} bm Kf2\n+{KINGS} bm Kf2;\n"));
    dir.run("epd fmt -q -w suites", 0);
    assert_eq!(dir.read("suites/a.epd"), format!("{KINGS} bm Kf2;\n").as_bytes());
    assert_eq!(dir.read("suites/c.pgn"), b"1. e4 *\n");
}

#[test]
fn output_does_not_depend_on_threads_or_packing() {
    let dir = Dir::new();
    let line = |n: usize| format!("{KINGS} id pos{n} bm Kf{}\n", n % 3);
    let text: String = (0..40_000).map(line).collect();
    dir.file("a.epd", &text);
    let one = dir.run("epd fmt -q a.epd -j 1", 0).stdout;
    let many = dir.run("epd fmt -q a.epd -j 4", 0).stdout;
    assert!(one == many && one.lines().count() == 40_000);
    dir.run("epd fmt -q a.epd -o b.epd.zst", 0);
    let unpacked = dir.run("epd fmt -q b.epd.zst", 0).stdout;
    assert!(unpacked == one);
}

#[test]
fn findings_have_their_places_and_forms() {
    let dir = Dir::with("a.epd", format!("{KINGS} bm Kf2;\n\n{KINGS} bm Kf9; id \"x\"\n"));
    let ran = dir.run("epd check a.epd", 1);
    ran.stdout_has("error[F206 unplayable-operand]: Kf9: ").stdout_has("--> a.epd:3:32\n");
    ran.stdout_has("info[F208 missing-semicolon]");
    ran.stderr_is("pgn: 1 file, 2 records: 1 error, 0 warnings, 1 info (--all lists each)\n");
    let ran = dir.run("epd check --format json a.epd", 1);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(report["files"][0]["diagnostics"][0]["code"], "F206");
    dir.run("epd check --select F208 --fix a.epd", 0).stderr_has("1 fixed, nothing left to report");
    let corrected = format!("{KINGS} bm Kf2;\n\n{KINGS} bm Kf9; id \"x\";\n");
    assert_eq!(dir.read("a.epd"), corrected.as_bytes());
    dir.file("c.epd", format!("%pgnkit ignore-file F206\n{KINGS} bm Kf9;\n"));
    dir.run("epd check c.epd", 0);
}

#[test]
fn profiles_want_the_letter_or_the_form() {
    let dir = Dir::with("a.epd", format!("{KINGS} id \"x\"; bm Kf2;\n"));
    dir.run("epd check a.epd", 0);
    dir.run("epd check --profile import a.epd", 0);
    dir.run("epd check --profile archival a.epd", 1).stdout_has("F217").stdout_has("X001");
    dir.run("epd fmt --profile archival a.epd -o b.epd", 0);
    dir.run("epd check --profile archival b.epd", 0);
    dir.run("epd check missing.epd", 2).stderr_has("no such file");
}

#[test]
fn the_manual_has_the_verbs_below() {
    let dir = Dir::new();
    for args in ["help epd", "help epd fmt", "man epd check", "epd --help", "epd fmt --help"] {
        assert!(!dir.run(args, 0).stdout.is_empty(), "{args}");
    }
    dir.run("help epd nothing", 2);
    dir.run("epd", 2);
}

#[test]
fn games_become_records_and_come_back() {
    let dir = Dir::new();
    let game = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
                [Black \"?\"]\n[Result \"*\"]\n[ECO \"C20\"]\n[Opening \"King's Pawn\"]\n\n\
                1. e4 {best} {[%eval 0.3,12]} 1... e5 *\n\n";
    dir.file("a.pgn", game);
    dir.run("convert a.pgn -o a.epd", 0);
    let expected = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - \
                    eco \"C20\"; fmvn 1; hmvc 0; sm e4; v0 \"King's Pawn\";\n\
                    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 \
                    acd 12; c0 \"best\"; ce -30; fmvn 1; hmvc 0; sm e5;\n\
                    rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 \
                    c0; fmvn 2; hmvc 0;\n";
    assert_eq!(String::from_utf8(dir.read("a.epd")).unwrap(), expected);
    dir.run("convert a.epd --to pgn", 0).stdout_is(game.replace("0.3,12", "0.30,12"));
    let ran = dir.feed("convert --from epd --to pgn", expected, 0);
    ran.stdout_is(game.replace("0.3,12", "0.30,12"));
    dir.run("convert a.epd --to uci", 2).stderr_has("only be converted with `--to pgn`");
    // Content that records cannot represent is counted, and a claimed draw gives no result.
    let game = "[White \"Tal\"]\n\n1. e4 $1 {[%clk 0:05:00]} e5 (1... c5) 1-0\n";
    let ran = dir.feed("convert --to epd", game, 0);
    ran.stderr_has("lost 1 dropped-tag (X005), 1 dropped-nag (X008), 1 dropped-result (X014), ");
    ran.stderr_has("1 dropped-variation (X015), 1 dropped-command (X016)");
    let claim = format!("{KINGS} draw_claim; sm Kd2;\n");
    let ran = dir.feed("convert --from epd --to pgn", &claim, 0);
    ran.stdout_has("[Result \"*\"]").stdout_has("{[%epd draw_claim;]} 1. Kd2 *");
}

#[test]
fn whole_games_come_back_from_records() {
    let dir = Dir::new();
    let games = "[White \"Tal \\\"x\\\"\"]\n\n1. e4 $1 {[%clk 0:05:00]} (1. d4 {a  b}) e5\n\
                 %escape\n2. Ke2 -- 3. Nf3 1-0\n\n[Variant \"Atomic\"]\n\n1. Nf3 f6 1/2-1/2\n\n";
    dir.file("a.pgn", games);
    let form = |name: &str| dir.run(&format!("fmt -q --profile lossless {name}"), 0).stdout;
    let found = "pgn: a.pgn: found 1 null-move (C006)\n";
    dir.run("convert --keep-all a.pgn -o a.epd", 0).is("", found);
    let records = String::from_utf8(dir.read("a.epd")).unwrap();
    assert!(records.lines().all(|line| line.contains(" Pgn ") && line.len() < 500), "{records}");
    // Formatting changes nothing, and findings are only about what is private.
    dir.run("epd fmt -q a.epd", 0).is(&records, "");
    dir.run("check a.epd", 0);
    dir.run("convert a.epd --profile lossless -o b.pgn", 0);
    assert_eq!(form("b.pgn"), form("a.pgn"));
    // Without the option nothing is private, and losses are counted.
    let ran = dir.run("convert --to epd a.pgn", 0);
    assert!(!ran.stdout.contains("Pgn"), "{ran:?}");
    ran.stderr_has("dropped-variation (X015)");
    dir.run("convert --keep-all --profile archival a.pgn -o c.epd", 2)
        .stderr_has("--keep-all: the profile archival has no private opcodes");
    dir.run("convert --keep-all a.epd --to epd", 2).stderr_has("--keep-all: makes sense only for");
    dir.run("convert --keep-all a.pgn --to fen", 2).stderr_has("only with `--to epd`");
}

#[test]
fn records_without_links_are_games_of_their_own() {
    let dir = Dir::with(
        "a.epd",
        format!("# x\n{KINGS} bm Kf2;\n{KINGS} id \"b\";\n8/8/8/8/8/8/8/8 w - -\nno\n"),
    );
    let ran = dir.run("convert a.epd --to pgn", 2);
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
    let ran = dir.run("epd backsolve a.epd b.epd", 0);
    let lines = format!("# book\n{start} ce 25; pm d4;\n{e4} ce -20;\n{d4} ce -25;\n");
    ran.stdout_is(lines);
    let said = "3 positions, 2 moves between them: 3 have a score, 0 are repetitions";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    let said = "1 position, 0 moves between them: 1 has a score, 0 are repetitions";
    dir.run("epd backsolve b.epd", 0).stderr_has(said);
    dir.run("epd backsolve -q --include-own-score a.epd b.epd", 0).stdout_has(" ce 99; pv a3;\n");
    dir.run("epd backsolve a.epd -o a.epd", 2);
}

#[test]
fn scores_for_white_are_turned_to_the_side_to_move() {
    let dir = Dir::new();
    let of = |fields: &str, ce: &str| format!("{fields} ce {ce};\n");
    let (white, black) = ("4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 b - -");
    let text =
        [of(white, "30"), of(black, "30"), of(black, "-32766"), of(black, "-32767")].concat();
    let ran = dir.feed("epd fmt -q --positive-for-white", &text, 0);
    let turned =
        [of(white, "30"), of(black, "-30"), of(black, "32766"), of(black, "-32767")].concat();
    assert_eq!(ran.stdout, turned);
    assert_eq!(dir.feed("epd fmt -q", &text, 0).stdout, text);
}

#[test]
fn the_rules_may_be_named() {
    let dir = Dir::new();
    // In Atomic a capture next to the king ends the game.
    let line = "rnbqkbnr/pppp1ppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R w KQkq - bm Nxd7;\n";
    dir.file("a.epd", line);
    dir.run("epd fmt -q a.epd", 0).stdout_is(line);
    dir.run("epd fmt -q --variant atomic a.epd", 0).stdout_is(line.replace("Nxd7", "Nxd7#"));
    dir.run("epd --variant Atomic check --select C005 a.epd", 1);
    dir.run("epd check --select C005 a.epd", 0);
    dir.run("epd fmt --variant chess2 a.epd", 2).stderr_has("expected one of Standard, Chess960");
    let pockets = "rnbqkb1r/pppp1ppp/5n2/4p3/2B1P3/2N5/PPPP1PPP/R1BQK1NR[P] w KQkq - bm P@d4;\n";
    dir.file("b.epd", pockets);
    assert_eq!(dir.run("epd fmt -q b.epd", 0).stdout, pockets);
}

#[test]
fn check_knows_positions_by_their_names() {
    let dir = Dir::with("a.epd", format!("{KINGS} bm Kf9;\n"));
    dir.run("check a.epd", 1).stdout_has("F206").stderr_has("1 record:");
}

/// `fmt` treats the files of a folder that `check` treats.
#[test]
fn fmt_and_check_read_the_same_files_of_a_folder() {
    let dir = Dir::with("in/a.pgn", "1.e4 *\n");
    dir.file("in/b.epd", format!("{KINGS} bm Kf2\n"));
    dir.file("in/c.fen", format!("{KINGS}\n"));
    dir.run("check -q --all --format concise in", 0)
        .stdout_has("in/b.epd:")
        .stdout_has("in/c.fen:");
    dir.run("fmt --check in", 1).stdout_is("in/a.pgn\nin/b.epd\nin/c.fen\n");
    dir.run("fmt in", 0).stdout_ends("\n1. e4 *\n\n").stderr_has("files of positions are left out");
    dir.run("fmt in/a.pgn in/b.epd", 2).stderr_has("cannot write games and positions (`-w`");
    dir.run("fmt -w in", 0);
    assert_eq!(dir.read("in/b.epd"), format!("{KINGS} bm Kf2;\n").as_bytes());
    assert_eq!(dir.read("in/c.fen"), format!("{KINGS} 0 1\n").as_bytes());
    assert!(dir.read("in/a.pgn").ends_with(b"\n\n1. e4 *\n\n"));
    dir.run("fmt --check in", 0).stdout_is("");
}

#[test]
fn files_of_fens_stay_what_they_are() {
    let dir = Dir::new();
    let text = format!("{KINGS} 5 39\n{KINGS}\n{KINGS} 0 1\n");
    dir.file("a.fen", &text);
    let whole = format!("{KINGS} 5 39\n{KINGS} 0 1\n{KINGS} 0 1\n");
    for verb in ["fmt", "epd fmt"] {
        dir.run(&format!("{verb} a.fen"), 0).stdout_is(&whole).stderr_is("");
        dir.run(&format!("{verb} --check a.fen"), 1);
        dir.file("b.fen", &text);
        dir.run(&format!("{verb} -q -w b.fen"), 0);
        assert_eq!(dir.read("b.fen"), whole.as_bytes(), "{verb}");
        dir.run(&format!("{verb} --check b.fen"), 0);
    }
    dir.run("fmt --newline crlf a.fen", 2).stderr_has("only for games");
    for verb in ["check", "epd check"] {
        let ran = dir.run(&format!("{verb} --format concise --all a.fen"), 0);
        ran.stdout_is("a.fen:2:1: F003 nonstandard-fen expected six fields of a FEN, found 4\n");
        dir.run(&format!("{verb} --profile modern b.fen"), 0).stdout_is("");
    }
    // The comments about a position are kept, and records become FENs only if that is asked for.
    dir.file("c.fen", format!("{KINGS} 5 39 id \"x\";\n"));
    dir.run("fmt c.fen", 0).stdout_is(format!("{KINGS} 5 39 id \"x\";\n"));
    let record = format!("{KINGS} fmvn 39; hmvc 5; id \"x\";\n");
    dir.run("convert c.fen --to epd", 0).stdout_is(&record);
    dir.file("c.epd", record + "# end\n");
    let ran = dir.run("convert c.epd --to fen", 0);
    ran.stdout_is(format!("{KINGS} 5 39\n"));
    ran.stderr_has("lost 1 dropped-operation (F234), 1 dropped-line (F235)");
    dir.run("convert c.epd --to fen --ep legal", 2).stderr_has("only for games");
    dir.run("convert a.fen --to pgn", 0).stdout_has(format!("[FEN \"{KINGS} 5 39\"]"));
}

#[test]
fn files_of_positions_are_known_by_their_suffix() {
    let dir = Dir::with("a.pgn", "1. e4 *\n");
    for folder in ["in", "in/fen", "in/epd"] {
        fs::create_dir(dir.at(folder)).unwrap();
    }
    let fens = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
                rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n";
    let records = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - fmvn 1; hmvc 0; sm e4;\n\
                   rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 fmvn 1; hmvc 0;\n";
    for (to, text, other) in [("fen", fens, "epd"), ("epd", records, "fen")] {
        let upper = to.to_uppercase();
        for name in [format!("in/x.{to}"), format!("in/{to}/y.{upper}.gz")] {
            dir.run(&format!("convert a.pgn -o {name}"), 0).is("", "");
            assert_eq!(dir.unpacked(&name), text, "{name}");
            dir.run(&format!("convert {name} --to pgn"), 0).stdout_starts("[Event ");
        }
        // Another name is possible, with a remark, of games and of positions.
        for (args, name) in [
            (format!("a.pgn --to {to}"), "x.txt".to_owned()),
            (format!("in/x.{to} --to {to}"), format!("x.{other}")),
        ] {
            let ran = dir.run(&format!("convert {args} -o {name}"), 0);
            ran.stderr_is(format!("pgn: {name}: {upper} files are named .{to}\n"));
            assert_eq!(String::from_utf8(dir.read(&name)).unwrap(), text);
            dir.run(&format!("convert -q {args} -o {name}"), 0).stderr_is("");
        }
    }
    // Folders are searched for both, and for games apart from them.
    dir.run("epd check in", 0).stderr_has("4 files, 8 records");
    dir.file("in/notes.txt", "no position\n");
    dir.run("epd check in", 0).stderr_has("4 files, 8 records");
}

#[test]
fn counters_out_of_range_are_reported_and_kept() {
    let dir = Dir::new();
    let great = format!("{KINGS} 99999999999 5\n");
    dir.file("a.fen", format!("{great}{KINGS} 3 0\n"));
    let ran = dir.run("check --format concise --all a.fen", 1);
    ran.stdout_has("a.fen:1:29: F202 bad-operand").stdout_has("a.fen:2:31: F202 bad-operand");
    let ran = dir.run("fmt a.fen", 0);
    ran.stdout_is(format!("{great}{KINGS} 3 1\n")).stderr_has("found 2 bad-operand (F202)");
    let ran = dir.run("convert a.fen --to epd", 0);
    ran.stdout_has(format!("{KINGS} fmvn 5; hmvc 99999999999;\n"));
}

#[test]
fn the_format_may_be_named() {
    let dir = Dir::with("a.txt", format!("{KINGS} 5 39 bm Kf2 Kd2\n"));
    dir.file("in/a.epd", format!("{KINGS} bm Kf2\n"));
    dir.file("in/b.pgn", "1. e4 *\n");
    let record = format!("{KINGS} bm Kd2 Kf2; fmvn 39; hmvc 5;\n");
    dir.run("fmt -q --from epd a.txt", 0).stdout_is(&record);
    dir.run("fmt -q --from fen a.txt", 0).stdout_is(format!("{KINGS} 5 39 bm Kd2 Kf2;\n"));
    dir.run("fmt -q --from epd a.txt -o b.epd", 0);
    dir.run("fmt -q --from epd a.txt -o b.pgn", 2).stderr_has("does not write .pgn files");
    dir.run("fmt b.epd -o c.epd", 0);
    assert_eq!(dir.read("c.epd"), record.as_bytes());
    let all = "check --all --format concise";
    dir.run(&format!("{all} --from epd a.txt"), 0).stdout_has("F210").stderr_has("1 record:");
    let ran = dir.run(&format!("{all} --from fen a.txt"), 0);
    assert!(!ran.stdout.contains("F210"), "{ran:?}");
    // Of folders, only the files with such names.
    dir.run("fmt --check --from epd in", 1).stdout_is("in/a.epd\n");
    dir.run("fmt --check --from pgn in", 1).stdout_is("in/b.pgn\n");
    dir.run("check --from epd in", 0).stderr_has("1 file, 1 record: ").stderr_has("names: 1 file");
    for (args, why) in [
        ("fmt --variant Atomic in/b.pgn", "--variant: makes sense only for records"),
        ("fmt --positive-for-white in/b.pgn", "--positive-for-white: makes sense only for records"),
        ("fmt --from epd --newline crlf a.txt", "--newline: makes sense only for games"),
        ("check --from txt a.txt", "invalid value 'txt'"),
    ] {
        dir.run(args, 2).stderr_has(why);
    }
}

#[test]
fn standard_input_may_have_a_name() {
    let dir = Dir::with("in/pgnkit.toml", "ignore = [\"F206\"]\n");
    let line = format!("{KINGS} bm Kf9;\n");
    dir.feed("check - --stdin-filename x.epd", &line, 1).stdout_has("--> x.epd:1:32\n");
    dir.feed("check --stdin-filename in/below/x.epd", &line, 0);
    dir.feed("check --stdin-filename x.pgn", "1. e4 *\n", 0).stderr_has("1 file, 1 game:");
    dir.feed("fmt - --stdin-filename x.fen", format!("{KINGS}\n"), 0)
        .stdout_is(format!("{KINGS} 0 1\n"));
    dir.feed("fmt --check --stdin-filename in/x.epd", format!("{KINGS} bm Kf2\n"), 1)
        .stdout_is("in/x.epd\n");
    dir.feed("fmt -w --stdin-filename x.epd", &line, 2)
        .stderr_has("x.epd: cannot be written in place");
    dir.run("check a.epd --stdin-filename x.epd", 2)
        .stderr_has("--stdin-filename: makes sense only if standard input is read");
}
