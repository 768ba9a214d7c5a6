//! Nodes as Python has them: a game, and the moves below it.

use super::children::{children, main_child, starting_head};
use super::{GameFault, Headers, Mainline, Origin, SharedStore, Store};
use crate::board::PyBoard;
use crate::errors::ErrorClass;
use crate::moves::PyMove;
use pgnkit::game::MoveText;
use pgnkit::{Game, NodeId, Outcome};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A place in a game: the game itself, or a move.
///
/// Two handles to the same place are equal.
#[pyclass(name = "GameNode", module = "pgnkit.pgn", frozen, subclass)]
#[derive(Debug, Clone)]
pub(crate) struct PyGameNode {
    pub(crate) store: SharedStore,
    pub(crate) id: NodeId,
}

/// A move of a game.
#[pyclass(module = "pgnkit.pgn", extends = PyGameNode, frozen, subclass)]
#[derive(Debug)]
pub(crate) struct ChildNode;

/// A game: tags, and the moves below it.
///
/// >>> import io, pgnkit.pgn
/// >>> game = pgnkit.pgn.read_game(io.StringIO('[White "Tal"]\n\n1. e4 e5 (1... c5) 2. Nf3 *'))
/// >>> game.headers["White"], game.end().san()
/// ('Tal', 'Nf3')
/// >>> [node.san() for node in game.next().variations]
/// ['e5', 'c5']
#[pyclass(name = "Game", module = "pgnkit.pgn", extends = PyGameNode, frozen, subclass, weakref)]
#[derive(Debug)]
pub(crate) struct PyGame;

/// The handle of a node.
pub(crate) fn handle<'py>(
    py: Python<'py>,
    store: &SharedStore,
    id: NodeId,
) -> PyResult<Bound<'py, PyAny>> {
    let node = PyGameNode { store: Arc::clone(store), id };
    if id == NodeId::ROOT {
        return Ok(game_handle(py, node.store)?.into_any());
    }
    let node = PyClassInitializer::from(node).add_subclass(ChildNode);
    Ok(Bound::new(py, node)?.into_any())
}

/// The handle of a game.
pub(crate) fn game_handle(py: Python<'_>, store: SharedStore) -> PyResult<Bound<'_, PyGame>> {
    let node = PyGameNode { store, id: NodeId::ROOT };
    Bound::new(py, PyClassInitializer::from(node).add_subclass(PyGame))
}

/// The exceptions for the errors of a game.
pub(crate) fn fault_errors(
    py: Python<'_>,
    faults: &[GameFault],
    origin: &Origin,
) -> PyResult<Vec<PyErr>> {
    if faults.is_empty() {
        return Ok(Vec::new());
    }
    let class = py.import("pgnkit.errors")?.getattr("GameError")?;
    let game = (origin.number > 0).then_some(origin.number);
    let error = |fault: &GameFault| {
        let GameFault { code, name, message, line, column } = fault;
        let arguments = (message, code, name.as_ref(), origin.file.as_deref(), line, column, game);
        class.call1(arguments).map(PyErr::from_value)
    };
    faults.iter().map(error).collect()
}

impl PyGameNode {
    pub(crate) fn other<'py>(&self, py: Python<'py>, id: NodeId) -> PyResult<Bound<'py, PyAny>> {
        handle(py, &self.store, id)
    }

    /// The move that a text, a number or a node names among the children of this node.
    pub(crate) fn child(&self, which: &Bound<'_, PyAny>) -> PyResult<NodeId> {
        let missing = || PyKeyError::new_err("no such variation");
        // Requesting a number may run Python code, so nothing is locked yet.
        let number = which.extract::<isize>();
        let mut store = self.store.lock();
        let variant = store.variant();
        let found = children(store.tree(), self.id);
        if let Ok(node) = which.cast::<PyGameNode>() {
            let id = node.get().id;
            let is_ours = Arc::ptr_eq(&node.get().store, &self.store) && found.contains(&id);
            return if is_ours { Ok(id) } else { Err(missing()) };
        }
        if let Ok(mv) = which.cast::<PyMove>() {
            let text = mv.get().text();
            let is_it = |id: &NodeId| match store.tree().mv(*id) {
                Some(MoveText::Move(mv)) => PyMove::in_variant(mv, variant).text() == text,
                Some(MoveText::Unchecked(_)) | None => false,
            };
            return found.iter().copied().find(is_it).ok_or_else(missing);
        }
        let n = number.map_err(|_| PyTypeError::new_err("expected a number, a move or a node"))?;
        let n = if n < 0 { n + found.len() as isize } else { n };
        usize::try_from(n).ok().and_then(|n| found.get(n).copied()).ok_or_else(missing)
    }
}

#[pymethods]
impl PyGameNode {
    /// The node before it; `None` for the game.
    #[getter]
    fn parent<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let parent = self.store.lock().tree().parent(self.id);
        parent.map(|parent| self.other(py, parent)).transpose()
    }

    /// The move that led here; `None` for the game, and for a move that was not checked because
    /// its rules are not known.
    #[getter]
    fn r#move(&self) -> Option<PyMove> {
        let mut store = self.store.lock();
        let variant = store.variant();
        match store.tree().mv(self.id)? {
            MoveText::Move(mv) => Some(PyMove::in_variant(mv, variant)),
            MoveText::Unchecked(_) => None,
        }
    }

    /// The moves that were played from here, the main one first; a new list.
    #[getter]
    fn variations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let found = children(self.store.lock().tree(), self.id);
        let list = PyList::empty(py);
        for id in found {
            list.append(self.other(py, id)?)?;
        }
        Ok(list)
    }

    /// The next move of the main line from here, or `None`.
    pub(crate) fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let next = self.store.lock().tree().next(self.id);
        next.map(|next| self.other(py, next)).transpose()
    }

    /// The SAN of the move, as standard notation has it; the text of one that was not checked.
    fn san(&self) -> PyResult<String> {
        let store = self.store.lock();
        if let Some(san) = store.tree().san(self.id) {
            return Ok(san.as_str().to_owned());
        }
        match store.tree().mv(self.id) {
            Some(MoveText::Unchecked(text)) => Ok(text.to_owned()),
            Some(MoveText::Move(_)) | None => Err(PyTypeError::new_err("the game has no move")),
        }
    }

    /// The UCI text of the move.
    #[pyo3(signature = (*, chess960=None))]
    fn uci(&self, py: Python<'_>, chess960: Option<bool>) -> PyResult<String> {
        let mut store = self.store.lock();
        let variant = match chess960 {
            Some(true) => pgnkit::chess::Variant::Chess960,
            Some(false) => pgnkit::chess::Variant::Standard,
            None => store.variant(),
        };
        match store.tree().mv(self.id) {
            Some(MoveText::Move(mv)) => Ok(PyMove::in_variant(mv, variant).text()),
            Some(MoveText::Unchecked(text)) => {
                let message = format!("{text} was not checked: the rules are not known");
                drop(store);
                Err(ErrorClass::IllegalMove.raise(py, message))
            }
            None => Err(PyTypeError::new_err("the game has no move")),
        }
    }

    /// A board with the position here, and the moves that led to it.
    pub(crate) fn board(&self, py: Python<'_>) -> PyResult<PyBoard> {
        let line = self.store.lock().line_to(self.id);
        let (start, moves, position) = line.ok_or_else(|| {
            let message =
                "the position is not known: the FEN or the Variant tag was not understood";
            ErrorClass::Position.raise(py, message)
        })?;
        Ok(PyBoard::after(start, moves, position))
    }

    /// The position here as FEN, without a board.
    fn fen(&self, py: Python<'_>) -> PyResult<String> {
        let position = self.store.lock().position_at(self.id);
        let position =
            position.ok_or_else(|| ErrorClass::Position.raise(py, "the position is not known"))?;
        Ok(position.fen().as_str().to_owned())
    }

    /// Plies since the start position.
    fn ply(&self) -> u32 {
        self.store.lock().ply(self.id)
    }

    /// The side to move here, `True` for White.
    pub(super) fn turn(&self) -> bool {
        self.store.lock().ply(self.id).is_multiple_of(2)
    }

    /// The game of this node.
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.other(py, NodeId::ROOT)
    }

    /// The game of this node.
    fn root<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.other(py, NodeId::ROOT)
    }

    /// The last node of the line from here.
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let last = self.store.lock().tree().line(self.id).last();
        self.other(py, last.unwrap_or(self.id))
    }

    /// Whether no move follows on the line.
    fn is_end(&self) -> bool {
        self.store.lock().tree().next(self.id).is_none()
    }

    /// Whether the node begins a variation.
    pub(crate) fn starts_variation(&self) -> bool {
        starting_head(self.store.lock().tree(), self.id).is_some()
    }

    /// Whether no variation leads here.
    fn is_mainline(&self) -> bool {
        let store = self.store.lock();
        store.tree().head(self.id) == NodeId::ROOT
    }

    /// Whether the node is the first child of its parent.
    fn is_main_variation(&self) -> bool {
        let store = self.store.lock();
        main_child(store.tree(), self.id) == self.id
    }

    /// A child, by number, move or node.
    ///
    /// Raises:
    ///     KeyError: the node does not have this child.
    fn variation<'py>(
        &self,
        py: Python<'py>,
        r#move: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let id = self.child(r#move)?;
        self.other(py, id)
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        r#move: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.variation(py, r#move)
    }

    /// Whether a child has this number, move or node.
    fn has_variation(&self, r#move: &Bound<'_, PyAny>) -> bool {
        self.child(r#move).is_ok()
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> bool {
        self.has_variation(r#move)
    }

    /// The nodes of the main line after this one.
    fn mainline(&self) -> Mainline {
        Mainline::of_nodes(&self.store, self.id)
    }

    /// The moves of the main line after this node.
    fn mainline_moves(&self) -> Mainline {
        Mainline::of_moves(&self.store, self.id)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyGameNode>().is_ok_and(|other| {
            let other = other.get();
            other.id == self.id && Arc::ptr_eq(&self.store, &other.store)
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (Arc::as_ptr(&self.store) as usize, self.id).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        if self.id == NodeId::ROOT {
            let store = self.store.lock();
            let name = |tag| store.game.tag(tag).unwrap_or("?").to_owned();
            return format!("<Game: {} - {}>", name("White"), name("Black"));
        }
        let number = self.ply().div_ceil(2);
        let dots = if self.turn() { "..." } else { "." };
        let fen = self.fen(py).unwrap_or_default();
        format!("<ChildNode at {fen}: {number}{dots}{}>", self.san().unwrap_or_default())
    }
}

#[pymethods]
impl PyGame {
    /// Accepts any arguments, because those of subclasses are passed to it, too.
    #[new]
    #[pyo3(signature = (*_args, **_kwargs), text_signature = "(headers=None)")]
    fn new(
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<PyGame> {
        let node = PyGameNode { store: Store::of(Game::new()).share(), id: NodeId::ROOT };
        PyClassInitializer::from(node).add_subclass(PyGame)
    }

    #[pyo3(signature = (headers=None))]
    fn __init__(slf: &Bound<'_, Self>, headers: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let mut game = Game::new();
        if let Some(headers) = headers {
            Headers::fill(&mut game, headers)?;
        }
        *slf.as_super().get().store.lock() = Store::of(game);
        Ok(())
    }

    /// A game whose roster tags are absent until they are set.
    #[classmethod]
    fn without_tag_roster(cls: &Bound<'_, PyType>) -> PyResult<Py<PyAny>> {
        let game = cls.call0()?;
        game.cast::<PyGameNode>()?.get().store.lock().roster_defaults = 0;
        Ok(game.unbind())
    }

    /// A game with the moves that were played on a board.
    #[classmethod]
    fn from_board(cls: &Bound<'_, PyType>, board: &PyBoard) -> PyResult<Py<PyAny>> {
        let py = cls.py();
        let game = cls.call0()?;
        let shared = Arc::clone(&game.cast::<PyGameNode>()?.get().store);
        let mut store = shared.lock();
        let (root, moves) = board.line()?;
        Headers::set_start(&mut store, root);
        let mut node = NodeId::ROOT;
        let mut cursor_moves = moves.to_vec();
        let n_moves = cursor_moves.len();
        for mv in cursor_moves.drain(..n_moves) {
            node = store
                .game
                .add_move(node, mv)
                .map_err(|error| ErrorClass::IllegalMove.raise(py, error))?;
        }
        let outcome = match board.position()?.ending() {
            Some(end) => match end.winner {
                Some(pgnkit::Color::White) => Outcome::WhiteWins,
                Some(pgnkit::Color::Black) => Outcome::BlackWins,
                None => Outcome::Draw,
            },
            None if board.position()?.is_insufficient_material() => Outcome::Draw,
            None => Outcome::Unknown,
        };
        // A marker is a result.
        let _ = store.game.set_tag("Result", outcome.marker());
        store.game.set_outcome(outcome);
        drop(store);
        Ok(game.unbind())
    }

    /// The tags.
    #[getter]
    fn headers(slf: &Bound<'_, Self>) -> Headers {
        Headers::of(&slf.as_super().get().store)
    }

    /// The errors in the text of the game: exceptions with code, message, line and column.
    #[getter]
    fn errors<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let py = slf.py();
        let shared = &slf.as_super().get().store;
        let (faults, origin) = {
            let store = shared.lock();
            if let Some(list) = &store.errors {
                return Ok(list.bind(py).clone());
            }
            (store.faults.clone(), store.origin.clone())
        };
        let list = PyList::new(py, fault_errors(py, &faults, &origin)?)?;
        shared.lock().errors = Some(list.clone().unbind());
        Ok(list)
    }

    /// Begins the game from a position: a board, or a FEN. The moves are deleted.
    fn setup(slf: &Bound<'_, Self>, board: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = slf.py();
        let position = match board.cast::<PyBoard>() {
            Ok(board) => *board.borrow().position()?,
            Err(_) => {
                let variant = slf.as_super().get().store.lock().variant();
                crate::board::start_of(py, &board.extract::<String>()?, variant)?
            }
        };
        let mut store = slf.as_super().get().store.lock();
        store.game.truncate_after(NodeId::ROOT);
        Headers::set_start(&mut store, &position);
        Ok(())
    }

    /// The file that the game was read from, if it has a name.
    #[getter]
    fn file(slf: &Bound<'_, Self>) -> Option<String> {
        let Origin { file, .. } = slf.as_super().get().store.lock().origin.clone();
        file.map(|file| file.to_string())
    }

    /// The number of the game in its file, from 1; `None` if it is not known.
    #[getter]
    fn number(slf: &Bound<'_, Self>) -> Option<u64> {
        let number = slf.as_super().get().store.lock().origin.number;
        (number > 0).then_some(number)
    }

    /// Where the text of the game begins in its file, in bytes; `None` if it is not known.
    #[getter]
    fn offset(slf: &Bound<'_, Self>) -> Option<u64> {
        let store = slf.as_super().get().store.lock();
        (store.origin.number > 0).then_some(store.origin.offset)
    }

    /// The time control, parsed from its tag.
    fn time_control<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let value = slf.as_super().get().store.lock().game.tag("TimeControl").map(str::to_owned);
        let parse = slf.py().import("pgnkit._time_control")?.getattr("parse_time_control")?;
        parse.call1((value.unwrap_or_default(),))
    }
}
