//! `pgn classify`: tags from positions, everything else unchanged, and the output of `--check`.
//!
//! Standard: §9.3, §9.4. Decisions: D-33, D-52.

use pgn_db::source::Compression;

use crate::scratch::{Dir, Ran, games, pack};

fn classify(line: &str, text: &[u8]) -> Ran {
    let dir = Dir::new();
    dir.pgn().args("classify").args(line).stdin(text).output()
}

#[test]
fn openings_are_named() {
    let cases = [
        // In export form the new tags are in order, and two orders of moves are one opening.
        (
            "",
            "[White \"a\"]\n[WhiteElo \"2000\"]\n\n1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 {x} *\n",
            "[White \"a\"]\n[ECO \"B90\"]\n[Opening \"Sicilian Defense\"]\n\
             [Variation \"Najdorf Variation\"]\n[WhiteElo \"2000\"]\n\n\
             1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 {x} *\n",
        ),
        // Otherwise they come last; old ones are corrected or removed.
        (
            "",
            "[WhiteElo \"1\"]\r\n[ECO \"C00\"]\r\n[NIC \"x\"]\r\n[SubVariation \"x\"]\r\n\r\n1.e4  e5 *",
            "[WhiteElo \"1\"]\r\n[ECO \"C20\"]\r\n[NIC \"x\"]\r\n[Opening \"King's Pawn Game\"]\r\n\r\n1.e4  e5 *",
        ),
        // A code with more detail stays.
        ("--tags eco", "[ECO \"B20/07\"]\n\n1. e4 c5 *\n", "[ECO \"B20/07\"]\n\n1. e4 c5 *\n"),
        ("--tags eco", "[ECO \"b20\"]\n\n1. e4 c5 *\n", "[ECO \"B20\"]\n\n1. e4 c5 *\n"),
        (
            "--only-missing --tags eco,opening",
            "[ECO \"A00\"]\n[Opening \"?\"]\n\n1. e4 c5 *\n",
            "[ECO \"A00\"]\n[Opening \"Sicilian Defense\"]\n\n1. e4 c5 *\n",
        ),
        ("--skip-tagged", "[ECO \"A00\"]\n\n1. e4 c5 *\n", "[ECO \"A00\"]\n\n1. e4 c5 *\n"),
        ("--tags eco", "1. e4 c5 *\n", "[ECO \"B20\"]\n\n1. e4 c5 *\n"),
        // Games without an opening stay unchanged.
        ("", "[Variant \"Atomic\"]\n\n1. e4 *\n", "[Variant \"Atomic\"]\n\n1. e4 *\n"),
        ("", "[White \"x\"]\n\n*\n", "[White \"x\"]\n\n*\n"),
        // As far as the moves go.
        (
            "--tags eco",
            "[White \"x\"]\n\n1. e4 c5 2. Ke8 *\n",
            "[White \"x\"]\n[ECO \"B20\"]\n\n1. e4 c5 2. Ke8 *\n",
        ),
        (
            "--where White=\"x\" --tags eco",
            "[White \"x\"]\n\n1. e4 *\n\n[White \"y\"]\n\n1. e4 *\n",
            "[White \"x\"]\n[ECO \"B00\"]\n\n1. e4 *\n\n[White \"y\"]\n\n1. e4 *\n",
        ),
    ];
    for (line, text, expected) in cases {
        classify(line, text.as_bytes()).status(0).stdout_is(expected);
    }
}

#[test]
fn names_are_written_in_the_encoding_of_the_game() {
    let dir = Dir::new();
    let moves = "1. d4 Nf6 2. c4 g6 3. Nc3 d5 *";
    for (comment, name) in [
        (&b"\xe4"[..], &b"Gr\xfcnfeld Defense"[..]),
        ("ä".as_bytes(), "Grünfeld Defense".as_bytes()),
        (b"a", "Grünfeld Defense".as_bytes()),
    ] {
        let text = [b"[White \"x\"]\n\n", moves.as_bytes(), b" {", comment, b"}\n"].concat();
        dir.file("games.pgn", text);
        dir.run("classify -q --tags opening -w games.pgn", 0);
        let written = dir.read("games.pgn");
        let expected = [b"[Opening \"", name, b"\"]"].concat();
        assert!(written.windows(expected.len()).any(|it| it == expected), "{comment:?}");
    }
}

#[test]
fn what_is_not_named_is_counted() {
    let text =
        "1. e4 *\n\n1. e4 c5 2. Ke8 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[White \"x\"]\n\n*\n";
    let ran = classify("", text.as_bytes()).status(0);
    for said in [
        "2 games with an opening",
        "1 game from another start position, or of a variant",
        "1 game without a known opening",
        "1 game with an illegal move",
    ] {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    assert_eq!(classify("-q", text.as_bytes()).status(0).stderr, "");
}

#[test]
fn naming_again_changes_nothing_and_threads_show_nowhere() {
    let dir = Dir::with("games.pgn", games(500));
    dir.run("classify -q -j 1 games.pgn -o one.pgn", 0);
    dir.run("classify -q -j 3 games.pgn -o three.pgn", 0);
    assert!(dir.read("one.pgn") == dir.read("three.pgn"));
    assert!(dir.read("one.pgn").len() > dir.read("games.pgn").len());
    dir.run("classify -q one.pgn -o again.pgn", 0);
    assert!(dir.read("again.pgn") == dir.read("one.pgn"));
    let text = String::from_utf8(dir.read("one.pgn")).unwrap();
    let is_ours = |line: &&str| {
        !["[ECO ", "[Opening ", "[Variation ", "[SubVariation "]
            .iter()
            .any(|tag| line.starts_with(tag))
    };
    let rest: String = text.split_inclusive('\n').filter(is_ours).collect();
    assert!(rest.as_bytes() == dir.read("games.pgn"));
}

#[test]
fn a_check_tells_tags_that_say_something_else() {
    let text = "[ECO \"C20\"]\n[Opening \"King's Pawn Game\"]\n\n1. e4 e5 *\n\n\
                [ECO \"B20\"]\n[Opening \"x\"]\n[Variation \"y\"]\n\n1. e4 e5 *\n\n\
                [ECO \"?\"]\n\n1. e4 *\n\n1. d4 *\n\n[ECO \"C20/03\"]\n\n1. e4 e5 *\n";
    let ran = classify("--check", text.as_bytes()).status(1);
    ran.stdout_is("<stdin>:6:1: game 2: ECO is \"B20\", but the moves give \"C20\" (King's Pawn Game)\n\
         <stdin>:6:1: game 2: Opening is \"x\", but the moves give \"King's Pawn Game\" (King's Pawn Game)\n\
         <stdin>:6:1: game 2: Variation is \"y\", but the moves give none (King's Pawn Game)\n");
    let ran = classify("--check --tags eco", text.as_bytes()).status(1);
    assert_eq!(ran.stdout.lines().count(), 1);
    classify("--check --tags eco", b"[ECO \"C20\"]\n\n1. e4 e5 *\n").status(0);
    let dir = Dir::new();
    let pgn = dir.pgn().args("classify --check --where").arg("ECO = \"C20\"").stdin(text);
    assert_eq!(pgn.status(0).stdout, "");
}

#[test]
fn a_table_may_be_ones_own() {
    let dir = Dir::with("table.tsv", "eco\tname\tpgn\nB00\tMy Opening: Mine\t1. e4\n");
    dir.file("wrong.tsv", "B0\tx\t1. e4\nB00\ty\t1. e5\n");
    let text = "[White \"x\"]\n\n1. e4 c5 *\n";
    let run = |line: &str| dir.pgn().args("classify").args(line).stdin(text).output();
    let named = run("--opening-table table.tsv").status(0).stdout;
    assert!(
        named.contains("[ECO \"B00\"]\n[Opening \"My Opening\"]\n[Variation \"Mine\"]"),
        "{named}"
    );
    let refused = run("--opening-table wrong.tsv").status(2);
    refused.stdout_is("").stderr_has("line 1, column 1: expected a code");
    refused.stderr_has("wrong.tsv: line 2, column 10: expected a move");
    run("--opening-table nowhere.tsv").status(2);
    dir.file("table.tsv.zst", pack(Compression::Zstd, dir.read("table.tsv")));
    assert_eq!(run("--opening-table table.tsv.zst").status(0).stdout, named);
    dir.file("many.tsv", "x\ty\n".repeat(60));
    let refused = run("--opening-table many.tsv").status(2);
    assert_eq!(refused.stderr.lines().count(), 10, "{}", refused.stderr);
    let twice: String = (0..40).map(|n| format!("B00\tName {n}\t1. e4\n")).collect();
    dir.file("twice.tsv", &twice);
    let named = run("--opening-table twice.tsv").status(0);
    named.stdout_has("[Opening \"Name 39\"]");
    named.stderr_has("twice.tsv: moves with two names: 29 more");
    run("--tags eco,nic").status(2);
    run("--skip-tagged --only-missing").status(2);
}
