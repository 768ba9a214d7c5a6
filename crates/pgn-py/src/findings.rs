//! The findings of `pgn check`, as Python objects.

use crate::errors::ErrorClass;
use crate::feed::{Feed, Message, Sender, one_thread};
use crate::sources::{Sources, sources_of};
use pgn_db::error::Error;
use pgn_lint::{Config, Linter, Profile, Selector};
use pgnkit::syntax::Regions;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Mutex};

/// How many findings go to Python at once.
const BATCH_FINDINGS: usize = 256;

/// A finding in a text: kind, place and fix.
#[pyclass(module = "pgnkit", frozen, eq, hash)]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Finding {
    /// The permanent code of the rule, `C001`.
    #[pyo3(get)]
    code: String,
    /// The name of the rule, `illegal-move`.
    #[pyo3(get)]
    name: String,
    /// `error`, `warning` or `info`.
    #[pyo3(get)]
    severity: String,
    /// The message, in lower case and without a period.
    #[pyo3(get)]
    message: String,
    /// How to fix it, if there is a suggestion.
    #[pyo3(get)]
    help: Option<String>,
    file: Option<Arc<str>>,
    /// The number of the game in its file, from 1.
    #[pyo3(get)]
    game: Option<u64>,
    /// The players of that game.
    #[pyo3(get)]
    players: Option<String>,
    /// Line, from 1.
    #[pyo3(get)]
    line: u64,
    /// Column in bytes, from 1.
    #[pyo3(get)]
    column: u64,
    /// The line where it ends.
    #[pyo3(get)]
    end_line: u64,
    /// The column where it ends.
    #[pyo3(get)]
    end_column: u64,
    /// The bytes of the file that it is about: the first, and the first after them.
    #[pyo3(get)]
    span: (u64, u64),
    /// The number of findings that it represents: of each rule, the first thousand come one by one.
    #[pyo3(get)]
    count: u64,
    /// The line of the text.
    #[pyo3(get)]
    source_line: String,
    /// The board at its place, in characters, if it is about a move.
    #[pyo3(get)]
    board: Option<String>,
    /// Whether `pgn check --fix` can correct it.
    #[pyo3(get)]
    is_fixable: bool,
}

/// The texts of a pickled finding: code, name, severity, message, line of the text; help, file,
/// players, board.
type FindingTexts = ([String; 5], [Option<String>; 4]);

/// Its numbers: line, column, last line, last column, span, count; the game.
type FindingNumbers = ([u64; 7], Option<u64>);

impl Finding {
    fn of(file: Option<&Arc<str>>, finding: pgn_lint::Finding) -> Finding {
        let (code, name) = (finding.code().to_string(), finding.name().to_owned());
        let place = finding.place;
        Finding {
            code,
            name,
            severity: finding.severity.name().to_owned(),
            message: finding.message,
            help: finding.help,
            file: file.cloned(),
            game: finding.game,
            players: finding.players,
            line: place.start.line,
            column: place.start.column,
            end_line: place.end.line,
            end_column: place.end.column,
            span: (place.byte_start, place.byte_end),
            count: finding.n,
            source_line: finding.source_line.text,
            board: finding.board,
            is_fixable: finding.fix.is_some(),
        }
    }
}

#[pymethods]
impl Finding {
    /// The file, or `None` for a text.
    #[getter]
    fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// How `pickle` makes the finding again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, it) = (slf.py(), slf.get().clone());
        let file = it.file.as_deref().map(str::to_owned);
        let (start, end) = it.span;
        let texts: FindingTexts = (
            [it.code, it.name, it.severity, it.message, it.source_line],
            [it.help, file, it.players, it.board],
        );
        let numbers: FindingNumbers =
            ([it.line, it.column, it.end_line, it.end_column, start, end, it.count], it.game);
        let restore = py.import("pgnkit._pgnkit")?.getattr("_restore_finding")?;
        (restore, (texts, numbers, it.is_fixable)).into_pyobject(py)
    }

    fn __str__(&self) -> String {
        let Finding { code, name, severity, message, line, column, .. } = self;
        let file = self.file().unwrap_or("<text>");
        format!("{file}:{line}:{column}: {severity}[{code} {name}]: {message}")
    }

    fn __repr__(&self) -> String {
        format!("<Finding {self}>", self = self.__str__())
    }
}

/// The finding of a pickle.
#[pyfunction]
#[pyo3(name = "_restore_finding")]
pub(crate) fn restore_finding(
    texts: FindingTexts,
    numbers: FindingNumbers,
    is_fixable: bool,
) -> Finding {
    let ([code, name, severity, message, source_line], [help, file, players, board]) = texts;
    let ([line, column, end_line, end_column, start, end, count], game) = numbers;
    Finding {
        code,
        name,
        severity,
        message,
        help,
        file: file.map(Into::into),
        game,
        players,
        line,
        column,
        end_line,
        end_column,
        span: (start, end),
        count,
        source_line,
        board,
        is_fixable,
    }
}

/// The findings of a source, and `false` if the receiver is gone.
fn lint(
    linter: &mut Linter,
    read: impl Read,
    file: Option<&Arc<str>>,
    sender: &Sender<Vec<Finding>>,
) -> Result<(), Error> {
    let (mut regions, mut found) = (Regions::new(read), Vec::new());
    let wrap = |finding| Finding::of(file, finding);
    loop {
        let name = file.map_or("<text>", |file| file);
        let next = regions.next_region().map_err(|error| Error::from_io(name, error));
        let region = match next {
            Ok(Some(region)) => region,
            Ok(None) => break,
            Err(error) => {
                sender.send(Message::Failed(error))?;
                break;
            }
        };
        found.extend(linter.lint_region(&region).into_iter().map(wrap));
        if found.len() >= BATCH_FINDINGS {
            sender.send(Message::Batch(std::mem::take(&mut found)))?;
        }
    }
    found.extend(linter.take_rest().into_iter().map(wrap));
    found.extend(linter.finish_file().into_iter().map(wrap));
    if found.is_empty() { Ok(()) } else { sender.send(Message::Batch(found)) }
}

/// Goes through findings in the order of the text.
#[pyclass(module = "pgnkit", frozen)]
pub(crate) struct Findings {
    feed: Feed<Vec<Finding>>,
    batch: Mutex<VecDeque<Finding>>,
    /// What is read; temporary files among it stay until reading ends.
    _sources: Option<Sources>,
}

#[pymethods]
impl Findings {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Finding>> {
        let mut waiting = one_thread(&self.batch)?;
        loop {
            if let Some(finding) = waiting.pop_front() {
                return Ok(Some(finding));
            }
            match self.feed.next(py)? {
                Some(batch) => *waiting = batch.into(),
                None => return Ok(None),
            }
        }
    }
}

/// Selectors from Python: codes, names, beginnings of codes.
fn selectors(py: Python<'_>, texts: Option<Vec<String>>) -> PyResult<Vec<Selector>> {
    let parse =
        |text: String| Selector::parse(&text).map_err(|error| ErrorClass::Option.raise(py, error));
    texts.unwrap_or_default().into_iter().map(parse).collect()
}

/// The findings in files, or in a text.
///
/// `source` is what `pgnkit.scan` takes: a path, pattern or address, a file, or several of these;
/// bytes alone are the text. `profile` is the standard to check against: `lax`, `import`, or a
/// profile of the writer. `select` and `ignore` are codes and names of rules.
///
/// >>> import pgnkit
/// >>> for finding in pgnkit.check(b"1. e4 e5 2. Ke3 *", select=["illegal-move"]):
/// ...     print(finding)
/// <text>:1:13: error[C001 illegal-move]: 2. Ke3: the king on e1 cannot reach e3
#[pyfunction]
#[pyo3(signature = (source, *, profile="lax", select=None, ignore=None))]
pub(crate) fn check(
    source: &Bound<'_, PyAny>,
    profile: &str,
    select: Option<Vec<String>>,
    ignore: Option<Vec<String>>,
) -> PyResult<Findings> {
    let py = source.py();
    let profile = Profile::from_name(profile).ok_or_else(|| {
        let names: Vec<&str> = Profile::ALL.iter().map(|profile| profile.name()).collect();
        let message = format!("expected one of {}; found {profile:?}", names.join(", "));
        ErrorClass::Option.raise(py, message)
    })?;
    let (select, ignore) = (selectors(py, select)?, selectors(py, ignore)?);
    let mut linter = Linter::new(Config::new(profile).with_rules(select, ignore));
    let (feed, sources) = if let Ok(bytes) = source.cast::<PyBytes>() {
        let text = bytes.as_bytes().to_vec();
        let feed = Feed::start(move |sender| {
            // If the receiver is gone, the result is not needed.
            let _ = lint(&mut linter, text.as_slice(), None, &sender);
        })?;
        (feed, None)
    } else {
        let found = sources_of(source)?;
        let inputs = found.inputs();
        let feed = Feed::start(move |sender| {
            for opened in inputs.sources() {
                let done = match opened {
                    Ok(source) => {
                        let name: Arc<str> = source.name.as_str().into();
                        lint(&mut linter, source.read, Some(&name), &sender)
                    }
                    Err(error) => sender.send(Message::Failed(error)),
                };
                if done.is_err() {
                    return;
                }
            }
        })?;
        (feed, Some(found))
    };
    Ok(Findings { feed, batch: Mutex::default(), _sources: sources })
}

/// The page of a rule, by its code or name.
#[pyfunction]
pub(crate) fn explain(py: Python<'_>, rule: &str) -> PyResult<String> {
    let rule = pgn_lint::rule(rule).map_err(|error| ErrorClass::Option.raise(py, error))?;
    Ok(rule.page())
}
