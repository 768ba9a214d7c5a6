//! `pgn check` and `pgn explain` as a person and a script meet them.
//!
//! Standard: §3.1. Decisions: D-25.

use std::fs;
use std::io::{Cursor, Write};
use std::process::{Command, Stdio};

use pgn_db::source::Compression;
use serde_json::Value;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::scratch::{Dir, games, pack};

const CLEAN: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                     [White \"Tal\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";

/// An illegal move, and one in another notation.
const FAULTY: &str = "[White \"Tal\"]\n\n1. e4 e7-e5 2. Ke3 *\n";

/// The text after `--fix`.
const FIXED: &str = "[White \"Tal\"]\n\n1. e4 e5 2. Ke3 *\n";

const ONLY_CHESS: &str = "check --select C001,C004 --format concise";

#[test]
fn findings_are_reported_with_their_places() {
    let dir = Dir::with("clean.pgn", CLEAN);
    dir.file("faulty.pgn", format!("{CLEAN}{FAULTY}"));
    let ran = dir.run("check clean.pgn", 0);
    ran.stdout_is("").stderr_is("pgn: 1 file, 1 game: nothing to report\n");
    let ran = dir.pgn().args(ONLY_CHESS).args("clean.pgn faulty.pgn").status(1);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", ran.stdout);
    assert!(lines[0].starts_with("faulty.pgn:13:7: C004 nonstandard-move "), "{}", lines[0]);
    assert!(lines[1].starts_with("faulty.pgn:13:16: C001 illegal-move 2. Ke3: "), "{}", lines[1]);
    assert!(ran.stderr.starts_with("pgn: 2 files, 3 games: 1 error, 1 warning, 0 info"));
    let ran = dir.run("check faulty.pgn", 1);
    ran.stdout_has("error[C001 illegal-move]").stdout_has("a b c d e f g h");
    dir.feed(ONLY_CHESS, FAULTY, 1).stdout_starts("<stdin>:3:7: C004 ");
}

#[test]
fn information_alone_is_no_failure() {
    let dir = Dir::with("a.pgn", CLEAN.replace("Nc6", "b8c6"));
    dir.run("check a.pgn", 0).stdout_has("info[C004 ");
    dir.run("check --profile import a.pgn", 1);
    dir.run("check --ignore C004 a.pgn", 0);
}

#[test]
fn a_line_is_silenced_also_where_games_are_shared_out() {
    let dir = Dir::new();
    // No marker: the game ends with the escape line, and the next one begins with what it covers.
    let comment = "x".repeat(900);
    let game =
        format!("\n1. e4 {{{comment}}} e5\n%pgnkit ignore-next-line bad-date\n[Date \"x\"]\n");
    let games = format!("[Date \"????.??.??\"]\n{}\n1. e4 *\n", game.repeat(9));
    let text = games.repeat(170);
    for threads in ["-j 1", "-j 3"] {
        let select = "check --select bad-date --format concise";
        dir.pgn().args(select).args(threads).stdin(&text).status(0).stdout_is("");
    }
}

#[test]
fn the_report_has_a_form_for_programs() {
    let dir = Dir::with("clean.pgn", CLEAN);
    dir.file("faulty.pgn", FAULTY);
    let run = |format: &str| {
        let line = format!("check --select C clean.pgn faulty.pgn --format {format}");
        let ran = dir.run(&line, 1);
        ran.stderr_is("");
        ran.stdout
    };
    let json: Value = serde_json::from_str(&run("json")).unwrap();
    assert_eq!(json["summary"]["files"], 2);
    assert_eq!(json["files"][0]["games"], 1);
    assert_eq!(json["files"][0]["diagnostics"].as_array().unwrap().len(), 0);
    let found = &json["files"][1]["diagnostics"];
    assert_eq!((&found[1]["code"], &found[1]["line"]), (&"C001".into(), &3.into()));
    let lines = run("jsonl");
    let lines: Vec<Value> = lines.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!(&lines[..], &found.as_array().unwrap()[..]);
    let sarif: Value = serde_json::from_str(&run("sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), lines.len());
    assert_eq!(run("github").lines().count(), lines.len());
    dir.run("check clean.pgn missing.pgn --format json -o out.json", 2);
    let json: Value = serde_json::from_slice(&dir.read("out.json")).unwrap();
    assert_eq!(json["summary"]["files"], 1);
}

/// Twenty errors or warnings of a rule in a run, and information as a line a rule.
#[test]
fn what_comes_again_and_again_is_counted() {
    let dir = Dir::with("a.pgn", FAULTY.repeat(15));
    dir.file("b.pgn", FAULTY.repeat(2000));
    let run = |line: &str| {
        let line = format!("check --select C001 --format concise {line} a.pgn b.pgn");
        dir.run(&line, 1)
    };
    let ran = run("-j1");
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 21, "{}", ran.stdout);
    assert!(lines[14].starts_with("a.pgn:") && lines[15].starts_with("b.pgn:"), "{}", ran.stdout);
    assert_eq!(lines[20], "b.pgn:18:16: C001 illegal-move 1995 more from here on");
    let last = "pgn: 2 files, 2,015 games: 2,015 errors, 0 warnings, 0 info (--all lists each)\n";
    assert_eq!(ran.stderr, last);
    let many = run("-j3");
    assert_eq!((&many.stdout, &many.stderr), (&ran.stdout, &ran.stderr));
    let all = run("--all");
    assert_eq!(all.stdout.lines().count(), 2015);
    assert!(!all.stderr.contains("--all"), "{}", all.stderr);
    let full = dir.run("check --select C001 b.pgn", 1).stdout;
    let end = "\nerror[C001 illegal-move]: 1980 more, from b.pgn:63:16 (game 21) on\n";
    assert!(full.ends_with(end), "{}", &full[full.len() - 200..]);
}

#[test]
fn information_is_a_line_a_rule() {
    let dir = Dir::new();
    let game = "[Termination \"sudden rain\"]\n[Result \"1-0\"]\n\n1. e7-e5 1-0\n\n";
    let game = game.replace("e7-e5", "e2-e4");
    dir.file("a.pgn", game.repeat(3000));
    dir.file("b.pgn", "[ECO \"X\"]\n\n1. e4 *\n");
    for jobs in ["-j1", "-j3"] {
        let ran = dir.pgn().args("check a.pgn b.pgn").args(jobs).status(0);
        let lines: Vec<_> = ran.stdout.lines().collect();
        assert_eq!(lines.len(), 3, "{}", ran.stdout);
        let (c004, t113, t118) = (lines[0], lines[1], lines[2]);
        let head = "info[C004 nonstandard-move]: 3000 times, first at a.pgn:4:4 (game 1): ";
        assert!(c004.starts_with(head), "{c004}");
        assert!(t113.starts_with("info[T113 bad-eco]: once, at b.pgn:1:7 (game 1): "), "{t113}");
        assert!(t118.starts_with("info[T118 bad-termination]: 3000 times, first at"), "{t118}");
    }
    let counted = dir.run("check --stats a.pgn", 0).stdout;
    assert_eq!(counted.matches("3000  ").count(), 2, "{counted}");
}

/// Things that Lichess and Chess.com write in every game matter only in archives.
#[test]
fn what_servers_write_is_no_finding() {
    let dir = Dir::with(
        "a.pgn",
        "[Result \"1-0\"]\n[ECO \"?\"]\n[Termination \"Time forfeit\"]\n\
         [TimeControl \"180+0\"]\n[WhiteElo \"?\"]\n[WhiteTitle \"BOT\"]\n\n1. e4 1-0\n",
    );
    dir.file("b.pgn", "[Result \"1-0\"]\n[Termination \"anna won by checkmate\"]\n\n1. e4 1-0\n");
    let select = "--select T110,T112,T113,T115,T118,T133";
    for profile in ["lax", "import", "modern"] {
        let line = format!("check --profile {profile} {select} a.pgn b.pgn");
        dir.run(&line, 0).stdout_is("").stderr_is("pgn: 2 files, 2 games: nothing to report\n");
    }
    let line = format!("check --profile archival --format concise {select} a.pgn b.pgn");
    let ran = dir.run(&line, 1);
    assert_eq!(ran.stdout.lines().count(), 6, "{}", ran.stdout);
}

#[test]
fn the_last_line_is_true() {
    let dir = Dir::with("a.pgn", FAULTY.replace(" 2. Ke3", ""));
    let last = |line: &str, status| {
        let ran = dir.run(line, status);
        ran.stderr.lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(last("check missing.pgn", 2), "pgn: nothing was read");
    let said = last("check --select C001 a.pgn missing.pgn", 2);
    assert_eq!(said, "pgn: 1 file, 1 game: no findings in what was read");
    let said = last("check --select C --fix a.pgn", 0);
    assert_eq!(said, "pgn: 1 file, 1 game: 1 fixed, nothing left to report");
    assert_eq!(last("check --select C --diff a.pgn", 0), "");
}

#[test]
fn rules_fire_are_counted() {
    let dir = Dir::with("a.pgn", FAULTY.repeat(3));
    let ran = dir.run("check --select C001,C004 --stats a.pgn", 1);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", ran.stdout);
    assert!(lines[0].starts_with("3  C001  illegal-move"), "{}", ran.stdout);
    assert!(ran.stderr.starts_with("pgn: 1 file, 3 games: 3 errors, 3 warnings"), "{}", ran.stderr);
}

#[test]
fn a_line_of_256_characters_is_refused_by_strict_import() {
    let dir = Dir::new();
    for end in ["\n", "\r\n", "\r"] {
        for (n, status) in [(254, 0), (255, 1)] {
            let text = format!("*{end}{{{}}}{end}*{end}", "x".repeat(n - 2));
            let strict = "check --profile import --format concise";
            let ran = dir.feed(strict, &text, status);
            let is_told = ran.stdout.contains(":2:255: L008 line-too-long ");
            assert_eq!(is_told, status == 1, "{end:?} after {n}: {}", ran.stdout);
            dir.feed("check", &text, 0).stdout_is("");
        }
    }
}

#[test]
fn what_is_certain_is_corrected_in_place() {
    let dir = Dir::with("a.pgn", FAULTY);
    dir.file("b.pgn.gz", pack(Compression::Gzip, FAULTY));
    dir.file("clean.pgn", CLEAN);
    let ran = dir.pgn().args(ONLY_CHESS).args("--diff a.pgn").status(1);
    let diff = "--- a.pgn\n+++ a.pgn\n@@ -1,3 +1,3 @@\n [White \"Tal\"]\n \n\
                -1. e4 e7-e5 2. Ke3 *\n+1. e4 e5 2. Ke3 *\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (diff, ""));
    assert_eq!(dir.read("a.pgn"), FAULTY.as_bytes());
    let ran = dir.pgn().args(ONLY_CHESS).args("--fix -n .").status(1);
    ran.stderr_has("pgn: ./a.pgn: 1 would be fixed\n");
    assert_eq!(fs::read_to_string(dir.at("a.pgn")).unwrap(), FAULTY);
    let ran = dir.pgn().args(ONLY_CHESS).args("--fix .").status(1);
    let places: Vec<_> = ran.stdout.lines().map(|it| it.split(" C001").next().unwrap()).collect();
    assert_eq!(places, ["./a.pgn:3:13:", "./b.pgn.gz:3:13:"]);
    assert!(ran.stderr.contains("pgn: ./a.pgn: 1 fixed\n"), "{}", ran.stderr);
    assert_eq!(dir.read("a.pgn"), FIXED.as_bytes());
    assert_eq!(dir.read("b.pgn.gz"), pack(Compression::Gzip, FIXED));
    assert_eq!(dir.names(), ["a.pgn", "b.pgn.gz", "clean.pgn"]);
    let ran = dir.run("check --select C004 --fix .", 0);
    assert!(!ran.stderr.contains("fixed"), "{}", ran.stderr);
}

/// Fixes make lines longer or shorter; reported locations stay correct.
#[test]
fn what_is_left_is_reported_at_its_place_in_the_new_file() {
    let dir = Dir::new();
    let text: String = (0..4000).map(|n| format!("{FAULTY}\n{}", games(n % 2))).collect();
    let fixed = dir.file("a.pgn", &text);
    let select = "check --select C001,C004,M010 --format jsonl";
    let reported = dir.pgn().args(select).args("--fix -j 4 a.pgn").status(1).stdout;
    assert_ne!(fs::read_to_string(&fixed).unwrap(), text);
    let fresh = dir.pgn().args(select).args("-j 1 a.pgn").status(1).stdout;
    assert!(reported == fresh);
    assert_eq!(fresh.lines().count(), 4000);
}

#[test]
fn mending_loses_nothing() {
    let dir = Dir::new();
    let mut cut = pack(Compression::Gzip, FAULTY.repeat(2000));
    cut.truncate(cut.len() - 20);
    dir.file("cut.pgn.gz", &cut);
    dir.run("check --fix -q cut.pgn.gz", 2).stderr_has("gzip data are truncated");
    assert!(dir.read("cut.pgn.gz") == cut);
    let ran = dir.feed("check --fix", FAULTY, 2);
    ran.stderr_has("<stdin>: cannot be written in place");
    dir.feed("check --unsafe-fixes", FAULTY, 2);
}

#[cfg(unix)]
#[test]
fn rules_are_chosen_in_a_file_and_on_the_command_line() {
    let dir = Dir::with("pgnkit.toml", "select = [\"C\"]\nignore = [\"C004\"]\n");
    dir.file("games/a.pgn", FAULTY);
    dir.file("other.toml", "select = [\"nonstandard-move\"]\n");
    let codes = |folder: &str, line: &str| {
        let script = format!("cd {folder} && exec '{}' {line}", env!("CARGO_BIN_EXE_pgn"));
        let output =
            Command::new("sh").args(["-c", &script]).current_dir(dir.path()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|it| it.split(' ').nth(1).unwrap().to_owned()).collect::<Vec<_>>()
    };
    let concise = "check --format concise a.pgn";
    assert_eq!(codes("games", concise), ["C001"]);
    assert_eq!(codes("games", &format!("{concise} --select C001,nonstandard-move")), ["C001"]);
    assert_eq!(codes("games", &format!("{concise} --config ../other.toml")), ["C004"]);
    assert_eq!(codes("games", &format!("{concise} --ignore C")), Vec::<String>::new());
    let check = |line: &str, said: &str| {
        let ran = dir.run(line, 2);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    };
    check("check --select no-such-rule games", "--select: there is no rule `no-such-rule`");
    check("check --config missing.toml games", "missing.toml: no such file");
    dir.file("bad.toml", "select = \n");
    check("check --config bad.toml games", "bad.toml: ");
}

#[test]
fn a_file_may_silence_rules() {
    let dir = Dir::new();
    let text = format!("%pgnkit ignore-file C001,C004\n{}", FAULTY.repeat(6000));
    dir.file("a.pgn", text);
    for jobs in ["-j 1", "-j 4"] {
        dir.pgn().args(ONLY_CHESS).args(jobs).args("a.pgn").status(0);
    }
}

#[test]
fn what_is_no_pgn_is_one_error() {
    let dir = Dir::with(
        "page.pgn",
        format!("<!DOCTYPE html><html>{}", "<p>1. e4 e5 [x] (\n".repeat(9000)),
    );
    dir.file("lfs.pgn", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
    let ran = dir.run("check --format concise page.pgn lfs.pgn", 1);
    assert_eq!(ran.stdout.matches(" L020 not-pgn ").count(), 2, "{}", ran.stdout);
    assert_eq!(ran.stdout.lines().count(), 2, "{}", ran.stdout);
}

#[test]
fn the_number_of_threads_does_not_show() {
    let dir = Dir::with("g/a.pgn", games(6000).replace("Nc6 3. Bb5", "b8c6 3. Bb5 Qh8"));
    for n in 0..20 {
        dir.file(&format!("g/small-{n:02}.pgn"), games(n).replace("d5", "d6"));
    }
    let formats = ["full", "concise", "json", "sarif", "full --stats", "concise --diff"];
    for format in pgn_testing::some_of(&formats, 3) {
        let run = |jobs: &str| {
            dir.pgn().args("check g --profile import --format").args(format).args(jobs).output()
        };
        let (one, many) = (run("-j 1"), run("-j 8"));
        assert!(one.stdout == many.stdout && one.stderr == many.stderr, "{format}");
        assert_eq!(one.status, Some(1), "{format}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let dir = Dir::with("a.pgn", FAULTY.repeat(5000));
    for line in ["check a.pgn", "check --format json a.pgn", "explain"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_pgn"));
        command.args(line.split(' ')).current_dir(dir.path());
        command.stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped());
        let output = command.spawn().unwrap().wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{line}");
    }
}

#[test]
fn rules_are_explained() {
    let dir = Dir::new();
    let list = dir.run("explain", 0).stdout;
    assert!(list.contains("  C001  error    none    illegal-move"), "{list}");
    let page = dir.run("explain C001", 0).stdout;
    assert!(page.starts_with("# C001 illegal-move\n"), "{page}");
    assert_eq!(dir.run("explain illegal-move", 0).stdout, page);
    dir.run("explain illegal-moves", 2).stderr_has("did you mean C001 illegal-move?");
    let rule_count = list.lines().filter(|line| line.starts_with("  ")).count();
    assert_eq!(rule_count, pgn_lint::RULES.len());
}

#[test]
fn mending_and_an_output_do_not_go_together() {
    let dir = Dir::with("a.pgn", FAULTY);
    dir.run("check --fix a.pgn -o out.pgn", 2)
        .stderr_has("'--fix' cannot be used with '--output <FILE>'");
    assert_eq!((dir.read("a.pgn"), dir.names()), (FAULTY.into(), vec!["a.pgn".to_owned()]));
}

#[test]
fn a_folder_is_games_and_records_and_what_is_left_out_is_counted() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let dir = Dir::with("f/a.epd", format!("{start} bm e4;\n{start} bm e5;\n"));
    let ran = dir.run("check --format concise f", 1);
    ran.stdout_has("a.epd:2:").stderr_starts("pgn: 1 file, 2 records: 1 error");
    dir.file("f/sub/a.pgn", "[White \"a\"]\n\n1. e4 Ke4 *\n");
    dir.file("f/notes.txt", "no games");
    dir.file("f/photo.png", "no games");
    for files in ["f", "f/a.epd f/sub/a.pgn"] {
        let args = format!("check --format concise {files}");
        let ran = dir.run(&args, 1);
        ran.stdout_has("a.epd:2:").stdout_has("a.pgn:3:");
        ran.stderr_starts("pgn: 2 files, 1 game, 2 records: 2 errors");
        let left_out = "; skipped because of their names: 2 files\n";
        assert_eq!(ran.stderr.ends_with(left_out), files == "f", "{ran:?}");
    }
    dir.file("none/notes.txt", "no games");
    dir.run("check none", 2).stderr_has("none: no game files in this folder");
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn an_archive_is_games_and_records_and_what_is_left_out_is_counted() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let (records, game) = (format!("{start} bm e5;\n"), "[White \"a\"]\n\n1. e4 Ke4 *\n");
    let members: [(&str, &[u8]); 5] = [
        ("a.epd", records.as_bytes()),
        ("sub/", b""),
        ("sub/a.pgn", game.as_bytes()),
        ("photo.png", b"no games"),
        (".hidden.pgn", b"no games"),
    ];
    let dir = Dir::with("f/all.zip", zip(&members));
    for files in ["f", "f/all.zip"] {
        let ran = dir.run(&format!("check --format concise {files}"), 1);
        ran.stdout_has("a.epd:1:").stdout_has("a.pgn:3:");
        ran.stderr_is(
            "pgn: 2 files, 1 game, 1 record: 2 errors, 0 warnings, 0 info; skipped because of \
             their names: 1 file\n",
        );
    }
    // A problem of the archive itself is reported once.
    let cut = zip(&members);
    dir.file("cut/all.zip", &cut[..cut.len() / 2]);
    for files in ["cut", "cut/all.zip"] {
        let ran = dir.run(&format!("check {files}"), 2);
        assert_eq!(ran.stderr.matches("truncated").count(), 1, "{ran:?}");
    }
    dir.file("only.zip", zip(&members[..1]));
    dir.run("check only.zip", 1).stderr_has("1 file, 1 record: 1 error");
    dir.file("none/none.zip", zip(&members[3..]));
    for files in ["none", "none/none.zip"] {
        let ran = dir.run(&format!("check {files}"), 2);
        ran.stderr_is("pgn: nothing was read; skipped because of their names: 1 file\n");
    }
}
