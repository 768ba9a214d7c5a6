//! A number of bytes on the command line, such as `64M`.

use std::str::FromStr;

/// The memory of the program before it reads a game, in bytes.
const PROGRAM_BYTES: usize = 16 << 20;

/// The least that is shared out.
const SHARED_BYTES_MIN: usize = 16 << 20;

/// A number of bytes, such as `800k`, `64M`, `2G`; the letters are powers of 1,024.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

impl Size {
    /// The part of a memory limit that can be used, in bytes: all but the memory of the program
    /// itself.
    #[must_use]
    pub fn shared_bytes(self) -> usize {
        let asked = usize::try_from(self.0).unwrap_or(usize::MAX);
        asked.saturating_sub(PROGRAM_BYTES).max(SHARED_BYTES_MIN)
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let digit_count = text.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, unit) = text.split_at(digit_count);
        let shift = match unit.to_ascii_lowercase().as_str() {
            "" | "b" => Some(0),
            "k" | "kb" | "kib" => Some(10),
            "m" | "mb" | "mib" => Some(20),
            "g" | "gb" | "gib" => Some(30),
            "t" | "tb" | "tib" => Some(40),
            _ => None,
        };
        let expected = || "expected a number with K, M, G or T after it".to_owned();
        let shift = shift.ok_or_else(expected)?;
        let number: u64 = digits.parse().map_err(|_| expected())?;
        number.checked_mul(1 << shift).map(Size).ok_or_else(|| "the size is too large".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_numbers_with_a_letter() {
        let cases = [
            ("0", Some(0)),
            ("1000", Some(1000)),
            ("64M", Some(64 << 20)),
            ("2g", Some(2 << 30)),
            ("800kB", Some(800 << 10)),
            ("1TiB", Some(1 << 40)),
            ("16777216T", None),
            ("", None),
            ("M", None),
            ("1.5G", None),
            ("-1", None),
            ("5 M", None),
            ("5X", None),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse::<Size>().ok().map(|size| size.0), expected, "{text}");
        }
    }
}
