//! Evaluations: `0.35`, `#-3`, with the search depth after a comma.
//!
//! Standard: none; written by servers. Decisions: D-11.

use std::fmt;

use super::value::digits;
use crate::tag::ValueError;

/// An evaluation of the position after the move, from White's side.
///
/// ```
/// use pgnkit::comment::{Eval, Score};
/// let eval = Eval::parse("#-3,20")?;
/// assert_eq!((eval.score, eval.depth), (Score::Mate(-3), Some(20)));
/// # Ok::<(), pgnkit::tag::ValueError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Eval {
    /// The score.
    pub score: Score,
    /// Search depth in plies, if given.
    pub depth: Option<u32>,
}

/// A score from White's side; negative scores are good for Black.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves.
    Mate(i32),
}

impl Eval {
    /// Parses `[+|-]d[.dd]` or `#[+|-]n`, each with an optional `,depth`.
    ///
    /// `-#3` is read as `#-3`. Digits beyond the second of a fraction round. A number is in pawns,
    /// unless it has no period and a depth follows: `85,30` is 0.85 at depth 30, as ChessBase
    /// writes it.
    ///
    /// # Errors
    /// At the first character out of place, or if a number is too large.
    ///
    /// ```
    /// use pgnkit::comment::{Eval, Score};
    /// assert_eq!(Eval::parse("0.35")?.score, Score::Centipawns(35));
    /// # Ok::<(), pgnkit::tag::ValueError>(())
    /// ```
    pub fn parse(args: &str) -> Result<Eval, ValueError> {
        let (mut is_negative, mut offset) = sign(args, 0);
        let is_mate = args.as_bytes().get(offset) == Some(&b'#');
        if is_mate && offset == 0 {
            (is_negative, offset) = sign(args, 1);
        } else if is_mate {
            offset += 1;
        }
        let (size, mut offset) =
            if is_mate { whole(args, offset)? } else { hundredths(args, offset)? };
        let mut size = if is_negative { -size } else { size };
        let is_hundredths = !is_mate && !args[..offset].contains('.');
        if is_hundredths && args[offset..].trim_start().starts_with(',') {
            size /= 100;
        }
        let score = if is_mate { Score::Mate(size) } else { Score::Centipawns(size) };
        let mut depth = None;
        if let Some(rest) = args[offset..].trim_start().strip_prefix(',') {
            let start = args.len() - rest.trim_start().len();
            let (plies, end) = whole(args, start)?;
            depth = Some(plies.unsigned_abs());
            offset = end;
        }
        if offset < args.len() {
            return Err(ValueError::at(args, offset, "a comma or the end of the evaluation"));
        }
        Ok(Eval { score, depth })
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.score)?;
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

/// `-0.35`, `#-3`
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Centipawns(centipawns) => {
                let size = centipawns.unsigned_abs();
                let sign = if centipawns < 0 { "-" } else { "" };
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
            Score::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

/// Whether a minus is at `offset`, and the offset after a sign.
fn sign(args: &str, offset: usize) -> (bool, usize) {
    match args.as_bytes().get(offset) {
        Some(b'-') => (true, offset + 1),
        Some(b'+') => (false, offset + 1),
        _ => (false, offset),
    }
}

/// A number of at most `i32::MAX`, and the offset after it.
fn whole(args: &str, offset: usize) -> Result<(i32, usize), ValueError> {
    let digits = digits(&args[offset..]);
    let end = offset + digits.len();
    match digits.parse() {
        Ok(number) => Ok((number, end)),
        Err(_) if digits.is_empty() => Err(ValueError::at(args, offset, "a number")),
        Err(_) => Err(ValueError::text(args, offset..end, "a smaller number")),
    }
}

/// A decimal number in hundredths, and the offset after it.
fn hundredths(args: &str, offset: usize) -> Result<(i32, usize), ValueError> {
    let (pawns, mut end) = match digits(&args[offset..]) {
        // ".5"
        "" if args[offset..].starts_with('.') => (0, offset),
        _ => whole(args, offset)?,
    };
    let mut fraction = 0;
    if args.as_bytes().get(end) == Some(&b'.') {
        let start = end + 1;
        let digits = digits(&args[start..]);
        if digits.is_empty() {
            return Err(ValueError::at(args, start, "a digit"));
        }
        end = start + digits.len();
        let digit =
            |idx: usize| digits.as_bytes().get(idx).map_or(0, |byte| i32::from(byte - b'0'));
        fraction = digit(0) * 10 + digit(1) + i32::from(digit(2) >= 5);
    }
    pawns
        .checked_mul(100)
        .and_then(|size| size.checked_add(fraction))
        .map(|size| (size, end))
        .ok_or_else(|| ValueError::text(args, offset..end, "a smaller number"))
}
