//! Decimal numbers: `2600`, `-0.35`, read and written without the tables that any number of
//! floating point needs, which would be a twentieth of the module of web pages.

use std::fmt;

/// How many digits after the period count.
const FRACTION_DIGITS_MAX: usize = 15;

/// The number of a text of digits with a sign and a period as needed; `None` for all others, also
/// for those too large. Exact up to fifteen digits, as the nearest number is.
pub(crate) fn parse(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    let fraction = &fraction[..fraction.len().min(FRACTION_DIGITS_MAX)];
    let add = |number: f64, digit: u8| number * 10.0 + f64::from(digit - b'0');
    let number = whole.bytes().chain(fraction.bytes()).fold(0.0, add);
    let number = number / fraction.bytes().fold(1.0, |scale, _| scale * 10.0);
    let number = if text.starts_with('-') { -number } else { number };
    Some(number).filter(|number| number.is_finite())
}

/// A number, which is printed with as many decimal places as needed, at most three: the numbers of
/// games are integers, pawns, or seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(hidden)]
pub struct Decimal(pub f64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = (self.0.abs() * 1000.0).round() as u64;
        let sign = if self.0 < 0.0 && thousandths > 0 { "-" } else { "" };
        let fraction = format!("{:03}", thousandths % 1000);
        match fraction.trim_end_matches('0') {
            "" => write!(f, "{sign}{}", thousandths / 1000),
            fraction => write!(f, "{sign}{}.{fraction}", thousandths / 1000),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_number_is_none() {
        for text in ["", "+", ".", "-.", "1e5", "inf", "NaN", "1.2.3", "--1", "1-", " 1", "１"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse(&"9".repeat(400)), None);
        assert_eq!((parse("5."), parse(".5"), parse("+1")), (Some(5.0), Some(0.5), Some(1.0)));
    }

    proptest! {
        #[test]
        fn numbers_are_read_as_the_standard_library_reads_them(
            text in "[+-]?[0-9]{1,9}(\\.[0-9]{0,6})?",
        ) {
            prop_assert_eq!(parse(&text), text.parse().ok());
        }

        #[test]
        fn thousandths_are_shown_as_the_standard_library_shows_them(
            n in -9_999_999_999_i64..9_999_999_999,
        ) {
            let number = n as f64 / 1000.0;
            prop_assert_eq!(Decimal(number).to_string(), number.to_string());
        }
    }
}
