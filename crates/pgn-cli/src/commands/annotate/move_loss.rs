//! The loss of a move: winning chances before and after it.
//!
//! Standard: §10.

use std::str::FromStr;

use pgnkit::chess::Color;
use pgnkit::comment::Score;
use pgnkit::nag::Nag;

const MISTAKE: Nag = Nag(2);
const INACCURACY: Nag = Nag(6);

/// The NAG of moves that lose most.
pub(super) const BLUNDER: Nag = Nag(4);

/// How many hundredths of chances a move must lose to be called bad, in three steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) inaccuracy: f64,
    pub(super) mistake: f64,
    pub(super) blunder: f64,
}

impl Default for Bounds {
    /// Those of lichess.org.
    fn default() -> Bounds {
        Bounds { inaccuracy: 5.0, mistake: 10.0, blunder: 15.0 }
    }
}

impl FromStr for Bounds {
    type Err = String;

    /// Three numbers with commas between, each larger than the one before.
    fn from_str(text: &str) -> Result<Bounds, String> {
        let expected = || "expected three growing numbers up to 100, such as 5,10,15".to_owned();
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|it| it.trim().parse()).collect();
        match numbers.map_err(|_| expected())?[..] {
            [inaccuracy, mistake, blunder]
                if 0.0 < inaccuracy
                    && inaccuracy < mistake
                    && mistake < blunder
                    && blunder <= 100.0 =>
            {
                Ok(Bounds { inaccuracy, mistake, blunder })
            }
            _ => Err(expected()),
        }
    }
}

impl Bounds {
    /// The NAG of a move that loses this much.
    pub(super) fn glyph(self, loss: f64) -> Option<Nag> {
        match loss {
            _ if loss >= self.blunder => Some(BLUNDER),
            _ if loss >= self.mistake => Some(MISTAKE),
            _ if loss >= self.inaccuracy => Some(INACCURACY),
            _ => None,
        }
    }
}

/// How often White wins from a position of this worth, in hundredths, a draw being half a win: the
/// curve that lichess.org has fitted to its games.
pub(super) fn white_chances(score: Score) -> f64 {
    const STEEPNESS: f64 = 0.003_682_08;
    match score {
        Score::Centipawns(centipawns) => 100.0 / (1.0 + (-STEEPNESS * f64::from(centipawns)).exp()),
        Score::Mate(moves) if moves > 0 => 100.0,
        Score::Mate(_) => 0.0,
    }
}

/// The loss of a move of `mover`, from White's chances before and after it; not below 0.
pub(super) fn loss(mover: Color, before: f64, after: f64) -> f64 {
    let loss = match mover {
        Color::White => before - after,
        Color::Black => after - before,
    };
    loss.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_even_at_zero_and_certain_at_mate() {
        let cases = [
            (Score::Centipawns(0), 50.0),
            (Score::Centipawns(100), 59.1),
            (Score::Centipawns(-100), 40.9),
            (Score::Centipawns(i32::MAX), 100.0),
            (Score::Centipawns(i32::MIN), 0.0),
            (Score::Mate(3), 100.0),
            (Score::Mate(-1), 0.0),
        ];
        for (score, expected) in cases {
            assert!((white_chances(score) - expected).abs() < 0.05, "{score:?}");
        }
    }

    #[test]
    fn a_loss_has_its_glyph() {
        let bounds = Bounds::default();
        let glyph = |mover, before, after| {
            let loss = loss(mover, white_chances(before), white_chances(after));
            bounds.glyph(loss).and_then(Nag::suffix)
        };
        use Color::{Black, White};
        use Score::{Centipawns, Mate};
        let cases = [
            (White, Centipawns(30), Centipawns(0), None),
            (White, Centipawns(30), Centipawns(-30), Some("?!")),
            (White, Centipawns(30), Centipawns(-90), Some("?")),
            (White, Centipawns(30), Centipawns(-200), Some("??")),
            (White, Centipawns(-200), Centipawns(30), None),
            (Black, Centipawns(-200), Centipawns(30), Some("??")),
            (Black, Centipawns(900), Centipawns(1200), None),
            (White, Mate(2), Mate(9), None),
            (White, Mate(2), Centipawns(0), Some("??")),
        ];
        for (mover, before, after, expected) in cases {
            assert_eq!(glyph(mover, before, after), expected, "{mover:?} {before:?} {after:?}");
        }
    }

    #[test]
    fn bounds_are_three_growing_numbers() {
        assert_eq!("5,10,15".parse(), Ok(Bounds::default()));
        assert_eq!(
            "2.5, 7, 100".parse(),
            Ok(Bounds { inaccuracy: 2.5, mistake: 7.0, blunder: 100.0 })
        );
        for wrong in
            ["", "5", "5,10", "5,10,15,20", "10,5,15", "0,1,2", "5,10,101", "a,b,c", "5,10,NaN"]
        {
            assert!(wrong.parse::<Bounds>().is_err(), "{wrong}");
        }
    }
}
