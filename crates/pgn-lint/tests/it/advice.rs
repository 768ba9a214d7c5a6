//! The advice of a report.
//!
//! Standard: §8.1.1, §8.2.3, §17. Decisions: D-25, D-62.

use crate::source::lint;
use pgn_lint::{Config, Selector};

/// The advice about the first finding of a rule.
fn advises(text: &str, code: &str, advice: &str) {
    let mut config = Config::default();
    config.select.push(Selector::parse(code).unwrap());
    let found = lint(text.as_bytes(), &config);
    let first = found.iter().find(|one| one.code().to_string() == code);
    let help = first.unwrap_or_else(|| panic!("{text}: no {code}")).help.as_deref();
    assert!(help.is_some_and(|help| help.contains(advice)), "{text}: {help:?}");
}

#[test]
fn moves_of_another_language_name_the_option() {
    for (text, language) in [
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 *", "German"),
        ("1. e4 e5 2. Cf3 Cc6 3. Fb5 *", "French"),
        ("1. e4 e5 2. Cf3 Cc6 3. Ab5 *", "Spanish"),
        // The text is not a game in German, but this is a move.
        ("1. e4 e5 2. Sf3 Sd3 *", "German"),
    ] {
        advises(text, "C003", &format!("`--moves-language {language}` or `auto`"));
    }
    // A letter of many languages is not that of the first of them alone.
    advises("1. e4 e5 2. Df3 *", "C003", "German, Spanish, Czech");
    advises("1. e4 e5 2. Zf3 *", "C003", "the line ends here");
}

#[test]
fn a_pawn_on_the_last_rank_is_told_what_to_write() {
    let fen = "[FEN \"1r6/P6k/8/8/8/8/8/7K w - - 0 1\"]\n\n";
    advises(&format!("{fen}1. a8 *"), "C001", "`a8=Q` for a queen");
    advises(&format!("{fen}1. axb8 *"), "C001", "`axb8=Q` for a queen");
    advises(&format!("{fen}1. b8 *"), "C001", "an earlier move");
}

#[test]
fn an_empty_value_is_told_what_may_stand_there() {
    advises("[Result \"\"]\n\n1. e4 1-0", "T134", "write `1-0`, to match the end of the moves");
    advises("[Result \"\"]\n\n1. e4", "T134", "`1-0`, `0-1`, `1/2-1/2` or `*`");
    advises("[Date \"\"]\n\n*", "T134", "`????.??.??`");
    advises("[Site \"\"]\n\n*", "T134", "write `?`");
    advises("[Annotator \"\"]\n\n*", "T134", "leave out the tag");
}

/// The sentence of the first finding of a rule.
fn says(text: &str, code: &str, sentence: &str) {
    let mut config = Config::default();
    config.select.push(Selector::parse(code).unwrap());
    let found = lint(text.as_bytes(), &config);
    let first = found.iter().find(|one| one.code().to_string() == code);
    let message = &first.unwrap_or_else(|| panic!("{text}: no {code}")).message;
    assert!(message.contains(sentence), "{text}: {message}");
}

#[test]
fn a_fen_that_moves_do_not_begin_from_is_named() {
    let fen = |fen: &str, moves: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n");
    let end = "this FEN is the position at the end of the game";
    for (position, moves) in [
        ("rnbqkbnr/pppp2pp/8/4pp2/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3", "1. e4 e5 2. Nc3 f5"),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "1. f3 e5 2. g4 Qh4#"),
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", "1. e4 e5 2. Nf3 {x}"),
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R", "1. e4 e5 (1... c5) 2. Nf3"),
    ] {
        says(&fen(position, moves), "C001", end);
        advises(&fen(position, moves), "C001", "remove the FEN and SetUp tags");
    }
    let early = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    says(&fen(early, "1. e4 e5 2. Nc3 f5"), "C001", "the position after 1... e5, not where");
    // The cause of castling without a right.
    for (position, moves, sentence) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "1. O-O",
            "gives White no right to castle on the king's",
        ),
        (
            "r3k3/8/8/8/8/8/8/4K3 b - - 0 1",
            "1... O-O-O",
            "gives Black no right to castle on the queen",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1. Ke2 Kd8 2. Ke1 Ke8 3. O-O", "may no longer castle"),
        (
            "4k2r/8/8/8/8/8/8/4K2R b K - 0 1",
            "1... O-O",
            "gives Black no right to castle on the king's",
        ),
    ] {
        says(&fen(position, moves), "C001", sentence);
    }
}
