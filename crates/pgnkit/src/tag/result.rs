//! The outcome of a game: `1-0`, `0-1`, `1/2-1/2`, `*`.
//!
//! Owns: the four values, strict and odd spellings of them. Knows nothing of: boards, movetext.
//! Standard: §8.1.1.7, §8.2.6; order is §12. Decisions: D-07, D-16, D-22.
//! Start at [`Outcome`].

use std::fmt;

use super::ValueError;
use crate::named_enum::named_enum;
use pgn_chess::Color;
use pgn_syntax::Marker;

named_enum! {
    /// How a game ended, as the Result tag and the termination marker say it.
    ///
    /// The order is that of the markers' bytes, which is the order of §12.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    pub enum Outcome, marker {
        /// `*`: not finished, or not known.
        #[default]
        Unknown = "*",
        /// `0-1`
        BlackWins = "0-1",
        /// `1-0`
        WhiteWins = "1-0",
        /// `1/2-1/2`
        Draw = "1/2-1/2",
    }
}

impl Outcome {
    /// Parses exactly one of the four markers; the empty value is unknown.
    ///
    /// # Errors
    /// If the value is anything else.
    pub fn parse(value: &str) -> Result<Outcome, ValueError> {
        if value.is_empty() {
            return Ok(Outcome::Unknown);
        }
        let fault = || ValueError::whole(value, "`1-0`, `0-1`, `1/2-1/2` or `*`");
        Outcome::from_name(value).ok_or_else(fault)
    }

    /// Parses what [`parse`](Outcome::parse) does and also `1/2`, `½-½`, `0.5-0.5`, `1 - 0`, `1–0`.
    ///
    /// The letter O is no zero, and a colon no hyphen: they give `None`.
    #[must_use]
    pub fn parse_lax(value: &str) -> Option<Outcome> {
        const LEN_MAX: usize = 7;
        let mut plain = [0u8; LEN_MAX];
        let mut len = 0;
        for character in value.chars().filter(|character| !character.is_whitespace()) {
            let bytes: &[u8] = match character {
                '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' => b"-",
                '½' => b"1/2",
                '\u{2044}' => b"/",
                '0' | '1' | '2' | '5' | '/' | '*' | '.' | ',' => &[character as u8],
                _ => return None,
            };
            plain.get_mut(len..len + bytes.len())?.copy_from_slice(bytes);
            len += bytes.len();
        }
        match &plain[..len] {
            b"" | b"*" => Some(Outcome::Unknown),
            b"1-0" => Some(Outcome::WhiteWins),
            b"0-1" => Some(Outcome::BlackWins),
            b"1/2-1/2" | b"1/2" | b"0.5-0.5" | b"0,5-0,5" => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// The outcome when this side has won; a draw if neither has.
    #[must_use]
    pub const fn won_by(winner: Option<Color>) -> Outcome {
        match winner {
            Some(Color::White) => Outcome::WhiteWins,
            Some(Color::Black) => Outcome::BlackWins,
            None => Outcome::Draw,
        }
    }

    /// True unless the outcome is unknown.
    #[must_use]
    pub const fn is_known(self) -> bool {
        !matches!(self, Outcome::Unknown)
    }

    /// True if one side won.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        matches!(self, Outcome::WhiteWins | Outcome::BlackWins)
    }
}

impl From<Marker> for Outcome {
    #[inline]
    fn from(marker: Marker) -> Outcome {
        match marker {
            Marker::WhiteWins => Outcome::WhiteWins,
            Marker::BlackWins => Outcome::BlackWins,
            Marker::Draw => Outcome::Draw,
            Marker::Unknown => Outcome::Unknown,
        }
    }
}

/// The termination marker.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.marker())
    }
}
