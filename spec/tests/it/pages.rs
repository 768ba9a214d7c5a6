//! The pages of the standard run; `cargo xtask conformance` sees that every statement is on one.
//!
//! `UPDATE=1 cargo test -p pgn-spec` writes the answers into the pages; read every change.
//!
//! Standard: §0 to §21. Decisions: as each page says.

use std::path::PathBuf;
use std::{env, fs};

use pgn_lint::RULES;
use pgnkit::Nag;
use pgnkit::tag::{TAGS, countries};

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

/// The first cells of all blocks of a kind on a page.
fn first_cells(page: &str, kind: &str) -> Vec<String> {
    let pages = pages();
    let page = pages.iter().find(|found| found.name == page).expect("the page is there");
    let blocks = page.pieces.iter().filter_map(|piece| match piece {
        Piece::Block(block) if block.kind() == kind => Some(block),
        Piece::Block(_) | Piece::Line(..) => None,
    });
    let lines = blocks.flat_map(|block| &block.body);
    lines.map(|line| line.split(" | ").next().unwrap_or_default().to_string()).collect()
}

#[test]
fn every_name_glyph_and_country_stands_on_its_page() {
    let names = TAGS.iter().filter(|tag| tag.section.starts_with("9."));
    let names: Vec<String> = names.map(|tag| tag.name.to_string()).collect();
    assert_eq!(names.len(), 30);
    let glyphs: Vec<String> = Nag::all().map(|nag| nag.0.to_string()).collect();
    let codes: Vec<String> = countries().map(|country| country.code.to_string()).collect();
    for (page, kind, all) in [
        ("09-supplemental-tags.md", "tag", names),
        ("10-glyphs.md", "nag", glyphs),
        ("15-countries.md", "country", codes),
    ] {
        let shown = first_cells(page, kind);
        assert_eq!(shown[..all.len()], all, "{page} has all of them first, in their order");
    }
}

/// Rules that no page shows, with the reason.
const NOT_SHOWN: [&str; 12] = [
    // A game of records of more than 8 MiB.
    "B006", // Of databases of Scid; `crates/pgn-formats/tests/it/scid.rs` shows it.
    "B016", "B017", // Of databases of ChessBase; `cbh_write.rs` beside it shows it.
    // The command leaves a line out that is no record; `crates/pgn-cli/tests/it/epd.rs` shows it.
    "F235",
    // What a whole file shows; `crates/pgn-cli/tests/it/encodings.rs` shows it.
    "L029", "L030",
    // A line that silences rules and names none; not a matter of the standard.
    "L026", // A game of 4 GiB.
    "M008", // Limits of sites; `crates/pgn-lint/tests/it/export.rs` shows them.
    "X017", "X018", "X019", "X020",
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
