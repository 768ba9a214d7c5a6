//! An engine's evaluation, in the types of a session.

use pgn_engine::{EngineScore, SearchInfo};
use pgn_view::Report;
use pgnkit::comment;

/// The evaluation of an engine; `None` without a line that has an exact score.
pub(super) fn report(info: SearchInfo) -> Option<Report> {
    if info.pv.is_empty() || info.is_bound {
        return None;
    }
    let (rank, depth) = (info.multipv.unwrap_or(1), info.depth.unwrap_or(0));
    Some(Report { rank, depth, score: info.score.map(score), moves: info.pv })
}

/// A score as comments have it; both are from the same side.
pub(super) fn score(score: EngineScore) -> comment::Score {
    match score {
        EngineScore::Centipawns(centipawns) => comment::Score::Centipawns(centipawns),
        EngineScore::Mate(moves) => comment::Score::Mate(moves),
    }
}
