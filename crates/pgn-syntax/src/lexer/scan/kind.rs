//! The kinds of a byte, as bits.
//!
//! Standard: §4.1, §5, §7, §8.1. Decisions: D-03.
//!
//! A kind is a set of lower halves of bytes together with a set of upper halves; `avx2` tests that
//! when it is compiled.

/// Kinds of bytes, each a bit, and the kind of a byte: the first that it fits, 0 if it fits none.
macro_rules! kinds {
    (
        $(#[$about:meta])*
        mod $module:ident, fn $of:ident {
            $($KIND:ident $bit:literal: $bytes:pat,)*
        }
        $(const $SET:ident = $($PART:ident)|+;)*
    ) => {
        $(#[$about])*
        pub(super) mod $module {
            $(pub(in super::super) const $KIND: u8 = 1 << $bit;)*
            $(pub(in super::super) const $SET: u8 = $($PART)|+;)*
        }

        pub(super) const fn $of(byte: u8) -> u8 {
            match byte {
                $($bytes => $module::$KIND,)*
                _ => 0,
            }
        }
    };
}

kinds! {
    /// Kinds of bytes in movetext; a byte with none of them is "other".
    mod words, fn of_words {
        EARLY 0: b'A'..=b'O' | b'a'..=b'o',
        LATE 1: b'P'..=b'Z' | b'p'..=b'z',
        DIGIT 2: b'0'..=b'9',
        SIGN 3: b'#' | b'+' | b'-',
        EQUALS 4: b'=',
        SPACE 5: b' ',
        LINE 6: b'\t' | b'\n' | b'\r',
        PERIOD 7: b'.',
    }
    const WORD = EARLY | LATE | DIGIT | SIGN | EQUALS;
}

kinds! {
    /// Kinds of bytes in skipped movetext; a byte with none of them is a stop.
    mod skip, fn of_skip {
        EARLY 0: b'A'..=b'O' | b'a'..=b'o',
        LATE 1: b'P'..=b'Z' | b'p'..=b'z',
        DIGIT 2: b'0'..=b'9' | b'=' | b'?',
        SIGN 3: b' ' | b'!' | b'#' | b'$' | b'+' | b'-' | b'.',
        TAB 4: b'\t',
        LINE_END 6: b'\n' | b'\r',
        BRACE 7: b'{' | b'}',
    }
}

/// Whether a byte after a hyphen shows that the hyphen is not part of a score: letters and above.
pub(super) const fn rules_out_score(byte: u8) -> bool {
    matches!(byte, 0x41..=0x7F)
}

kinds! {
    /// Kinds of bytes in comments.
    mod prose, fn of_prose {
        LINE_END 3: b'\n' | b'\r',
        TAB 4: b'\t' | 0x0B,
        LOW_CONTROL 1: 0..=15,
        HIGH_CONTROL 0: 16..=31,
        DELETE 2: 127,
        SPACE 5: b' ',
        LEFT_BRACKET 6: b'[',
        RIGHT_BRACE 7: b'}',
    }
    const CONTROL = HIGH_CONTROL | LOW_CONTROL | DELETE;
    const DOUBTFUL = CONTROL | TAB | SPACE | LEFT_BRACKET;
}

kinds! {
    /// Kinds of bytes in the names of tags; a byte with none of them ends one.
    mod name, fn of_name {
        EARLY 0: b'A'..=b'O' | b'a'..=b'o',
        LATE 1: b'P'..=b'Z' | b'p'..=b'z',
        DIGIT 2: b'0'..=b'9',
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
        kinds[3][byte] = of_skip(byte as u8);
        byte += 1;
    }
    kinds
};
