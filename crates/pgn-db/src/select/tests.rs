//! Numbers, samples and marks.

use super::mark::mark;
use super::{Ranges, Reservoir};
use crate::sort::Folder;
use pgnkit::charset::Choice;
use pgnkit::syntax::Regions;

#[test]
fn numbers_are_ranges() {
    let all = |text: &str| -> Vec<u64> {
        let ranges: Ranges = text.parse().unwrap();
        (1..=9).filter(|n| ranges.contains(*n)).collect()
    };
    assert_eq!(all("2..4,7"), [2, 3, 4, 7]);
    assert_eq!(all("7,2-3,3:4,8.."), [2, 3, 4, 7, 8, 9]);
    assert_eq!(all("..2"), [1, 2]);
    assert_eq!(all("!2..8"), [1, 9]);
    assert_eq!("2..4,3,9".parse::<Ranges>().unwrap().last(), Some(9));
    assert_eq!("2..".parse::<Ranges>().unwrap().last(), None);
    assert_eq!("!2".parse::<Ranges>().unwrap().last(), None);
    for bad in ["", "x", "0", "5..2", "1,,2", "..", "!", "1..2..3", "99999999999999999999"] {
        assert!(bad.parse::<Ranges>().is_err(), "{bad}");
    }
}

#[test]
fn a_sample_is_in_order_and_fair() {
    let draw = |size: u64, seed: u64, n: u64| {
        let mut sample = Reservoir::new(size, seed, &Folder(std::env::temp_dir())).unwrap();
        (0..n).for_each(|game| sample.push(format!("{game} ").as_bytes()).unwrap());
        assert_eq!(sample.chosen_count(), size.min(n));
        let mut text = Vec::new();
        sample
            .finish(|bytes| {
                text.extend_from_slice(bytes);
                Ok(())
            })
            .unwrap();
        let text = String::from_utf8(text).unwrap();
        text.split_whitespace().map(|n| n.parse().unwrap()).collect::<Vec<u64>>()
    };
    assert_eq!(draw(5, 1, 3), [0, 1, 2]);
    assert_eq!(draw(0, 1, 3), [] as [u64; 0]);
    assert_eq!(draw(4, 7, 100), draw(4, 7, 100));
    assert_ne!(draw(4, 7, 100), draw(4, 8, 100));
    let mut counts = [0_u32; 20];
    for seed in 0..2_000 {
        let sample = draw(5, seed, 20);
        assert!(sample.is_sorted());
        sample.iter().for_each(|n| counts[*n as usize] += 1);
    }
    // Each is expected 500 times; five standard deviations are 97.
    assert!(counts.iter().all(|count| (400..600).contains(count)), "{counts:?}");
}

#[test]
fn a_mark_is_a_comment_and_changes_nothing_else() {
    let check = |text: &str, ply: u32, comment: &str, expected: &str| {
        let mut regions = Regions::new(text.as_bytes());
        let region = regions.next_region().unwrap().unwrap();
        let marked = mark(&region, Choice::Auto, ply, comment).unwrap();
        assert_eq!(String::from_utf8(marked).unwrap(), expected);
    };
    let text = "[White  \"a\"]\n\n1.e4   e5 2.Nf3 (2. f4) *\n";
    check(text, 2, "here", "[White  \"a\"]\n\n1.e4   e5 {here} 2.Nf3 (2. f4) *\n");
    check("[White \"a\"]\n\n1. e4 *\n", 0, "x", "[White \"a\"]\n\n{x} 1. e4 *\n");
    check("1. e4 *\n", 9, "a } b", "1. e4 {a ) b} *\n");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    check("1. e4 *\n", 1, "{fen}", &format!("1. e4 {{{fen}}} *\n"));
    check("1. e4 *\n", 1, "{key}", "1. e4 {823c9b50fd114196} *\n");
}
