//! The variants of chess, and how each differs from ordinary chess.
//!
//! Decisions: D-60.
//! Start at [`Variant`] and [`Differences`].
//!
//! ```text
//! ordinary chess, Chess960     one path, without a look at the table: "orthodox"
//! the others                   legal moves = the moves of the table, unless the game is over
//!                              playing     = the ordinary move, then pocket, blast, checks
//! ```
//!
//! The two paths separate where a move is read, played, undone and generated, by one comparison
//! each.

mod antichess;
mod atomic;
mod chess960;
mod crazyhouse;
mod ending;
mod extras;
mod horde;
mod king_of_the_hill;
mod moves;
mod play;
mod pocket;
mod racing_kings;
mod three_check;

#[cfg(test)]
mod tests;

use crate::moves::MoveList;
use crate::piece::ParseNameError;
use crate::position::Position;
use crate::setup::{Setup, SetupError};
use crate::text_by_name::text_by_name;

pub(crate) use chess960::back_rank as chess960_back_rank;
pub use ending::{EndReason, Ending};
pub(crate) use extras::{Extras, faults as extra_faults};
pub(crate) use horde::is_horde;
pub(crate) use moves::{feed, is_legal, is_safe};
pub(crate) use play::{attack_is_check, is_check, play, play_undoable, take_back};
pub use pocket::Pocket;

/// A variant of chess: one enum with a table of differences.
///
/// ```
/// use pgn_chess::Variant;
/// let hill = Variant::from_name("kingOfTheHill").expect("a variant");
/// assert_eq!((hill, hill.name()), (Variant::KingOfTheHill, "King of the Hill"));
/// assert_eq!("Atomic".parse(), Ok(Variant::Atomic));
/// assert!(hill.has_usual_array() && !hill.is_orthodox() && !hill.is_losing_chess());
/// assert!(Variant::Chess960.castles_by_rook());
/// assert!(Variant::ALL.iter().all(|variant| variant.start_fen().contains(" w ")));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
#[non_exhaustive]
pub enum Variant {
    /// Ordinary chess.
    #[default]
    Standard,
    /// Chess960: the king and rooks may start anywhere on the first rank, with the king between the
    /// rooks.
    Chess960,
    /// Captured pieces change sides and can be dropped again.
    Crazyhouse,
    /// A capture blows up all pieces around it except pawns; the side that blows up the enemy king
    /// wins.
    Atomic,
    /// Captures are mandatory, kings are ordinary pieces, and a side without a legal move wins.
    Antichess,
    /// A king on one of the four center squares wins.
    KingOfTheHill,
    /// The third check wins.
    ThreeCheck,
    /// Thirty-six white pawns without a king against the usual black army.
    Horde,
    /// The first king on the eighth rank wins; moves may not give check.
    RacingKings,
    /// Like Antichess, but if a side has no legal move, the side with fewer pieces wins.
    Suicide,
}

/// From where kings and rooks may castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CastlingFrom {
    /// King on the e file, rooks in the corners.
    Home,
    /// Any squares of the first rank.
    Anywhere,
    /// No castling.
    Nowhere,
}

/// The differences of a variant. Everything else is as in ordinary chess.
pub(crate) struct Differences {
    /// As the Variant tag has it.
    name: &'static str,
    /// Other accepted names: lower case, letters and digits only.
    aliases: &'static [&'static str],
    /// The FEN of the first position.
    array: &'static str,
    pub(crate) castling: CastlingFrom,
    /// In coordinates the king always takes its rook.
    castles_by_rook: bool,
    /// Captured pieces go to the pocket.
    pub(crate) has_pockets: bool,
    /// Checks are counted.
    pub(crate) counts_checks: bool,
    /// Captures explode.
    pub(crate) explodes: bool,
    /// No move of one side wins by taking a king, so that none is in check.
    pub(crate) has_common_kings: bool,
    /// The legal moves of a game that is not over.
    pub(crate) moves: fn(&Position, &mut MoveList),
    /// How the game is over without mate or stalemate.
    pub(crate) ending: fn(&Position) -> Option<Ending>,
    /// The result if the side to move has no legal move and is not in check.
    pub(crate) stalemate: ending::Stalemate,
    /// True if no sequence of legal moves lets either side win.
    pub(crate) is_dead: fn(&Position) -> bool,
    /// The errors of a set-up, given those of ordinary chess.
    pub(crate) faults: fn(&Setup, SetupError) -> SetupError,
}

/// Ordinary chess, from which the tables of the others differ.
const STANDARD: Differences = Differences {
    name: "Standard",
    aliases: &[
        "standard",
        "fromposition",
        "chess",
        "classical",
        "normal",
        "regular",
        "standardchess",
    ],
    array: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    castling: CastlingFrom::Home,
    castles_by_rook: false,
    has_pockets: false,
    counts_checks: false,
    explodes: false,
    has_common_kings: false,
    moves: moves::orthodox,
    ending: ending::none,
    stalemate: ending::Stalemate::Draw,
    is_dead: ending::has_bare_kings,
    faults: extras::ordinary_faults,
};

impl Variant {
    /// All supported variants.
    pub const ALL: [Variant; 10] = [
        Variant::Standard,
        Variant::Chess960,
        Variant::Crazyhouse,
        Variant::Atomic,
        Variant::Antichess,
        Variant::KingOfTheHill,
        Variant::ThreeCheck,
        Variant::Horde,
        Variant::RacingKings,
        Variant::Suicide,
    ];

    pub(crate) const fn differences(self) -> &'static Differences {
        match self {
            Variant::Standard => &STANDARD,
            Variant::Chess960 => &chess960::TABLE,
            Variant::Crazyhouse => &crazyhouse::TABLE,
            Variant::Atomic => &atomic::TABLE,
            Variant::Antichess => &antichess::TABLE,
            Variant::KingOfTheHill => &king_of_the_hill::TABLE,
            Variant::ThreeCheck => &three_check::TABLE,
            Variant::Horde => &horde::TABLE,
            Variant::RacingKings => &racing_kings::TABLE,
            Variant::Suicide => &antichess::SUICIDE,
        }
    }

    /// The usual name, as servers write it in the Variant tag: `Standard`, `Chess960`,
    /// `King of the Hill`.
    ///
    /// ```
    /// use pgn_chess::Variant;
    /// assert_eq!(Variant::KingOfTheHill.name(), "King of the Hill");
    /// ```
    pub const fn name(self) -> &'static str {
        self.differences().name
    }

    /// The variant with this name, in the spellings of servers and programs; case, spaces and
    /// punctuation do not matter. `From Position` is ordinary chess.
    ///
    /// ```
    /// use pgn_chess::Variant;
    /// assert_eq!(Variant::from_name("fischerandom"), Some(Variant::Chess960));
    /// ```
    pub fn from_name(name: &str) -> Option<Variant> {
        let wanted = || {
            let letters = name.bytes().filter(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80);
            letters.map(|byte| byte.to_ascii_lowercase())
        };
        Variant::ALL.into_iter().find(|variant| {
            variant.differences().aliases.iter().any(|alias| alias.bytes().eq(wanted()))
        })
    }

    /// The FEN of the start position of this variant; for Chess960, position 518, which is the
    /// usual one.
    ///
    /// ```
    /// use pgn_chess::Variant;
    /// assert!(Variant::Horde.start_fen().ends_with(" w kq - 0 1"));
    /// ```
    pub const fn start_fen(self) -> &'static str {
        self.differences().array
    }

    /// True if games of this variant begin with the usual start position, so that no FEN is needed.
    pub fn has_usual_array(self) -> bool {
        !matches!(self, Variant::Chess960 | Variant::Horde | Variant::RacingKings)
    }

    /// True if UCI always writes castling as the king taking its rook: in Chess960.
    pub const fn castles_by_rook(self) -> bool {
        self.differences().castles_by_rook
    }

    /// True for Antichess and Suicide, where captures are mandatory and kings are ordinary pieces.
    #[inline]
    pub const fn is_losing_chess(self) -> bool {
        matches!(self, Variant::Antichess | Variant::Suicide)
    }

    /// True for ordinary chess and Chess960, which have the same rules.
    #[inline(always)]
    pub const fn is_orthodox(self) -> bool {
        self as u8 <= Variant::Chess960 as u8
    }
}

text_by_name! {
    Variant, ParseNameError = ParseNameError { expected: "a variant such as Chess960" };
}
