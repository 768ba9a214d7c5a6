//! The programs of `examples/`, on short texts.

#![allow(dead_code, reason = "only the examples call their `main`")]

#[path = "../../examples/add_clocks.rs"]
mod add_clocks;
#[path = "../../examples/count_openings.rs"]
mod count_openings;
#[path = "../../examples/every_fen.rs"]
mod every_fen;
#[path = "../../examples/filter.rs"]
mod filter;
#[path = "../../examples/merge_variations.rs"]
mod merge_variations;
#[path = "../../examples/validate_upload.rs"]
mod validate_upload;
#[path = "../../examples/visitor.rs"]
mod visitor;

const GAMES: &[u8] = b"[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 1-0\n\n\
    [White \"B\"]\n\n1. e4 c5 1/2-1/2\n";

#[test]
fn filter_keeps_decided_games() {
    let kept = filter::run(GAMES).unwrap();
    assert!(kept.contains("[White \"A\"]") && !kept.contains("[White \"B\"]"));
}

#[test]
fn count_openings_names_them() {
    let counts = count_openings::run(GAMES).unwrap();
    assert!(counts.contains("    1 C68 ") && counts.contains("    1 B20 "), "{counts}");
}

#[test]
fn add_clocks_writes_one_for_each_move() {
    let text = add_clocks::run(GAMES).unwrap();
    assert!(text.contains("1. e4 {[%clk 0:59:50]} 1... e5 {[%clk 0:59:50]} 2. Nf3"), "{text}");
}

#[test]
fn merge_variations_makes_one_game() {
    let text = merge_variations::run(GAMES).unwrap();
    assert!(text.contains("1. e4 e5 (1... c5) 2. Nf3"), "{text}");
}

#[test]
fn validate_upload_lists_findings() {
    assert_eq!(validate_upload::validate(b"1. e4 e5 *\n").unwrap(), []);
    let findings = validate_upload::validate(b"1. e4 e5 *\n\n1. e4 Ke4 *\n").unwrap();
    assert!(findings.iter().any(|it| it.game == 2 && it.code == "C001"), "{findings:?}");
}

#[test]
fn every_fen_has_the_start_and_the_end() {
    let fens = every_fen::run(GAMES).unwrap();
    assert_eq!(fens.lines().count(), 8 + 3);
    assert!(fens.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"));
}

#[test]
fn visitor_counts_without_games() {
    assert_eq!(visitor::count(GAMES).unwrap(), visitor::Counts { tags: 2, captures: 1 });
}
