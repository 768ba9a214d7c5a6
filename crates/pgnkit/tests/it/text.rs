//! Random texts that look like PGN, sound and damaged.

use proptest::prelude::*;

/// A text of random pieces.
pub(crate) fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        30 => prop::sample::select(pgn_testing::dictionary("games")),
        1 => prop::collection::vec(any::<u8>(), 1..4),
        1 => (1usize..700).prop_map(|n| {
            let mut comment = b"{".to_vec();
            comment.extend(std::iter::repeat_n(b'x', n));
            comment.extend(b"}");
            comment
        }),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// A text that looks like Blind Game Notation, sound and damaged.
pub(crate) fn blind_text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        30 => prop::sample::select(pgn_testing::dictionary("blind")),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 0..50).prop_map(|pieces| pieces.concat())
}

#[test]
fn compressed_data_say_so_and_give_no_game() {
    use std::io::Read as _;
    for head in [&b"\x28\xB5\x2F\xFD"[..], b"\x1F\x8B\x08", b"PK\x03\x04", b"\xFD7zXZ\0"] {
        let data = head.iter().chain(b"  1. e4 e5 *").copied().collect::<Vec<u8>>();
        let mut games = pgnkit::read::Games::new(&data[..]);
        let error = games.next().expect("a word").expect_err("no game");
        assert!(error.to_string().starts_with("compressed data ("), "{error}");
        assert!(games.next().is_none());
        // However small the pieces are that come.
        let pieces = data[..1].chain(&data[1..3]).chain(&data[3..]);
        assert!(pgnkit::read::Games::new(pieces).next().expect("a word").is_err());
    }
}
