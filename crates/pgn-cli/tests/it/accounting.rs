//! Games in are games out and rejects, for every verb that writes games.
//!
//! Owns: counting what goes in and what comes out. Knows nothing of: what a verb is for.
//! Standard: none.
//! Start at [`every_verb_accounts_for_its_games`].
//!
//! What goes in is counted by others: by the tables beside our files, and by the manifest of the
//! shared corpus with the exceptions that `docs/corpus-counts.tsv` explains. What comes out is
//! counted by its lines `[Event "`, which every game has that `pgn fmt` has written.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::scratch::Dir;

/// A verb over the files in `in`, and where its games go: standard output, or these.
struct Line {
    verb: &'static str,
    /// Files and folders that it makes, rejects among them; nothing for standard output.
    makes: &'static [&'static str],
}

const fn line(verb: &'static str, makes: &'static [&'static str]) -> Line {
    Line { verb, makes }
}

/// Every verb that writes games, each so that all of its ways out are used.
const LINES: &[Line] = &[
    line("fmt in", &[]),
    line("fmt in -o out.pgn --profile lossless", &["out.pgn"]),
    line("convert --to pgn in", &[]),
    line("convert --to pgn --plies ..20 in", &[]),
    line("sort in -o out.pgn", &["out.pgn"]),
    line("sort --by -elo --memory 0 in -o out.pgn", &["out.pgn"]),
    line("cat in -o out.pgn", &["out.pgn"]),
    line("cat --games 3..40,50.. in -o out.pgn --rejects rest.pgn", &["out.pgn", "rest.pgn"]),
    line("filter --where plycount>40 in -o out.pgn --rejects rest.pgn", &["out.pgn", "rest.pgn"]),
    line(
        "filter --where elo>0 --invert in -o out.pgn --rejects rest.pgn",
        &["out.pgn", "rest.pgn"],
    ),
    line(
        "filter --limit 9 --where plycount>4 in -o out.pgn --rejects rest.pgn",
        &["out.pgn", "rest.pgn"],
    ),
    line("dedupe in -o out.pgn --rejects rest.pgn", &["out.pgn", "rest.pgn"]),
    line("dedupe --by moves --merge in -o out.pgn --rejects rest.pgn", &["out.pgn", "rest.pgn"]),
    line("dedupe --by exact --memory 0 in -o out.pgn --rejects rest.pgn", &["out.pgn", "rest.pgn"]),
    line("merge in -o out.pgn --rejects rest.pgn", &["out.pgn", "rest.pgn"]),
    line("classify -w in", &["in"]),
    line("classify in -o out.pgn", &["out.pgn"]),
    line("tag -w --set Round={number} in", &["in"]),
    line("tag --set Round={number} in -o out.pgn", &["out.pgn"]),
    line("annotate -w --strip nags in", &["in"]),
    line("annotate --strip comments,variations in -o out.pgn", &["out.pgn"]),
    line("split --games 7 in -o out", &["out"]),
    line("split --by year in -o out", &["out"]),
    line("split --by eco:2 --sort in -o out", &["out"]),
];

/// Verbs that leave out what `--where` does not select: what they write for an expression and for
/// its opposite are all games.
const SELECTING: &[Line] = &[
    line("convert --to pgn in -o out.pgn", &["out.pgn"]),
    line("sort in -o out.pgn", &["out.pgn"]),
    line("dedupe in -o out.pgn --rejects rest.pgn", &["out.pgn", "rest.pgn"]),
    line("dedupe --merge in -o out.pgn --rejects rest.pgn", &["out.pgn", "rest.pgn"]),
    line("merge in -o out.pgn --rejects rest.pgn", &["out.pgn", "rest.pgn"]),
    line("split --games 7 in -o out", &["out"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The cells of a table, line by line, without its heading.
fn table(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap();
    let is_row = |line: &&str| !line.starts_with('%') && !line.starts_with("file\t");
    let cells = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().filter(is_row).map(cells).collect()
}

/// Our own files, each with the number of its games.
fn own_files() -> Vec<(PathBuf, u64)> {
    let corpus = root().join("corpus");
    let mut files = Vec::new();
    for folder in ["generated", "wild"] {
        for row in table(&corpus.join(folder).join("EXPECT.tsv")) {
            // Where both numbers are sound, or none matters, nothing can be asserted.
            if let Ok(n_games) = row[1].parse() {
                files.push((corpus.join(folder).join(&row[0]), n_games));
            }
        }
    }
    for entry in fs::read_dir(corpus.join("classic")).unwrap() {
        files.push((entry.unwrap().path(), 1));
    }
    files
}

/// Small files of the shared corpus; `None` where it is not there.
fn shared_files() -> Option<Vec<(PathBuf, u64)>> {
    const BYTES_MAX: u64 = 15_000;
    let corpus = root().join("../shared/corpus");
    let manifest = corpus.join("MANIFEST.tsv");
    if !manifest.is_file() {
        println!("skipped: there is no {}", corpus.display());
        return None;
    }
    let others = table(&root().join("docs/corpus-counts.tsv"));
    let ours: BTreeMap<&str, u64> =
        others.iter().filter_map(|row| Some((row[0].as_str(), row[2].parse().ok()?))).collect();
    let mut files = Vec::new();
    for row in &table(&manifest)[1..] {
        let is_small = row[1].parse().is_ok_and(|n_bytes: u64| n_bytes <= BYTES_MAX);
        if is_small && row[0].ends_with(".pgn") {
            let n_games = ours.get(row[0].as_str()).copied().or_else(|| row[3].parse().ok());
            files.extend(n_games.map(|n_games| (corpus.join(&row[0]), n_games)));
        }
    }
    Some(files)
}

/// A folder with these files in a folder `in`, by numbers, so that none is lost to another's name.
fn folder(files: &[(PathBuf, u64)]) -> (Dir, u64) {
    let dir = Dir::new();
    for (n, (path, _)) in files.iter().enumerate() {
        dir.file(&format!("in/{n:03}.pgn"), fs::read(path).unwrap());
    }
    (dir, files.iter().map(|(_, n_games)| n_games).sum())
}

/// How many games stand in some files and folders.
fn count(dir: &Dir, names: &str) -> u64 {
    let written = dir.pgn().args(&format!("fmt -q {names}")).output().stdout;
    written.lines().filter(|line| line.starts_with("[Event \"")).count() as u64
}

fn check(files: &[(PathBuf, u64)]) {
    for line in LINES {
        let (dir, n_games) = folder(files);
        let ran = dir.pgn().args(line.verb).output();
        assert!(ran.status.is_some(), "{}: {}", line.verb, ran.stderr);
        let n_out = match line.makes {
            [] => {
                dir.file("printed.pgn", &ran.stdout);
                count(&dir, "printed.pgn")
            }
            made => made.iter().map(|name| count(&dir, name)).sum(),
        };
        assert_eq!(n_out, n_games, "{}: {}", line.verb, ran.stderr);
    }
}

fn check_selecting(files: &[(PathBuf, u64)]) {
    for line in SELECTING {
        let (mut n_out, mut n_games) = (0, 0);
        for expression in ["game = 1", "not game = 1"] {
            let dir;
            (dir, n_games) = folder(files);
            let ran = dir.pgn().args(line.verb).args("--where").arg(expression).output();
            assert!(ran.status.is_some(), "{}: {}", line.verb, ran.stderr);
            n_out += line.makes.iter().map(|name| count(&dir, name)).sum::<u64>();
        }
        assert_eq!(n_out, n_games, "{}", line.verb);
    }
}

#[test]
fn what_is_not_selected_is_all_that_is_missing() {
    check_selecting(&own_files());
}

#[test]
fn every_verb_accounts_for_its_games() {
    check(&own_files());
    if let Some(files) = shared_files() {
        assert!(files.len() > 50, "{}", files.len());
        check(&files);
    }
}
