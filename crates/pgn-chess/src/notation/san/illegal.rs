//! The reasons why a move is illegal, in the words of chess players.
//!
//! Standard: §8.2.3.7. Decisions: D-32, D-33.

use core::error::Error;
use core::fmt;

use crate::castling::Side;
use crate::piece::{Color, Role};
use crate::rules::EndReason;
use crate::square::{File, Rank, Square};

/// A reason, with the pieces and squares it is about; `Display` writes the sentence.
///
/// ```
/// let error = pgn_chess::Position::start().parse_san("Qd4").unwrap_err();
/// assert!(error.to_string().contains("queen"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum IllegalMoveError {
    /// `White has no queen`.
    NoSuchPiece {
        /// Whose.
        color: Color,
        /// The piece.
        role: Role,
    },
    /// `White has no rook on the a file`.
    NoneThere {
        /// Whose.
        color: Color,
        /// The piece.
        role: Role,
        /// The file named.
        file: Option<File>,
        /// The rank named.
        rank: Option<Rank>,
    },
    /// `there is nothing on e5`.
    EmptySquare {
        /// The square.
        square: Square,
    },
    /// `the knight on e5 is Black's`.
    NotYours {
        /// Whose.
        color: Color,
        /// The piece.
        role: Role,
        /// The square.
        square: Square,
    },
    /// `e5 is occupied by White's own pawn`.
    OwnMan {
        /// Whose.
        color: Color,
        /// The piece.
        role: Role,
        /// The square.
        square: Square,
    },
    /// `no knight can reach e5`, or `the queen on d1 cannot reach e5` if only one is meant.
    CannotReach {
        /// The piece.
        role: Role,
        /// Where to.
        to: Square,
        /// The only piece meant.
        from: Option<Square>,
    },
    /// `the bishop on c1 is blocked by the pawn on d2`.
    Blocked {
        /// The piece.
        role: Role,
        /// Its square.
        from: Square,
        /// The blocking piece.
        by: Role,
        /// Its square.
        at: Square,
    },
    /// `the pawn on e2 is blocked`.
    PawnBlocked {
        /// Its square.
        from: Square,
    },
    /// `there is nothing to capture on d5`.
    NothingToCapture {
        /// The square.
        square: Square,
    },
    /// `no pawn can capture straight ahead on e5`.
    StraightCapture {
        /// The square.
        square: Square,
    },
    /// `no pawn on the e file can capture on the d file`.
    NoPawnCapture {
        /// The file it would come from.
        from: File,
        /// The file it would go to.
        to: File,
    },
    /// `the bishop on d2 is pinned by the bishop on b4`.
    Pinned {
        /// The piece.
        role: Role,
        /// Its square.
        from: Square,
        /// The pinning piece.
        by: Role,
        /// Its square.
        at: Square,
    },
    /// `White is in check from the rook on e8`.
    StillInCheck {
        /// The side.
        color: Color,
        /// The checking piece.
        by: Role,
        /// Its square.
        at: Square,
    },
    /// `the king would be in check from the rook on h8`.
    IntoCheck {
        /// The checking piece.
        by: Role,
        /// Its square.
        at: Square,
    },
    /// `White may no longer castle on the king's side`.
    CastlingLost {
        /// The side.
        color: Color,
        /// The wing.
        side: Side,
    },
    /// `castling is blocked by the bishop on f1`.
    CastlingBlocked {
        /// The blocking piece.
        by: Role,
        /// Its square.
        at: Square,
    },
    /// `the king cannot castle out of check from the rook on e8`.
    CastlingInCheck {
        /// The checking piece.
        by: Role,
        /// Its square.
        at: Square,
    },
    /// `castling passes f1, attacked by the rook on f8`.
    CastlingThroughCheck {
        /// The square passed.
        square: Square,
        /// The attacking piece.
        by: Role,
        /// Its square.
        at: Square,
    },
    /// `a pawn on e8 must become a piece`.
    PromotionMissing {
        /// The square.
        square: Square,
    },
    /// `only a pawn on the last rank promotes`.
    NoPromotion,
    /// `a pawn cannot become a king`.
    BadPromotion {
        /// The piece that it cannot become.
        role: Role,
    },
    /// `White is in check from the rook on e8 and cannot pass`.
    NullInCheck {
        /// The side.
        color: Color,
        /// The checking piece.
        by: Role,
        /// Its square.
        at: Square,
    },
    /// `the game is over: the third check was given`
    GameOver {
        /// Why.
        reason: EndReason,
    },
    /// `a capture is available, so it must be played`
    MustCapture,
    /// `a king cannot capture: it would be blown up`
    KingTakes,
    /// `White's own king would be blown up`
    OwnKingExplodes {
        /// The side.
        color: Color,
    },
    /// `no move may give check`
    GivesCheck,
    /// `this variant has no drops`
    NoDrops,
    /// `White has no knight in hand`
    NotInPocket {
        /// The side.
        color: Color,
        /// The piece.
        role: Role,
    },
    /// `f3 is not empty`
    SquareTaken {
        /// The square.
        square: Square,
    },
    /// `a pawn cannot be dropped on e8`
    PawnOnEndRank {
        /// The square.
        square: Square,
    },
}

const _: () = assert!(size_of::<IllegalMoveError>() <= 8);

impl fmt::Display for IllegalMoveError {
    #[expect(
        clippy::too_many_lines,
        reason = "a sentence for each reason: a table that is one match"
    )]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalMoveError::NoSuchPiece { color, role } => write!(f, "{color} has no {role}"),
            IllegalMoveError::NoneThere { color, role, file, rank } => {
                write!(f, "{color} has no {role} on ")?;
                match (file, rank) {
                    (Some(file), Some(rank)) => write!(f, "{file}{rank}"),
                    (Some(file), None) => write!(f, "the {file} file"),
                    (None, Some(rank)) => write!(f, "rank {rank}"),
                    (None, None) => f.write_str("the board"),
                }
            }
            IllegalMoveError::EmptySquare { square } => write!(f, "there is nothing on {square}"),
            IllegalMoveError::NotYours { color, role, square } => {
                write!(f, "the {role} on {square} is {color}'s")
            }
            IllegalMoveError::OwnMan { color, role, square } => {
                write!(f, "{square} is occupied by {color}'s own {role}")
            }
            IllegalMoveError::CannotReach { role, to, from: None } => {
                write!(f, "no {role} can reach {to}")
            }
            IllegalMoveError::CannotReach { role, to, from: Some(from) } => {
                write!(f, "the {role} on {from} cannot reach {to}")
            }
            IllegalMoveError::Blocked { role, from, by, at } => {
                write!(f, "the {role} on {from} is blocked by the {by} on {at}")
            }
            IllegalMoveError::PawnBlocked { from } => write!(f, "the pawn on {from} is blocked"),
            IllegalMoveError::NothingToCapture { square } => {
                write!(f, "there is nothing to capture on {square}")
            }
            IllegalMoveError::NoPawnCapture { from, to } => {
                write!(f, "no pawn on the {from} file can capture on the {to} file")
            }
            IllegalMoveError::StraightCapture { square } => {
                write!(f, "no pawn can capture straight ahead on {square}")
            }
            IllegalMoveError::Pinned { role, from, by, at } => {
                write!(f, "the {role} on {from} is pinned by the {by} on {at}")
            }
            IllegalMoveError::StillInCheck { color, by, at } => {
                write!(f, "{color} is in check from the {by} on {at}")
            }
            IllegalMoveError::IntoCheck { by, at } => {
                write!(f, "the king would be in check from the {by} on {at}")
            }
            IllegalMoveError::CastlingLost { color, side } => {
                write!(f, "{color} may no longer castle on the {side}'s side")
            }
            IllegalMoveError::CastlingBlocked { by, at } => {
                write!(f, "castling is blocked by the {by} on {at}")
            }
            IllegalMoveError::CastlingInCheck { by, at } => {
                write!(f, "the king cannot castle out of check from the {by} on {at}")
            }
            IllegalMoveError::CastlingThroughCheck { square, by, at } => {
                write!(f, "castling passes {square}, attacked by the {by} on {at}")
            }
            IllegalMoveError::PromotionMissing { square } => {
                write!(f, "a pawn on {square} must become a piece")
            }
            IllegalMoveError::NoPromotion => f.write_str("only a pawn on the last rank promotes"),
            IllegalMoveError::BadPromotion { role } => write!(f, "a pawn cannot become a {role}"),
            IllegalMoveError::NullInCheck { color, by, at } => {
                write!(f, "{color} is in check from the {by} on {at} and cannot pass")
            }
            IllegalMoveError::GameOver { reason } => write!(f, "the game is over: {reason}"),
            IllegalMoveError::MustCapture => {
                f.write_str("a capture is available, so it must be played")
            }
            IllegalMoveError::KingTakes => {
                f.write_str("a king cannot capture: it would be blown up")
            }
            IllegalMoveError::OwnKingExplodes { color } => {
                write!(f, "{color}'s own king would be blown up")
            }
            IllegalMoveError::GivesCheck => f.write_str("no move may give check"),
            IllegalMoveError::NoDrops => f.write_str("this variant has no drops"),
            IllegalMoveError::NotInPocket { color, role } => {
                write!(f, "{color} has no {role} in hand")
            }
            IllegalMoveError::SquareTaken { square } => write!(f, "{square} is not empty"),
            IllegalMoveError::PawnOnEndRank { square } => {
                write!(f, "a pawn cannot be dropped on {square}")
            }
        }
    }
}

impl Error for IllegalMoveError {}
