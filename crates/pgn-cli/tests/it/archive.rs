//! `pgn archive`: the folders, the messages, and that a kill leaves the archive whole.
//!
//! Standard: §11.2 to §11.5, §14. Decisions: D-43.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};

use crate::scratch::Dir;

fn game(date: &str, event: &str, white: &str) -> String {
    format!(
        "[Event \"{event}\"]\n[Site \"?\"]\n[Date \"{date}\"]\n[Round \"?\"]\n[White \"{white}\"]\n\
         [Black \"?\"]\n[Result \"*\"]\n\n1. e4 *\n\n"
    )
}

/// All files below a folder with their contents, hidden ones too.
fn tree_of(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut tree = BTreeMap::new();
    let mut waiting = vec![root.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().display().to_string();
                tree.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    tree
}

#[test]
fn games_are_filed_and_counted() {
    let dir = Dir::with(
        "a.pgn",
        game("1992.11.04", "Open", "Tal, M.") + &game("1993.??.??", "Cup", "Euwe"),
    );
    let ran = dir.run("archive root a.pgn", 0);
    let said =
        "pgn: a.pgn: 1 game without a complete date (T106)\npgn: added 2 games, in 7 files\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", said));
    let tree = tree_of(&dir.at("root"));
    for name in [
        "PGN/Events/Open.pgn",
        "PGN/Events/Cup.pgn",
        "PGN/Players/Tal.pgn",
        "PGN/Players/Unknown.pgn",
        "PGN/MGR/1992/1992.pgn",
        "PGN/MGR/1993/1993.pgn",
        "PGN/MGR/1993/News",
        "PGN/ReadMe",
    ] {
        assert!(tree.contains_key(name), "{name} {:?}", tree.keys());
    }
    let ran = dir.run("archive root a.pgn -v", 0);
    ran.stderr_has("a.pgn:11:1: game 2: T106 incomplete-date\n");
    ran.stderr_ends("pgn: nothing to add; 2 games were there already\n");
    assert_eq!(tree_of(&dir.at("root")), tree);
    // PGN-11-06: the games that are already there are sorted.
    dir.run("sort --check root", 0);
}

/// PGN-3.2.2-01, PGN-3.2.2-02, PGN-6-05, PGN-8.1-08, PGN-8.1.1-01
#[test]
fn games_are_stored_in_archival_form() {
    let dir = Dir::new();
    let first = "[White \"M\u{fc}ller\"]\r\n[note \"x\"]\r\n\r\n%mark\r\n1.e4 e5 2.Nf3 \r\n\r\n";
    let second = b"[White \"M\xfcller\"]\n[Round \"2\"]\n\n1. e4 Ke4 *\n\n".to_vec();
    let third = "[White \"\u{141}ach\"]\n[Round \"3\"]\n\n1. d4 *\n";
    dir.file("a.pgn", [first.as_bytes(), &second, third.as_bytes()].concat());
    let ran = dir.run("archive root a.pgn", 0);
    ran.stderr_has("1 replaced-character (X002)").stderr_has("1 dropped-escape (X007)");
    ran.stderr_has("1 raised-tag-name (X012)");
    let tree = tree_of(&dir.at("root"));
    for (name, text) in &tree {
        assert!(!text.contains(&b'\r'), "{name}");
        assert!(!text.split(|byte| *byte == b'\n').any(|line| line.starts_with(b"%")), "{name}");
    }
    let all = &tree["PGN/Events/Unknown.pgn"];
    let roster = |round: &str, white: &str| {
        format!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{round}\"]\n\
             [White \"{white}\"]\n[Black \"?\"]\n[Result \"*\"]\n"
        )
    };
    let expected = [
        roster("?", "M\u{fc}ller") + "[Note \"x\"]\n\n1. e4 e5 2. Nf3 *\n\n",
        roster("2", "M\u{fc}ller") + "\n1. e4 {Unplayable: Ke4} *\n\n",
        roster("3", "Lach") + "\n1. d4 *\n\n",
    ];
    let latin1 = |text: &str| text.chars().map(|letter| letter as u8).collect::<Vec<u8>>();
    assert_eq!(String::from_utf8_lossy(all), String::from_utf8_lossy(&latin1(&expected.concat())));
    // Each file is in the form that a check of archives requires, and nothing is added twice.
    dir.run("fmt --check --profile archival root", 0);
    dir.run("archive root a.pgn", 0).stderr_ends("nothing to add; 3 games were there already\n");
    assert_eq!(tree_of(&dir.at("root")), tree);
    // Another profile holds what it holds, and refuses what it cannot.
    dir.run("archive other a.pgn --profile modern", 0);
    assert!(
        String::from_utf8_lossy(&dir.read("other/PGN/Events/Unknown.pgn")).contains("\u{141}ach")
    );
    dir.file("b.pgn", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n");
    let ran = dir.run("archive reduced b.pgn --profile reduced", 2);
    ran.stderr_has("b.pgn:1:1: game 1: not written");
    ran.stderr_ends("pgn: nothing to add; 1 game was not written\n");
}

#[test]
fn an_archive_is_begun_without_games() {
    // PGN-11-11, PGN-14-01
    let dir = Dir::new();
    dir.run("archive root --init", 0);
    let names: Vec<String> = tree_of(&dir.at("root")).into_keys().collect();
    let expected = "Events/News Events/ReadMe MGR/News MGR/ReadMe News Players/News \
        Players/ReadMe ReadMe Standard";
    let expected: Vec<String> = expected.split(' ').map(|name| format!("PGN/{name}")).collect();
    assert_eq!(names, expected);
    assert!(dir.at("root/PGN/Tools").is_dir());
    dir.run("archive root --init a.pgn", 2).stderr_has("cannot be used with");
}

#[test]
fn files_have_parts_and_dates_a_tree() {
    // PGN-11-09, PGN-11-10
    let dir = Dir::new();
    let games: String = (1..=9).map(|n| game(&format!("1992.11.0{n}"), "Open", "Tal")).collect();
    dir.file("a.pgn", &games);
    dir.run("archive root a.pgn --max-games 4 --by-period month", 0);
    let parts: Vec<u8> = (1..=3)
        .flat_map(|n| dir.read(&format!("root/PGN/MGR/1992/199211/199211-00{n}.pgn")))
        .collect();
    assert_eq!(String::from_utf8(parts).unwrap(), games);
    dir.run("archive root a.pgn --by-period day", 2).stderr_has("is kept by month, not by day");
    dir.run("archive other a.pgn --max-bytes 200", 0);
    let events = tree_of(&dir.at("other/PGN/Events"));
    assert!(events.iter().all(|(name, text)| !name.ends_with(".pgn") || text.len() <= 200));
    assert!(events.contains_key("Open-002.pgn"));
}

#[test]
fn trouble_with_a_source_does_not_keep_the_others_out() {
    let dir = Dir::with("a.pgn", game("1992.11.04", "Open", "Tal"));
    dir.run("archive root missing.pgn a.pgn", 2).stderr_has("missing.pgn: no such file");
    assert!(dir.at("root/PGN/Events/Open.pgn").is_file());
    dir.run("archive a.pgn a.pgn", 2).stderr_has("a part of this path is not a folder");
}

/// Whatever the moment of the kill: the next run makes of it what an undisturbed run makes.
#[cfg(unix)]
#[test]
fn a_kill_at_any_moment_is_corrected_by_the_next_run() {
    let dir = Dir::new();
    let years = |from: u32| -> String {
        (from..from + 15)
            .map(|n| game(&format!("19{n:02}.01.01"), &format!("E{n}"), "Tal"))
            .collect()
    };
    dir.file("old.pgn", years(10));
    dir.file("new.pgn", years(20));
    let begin = |root: &str| dir.run(&format!("archive -q {root} old.pgn"), 0);
    begin("whole");
    let old = tree_of(&dir.at("whole"));
    dir.run("archive -q whole new.pgn", 0);
    let new = tree_of(&dir.at("whole"));
    let mut killed_count = 0;
    for n in 0..6_u64 {
        let root = format!("root{n}");
        begin(&root);
        let mut child = Command::new(env!("CARGO_BIN_EXE_pgn"))
            .current_dir(dir.path())
            .args(["archive", "-q", &root, "new.pgn"])
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(3 + 40 * n));
        let send = format!("kill -KILL {} 2>/dev/null", child.id());
        let _ = Command::new("sh").args(["-c", &send]).status();
        killed_count += usize::from(!child.wait().unwrap().success());
        // Opened again for nothing, it is the one tree or the other, or on its way between the two.
        dir.run(&format!("archive {root} --init"), 0);
        let found = tree_of(&dir.at(&root));
        assert!(found == old || found == new, "{n}: {:?}", found.keys());
        dir.run(&format!("archive -q {root} new.pgn"), 0);
        assert!(tree_of(&dir.at(&root)) == new, "{n}");
        fs::remove_dir_all(dir.at(&root)).unwrap();
    }
    assert!(killed_count > 0);
}

#[test]
fn games_that_are_missing_make_no_archive() {
    let dir = Dir::new();
    dir.run("archive chess missing.pgn", 2).stderr_has("missing.pgn: no such file");
    assert!(dir.names().is_empty());
}

#[test]
fn a_dry_run_lists_the_files_and_writes_none() {
    let dir = Dir::with("a.pgn", game("1992.11.04", "Open", "Tal"));
    let run = |status| {
        let ran = dir.run("archive -n root a.pgn", status);
        let files: Vec<_> = ran.stdout.lines().map(|line| line.replace('\\', "/")).collect();
        (files, ran.stderr)
    };
    let files = ["Events/Open", "MGR/1992/1992", "Players/Tal", "Players/Unknown"];
    let files = files.map(|file| format!("root/PGN/{file}.pgn")).to_vec();
    assert_eq!(run(0), (files, "pgn: would add 1 game, in 4 files\n".to_owned()));
    assert_eq!(dir.names(), ["a.pgn"]);
    dir.run("archive -q root a.pgn", 0);
    let tree = tree_of(&dir.at("root"));
    assert_eq!(run(0), (Vec::new(), "pgn: nothing to add; 1 game was there already\n".to_owned()));
    assert_eq!(tree_of(&dir.at("root")), tree);
    // The work that an interrupted run has left is done first.
    fs::write(dir.at("root/PGN/.pgn-journal"), "pgn archive journal 1\n").unwrap();
    assert!(run(2).1.contains("a run was interrupted"));
}
