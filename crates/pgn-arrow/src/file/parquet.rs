//! Parquet, its columns compressed in parallel by several threads.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, FieldRef, SchemaRef};
use bytes::Bytes;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves,
};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;

use super::list_chunk::ListChunk;

/// The number of rows in a row group.
const GROUP_ROWS: usize = 128 << 10;

/// The same for compressed bytes, which stay in memory until then.
const GROUP_BYTES: usize = 64 << 20;

/// How hard zstd tries: higher levels take twice the time for a few percent.
pub(super) const ZSTD_LEVEL: i32 = 3;

/// Columns that are looked up by a value of which each group has few: a filter of a few bytes a
/// value then spares the reading of nearly all groups.
const LOOKED_UP: &[&str] = &["white", "black", "site", "key"];

/// How many values a filter is made for, so that one in a hundred lookups is in vain: each row may
/// have its own. The filter of a group with fewer values is folded to their size.
const LOOKED_UP_VALUES: u64 = GROUP_ROWS as u64;

/// The number of rows, or bytes, that are compressed at a time: enough to be worth several threads.
const PACKED_ROWS: usize = 8_192;
const PACKED_BYTES: usize = 8 << 20;

/// Writes a file of Parquet.
pub(super) struct ParquetWriter<W: Write + Send> {
    schema: SchemaRef,
    writer: SerializedFileWriter<W>,
    factory: ArrowRowGroupWriterFactory,
    /// Of the present group, one for each column.
    columns: Vec<Chunk>,
    /// Rows of the current group, and those among them that are not compressed yet.
    n_rows: usize,
    waiting: Vec<RecordBatch>,
    n_waiting_rows: usize,
    n_waiting_bytes: usize,
    n_groups: usize,
    n_threads: usize,
}

impl<W: Write + Send> ParquetWriter<W> {
    pub(super) fn new(
        sink: W,
        schema: &SchemaRef,
        n_threads: NonZeroUsize,
    ) -> io::Result<ParquetWriter<W>> {
        let properties = properties(schema).map_err(of_parquet)?;
        let writer = ArrowWriter::try_new(sink, SchemaRef::clone(schema), Some(properties));
        let (writer, factory) =
            writer.and_then(ArrowWriter::into_serialized_writer).map_err(of_parquet)?;
        Ok(ParquetWriter {
            schema: SchemaRef::clone(schema),
            writer,
            factory,
            columns: Vec::new(),
            n_rows: 0,
            waiting: Vec::new(),
            n_waiting_rows: 0,
            n_waiting_bytes: 0,
            n_groups: 0,
            n_threads: n_threads.get(),
        })
    }

    pub(super) fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        let mut from = 0;
        while from < batch.num_rows() {
            let n_rows = (batch.num_rows() - from).min(GROUP_ROWS - self.n_rows);
            self.n_rows += n_rows;
            self.n_waiting_rows += n_rows;
            self.n_waiting_bytes += batch.get_array_memory_size();
            self.waiting.push(batch.slice(from, n_rows));
            from += n_rows;
            let is_full = self.n_rows >= GROUP_ROWS;
            if is_full || self.n_waiting_rows >= PACKED_ROWS || self.n_waiting_bytes >= PACKED_BYTES
            {
                self.pack().map_err(of_parquet)?;
                if is_full || self.packed_bytes() >= GROUP_BYTES {
                    self.flush()?;
                }
            }
        }
        Ok(())
    }

    /// How many bytes the present group takes.
    pub(super) fn waiting_bytes(&self) -> usize {
        self.packed_bytes() + self.n_waiting_bytes
    }

    fn packed_bytes(&self) -> usize {
        self.columns.iter().map(Chunk::memory_size).sum()
    }

    /// Ends the present group.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.pack().and_then(|()| self.close_group()).map_err(of_parquet)
    }

    /// Packs the rows that wait, each column in whatever thread.
    fn pack(&mut self) -> Result<(), ParquetError> {
        let waiting = std::mem::take(&mut self.waiting);
        (self.n_waiting_rows, self.n_waiting_bytes) = (0, 0);
        let Some(first) = waiting.first() else { return Ok(()) };
        let fields = self.schema.fields();
        if self.columns.is_empty() {
            self.columns = self.begin_group()?;
        }
        let mut tasks: Vec<_> = self.columns.iter_mut().enumerate().collect();
        // Large ones first, so that no thread waits long for another.
        tasks.sort_by_key(|(n, _)| Reverse(first.column(*n).get_array_memory_size()));
        in_threads(self.n_threads, tasks.into_iter(), |(n, chunk)| {
            let cells: Vec<&ArrayRef> = waiting.iter().map(|batch| batch.column(n)).collect();
            chunk.write(&fields[n], &cells)
        })
        .map(|_| ())
    }

    fn begin_group(&self) -> Result<Vec<Chunk>, ParquetError> {
        let mut writers = self.factory.create_column_writers(self.n_groups)?.into_iter();
        let mut n_before = 0;
        let chunk = |field: &FieldRef| {
            let n_parts = match field.data_type() {
                // Names and values.
                DataType::Map(..) => 2,
                _ => 1,
            };
            let parts: Vec<ArrowColumnWriter> = writers.by_ref().take(n_parts).collect();
            let about = self.writer.schema_descr().column(n_before);
            n_before += n_parts;
            match ListChunk::takes(field) {
                true => Chunk::List(Box::new(ListChunk::new(about))),
                false => Chunk::Plain(parts),
            }
        };
        Ok(self.schema.fields().iter().map(chunk).collect())
    }

    fn close_group(&mut self) -> Result<(), ParquetError> {
        let columns = std::mem::take(&mut self.columns);
        if columns.is_empty() {
            return Ok(());
        }
        let numbered = columns.into_iter().enumerate();
        let closed = in_threads(self.n_threads, numbered, |(n, chunk)| Ok((n, chunk.close()?)));
        let mut chunks = closed?;
        chunks.sort_by_key(|(n, _)| *n);
        let mut group = self.writer.next_row_group()?;
        for (_, chunk) in chunks {
            match chunk {
                Closed::Plain(parts) => {
                    for part in parts {
                        part.append_to_row_group(&mut group)?;
                    }
                }
                Closed::List(bytes, about) => group.append_column(&Bytes::from(bytes), *about)?,
            }
        }
        group.close()?;
        self.n_groups += 1;
        self.n_rows = 0;
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        self.writer.into_inner().map_err(of_parquet)
    }
}

/// A column of a group.
enum Chunk {
    /// One writer, or one for each part of its cells.
    Plain(Vec<ArrowColumnWriter>),
    List(Box<ListChunk>),
}

/// A column of a complete group.
enum Closed {
    Plain(Vec<ArrowColumnChunk>),
    List(Vec<u8>, Box<ColumnCloseResult>),
}

impl Chunk {
    fn memory_size(&self) -> usize {
        match self {
            Chunk::Plain(parts) => parts.iter().map(ArrowColumnWriter::memory_size).sum(),
            Chunk::List(chunk) => chunk.memory_size(),
        }
    }

    fn write(&mut self, field: &Field, cells: &[&ArrayRef]) -> Result<(), ParquetError> {
        let parts = match self {
            Chunk::Plain(parts) => parts,
            Chunk::List(chunk) => return chunk.write(cells),
        };
        for array in cells {
            let leaves = compute_leaves(field, array)?;
            for (part, leaf) in parts.iter_mut().zip(leaves) {
                part.write(&leaf)?;
            }
        }
        Ok(())
    }

    fn close(self) -> Result<Closed, ParquetError> {
        Ok(match self {
            Chunk::Plain(parts) => Closed::Plain(
                parts.into_iter().map(ArrowColumnWriter::close).collect::<Result<_, _>>()?,
            ),
            Chunk::List(chunk) => {
                let (bytes, about) = chunk.close()?;
                Closed::List(bytes, Box::new(about))
            }
        })
    }
}

/// Does tasks in several threads, in any order.
fn in_threads<T: Send, O: Send>(
    n_threads: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> Result<O, ParquetError> + Sync,
) -> Result<Vec<O>, ParquetError> {
    let tasks = Mutex::new(tasks);
    let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || {
        let mut done = Vec::new();
        while let Some(task) = next() {
            done.push(work(task)?);
        }
        Ok(done)
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..n_threads).map(|_| scope.spawn(run)).collect();
        let mut done: Vec<O> = run()?;
        for other in others {
            let joined = other.join().unwrap_or_else(|_| {
                Err(ParquetError::General("a thread that packs columns has failed".to_owned()))
            });
            done.extend(joined?);
        }
        Ok(done)
    })
}

pub(super) fn compression() -> Result<Compression, ParquetError> {
    Ok(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
}

fn properties(schema: &SchemaRef) -> Result<WriterProperties, ParquetError> {
    let mut properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_compression(compression()?)
        .set_created_by(concat!("pgnkit ", env!("CARGO_PKG_VERSION")).to_owned());
    for field in schema.fields() {
        let name = field.name().as_str();
        let path = ColumnPath::from(name);
        if LOOKED_UP.contains(&name) {
            properties = properties
                .set_column_bloom_filter_enabled(path.clone(), true)
                .set_column_bloom_filter_max_ndv(path.clone(), LOOKED_UP_VALUES);
        }
        match field.data_type() {
            // Numbers that go up from row to row, or stay near each other.
            DataType::Int64 | DataType::Timestamp(..) => {
                properties = properties
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
            }
            // No two games have the same.
            DataType::Utf8 if matches!(name, "rest" | "movetext" | "fen" | "key") => {
                properties = properties.set_column_dictionary_enabled(path, false);
            }
            _ => {}
        }
    }
    Ok(properties.build())
}

/// The system's error inside one of Parquet's.
pub(super) fn of_parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner.to_string()),
        },
        error => io::Error::other(error.to_string()),
    }
}
