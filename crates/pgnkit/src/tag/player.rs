//! Player names as in a telephone directory: `Tal, Mikhail N.`, several with colons between.
//!
//! Standard: §8.1.1.5, §8.1.1.6, §9.1, §9.9. Decisions: D-16, D-17, D-21.

use super::{ValueError, fields};
use crate::named_enum::named_enum;

/// One name in White, Black or Annotator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Player<'a> {
    /// The name as written.
    pub name: &'a str,
}

/// The names in a White, Black or Annotator value; none if it is empty.
pub fn players(value: &str) -> impl Iterator<Item = Player<'_>> {
    let names = if value.is_empty() { None } else { Some(fields(value)) };
    names.into_iter().flatten().map(|(_, name)| Player { name })
}

impl<'a> Player<'a> {
    /// The text before the first comma, or the whole name.
    #[must_use]
    pub fn family(self) -> &'a str {
        self.name.split_once(',').map_or(self.name, |(family, _)| family).trim()
    }

    /// The text after the first comma: first name and initials.
    #[must_use]
    pub fn given(self) -> Option<&'a str> {
        let given = self.name.split_once(',')?.1.trim();
        (!given.is_empty()).then_some(given)
    }

    /// True for `?` and the empty name.
    #[must_use]
    pub fn is_unknown(self) -> bool {
        matches!(self.name.trim(), "" | "?")
    }

    /// True if the name contains a digit, like the name of a program with its version.
    #[must_use]
    pub fn has_version(self) -> bool {
        self.name.bytes().any(|byte| byte.is_ascii_digit())
    }
}

/// Checks that names have the form that the standard recommends: a space after each comma, and a
/// period after each initial (a single upper-case letter as a word).
///
/// # Errors
/// At the first missing space or period; the offset is within `value`.
#[doc(hidden)]
pub fn check_form(value: &str) -> Result<(), ValueError> {
    for (offset, character) in value.char_indices() {
        let next = offset + character.len_utf8();
        let rest = &value[next..];
        if character == ',' && !rest.starts_with(' ') {
            return Err(ValueError::at(value, next, "a space after the comma"));
        }
        let is_after_word = value[..offset].ends_with(|before: char| {
            before.is_alphanumeric() || matches!(before, '\'' | '-' | '\u{2019}')
        });
        let is_before_word_end = rest.is_empty() || rest.starts_with([' ', ':', ',']);
        if character.is_uppercase() && !is_after_word && is_before_word_end {
            return Err(ValueError::at(value, next, "a period after the initial"));
        }
    }
    Ok(())
}

/// Checks that several names are in alphabetical (byte) order.
///
/// # Errors
/// At the first name that should come before its predecessor.
#[doc(hidden)]
pub fn check_order(value: &str) -> Result<(), ValueError> {
    let mut before = "";
    for (offset, name) in fields(value) {
        if name < before {
            let range = offset..offset + name.len();
            return Err(ValueError::text(value, range, "names in alphabetical order"));
        }
        before = name;
    }
    Ok(())
}

named_enum! {
    /// The type of a player: WhiteType, BlackType.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum PlayerType, name {
        /// A person.
        Human = "human",
        /// A chess program.
        Program = "program",
    }
}
