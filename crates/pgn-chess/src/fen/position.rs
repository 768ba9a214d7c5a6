//! Conversions of positions that need FEN.
//!
//! Standard: §16.1.

use core::fmt;

use super::{EpPolicy, Mode, parse_as, to_text};
use crate::position::Position;
use crate::variant::Variant;

impl Position {
    /// The start position of a variant; for Chess960, the usual start position.
    ///
    /// ```
    /// use pgn_chess::{Position, Variant, fen::{self, EpPolicy}};
    /// let race = Position::start_of(Variant::RacingKings);
    /// assert_eq!(fen::to_text(&race, EpPolicy::Standard), Variant::RacingKings.start_fen());
    /// ```
    ///
    /// ```
    /// # use pgn_chess::{Position, Variant};
    /// let position = Position::start_of(Variant::RacingKings);
    /// assert_eq!(position.variant(), Variant::RacingKings);
    /// ```
    pub fn start_of(variant: Variant) -> Position {
        let text = variant.start_fen().as_bytes();
        match parse_as(text, Mode::Strict, variant) {
            Ok((position, _)) => position,
            // A test reads the arrays of all variants.
            Err(_) => Position { variant, ..Position::start() },
        }
    }
}

impl fmt::Debug for Position {
    /// The FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", to_text(self, EpPolicy::Standard))
    }
}
