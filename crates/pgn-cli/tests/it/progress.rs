//! Lines of progress where standard error is not a terminal.
//!
//! Owns: which verbs print them. Knows nothing of: what they say.
//! Start at [`long_verbs_print_lines_with_verbose`].

use crate::scratch::{Cmd, Dir, games};

/// Standard input stays open until the line is there, so nothing depends on how fast anyone is.
#[test]
fn long_verbs_print_lines_with_verbose() {
    let verbs = [
        "check",
        "filter --where year=1",
        "dedupe",
        "sort",
        "sort --check",
        "stats",
        "tree",
        "fmt",
        "convert --to jsonl",
        "convert --to csv",
        "merge",
        "names report",
        "cat",
        "split --by white -o out",
        "classify",
        "classify --check",
        "tag --set Event=x",
        "epd check",
        "epd fmt",
        "archive out",
        "import text",
        "stats --standings",
        "tree --format opg",
        "annotate --commands standard",
    ];
    let dir = Dir::new();
    for verb in verbs {
        let pgn = dir.pgn().args(verb).args("-v").env("PGN_PROGRESS_SECONDS", "0.001");
        pgn.wait_for(&games(3), " MB");
    }
}

#[test]
fn short_work_and_work_without_verbose_print_none() {
    let dir = Dir::with("a.pgn", games(3));
    let check = |pgn: Cmd| {
        let said = pgn.status(0).stderr;
        assert!(!said.contains(" MB"), "{said}");
    };
    check(dir.pgn().args("check -v a.pgn"));
    let fast = |line: &str| dir.pgn().args(line).env("PGN_PROGRESS_SECONDS", "0.001");
    check(fast("check a.pgn"));
    check(fast("check -v --progress never a.pgn"));
}
