//! The functions that read games as a table: `read_pgn` and its sisters.
//!
//! ```text
//! bind: paths, columns, query ─ init: a scan of the columns that are wanted ─ batches, pulled by
//! DuckDB's threads ─ vectors
//! ```

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use libduckdb_sys::{duckdb_data_chunk, duckdb_function_info};
use pgn_arrow::arrow_array::RecordBatch;
use pgn_arrow::{Column, Projection, Reader, Scan, Table};
use pgn_db::source::{Compression, Inputs, Wanted, is_archive_name};
use quack_rs::data_chunk::DataChunk;
use quack_rs::error::ExtensionError;
use quack_rs::table::BindFn;
use quack_rs::table::{
    BindInfo, FfiBindData, FfiInitData, FfiLocalInitData, FunctionInfo, InitInfo,
    TableFunctionBuilder,
};
use quack_rs::types::{LogicalType, TypeId};

use crate::arguments::{self, Arguments, DEFAULT_COLUMNS};
use crate::cell_type::logical_type;
use crate::vector;

/// The function that reads this table, its name with a prefix.
pub(crate) fn builder(table: Table, prefix: &str) -> Result<TableFunctionBuilder, ExtensionError> {
    let (name, bind): (_, BindFn) = match table {
        Table::Games => ("read_pgn", bind_games),
        Table::Positions => ("read_pgn_positions", bind_positions),
        Table::Findings => ("read_pgn_findings", bind_findings),
        Table::Records => ("read_epd", bind_records),
    };
    let mut builder = TableFunctionBuilder::try_new(&format!("{prefix}{name}"))?
        // A text or a list of texts; a function has one form only.
        .param(TypeId::Any);
    if table != Table::Records {
        builder = builder
            .named_param(arguments::FILTER, TypeId::Varchar)
            .named_param(arguments::WHERE, TypeId::Varchar);
    }
    Ok(builder
        .named_param_logical(arguments::COLUMNS, LogicalType::list(TypeId::Varchar))
        .named_param(arguments::DAMAGE, TypeId::Varchar)
        .named_param(arguments::THREADS, TypeId::BigInt)
        .named_param(arguments::ENCODING, TypeId::Varchar)
        .projection_pushdown(true)
        .bind(bind)
        .init(init)
        .local_init(init_thread)
        .scan(scan))
}

/// The input of a call, known when the query is planned.
struct Call {
    table: Table,
    arguments: Arguments,
    columns: Vec<Column>,
}

impl Call {
    /// Which files of folders are read.
    fn wanted(&self) -> Wanted {
        match self.table {
            Table::Games | Table::Positions | Table::Findings => Wanted::Games,
            Table::Records => Wanted::Positions,
        }
    }
}

/// A scan that runs; all threads pull batches from it.
struct Running {
    reader: Mutex<Reader>,
    /// For each column that DuckDB requests, in its order, the place in the batches.
    places: Vec<Option<usize>>,
}

/// The batch that a thread is at.
#[derive(Default)]
struct Present {
    batch: Option<RecordBatch>,
    n_taken: usize,
}

quack_rs::table_bind_callback!(bind_games, |info| { bind(Table::Games, info) });
quack_rs::table_bind_callback!(bind_positions, |info| { bind(Table::Positions, info) });
quack_rs::table_bind_callback!(bind_findings, |info| { bind(Table::Findings, info) });
quack_rs::table_bind_callback!(bind_records, |info| { bind(Table::Records, info) });

fn bind(table: Table, raw: libduckdb_sys::duckdb_bind_info) {
    // SAFETY: DuckDB lends the handle for this call.
    let info = unsafe { BindInfo::new(raw) };
    match call(table, &info) {
        Ok(call) => {
            for column in &call.columns {
                info.add_result_column_with_type(&column.name, &logical_type(column.cell));
            }
            if let Some(n_rows) = estimate(&call) {
                info.set_cardinality(n_rows, marks_estimates_as_exact());
            }
            // SAFETY: set once, and read as the same type below.
            unsafe { FfiBindData::set(raw, call) };
        }
        Err(message) => info.set_error(&message),
    }
}

fn call(table: Table, info: &BindInfo) -> Result<Call, String> {
    let arguments = Arguments::of_call(info)?;
    let of_defaults = || Projection::of_defaults(table).columns;
    let columns: Vec<Column> = match &arguments.columns {
        None => of_defaults().to_vec(),
        Some(names) => {
            let names = names.iter().flat_map(|name| match name.as_str() {
                DEFAULT_COLUMNS => of_defaults().iter().map(|it| it.name.to_string()).collect(),
                name => vec![name.to_owned()],
            });
            let names: Vec<String> = names.collect();
            let projection = Projection::of_names(table, names.iter().map(String::as_str));
            projection.map_err(|error| error.to_string())?.columns.to_vec()
        }
    };
    if columns.is_empty() {
        return Err(format!("expected at least one name in {}", arguments::COLUMNS));
    }
    Ok(Call { table, arguments, columns })
}

/// The approximate number of rows of a call, by the size of its files, for the order of joins:
/// DuckDB keeps the smaller side in memory. `None` if there is a pipe among the files.
fn estimate(call: &Call) -> Option<u64> {
    /// Text is about this much smaller when compressed.
    const PACKED: u64 = 5;
    let row_bytes = match call.table {
        Table::Games => 1000,
        Table::Positions => 12,
        Table::Findings => 2000,
        Table::Records => 80,
    };
    let bytes_of = |path: &PathBuf| {
        let inputs = Inputs::gather_as(std::slice::from_ref(path), call.wanted());
        let is_packed = Compression::of_name(&path.to_string_lossy()).is_some();
        let factor = if is_packed || is_archive_name(path) { PACKED } else { 1 };
        Some(inputs.total_bytes()?.saturating_mul(factor))
    };
    let sizes: Option<Vec<u64>> = call.arguments.paths.iter().map(bytes_of).collect();
    let bytes = sizes?.into_iter().fold(0, u64::saturating_add);
    Some((bytes / row_bytes).max(1))
}

/// Marks an estimate that may be too low. Until DuckDB 2.0, the interface has the meaning of the
/// flag reversed: there, an inexact number is taken for a limit, and queries may lose rows beyond
/// it.
fn marks_estimates_as_exact() -> bool {
    // SAFETY: a function is called, so the extension was loaded.
    let version = unsafe { quack_rs::abi::engine_version() };
    version.is_some_and(|version| version.trim_start_matches('v').starts_with("1."))
}

quack_rs::table_init_callback!(init, |raw| {
    // SAFETY: DuckDB lends the handle for this call, and the bind above set a `Call`.
    let (info, call) = unsafe { (InitInfo::new(raw), FfiBindData::<Call>::get_from_init(raw)) };
    let Some(call) = call else { return info.set_error("the call was not understood") };
    match begin(call, &info) {
        Ok(running) => {
            info.set_max_threads(call.arguments.n_threads.get() as u64);
            // SAFETY: set once, and read as the same type below.
            unsafe { FfiInitData::set(raw, running) };
        }
        Err(message) => info.set_error(&message),
    }
});

/// Begins to read the requested columns.
fn begin(call: &Call, info: &InitInfo) -> Result<Running, String> {
    let mut names: Vec<&str> = Vec::new();
    let mut places = Vec::new();
    for at in 0..info.projected_column_count() {
        // Callers that count rows may ask for a column that no table has.
        let column = info.projected_column_index(at).and_then(|index| call.columns.get(index));
        places.push(column.map(|column| {
            let known = names.iter().position(|name| *name == column.name);
            known.unwrap_or_else(|| {
                names.push(&column.name);
                names.len() - 1
            })
        }));
    }
    let scan = Scan::of(Inputs::gather_as(&call.arguments.paths, call.wanted()))
        .table(call.table)
        .columns(&names)
        .map_err(|error| error.to_string())?
        .query(call.arguments.query.clone())
        .on_error(call.arguments.on_error)
        .threads(call.arguments.n_threads)
        .encoding(call.arguments.encoding);
    Ok(Running { reader: Mutex::new(scan.into_reader()), places })
}

quack_rs::table_init_callback!(init_thread, |raw| {
    // SAFETY: set once for each thread, and read as the same type below.
    unsafe { FfiLocalInitData::set(raw, Present::default()) };
});

quack_rs::table_scan_callback!(scan, |raw, output| {
    // SAFETY: DuckDB lends the handles for this call.
    let (info, chunk) = unsafe { (FunctionInfo::new(raw), DataChunk::from_raw(output)) };
    let n_rows = give_rows(raw, output).unwrap_or_else(|message| {
        info.set_error(&message);
        0
    });
    // SAFETY: a chunk has room for as many rows as were written.
    unsafe { chunk.set_size(n_rows) };
});

/// Writes the next rows of this thread, and returns how many; none at the end.
fn give_rows(raw: duckdb_function_info, output: duckdb_data_chunk) -> Result<usize, String> {
    // SAFETY: both were set as these types, and the second is of this thread alone.
    let data =
        unsafe { (FfiInitData::<Running>::get(raw), FfiLocalInitData::<Present>::get_mut(raw)) };
    let (Some(running), Some(present)) = data else {
        return Err("the scan was not begun".to_owned());
    };
    let batch = loop {
        match &present.batch {
            Some(batch) if present.n_taken < batch.num_rows() => break batch,
            _ => {}
        }
        let mut reader = running.reader.lock().unwrap_or_else(PoisonError::into_inner);
        *present = match reader.next_batch() {
            Some(batch) => {
                let batch = batch.map_err(|error| error.to_string())?;
                Present { batch: Some(batch), n_taken: 0 }
            }
            None => return Ok(0),
        };
    };
    let n_rows = (batch.num_rows() - present.n_taken).min(quack_rs::vector::vector_size() as usize);
    // SAFETY: DuckDB lends the chunk for this call.
    let chunk = unsafe { DataChunk::from_raw(output) };
    for (at, place) in running.places.iter().enumerate() {
        let Some(place) = *place else { continue };
        let cells = batch.column(place).slice(present.n_taken, n_rows);
        // SAFETY: the vector is of the column's type, with room for as many rows as a vector has.
        unsafe { vector::fill(chunk.vector(at), &*cells) }?;
    }
    present.n_taken += n_rows;
    Ok(n_rows)
}
