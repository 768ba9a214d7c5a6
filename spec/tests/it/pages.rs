//! The pages of the standard run, and every statement in reach stands on one.
//!
//! `UPDATE=1 cargo test -p pgn-spec` writes the answers into the pages; read every change.
//!
//! Owns: the walk over `spec/*.md`. Knows nothing of: what blocks mean.
//! Standard: §0 to §10, §15, §16.1, §17, §18. Decisions: as each page says.
//! Start at `every_block_says_what_is_so`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use pgn_lint::RULES;

use crate::page::{Page, Piece, answer};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All pages, in order of name.
fn pages() -> Vec<Page> {
    let entries = fs::read_dir(folder()).expect("the folder is in the repository");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let page = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Page::parse(&name, &fs::read_to_string(path).expect("a page is text"))
    };
    paths.iter().map(page).collect()
}

/// Id → section and force of every statement of the standard.
fn statements() -> BTreeMap<String, (String, String)> {
    let table = fs::read_to_string(folder().join("statements.tsv")).expect("it is committed");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, section, force, _] = cells[..] else { panic!("statements.tsv: {line}") };
        (id.to_string(), (section.to_string(), force.to_string()))
    };
    table.lines().map(row).collect()
}

/// Ids of the statements that no page has to show yet; `cargo xtask gen` holds the list to that.
fn open() -> BTreeSet<String> {
    let table = fs::read_to_string(folder().join("open.tsv")).expect("it is committed");
    table.lines().filter_map(|line| line.split('\t').next()).map(str::to_string).collect()
}

#[test]
fn every_block_says_what_is_so() {
    let updates = env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for mut page in pages() {
        let (stale, broken) = answer::answer(&mut page);
        if updates && !stale.is_empty() {
            // In one piece, since the other tests read the pages at the same time.
            let path = folder().join(&page.name);
            let new = path.with_extension("md.new");
            fs::write(&new, page.text()).expect("the page can be written");
            fs::rename(new, path).expect("the page can be replaced");
        }
        let stale = if updates { Vec::new() } else { stale };
        for fault in stale.into_iter().chain(broken) {
            wrong.push(format!("spec/{}:{}: {}", page.name, fault.line, fault.why));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_statement_is_known_and_shown() {
    let known = statements();
    let mut wrong = Vec::new();
    for page in pages() {
        for statement in page.statements() {
            let mut fault = |why: &str| {
                let place = format!("spec/{}:{}", page.name, statement.line);
                wrong.push(format!("{place}: {}: {why}", statement.id));
            };
            if !known.contains_key(statement.id) {
                fault("no such statement");
            }
            let answers: Vec<&str> = statement.labelled("Answer:").collect();
            for answer in &answers {
                if let Some(why) = unsound(answer) {
                    fault(&why);
                }
            }
            let waits = statement.labelled("Later:").next().is_some();
            if statement.n_blocks == 0 && answers.is_empty() && !waits {
                fault("has neither a block nor an answer");
            }
            if statement.prose.iter().all(|line| line.is_empty()) {
                fault("says nothing");
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Why an `Answer:` line is none: it names a decision, a note, or a test that shows it.
fn unsound(answer: &str) -> Option<String> {
    let notes = answer.split("docs/design/").skip(1).filter_map(|rest| rest.split_once(".md"));
    let mut has_note = false;
    for (note, _) in notes {
        has_note = true;
        if !folder().join(format!("../docs/design/{note}.md")).is_file() {
            return Some(format!("there is no note {note}"));
        }
    }
    let Some((_, shown)) = answer.split_once(" by `") else {
        let has_decision = answer.split("D-").skip(1).any(|rest| {
            rest.as_bytes().iter().take(2).filter(|byte| byte.is_ascii_digit()).count() == 2
        });
        let is_answer = has_decision || has_note;
        return (!is_answer).then(|| "names neither a decision, a note nor a test".to_string());
    };
    for test in shown.split('`').step_by(2).filter(|test| test.contains('/')) {
        let (path, name) = test.split_once("::").unwrap_or((test, ""));
        let path = folder().join("..").join(path);
        match fs::read_to_string(&path) {
            Err(_) => return Some(format!("{} is not there", Path::new(&path).display())),
            Ok(text) if !name.is_empty() && !text.contains(&format!("fn {name}(")) => {
                return Some(format!("{test}: no such test"));
            }
            Ok(_) => {}
        }
    }
    None
}

#[test]
fn every_statement_in_reach_stands_on_one_page() {
    let known = statements();
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for page in pages() {
        for statement in page.statements() {
            if !seen.insert(statement.id.to_string()) {
                wrong.push(format!("{} stands twice, again in {}", statement.id, page.name));
            }
        }
    }
    let open = open();
    for (id, (section, force)) in &known {
        if !open.contains(id) && !seen.contains(id) {
            wrong.push(format!("{id} (§{section}, {force}) is on no page"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Rules that no page shows, with the reason.
const NOT_SHOWN: [&str; 4] = [
    // A game of records of more than 8 MiB.
    "B006",
    // The command leaves a line out that is no record; `crates/pgn-cli/tests/it/epd.rs` shows it.
    "F235",
    // A line that silences rules and names none; not a matter of the standard.
    "L026", // A game of 4 GiB.
    "M008",
];

#[test]
fn every_fault_is_shown_on_a_page() {
    let pages = pages();
    let is_shown = |sign: &str| {
        let blocks = pages.iter().flat_map(|page| &page.pieces);
        blocks.into_iter().any(|piece| match piece {
            Piece::Block(block) => block.body.iter().any(|line| line.contains(sign)),
            Piece::Line(..) => false,
        })
    };
    for rule in RULES {
        let fault = &rule.fault;
        let sign = format!("{} {}", fault.code, fault.name);
        let is_excused = NOT_SHOWN.contains(&&*fault.code.to_string());
        assert!(is_shown(&sign) != is_excused, "{sign}");
    }
}

#[test]
fn working_names_have_permanent_codes() {
    let table = fs::read_to_string(folder().join("names.tsv")).expect("it is committed");
    for line in table.lines() {
        let [working, code, name] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("names.tsv: {line}")
        };
        if code == "-" {
            continue;
        }
        let is_declared =
            RULES.iter().any(|rule| rule.code().to_string() == code && rule.name() == name);
        assert!(is_declared, "{working}: no fault is {code} {name}");
    }
}
