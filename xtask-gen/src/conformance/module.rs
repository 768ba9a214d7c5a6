//! The place where a section is built: the source files whose header comments name it.
//!
//! Decisions: D-60 and D-61 stand for what has none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

use xtask::repository::{is_test, path_from_root};

/// The section that a header comment cites → the files that cite it.
#[derive(Default)]
pub(super) struct Modules(BTreeMap<String, BTreeSet<String>>);

/// Sections that are articles of others and not numbers, with the decision that their files cite.
const ARTICLES: [(&str, &str, &str); 3] = [
    ("BGN", "D-61", "Blind Game Notation"),
    ("VAR", "D-60", "Variants"),
    ("W", "", "Articles about the standard"),
];

/// The title under which a section is.
pub(super) fn heading(section: &str) -> String {
    let article = ARTICLES.into_iter().find(|(id, ..)| *id == section);
    article.map_or_else(|| format!("§{section}"), |(_, _, title)| title.to_string())
}

impl Modules {
    pub(super) fn read(root: &Path) -> io::Result<Self> {
        let mut modules = Self::default();
        let mut folders = vec![root.join("crates")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                let name = path_from_root(root, &path);
                if path.is_dir() {
                    folders.push(path);
                } else if name.ends_with(".rs") && name.contains("/src/") && !is_test(&name) {
                    modules.add_file(&name, &fs::read_to_string(&path)?);
                }
            }
        }
        Ok(modules)
    }

    /// The front door of a crate cites all that is after it, and is passed over.
    pub(super) fn add_file(&mut self, path: &str, text: &str) {
        if path.ends_with("/lib.rs") {
            return;
        }
        let header = text.lines().take_while(|line| line.starts_with("//!"));
        let cited = header.filter(|line| line.starts_with("//! Standard:"));
        for line in cited {
            let is_number = |c: char| c.is_ascii_digit() || c == '.';
            for rest in line.split('§').skip(1) {
                let number = rest.split(|c| !is_number(c)).next().unwrap_or_default();
                self.add(number.trim_end_matches('.').to_string(), path);
            }
            for rest in line.split("D-").skip(1) {
                self.add(format!("D-{}", rest.get(..2).unwrap_or_default()), path);
            }
        }
    }

    fn add(&mut self, cited: String, path: &str) {
        self.0.entry(cited).or_default().insert(path.to_string());
    }

    /// The modules of a section, else of the section that it is part of. Several files of one
    /// module are named by their folder.
    pub(super) fn of(&self, section: &str) -> Vec<String> {
        let article = ARTICLES.into_iter().find(|(id, ..)| *id == section);
        let mut cited = article.map_or(section, |(_, decision, _)| decision);
        while !self.0.contains_key(cited) {
            let Some((parent, _)) = cited.rsplit_once('.') else { return Vec::new() };
            cited = parent;
        }
        let mut modules: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for path in self.0.get(cited).into_iter().flatten() {
            modules.entry(module_of(path)).or_default().push(path);
        }
        let named = |(module, files): (&str, Vec<&str>)| match files[..] {
            [file] => file.to_string(),
            _ => module.to_string(),
        };
        modules.into_iter().map(named).collect()
    }
}

/// `crates/pgnkit/src/tag` of any file below it; a file of the top is its own module.
fn module_of(path: &str) -> &str {
    let Some((before, inside)) = path.split_once("/src/") else { return path };
    let Some((folder, _)) = inside.split_once('/') else { return path };
    &path[..before.len() + "/src/".len() + folder.len()]
}
