//! Rows of a table as objects of Python, without another library.

use crate::errors::ErrorClass;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
    UInt16Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The rows of a batch, as dictionaries.
pub(crate) fn rows_as_dicts<'py>(
    py: Python<'py>,
    batch: &RecordBatch,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let row = |row: usize| {
        let cells = PyDict::new(py);
        for (field, column) in batch.schema_ref().fields().iter().zip(batch.columns()) {
            cells.set_item(field.name(), cell(py, column, row)?)?;
        }
        Ok(cells)
    };
    (0..batch.num_rows()).map(row).collect()
}

/// A cell; null is `None`.
fn cell<'py>(py: Python<'py>, array: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).into_pyobject(py)?.into_any(),
        DataType::Dictionary(..) => {
            let words = array.as_dictionary::<Int8Type>();
            let key = words.keys().value(row) as usize;
            return cell(py, words.values(), key);
        }
        DataType::Int8 => number(py, array.as_primitive::<Int8Type>().value(row))?,
        DataType::Int16 => number(py, array.as_primitive::<Int16Type>().value(row))?,
        DataType::Int32 => number(py, array.as_primitive::<Int32Type>().value(row))?,
        DataType::Int64 => number(py, array.as_primitive::<Int64Type>().value(row))?,
        DataType::UInt16 => number(py, array.as_primitive::<UInt16Type>().value(row))?,
        DataType::Float64 => {
            array.as_primitive::<Float64Type>().value(row).into_pyobject(py)?.into_any()
        }
        DataType::Boolean => array.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any(),
        DataType::Date32 => {
            let days = array.as_primitive::<Date32Type>().value(row);
            from_epoch(py, "date", "days", i64::from(days))?
        }
        DataType::Timestamp(..) => {
            let micros = array.as_primitive::<TimestampMicrosecondType>().value(row);
            from_epoch(py, "datetime", "microseconds", micros)?
        }
        DataType::List(_) => {
            let items = array.as_list::<i32>().value(row);
            let list = PyList::empty(py);
            (0..items.len()).try_for_each(|n| list.append(cell(py, &items, n)?))?;
            list.into_any()
        }
        DataType::Map(..) => {
            let entries = array.as_map().value(row);
            let map = PyDict::new(py);
            for n in 0..entries.len() {
                map.set_item(cell(py, entries.column(0), n)?, cell(py, entries.column(1), n)?)?;
            }
            map.into_any()
        }
        other => return Err(ErrorClass::Read.raise(py, format!("no object for {other}"))),
    })
}

fn number(py: Python<'_>, number: impl Into<i64>) -> PyResult<Bound<'_, PyAny>> {
    Ok(number.into().into_pyobject(py)?.into_any())
}

/// The `datetime.date` or `datetime.datetime` after this much time since the beginning of 1970.
fn from_epoch<'py>(
    py: Python<'py>,
    class: &str,
    unit: &str,
    count: i64,
) -> PyResult<Bound<'py, PyAny>> {
    let datetime = py.import(intern!(py, "datetime"))?;
    let epoch = datetime.getattr(class)?.call1((1970, 1, 1))?;
    let span = PyDict::new(py);
    span.set_item(unit, count)?;
    epoch.add(datetime.getattr("timedelta")?.call((), Some(&span))?)
}
