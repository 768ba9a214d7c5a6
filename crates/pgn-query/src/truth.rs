//! Answers: yes, no, and two ways of not knowing.

/// The answer of an expression about a game.
///
/// The logic is Kleene's: unknown stays unknown under `not`, and does not affect a result that
/// another part of the expression decides.
///
/// ```
/// use pgn_query::Truth;
///
/// assert_eq!(Truth::Open.and(Truth::False), Truth::False);
/// assert_eq!(Truth::Open.and(Truth::True), Truth::Open);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Truth {
    /// The game is not one of those.
    False,
    /// It is.
    True,
    /// The game does not determine it: unknown digits of a date leave it open.
    Open,
    /// The moves cannot be played to the end, so positions cannot be tested.
    Unplayable,
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Truth {
        if holds { Truth::True } else { Truth::False }
    }
}

impl Truth {
    /// Whether it is a certain yes.
    ///
    /// ```
    /// use pgn_query::Truth;
    ///
    /// assert!(Truth::True.holds() && !Truth::Open.holds());
    /// ```
    #[must_use]
    pub fn holds(self) -> bool {
        self == Truth::True
    }

    /// The answer to the opposite question.
    ///
    /// ```
    /// use pgn_query::Truth;
    ///
    /// assert_eq!(Truth::True.negated(), Truth::False);
    /// assert_eq!(Truth::Open.negated(), Truth::Open);
    /// ```
    #[must_use]
    pub fn negated(self) -> Truth {
        match self {
            Truth::False => Truth::True,
            Truth::True => Truth::False,
            Truth::Open | Truth::Unplayable => self,
        }
    }

    fn weight(self) -> u8 {
        match self {
            Truth::False => 3,
            Truth::Unplayable => 2,
            Truth::Open => 1,
            Truth::True => 0,
        }
    }

    /// The answer of both.
    ///
    /// ```
    /// use pgn_query::Truth;
    ///
    /// assert_eq!(Truth::True.and(Truth::Unplayable), Truth::Unplayable);
    /// ```
    #[must_use]
    pub fn and(self, other: Truth) -> Truth {
        if self.weight() >= other.weight() { self } else { other }
    }

    /// The answer of either.
    ///
    /// ```
    /// use pgn_query::Truth;
    ///
    /// assert_eq!(Truth::True.or(Truth::Unplayable), Truth::True);
    /// ```
    #[must_use]
    pub fn or(self, other: Truth) -> Truth {
        self.negated().and(other.negated()).negated()
    }
}
