//! The rules of each variant, and what a position does by them: its legal moves, playing and
//! undoing them, and the end of a game.
//!
//! Decisions: D-60.
//! Start at [`Rules`].
//!
//! ```text
//! ordinary chess, Chess960     one path, without a look at the table: "orthodox"
//! the others                   legal moves = the moves of the table, unless the game is over
//!                              playing     = the ordinary move, then pocket, blast, checks
//! ```
//!
//! Reading, playing, undoing and generating a move each choose between the two paths by one
//! comparison.

mod antichess;
mod atomic;
mod chess960;
mod crazyhouse;
mod ending;
mod horde;
mod king_of_the_hill;
mod moves;
mod play;
mod racing_kings;
mod setup;
mod three_check;

#[cfg(test)]
mod tests;

use crate::moves::MoveList;
use crate::position::Position;
use crate::setup::{Setup, SetupError};
use crate::variant::Variant;

pub use ending::{EndReason, Ending};
pub(crate) use horde::is_horde;
pub(crate) use moves::{castle_is_legal, generate, is_safe};

/// The rules that a variant changes; its row has the rest.
pub(crate) struct Rules {
    /// The legal moves of a game that is not over.
    moves: fn(&Position, &mut MoveList),
    /// How the game is over without mate or stalemate.
    pub(crate) ending: fn(&Position) -> Option<Ending>,
    /// The result if the side to move has no legal move and is not in check.
    stalemate: ending::Stalemate,
    /// True if no sequence of legal moves lets either side win.
    is_dead: fn(&Position) -> bool,
    /// The errors of a set-up, given those of ordinary chess.
    faults: fn(&Setup, SetupError) -> SetupError,
}

/// Ordinary chess, from which the rules of the others differ.
const ORTHODOX: Rules = Rules {
    moves: moves::orthodox,
    ending: ending::none,
    stalemate: ending::Stalemate::Draw,
    is_dead: ending::has_bare_kings,
    faults: setup::ordinary_faults,
};

/// The rules of a variant.
pub(crate) const fn rules_of(variant: Variant) -> &'static Rules {
    match variant {
        Variant::Standard | Variant::Chess960 => &ORTHODOX,
        Variant::Crazyhouse => &crazyhouse::RULES,
        Variant::Atomic => &atomic::RULES,
        Variant::Antichess => &antichess::RULES,
        Variant::KingOfTheHill => &king_of_the_hill::RULES,
        Variant::ThreeCheck => &three_check::RULES,
        Variant::Horde => &horde::RULES,
        Variant::RacingKings => &racing_kings::RULES,
        Variant::Suicide => &antichess::SUICIDE,
    }
}
