//! Generated files against what their generators make today.
//!
//! Owns: the comparison. Knows nothing of: what is generated.
//! Standard: none.
//! Start at [`check`].

use std::path::PathBuf;

use super::Fault;
use crate::generate;
use crate::repository::Repository;

/// Runs every generator in memory and compares.
pub(crate) fn check(repository: &Repository) -> Result<Vec<Fault>, String> {
    Ok(compare(repository, &generate::all(&repository.root)?))
}

fn compare(repository: &Repository, generated: &[(PathBuf, String)]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in generated {
        let path = path.to_string_lossy().replace('\\', "/");
        let found = repository.files.iter().find(|file| file.path == path);
        if found.is_none_or(|file| file.bytes != text.as_bytes()) {
            faults.push(Fault::new("stale", &path, 0, "stale: run `cargo xtask gen`"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn a_missing_or_changed_file_is_stale() {
        let repository = sample(&[("docs/a.md", "old")]);
        let check_one = |path: &str, text: &str| {
            compare(&repository, &[(PathBuf::from(path), text.to_string())]).len()
        };
        assert_eq!(check_one("docs/a.md", "old"), 0);
        assert_eq!(check_one("docs/a.md", "new"), 1);
        assert_eq!(check_one("docs/b.md", "old"), 1);
    }
}
