//! Output columns in pickles: their type, as the C data interface describes it, and copies of their buffers. Arrow's
//! IPC format would hold the same, but its reader brings code for every type of Arrow. What is restored may be damaged,
//! so every call of Arrow that panics at such parts is in `guarded`; `test_columns.py` tries them. Each `…_to_parts`
//! writes what the function with the reverse name reads, in the same order, and pickles that exist have this order.

use std::slice;
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, ArrayRef, make_array};
use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_schema::ffi::{FFI_ArrowSchema, Flags};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use super::import::guarded;
use super::join::joined;
use super::output::column;
use crate::reduce::reduced;

/// The buffers have the order of bytes of the machine.
const IS_BIG_ENDIAN: bool = cfg!(target_endian = "big");

pub(super) fn pickled<'py>(
    py: Python<'py>,
    chunks: &[ArrayRef],
    data_type: &DataType,
    is_chunked: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let schema = FFI_ArrowSchema::try_from(data_type).map_err(failed)?;
    let chunks = chunks.iter().map(|chunk| rows_to_parts(py, chunk)).collect::<PyResult<Vec<_>>>()?;
    let parts = (is_chunked, IS_BIG_ENDIAN, type_to_parts(py, &schema)?, chunks);
    reduced(py, "Array", parts.into_pyobject(py)?)
}

/// Makes a column again.
pub(crate) fn restored<'py>(py: Python<'py>, parts: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    type Parts<'py> = (bool, bool, Bound<'py, PyAny>, Vec<Bound<'py, PyAny>>);
    let (is_chunked, is_big_endian, schema, chunks): Parts<'_> = parts.extract()?;
    if is_big_endian != IS_BIG_ENDIAN {
        return Err(PyValueError::new_err("the column was pickled on a machine with another order of bytes"));
    }
    let schema = parts_to_type(&schema)?;
    let chunks = chunks.iter().map(|chunk| {
        let data = parts_to_rows(&schema, chunk)?;
        guarded(|| make_array(data))
    });
    let chunks = chunks.collect::<PyResult<Vec<_>>>()?;
    if !is_chunked && chunks.len() != 1 {
        return Err(PyValueError::new_err("expected a column in one piece"));
    }
    column(py, chunks, is_chunked, &type_of(&schema)?)
}

/// The format, the name, the flags, the children and the dictionary.
fn type_to_parts<'py>(py: Python<'py>, schema: &FFI_ArrowSchema) -> PyResult<Bound<'py, PyTuple>> {
    let children = schema.children().map(|child| type_to_parts(py, child)).collect::<PyResult<Vec<_>>>()?;
    let dictionary = schema.dictionary().map(|values| type_to_parts(py, values)).transpose()?;
    let flags = schema.flags().map_or(0, |flags| flags.bits());
    (schema.format(), schema.name().unwrap_or_default(), flags, children, dictionary).into_pyobject(py)
}

/// The type that a schema describes. Arrow panics where a nested type has too few children.
fn type_of(schema: &FFI_ArrowSchema) -> PyResult<DataType> {
    guarded(|| DataType::try_from(schema))?.map_err(failed)
}

fn parts_to_type(parts: &Bound<'_, PyAny>) -> PyResult<FFI_ArrowSchema> {
    type Parts<'py> = (String, String, i64, Vec<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>);
    let (format, name, flags, children, dictionary): Parts<'_> = parts.extract()?;
    let children = children.iter().map(parts_to_type).collect::<PyResult<_>>()?;
    let dictionary = dictionary.as_ref().map(parts_to_type).transpose()?;
    let schema = guarded(|| FFI_ArrowSchema::try_new(&format, children, dictionary))?;
    let schema = schema.and_then(|schema| schema.with_name(&name)?.with_flags(Flags::from_bits_truncate(flags)));
    schema.map_err(failed)
}

/// The parts of an array, without the rows of its buffers that are not its own. A dictionary keeps all of its values.
fn rows_to_parts<'py>(py: Python<'py>, rows: &ArrayRef) -> PyResult<Bound<'py, PyTuple>> {
    let own = match rows.data_type() {
        DataType::Utf8View => Arc::new(rows.as_string_view().gc()),
        _ => joined(slice::from_ref(rows)).map_err(failed)?,
    };
    data_to_parts(py, &own.to_data())
}

/// The number of rows, their nulls, the buffers and the children.
fn data_to_parts<'py>(py: Python<'py>, data: &ArrayData) -> PyResult<Bound<'py, PyTuple>> {
    if data.offset() > 0 {
        return rows_to_parts(py, &make_array(data.clone()));
    }
    let bytes = |buffer: &Buffer| PyBytes::new(py, buffer);
    let buffers: Vec<_> = data.buffers().iter().map(bytes).collect();
    let children = data.child_data().iter().map(|child| data_to_parts(py, child)).collect::<PyResult<Vec<_>>>()?;
    let nulls = data.nulls().map(|nulls| bytes(&nulls.inner().sliced()));
    (data.len(), nulls, buffers, children).into_pyobject(py)
}

fn parts_to_rows(schema: &FFI_ArrowSchema, parts: &Bound<'_, PyAny>) -> PyResult<ArrayData> {
    type Parts<'py> = (usize, Option<Bound<'py, PyBytes>>, Vec<Bound<'py, PyBytes>>, Vec<Bound<'py, PyAny>>);
    let (rows, nulls, buffers, children): Parts<'_> = parts.extract()?;
    let types = schema.children().chain(schema.dictionary());
    let children = types.zip(&children).map(|(child, parts)| parts_to_rows(child, parts)).collect::<PyResult<_>>()?;
    let buffer = |bytes: &Bound<'_, PyBytes>| Buffer::from(bytes.as_bytes());
    let data = ArrayData::builder(type_of(schema)?)
        .len(rows)
        .null_bit_buffer(nulls.as_ref().map(buffer))
        .buffers(buffers.iter().map(buffer).collect())
        .child_data(children);
    guarded(|| data.build())?.map_err(failed)
}

fn failed(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
