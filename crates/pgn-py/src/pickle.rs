//! Games from pickles: their text is read again.

use crate::game::{GameFault, Origin, PickledFault, PickledOrigin, Store, game_of_class};
use crate::read::game_of;
use pgnkit::Game;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

/// The game of a pickle.
#[pyfunction]
#[pyo3(name = "_restore_game")]
pub(crate) fn restore_game<'py>(
    class_: &Bound<'py, PyType>,
    text: &[u8],
    roster_defaults: u8,
    origin: PickledOrigin,
    faults: Vec<PickledFault>,
    errors: Option<Bound<'py, PyList>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut store = game_of(text).unwrap_or_else(|| Store::of(Game::new()));
    let (file, number, offset) = origin;
    store.roster_defaults = roster_defaults;
    store.origin = Origin { file: file.map(Into::into), number, offset };
    let fault = |(code, name, message, line, column): PickledFault| GameFault {
        code,
        name: name.into(),
        message,
        line,
        column,
    };
    store.faults = faults.into_iter().map(fault).collect();
    store.errors = errors.map(Bound::unbind);
    game_of_class(class_, store.share())
}
