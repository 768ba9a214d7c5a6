//! Calls the methods of a Python visitor for a game, while the game is read or afterwards.
//!
//! ```text
//! read    Game::visit, in the order of the text ─┐
//!                                                ├─ Caller ─ visit_move(board, move), …
//! accept  Lines, with alternatives one by one  ──┘
//! ```
//!
//! All moves are made on one board, which visitors may use but must restore.

use super::SkipType;
use super::lines::{LineStep, LineWalk};
use super::text::sorted_nags;
use crate::board::PyBoard;
use crate::errors::ErrorClass;
use crate::game::{
    Headers, PyGameNode, SharedStore, Store, comment_text, each_header, starting_head,
};
use crate::moves::PyMove;
use pgnkit::chess::Move;
use pgnkit::game::MoveText;
use pgnkit::syntax::{CommentKind, RawComment, RawNag, RawSymbol, Skip, Span, Visitor};
use pgnkit::{Game, NodeId};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ops::ControlFlow;

/// A visitor and the board that its calls are about.
pub(super) struct Caller<'py> {
    visitor: Bound<'py, PyAny>,
    /// `None` if the rules or the start position are unknown.
    board: Option<Bound<'py, PyBoard>>,
    variations: Vec<OpenVariation>,
}

/// A variation that the board is in.
struct OpenVariation {
    /// The move that it replaces.
    replaced: Option<Move>,
    ply_count: usize,
}

/// The request of a visitor's method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    GoOn,
    Skip,
}

impl<'py> Caller<'py> {
    pub(super) fn new(visitor: &Bound<'py, PyAny>) -> Caller<'py> {
        Caller { visitor: visitor.clone(), board: None, variations: Vec::new() }
    }

    fn py(&self) -> Python<'py> {
        self.visitor.py()
    }

    fn call(
        &self,
        method: &Bound<'py, PyString>,
        arguments: impl PyCallArgs<'py>,
    ) -> PyResult<Wish> {
        let answer = self.visitor.call_method1(method, arguments)?;
        Ok(if answer.is_instance_of::<SkipType>() { Wish::Skip } else { Wish::GoOn })
    }

    fn handle_error(&self, error: PyErr) -> PyResult<()> {
        let py = self.py();
        if !error.is_instance_of::<PyValueError>(py) {
            return Err(error);
        }
        self.call(intern!(py, "handle_error"), (error.into_value(py),)).map(drop)
    }

    pub(super) fn result(&self) -> PyResult<Bound<'py, PyAny>> {
        self.visitor.call_method0(intern!(self.py(), "result"))
    }

    fn visit_board(&self) -> PyResult<()> {
        let Some(board) = &self.board else { return Ok(()) };
        self.call(intern!(self.py(), "visit_board"), (board,)).map(drop)
    }

    fn visit_comment(&self, comment: &str) -> PyResult<()> {
        if comment.is_empty() {
            return Ok(());
        }
        self.call(intern!(self.py(), "visit_comment"), (comment,)).map(drop)
    }

    fn visit_nag(&self, nag: u32) -> PyResult<()> {
        self.call(intern!(self.py(), "visit_nag"), (nag,)).map(drop)
    }

    fn visit_result(&self, marker: &str) -> PyResult<()> {
        self.call(intern!(self.py(), "visit_result"), (marker,)).map(drop)
    }

    /// Visits a move and makes it on the board.
    fn visit_move(&mut self, mv: &PyMove) -> PyResult<()> {
        let Some(board) = &self.board else { return Ok(()) };
        let py = board.py();
        self.call(intern!(py, "visit_move"), (board, *mv))?;
        let legal = board.try_borrow()?.legal(py, mv)?;
        board.try_borrow_mut()?.play(legal);
        if let Some(variation) = self.variations.last_mut() {
            variation.ply_count += 1;
        }
        self.visit_board()
    }

    /// Takes the last move back, so that a variation of it can be visited.
    fn open_variation(&mut self) -> PyResult<()> {
        let Some(board) = &self.board else { return Ok(()) };
        let replaced = board.try_borrow_mut()?.take_back();
        self.variations.push(OpenVariation { replaced, ply_count: 0 });
        Ok(())
    }

    /// Returns to the move that the variation replaces.
    fn close_variation(&mut self) -> PyResult<()> {
        let (Some(board), Some(variation)) = (&self.board, self.variations.pop()) else {
            return Ok(());
        };
        let mut board = board.try_borrow_mut()?;
        for _ in 0..variation.ply_count {
            board.take_back();
        }
        if let Some(mv) = variation.replaced {
            let shown = PyMove::of(mv, board.position()?);
            let legal = board.legal(self.py(), &shown)?;
            board.play(legal);
        }
        Ok(())
    }

    /// Begins a game and visits its tags; returns whether its moves are needed.
    fn begin(&self, visit_headers: impl FnOnce() -> PyResult<()>) -> PyResult<Wish> {
        let py = self.py();
        if self.call(intern!(py, "begin_game"), ())? == Wish::Skip {
            return Ok(Wish::Skip);
        }
        self.call(intern!(py, "begin_headers"), ())?;
        visit_headers()?;
        self.call(intern!(py, "end_headers"), ())
    }

    fn end(&self) -> PyResult<Bound<'py, PyAny>> {
        self.call(intern!(self.py(), "end_game"), ())?;
        self.result()
    }

    fn visit_header(&self, name: &str, value: &str) -> PyResult<()> {
        self.call(intern!(self.py(), "visit_header"), (name, value)).map(drop)
    }

    fn visit_headers(&self, store: &Store) -> PyResult<()> {
        let mut visited = Ok(());
        each_header(store, |name, value| {
            if visited.is_ok() {
                visited = self.visit_header(name, value);
            }
        });
        visited
    }

    fn annotations(&self, game: &Game, node: NodeId) -> PyResult<()> {
        if !game.tree().has_annotations(node) {
            return Ok(());
        }
        for nag in sorted_nags(game, node) {
            self.visit_nag(u32::from(nag))?;
        }
        self.visit_comment(&comment_text(game.tree(), node))
    }

    /// Visits the comments before the first move of a variation.
    fn starting_comment(&self, game: &Game, first: NodeId) -> PyResult<()> {
        let head = starting_head(game.tree(), first);
        head.map_or(Ok(()), |head| self.visit_comment(&comment_text(game.tree(), head)))
    }

    /// Visits lines, with their variations if needed.
    fn visit_lines(
        &mut self,
        game: &Game,
        mut lines: LineWalk<'_>,
        variations: bool,
    ) -> PyResult<()> {
        let py = self.py();
        while let Some(step) = lines.next() {
            match step {
                LineStep::Move(node) => {
                    let Some(MoveText::Move(mv)) = game.tree().mv(node) else {
                        return Err(unknown_rules(py));
                    };
                    let shown = match &self.board {
                        Some(board) => PyMove::of(mv, board.try_borrow()?.position()?),
                        None => return Err(unknown_rules(py)),
                    };
                    self.visit_move(&shown)?;
                    self.annotations(game, node)?;
                }
                LineStep::Open(_) if !variations => {}
                LineStep::Open(first) => {
                    if self.call(intern!(py, "begin_variation"), ())? == Wish::Skip {
                        self.call(intern!(py, "end_variation"), ())?;
                        continue;
                    }
                    self.open_variation()?;
                    self.starting_comment(game, first)?;
                    lines.enter(first);
                }
                LineStep::Close => {
                    self.close_variation()?;
                    self.call(intern!(py, "end_variation"), ())?;
                }
            }
        }
        Ok(())
    }

    /// Makes `node` the place of the board.
    fn set_board(&mut self, store: &mut Store, node: NodeId) -> PyResult<()> {
        let (start, moves, position) =
            store.line_to(node).ok_or_else(|| unknown_rules(self.py()))?;
        self.board = Some(Bound::new(self.py(), PyBoard::after(start, moves, position))?);
        Ok(())
    }
}

fn unknown_rules(py: Python<'_>) -> PyErr {
    let message = "the position is not known: the FEN or the Variant tag was not understood";
    ErrorClass::Position.raise(py, message)
}

/// Visits a game, or the rest of one from a move on.
pub(super) fn accept<'py>(
    node: &PyGameNode,
    visitor: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    // A copy, because the visitor may change the game.
    let mut store = node.store.lock().copy();
    let mut caller = Caller::new(visitor);
    if node.id == NodeId::ROOT {
        return whole_game(&mut caller, &mut store, NodeId::ROOT);
    }
    let parent = store.tree().parent(node.id).unwrap_or_default();
    caller.set_board(&mut store, parent)?;
    caller.starting_comment(&store.game, node.id)?;
    let lines = LineWalk::from(store.game.tree(), node.id, 0);
    caller.visit_lines(&store.game, lines, true)?;
    caller.result()
}

/// Visits the rest of a game after a node as a separate game.
pub(super) fn accept_subgame<'py>(
    node: &PyGameNode,
    visitor: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut store = node.store.lock().copy();
    whole_game(&mut Caller::new(visitor), &mut store, node.id)
}

/// Visits the game after a node, which is its start.
fn whole_game<'py>(
    caller: &mut Caller<'py>,
    store: &mut Store,
    node: NodeId,
) -> PyResult<Bound<'py, PyAny>> {
    caller.set_board(store, node)?;
    let position = store.position_at(node);
    let wish = caller.begin(|| {
        let mut tags = store.copy_tags();
        if let Some(position) = position.filter(|_| node != NodeId::ROOT) {
            Headers::set_start(&mut tags, &position);
        }
        caller.visit_headers(&tags)
    })?;
    if wish == Wish::GoOn {
        caller.visit_board()?;
        if node == NodeId::ROOT {
            caller.annotations(&store.game, node)?;
        }
        let lines = LineWalk::after(store.game.tree(), node, 0);
        caller.visit_lines(&store.game, lines, true)?;
        caller.visit_result(store.result())?;
    }
    caller.end()
}

/// Visits the main line after a node: its moves and their annotations, without variations.
pub(super) fn accept_main_line<'py>(
    store: &SharedStore,
    start: NodeId,
    visitor: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut store = store.lock().copy();
    let mut caller = Caller::new(visitor);
    caller.set_board(&mut store, start)?;
    let lines = LineWalk::after(store.game.tree(), start, 0);
    caller.visit_lines(&store.game, lines, false)?;
    caller.result()
}

/// Visits a game that was just read, in the order of its text; `errors` are its faults.
pub(super) fn read<'py>(
    store: &mut Store,
    errors: Vec<PyErr>,
    visitor: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut caller = Caller::new(visitor);
    let wish = caller.begin(|| {
        let tags = store.game.tags();
        tags.iter().try_for_each(|tag| caller.visit_header(tag.name, tag.value))
    })?;
    if wish == Wish::GoOn {
        match caller.set_board(store, NodeId::ROOT) {
            Err(error) => caller.handle_error(error)?,
            Ok(()) => {
                caller.visit_board()?;
                let mut reading = StepCaller { caller: &mut caller, ignored: Ignored::Nothing };
                if let ControlFlow::Break(error) = store.game.visit(&mut reading) {
                    return Err(error);
                }
            }
        }
        errors.into_iter().try_for_each(|error| caller.handle_error(error))?;
        caller.visit_result(store.game.outcome().marker())?;
    }
    caller.end()
}

/// Turns the steps of a text into calls.
struct StepCaller<'c, 'py> {
    caller: &'c mut Caller<'py>,
    ignored: Ignored,
}

/// The part of the movetext to skip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ignored {
    Nothing,
    /// The rest of a line, and variations in it that have begun.
    RestOfLine {
        variations: usize,
    },
    /// A complete variation.
    Variation,
}

impl StepCaller<'_, '_> {
    /// Visits a move by its text.
    fn symbol_of(&mut self, san: &str) -> PyResult<()> {
        let py = self.caller.py();
        let Some(board) = self.caller.board.clone() else { return Ok(()) };
        let name = intern!(py, "begin_parse_san");
        if self.caller.call(name, (&board, san))? == Wish::Skip {
            self.ignored = Ignored::RestOfLine { variations: 0 };
            return Ok(());
        }
        let parsed = self.caller.visitor.call_method1(intern!(py, "parse_san"), (&board, san));
        let legal = parsed.and_then(|mv| {
            let mv = *mv.cast::<PyMove>()?.get();
            board.try_borrow()?.legal(py, &mv).map(|_| mv)
        });
        match legal {
            Ok(mv) => self.caller.visit_move(&mv),
            Err(error) => {
                self.ignored = Ignored::RestOfLine { variations: 0 };
                self.caller.handle_error(error)
            }
        }
    }

    fn begin(&mut self) -> PyResult<Skip> {
        if let Ignored::RestOfLine { variations } = &mut self.ignored {
            *variations += 1;
            return Ok(Skip::Over);
        }
        if self.caller.call(intern!(self.caller.py(), "begin_variation"), ())? == Wish::Skip {
            self.ignored = Ignored::Variation;
            return Ok(Skip::Over);
        }
        self.caller.open_variation()?;
        Ok(Skip::Enter)
    }

    fn end(&mut self) -> PyResult<()> {
        match &mut self.ignored {
            Ignored::RestOfLine { variations } if *variations > 0 => {
                *variations -= 1;
                return Ok(());
            }
            Ignored::Variation => {}
            Ignored::Nothing | Ignored::RestOfLine { .. } => self.caller.close_variation()?,
        }
        self.ignored = Ignored::Nothing;
        self.caller.call(intern!(self.caller.py(), "end_variation"), ()).map(drop)
    }
}

/// The answer of a call as the reader takes it.
fn flow<T>(answer: PyResult<T>) -> ControlFlow<PyErr, T> {
    match answer {
        Ok(value) => ControlFlow::Continue(value),
        Err(error) => ControlFlow::Break(error),
    }
}

impl Visitor for StepCaller<'_, '_> {
    type Break = PyErr;

    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<PyErr> {
        if self.ignored != Ignored::Nothing {
            return ControlFlow::Continue(());
        }
        flow(self.symbol_of(&String::from_utf8_lossy(symbol.text)))
    }

    fn nag(&mut self, nag: RawNag) -> ControlFlow<PyErr> {
        if self.ignored != Ignored::Nothing {
            return ControlFlow::Continue(());
        }
        flow(self.caller.visit_nag(nag.value))
    }

    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<PyErr> {
        if self.ignored != Ignored::Nothing || comment.kind == CommentKind::Escape {
            return ControlFlow::Continue(());
        }
        flow(self.caller.visit_comment(String::from_utf8_lossy(comment.text).trim()))
    }

    fn begin_variation(&mut self, _: Span) -> ControlFlow<PyErr, Skip> {
        flow(self.begin())
    }

    fn end_variation(&mut self, _: Span) -> ControlFlow<PyErr> {
        flow(self.end())
    }
}
