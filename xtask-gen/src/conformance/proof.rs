//! Whether what a page has for a statement proves anything.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::evidence::{Block, Shown};

/// The places that evidence may refer to.
#[derive(Default)]
pub(super) struct Sources {
    root: PathBuf,
    /// `D-39`, those of `docs/design/decisions.md`.
    decisions: BTreeSet<String>,
}

impl Sources {
    pub(super) fn read(root: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(root.join("docs/design/decisions.md"))?;
        let headings = text.lines().filter_map(|line| line.strip_prefix("### "));
        Ok(Self { root: root.to_path_buf(), decisions: headings.map(str::to_string).collect() })
    }

    pub(super) fn has(&self, number: &str) -> bool {
        self.decisions.contains(number)
    }

    /// The reason why `path::name` is not a test that runs.
    fn fault_of_test(&self, cited: &str) -> Option<String> {
        let Some((path, name)) = cited.split_once("::") else {
            return Some(format!("`{cited}` names a file; name one test in it, `path::test`"));
        };
        let Ok(text) = fs::read_to_string(self.root.join(path)) else {
            return Some(format!("`{cited}`: there is no file {path}"));
        };
        fault_of_function(&text, name).map(|why| format!("`{cited}`: {why}"))
    }
}

/// The reason why the function `name` of a source text is not a test that runs.
pub(super) fn fault_of_function(text: &str, name: &str) -> Option<&'static str> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let begins = |line: &&str| line.strip_prefix("fn ").is_some_and(|rest| is_call(rest, name));
    let Some(at) = lines.iter().position(begins) else {
        return Some("there is no such test");
    };
    let above = lines[..at].iter().rev();
    let attributes: Vec<_> =
        above.take_while(|line| line.starts_with("#[") || line.starts_with("///")).collect();
    if !attributes.iter().any(|line| **line == "#[test]") {
        return Some("it is a function and no `#[test]`");
    }
    let is_ignored = attributes.iter().any(|line| line.starts_with("#[ignore"));
    is_ignored.then_some("the test is ignored")
}

fn is_call(rest: &str, name: &str) -> bool {
    rest.strip_prefix(name).is_some_and(|rest| rest.starts_with('('))
}

/// A question of a page, with the blocks that answer it: a text and what becomes of it, or a table.
struct Group<'a> {
    line: usize,
    blocks: Vec<&'a Block>,
}

impl Shown {
    /// Whether a block, a test or a decision is evidence for the statement.
    pub(super) fn is_something(&self) -> bool {
        let mut answers = self.answers.iter();
        let is_answer = answers.any(|a| !a.tests.is_empty() || !a.decisions.is_empty());
        is_answer || !self.blocks.is_empty()
    }

    /// The error in the evidence for the statement `id`.
    pub(super) fn faults(&self, id: &str, sources: &Sources) -> Vec<String> {
        let mut faults = Vec::new();
        let mut fault = |why: String| faults.push(format!("spec/{}: {id}: {why}", self.page));
        if !self.has_prose {
            fault("says nothing".to_string());
        }
        match (self.is_something(), &self.not_built) {
            (false, None) => fault(
                "has neither a block nor an answer: show it, or answer it with `Answer:` and a \
                 test or a decision; what does not exist has a line `Not built:`"
                    .to_string(),
            ),
            (_, Some(why)) if why.is_empty() => fault("`Not built:` gives no reason".to_string()),
            (false, Some(_)) | (true, _) => {}
        }
        for answer in &self.answers {
            if answer.tests.is_empty() && answer.decisions.is_empty() {
                fault("an `Answer:` names neither a test nor a decision".to_string());
            }
            answer.tests.iter().filter_map(|test| sources.fault_of_test(test)).for_each(&mut fault);
        }
        for block in self.blocks.iter().filter(|block| block.is_empty()) {
            fault(format!("the block `{}` of line {} is empty", block.info, block.line));
        }
        let groups = self.groups();
        for text in &self.evidence {
            if !groups.iter().any(|group| group.answers(text)) {
                fault(format!("no answer of its blocks holds the evidence `{text}`"));
            }
        }
        for group in &groups {
            if !self.evidence.iter().any(|text| group.answers(text)) {
                fault(format!(
                    "the block of line {} shows nothing of the statement: name in a line \
                     `Evidence:` what its answer would not hold if the statement were false",
                    group.line
                ));
            }
        }
        faults
    }

    fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        for block in &self.blocks {
            match groups.last_mut() {
                Some(group) if block.is_answer() => group.blocks.push(block),
                Some(_) | None => groups.push(Group { line: block.line, blocks: vec![block] }),
            }
        }
        groups
    }
}

impl Group<'_> {
    /// Whether the answers, without the questions, contain `text`.
    fn answers(&self, text: &str) -> bool {
        self.blocks.iter().any(|block| {
            let is_text = block.is_text();
            block.body.iter().any(|line| match () {
                () if is_text => is_mark(line) && line.contains(text),
                () if block.is_answer() => line.contains(text),
                // In a table, the text must reach the last cell.
                () => line.rfind(text).is_some_and(|at| {
                    at + text.len() > line.rfind(" | ").map_or(0, |bar| bar + " | ".len())
                }),
            })
        })
    }
}

const PROFILES: [&str; 4] = ["archival", "reduced", "modern", "lossless"];

impl Block {
    fn is_empty(&self) -> bool {
        self.body.iter().all(|line| line.trim().is_empty())
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.info.split(' ')
    }

    fn kind(&self) -> &str {
        self.words().next().unwrap_or_default()
    }

    /// A text to read in which marks alone are an answer.
    fn is_text(&self) -> bool {
        match self.kind() {
            "pgn" => !self.is_answer(),
            kind => ["pgc", "ics", "bgn"].contains(&kind),
        }
    }

    /// Says something of the text above it.
    fn is_answer(&self) -> bool {
        const KINDS: [&str; 15] = [
            "error", "expect", "games", "heard", "hex", "lint", "losses", "mail", "message",
            "movetext", "records", "sorted", "tags", "tokens", "tree",
        ];
        match self.kind() {
            "pgn" => self.words().any(|word| PROFILES.contains(&word)),
            "fen" => !self.words().any(|word| word == "strict" || word == "lax"),
            kind => KINDS.contains(&kind),
        }
    }
}

/// Whether a line of a text is the mark of a finding: `%   ^ T104 name`, `%@1 …`, `%@end …`.
fn is_mark(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('%') else { return false };
    let rest = rest.trim_start();
    ["^ ", "@1 ", "@end "].iter().any(|sign| rest.starts_with(sign))
}
