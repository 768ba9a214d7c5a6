use super::*;
use pgnkit::syntax::Regions;

fn fix(edits: &[(u64, u64, &str)]) -> Fix {
    let edits = edits.iter().map(|&(start, end, text)| Edit { start, end, text: text.into() });
    Fix { applicability: Applicability::Safe, title: String::new(), edits: edits.collect() }
}

fn check(text: &str, fixes: &[Fix], expected: &str, n_refused: usize) {
    let fixes: Vec<&Fix> = fixes.iter().collect();
    let done = apply(text.as_bytes(), 100, &fixes);
    assert_eq!(String::from_utf8(done.text).unwrap(), expected);
    assert_eq!(done.refused.len(), n_refused);
    assert_eq!(done.applied.len() + n_refused, fixes.len());
}

#[test]
fn edits_apply_in_order_of_place() {
    check(
        "abcdef",
        &[fix(&[(104, 105, "E")]), fix(&[(101, 102, ""), (103, 103, "+")])],
        "ac+dEf",
        0,
    );
}

#[test]
fn overlapping_and_touching_fixes_are_refused_whole() {
    check(
        "abcdef",
        &[fix(&[(101, 103, "X")]), fix(&[(102, 104, "Y"), (105, 106, "Z")])],
        "aXdef",
        1,
    );
    check("abcdef", &[fix(&[(102, 102, "X")]), fix(&[(102, 102, "Y")])], "abXcdef", 1);
}

#[test]
fn fixes_outside_the_text_are_refused() {
    check("abc", &[fix(&[(99, 101, "")]), fix(&[(102, 104, "")]), fix(&[])], "abc", 3);
}

/// The memory of one pass is bounded for all rules together, and only fixes that may be made count.
#[test]
fn a_pass_holds_so_many_corrections_of_all_rules() {
    let text = format!("1. e4 {}e5 *\n", "} ) zq. ".repeat(60_000));
    let mut regions = Regions::new(text.as_bytes());
    let region = regions.next_region().unwrap().unwrap();
    let mut linter = Linter::new(Config::default());
    let fixes = linter.fixes(&region, Applicability::Unsafe);
    assert_eq!(fixes.len(), fixes_max(text.len()));
    assert!(linter.fixes(&region, Applicability::Safe).len() < fixes.len());
}
