//! Integers inside values, and digits in a fixed form.
//!
//! Standard: §7. Decisions: D-18, D-25.

use std::fmt;

use super::ValueError;

/// The whole value as an integer of digits only.
///
/// # Errors
/// At the first character that is not a digit, or if the number is greater than `u32::MAX`.
pub(crate) fn parse_integer(value: &str, expected: &'static str) -> Result<u32, ValueError> {
    let (number, end) = parse_number(value, 0, expected)?;
    if end < value.len() {
        return Err(ValueError::at(value, end, "a digit or the end"));
    }
    Ok(number)
}

/// The integer that starts at `offset`, and the offset after its last digit.
///
/// # Errors
/// If no digit is there, or if the number is beyond `u32::MAX`.
pub(crate) fn parse_number(
    value: &str,
    offset: usize,
    expected: &'static str,
) -> Result<(u32, usize), ValueError> {
    let rest = value.as_bytes().get(offset..).unwrap_or_default();
    let n_digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if n_digits == 0 {
        return Err(ValueError::at(value, offset, expected));
    }
    let range = offset..offset + n_digits;
    match value.get(range.clone()).and_then(|digits| digits.parse().ok()) {
        Some(number) => Ok((number, range.end)),
        None => Err(ValueError::text(value, range, "a number of at most 4294967295")),
    }
}

/// The digits of a value of this form, where `d` is a digit or `?`, and other characters are
/// literal.
///
/// # Errors
/// At the first character that is not in this form; of `expected` the first is the sign between
/// the digits, the second what comes after them.
pub(super) fn parse_digits<const N: usize>(
    value: &str,
    form: &str,
    [sign, end]: [&'static str; 2],
) -> Result<[u8; N], ValueError> {
    let (mut digits, mut n_digits) = ([0; N], 0);
    for (offset, expected) in form.bytes().enumerate() {
        match (expected, value.as_bytes().get(offset).copied()) {
            (b'd', Some(digit @ (b'0'..=b'9' | b'?'))) => {
                digits[n_digits] = digit;
                n_digits += 1;
            }
            (b'd', _) => return Err(ValueError::at(value, offset, "a digit or `?`")),
            (expected, Some(byte)) if byte == expected => {}
            (_, _) => return Err(ValueError::at(value, offset, sign)),
        }
    }
    match value.len() > form.len() {
        true => Err(ValueError::at(value, form.len(), end)),
        false => Ok(digits),
    }
}

/// Writes digits in their form.
pub(super) fn write_digits(f: &mut fmt::Formatter<'_>, digits: &[u8], form: &str) -> fmt::Result {
    let mut digits = digits.iter().copied();
    let filled = form.bytes().map(|sign| if sign == b'd' { digits.next() } else { Some(sign) });
    filled.flatten().try_for_each(|byte| write!(f, "{}", char::from(byte)))
}
