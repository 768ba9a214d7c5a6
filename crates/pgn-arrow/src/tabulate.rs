//! The job that makes batches of the games of a chunk.

use crate::cells::{Batch, Cells};
use crate::column::Count;
use crate::projection::Projection;
use crate::row_reader::RowReader;
use pgn_db::reading::{Next, Place, ReadGames, RegionKind};
use pgn_query::facts::Openings;
use pgnkit::charset::Choice;
use pgnkit::syntax::Region;

/// Makes a batch of the games of each chunk; runs in a
/// [`Reading`](pgn_db::reading::Reading).
#[derive(Clone, Debug)]
pub struct Tabulate {
    /// The columns.
    pub projection: Projection,
    /// The source of openings.
    pub openings: Openings,
}

/// The result for a chunk.
#[derive(Debug, Default)]
pub struct Rows {
    /// The batch.
    pub batch: Batch,
}

/// The state of a thread between chunks.
pub struct Worker {
    reader: RowReader,
    cells: Vec<Cells>,
    n_rows: usize,
}

impl Tabulate {
    /// A job for these columns.
    #[must_use]
    pub fn new(projection: Projection, openings: Openings) -> Tabulate {
        Tabulate { projection, openings }
    }

    fn cells(&self) -> Vec<Cells> {
        self.projection.columns.iter().map(|column| Cells::new(column.cell)).collect()
    }
}

impl ReadGames for Tabulate {
    type Reader = Worker;
    type Output = Rows;

    fn reader(&self, encoding: Choice) -> Worker {
        Worker {
            reader: RowReader::new(&self.projection, self.openings, encoding),
            cells: self.cells(),
            n_rows: 0,
        }
    }

    fn begin(&self, _: &mut Worker, _: usize) -> Rows {
        Rows::default()
    }

    fn read(&self, worker: &mut Worker, at: Place<'_>, _: &mut Rows) -> RegionKind {
        let Worker { reader, cells, n_rows } = worker;
        let columns = &self.projection.columns;
        reader.read(at, |fill| {
            columns.iter().zip(&mut *cells).for_each(|(column, cells)| fill(column, cells));
            *n_rows += 1;
        })
    }

    fn reads_while_cut(&self, worker: &Worker) -> bool {
        let RowReader::Games(reader) = &worker.reader else { return false };
        let columns = &self.projection.columns;
        let counts = columns.iter().any(|column| column.counts() == Some(Count::Numbers));
        !counts && reader.reads_while_cut()
    }

    fn read_next<'t>(
        &self,
        worker: &mut Worker,
        next: Next<'_, 't>,
        _: &mut Rows,
    ) -> Option<(Region<'t>, RegionKind)> {
        let Worker { reader: RowReader::Games(reader), cells, n_rows } = worker else {
            return None;
        };
        let columns = &self.projection.columns;
        reader.see_next(next, |row| {
            columns.iter().zip(&mut *cells).for_each(|(column, it)| row.fill(column, it));
            *n_rows += 1;
        })
    }

    fn end(&self, worker: &mut Worker, rows: &mut Rows) {
        let row_count = std::mem::take(&mut worker.n_rows);
        let columns = std::mem::replace(&mut worker.cells, self.cells());
        rows.batch = Batch { row_count, columns };
    }
}
