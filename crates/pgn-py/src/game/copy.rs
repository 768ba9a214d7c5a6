//! Copies and pickles of games, nodes and tags.
//!
//! ```text
//! game    its text in the profile `lossless`, where it comes from, and its errors
//! node    its game, and the number of the child at each step from the start
//! tags    the tags alone
//! ```
//!
//! `pickle` reads the text of a game again.

use super::children::children;
use super::node::{ChildNode, handle};
use super::{
    GameFault, Headers, Origin, PyGame, PyGameNode, SharedStore, Store, StoreCell, game_handle,
};
use crate::subclass::{attributes, bare, copy_attributes};
use pgnkit::write::{Export, Profile};
use pgnkit::{Game, NodeId, Outcome};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType, PyWeakrefReference};
use std::sync::Arc;

/// A fault in a pickle: code, name, message, line, column.
pub(crate) type PickledFault = (String, String, String, u64, u64);

/// The file of a game, its number there, and where its text begins.
pub(crate) type PickledOrigin = (Option<String>, u64, u64);

/// The same store, independent of this one.
fn copy_of(py: Python<'_>, store: &StoreCell) -> SharedStore {
    let (mut copy, errors) = {
        let store = store.lock();
        let mut copy = store.copy();
        (copy.faults, copy.origin) = (store.faults.clone(), store.origin.clone());
        (copy, store.errors.as_ref().map(|errors| errors.clone_ref(py)))
    };
    // Python may run here, so nothing is locked.
    copy.errors = errors.map(|errors| {
        let errors = errors.bind(py);
        errors.get_slice(0, errors.len()).unbind()
    });
    copy.share()
}

/// The handle of a game, which is of a subclass if `like` is.
fn game_like<'py>(like: &Bound<'py, PyAny>, store: SharedStore) -> PyResult<Bound<'py, PyAny>> {
    game_of_class(&like.get_type(), store)
}

/// The handle of a game of a class, which may be a subclass in Python.
pub(crate) fn game_of_class<'py>(
    class: &Bound<'py, PyType>,
    store: SharedStore,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    if class.is(py.get_type::<PyGame>()) {
        return Ok(game_handle(py, store)?.into_any());
    }
    let game = bare::<PyGame>(class)?;
    let content = Arc::try_unwrap(store).map_or_else(|store| store.lock().copy(), StoreCell::open);
    *game.cast::<PyGameNode>()?.get().store.lock() = content;
    Ok(game)
}

/// The object for a node in a copy of its game.
fn copied<'py>(
    node: &Bound<'py, PyGameNode>,
    game: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    match node.get().id {
        NodeId::ROOT => Ok(game.clone()),
        id => handle(node.py(), &game.cast::<PyGameNode>()?.get().store, id),
    }
}

/// The handle under which a game is pickled: the same one as long as it exists, so that the nodes
/// of a game remain nodes of one game.
fn pickled_handle<'py>(node: &Bound<'py, PyGameNode>) -> PyResult<Bound<'py, PyAny>> {
    let (py, shared) = (node.py(), &node.get().store);
    let known = shared.lock().pickled.as_ref().map(|known| known.clone_ref(py));
    if let Some(game) = known.and_then(|known| known.bind(py).upgrade()) {
        return Ok(game);
    }
    let game = match node.get().id {
        NodeId::ROOT => node.clone().into_any(),
        _ => game_handle(py, Arc::clone(shared))?.into_any(),
    };
    remember(&game)?;
    Ok(game)
}

fn remember(game: &Bound<'_, PyAny>) -> PyResult<()> {
    let reference = PyWeakrefReference::new(game)?.unbind();
    let before = game.cast::<PyGameNode>()?.get().store.lock().pickled.replace(reference);
    drop(before);
    Ok(())
}

/// The number of the child at each step from the start to a node.
fn path_to(store: &Store, node: NodeId) -> Vec<usize> {
    let (tree, mut at, mut path) = (store.tree(), node, Vec::new());
    while let Some(parent) = tree.parent(at) {
        let number = children(tree, parent).iter().position(|child| *child == at);
        path.push(number.unwrap_or_default());
        at = parent;
    }
    path.reverse();
    path
}

#[pymethods]
impl PyGameNode {
    /// The same place in a copy of the game.
    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let game = game_for(slf, None)?;
        copied(slf, &game)
    }

    /// The same place in a copy of the game; nodes that are copied together stay in one game.
    fn __deepcopy__<'py>(
        slf: &Bound<'py, Self>,
        memo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let key = ("pgnkit.game", Arc::as_ptr(&slf.get().store) as usize);
        let known = memo.call_method1("get", (key,))?;
        let game = if known.is_none() {
            let game = game_for(slf, Some(memo))?;
            // With the original, whose place in memory nothing else takes meanwhile.
            memo.set_item(key, (slf, &game))?;
            game
        } else {
            known.get_item(1)?
        };
        copied(slf, &game)
    }

    /// How `pickle` makes the node again: from its game and the way to it.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, shared) = (slf.py(), &slf.get().store);
        let module = py.import("pgnkit._pgnkit")?;
        if slf.get().id != NodeId::ROOT {
            let path = path_to(&shared.lock(), slf.get().id);
            let made_from = (pickled_handle(slf)?, path);
            return (module.getattr("_restore_node")?, made_from).into_pyobject(py);
        }
        remember(slf)?;
        let (text, origin, faults, roster, errors) = {
            let store = shared.lock();
            let mut text = Vec::new();
            let written =
                Export::new(Profile::Lossless).append(&store.game, &mut text, &mut Vec::new());
            written.map_err(|error| PyValueError::new_err(error.to_string()))?;
            let Origin { file, number, offset } = &store.origin;
            let origin: PickledOrigin = (file.as_deref().map(str::to_owned), *number, *offset);
            let errors = store.errors.as_ref().map(|errors| errors.clone_ref(py));
            (text, origin, pickled_faults(&store.faults), store.roster_defaults, errors)
        };
        let text = PyBytes::new(py, &text);
        let made_from = (slf.get_type(), text, roster, origin, faults, errors);
        let state = attributes(slf)?;
        (module.getattr("_restore_game")?, made_from, state).into_pyobject(py)
    }
}

/// A copy of the game of a node, of the class of the object if that is the game.
fn game_for<'py>(
    node: &Bound<'py, PyGameNode>,
    memo: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = node.py();
    let store = copy_of(py, &node.get().store);
    if node.is_instance_of::<ChildNode>() {
        return Ok(game_handle(py, store)?.into_any());
    }
    let game = game_like(node, store)?;
    copy_attributes(node, &game, memo)?;
    Ok(game)
}

fn pickled_faults(faults: &[GameFault]) -> Vec<PickledFault> {
    let pickled = |fault: &GameFault| {
        let GameFault { code, name, message, line, column } = fault.clone();
        (code, name.into_owned(), message, line, column)
    };
    faults.iter().map(pickled).collect()
}

/// The node of a pickle.
#[pyfunction]
#[pyo3(name = "_restore_node")]
pub(crate) fn restore_node<'py>(
    game: &Bound<'py, PyGameNode>,
    path: Vec<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let shared = &game.get().store;
    let found = {
        let store = shared.lock();
        path.iter()
            .try_fold(NodeId::ROOT, |at, &number| children(store.tree(), at).get(number).copied())
    };
    let node =
        found.ok_or_else(|| PyValueError::new_err("the pickle names a move that is not there"));
    handle(game.py(), shared, node?)
}

impl Headers {
    /// The tags alone, in an object of the same class.
    pub(super) fn copy_like<'py>(
        slf: &Bound<'py, Headers>,
        memo: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Headers>> {
        let copy = Headers::of_class(&slf.get_type(), slf.get().lock().copy_tags())?;
        copy_attributes(slf, &copy, memo)?;
        Ok(copy)
    }

    /// Tags of a class; `__init__` is not called.
    pub(super) fn of_class<'py>(
        class: &Bound<'py, PyType>,
        store: Store,
    ) -> PyResult<Bound<'py, Headers>> {
        if class.is(class.py().get_type::<Headers>()) {
            return Bound::new(class.py(), Headers::alone(store));
        }
        let headers = bare::<Headers>(class)?.cast_into::<Headers>()?;
        *headers.get().lock() = store;
        Ok(headers)
    }
}

#[pymethods]
impl Headers {
    /// The tags alone, in a mapping that is independent of the game.
    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Headers>> {
        Headers::copy_like(slf, None)
    }

    /// The tags alone, in a mapping that is independent of the game.
    fn __deepcopy__<'py>(
        slf: &Bound<'py, Self>,
        memo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Headers>> {
        Headers::copy_like(slf, Some(memo))
    }

    /// How `pickle` makes the tags again, independent of the game.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let (pairs, roster, result) = {
            let store = slf.get().lock();
            let tags = store.game.tags().iter();
            let pairs: Vec<_> =
                tags.map(|tag| (tag.name.to_owned(), tag.value.to_owned())).collect();
            (pairs, store.roster_defaults, store.game.outcome().name())
        };
        let made_from = (slf.get_type(), pairs, roster, result).into_bound_py_any(py)?;
        let restore = py.import("pgnkit._pgnkit")?.getattr("_restore_headers")?;
        (restore, made_from, attributes(slf)?).into_pyobject(py)
    }
}

/// The tags of a pickle.
#[pyfunction]
#[pyo3(name = "_restore_headers")]
pub(crate) fn restore_headers<'py>(
    class_: &Bound<'py, PyType>,
    pairs: Vec<(String, String)>,
    roster_defaults: u8,
    result: &str,
) -> PyResult<Bound<'py, Headers>> {
    let mut game = Game::new();
    if let Some(tags) = game.tags_mut() {
        pairs.iter().for_each(|(name, value)| tags.push(name, value));
    }
    if let Some(outcome) = Outcome::parse_lax(result) {
        game.set_outcome(outcome);
    }
    let store = Store { roster_defaults, ..Store::of(game) };
    Headers::of_class(class_, store)
}
