//! Letter case, and letters with their marks as one character.

use std::borrow::Cow;
use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};

/// The text in the normal form C; borrowed if it is in it already.
#[doc(hidden)]
#[must_use]
pub fn compose(text: &str) -> Cow<'_, str> {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => Cow::Borrowed(text),
        IsNormalized::No | IsNormalized::Maybe => Cow::Owned(text.nfc().collect()),
    }
}

/// The text in small letters.
#[doc(hidden)]
#[must_use]
pub fn lower_case(text: &str) -> String {
    text.to_lowercase()
}

/// The text in capitals.
#[doc(hidden)]
#[must_use]
pub fn upper_case(text: &str) -> String {
    text.to_uppercase()
}

/// The lower case of the upper case of a character, so that all forms of a letter are equal.
#[doc(hidden)]
pub fn other_cases(character: char) -> impl Iterator<Item = char> {
    character.to_uppercase().flat_map(char::to_lowercase)
}
