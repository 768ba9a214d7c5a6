//! Games in are games out and rejects, for every verb that writes games.
//!
//! What goes in is counted by others: by the tables beside our files, and by the manifest of the
//! shared corpus with the exceptions that `docs/corpus-counts.tsv` explains. What comes out is
//! counted by its lines `[Event "`, which every game has that `pgn fmt` has written.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pgn_db::source::Compression;
use pgnkit::read::Games;

use crate::scratch::{Dir, Ran, pack};

/// A verb over the files in `in`, and where its games go: standard output, or these.
#[derive(Clone, Copy)]
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
    line("sort --by -avgelo --memory 0 in -o out.pgn", &["out.pgn"]),
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
    line("tag -w --set Round={game} in", &["in"]),
    line("tag --set Round={game} in -o out.pgn", &["out.pgn"]),
    line("annotate -w --strip nags in", &["in"]),
    line("annotate --strip comments,variations in -o out.pgn", &["out.pgn"]),
    line("annotate -w --at-start {game} in", &["in"]),
    line("names apply --changes changes.tsv -w in", &["in"]),
    line("names apply --changes changes.tsv in -o out.pgn", &["out.pgn"]),
    line("split --max-games 7 in -o out", &["out"]),
    line("split --max-bytes 3000 in -o out", &["out"]),
    line("split --by event in -o out", &["out"]),
    line("split --by year-month in -o out", &["out"]),
    line("split --by date in -o out", &["out"]),
    line("split --by eco in -o out", &["out"]),
    line("split --by result --memory 0 in -o out", &["out"]),
    line("split --by Site in -o out", &["out"]),
    line("split --by year in -o out", &["out"]),
    line("split --by eco:2 --sorted in -o out", &["out"]),
];

/// Verbs that leave out the games that `--where` does not select: the games that they write for an
/// expression and for its opposite are together all games.
const SELECTING: &[Line] = &[
    line("convert --to pgn in -o out.pgn", &["out.pgn"]),
    line("sort in -o out.pgn", &["out.pgn"]),
    line("dedupe in -o out.pgn --rejects rest.pgn", &["out.pgn", "rest.pgn"]),
    line("dedupe --merge in -o out.pgn --rejects rest.pgn", &["out.pgn", "rest.pgn"]),
    line("merge in -o out.pgn --rejects rest.pgn", &["out.pgn", "rest.pgn"]),
    line("split --max-games 7 in -o out", &["out"]),
];

/// The number of games that a run reports.
type Told = fn(&Ran) -> u64;

/// Verbs that only count, over the files in `in`, and the number of games that they must print.
const COUNTED: &[(&str, Told)] = &[
    ("check in", |ran| number_before(&ran.stderr, " game")),
    ("stats --format json in", |ran| of_json(ran, &["games_read"])),
    ("stats --by White --memory 0 --format json in", |ran| of_json(ran, &["games_read"])),
    ("tree --depth 1 --format json in", |ran| of_json(ran, &TREE)),
    ("tree --memory 0 --fen 8/8/8/8/8/8/8/K1k5_w_-_- --depth 1 --format json in", |ran| {
        of_json(ran, &TREE)
    }),
    ("convert --to jsonl in", |ran| ran.stdout.lines().count() as u64),
    ("filter --where plycount>=0 --count in", |ran| number_before(&ran.stdout, "\n")),
    ("index in", |ran| {
        let of_files = ran.stderr.lines().filter(|line| line.ends_with(" indexed"));
        of_files.map(|line| number_before(line, " game")).sum()
    }),
    ("archive root in", |ran| {
        let told = ran.stderr.lines().find(|line| line.contains("pgn: added ")).unwrap();
        told.split("; ").map(|part| number_before(part, " game")).sum()
    }),
];

/// The fields of a tree's output that hold numbers of games.
const TREE: [&str; 4] = ["games", "elsewhere", "unplayable", "unwanted"];

/// The sum of these numbers of a report in JSON.
fn of_json(ran: &Ran, names: &[&str]) -> u64 {
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    names.iter().map(|name| report[name].as_u64().unwrap()).sum()
}

/// The number that is before the first of these words.
fn number_before(text: &str, word: &str) -> u64 {
    let before = text.split(word).next().unwrap().trim_end();
    let digits = before.rsplit(|c: char| !c.is_ascii_digit() && c != ',').next().unwrap();
    digits.replace(',', "").parse().unwrap_or(0)
}

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
            if let Ok(game_count) = row[1].parse() {
                files.push((corpus.join(folder).join(&row[0]), game_count));
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
    let corpus = pgn_testing::shared_corpus("")?;
    let manifest = corpus.join("MANIFEST.tsv");
    let others = table(&root().join("docs/corpus-counts.tsv"));
    let ours: BTreeMap<&str, u64> =
        others.iter().filter_map(|row| Some((row[0].as_str(), row[2].parse().ok()?))).collect();
    let mut files = Vec::new();
    for row in &table(&manifest)[1..] {
        let is_small = row[1].parse().is_ok_and(|byte_count: u64| byte_count <= BYTES_MAX);
        if is_small && row[0].ends_with(".pgn") {
            let game_count = ours.get(row[0].as_str()).copied().or_else(|| row[3].parse().ok());
            files.extend(game_count.map(|game_count| (corpus.join(&row[0]), game_count)));
        }
    }
    files.extend(report_files());
    Some(files)
}

/// The inputs from reports, with the number of games that the library finds in each.
fn report_files() -> Vec<(PathBuf, u64)> {
    let folder = pgn_testing::shared_reports();
    let entries = folder.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "pgn"));
    files.sort();
    let game_count = |path: &PathBuf| Games::new(fs::File::open(path).unwrap()).count() as u64;
    files.into_iter().map(|path| (path.clone(), game_count(&path))).collect()
}

/// A folder with these files in a folder `in`, by numbers, so that none is lost to another's name.
fn folder(files: &[(PathBuf, u64)]) -> (Dir, u64) {
    let dir = Dir::new();
    for (n, (path, _)) in files.iter().enumerate() {
        dir.file(&format!("in/{n:03}.pgn"), fs::read(path).unwrap());
    }
    dir.file("changes.tsv", "player\tFischer, Robert J.\tFischer, Bobby\n");
    (dir, files.iter().map(|(_, game_count)| game_count).sum())
}

/// The number of games in some files and folders.
fn count(dir: &Dir, names: &str) -> u64 {
    let written = dir.pgn().args(&format!("fmt -q {names}")).output().stdout;
    written.lines().filter(|line| line.starts_with("[Event \"")).count() as u64
}

/// Runs all verbs in a thorough run, and about `usual` of them otherwise.
fn check(files: &[(PathBuf, u64)], usual: usize) {
    for line in pgn_testing::some_of(LINES, usual) {
        let (dir, game_count) = folder(files);
        let ran = dir.pgn().args(line.verb).output();
        assert!(ran.status.is_some(), "{}: {}", line.verb, ran.stderr);
        let output_count = match line.makes {
            [] => {
                dir.file("printed.pgn", &ran.stdout);
                count(&dir, "printed.pgn")
            }
            made => made.iter().map(|name| count(&dir, name)).sum(),
        };
        assert_eq!(output_count, game_count, "{}: {}", line.verb, ran.stderr);
    }
}

fn check_selecting(files: &[(PathBuf, u64)]) {
    for line in pgn_testing::some_of(SELECTING, 3) {
        let (mut output_count, mut game_count) = (0, 0);
        for expression in ["game = 1", "not game = 1"] {
            let dir;
            (dir, game_count) = folder(files);
            let ran = dir.pgn().args(line.verb).args("--where").arg(expression).output();
            assert!(ran.status.is_some(), "{}: {}", line.verb, ran.stderr);
            output_count += line.makes.iter().map(|name| count(&dir, name)).sum::<u64>();
        }
        assert_eq!(output_count, game_count, "{}", line.verb);
    }
}

#[test]
fn what_is_not_selected_is_all_that_is_missing() {
    check_selecting(&own_files());
}

fn check_counted(files: &[(PathBuf, u64)]) {
    // No index is made of a file that cannot be read to its end, or of one in an archive.
    let has_none = |path: &Path| {
        let name = path.to_string_lossy().into_owned();
        name.contains("archive-gzip-") || name.ends_with(".zip")
    };
    let files: Vec<_> = files.iter().filter(|(path, _)| !has_none(path)).cloned().collect();
    for (verb, told) in pgn_testing::some_of(COUNTED, 5) {
        let (dir, game_count) = folder(&files);
        let words: Vec<String> = verb.split(' ').map(|word| word.replace('_', " ")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ran = dir.pgn().list(&words).output();
        // Some of the odd files cannot be read to their end.
        assert!(ran.status.is_some(), "{verb}: {}", ran.stderr);
        assert_eq!(told(&ran), game_count, "{verb}: {}", ran.stderr);
    }
}

/// The same games come from a pipe, and from packed files of several members.
fn check_ways_in(files: &[(PathBuf, u64)]) {
    let (dir, game_count) = folder(files);
    // Some of the odd files cannot be read to their end.
    dir.pgn().args("cat -q in -o all.pgn").output();
    let all = dir.read("all.pgn");
    assert_eq!(count(&dir, "all.pgn"), game_count);
    let ways = [Compression::Gzip, Compression::Zstd, Compression::Bzip2, Compression::Xz];
    for (n, way) in ways.into_iter().enumerate() {
        let members = [pack(way, &all), pack(way, b"\n\n"), pack(way, &all)].concat();
        dir.file(&format!("packed/{n}"), members);
    }
    let verbs = ["fmt", "cat", "convert --to pgn", "sort", "tag --set A=b", "classify"];
    for verb in pgn_testing::some_of(&verbs, 2) {
        let ran = dir.pgn().args(verb).args("- -o printed.pgn").stdin(&all).status(0);
        assert_eq!(count(&dir, "printed.pgn"), game_count, "{verb} -: {}", ran.stderr);
        let ran = dir.pgn().args(verb).args("packed/0 packed/1 packed/2 packed/3 -o out.pgn.zst");
        let ran = ran.status(0);
        assert_eq!(count(&dir, "out.pgn.zst"), 8 * game_count, "{verb}: {}", ran.stderr);
    }
    let ran = dir.run("diff --stats all.pgn all.pgn", 0);
    assert_eq!(number_before(&ran.stdout, " game"), game_count, "{}", ran.stdout);
}

#[test]
fn every_way_in_has_the_same_games() {
    check_ways_in(&own_files());
}

#[test]
fn every_verb_that_counts_counts_all() {
    check_counted(&own_files());
    if let Some(files) = shared_files() {
        check_counted(&files);
    }
}

#[test]
fn every_verb_accounts_for_its_games() {
    check(&own_files(), 10);
    if let Some(files) = shared_files() {
        assert!(files.len() > 50, "{}", files.len());
        check(&files, 5);
    }
}
