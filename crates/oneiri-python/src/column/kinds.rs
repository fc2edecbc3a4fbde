//! The types of columns that are read, and how each becomes a column of text.

use std::sync::Arc;

use arrow_array::builder::{LargeStringBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type};
use arrow_array::{Array as _, ArrayRef, OffsetSizeTrait, UInt64Array, make_array};
use arrow_schema::DataType;
use arrow_select::take::take;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::frozen::frozen;

/// Whether columns of this type are read: texts, bytes, nulls, dictionaries and runs of them, and tables of one such
/// column.
pub(super) fn is_read(data_type: &DataType) -> bool {
    match data_type {
        DataType::Struct(fields) => fields.len() == 1 && is_column(fields[0].data_type()),
        data_type => is_column(data_type),
    }
}

fn is_column(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(keys, values) => keys.is_dictionary_key_type() && is_plain(values),
        DataType::RunEndEncoded(ends, values) => {
            ends.data_type().is_run_ends_type() && is_plain(values.data_type())
        }
        data_type => is_plain(data_type),
    }
}

fn is_plain(data_type: &DataType) -> bool {
    use DataType::{Binary, BinaryView, LargeBinary, Null};
    oneiri_arrow::is_text(data_type) && !matches!(data_type, DataType::Dictionary(..))
        || matches!(data_type, Binary | LargeBinary | BinaryView | Null)
}

/// A column of text, with copies of the offsets, views and keys of the given one: they decide which memory is read,
/// and whoever made the column may write into it while the lock of Python is released. Bytes become texts, in which
/// U+FFFD, which no grammar allows, stands for what is not UTF-8. Runs become rows.
pub(super) fn text(array: &ArrayRef) -> PyResult<ArrayRef> {
    match array.data_type() {
        DataType::Binary => of_bytes::<i32>(array),
        DataType::LargeBinary => of_bytes::<i64>(array),
        DataType::BinaryView => of_views(array),
        DataType::RunEndEncoded(..) => of_runs(array),
        DataType::Dictionary(_, values) if !oneiri_arrow::is_text(values) => of_keys(array),
        DataType::Null => Ok(Arc::clone(array)),
        _ => Ok(frozen(array)),
    }
}

fn of_bytes<O: OffsetSizeTrait>(array: &ArrayRef) -> PyResult<ArrayRef> {
    let bytes = array.as_binary::<O>();
    let (offsets, values) = (bytes.value_offsets(), bytes.values());
    let mut texts = LargeStringBuilder::new();
    for (row, pair) in offsets.windows(2).enumerate() {
        if array.is_null(row) {
            texts.append_null();
            continue;
        }
        let text = values.get(pair[0].as_usize()..pair[1].as_usize());
        let text = text.ok_or_else(|| malformed("an offset lies outside"))?;
        texts.append_value(String::from_utf8_lossy(text));
    }
    Ok(Arc::new(texts.finish()))
}

fn of_views(array: &ArrayRef) -> PyResult<ArrayRef> {
    let column = array.as_binary_view();
    let mut texts = LargeStringBuilder::new();
    for (row, view) in column.views().iter().enumerate() {
        if array.is_null(row) {
            texts.append_null();
            continue;
        }
        let bytes = view.to_le_bytes();
        let [length, _, buffer, start] = [0, 32, 64, 96].map(|bit| (view >> bit) as u32 as usize);
        let text = match length {
            // The view itself holds up to twelve bytes.
            0..=12 => bytes.get(4..4 + length),
            _ => column.data_buffers().get(buffer).and_then(|it| it.get(start..start + length)),
        };
        let text = text.ok_or_else(|| malformed("a view leads outside"))?;
        texts.append_value(String::from_utf8_lossy(text));
    }
    Ok(Arc::new(texts.finish()))
}

/// A dictionary of bytes or of nulls.
fn of_keys(array: &ArrayRef) -> PyResult<ArrayRef> {
    let Some(dictionary) = array.as_any_dictionary_opt() else { return Ok(Arc::clone(array)) };
    let values = match dictionary.values().data_type() {
        DataType::Null => return Ok(nothing(array.len())),
        _ => text(dictionary.values())?,
    };
    let options = arrow_select::take::TakeOptions { check_bounds: true };
    take(&values, dictionary.keys(), Some(options)).map_err(|error| malformed(&error.to_string()))
}

fn of_runs(array: &ArrayRef) -> PyResult<ArrayRef> {
    // A run array itself is made of these three: the rows before the first, the ends, and the values.
    let data = array.to_data();
    let [ends, values] = data.child_data() else { return Err(malformed("runs without values")) };
    let (ends, values) = (make_array(ends.clone()), make_array(values.clone()));
    if *values.data_type() == DataType::Null {
        return Ok(nothing(array.len()));
    }
    let ends: Vec<i64> = match ends.data_type() {
        DataType::Int16 => {
            ends.as_primitive::<Int16Type>().values().iter().map(|&it| it.into()).collect()
        }
        DataType::Int32 => {
            ends.as_primitive::<Int32Type>().values().iter().map(|&it| it.into()).collect()
        }
        _ => ends.as_primitive::<Int64Type>().values().to_vec(),
    };
    let values = text(&values)?;
    let (mut run, mut keys) = (0, Vec::with_capacity(array.len()));
    for row in data.offset()..data.offset() + array.len() {
        while ends.get(run).is_some_and(|end| usize::try_from(*end).unwrap_or(0) <= row) {
            run += 1;
        }
        if run >= values.len().min(ends.len()) {
            return Err(malformed("the runs end before the rows"));
        }
        keys.push(run as u64);
    }
    take(&values, &UInt64Array::from(keys), None).map_err(|error| malformed(&error.to_string()))
}

fn nothing(rows: usize) -> ArrayRef {
    let mut texts = StringBuilder::new();
    texts.append_nulls(rows);
    Arc::new(texts.finish())
}

/// The error for an array that does not hold what its type demands.
pub(super) fn malformed(what: &str) -> PyErr {
    PyValueError::new_err(format!("a malformed Arrow array: {what}"))
}
