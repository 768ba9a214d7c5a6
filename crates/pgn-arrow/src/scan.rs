//! A scan of files, as batches that are pulled one after the other.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::task::Poll;
use std::thread;
use std::time::Duration;

use arrow_array::{RecordBatch, RecordBatchOptions, RecordBatchReader, new_null_array};
use arrow_schema::{ArrowError, SchemaRef};

use crate::cells::{Batch, Cells};
use crate::column::{Column, Count, FindingPart, Source as CellSource};
use crate::error::Error;
use crate::join::{BATCH_ROWS, Joiner};
use crate::projection::Projection;
use crate::table::Table;
use crate::tabulate::{Rows, Tabulate};
use pgn_db::error::{Error as DbError, ErrorKind as WorldErrorKind};
use pgn_db::reading::{ChunkResult, Header, Reading};
use pgn_db::scan::{self, Chunk, ChunkSink, Cut, Options, SourceInfo};
use pgn_db::source::{Inputs, SharedCount, Source};
use pgn_lint::Severity;
use pgn_query::facts::Openings;
use pgn_query::{Context, Query};
use pgnkit::charset::Choice;

/// The default limit on in-flight text and batches, in bytes.
const MEMORY_BYTES: usize = 128 << 20;

/// The maximum number of batches in the queue.
const WAITING_BATCHES: usize = 2;

/// The files to read, and how to read them.
#[derive(Debug)]
pub struct Scan {
    inputs: Inputs,
    projection: Projection,
    query: Option<Arc<Query>>,
    openings: Openings,
    options: Options,
    batch_rows: usize,
    on_error: OnError,
    part: Option<Range<u64>>,
}

/// How to treat a file that cannot be read to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// Return the error after the rows that come before it, and end.
    #[default]
    Stop,
    /// Go on with the next file and keep the error in [`Reader::file_errors`]; the table of
    /// findings has a row for it, without a code.
    Skip,
}

impl Scan {
    /// A scan of files and folders, in order; compressions, archives and formats are recognized as
    /// by the command. No path at all is the standard input. Nothing is opened yet.
    #[must_use]
    pub fn new(paths: &[PathBuf]) -> Scan {
        Scan::of(Inputs::gather(paths))
    }

    /// A scan of these inputs: all games, the columns that are there by default, a thread for each
    /// core.
    #[must_use]
    pub fn of(inputs: Inputs) -> Scan {
        let thread_count = scan::usable_threads(None);
        Scan {
            inputs,
            projection: Projection::of_defaults(Table::default()),
            query: None,
            openings: Openings::default(),
            options: Options::default().with_thread_count(thread_count),
            batch_rows: BATCH_ROWS,
            on_error: OnError::default(),
            part: None,
        }
        .memory(MEMORY_BYTES)
    }

    /// The table, with the columns that it has by default.
    #[must_use]
    pub fn table(self, table: Table) -> Scan {
        Scan { projection: Projection::of_defaults(table), ..self }
    }

    /// These columns of the table, in this order. An empty list gives batches that have rows and no
    /// columns, for counting.
    ///
    /// # Errors
    /// When the table has no such column; the error has the nearest name.
    pub fn columns<S: AsRef<str>>(self, names: impl IntoIterator<Item = S>) -> Result<Scan, Error> {
        let names: Vec<S> = names.into_iter().collect();
        let names = names.iter().map(AsRef::as_ref);
        let projection = Projection::of_names(self.projection.table, names)?;
        Ok(Scan { projection, ..self })
    }

    /// Of the games selected so far, only those that match an expression of `--where`; evaluated
    /// before rows are made. Players of different expressions are independent.
    ///
    /// # Errors
    /// When it cannot be understood; the error prints with a caret under the place.
    pub fn filter(self, text: &str) -> Result<Scan, Error> {
        let query = Query::parse(text, &Context::default())?;
        let query = self.query.as_ref().map_or_else(|| Arc::clone(&query), |all| all.and(&query));
        Ok(self.query(Some(query)))
    }

    /// Only the games that match a query, in place of all that was selected before.
    #[must_use]
    pub fn query(self, query: Option<Arc<Query>>) -> Scan {
        Scan { query, ..self }
    }

    /// The source of openings.
    #[must_use]
    pub fn openings(self, openings: Openings) -> Scan {
        Scan { openings, ..self }
    }

    /// How many threads work; at most a few for each core.
    #[must_use]
    pub fn threads(mut self, thread_count: NonZeroUsize) -> Scan {
        self.options.thread_count = scan::usable_threads(Some(thread_count));
        self
    }

    /// The approximate amount of text and of batches in flight, in bytes; a single game may be
    /// longer.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Scan {
        // Half is for batches that wait, and rows may be twice as large as their text.
        self.options.under_way_bytes = (bytes / 8).min(scan::UNDER_WAY_BYTES);
        self
    }

    /// The encoding of the text; by default it is decided for each field.
    #[must_use]
    pub fn encoding(mut self, encoding: Choice) -> Scan {
        self.options.encoding = encoding;
        self
    }

    /// How files are opened, and by how many threads.
    #[must_use]
    pub fn options(self, options: Options) -> Scan {
        Scan { options, ..self }
    }

    /// About how many rows a batch has.
    #[must_use]
    pub fn batch_rows(self, batch_rows: NonZeroUsize) -> Scan {
        Scan { batch_rows: batch_rows.get(), ..self }
    }

    /// How to treat a file that cannot be read.
    #[must_use]
    pub fn on_error(self, on_error: OnError) -> Scan {
        Scan { on_error, ..self }
    }

    /// Only games that begin between two offsets of each file, for reading a file in parts. The
    /// parts of any partition of `0..u64::MAX` have all rows, once and in order; [`scan::parts`]
    /// splits a file usefully.
    ///
    /// Values that count from the beginning of a file are null in all parts: the number of a game,
    /// the line, and the offset in a file of frames. With a filter that uses a number or a line,
    /// the reader returns an error.
    #[must_use]
    pub fn part(self, bytes: Range<u64>) -> Scan {
        Scan { part: Some(bytes), ..self }
    }

    /// The columns that are read.
    #[must_use]
    pub fn projection(&self) -> &Projection {
        &self.projection
    }

    /// The schema of the batches.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.projection.schema()
    }

    /// Begins to read. Dropping the reader ends the work.
    #[must_use]
    pub fn into_reader(self) -> Reader {
        let Scan { inputs, projection, query, openings, mut options, batch_rows, on_error, part } =
            self;
        options.cut = projection.table.cut();
        let schema = projection.schema();
        let usage = |what, why| Error::from(DbError::new(WorldErrorKind::Usage, what, why));
        let refused = match options.cut {
            Cut::Lines if query.is_some() => {
                Some(usage("where", "makes sense only for games, not for records of positions"))
            }
            Cut::Lines if part.is_some() => {
                Some(usage("records", "only games can be read in parts"))
            }
            Cut::Lines | Cut::Games => None,
        };
        let (sender, receiver) = sync_channel(WAITING_BATCHES);
        let read_bytes = inputs.read_bytes();
        let total_bytes = inputs.total_bytes();
        let asks_too_much =
            part.is_some() && query.as_ref().is_some_and(|query| query.asks_for_numbers());
        let blanks = Blanks::new(&projection, part.is_some());
        let joiner = Joiner::new(SchemaRef::clone(&schema), batch_rows);
        let header = Header::default();
        let mut queue =
            Queue { sender, joiner, on_error, projection: projection.clone(), header, blanks };
        let reading = Reading { job: Tabulate::new(projection, openings), query };
        let spawned = thread::Builder::new().name("batches".to_owned()).spawn(move || {
            let end = match part {
                None => scan::run(inputs, options, reading, &mut queue),
                Some(bytes) => {
                    let choose = Arc::new(move |source: &Source| scan::part(source, &bytes));
                    scan::run_chosen(inputs, options, choose, reading, &mut queue)
                }
            };
            queue.finish(end);
        });
        let failed = spawned.err().map(|error| DbError::from_io("threads", error).into());
        let unknown = asks_too_much.then(Error::number_in_part);
        let refused = refused.or(unknown).or(failed);
        Reader {
            schema,
            receiver: refused.is_none().then_some(receiver),
            refused,
            file_errors: Vec::new(),
            read_bytes,
            total_bytes,
        }
    }
}

/// The items of the queue.
enum ScanMessage {
    Batch(RecordBatch),
    /// The scan is over.
    Error(Error),
    /// A file was left out.
    FileError(DbError),
}

/// Returns the batches of a scan, in order.
pub struct Reader {
    schema: SchemaRef,
    /// Why nothing can be read; there is then no receiver.
    refused: Option<Error>,
    receiver: Option<Receiver<ScanMessage>>,
    file_errors: Vec<DbError>,
    read_bytes: SharedCount,
    total_bytes: Option<u64>,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("schema", &self.schema).finish_non_exhaustive()
    }
}

impl Reader {
    /// The next batch; `None` at the end. An error comes after all rows before it, and last.
    ///
    /// # Errors
    /// When a file cannot be read, unless the scan [skips](OnError::Skip) it.
    pub fn next_batch(&mut self) -> Option<Result<RecordBatch, Error>> {
        loop {
            let message = self.receiver.as_ref().and_then(|receiver| receiver.recv().ok());
            if let Poll::Ready(batch) = self.take(message) {
                return batch;
            }
        }
    }

    /// [`Reader::next_batch`], if it comes within this time; then call again.
    ///
    /// # Errors
    /// As [`Reader::next_batch`].
    pub fn next_batch_within(
        &mut self,
        timeout: Duration,
    ) -> Poll<Option<Result<RecordBatch, Error>>> {
        let message = match self.receiver.as_ref().map(|receiver| receiver.recv_timeout(timeout)) {
            Some(Err(RecvTimeoutError::Timeout)) => return Poll::Pending,
            Some(Err(RecvTimeoutError::Disconnected)) | None => None,
            Some(Ok(message)) => Some(message),
        };
        self.take(message)
    }

    /// The meaning of a message; `None` is the end of the queue.
    fn take(&mut self, message: Option<ScanMessage>) -> Poll<Option<Result<RecordBatch, Error>>> {
        Poll::Ready(match message {
            Some(ScanMessage::Batch(batch)) => Some(Ok(batch)),
            Some(ScanMessage::FileError(error)) => {
                self.file_errors.push(error);
                return Poll::Pending;
            }
            Some(ScanMessage::Error(error)) => {
                self.receiver = None;
                Some(Err(error))
            }
            None => {
                self.receiver = None;
                self.refused.take().map(Err)
            }
        })
    }

    /// The errors of skipped files so far, for a scan with [`OnError::Skip`].
    #[must_use]
    pub fn file_errors(&self) -> &[DbError] {
        &self.file_errors
    }

    /// Removes the errors of skipped files and returns them.
    pub fn take_file_errors(&mut self) -> Vec<DbError> {
        std::mem::take(&mut self.file_errors)
    }

    /// The number of bytes of the files read so far, before decompression.
    #[must_use]
    pub fn read_bytes(&self) -> u64 {
        self.read_bytes.get()
    }

    /// How many there are in all, if that is known.
    #[must_use]
    pub fn total_bytes(&self) -> Option<u64> {
        self.total_bytes
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_batch().map(|batch| batch.map_err(ArrowError::from))
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }
}

/// Receives the output of the threads in order, and sends it to the reader.
struct Queue {
    sender: SyncSender<ScanMessage>,
    joiner: Joiner,
    on_error: OnError,
    projection: Projection,
    /// Of the present source.
    header: Header,
    blanks: Blanks,
}

/// Values that are unknown in a part of a file.
struct Blanks {
    is_part: bool,
    /// The columns that count games or lines.
    counts: Vec<usize>,
    /// Those that count bytes.
    offsets: Vec<usize>,
    /// Whether it is not known where the text of the present source begins.
    is_afloat: bool,
}

impl Blanks {
    fn new(projection: &Projection, is_part: bool) -> Blanks {
        let columns = projection.columns.iter().enumerate();
        let of = |from: Count| {
            let counted = columns.clone().filter(move |(_, column)| column.counts() == Some(from));
            counted.map(|(at, _)| at).collect()
        };
        let (counts, offsets) = (of(Count::Numbers), of(Count::Bytes));
        Blanks { is_part, counts, offsets, is_afloat: false }
    }

    /// The same rows without what is not known.
    fn blank(&self, batch: RecordBatch) -> Result<RecordBatch, ArrowError> {
        let offsets = self.offsets.iter().filter(|_| self.is_afloat);
        let unknown: Vec<usize> = self.counts.iter().chain(offsets).copied().collect();
        if !self.is_part || unknown.is_empty() {
            return Ok(batch);
        }
        let (schema, mut columns, n_rows) = batch.into_parts();
        for at in unknown {
            columns[at] = new_null_array(columns[at].data_type(), n_rows);
        }
        let options = RecordBatchOptions::new().with_row_count(Some(n_rows));
        RecordBatch::try_new_with_options(schema, columns, &options)
    }
}

impl Queue {
    /// Sends; an error if the reader is gone.
    fn send(&self, message: ScanMessage) -> Result<(), DbError> {
        self.sender.send(message).map_err(|_| {
            DbError::new(WorldErrorKind::ClosedPipe, "batches", "the reader has stopped reading")
        })
    }

    fn send_batches(&mut self) -> Result<(), DbError> {
        while let Some(batch) = self.joiner.next_batch() {
            self.send(ScanMessage::Batch(batch))?;
        }
        Ok(())
    }

    fn take_rows(&mut self, batch: Batch) -> Result<(), DbError> {
        let batch = batch.into_arrow(self.projection.schema());
        let batch = batch.and_then(|batch| self.blanks.blank(batch));
        let added = batch.and_then(|batch| self.joiner.add(batch));
        added.map_err(|error| in_words(&error))?;
        self.send_batches()
    }

    fn note(&mut self, error: DbError) -> Result<(), DbError> {
        match self.on_error {
            OnError::Stop => Err(error),
            OnError::Skip => {
                if self.projection.table == Table::Findings {
                    self.take_rows(error_row(&self.projection, &error))?;
                }
                self.send(ScanMessage::FileError(error))
            }
        }
    }

    fn finish(mut self, end: Result<(), DbError>) {
        let rest = self.joiner.close().map_err(|error| in_words(&error));
        let sent = rest.and_then(|()| self.send_batches());
        if let Err(error) = sent.and(end) {
            // The receiver may be gone.
            let _ = self.send(ScanMessage::Error(error.into()));
        }
    }
}

/// A finding about a file that cannot be read.
fn error_row(projection: &Projection, error: &DbError) -> Batch {
    let cells = |column: &Column| {
        let mut cells = Cells::new(column.cell);
        let text = match column.source {
            CellSource::Finding(FindingPart::File) => Some(error.what().to_owned()),
            CellSource::Finding(FindingPart::Severity) => Some(Severity::Error.name().to_owned()),
            CellSource::Finding(FindingPart::Message) => Some(error.to_string()),
            CellSource::Finding(_)
            | CellSource::Fact(_)
            | CellSource::Tag(_)
            | CellSource::Players(_)
            | CellSource::Rating(_)
            | CellSource::Day(_)
            | CellSource::Moment
            | CellSource::Game(_)
            | CellSource::Position(_)
            | CellSource::Record(_) => None,
        };
        cells.text_or_null(text.as_deref());
        cells
    };
    Batch { row_count: 1, columns: projection.columns.iter().map(cells).collect() }
}

fn in_words(error: &ArrowError) -> DbError {
    DbError::new(WorldErrorKind::Unsupported, "batches", error.to_string())
}

impl ChunkSink<ChunkResult<Rows>> for Queue {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), DbError> {
        self.header = Header::default();
        self.blanks.is_afloat = source.text_start.is_none();
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, made: ChunkResult<Rows>) -> Result<(), DbError> {
        drop(chunk);
        self.header.join(&made.header);
        self.take_rows(made.output.batch)
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), DbError>) -> Result<(), DbError> {
        if let Some(kind) = self.header.not_pgn {
            self.note(DbError::not_pgn(&source.name, kind))?;
        }
        end.or_else(|error| self.note(error))
    }

    fn on_error(&mut self, error: DbError) -> Result<(), DbError> {
        self.note(error)
    }
}
