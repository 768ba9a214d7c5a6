//! The races against other programs: builds their workspace, and starts it.
//!
//! Owns: where corpus, data and records lie. Knows nothing of: what is measured.
//! Standard: none.
//! Start at [`run`].

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::repository;

/// Builds `benches/` and races over the games of `corpus`, beside the repository by default.
pub(crate) fn run(corpus: Option<&str>) -> Result<ExitCode, String> {
    let root = repository::root();
    let corpus = corpus.map_or_else(|| root.join("../shared/corpus"), |path| path.into());
    if !corpus.is_dir() {
        return Err(format!("{}: no corpus there; name one behind `bench`", corpus.display()));
    }
    let corpus = corpus.canonicalize().map_err(|trouble| trouble.to_string())?;
    let benches = root.join("benches");
    let status = Command::new(env!("CARGO"))
        .args(["run", "--release", "--locked", "--", "race"])
        .arg(corpus)
        .args([root.join("target/bench-data"), benches.join("record")])
        .current_dir(&benches)
        .status()
        .map_err(|trouble| format!("{}: {trouble}", Path::new(env!("CARGO")).display()))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
