//! What the laws in `tests/` do not reach: limits of one's own.

use super::*;
use crate::step::RawTag;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The tags of a text with their names' being repeated, read with a limit for tag pairs.
fn tags_within(text: &str, tag_bytes_max: usize) -> Vec<(String, bool)> {
    struct Names(Vec<(String, bool)>);
    impl Visitor for Names {
        type Break = core::convert::Infallible;
        fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Self::Break> {
            assert_eq!(tag.head, crate::step::head(tag.name));
            self.0.push((String::from_utf8_lossy(tag.name).into_owned(), tag.is_repeated));
            ControlFlow::Continue(())
        }
    }
    let mut names = Names(Vec::new());
    let mut parser = Parser::new(Limits { tag_bytes_max, ..Limits::default() });
    let _ = parser.feed(text.as_bytes(), 0, true, &mut names);
    names.0
}

#[test]
fn a_tag_beyond_the_limit_leaves_no_name_behind() {
    let tail = " ".repeat(100);
    let text = alloc::format!("[Name \"far too long\"]\n[Name \"x\"]\n[Name \"y\"] *\n{tail}");
    let expected = [("Name".to_string(), false), ("Name".to_string(), true)];
    assert_eq!(tags_within(&text, 16), expected[..]);
    assert_eq!(tags_within(&text, 1000)[0], expected[0]);
}

#[test]
fn games_are_counted_as_they_begin() {
    struct Nobody;
    impl Visitor for Nobody {
        type Break = core::convert::Infallible;
    }
    let mut parser = Parser::new(Limits::default());
    assert_eq!(parser.n_games(), 0);
    let _ = parser.feed(b"[A \"a\"]\n\n1. e4 *\n\n1. d4 *\n", 0, true, &mut Nobody);
    assert_eq!(parser.n_games(), 2);
}
