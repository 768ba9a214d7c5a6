//! The outcome of a game: `1-0`, `0-1`, `1/2-1/2`, `*`.
//!
//! Standard: §8.1.1.7, §8.2.6; order is §12. Decisions: D-07, D-16, D-22, D-74.

use std::fmt;

use super::ValueError;
use crate::named_enum::named_enum;
use pgn_chess::Color;
use pgn_syntax::Marker;
use pgn_syntax::result;
pub use pgn_syntax::result::ResultForm;

named_enum! {
    /// The outcome of a game, from the Result tag and the termination marker: the four results of
    /// the standard, and other results from arbiters and pairing programs (D-74).
    ///
    /// The order is that of the bytes of the names, as in §12.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    pub enum Outcome, name {
        /// `*`: not finished, or unknown.
        #[default]
        Unknown = "*",
        /// `+/-`: White wins, Black did not play.
        WhiteWinsByForfeit = "+/-",
        /// `-/+`: Black wins, White did not play.
        BlackWinsByForfeit = "-/+",
        /// `-/-`: neither side played.
        DoubleForfeit = "-/-",
        /// `0-0`: neither side scores.
        BothLose = "0-0",
        /// `0-1`
        BlackWins = "0-1",
        /// `0-1/2`: half a point for Black, none for White.
        HalfForBlack = "0-1/2",
        /// `1-0`
        WhiteWins = "1-0",
        /// `1/2-0`: half a point for White, none for Black.
        HalfForWhite = "1/2-0",
        /// `1/2-1/2`
        Draw = "1/2-1/2",
        /// `=/=`: half a point for each side, without a game.
        DrawWithoutPlay = "=/=",
    }
}

/// The result in a Result tag, and its spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReadOutcome {
    /// Its meaning.
    pub outcome: Outcome,
    /// Its spelling.
    pub form: ResultForm,
}

impl Outcome {
    /// Parses exactly one of the four markers; the empty value is unknown.
    ///
    /// # Errors
    /// If the value is anything else.
    ///
    /// ```
    /// # use pgnkit::Outcome;
    /// assert_eq!(Outcome::parse("0-1"), Ok(Outcome::BlackWins));
    /// assert!(Outcome::parse("0:1").is_err());
    /// ```
    pub fn parse(value: &str) -> Result<Outcome, ValueError> {
        if value.is_empty() {
            return Ok(Outcome::Unknown);
        }
        let fault = || ValueError::whole(value, "`1-0`, `0-1`, `1/2-1/2` or `*`");
        Outcome::from_name(value).filter(|outcome| outcome.is_standard()).ok_or_else(fault)
    }

    /// Parses a result in any spelling, as [`read`](Outcome::read) does.
    ///
    /// ```
    /// use pgnkit::Outcome;
    /// assert_eq!(Outcome::parse_lax("½:½"), Some(Outcome::Draw));
    /// assert_eq!(Outcome::parse_lax("+:-"), Some(Outcome::WhiteWinsByForfeit));
    /// ```
    #[must_use]
    pub fn parse_lax(value: &str) -> Option<Outcome> {
        Outcome::read(value).map(|read| read.outcome)
    }

    /// Parses a result in any spelling: `1:0`, `½-½`, `0,5-0,5`, `1-O`, `draw`, `White wins`,
    /// `+--`, `1-0 (forfeit)`.
    ///
    /// ```
    /// # use pgnkit::Outcome;
    /// let read = Outcome::read("1-0").expect("a result");
    /// assert_eq!(read.outcome, Outcome::WhiteWins);
    /// ```
    #[must_use]
    pub fn read(value: &str) -> Option<ReadOutcome> {
        let read = result::read(value.as_bytes())?;
        Some(ReadOutcome { outcome: read.marker.into(), form: read.form })
    }

    /// The termination marker: one of the four of the standard, `*` for all other outcomes.
    ///
    /// ```
    /// # use pgnkit::Outcome;
    /// assert_eq!((Outcome::Draw.marker(), Outcome::BothLose.marker()), ("1/2-1/2", "*"));
    /// ```
    #[must_use]
    pub const fn marker(self) -> &'static str {
        if self.is_standard() { self.name() } else { Outcome::Unknown.name() }
    }

    /// The Result tag for a game with this outcome whose old value is `written`: that text, unless
    /// it is one of the standard's results in another spelling, or contradicts the outcome. A text
    /// that is not a result stays, because `*` would contain less information.
    ///
    /// ```
    /// # use pgnkit::Outcome;
    /// assert_eq!(Outcome::Draw.tag_value("1-0"), "1/2-1/2");
    /// assert_eq!(Outcome::Unknown.tag_value("adjourned"), "adjourned");
    /// ```
    #[must_use]
    pub fn tag_value(self, written: &str) -> &str {
        if written == self.name() {
            return self.name();
        }
        match Outcome::read(written) {
            Some(read) if read.outcome == self && read.form != ResultForm::Odd => written,
            None if self == Outcome::Unknown => written,
            Some(_) | None => self.name(),
        }
    }

    /// Half points for White and for Black; `None` if the game has no result.
    ///
    /// ```
    /// use pgnkit::Outcome;
    /// assert_eq!(Outcome::HalfForWhite.half_points(), Some([1, 0]));
    /// assert_eq!(Outcome::Unknown.half_points(), None);
    /// ```
    #[must_use]
    pub const fn half_points(self) -> Option<[u8; 2]> {
        match self {
            Outcome::Unknown => None,
            Outcome::WhiteWins | Outcome::WhiteWinsByForfeit => Some([2, 0]),
            Outcome::BlackWins | Outcome::BlackWinsByForfeit => Some([0, 2]),
            Outcome::Draw | Outcome::DrawWithoutPlay => Some([1, 1]),
            Outcome::BothLose | Outcome::DoubleForfeit => Some([0, 0]),
            Outcome::HalfForWhite => Some([1, 0]),
            Outcome::HalfForBlack => Some([0, 1]),
        }
    }

    /// Points for one side: 0, 0.5 or 1; `None` if the game has no result.
    ///
    /// ```
    /// # use pgnkit::Outcome;
    /// assert_eq!(Outcome::Draw.points(pgnkit::Color::White), Some(0.5));
    /// ```
    #[must_use]
    pub fn points(self, side: Color) -> Option<f64> {
        self.half_points().map(|halves| f64::from(halves[side as usize]) / 2.0)
    }

    /// The side that won, also by forfeit.
    ///
    /// ```
    /// # use pgnkit::Outcome;
    /// assert_eq!(Outcome::BlackWins.winner(), Some(pgnkit::Color::Black));
    /// assert_eq!(Outcome::Draw.winner(), None);
    /// ```
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self.half_points() {
            Some([2, 0]) => Some(Color::White),
            Some([0, 2]) => Some(Color::Black),
            _ => None,
        }
    }

    /// True for the four results of the standard.
    ///
    /// ```
    /// # use pgnkit::Outcome;
    /// assert!(Outcome::Unknown.is_standard() && !Outcome::BothLose.is_standard());
    /// ```
    #[must_use]
    pub const fn is_standard(self) -> bool {
        matches!(self, Outcome::Unknown | Outcome::WhiteWins | Outcome::BlackWins | Outcome::Draw)
    }

    /// True if the result means that no game was played.
    ///
    /// ```
    /// # use pgnkit::Outcome;
    /// assert!(Outcome::DoubleForfeit.is_unplayed() && !Outcome::Draw.is_unplayed());
    /// ```
    #[must_use]
    pub const fn is_unplayed(self) -> bool {
        matches!(
            self,
            Outcome::WhiteWinsByForfeit
                | Outcome::BlackWinsByForfeit
                | Outcome::DoubleForfeit
                | Outcome::DrawWithoutPlay
        )
    }

    /// Whether a Result tag and a termination marker contradict each other: both are results with
    /// different points, or only the marker is a result. The marker `*` never contradicts the tag.
    #[must_use]
    pub fn conflicts_with_marker(self, marker: Outcome) -> bool {
        marker.is_known() && self.half_points() != marker.half_points()
    }

    /// The outcome if this side has won; a draw for `None`.
    ///
    /// ```
    /// # use pgnkit::Outcome;
    /// assert_eq!(Outcome::won_by(None), Outcome::Draw);
    /// ```
    #[must_use]
    pub const fn won_by(winner: Option<Color>) -> Outcome {
        match winner {
            Some(Color::White) => Outcome::WhiteWins,
            Some(Color::Black) => Outcome::BlackWins,
            None => Outcome::Draw,
        }
    }

    /// True unless the outcome is unknown.
    ///
    /// ```
    /// # use pgnkit::Outcome;
    /// assert!(Outcome::Draw.is_known() && !Outcome::Unknown.is_known());
    /// ```
    #[must_use]
    pub const fn is_known(self) -> bool {
        !matches!(self, Outcome::Unknown)
    }

    /// True if one side won, also by forfeit.
    ///
    /// ```
    /// # use pgnkit::Outcome;
    /// assert!(Outcome::WhiteWins.is_decisive() && !Outcome::Draw.is_decisive());
    /// ```
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.winner().is_some()
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
            Marker::WhiteWinsByForfeit => Outcome::WhiteWinsByForfeit,
            Marker::BlackWinsByForfeit => Outcome::BlackWinsByForfeit,
            Marker::DoubleForfeit => Outcome::DoubleForfeit,
            Marker::DrawWithoutPlay => Outcome::DrawWithoutPlay,
            Marker::BothLose => Outcome::BothLose,
            Marker::HalfForWhite => Outcome::HalfForWhite,
            Marker::HalfForBlack => Outcome::HalfForBlack,
        }
    }
}

impl From<Outcome> for Marker {
    fn from(outcome: Outcome) -> Marker {
        match outcome {
            Outcome::WhiteWins => Marker::WhiteWins,
            Outcome::BlackWins => Marker::BlackWins,
            Outcome::Draw => Marker::Draw,
            Outcome::Unknown => Marker::Unknown,
            Outcome::WhiteWinsByForfeit => Marker::WhiteWinsByForfeit,
            Outcome::BlackWinsByForfeit => Marker::BlackWinsByForfeit,
            Outcome::DoubleForfeit => Marker::DoubleForfeit,
            Outcome::DrawWithoutPlay => Marker::DrawWithoutPlay,
            Outcome::BothLose => Marker::BothLose,
            Outcome::HalfForWhite => Marker::HalfForWhite,
            Outcome::HalfForBlack => Marker::HalfForBlack,
        }
    }
}

/// The value of the Result tag.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
