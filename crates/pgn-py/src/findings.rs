//! The findings of `pgn check`, as Python objects.

use crate::errors::ErrorClass;
use crate::feed::{Feed, Message, Sender};
use crate::files::paths_of;
use pgn_db::error::Error;
use pgn_db::source::Inputs;
use pgn_lint::{Config, Linter, Profile, Selector};
use pgnkit::syntax::Regions;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::VecDeque;
use std::io::Read;
use std::sync::Arc;

/// How many findings go to Python at once.
const BATCH_FINDINGS: usize = 256;

/// A finding in a text: kind, place and fix.
#[pyclass(module = "pgnkit", frozen)]
pub(crate) struct Finding {
    file: Option<Arc<str>>,
    finding: pgn_lint::Finding,
}

#[pymethods]
impl Finding {
    /// The permanent code of the rule, `C001`.
    #[getter]
    fn code(&self) -> String {
        self.finding.code().to_string()
    }

    /// The name of the rule, `illegal-move`.
    #[getter]
    fn name(&self) -> &'static str {
        self.finding.name()
    }

    /// `error`, `warning` or `info`.
    #[getter]
    fn severity(&self) -> &'static str {
        self.finding.severity.name()
    }

    #[getter]
    fn message(&self) -> &str {
        &self.finding.message
    }

    /// How to fix it, if there is a suggestion.
    #[getter]
    fn help(&self) -> Option<&str> {
        self.finding.help.as_deref()
    }

    /// The file, or `None` for a text.
    #[getter]
    fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The number of the game in its file, from 1.
    #[getter]
    fn game(&self) -> Option<u64> {
        self.finding.game
    }

    /// The players of that game.
    #[getter]
    fn players(&self) -> Option<&str> {
        self.finding.players.as_deref()
    }

    /// Line, from 1.
    #[getter]
    fn line(&self) -> u64 {
        self.finding.place.start.line
    }

    /// Column in bytes, from 1.
    #[getter]
    fn column(&self) -> u64 {
        self.finding.place.start.column
    }

    #[getter]
    fn end_line(&self) -> u64 {
        self.finding.place.end.line
    }

    #[getter]
    fn end_column(&self) -> u64 {
        self.finding.place.end.column
    }

    /// The bytes of the file that it is about: the first, and the first after them.
    #[getter]
    fn span(&self) -> (u64, u64) {
        (self.finding.place.byte_start, self.finding.place.byte_end)
    }

    /// The number of findings that it represents: of each rule, the first thousand come one by one.
    #[getter]
    fn count(&self) -> u64 {
        self.finding.n
    }

    /// The line of the text.
    #[getter]
    fn source_line(&self) -> &str {
        &self.finding.source_line.text
    }

    /// The board at its place, in characters, if it is about a move.
    #[getter]
    fn board(&self) -> Option<&str> {
        self.finding.board.as_deref()
    }

    /// Whether `pgn check --fix` can correct it.
    #[getter]
    fn is_fixable(&self) -> bool {
        self.finding.fix.is_some()
    }

    fn __str__(&self) -> String {
        let (place, file) = (self.finding.place.start, self.file().unwrap_or("<text>"));
        let (severity, message) = (self.severity(), self.message());
        format!("{file}:{place}: {severity}[{} {}]: {message}", self.code(), self.name())
    }

    fn __repr__(&self) -> String {
        format!("<Finding {self}>", self = self.__str__())
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
    let wrap = |finding| Finding { file: file.cloned(), finding };
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
#[pyclass(module = "pgnkit")]
pub(crate) struct Findings {
    feed: Feed<Vec<Finding>>,
    batch: VecDeque<Finding>,
}

#[pymethods]
impl Findings {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Finding>> {
        loop {
            if let Some(finding) = self.batch.pop_front() {
                return Ok(Some(finding));
            }
            match self.feed.next(py)? {
                Some(batch) => self.batch = batch.into(),
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
/// `source` is a path or pattern, several of them, or the bytes of a text. `profile` is the
/// standard to check against: `lax`, `import`, or a profile of the writer. `select` and `ignore`
/// are codes and names of rules.
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
    let feed = if let Ok(bytes) = source.cast::<PyBytes>() {
        let text = bytes.as_bytes().to_vec();
        Feed::start(move |sender| {
            // If the receiver is gone, the result is not needed.
            let _ = lint(&mut linter, text.as_slice(), None, &sender);
        })?
    } else {
        let inputs = Inputs::gather(&paths_of(source)?);
        Feed::start(move |sender| {
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
        })?
    };
    Ok(Findings { feed, batch: VecDeque::new() })
}

/// The page of a rule, by its code or name.
#[pyfunction]
pub(crate) fn explain(py: Python<'_>, rule: &str) -> PyResult<String> {
    let rule = pgn_lint::rule(rule).map_err(|error| ErrorClass::Option.raise(py, error))?;
    Ok(rule.page())
}
