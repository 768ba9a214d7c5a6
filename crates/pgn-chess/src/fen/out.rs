//! A line that is being written, eight bytes at a time.
//! Owns: [`Out`]. Knows nothing of: what is written.
//! Standard: none.
//! Start at [`Out::put`].

/// The room for a FEN: the longest of ordinary chess has 103 bytes; of variants, with 64 promoted
/// men on the board and 64 others in the pockets, fewer than 240. Words are written whole.
pub const BYTES_MAX: usize = 248;

/// Where the next byte goes.
pub(super) struct Out<'a> {
    bytes: &'a mut [u8; BYTES_MAX],
    at: usize,
}

/// One and two digits, first byte lowest.
static NUMBERS: [u16; 100] = {
    let mut table = [0; 100];
    let mut n = 0;
    while n < 100 {
        let (tens, ones) = (b'0' + n as u8 / 10, b'0' + n as u8 % 10);
        table[n] =
            if n < 10 { u16::from_le_bytes([ones, 0]) } else { u16::from_le_bytes([tens, ones]) };
        n += 1;
    }
    table
};

impl<'a> Out<'a> {
    /// Behind the first `at` bytes.
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
        if let Some(room) = self.bytes.get_mut(self.at..self.at + 8) {
            room.copy_from_slice(&word.to_le_bytes());
            self.at += len;
        }
    }

    /// Appends a decimal number.
    #[inline]
    pub(super) fn number(&mut self, number: u32) {
        match NUMBERS.get(number as usize) {
            Some(digits) => self.put((*digits).into(), 1 + usize::from(number >= 10)),
            None => self.long_number(number),
        }
    }

    #[cold]
    #[inline(never)]
    fn long_number(&mut self, number: u32) {
        let mut unit = 1_000_000_000;
        while unit > number {
            unit /= 10;
        }
        while unit > 0 {
            self.put(u64::from(b'0') + u64::from(number / unit % 10), 1);
            unit /= 10;
        }
    }
}
