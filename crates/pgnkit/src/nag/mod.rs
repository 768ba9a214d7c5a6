//! Numeric annotation glyphs: numbers, their meanings, and the signs printed for them.
//!
//! Owns: the value, what it means, what it looks like. Knows nothing of: moves, comments, games.
//! Standard: §10, §8.2.3.8, §8.2.4. Decisions: D-13, D-35, D-36.
//! Start at [`Nag`].

use std::fmt;

mod table;

/// A numeric annotation glyph, written `$n`.
///
/// The standard allows 0 to 255 ([`is_in_range`](Nag::is_in_range)); larger numbers are kept so
/// that a file can be written as it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u16);

/// What a NAG speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The move just played: 1 to 9.
    Move,
    /// The position reached: 10 to 135.
    Position,
    /// Time pressure: 136 to 139.
    Time,
    /// Nothing yet: the null annotation and all numbers from 140.
    Reserved,
}

impl Nag {
    /// The null annotation, a placeholder that should not stand in files (§10).
    pub const NULL: Nag = Nag(0);

    /// The largest number that the standard allows.
    pub const MAX_IN_RANGE: Nag = Nag(255);

    /// The NAG of the decimal digits after `$`; leading zeros count for nothing.
    ///
    /// Numbers beyond `u16::MAX` become it: they are out of range all the same. `None` if the text
    /// is empty or holds anything but digits.
    #[must_use]
    pub fn from_digits(digits: &str) -> Option<Nag> {
        if digits.is_empty() {
            return None;
        }
        let mut number = 0u16;
        for byte in digits.bytes() {
            let digit = byte.is_ascii_digit().then(|| u16::from(byte - b'0'))?;
            number = number.saturating_mul(10).saturating_add(digit);
        }
        Some(Nag(number))
    }

    /// The NAG that a printed sign stands for: the six suffixes `!` to `?!`, and the signs of the
    /// Informant in Unicode or ASCII (`±`, `+/-`, `⩲`, `+=`).
    ///
    /// Signs with more than one meaning are not read: `N`, `↑`, `→`.
    #[must_use]
    pub fn from_glyph(glyph: &str) -> Option<Nag> {
        table::SIGNS.iter().find(|(_, sign)| *sign == glyph).map(|&(number, _)| Nag(number))
    }

    /// The sign usually printed for this NAG, `!` or `⩲` or `□`.
    #[must_use]
    pub fn glyph(self) -> Option<&'static str> {
        table::SIGNS
            .iter()
            .chain(table::SHOWN)
            .find(|(number, _)| *number == self.0)
            .map(|&(_, sign)| sign)
    }

    /// The suffix that import format allows for this NAG: `!` `?` `!!` `??` `!?` `?!` for 1 to 6.
    #[must_use]
    pub fn suffix(self) -> Option<&'static str> {
        if (1..=6).contains(&self.0) { self.glyph() } else { None }
    }

    /// The meaning that the standard gives, for 0 to 139.
    #[must_use]
    pub fn meaning(self) -> Option<&'static str> {
        table::MEANINGS.get(usize::from(self.0)).copied()
    }

    /// The meaning that later programs gave to a number the standard reserves (140 to 255).
    #[must_use]
    pub fn later_meaning(self) -> Option<&'static str> {
        table::LATER.iter().find(|(number, _)| *number == self.0).map(|&(_, meaning)| meaning)
    }

    /// What this NAG speaks of.
    #[must_use]
    pub const fn scope(self) -> Scope {
        match self.0 {
            1..=9 => Scope::Move,
            10..=135 => Scope::Position,
            136..=139 => Scope::Time,
            0 | 140.. => Scope::Reserved,
        }
    }

    /// True for `$0`.
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// True for 0 to 255.
    #[must_use]
    pub const fn is_in_range(self) -> bool {
        self.0 <= Nag::MAX_IN_RANGE.0
    }

    /// All 140 NAGs of the standard, in order.
    pub fn all() -> impl Iterator<Item = Nag> {
        (0u16..).take(table::MEANINGS.len()).map(Nag)
    }
}

/// `$14`, without leading zeros (§8.2.4).
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

#[cfg(test)]
mod tests;
