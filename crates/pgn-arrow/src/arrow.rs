//! Batches in Arrow's memory format.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, ArrowPrimitiveType, BooleanArray, DictionaryArray, ListArray, MapArray,
    PrimitiveArray, RecordBatch, RecordBatchOptions, StringArray, StructArray, types,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields, SchemaRef};

use crate::cells::{Batch, Cells, Lists, Presence, Texts, Values};

impl Batch {
    /// The rows as a batch with this schema, which is that of their projection.
    ///
    /// # Errors
    /// If a column is longer than Arrow allows.
    pub fn into_arrow(self, schema: SchemaRef) -> Result<RecordBatch, ArrowError> {
        if self.row_count == 0 {
            return Ok(RecordBatch::new_empty(schema));
        }
        let arrays: Result<_, ArrowError> =
            self.columns.into_iter().map(Cells::into_array).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.row_count));
        RecordBatch::try_new_with_options(schema, arrays?, &options)
    }
}

impl Cells {
    fn into_array(self) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Cells::Text(cells) => Arc::new(texts(cells)?),
            Cells::Word(words, cells) => {
                let keys = numbers::<Int8Type>(cells)?;
                Arc::new(DictionaryArray::<Int8Type>::try_new(keys, dictionary(words))?)
            }
            Cells::Int8(cells) => Arc::new(numbers::<Int8Type>(cells)?),
            Cells::Int16(cells) => Arc::new(numbers::<types::Int16Type>(cells)?),
            Cells::Int32(cells) => Arc::new(numbers::<types::Int32Type>(cells)?),
            Cells::Int64(cells) => Arc::new(numbers::<types::Int64Type>(cells)?),
            Cells::Float64(cells) => Arc::new(numbers::<types::Float64Type>(cells)?),
            Cells::Flag(cells) => {
                let nulls = nulls(cells.presence);
                Arc::new(BooleanArray::new(BooleanBuffer::from(cells.values), nulls))
            }
            Cells::Date(cells) => Arc::new(numbers::<types::Date32Type>(cells)?),
            Cells::Timestamp(cells) => Arc::new(numbers::<types::TimestampMicrosecondType>(cells)?),
            Cells::Code(cells) => Arc::new(numbers::<types::UInt16Type>(cells)?),
            Cells::TextList(cells) => {
                list(cells, DataType::Utf8, |items| Ok(Arc::new(texts(items)?)))?
            }
            Cells::Int32List(cells) => list_of::<types::Int32Type>(cells)?,
            Cells::Int64List(cells) => list_of::<types::Int64Type>(cells)?,
            Cells::CodeList(cells) => list_of::<types::UInt16Type>(cells)?,
            Cells::TagMap(cells) => {
                let key = Field::new("key", DataType::Utf8, false);
                let value = Field::new("value", DataType::Utf8, true);
                let fields = Fields::from(vec![key, value]);
                let field = Field::new("entries", DataType::Struct(fields.clone()), false);
                let (keys, values) = (texts(cells.items.keys)?, texts(cells.items.values)?);
                let pairs: Vec<ArrayRef> = vec![Arc::new(keys), Arc::new(values)];
                let entries = StructArray::try_new(fields, pairs, None)?;
                let (ends, nulls) = (offsets(&cells.ends)?, nulls(cells.presence));
                Arc::new(MapArray::try_new(Arc::new(field), ends, entries, nulls, false)?)
            }
        })
    }
}

fn nulls(presence: Presence) -> Option<NullBuffer> {
    (!presence.flags.is_empty()).then(|| NullBuffer::from(presence.flags))
}

fn numbers<T: ArrowPrimitiveType>(
    cells: Values<T::Native>,
) -> Result<PrimitiveArray<T>, ArrowError> {
    PrimitiveArray::try_new(ScalarBuffer::from(cells.values), nulls(cells.presence))
}

fn texts(cells: Texts) -> Result<StringArray, ArrowError> {
    let ends = offsets(&cells.ends)?;
    StringArray::try_new(ends, Buffer::from_vec(cells.text.into_bytes()), nulls(cells.presence))
}

fn list_of<T: ArrowPrimitiveType>(cells: Lists<Values<T::Native>>) -> Result<ArrayRef, ArrowError> {
    list(cells, T::DATA_TYPE, |items| Ok(Arc::new(numbers::<T>(items)?)))
}

fn list<I>(
    cells: Lists<I>,
    item: DataType,
    array: impl Fn(I) -> Result<ArrayRef, ArrowError>,
) -> Result<ArrayRef, ArrowError> {
    let field = Arc::new(Field::new_list_field(item, true));
    let (ends, nulls) = (offsets(&cells.ends)?, nulls(cells.presence));
    Ok(Arc::new(ListArray::try_new(field, ends, array(cells.items)?, nulls)?))
}

/// Arrow has 32 bits for the end of a cell.
fn offsets(ends: &[usize]) -> Result<OffsetBuffer<i32>, ArrowError> {
    let last = ends.last().copied().unwrap_or_default();
    if i32::try_from(last).is_err() {
        return Err(ArrowError::OffsetOverflowError(last));
    }
    let ends: Vec<i32> = std::iter::once(0).chain(ends.iter().map(|end| *end as i32)).collect();
    Ok(OffsetBuffer::new(ScalarBuffer::from(ends)))
}

/// Words, and the array of them.
type Dictionary = (&'static [&'static str], ArrayRef);

/// The words as an array, the same one each time: a writer of streams then sends them once.
fn dictionary(words: &'static [&'static str]) -> ArrayRef {
    static MADE: Mutex<Vec<Dictionary>> = Mutex::new(Vec::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, array)) = made.iter().find(|(known, _)| *known == words) {
        return Arc::clone(array);
    }
    let array: ArrayRef = Arc::new(StringArray::from_iter_values(words));
    made.push((words, Arc::clone(&array)));
    array
}
