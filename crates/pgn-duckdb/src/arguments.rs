//! The arguments of a table function: paths, columns, a query.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use pgn_arrow::OnError;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::scan::usable_threads;
use pgn_query::{Context, Query};
use pgnkit::charset::Choice;
use quack_rs::table::BindInfo;
use quack_rs::types::TypeId;
use quack_rs::value::Value;

/// Only games that match an expression.
pub(crate) const FILTER: &str = "filter";
/// The same, written in quotation marks, because SQL reserves the word.
pub(crate) const WHERE: &str = "where";
/// Which columns there are.
pub(crate) const COLUMNS: &str = "columns";
/// How to treat files that cannot be read: `fail` or `skip`.
pub(crate) const DAMAGE: &str = "damage";
/// How many threads read.
pub(crate) const THREADS: &str = "threads";
/// The encoding of the text, as `pgn --encoding` takes it.
pub(crate) const ENCODING: &str = "encoding";

/// In the list of columns: the default columns.
pub(crate) const DEFAULT_COLUMNS: &str = "*";

/// The arguments of a call.
#[derive(Clone, Debug)]
pub(crate) struct Arguments {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) columns: Option<Vec<String>>,
    pub(crate) query: Option<Arc<Query>>,
    pub(crate) on_error: OnError,
    pub(crate) n_threads: NonZeroUsize,
    pub(crate) encoding: Choice,
}

impl Arguments {
    /// Reads the arguments of a call, finds the files, and parses the query.
    pub(crate) fn of_call(info: &BindInfo) -> Result<Arguments, String> {
        // SAFETY: the call has the one argument, and no handle outlives this function.
        let path = unsafe { info.get_parameter_value(0) };
        let filter = named(info, FILTER).or_else(|| named(info, WHERE));
        Ok(Arguments {
            paths: paths(&texts(&path, "the path")?)?,
            columns: named(info, COLUMNS).map(|list| texts(&list, COLUMNS)).transpose()?,
            query: filter.map(|text| query(&text)).transpose()?,
            on_error: named(info, DAMAGE).map_or(Ok(OnError::Stop), |word| on_error(&word))?,
            n_threads: match named(info, THREADS) {
                Some(number) => n_threads(&number)?,
                None => usable_threads(None),
            },
            encoding: named(info, ENCODING).map_or(Ok(Choice::Auto), |name| encoding(&name))?,
        })
    }
}

/// A named argument, if the call has it and it is not null.
fn named(info: &BindInfo, name: &str) -> Option<Value> {
    // SAFETY: the parameter was declared, and the value owns its handle.
    let value = unsafe { info.get_named_parameter_value(name) };
    (!value.is_null() && !value.is_sql_null()).then_some(value)
}

/// A text, or a list of texts.
fn texts(value: &Value, what: &str) -> Result<Vec<String>, String> {
    let text = |value: &Value| match value.type_id() {
        Some(TypeId::Varchar) => value.as_str().map_err(|error| format!("{what}: {error}")),
        _ => Err(format!("expected a text or a list of texts for {what}")),
    };
    match value.type_id() {
        Some(TypeId::List) => value.list_items().iter().map(text).collect(),
        _ => Ok(vec![text(value)?]),
    }
}

fn query(value: &Value) -> Result<Arc<Query>, String> {
    let text = value.as_str().map_err(|error| error.to_string())?;
    Query::parse(&text, &Context::default()).map_err(|error| error.to_string())
}

fn on_error(value: &Value) -> Result<OnError, String> {
    match value.as_str().map_err(|error| error.to_string())?.as_str() {
        "fail" => Ok(OnError::Stop),
        "skip" => Ok(OnError::Skip),
        other => Err(format!("expected fail or skip for {DAMAGE}, found `{other}`")),
    }
}

fn encoding(value: &Value) -> Result<Choice, String> {
    let name = value.as_str().map_err(|error| error.to_string())?;
    name.parse().map_err(|error| format!("{ENCODING}: {error}"))
}

fn n_threads(value: &Value) -> Result<NonZeroUsize, String> {
    let number = value.as_i64().and_then(|number| usize::try_from(number).ok());
    number
        .and_then(NonZeroUsize::new)
        .map(|number| usable_threads(Some(number)))
        .ok_or_else(|| format!("expected a whole number of 1 or more for {THREADS}"))
}

/// The files that names and globs mean, in order. A name that is there means itself, whatever
/// characters it has.
fn paths(names: &[String]) -> Result<Vec<PathBuf>, String> {
    if names.is_empty() {
        return Err("expected at least one path, found an empty list".to_owned());
    }
    let mut paths = Vec::new();
    for name in names {
        let path = PathBuf::from(name);
        match fs::metadata(&path) {
            Ok(_) => paths.push(path),
            Err(_) if name.contains(['*', '?', '[']) => add_matches(name, &mut paths)?,
            Err(error) => return Err(Error::from_io(name, error).to_string()),
        }
    }
    Ok(paths)
}

fn add_matches(pattern: &str, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    let n_before = paths.len();
    for path in glob::glob(pattern).map_err(|error| format!("{pattern}: {error}"))? {
        paths.push(path.map_err(|error| {
            let name = error.path().to_string_lossy().into_owned();
            Error::from_io(name, io::Error::from(error)).to_string()
        })?);
    }
    if paths.len() == n_before {
        let error = Error::new(ErrorKind::NotFound, pattern, "no file has such a name");
        return Err(error.to_string());
    }
    Ok(())
}
