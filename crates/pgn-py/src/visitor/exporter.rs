//! Visitors that write text: into a string, or into a file.

use super::base::{BaseVisitor, SkipType, base, skip};
use super::text::{ExporterOptions, GameText};
use crate::board::PyBoard;
use crate::game::Store;
use crate::moves::PyMove;
use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

/// The common state of the exporters: the text and its options.
#[pyclass(module = "pgnkit.pgn", extends = BaseVisitor, subclass)]
#[derive(Debug, Default)]
pub(crate) struct TextExporter {
    options: ExporterOptions,
    text: GameText,
}

impl TextExporter {
    fn initializer() -> PyClassInitializer<TextExporter> {
        let text = GameText::new(ExporterOptions::default().columns);
        base().add_subclass(TextExporter { options: ExporterOptions::default(), text })
    }

    fn set_options(&mut self, options: ExporterOptions) {
        *self = TextExporter { options, text: GameText::new(options.columns) };
    }

    /// Writes a game at once.
    pub(super) fn write_game(&mut self, store: &mut Store) {
        self.text.game(store, self.options);
    }
}

#[pymethods]
impl TextExporter {
    /// A game begins.
    fn begin_game(&mut self) {
        self.text.begin_game();
    }

    /// Takes a tag.
    fn visit_header(&mut self, tagname: &str, tagvalue: &str) {
        if self.options.headers {
            self.text.header(tagname, tagvalue);
        }
    }

    /// All tags were visited.
    fn end_headers(&mut self) {
        self.text.end_headers();
    }

    /// A variation begins.
    fn begin_variation(&mut self, py: Python<'_>) -> PyResult<Option<Py<SkipType>>> {
        if !self.options.variations {
            return skip(py).map(Some);
        }
        self.text.open_variation();
        Ok(None)
    }

    /// A variation ends.
    fn end_variation(&mut self) {
        if self.options.variations {
            self.text.close_variation();
        }
    }

    /// Takes a comment.
    fn visit_comment(&mut self, comment: &str) {
        if self.options.comments {
            self.text.comment([comment]);
        }
    }

    /// Takes a NAG.
    fn visit_nag(&mut self, nag: u32) {
        if self.options.comments {
            self.text.nag(nag);
        }
    }

    /// Takes a move.
    fn visit_move(&mut self, board: &Bound<'_, PyBoard>, r#move: &PyMove) -> PyResult<()> {
        let board = board.try_borrow()?;
        let legal = board.legal(board.py(), r#move)?;
        self.text.mv(board.ply(), &PyBoard::san_of(board.position()?, legal));
        Ok(())
    }

    /// Takes the termination marker.
    fn visit_result(&mut self, result: &str) {
        self.text.result(result);
    }
}

/// Writes games into a string: its result is the text, without a line feed at its end.
///
/// Lines of movetext are shorter than `columns`; `None` writes one line. Headers, comments with
/// NAGs, and variations can be left out.
///
/// >>> import io, pgnkit.pgn
/// >>> game = pgnkit.pgn.read_game(io.StringIO("1. e4 {best} e5 (1... c5) *"))
/// >>> game.accept(pgnkit.pgn.StringExporter(headers=False, variations=False))
/// '1. e4 { best } 1... e5 *'
#[pyclass(module = "pgnkit.pgn", extends = TextExporter, subclass)]
#[derive(Debug)]
pub(crate) struct StringExporter;

impl StringExporter {
    /// The text.
    pub(super) fn text<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        Ok(PyString::new(slf.py(), slf.as_super().try_borrow()?.text.as_str()))
    }
}

#[pymethods]
impl StringExporter {
    #[new]
    #[pyo3(
        signature = (*_args, **_kwargs),
        text_signature = "(*, columns=80, headers=True, comments=True, variations=True)"
    )]
    fn new(
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<StringExporter> {
        TextExporter::initializer().add_subclass(StringExporter)
    }

    #[pyo3(signature = (*, columns=Some(80), headers=true, comments=true, variations=true))]
    fn __init__(
        slf: &Bound<'_, Self>,
        columns: Option<usize>,
        headers: bool,
        comments: bool,
        variations: bool,
    ) -> PyResult<()> {
        let options = ExporterOptions { columns, headers, comments, variations };
        slf.as_super().try_borrow_mut()?.set_options(options);
        Ok(())
    }

    /// The result of the visit.
    fn result<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        StringExporter::text(slf)
    }

    fn __str__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        StringExporter::text(slf)
    }
}

/// Writes games into a file that is open for text, with an empty line after each; its result is the
/// number of characters that were written for the last game.
///
/// >>> import io, pgnkit.pgn
/// >>> handle = io.StringIO()
/// >>> exporter = pgnkit.pgn.FileExporter(handle, headers=False)
/// >>> for moves in ("1. e4 *", "1. d4 *"):
/// ...     _ = pgnkit.pgn.read_game(io.StringIO(moves)).accept(exporter)
/// >>> handle.getvalue()
/// '1. e4 *\n\n1. d4 *\n\n'
#[pyclass(module = "pgnkit.pgn", extends = TextExporter, subclass)]
#[derive(Debug)]
pub(crate) struct FileExporter {
    handle: Option<Py<PyAny>>,
    n_characters: usize,
}

impl FileExporter {
    /// Writes to the file what is not yet there; returns how many characters that are.
    pub(super) fn flush(slf: &Bound<'_, Self>) -> PyResult<usize> {
        let py = slf.py();
        let mut text = slf.as_super().try_borrow_mut()?.text.take();
        if text.is_empty() {
            return Ok(slf.try_borrow()?.n_characters);
        }
        text.push_str("\n\n");
        let handle = slf.try_borrow()?.handle.as_ref().map(|handle| handle.clone_ref(py));
        let handle = handle.ok_or_else(|| PyTypeError::new_err("FileExporter has no file"))?;
        handle.call_method1(py, intern!(py, "write"), (text.as_str(),))?;
        let n_characters = if text.is_ascii() { text.len() } else { text.chars().count() };
        slf.try_borrow_mut()?.n_characters = n_characters;
        Ok(n_characters)
    }
}

#[pymethods]
impl FileExporter {
    #[new]
    #[pyo3(
        signature = (*_args, **_kwargs),
        text_signature = "(handle, *, columns=80, headers=True, comments=True, variations=True)"
    )]
    fn new(
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<FileExporter> {
        let exporter = FileExporter { handle: None, n_characters: 0 };
        TextExporter::initializer().add_subclass(exporter)
    }

    #[pyo3(signature = (handle, *, columns=Some(80), headers=true, comments=true, variations=true))]
    fn __init__(
        slf: &Bound<'_, Self>,
        handle: Py<PyAny>,
        columns: Option<usize>,
        headers: bool,
        comments: bool,
        variations: bool,
    ) -> PyResult<()> {
        let options = ExporterOptions { columns, headers, comments, variations };
        slf.as_super().try_borrow_mut()?.set_options(options);
        slf.try_borrow_mut()?.handle = Some(handle);
        Ok(())
    }

    /// A game ends.
    fn end_game(slf: &Bound<'_, Self>) -> PyResult<()> {
        FileExporter::flush(slf).map(drop)
    }

    /// The result of the visit.
    fn result(slf: &Bound<'_, Self>) -> PyResult<usize> {
        FileExporter::flush(slf)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.handle.iter().try_for_each(|handle| visit.call(handle))
    }

    fn __clear__(&mut self) {
        self.handle = None;
    }
}
