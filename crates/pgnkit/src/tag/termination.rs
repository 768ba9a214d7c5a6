//! Why a game ended: `normal`, `time forfeit` and six more.
//!
//! Standard: §9.8. Decisions: D-16, D-25.

use super::Outcome;
use crate::named_enum::named_enum;

named_enum! {
    /// The reason for the conclusion of a game.
    ///
    /// ```
    /// use pgnkit::tag::Termination;
    /// assert_eq!(Termination::parse("time forfeit")?, Some(Termination::TimeForfeit));
    /// # Ok::<(), pgnkit::tag::ValueError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Termination, name {
        /// The game was abandoned.
        Abandoned = "abandoned",
        /// A third party decided the outcome.
        Adjudication = "adjudication",
        /// The losing player died.
        Death = "death",
        /// Unforeseen circumstances.
        Emergency = "emergency",
        /// The usual ways: mate, resignation, agreement, the drawing rules.
        Normal = "normal",
        /// Forfeit for breaking the Laws of Chess or the regulations.
        RulesInfraction = "rules infraction",
        /// Forfeit for failing the time control.
        TimeForfeit = "time forfeit",
        /// The game has not ended.
        Unterminated = "unterminated",
    }
}

impl Termination {
    /// The termination that a value means if letter case is ignored: `Time forfeit`.
    #[must_use]
    pub fn parse_lax(value: &str) -> Option<Termination> {
        let value = value.trim();
        Termination::ALL
            .into_iter()
            .find(|termination| termination.name().eq_ignore_ascii_case(value))
    }

    /// False if the two contradict each other: `unterminated` fits only `*`; `death`, `rules
    /// infraction` and `time forfeit` need a loser.
    #[must_use]
    pub const fn fits(self, outcome: Outcome) -> bool {
        match self {
            Termination::Unterminated => !outcome.is_known(),
            Termination::Death | Termination::RulesInfraction | Termination::TimeForfeit => {
                matches!(outcome.half_points(), Some([0, _] | [_, 0]))
            }
            Termination::Abandoned
            | Termination::Adjudication
            | Termination::Emergency
            | Termination::Normal => true,
        }
    }
}
