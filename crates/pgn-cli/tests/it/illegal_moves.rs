//! `--illegal-moves keep`: moves that stood although they were illegal are played, marked, and read
//! again, by every verb that plays moves.
//!
//! Decisions: D-33.

use crate::scratch::Dir;

const MOVES: [&str; 3] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ke2 d6 5. Ke1 Bg4 6. O-O Qd7 7. h3 *",
    "1. e4 e5 2. Qh5 Ke7 3. Qxe5+ d6 {a joke} 4. Qg5+ (4. a3) f6 5. Qxg7+ *",
    // The game ends where Black could capture the king.
    "1. f3 e5 2. g4 Qh4+ 3. a3 *",
];

fn games() -> String {
    let game =
        |(n, moves): (usize, &&str)| format!("[Event \"{n}\"]\n[Result \"*\"]\n\n{moves}\n\n");
    MOVES.iter().enumerate().map(game).collect()
}

#[test]
fn kept_moves_are_marked_and_read_again() {
    let dir = Dir::with("a.pgn", games());
    let ran = dir.run("fmt --illegal-moves keep a.pgn -o b.pgn", 0);
    ran.stderr_has("found 3 illegal-move (C001)");
    let once = dir.unpacked("b.pgn");
    for expected in [
        "6. O-O {Illegal move}",
        "d6 {a joke} {Illegal move}\n4. Qg5+ (4. a3+) 4... f6 5. Qxg7+ *",
        "3. a3 {Illegal move} *",
    ] {
        let (once, expected) = (once.replace('\n', " "), expected.replace('\n', " "));
        assert!(once.contains(&expected), "{once}");
    }
    dir.run("fmt -q --illegal-moves keep b.pgn", 0).stdout_is(&once);
    dir.run("fmt --profile lossless -q --illegal-moves keep b.pgn -o c.pgn", 0);
    // Without the option, and with `stop`, all is as it was.
    let stopped = dir.run("fmt -q a.pgn", 0).stdout;
    let in_a_line = stopped.replace('\n', " ");
    assert!(in_a_line.contains("{Unplayable: 6. O-O Qd7 7. h3}"), "{stopped}");
    dir.run("fmt -q --illegal-moves stop a.pgn", 0).stdout_is(stopped);
    dir.run("fmt --illegal-moves drop a.pgn", 2).stderr_has("invalid value 'drop'");
    let ran = dir.run("check --illegal-moves keep --format concise a.pgn", 1);
    ran.stdout_has("a.pgn:4:56: C001 illegal-move 6. O-O: White may no longer castle");
}

#[test]
fn every_verb_reads_the_whole_game() {
    let dir = Dir::with("a.pgn", games());
    let keep = |line: &str| dir.run(&format!("{line} --illegal-moves keep a.pgn"), 0);
    keep("filter --count --where plycount=13").stdout_is("1\n");
    dir.pgn()
        .list(&["filter", "--count", "--illegal-moves", "keep", "--where", "pieces 'Ph3'", "a.pgn"])
        .status(0)
        .stdout_is("1\n");
    for (line, expected) in [
        ("convert --to uci", "e2e4 e7e5 d1h5 e8e7 h5e5 d7d6 e5g5 f7f6 g5g7\n"),
        ("convert --to san", "Qxg7+"),
        ("convert --to epd", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3"),
        ("convert --to fen", " "),
        ("convert --to jsonl", "Illegal move"),
        ("convert --to text", "Illegal move"),
        ("convert --to html", "Illegal move"),
        ("convert --to bgn", "Illegal move"),
        ("convert --to speech", "Illegal move"),
        ("convert --to opg", " "),
        ("convert --to csv --table positions", "Illegal move"),
        ("convert --to csv --table games", "O-O Qd7 h3,"),
        ("stats", "Games"),
        ("stats --by ends", "Ends"),
        ("tree", "3 games"),
        ("show --game 3", "Black to move"),
        ("show --game 3 --ply 4", "White to move"),
        ("check --stats", "illegal-move"),
    ] {
        let status = i32::from(line.starts_with("check"));
        let ran = dir.run(&format!("{line} --illegal-moves keep a.pgn"), status);
        ran.stdout_has(expected);
    }
    // Castling without the right ends the game in a database of ChessBase.
    keep("convert -o x.cbh");
    let ran = dir.run("convert --to pgn x.cbh --illegal-moves keep", 2);
    ran.stderr_has("the moves end before them");
    // The binary form has no number for such a move.
    let ran = dir.run("convert -o x.pgc --comments drop --illegal-moves keep a.pgn", 2);
    ran.stderr_has("illegal move, or move whose ordinal is above 255 (B015)");
    keep("convert --to html --interactive -o page.html");
    dir.run("show --game 3 --illegal-moves keep a.pgn -o board.svg", 0);
    let ran = dir.feed("view --plain --illegal-moves keep --game 3 a.pgn", "end\nmoves\nquit\n", 0);
    ran.stdout_has("a3");
}

#[test]
fn databases_keep_them_too() {
    let dir = Dir::with("all.pgn", games());
    dir.run("filter -q --where event!=0 all.pgn -o a.pgn", 0);
    for (name, source) in [("b.si4", "all.pgn"), ("b.cbh", "a.pgn")] {
        dir.run(&format!("convert -q --illegal-moves keep {source} -o {name}"), 0);
        let uci = |file: &str| {
            dir.run(&format!("convert -q --to uci --illegal-moves keep {file}"), 0).stdout
        };
        assert_eq!(uci(name), uci(source), "{name}");
        let text = dir.run(&format!("fmt -q --illegal-moves keep {name}"), 0).stdout;
        let illegal_count = uci(source).lines().count();
        assert_eq!(text.matches("Illegal move}").count(), illegal_count, "{text}");
        dir.run(&format!("fmt {name}"), 2).stderr_has("bytes that are not a legal move");
    }
}

#[test]
fn an_index_is_not_used() {
    let dir = Dir::with("a.pgn", games());
    dir.run("index -q a.pgn", 0);
    let line = "filter -v --count --where plycount=13 a.pgn --illegal-moves";
    dir.run(&format!("{line} stop"), 1).stdout_is("0\n");
    let ran = dir.run(&format!("{line} keep"), 0);
    ran.stdout_is("1\n").stderr_has("the index is not used: it has no moves after an illegal one");
}
