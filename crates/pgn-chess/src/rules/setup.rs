//! The errors of impossible set-ups, and the position of a possible one.
//!
//! Standard: §16.1.3. Decisions: D-46, D-47, D-60.

use super::rules_of;
use crate::bitboard::Bitboard;
use crate::castling::Side;
use crate::piece::{Color, Piece, Role};
use crate::position::{NO_EP, Position};
use crate::setup::{Setup, SetupError};
use crate::square::{Rank, Square};
use crate::variant::{Extras, Pocket};

impl Setup {
    /// All reasons why this position is impossible; empty if it is possible.
    ///
    /// ```
    /// use pgn_chess::{Position, Setup};
    /// assert!(Setup::from(&Position::start()).faults().is_empty());
    /// ```
    pub fn faults(&self) -> SetupError {
        let board = &self.board;
        let mut faults = SetupError::NONE;
        let kings = Color::ALL.map(|color| board.by_piece(color, Role::King).len());
        for (count, none, many) in [
            (kings[0], SetupError::NO_WHITE_KING, SetupError::MANY_WHITE_KINGS),
            (kings[1], SetupError::NO_BLACK_KING, SetupError::MANY_BLACK_KINGS),
        ] {
            match count {
                0 => faults |= none,
                1 => {}
                _ => faults |= many,
            }
        }
        if board.by_role(Role::Pawn).intersects(Bitboard::END_RANKS) {
            faults |= SetupError::PAWN_ON_END_RANK;
        }
        let mut waiting_kings = board.by_piece(!self.turn, Role::King);
        let occupied = board.occupied();
        if waiting_kings.any(|king| !board.attackers(self.turn, king, occupied).is_empty()) {
            faults |= SetupError::OPPONENT_IN_CHECK;
        }
        if self.ep_square.is_some_and(|square| !self.ep_is_possible(square)) {
            faults |= SetupError::IMPOSSIBLE_EP;
        }
        if !self.castling_is_possible() {
            faults |= SetupError::IMPOSSIBLE_CASTLING;
        }
        faults |= self.extra_faults();
        (rules_of(self.variant).faults)(self, faults)
    }

    /// True if each right has its rook, and a king on the correct side of it.
    fn castling_is_possible(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            Side::ALL.into_iter().all(|side| {
                let Some(rook) = self.castling.rook(color, side) else { return true };
                let Some(king) = self.board.king(color) else { return false };
                self.board.piece_at(rook) == Some(Piece { color, role: Role::Rook })
                    && !self.promoted.contains(rook)
                    && king.rank() == Rank::FIRST.relative_to(color)
                    && Side::of(king, rook) == side
                    && self.may_castle_from(king, rook)
            })
        })
    }

    /// Pockets, promoted pieces and checks that the variant does not have, or too many of them.
    fn extra_faults(&self) -> SetupError {
        let row = self.variant.row();
        let mut faults = SetupError::NONE;
        let is_over_full = self.pockets.iter().any(|pocket| pocket.len() > Pocket::PIECES_MAX);
        if is_over_full {
            faults |= SetupError::OVERFULL_POCKET;
        }
        let has_pockets = !self.promoted.is_empty() || self.pockets != [Pocket::EMPTY; 2];
        let has_checks = self.checks != [0; 2];
        if (has_pockets && !row.has_pockets) || (has_checks && !row.counts_checks) {
            faults |= SetupError::FOREIGN_EXTRAS;
        }
        let board = &self.board;
        let pieces = board.occupied() & !board.by_role(Role::Pawn) & !board.by_role(Role::King);
        if !(self.promoted & !pieces).is_empty() || self.checks.iter().any(|n| *n > Extras::CHECKS)
        {
            faults |= SetupError::FOREIGN_EXTRAS;
        }
        faults
    }

    /// The position.
    ///
    /// # Errors
    /// All reasons why it is impossible.
    ///
    /// ```
    /// use pgn_chess::{Position, Setup};
    /// assert!(Setup::from(&Position::start()).position().is_ok());
    /// assert!(Setup::EMPTY.position().is_err());
    /// ```
    pub fn position(&self) -> Result<Position, SetupError> {
        let faults = self.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut castling_files = 0;
        for color in Color::ALL {
            for side in Side::ALL {
                if let Some(file) = self.castling.rook_file(color, side) {
                    castling_files |= 1 << (file.index() + 8 * color as u8);
                }
            }
        }
        let mut position = Position {
            board: self.board,
            key: 0,
            halfmove_clock: self.halfmove_clock,
            fullmove: self.fullmove,
            castling_files,
            turn: self.turn,
            ep: self.ep_square.map_or(NO_EP, Square::index),
            variant: self.variant,
            extras: Extras::new(self.promoted, self.pockets, self.checks),
        };
        position.key = position.key_from_scratch();
        Ok(position)
    }
}

/// The errors of ordinary chess apply.
pub(super) fn ordinary_faults(_: &Setup, faults: SetupError) -> SetupError {
    faults
}
