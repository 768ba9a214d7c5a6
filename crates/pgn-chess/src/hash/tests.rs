//! The vectors of requirement 19.
//!
//! Standard: §19. Decisions: D-52.

use crate::fen::{self, Mode};
use crate::position::Position;

const KEYS: &[(&str, u64)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
    ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
    ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 1 3", 0x652a_607c_a3f2_42c1),
    ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 2 4", 0x00fd_d303_c946_bdd9),
    ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
    ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 1 4", 0x5c3f_9b82_9b27_9560),
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 0xecba_303c_d610_b817),
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1", 0xf023_eeef_eaa8_28b6),
];

fn read(text: &str) -> Position {
    fen::parse(text.as_bytes(), Mode::Strict).expect("a strict FEN").0
}

#[test]
fn published_keys() {
    for (text, key) in KEYS {
        assert_eq!(read(text).polyglot_key(), *key, "{text}");
    }
}

#[test]
fn two_orders_of_moves_give_one_key() {
    let one = read("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    let other = read("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 2");
    assert_eq!(one.polyglot_key(), 0xd320_7fec_0612_d89d);
    assert_eq!(other.polyglot_key(), one.polyglot_key());
    assert!(one.same_position(&other));
    assert_ne!(one, other);
}

#[test]
fn a_key_kept_through_all_short_lines_is_the_key_from_scratch() {
    for (text, _) in KEYS {
        let start = read(text);
        for first in &start.legal_moves() {
            let middle = start.after(*first);
            for second in &middle.legal_moves() {
                let end = middle.after(*second);
                assert_eq!(end.key, end.key_from_scratch(), "{text} {second:?}");
            }
        }
    }
}
