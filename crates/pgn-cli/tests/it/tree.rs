//! `pgn tree`: counts, forms, books, and what python-chess counts.
//!
//! Standard: §19. Decisions: D-33, D-52, D-58.

use std::fs;
use std::path::Path;
use std::process::Command;

use pgn_testing::{python_chess, shared_corpus};

use crate::scratch::{Dir, Ran, games};

const GAMES: &str = "\
[White \"Tal\"]\n[Black \"Fischer, R\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2500\"]\n[Date \"1960.??.??\"]\n\n\
1. e4 c5 2. Nf3 d6 1-0\n\n\
[WhiteElo \"2400\"]\n[BlackElo \"2450\"]\n[Date \"1961.01.01\"]\n\n1. e4 c5 2. c3 1/2-1/2\n\n\
1. Nf3 c5 2. e4 d6 0-1\n\n\
1. e4 e5 *\n\n\
1. d4 d5 2. Ke3 1-0\n";

fn tree(line: &str) -> Ran {
    let dir = Dir::new();
    dir.pgn().args("tree").args(line).stdin(GAMES).output()
}

#[test]
fn the_first_moves() {
    let ran = tree("").status(0);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines[0], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(lines[1], "4 games, 1-0 33.3%, 1/2-1/2 33.3%, 0-1 33.3%");
    let columns = |line: &str| -> Vec<String> {
        line.split_whitespace().take(8).map(str::to_owned).collect()
    };
    let head = ["move", "games", "share", "score", "rating", "perf.", "last"];
    assert_eq!(columns(lines[3]), head);
    assert_eq!(columns(lines[4])[..8], ["1.", "e4", "3", "75.0%", "75.0%", "2500", "2668", "1961"]);
    assert_eq!(columns(lines[5])[..5], ["1.", "Nf3", "1", "25.0%", "0.0%"]);
    assert_eq!(lines.len(), 6);
    let why = "<stdin>: 1 game whose moves cannot be played, or whose start position or rules are unknown";
    assert_eq!(ran.stderr, format!("pgn: {why}: they do not count\n"));
}

#[test]
fn transpositions_are_one_position() {
    let dir = Dir::new();
    let ran = dir.pgn().args("tree -q --moves").arg("1.e4 c5 2.Nf3").stdin(GAMES).output();
    assert!(ran.status(0).stdout.contains("\n2 games, 1-0 50.0%"));
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -";
    let by_fen = dir.pgn().args("tree -q --format csv --fen").arg(fen).stdin(GAMES);
    let rows = by_fen.status(0).stdout;
    assert_eq!(rows.lines().count(), 2, "{rows}");
    assert!(rows.contains(",d6,d7d6,2,1,1,0,1,0,0.5,2500,"), "{rows}");
    // In a deeper tree the position is once; the other way to it is marked.
    let deep = tree("-q --depth 4").status(0).stdout;
    let lines: Vec<&str> = deep.lines().skip(4).map(str::trim_end).collect();
    let moves: Vec<&str> =
        lines.iter().map(|line| line.split("  ").find(|it| !it.is_empty()).unwrap()).collect();
    let expected = [
        "1. e4", "1... c5", "2. c3", "2. Nf3", "2... d6", "1... e5", "1. Nf3", "1... c5", "2. e4 ~",
    ];
    assert_eq!(moves, expected, "{deep}");
}

#[test]
fn moves_of_few_games_are_left_out_and_shares_are_of_all() {
    let rows = tree("-q --depth 2 --min-games 2 --format csv").status(0).stdout;
    let rows: Vec<&str> = rows.lines().skip(1).collect();
    assert_eq!(rows.len(), 2);
    assert!(
        rows[0].contains(",e4,e2e4,3,0.75,") && rows[1].contains(",c5,c7c5,2,0.6667,"),
        "{rows:?}"
    );
}

#[test]
fn an_expression_chooses_the_games() {
    let dir = Dir::new();
    let count = |expression: &str, rest: &str| {
        let pgn = dir.pgn().args("tree -v --where").arg(expression).args(rest).stdin(GAMES);
        pgn.status(0)
    };
    let ran = count("White = \"Tal\" or result = \"0-1\"", "--depth 2");
    assert!(ran.stdout.contains("\n2 games, 1-0 50.0%"), "{}", ran.stdout);
    let said = "<stdin>: 3 games that do not match the expression";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    let ran = count("White = \"Tal\"", "--format opg");
    assert_eq!(ran.stdout, "e4 c5 Nf3 d6\tTal - Fischer, R\t1-0\tB50\n");
    // A question to positions has no answer for a game that cannot be played.
    let ran = count("plycount < 9", "");
    assert!(ran.stdout.contains("\n4 games"), "{}", ran.stdout);
    dir.pgn().args("tree --where").arg("elo >").stdin(GAMES).status(2);
}

#[test]
fn an_index_gives_the_same_answer() {
    let dir = Dir::with("games.pgn", GAMES);
    dir.file("more.pgn", games(200));
    let ask = |line: &str, status: i32| {
        let pgn = dir.pgn().args("tree -v games.pgn more.pgn --format json").args(line);
        let ran = pgn.status(status);
        (ran.stdout, ran.stderr)
    };
    let apart_from_index = |(stdout, stderr): (String, String)| {
        let lines = stderr.lines().filter(|line| !line.contains(": the index is used"));
        (stdout, lines.flat_map(|line| [line, "\n"]).collect::<String>())
    };
    let lines = ["", "--moves e4,c5", "--moves a4", "--moves Nf3,c5,e4"];
    let plain = lines.map(|line| ask(line, 0));
    dir.run("index -q games.pgn more.pgn", 0);
    assert_eq!(lines.map(|line| apart_from_index(ask(line, 0))), plain);
    // A file that has changed since is read, and a message reports it.
    dir.file("games.pgn", format!("{GAMES}\n\n1. a4 *\n"));
    let (told, said) = ask("--moves a4", 0);
    assert!(told.contains("\"games\":1,"), "{told}");
    assert!(said.contains("games.pgn: the index is not used: the file has grown"), "{said}");
    // The same for a file whose index is damaged.
    dir.run("index -q games.pgn", 0);
    let mut index = dir.read("games.pgn.pgnidx");
    index.iter_mut().skip(100).step_by(50).for_each(|byte| *byte ^= 1);
    dir.file("games.pgn.pgnidx", index);
    let (again, said) = ask("--moves a4", 0);
    assert_eq!(again, told);
    assert!(said.contains("games.pgn: the index is not used: "), "{said}");
}

#[test]
fn other_forms() {
    let epd = tree("-q --format epd").status(0).stdout;
    assert_eq!(
        epd,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"e4: 3 games, 75.0%\"; \
         c1 \"Nf3: 1 game, 0.0%\"; pm e4;\n"
    );
    let dir = Dir::new();
    let opg = dir.pgn().args("tree -q --format opg --moves").arg("e4 c5").stdin(GAMES);
    assert_eq!(
        opg.status(0).stdout,
        "e4 c5 Nf3 d6\tTal - Fischer, R\t1-0\tB50\ne4 c5 c3\t? - ?\t1/2-1/2\tB22\n"
    );
    dir.feed("tree -q --depth 3 -o tree.json", GAMES, 0);
    let value: serde_json::Value = serde_json::from_slice(&dir.read("tree.json")).unwrap();
    assert_eq!((&value["games"], &value["unplayable"]), (&4.into(), &1.into()));
    let positions = value["positions"].as_array().unwrap();
    assert_eq!(positions[1]["line"], "e4");
    assert_eq!(positions[1]["eco"], "B00");
    let first = &positions[0]["moves"][0];
    assert_eq!(
        (&first["san"], &first["games"], &first["open"]),
        (&"e4".into(), &3.into(), &1.into())
    );
    assert_eq!((&first["score"], &first["rating"]), (&0.75.into(), &2500.into()));
    assert_eq!(positions[0]["moves"][1]["rating"], serde_json::Value::Null);
}

#[test]
fn a_book_is_written_and_read_back() {
    let dir = Dir::new();
    let ran = dir.feed("tree -o book.bin", GAMES, 0);
    let last = ran.stderr.lines().last().unwrap();
    assert_eq!(last, "pgn: 6 moves in 5 positions; moves without points left out: 3");
    let book = dir.read("book.bin");
    assert_eq!(book.len(), 6 * 16);
    let shown = |line: &str| dir.pgn().args("tree --book book.bin").args(line).output();
    let text = shown("").status(0).stdout;
    assert!(text.ends_with("\n  move  weight   share\n  e4         3  100.0%\n"), "{text}");
    let json = shown("--format json --moves e4").status(0).stdout;
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["positions"][0]["moves"][0]["uci"], "c7c5");
    assert_eq!(value["positions"][0]["moves"][0]["weight"], 1);
    let csv = shown("--format csv --moves a4").status(0).stdout;
    assert_eq!(csv, "fen,san,uci,weight,share,learn\n");
    assert!(shown("--moves a4").status(0).stdout.contains("no move here"));
    // A file that is not a book is refused, and so is a missing one.
    dir.file("not.bin", "no book at all");
    dir.run("tree --book not.bin", 2).stderr_has("not a Polyglot book");
    dir.run("tree --book nowhere.bin", 2);
    // Of whole entries in order, as far as a length and an order can be seen.
    for (name, whose) in [("new.ctg", "ChessBase"), ("new.abk", "Arena")] {
        dir.file(name, "\0".repeat(4096));
        dir.run(&format!("tree --book {name}"), 2)
            .stderr_has(format!("an opening book of {whose}, which is not read"));
    }
    shown("--format epd").status(2);
    let atomic = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let refused = dir.pgn().args("tree --format polyglot --fen").arg(atomic).stdin(GAMES).output();
    assert!(refused.status(2).stderr.contains("ordinary chess"));
}

#[test]
fn threads_and_memory_show_nowhere() {
    let dir = Dir::with("games.pgn", games(3000));
    let run = |line: &str| {
        let line = format!("tree -q games.pgn --depth 30 --format csv {line}");
        dir.run(&line, 0).stdout
    };
    let expected = run("-j 1");
    assert!(expected.lines().count() > 30);
    assert_eq!(run("-j 3"), expected);
    assert_eq!(run("-j 2 --memory 1M"), expected);
}

#[test]
fn wrong_words_are_refused() {
    for (line, said) in [
        ("--moves e5", "--moves: `e5`"),
        ("--moves Nf9", "--moves: `Nf9`"),
        ("--fen nonsense", "--fen:"),
        ("--depth 0", "--depth"),
        ("--book x.bin --depth 3", "--depth"),
        ("nowhere.pgn", "nowhere.pgn"),
    ] {
        tree(line).status(2).stderr_has(said);
    }
    let dir = Dir::with("games.pgn", "<html>no games</html>");
    dir.file("book.bin", "old");
    dir.run("tree games.pgn -o book.bin", 2).stderr_has("this is not PGN");
}

#[test]
fn python_chess_counts_the_same() {
    let Some(python) = python_chess() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = [
        Some(root.join("../../corpus/generated/export-plain.pgn")),
        Some(root.join("../../corpus/generated/export-annotated.pgn")),
        shared_corpus("a_otb/nahuelalmeira__chess/onlineolymtopd21.pgn"),
    ];
    for (path, depth) in files.into_iter().zip([12, 100, 20]) {
        let Some(path) = path else { continue };
        let dir = Dir::new();
        fs::copy(&path, dir.at("games.pgn")).unwrap();
        for name in ["tree.csv", "book.bin"] {
            let line = format!("tree -q games.pgn --depth {depth} -o {name}");
            dir.run(&line, 0);
        }
        let theirs = Command::new(&python)
            .arg(root.join("tests/it/tree.py"))
            .args([dir.at("games.pgn").to_str().unwrap(), &depth.to_string()])
            .args(["tree.csv", "book.bin"].map(|name| dir.at(name)))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&theirs.stdout);
        let move_count: Option<usize> = said.trim().parse().ok();
        let trouble = String::from_utf8_lossy(&theirs.stderr);
        assert!(move_count.is_some_and(|n| n > 100), "{}: {said}{trouble}", path.display());
    }
}

const REPERTOIRE: &str =
    "1. e4 e5 (1... c5 2. Nf3 d6) (1... c6 2. d4 (2. Nc3)) 2. Nf3 Nc6 3. Bb5 *\n";

#[test]
fn a_repertoire_is_compared_with_games() {
    let dir = Dir::with("mine.pgn", REPERTOIRE);
    dir.file(
        "games.pgn",
        "1. e4 e5 2. Nf3 d6 1-0\n\n1. e4 e5 2. Nf3 d6 3. d4 1-0\n\n1. e4 c5 2. Nf3 d6 *\n\n\
         1. e4 Nc6 2. Nf3 e5 3. Bc4 *\n\n1. e4 g6 *\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n",
    );
    let csv = dir.run("tree --repertoire mine.pgn games.pgn --format csv", 0);
    let rows: Vec<&str> = csv.stdout.lines().skip(1).collect();
    let expected = [
        "no answer,1. e4 c5 2. Nf3,d6,1,1",
        "gap,1. e4 e5 2. Nf3,d6,2,0.6667",
        "gap,1. e4,Nc6,1,0.1667",
        "gap,1. e4,g6,1,0.1667",
        "contradiction,1. e4 c6,d4 / Nc3,0,",
    ];
    let mut sorted = rows.clone();
    sorted.sort_unstable();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(sorted, expected);
    let often = dir.run("tree --repertoire mine.pgn --min-games 2 games.pgn", 0);
    assert!(often.stdout.contains("d6") && !often.stdout.contains("g6"), "{}", often.stdout);
    assert!(often.stdout.contains("for white, 6 games"), "{}", often.stdout);
    // Another order of moves leads to a position that is answered.
    dir.file("mine.pgn", "1. e4 e5 (1... Nc6 2. Nf3 d6 3. d4) 2. Nf3 Nc6 3. Bb5 *\n");
    let csv = dir.run("tree --repertoire mine.pgn games.pgn --format csv", 0);
    assert!(csv.stdout.contains("transposition,1. e4 Nc6 2. Nf3,e5,1,1"), "{}", csv.stdout);
    dir.run("tree --repertoire mine.pgn games.pgn -o book.bin", 2).stderr_has("is reported as");
    dir.file("empty.pgn", "");
    dir.run("tree --repertoire empty.pgn games.pgn", 2).stderr_has("found none");
}
