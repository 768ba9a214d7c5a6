//! Spellings of an earlier version that still work, unlisted.

use crate::scratch::Dir;

const GAMES: &str = "[White \"Tal\"]\n\n1. e4 e5 *\n\n[White \"Petrosian\"]\n\n1. c4 *\n\n";

#[test]
fn old_flags_do_what_their_successors_do() {
    for (old, new, status) in [
        ("fmt -n a.pgn", "fmt --check a.pgn", 1),
        ("fmt --dry-run a.pgn", "fmt --check a.pgn", 1),
        ("tag -n --set Round=2 a.pgn", "tag --check --set Round=2 a.pgn", 1),
        ("filter --where-file tal.query a.pgn", "filter --where @tal.query a.pgn", 0),
        ("classify --table eco.tsv a.pgn", "classify --opening-table eco.tsv a.pgn", 0),
        ("archive -n new a.pgn --tree day", "archive -n new a.pgn --by-period day", 0),
        ("index --stats a.pgn", "index --contents a.pgn", 0),
    ] {
        let dir = Dir::with("a.pgn", GAMES);
        dir.file("tal.query", "White = \"Tal\"\n");
        dir.file("eco.tsv", "A00\tMine\t1. e4 e5\n");
        dir.run("index -q a.pgn", 0);
        let (before, after) = (dir.run(old, status), dir.run(new, status));
        after.is(&before.stdout, &before.stderr);
        assert!(!after.stdout.is_empty() || !after.stderr.is_empty(), "{new}");
    }
}
