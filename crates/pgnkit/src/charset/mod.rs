//! Character encodings: which one a game is in, how to read it, how to write Latin-1.
//!
//! Owns: detection, decoding, the degrade to Latin-1. Knows nothing of: games, tokens, files.
//! Standard: §4.1. Decisions: D-01, D-02, D-03.
//! Start at [`detect`] to read and at [`encode_latin1`] to write.
//!
//! Windows-1251 and other code pages are never guessed: no byte tells them from Latin-1.

use std::borrow::Cow;

use crate::named_enum::named_enum;

mod cp1252;
mod transliterate;
mod transliterate_table;
mod unicode;

pub use transliterate::{ascii_of, to_ascii, to_latin1};
#[cfg(pgnkit_small)]
pub use unicode::{Unicode, set_unicode};
pub use unicode::{compose, lower_case, other_cases, upper_case};

/// The bytes that stand for U+FEFF in UTF-8 at the start of some files.
pub const UTF8_BOM: [u8; 3] = [0xEF, 0xBB, 0xBF];

named_enum! {
    /// How the characters of a game are spelled in bytes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum Encoding, name {
        /// UTF-8; plain ASCII counts as this.
        #[default]
        Utf8 = "utf8",
        /// ISO 8859-1, the character set of the standard.
        Latin1 = "latin1",
        /// Windows code page 1252: Latin-1 with printing characters in 0x80–0x9F.
        Windows1252 = "cp1252",
    }
}

/// How a reader chooses the encoding of a field: a tag value, a comment, an escape line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Choice {
    /// UTF-8 where it fits; other bytes are Latin-1 or Windows-1252 (D-01).
    #[default]
    Auto,
    /// Every byte is in this encoding.
    Fixed(Encoding),
}

impl Choice {
    /// The encoding of a field.
    #[must_use]
    pub fn encoding_of(self, field: &[u8]) -> Encoding {
        match self {
            Choice::Auto => detect(field),
            Choice::Fixed(encoding) => encoding,
        }
    }

    /// The text of a field. If it is UTF-8 but for a few bytes, these alone are read in the legacy
    /// encoding.
    #[must_use]
    pub fn decode(self, field: &[u8]) -> Cow<'_, str> {
        if let (Choice::Auto, Ok(text)) = (self, std::str::from_utf8(field)) {
            return Cow::Borrowed(text);
        }
        let encoding = self.encoding_of(field);
        if (self, encoding) != (Choice::Auto, Encoding::Utf8) {
            return decode(field, encoding).text;
        }
        let mut text = String::with_capacity(field.len() + 16);
        for chunk in field.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|&byte| self.character(byte)));
        }
        Cow::Owned(text)
    }

    /// Appends what [`decode`](Choice::decode) returns.
    pub(crate) fn decode_into(self, field: &[u8], text: &mut String) {
        match self {
            Choice::Fixed(encoding) => decode_into(field, encoding, text),
            Choice::Auto => text.push_str(&self.decode(field)),
        }
    }

    /// The character of a byte that is not part of a UTF-8 character.
    #[must_use]
    pub fn character(self, byte: u8) -> char {
        match self {
            Choice::Auto => cp1252::character(byte),
            Choice::Fixed(encoding) => {
                let bytes = [byte];
                let decoded = decode(&bytes, encoding);
                decoded.text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
            }
        }
    }
}

/// Text as read, and how much of it was beyond reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text; borrowed if the bytes were already UTF-8.
    pub text: Cow<'a, str>,
    /// How many bytes were no part of any character and became U+FFFD.
    pub n_replaced: usize,
}

/// The encoding of a field.
///
/// It is UTF-8 unless the bytes that are not part of a UTF-8 character outnumber the UTF-8
/// characters beyond ASCII. Then it is Windows-1252 if it has a byte 0x80–0x9F, which Latin-1
/// leaves unused, otherwise Latin-1.
#[must_use]
pub fn detect(field: &[u8]) -> Encoding {
    if std::str::from_utf8(field).is_ok() {
        return Encoding::Utf8;
    }
    let (mut n_sequences, mut n_stray) = (0, 0);
    for chunk in field.utf8_chunks() {
        n_sequences += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        n_stray += chunk.invalid().len();
    }
    if n_stray <= n_sequences {
        Encoding::Utf8
    } else if field.iter().any(|byte| (0x80..=0x9F).contains(byte)) {
        Encoding::Windows1252
    } else {
        Encoding::Latin1
    }
}

/// The text of bytes in a known encoding; any bytes have one.
///
/// Bytes that cannot be UTF-8 become one U+FFFD each and are counted; the other two encodings have
/// a character for every byte (the five that code page 1252 leaves undefined are C1 controls).
/// A byte order mark stays, so that offsets can be carried over.
#[must_use]
pub fn decode(bytes: &[u8], encoding: Encoding) -> Decoded<'_> {
    match encoding {
        Encoding::Utf8 => decode_utf8(bytes),
        Encoding::Latin1 => decode_bytewise(bytes, char::from),
        Encoding::Windows1252 => decode_bytewise(bytes, cp1252::character),
    }
}

/// True if bytes meant as Latin-1 would be taken for UTF-8 by [`detect`].
///
/// Plain ASCII reads the same both ways and is not meant.
#[must_use]
pub fn looks_like_utf8(latin1: &[u8]) -> bool {
    !latin1.is_ascii() && detect(latin1) == Encoding::Utf8
}

/// Whether some bytes are a character of UTF-8 beyond ASCII.
pub(crate) fn holds_utf8(bytes: &[u8]) -> bool {
    bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii())
}

/// What a reader who guesses would make of a field whose Latin-1 bytes are UTF-8, as `Ã©` for `é`;
/// in ASCII, if that has characters that cannot be written in Latin-1. None for any other text.
pub(crate) fn as_read_from_latin1(text: &str) -> Option<String> {
    let (bytes, _) = encode_latin1(text);
    if !looks_like_utf8(&bytes) {
        return None;
    }
    let read = Choice::Auto.decode(&bytes).into_owned();
    let is_writable =
        |c: char| u8::try_from(c).is_ok_and(|byte| byte >= 0xA0) || ascii_of(c).is_some();
    match read.chars().all(|c| c.is_ascii() || is_writable(c)) {
        true => Some(read),
        false => Some(to_ascii(text).0.into_owned()),
    }
}

/// Latin-1 bytes for a text, and how many characters had to be replaced for it.
///
/// See [`to_latin1`] for what becomes of characters that Latin-1 lacks. Replacements may hold `"`:
/// apply this to a tag value *before* it is quoted.
#[must_use]
pub fn encode_latin1(text: &str) -> (Vec<u8>, usize) {
    let (text, n_replaced) = to_latin1(text);
    if text.is_ascii() {
        return (text.into_owned().into_bytes(), n_replaced);
    }
    let bytes = text.chars().map(|character| u8::try_from(character).unwrap_or(b'?')).collect();
    (bytes, n_replaced)
}

fn decode_utf8(bytes: &[u8]) -> Decoded<'_> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Decoded { text: Cow::Borrowed(text), n_replaced: 0 };
    }
    let mut text = String::with_capacity(bytes.len() + 16);
    let n_replaced = push_utf8(bytes, &mut text);
    Decoded { text: Cow::Owned(text), n_replaced }
}

fn push_utf8(bytes: &[u8], text: &mut String) -> usize {
    let mut n_replaced = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        n_replaced += chunk.invalid().len();
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    n_replaced
}

fn decode_bytewise(bytes: &[u8], character: impl Fn(u8) -> char) -> Decoded<'_> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => Cow::Borrowed(text),
        _ => Cow::Owned(bytes.iter().map(|&byte| character(byte)).collect()),
    };
    Decoded { text, n_replaced: 0 }
}

/// Appends what [`decode`] gives.
pub(crate) fn decode_into(bytes: &[u8], encoding: Encoding, text: &mut String) {
    match encoding {
        Encoding::Utf8 => match std::str::from_utf8(bytes) {
            Ok(valid) => text.push_str(valid),
            Err(_) => {
                push_utf8(bytes, text);
            }
        },
        Encoding::Latin1 => text.extend(bytes.iter().map(|&byte| char::from(byte))),
        Encoding::Windows1252 => text.extend(bytes.iter().map(|&byte| cp1252::character(byte))),
    }
}

#[cfg(test)]
mod tests;
