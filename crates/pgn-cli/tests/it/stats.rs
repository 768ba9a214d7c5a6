//! `pgn stats`: tables in their forms, and that what is not shown is counted.
//!
//! Owns: the verb from outside. Knows nothing of: how games are counted.
//! Standard: §8.1.1, §9. Decisions: D-17, D-22.
//! Start at [`the_usual_screen_has_what_the_games_know`].

use serde_json::Value;

use crate::scratch::Dir;

const GAMES: &str = "\
[Event \"Cup\"]\n[Date \"2001.05.01\"]\n[White \"Tal, M.\"]\n[Black \"Ek\"]\n[Result \"1-0\"]\n\
[ECO \"C20\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2500\"]\n\n1. e4 e5 1-0\n\n\
[Event \"Cup\"]\n[Date \"2001.05.02\"]\n[White \"Ek\"]\n[Black \"Tal, M.\"]\n[Result \"1/2-1/2\"]\n\
[ECO \"B20\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2600\"]\n\n1. e4 c5 2. Nf3 1/2-1/2\n\n\
[Event \"Liga\"]\n[Date \"2003.??.??\"]\n[White \"Bo, \\\"B\\\"\"]\n[Black \"Ek\"]\n\
[Result \"0-1\"]\n\n1. d4 Ke4 0-1\n";

fn stats(dir: &Dir, line: &str) -> String {
    let ran = dir.pgn().args(&format!("stats {line} -")).stdin(GAMES).output().status(0);
    ran.stdout
}

#[test]
fn the_usual_screen_has_what_the_games_know() {
    let dir = Dir::new();
    let ran = dir.pgn().args("stats -").stdin(GAMES).output().status(0);
    let expected = "\
All games
  Games     3
  1-0              1   33.3 %
  1/2-1/2          1   33.3 %
  0-1              1   33.3 %
  Score     50.0 % for White
  Moves     1.0 on average, 1 to 2
  Dates     2001.05.01 to 2001.05.02

Length
        games  1-0  1/2  0-1   score  white  black  performance
  1-10      3    1    1    1  50.0 %   2550   2550         2743

Year
        games  1-0  1/2  0-1   score  white  black  performance
  2001      2    1    1    0  75.0 %   2550   2550         2743
  2003      1    0    0    1   0.0 %
";
    assert!(ran.stdout.starts_with(expected), "{}", ran.stdout);
    for absent in ["Annotator", "Termination", "Speed", "Opening", "Decade", "#"] {
        assert!(!ran.stdout.contains(absent), "{absent}: {}", ran.stdout);
    }
    let why = "1 games with a move that cannot be played, counted as far as they go";
    assert!(ran.stderr.contains(why), "{}", ran.stderr);
}

#[test]
fn what_is_not_shown_is_counted() {
    let dir = Dir::new();
    let expected = "\
Player
           games  won  drawn  lost   score  rating  opponents  performance
  Ek           3    1      1     1  50.0 %    2500       2600         2407
  Tal, M.      2    1      1     0  75.0 %    2600       2500         2693
  1 more, 1 time
";
    assert_eq!(stats(&dir, "--by player --top 2"), expected);
    let few = stats(&dir, "--by player --min-games 2");
    assert!(few.ends_with("  1 with too few games, 1 time\n"), "{few}");
    let none = dir.pgn().args("stats --by eco -").stdin("").output().status(0);
    assert_eq!(none.stdout, "ECO\n  No games\n");
}

#[test]
fn bars_are_drawn_when_they_are_wanted() {
    let dir = Dir::new();
    let games = stats(&dir, "--by year --bars ascii");
    let bars: Vec<usize> = games.lines().skip(2).map(|line| line.matches('#').count()).collect();
    assert_eq!(bars, [24, 12], "{games}");
    let score = stats(&dir, "--by event --bars ascii --score");
    assert!(score.contains(&("+".repeat(12) + &"=".repeat(12))), "{score}");
    let blocks = stats(&dir, "--by event --bars blocks");
    assert!(blocks.contains(&"\u{2588}".repeat(24)), "{blocks}");
    assert!(!stats(&dir, "--by event --score").contains('='));
}

#[test]
fn json_and_csv_have_every_row() {
    let dir = Dir::new();
    let text = stats(&dir, "--output-format json --by player --by year,eco");
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&report["games_read"], &report["files"]), (&3.into(), &1.into()));
    let [players, years] = [&report["tables"][0], &report["tables"][1]];
    assert_eq!((&players["seen_from"], &players["n_values"]), (&"side".into(), &3.into()));
    assert_eq!(players["rows"][2]["values"][0], "Bo, \"B\"");
    assert_eq!(
        (&players["rows"][0]["score"], &players["rows"][0]["wins"]),
        (&0.5.into(), &1.into())
    );
    assert_eq!(years["by"], serde_json::json!(["year", "eco"]));
    assert_eq!(years["rows"][2]["values"], serde_json::json!(["2003", null]));
    assert_eq!(years["rows"][0]["first_date"], "2001.05.02");
    let text = stats(&dir, "--output-format csv --by player --by year,eco");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("by,value,value2,games,as_white,wins,"), "{text}");
    assert!(lines[3].starts_with("player,\"Bo, \"\"B\"\"\",,1,1,0,0,1,0,0.0000,"), "{text}");
    assert!(lines[6].starts_with("\"year,eco\",2003,,1,"), "{text}");
    assert!(lines.iter().all(|line| line.matches(',').count() >= 17), "{text}");
}

#[test]
fn one_player_is_seen_with_the_players_eyes() {
    let dir = Dir::new();
    let text = stats(&dir, "--player ek");
    let expected = "\
All games
  Games     3
  Won              1   33.3 %
  Drawn            1   33.3 %
  Lost             1   33.3 %
  Score     50.0 %
";
    assert!(text.starts_with(expected), "{text}");
    let opponents = stats(&dir, "--player tal --by opponent,colour");
    assert!(opponents.contains("Ek  white      1    1      0     0  100.0 %"), "{opponents}");
    let nobody = stats(&dir, "--player nobody");
    assert!(nobody.starts_with("All games\n  No games\n"), "{nobody}");
}

#[test]
fn threads_and_memory_show_nowhere() {
    let dir = Dir::new();
    let text = crate::scratch::games(4_000);
    dir.file("games.pgn", text);
    let run = |line: &str| {
        let line = format!("stats games.pgn --output-format json {line}");
        dir.pgn().args(&line).output().status(0).stdout
    };
    let plain = run("-j 1");
    assert!(plain == run("-j 3") && plain == run("-j 2 --memory 1M"));
    let rows = run("--by player,White");
    assert!(rows == run("--by player,White --memory 1M --temp ."));
}

#[test]
fn wrong_words_name_the_nearest_one() {
    let dir = Dir::new();
    for (line, why) in [
        ("--by yeer", "unknown word `yeer` (did you mean `year`?)"),
        ("--by qqq", "words are player, opponent,"),
        ("--sort size", "expected one of games, value,"),
    ] {
        let ran = dir.pgn().args(&format!("stats {line} -")).stdin(GAMES).output().status(2);
        assert!(ran.stderr.contains(why) && ran.stdout.is_empty(), "{line}: {}", ran.stderr);
    }
    let ran = dir.pgn().args("stats missing.pgn").output().status(2);
    assert!(ran.stderr.contains("missing.pgn"), "{}", ran.stderr);
}

/// Counts of real files by another program, which reads the tags with python-chess.
#[test]
fn another_program_counts_the_same() {
    use std::path::Path;
    use std::process::{Command, Stdio};
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let works = |python: &&str| {
        let line =
            Command::new(python).args(["-c", "import chess.pgn"]).stderr(Stdio::null()).status();
        line.is_ok_and(|status| status.success())
    };
    let pythons = ["python3", "python", "/tmp/chessvenv/bin/python"];
    let Some(python) = pythons.into_iter().find(works) else {
        return println!("skipped: there is no python-chess here");
    };
    let folder = root.join("../../../shared/corpus/a_otb/chris-moreton__rivalchess-pgn");
    for name in ["Candidates2018.pgn", "AVRO1938.pgn", "Capablanca.pgn", "BuenosAires1960.pgn"] {
        let file = folder.join(name);
        if !file.is_file() {
            println!("skipped: there is no {}", file.display());
            continue;
        }
        let theirs = Command::new(python)
            .arg(root.join("tests/it/tables.py"))
            .args(["count".as_ref(), file.as_os_str()])
            .output()
            .unwrap();
        assert!(theirs.status.success(), "{}", String::from_utf8_lossy(&theirs.stderr));
        let theirs: Value = serde_json::from_slice(&theirs.stdout).unwrap();
        let line = "stats --output-format json --by player --by year --by eco --by length";
        let ran = Dir::new().pgn().args(line).arg(file.to_str().unwrap()).output().status(0);
        let ours: Value = serde_json::from_str(&ran.stdout).unwrap();
        for (n, by) in ["player", "year", "eco", "length"].into_iter().enumerate() {
            let mut rows: Vec<String> = Vec::new();
            for row in ours["tables"][n]["rows"].as_array().unwrap() {
                let counts = ["games", "wins", "draws", "losses"].map(|name| row[name].to_string());
                let label = row["values"][0].as_str().unwrap_or("?");
                rows.push(format!("{label}: {}", counts.join(" ")));
            }
            rows.sort_unstable();
            let expected: Vec<&str> =
                theirs[by].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
            assert_eq!(rows, expected, "{name}: {by}");
        }
    }
}
