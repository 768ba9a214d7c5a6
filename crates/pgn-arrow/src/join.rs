//! Small batches joined to larger ones: a chunk of text has a few hundred games.

use std::collections::VecDeque;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};

use crate::concat::concat;

/// The default number of rows in a batch.
pub const BATCH_ROWS: usize = 8_192;

/// A batch of this size in bytes is not joined to others.
const BATCH_BYTES: usize = 8 << 20;

/// Joins small batches to larger ones, in order.
#[derive(Debug)]
pub struct Joiner {
    schema: SchemaRef,
    batch_rows: usize,
    /// The first rows are sent at once.
    is_first: bool,
    parts: Vec<RecordBatch>,
    n_rows: usize,
    n_bytes: usize,
    ready: VecDeque<RecordBatch>,
}

impl Joiner {
    /// A joiner that makes batches of this many rows with this schema.
    #[must_use]
    pub fn new(schema: SchemaRef, batch_rows: usize) -> Joiner {
        let (parts, ready) = (Vec::new(), VecDeque::new());
        Joiner { schema, batch_rows, is_first: true, parts, n_rows: 0, n_bytes: 0, ready }
    }

    /// Adds rows; complete batches are then [available](Joiner::next_batch).
    ///
    /// # Errors
    /// If a column would be longer than Arrow allows.
    pub fn add(&mut self, batch: RecordBatch) -> Result<(), ArrowError> {
        let n_bytes = batch.get_array_memory_size();
        if self.n_bytes + n_bytes > BATCH_BYTES {
            self.close()?;
        }
        let mut rest = batch;
        while self.n_rows + rest.num_rows() >= self.batch_rows {
            let n_rows = self.batch_rows - self.n_rows;
            self.parts.push(rest.slice(0, n_rows));
            rest = rest.slice(n_rows, rest.num_rows() - n_rows);
            self.close()?;
        }
        if rest.num_rows() > 0 {
            self.n_rows += rest.num_rows();
            self.n_bytes += n_bytes;
            self.parts.push(rest);
        }
        if std::mem::take(&mut self.is_first) {
            self.close()?;
        }
        Ok(())
    }

    /// Makes one batch of what is left.
    ///
    /// # Errors
    /// As [`add`](Joiner::add).
    pub fn close(&mut self) -> Result<(), ArrowError> {
        (self.n_rows, self.n_bytes) = (0, 0);
        let batch = match self.parts.len() {
            0 => return Ok(()),
            1 => self.parts.swap_remove(0),
            _ => concat(&self.schema, &self.parts)?,
        };
        self.parts.clear();
        self.ready.push_back(batch);
        Ok(())
    }

    /// The next batch that is ready.
    pub fn next_batch(&mut self) -> Option<RecordBatch> {
        self.ready.pop_front()
    }
}
