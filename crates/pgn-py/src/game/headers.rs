//! The tags of a game as a Python mapping.
//!
//! The roster is always there, as the standard requires: an absent roster tag has its default value
//! until it is deleted. Tags in the text keep their order and their text.

use super::{SharedStore, Store, StoreCell};
use crate::board::PyBoard;
use crate::errors::ErrorClass;
use crate::tag_block::LazyTags;
use pgnkit::chess::{Position, Variant};
use pgnkit::game::{SetTagError, Tags};
use pgnkit::tag::well_known::name_of_other_case;
use pgnkit::{Game, Outcome};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use std::sync::{Arc, MutexGuard, OnceLock};

/// The roster in order, with the values of tags that are absent.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

fn roster_bit(name: &str) -> u8 {
    ROSTER.iter().position(|(tag, _)| *tag == name).map_or(0, |n| 1 << n)
}

/// The tags of a game: a mapping from names to values, in which the roster comes first.
///
/// >>> import io, pgnkit.pgn
/// >>> headers = pgnkit.pgn.read_headers(io.StringIO('[White "Tal"]\n\n1. e4 *'))
/// >>> headers["White"], headers["Event"], headers.get("WhiteElo", "none")
/// ('Tal', '?', 'none')
#[pyclass(module = "pgnkit.pgn", frozen, subclass, mapping)]
#[derive(Debug)]
pub(crate) struct Headers {
    store: OnceLock<SharedStore>,
    /// The source of the tags until one is requested.
    lazy: Option<LazyTags>,
}

impl Headers {
    /// The tags of a game that others share.
    pub(super) fn of(store: &SharedStore) -> Headers {
        Headers { store: OnceLock::from(Arc::clone(store)), lazy: None }
    }

    /// Tags that no other game has.
    pub(crate) fn alone(store: Store) -> Headers {
        Headers { store: OnceLock::from(store.share()), lazy: None }
    }

    /// Tags that are read on demand.
    pub(crate) fn lazy(tags: LazyTags) -> Headers {
        Headers { store: OnceLock::new(), lazy: Some(tags) }
    }

    /// Calls a function with the value of a tag, without a store if there is none yet.
    fn with_value<T>(&self, name: &str, work: impl FnOnce(Option<&str>) -> T) -> T {
        if let (None, Some(lazy)) = (self.store.get(), &self.lazy) {
            let default = ROSTER.iter().find(|(tag, _)| *tag == name).map(|(_, value)| *value);
            return work(lazy.get(name).or(default));
        }
        work(value(&self.lock(), name))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Store> {
        let read = || Store::of(self.lazy.as_ref().map(LazyTags::game).unwrap_or_default()).share();
        StoreCell::lock(self.store.get_or_init(read))
    }

    /// Sets the tags of a mapping, or of pairs.
    pub(super) fn fill(game: &mut Game, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = data.py();
        let pairs = if data.hasattr("keys")? {
            let pairs = PyDict::new(py);
            pairs.call_method1("update", (data,))?;
            pairs.items().into_any()
        } else {
            data.clone()
        };
        for pair in pairs.try_iter()? {
            let (name, value): (String, Bound<'_, PyAny>) = pair?.extract()?;
            let value = value.str()?.extract::<String>()?;
            check(py, &name, &value)?;
            put(game, &name, &value).map_err(|error| ErrorClass::Tag.raise(py, error))?;
        }
        Ok(())
    }

    /// Sets the tags for the start position of a game without moves.
    pub(crate) fn set_start(store: &mut Store, position: &Position) {
        let variant = position.variant();
        let Some(tags) = store.game.tags_mut() else { return };
        match variant {
            Variant::Standard => {
                tags.remove("Variant");
            }
            other => tags.put("Variant", other.name()),
        }
        if *position == Position::start_of(variant) && variant.has_usual_array() {
            tags.remove("FEN");
            tags.remove("SetUp");
        } else {
            tags.put("SetUp", "1");
            tags.put("FEN", position.fen().as_str());
        }
        store.forget();
    }
}

/// The value of a tag, that of the default included.
fn value<'s>(store: &'s Store, name: &str) -> Option<&'s str> {
    if let Some(value) = store.game.tags().get(name) {
        return Some(value);
    }
    let bit = roster_bit(name);
    if store.roster_defaults & bit == 0 {
        return None;
    }
    if name == "Result" {
        return Some(store.game.outcome().name());
    }
    ROSTER.iter().find(|(tag, _)| *tag == name).map(|(_, value)| *value)
}

/// The name under which a tag is read: a well-known one in another letter case has the exact one,
/// if that is absent (D-15).
fn name_read<'t>(tags: &Tags, name: &'t str) -> &'t str {
    let known = name_of_other_case(name.as_bytes());
    known.filter(|known| tags.iter().all(|tag| tag.name != *known)).unwrap_or(name)
}

/// Calls `visit` with each name and value in order, the roster first.
pub(crate) fn each_header(store: &Store, mut visit: impl FnMut(&str, &str)) {
    let tags = store.game.tags();
    for (name, _) in ROSTER {
        if let Some(value) = value(store, name) {
            visit(name, value);
        }
    }
    for (n, tag) in tags.iter().enumerate() {
        let name = name_read(tags, tag.name);
        let is_repeated = || tags.iter().take(n).any(|before| name_read(tags, before.name) == name);
        if roster_bit(name) == 0 && !is_repeated() {
            visit(name, value(store, name).unwrap_or(tag.value));
        }
    }
}

/// The names in order.
fn names(store: &Store) -> Vec<String> {
    let mut names = Vec::new();
    each_header(store, |name, _| names.push(name.to_owned()));
    names
}

/// Says why a tag cannot be written. Nothing may be locked: Python runs.
fn check(py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
    let is_name = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte));
    if !is_name {
        let message = format!("expected a tag name of letters, digits and _+#=:-, found {name:?}");
        return Err(ErrorClass::Tag.raise(py, message));
    }
    if value.contains(['\n', '\r']) {
        let message = format!("expected a tag value on one line, found {value:?}");
        return Err(ErrorClass::Tag.raise(py, message));
    }
    Ok(())
}

/// Whether the rules or the start of a game depend on this tag.
fn says_start(name: &str) -> bool {
    let name = name_of_other_case(name.as_bytes()).unwrap_or(name);
    matches!(name, "FEN" | "SetUp" | "Variant" | "Event")
}

/// Sets a tag whose name was checked.
fn put(game: &mut Game, name: &str, value: &str) -> Result<(), SetTagError> {
    match game.tags_mut() {
        Some(tags) => tags.set(name, value),
        None => game.set_tag_in_place(name, value)?,
    }
    if name == "Result" && set_result(game, value) {
        game.set_tag_in_place(name, value)?;
    }
    Ok(())
}

/// Changes tags in any way; those of a game with moves only if the moves stay legal.
pub(crate) fn change_tags(
    store: &mut Store,
    change: impl FnOnce(&mut Tags),
) -> Result<(), SetTagError> {
    match store.game.tags_mut() {
        Some(tags) => change(tags),
        None => {
            let mut tags = store.game.tags().clone();
            change(&mut tags);
            store.game.set_tags(tags)?;
        }
    }
    store.forget();
    Ok(())
}

/// Sets the outcome, if the text names one.
pub(crate) fn set_result(game: &mut Game, text: &str) -> bool {
    let outcome = Outcome::parse_lax(text);
    if let Some(outcome) = outcome {
        game.set_outcome(outcome);
    }
    outcome.is_some()
}

#[pymethods]
impl Headers {
    /// Accepts any arguments, because those of subclasses are passed to it, too.
    #[new]
    #[pyo3(signature = (*_args, **_kwargs), text_signature = "(data=None, **kwargs)")]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> Headers {
        Headers::alone(Store::of(Game::new()))
    }

    #[pyo3(signature = (data=None, **kwargs))]
    fn __init__(
        &self,
        data: Option<&Bound<'_, PyAny>>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let mut game = Game::new();
        if let Some(data) = data {
            Headers::fill(&mut game, data)?;
        }
        if let Some(kwargs) = kwargs {
            Headers::fill(&mut game, kwargs)?;
        }
        let mut store = Store::of(game);
        // Created from a mapping, it has those tags; without arguments, the roster.
        if data.is_some() {
            store.roster_defaults = 0;
        }
        *self.lock() = store;
        Ok(())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyString>> {
        let found = self.with_value(key, |value| value.map(|value| PyString::new(py, value)));
        found.ok_or_else(|| PyKeyError::new_err(key.to_owned()))
    }

    fn __setitem__(&self, py: Python<'_>, key: &str, value: &str) -> PyResult<()> {
        check(py, key, value)?;
        let done = match says_start(key) {
            true => change_tags(&mut self.lock(), |tags| tags.set(key, value)),
            false => put(&mut self.lock().game, key, value),
        };
        done.map_err(|error| ErrorClass::Tag.raise(py, error))
    }

    fn __delitem__(&self, py: Python<'_>, key: &str) -> PyResult<()> {
        let done = {
            let mut store = self.lock();
            if value(&store, key).is_none() {
                return Err(PyKeyError::new_err(key.to_owned()));
            }
            let done = match says_start(key) {
                true => change_tags(&mut store, |tags| {
                    tags.remove(key);
                }),
                false => store.game.remove_tag(key).map(drop),
            };
            if done.is_ok() {
                store.roster_defaults &= !roster_bit(key);
                store.forget();
            }
            done
        };
        done.map_err(|error| ErrorClass::Tag.raise(py, error))
    }

    fn __contains__(&self, key: &Bound<'_, PyAny>) -> bool {
        key.extract::<&str>().is_ok_and(|key| self.with_value(key, |value| value.is_some()))
    }

    fn __len__(&self) -> usize {
        names(&self.lock()).len()
    }

    fn __iter__(&self) -> HeadersIter {
        HeadersIter(names(&self.lock()).into_iter())
    }

    /// The names of the tags in order, the roster first; a new list.
    fn keys(&self) -> Vec<String> {
        names(&self.lock())
    }

    /// The values of the tags in the order of their names; a new list.
    fn values(&self) -> Vec<String> {
        self.items().into_iter().map(|(_, value)| value).collect()
    }

    /// The names and values of the tags in order; a new list.
    fn items(&self) -> Vec<(String, String)> {
        let mut items = Vec::new();
        each_header(&self.lock(), |name, value| items.push((name.to_owned(), value.to_owned())));
        items
    }

    /// The value of a tag, or `default` if it is absent.
    #[pyo3(signature = (key, default=None, /))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        key: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.with_value(key, |value| value.map(|value| PyString::new(py, value)));
        Ok(found.map(Bound::into_any).or(default))
    }

    /// Removes a tag and returns its value.
    #[pyo3(signature = (key, *default), text_signature = "($self, key, default=..., /)")]
    fn pop<'py>(
        &self,
        py: Python<'py>,
        key: &str,
        default: &Bound<'py, pyo3::types::PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let found = self.with_value(key, |value| value.map(str::to_owned));
        match found {
            Some(value) => {
                self.__delitem__(py, key)?;
                Ok(value.into_pyobject(py)?.into_any())
            }
            None if !default.is_empty() => default.get_item(0),
            None => Err(PyKeyError::new_err(key.to_owned())),
        }
    }

    /// The value of a tag, which is set to `default` if it is absent.
    #[pyo3(signature = (key, default, /))]
    fn setdefault(&self, py: Python<'_>, key: &str, default: &str) -> PyResult<String> {
        let found = self.with_value(key, |value| value.map(str::to_owned));
        match found {
            Some(value) => Ok(value),
            None => {
                self.__setitem__(py, key, default)?;
                Ok(default.to_owned())
            }
        }
    }

    /// Sets the tags of a mapping, of pairs, of keywords.
    #[pyo3(signature = (data=None, /, **kwargs))]
    fn update(
        &self,
        py: Python<'_>,
        data: Option<&Bound<'_, PyAny>>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        // Filled separately: Python code may run meanwhile, which must not wait for the lock.
        let mut tags = Game::new();
        if let Some(data) = data {
            Headers::fill(&mut tags, data)?;
        }
        if let Some(kwargs) = kwargs {
            Headers::fill(&mut tags, kwargs)?;
        }
        let (starts, others): (Vec<_>, Vec<_>) =
            tags.tags().iter().partition(|tag| says_start(tag.name));
        let set = || {
            let mut store = self.lock();
            change_tags(&mut store, |old| {
                starts.iter().for_each(|tag| old.set(tag.name, tag.value));
            })?;
            for tag in others {
                store.game.set_tag_in_place(tag.name, tag.value)?;
            }
            if tags.tag("Result").is_some() {
                store.game.set_outcome(tags.outcome());
            }
            Ok::<(), SetTagError>(())
        };
        let done = set();
        done.map_err(|error| ErrorClass::Tag.raise(py, error))
    }

    /// Removes all tags.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let done = {
            let mut store = self.lock();
            let done = change_tags(&mut store, Tags::clear);
            if done.is_ok() {
                store.roster_defaults = 0;
            }
            done
        };
        done.map_err(|error| ErrorClass::Tag.raise(py, error))
    }

    /// The tags alone, in a mapping that is independent of the game.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Headers>> {
        Headers::copy_like(slf, None)
    }

    /// The position that the game starts from.
    fn board(&self, py: Python<'_>) -> PyResult<PyBoard> {
        let start = self.lock().start();
        let message = "the position is not known: the FEN or the Variant tag was not understood";
        start.map(PyBoard::of).ok_or_else(|| ErrorClass::Position.raise(py, message))
    }

    /// The rules by the Variant tag, as it names them.
    fn variant(&self) -> &'static str {
        self.lock().variant().name()
    }

    /// Whether the tags say that the game is of Chess960.
    fn is_chess960(&self) -> bool {
        self.lock().variant() == Variant::Chess960
    }

    /// Tags of which none is there until it is set.
    #[classmethod]
    fn without_tag_roster<'py>(cls: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
        let headers = cls.call0()?;
        headers.cast::<Headers>()?.get().lock().roster_defaults = 0;
        Ok(headers)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let ours = PyDict::new(other.py());
        for (name, value) in self.items() {
            ours.set_item(name, value)?;
        }
        if let Ok(headers) = other.cast::<Headers>() {
            let theirs = PyDict::new(other.py());
            for (name, value) in headers.get().items() {
                theirs.set_item(name, value)?;
            }
            return ours.eq(theirs);
        }
        ours.eq(other)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let pair = |(name, value): (String, String)| {
            Ok(format!("{name}={}", PyString::new(py, &value).repr()?))
        };
        let pairs: PyResult<Vec<String>> = self.items().into_iter().map(pair).collect();
        Ok(format!("Headers({})", pairs?.join(", ")))
    }
}

/// The names of tags in order.
#[pyclass(module = "pgnkit.pgn")]
pub(crate) struct HeadersIter(std::vec::IntoIter<String>);

#[pymethods]
impl HeadersIter {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<String> {
        self.0.next()
    }
}
