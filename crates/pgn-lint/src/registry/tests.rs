use super::*;
use crate::rule::Family;
use pgnkit::syntax::Fault;
use std::collections::BTreeSet;

#[test]
fn codes_stand_in_order_and_none_comes_twice() {
    for pair in RULES.windows(2) {
        assert!(pair[0].code() < pair[1].code(), "{:?} before {:?}", pair[0], pair[1]);
    }
    let names: BTreeSet<&str> = RULES.iter().map(Rule::name).collect();
    assert_eq!(names.len(), RULES.len());
    for (code, name) in RETIRED {
        assert!(RULES.iter().all(|rule| rule.code() != *code && rule.name() != *name));
    }
}

#[test]
fn names_are_kebab_case_and_codes_have_a_family() {
    for rule in RULES {
        let is_kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(rule.name().chars().all(is_kebab), "{rule:?}");
        assert!(Family::of(rule.code()).is_some(), "{rule:?}");
        assert!(rule.fault.section.starts_with('§'), "{rule:?}");
        assert!(!rule.fault.summary.ends_with('.'), "{rule:?}");
    }
}

#[test]
fn every_fault_of_the_floors_has_its_rule() {
    let tables: [&[Fault]; 7] = [
        pgnkit::syntax::diagnostic::fault::FAULTS,
        pgnkit::fault::FAULTS,
        pgn_formats::pgc::fault::FAULTS,
        pgnkit::write::loss::FAULTS,
        pgn_formats::bgn::fault::FAULTS,
        pgn_formats::epd::fault::FAULTS,
        pgn_formats::ics::fault::FAULTS,
    ];
    for fault in tables.into_iter().flatten() {
        let rule = by_code(fault.code).unwrap_or_else(|| panic!("{} has no rule", fault.name));
        assert_eq!(rule.fault, *fault);
    }
}

#[test]
fn every_rule_has_a_page_with_all_headings() {
    const HEADINGS: [&str; 7] =
        ["What it finds", "Why it matters", "Standard", "Example", "Instead", "Fix", "Seen in"];
    for rule in RULES {
        let page = rule.page();
        assert!(page.starts_with(&format!("# {} {}\n", rule.code(), rule.name())));
        let mut rest = page.as_str();
        for heading in HEADINGS {
            let start = rest.find(&format!("\n## {heading}\n\n"));
            rest = &rest[start.unwrap_or_else(|| panic!("{rule:?} lacks {heading}"))..];
        }
    }
}

#[test]
fn every_file_of_a_rule_is_in_the_table() {
    let rules = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let mut n_files = 0;
    for family in std::fs::read_dir(rules).unwrap().map(Result::unwrap) {
        if !family.file_type().unwrap().is_dir() {
            continue;
        }
        for file in std::fs::read_dir(family.path()).unwrap().map(Result::unwrap) {
            let text = std::fs::read_to_string(file.path()).unwrap();
            n_files += usize::from(text.contains("\nrule! {"));
        }
    }
    assert_eq!(n_files, RULES.len());
}

#[test]
fn rules_are_found_by_code_and_name() {
    assert_eq!(rule("C001").unwrap().name(), "illegal-move");
    assert_eq!(rule("c001").unwrap().name(), "illegal-move");
    assert_eq!(rule("illegal-move").unwrap().code().to_string(), "C001");
    let near = |text: &str| rule(text).unwrap_err().nearest().map(Rule::name);
    assert_eq!(near("ilegal-move"), Some("illegal-move"));
    assert_eq!(near("duplicate-tags"), Some("duplicate-tag"));
    assert_eq!(near("something else altogether"), None);
}
