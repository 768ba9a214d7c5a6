//! Tag names: letters, digits and underscores.
//!
//! Standard: §8.1. Decisions: D-15.

use std::borrow::Cow;

use super::ValueError;

/// Most characters in a name: it is a symbol (§7).
pub const NAME_CHARS_MAX: usize = 255;

/// Checks that a tag name is well formed.
///
/// ```text
/// tag-name ::= (letter | digit) {letter | digit | "_"}      at most 255 characters
/// ```
///
/// # Errors
/// At the first character that is not allowed there, or if the name is too long.
pub fn check_name(name: &str) -> Result<(), ValueError> {
    for (offset, byte) in name.bytes().enumerate() {
        let fits = byte.is_ascii_alphanumeric() || (byte == b'_' && offset > 0);
        if !fits && offset == 0 {
            return Err(ValueError::at(name, 0, "a letter or digit"));
        }
        if !fits {
            return Err(ValueError::at(name, offset, "a letter, digit or underscore"));
        }
        if offset == NAME_CHARS_MAX {
            return Err(ValueError::at(name, offset, "the end of the name"));
        }
    }
    if name.is_empty() { Err(ValueError::at(name, 0, "a tag name")) } else { Ok(()) }
}

/// True if the name is allowed in archives: well formed, with an upper-case initial.
#[doc(hidden)]
#[must_use]
pub fn is_archival_name(name: &str) -> bool {
    name.starts_with(|initial: char| initial.is_ascii_uppercase()) && check_name(name).is_ok()
}

/// The name for archives, with a lower-case initial capitalized. `None` if the name cannot be
/// archived because of an initial digit or illegal characters.
#[doc(hidden)]
#[must_use]
pub fn archival_name(name: &str) -> Option<Cow<'_, str>> {
    if is_archival_name(name) {
        return Some(Cow::Borrowed(name));
    }
    if !name.starts_with(|initial: char| initial.is_ascii_lowercase()) || check_name(name).is_err()
    {
        return None;
    }
    let mut raised = name.to_owned();
    raised[..1].make_ascii_uppercase();
    Some(Cow::Owned(raised))
}
