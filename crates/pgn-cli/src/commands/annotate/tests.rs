//! What is left of comments.

use super::kinds::{Kind, Kinds};

#[test]
fn kinds_are_taken_out_of_comments() {
    let cases: [(&str, &[Kind], Option<&str>); 12] = [
        ("good", &[Kind::Text], Some("")),
        ("good", &[Kind::Clocks], None),
        ("[%clk 0:01:00]", &[Kind::Clocks], Some("")),
        (" [%clk 0:01:00] ", &[Kind::Evals], None),
        ("a [%clk 0:01:00] b", &[Kind::Clocks], Some("a b")),
        ("a [%clk 0:01:00] b", &[Kind::Text], Some("[%clk 0:01:00]")),
        ("[%eval 0.1] [%clk 0:01:00] x", &[Kind::Evals], Some("[%clk 0:01:00] x")),
        ("[%eval 0.1] [%clk 0:01:00] x", &[Kind::Commands], Some("x")),
        ("[%eval 0.1] [%clk 0:01:00] x", &[Kind::Comments], Some("")),
        ("[%cal Ge2e4][%foo 1] x", &[Kind::Marks], Some("[%foo 1] x")),
        ("[%cal Ge2e4][%foo 1] x", &[Kind::Marks, Kind::Text], Some("[%foo 1]")),
        ("", &[Kind::Comments], None),
    ];
    for (text, kinds, expected) in cases {
        assert_eq!(Kinds::of(kinds).left_of(text).as_deref(), expected, "{text} {kinds:?}");
    }
}

#[test]
fn keeping_is_taking_out_the_rest() {
    assert_eq!(
        Kinds::all_but(&[Kind::Comments]),
        Kinds::of(&[Kind::Nags, Kind::Variations, Kind::Escapes])
    );
}
