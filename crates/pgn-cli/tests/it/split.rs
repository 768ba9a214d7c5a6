//! `pgn split`: which file a game goes to, its name, and that files appear together.
//!
//! Standard: §11. Decisions: D-43.

use std::fs;

use crate::scratch::{Dir, games};

fn game(tags: &[(&str, &str)], movetext: &str) -> String {
    let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    format!("{tags}\n{movetext}\n\n")
}

/// The names in a folder below the scratch folder, sorted.
fn names_in(dir: &Dir, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(dir.at(folder)).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn each_player_has_a_file() {
    // PGN-11-03
    let dir = Dir::new();
    let first = game(&[("White", "Morphy, Paul"), ("Black", "Duke:Count Isouard")], "1. e4 *");
    let second = game(&[("White", "MORPHY"), ("Black", "?")], "1. d4 *");
    dir.file("games.pgn", format!("{first}{second}"));
    dir.run("split --by player games.pgn -o out", 0).is("", "pgn: 2 games in 4 files\n");
    let expected = ["Count Isouard.pgn", "Duke.pgn", "Morphy.pgn", "Unknown.pgn"];
    assert_eq!(names_in(&dir, "out"), expected);
    assert_eq!(dir.read("out/Morphy.pgn"), format!("{first}{second}").as_bytes());
    assert_eq!(dir.read("out/Unknown.pgn"), second.as_bytes());
    assert_eq!(dir.read("out/Count Isouard.pgn"), first.as_bytes());
}

#[test]
fn a_file_is_no_folder() {
    let dir = Dir::with("games.pgn", game(&[], "*"));
    let said = "pgn: games.pgn: is a file; -o must be a folder\n";
    dir.run("split --by white games.pgn -o games.pgn", 2).stderr_is(said);
}

#[test]
fn events_of_different_years_have_different_files() {
    let dir = Dir::new();
    let event = |name: &str, date: &str| game(&[("Event", name), ("Date", date)], "*");
    let games = [
        event("Linares", "1994.02.24"),
        event("Hastings", "1993.01.05"),
        event("Linares", "1993.02.23"),
        event("Linares", "????.??.??"),
        event("Hastings", "1992.12.29"),
        event("linares", "1993.03.01"),
    ];
    dir.file("games.pgn", games.concat());
    dir.run("split --by event games.pgn -o out", 0);
    assert_eq!(names_in(&dir, "out"), ["Hastings.pgn", "Linares 1993.pgn", "Linares 1994.pgn"]);
    let expected = [&*games[3], &games[2], &games[5]].concat();
    assert_eq!(dir.read("out/Linares 1993.pgn"), expected.as_bytes());
    assert_eq!(dir.read("out/Linares 1994.pgn"), games[0].as_bytes());
}

#[test]
fn each_side_may_have_its_files() {
    let dir =
        Dir::with("games.pgn", game(&[("White", "Tal, Mihail"), ("Black", "Larsen, Bent")], "*"));
    for (by, expected) in [
        ("white", "Tal.pgn"),
        ("black", "Larsen.pgn"),
        ("White", "Tal.pgn"),
        ("site", "Unknown.pgn"),
    ] {
        dir.run(&format!("split --by {by} games.pgn -o {by}1"), 0);
        assert_eq!(names_in(&dir, &format!("{by}1")), [expected]);
    }
    dir.run("split --by wite games.pgn -o x", 2);
}

#[test]
fn chronological_files_have_digits_and_may_be_sorted() {
    // PGN-11-05 to PGN-11-07
    let dir = Dir::new();
    let dates = ["1992.11.04", "1992.02.10", "1993.??.??", "?"];
    let text: String = dates.iter().map(|date| game(&[("Date", date)], "*")).collect();
    dir.file("games.pgn", text);
    for (by, expected) in [
        ("year", vec!["0000.pgn", "1992.pgn", "1993.pgn"]),
        ("year-month", vec!["000000.pgn", "199202.pgn", "199211.pgn", "199300.pgn"]),
        ("date", vec!["00000000.pgn", "19920210.pgn", "19921104.pgn", "19930000.pgn"]),
    ] {
        dir.run(&format!("split -q --by {by} --sorted games.pgn -o {by}"), 0);
        assert_eq!(names_in(&dir, by), expected);
        dir.run(&format!("sort --check {by}"), 0);
    }
    dir.run("split -q --by year games.pgn -o unsorted", 0);
    dir.run("sort --check unsorted", 1);
}

#[test]
fn full_files_have_parts_that_are_the_whole() {
    // PGN-11-09
    let dir = Dir::with("some games.pgn", games(10));
    fs::rename(dir.at("some games.pgn"), dir.at("some.games.pgn")).unwrap();
    dir.run("split --max-games 4 some.games.pgn -o a", 0);
    let names = ["some.games-001.pgn", "some.games-002.pgn", "some.games-003.pgn"];
    assert_eq!(names_in(&dir, "a"), names);
    let joined: Vec<u8> = names.iter().flat_map(|name| dir.read(&format!("a/{name}"))).collect();
    assert_eq!(joined, dir.read("some.games.pgn"));
    // One part has its number too, so that it can be beside what it is cut from.
    dir.run("split -q --max-games 10 some.games.pgn", 0);
    assert_eq!(dir.read("some.games-001.pgn"), dir.read("some.games.pgn"));
    dir.feed("split --max-bytes 300 -o b", games(10), 0);
    for name in names_in(&dir, "b") {
        assert!(name.starts_with("games-0"), "{name}");
        assert!(dir.read(&format!("b/{name}")).len() <= 300, "{name}");
    }
    dir.run("split some.games.pgn", 2).stderr_has("--by <KEY>");
    dir.run("split --by colour some.games.pgn", 2)
        .stderr_has("unknown word `colour` (did you mean `color`?)");
}

#[test]
fn nothing_appears_when_one_name_is_taken() {
    let dir = Dir::with("games.pgn", game(&[("Event", "A")], "*") + &game(&[("Event", "B")], "*"));
    dir.file("out/b.pgn", "old");
    let expected = "pgn: out/b.pgn: exists already (nothing was written; `--overwrite` replaces \
        existing files)\n";
    dir.run("split --by event games.pgn -o out", 2).stderr_is(expected);
    assert_eq!(
        (names_in(&dir, "out"), dir.read("out/b.pgn")),
        (vec!["b.pgn".into()], b"old".into())
    );
    dir.run("split --by event --overwrite games.pgn -o out", 0);
    assert_eq!(names_in(&dir, "out"), ["A.pgn", "b.pgn"]);
    assert_eq!(dir.read("out/b.pgn"), game(&[("Event", "B")], "*").as_bytes());
    // The games themselves are never replaced.
    dir.file("in/a.pgn", game(&[("Event", "A")], "*"));
    dir.run("split --by event --overwrite in -o in", 2).stderr_has("is also an input");
}

#[test]
fn text_of_no_game_is_told_and_trouble_ends_with_status_2() {
    let dir = Dir::with("games.pgn", game(&[("Event", "A")], "*") + "lost words\n");
    let why = "games.pgn: text after the last game was left out";
    dir.run("split --by event games.pgn missing.pgn -o out", 2).stderr_has(why);
    assert_eq!(dir.read("out/A.pgn"), game(&[("Event", "A")], "*").as_bytes());
}

#[cfg(unix)]
#[test]
fn thousands_of_files_are_written_with_few_open() {
    let dir = Dir::new();
    let text: String = (0..2_000)
        .map(|n| {
            game(&[("White", &format!("W{n}")), ("Black", &format!("B{}", n * 7 % 2_000))], "*")
        })
        .collect();
    dir.file("games.pgn", text);
    let script = format!(
        "ulimit -n 40; exec '{}' split --by player games.pgn -o out",
        env!("CARGO_BIN_EXE_pgn")
    );
    let run =
        std::process::Command::new("sh").args(["-c", &script]).current_dir(dir.path()).output();
    let ran = run.unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(names_in(&dir, "out").len(), 4_000);
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_file() {
    let dir = Dir::with(
        "games.pgn",
        (0..50).map(|n| game(&[("Event", &n.to_string())], "1. e4 *")).collect::<String>()
            + &game(&[("Event", "large"), ("Site", &"x".repeat(200_000))], "*"),
    );
    let script = format!(
        "trap '' XFSZ; ulimit -f 100; exec '{}' split --by event games.pgn -o out",
        env!("CARGO_BIN_EXE_pgn")
    );
    let run =
        std::process::Command::new("sh").args(["-c", &script]).current_dir(dir.path()).output();
    let ran = run.unwrap();
    assert_eq!(ran.status.code(), Some(2));
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(said.contains("files in out: the file grows larger"), "{said}");
    assert!(names_in(&dir, "out").is_empty());
}

#[test]
fn openings_are_split_as_finely_as_one_likes() {
    let dir = Dir::new();
    let codes = ["B90", "B22", "C20", "", "?"];
    dir.file("games.pgn", codes.map(|code| game(&[("ECO", code)], "*")).concat());
    let cases: [(&str, &[&str]); 3] = [
        ("eco", &["B22.pgn", "B90.pgn", "C20.pgn", "Unknown.pgn"]),
        ("eco:1", &["B.pgn", "C.pgn", "Unknown.pgn"]),
        ("eco:2", &["B2.pgn", "B9.pgn", "C2.pgn", "Unknown.pgn"]),
    ];
    for (key, names) in cases {
        let line = format!("split --by {key} games.pgn -o {}", key.replace(':', ""));
        dir.run(&line, 0);
        assert_eq!(names_in(&dir, &key.replace(':', "")), names);
    }
}

#[test]
fn composed_and_decomposed_spellings_share_a_file() {
    let dir = Dir::new();
    let game =
        |name: &str, mv: &str| format!("[Event \"{name}\"]\n[White \"{name}\"]\n\n1. {mv} *\n\n");
    dir.file("a.pgn", game("Müller", "e4") + &game("Mu\u{308}ller", "d4"));
    dir.run("split --by event a.pgn -o parts", 0);
    assert_eq!(dir.read("parts/Müller.pgn").windows(6).filter(|it| it == b"[Event").count(), 2);
    assert!(!dir.at("parts/Mu\u{308}ller.pgn").exists());
    dir.run("archive chess a.pgn", 0);
    let text = dir.read("chess/PGN/Events/Müller.pgn");
    assert_eq!(text.windows(6).filter(|it| it == b"[Event").count(), 2);
}

#[test]
fn a_dry_run_lists_the_files_and_writes_none() {
    let dir = Dir::with("games.pgn", game(&[("White", "Tal"), ("Black", "Euwe")], "*"));
    let ran = dir.run("split -n --by player games.pgn -o out", 0);
    let names: Vec<_> = ["Euwe.pgn", "Tal.pgn"].map(|name| format!("out/{name}")).to_vec();
    assert_eq!(ran.stdout.replace('\\', "/").lines().collect::<Vec<_>>(), names);
    assert_eq!(ran.stderr, "pgn: 1 game in 2 files, nothing was written\n");
    assert_eq!(dir.names(), ["games.pgn"]);
    dir.run("split -q --by player games.pgn -o out", 0);
    dir.run("split -n --by player games.pgn -o out", 2).stderr_has("Euwe.pgn: exists already");
}
