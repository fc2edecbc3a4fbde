//! Arrow's C data interface: takes arrays and streams out of capsules.
//!
//! arrow-rs trusts the structures of this interface, and panics at some that are malformed. So this module checks
//! each structure before arrow-rs reads it. What cannot be checked is how long a buffer is: the interface does not
//! say it, and whoever makes an array promises it. A type that `kinds.rs` newly reads needs its number of buffers in
//! `check_array` and a builder in `tests/malformed.py`, because the last arm takes it for a column of fixed width.

#![allow(unsafe_code, reason = "the structures of other libraries are read by pointer")]

use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, make_array, new_null_array};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use super::kinds::{is_read, malformed, not_read};

/// How deep a type may be nested: a table of one column, its dictionary, and the values.
const DEEPEST: usize = 8;

/// `ArrowSchema` of the C data interface. arrow-rs has the same structure, with private fields.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *const *const Schema,
    dictionary: *const Schema,
    release: *const c_void,
    private_data: *const c_void,
}

/// `ArrowArray` of the C data interface.
#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *const *const c_void,
    children: *const *const Array,
    dictionary: *const Array,
    release: *const c_void,
    private_data: *const c_void,
}

/// The array that an object exports, with its type.
pub(super) fn array(exported: &Bound<'_, PyAny>) -> PyResult<(ArrayRef, DataType)> {
    let pair = exported.cast::<PyTuple>()?;
    let (schema, array) = (pair.get_item(0)?, pair.get_item(1)?);
    let (schema, array) = (schema.cast::<PyCapsule>()?, array.cast::<PyCapsule>()?);
    let schema = schema.pointer_checked(Some(c"arrow_schema"))?.as_ptr();
    let array = array.pointer_checked(Some(c"arrow_array"))?.as_ptr();
    // SAFETY: a capsule of this name holds such a structure, and lives as long as `pair`.
    unsafe {
        let data_type = data_type(schema.cast())?;
        let array = moved(array.cast(), &data_type)?;
        Ok((array, data_type))
    }
}

/// The arrays of the stream that an object exports, with their type.
pub(super) fn stream(exported: &Bound<'_, PyAny>) -> PyResult<(Vec<ArrayRef>, DataType)> {
    let capsule = exported.cast::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(c"arrow_array_stream"))?.as_ptr();
    let pointer = pointer.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds a stream, and lives as long as `exported`.
    let given = unsafe { &*pointer };
    if given.release.is_none() {
        return Err(malformed("the stream was released before"));
    }
    let (Some(get_schema), Some(get_next)) = (given.get_schema, given.get_next) else {
        return Err(malformed("the stream lacks a function"));
    };
    // SAFETY: as above; this moves the stream out of the capsule, as the interface asks of its consumers, and from
    // now on the stream is released when it is dropped.
    let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer) };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the functions of a stream that is not released are called with that stream, and with an empty
    // structure to fill.
    let failed = unsafe { get_schema(&raw mut stream, &raw mut schema) };
    if failed != 0 {
        return Err(said(&mut stream));
    }
    // SAFETY: the schema lives until the end of this function.
    let data_type = unsafe { data_type(ptr::from_ref(&schema).cast())? };
    let mut chunks = Vec::new();
    loop {
        exported.py().check_signals()?;
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above.
        if unsafe { get_next(&raw mut stream, &raw mut array) } != 0 {
            return Err(said(&mut stream));
        }
        if array.is_released() {
            return Ok((chunks, data_type));
        }
        // SAFETY: the stream has filled the structure.
        chunks.push(unsafe { moved(&raw mut array, &data_type)? });
    }
}

/// The type that a reader asks for, if it is one that is read here.
pub(super) fn requested(schema: &Bound<'_, PyCapsule>) -> PyResult<Option<DataType>> {
    let py = schema.py();
    let schema = schema.pointer_checked(Some(c"arrow_schema"))?.as_ptr();
    // SAFETY: a capsule of this name holds such a structure, and lives as long as `schema`.
    match unsafe { data_type(schema.cast()) } {
        Err(error) if !error.is_instance_of::<PyTypeError>(py) => Err(error),
        read => Ok(read.ok()),
    }
}

/// The error that a stream reports.
fn said(stream: &mut FFI_ArrowArrayStream) -> PyErr {
    let message = match stream.get_last_error {
        // SAFETY: the stream is not released, and a message that is not null is text that ends with a zero, valid
        // until the next call.
        Some(last) => unsafe {
            let message = last(&raw mut *stream);
            (!message.is_null()).then(|| CStr::from_ptr(message).to_string_lossy().into_owned())
        },
        None => None,
    };
    PyValueError::new_err(message.unwrap_or_else(|| "the stream failed, and does not say why".into()))
}

/// The type that a schema says.
///
/// # Safety
///
/// The pointer is null, or to a schema of the C data interface: its pointers are null or valid, and its texts end
/// with a zero.
unsafe fn data_type(schema: *const Schema) -> PyResult<DataType> {
    // SAFETY: the caller's promise.
    let read = unsafe {
        match schema.as_ref() {
            Some(top) if top.release.is_null() => Err("the schema was released before"),
            _ => check_schema(schema, 0),
        }
    };
    read.map_err(malformed)?;
    // SAFETY: the structures have the same layout, and the schema is not null.
    let schema = unsafe { &*schema.cast::<FFI_ArrowSchema>() };
    let data_type = guarded(|| DataType::try_from(schema))?;
    let data_type = data_type.map_err(|error| malformed(&error.to_string()))?;
    if is_read(&data_type) { Ok(data_type) } else { Err(not_read(&data_type)) }
}

/// Checks what arrow-rs relies on when it reads the type.
///
/// # Safety
///
/// As for [`data_type`].
unsafe fn check_schema(schema: *const Schema, depth: usize) -> Result<(), &'static str> {
    // SAFETY: the caller's promise holds for each pointer of the structure too.
    unsafe {
        let schema = schema.as_ref().ok_or("a schema is missing")?;
        if depth > DEEPEST {
            return Err("the type is nested too deeply");
        }
        if schema.format.is_null() || CStr::from_ptr(schema.format).to_str().is_err() {
            return Err("the format of a type is missing, or not UTF-8");
        }
        let least = match CStr::from_ptr(schema.format).to_bytes() {
            [b'+', b'r', ..] => 2,
            [b'+', b's' | b'u', ..] => 0,
            [b'+', ..] => 1,
            _ => 0,
        };
        if schema.n_children < least {
            return Err("the number of children is wrong");
        }
        if !schema.name.is_null() && CStr::from_ptr(schema.name).to_str().is_err() {
            return Err("a name is not UTF-8");
        }
        for child in children(schema.children, schema.n_children)? {
            check_schema(*child, depth + 1)?;
        }
        if !schema.dictionary.is_null() {
            check_schema(schema.dictionary, depth + 1)?;
        }
        Ok(())
    }
}

/// # Safety
///
/// The pointer is null, or to so many pointers.
unsafe fn children<'a, T>(first: *const *const T, count: i64) -> Result<&'a [*const T], &'static str> {
    match usize::try_from(count) {
        Ok(0) => Ok(&[]),
        Ok(count) if !first.is_null() && count < 1 << 20 => {
            // SAFETY: the caller's promise.
            Ok(unsafe { std::slice::from_raw_parts(first, count) })
        }
        _ => Err("the number of children is wrong"),
    }
}

/// Takes an array out of its structure, which is released from then on.
///
/// # Safety
///
/// The pointer is null, or to an array of the C data interface: its pointers are null or valid, and its buffers are
/// as long as a column of this type and of its length needs.
unsafe fn moved(array: *mut FFI_ArrowArray, data_type: &DataType) -> PyResult<ArrayRef> {
    // SAFETY: the caller's promise; the structures have the same layout.
    let checked = unsafe {
        match array.cast::<Array>().as_ref() {
            Some(top) if top.release.is_null() => Err("the array was released before"),
            _ => check_array(array.cast(), data_type),
        }
    };
    let rows = checked.map_err(malformed)?;
    // SAFETY: the pointer is not null, and the array is not released.
    let array = unsafe { FFI_ArrowArray::from_raw(array) };
    if *data_type == DataType::Null {
        return Ok(new_null_array(data_type, rows));
    }
    // SAFETY: the caller's promise; what it does not cover was checked.
    let read = guarded(|| unsafe { from_ffi_and_data_type(array, data_type.clone()) })?;
    let mut data = read.map_err(|error| malformed(&error.to_string()))?;
    data.align_buffers();
    guarded(|| make_array(data))
}

/// Checks what arrow-rs relies on when it reads an array, and returns the number of its rows.
///
/// # Safety
///
/// As for [`moved`].
unsafe fn check_array(array: *const Array, data_type: &DataType) -> Result<usize, &'static str> {
    // SAFETY: the caller's promise holds for each pointer of the structure too.
    unsafe {
        let array = array.as_ref().ok_or("an array is missing")?;
        let (Ok(rows), Ok(offset)) = (usize::try_from(array.length), usize::try_from(array.offset)) else {
            return Err("the length or the offset is negative");
        };
        // A row of a column takes up to 16 bytes.
        let end = rows.checked_add(offset).filter(|end| *end < usize::MAX >> 6);
        let end = end.ok_or("the length is beyond all memory")?;
        if array.null_count < -1 || array.null_count > array.length {
            return Err("the number of nulls is wrong");
        }
        let buffers = match usize::try_from(array.n_buffers) {
            Ok(0) => &[],
            Ok(count) if count < 1 << 32 && !array.buffers.is_null() => {
                std::slice::from_raw_parts(array.buffers, count)
            }
            _ => return Err("the number of buffers is wrong"),
        };
        let (expected, nested): (usize, Vec<&DataType>) = match data_type {
            // Some libraries export columns of nulls with a bitmap.
            DataType::Null => return Ok(rows),
            DataType::Utf8 | DataType::Binary | DataType::LargeUtf8 | DataType::LargeBinary => (3, Vec::new()),
            DataType::Utf8View | DataType::BinaryView => (buffers.len().max(3), Vec::new()),
            DataType::Struct(fields) => (1, fields.iter().map(|field| field.data_type()).collect()),
            DataType::RunEndEncoded(ends, values) => (0, vec![ends.data_type(), values.data_type()]),
            _ => (2, Vec::new()),
        };
        if buffers.len() != expected {
            return Err("the number of buffers is wrong");
        }
        let given = children(array.children, array.n_children)?;
        if given.len() != nested.len() {
            return Err("the number of children is wrong");
        }
        for (child, kind) in given.iter().zip(nested) {
            let rows = check_array(*child, kind)?;
            if matches!(data_type, DataType::Struct(_)) && rows < end {
                return Err("a child is too short");
            }
        }
        match data_type {
            DataType::Dictionary(_, values) => check_array(array.dictionary, values).map(drop)?,
            _ if !array.dictionary.is_null() => return Err("there is a dictionary of no use"),
            DataType::Utf8 | DataType::Binary if rows > 0 => {
                check_ends(buffers[1].cast::<i32>(), end)?;
            }
            DataType::LargeUtf8 | DataType::LargeBinary if rows > 0 => {
                check_ends(buffers[1].cast::<i64>(), end)?;
            }
            DataType::Utf8View | DataType::BinaryView => check_sizes(buffers)?,
            _ => {}
        }
        Ok(rows)
    }
}

/// Checks that the last offset, which says how long the texts are, is not negative.
///
/// # Safety
///
/// The pointer is null, or to one more offsets than `end`.
unsafe fn check_ends<O: Copy + Into<i64>>(offsets: *const O, end: usize) -> Result<(), &'static str> {
    if offsets.is_null() {
        return Err("the offsets are missing");
    }
    // SAFETY: the caller's promise.
    match unsafe { offsets.add(end).read_unaligned() }.into() {
        0.. => Ok(()),
        _ => Err("an offset is negative"),
    }
}

/// Checks that the sizes of the buffers of string views, which are the last buffer, are not negative.
///
/// # Safety
///
/// There are three buffers or more. The last is null, or has a size for each but itself and the first two.
unsafe fn check_sizes(buffers: &[*const c_void]) -> Result<(), &'static str> {
    let (Some(last), count) = (buffers.last(), buffers.len().saturating_sub(3)) else {
        return Ok(());
    };
    if count > 0 && last.is_null() {
        return Err("the sizes of the buffers are missing");
    }
    // SAFETY: the caller's promise.
    let size = |at| unsafe { last.cast::<i64>().add(at).read_unaligned() };
    if (0..count).all(|at| size(at) >= 0) { Ok(()) } else { Err("the size of a buffer is negative") }
}

/// Runs code of arrow-rs, which panics at what it does not expect.
pub(super) fn guarded<T>(run: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| malformed("arrow-rs cannot read it"))
}
