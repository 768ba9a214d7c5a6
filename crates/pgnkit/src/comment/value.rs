//! The typed values of the commands that are known.
//!
//! Standard: none; the 2001 supplement and later programs. Decisions: D-11.

use std::fmt;

use super::{Arrows, Eval, MarkedSquares};
use crate::named_enum::named_enum;
use crate::tag::ValueError;

/// The value of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value<'a> {
    /// `clk`, `emt`, `egt`, `mct`: which clock, and the time.
    Time(Clock, Millis),
    /// `eval`: an evaluation, from White's side.
    Eval(Eval),
    /// `csl`: colored squares.
    Csl(MarkedSquares<'a>),
    /// `cal`: colored arrows.
    Cal(Arrows<'a>),
    /// Any other command, unchanged.
    Other {
        /// The name.
        name: &'a str,
        /// The arguments.
        args: &'a str,
    },
}

named_enum! {
    /// Which of the four time commands.
    ///
    /// ```
    /// use pgnkit::comment::Clock;
    /// assert_eq!(Clock::from_name("clk"), Some(Clock::Clk));
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Clock, name {
        /// Left on the mover's clock after the move.
        Clk = "clk",
        /// Spent on the move.
        Emt = "emt",
        /// Spent on the game so far.
        Egt = "egt",
        /// On a mechanical clock's face after the move.
        Mct = "mct",
    }
}

impl<'a> Value<'a> {
    /// The value of a command with that name and those arguments.
    ///
    /// # Errors
    /// If the command is known and the arguments are malformed; the offset is within `args`.
    ///
    /// ```
    /// use pgnkit::comment::{Clock, Value};
    /// assert_eq!(Value::parse("emt", "0:00:05")?.time().unwrap().0, Clock::Emt);
    /// # Ok::<(), pgnkit::tag::ValueError>(())
    /// ```
    pub fn parse(name: &'a str, args: &'a str) -> Result<Value<'a>, ValueError> {
        match name {
            "eval" => Eval::parse(args).map(Value::Eval),
            "csl" => MarkedSquares::parse(args).map(Value::Csl),
            "cal" => Arrows::parse(args).map(Value::Cal),
            _ => match Clock::from_name(name) {
                Some(clock) => Millis::parse(args).map(|time| Value::Time(clock, time)),
                None => Ok(Value::Other { name, args }),
            },
        }
    }

    /// The command's name.
    #[must_use]
    pub const fn name(&self) -> &'a str {
        match self {
            Value::Time(clock, _) => clock.name(),
            Value::Eval(_) => "eval",
            Value::Csl(_) => "csl",
            Value::Cal(_) => "cal",
            Value::Other { name, .. } => name,
        }
    }

    /// Which clock a time command refers to, and the time.
    #[must_use]
    pub const fn time(&self) -> Option<(Clock, Millis)> {
        match self {
            Value::Time(clock, time) => Some((*clock, *time)),
            Value::Eval(_) | Value::Csl(_) | Value::Cal(_) | Value::Other { .. } => None,
        }
    }
}

/// The whole command, ready for a comment: `[%clk 0:01:02]`.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[%{}", self.name())?;
        match self {
            Value::Time(_, time) => write!(f, " {time}")?,
            Value::Eval(eval) => write!(f, " {eval}")?,
            Value::Csl(squares) => write!(f, " {squares}")?,
            Value::Cal(arrows) => write!(f, " {arrows}")?,
            Value::Other { args: "", .. } => {}
            Value::Other { args, .. } => write!(f, " {args}")?,
        }
        f.write_str("]")
    }
}

/// A stretch of time in milliseconds.
///
/// ```
/// # use pgnkit::comment::Millis;
/// assert_eq!(Millis(3_590_000).to_string(), "0:59:50");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub u64);

impl Millis {
    /// Parses `H:MM:SS[.fff]`; `MM:SS` and bare seconds too, as some programs write.
    ///
    /// Fields may exceed their clock range (`0:90:00`), and the period may be a comma.
    /// Digits beyond the third of a fraction are dropped.
    ///
    /// # Errors
    /// At the first character out of place, or if the time is beyond `u64::MAX` milliseconds.
    ///
    /// ```
    /// use pgnkit::comment::Millis;
    /// assert_eq!(Millis::parse("0:01:02.5")?, Millis(62_500));
    /// # Ok::<(), pgnkit::tag::ValueError>(())
    /// ```
    pub fn parse(args: &str) -> Result<Millis, ValueError> {
        let too_long = || ValueError::text(args, 0..args.len(), "a shorter time");
        let mut seconds = 0u64;
        let mut n_fields = 1;
        let mut offset = 0;
        loop {
            let digits = digits(&args[offset..]);
            if digits.is_empty() {
                return Err(ValueError::at(args, offset, "a time such as 0:01:02"));
            }
            let field: u64 = digits.parse().map_err(|_| too_long())?;
            seconds = seconds
                .checked_mul(60)
                .and_then(|seconds| seconds.checked_add(field))
                .ok_or_else(too_long)?;
            offset += digits.len();
            if n_fields == 3 || args.as_bytes().get(offset) != Some(&b':') {
                break;
            }
            n_fields += 1;
            offset += 1;
        }
        let mut millis = seconds.checked_mul(1_000).ok_or_else(too_long)?;
        if matches!(args.as_bytes().get(offset), Some(b'.' | b',')) {
            let fraction = digits(&args[offset + 1..]);
            if fraction.is_empty() {
                return Err(ValueError::at(args, offset + 1, "a digit"));
            }
            offset += 1 + fraction.len();
            for (digit, unit) in fraction.bytes().zip([100, 10, 1]) {
                let part = u64::from(digit - b'0') * unit;
                millis = millis.checked_add(part).ok_or_else(too_long)?;
            }
        }
        if offset < args.len() {
            return Err(ValueError::at(args, offset, "the end of the time"));
        }
        Ok(Millis(millis))
    }

    /// Whole seconds, rounded down.
    ///
    /// ```
    /// assert_eq!(pgnkit::comment::Millis(62_500).seconds(), 62);
    /// ```
    #[must_use]
    pub const fn seconds(self) -> u64 {
        self.0 / 1_000
    }
}

/// `H:MM:SS`, with as much of a fraction as is needed.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.seconds();
        write!(f, "{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)?;
        match self.0 % 1_000 {
            0 => Ok(()),
            tenths if tenths % 100 == 0 => write!(f, ".{}", tenths / 100),
            hundredths if hundredths % 10 == 0 => write!(f, ".{:02}", hundredths / 10),
            thousandths => write!(f, ".{thousandths:03}"),
        }
    }
}

impl From<Millis> for std::time::Duration {
    fn from(time: Millis) -> std::time::Duration {
        std::time::Duration::from_millis(time.0)
    }
}

/// The decimal digits that a text begins with.
pub(super) fn digits(text: &str) -> &str {
    let len = text.bytes().take_while(u8::is_ascii_digit).count();
    &text[..len]
}
