//! Numbers and texts in a slice of bytes, taken one after the other.

use pgnkit::charset::Choice;
use std::cell::Cell;

/// Bytes that are read from the front. Missing bytes give `None`, and nothing is consumed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a> {
    all: &'a [u8],
    offset: usize,
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(all: &'a [u8]) -> Bytes<'a> {
        Bytes { all, offset: 0 }
    }

    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.all[self.offset..]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.offset == self.all.len()
    }

    pub(crate) fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let taken = self.rest().get(..n)?;
        self.offset += n;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(crate) fn u16_be(&mut self) -> Option<u16> {
        self.array().map(u16::from_be_bytes)
    }

    pub(crate) fn u16_le(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn i16_le(&mut self) -> Option<i16> {
        self.array().map(i16::from_le_bytes)
    }

    pub(crate) fn u24_be(&mut self) -> Option<u32> {
        self.array().map(|[a, b, c]| u32::from_be_bytes([0, a, b, c]))
    }

    pub(crate) fn u32_be(&mut self) -> Option<u32> {
        self.array().map(u32::from_be_bytes)
    }

    pub(crate) fn u32_le(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn i32_le(&mut self) -> Option<i32> {
        self.array().map(i32::from_le_bytes)
    }
}

/// The number at an offset of a record whose length is known to be sufficient; 0 if it is not.
pub(crate) fn u32_be_at(record: &[u8], offset: usize) -> u32 {
    Bytes::new(record.get(offset..).unwrap_or_default()).u32_be().unwrap_or(0)
}

/// As [`u32_be_at`].
pub(crate) fn u24_be_at(record: &[u8], offset: usize) -> u32 {
    Bytes::new(record.get(offset..).unwrap_or_default()).u24_be().unwrap_or(0)
}

/// As [`u32_be_at`].
pub(crate) fn u16_be_at(record: &[u8], offset: usize) -> u16 {
    Bytes::new(record.get(offset..).unwrap_or_default()).u16_be().unwrap_or(0)
}

/// As [`u32_be_at`].
pub(crate) fn i32_le_at(record: &[u8], offset: usize) -> i32 {
    Bytes::new(record.get(offset..).unwrap_or_default()).i32_le().unwrap_or(0)
}

/// The first packed game, and the rest.
pub(crate) fn split_packed(packed: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = packed.split_first_chunk::<4>()?;
    rest.split_at_checked(u32::from_be_bytes(*length) as usize)
}

/// The text before the first NUL.
pub(crate) fn until_nul(field: &[u8]) -> &[u8] {
    field.split(|&byte| byte == 0).next().unwrap_or_default()
}

thread_local! {
    /// The encoding of the database that this thread reads. No format records it, and texts are
    /// decoded in many places.
    static ENCODING: Cell<Choice> = const { Cell::new(Choice::Auto) };
}

/// Opens a database, or reads records, whose texts are in this encoding.
pub fn with_encoding<T>(encoding: Choice, read: impl FnOnce() -> T) -> T {
    struct EncodingOption(Choice);

    impl Drop for EncodingOption {
        fn drop(&mut self) {
            ENCODING.set(self.0);
        }
    }

    let _before = EncodingOption(ENCODING.replace(encoding));
    read()
}

pub(crate) fn push_text(bytes: &[u8], text: &mut String) {
    text.push_str(&ENCODING.get().decode(bytes));
}

/// Appends the text of a field that may be in two encodings: valid UTF-8 is UTF-8, everything else
/// is Windows-1252. A program that changed its encoding leaves such texts.
pub(crate) fn push_mixed(bytes: &[u8], text: &mut String) {
    let encoding = ENCODING.get();
    if encoding != Choice::Auto {
        return text.push_str(&encoding.decode(bytes));
    }
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| encoding.character(byte)));
    }
}

/// Appends the text of a field of fixed width, which ends at the first NUL. A UTF-8 character that
/// the field's end cut in two is left out. Returns whether there was one.
pub(crate) fn push_field(field: &[u8], text: &mut String) -> bool {
    let bytes = until_nul(field);
    let is_full = bytes.len() == field.len();
    let cut = match std::str::from_utf8(bytes) {
        // At least two bytes of other characters; otherwise the cut one may as well be a letter of
        // Windows-1252.
        Err(error) if is_full && error.error_len().is_none() => {
            let sound = &bytes[..error.valid_up_to()];
            (!sound.is_ascii()).then_some(sound)
        }
        Ok(_) | Err(_) => None,
    };
    push_text(cut.unwrap_or(bytes), text);
    cut.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_in_either_order() {
        let mut bytes = Bytes::new(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!((bytes.u16_be(), bytes.u16_le()), (Some(0x0102), Some(0x0403)));
        assert_eq!((bytes.u24_be(), bytes.u32_le()), (Some(0x0005_0607), None));
        assert_eq!((bytes.u8(), bytes.u8(), bytes.u8()), (Some(8), Some(9), None));
        assert!(bytes.is_empty());
    }

    #[test]
    fn letters_of_two_encodings_stand_side_by_side() {
        let mut text = String::new();
        push_mixed(b"\xC5\xBDlebc\xEDk \x8A", &mut text);
        assert_eq!(text, "Žlebcík Š");
    }

    #[test]
    fn a_field_ends_at_its_nul_and_is_utf8_or_1252() {
        let cases: [(&[u8], &str, bool); 4] = [
            (b"Tal\0rubbish", "Tal", false),
            (b"M\xfcller\0", "Müller", false),
            ("Müller\0".as_bytes(), "Müller", false),
            (b"\xc3\xa4\xc3\xa4\xc3", "ää", true),
        ];
        for (field, expected, is_cut) in cases {
            let mut text = String::new();
            assert_eq!(push_field(field, &mut text), is_cut);
            assert_eq!(text, expected);
        }
    }
}
