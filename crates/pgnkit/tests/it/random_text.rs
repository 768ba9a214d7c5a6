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
