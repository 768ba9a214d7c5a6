//! Cells of tables that other programs have written again, in types of theirs: read if they convert
//! exactly.

use std::fmt;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

/// The type as which a column is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Text,
    /// Text that is copied unchanged.
    Movetext,
    /// Text, or a day.
    Date,
    /// An integer, or its text.
    Number,
    Texts,
    Numbers,
    Tags,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Text | Expected::Movetext => "text",
            Expected::Date => "text or a date",
            Expected::Number => "a whole number",
            Expected::Texts => "a list of text",
            Expected::Numbers => "a list of whole numbers",
            Expected::Tags => "a map of text to text",
        })
    }
}

impl Expected {
    /// Whether cells of this type convert exactly, or can be tested one by one.
    pub(crate) fn allows(self, found: &DataType) -> bool {
        // All cells are null.
        if *found == DataType::Null {
            return true;
        }
        match (self, found) {
            (Expected::Movetext, _) => is_text(found),
            (Expected::Text, _) => is_text(found) || found.is_integer(),
            (Expected::Date, _) => is_text(found) || *found == DataType::Date32,
            (Expected::Number, DataType::Float32 | DataType::Float64) => true,
            (Expected::Number, _) => is_text(found) || found.is_integer(),
            (Expected::Texts, DataType::List(item) | DataType::LargeList(item)) => {
                is_text(item.data_type()) || *item.data_type() == DataType::Null
            }
            (Expected::Numbers, DataType::List(item) | DataType::LargeList(item)) => {
                item.data_type().is_integer() || *item.data_type() == DataType::Null
            }
            (Expected::Tags, DataType::Map(entries, _)) => match entries.data_type() {
                DataType::Struct(fields) => fields.iter().all(|field| is_text(field.data_type())),
                _ => false,
            },
            (Expected::Texts | Expected::Numbers | Expected::Tags, _) => false,
        }
    }
}

fn is_text(found: &DataType) -> bool {
    match found {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, values) => is_text(values),
        _ => false,
    }
}

/// The text of a cell; `None` if it is null or not text.
pub(crate) fn text_at(array: &dyn Array, row: usize) -> Option<&str> {
    if array.is_null(row) {
        return None;
    }
    match array.data_type() {
        DataType::Utf8 => Some(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Some(array.as_string::<i64>().value(row)),
        DataType::Utf8View => Some(array.as_string_view().value(row)),
        DataType::Dictionary(..) => {
            let words = array.as_any_dictionary_opt()?;
            // One key alone: all of them would be made for each row.
            let keys = array.slice(row, 1);
            let key = *keys.as_any_dictionary_opt()?.normalized_keys().first()?;
            let values = words.values();
            (key < values.len()).then(|| text_at(values, key)).flatten()
        }
        _ => None,
    }
}

/// The value of a cell as text.
///
/// # Errors
/// When it does not convert exactly, with the value.
pub(crate) fn value_at(array: &dyn Array, row: usize) -> Result<Option<String>, String> {
    if array.is_null(row) {
        return Ok(None);
    }
    let float = match array.data_type() {
        DataType::Float32 => Some(f64::from(array.as_primitive::<Float32Type>().value(row))),
        DataType::Float64 => Some(array.as_primitive::<Float64Type>().value(row)),
        _ => None,
    };
    if let Some(float) = float {
        // Pandas writes it for unknown values.
        if float.is_nan() {
            return Ok(None);
        }
        let is_whole = float.fract() == 0.0 && float.abs() < 9e15;
        return if is_whole { Ok(Some(format!("{float:.0}"))) } else { Err(float.to_string()) };
    }
    if *array.data_type() == DataType::Date32 {
        let days = array.as_primitive::<Date32Type>().value(row);
        let date = Date32Type::to_naive_date_opt(days).map(|date| date.to_string());
        let date = date.filter(|date| date.len() == "1992.08.31".len());
        return date.map(|date| Some(date.replace('-', "."))).ok_or_else(|| format!("day {days}"));
    }
    match text_at(array, row) {
        Some(text) => Ok(Some(text.to_owned())),
        None => number_at(array, row).map(|number| number.map(|number| number.to_string())),
    }
}

/// The integer of a cell.
///
/// # Errors
/// If it is not one, with the value.
pub(crate) fn number_at(array: &dyn Array, row: usize) -> Result<Option<i64>, String> {
    if array.is_null(row) || *array.data_type() == DataType::Null {
        return Ok(None);
    }
    Ok(Some(match array.data_type() {
        DataType::Int8 => array.as_primitive::<Int8Type>().value(row).into(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(row).into(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).into(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row),
        DataType::UInt8 => array.as_primitive::<UInt8Type>().value(row).into(),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(row).into(),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).into(),
        DataType::UInt64 => {
            let number = array.as_primitive::<UInt64Type>().value(row);
            i64::try_from(number).map_err(|_| number.to_string())?
        }
        found => return Err(found.to_string()),
    }))
}

/// The list of a cell; `None` if it is null or not a list.
pub(crate) fn list_at(array: &dyn Array, row: usize) -> Option<ArrayRef> {
    if array.is_null(row) {
        return None;
    }
    match array.data_type() {
        DataType::List(_) => Some(array.as_list::<i32>().value(row)),
        DataType::LargeList(_) => Some(array.as_list::<i64>().value(row)),
        _ => None,
    }
}

/// The pairs of a cell.
pub(crate) fn map_at(array: &dyn Array, row: usize) -> Vec<(&str, &str)> {
    let Some(map) = array.as_map_opt().filter(|map| map.is_valid(row)) else { return Vec::new() };
    let offsets = map.value_offsets();
    let range = offsets[row] as usize..offsets[row + 1] as usize;
    let pair = |n| Some((text_at(map.keys(), n)?, text_at(map.values(), n).unwrap_or_default()));
    range.filter_map(pair).collect()
}
