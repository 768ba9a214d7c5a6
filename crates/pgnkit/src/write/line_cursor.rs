//! The line cursor: words and comments that follow a unit, with what is known of the line kept in
//! registers.
//!
//! Standard: §8.2.1, §8.2.2. Decisions: D-10, D-27.
//!
//! Optimized for speed: [`LineFiller`](super::line_filler::LineFiller) can write every unit, but
//! tests for each whether it fits, whether it touches a parenthesis, and how wide it is. In a run
//! of moves and short comments, the answers are known, so the cursor keeps the space left on the
//! line in a register and stores a move with its number as two words. The filler is the reference
//! implementation: the tests compare the output of both.

use super::comment_as_is::{Clock, CommentAsIs, Evaluation};
use super::profile::EXPORT_LINE_CHARACTERS_MAX;

/// A unit of at most seven ASCII characters, the first in the lowest byte, and their number; bytes
/// after them are ignored.
pub(super) type Word = (u64, usize);

/// Writes words, one after the other. Its state is in registers.
pub(super) struct LineCursor<'o> {
    /// The space that is still free.
    spare: &'o mut [u8],
    /// How many characters the line still takes, with the separator before the next unit; less than
    /// none after a unit that is longer than a line.
    left: isize,
    /// Bytes of the last unit.
    unit: usize,
}

/// Where a cursor is in a text.
#[derive(Clone, Copy)]
pub(super) struct CursorPosition {
    /// After the last unit.
    pub(super) end: usize,
    /// Where the line begins; see [`LineFiller`](super::line_filler::LineFiller).
    pub(super) line: usize,
    /// Where the last unit begins.
    pub(super) last: usize,
}

/// The characters that an empty line takes, counted as after a unit.
const LEFT_MAX: isize = EXPORT_LINE_CHARACTERS_MAX as isize + 1;

/// Bytes that a word may need, of which the last are not its own.
const WORD_ROOM: usize = 8;

impl<'o> LineCursor<'o> {
    /// Bytes that a number and a move may need, or a clock.
    pub(super) const SPARE_BYTES: usize = 32;

    /// A cursor at this place of a text, of which what is after the place is room.
    #[inline]
    pub(super) fn new(text: &'o mut [u8], place: CursorPosition) -> LineCursor<'o> {
        let CursorPosition { end, line, last } = place;
        let left = LEFT_MAX - 1 - (end - line) as isize;
        LineCursor { spare: text.get_mut(end..).unwrap_or_default(), left, unit: end - last }
    }

    /// The position in a text of this many bytes.
    #[inline]
    pub(super) fn place(&self, n_bytes: usize) -> CursorPosition {
        let end = n_bytes - self.spare.len();
        let line = (end as isize + self.left - (LEFT_MAX - 1)) as usize;
        CursorPosition { end, line, last: end - self.unit }
    }

    /// Whether a number and a move, or a clock, do not fit.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.spare.len() < LineCursor::SPARE_BYTES
    }

    /// A move after another unit, with its number if given. Writes nothing if it is
    /// [full](LineCursor::is_full).
    #[inline(always)]
    pub(super) fn mv(&mut self, number: Option<Word>, mv: Word) {
        let Some(spare) = self.spare.first_chunk_mut() else { return };
        let begin = match number {
            Some(number) => put(spare, 0, number, &mut self.left),
            None => 0,
        };
        let end = put(spare, begin, mv, &mut self.left);
        self.unit = mv.1;
        self.pass(end);
    }

    /// A unit after another. Writes nothing if it is [full](LineCursor::is_full).
    #[inline]
    pub(super) fn word(&mut self, word: Word) {
        self.mv(None, word);
    }

    /// A clock as a comment. Writes nothing if it is [full](LineCursor::is_full).
    #[inline(always)]
    pub(super) fn clock(&mut self, clock: &Clock) {
        let Some(spare) = self.spare.first_chunk_mut::<{ LineCursor::SPARE_BYTES }>() else {
            return;
        };
        let [separator, open, inner @ ..] = spare;
        let width = clock.len() + 2;
        *separator = separate(width, &mut self.left);
        *open = b'{';
        clock.put(inner);
        self.unit = width;
        self.pass(1 + width);
    }

    /// An evaluation and a clock as a comment; a line may break between them. Says whether there
    /// was room.
    pub(super) fn evaluation(&mut self, evaluation: &Evaluation, clock: &Clock) -> bool {
        const SPARE_BYTES: usize = 2 + Evaluation::LEN_MAX + LineCursor::SPARE_BYTES;
        let Some(spare) = self.spare.first_chunk_mut::<SPARE_BYTES>() else { return false };
        let [separator, open, inner @ ..] = spare;
        *separator = separate(1 + evaluation.len(), &mut self.left);
        *open = b'{';
        evaluation.put(inner);
        let Some(behind) =
            inner[evaluation.len()..].first_chunk_mut::<{ LineCursor::SPARE_BYTES }>()
        else {
            return false;
        };
        let [separator, inner @ ..] = behind;
        let width = clock.len() + 1;
        *separator = separate(width, &mut self.left);
        clock.put(inner);
        self.unit = width;
        self.pass(2 + evaluation.len() + 1 + width);
        true
    }

    /// A comment of ASCII without line ends, if it fits the line or no line may break inside. Says
    /// whether it was written.
    #[inline(never)]
    pub(super) fn comment(&mut self, comment: &CommentAsIs<'_>) -> bool {
        let text = comment.text.as_bytes();
        let width = text.len() + 2;
        let fits = (width as isize) < self.left;
        if !comment.is_ascii || comment.has_newline {
            return false;
        }
        let unit = if comment.is_one_word() {
            if width > EXPORT_LINE_CHARACTERS_MAX {
                return false;
            }
            width
        } else {
            // Only the last word is a unit that may still grow.
            match comment.last_word_len() {
                Some(len) if fits => len + 1,
                Some(_) | None => return false,
            }
        };
        let Some([separator, open, spare @ .., close]) = self.spare.get_mut(..=width) else {
            return false;
        };
        (*separator, *open, *close) = (separate(width, &mut self.left), b'{', b'}');
        spare.copy_from_slice(text);
        self.unit = unit;
        self.pass(1 + width);
        true
    }

    /// Advances by a number of bytes.
    #[inline(always)]
    fn pass(&mut self, n_bytes: usize) {
        let spare = core::mem::take(&mut self.spare);
        self.spare = spare.get_mut(n_bytes..).unwrap_or_default();
    }
}

/// Writes a separator and a word; returns the place after it. One store.
#[inline(always)]
fn put(
    spare: &mut [u8; LineCursor::SPARE_BYTES],
    at: usize,
    (word, len): Word,
    left: &mut isize,
) -> usize {
    let word = word << 8 | u64::from(separate(len, left));
    // A word before this one has less than eight bytes.
    let at = at % WORD_ROOM;
    spare[at..at + WORD_ROOM].copy_from_slice(&word.to_le_bytes());
    at + 1 + len
}

/// The separator before a unit of this many characters: a space if it fits the line. Counts both.
#[inline(always)]
fn separate(width: usize, left: &mut isize) -> u8 {
    let taken = width as isize + 1;
    let behind = *left - taken;
    let fits = behind >= 0;
    *left = if fits { behind } else { LEFT_MAX - taken };
    if fits { b' ' } else { b'\n' }
}

/// Whether [`number_word`] supports a number.
#[inline]
pub(super) fn has_small_number(number: u32) -> bool {
    (number as usize) < NUMBERS.len()
}

/// A small move number with one period, or with three.
#[inline]
pub(super) fn number_word(number: u32, n_periods: usize) -> Word {
    let number = NUMBERS.get(number as usize).copied().unwrap_or_default();
    (number, (number >> DIGITS_SHIFT) as usize + n_periods)
}

/// The position of the digit count in a number.
const DIGITS_SHIFT: u32 = 56;

/// Small numbers with three periods, the first digit in the lowest byte.
static NUMBERS: [u64; 300] = {
    let mut numbers = [0; 300];
    let mut n = 0;
    while n < numbers.len() {
        let [a, b, c] = [b'0' + (n / 100) as u8, b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8];
        numbers[n] = u64::from_le_bytes(match n {
            0..10 => [c, b'.', b'.', b'.', 0, 0, 0, 1],
            10..100 => [b, c, b'.', b'.', b'.', 0, 0, 2],
            _ => [a, b, c, b'.', b'.', b'.', 0, 3],
        });
        n += 1;
    }
    numbers
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::line_filler::LineFiller;
    use proptest::prelude::*;

    /// The text after a unit of this length, and before two others.
    fn written(len: usize, write: impl FnOnce(&mut LineFiller<'_>)) -> String {
        let mut out = Vec::new();
        let mut filler = LineFiller::new(&mut out, 300);
        filler.unit(&"x".repeat(len));
        write(&mut filler);
        filler.close();
        filler.unit("e4");
        filler.finish();
        String::from_utf8(out).expect("UTF-8")
    }

    proptest! {
        #[test]
        fn cursors_write_what_fillers_write(
            evaluation in "\\[%eval (#?-?[0-9]{1,3}|-?[0-9]\\.[0-9]{1,2})\\]",
            clock in "\\[%(clk|emt) [0-9]{1,2}:[0-9]{2}:[0-9]{2}(\\.[0-9])?\\]",
            len in 1_usize..90,
        ) {
            let words = |words: &[&str]| written(len, |filler| {
                for (n, word) in words.iter().enumerate() {
                    filler.comment_word(word, n == 0, n + 1 == words.len());
                }
            });
            let by_cursor = |write: &dyn Fn(&mut LineCursor<'_>)| written(len, |filler| {
                let n_bytes = filler.n_bytes();
                let mut cursor = filler.cursor().expect("a unit");
                write(&mut cursor);
                let place = cursor.place(n_bytes);
                filler.take_back(place);
            });
            let alone = Clock::parse(clock.as_bytes()).expect("a clock");
            prop_assert_eq!(by_cursor(&|cursor| cursor.clock(&alone)), words(&[&clock]));
            for text in [format!("{evaluation} {clock}"), format!(" {evaluation} {clock} ")] {
                let both = Evaluation::parse_with_clock(text.as_bytes()).expect("both");
                let written = by_cursor(&|cursor| assert!(cursor.evaluation(&both.0, &both.1)));
                prop_assert_eq!(written, words(&[&evaluation, &clock]));
            }
        }

        #[test]
        fn what_is_no_evaluation_is_refused(
            value in "[-#0-9. a\\]\\[é]{0,9}",
            between in " |  |",
            behind in "\\[%clk 0:00:01\\]| \\[%clk 0:00:01\\] |x",
        ) {
            let text = format!("[%eval {value}]{between}{behind}");
            let is_usual = |byte| matches!(byte, b'!'..=b'?');
            let is_one = (1..8).contains(&value.len())
                && value.bytes().all(is_usual)
                && between == " "
                && behind == "[%clk 0:00:01]";
            prop_assert_eq!(Evaluation::parse_with_clock(text.as_bytes()).is_some(), is_one);
        }
    }
}
