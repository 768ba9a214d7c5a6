//! Finding any of several texts.
//!
//! With the feature `automaton`, one pass over a text searches for all of them; without it, as in
//! the module of web pages, there is one pass for each.

#[cfg(feature = "automaton")]
pub(super) use automaton::AnyOf;
#[cfg(not(feature = "automaton"))]
pub(super) use plain::AnyOf;

#[cfg(feature = "automaton")]
mod automaton {
    use aho_corasick::{AhoCorasick, AhoCorasickKind, Input};

    /// Texts of more bytes than this are found without a table of all states and bytes.
    const TABLE_BYTES_MAX: usize = 4 << 10;

    #[derive(Clone, Debug)]
    pub(crate) struct AnyOf(AhoCorasick);

    impl AnyOf {
        /// A search for these, which may ignore the case of ASCII; `None` if there are too many. A
        /// table of all states and bytes is the fastest, but to make one of a long text that
        /// repeats itself takes time that is quadratic in its length.
        pub(crate) fn new<T: AsRef<[u8]>>(texts: &[T], in_any_case: bool) -> Option<AnyOf> {
            let n_bytes: usize = texts.iter().map(|text| text.as_ref().len()).sum();
            let kind = (n_bytes > TABLE_BYTES_MAX).then_some(AhoCorasickKind::ContiguousNFA);
            let mut builder = AhoCorasick::builder();
            builder.ascii_case_insensitive(in_any_case).kind(kind).build(texts).ok().map(AnyOf)
        }

        /// Where the next of them begins, from an offset on.
        pub(crate) fn find(&self, text: &[u8], from: usize) -> Option<usize> {
            self.0.find(Input::new(text).range(from..)).map(|found| found.start())
        }

        pub(crate) fn is_in(&self, text: &[u8]) -> bool {
            self.0.is_match(text)
        }
    }
}

#[cfg(any(test, not(feature = "automaton")))]
#[cfg_attr(feature = "automaton", allow(dead_code, reason = "the twin of the tests"))]
mod plain {
    /// Finds any of several texts, one after the other.
    #[derive(Clone, Debug)]
    pub(crate) struct AnyOf {
        texts: Vec<Vec<u8>>,
        in_any_case: bool,
    }

    impl AnyOf {
        /// A search for these, which may ignore the case of ASCII.
        #[allow(clippy::unnecessary_wraps, reason = "the automaton refuses too many")]
        pub(crate) fn new<T: AsRef<[u8]>>(texts: &[T], in_any_case: bool) -> Option<AnyOf> {
            let texts = texts.iter().map(|text| text.as_ref().to_vec()).collect();
            Some(AnyOf { texts, in_any_case })
        }

        /// Where the next of them begins, from an offset on.
        pub(crate) fn find(&self, text: &[u8], from: usize) -> Option<usize> {
            let stands_at = |sought: &Vec<u8>, at: usize| {
                let piece = text[at..].get(..sought.len());
                piece.is_some_and(|piece| match self.in_any_case {
                    true => piece.eq_ignore_ascii_case(sought),
                    false => piece == sought,
                })
            };
            (from..=text.len()).find(|&at| self.texts.iter().any(|sought| stands_at(sought, at)))
        }

        pub(crate) fn is_in(&self, text: &[u8]) -> bool {
            self.find(text, 0).is_some()
        }
    }
}

#[cfg(all(test, feature = "automaton"))]
mod tests {
    use super::{automaton, plain};
    use proptest::prelude::*;

    proptest! {
        /// The automaton reports the text that ends first, the plain search the one that begins
        /// first.
        #[test]
        fn both_find_the_same(
            texts in proptest::collection::vec("[aAb\u{e9}]{0,3}", 0..4),
            text in "[aAbBc\u{e9}]{0,12}",
            in_any_case: bool,
            from in 0..13_usize,
        ) {
            let text = text.as_bytes();
            let from = from.min(text.len());
            let fast = automaton::AnyOf::new(&texts, in_any_case).unwrap();
            let plain = plain::AnyOf::new(&texts, in_any_case).unwrap();
            prop_assert_eq!(fast.is_in(text), plain.is_in(text));
            let (fast, plain) = (fast.find(text, from), plain.find(text, from));
            prop_assert_eq!(fast.is_some(), plain.is_some());
            prop_assert!(plain <= fast);
        }
    }
}
