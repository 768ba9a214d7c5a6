//! Comments that contain only what servers write after a move: `[%eval 0.17] [%clk 0:03:00]`,
//! also where a line ends in them.
//!
//! A server's file has one after each move, so they are read at once, without looking for commands.
//! Everything else is left to [`commands`](super::commands), which gives the same result for these.
//!
//! Standard: none; written by servers. Decisions: D-11.

use std::fmt;

use super::{Millis, Score};

/// The values of such a comment, which is written as it was read, with spaces for line ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Plain {
    /// `eval`, without a depth.
    pub eval: Option<Score>,
    /// `clk`.
    pub clk: Option<Millis>,
    /// `emt`.
    pub emt: Option<Millis>,
}

impl Plain {
    /// The values of a comment that has one to three of these commands in this order, with one
    /// `space` between them and only white space around them.
    ///
    /// ```text
    /// plain ::= ["[%eval" space score "]"] ["[%clk" space time "]"] ["[%emt" space time "]"]
    /// space ::= " " | LF | CR LF
    /// score ::= ["-"] number "." digit [digit] | "#" ["-"] number
    /// time  ::= number ":" digit digit ":" digit digit ["." digit [digit [digit]]]
    /// ```
    ///
    /// Numbers have no unnecessary zeros, and zero has no sign; other spellings are left to
    /// `commands`.
    ///
    /// ```
    /// # use pgnkit::comment::{Millis, Plain, Score};
    /// let plain = Plain::parse(b" [%eval -0.3] [%clk 0:03:00] ").unwrap();
    /// assert_eq!((plain.eval, plain.clk), (Some(Score::Centipawns(-30)), Some(Millis(180_000))));
    /// assert_eq!(plain.to_string(), "[%eval -0.3] [%clk 0:03:00]");
    /// assert_eq!(Plain::parse(b"[%eval -0.3]\n[%clk\n0:03:00]"), Some(plain));
    /// assert_eq!(Plain::parse(b"good [%clk 0:03:00]"), None);
    /// ```
    #[must_use]
    #[inline]
    pub fn parse(text: &[u8]) -> Option<Plain> {
        let mut rest = text.trim_ascii();
        let mut plain = Plain::default();
        if let Some(after) = rest.strip_prefix(b"[%eval").and_then(after_space) {
            let (score, after) = score(after)?;
            plain.eval = Some(score);
            rest = close(after)?;
        }
        if let Some(after) = rest.strip_prefix(b"[%clk").and_then(after_space) {
            let (time, after) = time(after)?;
            plain.clk = Some(time);
            rest = close(after)?;
        }
        if let Some(after) = rest.strip_prefix(b"[%emt").and_then(after_space) {
            let (time, after) = time(after)?;
            plain.emt = Some(time);
            rest = close(after)?;
        }
        (rest.is_empty() && plain != Plain::default()).then_some(plain)
    }
}

/// The text after a space, or after the line end that is there instead of one.
#[inline]
fn after_space(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b' ' | b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => Some(rest),
        _ => None,
    }
}

/// The text after the end of a command: nothing, or a space and the next one.
#[inline]
fn close(text: &[u8]) -> Option<&[u8]> {
    match text.strip_prefix(b"]")? {
        [] => Some(&[]),
        rest => after_space(rest),
    }
}

/// A number without needless zeros, and the text after it.
#[inline]
fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    const DIGITS_MAX: usize = 6;
    let mut value = 0;
    let mut n_digits = 0;
    while let Some(digit) = text.get(n_digits).and_then(digit) {
        value = value * 10 + digit;
        n_digits += 1;
        if n_digits > DIGITS_MAX {
            return None;
        }
    }
    let is_short = n_digits == 1 || n_digits > 1 && text[0] != b'0';
    is_short.then(|| (value, &text[n_digits..]))
}

#[inline]
fn digit(byte: &u8) -> Option<u32> {
    byte.is_ascii_digit().then(|| u32::from(byte - b'0'))
}

#[inline]
fn score(text: &[u8]) -> Option<(Score, &[u8])> {
    let (is_mate, text) = text.strip_prefix(b"#").map_or((false, text), |rest| (true, rest));
    let (is_negative, text) = text.strip_prefix(b"-").map_or((false, text), |rest| (true, rest));
    let (whole, rest) = number(text)?;
    let signed = |size: u32| if is_negative { -(size as i32) } else { size as i32 };
    if is_mate {
        return (whole > 0 || !is_negative).then(|| (Score::Mate(signed(whole)), rest));
    }
    let rest = rest.strip_prefix(b".")?;
    let tenths = rest.first().and_then(digit)?;
    let (hundredths, rest) = match rest.get(1).and_then(digit) {
        // An unnecessary zero.
        Some(0) => return None,
        Some(hundredths) => (hundredths, &rest[2..]),
        None => (0, &rest[1..]),
    };
    let size = whole * 100 + tenths * 10 + hundredths;
    (size > 0 || !is_negative).then(|| (Score::Centipawns(signed(size)), rest))
}

#[inline]
fn time(text: &[u8]) -> Option<(Millis, &[u8])> {
    let (hours, rest) = number(text)?;
    let &[b':', m1, m2, b':', s1, s2, ref rest @ ..] = rest else { return None };
    let pair = |tens: u8, units: u8| {
        let value = digit(&tens)? * 10 + digit(&units)?;
        (value < 60).then_some(value)
    };
    let seconds = u64::from(hours) * 3_600 + u64::from(pair(m1, m2)? * 60 + pair(s1, s2)?);
    let (millis, rest) = match rest.strip_prefix(b".") {
        Some(rest) => fraction(rest)?,
        None => (0, rest),
    };
    Some((Millis(seconds * 1_000 + u64::from(millis)), rest))
}

/// Up to three digits after a period, the last of them no zero, in thousandths.
#[inline]
fn fraction(text: &[u8]) -> Option<(u32, &[u8])> {
    let (mut value, mut unit, mut n_digits) = (0, 100, 0);
    let mut last = 0;
    while let Some(digit) = text.get(n_digits).and_then(digit) {
        if n_digits == 3 {
            return None;
        }
        value += digit * unit;
        (unit, last, n_digits) = (unit / 10, digit, n_digits + 1);
    }
    (last > 0).then(|| (value, &text[n_digits..]))
}

/// The comment as it was read, without white space around it.
impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        if let Some(eval) = self.eval {
            f.write_str("[%eval ")?;
            match eval {
                Score::Mate(moves) => write!(f, "#{moves}]")?,
                Score::Centipawns(score) => {
                    let (sign, size) = (if score < 0 { "-" } else { "" }, score.unsigned_abs());
                    match size % 10 {
                        0 => write!(f, "{sign}{}.{}]", size / 100, size / 10 % 10)?,
                        _ => write!(f, "{sign}{}.{:02}]", size / 100, size % 100)?,
                    }
                }
            }
            gap = " ";
        }
        for (name, time) in [("clk", self.clk), ("emt", self.emt)] {
            if let Some(time) = time {
                write!(f, "{gap}[%{name} {time}]")?;
                gap = " ";
            }
        }
        Ok(())
    }
}
