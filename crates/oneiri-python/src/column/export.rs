//! Arrow's C data interface: puts columns into capsules.
//!
//! A reader may ask for another type than that of the column. It gets texts of another string type, also those of a
//! dictionary, and bytes of another binary type. Whatever else it asks for, it gets the column's own type, as the
//! interface allows. What `can_be` allows, `converted` must make, because its last arm takes the rest as string views,
//! and that panics. `test_columns.py` asks for each type.

#![allow(unsafe_code, reason = "the stream is called by C, by pointer")]

use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::{ptr, vec};

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array as _, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray};
use arrow_schema::{DataType, Field};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use super::build::texts;
use super::import;

/// `EINVAL` and `EIO` of C, which mean the same on all systems that have them.
const INVALID: c_int = 22;
const FAILED: c_int = 5;

/// The type of a column.
pub(super) fn schema<'py>(py: Python<'py>, data_type: &DataType) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = described(data_type)
        .ok_or_else(|| PyTypeError::new_err(format!("columns of {data_type} have no form in C")))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// An array with its type.
pub(super) fn array<'py>(
    py: Python<'py>,
    array: &ArrayRef,
    requested: Option<&Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let array = converted(array, &chosen(array.data_type(), requested)?)?;
    let schema = schema(py, array.data_type())?;
    let array = FFI_ArrowArray::new(&array.to_data());
    PyTuple::new(py, [schema, PyCapsule::new_with_value(py, array, c"arrow_array")?])
}

/// Arrays of one type.
pub(super) fn stream<'py>(
    py: Python<'py>,
    chunks: &[ArrayRef],
    data_type: &DataType,
    requested: Option<&Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let data_type = chosen(data_type, requested)?;
    let chunks: Vec<_> = chunks.iter().map(|chunk| converted(chunk, &data_type)).collect::<PyResult<_>>()?;
    let chunks = Box::new(Chunks { chunks: chunks.into_iter(), data_type });
    let stream = FFI_ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: Box::into_raw(chunks).cast::<c_void>(),
    };
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

/// The type in which a column is given: the requested one if it can be, or else its own.
fn chosen(own: &DataType, requested: Option<&Bound<'_, PyCapsule>>) -> PyResult<DataType> {
    let requested = requested.map(import::requested).transpose()?.flatten();
    Ok(requested.filter(|requested| can_be(own, requested)).unwrap_or_else(|| own.clone()))
}

/// Whether columns of one type can be given as another.
fn can_be(one: &DataType, other: &DataType) -> bool {
    use DataType::{Binary, BinaryView, FixedSizeBinary, LargeBinary, LargeUtf8, Utf8, Utf8View};
    match one {
        Utf8 | LargeUtf8 | Utf8View => matches!(other, Utf8 | LargeUtf8 | Utf8View),
        DataType::Dictionary(_, texts) => **texts == *other || can_be(texts, other),
        FixedSizeBinary(_) => matches!(other, Binary | LargeBinary | BinaryView),
        _ => false,
    }
}

fn converted(array: &ArrayRef, data_type: &DataType) -> PyResult<ArrayRef> {
    use DataType::{Binary, FixedSizeBinary, LargeUtf8, Utf8};
    if array.data_type() == data_type {
        return Ok(Arc::clone(array));
    }
    Ok(match array.data_type() {
        DataType::Dictionary(..) => {
            let rows = oneiri_arrow::spread(array).map_err(|error| PyOverflowError::new_err(error.to_string()))?;
            converted(&rows, data_type)?
        }
        FixedSizeBinary(_) => {
            let rows = array.as_fixed_size_binary().iter();
            match data_type {
                Binary => Arc::new(rows.collect::<BinaryArray>()),
                DataType::LargeBinary => Arc::new(rows.collect::<LargeBinaryArray>()),
                _ => Arc::new(rows.collect::<BinaryViewArray>()),
            }
        }
        Utf8 => texts(array.as_string::<i32>().iter(), data_type)?,
        LargeUtf8 => texts(array.as_string::<i64>().iter(), data_type)?,
        _ => texts(array.as_string_view().iter(), data_type)?,
    })
}

/// What a stream has left.
struct Chunks {
    chunks: vec::IntoIter<ArrayRef>,
    data_type: DataType,
}

fn described(data_type: &DataType) -> Option<FFI_ArrowSchema> {
    FFI_ArrowSchema::try_from(&Field::new("", data_type.clone(), true)).ok()
}

/// The chunks after a stream. They are those of [`stream`], because only it makes streams with these functions.
///
/// # Safety
///
/// The pointer is null, or to a stream of [`stream`] that no other thread uses.
unsafe fn chunks<'a>(stream: *mut FFI_ArrowArrayStream) -> Option<&'a mut Chunks> {
    // SAFETY: the caller's promise; a released stream has a null pointer here.
    unsafe { stream.as_mut()?.private_data.cast::<Chunks>().as_mut() }
}

/// # Safety
///
/// As the interface says: the stream is one of [`stream`], `out` is a place for a schema, and no two threads call at a time.
unsafe extern "C" fn get_schema(stream: *mut FFI_ArrowArrayStream, out: *mut FFI_ArrowSchema) -> c_int {
    // SAFETY: the caller's promise.
    let Some(chunks) = (unsafe { chunks(stream) }) else { return INVALID };
    match catch_unwind(AssertUnwindSafe(|| described(&chunks.data_type))) {
        Ok(Some(schema)) => {
            // SAFETY: the caller's promise. What lay in the place is not dropped: it may be anything.
            unsafe { ptr::write(out, schema) };
            0
        }
        _ => FAILED,
    }
}

/// # Safety
///
/// As for [`get_schema`], with a place for an array.
unsafe extern "C" fn get_next(stream: *mut FFI_ArrowArrayStream, out: *mut FFI_ArrowArray) -> c_int {
    // SAFETY: the caller's promise.
    let Some(chunks) = (unsafe { chunks(stream) }) else { return INVALID };
    let next = || match chunks.chunks.next() {
        Some(array) => FFI_ArrowArray::new(&array.to_data()),
        // An array that is released already is the end.
        None => FFI_ArrowArray::empty(),
    };
    match catch_unwind(AssertUnwindSafe(next)) {
        Ok(array) => {
            // SAFETY: as in `get_schema`.
            unsafe { ptr::write(out, array) };
            0
        }
        Err(_) => FAILED,
    }
}

/// No message: the numbers are all that can be said.
unsafe extern "C" fn get_last_error(_: *mut FFI_ArrowArrayStream) -> *const c_char {
    ptr::null()
}

/// # Safety
///
/// As for [`get_schema`]; nobody uses the stream afterwards.
unsafe extern "C" fn release(stream: *mut FFI_ArrowArrayStream) {
    // SAFETY: the caller's promise.
    let Some(stream) = (unsafe { stream.as_mut() }) else { return };
    stream.get_schema = None;
    stream.get_next = None;
    stream.get_last_error = None;
    stream.release = None;
    let chunks = std::mem::replace(&mut stream.private_data, ptr::null_mut()).cast::<Chunks>();
    if !chunks.is_null() {
        // SAFETY: `stream` made the pointer of a box, and it was in the stream until now, so nobody has freed it.
        drop(unsafe { Box::from_raw(chunks) });
    }
}
