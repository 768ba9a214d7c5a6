//! The page about the language: every expression on it is one.

use super::query;
use crate::facts::{FACTS, fact};
use crate::has::HAS;
use crate::page;
use crate::probe::{EVENTS, SUBJECTS};

/// The page about the texts of questions about positions.
const POSITIONS: &str = include_str!("../../../../docs/formats/positions.md");

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
    for row in FACTS {
        let mut words = row.example.split(|c: char| !c.is_alphanumeric() && c != '-');
        assert!(words.any(|it| it == row.name), "{}: {}", row.name, row.example);
        query(row.example);
        assert_eq!(fact(row.name), Some(row));
        assert_eq!(row.fact.row(), row);
    }
    for (word, ..) in HAS.iter().filter(|(word, ..)| *word != "tag") {
        query(&format!("has {word}"));
    }
    for row in SUBJECTS.iter().filter(|row| row.word != "event") {
        query(&format!("{} \"{}\"", row.word, row.example));
    }
}

#[test]
fn every_event_may_follow_each_word_that_takes_one() {
    for event in EVENTS {
        for word in [event.word.to_owned(), event.word.replace('-', "")] {
            for question in ["ends", "reaches", "event", "not ends"] {
                query(&format!("{question} {word} and rated"));
                query(&format!("{question} \"{word}\""));
            }
            query(&format!("board (event {word} and material \"men >= 2\")"));
        }
    }
}

/// The texts between backticks in the first column of each table below a heading.
fn first_cells<'p>(page: &'p str, heading: &str) -> Vec<&'p str> {
    let heading = format!("## {heading}");
    let section = page.lines().skip_while(|line| *line != heading).skip(1);
    let rows = section.take_while(|line| !line.starts_with("## "));
    let cells = rows.filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn every_word_of_the_tables_about_positions_is_understood() {
    let is_count = |text: &str| !text.starts_with(|c: char| c.is_ascii_alphabetic());
    let sections = [("pattern", 16), ("material", 18), ("pieces", 13), ("pawns", 20), ("moves", 8)];
    for (subject, n_min) in sections {
        let texts = first_cells(POSITIONS, subject);
        assert!(texts.len() >= n_min, "{subject}: {texts:?}");
        for text in texts {
            query(&match subject {
                "pattern" => format!("pattern \"{text}*/8/8/8/8/8/8/8\""),
                "material" if is_count(text) => format!("material \"KR{text}kr\""),
                "moves" => format!("moves \"{text} *\""),
                _ => format!("{subject} \"{text}\""),
            });
        }
    }
    let events = first_cells(POSITIONS, "ends, reaches");
    for event in EVENTS {
        assert!(events.contains(&event.word), "{} is not on the page", event.word);
    }
    for event in events {
        query(&format!("ends {event}"));
        query(&format!("reaches {event}"));
    }
}

#[test]
fn every_option_of_the_page_is_understood() {
    let page = page();
    let options = first_cells(&page, "Positions and moves");
    let from = options.iter().position(|text| *text == "for 4 plies").expect("the options");
    assert!(options.len() - from >= 11, "{options:?}");
    for option in &options[from..] {
        let question =
            if option.starts_with("for") { "material \"KRkr\"" } else { "moves \"1. e4\"" };
        query(&format!("{question} {option}"));
    }
}
