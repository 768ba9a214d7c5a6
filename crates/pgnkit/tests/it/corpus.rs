//! The properties of reading and writing, over the corpus of the project, and over the shared one
//! and inputs from reports if they are on this machine.

use crate::export_properties::check_properties;

#[test]
fn our_own_corpus_has_all_properties() {
    pgn_testing::check_own_corpus(1 << 20, check_properties);
}

/// `PGNKIT_CORPUS` may name another folder of games; `cargo test --release` checks all of it.
#[test]
fn the_shared_corpus_has_all_properties() {
    let bytes_max = if cfg!(debug_assertions) { 16 << 10 } else { u64::MAX };
    pgn_testing::check_shared_corpus(bytes_max, check_properties);
}
