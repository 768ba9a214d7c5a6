//! One period of a time control: the six kinds.
//!
//! Owns: the field between two colons. Knows nothing of: its neighbours.
//! Standard: §9.6. Decisions: D-24.
//! Start at [`Period::parse`].

use std::fmt;

use crate::tag::ValueError;
use crate::tag::number::parse_number;

/// One field of a TimeControl value. Times are in seconds and positive if not said otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Period {
    /// `?`: the time control is not known.
    Unknown,
    /// `-`: there was none.
    Untimed,
    /// `40/9000`: a number of moves in a time.
    Moves {
        /// How many moves.
        moves: u32,
        /// In how many seconds.
        seconds: u32,
    },
    /// `300`: all the rest of the game.
    SuddenDeath {
        /// For all moves.
        seconds: u32,
    },
    /// `5400+60`: a base, and more after every move.
    Increment {
        /// At the start of the period.
        base_seconds: u32,
        /// After each move; 0 is read too (D-24).
        increment_seconds: u32,
    },
    /// `*180`: sand that runs from one chamber to the other; the glass is turned after each move,
    /// and an empty upper chamber loses.
    Sandclock {
        /// All the sand in the glass.
        seconds: u32,
    },
}

impl Period {
    /// Parses one field.
    ///
    /// ```text
    /// period ::= "?" | "-" | seconds | moves "/" seconds | seconds "+" seconds | "*" seconds
    /// ```
    ///
    /// # Errors
    /// At the first character out of place, or at a zero where a positive number is asked for.
    pub fn parse(field: &str) -> Result<Period, ValueError> {
        match field {
            "?" => return Ok(Period::Unknown),
            "-" => return Ok(Period::Untimed),
            _ => {}
        }
        if field.starts_with('*') {
            let (seconds, end) = positive(field, 1, "a number of seconds")?;
            return finish(field, end, Period::Sandclock { seconds });
        }
        let (first, end) = positive(field, 0, "a number, `*`, `?` or `-`")?;
        match field.as_bytes().get(end) {
            None => Ok(Period::SuddenDeath { seconds: first }),
            Some(b'/') => {
                let (seconds, end) = positive(field, end + 1, "a number of seconds")?;
                finish(field, end, Period::Moves { moves: first, seconds })
            }
            Some(b'+') => {
                let (increment_seconds, end) = parse_number(field, end + 1, "a number of seconds")?;
                finish(field, end, Period::Increment { base_seconds: first, increment_seconds })
            }
            Some(_) => Err(ValueError::at(field, end, "a digit, `/`, `+`, `:` or the end")),
        }
    }

    /// What kind of period it is, in a word; `None` when that is not known.
    ///
    /// ```
    /// use pgnkit::tag::time_control::Period;
    /// assert_eq!(Period::parse("180+2").unwrap().kind_name(), Some("increment"));
    /// ```
    #[must_use]
    pub const fn kind_name(self) -> Option<&'static str> {
        Some(match self {
            Period::Unknown => return None,
            Period::Untimed => "untimed",
            Period::Moves { .. } => "moves",
            Period::SuddenDeath { .. } => "sudden-death",
            Period::Increment { .. } => "increment",
            Period::Sandclock { .. } => "sandclock",
        })
    }

    /// Seconds on each side's clock when the period begins; of a sandclock half its sand.
    #[must_use]
    pub const fn seconds_per_side(self) -> Option<u32> {
        match self {
            Period::Unknown | Period::Untimed => None,
            Period::Moves { seconds, .. } | Period::SuddenDeath { seconds } => Some(seconds),
            Period::Increment { base_seconds, .. } => Some(base_seconds),
            Period::Sandclock { seconds } => Some(seconds / 2),
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Period::Unknown => f.write_str("?"),
            Period::Untimed => f.write_str("-"),
            Period::Moves { moves, seconds } => write!(f, "{moves}/{seconds}"),
            Period::SuddenDeath { seconds } => write!(f, "{seconds}"),
            Period::Increment { base_seconds, increment_seconds } => {
                write!(f, "{base_seconds}+{increment_seconds}")
            }
            Period::Sandclock { seconds } => write!(f, "*{seconds}"),
        }
    }
}

fn positive(
    field: &str,
    offset: usize,
    expected: &'static str,
) -> Result<(u32, usize), ValueError> {
    let (number, end) = parse_number(field, offset, expected)?;
    if number == 0 {
        return Err(ValueError::text(field, offset..end, "a positive number"));
    }
    Ok((number, end))
}

fn finish(field: &str, end: usize, period: Period) -> Result<Period, ValueError> {
    if end < field.len() {
        return Err(ValueError::at(field, end, "a digit, `:` or the end"));
    }
    Ok(period)
}
