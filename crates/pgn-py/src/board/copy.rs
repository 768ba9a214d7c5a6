//! Copies and pickles of boards, which keep the class and the attributes of a subclass.

use super::draft::Draft;
use super::{BoardState, PyBoard, position_of, variant_of};
use crate::errors::ErrorClass;
use crate::subclass::{attributes, bare, copy_attributes};
use pgnkit::chess::fen::{self, CastlingStyle, Mode};
use pgnkit::chess::{Bitboard, Castling, Move, Setup, Square};
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

/// The rooks that may castle according to the caller, and the en passant square, of a set-up.
type DraftState = (u64, Option<u8>);

impl PyBoard {
    /// A board with this content, of the same class as `slf`.
    pub(super) fn like<'py>(
        slf: &Bound<'py, PyBoard>,
        content: PyBoard,
    ) -> PyResult<Bound<'py, PyBoard>> {
        PyBoard::of_class(&slf.get_type(), content)
    }

    /// A board with this content, of this class; `__init__` is not called.
    fn of_class<'py>(
        class: &Bound<'py, PyType>,
        content: PyBoard,
    ) -> PyResult<Bound<'py, PyBoard>> {
        let py = class.py();
        if class.is(py.get_type::<PyBoard>()) {
            return Bound::new(py, content);
        }
        let board = bare::<PyBoard>(class)?.cast_into::<PyBoard>()?;
        *board.try_borrow_mut()? = content;
        Ok(board)
    }

    /// A board with this content that a method of a class makes: `__init__` of a subclass is called
    /// without a position.
    pub(crate) fn made_by<'py>(
        class: &Bound<'py, PyType>,
        change: impl FnOnce(&PyBoard) -> PyResult<PyBoard>,
    ) -> PyResult<Bound<'py, PyBoard>> {
        let none = class.py().None();
        let board = class.call1((none,))?.cast_into::<PyBoard>()?;
        let content = change(&*board.try_borrow()?)?;
        *board.try_borrow_mut()? = content;
        Ok(board)
    }

    /// The last part of a set-up that its FEN without rights does not have.
    fn draft_state(&self) -> Option<DraftState> {
        match &self.state {
            BoardState::Draft(draft) => {
                let ep_square = draft.setup.ep_square.map(Square::index);
                Some((draft.rights.0, ep_square))
            }
            BoardState::Played { .. } => None,
        }
    }

    /// The FEN where the moves begin; that of a set-up without rights and en passant square.
    fn start_text(&self) -> PyResult<String> {
        Ok(match &self.state {
            BoardState::Played { root, .. } => root.fen().as_str().to_owned(),
            BoardState::Draft(draft) => {
                let setup = Setup { castling: Castling::NONE, ep_square: None, ..draft.setup };
                fen::setup_to_text(&setup, CastlingStyle::XFen).as_str().to_owned()
            }
        })
    }
}

#[pymethods]
impl PyBoard {
    /// A copy; `stack=False` leaves the moves out, a number keeps that many.
    #[pyo3(signature = (*, stack=None))]
    fn copy<'py>(
        slf: &Bound<'py, Self>,
        stack: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyBoard>> {
        let kept_count = match stack {
            None => usize::MAX,
            Some(kept) => match kept.extract::<bool>() {
                Ok(true) => usize::MAX,
                Ok(false) => 0,
                Err(_) => kept.extract()?,
            },
        };
        let content = slf.try_borrow()?.with_last_moves(kept_count)?;
        let board = PyBoard::like(slf, content)?;
        copy_attributes(slf, &board, None)?;
        Ok(board)
    }

    /// A copy that is independent of the board.
    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBoard>> {
        PyBoard::copy(slf, None)
    }

    /// A copy that is independent of the board; attributes of a subclass are copied, too.
    fn __deepcopy__<'py>(
        slf: &Bound<'py, Self>,
        memo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBoard>> {
        let content = slf.try_borrow()?.clone();
        let board = PyBoard::like(slf, content)?;
        copy_attributes(slf, &board, Some(memo))?;
        Ok(board)
    }

    /// How `pickle` makes the board again: from its start position and its moves.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, board) = (slf.py(), slf.try_borrow()?);
        let moves: Vec<u16> = board.moves.iter().map(|mv| mv.raw()).collect();
        let (variant, start, draft) = (board.variant(), board.start_text()?, board.draft_state());
        let made_from = (slf.get_type(), variant, start, moves, draft).into_bound_py_any(py)?;
        drop(board);
        let restore = py.import("pgnkit._pgnkit")?.getattr("_restore_board")?;
        (restore, made_from, attributes(slf)?).into_pyobject(py)
    }
}

impl PyBoard {
    /// The board with that many of its last moves.
    fn with_last_moves(&self, kept_count: usize) -> PyResult<PyBoard> {
        if kept_count >= self.moves.len() {
            return Ok(self.clone());
        }
        let (before, kept) = self.moves.split_at(self.moves.len() - kept_count);
        let mut root = *self.start()?;
        before.iter().for_each(|&mv| root.play_unchecked(mv));
        Ok(PyBoard::after(root, kept.to_vec(), *self.position()?))
    }
}

/// The board of a pickle.
#[pyfunction]
#[pyo3(name = "_restore_board")]
pub(crate) fn restore_board<'py>(
    class_: &Bound<'py, PyType>,
    variant: &str,
    start: &str,
    moves: Vec<u16>,
    draft: Option<DraftState>,
) -> PyResult<Bound<'py, PyBoard>> {
    let py = class_.py();
    let variant = variant_of(py, variant)?;
    let board = match draft {
        Some((rights, ep_square)) => {
            let read = fen::parse_setup(start.as_bytes(), Mode::Lax);
            let (setup, _) = read.map_err(|error| ErrorClass::Position.raise(py, error))?;
            let ep_square = ep_square.map(crate::moves::square_of).transpose()?;
            let mut draft = Draft::of(Setup { variant, ep_square, ..setup });
            draft.rights = Bitboard(rights);
            draft.validate();
            PyBoard::draft(draft)
        }
        None => {
            let mut board = PyBoard::of(position_of(py, start, variant)?);
            for raw in moves {
                let mv = Move::from_raw(raw);
                let passes = mv.is_null() && !board.position()?.is_check();
                if !passes && !board.position()?.is_legal(mv) {
                    return Err(
                        ErrorClass::IllegalMove.raise(py, "a move of the pickle is illegal")
                    );
                }
                board.play(mv);
            }
            board
        }
    };
    PyBoard::of_class(class_, board)
}
