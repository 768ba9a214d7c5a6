//! The moves of a board, generated on demand: the legal ones, and the pseudo-legal ones.

use super::PyBoard;
use crate::moves::{PyMove, role_number, square_of};
use crate::square_set::{SquareSet, mask_of};
use pgnkit::chess::{Bitboard, Color, Position, Role, Setup, Square, attacks};
use pyo3::prelude::*;

/// The legal moves of a board: iterable, with `count()` and `in`.
///
/// >>> import pgnkit
/// >>> moves = pgnkit.Board().legal_moves
/// >>> moves.count(), pgnkit.Move.from_uci("e2e4") in moves, bool(moves)
/// (20, True, True)
#[pyclass(module = "pgnkit", frozen)]
pub(crate) struct LegalMoves {
    board: Py<PyBoard>,
}

impl LegalMoves {
    pub(super) fn of(board: Bound<'_, PyBoard>) -> LegalMoves {
        LegalMoves { board: board.unbind() }
    }
}

#[pymethods]
impl LegalMoves {
    fn __iter__(&self, py: Python<'_>) -> PyResult<MoveIter> {
        let board = self.board.borrow(py);
        let position = board.position()?;
        let moves = position.legal_moves();
        Ok(MoveIter::of(moves.iter().map(|&mv| PyMove::of(mv, position)).collect()))
    }

    /// How many moves there are.
    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.board.borrow(py).position()?.legal_moves().len())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.count(py)
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.board.borrow(py).position()?.has_legal_move())
    }

    fn __contains__(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        let board = self.board.borrow(py);
        let position = board.position()?;
        Ok(mv.cast::<PyMove>().is_ok_and(|mv| is_legal(mv.get(), position)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let board = self.board.borrow(py);
        let position = board.position()?;
        let moves = position.legal_moves();
        let sans: Vec<String> = moves.iter().map(|&mv| PyBoard::san_of(position, mv)).collect();
        Ok(format!("<LegalMoves ({})>", sans.join(", ")))
    }
}

/// Whether the move is legal as written; the null move is not.
fn is_legal(mv: &PyMove, position: &Position) -> bool {
    mv.resolve(position)
        .is_some_and(|legal| !legal.is_null() && PyMove::of(legal, position).same(mv))
}

/// The moves of a board that are legal but for check.
///
/// >>> import pgnkit
/// >>> board = pgnkit.Board("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1")
/// >>> board.pseudo_legal_moves.count(), board.legal_moves.count()
/// (13, 4)
#[pyclass(module = "pgnkit", frozen)]
pub(crate) struct PseudoLegalMoves {
    board: Py<PyBoard>,
}

#[pymethods]
impl PseudoLegalMoves {
    fn __iter__(&self, py: Python<'_>) -> PyResult<MoveIter> {
        Ok(MoveIter::of(pseudo_legal(&self.board.borrow(py))?))
    }

    /// How many moves there are.
    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(pseudo_legal(&self.board.borrow(py))?.len())
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.count(py)? > 0)
    }

    fn __contains__(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(mv) = mv.cast::<PyMove>() else { return Ok(false) };
        Ok(pseudo_legal(&self.board.borrow(py))?.iter().any(|other| other.same(mv.get())))
    }
}

/// The moves of pieces and pawns, ignoring check; castling and drops if they are legal. An
/// impossible set-up also has them, without castling.
fn pseudo_legal(board: &PyBoard) -> PyResult<Vec<PyMove>> {
    let setup = board.setup();
    let mut moves = Vec::new();
    for (from, piece) in setup.board.pieces().filter(|(_, piece)| piece.color == setup.turn) {
        let own = setup.board.by_color(setup.turn);
        let targets = match piece.role {
            Role::Pawn => pawn_targets(&setup, from),
            role => attacks::attacks(setup.turn, role, from, setup.board.occupied()) & !own,
        };
        for to in targets {
            let promotes = piece.role == Role::Pawn && matches!(to.index() / 8, 0 | 7);
            let roles: &[Role] = match promotes {
                true if setup.variant.is_losing_chess() => &PROMOTIONS,
                true => &PROMOTIONS[..4],
                false => &[],
            };
            for role in roles {
                let role = Some(role_number(*role));
                moves.push(PyMove::new(from.index(), to.index(), role, None)?);
            }
            if !promotes {
                moves.push(PyMove::new(from.index(), to.index(), None, None)?);
            }
        }
    }
    if let Ok(position) = board.position() {
        let legal = position.legal_moves();
        let others = legal.iter().filter(|mv| mv.is_castle() || mv.dropped().is_some());
        moves.extend(others.map(|&mv| PyMove::of(mv, position)));
    }
    Ok(moves)
}

/// The promotion pieces of a pawn; a king only in variants where kings are ordinary pieces.
const PROMOTIONS: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];

/// Where a pawn may go or capture.
fn pawn_targets(setup: &Setup, from: pgnkit::chess::Square) -> Bitboard {
    let (occupied, color) = (setup.board.occupied(), setup.turn);
    let one = |square: Bitboard| {
        let next = if color == Color::White { square.0 << 8 } else { square.0 >> 8 };
        Bitboard(next) & !occupied
    };
    let ep_square = setup.ep_square.filter(|square| setup.ep_is_possible(*square));
    let ep_mask = ep_square.map_or(Bitboard::EMPTY, Bitboard::from_square);
    let captures = attacks::pawn(color, from) & (setup.board.by_color(!color) | ep_mask);
    let first = one(Bitboard::from_square(from));
    let rank = from.rank().relative_to(color).index();
    // From the first rank, too, as in Horde.
    let second = if rank <= 1 { one(first) } else { Bitboard::EMPTY };
    captures | first | second
}

#[pymethods]
impl PyBoard {
    /// The moves that are legal but for check.
    #[getter]
    fn pseudo_legal_moves(slf: Bound<'_, Self>) -> PseudoLegalMoves {
        PseudoLegalMoves { board: slf.unbind() }
    }

    /// Those from some squares to some, which are sets or masks; by default all.
    #[pyo3(signature = (from_mask=None, to_mask=None))]
    fn generate_pseudo_legal_moves(
        &self,
        from_mask: Option<&Bound<'_, PyAny>>,
        to_mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<MoveIter> {
        let (from, to) = (from_mask.map(mask_of).transpose()?, to_mask.map(mask_of).transpose()?);
        let (from, to) = (from.unwrap_or(u64::MAX), to.unwrap_or(u64::MAX));
        let mut moves = pseudo_legal(self)?;
        moves.retain(|mv| from >> mv.source() & 1 == 1 && to >> mv.target() & 1 == 1);
        Ok(MoveIter::of(moves))
    }

    /// Those of them that capture, en passant too.
    #[pyo3(signature = (from_mask=None, to_mask=None))]
    fn generate_pseudo_legal_captures(
        &self,
        from_mask: Option<&Bound<'_, PyAny>>,
        to_mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<MoveIter> {
        let enemy = self.board().by_color(!self.color());
        let MoveIter(moves) = self.generate_pseudo_legal_moves(from_mask, to_mask)?;
        let captures = moves.filter(|mv| {
            let target = Square::new(mv.target());
            target.is_some_and(|target| enemy.contains(target)) || self.takes_en_passant(mv)
        });
        Ok(MoveIter::of(captures.collect()))
    }

    /// The captures en passant that are legal but for check.
    #[pyo3(signature = (from_mask=None, to_mask=None))]
    fn generate_pseudo_legal_ep(
        &self,
        from_mask: Option<&Bound<'_, PyAny>>,
        to_mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<MoveIter> {
        let MoveIter(moves) = self.generate_pseudo_legal_moves(from_mask, to_mask)?;
        Ok(MoveIter::of(moves.filter(|mv| self.takes_en_passant(mv)).collect()))
    }

    /// The squares on which some piece of the pocket may be dropped.
    fn legal_drop_squares(&self) -> PyResult<SquareSet> {
        Ok(SquareSet { mask: self.legal_drop_squares_mask()? })
    }

    /// The squares on which some piece of the pocket may be dropped, as a mask.
    fn legal_drop_squares_mask(&self) -> PyResult<u64> {
        let moves = self.position()?.legal_moves();
        let drops = moves.iter().filter(|mv| mv.dropped().is_some());
        Ok(drops.fold(0, |mask, mv| mask | Bitboard::from_square(mv.to()).0))
    }

    /// Whether a move is legal but for check.
    fn is_pseudo_legal(&self, r#move: &PyMove) -> PyResult<bool> {
        Ok(pseudo_legal(self)?.iter().any(|other| other.same(r#move)))
    }

    /// Whether a move that is legal but for check leaves the king in check.
    fn is_into_check(&self, r#move: &PyMove) -> PyResult<bool> {
        let position = self.position()?;
        Ok(self.is_pseudo_legal(r#move)? && !is_legal(r#move, position))
    }

    /// Whether the side that is not to move is in check, which no legal move leaves.
    fn was_into_check(&self) -> bool {
        let setup = self.setup();
        !Setup { turn: !setup.turn, ..setup }.checkers().is_empty()
    }

    /// Whether a pawn is ready to capture en passant.
    fn has_pseudo_legal_en_passant(&self) -> PyResult<bool> {
        Ok(pseudo_legal(self)?.iter().any(|mv| self.takes_en_passant(mv)))
    }
}

impl PyBoard {
    /// Whether a pseudo-legal move is a capture en passant.
    fn takes_en_passant(&self, mv: &PyMove) -> bool {
        let from = square_of(mv.source()).ok();
        let role = from.and_then(|from| self.board().piece_at(from)).map(|piece| piece.role);
        role == Some(Role::Pawn)
            && self.setup().ep_square.map(Square::index) == Some(mv.target())
            && mv.source() % 8 != mv.target() % 8
    }
}

/// Iterates over the legal moves of the position at the time of its creation.
#[pyclass(module = "pgnkit")]
pub(crate) struct MoveIter(std::vec::IntoIter<PyMove>);

impl MoveIter {
    pub(super) fn of(moves: Vec<PyMove>) -> MoveIter {
        MoveIter(moves.into_iter())
    }
}

#[pymethods]
impl MoveIter {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<PyMove> {
        self.0.next()
    }
}
