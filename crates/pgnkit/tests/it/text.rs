//! Random texts that look like PGN, sound and damaged.

use proptest::prelude::*;

const PIECES: &[&str] = &[
    "[Event \"A\"]\n",
    "[Site \"B\"]\n",
    "[White \"a\\\"b\\\\c\"]\n",
    "[Event \"x\n",
    "[Event x]\n",
    "[foo \"1\"]\n",
    "[Result \"1-0\"]\n",
    "[Result \"x\"]\n",
    "[White-Elo \"1\"]\n",
    "[Annotator \"Đ „ü“\"]\n",
    "[EVENT \"y\"]\n",
    "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 39\"]\n",
    "[FEN \"bad\"]\n",
    "[Variant \"Crazyhouse\"]\n",
    "[SetUp \"1\"]\n",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "\t",
    "1.",
    "1...",
    "12. ",
    "e4 ",
    "e5 ",
    "Nf3 ",
    "Nc6 ",
    "Bb5 ",
    "a6 ",
    "d4 ",
    "d5 ",
    "exd5 ",
    "Qxd5 ",
    "O-O ",
    "f3 ",
    "g4 ",
    "Qh4 ",
    "Ke2 ",
    "nf6 ",
    "Ng1-f3 ",
    "-- ",
    "Ke9 ",
    "foo ",
    "+- ",
    "= ",
    "± ",
    "e.p. ",
    " 1-0\n",
    " 0-1\n\n",
    " 1/2-1/2\n",
    " *\n",
    "*",
    "1/2 ",
    "!",
    "?!",
    "!!! ",
    "$1 ",
    "$14",
    "$0 ",
    "$300 ",
    "(",
    ") ",
    "() ",
    "(1. d4 d5) ",
    "{a b} ",
    "{a\nb  c} ",
    "{} ",
    "{%x} ",
    "{50 % of it all and some more words that fill the line until it is long enough to break}",
    "{a [Event \"x\"] b} ",
    "{[%clk  0:01:02] [%eval 0.3]}",
    ";a } b\n",
    "; to the end\n",
    "{x",
    "} ",
    "\n% escape\n",
    "<odd> ",
    "[%clk 1] ",
    "\u{a0}",
    "é ",
    "♘f3 ",
    "{é\u{2013}Ж}",
    "{(1. e4)}",
    "{xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx} ",
];

/// A text of random pieces.
pub(crate) fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        30 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
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

const BLIND_PIECES: &[&str] = &[
    "[White \"a\"]\n",
    "[Event \"|\"]\n\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "1. e4",
    "1. e4 e5\n",
    "2. Nf3",
    "2... Nc6\n",
    "A: ",
    "A: 1. d4",
    "A: 1... c5\n",
    "A1: ",
    "A1: 1... d5\n",
    "A1a: ",
    "B: ",
    "AB12c: ",
    "| ",
    "|",
    "|| ",
    "||",
    "| Comment: Nf3 is good. And so on.",
    "Comment: ",
    "\n\n| One. Two!\n|| \n",
    "White has the attack.\n",
    "* ",
    "\n*\n\n",
    "1-0\n",
    "00 ",
    "000+",
    "{a} ",
    "{",
    "}",
    "(",
    ")",
    "; x",
    "% y\n",
    "word ",
    "é∆",
    "!?",
    "$7 ",
    "3 ",
];

/// A text that looks like Blind Game Notation, sound and damaged.
pub(crate) fn blind_text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        30 => prop::sample::select(BLIND_PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
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
