//! The DuckDB extension `pgnkit`: `SELECT … FROM read_pgn('games/*.pgn.zst')`.
//!
//! `cargo xtask duckdb` builds it and adds the metadata that DuckDB requires; the page
//! `docs/guide/sql.md` shows how to use it.
//!
//! Start at `register`; `read_function` is how a table is read.

mod arguments;
mod cell_type;
mod file_names;
mod read_function;
mod scalar_functions;
mod vector;

use pgn_arrow::Table;
use quack_rs::connection::{Connection, Registrar};
use quack_rs::error::ExtensionError;

quack_rs::entry_point_v2!(pgnkit_init_c_api, register);

/// The prefix of the second name of each function: `pgnkit_read_pgn` is `read_pgn`.
pub(crate) const PREFIX: &str = "pgnkit_";

/// Makes the functions known to the database that loads the extension.
fn register(connection: &Connection) -> Result<(), ExtensionError> {
    register_with(connection, PREFIX).collect::<Result<(), _>>()?;
    // Another extension may have taken a short name; then it keeps it.
    register_with(connection, "").for_each(drop);
    // Last, because it stays if something after it fails. SAFETY: as above, and the callback does
    // not take ownership.
    unsafe {
        connection.register_replacement_scan(file_names::replace, std::ptr::null_mut(), None);
    }
    Ok(())
}

/// Registers each function under its name with this prefix.
fn register_with<'c>(
    connection: &'c Connection,
    prefix: &'c str,
) -> impl Iterator<Item = Result<(), ExtensionError>> + 'c {
    let tables = Table::ALL.into_iter().map(move |table| {
        let function = read_function::builder(table, prefix)?;
        // SAFETY: DuckDB lends the connection for this call, and the callbacks of the builder are
        // those of one function.
        unsafe { connection.register_table(function) }
    });
    let scalars = scalar_functions::all(prefix).into_iter().map(move |function| {
        // SAFETY: as above.
        unsafe { connection.register_scalar(function?) }
    });
    tables.chain(scalars)
}
