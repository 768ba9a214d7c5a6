//! A disk that is full at any call, a reader that has gone, a program that is stopped: for every
//! verb that writes.
//!
//! Calls fail by `strace --inject`; where that is not to be had only the limits of the shell are
//! tried.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::scratch::{Dir, games};

/// Every verb that writes files, with its ways out; `in` has two files, and what it may make is
/// there already.
const LINES: &[&str] = &[
    "filter --where plycount>5 in -o out.pgn --rejects rest.pgn",
    "cat --games 3.. in -o out.pgn --rejects rest.pgn",
    "merge --memory 0 in -o out.pgn --rejects rest.pgn --report out.txt",
    "dedupe --memory 0 in -o out.pgn --rejects rest.pgn --report out.txt",
    "sort --memory 0 in -o out.pgn",
    "tree --memory 0 in -o out.txt",
    "tree --memory 0 in -o out.bin",
    "stats --memory 0 --by White in -o out.txt",
    "names report in -o out.txt",
    "names apply --changes changes.tsv -w in",
    "tag -w --set Round={game} in",
    "annotate -w --strip comments in",
    "classify -w in",
    "fmt -w in",
    "check -q --fix in",
    "convert --to jsonl in -o out.txt",
    "convert --to pgn in -o out.pgn.zst",
    "convert --to pgc --comments escape in -o out.pgc",
    "split --by event --memory 0 in -o new",
    "split --by event --overwrite in -o parts",
];

/// The calls of the system by which a file comes to be.
const CALLS: &str =
    "write,writev,pwrite64,pwritev,fsync,fdatasync,rename,renameat,renameat2,linkat";

/// Files of a folder and all below it, by name.
fn files(dir: &Dir) -> BTreeMap<String, Vec<u8>> {
    fn walk(folder: &Path, root: &Path, all: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match entry.is_dir() {
                true => walk(&entry, root, all),
                false => {
                    let name = entry.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                    all.insert(name, fs::read(&entry).unwrap());
                }
            }
        }
    }
    let mut all = BTreeMap::new();
    walk(dir.path(), dir.path(), &mut all);
    all
}

fn folder(game_count: usize) -> Dir {
    let dir = Dir::new();
    // `check --fix` fixes the date.
    let mut text =
        games(game_count).replace("[White", "[Event \"?\"]\n[Date \"1992.8.3\"]\n[White");
    dir.file("in/a.pgn", &text);
    let _ = write!(text, "[Event \"Other\"]\n\n1. g4 e5 2. f3 Qh4# 0-1\n\n");
    dir.file("in/b.pgn", &text);
    for name in ["out.pgn", "rest.pgn", "out.txt", "out.bin", "out.pgc", "out.pgn.zst"] {
        dir.file(name, "old");
    }
    dir.file("parts/Other.pgn", "old");
    dir.file("changes.tsv", "player\tPlayer 1\tPlayer, One\n");
    dir
}

/// The command run under `strace`, in which call number `n` of each thread fails.
fn injected(dir: &Dir, line: &str, n: usize) -> (std::process::Output, String) {
    let mut command = Command::new("strace");
    command.args(["-f", "-o", "calls.log", "-e", &format!("trace={CALLS}")]);
    command.args(["-e", &format!("inject={CALLS}:error=ENOSPC:when={n}")]);
    command.arg(env!("CARGO_BIN_EXE_pgn")).args(line.split(' ')).current_dir(dir.path());
    let ran = command.stdin(Stdio::null()).output().unwrap();
    let log = fs::read_to_string(dir.at("calls.log")).unwrap_or_default();
    let _ = fs::remove_file(dir.at("calls.log"));
    (ran, log)
}

fn has_strace() -> bool {
    pgn_testing::program("strace", ["-o", "/dev/null", "true"]).is_some()
}

/// Each file is as it was before, or as it is after a run without errors, and no other file exists.
fn check_files(dir: &Dir, before: &Dir, after: &Dir, what: &str) {
    let (found, before, after) = (files(dir), files(before), files(after));
    for name in found.keys().chain(before.keys()).chain(after.keys()) {
        let now = found.get(name);
        let is_whole = now == before.get(name) || now == after.get(name);
        let byte_count = now.map(Vec::len);
        assert!(is_whole, "{what}: {name} has {byte_count:?} bytes");
    }
}

#[test]
fn a_disk_that_is_full_at_any_call_costs_no_file() {
    const N_CALLS_MAX: usize = 60;
    if !has_strace() {
        return;
    }
    let before = folder(60);
    for line in pgn_testing::some_of(LINES, 5) {
        let after = folder(60);
        let well = after.pgn().args(line).output();
        assert!(matches!(well.status, Some(0 | 1)), "{line}: {well:?}");
        assert_ne!(files(&before), files(&after), "{line} writes nothing");
        let mut refused_count = 0;
        for n in 1..N_CALLS_MAX {
            let dir = folder(60);
            let (ran, log) = injected(&dir, line, n);
            let failed: Vec<&str> = log.lines().filter(|it| it.contains("INJECTED")).collect();
            if failed.is_empty() {
                break;
            }
            let what = format!("{line}, call {n}: {failed:?}");
            check_files(&dir, &before, &after, &what);
            match ran.status.code() {
                Some(2) => {
                    refused_count += 1;
                    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
                    let is_mute = failed.iter().any(|call| call.contains("write(2,"));
                    assert!(is_mute || said.contains("no space left"), "{what}: {said}");
                }
                status => {
                    assert_eq!(status, well.status, "{what}");
                    assert_eq!(files(&dir), files(&after), "{what}");
                }
            }
        }
        assert!(refused_count > 0, "{line}: no call failed");
    }
}

/// Verbs that write several files, or a file that helps other verbs: the command line, the folder
/// that it writes, and the output that shows that the folder is whole.
const MENDED: &[(&str, &str, &str)] =
    &[("archive root in", "root", "archive root in"), ("index in", "in", "index --verify in")];

/// After a failure at any call, the next run does the work.
#[test]
fn the_next_run_ends_what_a_full_disk_stopped() {
    const N_CALLS_MAX: usize = 1_000;
    if !has_strace() {
        return;
    }
    let step = if pgn_testing::is_thorough() { 1 } else { 29 };
    for (line, written, check) in MENDED {
        // The index contains the time of its file, so two folders have two indexes.
        let games = |dir: &Dir| {
            let mut files = files(dir);
            files.retain(|name, _| name.starts_with(written) && !name.ends_with(".pgnidx"));
            files
        };
        let after = folder(20);
        after.run(line, 0);
        let mut refused_count = 0;
        for n in (1..N_CALLS_MAX).step_by(step) {
            let dir = folder(20);
            let (ran, log) = injected(&dir, line, n);
            if !log.contains("INJECTED") {
                break;
            }
            refused_count += usize::from(ran.status.code() == Some(2));
            dir.run(line, 0);
            dir.run(check, 0);
            assert!(games(&dir) == games(&after), "{line}, call {n}");
            let left = files(&dir).into_keys().find(|name| name.contains("/.pgn-"));
            assert!(left.is_none_or(|name| name.ends_with(".pgn-lock")), "{line}, call {n}");
        }
        assert!(refused_count > 0, "{line}: no call failed");
    }
}

/// A real limit: files may not grow beyond this many blocks, temporary ones included.
#[test]
fn a_file_that_may_not_grow_is_the_old_one() {
    let before = folder(400);
    for line in pgn_testing::some_of(LINES, 6) {
        let after = folder(400);
        let well = after.pgn().args(line).output();
        for block_count in pgn_testing::some_of(&[0, 1, 8, 40], 2) {
            let dir = folder(400);
            let script = format!("trap '' XFSZ; ulimit -f {block_count}; exec \"$0\" \"$@\"");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script, env!("CARGO_BIN_EXE_pgn")]).args(line.split(' '));
            let ran = shell.current_dir(dir.path()).output().unwrap();
            let said = String::from_utf8_lossy(&ran.stderr).into_owned();
            let what = format!("{line} with {block_count} blocks: {said}");
            check_files(&dir, &before, &after, &what);
            if ran.status.code() == Some(2) {
                assert!(said.contains("larger than is allowed"), "{what}");
            } else {
                assert_eq!(ran.status.code(), well.status, "{what}");
                assert_eq!(files(&dir), files(&after), "{what}");
            }
        }
    }
}

/// A limit that the verb does not expect: it ends with an error, and leaves nothing behind.
#[test]
fn a_file_that_may_not_grow_is_no_signal() {
    for line in ["split --by event --memory 0 in -o new", "archive chess in", "fmt in/a.pgn"] {
        let dir = folder(400);
        let script = "ulimit -f 8; exec \"$0\" \"$@\" >printed";
        let mut shell = Command::new("sh");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_pgn")]).args(line.split(' '));
        let ran = shell.current_dir(dir.path()).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("larger than is allowed"), "{line}: {said}");
        let left: Vec<String> =
            files(&dir).into_keys().filter(|name| name.contains(".pgn-")).collect();
        assert!(left.is_empty(), "{line}: {left:?}");
    }
}

/// Files that were not written were not changed, and no message claims it.
#[test]
fn a_failed_write_changes_no_game() {
    let dir = folder(400);
    let script = "ulimit -f 8; exec \"$0\" tag -w --set Round=9 in";
    let ran = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_pgn")])
        .current_dir(dir.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(2), "{said}");
    assert!(said.contains("larger than is allowed") && !said.contains(" changed"), "{said}");
}

/// Verbs that print, over the folder `in`.
const PRINTING: &[&str] = &[
    "check --select all in",
    "fmt in",
    "fmt -d in",
    "convert --to jsonl in",
    "filter --where plycount>5 in",
    "filter --list --where plycount>5 in",
    "sort in",
    "dedupe in",
    "merge in",
    "cat in",
    "stats in",
    "stats --by White in",
    "tree in",
    "classify in",
    "tag --set Round={game} in",
    "annotate --strip comments in",
    "names report in",
    "diff in/a.pgn in/b.pgn",
    "show in/a.pgn",
    "explain",
];

#[test]
fn a_reader_that_has_gone_is_success_and_quiet() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let dir = folder(400);
    for line in PRINTING {
        let well = dir.pgn().args(line).output();
        assert!(matches!(well.status, Some(0 | 1)) && !well.stdout.is_empty(), "{line}: {well:?}");
        let ran = dir
            .pgn()
            .args(line)
            .stdout(fs::File::from(std::os::fd::OwnedFd::from(writer.try_clone().unwrap())));
        let ran = ran.run();
        assert!(matches!(ran.status, Some(0 | 1)), "{line}: {ran:?}");
        assert!(!ran.stderr.to_lowercase().contains("pipe"), "{line}: {}", ran.stderr);
    }
}

#[test]
fn a_full_disk_after_standard_output_is_trouble() {
    let dir = folder(400);
    for line in PRINTING {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        dir.pgn().args(line).stdout(full).run().status(2).stderr_has("no space left on the disk");
    }
}

/// Verbs that write into the files they read.
const IN_PLACE: &[&str] = &[
    "names apply --changes changes.tsv -w in",
    "tag -w --set Round={game} in",
    "annotate -w --strip comments in",
    "classify -w in",
    "fmt -w in",
    "check -q --fix in",
];

/// Stopped at any time, each file is whole: the old one or the new one.
#[test]
fn a_verb_that_is_stopped_leaves_whole_files() {
    let before = folder(4_000);
    for line in pgn_testing::some_of(IN_PLACE, 3) {
        let after = folder(4_000);
        after.pgn().args(line).output();
        let signals = ["TERM", "KILL", "INT", "TERM", "KILL"];
        for (n, signal) in pgn_testing::some_of(&signals, 2).into_iter().enumerate() {
            let dir = folder(4_000);
            let mut command = Command::new(env!("CARGO_BIN_EXE_pgn"));
            command.args(line.split(' ')).current_dir(dir.path());
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().unwrap();
            std::thread::sleep(Duration::from_millis(20 + 90 * n as u64));
            // It may have ended by now.
            let send = format!("kill -{signal} {} 2>/dev/null", child.id());
            let _ = Command::new("sh").args(["-c", &send]).status().unwrap();
            child.wait().unwrap();
            for entry in fs::read_dir(dir.at("in")).unwrap().map(|entry| entry.unwrap()) {
                let name = entry.file_name().into_string().unwrap();
                // Files that a kill leaves are hidden, and a walk through folders does not take
                // them for game files.
                if signal == "KILL" && name.starts_with(".pgn-") && name.ends_with(".tmp") {
                    fs::remove_file(entry.path()).unwrap();
                }
            }
            check_files(&dir, &before, &after, &format!("{line}: {signal}"));
        }
    }
}

/// Files that a killed run left are removed by the next run of any verb that writes there.
#[cfg(unix)]
#[test]
fn the_next_run_removes_what_a_killed_one_left() {
    let left = ".pgn-x1Y2z3.tmp";
    for (line, folder) in [
        ("fmt -w a.pgn", "."),
        ("check --fix a.pgn", "."),
        ("tag --set Event=x -w a.pgn", "."),
        ("fmt a.pgn -o out/b.pgn", "out"),
        ("filter a.pgn --where White=\"x\" --rejects out/r.pgn", "out"),
        ("convert a.pgn --to pgc -o out/b.pgc", "out"),
        ("convert a.pgn --to si4 -o out/b.si4", "out"),
        ("convert a.pgn --to csv -o out/b.csv", "out"),
        ("stats a.pgn -o out/b.json", "out"),
        ("tree a.pgn -o out/b.bin", "out"),
        ("index a.pgn", "."),
        ("split a.pgn --by white -o out", "out"),
    ] {
        let dir =
            Dir::with("a.pgn", "[Event \"a\"]\n[White \"x\"]\n[Date \"1999.1.1\"]\n\n1.e4  *\n");
        fs::create_dir(dir.at("out")).unwrap();
        let path = dir.at(folder).join(left);
        fs::write(&path, "half").unwrap();
        let ran = dir.pgn().args(line).output();
        assert!(!path.exists(), "{line}: {ran:?}");
        // A run that goes on has its folder locked.
        fs::write(&path, "half").unwrap();
        let other = fs::File::open(dir.at(folder)).unwrap();
        rustix::fs::flock(&other, rustix::fs::FlockOperation::LockShared).unwrap();
        dir.pgn().args(line).output();
        assert!(path.exists(), "{line}");
    }
}
