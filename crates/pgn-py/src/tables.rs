//! Tables: games as Arrow's record batches, by the PyCapsule interface.
//!
//! ```text
//! Scan ─┬─ __arrow_c_stream__ ─ pyarrow, polars, DuckDB, pandas
//!       └─ batches ─ Batch ─ __arrow_c_array__
//! ```

use crate::errors::ErrorClass;
use crate::feed::{SIGNAL_INTERVAL, SignalWatch, Stop, one_thread, patiently};
use crate::files::{count_of, query, threads, threads_of};
use crate::rows::rows_as_dicts;
use crate::sources::{Sources, sources_of};
use arrow_array::ffi::{FFI_ArrowArray, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, RecordBatch, RecordBatchIterator, RecordBatchReader, StructArray};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use pgn_arrow::file::{FileFormat, TableWriter};
use pgn_arrow::{ErrorKind, OnError, Projection, Table};
use pgn_db::error::Error as DbError;
use pgn_db::output::Replacement;
use pgnkit::charset::Choice;
use pgnkit::suggest::nearest_word;
use pgnkit::tag::TAGS;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::task::Poll;

/// The exception of a scan.
fn scan_error(py: Python<'_>, error: pgn_arrow::Error) -> PyErr {
    match error.kind() {
        ErrorKind::Column => ErrorClass::Option.raise(py, error),
        ErrorKind::Query => ErrorClass::Query.raise(py, error),
        _ => {
            let message = error.to_string();
            match error.into_db_error() {
                Some(error) => crate::feed::read_error(py, &error),
                None => ErrorClass::Read.raise(py, message),
            }
        }
    }
}

/// The argument `memory`.
fn memory_of(value: &Bound<'_, PyAny>) -> PyResult<Option<NonZeroUsize>> {
    count_of(value, "memory")
}

/// The argument `batch_rows`.
fn rows_of(value: &Bound<'_, PyAny>) -> PyResult<Option<NonZeroUsize>> {
    count_of(value, "batch_rows")
}

/// A table over files, which are read again whenever its rows are requested.
#[pyclass(module = "pgnkit", subclass, frozen)]
pub(crate) struct Scan {
    sources: Sources,
    columns: Option<Vec<String>>,
    query: Option<String>,
    table: Table,
    threads: Option<NonZeroUsize>,
    memory_bytes: Option<NonZeroUsize>,
    /// The bytes of each file in which what is read begins.
    part: Option<(u64, u64)>,
    on_error: OnError,
    encoding: Choice,
}

impl Scan {
    fn build(
        &self,
        py: Python<'_>,
        columns: Option<&Vec<String>>,
        query: Option<&str>,
    ) -> PyResult<pgn_arrow::Scan> {
        let mut scan = pgn_arrow::Scan::of(self.sources.inputs()).table(self.table);
        scan = scan.threads(threads(self.threads));
        if let Some(bytes) = self.memory_bytes {
            scan = scan.memory(bytes.get());
        }
        if let Some((from, to)) = self.part {
            scan = scan.part(from..to);
        }
        scan = scan.on_error(self.on_error).encoding(self.encoding);
        if let Some(columns) = columns.or(self.columns.as_ref()) {
            scan = scan.columns(columns).map_err(|error| scan_error(py, error))?;
        }
        for text in self.query.as_deref().into_iter().chain(query) {
            scan = scan.filter(text).map_err(|error| scan_error(py, error))?;
        }
        Ok(scan)
    }

    /// The columns to warn of; none for a part of a file, whose games may lack the tags of others.
    fn unseen_tags(&self, projection: &Projection) -> UnseenTags {
        match self.part {
            None => UnseenTags::of(projection),
            Some(_) => UnseenTags { columns: Vec::new(), has_rows: false },
        }
    }
}

#[pymethods]
impl Scan {
    #[new]
    #[pyo3(signature = (
        paths, columns=None, r#where=None, table="games", threads=None, memory=None,
        damage="fail", part=None, encoding="auto"
    ))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        paths: &Bound<'_, PyAny>,
        columns: Option<Vec<String>>,
        r#where: Option<String>,
        table: &str,
        #[pyo3(from_py_with = threads_of)] threads: Option<NonZeroUsize>,
        #[pyo3(from_py_with = memory_of)] memory: Option<NonZeroUsize>,
        damage: &str,
        part: Option<(u64, u64)>,
        encoding: &str,
    ) -> PyResult<Scan> {
        let py = paths.py();
        let encoding = crate::files::encoding(py, encoding)?;
        let table =
            Table::ALL.into_iter().find(|known| known.name() == table).ok_or_else(|| {
                let message =
                    format!("expected games, positions, findings or records, found {table:?}");
                ErrorClass::Option.raise(py, message)
            })?;
        let on_error = match damage {
            "fail" => OnError::Stop,
            "skip" => OnError::Skip,
            _ => {
                let message = format!("expected fail or skip for damage, found {damage:?}");
                return Err(ErrorClass::Option.raise(py, message));
            }
        };
        let query = r#where;
        let memory_bytes = memory;
        let sources = sources_of(paths)?;
        let scan = Scan {
            sources,
            columns,
            query,
            table,
            threads,
            memory_bytes,
            part,
            on_error,
            encoding,
        };
        // Errors in columns and expression are reported at once.
        crate::files::query(py, scan.query.as_deref())?;
        scan.build(py, None, None)?;
        Ok(scan)
    }

    /// The names of the columns, in order.
    #[getter]
    fn columns(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let schema = self.build(py, None, None)?.schema();
        Ok(schema.fields().iter().map(|field| field.name().clone()).collect())
    }

    /// All columns that the table can have, with their types and what they mean; the tags of
    /// games are columns, too, by their names.
    #[staticmethod]
    #[pyo3(signature = (table="games"))]
    fn all_columns(py: Python<'_>, table: &str) -> PyResult<Vec<(String, String, String)>> {
        let table =
            Table::ALL.into_iter().find(|known| known.name() == table).ok_or_else(|| {
                let message =
                    format!("expected games, positions, findings or records, found {table:?}");
                ErrorClass::Option.raise(py, message)
            })?;
        let row = |column: &pgn_arrow::Column| {
            let field = column.field();
            (field.name().clone(), field.data_type().to_string(), column.about.to_string())
        };
        Ok(table.columns().iter().map(row).collect())
    }

    /// Whether the expression uses the number of a game or a line.
    #[pyo3(name = "_asks_for_numbers")]
    fn asks_for_numbers(&self, py: Python<'_>) -> PyResult<bool> {
        let query = query(py, self.query.as_deref())?;
        Ok(query.is_some_and(|query| query.asks_for_numbers()))
    }

    /// The rows as an Arrow stream.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a producer that supports only one schema return its own.
        let _ = requested_schema;
        let scan = self.build(py, None, None)?;
        let projection = scan.projection().clone();
        let (reader, watch) = (scan.into_reader(), SignalWatch::new());
        let (sources, unseen) = (self.sources.clone(), self.unseen_tags(&projection));
        let rows = Rows { reader, watch, is_over: false, unseen, sources };
        let stream = FFI_ArrowArrayStream::new(Box::new(rows));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// A stream with the schema of the rows, and no row.
    #[pyo3(name = "_empty_stream")]
    fn empty_stream<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = self.build(py, None, None)?.schema();
        let batches = RecordBatchIterator::new(std::iter::empty(), schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The schema of the rows.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = self.build(py, None, None)?.schema();
        capsule_of_schema(py, &schema)
    }

    /// The first rows.
    #[pyo3(signature = (n=5))]
    fn head(&self, py: Python<'_>, n: usize) -> PyResult<Batch> {
        let scan = self.build(py, None, None)?;
        let (schema, mut parts, mut missing) = (scan.schema(), Vec::new(), n);
        let mut reader = scan.into_reader();
        while missing > 0
            && let Some(batch) = pull(py, &mut reader)?
        {
            let batch = batch.map_err(|error| scan_error(py, error))?;
            let batch = batch.slice(0, missing.min(batch.num_rows()));
            missing -= batch.num_rows();
            parts.push(batch);
        }
        let batch = pgn_arrow::concat(&schema, &parts);
        Ok(Batch { batch: batch.map_err(|error| ErrorClass::Read.raise(py, error))? })
    }

    /// Writes the rows to a file of Parquet, as `pgn convert --to parquet` does, and returns how
    /// many there are. The file is replaced when all rows are written; if anything fails, it stays
    /// as it was.
    ///
    /// Raises:
    ///     ReadError: a file cannot be read, or the file cannot be written.
    fn to_parquet(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        let scan = self.build(py, None, None)?;
        let (threads, unseen) = (threads(self.threads), self.unseen_tags(scan.projection()));
        let written = patiently(py, move |stop| write_parquet(scan, &path, threads, unseen, stop));
        let mut written = written?.map_err(|error| scan_error(py, error))?;
        written.unseen.warn(py)?;
        for error in written.file_errors {
            let category = py.get_type::<PyUserWarning>();
            py.import("warnings")?.call_method1("warn", (error.to_string(), category))?;
        }
        Ok(written.n_rows)
    }

    /// The rows in batches, in order; while one waits, Ctrl-C works. `columns` and `where` narrow
    /// what the scan gives.
    #[pyo3(signature = (columns=None, r#where=None, batch_rows=None))]
    fn batches(
        &self,
        py: Python<'_>,
        columns: Option<Vec<String>>,
        r#where: Option<&str>,
        #[pyo3(from_py_with = rows_of)] batch_rows: Option<NonZeroUsize>,
    ) -> PyResult<Batches> {
        query(py, r#where)?;
        let mut scan = self.build(py, columns.as_ref(), r#where)?;
        if let Some(batch_rows) = batch_rows {
            scan = scan.batch_rows(batch_rows);
        }
        let unseen = self.unseen_tags(scan.projection());
        let reader = Mutex::new((scan.into_reader(), unseen));
        Ok(Batches { reader, damage: Mutex::default(), _sources: self.sources.clone() })
    }
}

/// What was written to a file.
struct Written {
    n_rows: u64,
    unseen: UnseenTags,
    /// The parts of the input that were skipped.
    file_errors: Vec<DbError>,
}

fn write_parquet(
    scan: pgn_arrow::Scan,
    path: &Path,
    threads: NonZeroUsize,
    mut unseen: UnseenTags,
    stop: &Stop,
) -> Result<Written, pgn_arrow::Error> {
    let failed = |error| DbError::from_io(path.to_string_lossy(), error);
    let file = Replacement::create(path, None, |file| file).map_err(failed)?;
    let writer = TableWriter::new(file, FileFormat::Parquet, &scan.schema(), threads);
    let (mut writer, mut reader, mut n_rows) = (writer.map_err(failed)?, scan.into_reader(), 0);
    while let Some(batch) = reader.next_batch() {
        stop.check()?;
        let batch = batch?;
        unseen.see(&batch);
        n_rows += batch.num_rows() as u64;
        writer.write(&batch).map_err(failed)?;
    }
    writer.finish().and_then(Replacement::commit).map_err(failed)?;
    Ok(Written { n_rows, unseen, file_errors: reader.take_file_errors() })
}

fn capsule_of_schema<'py>(
    py: Python<'py>,
    schema: &arrow_schema::Schema,
) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema);
    let schema = schema.map_err(|error| ErrorClass::Read.raise(py, error))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// The rows for a library that pulls them without Python; Ctrl-C works all the same.
struct Rows {
    reader: pgn_arrow::Reader,
    watch: SignalWatch,
    is_over: bool,
    unseen: UnseenTags,
    sources: Sources,
}

impl Rows {
    /// Waits for the next batch. Threads that read with the help of Python need the GIL, which the
    /// library that pulls may hold.
    fn wait(&mut self) -> Poll<Option<Result<RecordBatch, pgn_arrow::Error>>> {
        let reader = &mut self.reader;
        if !self.sources.need_python() {
            return reader.next_batch_within(SIGNAL_INTERVAL);
        }
        let waited =
            Python::try_attach(|py| py.detach(|| reader.next_batch_within(SIGNAL_INTERVAL)));
        waited.unwrap_or(Poll::Ready(None))
    }
}

impl Iterator for Rows {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_over {
            if self.watch.is_interrupted() {
                self.is_over = true;
                return Some(Err(ArrowError::ExternalError("interrupted".into())));
            }
            if let Poll::Ready(batch) = self.wait() {
                self.is_over = batch.is_none();
                match &batch {
                    Some(Ok(batch)) => self.unseen.see(batch),
                    Some(Err(_)) => {}
                    None => {
                        // A library that pulls the rows cannot pass on an exception.
                        let _ = Python::try_attach(|py| self.unseen.warn(py));
                    }
                }
                return batch.map(|batch| batch.map_err(ArrowError::from));
            }
        }
        None
    }
}

impl RecordBatchReader for Rows {
    fn schema(&self) -> SchemaRef {
        RecordBatchReader::schema(&self.reader)
    }
}

/// Goes through the batches of a scan.
#[pyclass(module = "pgnkit", frozen)]
pub(crate) struct Batches {
    /// Python shares the object between threads; one at a time pulls.
    reader: Mutex<(pgn_arrow::Reader, UnseenTags)>,
    damage: Mutex<Vec<String>>,
    _sources: Sources,
}

#[pymethods]
impl Batches {
    /// How many bytes of the files were read so far.
    #[getter]
    fn read_bytes(&self) -> PyResult<u64> {
        Ok(one_thread(&self.reader)?.0.read_bytes())
    }

    /// How many there are in all, if that is known.
    #[getter]
    fn total_bytes(&self) -> PyResult<Option<u64>> {
        Ok(one_thread(&self.reader)?.0.total_bytes())
    }

    /// The parts that could not be read so far, a sentence each, of a scan that skips them.
    #[getter]
    fn damage(&self) -> Vec<String> {
        self.damage.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        let mut state = one_thread(&self.reader)?;
        let (reader, unseen) = &mut *state;
        let batch = pull(py, reader)?;
        let errors = reader.take_file_errors();
        let mut damage = self.damage.lock().unwrap_or_else(PoisonError::into_inner);
        damage.extend(errors.iter().map(ToString::to_string));
        drop(damage);
        match batch.transpose().map_err(|error| scan_error(py, error))? {
            Some(batch) => {
                unseen.see(&batch);
                Ok(Some(Batch { batch }))
            }
            None => {
                unseen.warn(py)?;
                Ok(None)
            }
        }
    }
}

/// The next batch, waited for without the GIL.
fn pull(
    py: Python<'_>,
    reader: &mut pgn_arrow::Reader,
) -> PyResult<Option<Result<RecordBatch, pgn_arrow::Error>>> {
    loop {
        match py.detach(|| reader.next_batch_within(SIGNAL_INTERVAL)) {
            Poll::Ready(batch) => return Ok(batch),
            Poll::Pending => py.check_signals()?,
        }
    }
}

/// Requested columns with the names of tags that are in none of the rows so far.
struct UnseenTags {
    /// Indices and names.
    columns: Vec<(usize, String)>,
    has_rows: bool,
}

impl UnseenTags {
    fn of(projection: &Projection) -> UnseenTags {
        let columns = projection.columns.iter().enumerate();
        let columns = columns.filter(|(_, column)| column.is_other_tag());
        let columns = columns.map(|(at, column)| (at, column.name.to_string())).collect();
        UnseenTags { columns, has_rows: false }
    }

    fn see(&mut self, batch: &RecordBatch) {
        self.has_rows |= batch.num_rows() > 0;
        self.columns.retain(|(at, _)| {
            let column = batch.column(*at);
            column.null_count() == column.len()
        });
    }

    /// Warns of columns in which all rows are null, once.
    fn warn(&mut self, py: Python<'_>) -> PyResult<()> {
        if !self.has_rows {
            return Ok(());
        }
        for (_, name) in std::mem::take(&mut self.columns) {
            let near = nearest_word(&name, TAGS.iter().map(|tag| tag.name));
            let near = near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
            let message = format!("the column `{name}`: no game has a tag of this name{near}");
            py.import("warnings")?
                .call_method1("warn", (message, py.get_type::<PyUserWarning>()))?;
        }
        Ok(())
    }
}

/// Some rows of a table; any library that supports the Arrow PyCapsule interface accepts them.
#[pyclass(module = "pgnkit", frozen)]
pub(crate) struct Batch {
    batch: RecordBatch,
}

#[pymethods]
impl Batch {
    /// The names of the columns, in order.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The rows as dictionaries from the names of the columns to objects of Python; a map of tags
    /// is a dictionary, too.
    ///
    /// >>> import pgnkit
    /// >>> games = b'[White "Tal"]\n[Date "1960.05.07"]\n\n1. e4 e5 1-0'
    /// >>> pgnkit.scan(games, ["white", "date_value", "moves"]).head().to_pylist()
    /// [{'white': 'Tal', 'date_value': datetime.date(1960, 5, 7), 'moves': ['e4', 'e5']}]
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        rows_as_dicts(py, &self.batch)
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.batch.num_rows(), self.batch.num_columns());
        format!("<pgnkit.Batch rows={rows} columns={columns}>")
    }

    /// A table, for a notebook.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pgnkit._notebook")?.getattr("table")?.call1((slf,))
    }

    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batch.num_rows()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule_of_schema(py, &self.batch.schema())
    }

    /// The rows as an Arrow struct array.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let rows = StructArray::from(self.batch.clone());
        let exported: Result<(FFI_ArrowArray, _), _> = to_ffi(&rows.to_data());
        let (array, _) = exported.map_err(|error| ErrorClass::Read.raise(py, error))?;
        let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
        Ok((self.__arrow_c_schema__(py)?, array))
    }
}
