//! Backslashes that a tag value lacks (§7, D-06).

use crate::message::Change;

/// The characters that get a backslash before them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum Of {
    /// Quotes without one.
    Quotes,
    /// Backslashes before an ordinary character.
    Backslashes,
}

/// Puts a backslash before each quote or each lone backslash of a value that begins at `start`.
/// The value that a reader makes of it stays the same.
pub(in crate::rules) fn changes(value: &[u8], start: u32, of: Of) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut at = 0;
    while let Some(&byte) = value.get(at) {
        let is_pair = byte == b'\\' && matches!(value.get(at + 1), Some(b'"' | b'\\'));
        let lacks = match of {
            Of::Quotes => byte == b'"',
            Of::Backslashes => byte == b'\\' && !is_pair,
        };
        if lacks {
            changes.push(Change::insert(start + at as u32, "\\"));
        }
        at += if is_pair { 2 } else { 1 };
    }
    changes
}
