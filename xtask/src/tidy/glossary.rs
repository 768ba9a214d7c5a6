//! Words that we do not use: the column "not" of GLOSSARY.md.
//!
//! Owns: the search in prose: Markdown, comments and strings. Knows nothing of: the words.
//! Start at [`check`].

use super::Fault;
use crate::code::{find_word, line_of, prose_of};
use crate::repository::{Repository, is_test};

const GLOSSARY: &str = "GLOSSARY.md";

/// Searches Markdown, and the comments and strings of Rust files that are not tests.
///
/// Words between backticks are code and may be anything.
pub(crate) fn check(repository: &Repository) -> Vec<Fault> {
    let words = words(repository);
    let mut faults = Vec::new();
    for file in repository.files.iter().filter(|file| file.path != GLOSSARY) {
        let Some(text) = file.text() else { continue };
        let prose = match file.path.rsplit_once('.').map(|(_, ending)| ending) {
            Some("md") => without_code(text),
            Some("rs") if !is_test(&file.path) => without_code(&prose_of(text)),
            _ => continue,
        };
        let prose = prose.to_ascii_lowercase();
        for (word, better) in &words {
            for at in find_word(&prose, word).filter(|&at| !is_code(&prose, at, word)) {
                let text = format!("`{word}`: GLOSSARY.md says {better}");
                let mut fault = Fault::new("glossary", &file.path, line_of(&prose, at), text);
                fault.name.clone_from(word);
                faults.push(fault);
            }
        }
    }
    faults
}

/// Whether a word is a literal of its own or a name in the braces of a format.
fn is_code(prose: &str, at: usize, word: &str) -> bool {
    let before = prose[..at].chars().next_back();
    let after = prose[at + word.len()..].chars().next();
    matches!((before, after), (Some('"'), Some('"')) | (Some('{'), Some('}')))
}

/// The words of the column "not", each with the first cell of its row.
fn words(repository: &Repository) -> Vec<(String, String)> {
    let glossary = repository.files.iter().find(|file| file.path == GLOSSARY);
    let mut words = Vec::new();
    let mut column = None;
    for line in glossary.and_then(|file| file.text()).unwrap_or_default().lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if cells.len() < 3 {
            column = None;
        } else if let Some(column) = column {
            let not = cells.get::<usize>(column).copied().unwrap_or_default();
            let not =
                not.split(',').map(str::trim).filter(|word| word.starts_with(char::is_alphabetic));
            words.extend(not.map(|word| (word.to_string(), cells[1].to_string())));
        } else {
            column = cells.iter().position(|&cell| cell == "not");
        }
    }
    words
}

/// The same text and the same lines, with spaces for fenced blocks, text between backticks, and
/// the targets of links.
fn without_code(text: &str) -> String {
    let mut prose = String::with_capacity(text.len());
    let mut is_fenced = false;
    for line in text.split_inclusive('\n') {
        let begins = line.trim_start_matches([' ', '/', '!']);
        if begins.starts_with("```") {
            is_fenced = !is_fenced;
        }
        if is_fenced || begins.starts_with("```") {
            prose.extend(line.chars().filter(|&c| c == '\n'));
            continue;
        }
        for (idx, part) in line.split('`').enumerate() {
            match idx % 2 {
                0 => prose.push_str(&without_targets(part)),
                _ => prose.push(' '),
            }
        }
        if line.ends_with('\n') && !prose.ends_with('\n') {
            prose.push('\n');
        }
    }
    prose
}

fn without_targets(text: &str) -> String {
    let mut parts = text.split("](");
    let mut prose = parts.next().unwrap_or_default().to_string();
    for part in parts {
        prose.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
    }
    prose
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    const TABLE: (&str, &str) =
        (GLOSSARY, "| word | means | not |\n|---|---|---|\n| after | | abaft, astern |\n");

    fn found(path: &str, text: &str) -> Vec<usize> {
        check(&sample(&[TABLE, (path, text)])).iter().map(|fault| fault.line).collect()
    }

    #[test]
    fn words_of_the_column_are_found_in_prose() {
        assert_eq!(found("a.md", "one\nAbaft the mast\n"), [2]);
        assert_eq!(found("a.rs", "// x\nfn f() { g(\"it is astern\"); }"), [2]);
        assert_eq!(found("a.rs", "/// Astern.\nfn f() {}"), [1]);
    }

    #[test]
    fn code_and_parts_of_words_are_left_alone() {
        assert!(found("a.md", "`abaft` [x](astern.md) abafted\n```\nabaft\n```\n").is_empty());
        assert!(found("a.rs", "fn abaft() {} // `astern`").is_empty());
        assert!(found("a.rs", "f(\"abaft\", \"is {abaft}\")").is_empty());
        assert!(found("a/tests/it/main.rs", "// abaft").is_empty());
    }
}
