//! The common methods of visitors, which do nothing unless a subclass overrides them.

use crate::board::PyBoard;
use crate::moves::PyMove;
use pyo3::exceptions::PyNotImplementedError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

/// The type of `SKIP`, which a visitor returns to skip a part.
#[pyclass(module = "pgnkit.pgn", frozen)]
#[derive(Debug)]
pub(crate) struct SkipType;

/// `SKIP` itself.
pub(crate) fn skip(py: Python<'_>) -> PyResult<Py<SkipType>> {
    static SKIP: PyOnceLock<Py<SkipType>> = PyOnceLock::new();
    SKIP.get_or_try_init(py, || Py::new(py, SkipType)).map(|skip| skip.clone_ref(py))
}

#[pymethods]
impl SkipType {
    fn __repr__(&self) -> &'static str {
        "SKIP"
    }

    fn __reduce__(&self) -> &'static str {
        "SKIP"
    }
}

/// Base class of visitors: the parts of a game are passed to its methods, in order. Override those
/// that you need, and `result`.
///
/// >>> import io, pgnkit.pgn
/// >>> class Checks(pgnkit.pgn.BaseVisitor[int]):
/// ...     checks = 0
/// ...     def visit_board(self, board):
/// ...         self.checks += board.is_check()
/// ...     def result(self):
/// ...         return self.checks
/// >>> pgnkit.pgn.read_game(io.StringIO("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *"), Visitor=Checks)
/// 1
#[pyclass(module = "pgnkit.pgn", subclass)]
#[derive(Debug)]
pub(crate) struct BaseVisitor;

#[pymethods]
impl BaseVisitor {
    /// Accepts any arguments, because those of subclasses are passed to it, too.
    #[new]
    #[pyo3(
        signature = (*_args, **_kwargs),
        text_signature = "()"
    )]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> BaseVisitor {
        BaseVisitor
    }

    /// `BaseVisitor[int]`: a visitor whose result is an `int`.
    #[classmethod]
    fn __class_getitem__<'py>(
        cls: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        cls.py().import("types")?.getattr("GenericAlias")?.call1((cls, item))
    }

    /// A game begins. `SKIP` passes over all of it.
    fn begin_game(&self) -> Option<Py<SkipType>> {
        None
    }

    /// The tags begin.
    fn begin_headers(&self) -> Option<Py<PyAny>> {
        None
    }

    /// A tag.
    #[allow(unused_variables, reason = "Python has these names")]
    fn visit_header(&self, tagname: &str, tagvalue: &str) {}

    /// All tags were visited. `SKIP` passes over the moves.
    fn end_headers(&self) -> Option<Py<SkipType>> {
        None
    }

    /// A move in SAN is to be read; only while a game is read. `SKIP` passes over the rest of the
    /// line.
    #[allow(unused_variables, reason = "Python has these names")]
    fn begin_parse_san(&self, board: &Bound<'_, PyAny>, san: &str) -> Option<Py<SkipType>> {
        None
    }

    /// The move of a SAN; only while a game is read.
    fn parse_san(&self, board: &Bound<'_, PyBoard>, san: &str) -> PyResult<PyMove> {
        board.try_borrow()?.parse_san(board.py(), san)
    }

    /// A move, which is not yet on the board. You may use the board, but must restore it.
    #[allow(unused_variables, reason = "Python has these names")]
    fn visit_move(&self, board: &Bound<'_, PyAny>, r#move: &Bound<'_, PyAny>) {}

    /// A position: that of the start, then that after each move.
    #[allow(unused_variables, reason = "Python has these names")]
    fn visit_board(&self, board: &Bound<'_, PyAny>) {}

    /// A comment.
    #[allow(unused_variables, reason = "Python has these names")]
    fn visit_comment(&self, comment: &str) {}

    /// A NAG.
    #[allow(unused_variables, reason = "Python has these names")]
    fn visit_nag(&self, nag: u32) {}

    /// A variation begins, which replaces the last move. `SKIP` passes over it; `end_variation` is
    /// called all the same.
    fn begin_variation(&self) -> Option<Py<SkipType>> {
        None
    }

    /// A variation ends.
    fn end_variation(&self) {}

    /// The termination marker.
    #[allow(unused_variables, reason = "Python has these names")]
    fn visit_result(&self, result: &str) {}

    /// A game ends.
    fn end_game(&self) {}

    /// The purpose of the visit.
    fn result(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let message = format!("{} has no method result", slf.get_type().name()?);
        Err(PyNotImplementedError::new_err(message))
    }

    /// There is an error in the game. Raises the exception.
    fn handle_error(&self, error: Bound<'_, PyAny>) -> PyResult<()> {
        Err(PyErr::from_value(error))
    }
}

/// The arguments of a base class.
pub(super) fn base() -> PyClassInitializer<BaseVisitor> {
    PyClassInitializer::from(BaseVisitor)
}
