//! Integers inside values.
//!
//! Owns: reading decimal digits with an offset for each fault. Knows nothing of: what they count.
//! Standard: §7. Decisions: D-25.
//! Start at [`parse_integer`].

use super::ValueError;

/// The whole value as an integer of digits only.
///
/// # Errors
/// At the first character that is no digit, or if the number is beyond `u32::MAX`.
pub(crate) fn parse_integer(value: &str, expected: &'static str) -> Result<u32, ValueError> {
    let (number, end) = parse_digits(value, 0, expected)?;
    if end < value.len() {
        return Err(ValueError::at(value, end, "a digit or the end"));
    }
    Ok(number)
}

/// The integer that starts at `offset`, and the offset after its last digit.
///
/// # Errors
/// If no digit stands there, or if the number is beyond `u32::MAX`.
pub(crate) fn parse_digits(
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
