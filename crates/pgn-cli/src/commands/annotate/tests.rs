//! The rest of comments after parts of them are removed.

use super::kinds::{AnnotationKind, Kinds};

#[test]
fn kinds_are_taken_out_of_comments() {
    let cases: [(&str, &[AnnotationKind], Option<&str>); 12] = [
        ("good", &[AnnotationKind::Text], Some("")),
        ("good", &[AnnotationKind::Clocks], None),
        ("[%clk 0:01:00]", &[AnnotationKind::Clocks], Some("")),
        (" [%clk 0:01:00] ", &[AnnotationKind::Evals], None),
        ("a [%clk 0:01:00] b", &[AnnotationKind::Clocks], Some("a b")),
        ("a [%clk 0:01:00] b", &[AnnotationKind::Text], Some("[%clk 0:01:00]")),
        ("[%eval 0.1] [%clk 0:01:00] x", &[AnnotationKind::Evals], Some("[%clk 0:01:00] x")),
        ("[%eval 0.1] [%clk 0:01:00] x", &[AnnotationKind::Commands], Some("x")),
        ("[%eval 0.1] [%clk 0:01:00] x", &[AnnotationKind::Comments], Some("")),
        ("[%cal Ge2e4][%foo 1] x", &[AnnotationKind::Marks], Some("[%foo 1] x")),
        (
            "[%cal Ge2e4][%foo 1] x",
            &[AnnotationKind::Marks, AnnotationKind::Text],
            Some("[%foo 1]"),
        ),
        ("", &[AnnotationKind::Comments], None),
    ];
    for (text, kinds, expected) in cases {
        assert_eq!(Kinds::of(kinds).left_of(text).as_deref(), expected, "{text} {kinds:?}");
    }
}

#[test]
fn keeping_is_taking_out_the_rest() {
    assert_eq!(
        Kinds::all_but(&[AnnotationKind::Comments]),
        Kinds::of(&[AnnotationKind::Nags, AnnotationKind::Variations, AnnotationKind::Escapes])
    );
}
