//! The laws over the project's own corpus, and over the shared one and inputs from reports where
//! they are at hand.

use crate::blind_laws::check_written;
use crate::epd_laws::whole_games_come_back;
use crate::export_laws::check_laws;
use crate::pgc_independent::agrees;
use crate::pgc_laws::games_are_held;
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

/// The laws of a text.
type Laws = fn(&[u8]);

/// Checks the files that are no longer than this, in bytes; names the one that breaks a law.
fn check_folder(folder: &Path, bytes_max: u64, laws: Laws) -> usize {
    let mut files = Vec::new();
    files_below(folder, &mut files);
    files.sort();
    for file in &files {
        let bytes = std::fs::read(file).expect("readable");
        if bytes.len() as u64 <= bytes_max {
            let checked = std::panic::catch_unwind(|| laws(&bytes));
            assert!(checked.is_ok(), "{} breaks a law", file.display());
        }
    }
    files.len()
}

/// The laws take time: files of any size only where the code is optimized.
const BYTES_MAX: u64 = if cfg!(debug_assertions) { 60 << 10 } else { u64::MAX };

fn check_own(laws: Laws) {
    check_own_up_to(1 << 20, laws);
}

fn check_own_up_to(bytes_max: u64, laws: Laws) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    assert!(check_folder(&folder, bytes_max, laws) > 0 || !folder.exists());
}

fn check_shared(laws: Laws) {
    check_shared_up_to(BYTES_MAX, laws);
}

fn check_shared_up_to(bytes_max: u64, laws: Laws) {
    for folder in pgn_testing::shared_folders() {
        assert!(check_folder(&folder, bytes_max, laws) > 0);
    }
}

#[test]
fn games_of_our_own_corpus_come_back_from_whole_records() {
    let bytes_max = if pgn_testing::is_thorough() { BYTES_MAX } else { 1 << 10 };
    check_own_up_to(bytes_max, whole_games_come_back);
}

#[test]
fn games_of_the_shared_corpus_come_back_from_whole_records() {
    let bytes_max = if pgn_testing::is_thorough() { PLAIN_BYTES_MAX } else { 1 << 10 };
    check_shared_up_to(bytes_max, whole_games_come_back);
}

#[test]
fn our_own_corpus_obeys_the_laws() {
    check_own(check_laws);
}

/// `PGNKIT_CORPUS` may name another folder of games; `cargo test --release` checks all of it.
#[test]
fn the_shared_corpus_obeys_the_laws() {
    check_shared(check_laws);
}

#[test]
fn our_own_corpus_can_be_heard_and_read_again() {
    check_own(check_written);
}

#[test]
fn the_shared_corpus_can_be_heard_and_read_again() {
    check_shared(check_written);
}

#[test]
fn our_own_corpus_is_held_by_records() {
    check_own(games_are_held);
}

#[test]
fn the_shared_corpus_is_held_by_records() {
    check_shared_up_to(PLAIN_BYTES_MAX, games_are_held);
}

/// The same for a plain reader, or for several passes.
const PLAIN_BYTES_MAX: u64 = if cfg!(debug_assertions) { 16 << 10 } else { u64::MAX };

#[test]
fn a_second_reader_agrees_on_our_own_corpus() {
    check_own(agrees);
}

#[test]
fn a_second_reader_agrees_on_the_shared_corpus() {
    check_shared_up_to(PLAIN_BYTES_MAX, agrees);
}
