//! Visitors: Python objects whose methods are called for the parts of a game, and those of pgnkit,
//! which build games, boards, tags and text.
//!
//! A visitor of pgnkit itself is not called step by step: its result is built directly. Subclasses
//! of it are called, and their methods may call those of the base class.
//!
//! Start at `accept`; `caller` makes the calls, `text` writes games.

mod base;
mod builder;
mod caller;
mod exporter;
mod lines;
mod text;

pub(crate) use base::{BaseVisitor, SkipType, skip};
pub(crate) use builder::{BoardBuilder, GameBuilder, HeadersBuilder, SkipVisitor};
pub(crate) use exporter::{FileExporter, StringExporter, TextExporter};

use crate::game::{Mainline, PyGameNode, fault_errors, game_handle};
use crate::read::{illegal_moves_of, next_game, read_headers, skip_game};
use pgnkit::NodeId;
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// Visits a node and what comes after it.
fn accept<'py>(node: &PyGameNode, visitor: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if node.id == NodeId::ROOT {
        if let Ok(exporter) = visitor.cast_exact::<StringExporter>() {
            exporter.as_super().try_borrow_mut()?.write_game(&mut node.store.lock());
            return Ok(StringExporter::text(exporter)?.into_any());
        }
        if let Ok(exporter) = visitor.cast_exact::<FileExporter>() {
            exporter.as_super().try_borrow_mut()?.write_game(&mut node.store.lock());
            let n_characters = FileExporter::flush(exporter)?;
            return Ok(n_characters.into_pyobject(visitor.py())?.into_any());
        }
        if let Ok(builder) = visitor.cast_exact::<GameBuilder>()
            && builder.try_borrow()?.makes_plain_games()
        {
            let store = node.store.lock().copy();
            return GameBuilder::adopt(builder, store);
        }
    }
    caller::accept(node, visitor)
}

#[pymethods]
impl PyGameNode {
    /// Visits the game, or the rest of it from this move on; returns the visitor's result.
    #[pyo3(name = "accept")]
    fn accept_visitor<'py>(
        slf: &Bound<'py, Self>,
        visitor: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        accept(slf.get(), visitor)
    }

    /// Visits the moves after this node as a separate game; returns the visitor's result.
    fn accept_subgame<'py>(
        slf: &Bound<'py, Self>,
        visitor: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let node = slf.get();
        if node.id == NodeId::ROOT {
            return accept(node, visitor);
        }
        caller::accept_subgame(node, visitor)
    }

    /// The text from here on, as `StringExporter` writes it.
    fn __str__(&self) -> String {
        text::text_from(&self.store, self.id)
    }
}

#[pymethods]
impl Mainline {
    /// Visits the line; returns the visitor's result.
    fn accept<'py>(&self, visitor: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        caller::accept_main_line(&self.store, self.start, visitor)
    }

    /// The moves with their comments and NAGs, as `StringExporter` writes them.
    fn __str__(&self) -> String {
        text::main_line_text(&self.store, self.start, true)
    }

    fn __repr__(&self) -> String {
        format!("<Mainline ({})>", text::main_line_text(&self.store, self.start, false))
    }
}

/// The next game of a handle, or `None` at its end.
///
/// The handle is open for text or for bytes; it is left after the game. `Visitor`, if given, is
/// called to create a visitor for the game, whose result is returned. With `illegal_moves="keep"`,
/// moves that left a king in check, and castling without the right, are played and marked with a
/// comment; by default (`"stop"`), the rest of their line becomes a comment.
///
/// >>> import io, pgnkit.pgn
/// >>> handle = io.StringIO("1. e4 * 1. d4 d5 *")
/// >>> [str(pgnkit.pgn.read_game(handle).mainline_moves()) for _ in range(2)]
/// ['1. e4', '1. d4 d5']
/// >>> pgnkit.pgn.read_game(handle) is None
/// True
#[pyfunction]
#[pyo3(signature = (handle, *, Visitor=None, illegal_moves=None))]
#[allow(non_snake_case, reason = "Python has this name")]
pub(crate) fn read_game<'py>(
    handle: &Bound<'py, PyAny>,
    Visitor: Option<&Bound<'py, PyAny>>,
    illegal_moves: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = handle.py();
    let illegal_moves = illegal_moves.map(illegal_moves_of).transpose()?.unwrap_or_default();
    let Some(make_visitor) = Visitor else {
        let Some(store) = next_game(handle, illegal_moves)? else { return Ok(None) };
        return Ok(Some(game_handle(py, store.share())?.into_any()));
    };
    let visitor = make_visitor.call0()?;
    if visitor.is_exact_instance_of::<SkipVisitor>() {
        let was_there = skip_game(handle)?;
        return Ok(was_there.then(|| PyBool::new(py, true).to_owned().into_any()));
    }
    if let Ok(builder) = visitor.cast_exact::<HeadersBuilder>()
        && builder.try_borrow()?.makes_plain_headers()
    {
        let Some(headers) = read_headers(handle)? else { return Ok(None) };
        return HeadersBuilder::adopt(builder, headers).map(Some);
    }
    let Some(mut store) = next_game(handle, illegal_moves)? else { return Ok(None) };
    if let Ok(builder) = visitor.cast_exact::<GameBuilder>()
        && builder.try_borrow()?.makes_plain_games()
    {
        return GameBuilder::adopt(builder, store).map(Some);
    }
    let errors = fault_errors(py, &store.faults, &store.origin)?;
    caller::read(&mut store, errors, &visitor).map(Some)
}
