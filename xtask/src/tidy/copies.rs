//! Copies of files that others wrote.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::Fault;
use xtask::repository::Repository;

/// Folders that hold real games of other people, beside the repository or not at all.
const SHARED: &str = "../shared/corpus";

/// A file shorter than this is a fact, not a work: an empty file equals every empty file.
const COPY_BYTES_MIN: usize = 16;

/// Compares every file with those of the shared corpus, if that folder exists.
pub(crate) fn check(repository: &Repository) -> Vec<Fault> {
    let shared = repository.root.join(SHARED);
    if shared.is_dir() { copies(repository, &shared) } else { Vec::new() }
}

fn copies(repository: &Repository, shared: &Path) -> Vec<Fault> {
    let mut by_length: HashMap<u64, Vec<PathBuf>> = HashMap::new();
    let mut folders = vec![shared.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(about) if about.is_dir() => folders.push(entry.path()),
                Ok(about) => by_length.entry(about.len()).or_default().push(entry.path()),
                Err(_) => {}
            }
        }
    }
    let mut faults = Vec::new();
    for file in repository.files.iter().filter(|file| file.bytes.len() >= COPY_BYTES_MIN) {
        let candidates = by_length.get(&(file.bytes.len() as u64)).into_iter().flatten();
        for path in candidates {
            if fs::read(path).is_ok_and(|bytes| bytes == file.bytes) {
                let text = format!("a copy of {}", path.display());
                faults.push(Fault::new("copy", &file.path, 0, text));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn a_copied_file_is_found_by_its_content() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let copied = fs::read_to_string(folder.join("main.rs")).expect("this crate has a main.rs");
        assert_eq!(copies(&sample(&[("corpus/a.pgn", &copied)]), &folder).len(), 1);
        assert_eq!(copies(&sample(&[("corpus/a.pgn", &copied[1..])]), &folder).len(), 0);
    }
}
