//! Opening codes: `C95`, `B20/07`.
//!
//! Standard: §9.4; §9.3 has no grammar. Decisions: D-16, D-25.

use std::fmt;

use super::ValueError;

/// A code of the Encyclopaedia of Chess Openings, ordered as text.
///
/// ```
/// use pgnkit::tag::Eco;
/// let eco = Eco::parse("B97/08")?.unwrap();
/// assert_eq!((eco.volume(), eco.number(), eco.part()), ('B', 97, Some(8)));
/// # Ok::<(), pgnkit::tag::ValueError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Eco {
    volume: u8,
    number: u8,
    part: Option<u8>,
}

impl Eco {
    /// Parses a code; `None` for the empty value.
    ///
    /// ```text
    /// eco ::= ("A" | "B" | "C" | "D" | "E") digit digit ["/" digit digit]
    /// ```
    ///
    /// # Errors
    /// At the first character out of place.
    ///
    /// ```
    /// use pgnkit::tag::Eco;
    /// assert_eq!(Eco::parse("B97")?, Eco::new('B', 97));
    /// # Ok::<(), pgnkit::tag::ValueError>(())
    /// ```
    pub fn parse(value: &str) -> Result<Option<Eco>, ValueError> {
        if value.is_empty() {
            return Ok(None);
        }
        let bytes = value.as_bytes();
        if !matches!(bytes[0], b'A'..=b'E') {
            return Err(ValueError::at(value, 0, "a letter from A to E"));
        }
        let number = two_digits(value, 1)?;
        let part = match bytes.get(3) {
            None => None,
            Some(b'/') => Some(two_digits(value, 4)?),
            Some(_) => return Err(ValueError::at(value, 3, "`/` or the end")),
        };
        if bytes.len() > 6 {
            return Err(ValueError::at(value, 6, "the end"));
        }
        Ok(Some(Eco { volume: bytes[0], number, part }))
    }

    /// The code of a volume `A` to `E` and a number 0 to 99.
    ///
    /// ```
    /// use pgnkit::tag::Eco;
    /// assert_eq!(Eco::new('B', 97).unwrap().to_string(), "B97");
    /// assert_eq!(Eco::new('F', 0), None);
    /// ```
    #[must_use]
    pub const fn new(volume: char, number: u8) -> Option<Eco> {
        match volume {
            'A'..='E' if number < 100 => Some(Eco { volume: volume as u8, number, part: None }),
            _ => None,
        }
    }

    /// The volume, `A` to `E`.
    #[must_use]
    pub const fn volume(self) -> char {
        self.volume as char
    }

    /// The number within the volume, 0 to 99.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.number
    }

    /// The number after the slash, 0 to 99, if there is one.
    #[must_use]
    pub const fn part(self) -> Option<u8> {
        self.part
    }
}

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", self.volume(), self.number)?;
        match self.part {
            Some(part) => write!(f, "/{part:02}"),
            None => Ok(()),
        }
    }
}

fn two_digits(value: &str, offset: usize) -> Result<u8, ValueError> {
    let mut number = 0;
    for offset in offset..offset + 2 {
        match value.as_bytes().get(offset) {
            Some(digit @ b'0'..=b'9') => number = number * 10 + (digit - b'0'),
            _ => return Err(ValueError::at(value, offset, "a digit")),
        }
    }
    Ok(number)
}
