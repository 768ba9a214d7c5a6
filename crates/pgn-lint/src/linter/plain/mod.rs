//! Plain values: of the form that nearly all have, and in which no rule finds anything (§8.1.1, §9,
//! D-11, D-16).
//!
//! A quick look at the bytes recognizes them, and the rules read only the others. So it may reject
//! a valid value, but never accept an invalid one.
//!
//! Start at [`is_plain`].

use pgnkit::comment::Plain;
use pgnkit::tag::ValueType;

pub(super) mod server;

/// Whether no rule that uses odd values of this type finds anything in `value`, the bytes
/// between the quotes. A plain value is one item, and ASCII.
pub(super) fn is_plain(value: ValueType, bytes: &[u8]) -> bool {
    match value {
        ValueType::Date => is_plain_date(bytes),
        ValueType::Round => matches!(bytes, b"?" | b"-") || is_plain_round(bytes),
        ValueType::Titles => matches!(bytes, b"GM" | b"IM" | b"FM" | b"-"),
        // Four digits at most, so that it is a rating that lists give.
        ValueType::Ratings => matches!(bytes, [b'1'..=b'9', rest @ ..] if is_number(rest, 0, 3)),
        ValueType::PlayerTypes => bytes == b"human",
        ValueType::Board | ValueType::PlyCount => is_number(bytes, 1, 6),
        ValueType::Eco => matches!(bytes, [b'A'..=b'E', number @ ..] if is_number(number, 2, 2)),
        ValueType::Time => is_plain_time(bytes),
        ValueType::TimeControl => is_plain_time_control(bytes),
        ValueType::SetUp => bytes == b"1",
        ValueType::Termination => bytes == b"normal",
        // Parsing each value of another type is slower, never wrong.
        _ => false,
    }
}

/// Whether a comment is only a clock time as servers write it; a blank on either side does not
/// matter.
#[inline(always)]
pub(super) fn is_usual_clock(text: &[u8]) -> bool {
    let command = text.strip_prefix(b" ").unwrap_or(text);
    let time = command.strip_prefix(b"[%clk ");
    time.and_then(after_usual_time).is_some_and(|after| matches!(after, b"" | b" "))
}

/// Whether a comment has no command, or only clock times and an evaluation as servers write them.
pub(super) fn has_plain_commands(text: &[u8]) -> bool {
    Plain::parse(text).is_some() || memchr::memmem::find(text, b"[%").is_none()
}

/// Whether a comment has a brace in it, or may be a time alone.
pub(super) fn is_odd_text(text: &[u8]) -> bool {
    memchr::memchr(b'}', text).is_some() || may_be_time(text)
}

/// Whether a comment may be a time alone, `0:04:57`.
fn may_be_time(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    text.len() <= 16
        && text.first().is_some_and(u8::is_ascii_digit)
        && text.last().is_some_and(u8::is_ascii_digit)
        && text.contains(&b':')
}

/// `1992.08.31`, `1992.08.??`, `1992.??.??`, `????.??.??`; a day that the month has in any year.
/// Zeros are as good as question marks.
fn is_plain_date(bytes: &[u8]) -> bool {
    let [y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] = *bytes else { return false };
    let year = [y1, y2, y3, y4];
    let days_max = match [m1, m2] {
        [b'0', b'2'] => 28,
        [b'0', b'4' | b'6' | b'9'] | [b'1', b'1'] => 30,
        [b'0', b'0'..=b'9'] | [b'1', b'0' | b'2'] | [b'?', b'?'] => 31,
        _ => return false,
    };
    let is_day = match [d1, d2] {
        [b'?', b'?'] => true,
        [b'0'..=b'3', b'0'..=b'9'] => (d1 - b'0') * 10 + (d2 - b'0') <= days_max,
        _ => false,
    };
    is_day && (year == *b"????" || year.iter().all(u8::is_ascii_digit))
}

/// Numbers with periods between.
fn is_plain_round(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.split(|&byte| byte == b'.').all(|part| is_number(part, 1, 6))
}

/// `14:05:00`
fn is_plain_time(bytes: &[u8]) -> bool {
    let [h1, h2, b':', m1, m2, b':', s1, s2] = bytes else { return false };
    matches!([h1, h2], [b'0' | b'1', b'0'..=b'9'] | [b'2', b'0'..=b'3'])
        && matches!([m1, m2], [b'0'..=b'5', b'0'..=b'9'])
        && matches!([s1, s2], [b'0'..=b'5', b'0'..=b'9'])
}

/// `300`, `180+2`, `-`; a single period.
fn is_plain_time_control(bytes: &[u8]) -> bool {
    match memchr::memchr(b'+', bytes) {
        Some(at) => bytes.get(at + 1) != Some(&b'0') && is_seconds(&bytes[..at], &bytes[at + 1..]),
        None => bytes == b"-" || is_base(bytes),
    }
}

/// Whether a time with an increment is certainly in seconds: three digits followed by one are.
fn is_seconds(base: &[u8], increment: &[u8]) -> bool {
    let is_long = match (base.len(), increment.len()) {
        (4.., _) | (3, 1) => true,
        (3, _) => base > b"120".as_slice(),
        (2, 1) => base >= b"15".as_slice() && increment < b"3".as_slice(),
        (_, _) => false,
    };
    is_base(base) && is_number(increment, 1, 5) && is_long
}

fn is_base(number: &[u8]) -> bool {
    is_number(number, 1, 5) && number.first() != Some(&b'0')
}

/// What follows `0:03:00]` or `0:02:59.9]`; eight bytes at once.
#[inline(always)]
fn after_usual_time(text: &[u8]) -> Option<&[u8]> {
    const ZERO: u64 = u64::from_le_bytes(*b"0:00:00\0");
    // The number that carries a byte into its highest bit: ten for a digit, one for a sign, none
    // for the last.
    const TOO_MUCH: u64 = u64::from_le_bytes([0x76, 0x7f, 0x76, 0x76, 0x7f, 0x76, 0x76, 0]);
    const HIGHEST: u64 = 0x0080_8080_8080_8080;
    let (eight, behind) = text.split_first_chunk::<8>()?;
    let above = u64::from_le_bytes(*eight) ^ ZERO;
    if (above.wrapping_add(TOO_MUCH) | above) & HIGHEST != 0 {
        return None;
    }
    match (eight[7], behind) {
        (b']', _) => Some(behind),
        (b'.', [b'0'..=b'9', b']', behind @ ..]) => Some(behind),
        _ => None,
    }
}

/// Whether there are only digits, from `least` to `most` of them.
fn is_number(bytes: &[u8], least: usize, most: usize) -> bool {
    (least..=most).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests;
