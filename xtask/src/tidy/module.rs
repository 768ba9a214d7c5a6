//! Module names without meaning, and files that no `mod` line names.

use super::Fault;
use crate::code::{code_of, find_word, line_of};
use xtask::repository::Repository;

/// Names of modules, files and folders that have no meaning, listed in STYLE.md.
const BANNED: [&str; 8] =
    ["utils", "util", "helpers", "helper", "common", "misc", "manager", "handler"];

/// Searches every Rust file for module names that are banned and for files that are not compiled.
pub(crate) fn check(repository: &Repository) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in repository.rust_files("") {
        let mut parts = path.trim_end_matches(".rs").split('/');
        if let Some(part) = parts.find(|part| BANNED.contains(part)) {
            faults.push(Fault::new("module", path, 0, format!("`{part}` names nothing")));
        }
        let code = code_of(text);
        for module in BANNED {
            for at in find_word(&code, &format!("mod {module}")) {
                let text = format!("module `{module}` names nothing");
                faults.push(Fault::new("module", path, line_of(&code, at), text));
            }
        }
        if !is_reached(repository, path) {
            faults.push(Fault::new("dead", path, 0, "no `mod` line names this file"));
        }
    }
    faults
}

/// Whether a source file is a crate's root or named by the module above it.
fn is_reached(repository: &Repository, path: &str) -> bool {
    let Some((_, inside)) = path.split_once("src/") else { return true };
    let inside = inside.trim_end_matches(".rs").trim_end_matches("/mod");
    let (above, name) = inside.rsplit_once('/').unwrap_or(("", inside));
    if matches!(inside, "lib" | "main") || above == "bin" {
        return true;
    }
    let source = &path[..path.len() - path.split_once("src/").map_or(0, |(_, rest)| rest.len())];
    let parents = match above {
        "" => [format!("{source}lib.rs"), format!("{source}main.rs")],
        _ => [format!("{source}{above}/mod.rs"), format!("{source}{above}.rs")],
    };
    let line = format!("mod {name}");
    repository.files.iter().filter(|file| parents.contains(&file.path)).any(|file| {
        file.text().is_some_and(|text| find_word(&code_of(text), &line).next().is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn check_files(files: &[(&str, &str)]) -> usize {
        check(&sample(files)).len()
    }

    #[test]
    fn names_that_say_nothing_are_found() {
        assert_eq!(check_files(&[("a/src/lib.rs", "mod utils;")]), 1);
        assert_eq!(check_files(&[("a/tests/utils/mod.rs", "")]), 1);
        assert_eq!(check_files(&[("a/src/lib.rs", "// mod utils")]), 0);
    }

    #[test]
    fn a_file_without_its_mod_line_is_dead() {
        let lib = ("a/src/lib.rs", "mod tag;");
        let tag = ("a/src/tag/mod.rs", "pub mod date;");
        assert_eq!(check_files(&[lib, tag, ("a/src/tag/date.rs", "")]), 0);
        assert_eq!(check_files(&[lib, tag, ("a/src/tag/time.rs", "")]), 1);
        assert_eq!(check_files(&[("a/src/lib.rs", ""), ("a/src/tag.rs", "")]), 1);
    }
}
