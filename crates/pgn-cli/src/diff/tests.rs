//! Differences as `patch` takes them.

use super::{LINES_MAX, Op, Paint, Unified, compare};

fn printed(old: &str, new: &str) -> String {
    let ops = compare(old.as_bytes(), new.as_bytes());
    let mut out = Vec::new();
    let mut unified = Unified::new("old", "new", Paint::Plain);
    unified.take(&ops, old.as_bytes(), new.as_bytes(), &mut out);
    unified.finish(&mut out);
    String::from_utf8(out).unwrap()
}

/// What a difference makes of the old text.
fn applied(ops: &[Op], old: &[u8], new: &[u8]) -> Vec<u8> {
    let (mut old, mut new, mut made) = (old, new, Vec::new());
    for &op in ops {
        match op {
            Op::Keep(len) => {
                assert_eq!(old[..len], new[..len]);
                made.extend_from_slice(&old[..len]);
                (old, new) = (&old[len..], &new[len..]);
            }
            Op::Remove(len) => old = &old[len..],
            Op::Add(len) => {
                made.extend_from_slice(&new[..len]);
                new = &new[len..];
            }
        }
    }
    assert!(old.is_empty() && new.is_empty());
    made
}

fn numbered(n: usize) -> String {
    (1..=n).map(|n| format!("{n}\n")).collect()
}

#[test]
fn no_difference_prints_nothing() {
    assert_eq!(printed("a\n", "a\n"), "");
    assert_eq!(printed("", ""), "");
}

#[test]
fn a_change_has_three_lines_of_context() {
    let (old, new) = (numbered(10), numbered(10).replace("5\n", "five\n"));
    let expected = "--- old\n+++ new\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n";
    assert_eq!(printed(&old, &new), expected);
}

#[test]
fn changes_that_lie_close_share_a_hunk() {
    let old = numbered(40);
    let hunks = |distance: usize| {
        let (a, b) = ("\n12\n", format!("\n{}\n", 12 + distance));
        let new = old.replace(a, "\nx\n").replace(&b, "\ny\n");
        printed(&old, &new).matches("@@ -").count()
    };
    assert_eq!((hunks(7), hunks(8)), (1, 2));
    let new = old.replace("\n12\n", "\nx\n").replace("\n20\n", "\ny\n");
    let expected = "@@ -9,7 +9,7 @@\n 9\n 10\n 11\n-12\n+x\n 13\n 14\n 15\n\
                    @@ -17,7 +17,7 @@\n 17\n 18\n 19\n-20\n+y\n 21\n 22\n 23\n";
    assert_eq!(printed(&old, &new), format!("--- old\n+++ new\n{expected}"));
}

#[test]
fn empty_sides_and_missing_line_ends_are_told() {
    assert_eq!(printed("", "a\n"), "--- old\n+++ new\n@@ -0,0 +1 @@\n+a\n");
    assert_eq!(printed("a\n", ""), "--- old\n+++ new\n@@ -1 +0,0 @@\n-a\n");
    let expected = "--- old\n+++ new\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n";
    assert_eq!(printed("a", "a\n"), expected);
}

#[test]
fn steps_lead_from_one_text_to_the_other() {
    let check = |old: &str, new: &str| {
        let ops = compare(old.as_bytes(), new.as_bytes());
        assert_eq!(applied(&ops, old.as_bytes(), new.as_bytes()), new.as_bytes());
    };
    check("a\nb\nc\n", "b\nc\nd");
    check("", "x\ny\n");
    check("x\n\nx\n\nx\n", "x\nx\n");
    let (old, new) = (numbered(LINES_MAX), numbered(LINES_MAX).replace('9', "nine"));
    check(&old, &new);
}
