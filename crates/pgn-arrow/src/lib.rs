//! Games as tables: an iterator of Arrow record batches, which all cores build.
//!
//! ```
//! use pgn_arrow::{Scan, Table};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("games.pgn");
//! # std::fs::write(&path, "[White \"Tal\"]\n[Date \"1960.05.??\"]\n\n1. e4 e6 2. d4 1-0\n")?;
//! let scan = Scan::new(&[path])
//!     .table(Table::Games)
//!     .columns(["white", "year", "month", "day", "moves"])?
//!     .filter(r#"result = "1-0""#)?;
//! assert_eq!(scan.schema().field(1).to_string(), r#"Field { "year": nullable Int16 }"#);
//! for batch in scan.into_reader() {
//!     assert_eq!(batch?.num_rows(), 1);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Only requested columns are built: without moves, no move is played, and of a game that the
//! filter rejects, little more is read than is needed to reject it. Batches come in the order of
//! the games, whatever the number of threads, and only a few of them are in flight at a time.
//!
//! `docs/formats/tables.md` describes the columns.
//!
//! Start at [`Scan`]; [`Table::columns`] is the table of columns.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "arrow")]
mod arrow;
mod calendar;
mod cells;
mod column;
#[cfg(feature = "arrow")]
mod concat;
mod error;
#[cfg(feature = "files")]
pub mod file;
mod finding_row;
#[cfg(feature = "arrow")]
mod foreign_cell;
mod game_reader;
mod game_row;
#[cfg(feature = "arrow")]
mod game_text;
#[cfg(feature = "arrow")]
mod join;
mod page;
mod position_row;
mod projection;
mod record_row;
mod row_reader;
#[cfg(feature = "arrow")]
mod scan;
mod sketch;
mod table;
mod tabulate;
mod text;

pub use cells::Batch;
pub use column::{CellType, Column};
#[cfg(feature = "arrow")]
pub use concat::concat;
pub use error::{Error, ErrorKind};
#[cfg(feature = "arrow")]
pub use game_text::{Constants, GameText};
#[cfg(feature = "arrow")]
pub use join::{BATCH_ROWS, Joiner};
pub use page::page;
pub use projection::Projection;
#[cfg(feature = "arrow")]
pub use scan::{OnError, Reader, Scan};
pub use table::Table;
pub use tabulate::{Rows, Tabulate};
pub use text::TextForm;

#[cfg(feature = "arrow")]
pub use arrow_array;
#[cfg(feature = "arrow")]
pub use arrow_schema;
