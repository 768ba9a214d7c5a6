//! Tables: games as Arrow's record batches, by the PyCapsule interface.
//!
//! ```text
//! Scan ─┬─ __arrow_c_stream__ ─ pyarrow, polars, DuckDB, pandas
//!       └─ batches ─ Batch ─ __arrow_c_array__
//! ```

use crate::errors::ErrorClass;
use crate::feed::{SIGNAL_INTERVAL, SignalWatch, one_thread};
use crate::files::{count_of, paths_of, query, threads, threads_of};
use arrow_array::ffi::{FFI_ArrowArray, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, RecordBatch, RecordBatchIterator, RecordBatchReader, StructArray};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use pgn_arrow::{ErrorKind, OnError, Table};
use pgnkit::charset::Choice;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
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
    paths: Vec<PathBuf>,
    columns: Option<Vec<String>>,
    query: Option<String>,
    table: Table,
    threads: Option<NonZeroUsize>,
    memory_bytes: Option<NonZeroUsize>,
    /// The bytes of each file in which what is read begins.
    part: Option<(u64, u64)>,
    on_error: OnError,
    encoding: Choice,
    /// Temporary files among the paths; they stay until reading ends.
    copies: Arc<Option<Py<PyAny>>>,
}

impl Scan {
    fn build(
        &self,
        py: Python<'_>,
        columns: Option<&Vec<String>>,
        query: Option<&str>,
    ) -> PyResult<pgn_arrow::Scan> {
        let mut scan = pgn_arrow::Scan::new(&self.paths).table(self.table);
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
}

#[pymethods]
impl Scan {
    #[new]
    #[pyo3(signature = (
        paths, columns=None, r#where=None, table="games", threads=None, memory=None,
        damage="fail", part=None, copies=None, encoding="auto"
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
        copies: Option<Py<PyAny>>,
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
        let paths = paths_of(paths)?;
        let copies = Arc::new(copies);
        let scan = Scan {
            paths,
            columns,
            query,
            table,
            threads,
            memory_bytes,
            part,
            on_error,
            encoding,
            copies,
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
        let (reader, watch) = (scan.into_reader(), SignalWatch::new());
        let rows = Rows { reader, watch, is_over: false, _copies: Arc::clone(&self.copies) };
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
        let reader = Mutex::new(scan.into_reader());
        Ok(Batches { reader, damage: Mutex::default(), _copies: Arc::clone(&self.copies) })
    }
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
    _copies: Arc<Option<Py<PyAny>>>,
}

impl Iterator for Rows {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_over {
            if self.watch.is_interrupted() {
                self.is_over = true;
                return Some(Err(ArrowError::ExternalError("interrupted".into())));
            }
            if let Poll::Ready(batch) = self.reader.next_batch_within(SIGNAL_INTERVAL) {
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
    reader: Mutex<pgn_arrow::Reader>,
    damage: Mutex<Vec<String>>,
    _copies: Arc<Option<Py<PyAny>>>,
}

#[pymethods]
impl Batches {
    /// How many bytes of the files were read so far.
    #[getter]
    fn read_bytes(&self) -> PyResult<u64> {
        Ok(one_thread(&self.reader)?.read_bytes())
    }

    /// How many there are in all, if that is known.
    #[getter]
    fn total_bytes(&self) -> PyResult<Option<u64>> {
        Ok(one_thread(&self.reader)?.total_bytes())
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
        let mut reader = one_thread(&self.reader)?;
        let pull = &mut *reader;
        let batch = loop {
            match py.detach(|| pull.next_batch_within(SIGNAL_INTERVAL)) {
                Poll::Ready(batch) => break batch,
                Poll::Pending => py.check_signals()?,
            }
        };
        let errors = reader.take_file_errors();
        let mut damage = self.damage.lock().unwrap_or_else(PoisonError::into_inner);
        damage.extend(errors.iter().map(ToString::to_string));
        drop(damage);
        let batch = batch.transpose().map_err(|error| scan_error(py, error))?;
        Ok(batch.map(|batch| Batch { batch }))
    }
}

/// Some rows of a table; any library that supports the Arrow PyCapsule interface accepts them.
#[pyclass(module = "pgnkit", frozen)]
pub(crate) struct Batch {
    batch: RecordBatch,
}

#[pymethods]
impl Batch {
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
