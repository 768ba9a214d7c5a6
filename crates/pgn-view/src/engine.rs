//! An engine's evaluation of the position on the board.

use pgnkit::chess::Position;
use pgnkit::chess::notation::{san, uci};
use pgnkit::comment::Score;

/// An engine's report about one line, in the terms of UCI.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Which of its lines, from 1.
    pub rank: u32,
    /// How deep it looked, in plies.
    pub depth: u32,
    /// The score from the side to move.
    pub score: Option<Score>,
    /// The line, in UCI.
    pub moves: Vec<String>,
}

/// A line of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineLine {
    /// Which of its lines, from 1.
    pub rank: u32,
    /// How deep it looked, in plies.
    pub depth: u32,
    /// The score from White's side.
    pub score: Option<Score>,
    /// The line in SAN, as far as its moves are legal.
    pub moves: Vec<String>,
    /// Its first move, to be drawn as an arrow.
    pub first: Option<pgnkit::Move>,
}

impl EngineLine {
    /// A report about a position. Moves that are not legal end the line; none is made up.
    #[must_use]
    pub fn of(report: &Report, position: &Position) -> EngineLine {
        let (mut board, mut moves, mut first) = (*position, Vec::new(), None);
        for text in &report.moves {
            let Ok(mv) = uci::parse(&board, text.as_bytes()) else { break };
            first = first.or(Some(mv));
            moves.push(san::play_to_text(&mut board, mv).as_str().to_owned());
        }
        let is_white = position.turn() == pgnkit::Color::White;
        let score = report.score.map(|score| match score {
            _ if is_white => score,
            Score::Centipawns(centipawns) => Score::Centipawns(-centipawns),
            Score::Mate(moves) => Score::Mate(-moves),
        });
        EngineLine { rank: report.rank, depth: report.depth, score, moves, first }
    }
}

/// A score in pawns from White's side: `+0.35`, `#-3`.
#[must_use]
pub fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(centipawns) => {
            let sign = if centipawns < 0 { '-' } else { '+' };
            let centipawns = centipawns.unsigned_abs();
            format!("{sign}{}.{:02}", centipawns / 100, centipawns % 100)
        }
        Score::Mate(moves) => format!("#{moves}"),
    }
}

/// The known evaluations of the position on the board.
#[derive(Debug, Clone, Default)]
pub struct Analysis {
    /// The name of the engine.
    pub engine: String,
    /// Its lines, the best first.
    pub lines: Vec<EngineLine>,
}

impl Analysis {
    /// Takes a line in place of the one of its rank.
    pub fn take(&mut self, line: EngineLine) {
        self.lines.retain(|old| old.rank != line.rank);
        let at = self.lines.partition_point(|old| old.rank < line.rank);
        self.lines.insert(at, line);
    }
}
