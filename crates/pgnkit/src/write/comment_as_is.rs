//! Comments that are written unchanged: recognized eight bytes at a time.
//!
//! Standard: §5. Decisions: D-10.
//!
//! Optimized for speed: [`pieces`](super::comment::pieces) can write every comment, word by word,
//! but most comments do not need that. There are three checks for this, the quickest first:
//!
//! ```text
//! Clock, Evaluation    [%clk 0:02:59] and the like: three words to compare, three to store
//! short ASCII          up to 64 bytes of printing ASCII, eight at a time
//! all others           16 bytes side by side, of which the compiler makes vector code
//! ```
//!
//! Each check returns `None` if it is not certain, and the next one is tried. Without the first,
//! reading and writing the games of servers takes 20 to 30 % more instructions (a clock after every
//! move: 28 % for a file of lichess, 21 % for one of chess.com); for games without comments, it
//! makes no difference. The tests have a reference implementation of each: `as_is_slowly`, and the
//! filler that writes word by word.

use super::comment::{sticks, trim};
use super::profile::EXPORT_LINE_CHARACTERS_MAX;

/// A comment that needs no change except line ends to spaces: no other control characters, no
/// braces, a space or line end between any two words, none before a closing bracket, none at the
/// ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CommentAsIs<'t> {
    pub(super) text: &'t str,
    pub(super) is_ascii: bool,
    pub(super) has_newline: bool,
    has_space: bool,
    /// A closing bracket is before the last byte.
    has_inner_bracket: bool,
}

/// The comment without the white space around it, if it is plain.
#[inline]
pub(super) fn as_is(text: &str) -> Option<CommentAsIs<'_>> {
    let text = trim(text);
    if let Some((has_space, has_inner_bracket)) = look_at_short_ascii(text.as_bytes()) {
        let (is_ascii, has_newline) = (true, false);
        return Some(CommentAsIs { text, is_ascii, has_newline, has_space, has_inner_bracket });
    }
    as_is_beyond_ascii(text)
}

/// The same with line ends and letters beyond ASCII.
#[inline(never)]
fn as_is_beyond_ascii(text: &str) -> Option<CommentAsIs<'_>> {
    let look = look(text.as_bytes());
    let any = |lanes: [u8; LANES]| u128::from_le_bytes(lanes);
    (any(look.odd) == 0).then_some(CommentAsIs {
        text,
        is_ascii: any(look.all) & u128::from_le_bytes([0x80; LANES]) == 0,
        has_newline: any(look.newline) != 0,
        has_space: any(look.white) != 0,
        has_inner_bracket: any(look.bracket) != 0,
    })
}

impl CommentAsIs<'_> {
    /// Whether no line may break inside: a single word, or a single command.
    #[inline]
    pub(super) fn is_one_word(&self) -> bool {
        !self.has_space
            || (!self.has_inner_bracket && self.text.starts_with("[%") && self.text.ends_with(']'))
    }

    /// Whether lines may break at every space, and nowhere else: no word begins with what a reader
    /// of lines could mistake, no command has a space in it, and every word fits a line with both
    /// braces.
    pub(super) fn is_prose(&self) -> bool {
        const WORD_MAX: usize = EXPORT_LINE_CHARACTERS_MAX - 3;
        let mut rest = self.text.as_bytes();
        if memchr::memchr2(b'[', b'%', rest).is_some() {
            return false;
        }
        while rest.len() > WORD_MAX {
            match last_white(&rest[..=WORD_MAX]) {
                Some(space) => rest = &rest[space + 1..],
                None => return false,
            }
        }
        true
    }

    /// Bytes of the last word. `None` if a bracket makes that hard to determine, or if the word
    /// must not begin a line in case it becomes too long for this one.
    #[inline]
    pub(super) fn last_word_len(&self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let word = last_white(bytes).map_or(0, |space| space + 1);
        if word > 0 && sticks(&self.text[word..]) {
            return None;
        }
        if !bytes[word..].contains(&b']') {
            return Some(bytes.len() - word);
        }
        // The last command, if all that begin before it end before it.
        let command = memchr::memrchr(b'[', bytes)?;
        let (before, behind) = bytes.split_at(command);
        let opened = memchr::memrchr(b'[', before);
        let is_apart = opened.is_none() || opened < memchr::memrchr(b']', before);
        let stands_alone = before.last().is_none_or(|byte| matches!(byte, b' ' | b'\n'));
        let is_command = behind.get(1) == Some(&b'%') && is_closed_by_last(behind);
        (is_apart && stands_alone && is_command).then_some(behind.len())
    }
}

/// The last place between words.
pub(super) fn last_white(bytes: &[u8]) -> Option<usize> {
    memchr::memrchr2(b' ', b'\n', bytes)
}

fn is_closed_by_last(bytes: &[u8]) -> bool {
    memchr::memchr(b']', bytes).is_some_and(|at| at + 1 == bytes.len())
}

const fn all(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}
const HIGHS: u64 = all(0x80);

/// The high bits of the bytes that equal this byte; the bytes must be ASCII.
const fn equal(bytes: u64, byte: u8) -> u64 {
    !((bytes ^ all(byte)) + all(0x7F)) & HIGHS
}

/// A clock, `[%clk 0:02:59.9]`, as servers put one after every move, or the time of a move,
/// `[%emt 0:00:07]`: a single command with digits and signs alone. As three words, which overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clock {
    head: u64,
    /// From the space on.
    first: u64,
    last: u64,
    len: usize,
}

impl Clock {
    /// The most bytes of a clock.
    pub(super) const LEN_MAX: usize = 21;

    /// The place of the space.
    const SPACE: usize = 5;

    /// The clock that a comment is.
    #[inline(always)]
    pub(super) fn parse(text: &[u8]) -> Option<Clock> {
        const CLOCK: u64 = u64::from_le_bytes(*b"[%clk \0\0");
        const TIME: u64 = u64::from_le_bytes(*b"[%emt \0\0");
        let text = without_spaces(text);
        let len = text.len();
        // The words are all of it.
        if !(Clock::SPACE + 8 + 1..=Clock::LEN_MAX).contains(&len) {
            return None;
        }
        let word = |at| word_at(text, at);
        let (head, first, last) = (word(0)?, word(Clock::SPACE)?, word(len - 8)?);
        let name = head & (!0 >> 16);
        let is_command = (name == CLOCK || name == TIME) && last >> 56 == u64::from(b']');
        let inner = [first ^ u64::from(b' ' ^ b'0'), last ^ u64::from(b']' ^ b'0') << 56];
        (is_command && are_digits_and_signs(inner)).then_some(Clock { head, first, last, len })
    }

    /// The number of bytes, which are characters.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Writes it, and a closing brace after it.
    #[inline(always)]
    pub(super) fn put<const N: usize>(&self, spare: &mut [u8; N]) {
        const { assert!(N > Clock::LEN_MAX) };
        let mut put = |at: usize, word: u64| {
            if let Some(spare) = spare.get_mut(at..at + 8) {
                spare.copy_from_slice(&word.to_le_bytes());
            }
        };
        put(0, self.head);
        put(Clock::SPACE, self.first);
        put(self.len - 8, self.last);
        if let Some(close) = spare.get_mut(self.len) {
            *close = b'}';
        }
    }
}

/// The evaluation of a position by an engine, `[%eval 0.17]` or `[%eval #-3]`, in its form before a
/// clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Evaluation {
    head: u64,
    /// From after the space on.
    value: u64,
    len: usize,
}

impl Evaluation {
    /// The most bytes of an evaluation.
    pub(super) const LEN_MAX: usize = Evaluation::VALUE + 8;

    /// The place of the value.
    const VALUE: usize = 7;

    /// The evaluation and the clock, a space between them, that a comment is.
    pub(super) fn parse_with_clock(text: &[u8]) -> Option<(Evaluation, Clock)> {
        const EVALUATION: u64 = u64::from_le_bytes(*b"[%eval \0");
        let text = without_spaces(text);
        let (head, value) = (word_at(text, 0)?, word_at(text, Evaluation::VALUE)?);
        if head & (!0 >> 8) != EVALUATION {
            return None;
        }
        let brackets = equal(value & !HIGHS, b']') & !value;
        let n_digits = brackets.trailing_zeros() as usize / 8;
        // The byte after the value is taken for a digit.
        let behind = u64::MAX.unbounded_shl(8 * n_digits as u32);
        let digits = value & !behind | all(b'0') & behind;
        let len = Evaluation::VALUE + n_digits + 1;
        let is_evaluation = (1..8).contains(&n_digits) && are_digits_and_signs([digits, digits]);
        let clock = text.get(len..)?.strip_prefix(b" ").filter(|_| is_evaluation)?;
        let is_trimmed = clock.first() == Some(&b'[');
        let clock = Clock::parse(clock).filter(|_| is_trimmed)?;
        Some((Evaluation { head, value, len }, clock))
    }

    /// The number of bytes, which are characters.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Writes it; more may be written after it.
    pub(super) fn put<const N: usize>(&self, spare: &mut [u8; N]) {
        const { assert!(N >= Evaluation::LEN_MAX) };
        spare[..8].copy_from_slice(&self.head.to_le_bytes());
        spare[Evaluation::VALUE..Evaluation::LEN_MAX].copy_from_slice(&self.value.to_le_bytes());
    }
}

/// A text without a space at both ends.
#[inline(always)]
fn without_spaces(text: &[u8]) -> &[u8] {
    match text {
        [b' ', inner @ .., b' '] => inner,
        text => text,
    }
}

/// Eight bytes of a text.
#[inline(always)]
fn word_at(text: &[u8], at: usize) -> Option<u64> {
    let bytes = text.get(at..at + 8)?.first_chunk()?;
    Some(u64::from_le_bytes(*bytes))
}

/// Whether all bytes are from `!` to `?`.
#[inline(always)]
fn are_digits_and_signs(words: [u64; 2]) -> bool {
    // Counted from the space on, they are from 1 to 31.
    let [a, b] = words.map(|word| word ^ all(b' '));
    let no_space = a.wrapping_add(all(0x7F)) & b.wrapping_add(all(0x7F)) & HIGHS;
    ((a | b) & all(0xE0) == 0) & (no_space == HIGHS)
}

/// Longer comments are mostly prose, with line ends and other letters.
const SHORT_BYTES_MAX: usize = 64;

/// Whether a short plain text of printing ASCII has spaces, and closing brackets before the last
/// byte; `None` for all other texts. Most comments are such texts.
#[inline]
fn look_at_short_ascii(text: &[u8]) -> Option<(bool, bool)> {
    let look = |chunk: &[u8; 8]| {
        let bytes = u64::from_le_bytes(*chunk);
        let ascii = bytes & !HIGHS;
        let is_control = !((bytes | HIGHS) - all(b' '));
        let (space, bracket) = (equal(ascii, b' '), equal(ascii, b']'));
        let pair = space << 8 & (space | bracket);
        let odd = (bytes | is_control | (ascii + all(0x80 - b'{'))) & HIGHS;
        (odd | pair, space, bracket)
    };
    let last = text.last_chunk::<8>().filter(|_| text.len() <= SHORT_BYTES_MAX)?;
    let (mut odd, mut spaces, bracket) = look(last);
    let mut brackets = bracket & (!0 >> 8);
    let mut rest = text;
    while let Some(chunk) = rest.first_chunk::<8>()
        && rest.len() > 8
    {
        let (odd_here, space, bracket) = look(chunk);
        odd |= odd_here;
        spaces |= space;
        brackets |= bracket;
        rest = &rest[7..];
    }
    (odd == 0).then_some((spaces != 0, brackets != 0))
}

/// How many bytes are looked at together.
const LANES: usize = 16;

/// The kinds of bytes in a text, side by side, so that the compiler can vectorize the loop; not
/// zero means yes.
#[derive(Debug, Clone, Copy, Default)]
struct WordScan {
    /// Bytes that are not plain.
    odd: [u8; LANES],
    /// Spaces and line ends.
    white: [u8; LANES],
    newline: [u8; LANES],
    /// Closing brackets before the last byte.
    bracket: [u8; LANES],
    /// Bytes beyond ASCII have their highest bit here.
    all: [u8; LANES],
}

impl WordScan {
    /// Looks at this many bytes, each with the one after it. `|` and `~` are called not plain along
    /// with the braces.
    #[inline(always)]
    fn add(&mut self, bytes: &[u8; LANES + 1]) {
        let is = |is: bool| u8::from(is).wrapping_neg();
        for n in 0..LANES {
            let (byte, behind) = (bytes[n], bytes[n + 1]);
            let newline = is(byte == b'\n');
            let white = newline | is(byte == b' ');
            let is_control = is(byte < b' ') & !newline;
            let is_brace_or_worse = is(byte.wrapping_sub(b'{') <= 127 - b'{');
            // White space, and after it more of it or a closing bracket.
            let closes = is(behind == b'\n') | is(behind == b' ') | is(behind == b']');
            self.odd[n] |= is_control | is_brace_or_worse | (white & closes);
            self.white[n] |= white;
            self.newline[n] |= newline;
            self.bracket[n] |= is(byte == b']');
            self.all[n] |= byte;
        }
    }
}

/// Looks at a text that has no white space at its ends.
#[inline]
fn look(text: &[u8]) -> WordScan {
    let mut look = WordScan::default();
    let Some(last) = text.last_chunk() else {
        return look_short(text);
    };
    let mut rest = text;
    while let Some(chunk) = rest.first_chunk() {
        look.add(chunk);
        rest = &rest[LANES..];
    }
    look.add(last);
    look_last(text, look)
}

/// Looks at the last byte.
#[inline]
fn look_last(text: &[u8], mut look: WordScan) -> WordScan {
    let last = text.last().copied().unwrap_or(b'x');
    look.odd[0] |= u8::from(last < b' ' || (b'{'..=127).contains(&last));
    look.all[0] |= last;
    look
}

fn look_short(text: &[u8]) -> WordScan {
    let mut bytes = [b'x'; LANES + 1];
    let spare = bytes.iter_mut().rev().take(text.len());
    // At the end, where the last byte is that of longer texts, too.
    spare.zip(text.iter().rev()).for_each(|(to, &from)| *to = from);
    let mut look = WordScan::default();
    look.add(&bytes);
    look_last(text, look)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same, slowly.
    fn as_is_slowly(text: &str) -> Option<CommentAsIs<'_>> {
        let bytes = text.as_bytes();
        let is_white = |byte: u8| matches!(byte, b' ' | b'\n');
        let is_plain = |&byte: &u8| byte >= 0x80 || is_white(byte) || (b' '..b'{').contains(&byte);
        let is_pair = |pair: &[u8]| is_white(pair[0]) && (is_white(pair[1]) || pair[1] == b']');
        let inner = bytes.split_last().map_or(&[][..], |split| split.1);
        (bytes.iter().all(is_plain) && !bytes.windows(2).any(is_pair)).then_some(CommentAsIs {
            text,
            is_ascii: text.is_ascii(),
            has_newline: text.contains('\n'),
            has_space: bytes.iter().any(|&byte| is_white(byte)),
            has_inner_bracket: inner.contains(&b']'),
        })
    }

    proptest! {
        #[test]
        fn a_quick_look_sees_all(
            text in "[ a\\]\\[%z{|}~\\x7f\\n\\x1f\\x0b\\ré\u{80}\u{a0}😝]{0,40}",
        ) {
            prop_assert_eq!(as_is(&text), as_is_slowly(trim(&text)));
        }

        #[test]
        fn clocks_are_plain(
            begin in " ?\\[%(clk|emt|egt) [0-9:.]{4,20}",
            end in "[0-9:./;é \\]!?@a-]?[0-9:.]{0,4}\\] ?",
        ) {
            let text = begin + &end;
            prop_assert_eq!(as_is(&text), as_is_slowly(trim(&text)));
            if let Some(clock) = Clock::parse(text.as_bytes()) {
                let plain = as_is_slowly(trim(&text)).expect("a clock is plain");
                prop_assert!(plain.is_ascii && !plain.has_newline && plain.is_one_word());
                let mut written = [0; Clock::LEN_MAX + 1];
                clock.put(&mut written);
                prop_assert_eq!(&written[..=clock.len()], [plain.text.as_bytes(), b"}"].concat());
            }
        }

        #[test]
        fn usual_clocks_are_clocks(
            name in "clk|emt",
            time in "[0-9]{1,2}:[0-9]{2}:[0-9]{2}(\\.[0-9])?",
        ) {
            let text = format!("[%{name} {time}]");
            let clock = Clock::parse(text.as_bytes());
            prop_assert!(clock.is_some());
            prop_assert_eq!(Clock::parse(format!(" {text} ").as_bytes()), clock);
        }

        #[test]
        fn most_texts_are_plain(text in "[ab\\]\\[%é\\n]{1,7}( [ab\\[%é]{1,9}\\]?){0,9}") {
            prop_assert_eq!(as_is(&text), as_is_slowly(trim(&text)));
        }

        #[test]
        fn long_plain_texts_are_plain(
            words in prop::collection::vec("[a-zA-Z0-9.,!?:é]{1,12}", 1..40),
        ) {
            let text = words.join(" ");
            prop_assert_eq!(as_is(&text).map(|plain| plain.has_space), Some(words.len() > 1));
            let last = words.last().map(String::len);
            prop_assert_eq!(as_is(&text).and_then(|plain| plain.last_word_len()), last);
        }
    }

    #[test]
    fn commands_are_one_word() {
        let last = |text: &str| as_is(text).expect("plain").last_word_len();
        assert!(as_is(" [%clk 0:01:02] ").expect("plain").is_one_word());
        assert!(!as_is("[%clk 0:01] x]").expect("plain").is_one_word());
        assert_eq!(last("[%eval 0.3] [%clk 0:01:02]"), Some(14));
        assert_eq!(last("[%eval 0.3] a b"), Some(1));
        for text in ["[%a [%b c]", "x [%a b][%c d]", "a[%b c]", "a [b c]"] {
            assert_eq!(last(text), None, "{text}");
        }
    }
}
