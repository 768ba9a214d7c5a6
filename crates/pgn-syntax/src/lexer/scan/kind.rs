//! What a byte may be, as bits.
//!
//! Owns: sets of kinds, for movetext, for comments, for tag pairs. Knows nothing of: how
//! they are looked up.
//! Standard: §4.1, §5, §7, §8.1. Decisions: D-03.
//! Start at [`of_words`].
//!
//! A kind is a set of lower halves of bytes together with a set of upper halves; `avx2` tests that
//! when it is compiled.

/// Kinds of bytes in movetext; a byte with none of them is "other".
pub(super) mod words {
    /// `A` to `O`, `a` to `o`.
    pub(in super::super) const EARLY: u8 = 1;
    /// `P` to `Z`, `p` to `z`.
    pub(in super::super) const LATE: u8 = 1 << 1;
    pub(in super::super) const DIGIT: u8 = 1 << 2;
    /// `#`, `+`, `-`.
    pub(in super::super) const SIGN: u8 = 1 << 3;
    /// `=`.
    pub(in super::super) const EQUALS: u8 = 1 << 4;
    pub(in super::super) const SPACE: u8 = 1 << 5;
    /// HT, LF, CR.
    pub(in super::super) const LINE: u8 = 1 << 6;
    pub(in super::super) const PERIOD: u8 = 1 << 7;

    pub(in super::super) const WORD: u8 = EARLY | LATE | DIGIT | SIGN | EQUALS;
}

pub(super) const fn of_words(byte: u8) -> u8 {
    match byte {
        b'A'..=b'O' | b'a'..=b'o' => words::EARLY,
        b'P'..=b'Z' | b'p'..=b'z' => words::LATE,
        b'0'..=b'9' => words::DIGIT,
        b'#' | b'+' | b'-' => words::SIGN,
        b'=' => words::EQUALS,
        b' ' => words::SPACE,
        b'\t' | b'\n' | b'\r' => words::LINE,
        b'.' => words::PERIOD,
        _ => 0,
    }
}

/// Kinds of bytes in movetext that is passed over; a byte with none of them is hot.
pub(super) mod over {
    /// `A` to `O`, `a` to `o`.
    pub(in super::super) const EARLY: u8 = 1;
    /// `P` to `Z`, `p` to `z`.
    pub(in super::super) const LATE: u8 = 1 << 1;
    /// Digits, `=`, `?`.
    pub(in super::super) const DIGIT: u8 = 1 << 2;
    /// Space, `!`, `#`, `$`, `+`, `-`, `.`.
    pub(in super::super) const SIGN: u8 = 1 << 3;
    pub(in super::super) const TAB: u8 = 1 << 4;
    /// LF, CR.
    pub(in super::super) const LINE_END: u8 = 1 << 6;
    pub(in super::super) const BRACE: u8 = 1 << 7;
}

pub(super) const fn of_over(byte: u8) -> u8 {
    match byte {
        b'A'..=b'O' | b'a'..=b'o' => over::EARLY,
        b'P'..=b'Z' | b'p'..=b'z' => over::LATE,
        b'0'..=b'9' | b'=' | b'?' => over::DIGIT,
        b' ' | b'!' | b'#' | b'$' | b'+' | b'-' | b'.' => over::SIGN,
        b'\t' => over::TAB,
        b'\n' | b'\r' => over::LINE_END,
        b'{' | b'}' => over::BRACE,
        _ => 0,
    }
}

/// Whether a byte after a hyphen says that the hyphen belongs to no score: from the letters on.
pub(super) const fn is_cold(byte: u8) -> bool {
    matches!(byte, 0x41..=0x7F)
}

/// Kinds of bytes in comments.
pub(super) mod prose {
    /// Codes 16 to 31.
    pub(in super::super) const HIGH_CONTROL: u8 = 1;
    /// Codes 0 to 15 that are no white space.
    pub(in super::super) const LOW_CONTROL: u8 = 1 << 1;
    pub(in super::super) const DELETE: u8 = 1 << 2;
    /// LF, CR.
    pub(in super::super) const LINE_END: u8 = 1 << 3;
    /// HT, VT.
    pub(in super::super) const TAB: u8 = 1 << 4;
    pub(in super::super) const SPACE: u8 = 1 << 5;
    pub(in super::super) const LEFT_BRACKET: u8 = 1 << 6;
    pub(in super::super) const RIGHT_BRACE: u8 = 1 << 7;

    pub(in super::super) const CONTROL: u8 = HIGH_CONTROL | LOW_CONTROL | DELETE;
    pub(in super::super) const DOUBTFUL: u8 = CONTROL | TAB | SPACE | LEFT_BRACKET;
}

pub(super) const fn of_prose(byte: u8) -> u8 {
    match byte {
        b'\n' | b'\r' => prose::LINE_END,
        b'\t' | 0x0B => prose::TAB,
        0..=15 => prose::LOW_CONTROL,
        16..=31 => prose::HIGH_CONTROL,
        127 => prose::DELETE,
        b' ' => prose::SPACE,
        b'[' => prose::LEFT_BRACKET,
        b'}' => prose::RIGHT_BRACE,
        _ => 0,
    }
}

/// Kinds of bytes in the names of tags; a byte with none of them ends one.
pub(super) mod name {
    pub(in super::super) const EARLY: u8 = 1;
    pub(in super::super) const LATE: u8 = 1 << 1;
    pub(in super::super) const DIGIT: u8 = 1 << 2;
}

pub(super) const fn of_name(byte: u8) -> u8 {
    match byte {
        b'A'..=b'O' | b'a'..=b'o' => name::EARLY,
        b'P'..=b'Z' | b'p'..=b'z' => name::LATE,
        b'0'..=b'9' => name::DIGIT,
        _ => 0,
    }
}

/// Codes below 32, DEL, bytes from 128 up.
pub(super) const fn is_control_or_high(byte: u8) -> bool {
    matches!(byte, 0..=31 | 127..)
}

/// Whether a plain value ends before this byte.
pub(super) const fn stops_value(byte: u8) -> bool {
    matches!(byte, 0..=31 | b'"' | b'\\' | 127)
}

/// The kinds of all bytes: of movetext, of comments, of names, of movetext that is passed over.
pub(super) const KINDS: [[u8; 256]; 4] = {
    let mut kinds = [[0; 256]; 4];
    let mut byte = 0;
    while byte < 256 {
        kinds[0][byte] = of_words(byte as u8);
        kinds[1][byte] = of_prose(byte as u8);
        kinds[2][byte] = of_name(byte as u8);
        kinds[3][byte] = of_over(byte as u8);
        byte += 1;
    }
    kinds
};
