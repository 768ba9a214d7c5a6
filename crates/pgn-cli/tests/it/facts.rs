//! One answer to each fact: the value that `tag --set` writes is the one that `--where` selects,
//! that `stats` and `split` group by, and that `sort` orders by.
//!
//! Standard: §8.1.1, §9. Decisions: D-16, D-18, D-20, D-22.

use std::collections::BTreeMap;

use pgn_query::facts::{FACTS, Kind, Row};
use serde_json::Value;

use crate::scratch::Dir;

/// A consultation game with two fields in tags, values that are not known, no ECO tag, a wrong
/// Result, a start from a position, and a variant.
const GAMES: &[&str] = &[
    "[Event \"Linares\"]\n[Site \"Linares ESP\"]\n[Date \"1999.03.??\"]\n[Round \"2.1\"]\n\
     [White \"Tal, M.:Botvinnik, M.\"]\n[Black \"Smyslov, V.\"]\n[Result \"0-1\"]\n\
     [WhiteElo \"?:2599\"]\n[BlackElo \"2705\"]\n[ECO \"B90/12\"]\n[TimeControl \"300+3\"]\n\
     [Termination \"Time forfeit\"]\n\n\
     1. e4 c5 {a [%eval 0.31]} (1... e5 2. Nf3) 2. Nf3 $1 {[%clk 0:01:00]} 0-1\n\n",
    "[White \"?\"]\n[Date \"????.??.??\"]\n[WhiteElo \"0\"]\n[BlackElo \"12345\"]\n[ECO \"?\"]\n\
     [TimeControl \"?\"]\n\n1. e4 e5 {[%emt 0:00:07]} *\n\n",
    "[White \"A\"]\n[Black \"B\"]\n[Date \"soon\"]\n[Result \"1-0\"]\n[WhiteElo \"2000\"]\n\
     [BlackElo \"2400\"]\n[Opening \"Own name\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n",
    "[White \"A\"]\n[Black \"B\"]\n[Date \"2001.02.03\"]\n[Result \"1/2-1/2\"]\n\
     [WhiteElo \"2400\"]\n[BlackElo \"2000\"]\n[SetUp \"1\"]\n\
     [FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n[Variant \"Atomic\"]\n[StartTime \"23:59:00\"]\n\
     [EndTime \"00:01:30\"]\n[TimeControl \"40/7200:3600\"]\n\n1... Kd7 1/2-1/2\n\n",
];

/// The output of `tag --set` for each game; none if the game does not have the fact.
fn written(dir: &Dir, name: &str) -> Vec<Option<String>> {
    let set = format!("X={{{name}}}");
    let value_of = |n: usize| {
        let file = format!("{n}.pgn");
        let ran = dir.pgn().list(&["tag", "-q", "--set", &set, &file]).status(0);
        let line = ran.stdout.lines().find_map(|line| line.strip_prefix("[X \""));
        line.map(|line| line.trim_end_matches("\"]").to_owned())
    };
    (0..GAMES.len()).map(value_of).collect()
}

/// The games for which an expression holds.
fn selected(dir: &Dir, expression: &str) -> Vec<usize> {
    let ran = dir.pgn().list(&["filter", "-q", "--where", expression, "all.pgn"]).output();
    let games = GAMES.iter().enumerate();
    let text = ran.stdout;
    let first_line = |game: &str| game.split("\n\n").next().unwrap_or_default().to_owned();
    games.filter(|(_, game)| text.contains(&first_line(game))).map(|(n, _)| n).collect()
}

/// The values of a fact in `stats`, with the number of games of each.
fn counted(dir: &Dir, name: &str) -> BTreeMap<Option<String>, u64> {
    let line = ["stats", "-q", "--format", "json", "--by", name, "all.pgn"];
    let report: Value = serde_json::from_str(&dir.pgn().list(&line).output().stdout).unwrap();
    let rows = report["tables"][0]["rows"].as_array().unwrap().iter();
    rows.map(|row| {
        let value = row["value"].as_str().map(str::to_owned);
        (value, row["games"].as_u64().unwrap())
    })
    .collect()
}

/// A value as an expression has it.
fn literal(row: &Row, value: &str) -> String {
    match row.kind {
        Kind::Number | Kind::Seconds | Kind::Pawns => value.to_owned(),
        _ => format!("{value:?}"),
    }
}

#[test]
fn every_verb_gives_one_answer() {
    let dir = Dir::with("all.pgn", GAMES.concat());
    for (n, game) in GAMES.iter().enumerate() {
        dir.file(&format!("{n}.pgn"), *game);
    }
    // Facts about a player have two values, those at places many, and where a game is is
    // another thing in another file.
    let has_one = |row: &&Row| !row.has_side && !row.has_place && !row.needs_source;
    let mut known_count = 0;
    for row in FACTS.iter().filter(has_one).filter(|row| row.name != "fault") {
        let name = row.name;
        let values = written(&dir, name);
        known_count += values.iter().flatten().count();
        let mut groups = BTreeMap::new();
        for (n, value) in values.iter().enumerate() {
            let known = value.clone().filter(|value| value != "?");
            // Several players are a row each.
            let names: Vec<Option<String>> = match (&known, name) {
                (Some(names), "white" | "black") => {
                    names.split(':').map(|name| Some(name.to_owned())).collect()
                }
                _ => vec![known],
            };
            names.into_iter().for_each(|name| *groups.entry(name).or_insert(0) += 1);
            let expression = match (value.as_deref(), row.kind) {
                (Some("yes"), Kind::Flag) => name.to_owned(),
                (Some("no"), Kind::Flag) => format!("not {name}"),
                (Some(value), _) => format!("{name} = {}", literal(row, value)),
                (None, _) => continue,
            };
            assert!(selected(&dir, &expression).contains(&n), "{expression}: game {n}");
        }
        assert_eq!(counted(&dir, name), groups, "stats --by {name}");
        sorted(&dir, row, &values);
        dir.run(&format!("split -q --by {name} all.pgn -o {name}"), 0);
        for (n, value) in values.iter().enumerate().filter(|(_, value)| value.is_none()) {
            let is_named = matches!(name, "white" | "black" | "date" | "year" | "year-month");
            let file = dir.at(name).join("Unknown.pgn");
            assert!(is_named || file.exists(), "split --by {name}: game {n} has {value:?}");
        }
    }
    assert!(known_count > 100, "{known_count}");
}

/// Numbers are in order, unknown ones last.
fn sorted(dir: &Dir, row: &Row, values: &[Option<String>]) {
    let line = format!("sort -q --by {} all.pgn", row.name);
    let text = dir.run(&line, 0).stdout;
    let place = |n: usize| {
        let first = GAMES[n].split("\n\n").next().unwrap();
        text.find(first).expect("every game is there")
    };
    if !matches!(row.kind, Kind::Number | Kind::Seconds | Kind::Pawns) {
        return;
    }
    let number = |n: usize| -> f64 {
        values[n].as_ref().map_or(f64::INFINITY, |value| value.parse().expect("a number"))
    };
    let mut order: Vec<usize> = (0..GAMES.len()).collect();
    order.sort_by_key(|n| place(*n));
    let numbers: Vec<f64> = order.iter().map(|n| number(*n)).collect();
    assert!(numbers.is_sorted(), "sort --by {}: {numbers:?}", row.name);
}

#[test]
fn each_side_has_one_answer() {
    let dir = Dir::with("all.pgn", GAMES.concat());
    let row = |games: u64, value: &str| (Some(value.to_owned()), games);
    let unknown = |games: u64| (None, games);
    let elos = [row(2, "2000"), row(2, "2400"), row(1, "2599"), row(1, "2705"), unknown(2)];
    assert_eq!(counted(&dir, "elo"), elos.into());
    assert_eq!(selected(&dir, "elo = 2599"), [0]);
    assert_eq!(selected(&dir, "elo = 2000 and color = white"), [2]);
    assert_eq!(selected(&dir, "elo in (0, 12345)"), [0; 0]);
    let players = ["Tal, M.", "Botvinnik, M.", "Smyslov, V."].map(|name| row(1, name));
    let players = players.into_iter().chain([row(2, "A"), row(2, "B"), unknown(2)]);
    assert_eq!(counted(&dir, "player"), players.collect());
    assert_eq!(selected(&dir, "player = \"Botvinnik, M.\""), [0]);
    assert_eq!(counted(&dir, "won"), [row(2, "yes"), row(6, "no")].into());
    dir.run("split -q --by elo all.pgn -o elo", 0);
    for name in ["2000", "2400", "2599", "2705", "Unknown"] {
        assert!(dir.at("elo").join(format!("{name}.pgn")).exists(), "{name}");
    }
    for line in ["sort --by elo all.pgn", "tag --set X={elo} all.pgn"] {
        dir.run(line, 2).stderr_has("one of two players");
    }
}
