//! Reading and writing on many machines: the parts of files that each reads, and the file that each
//! writes.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::errors::ErrorClass;
use crate::feed::read_error;
use crate::sources::sources_of;
use arrow_array::RecordBatch;
use arrow_ipc::reader::StreamReader;
use pgn_arrow::GameText;
use pgn_db::error::Error;
use pgn_db::output::Encoder;
use pgn_db::scan;
use pgn_db::source::Compression;
use pgn_lint::{Config, Linter, Severity};
use pgnkit::syntax::split::InPlace;
use pgnkit::syntax::{GameStart, Region};
use pyo3::prelude::*;

/// The parts of about `part_bytes` bytes into which files are worth cutting: the path of each, and
/// the offsets between which it begins and the next one does.
#[pyfunction]
pub(crate) fn file_parts(
    paths: &Bound<'_, PyAny>,
    part_bytes: u64,
) -> PyResult<Vec<(PathBuf, u64, u64)>> {
    let (py, sources) = (paths.py(), sources_of(paths)?);
    let found = py.detach(|| scan::parts(sources.inputs(), part_bytes));
    let found = found.map_err(|error| read_error(py, &error))?;
    Ok(found.into_iter().map(|(path, bytes)| (path, bytes.start, bytes.end)).collect())
}

/// Writes rows of games to a file, compressed according to `compression` (`gz`, `zst`, `bz2`, `xz`;
/// empty for text). A row whose moves cannot be played is an error with its number and players.
#[pyclass(module = "pgnkit", frozen)]
pub(crate) struct GameWriter {
    path: PathBuf,
    open: Mutex<WriterState>,
}

/// The state of a writer.
struct WriterState {
    /// `None` after the file is closed.
    sink: Option<BufWriter<Encoder<fs::File>>>,
    linter: Linter,
    n_games: u64,
    text: Vec<u8>,
}

impl WriterState {
    fn write(&mut self, py: Python<'_>, batch: &RecordBatch) -> PyResult<()> {
        let games = GameText::of(batch.schema_ref());
        let games = games.map_err(|error| ErrorClass::Option.raise(py, error))?;
        for row in 0..batch.num_rows() {
            self.text.clear();
            games
                .push(batch, row, &mut self.text)
                .map_err(|error| ErrorClass::Option.raise(py, error))?;
            if let Some(why) = what_is_wrong(&mut self.linter, &self.text) {
                let row = self.n_games + 1;
                return Err(ErrorClass::Write.raise(py, format!("row {row}: {why}")));
            }
            let Some(sink) = &mut self.sink else {
                return Err(ErrorClass::Write.raise(py, "the file is closed"));
            };
            sink.write_all(&self.text)?;
            self.n_games += 1;
        }
        Ok(())
    }
}

impl GameWriter {
    fn lock(&self) -> MutexGuard<'_, WriterState> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, py: Python<'_>, error: std::io::Error) -> PyErr {
        read_error(py, &Error::from_io(self.path.to_string_lossy(), error))
    }
}

#[pymethods]
impl GameWriter {
    #[new]
    #[pyo3(signature = (path, compression=None))]
    fn new(py: Python<'_>, path: PathBuf, compression: Option<&str>) -> PyResult<GameWriter> {
        let compression = match compression {
            None => None,
            Some(name) => {
                let known = Compression::of_name(&format!(".{name}"));
                let known = known.filter(|known| *known != Compression::Zip);
                Some(known.ok_or_else(|| {
                    let message = format!("expected gz, zst, bz2 or xz, found {name:?}");
                    ErrorClass::Option.raise(py, message)
                })?)
            }
        };
        let name = path.to_string_lossy().into_owned();
        let file = fs::File::create(&path).and_then(|file| Encoder::new(file, compression));
        let file = file.map_err(|error| read_error(py, &Error::from_io(name, error)))?;
        let (sink, linter) = (Some(BufWriter::new(file)), Linter::new(Config::default()));
        let open = Mutex::new(WriterState { sink, linter, n_games: 0, text: Vec::new() });
        Ok(GameWriter { path, open })
    }

    /// How many games were written.
    #[getter]
    fn n_games(&self) -> u64 {
        self.lock().n_games
    }

    /// Writes the rows of a stream of Arrow's IPC format.
    fn write(&self, py: Python<'_>, stream: &[u8]) -> PyResult<()> {
        let not_arrow = |error| ErrorClass::Option.raise(py, error);
        for batch in StreamReader::try_new(stream, None).map_err(not_arrow)? {
            self.lock().write(py, &batch.map_err(not_arrow)?)?;
        }
        Ok(())
    }

    /// Ends the file; all of it is on the disk then.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let Some(sink) = self.lock().sink.take() else { return Ok(()) };
        let end = || {
            let file = sink.into_inner().map_err(std::io::IntoInnerError::into_error)?;
            file.finish()?.sync_all()
        };
        end().map_err(|error| self.failed(py, error))
    }
}

/// Why a text is not a game that may be written.
fn what_is_wrong(linter: &mut Linter, text: &[u8]) -> Option<String> {
    let mut regions = InPlace::new(text, GameStart(0));
    let game = regions.next().filter(Region::is_game);
    let Some(game) = game else { return Some("expected a game, found none".to_owned()) };
    if regions.any(|region| region.is_game()) {
        return Some("expected one game, found several".to_owned());
    }
    let findings = linter.lint_region(&game);
    // Each game is checked separately.
    let _ = linter.hand_over();
    let is_illegal = |finding: &&pgn_lint::Finding| {
        finding.severity == Severity::Error && finding.code().to_string().starts_with('C')
    };
    let finding = findings.iter().find(is_illegal)?;
    let players = finding.players.as_deref().unwrap_or("players unknown");
    Some(format!("{players}: {} {}: {}", finding.code(), finding.name(), finding.message))
}
