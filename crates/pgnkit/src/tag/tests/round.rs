//! Tests of rounds and their order.
//!
//! Standard: §8.1.1.4, §12. Decisions: D-20, D-42.

use std::cmp::Ordering;

use proptest::prelude::*;

use super::*;
use crate::tag::round::{compare, push_sort_key};

fn numbers(value: &str) -> Vec<u64> {
    match Round::parse(value) {
        Ok(Round::Parts(parts)) => parts.numbers().collect(),
        Ok(Round::Unknown | Round::NotApplicable) | Err(_) => Vec::new(),
    }
}

proptest! {
    #[test]
    fn keys_and_values_have_one_order(a in "[?.0-2a-]{0,6}", b in "[?.0-2a-]{0,6}") {
        let (mut key_a, mut key_b) = (Vec::new(), Vec::new());
        push_sort_key(&a, &mut key_a);
        push_sort_key(&b, &mut key_b);
        prop_assert_eq!(key_a.cmp(&key_b), compare(&a, &b));
        prop_assert_eq!(compare(&a, &b), compare(&b, &a).reverse());
    }
}

#[test]
fn round_is_numbers_or_one_of_two_signs() {
    // §8.1.1.4-01, §8.1.1.4-02, D-20
    ok("Round", "29");
    assert_eq!(Round::parse("?"), Ok(Round::Unknown));
    assert_eq!(Round::parse(""), Ok(Round::Unknown));
    assert_eq!(Round::parse("-"), Ok(Round::NotApplicable));
    assert_eq!(numbers("01"), [1]);
    assert_eq!(Round::parse("01").unwrap().to_string(), "01");
}

#[test]
fn multipart_rounds_are_integers_between_periods() {
    // §8.1.1.4-03, D-20
    assert_eq!(numbers("3.1"), [3, 1]);
    assert_eq!(numbers("4.1.2"), [4, 1, 2]);
    assert_eq!(fault("Round", "3."), (2, "expected a digit, found the end".to_owned()));
    assert_eq!(fault("Round", ".1").0, 0);
    assert_eq!(fault("Round", "3..1").0, 2);
    assert_eq!(fault("Round", "1a").1, "expected a digit, a period or the end, found `a`");
    for value in ["QF", "1.?", "3a", "--", "1 "] {
        fault("Round", value);
    }
}

#[test]
fn numbers_have_no_upper_bound() {
    let long = "9".repeat(100);
    ok("Round", &long);
    assert_eq!(numbers(&long), [u64::MAX]);
    assert_eq!(compare(&long, &format!("1{}", "0".repeat(100))), Ordering::Less);
}

#[test]
fn order_is_numeric_part_by_part() {
    // §12-06 to §12-09, D-42
    let sorted = [
        "?", "?.1", "-", "1", "2", "3", "3.?", "3.-", "3.1", "3.2", "3.10", "4", "10", "", "3a",
        "QF", "qf",
    ];
    let expected: Vec<_> = sorted.iter().filter(|value| !value.is_empty()).collect();
    let mut shuffled = expected.clone();
    shuffled.reverse();
    shuffled.sort_by(|a, b| compare(a, b));
    assert_eq!(shuffled, expected);
    assert_eq!(compare("1", "01"), Ordering::Equal);
    assert_eq!(compare("0", "00.1"), Ordering::Less);
    assert_eq!(compare("", "?"), Ordering::Equal);
}

#[test]
fn sort_keys_compare_as_the_values_do() {
    let values = [
        "",
        "?",
        "-",
        "?.1",
        "-.1",
        "0",
        "00",
        "1",
        "01",
        "2",
        "10",
        "1.1",
        "1.01",
        "1.?",
        "1.-",
        "1..1",
        "a",
        "ab",
        "b",
        "1a",
        "99999999999999999999999",
        "\u{e9}",
        "3.10",
        "3.2",
    ];
    let key = |value: &str| {
        let mut key = Vec::new();
        push_sort_key(value, &mut key);
        key
    };
    for a in values {
        for b in values {
            assert_eq!(key(a).cmp(&key(b)), compare(a, b), "{a:?} {b:?}");
        }
    }
}
