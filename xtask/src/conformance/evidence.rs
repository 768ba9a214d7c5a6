//! What the pages of `spec/` show: for each statement its blocks and the lines of its answer.
//!
//! Owns: what counts as evidence. Knows nothing of: whether blocks are right and tests exist;
//! `cargo test -p pgn-spec` sees to both.
//! Standard: none.
//! Start at [`Evidence::read`].

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

/// Statement → what is there for it.
#[derive(Default)]
pub(super) struct Evidence(BTreeMap<String, Shown>);

/// What a page has under the heading of one statement.
#[derive(Default)]
pub(super) struct Shown {
    /// File name of the page.
    pub(super) page: String,
    pub(super) n_blocks: usize,
    /// `crates/…/laws.rs::name`, as the answer cites them.
    pub(super) tests: Vec<String>,
    /// File names below `docs/design/`.
    pub(super) notes: Vec<String>,
    /// `D-39`.
    pub(super) decisions: Vec<String>,
    /// Whether a line `Later:` says that something is still to come.
    waits: bool,
}

impl Shown {
    /// Whether nothing more is to come, and something is there.
    pub(super) fn is_enough(&self) -> bool {
        let answers = self.tests.len() + self.notes.len() + self.decisions.len();
        !self.waits && self.n_blocks + answers > 0
    }
}

impl Evidence {
    pub(super) fn read(root: &Path) -> io::Result<Self> {
        let entries = fs::read_dir(root.join("spec"))?;
        let mut evidence = Self::default();
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                evidence.add_page(&name, &fs::read_to_string(&path)?);
            }
        }
        Ok(evidence)
    }

    /// The statements of one page; the first page that has a statement keeps it.
    pub(super) fn add_page(&mut self, name: &str, text: &str) {
        let mut id = None;
        let mut is_inside = false;
        for line in text.lines() {
            if line.starts_with("```") {
                is_inside = !is_inside;
                if let Some(shown) = id.as_ref().and_then(|id| self.0.get_mut(id))
                    && is_inside
                {
                    shown.n_blocks += 1;
                }
            } else if is_inside {
            } else if line.starts_with('#') {
                let heading = line.trim_start_matches('#').trim();
                id = heading.starts_with("PGN-").then(|| heading.to_string());
                if let Some(id) = &id {
                    let shown = Shown { page: name.to_string(), ..Shown::default() };
                    self.0.entry(id.clone()).or_insert(shown);
                }
            } else if let Some(shown) = id.as_ref().and_then(|id| self.0.get_mut(id)) {
                shown.hear(line);
            }
        }
    }

    pub(super) fn of(&self, id: &str) -> Option<&Shown> {
        self.0.get(id)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl Shown {
    /// Takes what a line of prose says, if it is labelled.
    fn hear(&mut self, line: &str) {
        self.waits |= line.starts_with("Later:");
        let Some(answer) = line.strip_prefix("Answer:") else { return };
        for path in answer.split('`').skip(1).step_by(2).filter(|path| path.contains(".rs")) {
            self.tests.push(path.to_string());
        }
        let notes = answer.split("docs/design/").skip(1);
        for note in notes.filter_map(|rest| rest.split_once(".md")) {
            self.notes.push(format!("{}.md", note.0));
        }
        for rest in answer.split("D-").skip(1) {
            if let Some(number) = rest.get(..2).filter(|text| text.parse::<u8>().is_ok()) {
                self.decisions.push(format!("D-{number}"));
            }
        }
    }
}
