//! The repository's own rules, as checks that read files and never write.
//!
//! Start at [`check`]; each check is a module, with a test that shows that it can fail.

mod copies;
mod header;
mod layer;
mod limit;
mod module;

use std::fmt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use xtask::repository::Repository;

/// A broken rule: where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Which rule it breaks, in a word.
    pub(crate) limit: &'static str,
    /// From the repository's root, parts separated by `/`.
    pub(crate) path: String,
    /// From 1; 0 when the fault is the file's as a whole.
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Fault {
    fn new(limit: &'static str, path: &str, line: usize, text: impl Into<String>) -> Self {
        let (path, text) = (path.to_string(), text.into());
        Self { limit, path, line, text }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            write!(f, "{}: {} [{}]", self.path, self.text, self.limit)
        } else {
            write!(f, "{}:{}: {} [{}]", self.path, self.line, self.text, self.limit)
        }
    }
}

/// Runs every check.
///
/// # Errors
/// When a table cannot be read or `cargo metadata` fails; never because a rule is broken.
pub(crate) fn check(repository: &Repository) -> Result<Vec<Fault>, String> {
    let layers: layer::Layers = toml::from_str(&text(&repository.root, "xtask/layers.toml")?)
        .map_err(|error| format!("xtask/layers.toml: {error}"))?;
    let sections = text(&repository.root, "xtask/sections.txt")?;
    let decisions = text(&repository.root, "docs/design/decisions.md")?;
    let metadata = metadata(&repository.root)?;

    let mut faults = Vec::new();
    faults.extend(layer::check_crates(&layers, &metadata));
    faults.extend(layer::check_modules(&layers, repository));
    faults.extend(layer::check_cycles(repository));
    faults.extend(layer::check_io(&layers, repository));
    faults.extend(header::check(&header::Numbers::new(&sections, &decisions), repository));
    faults.extend(limit::check(repository));
    faults.extend(module::check(repository));
    faults.extend(copies::check(repository));
    Ok(faults)
}

fn metadata(root: &Path) -> Result<Value, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

fn text(root: &Path, path: &str) -> Result<String, String> {
    std::fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

/// A repository in memory, for the tests of the checks.
#[cfg(test)]
fn sample(files: &[(&str, &str)]) -> Repository {
    let mut repository = Repository { root: xtask::repository::root(), files: Vec::new() };
    files.iter().for_each(|(path, text)| repository.push(path, text));
    repository
}
