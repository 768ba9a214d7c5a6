//! Arrow's batches as text, cell by cell.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
    UInt16Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};

use crate::calendar::{day_text, moment_text};
use crate::column::{CellType, Column};
use crate::text::{Cell, TextForm};

impl TextForm {
    /// As [`append`](TextForm::append), for a batch of Arrow.
    pub fn append_arrow(self, columns: &[Column], batch: &RecordBatch, out: &mut Vec<u8>) {
        self.append_rows(columns, batch.num_rows(), out, |n, row| {
            cell_at(columns[n].cell, batch.column(n), row)
        });
    }
}

/// The text of a cell that has a single value; `None` if it is null.
pub(super) fn plain_text(cell: CellType, array: &ArrayRef, row: usize) -> Option<String> {
    match cell_at(cell, array, row) {
        Cell::Text(text) => Some(text.to_owned()),
        Cell::Number(number) => Some(number.to_string()),
        Cell::Fraction(number) => Some(number.to_string()),
        Cell::Flag(flag) => Some(flag.to_string()),
        Cell::Moment(text) => Some(text),
        Cell::Null | Cell::Texts(_) | Cell::Numbers(_) | Cell::Pairs(_) => None,
    }
}

fn cell_at(cell: CellType, array: &ArrayRef, row: usize) -> Cell<'_> {
    if array.is_null(row) {
        return Cell::Null;
    }
    match cell {
        CellType::Text => Cell::Text(array.as_string::<i32>().value(row)),
        CellType::Word(words) => {
            let key = array.as_dictionary::<Int8Type>().keys().value(row);
            words.get(key as usize).map_or(Cell::Null, |word| Cell::Text(word))
        }
        CellType::Int8 => Cell::Number(array.as_primitive::<Int8Type>().value(row).into()),
        CellType::Int16 => Cell::Number(array.as_primitive::<Int16Type>().value(row).into()),
        CellType::Int32 => Cell::Number(array.as_primitive::<Int32Type>().value(row).into()),
        CellType::Int64 => Cell::Number(array.as_primitive::<Int64Type>().value(row)),
        CellType::Code => Cell::Number(array.as_primitive::<UInt16Type>().value(row).into()),
        CellType::Float64 => Cell::Fraction(array.as_primitive::<Float64Type>().value(row)),
        CellType::Flag => Cell::Flag(array.as_boolean().value(row)),
        CellType::Date => Cell::Moment(day_text(array.as_primitive::<Date32Type>().value(row))),
        CellType::Timestamp => {
            let moments = array.as_primitive::<TimestampMicrosecondType>();
            Cell::Moment(moment_text(moments.value(row)))
        }
        CellType::TextList => {
            let (list, range) = items(array, row);
            let texts = list.as_string::<i32>();
            Cell::Texts(Box::new(range.map(move |n| texts.value(n))))
        }
        CellType::Int32List => {
            let (list, range) = items(array, row);
            let numbers = list.as_primitive::<Int32Type>();
            let at = move |n| numbers.is_valid(n).then(|| numbers.value(n).into());
            Cell::Numbers(Box::new(range.map(at)))
        }
        CellType::Int64List => {
            let (list, range) = items(array, row);
            let numbers = list.as_primitive::<Int64Type>();
            let at = move |n| numbers.is_valid(n).then(|| numbers.value(n));
            Cell::Numbers(Box::new(range.map(at)))
        }
        CellType::CodeList => {
            let (list, range) = items(array, row);
            let codes = list.as_primitive::<UInt16Type>();
            Cell::Numbers(Box::new(range.map(move |n| Some(codes.value(n).into()))))
        }
        CellType::TagMap => {
            let map = array.as_map();
            let offsets = map.value_offsets();
            let range = offsets[row] as usize..offsets[row + 1] as usize;
            let (keys, values) = (map.keys().as_string::<i32>(), map.values().as_string::<i32>());
            Cell::Pairs(Box::new(range.map(move |n| (keys.value(n), values.value(n)))))
        }
    }
}

/// All items of a column of lists, and which of them are those of a row.
fn items(array: &ArrayRef, row: usize) -> (&ArrayRef, std::ops::Range<usize>) {
    let list = array.as_list::<i32>();
    let offsets = list.value_offsets();
    (list.values(), offsets[row] as usize..offsets[row + 1] as usize)
}
