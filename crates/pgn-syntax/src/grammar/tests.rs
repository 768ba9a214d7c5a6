//! Cases that the properties in `tests/` do not reach: limits set by the caller.

use super::*;
use crate::step::{RawSymbol, RawTag};
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
    let mut parser = Parser::new(Limits::default().with_tag_bytes_max(tag_bytes_max));
    let _ = parser.feed(text.as_bytes(), 0, WindowKind::Last, &mut names);
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
    let _ = parser.feed(b"[A \"a\"]\n\n1. e4 *\n\n1. d4 *\n", 0, WindowKind::Last, &mut Nobody);
    assert_eq!(parser.n_games(), 2);
}

#[test]
fn a_number_before_a_line_of_its_own_escape_begins_a_game() {
    for (text, expected) in
        [("1.\n% a note\ne4", true), ("1. % a note\ne4", false), ("1.\n;a note", true)]
    {
        assert_eq!(between::game_begins(text.as_bytes(), 0), expected, "{text:?}");
    }
}

#[test]
fn a_word_is_a_symbol_up_to_the_longest() {
    struct Symbols(Vec<usize>);
    impl Visitor for Symbols {
        type Break = core::convert::Infallible;
        fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Self::Break> {
            self.0.push(symbol.text.len());
            ControlFlow::Continue(())
        }
    }
    for len in WORD_BYTES_MAX - 1..=WORD_BYTES_MAX + 1 {
        let mut symbols = Symbols(Vec::new());
        let text = alloc::format!("[A \"a\"]\n\n1. {} *\n", "a".repeat(len));
        let _ =
            Parser::new(Limits::default()).feed(text.as_bytes(), 0, WindowKind::Last, &mut symbols);
        let is_symbol = len <= WORD_BYTES_MAX;
        assert_eq!(symbols.0, if is_symbol { alloc::vec![len] } else { Vec::new() }, "{len} bytes");
    }
}

#[test]
fn made_up_names_with_the_same_hash_do_not_split_a_game() {
    /// Counts games and names that are repeated.
    #[derive(Default)]
    struct Count(u32, u32);
    impl Visitor for Count {
        type Break = ();
        fn begin_game(&mut self, _: GameStart) -> ControlFlow<(), Skip> {
            self.0 += 1;
            ControlFlow::Continue(Skip::Enter)
        }
        fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<()> {
            self.1 += u32::from(tag.is_repeated);
            ControlFlow::Continue(())
        }
    }
    // The first two have the same key.
    for (one, other) in [
        ("BB75qGO3aaaaAppA", "NZ3QPx7tm6U25992"),
        ("PeFiFDNyo7RdAkd6aaapaAad", "_s8DcjG5PPmnOSk9wkG8f40z"),
    ] {
        let text = alloc::format!("[{one} \"1\"]\n\n[{other} \"2\"]\n\n1. e4 *\n");
        let mut count = Count::default();
        let _ = visit(text.as_bytes(), &mut count);
        assert_eq!((count.0, count.1), (1, 0), "{text}");
    }
}
