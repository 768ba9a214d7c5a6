//! Why a game ended: `normal`, `time forfeit` and six more.
//!
//! Owns: the eight words, and which outcomes they go with. Knows nothing of: boards, clocks.
//! Standard: §9.8. Decisions: D-16, D-25.
//! Start at [`Termination`].

use super::{Outcome, ValueError};

/// The reason for the conclusion of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Termination {
    /// The game was abandoned.
    Abandoned,
    /// A third party decided the outcome.
    Adjudication,
    /// The losing player died.
    Death,
    /// Unforeseen circumstances.
    Emergency,
    /// The usual ways: mate, resignation, agreement, the drawing rules.
    Normal,
    /// Forfeit for breaking the Laws or the regulations.
    RulesInfraction,
    /// Forfeit for failing the time control.
    TimeForfeit,
    /// The game has not ended.
    Unterminated,
}

impl Termination {
    /// All eight, in the order of the text.
    pub const ALL: [Termination; 8] = [
        Termination::Abandoned,
        Termination::Adjudication,
        Termination::Death,
        Termination::Emergency,
        Termination::Normal,
        Termination::RulesInfraction,
        Termination::TimeForfeit,
        Termination::Unterminated,
    ];

    /// The word or words of the standard.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Termination::Abandoned => "abandoned",
            Termination::Adjudication => "adjudication",
            Termination::Death => "death",
            Termination::Emergency => "emergency",
            Termination::Normal => "normal",
            Termination::RulesInfraction => "rules infraction",
            Termination::TimeForfeit => "time forfeit",
            Termination::Unterminated => "unterminated",
        }
    }

    /// Parses a Termination value, letter case included; `None` for the empty value.
    ///
    /// # Errors
    /// If it is none of the eight.
    pub fn parse(value: &str) -> Result<Option<Termination>, ValueError> {
        if value.is_empty() {
            return Ok(None);
        }
        Termination::ALL
            .into_iter()
            .find(|termination| termination.name() == value)
            .map(Some)
            .ok_or_else(|| ValueError::whole(value, "a termination such as `normal`"))
    }

    /// The termination that a value means if letter case is ignored: `Time forfeit`.
    #[must_use]
    pub fn parse_lax(value: &str) -> Option<Termination> {
        let value = value.trim();
        Termination::ALL
            .into_iter()
            .find(|termination| termination.name().eq_ignore_ascii_case(value))
    }

    /// False if the two contradict each other: `unterminated` goes with `*` only; `death`,
    /// `rules infraction` and `time forfeit` speak of a loser.
    #[must_use]
    pub const fn fits(self, outcome: Outcome) -> bool {
        match self {
            Termination::Unterminated => !outcome.is_known(),
            Termination::Death | Termination::RulesInfraction | Termination::TimeForfeit => {
                outcome.is_decisive()
            }
            Termination::Abandoned
            | Termination::Adjudication
            | Termination::Emergency
            | Termination::Normal => true,
        }
    }
}
