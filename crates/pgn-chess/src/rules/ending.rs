//! The end of a game by the rules alone.
//!
//! Standard: §8.2.6. Decisions: D-60.

use core::cmp::Ordering;
use core::fmt;

use super::rules_of;
use crate::bitboard::Bitboard;
use crate::piece::{Color, Role};
use crate::position::Position;

/// The end of a game by the rules, with the winner.
///
/// ```
/// use pgn_chess::{Ending, EndReason, Position};
/// let position: Position = "8/8/8/8/8/4k3/4p3/4K3 w - -".parse()?;
/// assert_eq!(position.ending(), Some(Ending { winner: None, reason: EndReason::Stalemate }));
/// # Ok::<(), pgn_chess::fen::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The winner, or `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: EndReason,
}

/// Why a game is over.
///
/// ```
/// use pgn_chess::{EndReason, Position};
/// let position: Position = "R5k1/5ppp/8/8/8/8/8/6K1 b - -".parse()?;
/// let reason = position.ending().map(|ending| ending.reason);
/// assert_eq!(reason, Some(EndReason::Checkmate));
/// # Ok::<(), pgn_chess::fen::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EndReason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Atomic: a king was blown up.
    KingExploded,
    /// Antichess: a side has lost all its pieces.
    AllLost,
    /// King of the Hill: a king reached the center.
    KingOnHill,
    /// Three-check: the third check was given.
    ThirdCheck,
    /// Horde: the last piece of the horde was taken.
    HordeTaken,
    /// Racing Kings: a king has reached the eighth rank, or both have.
    RaceOver,
}

impl fmt::Display for EndReason {
    /// `checkmate`, `the third check`: a noun for the end in a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndReason::Checkmate => "checkmate",
            EndReason::Stalemate => "stalemate",
            EndReason::KingExploded => "a king was blown up",
            EndReason::AllLost => "all pieces of a side are lost",
            EndReason::KingOnHill => "a king is on the hill",
            EndReason::ThirdCheck => "the third check was given",
            EndReason::HordeTaken => "the horde is taken",
            EndReason::RaceOver => "the race is over",
        })
    }
}

/// The result of stalemate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stalemate {
    Draw,
    /// The side that cannot move wins.
    Wins,
    /// The side with fewer pieces wins; it does not matter which side cannot move.
    FewerWins,
}

impl Ending {
    pub(super) const fn won(winner: Color, reason: EndReason) -> Option<Ending> {
        Some(Ending { winner: Some(winner), reason })
    }
}

impl Position {
    /// The end of the game by the rules of its variant, if it is over: mate, stalemate, and the
    /// rules that the variant adds. Dead positions and repetitions do not end a game automatically.
    ///
    /// ```
    /// use pgn_chess::{Color, EndReason, Variant, fen::{self, Mode}};
    /// let text = b"4k3/8/8/8/3K4/8/8/8 b - - 0 1";
    /// let (position, _) = fen::parse_as(text, Mode::Strict, Variant::KingOfTheHill)?;
    /// let ending = position.ending().expect("the king is on the hill");
    /// assert_eq!(ending.winner, Some(Color::White));
    /// assert_eq!(ending.reason, EndReason::KingOnHill);
    /// # Ok::<(), fen::FenError>(())
    /// ```
    pub fn ending(&self) -> Option<Ending> {
        let rules = rules_of(self.variant);
        if let Some(ending) = (rules.ending)(self) {
            return Some(ending);
        }
        if self.has_legal_move() {
            return None;
        }
        if self.is_check() {
            return Ending::won(!self.turn, EndReason::Checkmate);
        }
        let winner = match rules.stalemate {
            Stalemate::Draw => None,
            Stalemate::Wins => Some(self.turn),
            Stalemate::FewerWins => {
                let count = |color| self.board.by_color(color).len();
                match count(Color::White).cmp(&count(Color::Black)) {
                    Ordering::Less => Some(Color::White),
                    Ordering::Equal => None,
                    Ordering::Greater => Some(Color::Black),
                }
            }
        };
        Some(Ending { winner, reason: EndReason::Stalemate })
    }

    /// True if the side to move is in check and has no legal move.
    ///
    /// ```
    /// # use pgn_chess::Position;
    /// let position: Position = "R5k1/5ppp/8/8/8/8/8/6K1 b - -".parse()?;
    /// assert!(position.is_checkmate());
    /// # Ok::<(), pgn_chess::fen::FenError>(())
    /// ```
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && self.ends_by(EndReason::Checkmate)
    }

    /// True if the side to move is not in check and has no legal move, and the game is not over by
    /// a rule of its variant.
    ///
    /// ```
    /// # use pgn_chess::Position;
    /// let position: Position = "8/8/8/8/8/4k3/4p3/4K3 w - -".parse()?;
    /// assert!(position.is_stalemate());
    /// # Ok::<(), pgn_chess::fen::FenError>(())
    /// ```
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && self.ends_by(EndReason::Stalemate)
    }

    fn ends_by(&self, reason: EndReason) -> bool {
        self.ending().is_some_and(|ending| ending.reason == reason)
    }

    /// True if no sequence of legal moves lets either side win, by material alone: bare kings, one
    /// knight, or only bishops that are all on one color. For variants, only the simple cases are
    /// recognized.
    ///
    /// ```
    /// # use pgn_chess::Position;
    /// let position: Position = "8/8/8/8/8/4k3/8/4K3 w - -".parse()?;
    /// assert!(position.is_insufficient_material());
    /// # Ok::<(), pgn_chess::fen::FenError>(())
    /// ```
    pub fn is_insufficient_material(&self) -> bool {
        (rules_of(self.variant).is_dead)(self)
    }

    /// True if the last move has won the game: by mate, or by the rules of the variant.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_won(&self) -> bool {
        self.ending().is_some_and(|ending| ending.winner.is_some())
    }
}

/// The rules add no ending.
pub(super) fn none(_: &Position) -> Option<Ending> {
    None
}

/// No win is ever out of reach by material alone, or none that is worth the search.
pub(super) fn never(_: &Position) -> bool {
    false
}

/// Bare kings, one knight, or only bishops that are all on one color.
pub(super) fn has_bare_kings(position: &Position) -> bool {
    let board = position.board();
    let bishops = board.by_role(Role::Bishop);
    let knights = board.by_role(Role::Knight);
    if board.occupied() != (board.by_role(Role::King) | bishops | knights) {
        return false;
    }
    if bishops.is_empty() {
        return knights.len() <= 1;
    }
    let one_color =
        (bishops & Bitboard::LIGHT).is_empty() || (bishops & !Bitboard::LIGHT).is_empty();
    knights.is_empty() && one_color
}
