//! The properties of reading and writing, over the corpus of the project, and over the shared one
//! and inputs from reports where they are at hand.

use crate::export_laws::check_laws;

#[test]
fn our_own_corpus_obeys_the_laws() {
    pgn_testing::check_own_corpus(1 << 20, check_laws);
}

/// `PGNKIT_CORPUS` may name another folder of games; `cargo test --release` checks all of it.
#[test]
fn the_shared_corpus_obeys_the_laws() {
    let bytes_max = if cfg!(debug_assertions) { 16 << 10 } else { u64::MAX };
    pgn_testing::check_shared_corpus(bytes_max, check_laws);
}
