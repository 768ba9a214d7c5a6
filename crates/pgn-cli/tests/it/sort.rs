//! `pgn sort`: order, texts that stay as they were, files larger than memory, trouble.
//!
//! Standard: §12. Decisions: D-42.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::scratch::{Dir, games};

/// Games with these dates, each with something of its own in its text.
const MIXED: &str = "% the file begins\n\n[Date \"1992.11.04\"]\n[White \"c\"]\n\n1.e4   e5 *\n\n\n\
    [Date \"1992.??.??\"]\r\n[White \"b\"]\r\n\r\n1. d4 {x}\r\n*\r\n\r\n\
    ; of the third\n[Date \"1972.07.11\"]\n[White \"a\"]\n\n1-0\n\nlost words\n";

#[test]
fn games_are_sorted_and_stay_as_they_were() {
    let dir = Dir::with("a.pgn", MIXED);
    dir.file("b.pgn", "\u{feff}[White \"d\"]\n\n1. c4 *");
    let expected = "[White \"d\"]\n\n1. c4 *\n\n\
        ; of the third\n[Date \"1972.07.11\"]\n[White \"a\"]\n\n1-0\n\n\
        [Date \"1992.??.??\"]\r\n[White \"b\"]\r\n\r\n1. d4 {x}\r\n*\r\n\r\n\
        % the file begins\n\n[Date \"1992.11.04\"]\n[White \"c\"]\n\n1.e4   e5 *\n\n\
        lost words\n\n";
    dir.run("sort a.pgn b.pgn", 0).is(expected, "");
    dir.feed("sort", expected, 0).stdout_is(expected);
}

#[test]
fn equal_games_stay_as_they_stood() {
    let dir = Dir::new();
    let game = |n: usize| format!("[Annotator \"{n}\"]\n\n1. e4 *\n\n");
    let text: String = [3, 1, 2].map(game).concat();
    dir.feed("sort", &text, 0).stdout_is(&text);
    let ran = dir.feed("sort --by -Annotator", &text, 0);
    ran.stdout_is([3, 2, 1].map(game).concat());
}

#[test]
fn what_does_not_end_is_closed_and_counted() {
    let dir = Dir::new();
    let text = "[Date \"1993.01.01\"]\n\n1. e4 {open\n";
    dir.file("a.pgn", text);
    dir.file("b.pgn", "[Date \"1992.01.01\"]\n[Result \"1-0\"]\n\n1. d4\n");
    let ran = dir.run("sort a.pgn b.pgn", 0);
    let expected = "[Date \"1992.01.01\"]\n[Result \"1-0\"]\n\n1. d4\n1-0\n\n\
        [Date \"1993.01.01\"]\n\n1. e4 {open} *\n\n";
    ran.stdout_is(expected);
    let said = "pgn: a.pgn: 1 game with an unclosed end: rewritten\n\
        pgn: b.pgn: 1 game without a termination marker: it was added\n";
    assert_eq!(ran.stderr, said);
}

#[test]
fn keys_are_chosen_and_unknown_ones_refused() {
    let dir = Dir::new();
    let players = [("a", 2000, "B20"), ("b", 2700, "A10"), ("c", 2300, "C55")];
    let text: String = players
        .map(|(white, elo, eco)| {
            format!("[White \"{white}\"]\n[WhiteElo \"{elo}\"]\n[ECO \"{eco}\"]\n\n*\n\n")
        })
        .concat();
    dir.file("a.pgn", text);
    for (by, order) in
        [("-maxelo", "bca"), ("ECO", "bac"), ("-ECO,white", "cab"), ("result", "abc")]
    {
        let ran = dir.run(&format!("sort --by {by} a.pgn"), 0);
        let names = ran.stdout.lines().filter_map(|line| line.strip_prefix("[White \""));
        let found: String = names.map(|name| name.trim_end_matches("\"]")).collect();
        assert_eq!(found, order, "{by}");
    }
    let expected = "pgn: --by: unknown word `colour` (did you mean `color`?)\n";
    dir.run("sort --by colour a.pgn", 2).is("", expected);
    let ran = dir.run("sort --by elo a.pgn", 2);
    ran.stderr_has("`elo` is about one of two players (keys about a game are").stderr_has("avgelo");
}

#[test]
fn the_first_game_out_of_order_is_told() {
    let dir = Dir::new();
    let game = |date: &str, moves: &str| format!("[Date \"{date}\"]\n\n{moves}\n\n");
    let dated = |dates: &[&str]| dates.iter().map(|date| game(date, "*")).collect::<String>();
    dir.file("bad.pgn", dated(&["1990.01.01", "1992.01.01", "1991.01.01", "1980.01.01"]));
    dir.file("good.pgn", dated(&["1990.01.01", "1990.01.01", "1991.??.??"]));
    dir.file("moves.pgn", game("?", "1. e4 *") + &game("?", "1. d4 *"));
    let expected = "bad.pgn:9:1: game 3 should come before game 2: date\n\
        moves.pgn:5:1: game 2 should come before game 1: movetext\n";
    dir.run("sort --check bad.pgn good.pgn moves.pgn", 1).is("", expected);
    dir.run("sort --check --by -date moves.pgn", 0).stderr_is("");
    dir.run("sort --check --by plycount good.pgn", 0);
    dir.run("sort --check missing.pgn good.pgn", 2);
}

#[test]
fn trouble_with_a_source_is_told_and_the_rest_sorted() {
    let dir = Dir::with("a.pgn", "[Date \"1990.01.01\"]\n\n*\n\n1. e4 *\n\n");
    dir.file("page.pgn", "<html><body>\n<p>no games\n</body></html>\n");
    let ran = dir.run("sort page.pgn a.pgn missing.pgn", 2);
    ran.stdout_is("1. e4 *\n\n[Date \"1990.01.01\"]\n\n*\n\n");
    ran.stderr_has("page.pgn: no games, this is not PGN").stderr_has("missing.pgn: no such file");
    dir.run("sort a.pgn -o a.pgn", 2).stderr_has("is also an input");
    dir.run("sort --memory 5X a.pgn", 2).stderr_has("expected a number with K, M, G or T");
}

/// A file of so many games in no order, with gaps of so many bytes, which are read fast.
fn shuffled(dir: &Dir, name: &str, game_count: u32, gap_bytes: usize) -> PathBuf {
    let path = dir.at(name);
    let mut file = std::io::BufWriter::new(fs::File::create(&path).unwrap());
    let gap = " ".repeat(gap_bytes);
    for n in 0..game_count {
        let day = n.wrapping_mul(2_654_435_761) >> 10;
        let (year, month) = (1900 + day % 100, 1 + day / 100 % 12);
        writeln!(file, "[Date \"{year}.{month:02}.01\"]\n[Round \"{n}\"]\n\n1. e4 {gap}\ne5 *\n")
            .unwrap();
    }
    file.into_inner().unwrap();
    path
}

#[test]
fn the_memory_and_the_threads_do_not_show() {
    let dir = Dir::with("plain.pgn", games(300));
    shuffled(&dir, "large.pgn", 3_000, 12_000);
    let sorted = |options: &str| {
        dir.run(&format!("sort {options} large.pgn plain.pgn -o out.pgn"), 0);
        dir.read("out.pgn")
    };
    let whole = sorted("");
    assert!(sorted("--memory 32M -j 4") == whole);
    fs::create_dir(dir.at("temp")).unwrap();
    assert!(sorted("--memory 0 --temp temp -j 1") == whole);
    assert_eq!(dir.names(), ["large.pgn", "out.pgn", "plain.pgn", "temp"]);
    assert_eq!(fs::read_dir(dir.at("temp")).unwrap().count(), 0);
    dir.run("sort --check out.pgn", 0);
    let expected = "temporary files in no/where: no such file or folder (`--temp DIR` puts them";
    dir.run("sort --memory 0 --temp no/where large.pgn", 2).stderr_has(expected);
}

/// The command, to be started in this folder.
fn start(dir: &Dir, line: &str) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_pgn"))
        .current_dir(dir.path())
        .args(line.split(' '))
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_four_times_as_large_as_the_memory_is_sorted_within_it() {
    let dir = Dir::new();
    let memory_kib = 32 << 10;
    let path = shuffled(&dir, "large.pgn", 4_500, 30_000);
    assert!(path.metadata().unwrap().len() > 4 * (memory_kib << 10));
    let mut child = start(&dir, "sort --memory 32M -j 2 large.pgn -o sorted.pgn");
    let mut peak_kib = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        // Not the pages of the program itself, of which a build for tests has three times as many:
        // they belong to the file, and the system drops them when it needs memory.
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let digits = line.map(|line| line.trim().trim_end_matches(" kB"));
        peak_kib = peak_kib.max(digits.and_then(|digits| digits.parse().ok()).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(3));
    }
    assert!(child.wait().unwrap().success());
    assert!(peak_kib > 10 << 10, "{peak_kib}");
    let program_kib = 6 << 10;
    assert!(peak_kib + program_kib <= memory_kib, "{peak_kib} KiB were taken of {memory_kib}");
    assert_eq!(path.metadata().unwrap().len(), dir.at("sorted.pgn").metadata().unwrap().len());
}

/// Stops the sorting with this signal at many moments; the old output and the input stay whole.
/// Says how often it was stopped in the middle.
#[cfg(unix)]
fn stop_at_many_moments(signal: &str, check: impl Fn(&Dir)) -> usize {
    let dir = Dir::new();
    let path = shuffled(&dir, "large.pgn", 3_000, 15_000);
    let input = fs::read(&path).unwrap();
    let mut stopped_count = 0;
    for n in 0..8_u64 {
        dir.file("sorted.pgn", "old");
        let mut child = start(&dir, "sort --memory 0 large.pgn -o sorted.pgn");
        std::thread::sleep(Duration::from_millis(10 + 60 * n));
        let send = format!("kill -{signal} {}", child.id());
        let _ = Command::new("sh").args(["-c", &send]).stderr(Stdio::null()).status();
        let is_done = child.wait().unwrap().success();
        let output = dir.read("sorted.pgn");
        let is_old = output == b"old";
        stopped_count += usize::from(is_old);
        // A signal may also come after the new output is in place, before the program ends.
        assert!(if is_old { !is_done } else { output.len() == input.len() });
        assert!(fs::read(&path).unwrap() == input);
        check(&dir);
    }
    stopped_count
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_input_and_output_whole_and_no_litter() {
    let stopped_count = stop_at_many_moments("TERM", |dir| {
        assert_eq!(dir.names(), ["large.pgn", "sorted.pgn"]);
    });
    assert!(stopped_count > 0);
}

#[cfg(unix)]
#[test]
fn a_kill_leaves_input_and_output_whole() {
    let stopped_count = stop_at_many_moments("KILL", |dir| {
        // Runs have no names at all; only the output itself may be left, hidden.
        for name in dir.names() {
            let is_output = name.starts_with(".pgn-") && name.ends_with(".tmp");
            assert!(is_output || ["large.pgn", "sorted.pgn"].contains(&name.as_str()), "{name}");
            if is_output {
                fs::remove_file(dir.at(&name)).unwrap();
            }
        }
    });
    assert!(stopped_count > 0);
}

#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_anywhere_leaves_the_old_output() {
    let dir = Dir::new();
    shuffled(&dir, "large.pgn", 2_500, 12_000);
    dir.file("sorted.pgn", "old");
    // Files may not grow beyond so many blocks of 512 bytes: runs fail first, then the output.
    for block_count in [0, 1, 3_000, 40_000, 50_000] {
        let script = format!(
            "trap '' XFSZ; ulimit -f {block_count}; \
             exec '{}' sort --memory 0 large.pgn -o sorted.pgn",
            env!("CARGO_BIN_EXE_pgn")
        );
        let ran =
            Command::new("sh").args(["-c", &script]).current_dir(dir.path()).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(2), "{block_count}: {said}");
        assert!(
            said.contains("the file grows larger than is allowed here"),
            "{block_count}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
        assert_eq!(dir.read("sorted.pgn"), b"old", "{block_count}");
        assert_eq!(dir.names(), ["large.pgn", "sorted.pgn"], "{block_count}");
    }
}

/// Sorts the games of a folder with a script of few lines, which shares nothing with the command.
#[test]
fn another_program_finds_the_same_order() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(python) = pgn_testing::program("python3", ["--version"]) else { return };
    let shared = ["a_otb", "lax"].into_iter().filter_map(pgn_testing::shared_corpus);
    let shared = shared.chain(pgn_testing::shared_reports());
    let (own, shared_count) = match pgn_testing::is_thorough() {
        true => ("../../corpus", usize::MAX),
        false => ("../../corpus/wild", 0),
    };
    for folder in [root.join(own)].into_iter().chain(shared.take(shared_count)) {
        let dir = Dir::new();
        let line = format!("fmt -q {} -o formatted.pgn", folder.display());
        let _ = dir.pgn().args(&line).output();
        dir.run("sort --encoding utf-8 formatted.pgn -o ours.pgn", 0);
        let theirs = Command::new(&python)
            .arg(root.join("tests/it/collate.py"))
            .stdin(fs::File::open(dir.at("formatted.pgn")).unwrap())
            .output()
            .unwrap();
        assert!(theirs.status.success(), "{}", String::from_utf8_lossy(&theirs.stderr));
        assert!(dir.read("ours.pgn") == theirs.stdout, "{}", folder.display());
    }
}
