//! Visitors that build a game, its tags, the board at its end, or nothing.

use super::base::{BaseVisitor, SkipType, base, skip};
use crate::board::PyBoard;
use crate::errors::ErrorClass;
use crate::game::{
    Headers, PyGame, PyGameNode, SharedStore, Store, change_tags, game_handle, set_result,
    starting_head,
};
use crate::moves::PyMove;
use pgnkit::{Nag, NodeId};
use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{PyTypeInfo, intern};

/// Builds a game, of the class `Game`. Faults are listed in the `errors` of the game.
///
/// >>> import io, pgnkit.pgn
/// >>> class WithoutComments(pgnkit.pgn.GameBuilder):
/// ...     def visit_comment(self, comment):
/// ...         pass
/// >>> handle = io.StringIO("1. e4 {best} e5 *")
/// >>> str(pgnkit.pgn.read_game(handle, Visitor=WithoutComments).mainline_moves())
/// '1. e4 e5'
#[pyclass(module = "pgnkit.pgn", extends = BaseVisitor, subclass)]
#[derive(Debug, Default)]
pub(crate) struct GameBuilder {
    class: GivenClass,
    game: Option<(Py<PyAny>, SharedStore)>,
    at: InsertionPoint,
    /// The places where the variations began that are not yet at their end.
    open: Vec<InsertionPoint>,
}

/// The class of what a builder makes, if it is not that of pgnkit.
#[derive(Debug, Default)]
struct GivenClass(Option<Py<PyAny>>);

impl GivenClass {
    /// A class that was given, unless it is the default, `T`.
    fn new<T: PyTypeInfo>(given: Option<Bound<'_, PyAny>>) -> GivenClass {
        let is_special = |class: &Bound<'_, PyAny>| !class.is(class.py().get_type::<T>());
        GivenClass(given.filter(is_special).map(Bound::unbind))
    }

    fn or_default<'py, T: PyTypeInfo>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match &self.0 {
            Some(class) => class.bind(py).clone(),
            None => py.get_type::<T>().into_any(),
        }
    }
}

/// Where the next move is added.
#[derive(Debug, Default)]
struct InsertionPoint {
    /// The node before it.
    node: NodeId,
    /// The comments in a variation before its first move.
    notes: Vec<Note>,
    begins_variation: bool,
}

/// A comment or a NAG.
#[derive(Debug)]
enum Note {
    Comment(String),
    Nag(Nag),
}

impl Note {
    fn attach(self, store: &mut Store, node: NodeId) {
        match self {
            Note::Comment(text) => {
                store.game.add_comment(node, &text);
            }
            Note::Nag(nag) => {
                store.game.tree_mut().add_nag(node, nag);
            }
        }
    }
}

impl GameBuilder {
    /// Whether its games are of the class of pgnkit.
    pub(super) fn makes_plain_games(&self) -> bool {
        self.class.0.is_none()
    }

    /// Makes a game that is already there its result.
    pub(super) fn adopt<'py>(slf: &Bound<'py, Self>, store: Store) -> PyResult<Bound<'py, PyAny>> {
        let store = store.share();
        let game = game_handle(slf.py(), SharedStore::clone(&store))?.into_any();
        slf.try_borrow_mut()?.begin_with(game.clone().unbind(), store);
        Ok(game)
    }

    fn begin_with(&mut self, game: Py<PyAny>, store: SharedStore) {
        self.game = Some((game, store));
        (self.at, self.open) = (InsertionPoint::default(), Vec::new());
    }

    fn store(&self) -> PyResult<SharedStore> {
        let store = self.game.as_ref().map(|(_, store)| SharedStore::clone(store));
        store.ok_or_else(|| PyTypeError::new_err("begin_game was not called"))
    }

    fn annotate(&mut self, note: Note) -> PyResult<()> {
        if self.at.begins_variation {
            self.at.notes.push(note);
        } else {
            note.attach(&mut self.store()?.lock(), self.at.node);
        }
        Ok(())
    }
}

#[pymethods]
impl GameBuilder {
    #[new]
    #[pyo3(
        signature = (*_args, **_kwargs),
        text_signature = "(*, Game=None)"
    )]
    fn new(
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<GameBuilder> {
        base().add_subclass(GameBuilder::default())
    }

    #[pyo3(signature = (*, Game=None))]
    #[allow(non_snake_case, reason = "Python has this name")]
    fn __init__(&mut self, Game: Option<Bound<'_, PyAny>>) {
        self.class = GivenClass::new::<PyGame>(Game);
    }

    /// A game begins.
    fn begin_game(slf: &Bound<'_, Self>) -> PyResult<()> {
        let py = slf.py();
        let class = slf.try_borrow()?.class.or_default::<PyGame>(py);
        let game = class.call0()?;
        let store = SharedStore::clone(&game.cast::<PyGameNode>()?.get().store);
        slf.try_borrow_mut()?.begin_with(game.unbind(), store);
        Ok(())
    }

    /// Takes a tag.
    fn visit_header(&self, py: Python<'_>, tagname: &str, tagvalue: &str) -> PyResult<()> {
        let store = self.store()?;
        let done = change_tags(&mut store.lock(), |tags| tags.push(tagname, tagvalue));
        done.map_err(|error| ErrorClass::Tag.raise(py, error))
    }

    /// Takes a move.
    fn visit_move(&mut self, board: &Bound<'_, PyBoard>, r#move: &PyMove) -> PyResult<()> {
        let py = board.py();
        let legal = board.try_borrow()?.legal(py, r#move)?;
        let store = self.store()?;
        let mut store = store.lock();
        let added = store.game.add_repeated_move(self.at.node, legal);
        let node = match added {
            Ok(node) => node,
            Err(error) => {
                drop(store);
                return Err(ErrorClass::IllegalMove.raise(py, error));
            }
        };
        let notes = std::mem::take(&mut self.at.notes);
        if let Some(head) = starting_head(store.tree(), node) {
            notes.into_iter().for_each(|note| note.attach(&mut store, head));
        }
        (self.at.node, self.at.begins_variation) = (node, false);
        Ok(())
    }

    /// Takes a comment.
    fn visit_comment(&mut self, comment: &str) -> PyResult<()> {
        self.annotate(Note::Comment(comment.to_owned()))
    }

    /// Takes a NAG.
    fn visit_nag(&mut self, nag: u16) -> PyResult<()> {
        self.annotate(Note::Nag(Nag(nag)))
    }

    /// A variation begins.
    fn begin_variation(&mut self) -> PyResult<Option<Py<SkipType>>> {
        let parent = self.store()?.lock().tree().parent(self.at.node).unwrap_or_default();
        let place = InsertionPoint { node: parent, notes: Vec::new(), begins_variation: true };
        self.open.push(std::mem::replace(&mut self.at, place));
        Ok(None)
    }

    /// Returns to the move that the variation replaces, which gets the comments of a variation
    /// without a move.
    fn end_variation(&mut self) -> PyResult<()> {
        let Some(replaced) = self.open.pop() else { return Ok(()) };
        let variation = std::mem::replace(&mut self.at, replaced);
        let is_comment = |note: &Note| matches!(note, Note::Comment(_));
        variation.notes.into_iter().filter(is_comment).try_for_each(|note| self.annotate(note))
    }

    /// Takes the termination marker.
    fn visit_result(&self, result: &str) -> PyResult<()> {
        let store = self.store()?;
        let game = &mut store.lock().game;
        let tag = game.tag("Result").filter(|value| *value != "*").map(str::to_owned);
        set_result(game, result);
        // The marker does not overrule a tag that names another result.
        if let Some(value) = tag {
            // The moves do not depend on this tag.
            let _ = game.set_tag_in_place("Result", &value);
        }
        Ok(())
    }

    /// Takes an error of the game.
    fn handle_error(slf: &Bound<'_, Self>, error: &Bound<'_, PyAny>) -> PyResult<()> {
        let game = GameBuilder::result(slf)?;
        game.getattr(intern!(slf.py(), "errors"))?.call_method1("append", (error,)).map(drop)
    }

    /// The game; `None` before one has begun.
    fn result<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let builder = slf.try_borrow()?;
        Ok(builder
            .game
            .as_ref()
            .map_or_else(|| py.None(), |(game, _)| game.clone_ref(py))
            .into_bound(py))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let game = self.game.iter().map(|(game, _)| game);
        self.class.0.iter().chain(game).try_for_each(|object| visit.call(object))
    }

    fn __clear__(&mut self) {
        (self.class, self.game) = (GivenClass::default(), None);
    }
}

/// Builds the tags of a game and passes over its moves; `Headers` makes the mapping that they are
/// put into.
#[pyclass(module = "pgnkit.pgn", extends = BaseVisitor, subclass)]
#[derive(Debug, Default)]
pub(crate) struct HeadersBuilder {
    class: GivenClass,
    headers: Option<Py<PyAny>>,
}

impl HeadersBuilder {
    /// Whether the mapping is that of pgnkit.
    pub(super) fn makes_plain_headers(&self) -> bool {
        self.class.0.is_none()
    }

    /// Makes tags that are already there its result.
    pub(super) fn adopt<'py>(
        slf: &Bound<'py, Self>,
        headers: Headers,
    ) -> PyResult<Bound<'py, PyAny>> {
        let headers = Bound::new(slf.py(), headers)?.into_any();
        slf.try_borrow_mut()?.headers = Some(headers.clone().unbind());
        Ok(headers)
    }
}

#[pymethods]
impl HeadersBuilder {
    #[new]
    #[pyo3(
        signature = (*_args, **_kwargs),
        text_signature = "(*, Headers=None)"
    )]
    fn new(
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<HeadersBuilder> {
        base().add_subclass(HeadersBuilder::default())
    }

    #[pyo3(signature = (*, Headers=None))]
    #[allow(non_snake_case, reason = "Python has this name")]
    fn __init__(&mut self, Headers: Option<Bound<'_, PyAny>>) {
        self.class = GivenClass::new::<self::Headers>(Headers);
    }

    /// The tags begin.
    fn begin_headers<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let class = slf.try_borrow()?.class.or_default::<Headers>(py);
        let headers = class.call0()?;
        slf.try_borrow_mut()?.headers = Some(headers.clone().unbind());
        Ok(headers)
    }

    /// Takes a tag.
    fn visit_header(slf: &Bound<'_, Self>, tagname: &str, tagvalue: &str) -> PyResult<()> {
        HeadersBuilder::result(slf)?.set_item(tagname, tagvalue)
    }

    /// All tags were visited.
    fn end_headers(&self, py: Python<'_>) -> PyResult<Py<SkipType>> {
        skip(py)
    }

    /// The tags; `None` before there are any.
    fn result<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let builder = slf.try_borrow()?;
        let headers = builder.headers.as_ref().map_or_else(|| py.None(), |made| made.clone_ref(py));
        Ok(headers.into_bound(py))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.class.0.iter().chain(&self.headers).try_for_each(|object| visit.call(object))
    }

    fn __clear__(&mut self) {
        (self.class, self.headers) = (GivenClass::default(), None);
    }
}

/// Builds the board at the end of the main line, with the moves that led there.
#[pyclass(module = "pgnkit.pgn", extends = BaseVisitor, subclass)]
#[derive(Debug, Default)]
pub(crate) struct BoardBuilder {
    board: Option<Py<PyAny>>,
}

#[pymethods]
impl BoardBuilder {
    #[new]
    #[pyo3(
        signature = (*_args, **_kwargs),
        text_signature = "()"
    )]
    fn new(
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<BoardBuilder> {
        base().add_subclass(BoardBuilder::default())
    }

    /// A variation begins.
    fn begin_variation(&self, py: Python<'_>) -> PyResult<Py<SkipType>> {
        skip(py)
    }

    /// Takes a position.
    fn visit_board(&mut self, board: Py<PyAny>) {
        self.board = Some(board);
    }

    /// The board; `None` before there is one.
    fn result(&self, py: Python<'_>) -> Py<PyAny> {
        self.board.as_ref().map_or_else(|| py.None(), |board| board.clone_ref(py))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.board.iter().try_for_each(|board| visit.call(board))
    }

    fn __clear__(&mut self) {
        self.board = None;
    }
}

/// Passes over a game; its result is `True`.
#[pyclass(module = "pgnkit.pgn", extends = BaseVisitor, subclass)]
#[derive(Debug)]
pub(crate) struct SkipVisitor;

#[pymethods]
impl SkipVisitor {
    #[new]
    #[pyo3(
        signature = (*_args, **_kwargs),
        text_signature = "()"
    )]
    fn new(
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<SkipVisitor> {
        base().add_subclass(SkipVisitor)
    }

    /// A game begins.
    fn begin_game(&self, py: Python<'_>) -> PyResult<Py<SkipType>> {
        skip(py)
    }

    /// All tags were visited.
    fn end_headers(&self, py: Python<'_>) -> PyResult<Py<SkipType>> {
        skip(py)
    }

    /// A variation begins.
    fn begin_variation(&self, py: Python<'_>) -> PyResult<Py<SkipType>> {
        skip(py)
    }

    /// The result of the visit.
    fn result(&self) -> bool {
        true
    }
}
