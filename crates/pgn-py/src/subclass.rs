//! Objects of subclasses that are written in Python: they are made without `__init__`, whose
//! parameters are not known, and keep their attributes.

use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

/// A new object of a class, which is `T` or a subclass of it; `__init__` is not called.
pub(crate) fn bare<'py, T: PyTypeInfo>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
    class.py().get_type::<T>().getattr("__new__")?.call1((class,))
}

/// The attributes of an object as `pickle` and `copy` have them: `None`, a dictionary, or a pair of
/// one and of the attributes in slots.
pub(crate) fn attributes<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    // Python 3.10 does not have this method.
    if let Ok(state) = py.get_type::<PyAny>().getattr("__getstate__") {
        return state.call1((object,));
    }
    match object.getattr("__dict__") {
        Ok(attributes) => Ok(attributes),
        Err(_) => Ok(py.None().into_bound(py)),
    }
}

/// Gives a copy the attributes of the original; those of a deep copy are copied, too.
pub(crate) fn copy_attributes(
    from: &Bound<'_, PyAny>,
    to: &Bound<'_, PyAny>,
    memo: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let mut state = attributes(from)?;
    if state.is_none() {
        return Ok(());
    }
    if let Some(memo) = memo {
        state = state.py().import("copy")?.getattr("deepcopy")?.call1((state, memo))?;
    }
    let (attributes, slots) = match state.cast::<PyTuple>() {
        Ok(pair) => (pair.get_item(0)?, Some(pair.get_item(1)?)),
        Err(_) => (state, None),
    };
    for part in [Some(attributes), slots].into_iter().flatten() {
        let Ok(part) = part.cast::<PyDict>() else { continue };
        for (name, value) in part {
            to.setattr(name.cast::<PyString>()?, value)?;
        }
    }
    Ok(())
}
