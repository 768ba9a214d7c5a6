//! Properties of a board: attacks, checks, repetitions, the end of the game.

use super::legal_moves::MoveIter;
use super::{BoardState, PyBoard};
use crate::moves::{PyMove, color_of, role_number, square_of};
use crate::square_set::{SquareSet, mask_of};
use pgnkit::chess::{
    Bitboard, Color, EndReason, Ending, Move, Piece, Position, Role, Side, attacks,
};
use pyo3::prelude::*;

/// Halfmoves after which a draw may be claimed, and after which it is one.
const PLIES_TO_CLAIM: u32 = 100;
const PLIES_TO_DRAW: u32 = 150;

impl PyBoard {
    /// How often the position has been on the board, including now.
    fn n_times(&self) -> PyResult<usize> {
        let (now, (root, moves)) = (self.position()?, self.line()?);
        let mut position = *root;
        let mut n_times = usize::from(position.same_position(now));
        for &mv in moves {
            position.play_unchecked(mv);
            n_times += usize::from(position.same_position(now));
        }
        Ok(n_times)
    }

    /// Whether some legal move leads to a position that has been so often before.
    fn can_repeat(&self, n_before: usize) -> PyResult<bool> {
        let (now, (root, moves)) = (self.position()?, self.line()?);
        let mut before = vec![*root];
        for &mv in moves {
            let last = before[before.len() - 1];
            before.push(last.after(mv));
        }
        Ok(now.legal_moves().iter().any(|&mv| {
            let after = now.after(mv);
            before.iter().filter(|position| position.same_position(&after)).count() >= n_before
        }))
    }

    /// The end of the game by rules, and the winner.
    fn end(&self, claim_draw: bool) -> PyResult<Option<(&'static str, Option<bool>)>> {
        let position = self.position()?;
        let winner = |color: Option<Color>| color.map(|color| color == Color::White);
        if let Some(ending) = position.ending() {
            let name = match ending.reason {
                EndReason::Checkmate => "CHECKMATE",
                EndReason::Stalemate if ending.winner.is_none() => "STALEMATE",
                _ if ending.winner.is_some() => "VARIANT_WIN",
                _ => "VARIANT_DRAW",
            };
            let name = if name == "VARIANT_WIN" && ending.winner == Some(!position.turn()) {
                "VARIANT_LOSS"
            } else {
                name
            };
            return Ok(Some((name, winner(ending.winner))));
        }
        if position.is_insufficient_material() {
            return Ok(Some(("INSUFFICIENT_MATERIAL", None)));
        }
        if self.is_seventyfive_moves()? {
            return Ok(Some(("SEVENTYFIVE_MOVES", None)));
        }
        if self.is_fivefold_repetition()? {
            return Ok(Some(("FIVEFOLD_REPETITION", None)));
        }
        if claim_draw && self.can_claim_fifty_moves()? {
            return Ok(Some(("FIFTY_MOVES", None)));
        }
        let is_repeated = claim_draw && self.can_claim_threefold_repetition()?;
        Ok(is_repeated.then_some(("THREEFOLD_REPETITION", None)))
    }
}

/// A mask; all squares if none is given.
fn mask_or_all(mask: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    mask.map_or(Ok(u64::MAX), mask_of)
}

#[pymethods]
impl PyBoard {
    /// The pieces of a side that attack a square.
    fn attackers(&self, color: bool, square: u8) -> PyResult<SquareSet> {
        Ok(SquareSet { mask: self.attackers_mask(color, square)? })
    }

    /// The pieces of a side that attack a square, as a mask.
    fn attackers_mask(&self, color: bool, square: u8) -> PyResult<u64> {
        let board = self.board();
        Ok(board.attackers(color_of(color), square_of(square)?, board.occupied()).0)
    }

    /// The squares that the piece of a square attacks.
    fn attacks(&self, square: u8) -> PyResult<SquareSet> {
        let from = square_of(square)?;
        let occupied = self.board().occupied();
        let attacked = self.board().piece_at(from).map_or(Bitboard::EMPTY, |piece: Piece| {
            attacks::attacks(piece.color, piece.role, from, occupied)
        });
        Ok(attacked.into())
    }

    /// The squares that the piece of a square attacks, as a mask.
    fn attacks_mask(&self, square: u8) -> PyResult<u64> {
        Ok(self.attacks(square)?.mask)
    }

    /// Whether a side attacks a square.
    fn is_attacked_by(&self, color: bool, square: u8) -> PyResult<bool> {
        Ok(self.attackers_mask(color, square)? != 0)
    }

    /// The line of a pin: the squares to which the piece of the side on this square may move
    /// without exposing its king. All squares if there is no pin.
    fn pin(&self, color: bool, square: u8) -> PyResult<SquareSet> {
        let (square, side) = (square_of(square)?, color_of(color));
        let board = self.board();
        let Some(king) = board.king(side) else { return Ok(SquareSet { mask: u64::MAX }) };
        let without = board.occupied() & !Bitboard::from_square(square);
        let pinner = (board.by_color(!side) & attacks::line(king, square)).find(|&other| {
            board.piece_at(other).is_some_and(|piece| {
                !matches!(piece.role, Role::Knight | Role::Pawn | Role::King)
                    && attacks::between(king, other).contains(square)
                    && attacks::attacks(piece.color, piece.role, other, without).contains(king)
            })
        });
        Ok(pinner.map_or(Bitboard(u64::MAX), |_| attacks::line(king, square)).into())
    }

    /// Whether the piece of a side on a square is pinned to its king.
    fn is_pinned(&self, color: bool, square: u8) -> PyResult<bool> {
        Ok(self.pin(color, square)?.mask != u64::MAX)
    }

    /// The pieces that give check.
    fn checkers(&self) -> SquareSet {
        SquareSet { mask: self.checkers_mask() }
    }

    /// The pieces that give check, as a mask.
    fn checkers_mask(&self) -> u64 {
        self.setup().checkers().0
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        match &self.state {
            BoardState::Played { position, .. } => position.is_check(),
            BoardState::Draft(draft) => !draft.setup.checkers().is_empty(),
        }
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, py: Python<'_>, r#move: &PyMove) -> PyResult<bool> {
        Ok(self.position()?.after(self.legal(py, r#move)?).is_check())
    }

    /// Whether the side to move is checkmated.
    fn is_checkmate(&self) -> PyResult<bool> {
        Ok(self.position()?.is_checkmate())
    }

    /// Whether the side to move has no legal move and is not in check.
    fn is_stalemate(&self) -> PyResult<bool> {
        Ok(self.position()?.is_stalemate())
    }

    /// Whether neither side can win, by material alone.
    fn is_insufficient_material(&self) -> PyResult<bool> {
        Ok(self.position()?.is_insufficient_material())
    }

    /// Whether a side cannot win, by material alone: it has only its king; or one knight, and the
    /// other side has no piece that could block its own king; or bishops on one color of squares,
    /// and there is no knight or pawn on the board. In variants other than Chess960, both sides are
    /// tested together.
    fn has_insufficient_material(&self, color: bool) -> PyResult<bool> {
        let position = self.position()?;
        if !position.variant().is_orthodox() {
            return Ok(position.is_insufficient_material());
        }
        let (board, own) = (position.board(), color_of(color));
        let all = |role| board.by_piece(Color::White, role) | board.by_piece(Color::Black, role);
        let has = |color, roles: &[Role]| {
            roles.iter().any(|&role| !board.by_piece(color, role).is_empty())
        };
        if has(own, &[Role::Pawn, Role::Rook, Role::Queen]) {
            return Ok(false);
        }
        if has(own, &[Role::Knight]) {
            let helpers = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook];
            return Ok(board.by_color(own).len() <= 2 && !has(!own, &helpers));
        }
        if !has(own, &[Role::Bishop]) {
            return Ok(true);
        }
        let bishops = all(Role::Bishop);
        let is_one_color =
            [Bitboard::LIGHT, !Bitboard::LIGHT].iter().any(|&half| (bishops & half).is_empty());
        Ok(is_one_color && (all(Role::Knight) | all(Role::Pawn)).is_empty())
    }

    /// Whether 75 moves of each side were made without a capture or a pawn move, which is a draw.
    fn is_seventyfive_moves(&self) -> PyResult<bool> {
        let position = self.position()?;
        Ok(position.halfmove_clock() >= PLIES_TO_DRAW && position.has_legal_move())
    }

    /// Whether 50 moves of each side were made without a capture or a pawn move.
    fn is_fifty_moves(&self) -> PyResult<bool> {
        let position = self.position()?;
        Ok(position.halfmove_clock() >= PLIES_TO_CLAIM && position.has_legal_move())
    }

    /// Whether the position is on the board for the fifth time, which is a draw.
    fn is_fivefold_repetition(&self) -> PyResult<bool> {
        self.is_repetition(5)
    }

    /// Whether the position is on the board for the `count`th time.
    #[pyo3(signature = (count=3))]
    fn is_repetition(&self, count: usize) -> PyResult<bool> {
        let enough = self.line()?.1.len() + 1 >= count;
        Ok(enough && self.n_times()? >= count)
    }

    /// Whether the side to move may claim a draw, if need be with its next move.
    fn can_claim_draw(&self) -> PyResult<bool> {
        Ok(self.can_claim_fifty_moves()? || self.can_claim_threefold_repetition()?)
    }

    /// Whether the side to move may claim a draw by the rule of 50 moves, if need be with its next
    /// move.
    fn can_claim_fifty_moves(&self) -> PyResult<bool> {
        if self.is_fifty_moves()? {
            return Ok(true);
        }
        let position = self.position()?;
        let is_quiet = |mv| !position.is_capture(mv) && !self.moves_pawn(mv);
        Ok(position.halfmove_clock() + 1 >= PLIES_TO_CLAIM
            && position
                .legal_moves()
                .iter()
                .any(|&mv| is_quiet(mv) && position.after(mv).has_legal_move()))
    }

    /// Whether the side to move may claim a draw by repetition, if need be with its next move.
    fn can_claim_threefold_repetition(&self) -> PyResult<bool> {
        Ok(self.is_repetition(3)? || self.can_repeat(2)?)
    }

    /// Whether the game is over by the rules; with `claim_draw` also if a draw may be claimed.
    #[pyo3(signature = (*, claim_draw=false))]
    fn is_game_over(&self, claim_draw: bool) -> PyResult<bool> {
        Ok(self.end(claim_draw)?.is_some())
    }

    /// How the game is over by the rules, or `None`.
    #[pyo3(signature = (*, claim_draw=false))]
    fn outcome<'py>(
        &self,
        py: Python<'py>,
        claim_draw: bool,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some((name, winner)) = self.end(claim_draw)? else { return Ok(None) };
        let module = py.import("pgnkit._outcome")?;
        let termination = module.getattr("Termination")?.getattr(name)?;
        module.getattr("Outcome")?.call1((termination, winner)).map(Some)
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game is not over by the rules.
    #[pyo3(signature = (*, claim_draw=false))]
    fn result(&self, claim_draw: bool) -> PyResult<&'static str> {
        Ok(match self.end(claim_draw)? {
            Some((_, Some(true))) => "1-0",
            Some((_, Some(false))) => "0-1",
            Some((_, None)) => "1/2-1/2",
            None => "*",
        })
    }

    /// Whether a move is legal; the null move is not.
    fn is_legal(&self, r#move: &PyMove) -> PyResult<bool> {
        Ok(r#move.resolve(self.position()?).is_some_and(|mv| !mv.is_null()))
    }

    /// Whether a legal move captures, en passant too.
    fn is_capture(&self, py: Python<'_>, r#move: &PyMove) -> PyResult<bool> {
        Ok(self.position()?.is_capture(self.legal(py, r#move)?))
    }

    /// Whether a legal move captures en passant.
    fn is_en_passant(&self, py: Python<'_>, r#move: &PyMove) -> PyResult<bool> {
        Ok(self.legal(py, r#move)?.is_en_passant())
    }

    /// Whether a legal move castles.
    fn is_castling(&self, py: Python<'_>, r#move: &PyMove) -> PyResult<bool> {
        Ok(self.legal(py, r#move)?.is_castle())
    }

    /// Whether a legal move castles on the king's side.
    pub(super) fn is_kingside_castling(&self, py: Python<'_>, r#move: &PyMove) -> PyResult<bool> {
        let mv = self.legal(py, r#move)?;
        Ok(self.position()?.castling_side(mv) == Some(Side::King))
    }

    /// Whether a legal move castles on the queen's side.
    pub(super) fn is_queenside_castling(&self, py: Python<'_>, r#move: &PyMove) -> PyResult<bool> {
        let mv = self.legal(py, r#move)?;
        Ok(self.position()?.castling_side(mv) == Some(Side::Queen))
    }

    /// Whether a move is a capture or a pawn's.
    fn is_zeroing(&self, py: Python<'_>, r#move: &PyMove) -> PyResult<bool> {
        let mv = self.legal(py, r#move)?;
        Ok(self.position()?.is_capture(mv) || self.moves_pawn(mv))
    }

    /// Whether no later position can equal one from before the move: a capture, a pawn's move, one
    /// that ends a right.
    fn is_irreversible(&self, py: Python<'_>, r#move: &PyMove) -> PyResult<bool> {
        let mv = self.legal(py, r#move)?;
        let position = self.position()?;
        let ends_right = position.castling() != position.after(mv).castling();
        Ok(self.is_zeroing(py, r#move)? || ends_right || self.has_legal_en_passant()?)
    }

    /// The legal move between two squares; a pawn that must promote becomes a queen by default.
    ///
    /// Raises:
    ///     IllegalMoveError: there is none.
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn find_move(
        &self,
        py: Python<'_>,
        from_square: u8,
        to_square: u8,
        promotion: Option<u8>,
    ) -> PyResult<PyMove> {
        let (from, to) = (square_of(from_square)?, square_of(to_square)?);
        let promotes = self.board().piece_at(from).is_some_and(|piece| piece.role == Role::Pawn)
            && matches!(to.index() / 8, 0 | 7);
        let promotion = promotion.or_else(|| promotes.then(|| role_number(Role::Queen)));
        let mv = PyMove::new(from_square, to_square, promotion, None)?;
        Ok(PyMove::of(self.legal(py, &mv)?, self.position()?))
    }

    /// The legal moves from some squares to some, which are sets or masks; by default all.
    #[pyo3(signature = (from_mask=None, to_mask=None))]
    fn generate_legal_moves(
        &self,
        from_mask: Option<&Bound<'_, PyAny>>,
        to_mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<MoveIter> {
        self.moves_between(from_mask, to_mask, |_, _| true)
    }

    /// Those of them that capture.
    #[pyo3(signature = (from_mask=None, to_mask=None))]
    fn generate_legal_captures(
        &self,
        from_mask: Option<&Bound<'_, PyAny>>,
        to_mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<MoveIter> {
        self.moves_between(from_mask, to_mask, Position::is_capture)
    }

    /// Whether a capture en passant is legal.
    fn has_legal_en_passant(&self) -> PyResult<bool> {
        Ok(self.position()?.legal_ep_square().is_some())
    }

    /// Whether a side may still castle, on some side.
    fn has_castling_rights(&self, color: bool) -> bool {
        self.setup().castling.has_any(color_of(color))
    }

    /// Whether a side may still castle on the king's side.
    fn has_kingside_castling_rights(&self, color: bool) -> bool {
        self.setup().castling.has(color_of(color), Side::King)
    }

    /// Whether a side may still castle on the queen's side.
    fn has_queenside_castling_rights(&self, color: bool) -> bool {
        self.setup().castling.has(color_of(color), Side::Queen)
    }

    /// Whether there are rights to castle that ordinary chess does not have.
    fn has_chess960_castling_rights(&self) -> bool {
        let castling = self.castling_in_chess960();
        Color::ALL.into_iter().any(|color| {
            let is_usual = self.board().king(color).is_some_and(|king| king.index() % 8 == 4);
            let is_other = |side| match castling.rook_file(color, side) {
                None => false,
                Some(file) => !is_usual || file.index() != if side == Side::King { 7 } else { 0 },
            };
            Side::ALL.into_iter().any(is_other)
        })
    }

    /// The legal moves of castling.
    #[pyo3(signature = (from_mask=None, to_mask=None))]
    fn generate_castling_moves(
        &self,
        from_mask: Option<&Bound<'_, PyAny>>,
        to_mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<MoveIter> {
        self.moves_between(from_mask, to_mask, |_, mv| mv.is_castle())
    }

    /// The legal captures en passant.
    #[pyo3(signature = (from_mask=None, to_mask=None))]
    fn generate_legal_ep(
        &self,
        from_mask: Option<&Bound<'_, PyAny>>,
        to_mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<MoveIter> {
        self.moves_between(from_mask, to_mask, |_, mv| mv.is_en_passant())
    }

    /// The squares to which a piece may move without exposing its king, as a mask.
    fn pin_mask(&self, color: bool, square: u8) -> PyResult<u64> {
        Ok(self.pin(color, square)?.mask)
    }

    /// Whether the game is over by a rule that only its variant has.
    fn is_variant_end(&self) -> PyResult<bool> {
        Ok(self.variant_end()?.is_some())
    }

    /// Whether that rule wins for the side to move.
    fn is_variant_win(&self) -> PyResult<bool> {
        Ok(self.variant_end()?.is_some_and(|winner| winner == Some(self.color())))
    }

    /// Whether that rule loses for the side to move.
    fn is_variant_loss(&self) -> PyResult<bool> {
        Ok(self.variant_end()?.is_some_and(|winner| winner == Some(!self.color())))
    }

    /// Whether that rule makes a draw.
    fn is_variant_draw(&self) -> PyResult<bool> {
        Ok(self.variant_end()?.is_some_and(|winner| winner.is_none()))
    }

    /// The Polyglot key of the position.
    fn zobrist(&self) -> PyResult<u64> {
        Ok(self.position()?.polyglot_key())
    }
}

impl PyBoard {
    fn moves_between(
        &self,
        from: Option<&Bound<'_, PyAny>>,
        to: Option<&Bound<'_, PyAny>>,
        is_wanted: impl Fn(&Position, Move) -> bool,
    ) -> PyResult<MoveIter> {
        let (from, to) = (mask_or_all(from)?, mask_or_all(to)?);
        let position = self.position()?;
        let moves = position.legal_moves();
        let wanted = moves.iter().filter(|&&mv| is_wanted(position, mv));
        let wanted = wanted.map(|&mv| PyMove::of(mv, position));
        let within = |mv: &PyMove| from & (1 << mv.source()) != 0 && to & (1 << mv.target()) != 0;
        Ok(MoveIter::of(wanted.filter(within).collect()))
    }

    /// The winner, if a rule that only the variant has ended the game.
    fn variant_end(&self) -> PyResult<Option<Option<Color>>> {
        let ending = self.position()?.ending();
        let is_common = |ending: &Ending| match ending.reason {
            EndReason::Checkmate => true,
            EndReason::Stalemate => ending.winner.is_none(),
            _ => false,
        };
        Ok(ending.filter(|ending| !is_common(ending)).map(|ending| ending.winner))
    }

    fn moves_pawn(&self, mv: Move) -> bool {
        let is_pawn = |piece: Piece| piece.role == Role::Pawn;
        mv.dropped() == Some(Role::Pawn)
            || (mv.dropped().is_none()
                && !mv.is_null()
                && self.board().piece_at(mv.from()).is_some_and(is_pawn))
    }
}
