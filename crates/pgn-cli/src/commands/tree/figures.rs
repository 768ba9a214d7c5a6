//! What is told of a move, as numbers that every form writes.
//!
//! Owns: what is worked out for a move in its position. Knows nothing of: any form.
//! Standard: §8.2.3, §9.3, §9.4. Decisions: D-52.
//! Start at [`Figures`].

use pgn_db::tree::{Games, Played, Tree};
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::notation::{san, uci};
use pgnkit::chess::{Move, Position, Variant};
use pgnkit::opening::{Opening, Table};

/// A tree, where it begins, and what games it was counted from.
pub(super) struct Scene {
    pub(super) start: Position,
    pub(super) tree: Tree,
    pub(super) games: Games,
}

/// The numbers of a move.
pub(super) struct Figures {
    pub(super) san: String,
    pub(super) uci: String,
    pub(super) n_games: u32,
    /// The share of all games in the position.
    pub(super) share: Share,
    pub(super) n_white: u32,
    pub(super) n_draws: u32,
    pub(super) n_black: u32,
    /// Games without a result.
    pub(super) n_open: u64,
    /// The score of the side that makes the move; `None` without results.
    pub(super) score: Option<Share>,
    pub(super) rating: Option<u32>,
    pub(super) performance: Option<i32>,
    pub(super) last_year: Option<u16>,
}

impl Figures {
    /// Those of a move in `position`, where `n_games` were played on.
    pub(super) fn of(position: &Position, played: &Played, n_games: u64) -> Figures {
        let (mv, score) = (played.edge.mv, &played.score);
        Figures {
            san: san::to_text(position, mv).to_string(),
            uci: uci::to_text(position, mv).to_string(),
            n_games: score.n_games,
            share: Share { part: u64::from(score.n_games), whole: n_games },
            n_white: score.n_white,
            n_draws: score.n_draws,
            n_black: score.n_black,
            n_open: u64::from(score.n_games).saturating_sub(score.n_decided()),
            score: Some(Share { part: score.doubled_points(), whole: 2 * score.n_decided() })
                .filter(|share| share.whole > 0),
            rating: score.rating(),
            performance: score.performance(),
            last_year: Some(score.last_year).filter(|&year| year > 0),
        }
    }
}

/// A part of a whole.
#[derive(Clone, Copy)]
pub(super) struct Share {
    pub(super) part: u64,
    pub(super) whole: u64,
}

impl Share {
    /// `54.3%`, halves up.
    pub(super) fn percent(self) -> String {
        let tenths = self.of(1_000);
        format!("{}.{}%", tenths / 10, tenths % 10)
    }

    /// `0.5432`, for programs.
    pub(super) fn fraction(self) -> String {
        let n = self.of(10_000);
        format!("{}.{:04}", n / 10_000, n % 10_000)
    }

    fn of(self, scale: u128) -> u128 {
        let (part, whole) = (u128::from(self.part), u128::from(self.whole));
        (2 * part * scale + whole).checked_div(2 * whole).unwrap_or(0)
    }
}

/// The moves of a line in SAN, with spaces between.
pub(super) fn line_text(start: &Position, line: &[Move]) -> String {
    let mut position = *start;
    let mut text = String::new();
    for &mv in line {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(san::play_to_text(&mut position, mv).as_str());
    }
    text
}

/// The opening that a position has a name for.
pub(super) fn opening(position: &Position) -> Option<Opening<'static>> {
    Table::standard().at(position, 0).filter(|_| position.variant() == Variant::Standard)
}

/// A position as FEN.
pub(super) fn fen_text(position: &Position) -> String {
    fen::to_text(position, EpPolicy::Standard).to_string()
}
