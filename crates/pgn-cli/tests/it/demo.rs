//! `pgn demo`: the files that the guide's commands read.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::scratch::Dir;
use pgn_db::output::Encoder;
use pgn_db::source::Compression;

/// The limit of the bytes that this adds to the binary.
const PACKED_BYTES_MAX: usize = 30_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The paths below `corpus/` in the command lines of the guide and in its SQL.
fn paths_in_the_guide() -> BTreeSet<String> {
    let folders = ["docs/guide", "docs/formats"];
    let entries = folders.into_iter().flat_map(|it| fs::read_dir(root().join(it)).unwrap());
    let pages = entries.map(|entry| entry.unwrap().path()).chain([root().join("README.md")]);
    let mut paths = BTreeSet::new();
    for page in pages {
        let text = fs::read_to_string(page).unwrap();
        for line in text.lines().filter(|it| it.starts_with("$ pgn ") || it.contains("'corpus/")) {
            for after in line.split("corpus/").skip(1) {
                let is_of_path = |c: char| c.is_ascii_alphanumeric() || "_./*-".contains(c);
                let end = after.find(|c| !is_of_path(c)).unwrap_or(after.len());
                paths.insert(after[..end].to_owned());
            }
        }
    }
    paths
}

/// The files that those paths mean, by their path below `corpus/`.
fn files_of_the_guide() -> BTreeSet<String> {
    let corpus = root().join("corpus");
    let mut files = BTreeSet::new();
    for path in paths_in_the_guide() {
        let path = path.trim_end_matches('/').trim_end_matches("*.pgn").trim_end_matches('/');
        if corpus.join(path).is_dir() {
            files.extend(files_below(&corpus, path));
        } else if path.starts_with("databases/") {
            // A database is several files.
            let (stem, _) = path.rsplit_once('.').expect("an extension");
            let all = files_in(&corpus.join("databases"));
            let all = all.iter().map(|file| format!("databases/{file}"));
            files.extend(all.filter(|file| file.starts_with(&format!("{stem}."))));
        } else {
            files.insert(path.to_owned());
        }
    }
    files
}

/// The files in a folder of `corpus` and its folders, by their paths.
fn files_below(corpus: &Path, path: &str) -> Vec<String> {
    let mut files = Vec::new();
    for name in files_in(&corpus.join(path)) {
        let path = format!("{path}/{name}");
        match corpus.join(&path).is_dir() {
            true => files.extend(files_below(corpus, &path)),
            false => files.push(path),
        }
    }
    files
}

fn files_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The folder that `pgn demo` writes is the same part of `corpus/`; `PGNKIT_BLESS=1` packs it
/// again.
#[test]
fn the_demo_has_the_files_of_the_guide() {
    let files = files_of_the_guide();
    let packed_file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/commands/demo/files.xz");
    if std::env::var_os("PGNKIT_BLESS").is_some() {
        let mut encoder = Encoder::new(Vec::new(), Some(Compression::Xz)).unwrap();
        for file in &files {
            let content = fs::read(root().join("corpus").join(file)).expect(file);
            write!(encoder, "{file}\n{}\n", content.len()).unwrap();
            encoder.write_all(&content).unwrap();
        }
        fs::write(&packed_file, encoder.finish().unwrap()).unwrap();
        return;
    }
    assert!(fs::metadata(&packed_file).unwrap().len() < PACKED_BYTES_MAX as u64);
    let dir = Dir::new();
    dir.run("demo", 0).stdout_has(format!("{} files are in pgn-demo", files.len()));
    for file in &files {
        let written = fs::read(dir.at("pgn-demo/corpus").join(file)).expect(file);
        assert!(written == fs::read(root().join("corpus").join(file)).unwrap(), "{file}");
    }
    assert_eq!(files_in(&dir.at("pgn-demo")), ["corpus"]);
}

#[test]
fn nothing_is_overwritten() {
    let dir = Dir::new();
    dir.file("corpus", "mine");
    dir.run("demo .", 2).stderr_has("corpus: already exists").stderr_has("pgn demo FOLDER");
    assert_eq!(fs::read_to_string(dir.at("corpus")).unwrap(), "mine");
    dir.run("demo new/folder", 0).stdout_has("  cd new/folder\n");
    dir.run("demo new/folder", 2);
}

/// The commands that the demo prints work.
#[test]
fn the_next_steps_work() {
    let dir = Dir::new();
    let printed = dir.run("demo .", 0).stdout;
    let lines: Vec<&str> = printed.lines().filter_map(|it| it.strip_prefix("  pgn ")).collect();
    assert!(lines.len() == 3 && !printed.contains("  cd "), "{printed}");
    for line in lines.iter().filter(|line| !line.starts_with("view")) {
        let ran = dir.pgn().args(line).output();
        assert!(matches!(ran.status, Some(0 | 1)), "{line}: {ran:?}");
    }
}
