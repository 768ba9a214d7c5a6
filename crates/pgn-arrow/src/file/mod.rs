//! Tables as files: Parquet, and the stream format of Arrow.
//!
//! Start at [`TableWriter`]; [`PgnText`] converts back.

mod array_text;
mod folder;
mod hybrid;
mod journal;
mod list_chunk;
mod numbering;
mod parquet;
mod pgn_text;

use std::io::{self, Write};
use std::num::NonZeroUsize;

use arrow_array::RecordBatch;
use arrow_ipc::writer::{IpcWriteOptions, StreamWriter};
use arrow_schema::{ArrowError, SchemaRef};
use pgnkit::named_enum;

use self::parquet::ParquetWriter;
pub use folder::{Extent, FolderWriter};
pub use journal::NO_FILE;
pub use pgn_text::{PgnText, is_parquet};

named_enum! {
    /// A format of files.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum FileFormat, name {
        /// Parquet: columns compressed with zstd, dictionaries, statistics, and bloom filters for
        /// names.
        Parquet = "parquet",
        /// A stream of Arrow's record batches, as they are in memory.
        Arrow = "arrow",
    }
}

/// Writes batches to a file. Without [`finish`](TableWriter::finish), the file is incomplete.
pub struct TableWriter<W: Write + Send>(TableForm<W>);

enum TableForm<W: Write + Send> {
    Parquet(Box<ParquetWriter<W>>),
    Arrow(Box<StreamWriter<W>>),
}

impl<W: Write + Send> TableWriter<W> {
    /// Begins a file of batches with this schema. `n_threads` pack the columns of Parquet.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn new(
        sink: W,
        format: FileFormat,
        schema: &SchemaRef,
        n_threads: NonZeroUsize,
    ) -> io::Result<TableWriter<W>> {
        Ok(TableWriter(match format {
            FileFormat::Parquet => {
                TableForm::Parquet(Box::new(ParquetWriter::new(sink, schema, n_threads)?))
            }
            FileFormat::Arrow => {
                let options = IpcWriteOptions::default();
                let writer = StreamWriter::try_new_with_options(sink, schema, options);
                TableForm::Arrow(Box::new(writer.map_err(of_arrow)?))
            }
        }))
    }

    /// Writes a batch.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        match &mut self.0 {
            TableForm::Parquet(writer) => writer.write(batch),
            TableForm::Arrow(writer) => writer.write(batch).map_err(of_arrow),
        }
    }

    /// The size of compressed rows in memory, in bytes.
    #[must_use]
    pub fn waiting_bytes(&self) -> usize {
        match &self.0 {
            TableForm::Parquet(writer) => writer.waiting_bytes(),
            TableForm::Arrow(_) => 0,
        }
    }

    /// Writes the rows that wait, as a row group of their own.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            TableForm::Parquet(writer) => writer.flush(),
            TableForm::Arrow(writer) => writer.flush().map_err(of_arrow),
        }
    }

    /// Writes what is at the end, and gives back where the file went.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            TableForm::Parquet(writer) => writer.finish(),
            TableForm::Arrow(writer) => writer.into_inner().map_err(of_arrow),
        }
    }
}

/// The system's error inside one of Arrow's.
fn of_arrow(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::other(error.to_string()),
    }
}
