//! Comments that stand as they are: found with one look, eight bytes at a time.
//!
//! Owns: whether a comment has anything to change in it. Knows nothing of: how it is changed.
//! Standard: §5. Decisions: D-10.
//! Start at [`plain`].

use super::comment::trim;

/// A comment in which no byte needs to be changed: ASCII without controls and braces, a space
/// between any two words, none before a closing bracket, none at the ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plain<'t> {
    pub(super) text: &'t str,
    has_space: bool,
}

/// The comment without the white space around it, if it is plain.
#[inline]
pub(super) fn plain(text: &str) -> Option<Plain<'_>> {
    let text = trim(text);
    let has_space = look(text.as_bytes())?;
    Some(Plain { text, has_space })
}

impl Plain<'_> {
    /// Whether no line may break inside: a single word, or a single command.
    #[inline]
    pub(super) fn is_one_word(self) -> bool {
        !self.has_space || (self.text.starts_with("[%") && is_closed_by_last(self.text.as_bytes()))
    }

    /// Whether lines may break at every space, and nowhere else: no word begins with what a reader
    /// of lines could mistake, no command has a space in it, and every word fits a line with both
    /// braces.
    pub(super) fn is_prose(self) -> bool {
        const WORD_MAX: usize = super::fill::LINE_CHARACTERS_MAX - 3;
        let mut rest = self.text.as_bytes();
        if memchr::memchr2(b'[', b'%', rest).is_some() {
            return false;
        }
        while rest.len() > WORD_MAX {
            match memchr::memrchr(b' ', &rest[..=WORD_MAX]) {
                Some(space) => rest = &rest[space + 1..],
                None => return false,
            }
        }
        true
    }

    /// Length of the last word; `None` where a bracket makes that hard to say.
    #[inline]
    pub(super) fn last_word_len(self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let word = memchr::memrchr(b' ', bytes).map_or(0, |space| space + 1);
        if !bytes[word..].contains(&b']') {
            return Some(bytes.len() - word);
        }
        // The last command, if all that begin before it end before it.
        let command = memchr::memrchr(b'[', bytes)?;
        let (before, behind) = bytes.split_at(command);
        let opened = memchr::memrchr(b'[', before);
        let is_apart = opened.is_none() || opened < memchr::memrchr(b']', before);
        let stands_alone = before.last().is_none_or(|&byte| byte == b' ');
        let is_command = behind.get(1) == Some(&b'%') && is_closed_by_last(behind);
        (is_apart && stands_alone && is_command).then_some(behind.len())
    }
}

fn is_closed_by_last(bytes: &[u8]) -> bool {
    memchr::memchr(b']', bytes).is_some_and(|at| at + 1 == bytes.len())
}

const fn all(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}
const HIGHS: u64 = all(0x80);

/// The high bits of the bytes that are this byte, among bytes that are ASCII.
const fn equal(bytes: u64, byte: u8) -> u64 {
    !((bytes ^ all(byte)) + all(0x7F)) & HIGHS
}

/// What eight ASCII bytes hold, in high bits: what is not plain, and the spaces.
#[inline]
fn look_at(bytes: u64) -> (u64, u64) {
    let bytes_7 = bytes & !HIGHS;
    let is_control = !(bytes_7 + all(0x80 - b' '));
    let is_brace_or_worse = bytes_7 + all(0x80 - b'{');
    let space = equal(bytes_7, b' ');
    // A space, and behind it a space or a closing bracket.
    let pair = space << 8 & (space | equal(bytes_7, b']'));
    ((bytes | is_control | is_brace_or_worse) & HIGHS | pair, space)
}

/// Whether text that begins and ends with no space has spaces; `None` when it is not plain. `|`
/// and `~` are called not plain along with the braces.
#[inline]
fn look(text: &[u8]) -> Option<bool> {
    let Some(last) = text.last_chunk::<8>() else {
        return look_short(text);
    };
    let (mut odd, mut spaces) = look_at(u64::from_le_bytes(*last));
    // Chunks overlap by one byte, so that every pair is in one of them.
    let mut at = 0;
    while let Some(chunk) = text.get(at..at + 8).and_then(|chunk| chunk.first_chunk::<8>())
        && at + 8 < text.len()
    {
        let (odd_here, spaces_here) = look_at(u64::from_le_bytes(*chunk));
        odd |= odd_here;
        spaces |= spaces_here;
        at += 7;
    }
    (odd == 0).then_some(spaces != 0)
}

fn look_short(text: &[u8]) -> Option<bool> {
    let mut bytes = [b'x'; 8];
    bytes.get_mut(..text.len())?.copy_from_slice(text);
    let (odd, spaces) = look_at(u64::from_le_bytes(bytes));
    (odd == 0).then_some(spaces != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same, slowly.
    fn look_slowly(text: &[u8]) -> Option<bool> {
        let is_odd = text.iter().any(|&byte| !(b' '..b'{').contains(&byte))
            || text.windows(2).any(|pair| pair[0] == b' ' && matches!(pair[1], b' ' | b']'));
        (!is_odd).then_some(text.contains(&b' '))
    }

    proptest! {
        #[test]
        fn a_quick_look_sees_all(text in "[ a\\]\\[%z{|}~\\x7f\\n\\x1fé]{0,40}") {
            let text = trim(&text);
            prop_assert_eq!(plain(text).map(|plain| plain.has_space), look_slowly(text.as_bytes()));
        }

        #[test]
        fn long_plain_texts_are_plain(
            words in prop::collection::vec("[a-zA-Z0-9.,!?:]{1,12}", 1..40),
        ) {
            let text = words.join(" ");
            prop_assert_eq!(plain(&text).map(|plain| plain.has_space), Some(words.len() > 1));
            let last = words.last().map(String::len);
            prop_assert_eq!(plain(&text).and_then(Plain::last_word_len), last);
        }
    }

    #[test]
    fn commands_are_one_word() {
        let last = |text: &str| plain(text).expect("plain").last_word_len();
        assert!(plain(" [%clk 0:01:02] ").expect("plain").is_one_word());
        assert!(!plain("[%clk 0:01] x]").expect("plain").is_one_word());
        assert_eq!(last("[%eval 0.3] [%clk 0:01:02]"), Some(14));
        assert_eq!(last("[%eval 0.3] a b"), Some(1));
        for text in ["[%a [%b c]", "x [%a b][%c d]", "a[%b c]", "a [b c]"] {
            assert_eq!(last(text), None, "{text}");
        }
    }
}
