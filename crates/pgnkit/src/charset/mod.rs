//! Character encodings: detection, decoding and encoding of fields.
//!
//! Standard: §4.1. Decisions: D-01, D-02, D-03, D-70.
//! Start at [`Choice`] to read, at [`Evidence`] to recognize the encoding of a file, and at
//! [`encode`] and [`encode_latin1`] to write.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::named_enum::named_enum;

mod code_page;
mod code_page_table;
#[doc(hidden)]
pub mod entity;
mod evidence;
mod transliterate;
mod transliterate_table;
mod unicode;

pub use evidence::Evidence;
pub use transliterate::{ascii_of, to_ascii, to_latin1};
pub use unicode::{compose, lower_case, other_cases, upper_case};

/// The byte-order mark in UTF-8, U+FEFF, with which some files start.
pub const UTF8_BOM: [u8; 3] = [0xEF, 0xBB, 0xBF];

named_enum! {
    /// A character encoding.
    ///
    /// ```
    /// use pgnkit::charset::Encoding;
    /// assert_eq!(Encoding::from_label("cp1251"), Some(Encoding::Windows1251));
    /// assert_eq!(Encoding::Latin1.label(), "iso-8859-1");
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum Encoding, name {
        /// UTF-8, including plain ASCII.
        #[default]
        Utf8 = "utf8",
        /// ISO 8859-1, the character set of the standard.
        Latin1 = "latin1",
        /// Windows code page 1252: Latin-1 with printing characters in 0x80–0x9F.
        Windows1252 = "cp1252",
        /// Windows, Central European.
        Windows1250 = "windows-1250",
        /// Windows, Cyrillic.
        Windows1251 = "windows-1251",
        /// Windows, Greek.
        Windows1253 = "windows-1253",
        /// Windows, Turkish; ISO 8859-9 is a part of it.
        Windows1254 = "windows-1254",
        /// Windows, Hebrew.
        Windows1255 = "windows-1255",
        /// Windows, Arabic.
        Windows1256 = "windows-1256",
        /// Windows, Baltic.
        Windows1257 = "windows-1257",
        /// Windows, Vietnamese.
        Windows1258 = "windows-1258",
        /// Windows, Thai.
        Windows874 = "windows-874",
        /// ISO 8859-2, Central European.
        Iso8859_2 = "iso-8859-2",
        /// ISO 8859-3, South European.
        Iso8859_3 = "iso-8859-3",
        /// ISO 8859-4, North European.
        Iso8859_4 = "iso-8859-4",
        /// ISO 8859-5, Cyrillic.
        Iso8859_5 = "iso-8859-5",
        /// ISO 8859-6, Arabic.
        Iso8859_6 = "iso-8859-6",
        /// ISO 8859-7, Greek.
        Iso8859_7 = "iso-8859-7",
        /// ISO 8859-8, Hebrew.
        Iso8859_8 = "iso-8859-8",
        /// ISO 8859-10, Nordic.
        Iso8859_10 = "iso-8859-10",
        /// ISO 8859-13, Baltic.
        Iso8859_13 = "iso-8859-13",
        /// ISO 8859-14, Celtic.
        Iso8859_14 = "iso-8859-14",
        /// ISO 8859-15, Western with the euro sign.
        Iso8859_15 = "iso-8859-15",
        /// ISO 8859-16, Romanian.
        Iso8859_16 = "iso-8859-16",
        /// KOI8-R, Russian under Unix.
        Koi8R = "koi8-r",
        /// KOI8-U, Ukrainian under Unix.
        Koi8U = "koi8-u",
        /// Code page 866, Cyrillic under DOS.
        Ibm866 = "ibm866",
        /// Mac OS, Western.
        Macintosh = "macintosh",
        /// Mac OS, Cyrillic.
        MacCyrillic = "x-mac-cyrillic",
        /// Code page 437, DOS in the USA.
        Cp437 = "cp437",
        /// Code page 850, Western under DOS.
        Cp850 = "cp850",
        /// Code page 852, Central European under DOS.
        Cp852 = "cp852",
    }
}

/// Other names of encodings, as other programs write them, without signs and in small letters.
const LABELS: &[(&str, Encoding)] = &[
    ("iso88591", Encoding::Latin1),
    ("l1", Encoding::Latin1),
    ("iso88599", Encoding::Windows1254),
    ("latin5", Encoding::Windows1254),
    ("iso885911", Encoding::Windows874),
    ("latin2", Encoding::Iso8859_2),
    ("latin3", Encoding::Iso8859_3),
    ("latin4", Encoding::Iso8859_4),
    ("cyrillic", Encoding::Iso8859_5),
    ("greek", Encoding::Iso8859_7),
    ("latin6", Encoding::Iso8859_10),
    ("latin9", Encoding::Iso8859_15),
    ("latin10", Encoding::Iso8859_16),
    ("koi8", Encoding::Koi8R),
    ("cp866", Encoding::Ibm866),
    ("mac", Encoding::Macintosh),
    ("macroman", Encoding::Macintosh),
    ("maccyrillic", Encoding::MacCyrillic),
];

impl Encoding {
    /// The encoding of this name: `windows-1251`, `cp1251`, `CP-1251`, `ISO_8859-2` and so on.
    #[must_use]
    pub fn from_label(label: &str) -> Option<Encoding> {
        let plain = |name: &str| {
            let letters = name.bytes().filter(u8::is_ascii_alphanumeric);
            let name: String = letters.map(|byte| char::from(byte.to_ascii_lowercase())).collect();
            let mut prefixes = ["windows", "cp", "ibm", "dos", "win"].iter();
            let digits = prefixes.find_map(|prefix| name.strip_prefix(prefix));
            let is_number = |digits: &&str| digits.bytes().all(|byte| byte.is_ascii_digit());
            // The numbers of code pages differ between sources.
            digits.filter(is_number).map_or(name.clone(), |digits| format!("cp{digits}"))
        };
        let label = plain(label);
        let listed = LABELS.iter().find(|(name, _)| *name == label).map(|(_, encoding)| *encoding);
        listed.or_else(|| Encoding::ALL.into_iter().find(|known| plain(known.name()) == label))
    }

    /// The common name of the encoding.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Latin1 => "iso-8859-1",
            Encoding::Windows1252 => "windows-1252",
            _ => self.name(),
        }
    }

    /// The character of a byte; U+FFFD if the encoding has none, as UTF-8 from 128 on.
    #[doc(hidden)]
    #[must_use]
    pub fn character(self, byte: u8) -> char {
        match self.page() {
            _ if byte < 128 || self == Encoding::Latin1 => char::from(byte),
            Some(page) => code_page::character(page, byte),
            None => char::REPLACEMENT_CHARACTER,
        }
    }

    fn page(self) -> Option<usize> {
        (self as usize).checked_sub(Encoding::Windows1252 as usize)
    }
}

/// How a reader chooses the encoding of a field: a tag value, a comment, an escape line.
///
/// ```
/// # use pgnkit::charset::{Choice, Encoding};
/// assert_eq!("auto".parse(), Ok(Choice::Auto));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Choice {
    /// UTF-8 if valid; other bytes are Latin-1 or Windows-1252 (D-01).
    #[default]
    Auto,
    /// UTF-8 if valid; other bytes are in the encoding recognized for the file (D-70).
    Recognized(Encoding),
    /// Every byte is in this encoding.
    Fixed(Encoding),
}

impl Choice {
    /// All choices; the positions of the first ones never change.
    pub fn all() -> impl Iterator<Item = Choice> {
        let fixed = Encoding::ALL.into_iter().map(Choice::Fixed);
        let recognized = Encoding::ALL.into_iter().map(Choice::Recognized);
        std::iter::once(Choice::Auto).chain(fixed).chain(recognized)
    }

    /// The index of this choice in [all](Choice::all), for storing in a file.
    #[doc(hidden)]
    #[must_use]
    pub fn number(self) -> u8 {
        Choice::all().position(|choice| choice == self).unwrap_or_default() as u8
    }

    /// The choice of this number.
    #[doc(hidden)]
    #[must_use]
    pub fn from_number(number: u8) -> Option<Choice> {
        Choice::all().nth(usize::from(number))
    }

    /// The choice for the text of a whole file: for `Auto`, the encoding recognized in the text.
    #[must_use]
    pub fn for_text(self, text: &[u8]) -> Choice {
        if self != Choice::Auto || std::str::from_utf8(text).is_ok() {
            return self;
        }
        let mut evidence = Evidence::default();
        evidence.push(text);
        evidence.encoding().map_or(self, Choice::Recognized)
    }

    /// The same from the first bytes of a text, limited to `limit`: if that limit is reached, the
    /// last line is left out, because it may be incomplete.
    #[doc(hidden)]
    #[must_use]
    pub fn for_head(self, head: &[u8], limit: usize) -> Choice {
        let is_cut = head.len() >= limit;
        let line_end = head.iter().rposition(|&byte| byte == b'\n').filter(|_| is_cut);
        self.for_text(&head[..line_end.unwrap_or(head.len())])
    }

    /// Whether a field that is valid UTF-8 is decoded as UTF-8.
    #[doc(hidden)]
    #[must_use]
    pub const fn takes_utf8(self) -> bool {
        match self {
            Choice::Auto | Choice::Recognized(_) => true,
            Choice::Fixed(encoding) => matches!(encoding, Encoding::Utf8),
        }
    }

    /// The encoding of a field.
    #[doc(hidden)]
    #[must_use]
    pub fn encoding_of(self, field: &[u8]) -> Encoding {
        match self {
            Choice::Fixed(encoding) => encoding,
            Choice::Auto => detect(field),
            Choice::Recognized(encoding) => match detect(field) {
                Encoding::Utf8 => Encoding::Utf8,
                western if evidence::is_western(field, encoding) => western,
                _ => encoding,
            },
        }
    }

    /// The text of a field. If it is UTF-8 except for a few bytes, only these are decoded in the
    /// legacy encoding.
    ///
    /// ```
    /// use pgnkit::charset::Choice;
    /// assert_eq!(Choice::Auto.decode(b"M\xfcller"), "Müller");
    /// ```
    #[must_use]
    pub fn decode(self, field: &[u8]) -> Cow<'_, str> {
        if self.takes_utf8()
            && let Ok(text) = std::str::from_utf8(field)
        {
            return Cow::Borrowed(text);
        }
        let encoding = self.encoding_of(field);
        if encoding != Encoding::Utf8 {
            return decode(field, encoding).text;
        }
        let mut text = String::with_capacity(field.len() + 16);
        for chunk in field.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|&byte| self.character(byte)));
        }
        Cow::Owned(text)
    }

    /// The character of a byte that is not part of a UTF-8 character.
    #[doc(hidden)]
    #[must_use]
    pub fn character(self, byte: u8) -> char {
        match self {
            Choice::Auto => Encoding::Windows1252.character(byte),
            Choice::Recognized(encoding) | Choice::Fixed(encoding) => encoding.character(byte),
        }
    }
}

/// An unknown name of an encoding.
///
/// ```
/// # use pgnkit::charset::{Choice, Encoding};
/// assert!("morse".parse::<Choice>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownEncodingError;

impl fmt::Display for UnknownEncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `auto` or one of ")?;
        for (idx, encoding) in Encoding::ALL.into_iter().enumerate() {
            write!(f, "{}{}", if idx == 0 { "" } else { ", " }, encoding.label())?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownEncodingError {}

/// `auto`, or the name of an encoding.
impl FromStr for Choice {
    type Err = UnknownEncodingError;

    fn from_str(name: &str) -> Result<Choice, UnknownEncodingError> {
        match name {
            "auto" => Ok(Choice::Auto),
            _ => Encoding::from_label(name).map(Choice::Fixed).ok_or(UnknownEncodingError),
        }
    }
}

/// Decoded text, and how many bytes could not be decoded.
///
/// ```
/// use pgnkit::charset::{Encoding, decode};
/// let decoded = decode(b"M\xfcller", Encoding::Utf8);
/// assert_eq!(decoded.n_replaced, 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text; borrowed if the bytes were already UTF-8.
    pub text: Cow<'a, str>,
    /// The number of bytes that are not part of a character and became U+FFFD.
    pub n_replaced: usize,
}

/// The encoding of a field.
///
/// It is UTF-8 unless the bytes that are not part of a UTF-8 character outnumber the UTF-8
/// characters beyond ASCII. Then it is Windows-1252 if it has a byte 0x80–0x9F, which Latin-1
/// leaves unused, otherwise Latin-1.
///
/// ```
/// use pgnkit::charset::{Encoding, detect};
/// assert_eq!(detect(b"M\xfcller"), Encoding::Latin1);
/// assert_eq!(detect("Müller".as_bytes()), Encoding::Utf8);
/// ```
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

/// Decodes bytes in a known encoding; this never fails.
///
/// Bytes that are not characters become one U+FFFD each and are counted; Latin-1 and Windows-1252
/// have a character for every byte (the five that code page 1252 leaves undefined are C1 controls).
/// A byte-order mark is kept, so that offsets stay valid.
///
/// ```
/// use pgnkit::charset::{Encoding, decode};
/// assert_eq!(decode(b"M\xfcller", Encoding::Latin1).text, "Müller");
/// ```
#[must_use]
pub fn decode(bytes: &[u8], encoding: Encoding) -> Decoded<'_> {
    if let Ok(text) = std::str::from_utf8(bytes)
        && (encoding == Encoding::Utf8 || text.is_ascii())
    {
        return Decoded { text: Cow::Borrowed(text), n_replaced: 0 };
    }
    let mut text = String::with_capacity(bytes.len() + 16);
    let mut n_replaced = 0;
    let mut push = |byte: u8, text: &mut String| {
        let character = encoding.character(byte);
        n_replaced += usize::from(character == char::REPLACEMENT_CHARACTER);
        text.push(character);
    };
    if encoding == Encoding::Utf8 {
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            chunk.invalid().iter().for_each(|&byte| push(byte, &mut text));
        }
    } else {
        bytes.iter().for_each(|&byte| push(byte, &mut text));
    }
    Decoded { text: Cow::Owned(text), n_replaced }
}

/// The bytes of a text in an encoding; `None` if it lacks a character.
///
/// ```
/// use pgnkit::charset::{Encoding, encode};
/// assert_eq!(encode("Müller", Encoding::Latin1).as_deref(), Some(&b"M\xfcller"[..]));
/// assert_eq!(encode("Šárka", Encoding::Latin1), None);
/// ```
#[must_use]
pub fn encode(text: &str, encoding: Encoding) -> Option<Cow<'_, [u8]>> {
    match (encoding, encoding.page()) {
        (Encoding::Utf8, _) => Some(Cow::Borrowed(text.as_bytes())),
        _ if text.is_ascii() => Some(Cow::Borrowed(text.as_bytes())),
        (_, Some(page)) => text.chars().map(|it| code_page::byte(page, it)).collect(),
        (_, None) => text.chars().map(|character| u8::try_from(character).ok()).collect(),
    }
}

/// The same, with the nearest ASCII characters for those that the encoding lacks, and the number of
/// replaced characters.
///
/// ```
/// use pgnkit::charset::{Encoding, encode_nearest};
/// assert_eq!(encode_nearest("Šárka", Encoding::Latin1), (b"S\xe1rka".to_vec(), 1));
/// ```
#[must_use]
pub fn encode_nearest(text: &str, encoding: Encoding) -> (Vec<u8>, usize) {
    if let Some(bytes) = encode(text, encoding) {
        return (bytes.into_owned(), 0);
    }
    if encoding == Encoding::Latin1 {
        return encode_latin1(text);
    }
    let (mut bytes, mut n_replaced) = (Vec::with_capacity(text.len()), 0);
    for character in compose(text).chars() {
        let mut buffer = [0; 4];
        match encode(character.encode_utf8(&mut buffer), encoding) {
            Some(byte) => bytes.extend_from_slice(&byte),
            None => {
                bytes.extend_from_slice(ascii_of(character).unwrap_or("?").as_bytes());
                n_replaced += 1;
            }
        }
    }
    (bytes, n_replaced)
}

/// True if [`detect`] would take these Latin-1 bytes for UTF-8.
///
/// False for plain ASCII, which is the same in both.
#[doc(hidden)]
#[must_use]
pub fn looks_like_utf8(latin1: &[u8]) -> bool {
    !latin1.is_ascii() && detect(latin1) == Encoding::Utf8
}

/// Whether no part of a text would be read as UTF-8 if it is written in Latin-1.
pub(crate) fn is_clear_in_latin1(text: &str) -> bool {
    let (bytes, _) = encode_latin1(text);
    bytes.utf8_chunks().all(|chunk| chunk.valid().is_ascii())
}

/// The text that readers that guess would see in a field whose Latin-1 bytes are valid UTF-8, as
/// `Ã©` for `é`; in ASCII, if it has characters that Latin-1 lacks. `None` for any other text.
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

/// The Latin-1 bytes of a text, and the number of characters that had to be replaced.
///
/// See [`to_latin1`] for the replacements of characters that Latin-1 lacks. Replacements may
/// contain `"`: apply this to a tag value *before* you quote it.
#[doc(hidden)]
#[must_use]
pub fn encode_latin1(text: &str) -> (Vec<u8>, usize) {
    let (text, n_replaced) = to_latin1(text);
    if text.is_ascii() {
        return (text.into_owned().into_bytes(), n_replaced);
    }
    let bytes = text.chars().map(|character| u8::try_from(character).unwrap_or(b'?')).collect();
    (bytes, n_replaced)
}

#[cfg(test)]
mod tests;
