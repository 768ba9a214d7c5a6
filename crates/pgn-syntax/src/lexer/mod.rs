//! The lexer: classes of bytes, and the scanners that find the ends of tokens.
//!
//! Standard: §4.1, §5, §6, §7. Decisions: D-03, D-06, D-07, D-32.
//! Start at [`Class`]; every scanner works on a window of bytes, and reports when it needs more.

pub(crate) mod prose;
pub(crate) mod scan;
pub(crate) mod tag;
pub(crate) mod word;

/// The kind of token that a byte may begin, outside strings and comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Space, HT, LF, VT, CR.
    White,
    /// Other controls and DEL: white space for lax reading, and reported.
    Control,
    /// A letter: begins a symbol.
    Letter,
    /// A digit: begins a number or a symbol.
    Digit,
    /// A character that continues a symbol or, in lax reading only, begins or continues a word.
    Wordy,
    /// A byte from 128 up.
    High,
    Period,
    Star,
    LeftParenthesis,
    RightParenthesis,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Semicolon,
    Percent,
    Dollar,
    /// `!` or `?`.
    Suffix,
    LeftAngle,
    RightAngle,
    /// Cannot begin a token: `"`, `,` and the like.
    Other,
}

const fn class_of(byte: u8) -> Class {
    match byte {
        b' ' | b'\t' | b'\n' | 0x0B | b'\r' => Class::White,
        0..=31 | 127 => Class::Control,
        b'A'..=b'Z' | b'a'..=b'z' => Class::Letter,
        b'0'..=b'9' => Class::Digit,
        b'_' | b'+' | b'#' | b'=' | b':' | b'-' | b'/' | b'@' => Class::Wordy,
        128..=255 => Class::High,
        b'.' => Class::Period,
        b'*' => Class::Star,
        b'(' => Class::LeftParenthesis,
        b')' => Class::RightParenthesis,
        b'[' => Class::LeftBracket,
        b']' => Class::RightBracket,
        b'{' => Class::LeftBrace,
        b'}' => Class::RightBrace,
        b';' => Class::Semicolon,
        b'%' => Class::Percent,
        b'$' => Class::Dollar,
        b'!' | b'?' => Class::Suffix,
        b'<' => Class::LeftAngle,
        b'>' => Class::RightAngle,
        _ => Class::Other,
    }
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = class_of(byte as u8);
        byte += 1;
    }
    classes
};

/// The class of a byte.
#[inline]
pub(crate) fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

/// Whether a byte is a line end or part of one.
#[inline]
pub(crate) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Whether a byte is a space or a tab, which stay on their line.
#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B)
}

/// The first place from `at` on that is neither a space nor a tab.
pub(crate) fn skip_blanks(window: &[u8], mut at: usize) -> usize {
    while window.get(at).is_some_and(|&byte| is_blank(byte)) {
        at += 1;
    }
    at
}

/// The first line end from `at` on, or the end of the window.
pub(crate) fn line_end(window: &[u8], at: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &window[at..]).map_or(window.len(), |len| at + len)
}

/// Whether a line feed or a carriage return is in `text`.
pub(crate) fn holds_line_end(text: &[u8]) -> bool {
    line_end(text, 0) < text.len()
}

/// Whether `text` contains a control code that is not white space.
pub(crate) fn holds_control(text: &[u8]) -> bool {
    // A fold instead of `any`: no early exit, so that the compiler makes vector code of it.
    text.iter().fold(false, |found, &byte| {
        found | (((byte < 32) & !matches!(byte, b'\t' | b'\n' | 0x0B | b'\r')) | (byte == 127))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_four_controls_are_white() {
        // §4.1-11
        let white: alloc::vec::Vec<u8> =
            (0..32).filter(|&byte| class(byte) == Class::White).collect();
        assert_eq!(white, [9, 10, 11, 13]);
    }
}
