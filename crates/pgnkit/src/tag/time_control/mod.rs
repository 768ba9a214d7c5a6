//! Time controls: `40/7200:3600`, one field for each period.
//!
//! Standard: §9.6. Decisions: D-16, D-17, D-24, D-25.
//! Start at [`TimeControl::parse`].

use std::fmt;

use super::{ValueError, fields};

mod period;
mod suggest;

pub use period::Period;
pub(super) use suggest::meant;

/// The periods of a game, in order of use; the last one repeats.
///
/// ```
/// use pgnkit::tag::{Period, TimeControl};
/// let control: TimeControl = "40/9000:300".parse()?;
/// assert_eq!(control.periods()[0], Period::Moves { moves: 40, seconds: 9000 });
/// # Ok::<(), pgnkit::tag::ValueError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TimeControl {
    periods: Vec<Period>,
}

/// A problem in a time control that the grammar allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Oddity {
    /// An unknown or absent time control that is not alone.
    NotAlone {
        /// Which field, from 0.
        field_idx: usize,
    },
    /// A period that lasts until the game ends, but is not the last.
    NotLast {
        /// Which field, from 0.
        field_idx: usize,
    },
    /// An increment of zero: the standard requires a positive one, but servers write it.
    ZeroIncrement {
        /// Which field, from 0.
        field_idx: usize,
    },
}

impl TimeControl {
    /// Parses a TimeControl value; the empty value is unknown.
    ///
    /// ```text
    /// time-control ::= period {":" period}
    /// ```
    ///
    /// # Errors
    /// At the first invalid character of the first period that is not one of the six kinds.
    pub fn parse(value: &str) -> Result<TimeControl, ValueError> {
        if value.is_empty() {
            return Ok(TimeControl { periods: vec![Period::Unknown] });
        }
        let periods = fields(value)
            .map(|(offset, field)| Period::parse(field).map_err(|error| error.shifted(offset)))
            .collect::<Result<Vec<Period>, ValueError>>()?;
        Ok(TimeControl { periods })
    }

    /// Like [`parse`](TimeControl::parse), but also reads forms of programs that the standard
    /// cannot express (`40/5400+30:1800+30`, `10+0.1`, `0+1`, `300d5`), and prose (`60 mins`,
    /// `G/60`); `None` if it does not understand the value.
    ///
    /// A value in the standard's form is in seconds, even if there are few.
    ///
    /// ```
    /// use pgnkit::tag::TimeControl;
    /// let control = TimeControl::read("40/5400+30:1800+30").unwrap();
    /// assert_eq!(control.periods()[0].moves(), Some(40));
    /// assert_eq!(control.periods()[0].bonus_millis(), 30_000);
    /// assert_eq!(TimeControl::read("90 min + 30 sec").unwrap().to_string(), "5400+30");
    /// ```
    #[must_use]
    pub fn read(value: &str) -> Option<TimeControl> {
        let value = value.trim();
        if let Ok(control) = TimeControl::parse(value) {
            return Some(control);
        }
        let periods: Option<Vec<Period>> =
            fields(value).map(|(_, field)| Period::read(field)).collect();
        match periods {
            Some(periods) => Some(TimeControl { periods }),
            None => suggest::read(value).map(|(control, _)| control),
        }
    }

    /// The periods as written; at least one.
    #[must_use]
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    /// The periods in the order of play, without end: the last one repeats.
    pub fn repeating(&self) -> impl Iterator<Item = Period> {
        let last = self.periods.last().copied();
        self.periods.iter().copied().chain(std::iter::repeat(last).map_while(|last| last))
    }

    /// Its problems, field by field; most time controls have none.
    pub fn oddities(&self) -> impl Iterator<Item = Oddity> {
        let n_periods = self.periods.len();
        self.periods.iter().enumerate().flat_map(move |(field_idx, period)| {
            let is_last = field_idx + 1 == n_periods;
            let order = match period {
                Period::Unknown | Period::Untimed if n_periods > 1 => {
                    Some(Oddity::NotAlone { field_idx })
                }
                Period::SuddenDeath { .. }
                | Period::Increment { .. }
                | Period::Sandclock { .. }
                    if !is_last =>
                {
                    Some(Oddity::NotLast { field_idx })
                }
                Period::Unknown
                | Period::Untimed
                | Period::Moves { .. }
                | Period::SuddenDeath { .. }
                | Period::Increment { .. }
                | Period::Sandclock { .. }
                | Period::Modern { .. } => None,
            };
            let zero = match period {
                Period::Increment { increment_seconds: 0, .. } => {
                    Some(Oddity::ZeroIncrement { field_idx })
                }
                _ => None,
            };
            order.into_iter().chain(zero)
        })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (idx, period) in self.periods.iter().enumerate() {
            if idx > 0 {
                f.write_str(":")?;
            }
            write!(f, "{period}")?;
        }
        Ok(())
    }
}
