//! The main line from a node on: its nodes, or its moves.

use super::SharedStore;
use super::node::handle;
use crate::moves::PyMove;
use pgnkit::NodeId;
use pgnkit::chess::Variant;
use pgnkit::game::MoveText;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::sync::Arc;

/// The items to yield for a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MainlineKind {
    Nodes,
    Moves,
}

/// The main line after a node: to be gone through forwards or backwards, again and again.
///
/// >>> import io, pgnkit.pgn
/// >>> game = pgnkit.pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 *"))
/// >>> str(game.mainline_moves())
/// '1. e4 e5 2. Nf3'
/// >>> [move.uci() for move in game.mainline_moves()]
/// ['e2e4', 'e7e5', 'g1f3']
#[pyclass(module = "pgnkit.pgn", frozen)]
pub(crate) struct Mainline {
    pub(crate) store: SharedStore,
    pub(crate) start: NodeId,
    kind: MainlineKind,
}

impl Mainline {
    pub(super) fn of_nodes(store: &SharedStore, start: NodeId) -> Mainline {
        Mainline { store: Arc::clone(store), start, kind: MainlineKind::Nodes }
    }

    pub(super) fn of_moves(store: &SharedStore, start: NodeId) -> Mainline {
        Mainline { store: Arc::clone(store), start, kind: MainlineKind::Moves }
    }
}

#[pymethods]
impl Mainline {
    /// `Mainline[Move]`: a line whose items are moves.
    #[classmethod]
    fn __class_getitem__<'py>(
        cls: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        cls.py().import("types")?.getattr("GenericAlias")?.call1((cls, item))
    }

    fn __bool__(&self) -> bool {
        self.store.lock().tree().next(self.start).is_some()
    }

    fn __iter__(&self) -> MainlineIter {
        let variant = self.store.lock().variant();
        MainlineIter {
            store: Arc::clone(&self.store),
            at: Some(self.start),
            way_back: None,
            kind: self.kind,
            variant,
        }
    }

    fn __reversed__(&self) -> MainlineIter {
        let nodes: Vec<NodeId> = self.store.lock().tree().line(self.start).collect();
        MainlineIter { way_back: Some(nodes), ..self.__iter__() }
    }
}

/// Goes through a line.
#[pyclass(module = "pgnkit.pgn")]
pub(crate) struct MainlineIter {
    store: SharedStore,
    at: Option<NodeId>,
    /// The remaining nodes if the line is iterated backwards.
    way_back: Option<Vec<NodeId>>,
    kind: MainlineKind,
    variant: Variant,
}

#[pymethods]
impl MainlineIter {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let store = self.store.lock();
        let next = match &mut self.way_back {
            Some(nodes) => nodes.pop(),
            None => self.at.and_then(|at| store.tree().next(at)),
        };
        self.at = next;
        let Some(node) = next else { return Ok(None) };
        if self.kind == MainlineKind::Nodes {
            drop(store);
            return handle(py, &self.store, node).map(Some);
        }
        let mv = match store.tree().mv(node) {
            Some(MoveText::Move(mv)) => mv,
            // A board cannot play an unchecked move.
            Some(MoveText::Unchecked(_)) | None => return Ok(None),
        };
        drop(store);
        Ok(Some(Bound::new(py, PyMove::in_variant(mv, self.variant))?.into_any()))
    }
}
