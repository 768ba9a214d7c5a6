//! Windows code page 1252: the bytes where it differs from Latin-1.
//!
//! Owns: the thirty-two characters of 0x80–0x9F. Knows nothing of: when to use them.
//! Standard: §4.1. Decisions: D-01.
//! Start at [`character`].

/// Characters of bytes 0x80–0x9F; the five undefined ones keep their C1 control.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// The character of one byte.
pub(super) fn character(byte: u8) -> char {
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}
