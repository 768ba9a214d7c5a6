//! `pgn fmt` as a person and a script meet it.
//!
//! Standard: §3.2. Decisions: D-39, D-41.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use pgn_db::source::Compression;

use crate::scratch::{Dir, games, pack};

const LOOSE: &str = "[White \"Tal\"]\n1.e4 e5 2.Nf3 Nc6 *\n";

const FORMED: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                      [White \"Tal\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";

/// A game that `--unrepresentable error` and the archival profile together refuse.
const NULL_MOVE: &str = "[White \"x\"]\n\n1. e4 -- *\n";

#[test]
fn games_are_printed_in_form() {
    let dir = Dir::with("a.pgn", LOOSE);
    dir.run("fmt a.pgn", 0).is(FORMED, "");
    dir.feed("fmt", LOOSE, 0).stdout_is(FORMED);
    dir.feed("fmt - a.pgn", LOOSE, 0).stdout_is(FORMED.repeat(2));
    assert_eq!(dir.read("a.pgn"), LOOSE.as_bytes());
}

#[test]
fn what_was_corrected_or_lost_is_counted_and_told_in_full_on_request() {
    let dir = Dir::with("a.pgn", "[White \"x\"]\n\n1. e4 e5 3. Nf3 $0 5. Nc6 Qh8 *\n\nrubbish\n");
    let ran = dir.run("fmt a.pgn", 0);
    for part in
        ["1 illegal-move (C001)", "2 wrong-move-number (M009)", "1 text-outside-game (L021)"]
    {
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
    let lost = "pgn: a.pgn: lost 1 text-outside-game (L021), 1 dropped-nag (X008)\n";
    assert!(ran.stderr.contains(lost), "{}", ran.stderr);
    let ran = dir.run("fmt -v a.pgn", 0);
    for line in [
        "pgn: a.pgn:3:10: game 1: M009 wrong-move-number: wrong move number\n",
        "pgn: a.pgn:3:27: game 1: C001 illegal-move: illegal move\n",
        "pgn: a.pgn:1:1: game 1: X008 dropped-nag: NAG that was not written\n",
        "pgn: a.pgn:5:1: L021 text-outside-game: text outside any game\n",
    ] {
        assert!(ran.stderr.contains(line), "{line}{}", ran.stderr);
    }
    assert_eq!(dir.run("fmt -q a.pgn", 0).stderr, "");
}

#[test]
fn a_game_that_the_profile_refuses_is_left_out_and_reported() {
    let dir = Dir::with("a.pgn", format!("{LOOSE}\n{NULL_MOVE}\n{LOOSE}"));
    let line = "fmt --profile archival --unrepresentable error a.pgn";
    let ran = dir.run(line, 2);
    ran.stdout_is(FORMED.repeat(2)).stderr_has("pgn: a.pgn:4:1: game 2: not written: ");
    // Degraded it can be written.
    let ran = dir.run("fmt --profile archival a.pgn", 0);
    ran.stdout_has("{Unplayable: 1... --}").stderr_has("lost 1 unwritable-null-move (X009)");
}

#[test]
fn profiles_and_line_ends_can_be_chosen() {
    let dir = Dir::new();
    let set_up = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 {x} Kd7 *\n";
    dir.file("a.pgn", set_up);
    dir.run("fmt --profile reduced a.pgn", 2);
    dir.run("fmt --profile reduced --keep-setup a.pgn", 0)
        .stdout_ends("[SetUp \"1\"]\n\n1. e4 Kd7 *\n\n");
    let ran = dir.run("fmt --newline crlf a.pgn", 0);
    assert_eq!(ran.stdout.matches('\n').count(), ran.stdout.matches("\r\n").count());
    dir.run("fmt --newline crlf --profile archival a.pgn", 2)
        .stderr_has("--newline crlf: the profile archival ends");
    dir.file("b.pgn", "[White \"J\u{f6}rg\"]\n\n*\n");
    dir.run("fmt --profile archival b.pgn -o c.pgn", 0);
    assert!(dir.read("c.pgn").windows(4).any(|bytes| bytes == b"J\xF6rg"));
}

#[test]
fn lines_end_with_lf_unless_asked_otherwise() {
    let dir = Dir::new();
    let game = "[White \"A\"]\n\n1. e4 {c}\n e5 *\n\n";
    for (name, text) in [("crlf", game.replace('\n', "\r\n")), ("cr", game.replace('\n', "\r"))] {
        dir.file("a.pgn", text.repeat(2));
        for verb in [
            "fmt",
            "fmt --profile archival",
            "fmt --profile reduced",
            "convert --to pgn",
            "convert --to jsonl",
            "convert --to epd",
            "convert --to fen",
            "convert --to san",
            "convert --to opg",
            "convert --to csv --columns white,moves",
            "convert --to text",
            "stats --format csv --by White",
            "tree --format csv",
        ] {
            let ran = dir.run(&format!("{verb} -q a.pgn"), 0);
            let is_lf = ran.stdout.ends_with('\n') && !ran.stdout.contains('\r');
            assert!(is_lf, "{verb} of {name}: {ran:?}");
        }
    }
}

#[test]
fn in_place_only_what_differs_is_written() {
    let dir = Dir::with("g/clean.pgn", FORMED);
    dir.file("g/loose.pgn", LOOSE);
    dir.file("g/packed.pgn.gz", pack(Compression::Gzip, LOOSE));
    let old = fs::FileTimes::new().set_modified(std::time::UNIX_EPOCH + Duration::from_secs(9));
    for name in ["g/clean.pgn", "g/loose.pgn"] {
        fs::OpenOptions::new().append(true).open(dir.at(name)).unwrap().set_times(old).unwrap();
    }
    dir.run("fmt -w -n g", 1).is("g/loose.pgn\ng/packed.pgn.gz\n", "");
    assert_eq!(dir.read("g/loose.pgn"), LOOSE.as_bytes());
    dir.run("fmt -w g", 0).is("", "");
    let is_old = |name| {
        let time = fs::metadata(dir.at(name)).unwrap().modified().unwrap();
        time == std::time::UNIX_EPOCH + Duration::from_secs(9)
    };
    assert!(is_old("g/clean.pgn") && !is_old("g/loose.pgn"));
    assert_eq!(dir.read("g/loose.pgn"), FORMED.as_bytes());
    assert_eq!(dir.read("g/packed.pgn.gz"), pack(Compression::Gzip, FORMED));
    dir.run("fmt --check g", 0).is("", "");
    assert_eq!(fs::read_dir(dir.at("g")).unwrap().count(), 3);
}

#[test]
fn in_place_nothing_is_lost() {
    let dir = Dir::new();
    let mut cut = pack(Compression::Gzip, games(2000));
    cut.truncate(cut.len() / 2);
    let files: [(&str, Vec<u8>, &str); 5] = [
        ("cut.pgn.gz", cut, "the gzip data are truncated"),
        ("refused.pgn", format!("{LOOSE}\n{NULL_MOVE}").into(), "not written"),
        (
            "page.pgn",
            "<!DOCTYPE html><html>".into(),
            "it is a web page: `pgn import text` takes the games out of it",
        ),
        ("prose.pgn", "no game here\n".into(), "not PGN"),
        ("comment.pgn", "{only a comment}\n".into(), "has no games"),
    ];
    for (name, content, said) in &files {
        dir.file(name, content);
        let line = format!("fmt -w --profile archival --unrepresentable error {name}");
        dir.run(&line, 2).stderr_has(said);
        assert!(dir.read(name) == *content, "{name}");
    }
    let ran = dir.feed("fmt -w", LOOSE, 2);
    ran.stderr_has("<stdin>: cannot be written in place");
    dir.file("blank.pgn", "\n \n");
    dir.run("fmt -w blank.pgn", 0);
    assert_eq!(dir.read("blank.pgn"), b"\n \n");
    assert_eq!(dir.names().len(), 6);
}

#[test]
fn a_long_file_is_written_in_place_too() {
    let dir = Dir::new();
    let game = |n: usize| format!("[White \"{n}\"]\n\n1. e4 {{{}}} *\n\n", "word ".repeat(20_000));
    let long = (0..60).map(game).collect::<String>();
    let formed = dir.feed("fmt -q", long, 0).stdout;
    assert!(formed.len() > (5 << 20));
    dir.file("a.pgn", format!("{formed}{LOOSE}"));
    dir.run("fmt -w a.pgn", 0);
    assert!(dir.read("a.pgn") == format!("{formed}{FORMED}").as_bytes());
}

#[test]
fn differences_are_listed_shown_and_asked_for() {
    let dir = Dir::with("clean.pgn", FORMED);
    dir.file("loose.pgn", LOOSE);
    let check = |line: &str, status, stdout: &str| {
        dir.run(line, status).is(stdout, "");
    };
    check("fmt --check clean.pgn", 0, "");
    check("fmt --check clean.pgn loose.pgn", 1, "loose.pgn\n");
    check("fmt -d clean.pgn", 0, "");
    let diff = "--- loose.pgn\n+++ loose.pgn\n@@ -1,2 +1,10 @@\n+[Event \"?\"]\n+[Site \"?\"]\n\
                +[Date \"????.??.??\"]\n+[Round \"?\"]\n [White \"Tal\"]\n-1.e4 e5 2.Nf3 Nc6 *\n\
                +[Black \"?\"]\n+[Result \"*\"]\n+\n+1. e4 e5 2. Nf3 Nc6 *\n+\n";
    check("fmt -d loose.pgn clean.pgn", 1, diff);
    check("fmt --check -d loose.pgn clean.pgn", 1, &format!("{diff}loose.pgn\n"));
    assert_eq!(dir.read("loose.pgn"), LOOSE.as_bytes());
    dir.run("fmt --check -w loose.pgn", 2);
}

/// The output of `-d`, applied by `patch`, gives the output of `fmt`.
#[cfg(unix)]
#[test]
fn the_difference_is_one_that_patch_takes() {
    let dir = Dir::new();
    if pgn_testing::program("patch", ["--version"]).is_none() {
        return;
    }
    let clean = dir.feed("fmt", games(3), 0).stdout;
    let texts = [
        games(1500),
        games(7).replace("\n\n", "\n"),
        format!("\n\n{}rubbish\n\n\n{}", games(2), games(3).trim_end()),
        format!("{clean}{}{clean}", games(1)),
        format!("{clean}\n\n"),
        games(4).replace('\n', "\r\n"),
    ];
    for text in texts {
        dir.file("a.pgn", &text);
        let formed = dir.run("fmt -q a.pgn", 0).stdout;
        let diff = dir.pgn().args("fmt -q -d a.pgn -o a.diff").output();
        assert_eq!(diff.status, Some(1));
        let mut patch = Command::new("patch");
        patch.args(["--binary", "-s", "-i", "a.diff", "a.pgn"]).current_dir(dir.path());
        assert!(patch.status().unwrap().success());
        assert!(dir.read("a.pgn") == formed.as_bytes(), "{text}");
    }
}

#[test]
fn files_of_other_names_are_passed_over() {
    let dir = Dir::with("g/a.pgn", FORMED);
    dir.file("g/notes.txt", "x");
    dir.run("fmt -v --check g", 0).stderr_is("pgn: files skipped because of their names: 1\n");
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let dir = Dir::with("a.pgn", LOOSE);
    dir.file("z.pgn", LOOSE);
    let mut damaged = pack(Compression::Xz, LOOSE.repeat(1000));
    damaged.truncate(damaged.len() - 5);
    dir.file("d.pgn.xz", damaged);
    let ran = dir.run("fmt a.pgn missing.pgn d.pgn.xz z.pgn -o out.pgn", 2);
    ran.stderr_has("pgn: missing.pgn: no such file");
    ran.stderr_has("pgn: d.pgn.xz: the xz data are truncated");
    assert!(dir.read("out.pgn") == FORMED.repeat(1002).as_bytes());
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let dir = Dir::with("a.pgn", LOOSE);
    dir.run("fmt a.pgn -o ./a.pgn", 2).stderr_has("./a.pgn: is also an input");
    assert_eq!(dir.read("a.pgn"), LOOSE.as_bytes());
}

#[test]
fn the_number_of_threads_does_not_show() {
    let dir = Dir::with("g/big.pgn", games(8000));
    for n in 0..40 {
        dir.file(&format!("g/small-{n:02}.pgn"), games(n).replace("Nc6", "Nf6"));
    }
    for line in ["fmt -v g", "fmt --check g", "fmt -d g"] {
        let one = dir.pgn().args(line).args("-j 1").output();
        let many = dir.pgn().args(line).args("-j 8").output();
        assert!(one.stdout == many.stdout && one.stderr == many.stderr, "{line}");
        assert_eq!(one.status, many.status, "{line}");
        assert!(!one.stdout.is_empty());
    }
}

#[test]
fn utf16_and_foreign_bytes_are_told() {
    let dir = Dir::new();
    let utf16: Vec<u8> = FORMED.encode_utf16().flat_map(u16::to_le_bytes).collect();
    dir.file("a.pgn", [b"\xFF\xFE".to_vec(), utf16].concat());
    let ran = dir.run("fmt --encoding latin-1 a.pgn", 0);
    ran.stdout_is(FORMED).stderr_has("pgn: a.pgn: read as UTF-16");
    // In form but for its encoding: that is a difference too.
    assert_eq!(dir.run("fmt --check a.pgn", 1).stdout, "a.pgn\n");
    dir.run("fmt -w a.pgn", 0);
    assert_eq!(dir.read("a.pgn"), FORMED.as_bytes());
    dir.file("b.pgn", b"[White \"J\xF6rg\"]\n\n*\n");
    dir.run("fmt --encoding utf-8 b.pgn", 0).stderr_has("b.pgn: 1 game: bytes that are not UTF-8");
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let dir = Dir::with("a.pgn", games(10_000));
    for jobs in ["-j1", "-j4"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pgn"));
        command.args(["fmt", "-q", jobs, "a.pgn"]).current_dir(dir.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut head = [0; 10];
        std::io::Read::read_exact(&mut child.stdout.take().unwrap(), &mut head).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}

/// The writer of the input never ends; only the output does.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_work_at_once() {
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
        return pgn_testing::skip("/dev/full");
    };
    let (reader, mut writer) = std::io::pipe().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_pgn"));
    command.args(["fmt", "-q", "-j2"]).stdin(reader).stdout(full).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    drop(command);
    // Enough to be worth writing, and then silence with the pipe still open.
    std::io::Write::write_all(&mut writer, games(10_000).as_bytes()).unwrap_or_default();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "pgn: standard output: no space left on the disk\n");
}

#[cfg(target_os = "linux")]
const GAMES_A_PIECE: usize = 5000;

/// The most memory that two threads use for their blocks: 20 MiB when the output is not read and so
/// all their blocks are full; then the input is not read further.
#[cfg(target_os = "linux")]
const FULL_KIB: u64 = 24 << 10;

/// The largest amount of memory that a run over this many games uses, in KiB. The program's own
/// pages are the file's and not counted.
#[cfg(target_os = "linux")]
fn peak_memory_kib(game_count: usize) -> u64 {
    let (reader, mut writer) = std::io::pipe().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_pgn"));
    command.args(["fmt", "-q", "-j2"]).stdin(reader).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    drop(command);
    let piece = games(GAMES_A_PIECE);
    assert!((piece.len() * game_count / GAMES_A_PIECE) as u64 > 3 * (FULL_KIB << 10) / 2);
    let mut peak = 0;
    for _ in 0..game_count.div_ceil(GAMES_A_PIECE) {
        std::io::Write::write_all(&mut writer, piece.as_bytes()).unwrap();
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
        peak = peak.max(line.trim().trim_end_matches(" kB").parse().unwrap());
    }
    drop(writer);
    assert!(child.wait().unwrap().success());
    peak
}

/// The memory that is used depends on which thread runs; the limit does not, and the text is larger
/// than the limit.
#[cfg(target_os = "linux")]
#[test]
fn four_hundred_thousand_games_take_no_more_memory_than_a_few_blocks() {
    let peak = peak_memory_kib(400_000);
    assert!(peak < FULL_KIB, "{peak} KiB");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "reads 200 MB; a minute without optimisation"]
fn memory_does_not_grow_with_a_large_file() {
    let peak = peak_memory_kib(2_000_000);
    assert!(peak < FULL_KIB, "{peak} KiB");
}
