//! The pen: words and comments that follow a unit, with what is known of the line in registers.
//!
//! Owns: the quick way of setting units. Knows nothing of: parentheses, what must be broken or
//! changed (the filler).
//! Standard: §8.2.1, §8.2.2. Decisions: D-10, D-27.
//! Start at [`Pen`].

use super::fill::LINE_CHARACTERS_MAX;
use super::plain::Plain;

/// Writes words, one behind the other. What it knows is in registers.
pub(super) struct Pen<'o> {
    room: &'o mut [u8],
    end: usize,
    line: usize,
    last: usize,
}

impl<'o> Pen<'o> {
    /// Bytes that a word may need, of which the last are not its own.
    pub(super) const ROOM: usize = 8;

    /// A pen behind the unit that begins at `last` and ends at `end`, on the line that begins at
    /// `line`.
    #[inline]
    pub(super) fn new(room: &'o mut [u8], [end, line, last]: [usize; 3]) -> Pen<'o> {
        Pen { room, end, line, last }
    }

    /// Whether there is no room for a number and a move.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.room.len() - self.end < 2 * Pen::ROOM
    }

    /// A unit behind another, of at most seven ASCII characters, the first in the lowest byte.
    /// Separator and unit are one store.
    #[inline]
    pub(super) fn word(&mut self, word: u64, len: usize) {
        let start = self.end + 1;
        let fits = start + len - self.line <= LINE_CHARACTERS_MAX;
        let separator = if fits { b' ' } else { b'\n' };
        self.line = if fits { self.line } else { start };
        self.last = start;
        let word = word << 8 | u64::from(separator);
        if let Some(room) = self.room.get_mut(self.end..self.end + Pen::ROOM) {
            room.copy_from_slice(&word.to_le_bytes());
        }
        self.end = start + len;
    }

    /// A comment of ASCII without line ends, if it fits the line or no line may break inside. Says
    /// whether it was written.
    #[inline]
    pub(super) fn comment(&mut self, comment: &Plain<'_>) -> bool {
        let text = comment.text.as_bytes();
        let (start, width) = (self.end + 1, text.len() + 2);
        let fits = start + width - self.line <= LINE_CHARACTERS_MAX;
        if !comment.is_ascii || comment.has_newline {
            return false;
        }
        let last = if comment.is_one_word() {
            if width > LINE_CHARACTERS_MAX {
                return false;
            }
            0
        } else {
            // Only the last word is a unit that may still grow.
            match comment.last_word_len() {
                Some(len) if fits => 1 + text.len() - len,
                Some(_) | None => return false,
            }
        };
        let Some([separator, open, room @ .., close]) = self.room.get_mut(self.end..start + width)
        else {
            return false;
        };
        (*separator, *open, *close) = (if fits { b' ' } else { b'\n' }, b'{', b'}');
        room.copy_from_slice(text);
        self.line = if fits { self.line } else { start };
        self.last = start + last;
        self.end = start + width;
        true
    }

    /// Where it has come to: as [`Pen::new`] was told.
    #[inline]
    pub(super) fn place(&self) -> [usize; 3] {
        [self.end, self.line, self.last]
    }
}

/// Whether [`number_word`] knows a number.
#[inline]
pub(super) fn has_small_number(number: u32) -> bool {
    (number as usize) < NUMBERS.len()
}

/// A small move number with one period, or with three, as a word, and its length.
#[inline]
pub(super) fn number_word(number: u32, n_periods: usize) -> (u64, usize) {
    let number = NUMBERS.get(number as usize).copied().unwrap_or_default();
    let n_digits = number >> 24;
    let periods = u64::from(u32::from_le_bytes(*b"...\0")) << (8 * n_digits);
    (u64::from(number & 0xFF_FFFF) | periods, n_digits as usize + n_periods)
}

/// The digits of small numbers, the first in the lowest byte; in the highest, how many they are.
static NUMBERS: [u32; 300] = {
    let mut numbers = [0; 300];
    let mut n = 0;
    while n < numbers.len() {
        let digits = [b'0' + (n / 100) as u8, b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8];
        numbers[n] = u32::from_le_bytes(match n {
            0..10 => [digits[2], 0, 0, 1],
            10..100 => [digits[1], digits[2], 0, 2],
            _ => [digits[0], digits[1], digits[2], 3],
        });
        n += 1;
    }
    numbers
};
