//! The page about the language: its text, with the tables of words put in.

use std::fmt::Write as _;

use super::board_question::BOARD_WORDS;
use super::facts::FACTS;
use super::has::HAS;
use crate::probe::{EVENTS, SUBJECTS};

const TEXT: &str = include_str!("page.md");

/// The page, as Markdown.
#[must_use]
#[doc(hidden)]
pub fn page() -> String {
    TEXT.replace("<!-- words -->", words().trim_end())
        .replace("<!-- has -->", has().trim_end())
        .replace("<!-- boards -->", boards().trim_end())
}

/// A text within a cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn words() -> String {
    let mut text = String::from("| word | values | | means | example |\n|---|---|---|---|---|\n");
    for row in FACTS {
        let mut marks = Vec::new();
        marks.extend(row.has_side.then_some("side"));
        marks.extend(row.has_place.then_some("place"));
        let (name, kind, about) = (row.name, row.kind.name(), cell(row.about));
        let (marks, example) = (marks.join(", "), cell(row.example));
        // Writing to a text cannot fail.
        let _ = writeln!(text, "| `{name}` | {kind} | {marks} | {about} | `{example}` |");
    }
    text
}

fn has() -> String {
    let mut text = String::from("| word | means |\n|---|---|\n");
    for (word, _, about) in HAS {
        let _ = writeln!(text, "| `{word}` | {} |", cell(about));
    }
    text
}

fn boards() -> String {
    let mut text = String::from("| word | asks about | example |\n|---|---|---|\n");
    for row in SUBJECTS {
        let (word, about) = (row.word, cell(row.about));
        let quote = if word == "event" { "" } else { "\"" };
        let example = cell(row.example);
        let _ = writeln!(text, "| `{word}` | {about} | `{word} {quote}{example}{quote}` |");
    }
    for (word, about) in BOARD_WORDS {
        let _ = writeln!(text, "| `{word}` | {} | |", cell(about));
    }
    text.push_str("\n| event | means |\n|---|---|\n");
    for event in EVENTS {
        let _ = writeln!(text, "| `{}` | {} |", event.word, cell(event.about));
    }
    text
}
