//! The types of columns that are read, and how each becomes a column of text. A new type needs a place in `is_column`,
//! an arm in `text`, its buffers in `check_array` of `import.rs`, and its name in the module's text in `arrow.py`.
//!
//! Another thread may write into the buffers of an input column, and an offset that changes after its check would lead
//! outside. So `frozen` copies what decides which memory is read. The first buffer of an array holds its offsets, views or
//! keys, so only that one and the nulls are copied: a text itself is checked in a copy when it is read.
//! `test_malformed.py` writes into each of the three meanwhile.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, Float64Type, Int16Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, BinaryViewArray, GenericByteArray, UInt64Array, make_array};
use arrow_buffer::{ArrowNativeType, BooleanBuffer, Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use arrow_select::take::take;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::build::texts;

/// Whether columns of this type are read: texts, bytes, nulls, dictionaries and runs of them, numbers if all of them are
/// missing, and tables of one such column.
pub(super) fn is_read(data_type: &DataType) -> bool {
    match data_type {
        DataType::Struct(fields) => fields.len() == 1 && is_column(fields[0].data_type()),
        data_type => is_column(data_type),
    }
}

fn is_column(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(keys, values) => keys.is_dictionary_key_type() && is_plain(values),
        DataType::RunEndEncoded(ends, values) => ends.data_type().is_run_ends_type() && is_plain(values.data_type()),
        data_type => is_plain(data_type) || *data_type == DataType::Float64,
    }
}

fn is_plain(data_type: &DataType) -> bool {
    use DataType::{Binary, BinaryView, LargeBinary, Null};
    oneiri_arrow::is_text(data_type) && !matches!(data_type, DataType::Dictionary(..))
        || matches!(data_type, Binary | LargeBinary | BinaryView | Null)
}

/// The numbers of the rows that hold octets which are not UTF-8.
pub(super) type NotUtf8 = Vec<usize>;

/// A column of text, with copies of the offsets, views and keys of the given one. Bytes become texts; see [`lossy`]. Runs
/// become rows.
pub(super) fn text(array: &ArrayRef) -> PyResult<(ArrayRef, NotUtf8)> {
    use DataType::{Binary, BinaryView, Dictionary, Float64, LargeBinary, RunEndEncoded};
    let array = &make_array(frozen(array.to_data()));
    match array.data_type() {
        Binary | LargeBinary | BinaryView => lossy(array, &DataType::LargeUtf8),
        RunEndEncoded(..) => of_runs(array),
        Dictionary(_, values) if !oneiri_arrow::is_text(values) => of_keys(array),
        Float64 => of_numbers(array),
        _ => Ok((Arc::clone(array), Vec::new())),
    }
}

/// The same array, with offsets, views or keys of its own, and with nulls of its own. The texts themselves are not copied.
#[allow(unsafe_code, reason = "an array that was not checked is put together again")]
fn frozen(data: ArrayData) -> ArrayData {
    let mut buffers = data.buffers().to_vec();
    if let Some(first) = buffers.first_mut() {
        *first = Buffer::from_slice_ref(first.as_slice());
    }
    let nulls = data.nulls().map(|nulls| {
        let (start, rows) = (nulls.offset(), nulls.len());
        let bytes = nulls.validity().get(start / 8..(start + rows).div_ceil(8)).unwrap_or_default();
        NullBuffer::new(BooleanBuffer::new(Buffer::from_slice_ref(bytes), start % 8, rows))
    });
    let children = data.child_data().iter().map(|values| frozen(values.clone())).collect();
    let builder = data.into_builder().buffers(buffers).nulls(nulls).child_data(children);
    // SAFETY: type, length, offset and buffers are those of `data`, with the same bytes in copies of the same length.
    // Nobody has checked `data` either: the engine checks every offset, view and key before it follows one.
    unsafe { builder.build_unchecked() }
}

/// The same column, with null also in the rows that these nulls say.
#[allow(unsafe_code, reason = "an array that was not checked is put together again")]
pub(super) fn hidden(array: &ArrayRef, nulls: Option<&NullBuffer>) -> ArrayRef {
    if nulls.is_none() {
        return ArrayRef::clone(array);
    }
    let nulls = NullBuffer::union(nulls, array.nulls());
    let builder = array.to_data().into_builder().nulls(nulls);
    // SAFETY: nothing but the nulls changes, and there are as many as rows: a table has the rows of its column.
    make_array(unsafe { builder.build_unchecked() })
}

/// The texts of a column of strings or bytes, with U+FFFD, which no grammar allows, in place of octets that are not
/// UTF-8. A column of this type that is UTF-8 is not copied.
pub(super) fn lossy(array: &ArrayRef, data_type: &DataType) -> PyResult<(ArrayRef, NotUtf8)> {
    fn lists<T: ByteArrayType>(
        array: &ArrayRef,
        column: &GenericByteArray<T>,
        data_type: &DataType,
    ) -> PyResult<(ArrayRef, NotUtf8)> {
        let (offsets, values) = (column.value_offsets(), column.values());
        rows(array, data_type, |row| values.get(offsets.get(row)?.as_usize()..offsets.get(row + 1)?.as_usize()))
    }
    match array.data_type() {
        DataType::Utf8 => lists(array, array.as_string::<i32>(), data_type),
        DataType::LargeUtf8 => lists(array, array.as_string::<i64>(), data_type),
        DataType::Binary => lists(array, array.as_binary::<i32>(), data_type),
        DataType::LargeBinary => lists(array, array.as_binary::<i64>(), data_type),
        DataType::Utf8View => views(array, &array.as_string_view().clone().to_binary_view(), data_type),
        _ => views(array, array.as_binary_view(), data_type),
    }
}

fn views(array: &ArrayRef, column: &BinaryViewArray, data_type: &DataType) -> PyResult<(ArrayRef, NotUtf8)> {
    rows(array, data_type, |row| {
        let view = column.views().get(row)?;
        let [length, _, buffer, start] = [0, 32, 64, 96].map(|bit| (view >> bit) as u32 as usize);
        match length {
            // The view itself holds up to twelve bytes.
            0..=12 => Some(column.value(row)),
            _ => column.data_buffers().get(buffer)?.get(start..start + length),
        }
    })
}

fn rows<'a>(
    array: &ArrayRef,
    data_type: &DataType,
    octets: impl Fn(usize) -> Option<&'a [u8]>,
) -> PyResult<(ArrayRef, NotUtf8)> {
    let is_utf8 = |octets: &[u8]| std::str::from_utf8(octets).is_ok();
    let mut numbers = 0..array.len();
    if array.data_type() == data_type && numbers.all(|row| array.is_null(row) || octets(row).is_some_and(is_utf8)) {
        return Ok((Arc::clone(array), Vec::new()));
    }
    let row = |row| {
        if array.is_null(row) {
            return Ok(None);
        }
        octets(row)
            .map(String::from_utf8_lossy)
            .map(Some)
            .ok_or_else(|| malformed(&format!("row {row}: a text lies outside of its buffer")))
    };
    let rows = (0..array.len()).map(row).collect::<PyResult<Vec<_>>>()?;
    let is_changed = |row: &usize| matches!(rows[*row], Some(Cow::Owned(_)));
    let changed = (0..rows.len()).filter(is_changed).collect();
    Ok((texts(rows.iter().map(|row| row.as_deref()), data_type)?, changed))
}

/// A column of numbers that has no number: pandas gives a column of missing values this type.
fn of_numbers(array: &ArrayRef) -> PyResult<(ArrayRef, NotUtf8)> {
    let mut numbers = array.as_primitive::<Float64Type>().iter().flatten();
    if numbers.all(f64::is_nan) { Ok((nothing(array.len()), Vec::new())) } else { Err(not_read(array.data_type())) }
}

/// The error for a column of another type.
pub(super) fn not_read(data_type: &DataType) -> PyErr {
    PyTypeError::new_err(oneiri_arrow::Error::Type(data_type.clone()).to_string())
}

/// A dictionary of bytes or of nulls.
fn of_keys(array: &ArrayRef) -> PyResult<(ArrayRef, NotUtf8)> {
    let Some(dictionary) = array.as_any_dictionary_opt() else {
        return Ok((Arc::clone(array), Vec::new()));
    };
    let (values, bad) = match dictionary.values().data_type() {
        DataType::Null => return Ok((nothing(array.len()), Vec::new())),
        _ => text(dictionary.values())?,
    };
    let taken = oneiri_arrow::take_rows(&values, dictionary.keys());
    let taken = taken.map_err(|error| malformed(&error.to_string()))?;
    if bad.is_empty() {
        return Ok((taken, bad));
    }
    let keys = dictionary.normalized_keys();
    Ok((taken, leading(&bad, keys.into_iter(), array)))
}

fn of_runs(array: &ArrayRef) -> PyResult<(ArrayRef, NotUtf8)> {
    // A run array itself is made of these three: the rows before the first, the ends, and the values.
    let data = array.to_data();
    let [ends, values] = data.child_data() else { return Err(malformed("runs without values")) };
    let (ends, values) = (make_array(ends.clone()), make_array(values.clone()));
    if *values.data_type() == DataType::Null {
        return Ok((nothing(array.len()), Vec::new()));
    }
    let ends: Vec<i64> = match ends.data_type() {
        DataType::Int16 => ends.as_primitive::<Int16Type>().values().iter().map(|&end| end.into()).collect(),
        DataType::Int32 => ends.as_primitive::<Int32Type>().values().iter().map(|&end| end.into()).collect(),
        _ => ends.as_primitive::<Int64Type>().values().to_vec(),
    };
    let (values, bad) = text(&values)?;
    let (mut run, mut runs) = (0, Vec::with_capacity(array.len()));
    for row in data.offset()..data.offset() + array.len() {
        while ends.get(run).is_some_and(|end| usize::try_from(*end).unwrap_or(0) <= row) {
            run += 1;
        }
        if run >= values.len().min(ends.len()) {
            return Err(malformed("the runs end before the rows"));
        }
        runs.push(run);
    }
    let keys: UInt64Array = runs.iter().map(|run| *run as u64).collect();
    let taken = take(&values, &keys, None);
    let taken = taken.map_err(|error| malformed(&error.to_string()))?;
    Ok((taken, leading(&bad, runs.into_iter(), array)))
}

/// The rows that lead to one of these values. `values` are in order.
fn leading(values: &[usize], keys: impl Iterator<Item = usize>, array: &ArrayRef) -> NotUtf8 {
    let rows = keys.enumerate();
    rows.filter(|(row, key)| array.is_valid(*row) && values.binary_search(key).is_ok()).map(|(row, _)| row).collect()
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
