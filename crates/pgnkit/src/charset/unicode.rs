//! What the tables of Unicode say: letter case, and letters with their marks as one character.
//!
//! With `--cfg pgnkit_small` these tables stay out, which would be a fifth of the program; a host
//! that has them, as browsers have, is asked instead.
//!
//! Start at [`compose`].

#[cfg(pgnkit_small)]
pub use by_host::{Unicode, compose, lower_case, other_cases, set_unicode, upper_case};
#[cfg(not(pgnkit_small))]
pub use by_tables::{compose, lower_case, other_cases, upper_case};

#[cfg(not(pgnkit_small))]
mod by_tables {
    use std::borrow::Cow;
    use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};

    /// The text in the normal form C; borrowed if it is in it already.
    #[must_use]
    pub fn compose(text: &str) -> Cow<'_, str> {
        match is_nfc_quick(text.chars()) {
            IsNormalized::Yes => Cow::Borrowed(text),
            IsNormalized::No | IsNormalized::Maybe => Cow::Owned(text.nfc().collect()),
        }
    }

    /// The text in small letters.
    #[must_use]
    pub fn lower_case(text: &str) -> String {
        text.to_lowercase()
    }

    /// The text in capitals.
    #[must_use]
    pub fn upper_case(text: &str) -> String {
        text.to_uppercase()
    }

    /// A character in small letters by way of its capitals, so that all forms of a letter meet.
    pub fn other_cases(character: char) -> impl Iterator<Item = char> {
        character.to_uppercase().flat_map(char::to_lowercase)
    }
}

#[cfg(pgnkit_small)]
mod by_host {
    use std::borrow::Cow;
    use std::sync::OnceLock;

    /// What a host does with texts.
    #[derive(Debug, Clone, Copy)]
    pub struct Unicode {
        /// Gives the normal form C.
        pub compose: fn(&str) -> String,
        /// Gives small letters.
        pub lower_case: fn(&str) -> String,
        /// Gives capitals.
        pub upper_case: fn(&str) -> String,
    }

    static HOST: OnceLock<Unicode> = OnceLock::new();

    /// Says who has the tables; the first to be named has them. Without one there is no more than
    /// ASCII.
    pub fn set_unicode(host: Unicode) {
        HOST.get_or_init(|| host);
    }

    /// The host, if it is needed for a text that has a character from this one on.
    fn host_for(text: &str, first: char) -> Option<&'static Unicode> {
        HOST.get().filter(|_| text.chars().any(|c| c >= first))
    }

    /// The text in the normal form C; borrowed if it is in it already.
    #[must_use]
    pub fn compose(text: &str) -> Cow<'_, str> {
        // Before this one no character comes together with another, or is another one's spelling.
        match host_for(text, '\u{300}') {
            Some(host) => Cow::Owned((host.compose)(text)),
            None => Cow::Borrowed(text),
        }
    }

    /// The text in small letters.
    #[must_use]
    pub fn lower_case(text: &str) -> String {
        host_for(text, '\u{80}')
            .map_or_else(|| text.to_ascii_lowercase(), |host| (host.lower_case)(text))
    }

    /// The text in capitals.
    #[must_use]
    pub fn upper_case(text: &str) -> String {
        host_for(text, '\u{80}')
            .map_or_else(|| text.to_ascii_uppercase(), |host| (host.upper_case)(text))
    }

    /// A character in small letters by way of its capitals, so that all forms of a letter meet.
    pub fn other_cases(character: char) -> impl Iterator<Item = char> {
        let capitals = upper_case(character.encode_utf8(&mut [0; 4]));
        let small: String =
            capitals.chars().map(|c| lower_case(c.encode_utf8(&mut [0; 4]))).collect();
        small.chars().collect::<Vec<_>>().into_iter()
    }
}
