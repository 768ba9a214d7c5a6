//! The committed seeds of a fuzz target, for the plain tests that run its body over them.

use std::fs;
use std::path::Path;

/// Hands each seed of `target` to `body`; there must be some.
pub(crate) fn each(target: &str, body: impl Fn(&[u8])) {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut n_seeds = 0;
    for entry in fs::read_dir(&seeds).expect("a folder of seeds").flatten() {
        println!("{}", entry.path().display());
        body(&fs::read(entry.path()).expect("readable"));
        n_seeds += 1;
    }
    assert!(n_seeds > 0, "no seeds in {}", seeds.display());
}
