//! Evaluations and clocks along the main line, to be drawn as graphs.
//!
//! Standard: §8.2.4.

use pgnkit::chess::Color;
use pgnkit::comment::Score;
use pgnkit::{Game, NodeId};

/// A move of the main line, with what its comments measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The move.
    pub node: NodeId,
    /// The side that played it; White if moves are not checked and it is unknown.
    pub color: Color,
    /// The evaluation after it, in pawns from White's side; a mate is [`Point::MATE`] pawns.
    pub eval: Option<f64>,
    /// The clock of the mover, in seconds.
    pub clock: Option<f64>,
}

impl Point {
    /// The value of a forced mate in pawns, for drawing.
    pub const MATE: f64 = 100.0;
}

/// The points of the main line, in order.
#[must_use]
pub fn series(game: &Game) -> Vec<Point> {
    let first = game.start_position().map_or(Color::White, |start| start.turn());
    let colors = [first, first.other()].into_iter().cycle();
    let point = |(node, color)| {
        let eval = game.eval(node).map(|eval| match eval.score {
            Score::Centipawns(centipawns) => f64::from(centipawns) / 100.0,
            Score::Mate(moves) if moves < 0 => -Point::MATE,
            Score::Mate(_) => Point::MATE,
        });
        let clock = game.clock(node).map(|clock| clock.0 as f64 / 1000.0);
        Point { node, color, eval, clock }
    };
    game.main_line().zip(colors).map(point).collect()
}
