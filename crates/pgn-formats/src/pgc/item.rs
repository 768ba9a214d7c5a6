//! Items: the integers, strings and moves that records are made of (§20.1, §20.2, §20.3).

use std::fmt;

/// The size of an integer in bytes, alone or as the length of a string or a sequence of moves.
///
/// The standard has no integers of eight bytes; sequences of moves have lengths of one or two
/// bytes.
///
/// ```
/// use pgn_formats::pgc::item::Width;
///
/// assert_eq!(Width::Two.parse_unsigned(&[1, 2, 9]), Some((0x201, &[9][..])));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// int-1, string-1, mvseq-1, mvset-1.
    One,
    /// int-2, string-2, mvseq-2.
    Two,
    /// int-4, string-4.
    Four,
}

/// The value does not fit the item; nothing was written.
///
/// ```
/// use pgn_formats::pgc::item::Width;
///
/// assert!(Width::One.write_unsigned(256, &mut Vec::new()).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLargeError;

impl fmt::Display for TooLargeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that is too large for its item")
    }
}

impl std::error::Error for TooLargeError {}

impl Width {
    /// All three.
    pub const ALL: [Width; 3] = [Width::One, Width::Two, Width::Four];

    /// Bytes of the integer.
    ///
    /// ```
    /// use pgn_formats::pgc::item::Width;
    ///
    /// assert_eq!(Width::ALL.map(Width::n_bytes), [1, 2, 4]);
    /// ```
    #[must_use]
    pub const fn n_bytes(self) -> usize {
        match self {
            Width::One => 1,
            Width::Two => 2,
            Width::Four => 4,
        }
    }

    /// The largest unsigned value, and the largest length.
    ///
    /// ```
    /// use pgn_formats::pgc::item::Width;
    ///
    /// assert_eq!(Width::One.max(), 255);
    /// ```
    #[must_use]
    pub const fn max(self) -> u64 {
        (1 << (8 * self.n_bytes())) - 1
    }

    /// Appends an unsigned integer.
    ///
    /// # Errors
    /// If it is greater than [`Width::max`].
    ///
    /// ```
    /// use pgn_formats::pgc::item::Width;
    ///
    /// let mut bytes = Vec::new();
    /// Width::Two.write_unsigned(0x201, &mut bytes)?;
    /// assert_eq!(bytes, [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_unsigned(self, value: u64, out: &mut Vec<u8>) -> Result<(), TooLargeError> {
        if value > self.max() {
            return Err(TooLargeError);
        }
        out.extend_from_slice(&value.to_le_bytes()[..self.n_bytes()]);
        Ok(())
    }

    /// Appends a signed integer, in two's complement.
    ///
    /// # Errors
    /// If it does not fit.
    ///
    /// ```
    /// use pgn_formats::pgc::item::Width;
    ///
    /// let mut bytes = Vec::new();
    /// Width::One.write_signed(-1, &mut bytes)?;
    /// assert_eq!(bytes, [255]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_signed(self, value: i64, out: &mut Vec<u8>) -> Result<(), TooLargeError> {
        let half = 1_i64 << (8 * self.n_bytes() - 1);
        if !(-half..half).contains(&value) {
            return Err(TooLargeError);
        }
        out.extend_from_slice(&value.to_le_bytes()[..self.n_bytes()]);
        Ok(())
    }

    /// The unsigned integer at the start of `bytes`, and the bytes after it; `None` if there are
    /// too few.
    ///
    /// ```
    /// use pgn_formats::pgc::item::Width;
    ///
    /// assert_eq!(Width::One.parse_unsigned(&[7]), Some((7, &[][..])));
    /// assert_eq!(Width::Two.parse_unsigned(&[7]), None);
    /// ```
    #[must_use]
    pub fn parse_unsigned(self, bytes: &[u8]) -> Option<(u64, &[u8])> {
        let (head, rest) = bytes.split_at_checked(self.n_bytes())?;
        Some((head.iter().rfold(0, |value, &byte| value << 8 | u64::from(byte)), rest))
    }

    /// The same for a signed integer.
    ///
    /// ```
    /// use pgn_formats::pgc::item::Width;
    ///
    /// assert_eq!(Width::One.parse_signed(&[255]), Some((-1, &[][..])));
    /// ```
    #[must_use]
    pub fn parse_signed(self, bytes: &[u8]) -> Option<(i64, &[u8])> {
        let (value, rest) = self.parse_unsigned(bytes)?;
        let unused = 64 - 8 * self.n_bytes();
        Some((((value << unused) as i64) >> unused, rest))
    }

    /// Appends a length and the bytes: a string, or the ordinals of moves.
    ///
    /// # Errors
    /// If there are more than [`Width::max`].
    ///
    /// ```
    /// use pgn_formats::pgc::item::Width;
    ///
    /// let mut bytes = Vec::new();
    /// Width::One.write_row(b"Tal", &mut bytes)?;
    /// assert_eq!(bytes, b"\x03Tal");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_row(self, row: &[u8], out: &mut Vec<u8>) -> Result<(), TooLargeError> {
        self.write_unsigned(row.len() as u64, out)?;
        out.extend_from_slice(row);
        Ok(())
    }

    /// The string or ordinals at the start of `bytes`, and the bytes after them; `None` if there
    /// are fewer bytes than the length requires.
    ///
    /// ```
    /// use pgn_formats::pgc::item::Width;
    ///
    /// assert_eq!(Width::One.parse_row(b"\x03Tal!"), Some((&b"Tal"[..], &b"!"[..])));
    /// ```
    #[must_use]
    pub fn parse_row(self, bytes: &[u8]) -> Option<(&[u8], &[u8])> {
        let (len, rest) = self.parse_unsigned(bytes)?;
        rest.split_at_checked(usize::try_from(len).ok()?)
    }
}
