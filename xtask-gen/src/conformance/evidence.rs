//! The contents of the pages of `spec/`: for each statement its blocks, its answers, its evidence.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

/// Statement → what is there for it.
#[derive(Default)]
pub(super) struct Evidence {
    shown: BTreeMap<String, Shown>,
    /// Statements with a second heading, and the page of that.
    pub(super) repeated: Vec<(String, String)>,
    /// Every decision that a page names, with the page.
    pub(super) decisions: Vec<(String, String)>,
}

/// The contents of a page under the heading of one statement.
#[derive(Default)]
pub(super) struct Shown {
    /// File name of the page.
    pub(super) page: String,
    pub(super) blocks: Vec<Block>,
    /// The texts after `Evidence:`: texts that the answers of the blocks must contain.
    pub(super) evidence: Vec<String>,
    pub(super) answers: Vec<Answer>,
    /// The reason why nothing is built, from a line `Not built:`.
    pub(super) not_built: Option<String>,
    pub(super) has_prose: bool,
}

/// The text between two fences.
pub(super) struct Block {
    /// Number of the opening fence's line, from 1.
    pub(super) line: usize,
    /// The words after the opening fence.
    pub(super) info: String,
    pub(super) body: Vec<String>,
}

/// The text after `Answer:`.
pub(super) struct Answer {
    /// `crates/…/properties.rs::name`.
    pub(super) tests: Vec<String>,
    /// `D-39`.
    pub(super) decisions: Vec<String>,
}

impl Evidence {
    pub(super) fn read(root: &Path) -> io::Result<Self> {
        let mut evidence = Self::default();
        let entries = fs::read_dir(root.join("spec"))?;
        let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        paths.sort();
        for path in paths {
            if path.extension().is_some_and(|extension| extension == "md") {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                evidence.add_page(&name, &fs::read_to_string(&path)?);
            }
        }
        Ok(evidence)
    }

    /// The statements of one page; the first page that has a statement keeps it.
    pub(super) fn add_page(&mut self, name: &str, text: &str) {
        let mut open: Option<Block> = None;
        let mut id = None;
        for (idx, line) in text.lines().enumerate() {
            let fence = line.strip_prefix("```");
            match (open.take(), fence) {
                (Some(mut block), None) => {
                    block.body.push(line.to_string());
                    open = Some(block);
                }
                (None, Some(info)) => {
                    open = Some(Block { line: idx + 1, info: info.to_string(), body: Vec::new() });
                }
                (Some(block), Some(_)) => {
                    if let Some(shown) = id.as_ref().and_then(|id| self.shown.get_mut(id)) {
                        shown.blocks.push(block);
                    }
                }
                (None, None) if line.starts_with('#') => id = self.heading(name, line),
                (None, None) => {
                    let cited = decisions(line).into_iter();
                    self.decisions.extend(cited.map(|number| (number, name.to_string())));
                    if let Some(shown) = id.as_ref().and_then(|id| self.shown.get_mut(id)) {
                        shown.hear(line);
                    }
                }
            }
        }
    }

    /// The statement that a heading begins, if it begins one.
    fn heading(&mut self, page: &str, line: &str) -> Option<String> {
        let id = line.trim_start_matches('#').trim().to_string();
        if !id.starts_with("PGN-") {
            return None;
        }
        if self.shown.contains_key(&id) {
            self.repeated.push((id, page.to_string()));
            return None;
        }
        let shown = Shown { page: page.to_string(), ..Shown::default() };
        self.shown.insert(id.clone(), shown);
        Some(id)
    }

    pub(super) fn of(&self, id: &str) -> Option<&Shown> {
        self.shown.get(id)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &Shown)> {
        self.shown.iter().map(|(id, shown)| (id.as_str(), shown))
    }
}

impl Shown {
    /// Reads a line of prose.
    fn hear(&mut self, line: &str) {
        if let Some(why) = line.strip_prefix("Not built:") {
            self.not_built = Some(why.trim().to_string());
        } else if let Some(answer) = line.strip_prefix("Answer:") {
            let tests = quoted(answer).filter(|text| text.contains(".rs")).map(str::to_string);
            let answer = Answer { tests: tests.collect(), decisions: decisions(answer) };
            self.answers.push(answer);
        } else if let Some(evidence) = line.strip_prefix("Evidence:") {
            let texts = quoted(evidence).filter(|text| !text.trim().is_empty());
            self.evidence.extend(texts.map(str::to_string));
        } else {
            self.has_prose |= !line.trim().is_empty();
        }
    }
}

/// The texts between backticks.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The decisions that a line names: `D-39`.
fn decisions(line: &str) -> Vec<String> {
    let number = |rest: &str| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        (end > 0).then(|| format!("D-{}", &rest[..end]))
    };
    line.split("D-").skip(1).filter_map(number).collect()
}
