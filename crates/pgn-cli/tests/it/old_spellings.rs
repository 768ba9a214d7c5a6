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
        ("fmt --lang-in German a.pgn", "fmt --moves-language German a.pgn", 0),
        ("cat --language en a.pgn", "cat --comment-language en a.pgn", 0),
        ("convert --to san --pieces fr a.pgn", "convert --to san --piece-language fr a.pgn", 0),
        ("view --plain --pieces frx a.pgn", "view --plain --piece-language frx a.pgn", 2),
        ("view --rival x a.pgn", "view --engine2 x a.pgn", 2),
        ("names report --sure a.pgn", "names report --certain-only a.pgn", 0),
        ("annotate --redo a.pgn", "annotate --reevaluate a.pgn", 2),
        ("perft --depth 2 --divide", "perft --depth 2 --per-move", 0),
        ("epd backsolve --keep-own a.epd", "epd backsolve --include-own-score a.epd", 0),
        ("epd check a.epd", "check --from epd a.epd", 0),
        ("epd -q --variant Atomic check a.epd", "check -q --from epd --variant Atomic a.epd", 0),
        ("epd fmt --positive-for-white a.epd", "fmt --from epd --positive-for-white a.epd", 0),
        ("epd fmt a.epd -o out.epd", "fmt --from epd a.epd -o out.epd", 0),
        ("--color never import bgn a.txt", "--color never fmt --from bgn a.txt", 0),
        ("import bgn a.txt", "convert --from bgn a.txt --to pgn", 0),
        ("help epd fmt", "help fmt", 0),
        ("epd check --help", "check --help", 0),
    ] {
        let dir = Dir::with("a.pgn", GAMES);
        dir.file("tal.query", "White = \"Tal\"\n");
        dir.file("eco.tsv", "A00\tMine\t1. e4 e5\n");
        let record = "rnbqkbnr/pppp1ppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R w KQkq - bm Nxd7; ce 5";
        dir.file("a.epd", format!("{record}\n"));
        dir.file("a.txt", "Dear friend,\n1 e4 e5\n1-0\n");
        dir.run("index -q a.pgn", 0);
        let (before, after) = (dir.run(old, status), dir.run(new, status));
        after.is(&before.stdout, &before.stderr);
        let is_silent = after.stdout.is_empty() && after.stderr.is_empty();
        assert!(!is_silent || dir.at("out.epd").exists(), "{new}");
    }
}
