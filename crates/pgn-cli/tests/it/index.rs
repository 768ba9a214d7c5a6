//! `pgn index`: building, adding, asking whether it fits, trouble.
//!
//! Owns: the verb from outside. Knows nothing of: the format.
//! Standard: none.
//! Start at [`an_index_is_built_and_then_left_alone`].

use std::fs;
use std::io::Write as _;

use pgn_db::source::Compression;

use crate::scratch::{Dir, games, pack};

const SIDE: &str = "a.pgn.pgnidx";

#[test]
fn an_index_is_built_and_then_left_alone() {
    let dir = Dir::new();
    dir.file("a.pgn", "1. e4 e5 *\n\n1. d4 Ke4 *\n\n1. c4 *\n");
    let ran = dir.pgn().args("index a.pgn").output().status(0);
    let said = "pgn: a.pgn: 3 games indexed\n\
        pgn: a.pgn: 1 game whose moves cannot be played: not found by position\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", said));
    let before = dir.read(SIDE);
    let ran = dir.pgn().args("index -v a.pgn").output().status(0);
    assert_eq!(ran.stderr, "pgn: a.pgn: the index fits\n");
    assert!(dir.read(SIDE) == before);
    let ran = dir.pgn().args("index --anew a.pgn").output().status(0);
    assert_eq!(ran.stderr, said);
    assert_eq!(dir.names(), ["a.pgn", SIDE]);
    let ran = dir.pgn().args("index --stats a.pgn").output().status(0);
    let rows = [
        "a.pgn",
        "  games           3",
        "  not by position 1",
        "  positions       5",
        "  parts           1",
        "  games are read  at their place in the file",
        "  text            0.0 kB",
        "  index           16.4 kB\n",
    ];
    let expected = rows.join("\n");
    assert_eq!(ran.stdout, expected);
}

#[test]
fn what_is_new_is_added() {
    let dir = Dir::new();
    let path = dir.file("a.pgn", "1. e4 e5 *\n\n1. d4 *\n");
    dir.pgn().args("index a.pgn").output().status(0);
    let add = |text: &str| {
        let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    };
    add("\n1. c4 *\n\n1. f4 *\n");
    let ran = dir.pgn().args("index --check a.pgn").output().status(1);
    let said = "a.pgn: the index is of no use: the file has grown since it was indexed\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", said));
    let ran = dir.pgn().args("index a.pgn").output().status(0);
    assert_eq!(ran.stderr, "pgn: a.pgn: 2 games added to the index\n");
    dir.pgn().args("index --verify a.pgn").output().status(0);
    dir.file("a.pgn", "1. Nf3 *\n");
    let ran = dir.pgn().args("index a.pgn").output().status(0);
    let said = "pgn: a.pgn: the index is built anew: the file is shorter than when it was indexed\n\
        pgn: a.pgn: 1 game indexed\n";
    assert_eq!(ran.stderr, said);
}

#[test]
fn folders_have_an_index_for_each_file() {
    let dir = Dir::new();
    dir.file("games/a.pgn", "1. e4 *\n");
    dir.file("games/sub/b.pgn.gz", pack(Compression::Gzip, "1. d4 *\n\n1. c4 *\n"));
    let ran = dir.pgn().args("index games").output().status(0);
    let said = "pgn: games/a.pgn: 1 game indexed\n\
        pgn: games/sub/b.pgn.gz: 2 games indexed\n\
        pgn: games/sub/b.pgn.gz: a game is reached by unpacking from the start of the file\n";
    assert_eq!(ran.stderr, said);
    let ran = dir.pgn().args("index --check games").output().status(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
    dir.pgn().args("index --remove games").output().status(0);
    let ran = dir.pgn().args("index --check games").output().status(1);
    assert_eq!(ran.stderr, "games/a.pgn: no index\ngames/sub/b.pgn.gz: no index\n");
    dir.pgn().args("index --remove games").output().status(0);
}

#[test]
fn damage_is_told_and_mended() {
    let dir = Dir::new();
    dir.file("a.pgn", games(200));
    dir.pgn().args("index a.pgn").output().status(0);
    let whole = dir.read(SIDE);
    let mut other = whole.clone();
    other[5000] ^= 4;
    dir.file(SIDE, &other);
    let ran = dir.pgn().args("index --verify a.pgn").output().status(1);
    let said = "a.pgn: the index is of no use: a.pgn.pgnidx: page 1 is damaged (`pgn index` on the \
        file beside it builds it anew)\n";
    assert_eq!(ran.stderr, said);
    dir.pgn().args("index --anew a.pgn").output().status(0);
    assert!(dir.read(SIDE) == whole);
    other = whole.clone();
    other[8] = 200;
    dir.file(SIDE, &other);
    let ran = dir.pgn().args("index --check a.pgn").output().status(1);
    let said = "a.pgn: the index is of no use: it is of version 200 of the format, not 1\n";
    assert_eq!(ran.stderr, said);
    dir.file(SIDE, "what is this");
    let ran = dir.pgn().args("index a.pgn").output().status(0);
    assert!(ran.stderr.contains("is built anew: a.pgn.pgnidx: is not an index"), "{}", ran.stderr);
    assert!(dir.read(SIDE) == whole);
}

#[test]
fn what_cannot_be_indexed_is_refused() {
    let dir = Dir::new();
    let ran = dir.pgn().args("index").stdin("1. e4 *\n").output().status(2);
    let said = "pgn: <stdin>: cannot have an index (save it in a file)\n";
    assert_eq!(ran.stderr, said);
    dir.file("page.pgn", "<html><body>\n<p>no games\n</body></html>\n");
    dir.file("a.pgn", "1. e4 *\n");
    let ran = dir.pgn().args("index page.pgn missing.pgn a.pgn").output().status(2);
    assert!(ran.stderr.contains("page.pgn: no games, this is not PGN"), "{}", ran.stderr);
    assert!(ran.stderr.contains("missing.pgn: no such file"), "{}", ran.stderr);
    assert!(ran.stderr.contains("a.pgn: 1 game indexed"), "{}", ran.stderr);
    assert_eq!(dir.names(), ["a.pgn", SIDE, "page.pgn"]);
    let packed = pack(Compression::Gzip, games(500));
    dir.file("b.pgn.gz", &packed[..packed.len() / 2]);
    dir.pgn().args("index b.pgn.gz").output().status(2);
    assert_eq!(dir.names(), ["a.pgn", SIDE, "b.pgn.gz", "page.pgn"]);
    dir.pgn().args("index --check --remove a.pgn").output().status(2);
}

#[test]
fn memory_and_threads_make_no_difference() {
    let dir = Dir::new();
    dir.file("a.pgn", games(3000));
    dir.pgn().args("index -j1 --memory 32M a.pgn").output().status(0);
    let one = dir.read(SIDE);
    dir.pgn().args("index -j3 --memory 1G --anew a.pgn").output().status(0);
    assert!(dir.read(SIDE) == one);
}
