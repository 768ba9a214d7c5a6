//! Records of positions (EPD, FEN) as collections: `cat`, `filter`, `sort`, `dedupe` and `split`.
//!
//! Standard: §16.2. Decisions: D-09, D-38, D-47.

use crate::scratch::{Dir, games};

const KP: &str = "4k3/8/8/8/8/8/4P3/4K3";

/// Six records, a line that cannot be read, a remark and an empty line; the last line has no end.
fn suite() -> String {
    [
        "# ends\r\n",
        &format!("{KP} w - - bm Kf2; id \"kp 10\"; acd 9;\r\n"),
        "\r\n",
        &format!("{KP} w - - id \"kp 2\"; acd 10; ce -30;   \n"),
        "not a position\n",
        "8/8/8/8/8/8/8/8 w - - id \"empty\"; ce -5;\n",
        &format!("{KP} b - - id \"x\"; ce 120\n"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9",
    ]
    .concat()
}

/// Some lines of the suite, by number.
fn lines(numbers: &[usize]) -> String {
    let suite = suite() + "\n";
    let all: Vec<&str> = suite.split_inclusive('\n').collect();
    numbers.iter().map(|n| all[n - 1]).collect()
}

/// A table of commands and the lines of the suite that they write.
#[test]
fn lines_are_moved_unchanged() {
    let dir = Dir::with("suite.epd", suite());
    dir.file("some.epd", format!("# two\n{}{}", lines(&[2]), lines(&[9])));
    let cases: &[(&[&str], &[usize])] = &[
        (&["cat"], &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (&["cat", "--games", "2..3"], &[4, 5]),
        (&["filter"], &[2, 4, 5, 6, 7, 8, 9]),
        (&["filter", "--where", "id ~ 'kp'"], &[2, 4]),
        (&["filter", "--where", "ce < 0 or acd = 9"], &[2, 4, 6]),
        (&["filter", "--where", "bm = 'Kf2'"], &[2]),
        (&["filter", "--where", "material 'KPk'"], &[2, 4, 7]),
        (&["filter", "--where", "pieces 'black to move'"], &[7]),
        (&["filter", "--where", "position in @some.epd"], &[2, 4, 8, 9]),
        (&["filter", "--where", "id ~ 'kp'", "--invert"], &[5, 6, 7, 8, 9]),
        (&["filter", "--games", "!2..6"], &[2, 9]),
        (&["filter", "--sample", "99"], &[2, 4, 5, 6, 7, 8, 9]),
        (&["sort", "--by", "-ce"], &[7, 6, 4, 2, 5, 8, 9, 1]),
        (&["sort", "--by", "acd"], &[5, 6, 7, 8, 9, 2, 4, 1]),
        (&["sort"], &[7, 2, 4, 8, 9, 5, 6, 1]),
        (&["dedupe"], &[1, 2, 3, 5, 6, 7, 8]),
        (&["dedupe", "--which", "copies"], &[4, 9]),
        (&["dedupe", "--by", "exact"], &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (&["dedupe", "--against", "suite.epd"], &[1, 3, 5]),
    ];
    for (arguments, expected) in cases {
        for file in ["suite.epd", "-"] {
            let mut list = [arguments, &[file][..]].concat();
            if file == "-" {
                list.extend(["--from", "epd"]);
            }
            let ran = dir.pgn().list(&list).stdin(suite()).output().status(0);
            assert_eq!(ran.stdout, lines(expected), "{arguments:?} {file}");
        }
    }
}

#[test]
fn packed_files_and_folders_are_read() {
    let dir = Dir::with("suites/a.epd", suite());
    let run = |files: &str| dir.run(&format!("filter --count {files}"), 0).stdout;
    dir.run("cat -q suites -o suites/b.epd.zst", 0);
    dir.run("cat -q suites/a.epd -o c.epd.gz", 0);
    assert_eq!((run("suites"), run("suites/b.epd.zst c.epd.gz")), ("14\n".into(), "14\n".into()));
    let utf16: Vec<u8> =
        format!("\u{feff}{}", suite()).encode_utf16().flat_map(u16::to_le_bytes).collect();
    dir.file("u.epd", utf16);
    dir.file("bom.epd", format!("\u{feff}{}", suite()));
    for file in ["u.epd", "bom.epd"] {
        let ran = dir.run(&format!("cat {file}"), 0);
        assert_eq!(ran.stdout, suite() + "\n", "{file}");
    }
    dir.file("latin.epd", [KP.as_bytes(), b" w - - id \"M\xfcller\";\r\n"].concat());
    let text = format!("{KP} w - - id \"M\u{fc}ller\";\r\n");
    dir.run("filter --where id~'M\u{fc}ller' latin.epd", 0).stdout_is(&text);
    dir.run("cat --output-encoding same latin.epd -o same.epd", 0);
    assert_eq!(dir.read("same.epd"), dir.read("latin.epd"));
}

#[test]
fn unreadable_lines_are_reported_and_kept() {
    let dir = Dir::with("suite.epd", suite());
    let ran = dir.run("filter suite.epd --where acd>0 -o some.epd --rejects rest.epd", 0);
    ran.stderr_is(
        "pgn: suite.epd:5:2: F001 bad-fen: FEN that cannot be read\n\
         pgn: suite.epd: found 1 bad-fen (F001)\n\
         pgn: suite.epd: 1 line without a record left out\n",
    );
    assert_eq!(dir.read("some.epd"), lines(&[2, 4]).as_bytes());
    assert_eq!(dir.read("rest.epd"), lines(&[5, 6, 7, 8, 9]).as_bytes());
    let ran = dir.run("filter suite.epd --where fen~'w' --count", 0).stdout;
    assert_eq!(ran, "4\n");
    dir.file("bad.epd", "x\n".repeat(30));
    let ran = dir.run("cat bad.epd", 0);
    assert_eq!(ran.stderr.lines().count(), 9, "eight lines and their number: {}", ran.stderr);
    ran.stderr_has("found 30 bad-fen (F001)");
}

#[test]
fn duplicates_are_reported_and_merged() {
    let dir = Dir::with("suite.epd", suite());
    let ran = dir.run("dedupe suite.epd --merge --report r.txt", 0);
    ran.stderr_has("7 records, 2 copies of 2 records: 2 with the same position");
    let merged = format!("{KP} w - - acd 9; bm Kf2; ce -30; id \"kp 10\";\r\n");
    let expected = lines(&[1]) + &merged + &lines(&[3, 5, 6, 7, 8]);
    assert_eq!(ran.stdout, expected);
    let report = String::from_utf8(dir.read("r.txt")).unwrap();
    for expected in [
        "  kept  suite.epd:2: record 1\n  copy  suite.epd:4: record 2\n        same position\n",
        "gave ce\n        acd: `9` stays, not `10`\n        id: `kp 10` stays, not `kp 2`\n",
    ] {
        assert!(report.contains(expected), "{report}");
    }
    // The record with the most operations is kept; a FEN stays a FEN.
    let fens = format!("{KP} w - - 0 1\n{KP} w - - 7 9 id \"a\"; bm Kf2;\n");
    dir.file("a.fen", &fens);
    dir.run("dedupe -q a.fen", 0).stdout_is(fens.split_inclusive('\n').nth(1).unwrap());
    // A capture en passant that is not possible makes no other position.
    let pawn = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    dir.file("e.epd", format!("{pawn} e3 id \"a\";\n{pawn} - id \"b\";\n"));
    dir.run("dedupe -q e.epd", 0).stdout_is(format!("{pawn} e3 id \"a\";\n"));
}

#[test]
fn parts_have_the_extension_of_the_input() {
    let dir = Dir::with("suite.epd", suite());
    dir.run("split --size 4 suite.epd -o parts", 0).stderr_has("7 records in 2 files");
    assert_eq!(dir.read("parts/suite-001.epd"), lines(&[2, 4, 5, 6]).as_bytes());
    assert_eq!(dir.read("parts/suite-002.epd"), lines(&[7, 8, 9]).as_bytes());
    dir.run("split -q --by id:2 suite.epd -o by", 0);
    assert_eq!(dir.read("by/kp.epd"), lines(&[2, 4]).as_bytes());
    assert_eq!(dir.read("by/Unknown.epd"), lines(&[5, 8, 9]).as_bytes());
    dir.file("a.fen", format!("{KP} w - - 0 1\n"));
    dir.run("split -q --max-games 1 a.fen -o fens", 0);
    assert_eq!(dir.read("fens/a-001.fen"), format!("{KP} w - - 0 1\n").as_bytes());
}

#[test]
fn games_and_records_are_not_mixed() {
    let dir = Dir::with("suite.epd", suite());
    dir.file("games.pgn", games(2));
    for verb in ["cat", "filter", "sort", "dedupe", "split --size 1"] {
        let ran = dir.run(&format!("{verb} suite.epd games.pgn"), 2);
        ran.stderr_has("games and records of positions cannot be in one output");
        ran.stderr_has("`--from pgn` or `--from epd`");
    }
    // A folder with both is read for its games.
    let ran = dir.run("filter --count .", 0);
    ran.stdout_is("2\n")
        .stderr_has("files of positions are left out; `--from epd` reads only those");
    dir.run("filter -q --count --from epd .", 0).stdout_is("7\n");
    let cases = [
        ("filter suite.epd --mark x", "--mark: makes sense only for games"),
        ("filter suite.epd --where fault=F001", "fault: makes sense only for games"),
        ("dedupe suite.epd --same-setup", "--same-setup: makes sense only for games"),
        ("dedupe suite.epd --fuzzy-depth 3", "--fuzzy-depth: makes sense only for games"),
        ("filter suite.epd -o x.pgn", "x.pgn: this command does not write .pgn files"),
        ("filter suite.epd --rejects x.pgn", "x.pgn: this command does not write .pgn files"),
        ("sort games.pgn -o x.epd", "x.epd: this command does not write .epd files"),
        ("sort . -o x.epd", "x.epd: this command does not write .epd files"),
        ("filter games.pgn --variant atomic", "--variant: makes sense only for records"),
        ("filter games.pgn --where acd>3", "unknown word `acd`"),
        ("sort suite.epd --by id!", "unknown word `id!`"),
        ("cat suite.epd --games 20", "record 20: not found, there are only 7"),
    ];
    for (line, expected) in cases {
        dir.run(line, 2).stderr_has(expected);
    }
    dir.run("filter suite.epd --where ib=3", 1)
        .stderr_has("no record that was read has the opcode `ib`");
    dir.run("sort --check suite.epd", 1)
        .stderr_has("record 5 should come before record 4: startfen");
}
