//! `cargo xtask release`: what is handed out, in a folder.

use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use xtask::repository;

use crate::duckdb;

/// What `pgn` has in releases and not by default: it takes a third longer to build.
const FEATURES: &str = "pgn-cli/parquet";

/// Builds the command and the extension, and prints the folder in which they are.
pub(crate) fn make() -> Result<ExitCode, String> {
    let root = repository::root();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let words =
        ["build", "--profile=dist", "--locked", "--package", "pgn-cli", "--features", FEATURES];
    let status = Command::new(cargo).args(words).current_dir(&root).status();
    if !status.map_err(|error| format!("cargo: {error}"))?.success() {
        return Ok(ExitCode::FAILURE);
    }
    if duckdb::build(&["--release"])? != ExitCode::SUCCESS {
        return Ok(ExitCode::FAILURE);
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let target = root.join(target);
    let folder = target.join(format!("pgnkit-{}-{OS}-{ARCH}", env!("CARGO_PKG_VERSION")));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let pgn = format!("pgn{EXE_SUFFIX}");
    let built = target.join("dist");
    for (from, name) in [
        (built.join(&pgn), pgn.as_str()),
        // `pgn sql` looks for it beside the command.
        (target.join("wheel").join(duckdb::EXTENSION), duckdb::EXTENSION),
        (root.join("README.md"), "README.md"),
        (root.join("LICENSE-MIT"), "LICENSE-MIT"),
        (root.join("LICENSE-APACHE"), "LICENSE-APACHE"),
    ] {
        fs::copy(&from, folder.join(name))
            .map_err(|error| format!("{}: {error}", from.display()))?;
    }
    manual_pages(&folder, &pgn)?;
    println!("{}", folder.display());
    Ok(ExitCode::SUCCESS)
}

/// The command prints its own.
fn manual_pages(folder: &Path, pgn: &str) -> Result<(), String> {
    let program = folder.join(pgn);
    let status = Command::new(&program).args(["man", "--dir"]).arg(folder.join("man1")).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("pgn man: {status}")),
        Err(error) => Err(format!("{}: {error}", program.display())),
    }
}
