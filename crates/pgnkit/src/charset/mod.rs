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
pub mod entity;
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

/// What the caller asks for: one encoding, or a guess for each game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Choice {
    /// Decide by [`detect`], game by game.
    #[default]
    Auto,
    /// Never guess.
    Fixed(Encoding),
}

impl Choice {
    /// The encoding to read these bytes in.
    #[must_use]
    pub fn encoding_of(self, bytes: &[u8]) -> Encoding {
        match self {
            Choice::Auto => detect(bytes),
            Choice::Fixed(encoding) => encoding,
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

/// The encoding of one game's bytes (tags and movetext).
///
/// A leading byte order mark or valid UTF-8 means UTF-8; otherwise a byte 0x80–0x9F, which Latin-1
/// leaves unused, means Windows-1252; otherwise Latin-1. Two passes over the bytes at most.
#[must_use]
pub fn detect(bytes: &[u8]) -> Encoding {
    detect_all([bytes, &[]])
}

/// The encoding of bytes that lie in two pieces, no character in both.
pub(crate) fn detect_all(pieces: [&[u8]; 2]) -> Encoding {
    let first = if pieces[0].is_empty() { pieces[1] } else { pieces[0] };
    if first.starts_with(&UTF8_BOM) || pieces.iter().all(|piece| std::str::from_utf8(piece).is_ok())
    {
        Encoding::Utf8
    } else if pieces.iter().any(|piece| piece.iter().any(|byte| (0x80..=0x9F).contains(byte))) {
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

/// What a reader who guesses would make of a text whose Latin-1 bytes are UTF-8, as `Ã©` for `é`;
/// in ASCII, if that has characters that cannot be written in Latin-1. None for any other text.
pub(crate) fn as_read_from_latin1(text: &str) -> Option<String> {
    let (bytes, _) = encode_latin1(text);
    if !looks_like_utf8(&bytes) {
        return None;
    }
    let read = String::from_utf8(bytes).ok()?;
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
