//! Answers to JavaScript: all numbers, then all texts as one, which is decoded at once.

/// An answer that grows. Texts are taken from their end by their length in UTF-16 units.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    numbers: Vec<u8>,
    text: Vec<u8>,
}

impl Answer {
    /// A number, its lowest seven bits first.
    pub(crate) fn number(&mut self, number: impl Into<u64>) {
        let mut number = number.into();
        while number >= 0x80 {
            self.numbers.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.numbers.push(number as u8);
    }

    /// Two bytes, and a text in ASCII that is shorter than 128.
    #[cfg(feature = "games")]
    pub(crate) fn small(&mut self, [low, high]: [u8; 2], text: &[u8]) {
        self.numbers.extend_from_slice(&[low, high, text.len() as u8]);
        self.text.extend_from_slice(text);
    }

    pub(crate) fn size(&mut self, size: usize) {
        self.number(size as u64);
    }

    pub(crate) fn flag(&mut self, flag: bool) {
        self.number(u64::from(flag));
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.size(utf16_len(text.as_bytes()));
        self.text.extend_from_slice(text.as_bytes());
    }

    /// A text that may be missing: its length is then 0, and otherwise one more.
    pub(crate) fn optional_text(&mut self, text: Option<&str>) {
        self.size(text.map_or(0, |text| utf16_len(text.as_bytes()) + 1));
        self.text.extend_from_slice(text.unwrap_or_default().as_bytes());
    }

    /// Bytes whose length the numbers do not have; an answer has either these or texts.
    pub(crate) fn raw(&mut self) -> &mut Vec<u8> {
        &mut self.text
    }

    /// The answer in one piece: the length of the numbers in four bytes, numbers, texts.
    pub(crate) fn write(&self, output: &mut Vec<u8>) {
        output.clear();
        output.reserve(4 + self.numbers.len() + self.text.len());
        output.extend_from_slice(&(self.numbers.len() as u32).to_le_bytes());
        output.extend_from_slice(&self.numbers);
        output.extend_from_slice(&self.text);
    }

    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
        self.text.clear();
        self.text.shrink_to(2 << 20);
    }
}

/// The length of UTF-8 in UTF-16 units: a character of four bytes has two.
pub(crate) fn utf16_len(text: &[u8]) -> usize {
    let units = |byte: &u8| usize::from(byte & 0xc0 != 0x80) + usize::from(*byte >= 0xf0);
    if text.is_ascii() { text.len() } else { text.iter().map(units).sum() }
}
