//! `pgn convert` as a person and a script meet it.
//!
//! Standard: §8.2.3, §16.1. Decisions: D-34, D-45.

use serde_json::{Value, json};

use crate::scratch::{Dir, games};

const GAMES: &str = "[White \"Tal\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. f4 exf4 1-0\n\n\
                     [White \"Nobody\"]\n\n*\n\n[Black \"x\"]\n\n1. d4 d5 2. -- e6 *\n";

#[test]
fn each_format_has_its_lines() {
    let dir = Dir::with("a.pgn", GAMES);
    let check = |format: &str, expected: &str| {
        dir.pgn().args("convert -q a.pgn --to").args(format).status(0).stdout_is(expected);
    };
    check("uci", "e2e4 e7e5 f2f4 e5f4\n\nd2d4 d7d5 0000 e7e6\n");
    check("lan", "e2-e4 e7-e5 f2-f4 e5xf4\n\nd2-d4 d7-d5 -- e7-e6\n");
    check("san", "e4 e5 f4 exf4\n\nd4 d5 -- e6\n");
}

#[test]
fn positions_have_the_en_passant_square_that_is_asked_for() {
    let dir = Dir::with("a.pgn", "1. e4 d5 2. e5 f5 *\n");
    let squares = |options: &str| {
        let ran = dir.pgn().args("convert a.pgn --to fen").args(options).status(0);
        let square = |line: &str| line.split(' ').nth(3).unwrap().to_owned();
        ran.stdout.lines().map(square).collect::<Vec<_>>()
    };
    assert_eq!(squares(""), ["-", "e3", "d6", "-", "f6"]);
    assert_eq!(squares("--ep xfen"), ["-", "-", "-", "-", "f6"]);
    assert_eq!(squares("--ep legal"), ["-", "-", "-", "-", "f6"]);
    dir.file("b.pgn", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd2 *\n");
    dir.run("convert b.pgn --to fen", 0)
        .stdout_is("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/8/8/8/8/8/3KP3/8 b - - 1 1\n");
}

#[test]
fn castling_in_chess960_is_written_by_the_rook() {
    let dir = Dir::new();
    let fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1";
    dir.file(
        "a.pgn",
        format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. O-O O-O-O *\n"),
    );
    dir.run("convert a.pgn --to uci", 0).stdout_is("e1g1 e8b8\n");
    let ran = dir.run("convert a.pgn --to jsonl", 0);
    let game: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&game["variant"], &game["moves"][1]["uci"]), (&json!("Chess960"), &json!("e8b8")));
}

#[test]
fn games_that_cannot_be_checked_are_told() {
    let dir =
        Dir::with("a.pgn", "[Variant \"Xiangqi\"]\n\n1. C2=5 h8+7 *\n\n[White \"x\"]\n\n1. e4 *\n");
    let check = |format: &str, stdout: &str, what: &str| {
        let ran = dir.pgn().args("convert a.pgn --to").args(format).status(0);
        ran.stdout_is(stdout);
        let said = format!("pgn: a.pgn: 1 game with unchecked moves: {what}\n");
        assert!(ran.stderr.ends_with(&said), "{}", ran.stderr);
    };
    check("uci", "\ne2e4\n", "an empty line is written");
    check("san", "C2=5 h8+7\ne4\n", "they are written unchanged");
    let fens = dir.run("convert a.pgn --to fen", 0).stdout;
    assert_eq!((fens.lines().count(), fens.starts_with('\n')), (3, true));
    let game = dir.run("convert a.pgn --to jsonl", 0).stdout;
    let game: Value = serde_json::from_str(game.lines().next().unwrap()).unwrap();
    assert_eq!(
        game,
        json!({
            "file": "a.pgn", "index": 1, "tags": [["Variant", "Xiangqi"]], "start_fen": null,
            "variant": "Xiangqi", "outcome": "*",
            "moves": [
                {"ply": 0, "san": "C2=5", "uci": null},
                {"ply": 1, "san": "h8+7", "uci": null},
            ],
        })
    );
}

#[test]
fn a_game_is_an_object_with_everything_in_its_order() {
    let dir = Dir::with(
        "a.pgn",
        "[Event \"A \\\"quoted\\\" one\"]\n{in the tags}\n[White \"Tal\"]\n\n\
         {before} 1. e4 $1 {one} ; two\n $14 (1. d4 {queen's} d5 (1... Nf6)) {three} 1... e5 1-0\n",
    );
    let ran = dir.run("convert a.pgn --to jsonl", 0);
    let brace = |text: &str| json!({"kind": "brace", "text": text});
    let expected = json!({
        "file": "a.pgn", "index": 1,
        "tags": [["Event", "A \"quoted\" one"], ["White", "Tal"]],
        "start_fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "outcome": "1-0",
        "comments": [
            {"kind": "brace", "text": "in the tags", "tags_before": 1},
            brace("before"),
        ],
        "moves": [
            {
                "ply": 0, "san": "e4", "uci": "e2e4",
                "nags": [1, 14],
                "comments": [brace("one"), {"kind": "line", "text": " two"}, brace("three")],
                "order": ["nag", "comment", "comment", "nag", "variation", "comment"],
                "variations": [{
                    "moves": [
                        {"ply": 0, "san": "d4", "uci": "d2d4", "comments": [brace("queen's")]},
                        {"ply": 1, "san": "d5", "uci": "d7d5", "variations": [
                            {"moves": [{"ply": 1, "san": "Nf6", "uci": "g8f6"}]},
                        ]},
                    ],
                }],
            },
            {"ply": 1, "san": "e5", "uci": "e7e5"},
        ],
    });
    assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap(), expected);
}

/// The schema that is published, and the output, agree.
#[test]
fn objects_are_as_the_schema_says() {
    let schema = include_str!("../../../../docs/schema/game.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let dir = Dir::with("a.pgn", format!("{GAMES}{}", games(8)));
    dir.file("b.pgn", "[Variant \"Xiangqi\"]\n\n%x\n1. C2=5 {x} *\n\n1. e4 () ({y}) (1. d4) *\n");
    let ran = dir.run("convert -q --to jsonl a.pgn b.pgn", 0);
    let mut game_count = 0;
    for line in ran.stdout.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        agrees(&game, &schema, &schema, "game");
        game_count += 1;
    }
    assert_eq!(game_count, 3 + 8 + 2);
    let mut wrong: Value = serde_json::from_str(ran.stdout.lines().next().unwrap()).unwrap();
    wrong["moves"][0]["nags"] = json!(["1"]);
    let checked = std::panic::catch_unwind(|| agrees(&wrong, &schema, &schema, "game"));
    assert!(checked.is_err());
}

/// Compares a value with the part of JSON Schema that ours uses.
fn agrees(value: &Value, schema: &Value, root: &Value, place: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.strip_prefix('#').unwrap();
        return agrees(value, root.pointer(pointer).unwrap(), root, place);
    }
    let is_one_of = |names: &Value| match names {
        Value::Array(names) => names.iter().any(|name| is_a(value, name.as_str().unwrap())),
        name => name.as_str().is_none_or(|name| is_a(value, name)),
    };
    assert!(is_one_of(&schema["type"]), "{place}: {value} is no {}", schema["type"]);
    if let Some(allowed) = schema["enum"].as_array() {
        assert!(allowed.contains(value), "{place}: {value}");
    }
    if let Some(items) = value.as_array() {
        let prefix = schema["prefixItems"].as_array();
        assert!(prefix.is_none_or(|prefix| prefix.len() == items.len()), "{place}");
        for (n, item) in items.iter().enumerate() {
            let schema = prefix.map_or(&schema["items"], |prefix| &prefix[n]);
            agrees(item, schema, root, &format!("{place}[{n}]"));
        }
    }
    if let Some(object) = value.as_object() {
        for name in schema["required"].as_array().unwrap() {
            assert!(object.contains_key(name.as_str().unwrap()), "{place}: no {name}");
        }
        for (name, value) in object {
            let schema = &schema["properties"][name];
            assert!(!schema.is_null(), "{place}: {name} is not in the schema");
            agrees(value, schema, root, &format!("{place}.{name}"));
        }
    }
}

fn is_a(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    }
}

#[test]
fn variations_of_any_depth_are_written() {
    const N: usize = 100_000;
    let dir = Dir::new();
    let mut text = String::from("1. e4 ");
    for n in 0..N {
        text.push_str(if n % 2 == 0 { "(1. d4 " } else { "(1. c4 " });
    }
    text.push_str(&")".repeat(N));
    text.push_str(" *\n");
    dir.file("a.pgn", text);
    let ran = dir.run("convert -q --to jsonl a.pgn", 0);
    assert_eq!(ran.stdout.matches("\"variations\":[{").count(), N);
    let count = |c: char| ran.stdout.matches(c).count();
    assert_eq!((count('{'), count('[')), (count('}'), count(']')));
    assert!(ran.stdout.ends_with("]}]}]}\n"), "{}", &ran.stdout[ran.stdout.len() - 20..]);
}

#[test]
fn the_name_of_the_output_says_the_format() {
    let dir = Dir::with("a.pgn", GAMES);
    let printed =
        |format: &str| dir.pgn().args("convert -q a.pgn --to").args(format).status(0).stdout;
    for (name, format) in [
        ("b.uci", "uci"),
        ("b.fen.zst", "fen"),
        ("b.ndjson", "jsonl"),
        ("b.JSONL.gz", "jsonl"),
        ("b.pgn", "pgn"),
        ("b.txt", "text"),
        ("b.htm.gz", "html"),
    ] {
        dir.pgn().args("convert -q a.pgn -o").args(name).status(0);
        let written = dir.unpacked(name);
        assert_eq!(written, printed(format), "{name}");
    }
    let check = |line: &str, said: &str| {
        dir.pgn().args("convert a.pgn").args(line).status(2).stderr_has(said);
    };
    check("", "convert: expected `--to FORMAT`, one of pgn, jsonl");
    check("-o b.xyz", "b.xyz: its name does not show the format (add `--to FORMAT`");
    check("--to uci --profile archival", "--profile: makes sense only with `--to pgn`");
    check("--to uci --ep legal", "--ep: makes sense only with `--to fen`");
}

#[test]
fn pgn_is_written_as_fmt_writes_it() {
    let dir = Dir::with("a.pgn", games(50));
    for profile in ["modern", "lossless"] {
        let line = format!("-q a.pgn --profile {profile}");
        let formatted = dir.pgn().args("fmt").args(&line).status(0).stdout;
        let converted = dir.pgn().args("convert --to pgn").args(&line).status(0).stdout;
        assert_eq!(formatted, converted);
    }
}

#[test]
fn the_number_of_threads_does_not_show() {
    let dir = Dir::with("a.pgn", games(6000));
    for format in ["jsonl", "san", "fen"] {
        let run = |jobs: &str| {
            let ran = dir.pgn().args("convert -v a.pgn --to").args(format).args(jobs).output();
            ran.status(0)
        };
        let (one, many) = (run("-j 1"), run("-j 8"));
        assert!(one.stdout == many.stdout && one.stderr == many.stderr, "{format}");
    }
}

const HEARD: &str = "1. e4\n\n| Best by test.\n|| \nA: 1. d4 d5\n1... e5\n1-0\n\n";

#[test]
fn blind_notation_is_written_by_name_and_by_option() {
    let dir = Dir::with("a.pgn", "1. e4 {Best by test.} (1. d4 d5) 1... e5 1-0\n");
    dir.run("convert a.pgn -o a.bgn", 0);
    assert_eq!(dir.read("a.bgn"), HEARD.as_bytes());
    dir.run("convert a.pgn --to bgn -j 4", 0).is(HEARD, "");
}

#[test]
fn commands_are_said_or_left_out() {
    let dir = Dir::with("a.pgn", "1. e4 {[%clk 0:01:02]} *\n");
    dir.run("convert a.pgn --to bgn", 0)
        .stdout_is("1. e4\n\n| Clock: 1 minute 2 seconds.\n|| \n*\n\n");
    dir.run("convert a.pgn --to bgn --commands drop", 0).stdout_is("1. e4\n*\n\n");
    dir.run("convert a.pgn --to san --commands drop", 2).stderr_has("--to bgn");
}

#[test]
fn characters_that_ascii_lacks_are_counted() {
    let dir = Dir::with("a.pgn", "[White \"Šahović\"]\n\n1. e4 {é} *\n");
    let ran = dir.run("convert a.pgn --to bgn", 0);
    assert!(ran.stdout.is_ascii() && ran.stdout.contains("[White \"Sahovic\"]"));
    assert_eq!(ran.stderr, "pgn: a.pgn: lost 3 replaced-character (X002)\n");
}

#[test]
fn games_are_said_in_sentences() {
    let dir =
        Dir::with("a.pgn", "[White \"Tal, Mikhail\"]\n\n1. e4 (1. Nf3) 1... e5 1-0\n\n1. Nh3 *\n");
    let expected = "Game 1.\nWhite: Mikhail Tal.\nResult: White wins.\n\n1. White: pawn to e4.\n\
                    Variation A begins, depth 1, instead of move 1 of White.\n\
                    1. White: knight to f3.\n\
                    Variation A ends, back to the main line.\n1. Black: pawn to e5.\n\
                    White wins.\n\nGame 2.\n1. White: knight to h3.\nThe game has no result.\n\n";
    dir.run("convert a.pgn --to speech -j 3", 0).is(expected, "");
    dir.run("convert a.pgn --to speech --piece-language fr", 0)
        .stdout_has("1. White: cavalier to h3.\n");
    dir.run("convert a.pgn --to speech --piece-language Latin", 2).stderr_has("Czech, Danish");
    dir.run("convert a.pgn --to bgn --piece-language fr", 2).stderr_has("`speech`");
}

#[test]
fn parts_of_games_are_games() {
    let dir = Dir::new();
    let game = "[White \"w\"]\n[Result \"1-0\"]\n\n1. e4 {book} 1... e5 2. Nf3 (2. f4 exf4 \
        (2... d5)) 2... Nc6 3. Bb5 {here} 3... a6 4. Bxc6 dxc6 5. O-O 1-0\n\n";
    let moves = |line: &str| {
        let ran = dir.pgn().args(&format!("convert --to pgn {line}")).stdin(game).output();
        let games = ran.status(0).stdout;
        let is_moves = |line: &&str| !line.is_empty() && !line.starts_with('[');
        games.lines().filter(is_moves).map(str::to_owned).collect::<Vec<_>>().join("|")
    };
    let cases = [
        ("--plies ..3", "1. e4 {book} 1... e5 2. Nf3 (2. f4 exf4 (2... d5)) 1-0"),
        ("--plies 6..", "3... a6 4. Bxc6 dxc6 5. O-O 1-0"),
        ("--plies -2..", "4... dxc6 5. O-O 1-0"),
        ("--plies 2..4", "1... e5 2. Nf3 (2. f4 exf4 (2... d5)) 2... Nc6 1-0"),
        ("--plies 6..7 --quiet-plies 1", "3... a6 4. Bxc6 dxc6 5. O-O 1-0"),
        ("--plies 99..", "1-0"),
        ("--plies ..0", "1-0"),
        ("--from-comment her", "3... a6 4. Bxc6 dxc6 5. O-O 1-0"),
        ("--from-comment nowhere --omit checks,numbers --plies ..2", "e4 {book} e5 1-0"),
    ];
    for (line, expected) in cases {
        assert_eq!(moves(line), expected, "{line}");
    }
    let main_line = "1. e4 {book} 1... e5 2. Nf3 Nc6 3. Bb5 {here} 3... a6 4. Bxc6 dxc6 5. O-O 1-0";
    let first = "1. e4 {book} 1... e5 2. f4 exf4 *";
    let split = moves("--split-variations=1 --line-length 200");
    assert_eq!(split, format!("{main_line}|{first}"));
    let split = moves("--split-variations --line-length 200");
    assert_eq!(split, format!("{main_line}|{first}|1. e4 {{book}} 1... e5 2. f4 d5 *"));
    let line = "convert --to jsonl --plies 6..";
    let ran = dir.feed(line, game, 0);
    assert!(ran.stdout.contains("\"FEN\"") && ran.stdout.lines().count() == 1, "{}", ran.stdout);
}

#[test]
fn parts_that_make_no_sense_are_refused() {
    let dir = Dir::new();
    for line in [
        "--to uci --plies ..3",
        "--to jsonl --omit tags",
        "--to pgn --profile archival --line-length 20",
        "--to pgn --plies 0..2",
        "--to pgn --plies -3..2",
        "--to pgn --plies 3",
        "--to pgn --quiet-plies 3",
    ] {
        let ran = dir.feed(&format!("convert {line}"), "1. e4 *", 2);
        assert!(ran.stdout.is_empty() && !ran.stderr.is_empty(), "{line}");
    }
}

/// A line a game is the line of `pgn tree`, which looks for those of a position.
#[test]
fn opg_is_a_line_a_game() {
    let dir = Dir::new();
    let own =
        "[White \"Tal\"]\n[Result \"1-0\"]\n[Opening \"Mine\"]\n\n1. e4 {x} (1. d4) e5 1-0\n\n";
    let unknown = "[Variant \"Nobody's\"]\n\n1. Qe4 *\n";
    dir.file("a.pgn", games(50) + own);
    let by_tree = dir.run("tree -q --format opg a.pgn", 0).stdout;
    dir.run("convert a.pgn -o a.opg -j 2", 0).stderr_is("");
    let lines = String::from_utf8(dir.read("a.opg")).unwrap();
    assert_eq!(lines, by_tree);
    assert!(lines.ends_with("e4 e5\tTal - ?\t1-0\tMine\n"), "{lines}");
    assert_eq!(lines.matches('\n').count(), 51);
    let ran = dir.feed("convert --to opg -", unknown, 0);
    ran.stdout_is("Qe4\t? - ?\t*\t?\n").stderr_has("they are written unchanged");
}

/// An illegal move ends what can be checked, not the line (PGN-13-14).
#[test]
fn opg_has_the_words_of_moves_that_cannot_be_played() {
    let dir = Dir::new();
    let game = "1. e4 e5 2. Nf3 Ke4 $2 {c [x] d} (2... Nc6 3. Bb5) 3. Bc4! d6 foo 4. O-O 1-0\n";
    dir.file("a.pgn", game);
    let line = "e4 e5 Nf3 Ke4 Bc4 d6 O-O\t? - ?\t1-0\tC40\n";
    assert_eq!(dir.run("convert --to opg a.pgn", 0).stdout, line);
    // The rest is a comment of the written game, and still the rest.
    let clean = dir.pgn().args("fmt a.pgn").output().stdout;
    dir.feed("convert --to opg -", &clean, 0).stdout_is(line);
}

#[test]
fn cards_have_a_position_and_the_expected_moves() {
    let dir = Dir::with("a.pgn", "1. e4 {yes, \"best\"} e5 (1... c5) 2. Nf3 (2. f4) *\n");
    let white = dir.run("convert --to cards --side white a.pgn", 0);
    assert_eq!(
        white.stdout,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,e4,\n\
         rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2,Nf3 / f4,1. e4 e5\n"
    );
    let both = dir.run("convert --to cards a.pgn", 0);
    assert_eq!(both.stdout.lines().count(), 3);
    assert!(both.stdout.contains("KQkq e3 0 1,e5 / c5,1. e4\n"), "{}", both.stdout);
    dir.run("convert --to san --side white a.pgn", 2).stderr_has("only with `--to cards`");
}
