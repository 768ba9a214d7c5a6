//! A line that is being written, eight bytes at a time.

/// The capacity for a FEN: the longest of ordinary chess has 103 bytes; of variants, with 64
/// promoted pieces on the board and 64 others in the pockets, fewer than 240. Words are written
/// whole.
pub const BYTES_MAX: usize = 248;

/// Where the next byte goes.
pub(super) struct Out<'a> {
    bytes: &'a mut [u8; BYTES_MAX],
    at: usize,
}

/// A space and one or two digits, first byte lowest, and in the highest two bits how many bytes
/// that makes: so few bits that a place after them needs no check.
static NUMBERS: [u32; 100] = {
    let mut table = [0; 100];
    let mut n = 0;
    while n < 100 {
        let (tens, ones) = (b'0' + n as u8 / 10, b'0' + n as u8 % 10);
        table[n] = u32::from_le_bytes(match n < 10 {
            true => [b' ', ones, 0, 2 << 6],
            false => [b' ', tens, ones, 3 << 6],
        });
        n += 1;
    }
    table
};

impl<'a> Out<'a> {
    /// After the first `at` bytes.
    pub(super) fn behind(bytes: &'a mut [u8; BYTES_MAX], at: usize) -> Out<'a> {
        Out { bytes, at }
    }

    /// Bytes written so far.
    pub(super) fn len(&self) -> usize {
        self.at
    }

    /// Appends the first `len` bytes of a word, its first byte lowest.
    #[inline(always)]
    pub(super) fn put(&mut self, word: u64, len: usize) {
        if let Some(spare) = self.bytes.get_mut(self.at..self.at + 8) {
            spare.copy_from_slice(&word.to_le_bytes());
            self.at += len;
        }
    }

    /// Appends a space and a decimal number.
    #[inline]
    pub(super) fn put_number(&mut self, number: u32) {
        match NUMBERS.get(number as usize) {
            Some(text) => self.put((*text).into(), (text >> 30) as usize),
            None => self.at = Out::behind(self.bytes, self.at).long_number(number),
        }
    }

    /// Appends a number of three digits or more and returns the length. It is out of line, so that
    /// callers do not need memory for it.
    #[cold]
    #[inline(never)]
    fn long_number(mut self, number: u32) -> usize {
        self.put(b' '.into(), 1);
        let mut unit = 1_000_000_000;
        while unit > number {
            unit /= 10;
        }
        while unit > 0 {
            self.put(u64::from(b'0') + u64::from(number / unit % 10), 1);
            unit /= 10;
        }
        self.at
    }
}
