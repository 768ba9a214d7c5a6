//! One period of a time control: the six kinds.
//!
//! Standard: §9.6. Decisions: D-24.

use std::fmt;

use crate::tag::ValueError;
use crate::tag::number::parse_number;

/// One field of a TimeControl value. Times are in seconds and positive, unless documented
/// otherwise.
///
/// ```
/// use pgnkit::tag::Period;
/// assert_eq!(Period::parse("300")?, Period::SuddenDeath { seconds: 300 });
/// # Ok::<(), pgnkit::tag::ValueError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Period {
    /// `?`: the time control is not known.
    Unknown,
    /// `-`: no time control.
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
    /// Forms of programs that the standard cannot express: `40/5400+30`, `10+0.1`, `0+1`, `300d5`.
    /// Only [`TimeControl::read`](super::TimeControl::read) returns it (D-89).
    Modern {
        /// In how many moves; `None` for all the rest of the game.
        moves: Option<u32>,
        /// At the start of the period, in milliseconds; may be 0 if there is an increment.
        base_millis: u64,
        /// For each move, in milliseconds; may be 0.
        bonus_millis: u64,
        /// Whether the bonus is a delay before the clock runs, and not an increment after the move.
        is_delay: bool,
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
    /// At the first invalid character, or at a zero instead of a positive number.
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

    /// The kind of period, as a word; `None` if it is unknown.
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
            Period::Modern { moves: Some(_), .. } => "moves",
            Period::Modern { moves: None, is_delay: true, .. } => "delay",
            Period::Modern { moves: None, bonus_millis: 0, .. } => "sudden-death",
            Period::Modern { moves: None, .. } => "increment",
        })
    }

    /// Seconds on each side's clock at the start of the period; for a sandclock, half its sand.
    #[must_use]
    pub const fn seconds_per_side(self) -> Option<u32> {
        match self {
            Period::Unknown | Period::Untimed => None,
            Period::Moves { seconds, .. } | Period::SuddenDeath { seconds } => Some(seconds),
            Period::Increment { base_seconds, .. } => Some(base_seconds),
            Period::Sandclock { seconds } => Some(seconds / 2),
            Period::Modern { base_millis, .. } => Some((base_millis / 1_000) as u32),
        }
    }

    /// Milliseconds on each side's clock at the start of the period.
    #[must_use]
    pub fn base_millis(self) -> Option<u64> {
        match self {
            Period::Modern { base_millis, .. } => Some(base_millis),
            _ => self.seconds_per_side().map(|seconds| u64::from(seconds) * 1_000),
        }
    }

    /// Milliseconds that each move adds to the clock, or delays it; 0 for none.
    #[must_use]
    pub fn bonus_millis(self) -> u64 {
        match self {
            Period::Increment { increment_seconds, .. } => u64::from(increment_seconds) * 1_000,
            Period::Modern { bonus_millis, .. } => bonus_millis,
            Period::Unknown
            | Period::Untimed
            | Period::Moves { .. }
            | Period::SuddenDeath { .. }
            | Period::Sandclock { .. } => 0,
        }
    }

    /// The number of moves for the time; `None` for the rest of the game.
    #[must_use]
    pub const fn moves(self) -> Option<u32> {
        match self {
            Period::Moves { moves, .. } => Some(moves),
            Period::Modern { moves, .. } => moves,
            Period::Unknown
            | Period::Untimed
            | Period::SuddenDeath { .. }
            | Period::Increment { .. }
            | Period::Sandclock { .. } => None,
        }
    }

    /// Reads one field, also as programs write it.
    ///
    /// ```text
    /// modern ::= [moves "/"] amount [("+" | "d" | "b") amount]
    /// amount ::= digits ["." digits]
    /// ```
    pub(super) fn read(field: &str) -> Option<Period> {
        if let Ok(period) = Period::parse(field) {
            return Some(period);
        }
        let (moves, rest) = match field.split_once('/') {
            Some((moves, rest)) => (Some(number(moves).filter(|moves| *moves > 0)?), rest),
            None => (None, field),
        };
        let is_sign = |c: char| matches!(c, '+' | 'd' | 'D' | 'b' | 'B');
        let (base, bonus, is_delay) = match rest.find(is_sign) {
            Some(at) => (&rest[..at], millis(&rest[at + 1..])?, !rest[at..].starts_with('+')),
            None => (rest, 0, false),
        };
        let base_millis = millis(base)?;
        (base_millis > 0 || bonus > 0).then_some(Period::Modern {
            moves,
            base_millis,
            bonus_millis: bonus,
            is_delay,
        })
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
            Period::Modern { moves, base_millis, bonus_millis, is_delay } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write_millis(f, *base_millis)?;
                if *bonus_millis > 0 {
                    f.write_str(if *is_delay { "d" } else { "+" })?;
                    write_millis(f, *bonus_millis)?;
                }
                Ok(())
            }
        }
    }
}

fn number(digits: &str) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

/// Seconds with a fraction as milliseconds; smaller digits are dropped.
fn millis(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    number(fraction.get(..9).unwrap_or(fraction))?;
    let mut thousandths = 0;
    let mut unit = 100;
    for digit in fraction.bytes().take(3) {
        thousandths += u64::from(digit - b'0') * unit;
        unit /= 10;
    }
    Some(u64::from(number(whole)?) * 1_000 + thousandths)
}

fn write_millis(f: &mut fmt::Formatter<'_>, millis: u64) -> fmt::Result {
    write!(f, "{}", millis / 1_000)?;
    match millis % 1_000 {
        0 => Ok(()),
        rest => write!(f, ".{}", format!("{rest:03}").trim_end_matches('0')),
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
