//! The laws over the project's own corpus, and over the shared one where it is at hand.

use crate::export_laws::check_laws;
use std::path::{Path, PathBuf};

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files_below(&path, files);
        } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("pgn")) {
            files.push(path);
        }
    }
}

fn check_folder(folder: &Path, bytes_max: u64) -> usize {
    let mut files = Vec::new();
    files_below(folder, &mut files);
    files.sort();
    for file in &files {
        let bytes = std::fs::read(file).expect("readable");
        if bytes.len() as u64 <= bytes_max {
            check_laws(&bytes);
        }
    }
    files.len()
}

#[test]
fn our_own_corpus_obeys_the_laws() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    assert!(check_folder(&folder, 1 << 20) > 0 || !folder.exists());
}

#[test]
fn the_shared_corpus_obeys_the_laws() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    if !folder.exists() {
        println!("skipped: no shared corpus beside the workspace");
        return;
    }
    assert!(check_folder(&folder, 60 << 10) > 100);
}
