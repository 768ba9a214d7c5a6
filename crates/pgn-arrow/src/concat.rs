//! Several batches as one.

use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, make_array};
use arrow_data::transform::MutableArrayData;
use arrow_schema::{ArrowError, SchemaRef};

/// The rows of all batches, in order. They must have this schema.
///
/// # Errors
/// When they have another one.
pub fn concat<'a>(
    schema: &SchemaRef,
    batches: impl IntoIterator<Item = &'a RecordBatch>,
) -> Result<RecordBatch, ArrowError> {
    let batches: Vec<&RecordBatch> = batches.into_iter().collect();
    if batches.iter().any(|batch| batch.num_columns() != schema.fields().len()) {
        let why = "the batches have another number of columns than the schema";
        return Err(ArrowError::InvalidArgumentError(why.to_owned()));
    }
    if batches.is_empty() {
        return Ok(RecordBatch::new_empty(SchemaRef::clone(schema)));
    }
    let n_rows = batches.iter().map(|batch| batch.num_rows()).sum();
    let n_columns = schema.fields().len();
    let columns: Result<_, ArrowError> =
        (0..n_columns).map(|n| column(&batches, n, n_rows)).collect();
    let options = RecordBatchOptions::new().with_row_count(Some(n_rows));
    RecordBatch::try_new_with_options(SchemaRef::clone(schema), columns?, &options)
}

fn column(batches: &[&RecordBatch], n: usize, n_rows: usize) -> Result<ArrayRef, ArrowError> {
    let parts: Vec<_> = batches.iter().map(|batch| batch.column(n).to_data()).collect();
    let mut joined = MutableArrayData::new(parts.iter().collect(), false, n_rows);
    for (part, batch) in batches.iter().enumerate() {
        joined.try_extend(part, 0, batch.num_rows())?;
    }
    Ok(make_array(joined.freeze()))
}
