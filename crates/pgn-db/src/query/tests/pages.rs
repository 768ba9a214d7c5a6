//! The page about the language: every expression on it is one.
//!
//! Owns: finding them. Knows nothing of: what they mean.
//! Standard: none.
//! Start at [`what_the_page_shows_can_be_typed`].

use super::super::{HAS, WORDS, page, word};
use super::query;
use crate::probe::SUBJECTS;

#[test]
fn what_the_page_shows_can_be_typed() {
    let page = page();
    let mut n_shown = 0;
    let mut is_query = false;
    for line in page.lines() {
        match line {
            "```query" => is_query = true,
            "```" => is_query = false,
            line if is_query => {
                query(line);
                n_shown += 1;
            }
            _ => {}
        }
    }
    assert!(n_shown > 25, "{n_shown}");
    assert!(!page.contains("<!--"));
}

#[test]
fn every_word_has_an_example_with_it() {
    for word in WORDS {
        let has_it = word.example.split(|c: char| !c.is_alphanumeric()).any(|it| it == word.name);
        assert!(has_it, "{}: {}", word.name, word.example);
        query(word.example);
    }
    for (n, one) in WORDS.iter().enumerate() {
        assert_eq!(word(one.name), Some(&WORDS[n]));
    }
    for (word, _) in HAS.iter().filter(|(word, _)| *word != "tag") {
        query(&format!("has {word}"));
    }
    for row in SUBJECTS.iter().filter(|row| row.word != "event") {
        query(&format!("{} \"{}\"", row.word, row.example));
    }
}
