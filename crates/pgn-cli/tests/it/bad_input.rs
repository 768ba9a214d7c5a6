//! Input that is wrong, much, or in many pieces: a clear message, and nothing lost.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::scratch::{Dir, Ran, pack};
use pgn_db::source::Compression;

/// Verbs that take an expression, each with a way to show that nothing was done.
const CHOOSING: [&str; 4] =
    ["filter -o out.pgn", "filter --count", "sort -o out.pgn", "split --by year -o out"];

#[test]
fn a_wrong_expression_is_shown_with_its_place() {
    let cases = [
        ("Whte ~ \"tal\" and", "expected a question"),
        ("elo > = 2700", "expected"),
        ("plycont > 80", "plycount"),
        ("White ~ /[/", "/[/"),
        ("White in @nowhere.txt", "nowhere.txt"),
        ("(White = \"a\"", "not closed"),
        ("White = \"a\")", "not opened"),
        ("White = \"a", "\""),
        ("@best", "@best"),
        ("", "expected"),
    ];
    for verb in CHOOSING {
        for (expression, expected) in cases {
            let dir = Dir::with("games.pgn", "[White \"a\"]\n\n1. e4 *\n");
            dir.file("out.pgn", "old");
            let line = dir.pgn().args(verb).args("games.pgn --where").arg(expression);
            let ran = line.status(2);
            ran.stdout_is("").stderr_has(expected);
            let is_empty = expression.is_empty();
            assert!(is_empty || ran.stderr.contains('^'), "{expression}: {}", ran.stderr);
            assert_eq!(dir.names(), ["games.pgn", "out.pgn"], "{verb} {expression}");
            assert_eq!(dir.read("out.pgn"), b"old");
        }
    }
}

#[test]
fn every_verb_says_that_a_file_is_not_pgn() {
    let dir = Dir::with("page.pgn", "<!DOCTYPE html><html><body>no game</body></html>");
    for verb in [
        "cat",
        "filter --where year<1990",
        "sort",
        "sort --check",
        "merge",
        "dedupe",
        "fmt",
        "convert --to jsonl",
        "tag --set A=b",
        "classify",
        "classify --check",
        "names report",
        "stats",
        "stats --standings",
        "tree",
        "tree --format opg",
    ] {
        let ran = dir.pgn().args(verb).args("page.pgn").status(2);
        let why = "page.pgn: no games, this is not PGN (it is a web page: `pgn import text` takes the games out of it)";
        assert_eq!(ran.stderr.matches(why).count(), 1, "{verb}: {}", ran.stderr);
    }
}

/// A folder of so many files of one game.
fn small_files(file_count: usize) -> Dir {
    let dir = Dir::new();
    for n in 0..file_count {
        dir.file(
            &format!("in/{:02}/{n:05}.pgn", n % 100),
            format!("[Event \"{n}\"]\n[White \"W{}\"]\n\n1. e4 e5 1-0\n", n % 7),
        );
    }
    dir
}

/// Runs a line of the command where few files may be open at once.
fn with_few_files(dir: &Dir, line: &str) -> Ran {
    let script = format!("ulimit -n 64; exec '{}' {line}", env!("CARGO_BIN_EXE_pgn"));
    let ran = Command::new("sh").args(["-c", &script]).current_dir(dir.path()).output().unwrap();
    Ran::of(script, ran)
}

fn event_count(text: &[u8]) -> usize {
    text.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"[Event \"")).count()
}

/// Lines that write every game of the folder `in` to `out.pgn`, and those that choose some.
const MANY: &[(&str, usize, usize)] = &[
    // Of how many games one is written.
    ("fmt -q in -o out.pgn", 1, 1),
    ("convert -q in -o out.pgn", 1, 1),
    ("sort -q --memory 0 in -o out.pgn", 1, 1),
    ("sort -q in -o out.pgn --where 'White = \"W3\"'", 1, 7),
    ("filter -q in -o out.pgn --where 'White = \"W3\" and result = 1-0'", 1, 7),
    ("cat -q in -o out.pgn", 1, 1),
    ("dedupe -q --by exact in -o out.pgn", 1, 1),
    ("classify -q in -o out.pgn", 1, 1),
    ("tag -q --set Site=Here in -o out.pgn", 1, 1),
];

#[cfg(unix)]
#[test]
fn thousands_of_small_files_are_read_with_few_open() {
    let file_count = if pgn_testing::is_thorough() { 10_000 } else { 1_000 };
    let dir = small_files(file_count);
    for (line, part, of) in MANY {
        with_few_files(&dir, line).status(0).stderr_is("");
        let wanted_count = (0..file_count).filter(|n| of == &1 || n % of == 3).count() * part;
        assert_eq!(event_count(&dir.read("out.pgn")), wanted_count, "{line}");
        fs::remove_file(dir.at("out.pgn")).unwrap();
    }
}

/// A file of games with fifty tags each.
fn many_tags(dir: &Dir, tag_count: usize) -> usize {
    const EACH: usize = 50;
    let mut text = String::new();
    for n in 0..tag_count / EACH {
        let _ = writeln!(text, "[Event \"{n}\"]\n[White \"W{}\"]", n % 7);
        for tag in 2..EACH {
            let _ = writeln!(text, "[Tag{tag} \"value {tag} of {n}\"]");
        }
        text.push_str("\n1. e4 e5 1-0\n\n");
    }
    dir.file("in/tags.pgn", text);
    tag_count / EACH
}

fn check_many_tags(tag_count: usize) {
    let dir = Dir::new();
    let game_count = many_tags(&dir, tag_count);
    let tag_count = |text: &[u8]| {
        text.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"[")).count()
    };
    for (line, part, of) in MANY {
        with_few_files(&dir, line).status(0).stderr_is("");
        let text = dir.read("out.pgn");
        let wanted_count = (0..game_count).filter(|n| of == &1 || n % of == 3).count() * part;
        assert_eq!(event_count(&text), wanted_count, "{line}");
        assert!(tag_count(&text) >= 50 * wanted_count, "{line}");
        fs::remove_file(dir.at("out.pgn")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_file_with_many_tags_loses_none() {
    check_many_tags(200_000);
}

/// The same at the size that the guide speaks of: minutes without optimization.
#[cfg(unix)]
#[test]
#[ignore = "takes minutes: cargo test --release -- --ignored ten_million"]
fn a_file_with_ten_million_tags_loses_none() {
    check_many_tags(10_000_000);
}

/// Minutes, if each finding looked through the tags before it.
#[test]
fn tags_that_are_repeated_very_often_are_told_in_linear_time() {
    let dir = Dir::new();
    let tag_count = 100_000;
    dir.file("in.pgn", format!("{}\n1. e4 *\n", "[Event \"x\"]\n".repeat(tag_count)));
    dir.run("check --stats in.pgn", 1).stdout_has(format!("{}  T012", tag_count - 1));
    dir.run("check --fix --unsafe-fixes in.pgn", 0);
    assert_eq!(dir.read("in.pgn").split(|&byte| byte == b'x').count(), 2);
}

/// Every byte of a side file is proved: with one of them changed, or under another version, it is
/// not used, and the answers stay those of the games.
#[test]
fn an_index_with_a_changed_byte_answers_nothing_wrong() {
    let dir = Dir::new();
    let text: String = (0..300)
        .map(|n| format!("[Event \"{n}\"]\n[White \"W{}\"]\n\n1. e4 e5 1-0\n\n", n % 7))
        .collect();
    dir.file("games.pgn", &text);
    dir.run("index games.pgn", 0);
    let names = dir.names();
    let side = names.iter().find(|name| *name != "games.pgn").expect("a side file");
    let whole = dir.read(side);
    let ask = || {
        let line = dir.pgn().args("filter --where").arg("White = \"W3\" and has moves");
        line.arg("games.pgn").output()
    };
    let expected = ask().status(0).stdout;
    assert_eq!(event_count(expected.as_bytes()), 43);
    for place in (0..whole.len()).step_by(1 + whole.len() / 60).chain(0..16) {
        let mut broken = whole.clone();
        broken[place] ^= 0x40;
        dir.file(side, &broken);
        let ran = dir.pgn().args("index --verify games.pgn").output();
        assert!(ran.status != Some(0), "byte {place} of {}: {}", whole.len(), ran.stderr);
        assert!(!ran.stderr.is_empty() || !ran.stdout.is_empty(), "byte {place}");
        let ran = ask();
        assert_eq!(ran.stdout, expected, "byte {place}: {}", ran.stderr);
    }
    // Cut off anywhere, too.
    for byte_count in [0, 1, 7, whole.len() / 2, whole.len() - 1] {
        dir.file(side, &whole[..byte_count]);
        let ran = dir.pgn().args("index --verify games.pgn").output();
        assert!(ran.status != Some(0), "{byte_count} bytes: {}", ran.stderr);
        assert_eq!(ask().stdout, expected, "{byte_count} bytes");
    }
}

#[test]
fn a_wrong_table_of_openings_is_shown_with_its_line() {
    let cases = [
        ("C20\tKing's Pawn\t1. e4 e5\nC2\tNo code\t1. e4 e5 2. Nf3\n", "line 2"),
        ("C20\tKing's Pawn\t1. e4 e6 2. Ke3\n", "line 1"),
        ("C20\n", "line 1"),
        ("", "no"),
    ];
    for (table, expected) in cases {
        let dir = Dir::with("table.tsv", table);
        dir.file("games.pgn", "[White \"a\"]\n\n1. e4 e5 *\n");
        let ran = dir.run("classify -w --opening-table table.tsv games.pgn", 2);
        ran.stderr_has("table.tsv").stderr_has(expected);
        assert_eq!(dir.read("games.pgn"), b"[White \"a\"]\n\n1. e4 e5 *\n");
    }
}

/// A game with an illegal move is in an answer about positions if the part before that move decides
/// it. Otherwise it is left out, and the number of such games is reported.
#[test]
fn games_with_an_illegal_move_are_answered_by_what_is_before_it() {
    let dir = Dir::new();
    let legal = "[Event \"1\"]\n\n1. e4 e5 2. Nf3 *\n\n";
    let illegal = "[Event \"2\"]\n\n1. e4 e5 2. Nf3 Nc5 3. Bb5 *\n\n";
    dir.file("games.pgn", format!("{legal}{illegal}"));
    let cases = [
        ("moves '1. e4 e5'", true),
        ("ends check or moves 'e4'", true),
        ("not ends check", false),
        ("not moves '1. e4 e5 2. Nf3 Nc6'", false),
    ];
    for (expression, is_decided) in cases {
        let line = dir.pgn().args("filter --rejects rest.pgn --where").arg(expression);
        let ran = line.arg("games.pgn").status(0);
        let (found, rest) = if is_decided { (illegal, "") } else { ("", illegal) };
        ran.stdout_is(format!("{legal}{found}"));
        assert_eq!(dir.read("rest.pgn"), rest.as_bytes(), "{expression}");
        let is_reported = ran.stderr.contains("1 game with an illegal move: left out");
        assert_eq!(is_reported, !is_decided, "{expression}: {}", ran.stderr);
    }
}

/// Text packed with the window that `zstd --long=31` has.
fn packed_wide(text: &str) -> Vec<u8> {
    let mut packed = pack(Compression::Zstd, text);
    // The descriptor of a frame without its size, and after it the window as a power of two.
    assert_eq!(packed[4] & 0xE0, 0, "the size of the text is not told");
    packed[5] = (31 - 10) << 3;
    packed
}

#[test]
fn a_file_that_takes_much_memory_is_refused_and_the_option_named() {
    let dir = Dir::new();
    let text = "[White \"a\"]\n\n1. e4 *\n";
    dir.file("a.pgn.zst", packed_wide(text));
    for verb in ["cat", "sort", "show", "check"] {
        let args = format!("{verb} a.pgn.zst");
        let what = "a.pgn.zst: unpacking the zstd data takes more than 128 MiB at byte";
        dir.run(&args, 2).stderr_has(what).stderr_has("`--unpack-memory 2G`");
    }
    dir.run("sort --memory 64M a.pgn.zst", 2).stderr_has("takes more than 24 MiB");
    dir.run("cat --unpack-memory 2G a.pgn.zst", 0).stdout_is(format!("{text}\n"));
}
