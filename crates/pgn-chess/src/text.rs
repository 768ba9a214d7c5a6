//! Short inline strings, so that writing a move or a FEN needs no heap allocation.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

/// UTF-8 text of at most `N` bytes (`N` up to 255), stored in place.
///
/// ```
/// use pgn_chess::Position;
/// let position = Position::start();
/// let text = position.san(position.parse_uci("g1f3")?);
/// assert_eq!((text.as_str(), text.as_bytes()), ("Nf3", &b"Nf3"[..]));
/// # Ok::<(), pgn_chess::notation::uci::UciError>(())
/// ```
#[derive(Clone, Copy)]
pub struct ShortText<const N: usize> {
    bytes: [u8; N],
    len: u8,
}

impl<const N: usize> ShortText<N> {
    pub(crate) const fn new() -> ShortText<N> {
        const { assert!(N < 256) };
        ShortText { bytes: [0; N], len: 0 }
    }

    /// The output of a function that returns how many bytes it wrote; they must be ASCII.
    #[inline]
    pub(crate) fn filled(fill: impl FnOnce(&mut [u8; N]) -> usize) -> ShortText<N> {
        let mut text = ShortText::new();
        text.len = fill(&mut text.bytes).min(N) as u8;
        text
    }

    /// One ASCII byte.
    pub(crate) const fn of_ascii(byte: u8) -> ShortText<N> {
        let mut text = ShortText::new();
        text.bytes[0] = byte & 0x7f;
        text.len = 1;
        text
    }

    /// A text that must fit.
    pub(crate) const fn of_str(text: &str) -> ShortText<N> {
        let mut short = ShortText::new();
        let bytes = text.as_bytes();
        while (short.len as usize) < bytes.len() {
            short.bytes[short.len as usize] = bytes[short.len as usize];
            short.len += 1;
        }
        short
    }

    /// One character of three bytes, which must be UTF-8.
    pub(crate) const fn of_utf8_3(bytes: [u8; 3]) -> ShortText<N> {
        assert!(str::from_utf8(&bytes).is_ok());
        let mut text = ShortText::new();
        text.bytes[0] = bytes[0];
        text.bytes[1] = bytes[1];
        text.bytes[2] = bytes[2];
        text.len = 3;
        text
    }

    /// Appends an ASCII byte; dropped if the buffer is full or it is not ASCII.
    #[inline]
    pub(crate) fn push(&mut self, byte: u8) {
        debug_assert!(byte.is_ascii());
        if let Some(slot) = self.bytes.get_mut(self.len as usize) {
            *slot = byte & 0x7f;
            self.len += 1;
        }
    }

    /// Appends text; drops all of it if it does not fit.
    pub(crate) fn push_str(&mut self, text: &str) {
        let end = self.len as usize + text.len();
        if let Some(spare) = self.bytes.get_mut(self.len as usize..end) {
            spare.copy_from_slice(text.as_bytes());
            self.len = end as u8;
        }
    }

    /// The text as bytes.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len as usize).unwrap_or(&self.bytes)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        // Only ASCII bytes and whole strings are ever appended, so this cannot fail.
        str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

impl ShortText<7> {
    /// The first `len` bytes of a word, at most seven, its first byte lowest; they must be ASCII.
    #[inline]
    pub(crate) const fn of_word(word: u64, len: usize) -> ShortText<7> {
        let len = if len < 7 { len } else { 7 };
        let [a, b, c, d, e, f, g, _] = (word & ((1 << (8 * len)) - 1)).to_le_bytes();
        ShortText { bytes: [a, b, c, d, e, f, g], len: len as u8 }
    }

    /// The text as a word, its first byte lowest, and its length. Bytes of the word after the text
    /// are undefined.
    ///
    /// Appending the whole word and continuing after the text needs no branch on the length, which
    /// cannot be predicted.
    ///
    /// ```
    /// use pgn_chess::{Position, notation::{san, uci}};
    /// let position = Position::start();
    /// let mv = uci::parse(&position, b"g1f3").expect("a legal move");
    /// let (word, len) = san::to_text(&position, mv).word();
    /// assert_eq!(word.to_le_bytes()[..len], *b"Nf3");
    /// ```
    #[inline]
    pub const fn word(self) -> (u64, usize) {
        let [a, b, c, d, e, f, g] = self.bytes;
        // All eight bytes as they lie: the compiler sees that it is one word.
        (u64::from_le_bytes([a, b, c, d, e, f, g, self.len]), (self.len & 7) as usize)
    }
}

impl<const N: usize> Default for ShortText<N> {
    fn default() -> ShortText<N> {
        ShortText::new()
    }
}

impl<const N: usize> Deref for ShortText<N> {
    type Target = str;
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<const N: usize> AsRef<str> for ShortText<N> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl<const N: usize> PartialEq for ShortText<N> {
    fn eq(&self, other: &ShortText<N>) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<const N: usize> Eq for ShortText<N> {}

impl<const N: usize> PartialEq<str> for ShortText<N> {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<const N: usize> PartialEq<&str> for ShortText<N> {
    fn eq(&self, other: &&str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<const N: usize> PartialOrd for ShortText<N> {
    fn partial_cmp(&self, other: &ShortText<N>) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Ord for ShortText<N> {
    fn cmp(&self, other: &ShortText<N>) -> core::cmp::Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl<const N: usize> Hash for ShortText<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl<const N: usize> fmt::Display for ShortText<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<const N: usize> fmt::Debug for ShortText<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
