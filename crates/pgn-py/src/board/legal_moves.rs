//! The legal moves of a board, made when they are asked for.

use super::PyBoard;
use crate::moves::PyMove;
use pyo3::prelude::*;

/// The legal moves of a board: to be gone through, counted, and asked for one.
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
    fn __iter__(&self, py: Python<'_>) -> MoveIter {
        let board = self.board.borrow(py);
        let moves = board.position.legal_moves();
        let moves: Vec<PyMove> = moves.iter().map(|&mv| PyMove::of(mv, &board.position)).collect();
        MoveIter::of(moves)
    }

    fn count(&self, py: Python<'_>) -> usize {
        self.board.borrow(py).position.legal_moves().len()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.count(py)
    }

    fn __bool__(&self, py: Python<'_>) -> bool {
        self.board.borrow(py).position.has_legal_move()
    }

    fn __contains__(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> bool {
        let board = self.board.borrow(py);
        mv.cast::<PyMove>().is_ok_and(|mv| {
            mv.get().resolve(&board.position).is_some_and(|legal| {
                !legal.is_null() && PyMove::of(legal, &board.position).__eq__(mv)
            })
        })
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let board = self.board.borrow(py);
        let moves = board.position.legal_moves();
        let sans: Vec<String> = moves.iter().map(|&mv| board.san_of(mv)).collect();
        format!("<LegalMoves ({})>", sans.join(", "))
    }
}

/// Goes through the legal moves of the position as it was when this was made.
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
