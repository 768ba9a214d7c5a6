//! Arrow's arrays become DuckDB's vectors.

use std::mem::size_of;
use std::ptr;

use libduckdb_sys::{
    duckdb_list_entry, duckdb_list_vector_get_child, duckdb_list_vector_reserve,
    duckdb_list_vector_set_size, duckdb_string_t, duckdb_struct_vector_get_child,
    duckdb_validity_set_row_invalid, duckdb_vector, duckdb_vector_assign_string_element_len,
    duckdb_vector_ensure_validity_writable, duckdb_vector_get_data, duckdb_vector_get_validity,
    idx_t,
};
use pgn_arrow::arrow_array::cast::AsArray;
use pgn_arrow::arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    TimestampMicrosecondType, UInt16Type,
};
use pgn_arrow::arrow_array::{Array, ArrayRef, OffsetSizeTrait, StringArray};
use pgn_arrow::arrow_schema::DataType;

/// The maximum length in bytes of a text that is stored in the vector itself.
const INLINE_BYTES: usize = 12;

/// Copies all cells of an array to the first rows of a vector.
///
/// # Safety
/// The vector is writable, has capacity for this many rows, and has the type that
/// [`logical_type`](crate::cell_type::logical_type) gives the column of the array.
pub(crate) unsafe fn fill(vector: duckdb_vector, array: &dyn Array) -> Result<(), String> {
    // SAFETY: the requirements on the caller are those of each of these functions; lists and maps
    // pass on a child with the capacity that they reserved for it.
    unsafe {
        match array.data_type() {
            DataType::Utf8 => fill_texts(vector, array.as_string::<i32>()),
            DataType::Int8 => fill_numbers::<Int8Type>(vector, array),
            DataType::Int16 => fill_numbers::<Int16Type>(vector, array),
            DataType::Int32 => fill_numbers::<Int32Type>(vector, array),
            DataType::Int64 => fill_numbers::<Int64Type>(vector, array),
            // DuckDB counts days and microseconds from 1970, too.
            DataType::Date32 => fill_numbers::<Date32Type>(vector, array),
            DataType::Timestamp(..) => fill_numbers::<TimestampMicrosecondType>(vector, array),
            DataType::UInt16 => fill_numbers::<UInt16Type>(vector, array),
            DataType::Float64 => fill_numbers::<Float64Type>(vector, array),
            DataType::Boolean => {
                let flags = array.as_boolean().values();
                let cells = duckdb_vector_get_data(vector).cast::<bool>();
                flags.iter().enumerate().for_each(|(row, flag)| cells.add(row).write(flag));
            }
            // The words are those of the enumeration, so that their numbers are the same.
            DataType::Dictionary(..) => {
                fill_numbers::<Int8Type>(vector, array.as_dictionary::<Int8Type>().keys());
            }
            DataType::List(_) => {
                let lists = array.as_list::<i32>();
                let child = fill_entries(vector, lists.offsets(), lists)?;
                fill(child, &*range(lists.values(), lists.offsets()))?;
            }
            DataType::Map(..) => {
                let maps = array.as_map();
                let child = fill_entries(vector, maps.offsets(), maps)?;
                for (index, part) in [maps.keys(), maps.values()].into_iter().enumerate() {
                    let part_vector = duckdb_struct_vector_get_child(child, index as idx_t);
                    fill(part_vector, &*range(part, maps.offsets()))?;
                }
            }
            other => return Err(format!("no vector for cells of type {other}")),
        }
        mark_nulls(vector, array);
    }
    Ok(())
}

/// The cells that offsets name.
fn range<O: OffsetSizeTrait>(values: &ArrayRef, offsets: &[O]) -> ArrayRef {
    let (first, last) = (first_of(offsets), offsets.last().map_or(0, |last| last.as_usize()));
    values.slice(first, last - first)
}

fn first_of<O: OffsetSizeTrait>(offsets: &[O]) -> usize {
    offsets.first().map_or(0, |first| first.as_usize())
}

/// Marks the rows that are null.
///
/// # Safety
/// As for [`fill`].
unsafe fn mark_nulls(vector: duckdb_vector, array: &dyn Array) {
    let Some(nulls) = array.nulls().filter(|nulls| nulls.null_count() > 0) else { return };
    // SAFETY: the mask has a bit for each row of the vector.
    unsafe {
        duckdb_vector_ensure_validity_writable(vector);
        let validity = duckdb_vector_get_validity(vector);
        for (row, is_valid) in nulls.iter().enumerate() {
            if !is_valid {
                duckdb_validity_set_row_invalid(validity, row as idx_t);
            }
        }
    }
}

/// # Safety
/// As for [`fill`].
unsafe fn fill_numbers<T: ArrowPrimitiveType>(vector: duckdb_vector, array: &dyn Array) {
    let numbers = array.as_primitive::<T>().values();
    // SAFETY: the vector has space for this many numbers of this size, and is not shared.
    unsafe {
        let cells = duckdb_vector_get_data(vector).cast::<T::Native>();
        ptr::copy_nonoverlapping(numbers.as_ptr(), cells, numbers.len());
    }
}

/// # Safety
/// As for [`fill`].
unsafe fn fill_texts(vector: duckdb_vector, texts: &StringArray) {
    // SAFETY: a row is below the number of rows. A short text has the layout of DuckDB's header:
    // its length, then twelve bytes, zeros after the text.
    unsafe {
        let cells = duckdb_vector_get_data(vector).cast::<[u8; size_of::<duckdb_string_t>()]>();
        for row in 0..texts.len() {
            let text = texts.value(row).as_bytes();
            if text.len() <= INLINE_BYTES {
                let mut cell = [0; size_of::<duckdb_string_t>()];
                cell[..4].copy_from_slice(&(text.len() as u32).to_ne_bytes());
                cell[4..4 + text.len()].copy_from_slice(text);
                cells.add(row).write(cell);
            } else {
                let (start, len) = (text.as_ptr().cast(), text.len() as idx_t);
                duckdb_vector_assign_string_element_len(vector, row as idx_t, start, len);
            }
        }
    }
}

/// Writes where the items of each list are, and returns the vector for them.
///
/// # Safety
/// As for [`fill`], with a vector of lists or of maps.
unsafe fn fill_entries<O: OffsetSizeTrait>(
    vector: duckdb_vector,
    offsets: &[O],
    lists: &dyn Array,
) -> Result<duckdb_vector, String> {
    let first = first_of(offsets);
    let n_items = offsets.last().map_or(0, |last| last.as_usize()) - first;
    // SAFETY: a row is below the number of rows.
    unsafe {
        let reserved = duckdb_list_vector_reserve(vector, n_items as idx_t);
        let sized = duckdb_list_vector_set_size(vector, n_items as idx_t);
        if reserved != libduckdb_sys::DuckDBSuccess || sized != libduckdb_sys::DuckDBSuccess {
            return Err(format!("no room for lists of {n_items} items"));
        }
        let entries = duckdb_vector_get_data(vector).cast::<duckdb_list_entry>();
        for row in 0..lists.len() {
            let (start, end) = (offsets[row].as_usize(), offsets[row + 1].as_usize());
            let entry =
                duckdb_list_entry { offset: (start - first) as u64, length: (end - start) as u64 };
            entries.add(row).write(entry);
        }
        Ok(duckdb_list_vector_get_child(vector))
    }
}
