//! Evaluations: hundredths of a pawn, and mates counted in plies (§16.2.5, D-50).
//!
//! ```text
//! -32767        the position is illegal (and the side to move is mated, D-50)
//! below -32000  the side to move is mated in `ce + 32767` plies
//! -32000..32000 hundredths of a pawn
//! above 32000   the side to move mates in `32767 - ce` plies
//! ```

use pgnkit::chess::Color;
use pgnkit::comment::{Eval, Score};

/// The operand of `ce`: the evaluation of a position for the side to move.
///
/// ```
/// use pgn_formats::epd::Evaluation;
///
/// let evaluation = Evaluation::new(32766).unwrap();
/// assert_eq!(evaluation.ce(), i64::from(Evaluation::MAX));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Evaluation(i32);

/// The meaning of an evaluation.
///
/// ```
/// use pgn_formats::epd::{Evaluation, Verdict};
///
/// assert!(matches!(Evaluation::new(32766).unwrap().verdict(), Verdict::Mates(_)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Hundredths of a pawn, −32000 to 32000.
    Centipawns(i32),
    /// The side to move mates in this many plies; an odd number if it is correct.
    Mates(u32),
    /// The side to move is mated in this many plies; an even number if it is correct.
    IsMated(u32),
    /// −32767.
    Illegal,
}

impl Evaluation {
    /// Marks a position as illegal.
    pub const ILLEGAL: i32 = -32767;
    /// The largest value: mate on the move.
    pub const MAX: i32 = 32766;
    /// Values above this, and below its negative, are mates.
    pub const CENTIPAWNS_MAX: i32 = 32000;
    /// A certain draw.
    pub const DRAW: Evaluation = Evaluation(0);

    /// The evaluation of an operand from −32767 to 32766.
    ///
    /// ```
    /// use pgn_formats::epd::Evaluation;
    ///
    /// assert!(Evaluation::new(120).is_some() && Evaluation::new(40000).is_none());
    /// ```
    #[must_use]
    pub fn new(ce: i64) -> Option<Evaluation> {
        let ce = i32::try_from(ce).ok()?;
        (Evaluation::ILLEGAL..=Evaluation::MAX).contains(&ce).then_some(Evaluation(ce))
    }

    /// An evaluation in hundredths of a pawn; a value that would be a mate becomes the nearest one
    /// that is not.
    ///
    /// ```
    /// use pgn_formats::epd::Evaluation;
    ///
    /// assert_eq!(Evaluation::centipawns(-35).ce(), -35);
    /// ```
    #[must_use]
    pub fn centipawns(centipawns: i32) -> Evaluation {
        Evaluation(centipawns.clamp(-Evaluation::CENTIPAWNS_MAX, Evaluation::CENTIPAWNS_MAX))
    }

    /// The operand of `ce` for a mate by the side to move in this many of its own moves: 32766 for
    /// one, 32758 for five. `None` for numbers below 1 or too large for a mate.
    ///
    /// ```
    /// use pgn_formats::epd::Evaluation;
    ///
    /// assert_eq!((Evaluation::mate_in(1), Evaluation::mate_in(5)), (Some(32766), Some(32758)));
    /// ```
    #[must_use]
    pub fn mate_in(moves: i64) -> Option<i32> {
        let plies =
            moves.checked_mul(2)?.checked_sub(1).filter(|plies| (1..767).contains(plies))?;
        Some(32767 - plies as i32)
    }

    /// The same for the side that is mated: −32765 for one, −32757 for five.
    ///
    /// ```
    /// use pgn_formats::epd::Evaluation;
    ///
    /// let mated = [1, 5].map(Evaluation::mated_in);
    /// assert_eq!(mated, [Some(-32765), Some(-32757)]);
    /// ```
    #[must_use]
    pub fn mated_in(moves: i64) -> Option<i32> {
        let plies = moves.checked_mul(2).filter(|plies| (1..767).contains(plies))?;
        Some(plies as i32 - 32767)
    }

    /// The evaluation of an `[%eval]` command, which is from White's side; `None` for a mate on the
    /// board, which has no evaluation (D-50), and for mates too far away.
    #[must_use]
    pub fn from_eval(eval: &Eval, turn: Color) -> Option<Evaluation> {
        let sign = if turn == Color::White { 1 } else { -1 };
        match eval.score {
            Score::Centipawns(centipawns) => {
                Some(Evaluation::centipawns(centipawns.saturating_mul(sign)))
            }
            Score::Mate(moves) => match moves.saturating_mul(sign) {
                0 => None,
                moves @ 1.. => Evaluation::mate_in(moves.into()).map(Evaluation),
                moves => Evaluation::mated_in(-i64::from(moves)).map(Evaluation),
            },
        }
    }

    /// The score for an `[%eval]` command, from White's side.
    #[must_use]
    pub fn score(self, turn: Color) -> Option<Score> {
        let sign = if turn == Color::White { 1 } else { -1 };
        Some(match self.verdict() {
            Verdict::Centipawns(centipawns) => Score::Centipawns(sign * centipawns),
            Verdict::Mates(plies) => Score::Mate(sign * plies.div_ceil(2) as i32),
            Verdict::IsMated(plies) => Score::Mate(-sign * (plies / 2) as i32),
            Verdict::Illegal => return None,
        })
    }

    /// The operand of `ce`.
    ///
    /// ```
    /// use pgn_formats::epd::Evaluation;
    ///
    /// assert_eq!(Evaluation::DRAW.ce(), 0);
    /// ```
    #[must_use]
    pub fn ce(self) -> i64 {
        self.0.into()
    }

    /// Its meaning.
    ///
    /// ```
    /// use pgn_formats::epd::Evaluation;
    ///
    /// let (win, loss) = (Evaluation::new(32766).unwrap(), Evaluation::new(-32765).unwrap());
    /// assert_ne!(win.verdict(), loss.verdict());
    /// ```
    #[must_use]
    pub fn verdict(self) -> Verdict {
        let plies = |n: i32| n.unsigned_abs();
        match self.0 {
            Evaluation::ILLEGAL => Verdict::Illegal,
            ce if ce > Evaluation::CENTIPAWNS_MAX => Verdict::Mates(plies(32767 - ce)),
            ce if ce < -Evaluation::CENTIPAWNS_MAX => Verdict::IsMated(plies(ce + 32767)),
            ce => Verdict::Centipawns(ce),
        }
    }

    /// The evaluation of the position before the last move: from the other side's view, with mates
    /// one ply further away (D-50). The longest mate that can be expressed, 766 plies, becomes an
    /// ordinary score.
    ///
    /// ```
    /// use pgn_formats::epd::Evaluation;
    ///
    /// assert_eq!(Evaluation::centipawns(35).before().ce(), -35);
    /// ```
    #[must_use]
    pub fn before(self) -> Evaluation {
        match self.0 {
            ce if ce > Evaluation::CENTIPAWNS_MAX => Evaluation(-ce + 1),
            ce if ce < -Evaluation::CENTIPAWNS_MAX => Evaluation(-ce - 1),
            ce => Evaluation(-ce),
        }
    }
}

const _: () = assert!(Evaluation::MAX == -Evaluation::ILLEGAL - 1);
