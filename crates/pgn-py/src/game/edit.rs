//! Changes of the tree: moves added, variations promoted, demoted and removed.

use super::Store;
use super::children::{children, main_child};
use super::node::PyGameNode;
use crate::errors::ErrorClass;
use crate::moves::PyMove;
use pgnkit::NodeId;
use pgnkit::game::EditError;
use pyo3::prelude::*;

fn refused(py: Python<'_>, error: &EditError) -> PyErr {
    ErrorClass::IllegalMove.raise(py, error)
}

/// Makes siblings of all children of the parent of `node`, and gives them in order.
fn siblings(store: &mut Store, parent: NodeId) -> Vec<NodeId> {
    if let Some(first) = store.tree().next(parent) {
        store.game.flatten_variations(first);
    }
    children(store.tree(), parent)
}

/// Moves a child of `parent` one place up; returns whether it could.
fn promote(store: &mut Store, parent: NodeId, child: NodeId) -> bool {
    let all = siblings(store, parent);
    store.forget();
    all.first() != Some(&child) && store.game.promote(child).is_ok()
}

impl PyGameNode {
    /// Adds a move after this node; returns its node.
    fn add(&self, py: Python<'_>, mv: &PyMove) -> PyResult<NodeId> {
        // Exceptions are created while nothing is locked, because that runs Python code.
        let position = self.store.lock().position_at(self.id);
        let position = position.ok_or_else(|| refused(py, &EditError::Unchecked))?;
        let Some(legal) = mv.resolve(&position) else {
            let fen = position.fen();
            let message = format!("{} is not legal in {}", mv.text(), fen.as_str());
            return Err(ErrorClass::IllegalMove.raise(py, message));
        };
        let added = self.store.lock().game.add_repeated_move(self.id, legal);
        added.map_err(|error| refused(py, &error))
    }

    fn annotate(&self, id: NodeId, comment: &str, starting_comment: &str, nags: Vec<u16>) {
        let node = PyGameNode { store: self.store.clone(), id };
        if !comment.is_empty() {
            node.set_comment(comment);
        }
        if !starting_comment.is_empty() {
            node.set_starting_comment(starting_comment);
        }
        nags.into_iter().for_each(|nag| node.add_nag(nag));
    }
}

#[pymethods]
impl PyGameNode {
    /// Adds a move as the last child of this node, and returns it.
    ///
    /// Raises:
    ///     IllegalMoveError: the move is not legal here.
    #[pyo3(signature = (r#move, *, comment="", starting_comment="", nags=Vec::new()))]
    fn add_variation<'py>(
        &self,
        py: Python<'py>,
        r#move: &PyMove,
        comment: &str,
        starting_comment: &str,
        nags: Vec<u16>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let id = self.add(py, r#move)?;
        self.annotate(id, comment, starting_comment, nags);
        self.other(py, id)
    }

    /// The same, and makes it the main line.
    #[pyo3(signature = (r#move, *, comment="", nags=Vec::new()))]
    fn add_main_variation<'py>(
        &self,
        py: Python<'py>,
        r#move: &PyMove,
        comment: &str,
        nags: Vec<u16>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let id = self.add(py, r#move)?;
        let mut store = self.store.lock();
        while promote(&mut store, self.id, id) {}
        drop(store);
        self.annotate(id, comment, "", nags);
        self.other(py, id)
    }

    /// Adds moves one after the other, annotates the last, and returns it.
    #[pyo3(signature = (moves, *, comment="", starting_comment="", nags=Vec::new()))]
    fn add_line<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'_, PyAny>,
        comment: &str,
        starting_comment: &str,
        nags: Vec<u16>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut node = self.clone();
        for (n, mv) in moves.try_iter()?.enumerate() {
            let mv = mv?;
            node.id = node.add(py, mv.cast::<PyMove>()?.get())?;
            if n == 0 && !starting_comment.is_empty() {
                node.set_starting_comment(starting_comment);
            }
        }
        self.annotate(node.id, comment, "", nags);
        self.other(py, node.id)
    }

    /// Makes a child the main line.
    fn promote_to_main(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.child(r#move)?;
        let mut store = self.store.lock();
        while promote(&mut store, self.id, id) {}
        Ok(())
    }

    /// Moves a child one place up.
    fn promote(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.child(r#move)?;
        promote(&mut self.store.lock(), self.id, id);
        Ok(())
    }

    /// Moves a child one place down.
    fn demote(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.child(r#move)?;
        let mut store = self.store.lock();
        let all = siblings(&mut store, self.id);
        let below = all.iter().position(|&child| child == id).and_then(|n| all.get(n + 1).copied());
        if let Some(below) = below {
            promote(&mut store, self.id, below);
        }
        Ok(())
    }

    /// Removes a child with all that comes after it. The next child takes the place of the main
    /// line if that is removed.
    fn remove_variation(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.child(r#move)?;
        let mut store = self.store.lock();
        let all = siblings(&mut store, self.id);
        if let ([first, second, ..], true) = (all.as_slice(), all.first() == Some(&id)) {
            debug_assert_eq!(main_child(store.tree(), *second), *first);
            promote(&mut store, self.id, *second);
        }
        let head = super::children::starting_head(store.tree(), id);
        store.forget();
        let deleted = store.game.delete(head.unwrap_or(id));
        drop(store);
        deleted.map_err(|error| refused(py, &error))
    }
}
