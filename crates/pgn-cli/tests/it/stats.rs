//! `pgn stats`: tables in their forms, and that what is not shown is counted.
//!
//! Standard: §8.1.1, §9. Decisions: D-17, D-22.

use pgn_testing::{python_chess, shared_corpus};
use serde_json::Value;

use crate::scratch::{Dir, games};

const GAMES: &str = "\
[Event \"Cup\"]\n[Date \"2001.05.01\"]\n[White \"Tal, M.\"]\n[Black \"Ek\"]\n[Result \"1-0\"]\n\
[ECO \"C20\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2500\"]\n\n1. e4 e5 1-0\n\n\
[Event \"Cup\"]\n[Date \"2001.05.02\"]\n[White \"Ek\"]\n[Black \"Tal, M.\"]\n[Result \"1/2-1/2\"]\n\
[ECO \"B20\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2600\"]\n\n1. e4 c5 2. Nf3 1/2-1/2\n\n\
[Event \"Liga\"]\n[Date \"2003.??.??\"]\n[White \"Bo, \\\"B\\\"\"]\n[Black \"Ek\"]\n\
[Result \"0-1\"]\n\n1. d4 Ke4 0-1\n";

fn stats(dir: &Dir, line: &str) -> String {
    let ran = dir.feed(&format!("stats {line} -"), GAMES, 0);
    ran.stdout
}

#[test]
fn the_usual_screen_has_what_the_games_know() {
    let dir = Dir::new();
    let ran = dir.feed("stats -", GAMES, 0);
    let expected = "\
All games
  Games     3
  1-0              1   33.3%
  1/2-1/2          1   33.3%
  0-1              1   33.3%
  Score     50.0% for White
  Moves     1.0 on average, 1 to 2
  Dates     2001.05.01 to 2003

Moves
       games  1-0  1/2  0-1  score  white  black  performance
  0-9      3    1    1    1  50.0%   2550   2550     2743 (2)

Year
        games  1-0  1/2  0-1  score  white  black  performance
  2001      2    1    1    0  75.0%   2550   2550         2743
  2003      1    0    0    1   0.0%
";
    ran.stdout_starts(expected);
    for absent in ["Annotator", "Termination", "Speed", "Decade", "#"] {
        assert!(!ran.stdout.contains(absent), "{absent}: {}", ran.stdout);
    }
    let why = "1 game with an illegal move, counted up to that move";
    assert!(ran.stderr.contains(why), "{}", ran.stderr);
}

#[test]
fn what_is_not_shown_is_counted() {
    let dir = Dir::new();
    let expected = "\
Player
           games  won  drawn  lost  score  rating  opponents  performance
  Ek           3    1      1     1  50.0%    2500       2600     2407 (2)
  Tal, M.      2    1      1     0  75.0%    2600       2500         2693
  1 more, 1 time
";
    assert_eq!(stats(&dir, "--by player --top 2"), expected);
    let few = stats(&dir, "--by player --min-games 2");
    assert!(few.ends_with("  1 with too few games, 1 time\n"), "{few}");
    dir.feed("stats --by eco -", "", 0).stdout_is("ECO\n  No games\n");
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
    let text = stats(&dir, "--openings tags --format json --by player --by year,eco");
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&report["games_read"], &report["files"]), (&3.into(), &1.into()));
    let [players, years] = [&report["tables"][0], &report["tables"][1]];
    assert_eq!((&players["seen_from"], &players["n_values"]), (&"side".into(), &3.into()));
    assert_eq!(players["rows"][2]["value"], "Bo, \"B\"");
    assert_eq!(
        (&players["rows"][0]["score"], &players["rows"][0]["wins"]),
        (&0.5.into(), &1.into())
    );
    assert_eq!(years["by"], serde_json::json!(["year", "eco"]));
    let row = &years["rows"][2];
    assert_eq!((&row["value"], &row["value2"]), (&"2003".into(), &Value::Null));
    assert_eq!(years["rows"][0]["first_date"], "2001.05.02");
    let text = stats(&dir, "--openings tags --format csv --by player --by year,eco");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("by,value,value2,games,as_white,wins,"), "{text}");
    assert!(lines[3].starts_with("player,\"Bo, \"\"B\"\"\",,1,1,0,0,1,0,0,"), "{text}");
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
  Won              1   33.3%
  Drawn            1   33.3%
  Lost             1   33.3%
  Score     50.0%
";
    assert!(text.starts_with(expected), "{text}");
    let opponents = stats(&dir, "--player tal --by opponent,color");
    assert!(opponents.contains("Ek  white      1    1      0     0  100.0%"), "{opponents}");
    let nobody = stats(&dir, "--player nobody");
    assert!(nobody.starts_with("All games\n  No games\n"), "{nobody}");
}

#[test]
fn threads_and_memory_show_nowhere() {
    let dir = Dir::new();
    let text = crate::scratch::games(4_000);
    dir.file("games.pgn", text);
    let run = |line: &str| {
        let line = format!("stats games.pgn --format json {line}");
        dir.run(&line, 0).stdout
    };
    let plain = run("-j 1");
    assert!(plain == run("-j 3") && plain == run("-j 2 --memory 1M"));
    let rows = run("--by player,White");
    assert!(rows == run("--by player,White --memory 1M --temp ."));
}

#[test]
fn pages_stand_alone_and_every_tag_is_closed() {
    let dir = Dir::new();
    let games = GAMES.replace("Tal, M.", "<b>Tal & \u{0} Co");
    for line in ["--by player --by year", "", "--standings", "--player ek"] {
        let line = format!("stats {line} --format html -");
        let page = dir.feed(&line, &games, 0).stdout;
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
        for foreign in ["http", "<script", "url(", "src=", "<b>", "\0"] {
            assert!(!page.contains(foreign), "{foreign}: {page}");
        }
        let mut open = Vec::new();
        for tag in page.split('<').skip(2).map(|tag| tag.split('>').next().unwrap()) {
            let name = tag.split(' ').next().unwrap();
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{page}"),
                None if name == "meta" || tag.ends_with('/') => {}
                None => open.push(name),
            }
        }
        assert!(open.is_empty(), "{open:?}");
        // A list of games has no chart.
        let [chart_count, list_count, table_count] =
            ["aria-label=\"Bars: ", "<h2>Last games", "<table"].map(|it| page.matches(it).count());
        assert!(
            table_count > 0
                && (line.contains("--standings") || chart_count + list_count == table_count),
            "{page}"
        );
        assert_eq!(page.matches("<caption>").count(), table_count);
    }
}

#[test]
fn only_games_for_which_the_expression_holds_are_counted() {
    let dir = Dir::with("games.pgn", GAMES);
    let run = |line: &str| {
        let ran = dir.pgn().args("stats games.pgn --format json").args(line);
        let ran = ran.arg("--where").arg("Event = \"Cup\" and year = 2001").status(0);
        serde_json::from_str::<Value>(&ran.stdout).unwrap()
    };
    let report = run("--by year");
    assert_eq!((&report["games_read"], &report["games_counted"]), (&3.into(), &2.into()));
    assert_eq!(report["tables"][0]["rows"][0]["games"], 2);
    let events = run("--standings");
    assert_eq!(events["events"].as_array().unwrap().len(), 1);
    dir.run("stats games.pgn --where yeer=1", 2).stderr_has("year");
}

#[test]
fn wrong_words_name_the_nearest_one() {
    let dir = Dir::new();
    for (line, why) in [
        ("--by yeer", "unknown word `yeer` (did you mean `year`?)"),
        ("--by qqq", "words are player, opponent,"),
        ("--sort size", "expected one of games, value,"),
    ] {
        let ran = dir.feed(&format!("stats {line} -"), GAMES, 2);
        ran.stderr_has(why).stdout_is("");
    }
    dir.run("stats missing.pgn", 2).stderr_has("missing.pgn");
}

const DUEL: &str = "\
[Event \"Duel\"]\n[Site \"Ulm\"]\n[Date \"1999.01.02\"]\n[Round \"1\"]\n[White \"Ek\"]\n\
[Black \"Bo\"]\n[Result \"1-0\"]\n\n1-0\n\n\
[Event \"Duel\"]\n[Site \"Ulm\"]\n[Date \"1999.01.03\"]\n[Round \"2\"]\n[White \"Bo\"]\n\
[Black \"Ek\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n\n\
[Event \"Cup\"]\n[Round \"1\"]\n[White \"Bo\"]\n[Black \"Ax\"]\n[Result \"+/-\"]\n\n*\n\n\
[Event \"Cup\"]\n[Round \"2\"]\n[White \"Ax\"]\n[Black \"Ek\"]\n[Result \"*\"]\n\n*\n\n\
[Event \"Cup\"]\n[Round \"3\"]\n[White \"?\"]\n[Black \"Ek\"]\n[Result \"0-1\"]\n\n0-1\n";

#[test]
fn events_have_standings_and_crosstables() {
    let dir = Dir::with("games.pgn", DUEL);
    let run = |line: &str| dir.run(&format!("stats {line} games.pgn"), 0).stdout;
    let expected = "\
Cup
3 players, 2 rounds, 2 games

     player  1    2    points  games  wins  sb
  1  Bo      2w+  -         1      1     1   0
  2  Ax      1b-  3w*       0      2     0   0
  3  Ek      -    2b*       0      1     0   0
  1 game has no result

Duel, Ulm, 1999.01.02 to 1999.01.03
match, 2 players, 2 rounds, 2 games

     player  1   2   points  games  wins    sb
  1  Ek      xx  1=     1.5      2     1  0.75
  2  Bo      0=  xx     0.5      2     0  0.75

1 game without the name of a player
";
    let found = run("--standings");
    assert_eq!(found, expected);
    assert_eq!(run("--crosstable -j 3 --memory 1M"), found);
    let few = run("--standings --player ax --min-games 2");
    assert!(few.contains("Cup\n") && !few.contains("Duel"), "{few}");
    assert!(few.contains("1 more event not shown, 2 games"), "{few}");
    let report: Value = serde_json::from_str(&run("--standings --format json")).unwrap();
    let cup = &report["events"][0];
    assert_eq!(
        (&cup["event"], &cup["site"], &cup["n_open"]),
        (&"Cup".into(), &Value::Null, &1.into())
    );
    let game = &cup["standings"][0]["games"][0];
    assert_eq!((&game["opponent"], &game["unplayed"]), (&2.into(), &true.into()));
    assert_eq!(report["games_without_names"], 1);
    let csv = run("--standings --format csv --tie-breaks wins,buchholz --top 1");
    let expected = "Duel,Ulm,,1999.01.02,1999.01.03,match,1,1,Ek,,,1.5,2,1,1,0,0,,0,\
        wins=1 buchholz=1,2w1 2b=";
    assert_eq!(csv.lines().nth(2), Some(expected), "{csv}");
    dir.run("stats --standings --tie-breaks luck games.pgn", 2)
        .stderr_has("expected some of direct, wins");
}

#[test]
fn two_sites_of_one_event_are_one_table() {
    let game = |site: &str, round: u32, white: &str, black: &str| {
        format!(
            "[Event \"Open\"]\n[Site \"{site}\"]\n[Date \"2024.12.2{round}\"]\n\
             [Round \"{round}.1\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
             [Result \"1-0\"]\n\n1. e4 1-0\n\n"
        )
    };
    let games = game("Hall A, Town", 1, "Ax", "Bo") + &game("Town", 2, "Bo", "Ax");
    let dir = Dir::with("games.pgn", games + &game("Town", 3, "Ax", "Bo"));
    let run = |line: &str| dir.run(&format!("stats --standings {line} games.pgn"), 0).stdout;
    let found = run("");
    assert!(found.contains("Open, Town, 2024.12.21 to 2024.12.23\nmatch, 2 players"), "{found}");
    assert!(found.contains("\n  also at: Hall A, Town\n"), "{found}");
    assert_eq!(run("--event-by name"), found);
    assert_eq!(run("--event-by site").matches("Open, ").count(), 2);
    let report: Value = serde_json::from_str(&run("--format json")).unwrap();
    assert_eq!(report["events"][0]["other_sites"], serde_json::json!(["Hall A, Town"]));
    let by_round = dir.run("stats --by roundnumber games.pgn", 0).stdout;
    assert_eq!(by_round.lines().count(), 5, "{by_round}");
    dir.run("stats --event-by name games.pgn", 2);
}

fn corpus(name: &str) -> Option<std::path::PathBuf> {
    shared_corpus(&format!("a_otb/chris-moreton__rivalchess-pgn/{name}"))
}

/// Final standings as the tournament books have them: name, points.
#[test]
fn standings_are_those_that_were_published() {
    let cases = [
        (
            "Candidates2018.pgn",
            "Caruana 9|Mamedyarov 8|Karjakin 8|Ding 7.5|Kramnik 6.5|Grischuk 6.5|So 6|Aronian 4.5",
        ),
        (
            "FideChamp2005.pgn",
            "Topalov 10|Anand 8.5|Svidler 8.5|Morozevich 7|Leko 6.5|Kasimdzhanov 5.5|Adams 5.5|\
             Polgar 4.5",
        ),
        ("WorldChamp2018.pgn", "Carlsen 6|Caruana 6"),
    ];
    for (name, expected) in cases {
        let Some(file) = corpus(name) else { continue };
        let line = "stats --standings --format json";
        let ran = Dir::new().pgn().args(line).arg(file.to_str().unwrap()).status(0);
        let report: Value = serde_json::from_str(&ran.stdout).unwrap();
        let places = report["events"][0]["standings"].as_array().unwrap();
        let place = |place: &Value| {
            let name = place["player"].as_str().unwrap().split(',').next().unwrap().to_owned();
            format!("{name} {}", place["points"])
        };
        let found: Vec<String> = places.iter().map(place).collect();
        assert_eq!(found.join("|"), expected, "{name}");
    }
}

/// The output of `tables.py` for a file.
fn judged(python: &std::path::Path, verb: &str, file: &std::path::Path) -> Value {
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/tables.py");
    let ran = std::process::Command::new(python).arg(script).arg(verb).arg(file).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    serde_json::from_slice(&ran.stdout).unwrap()
}

#[test]
fn another_program_finds_the_same_standings() {
    let Some(python) = python_chess() else { return };
    let names = ["AVRO1938.pgn", "BuenosAires1960.pgn", "Candidates2018.pgn", "Geneva1977.pgn"];
    for name in names.into_iter().chain(["Moscow2011.pgn", "Merida2001.pgn", "Tbilisi2015.pgn"]) {
        let Some(file) = corpus(name) else { continue };
        let theirs = judged(&python, "standings", &file);
        let line = "stats --standings --event-by site --format json \
            --tie-breaks wins,sb,buchholz,buchholz-cut1";
        let ran = Dir::new().pgn().args(line).arg(file.to_str().unwrap()).status(0);
        let report: Value = serde_json::from_str(&ran.stdout).unwrap();
        let mut lines = Vec::new();
        for event in report["events"].as_array().unwrap() {
            for place in event["standings"].as_array().unwrap() {
                let [event, player] =
                    [&event["event"], &place["player"]].map(|it| it.as_str().unwrap());
                let words = ["wins", "sb", "buchholz", "buchholz-cut1"];
                let values = words.map(|word| place["tie_breaks"][word].to_string());
                lines.push(format!("{event}|{player}|{} {}", place["points"], values.join(" ")));
            }
        }
        lines.sort_unstable();
        let expected: Vec<&str> =
            theirs.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        assert_eq!(lines, expected, "{name}");
    }
}

/// Counts of real files by another program, which reads the tags with python-chess.
#[test]
fn another_program_counts_the_same() {
    let Some(python) = python_chess() else { return };
    for name in ["Candidates2018.pgn", "AVRO1938.pgn", "Capablanca.pgn", "BuenosAires1960.pgn"] {
        let Some(file) = corpus(name) else { continue };
        let theirs = judged(&python, "count", &file);
        let line = "stats --openings tags --format json --by player --by year --by eco \
            --by movecount:10";
        let ran = Dir::new().pgn().args(line).arg(file.to_str().unwrap()).status(0);
        let ours: Value = serde_json::from_str(&ran.stdout).unwrap();
        for (n, by) in ["player", "year", "eco", "movecount:10"].into_iter().enumerate() {
            let mut rows: Vec<String> = Vec::new();
            for row in ours["tables"][n]["rows"].as_array().unwrap() {
                let counts = ["games", "wins", "draws", "losses"].map(|name| row[name].to_string());
                let label = row["value"].as_str().unwrap_or("?");
                rows.push(format!("{label}: {}", counts.join(" ")));
            }
            rows.sort_unstable();
            let expected: Vec<&str> =
                theirs[by].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
            assert_eq!(rows, expected, "{name}: {by}");
        }
    }
}

/// The values of each row with the number of its games, of one table over `a.pgn`.
fn rows(dir: &Dir, line: &str) -> Vec<String> {
    let line = format!("stats --format json {line} a.pgn");
    let report: Value = serde_json::from_str(&dir.run(&line, 0).stdout).unwrap();
    let row = |row: &Value| {
        let fields = row.as_object().unwrap().iter();
        let values = fields.filter(|(name, _)| name.starts_with("value"));
        let values: Vec<&str> = values.map(|(_, value)| value.as_str().unwrap_or("?")).collect();
        format!("{} {}", values.join("|"), row["games"])
    };
    report["tables"][0]["rows"].as_array().unwrap().iter().map(row).collect()
}

/// The opening by the moves is the one that `pgn classify` writes into the tags.
#[test]
fn openings_are_found_without_tags() {
    let dir = Dir::with("a.pgn", games(400));
    dir.run("classify a.pgn -o named.pgn -q", 0);
    let tables = "--by eco --by eco:1 --by opening --by opening,variation --top 0";
    let line = |rest: &str| format!("stats {tables} {rest}");
    let by_moves = dir.run(&line("--openings moves a.pgn -j 3"), 0);
    let by_tags = dir.run(&line("--openings tags named.pgn"), 0);
    assert!(by_moves.stdout.contains("Sicilian Defense"), "{}", by_moves.stdout);
    assert!(by_moves.stdout == by_tags.stdout, "{}\n{}", by_moves.stdout, by_tags.stdout);
    // Without tags both are one, and so they are on the usual screen.
    let either = dir.run(&line("a.pgn --memory 0"), 0);
    assert!(either.stdout == by_moves.stdout);
    dir.run("stats --by eco --openings tags a.pgn", 0)
        .stdout_ends("  ?    400    0  400    0  50.0%\n");
    dir.run("stats a.pgn", 0).stdout_has("Opening\n");
}

#[test]
fn tags_come_before_moves_and_names_from_one_of_them() {
    let dir = Dir::new();
    let game = |tags: &str| format!("{tags}\n1. Nf3 c5 2. e4 d6 3. d4 1-0\n\n");
    let set_up = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n";
    let all = [
        game("[ECO \"A04\"]\n[Opening \"Mine\"]\n"),
        game("[ECO \"?\"]\n[Variation \"Yours\"]\n"),
        game(""),
        set_up.to_owned(),
    ];
    dir.file("a.pgn", all.concat());
    let rows = |who: &str| rows(&dir, &format!("--by eco,opening,variation --sort value {who}"));
    assert_eq!(rows("--openings tags"), ["A04|Mine|? 1", "?|?|Yours 1", "?|?|? 2"]);
    assert_eq!(rows("--openings moves"), ["B50|Sicilian Defense|? 3", "?|?|? 1"]);
    let either = ["A04|Mine|? 1", "B50|Sicilian Defense|? 1", "B50|?|Yours 1", "?|?|? 1"];
    assert_eq!(rows("--openings either"), either);
    assert_eq!(rows(""), either);
}

#[test]
fn spellings_are_one_when_they_are_folded() {
    let dir = Dir::new();
    let names = ["Tal, Mikhail", "TAL,M", "Mihail Tal", "Hübner, Robert", "HUBNER,ROBERT", "?"];
    let game = |name: &&str| {
        format!(
            "[Event \"Cup {}\"]\n[White \"{name}\"]\n[Black \"Ek\"]\n\n1. e4 1-0\n\n",
            name.len() % 2
        )
    };
    dir.file("a.pgn", names.iter().map(game).collect::<String>());
    let rows = |line: &str| rows(&dir, line);
    assert_eq!(rows("--by white").len(), 6);
    let letters = ["Hübner, Robert 2", "Mihail Tal 1", "TAL,M 1", "Tal, Mikhail 1", "? 1"];
    assert_eq!(rows("--by white --fold"), letters);
    assert_eq!(rows("--by white --fold --memory 0 -j 2"), letters);
    let initials = ["Tal, Mikhail 3", "Hübner, Robert 2", "? 1"];
    assert_eq!(rows("--by white --fold=initials"), initials);
    assert_eq!(rows("--by white --fold=letters --player hubner"), ["Hübner, Robert 2"]);
    let ran = dir.run("stats --standings --fold=initials a.pgn", 0);
    assert!(!ran.stdout.contains("Mihail"), "{}", ran.stdout);
}

#[test]
fn results_that_the_standard_does_not_have_are_not_hidden_among_the_others() {
    let dir = Dir::new();
    let game = |result: &str| format!("[White \"a\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n");
    let results = ["1-0", "0-0", "1/2-0", "+/-", "*"];
    dir.file("a.pgn", results.map(game).concat());
    let how =
        "  Of these  3 results such as +/- or 0-0, counted by points; `--by result` lists them\n";
    dir.run("stats a.pgn", 0).stdout_has(how);
    let ran = dir.run("stats --by result a.pgn", 0);
    for result in results {
        ran.stdout_has(format!("  {result:<7}  "));
    }
    assert!(!stats(&dir, "").contains("Of these"));
}

/// Results alone, without moves: a Swiss with a bye and a forfeit.
#[test]
fn results_without_moves_make_standings() {
    let dir = Dir::new();
    let game = |round: &str, white: &str, black: &str, result: &str| {
        format!(
            "[Event \"Open\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
             [Result \"{result}\"]\n\n{result}\n\n"
        )
    };
    let games = [
        game("1", "a", "b", "1-0"),
        game("1", "c", "d", "1/2-1/2"),
        game("1", "e", "bye", "1-0"),
        game("2", "a", "c", "1-0"),
        game("2", "e", "d", "0-1"),
        game("2", "b", "bye", "1/2-1/2"),
        game("3", "d", "a", "-/+"),
        game("3", "b", "e", "1-0"),
        game("3", "c", "bye", "0-1"),
    ];
    dir.file("a.pgn", games.concat());
    let ran = dir.run("stats --standings --tie-breaks BH-C1,sb a.pgn", 0);
    ran.stdout_has("5 players, 3 rounds, 6 games");
    ran.stdout_has("bye+").stdout_has("bye~").stdout_has("bye-").stdout_has("3b+");
    let json = dir.run("stats --standings --tie-breaks DE,ARO --format json a.pgn", 0).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let first = &json["events"][0]["standings"][0];
    assert_eq!((&first["player"], &first["points"]), (&"a".into(), &3.into()));
    dir.run("stats --standings --tie-breaks nonsense a.pgn", 2)
        .stderr_has("expected some of direct");
    let page = dir.run("convert --to html --tournament --tie-breaks koya,progressive a.pgn", 0);
    page.stdout_has(">koya<").stdout_has(">progressive<");
    dir.run("convert --to html --tie-breaks koya a.pgn", 2).stderr_has("--tournament");
}
